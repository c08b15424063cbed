import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Line, Refusal, changedLobby, fold, type Ear, type Heard } from "../src/client/connection";
import type { Listing, Refused } from "../src/client/messages";
import { FakeSocket, snapshot, useFakeSockets } from "./fakes";

const lines: Line[] = [];
let states: boolean[] = [];
let heard: Heard[] = [];
const joined = vi.fn();
const ear: Ear = {
  heard: (one) => heard.push(one),
  here: () => undefined,
  joined,
  refused: () => undefined,
};

beforeEach(() => {
  vi.useFakeTimers();
  useFakeSockets();
  states = [];
  heard = [];
  joined.mockClear();
});

afterEach(() => {
  for (const line of lines.splice(0)) line.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function connect(): Line {
  const line = new Line((open) => states.push(open));
  lines.push(line);
  return line;
}

/** A table whose snapshot number 4 has arrived. */
function listening(): Line {
  const line = connect();
  line.listen("t", ear);
  FakeSocket.last.accept();
  FakeSocket.last.receive({ is: "fresh", table: "t", n: 4, seat: 0, look: snapshot({ a: 1 }) });
  return line;
}

const refusal = (re: string, code: string, facts = {}): Refused => ({
  is: "refused",
  re,
  code,
  rule: "",
  facts,
  request: "",
});

test("a change of the lobby replaces, adds and takes away tables", () => {
  const shown = (table: string, status: string, at: number) =>
    ({ table, status, at, game: "abracada", seats: [], tournament: false, clock: null }) as Listing;
  const before = [shown("a", "gathering", 1), shown("b", "playing", 3), shown("c", "over", 2)];
  const changed = [shown("a", "playing", 5), shown("d", "gathering", 4)];
  const after = changedLobby(before, { is: "lobby_change", changed, gone: ["c"] });
  expect(after.map(({ table }) => table)).toEqual(["d", "a", "b"]);
});

describe("folding", () => {
  test("an update replaces the fields that it names and keeps the others", () => {
    const before = snapshot({ a: 1, b: 2, hand: [1] }, ["x"]);
    const after = fold(before, { info: { number: 2 }, view: { b: 3 }, own: { hand: [2] } });
    expect(after.view).toEqual({ a: 1, b: 3, hand: [2] });
    expect(after.info).toEqual({ ...before.info, number: 2 });
    expect(after.legal).toBe(before.legal);
    expect(before.view).toEqual({ a: 1, b: 2, hand: [1] });
  });

  test("an empty list of moves is a list, not a missing one", () => {
    expect(fold(snapshot({}, ["x"]), { legal: [] }).legal).toEqual([]);
  });

  test("the next update is folded into the snapshot", () => {
    listening();
    FakeSocket.last.receive({
      is: "update",
      table: "t",
      n: 5,
      seat: 0,
      change: { view: { b: 2 } },
    });
    expect(heard.map(({ n }) => n)).toEqual([4, 5]);
    expect(heard[1]?.look.view).toEqual({ a: 1, b: 2 });
  });

  test("an update that was already folded is dropped", () => {
    listening();
    FakeSocket.last.receive({
      is: "update",
      table: "t",
      n: 4,
      seat: 0,
      change: { view: { a: 9 } },
    });
    expect(heard).toHaveLength(1);
    expect(FakeSocket.last.asked("join")).toHaveLength(1);
  });

  test("after a gap the page joins again from what it knows", () => {
    listening();
    FakeSocket.last.receive({
      is: "update",
      table: "t",
      n: 6,
      seat: 0,
      change: { view: { a: 9 } },
    });
    expect(heard).toHaveLength(1);
    expect(FakeSocket.last.asked("join").map(({ since }) => since)).toEqual([undefined, 4]);
  });

  test("a seat without a snapshot asks for everything anew", () => {
    listening();
    const [join] = FakeSocket.last.asked("join");
    FakeSocket.last.receive({ is: "done", re: join?.id ?? "", seats: [0, 1] });
    expect(joined).not.toHaveBeenCalled();
    expect(FakeSocket.last.asked("join").map(({ since }) => since)).toEqual([undefined, undefined]);
  });
});

describe("reconnection", () => {
  test("a lost connection is opened again and joins from the last number", () => {
    listening();
    FakeSocket.last.close();
    expect(states).toEqual([true, false]);
    vi.runAllTimers();
    expect(FakeSocket.all).toHaveLength(2);
    FakeSocket.last.accept();
    expect(states).toEqual([true, false, true]);
    expect(FakeSocket.last.asked("join").map(({ since }) => since)).toEqual([4]);
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
    const line = listening();
    const answer = line.ask({ do: "start", table: "t", seat: 0 });
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
    const line = listening();
    const answer = line.ask({ do: "start", table: "t", seat: 0 });
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
    const answer = listening().ask({ do: "start", table: "t", seat: 0 });
    FakeSocket.last.receive(refusal(FakeSocket.last.asked("start")[0]?.id ?? "", "table/started"));
    await expect(answer).rejects.toThrow(Refusal);
    await expect(answer).rejects.toThrow("table/started");
  });

  test("a command that came too fast is sent again after the wait", () => {
    void listening().ask({ do: "start", table: "t", seat: 0 });
    const id = FakeSocket.last.asked("start")[0]?.id ?? "";
    FakeSocket.last.receive(refusal(id, "message/too_many", { seconds: 2 }));
    vi.advanceTimersByTime(1999);
    expect(FakeSocket.last.asked("start")).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(FakeSocket.last.asked("start").map((ask) => ask.id)).toEqual([id, id]);
  });
});
