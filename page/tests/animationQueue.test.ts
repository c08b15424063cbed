import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Queue } from "../src/client/animationQueue.svelte";
import { settings } from "../src/client/settings.svelte";
import { snapshot } from "./fakes";

const before = snapshot({ a: 0 });
const after = snapshot({ a: 1 }, [], 2);
const cast = { event: "cast" };
const rest = { event: "rest" };
let queue: Queue;

beforeEach(() => {
  vi.useFakeTimers();
  settings.speed = 1;
  queue = new Queue();
  queue.show(before);
});

afterEach(() => {
  vi.useRealTimers();
});

const step = (events = [cast, rest]) => ({ events, snapshot: after, film: "" });

test("events are played in order and then the new view is shown", async () => {
  const done = queue.add(step());
  expect(queue.event).toEqual(cast);
  expect(queue.snapshot).toEqual(before);
  expect(queue.next).toEqual(after);
  await vi.advanceTimersByTimeAsync(500);
  expect(queue.event).toEqual(rest);
  expect(queue.played).toEqual([cast, rest]);
  await vi.advanceTimersByTimeAsync(500);
  await done;
  expect(queue.snapshot).toEqual(after);
  expect([queue.n, queue.event, queue.busy]).toEqual([2, null, false]);
  expect(queue.told.map(({ told }) => told)).toEqual([cast, rest]);
});

test("with animations off the end is shown at once and the log is complete", async () => {
  settings.speed = 0;
  await queue.add(step());
  expect(queue.snapshot).toEqual(after);
  expect(queue.busy).toBe(false);
  expect(queue.told.map(({ told }) => told)).toEqual([cast, rest]);
});

test("an event lasts as long as its table says, at most 1.1 seconds", async () => {
  queue.times = { cast: 200, rest: 9000 };
  void queue.add(step());
  expect(queue.lasting).toBe(200);
  await vi.advanceTimersByTimeAsync(200);
  expect(queue.lasting).toBe(1100);
});

test("more than three seconds of waiting events double the speed", async () => {
  void queue.add(step([cast]));
  void queue.add(step([rest]));
  void queue.add(step(Array.from({ length: 7 }, () => rest)));
  await vi.advanceTimersByTimeAsync(500);
  expect(queue.lasting).toBe(250); // 3.5 seconds wait behind this event
  await vi.advanceTimersByTimeAsync(250);
  expect(queue.lasting).toBe(500); // nothing waits behind the last step
  expect(queue.story).toHaveLength(9);
});

test("a skip ends everything that waits", async () => {
  const done = queue.add(step());
  queue.skip();
  await done;
  expect(queue.snapshot).toEqual(after);
  expect(queue.told).toHaveLength(2);
});

test("a held event waits for its promise", async () => {
  let release = () => {};
  queue.hold(new Promise<void>((resolve) => (release = resolve)));
  const done = queue.add(step([cast]));
  await vi.advanceTimersByTimeAsync(5000);
  expect(queue.event).toEqual(cast);
  release();
  await done;
  expect(queue.snapshot).toEqual(after);
});

test("a view shown meanwhile ends what was being played", async () => {
  const newest = snapshot({ a: 2 }, [], 3);
  void queue.add(step());
  queue.show(newest);
  await vi.advanceTimersByTimeAsync(5000);
  expect(queue.snapshot).toEqual(newest);
  expect([queue.n, queue.event, queue.busy]).toEqual([3, null, false]);
});

test("the log keeps the last 400 events", () => {
  const events = Array.from({ length: 450 }, (_, i) => ({ event: "cast", i }));
  queue.show(after, events);
  expect(queue.told).toHaveLength(400);
  expect(queue.told.at(-1)?.told).toEqual(events.at(-1));
});

test("another seat sees only its own log", () => {
  queue.show(after, [cast]);
  queue.tellOnly([rest]);
  expect(queue.story).toEqual([rest]);
});
