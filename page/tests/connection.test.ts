import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Connection, fold, foldLobby, type Heard, type Subscriber } from "../src/client/connection";
import { Refusal } from "../src/client/http";
import type { Listing, Refused, Update } from "../src/client/messages";
import { page } from "../src/client/outdated.svelte";
import { FakeSocket, snapshot, useFakeSockets } from "./fakes";

const connections: Connection[] = [];
let states: boolean[] = [];
let heard: Heard[] = [];
const subscribed = vi.fn();
const subscriber: Subscriber = {
  heard: (one) => heard.push(one),
  presence: () => undefined,
  subscribed,
  refused: () => undefined,
};

beforeEach(() => {
  vi.useFakeTimers();
  useFakeSockets();
  states = [];
  heard = [];
  subscribed.mockClear();
});

afterEach(() => {
  for (const connection of connections.splice(0)) connection.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function connect(): Connection {
  const connection = new Connection((open) => states.push(open));
  connections.push(connection);
  return connection;
}

/** A table whose snapshot number 4 has arrived. */
function listening(): Connection {
  const connection = connect();
  connection.subscribe("t", subscriber);
  FakeSocket.last.accept();
  FakeSocket.last.receive(snapshot({ a: 1 }, [], 4));
  return connection;
}

const refusal = (re: string, code: string, facts = {}): Refused => ({
  is: "refused",
  re,
  code,
  rule: "",
  facts,
  request: "",
});

const update = (parts: Partial<Update>): Update => ({
  is: "update",
  table: "t",
  n: 5,
  seat: 0,
  ...parts,
});

describe("folding", () => {
  test("an update replaces the fields that it names and keeps the others", () => {
    const before = snapshot({ a: 1, b: 2, hand: [1] }, ["x"]);
    const after = fold(before, update({ info: { number: 2 }, view: { b: 3 }, own: { hand: [2] } }));
    expect(after.view).toEqual({ a: 1, b: 3, hand: [2] });
    expect(after.info).toEqual({ ...before.info, number: 2 });
    expect(after.legal).toBe(before.legal);
    expect(before.view).toEqual({ a: 1, b: 2, hand: [1] });
  });

  test("an empty list of moves is a list, not a missing one", () => {
    expect(fold(snapshot({}, ["x"]), update({ legal: [] })).legal).toEqual([]);
  });

  test("the next update is folded into the snapshot", () => {
    listening();
    FakeSocket.last.receive(update({ n: 5, view: { b: 2 } }));
    expect(heard.map(({ snapshot }) => snapshot.n)).toEqual([4, 5]);
    expect(heard[1]?.snapshot.view).toEqual({ a: 1, b: 2 });
  });

  test("an update that was already folded is dropped", () => {
    listening();
    FakeSocket.last.receive(update({ n: 4, view: { a: 9 } }));
    expect(heard).toHaveLength(1);
    expect(FakeSocket.last.asked("subscribe")).toHaveLength(1);
  });

  test("after a gap the page subscribes again from what it knows", () => {
    listening();
    FakeSocket.last.receive(update({ n: 6, view: { a: 9 } }));
    expect(heard).toHaveLength(1);
    expect(FakeSocket.last.asked("subscribe").map(({ since }) => since)).toEqual([undefined, 4]);
  });

  test("a seat without a snapshot asks for everything anew", () => {
    listening();
    const [first] = FakeSocket.last.asked("subscribe");
    FakeSocket.last.receive({ is: "done", re: first?.id ?? "", seats: [0, 1] });
    expect(subscribed).not.toHaveBeenCalled();
    expect(FakeSocket.last.asked("subscribe").map(({ since }) => since)).toEqual([
      undefined,
      undefined,
    ]);
  });
});

describe("reconnection", () => {
  test("a lost connection is opened again and subscribes from the last number", () => {
    listening();
    FakeSocket.last.close();
    expect(states).toEqual([true, false]);
    vi.runAllTimers();
    expect(FakeSocket.all).toHaveLength(2);
    FakeSocket.last.accept();
    expect(states).toEqual([true, false, true]);
    expect(FakeSocket.last.asked("subscribe").map(({ since }) => since)).toEqual([4]);
  });

  test("the wait doubles up to eight seconds and starts over once open", () => {
    vi.spyOn(Math, "random").mockReturnValue(0.5); // the middle of the spread
    listening();
    for (const wait of [250, 500, 1000, 2000, 4000, 8000, 8000]) {
      const opened = FakeSocket.all.length;
      FakeSocket.last.close();
      vi.advanceTimersByTime(wait - 1);
      expect(FakeSocket.all).toHaveLength(opened);
      vi.advanceTimersByTime(1);
      expect(FakeSocket.all).toHaveLength(opened + 1);
    }
    FakeSocket.last.accept();
    FakeSocket.last.close();
    const opened = FakeSocket.all.length;
    vi.advanceTimersByTime(250);
    expect(FakeSocket.all).toHaveLength(opened + 1);
  });

  test("a command without an answer is sent again under the same id", async () => {
    const connection = listening();
    const answer = connection.request({ do: "start", table: "t", seat: 0 });
    const [first] = FakeSocket.last.asked("start");
    FakeSocket.last.close();
    vi.runAllTimers();
    FakeSocket.last.accept();
    const [second] = FakeSocket.last.asked("start");
    expect(second).toEqual(first);
    FakeSocket.last.receive({ is: "done", re: second?.id ?? "" });
    expect((await answer).re).toBe(first?.id);
  });

  test("an answered command is not sent again", async () => {
    const connection = listening();
    const answer = connection.request({ do: "start", table: "t", seat: 0 });
    FakeSocket.last.receive({ is: "done", re: FakeSocket.last.asked("start")[0]?.id ?? "" });
    await answer;
    FakeSocket.last.close();
    vi.runAllTimers();
    FakeSocket.last.accept();
    expect(FakeSocket.last.asked("start")).toEqual([]);
  });

  test("a closed connection stays closed", () => {
    listening().close();
    vi.runAllTimers();
    expect(FakeSocket.all).toHaveLength(1);
  });

  test("when the network is back the old socket is replaced", () => {
    listening();
    const old = FakeSocket.last;
    dispatchEvent(new Event("online"));
    vi.runAllTimers();
    expect(old.readyState).toBe(3);
    expect(FakeSocket.all).toHaveLength(2);
  });
});

describe("refusals", () => {
  test("a refused command fails with the code", async () => {
    const answer = listening().request({ do: "start", table: "t", seat: 0 });
    FakeSocket.last.receive(refusal(FakeSocket.last.asked("start")[0]?.id ?? "", "table/started"));
    await expect(answer).rejects.toThrow(Refusal);
    await expect(answer).rejects.toThrow("table/started");
  });

  test("a command that came too fast is sent again after the wait", () => {
    void listening().request({ do: "start", table: "t", seat: 0 });
    const id = FakeSocket.last.asked("start")[0]?.id ?? "";
    FakeSocket.last.receive(refusal(id, "message/too_many", { seconds: 2 }));
    vi.advanceTimersByTime(1999);
    expect(FakeSocket.last.asked("start")).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(FakeSocket.last.asked("start").map((ask) => ask.id)).toEqual([id, id]);
  });
});

test("after another protocol the page asks to be loaded again", () => {
  listening();
  FakeSocket.last.receive({
    ...refusal("", "protocol/other", { yours: "2", ours: 3 }),
    re: null,
  });
  expect(page.outdated).toBe(true);
  vi.runAllTimers();
  expect(FakeSocket.all).toHaveLength(1);
  page.outdated = false;
});

test("the socket says which protocol the page speaks", () => {
  connect().subscribe("t", subscriber);
  expect(FakeSocket.last.address).toMatch(/\/api\/socket\?protocol=2$/);
});

test("a change of the lobby replaces, adds and removes tables, gathering ones first", () => {
  const listing = (table: string, status: string, at: number) => ({ table, status, at }) as Listing;
  const before = [
    listing("a", "gathering", 3),
    listing("b", "playing", 9),
    listing("c", "over", 1),
  ];
  const changed = [listing("a", "playing", 4), listing("d", "gathering", 2)];
  const after = foldLobby(before, { is: "lobby_change", changed, gone: ["c"] });
  expect(after.map(({ table }) => table)).toEqual(["d", "b", "a"]);
});
