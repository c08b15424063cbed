"""Pictures of the page for docs/shots: the front page and each table in play, on a desk and on a phone.

python tools/shots.py [--into docs/shots] [--only bataille front] [--theme dark] [--lang en] [--moves 5]
"""

import argparse
import io
import json
import re
import secrets
import shutil
import tempfile
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright
from tests.support.served import Served

SIZES = {"desk": (1440, 900), "phone": (390, 844)}
GAMES = ("abracada", "epee", "abbracadabra", "bataille", "magicoa")
MOVES = {"bataille": 2}  # of one's own before the picture; else as asked
FLAGS = ["--no-sandbox", "--disable-gpu", "--enable-unsafe-swiftshader"]
LIMITS = [f"--limit={name}=2000" for name in ("messages", "moves", "requests", "new_tables", "sockets_each")]
PATIENCE = 90_000
LEGAL = "[...document.querySelectorAll('.piece.legal[data-move]')].filter(p => p.offsetParent).map(p => p.dataset.move)"


def main() -> None:
    asked = read_arguments()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        served = Served(Path(folder) / "house.db", "--pace=0", *LIMITS).start()
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        try:
            for name in asked.only:
                for size in SIZES:
                    picture(browser, served, asked, name, size)
        finally:
            browser.close()
            served.stop()


def chromium() -> str | None:
    return shutil.which("chromium") or shutil.which("google-chrome")


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--into", type=Path, default=Path(__file__).parents[1] / "docs" / "shots")
    parser.add_argument("--only", nargs="+", default=["front", *GAMES])
    parser.add_argument("--theme", default="dark")
    parser.add_argument("--lang", default="en")
    parser.add_argument("--moves", type=int, default=5, help="moves of one's own before the picture")
    return parser.parse_args()


def picture(browser: Browser, served: Served, asked: argparse.Namespace, name: str, size: str) -> None:
    page = new_page(browser, served, SIZES[size], lang=asked.lang, theme=asked.theme)
    if name != "front":
        sit_down(page, name)
        play(page, MOVES.get(name, asked.moves))
        if name == "bataille":
            aim(page)
    page.evaluate("document.fonts.ready")
    page.wait_for_timeout(400)  # fades end
    keep(page, asked.into / f"{name}-{size}.webp")
    page.context.close()


def new_page(browser: Browser, served: Served, size: tuple[int, int], **chosen: Any) -> Page:
    """The front page, in a new browser with these settings."""
    context = browser.new_context(base_url=served.address, viewport={"width": size[0], "height": size[1]})
    context.set_default_timeout(PATIENCE)
    settings = json.dumps({"speed": 0, "lang": "en", "theme": "dark", "name": "Inès", "drawing": "fine"} | chosen)
    context.add_init_script(f"localStorage.setItem('sortilege', {json.dumps(settings)})")
    page = context.new_page()
    page.goto("/")
    page.locator(".book").first.wait_for()
    return page


def sit_down(page: Page, game: str) -> None:
    request, origin = page.context.request, {"origin": page.evaluate("location.origin")}
    options = {"throws": "arena"} if game == "bataille" else {}
    asked = {"id": secrets.token_urlsafe(), "game": game, "bots": ["", *["greedy"] * 3], "options": options}
    table = request.post("/api/tables", data=asked, headers=origin).json()["table"]
    me: dict[str, Any] = {part: secrets.token_urlsafe() for part in ("id", "token", "nonce")} | {"name": "Inès"}
    request.post(f"/api/tables/{table}/seats", data=me, headers=origin)
    page.goto(f"/t/{table}")
    page.locator(".strip, .btn.seal").first.wait_for()
    if not page.locator(".strip").count():
        page.locator(".btn.seal").click()
    page.locator(".strip").wait_for()


def play(page: Page, moves: int) -> None:
    """So many moves of one's own; then one is picked, not sealed. In a game that ends before: its end."""
    for left in range(moves, -1, -1):
        page.locator("[data-asked=true], [data-over=true]").first.wait_for()
        if page.locator("[data-over=true]").count():
            return
        seal = page.locator(".strip .btn.seal")
        if not seal.count():
            pick(page)
        if left:
            seal.click()
            page.locator(".strip .btn.seal.pressed").wait_for(state="detached")


def pick(page: Page) -> None:
    page.locator(".legal:visible").first.wait_for()
    gold = page.locator("button[data-gold].legal")
    if gold.count():  # Magicoa: two cards make the move
        gold.nth(1).click()
        gold.nth(gold.count() // 2).click()
        page.locator(".strip .btn.seal").wait_for()
        return
    legal: list[str] = page.evaluate(LEGAL)
    acting = [move for move in legal if not re.match("stop|pass|rest|done|decline|leave", move)]
    move = (acting or legal)[len(acting or legal) // 2]
    page.locator(f'.piece[data-move="{move}"]').first.click()
    page.locator(".strip .btn.seal").wait_for()


def aim(page: Page) -> None:
    """From a place on the foam towards oneself."""
    box = page.locator(".stage").bounding_box()
    if box and page.locator(".stage.aiming").count():
        x, y = box["x"] + box["width"] * 0.56, box["y"] + box["height"] * 0.46
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + box["width"] * 0.06, y + box["height"] * 0.22, steps=4)
        page.mouse.up()


def keep(page: Page, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    image = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    for quality in (90, 84, 78, 70):
        image.save(path, quality=quality, method=6)
        if path.stat().st_size < 120_000:
            break
    print(path.name, path.stat().st_size)


if __name__ == "__main__":
    main()
