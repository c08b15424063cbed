import { beforeEach, expect, test, vi } from "vitest";
import { go, place } from "../src/client/router.svelte";

beforeEach(() => {
  vi.stubGlobal("scrollTo", () => undefined);
  go("/");
});

/** Clicks a link; whether the page took the click over from the browser. */
function click(attributes: string, more: MouseEventInit = {}): boolean {
  document.body.innerHTML = `<a ${attributes}><b>link</b></a>`;
  const event = new MouseEvent("click", { bubbles: true, cancelable: true, ...more });
  // The browser would leave the page; the test only asks who acts.
  addEventListener("click", (late) => late.preventDefault(), { once: true });
  const pushed = vi.spyOn(history, "pushState");
  pushed.mockClear();
  document.querySelector("b")?.dispatchEvent(event);
  return pushed.mock.calls.length > 0;
}

test("a link inside the site changes the path without loading", () => {
  expect(click('href="/credits"')).toBe(true);
  expect([place.path, location.pathname]).toEqual(["/credits", "/credits"]);
});

test.each(['href="/credits" download', 'href="/api/credits"'])(
  "the browser follows <a %s>",
  (attributes) => {
    expect(click(attributes)).toBe(false);
  },
);

test("a click with Ctrl opens a new tab", () => {
  expect(click('href="/credits"', { ctrlKey: true })).toBe(false);
});

test("the browser's back button changes the path", async () => {
  go("/rules/abracada");
  history.replaceState(null, "", "/credits");
  dispatchEvent(new PopStateEvent("popstate"));
  await vi.waitFor(() => expect(place.path).toBe("/credits"));
});
