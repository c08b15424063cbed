"""Small things that guests want: another name, to stand up again, a link that is copied, the game as they saw it."""

import re
import secrets

from playwright.sync_api import expect
from test_room import invite, two_friends  # type: ignore[import-not-found]

from conftest import Guest, Sit  # type: ignore[import-not-found]

NO_CLIPBOARD = "Object.defineProperty(navigator, 'clipboard', { value: undefined })"
FITS = "(title) => title.scrollWidth <= title.clientWidth && title.scrollHeight <= title.clientHeight"
NO_COPYING = "document.execCommand = () => false"


def test_a_guest_without_a_name_takes_one_and_stands_up_again(sit: Sit) -> None:
    inès = sit()
    table = invite(inès, "Abracada", 4)
    malo = sit(f"/t/{table}", settings={"name": ""}, width=360, height=740)
    seats, also = malo.page.locator(".seat"), malo.page.get_by_role("button", name="Sur cet appareil")
    malo.page.get_by_role("button", name="S’asseoir ici").first.click()
    expect(malo.page.get_by_label("Nom à la place 2")).to_have_value("Alix")
    malo.page.get_by_label("Votre nom").fill("Inès")
    malo.page.keyboard.press("Enter")
    expect(malo.page.get_by_role("alert")).to_contain_text("Quelqu'un s'appelle déjà")
    malo.page.get_by_label("Votre nom").fill("Malo")
    malo.page.keyboard.press("Enter")
    expect(malo.page.get_by_label("Nom à la place 2")).to_have_value("Malo")
    expect(malo.page.get_by_role("alert")).to_have_count(0)
    expect(inès.page.locator(".seat").nth(1)).to_contain_text("Malo")
    also.first.click()
    expect(malo.page.get_by_label("Nom à la place 3")).to_have_value("Malo 2")
    assert malo.faults() == []
    assert malo.page.evaluate("document.documentElement.scrollWidth") <= 360
    for left, seat in ((1, 2), (0, 1)):
        seats.nth(seat).get_by_role("button", name="Se lever").click()
        expect(malo.page.get_by_role("button", name="Se lever")).to_have_count(left)
        expect(inès.page.locator(".seat").nth(seat)).to_contain_text("place libre")
    malo.page.get_by_role("button", name="S’asseoir ici").last.click()
    expect(malo.page.get_by_label("Nom à la place 4")).to_have_value("Malo")


def test_a_name_that_the_house_cleans_is_numbered_too(sit: Sit) -> None:
    inès = sit(settings={"name": "Zoé\u202e👩\u200d🚀"})
    invite(inès, "Abracada", 4)
    inès.page.get_by_role("button", name="Sur cet appareil").first.click()
    expect(inès.page.get_by_label("Nom à la place 2")).to_have_value("Zoé 👩\u200d🚀 2")


def test_a_link_is_said_to_be_copied_only_if_it_is(sit: Sit) -> None:
    inès = sit("/credits")
    inès.page.add_init_script(NO_CLIPBOARD)
    inès.page.goto("/")
    invite(inès, "Abracada", 4)
    button = inès.page.locator(".invite button")
    button.click()
    expect(button).to_have_text("Lien copié")
    expect(button).to_have_text("Copier le lien")
    inès.page.evaluate(NO_COPYING)
    button.click()
    expect(button).to_have_text("À copier dans le champ")
    chosen = inès.page.evaluate("document.activeElement.value.slice(document.activeElement.selectionStart)")
    assert chosen == inès.page.url
    expect(button).to_have_text("Copier le lien")


def second_seat_to_the_end(sit: Sit) -> Guest:
    """A game in which this guest had the second seat of the table, and let a bot play on."""
    inès = sit()
    request, origin = inès.page.context.request, {"origin": inès.page.evaluate("location.origin")}
    asked = {"id": secrets.token_urlsafe(), "game": "abracada", "bots": ["random", ""]}
    table = request.post("/api/tables", data=asked, headers=origin).json()["table"]
    me = {name: secrets.token_urlsafe() for name in ("id", "token", "nonce")} | {"name": "Inès"}
    assert request.post(f"/api/tables/{table}/seats", data=me, headers=origin).ok
    inès.page.goto(f"/t/{table}")
    inès.page.get_by_role("button", name="Commencer", exact=True).click()
    inès.wait_for_table()
    inès.page.get_by_role("button", name="Quitter la table").click()
    inès.page.get_by_role("button", name="Quitter", exact=True).click()
    inès.page.locator(".book").first.wait_for()
    inès.page.goto(f"/t/{table}")
    inès.page.locator("[data-over=true]").wait_for()
    return inès


def test_a_record_is_seen_with_the_eyes_of_who_looks(sit: Sit) -> None:
    inès = second_seat_to_the_end(sit)
    own = inès.page.get_by_role("button", name=re.compile("^(Vu par|Seen by) Inès"))
    public = inès.page.get_by_role("button", name=re.compile("^(le public|the public)$"))
    inès.page.get_by_role("link", name="Revoir la partie").click()
    expect(own).to_have_attribute("aria-pressed", "true")
    record = inès.page.url.partition("#")[0]
    inès.page.goto("/credits")
    inès.page.goto(record)
    expect(own).to_have_attribute("aria-pressed", "true")
    public.click()
    expect(public).to_have_attribute("aria-pressed", "true")
    inès.page.get_by_role("button", name="Réglages").click()
    with inès.page.expect_response("**/story/*"):
        inès.page.get_by_label("Langue").select_option("en")
    inès.page.keyboard.press("Escape")
    expect(inès.page.locator(".where")).to_contain_text("Move")
    expect(public).to_have_attribute("aria-pressed", "true")
    inès.page.get_by_role("button", name="Link to this moment").click()
    assert inès.page.url.endswith("#move=0&seat=public")
    inès.page.goto("/credits")
    inès.page.goto(f"{record}#move=0&seat=public")
    expect(public).to_have_attribute("aria-pressed", "true")
    noor = sit(record)
    expect(noor.page.get_by_role("button", name="le public")).to_have_attribute("aria-pressed", "true")


def test_a_record_says_at_its_end_who_won_and_why(sit: Sit) -> None:
    inès = second_seat_to_the_end(sit)
    inès.page.get_by_role("link", name="Revoir la partie").click()
    inès.page.get_by_role("button", name="Début").click()
    said = inès.page.locator(".strip")
    expect(said).to_be_hidden()
    inès.page.keyboard.press("End")
    expect(said).to_be_visible()
    expect(said).to_contain_text(re.compile("Victoire : .+\\."))


def test_nothing_is_proved_while_the_house_is_away(sit: Sit) -> None:
    inès = second_seat_to_the_end(sit)
    inès.page.get_by_role("link", name="Revoir la partie").click()
    proof, verify = inès.page.locator(".proof"), inès.page.get_by_role("button", name="Vérifier")
    verify.wait_for()
    inès.page.context.set_offline(True)
    verify.click()
    expect(proof).to_contain_text("rien n’est vérifié")
    expect(proof.locator("svg")).to_have_count(0)
    assert inès.faults() == []
    inès.page.get_by_role("button", name="le public").click()
    expect(proof).to_contain_text("Le serveur ne répond pas. Réessayez")
    inès.page.context.set_offline(False)
    verify.click()
    expect(proof).to_contain_text("Prouvé")
    expect(proof.locator("svg")).to_have_count(1)


def test_the_hall_says_that_the_house_is_away_until_it_is_back(sit: Sit) -> None:
    inès = sit("/credits")
    inès.page.route("**/api/games", lambda route: route.abort())
    inès.page.goto("/")
    inès.page.locator(".blank").first.wait_for()
    inès.page.unroute("**/api/games")
    play = inès.page.get_by_role("button", name=re.compile("Jouer maintenant.*Abracada"))
    play.wait_for()
    inès.page.context.set_offline(True)
    play.click()
    expect(inès.page.get_by_role("alert")).to_contain_text("Le serveur ne répond pas")
    inès.page.context.set_offline(False)
    expect(inès.page.get_by_role("alert")).to_have_count(0)


def test_talk_is_counted_while_nobody_reads_it(sit: Sit) -> None:
    inès, malo = two_friends(sit)
    malo.page.set_viewport_size({"width": 390, "height": 844})
    inès.page.get_by_role("button", name="Commencer", exact=True).click()
    for guest in (inès, malo):
        guest.wait_for_table()
    ticker = malo.page.locator(".ticker")
    expect(ticker).to_contain_text("Chronique")
    inès.page.get_by_role("tab", name="Discussion").click()
    for text in ("Bonsoir", "À toi"):
        inès.page.get_by_label("Dire quelque chose à la table…").fill(text)
        inès.page.keyboard.press("Enter")
    expect(ticker).to_contain_text("Discussion · 2")
    assert malo.faults() == []
    ticker.click()
    expect(malo.page.get_by_role("list", name="Discussion")).to_contain_text("À toi")
    malo.page.get_by_role("button", name="Fermer").click()
    expect(ticker).to_contain_text("Chronique")


def test_on_a_phone_the_title_is_whole_while_a_bot_stands_in(sit: Sit) -> None:
    inès = sit()
    table = invite(inès, "Épée", 2)
    malo = sit(f"/t/{table}", settings={"name": "Malo"}, width=360, height=740)
    malo.page.get_by_role("button", name="S’asseoir ici").click()
    inès.page.get_by_role("button", name="Commencer", exact=True).click()
    malo.wait_for_table()
    malo.page.get_by_role("button", name="Quitter la table").click()
    malo.page.get_by_role("button", name="Quitter", exact=True).click()
    malo.page.locator(".book").first.wait_for()
    malo.page.goto(f"/t/{table}")
    back = malo.page.get_by_role("button", name="Reprendre ma place")
    back.wait_for()
    malo.page.evaluate("document.fonts.ready.then(() => 0)")
    assert malo.page.locator(".top h1").evaluate(FITS)
    assert malo.page.evaluate("document.documentElement.scrollWidth") <= 360
    bar, ticker = malo.page.locator(".top").bounding_box(), malo.page.locator(".ticker").bounding_box()
    assert bar and ticker and bar["y"] + bar["height"] <= ticker["y"] + 1
    assert malo.faults() == []
    back.click()
    expect(back).to_have_count(0)


def test_three_days_are_three_days(sit: Sit) -> None:
    inès = sit("/new/epee")
    expect(inès.page.get_by_label("Temps par décision").locator("option", has_text="jour")).to_have_text(
        ["1 jour", "3 jours"]
    )
    inès.page.goto("/")
    inès.open_table("abracada", "random", options={"first": 0}, clock={"days": 3})
    expect(inès.page.locator(".top .chip")).to_have_text("3 j")
