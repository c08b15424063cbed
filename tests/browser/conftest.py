"""A house with its built page, and Debian's Chromium to sit down at it. Where either is missing: skipped, loudly."""

import json
import re
import secrets
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, WebSocket, expect, sync_playwright
from tests.support.served import Served

from sortilege.server.http.static import PAGE

FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--enable-unsafe-swiftshader",  # the arena is drawn without a graphics card
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PATIENCE = [f"--limit={name}=2000" for name in ("messages", "moves", "requests", "new_tables", "sockets_each")]
PATIENCE += ["--limit=away_seconds=10"]
QUICK = {"speed": 0, "lang": "fr", "name": "Inès"}
SECONDS = 1000.0
AXE = Path(__file__).parents[2] / "page" / "node_modules" / "axe-core" / "axe.min.js"
BOTH_THEMES = """async (where) => {
  const root = document.documentElement, worn = root.dataset.theme;
  const still = () => document.getAnimations().forEach((one) => one instanceof CSSTransition && one.finish());
  const run = async (more) => (await axe.run(where, { resultTypes: ["violations"], ...more })).violations;
  still();
  const found = await run({});
  root.dataset.theme = worn === "light" ? "dark" : "light";
  still();
  found.push(...await run({ runOnly: ["color-contrast"] }));
  root.dataset.theme = worn;
  return found;
}"""
Sit = Callable[..., "Guest"]
expect.set_options(timeout=30 * SECONDS)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Not for longer than a file: Playwright keeps a loop running, in which no other test could run its own."""
    found = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if not found:
        pytest.skip("no Chromium on this machine: apt-get install chromium")
    if not (PAGE / "index.html").is_file():
        pytest.skip("the page is not built: make play, or npm ci && npm run build in page/")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    served = Served(tmp_path_factory.mktemp("house") / "house.db", *PATIENCE, "--pace=0").start()
    yield served
    if served.process:
        served.stop()


class Guest:
    """A person in a browser of their own. Everything its page is told is kept, and no error goes unseen."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.errors: list[str] = []
        self.frames: list[dict[str, Any]] = []
        self.played: list[str] = []
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", lambda line: self.errors.append(line.text) if _is_error(line.type, line.text) else None)
        page.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        self.socket = socket
        socket.on("framereceived", self._hear)
        socket.on("framesent", self._note)

    def _hear(self, frame: str | bytes) -> None:
        self.frames += [json.loads(line) for line in frame.splitlines()]

    def _note(self, frame: str | bytes) -> None:
        said = json.loads(frame)
        self.played += [said["move"]] if said["do"] == "play" else []

    @property
    def table(self) -> str:
        found = re.search(r"/t/([a-z2-7]{26})", self.page.url)
        assert found, self.page.url
        return found[1]

    def open_table(self, game: str, *bots: str, **more: Any) -> None:
        """A table with a deck or options of its own, opened by program: the front page has no field for decks."""
        request, origin = self.page.context.request, {"origin": self.page.evaluate("location.origin")}
        asked = {"id": secrets.token_urlsafe(), "game": game, "bots": ["", *bots], **more}
        opened = request.post("/api/tables", data=asked, headers=origin)
        assert opened.ok, opened.text()
        me = {name: secrets.token_urlsafe() for name in ("id", "token", "nonce")} | {"name": "Inès"}
        assert request.post(f"/api/tables/{opened.json()['table']}/seats", data=me, headers=origin).ok
        self.page.goto(f"/t/{opened.json()['table']}")
        self.page.locator(".strip, .btn.seal").first.wait_for(timeout=60 * SECONDS)
        if not self.page.locator(".strip").count():
            self.page.locator(".btn.seal").click()
        self.wait_for_table()

    @contextmanager
    def answered(self) -> Iterator[None]:
        """What is done in here is a move, and the house has done it when this ends."""
        socket, played, answers = self.socket, set[str](), list[dict[str, Any]]()

        def hear(frame: str | bytes) -> bool:
            answers.extend(one for one in map(json.loads, frame.splitlines()) if one.get("re") in played)
            return bool(answers)

        def note(frame: str | bytes) -> None:
            said = json.loads(frame)
            played.update({said["id"]} if said["do"] == "play" else ())

        socket.on("framesent", note)
        with socket.expect_event("framereceived", hear, timeout=60 * SECONDS):
            yield
        socket.remove_listener("framesent", note)
        assert answers[0]["is"] == "done", answers

    def seal(self) -> None:
        """Seals what is picked, and waits until it is done."""
        with self.answered():
            self.page.locator(".strip .btn.seal").click()

    def faults(self, where: str = "body") -> list[str]:
        """What axe-core finds serious or critical there, and what cannot be read in the theme that is not worn."""
        if not self.page.evaluate("typeof axe === 'object'"):
            self.page.evaluate(AXE.read_text("utf-8"))
        found = self.page.evaluate(BOTH_THEMES, where)
        return [f"{one['id']}: {one['nodes'][0]['html']}" for one in found if one["impact"] in ("serious", "critical")]

    def step(self) -> str:
        """What the table asks for, by the class of its stage."""
        found = re.search(r"step-(\w+)", self.page.locator(".stage").get_attribute("class") or "")
        assert found
        return found[1]

    def play_whole(self, act: Callable[["Guest"], None], step: Callable[["Guest"], str] = step) -> set[str]:
        """Plays until the game is over, and has axe-core look at the table the first time each thing is asked."""
        looked: set[str] = set()
        while self.asked():
            asked = step(self)
            if asked not in looked:
                assert self.faults(".table") == [], asked
            looked.add(asked)
            act(self)
        assert self.faults(".table") == []
        return looked

    def seal_by_key(self) -> None:
        self.page.locator(".strip .btn.seal").wait_for()
        with self.answered():
            self.page.keyboard.press("Enter")

    def wait_for_table(self) -> None:
        self.page.locator(".strip").wait_for(timeout=60 * SECONDS)

    def asked(self) -> bool:
        """Waits until this seat is asked or the game is over; whether it is asked."""
        self.page.locator("[data-asked=true], [data-over=true]").first.wait_for(timeout=60 * SECONDS)
        return self.page.locator("[data-over=true]").count() == 0

    def move(self) -> bool:
        """Clicks one legal move and the seal; False when the game is over."""
        if not self.asked():
            return False
        gold = self.page.locator("button[data-gold].legal")
        if gold.count():  # Magicoa: two cards make the move
            gold.first.click()
            gold.last.click()
        else:
            self.page.locator("button[data-move][aria-disabled=false]").last.click()
        self.page.locator(".strip .btn.seal").click()
        return True


def _is_error(kind: str, text: str) -> bool:
    """No fault of the page: a house that is away or refuses is a network error, a missing graphics card a slow one."""
    away = any(sign in text for sign in ("WebSocket connection", "Failed to load resource", "GL Driver Message"))
    return kind in ("error", "warning") and not away


@pytest.fixture
def sit(browser: Browser, served: Served) -> Iterator[Sit]:
    """A new browser for a new person; `width`, `height`, `settings` and anything a context takes."""
    guests: list[Guest] = []

    def open(path: str = "/", width: int = 1440, height: int = 900, house: Served = served, **more: Any) -> Guest:
        settings = QUICK | more.pop("settings", {})
        context = browser.new_context(
            base_url=f"http://127.0.0.1:{house.port}", viewport={"width": width, "height": height}, **more
        )
        chosen = json.dumps(json.dumps(settings))
        keep = f"if (!localStorage.getItem('sortilege')) localStorage.setItem('sortilege', {chosen})"
        context.add_init_script(keep)
        context.set_default_timeout(60 * SECONDS)
        guests.append(Guest(context.new_page()))
        guests[-1].page.goto(path)
        return guests[-1]

    yield open
    for guest in guests:
        guest.page.context.close()
    assert [error for guest in guests for error in guest.errors] == []


@pytest.fixture
def own_house(tmp_path: Path) -> Iterator[Served]:
    """A house that a test may kill."""
    served = Served(tmp_path / "house.db", *PATIENCE, "--pace=0").start()
    yield served
    if served.process:
        served.stop()
