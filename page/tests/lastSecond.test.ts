import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { sealInTime } from "../src/client/lastSecond";

const seal = vi.fn();
const deadline = (seconds: number) => Date.now() / 1000 + seconds;

beforeEach(() => {
  vi.useFakeTimers();
  seal.mockClear();
});

afterEach(() => {
  vi.useRealTimers();
});

test("a picked move is sent one second before the time is up", () => {
  sealInTime(deadline(10), seal);
  vi.advanceTimersByTime(8990);
  expect(seal).not.toHaveBeenCalled();
  vi.advanceTimersByTime(20);
  expect(seal).toHaveBeenCalledOnce();
});

test("a move picked within the last second is sent at once", () => {
  sealInTime(deadline(0.5), seal);
  vi.advanceTimersByTime(0);
  expect(seal).toHaveBeenCalledOnce();
});

test("a move that was put back is not sent, and none after the time", () => {
  sealInTime(deadline(10), seal)();
  sealInTime(deadline(-1), seal);
  vi.advanceTimersByTime(60_000);
  expect(seal).not.toHaveBeenCalled();
});
