"""Épée in a browser: by clicks, by keys, by roles and names, on a narrow phone; and nothing told that is hidden."""

import re
from random import Random
from typing import Any

from playwright.sync_api import expect
from told import spectator, told_no_secret, watched_no_secret  # type: ignore[import-not-found]

from conftest import Guest, Sit  # type: ignore[import-not-found]
from sortilege.games.epee.deck import standard_deck

CREATURES = ("goblin-scout", "young-dragon")
HARMLESS = {
    "A": {"pile": "A", "kind": "holy", "stones": 1},
    "B": {"pile": "B", "kind": "energy", "magic": 1},
    "C": {"pile": "C", "kind": "energy", "magic": 1},
}
RELUCTANT = {"decline": 0.5, "rest": 0.3, "pass": 0.4, "leave": 0.4, "offer": 0.3, "lay": 0.5, "transform": 0.1}
ANSWERS = {
    "À quelle aventure": "Se reposer",
    "Combattre": "Laisser",
    "Partager": "Enchérir",
    "Miser": "Passer",
    "Surenchérir": "Passer",
    "Poser": "Finir",
    "Lancer": "Finir",
    "Accepter": "Refuser",
}
KEYS = {
    "choose": "1",
    "fight": "1",
    "share": "2",
    "bid": "p",
    "trade": "f",
    "cast": "f",
    "answer": "2",
}
BOLD = 10  # moves after which one rests: adventures that nobody wants leave, and the game is soon over


def quick_deck() -> dict[str, Any]:
    """Few creatures, and cheap ones, few artefacts: two adventures leave in most rounds, and a game is short."""
    deck = standard_deck()
    adventures = dict(deck["adventures"])
    for name, card in adventures.items():
        if card["kind"] == "creature":
            adventures[name] = {**card, "cost": 2} if name in CREATURES else HARMLESS[card["pile"]]
    return {**deck, "adventures": adventures}


def open_table(guest: Guest, seats: int) -> None:
    guest.open_table("epee", *["random"] * (seats - 1), deck=quick_deck())


def click_some_move(guest: Guest, chance: Random) -> None:
    legal = "[...document.querySelectorAll('.piece.legal')].filter(p => p.offsetParent).map(p => p.dataset.move)"
    moves: list[str] = guest.page.evaluate(legal)
    families = sorted({move.split()[0] for move in moves})
    family = chance.choices(families, [RELUCTANT.get(one, 1) for one in families])[0]
    move = chance.choice([move for move in moves if move.split()[0] == family])
    guest.page.locator(f'.piece[data-move="{move}"]').click()
    guest.page.locator(".strip .btn.seal").click()
    guest.page.locator(".strip .btn.seal").wait_for(state="detached")


def hidden_stays_hidden(guest: Guest) -> None:
    """Hands of others come as null until the end, and so do the cards that others draw and trade."""
    hands = 0
    for frame in guest.frames:
        view = {**frame.get("view", {}), **frame.get("own", {})}
        for seat, hand in enumerate(view.get("hand", [])):
            hands += 1
            assert seat == 0 or hand is None or view.get("ending") or over_at(guest, frame)
        for event in frame.get("events", []):
            if event["event"] == "drew" and event["seat"] != 0:
                assert event["card"] is None
            if event["event"] in ("offered", "traded") and 0 not in (event["seat"], event["other"]):
                assert event["given"] is None
    assert hands


def over_at(guest: Guest, frame: dict[str, Any]) -> bool:
    return any(event["event"] == "game_ended" for event in frame.get("events", []))


def test_a_whole_game_by_clicks_shows_no_fault_and_no_secret(sit: Sit) -> None:
    inès = sit()
    open_table(inès, 2)
    noor = spectator(sit, inès)
    chance = Random(5)
    looked = inès.play_whole(lambda guest: click_some_move(guest, chance))
    assert "choose" in looked and len(looked) > 1
    expect(inès.page.get_by_role("region", name="La fin")).to_contain_text("Inès")
    hidden_stays_hidden(inès)
    told_no_secret(inès)
    watched_no_secret(noor)


def test_a_whole_game_by_keys_alone(sit: Sit) -> None:
    inès = sit()
    open_table(inès, 2)
    inès.page.evaluate("document.querySelector('.table').dataset.mark = 'this one'")
    moves = 0
    while inès.asked():
        moves += 1
        asked = inès.step()
        inès.page.keyboard.press("r" if asked == "choose" and moves > BOLD else KEYS[asked])
        if not inès.page.locator(".strip .btn.seal").count():
            inès.page.keyboard.press("2")  # too dear to fight: the reason is shown, and the creature left
        inès.seal_by_key()
    mark = inès.page.locator(".table").get_attribute("data-mark")
    assert mark == "this one", "a table that is there is not laid anew at each move"


def test_a_whole_game_by_roles_and_names_on_a_narrow_phone(sit: Sit) -> None:
    inès = sit(width=360, height=740)
    open_table(inès, 2)
    while inès.asked():
        question = inès.page.get_by_role("status").filter(has_text="?").first.inner_text()
        answer = next(answer for start, answer in ANSWERS.items() if question.startswith(start))
        inès.page.get_by_role("button", name=re.compile(f"^{answer}"), disabled=False).click()
        inès.page.get_by_role(
            "button", name=re.compile("Entrée|^(Y aller|Se reposer|Finir|Passer|Refuser)$")
        ).last.click()
        inès.page.locator(".strip .btn.seal").wait_for(state="detached")
        assert inès.page.evaluate("document.documentElement.scrollWidth") <= 360


CROWDED = """() => {
  const own = document.querySelector(".around .own"), hand = own.querySelector(".chip");
  for (let i = 0; i < 8; i++) own.querySelector(".laid").append(hand.cloneNode(true));
  const plate = own.closest(".plate").getBoundingClientRect(), chips = [...own.querySelectorAll(".chip")];
  return chips.map((chip) => chip.getBoundingClientRect())
    .filter((box) => box.right > plate.right || box.bottom > plate.bottom).length;
}"""


def test_on_a_phone_all_that_another_seat_has_laid_is_shown(sit: Sit) -> None:
    inès = sit(width=390, height=844)
    open_table(inès, 4)
    inès.asked()
    assert inès.page.evaluate(CROWDED) == 0
    expect(inès.page.locator(".around .laid .chip").last).to_be_in_viewport(ratio=1)


def test_a_spell_that_nobody_gave_you_says_why(sit: Sit) -> None:
    inès = sit(settings={"lang": "en"})
    open_table(inès, 2)
    inès.asked()
    closed = inès.page.locator(".piece[data-move^='lay'], .piece[data-move='transform']")
    assert closed.count() == 0  # nothing to press that could not be
    inès.page.keyboard.press("t")
    expect(inès.page.locator(".strip .why")).to_contain_text("Transformus does not lie before you")
    inès.page.get_by_role("button", name="The rule").click()
    expect(inès.page.get_by_role("tab", name="Rules")).to_have_attribute("aria-selected", "true")


def test_a_creature_out_of_reach_tells_cost_and_reward_apart_and_offers_no_rung(sit: Sit) -> None:
    """All adventures of the first pile cost more magic than anybody has."""
    deck = standard_deck()
    lich = deck["adventures"]["lich"] | {"pile": "A", "cost": 30, "shared": [4, 0, 1]}
    dear = {n: lich if c["pile"] == "A" and c["kind"] != "spell" else c for n, c in deck["adventures"].items()}
    inès = sit()
    inès.open_table("epee", "random", deck=deck | {"adventures": dear}, options={"first": 0})
    seen: set[str] = set()
    while {"fight", "share", "no rung"} - seen:
        assert inès.asked()
        seen.add(inès.step())
        says = inès.page.locator(".says").first
        match inès.step():
            case "fight":
                expect(says).to_have_text(re.compile(r"^vous payez 30 points de magie et gagnez 9 pierres et 1 carte"))
            case "share":
                expect(says).to_have_text(re.compile(r"^chacun paie 15 points de magie et gagne 4 pierres et 1 carte"))
            case "bid" if not inès.page.locator(".piece.legal[data-move^=bid]").count():
                expect(inès.page.locator(".strip")).to_contain_text("Aucune mise n’est à votre portée.")
                seen.add("no rung")
        for move in ("go 1", "leave", "auction", "pass", "done", "decline"):
            if (piece := inès.page.locator(f'.piece.legal[data-move="{move}"]')).count():
                piece.first.click()
                break
        inès.seal()
