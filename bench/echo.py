"""Measure how long after the server's answer a move is on the screen: python bench/echo.py [--moves 40]

It is taken in the page: from the first message that answers a sealed move to the end of the frame that shows it. Bots
move after a moment, as they do at any table: at no pace their moves would be in the same frame.
"""

import argparse
import statistics
import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright
from tests.support.served import Served
from tools.shots import FLAGS, GAMES, LIMITS, chromium, new_page, pick, sit_down

WATCH = """
window.echoes = []; window.presses = [];
let waiting = false;
const painted = (since, into) => requestAnimationFrame(() => {
  const frame = new MessageChannel();
  frame.port1.onmessage = () => into.push(performance.now() - since);
  frame.port2.postMessage(0);
});
addEventListener("click", (event) => {
  if (!event.target.closest?.(".strip .btn.seal")) return;  // a move, not the start of the game
  waiting = true;
  painted(performance.now(), presses);
}, true);
function hear(event) {
  if (!waiting || !event.data.includes('"is":"update"')) return;
  waiting = false;
  painted(performance.now(), echoes);
}
const Real = WebSocket;
window.WebSocket = class extends Real {
  constructor(...all) { super(...all); this.addEventListener("message", hear); }
};
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--moves", type=int, default=40)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        served = Served(Path(folder) / "house.db", "--pace=0.3", *LIMITS).start()
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        try:
            for game in GAMES:
                page = new_page(browser, served, (1440, 900), drawing="auto")
                page.add_init_script(WATCH)
                print(game, *measure(page, game, asked.moves))
                page.context.close()
        finally:
            browser.close()
            served.stop()


def measure(page: Page, game: str, moves: int) -> list[str]:
    sit_down(page, game)
    for _ in range(moves):
        page.locator("[data-asked=true], [data-over=true]").first.wait_for()
        if page.locator("[data-over=true]").count():
            break
        if not page.locator(".strip .btn.seal").count():
            pick(page)
        page.locator(".strip .btn.seal").click()
        page.locator(".strip .btn.seal.pressed").wait_for(state="detached")
    return [f"{name} {told(page.evaluate(name))}" for name in ("presses", "echoes")]


def told(times: list[float]) -> str:
    most = max(times)
    where = f"at most {most:.0f} ms in move {times.index(most) + 1};"
    return f"{len(times)} moves, median {statistics.median(times):.0f} ms, {where}"


if __name__ == "__main__":
    main()
