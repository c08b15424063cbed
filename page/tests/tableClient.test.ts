import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Update } from "../src/client/messages";
import { settings } from "../src/client/settings.svelte";
import { Sitting, around, seatOf } from "../src/client/tableClient.svelte";
import { FakeSocket, WORDS, snapshot, useFakeSockets } from "./fakes";

let sitting: Sitting;
const eventually = (check: () => void) => vi.waitFor(check, { timeout: 50_000 });

beforeEach(() => {
  useFakeSockets();
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(JSON.stringify(WORDS))));
  sessionStorage.clear();
  settings.atOnce = false;
  settings.speed = 0;
});

afterEach(() => {
  sitting.close();
  vi.unstubAllGlobals();
});

/** Seat 0 of a table, asked for one of these moves. */
function sit(legal: string[], seats = [0]): void {
  sitting = new Sitting("t");
  const socket = FakeSocket.last;
  socket.accept();
  for (const seat of seats) {
    socket.receive({ ...snapshot({ pending: [0] }, seat === 0 ? legal : []), seat });
  }
  socket.receive({ is: "done", re: socket.asked("subscribe")[0]?.id ?? "", seats });
}

const plays = () => FakeSocket.last.asked("play");
const accepted = (re: string | undefined) => FakeSocket.last.receive({ is: "done", re: re ?? "" });
const refused = (re: string | undefined) =>
  FakeSocket.last.receive({
    is: "refused",
    re: re ?? "",
    code: "abracada/lower",
    rule: "cast",
    facts: { spell: 5 },
    request: "",
  });

describe("picking", () => {
  test("the first press picks a legal move and sends nothing", () => {
    sit(["cast 5"]);
    sitting.pick("cast 5");
    expect(sitting.picked).toBe("cast 5");
    expect(plays()).toEqual([]);
  });

  test("another press picks another move", () => {
    sit(["cast 5", "stop"]);
    sitting.pick("cast 5");
    sitting.pick("stop");
    expect(sitting.picked).toBe("stop");
    expect(plays()).toEqual([]);
  });

  test("nothing is picked after it was put back", () => {
    sit(["cast 5"]);
    sitting.pick("cast 5");
    sitting.pick(null);
    expect(sitting.picked).toBeNull();
  });

  test("an illegal move is not picked and the reason is given", async () => {
    sit(["stop"]);
    await eventually(() => expect(sitting.words).not.toBeNull());
    sitting.pick("cast 5");
    refused(FakeSocket.last.asked("check")[0]?.id);
    await eventually(() => expect(sitting.reason?.text).toBe("You cast Storm before"));
    expect(sitting.picked).toBeNull();
  });

  test("a move that is not listed is picked when the server allows it", async () => {
    sit(["stop"]);
    sitting.pick("aim 3");
    accepted(FakeSocket.last.asked("check")[0]?.id);
    await eventually(() => expect(sitting.picked).toBe("aim 3"));
  });

  test("the reason is asked for once", () => {
    sit(["stop"]);
    void sitting.why("cast 5");
    void sitting.why("cast 5");
    expect(FakeSocket.last.asked("check")).toHaveLength(1);
  });

  test("a picked move that is no longer legal is put back", () => {
    sit(["cast 5"]);
    sitting.pick("cast 5");
    FakeSocket.last.receive({ is: "update", table: "t", n: 2, seat: 0, legal: ["stop"] });
    expect(sitting.picked).toBeNull();
  });
});

describe("sealing", () => {
  test("the second press sends the move with the number it was decided at", () => {
    sit(["cast 5"]);
    sitting.pick("cast 5");
    sitting.pick("cast 5");
    expect(plays()).toMatchObject([{ table: "t", seat: 0, move: "cast 5", at: 1 }]);
    expect(sitting.sealed).toBe("cast 5");
    expect(sitting.at.legal).toEqual([]);
  });

  test("a move is sent once while its answer is awaited", () => {
    sit(["cast 5"]);
    sitting.pick("cast 5");
    sitting.seal();
    sitting.seal();
    expect(plays()).toHaveLength(1);
  });

  test("one press is enough for those who chose so", () => {
    settings.atOnce = true;
    sit(["cast 5"]);
    sitting.pick("cast 5");
    expect(plays()).toHaveLength(1);
  });

  test("after the answer nothing is picked or sealed", async () => {
    sit(["cast 5"]);
    sitting.pick("cast 5");
    sitting.seal();
    accepted(plays()[0]?.id);
    await eventually(() => expect(sitting.sealed).toBeNull());
    expect([sitting.picked, sitting.reason]).toEqual([null, null]);
  });

  test("a refused move gives its reason and can be picked again", async () => {
    sit(["cast 5"]);
    sitting.pick("cast 5");
    sitting.seal();
    refused(plays()[0]?.id);
    await eventually(() => expect(sitting.sealed).toBeNull());
    expect(sitting.reason).toMatchObject({ code: "abracada/lower", rule: "cast" });
    sitting.pick("cast 5");
    expect(sitting.picked).toBe("cast 5");
  });
});

describe("preparing", () => {
  test("a move prepared while others decide is picked when asked, and not sent", async () => {
    sit([]);
    sitting.pick("cast 5");
    expect([sitting.picked, sitting.prepared]).toEqual([null, "cast 5"]);
    FakeSocket.last.receive({ is: "update", table: "t", n: 2, seat: 0, legal: ["cast 5"] });
    await eventually(() => expect(sitting.picked).toBe("cast 5"));
    expect(sitting.prepared).toBeNull();
    expect(plays()).toEqual([]);
  });

  test("a second press takes the prepared move back", () => {
    sit([]);
    sitting.pick("cast 5");
    sitting.pick("cast 5");
    expect(sitting.prepared).toBeNull();
  });
});

describe("a prepared move is put back", () => {
  const update = (parts: Partial<Update>) =>
    FakeSocket.last.receive({ is: "update", table: "t", n: 2, seat: 0, ...parts });
  const { info } = snapshot();

  test.each<[string, Partial<Update>]>([
    ["when another round begins", { events: [{ event: "round_began", round: 2 }] }],
    ["when the game is over", { info: { ...info, status: "over" } }],
    ["when another game begins", { info: { ...info, number: 2 } }],
    ["when a bot takes the seat", { info: { seats: [{ ...info.seats[0], bot: "greedy" }] } }],
  ])("%s", async (_, parts) => {
    sit([]);
    sitting.pick("cast 5");
    update(parts);
    await eventually(() => expect(sitting.prepared).toBeNull());
    expect([sitting.dropped, sitting.picked]).toEqual(["cast 5", null]);
    sitting.pick(null);
    expect(sitting.dropped).toBeNull();
  });

  test("when the connection was lost and the table is shown anew", () => {
    sit([]);
    sitting.pick("cast 5");
    FakeSocket.last.receive({ ...snapshot({ pending: [0] }), n: 9 });
    expect([sitting.prepared, sitting.dropped]).toEqual([null, "cast 5"]);
  });

  test("but not by what others do in the same round", () => {
    sit([]);
    sitting.pick("cast 5");
    update({ events: [{ event: "cast", seat: 1 }] });
    expect([sitting.prepared, sitting.dropped]).toEqual(["cast 5", null]);
  });
});

test("a seat that is out, as its table says, prepares nothing", () => {
  sit([]);
  sitting.at.outOf((view, seat) => (view["fallen"] as number[]).includes(seat));
  FakeSocket.last.receive({
    is: "update",
    table: "t",
    n: 2,
    seat: 0,
    view: { fallen: [0] },
  });
  sitting.pick("cast 5");
  expect([sitting.at.rests, sitting.prepared]).toEqual(["out", null]);
});

test("a spectator picks nothing", () => {
  sitting = new Sitting("t");
  sitting.pick("cast 5");
  expect([sitting.picked, sitting.prepared]).toEqual([null, null]);
});

test("on a shared device the seat is hidden until its player is there", () => {
  sit(["cast 5"], [0, 1]);
  expect(sitting.curtain).toBe(0);
  sitting.raise();
  expect([sitting.curtain, sitting.eyes]).toEqual([null, 0]);
});

test("the other seats are counted clockwise", () => {
  expect(around(4, 2)).toEqual([3, 0, 1]);
  expect(around(3, null)).toEqual([0, 1, 2]);
});

test("a seat that does not play a decider watches it", () => {
  const info = { ...snapshot().info, players: [2, 0] };
  expect([seatOf(info, 2), seatOf(info, 0), seatOf(info, 1)]).toEqual([0, 1, null]);
});
