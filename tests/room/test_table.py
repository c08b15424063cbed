"""A table in play, for every game there is."""

from typing import Any

import pytest
from msgspec.structs import replace
from tests.support.tables import Sitting, token

import sortilege
from sortilege.games import SLUGS, load
from sortilege.kernel.refusal import Refusal
from sortilege.room.chat import clean
from sortilege.room.commands import CallBot, DismissBot, Leave, Play, Rename, Say, Start
from sortilege.room.decide import needs_bot
from sortilege.room.facts import Clock, Created, Played, read_fact
from sortilege.room.snapshots import Update, fold, snapshot, updates, views_of
from sortilege.room.stories import story
from sortilege.room.table import create

each_game = pytest.mark.parametrize("slug", SLUGS)


def people(slug: str, **plan: Any) -> Sitting:
    """A table of people only, the game begun."""
    at = Sitting(slug, [""] * load(slug).seats[0], **plan)
    at.sit_all()
    at.ask(Start, 0)
    return at


def refused(code: str, at: Sitting, /, *given: Any, **more: Any) -> None:
    before = at.table
    with pytest.raises(Refusal) as refusal:
        at.ask(*given, **more)
    assert refusal.value.code == code
    assert at.table is before


@each_game
def test_a_game_is_played_to_its_end_and_its_facts_add_up_to_it(slug: str) -> None:
    at = people(slug)
    table = at.play_out(seed=1)
    assert table.status == "over" and table.records[0]["result"]
    again = at.rebuilt()
    assert again.game is not None and table.game is not None
    assert again.game.state == table.game.state and again.records == table.records


@each_game
def test_every_seat_folds_what_it_hears_to_what_it_sees(slug: str) -> None:
    at = Sitting(slug, [""] * load(slug).seats[0])
    audiences = [None, *range(at.table.seats)]
    at.sit_all()
    before = at.table
    was = views_of(before, audiences)
    folded = {audience: was.snapshot(audience) for audience in audiences}
    for i in range(400):
        if before.status == "over":
            break
        if before.game is None:
            at.ask(Start, 0)
        else:
            seat = before.game.pending[i % len(before.game.pending)]
            at.play(seat, before.game.legal(seat)[i % len(before.game.legal(seat))])
        now = views_of(at.table, audiences)
        for audience, told in updates(was, now).items():
            assert isinstance(told, Update)
            folded[audience] = fold(folded[audience], told)
            assert folded[audience] == now.snapshot(audience)
        before, was = at.table, now


@each_game
def test_the_record_proves_that_the_house_did_not_choose(slug: str) -> None:
    at = people(slug)
    record = at.play_out(seed=2).records[0]
    assert record["house"]["promise"] == at.table.promise
    assert sortilege.verify(record).result is not None
    for part, value in (("nonces", ["z" * 32] * at.table.seats), ("link", "00" * 32), ("number", 2), ("promise", "00")):
        with pytest.raises(Refusal, match="record/other_house"):
            sortilege.verify({**record, "house": {**record["house"], part: value}})
    for broken in ({}, {**record["house"], "link": 5}, {**record["house"], "number": "1"}):
        with pytest.raises(Refusal, match="record/broken"):
            sortilege.verify({**record, "house": broken})


def test_another_nonce_is_another_deal() -> None:
    """The root is the same; whoever sits last changes the cards and cannot know how."""
    seeds = set()
    for nonce in ("x" * 22, "y" * 22):
        at = Sitting(SLUGS[0], [""] * load(SLUGS[0]).seats[0])
        at.sit_all()
        first, *others = at.table.holders
        at.table = replace(at.table, holders=(replace(first, nonce=nonce), *others))
        at.ask(Start, 0)
        assert at.table.game is not None
        seeds.add(at.table.game.seed)
    assert len(seeds) == 2


@each_game
def test_the_first_seat_moves_on_and_a_tournament_ends(slug: str) -> None:
    at = people(slug, tournament=True)
    seats = at.table.seats
    firsts = []
    for number in range(seats):
        firsts.append(at.table.first)
        at.play_out(seed=number)
        if number + 1 < seats:
            at.ask(Start, 1)
    assert firsts == [(firsts[0] + i) % seats for i in range(seats)]
    refused("tournament/over", at, Start, 0)
    rows = snapshot(at.table, None).info["standings"]
    points = [sum(r["result"]["places"][s] - 1 for r in at.table.records) for s in range(seats)]
    assert [row["points"] for row in rows] == points
    assert {row["place"] for row in rows if row["points"] == min(points)} == {1}
    for record in at.table.records:
        sortilege.verify(record)


def tied(slug: str, seats: int, ending: list[int], **plan: Any) -> Sitting:
    """A tournament with every game played, its games ended with these places by force."""
    at = Sitting(slug, [""] * seats, options={"first": 0}, tournament=True, **plan)
    at.sit_all()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sortilege.kernel.rulebook.Rulebook.places", lambda book, s: ending)
        for number in range(seats):
            at.ask(Start, 0)
            at.play_out(seed=number)
    return at


@each_game
def test_a_tie_is_shared_unless_a_decider_was_wanted(slug: str) -> None:
    seats = load(slug).seats[0]
    at = tied(slug, seats, [1] * seats)
    refused("tournament/over", at, Start, 0)
    assert [row["place"] for row in at.table.standings] == [1] * seats and snapshot(at.table, None).info["next"] == []
    with pytest.raises(Refusal, match="option/bad_value"):
        Sitting(slug, [""] * seats, decider=True)


def test_a_decider_is_played_by_the_tied_alone_and_names_the_winner() -> None:
    at = tied("bataille", 4, [3, 1, 4, 1], decider=True)
    assert at.table.tournament is not None and snapshot(at.table, None).info["next"] == [1, 3]
    at.ask(Leave, 2)
    before = views_of(at.table, [None, 0, 1, 3])
    at.ask(Start, 0)
    table = at.table
    assert table.players == (1, 3) and table.game is not None and table.game.seats == 2
    assert table.first == 1  # four games were begun by 0, 1, 2, 3: of the tied, 1 would be next
    refused("seat/not_asked", at, Play, 0, move="throw", at=table.n)
    now = views_of(table, [None, 0, 1, 3])
    assert set(updates(before, now)) == {None, 0, 1, 3}
    assert [now.snapshot(a).view["audience"] for a in (None, 0, 1, 3)] == [None, None, 0, 1]
    assert [*now.legal] == [1]
    at.ask(Leave, 0)
    assert at.table.holders[0].token == ""
    table = at.play_out(seed=4)
    [winner] = table.records[-1]["result"]["winners"]
    loser = table.players[1 - winner]
    places = {row["seat"]: row["place"] for row in table.standings}
    assert places[table.players[winner]] == 1 and places[loser] == 2
    assert [row["points"] for row in table.standings] == [8, 0, 12, 0]
    assert table.records[-1]["names"] == ["Person 1", "Person 3"]
    sortilege.verify(table.records[-1])
    refused("tournament/over", at, Start, 1)
    for seat in (1, 3):
        at.ask(Rename, seat, name=f"Other {seat}")
    told = story(at.table, len(at.table.records), None)
    assert [seat["name"] for seat in told.snapshot.info["seats"]] == ["Person 1", "Person 3"]


def test_a_tournament_with_a_decider_is_rebuilt_from_its_facts() -> None:
    for root in range(20):
        at = people("bataille", tournament=True, decider=True, root=bytes([root]) * 32)
        for seed in range(2):
            at.play_out(seed)
            if seed == 0 or (at.table.tournament and not at.table.tournament.over):
                at.ask(Start, 0)
        if at.table.number == 3:
            break
    assert at.table.status == "playing" and at.play_out(seed=2).number == 3
    assert sorted(row["place"] for row in at.table.standings) == [1, 2]
    refused("tournament/over", at, Start, 0)
    again = at.rebuilt()
    assert (again.records, again.standings) == (at.table.records, at.table.standings)
    assert again.tournament == at.table.tournament


def test_a_seat_is_taken_once_by_its_token() -> None:
    at = Sitting(SLUGS[0], ["", "", "greedy"])
    assert at.sit("Ada", 1) == 1
    with pytest.raises(Refusal, match="seat/taken"):
        at.sit("Bob", 1)
    with pytest.raises(Refusal, match="seat/taken"):
        at.sit("Bob", 2)
    with pytest.raises(Refusal, match="name/taken"):
        at.sit("ADA")
    refused("seat/free", at, Start, 1)
    assert at.sit("Bob") == 0
    assert at.table.holds(1, token(1)) and not at.table.holds(0, token(1)) and not at.table.holds(5, token(1))
    assert not at.table.holds(2, "nobody")
    assert at.table.seated([token(0), token(1)]) == [0, 1]
    assert token(1) not in repr(at.table.holders) + repr(at.facts)


def test_people_rename_leave_and_return() -> None:
    at = people(SLUGS[0])
    at.ask(Rename, 0, name="  Zoé\u202e \n la   fée ")
    assert at.table.holders[0].name == "Zoé la fée"
    refused("name/taken", at, Rename, 1, name="zoé la FÉE")
    refused("talk/nothing", at, Rename, 1, name="\u200b")
    at.ask(Leave, 0)
    assert at.table.holders[0].bot and at.table.holds(0, token(0))
    refused("seat/with_bot", at, Play, 0, move="x", at=at.table.n)
    at.ask(DismissBot, 0, for_seat=0)
    refused("seat/no_bot", at, DismissBot, 0, for_seat=0)


def test_after_a_game_a_seat_becomes_free_for_another() -> None:
    at = people(SLUGS[0])
    at.play_out(seed=3)
    at.ask(Leave, 0)
    assert at.table.free == [0]
    refused("seat/free", at, Start, 1)
    at.sit("Newcomer")
    at.ask(Start, 1)
    assert at.table.number == 2


def test_a_seat_is_handed_to_a_bot_and_taken_back() -> None:
    at = people(SLUGS[0])
    assert at.table.game is not None
    seat = at.table.game.pending[0]
    other = (seat + 1) % at.table.seats
    at.ask(CallBot, seat, bot="random", for_seat=seat)
    assert at.bots_play() > 0
    refused("seat/not_yours", at, CallBot, seat, bot="random", for_seat=other)
    refused("bot/unknown", at, CallBot, seat, bot="cleverest", for_seat=seat)
    refused("seat/unknown", at, DismissBot, seat, for_seat=5)
    at.ask(DismissBot, seat, for_seat=seat)
    assert at.table.holders[seat].bot == ""


def test_a_bot_is_put_on_an_empty_seat_before_the_start() -> None:
    at = Sitting(SLUGS[0], ["", ""])
    at.sit("Ada")
    at.ask(CallBot, 0, bot="random", for_seat=1)
    at.ask(DismissBot, 0, for_seat=1)
    at.ask(CallBot, 0, bot="greedy", for_seat=1)
    at.ask(Start, 0)
    assert at.play_out(seed=5).status == "over"


def test_when_time_is_up_a_bot_decides_once() -> None:
    at = people(SLUGS[0], clock=Clock(seconds=60))
    table = at.table
    assert table.game is not None
    seat = table.game.pending[0]
    assert table.deadline(seat) == 1060.0 and table.deadline(1 - seat) is None
    at.now = 1059.0
    assert at.bots_play() == 0
    at.now = 1060.0
    assert needs_bot(at.table, seat, at.now)
    assert at.bots_play() == 1
    assert at.table.status == "playing" and at.table.holders[seat].bot == ""
    assert 1120.0 in snapshot(at.table, None).info["deadlines"]


def test_a_table_is_played_by_the_rules_it_was_made_under() -> None:
    """Of a log that does not say which, those of now."""
    plan = read_fact(people(SLUGS[0]).facts[0][0])
    assert isinstance(plan, Created) and plan.rules == load(SLUGS[0]).version
    assert create("a" * 26, replace(plan, rules=0), 1000.0).status == "gathering"
    with pytest.raises(Refusal, match="record/unknown_rules"):
        create("a" * 26, replace(plan, rules=plan.rules + 1), 1000.0)


def test_who_returns_has_the_time_that_was_left() -> None:
    """To hand the seat to a bot and to take it back before that has decided wins no time."""
    at = people(SLUGS[0], clock=Clock(days=1))
    assert at.table.game is not None
    seat = at.table.game.pending[0]
    at.ask(Leave, seat)
    assert at.table.deadline(seat) is None
    at.now += 80_000
    at.ask(DismissBot, seat, for_seat=seat)
    assert at.table.deadline(seat) == at.now + 6_400


@pytest.mark.parametrize("clock", [Clock(), Clock(seconds=1), Clock(days=31), Clock(seconds=60, days=1)])
def test_a_clock_is_seconds_or_days(clock: Clock) -> None:
    with pytest.raises(Refusal, match="clock/bad"):
        Sitting(SLUGS[0], ["", ""], clock=clock)


IMPOSSIBLE: list[tuple[str, str, list[str], dict[str, Any]]] = [
    ("game/unknown", "chess", ["", ""], {}),
    ("seats/bad_count", SLUGS[0], [""], {}),
    ("bot/unknown", SLUGS[0], ["", "cleverest"], {}),
    ("option/unknown", SLUGS[0], ["", ""], {"options": {"cheat": True}}),
    ("deck/unknown", SLUGS[0], ["", ""], {"deck": {**load(SLUGS[0]).standard_deck(), "more": 1}}),
]


@pytest.mark.parametrize(("code", "slug", "bots", "plan"), IMPOSSIBLE)
def test_a_table_that_cannot_be_played_is_not_made(code: str, slug: str, bots: list[str], plan: dict[str, Any]) -> None:
    with pytest.raises(Refusal) as refusal:
        Sitting(slug, bots, **plan)
    assert refusal.value.code == code


def test_talk_has_a_pace_and_shows_what_can_be_seen() -> None:
    at = people(SLUGS[0])
    at.ask(Say, 0, text="bonjour\x00\u202e  à tous")
    assert at.table.said is not None and at.table.said.text == "bonjour à tous"
    for _ in range(5):
        at.ask(Say, 0, text="encore")
    refused("talk/too_fast", at, Say, 0, text="encore")
    at.ask(Say, 1, text="moi aussi")
    at.now += 11
    at.ask(Say, 0, text="encore")
    refused("talk/nothing", at, Say, 0, text=" \u200b ")
    refused("talk/nothing", at, Say, 0, text="e" + "\u0301" * 60)


@pytest.mark.parametrize("text", ["a" + "\u20dd" * 20, "a" + "\u0e34" * 20, "\u3164", "\u2800\u115f", "\u200d"])
def test_what_shows_nothing_or_stacks_without_end_is_not_said(text: str) -> None:
    with pytest.raises(Refusal, match="talk/nothing"):
        clean(text)


@pytest.mark.parametrize("text", ["नमस्ते, कैसे हैं?", "ขอบคุณครับ ที่นี่", "שָׁלוֹם", "🧙🏽\u200d♀️ et 👨\u200d👩\u200d👧"])
def test_letters_with_marks_and_joined_pictures_stay_whole(text: str) -> None:
    assert clean(text) == text


def test_a_clock_that_is_set_back_mutes_nobody() -> None:
    at = people(SLUGS[0])
    for _ in range(6):
        at.ask(Say, 0, text="encore")
    at.now -= 600
    at.ask(Say, 0, text="enfin")
    assert at.table.said and at.table.said.text == "enfin"


def test_a_table_with_a_very_long_history_takes_nothing_but_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    at = people(SLUGS[0])
    monkeypatch.setattr("sortilege.room.decide.MOST_ENTRIES", at.table.n)
    refused("table/full", at, Rename, 1, name="another")
    assert at.table.game is not None
    seat = at.table.game.pending[0]
    at.ask(Play, seat, move=at.table.game.legal(seat)[0], at=at.table.n)


def test_a_decision_taken_on_an_older_table_is_stale() -> None:
    at = people(SLUGS[0])
    assert at.table.game is not None
    seat = at.table.game.pending[0]
    move = at.table.game.legal(seat)[0]
    refused("table/stale", at, Play, seat, move=move, at=at.table.asked_n[seat] - 1)
    at.ask(Say, seat, text="hm")
    at.ask(Play, seat, move=move, at=at.table.n - 1)


def test_nobody_sits_down_or_starts_twice_during_a_game() -> None:
    at = people(SLUGS[0])
    with pytest.raises(Refusal, match="table/playing"):
        at.sit("Late")
    refused("table/playing", at, Start, 0)


def test_what_was_left_to_nature_happens_once() -> None:
    """Dice thrown as bodies: the outcome lies in the log, and the table it adds up to throws nothing again."""
    pytest.importorskip("rapier3d")
    sitting = Sitting("bataille", ["", ""], options={"throws": "arena", "first": 0})
    sitting.sit_all()
    sitting.ask(Start, 0)
    sitting.play(0, "throw")
    fact = read_fact(sitting.facts[-1][0])
    assert isinstance(fact, Played) and fact.outcome
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sortilege.kernel.game.Game._happen", lambda *_: pytest.fail("thrown again"))
        again = sitting.rebuilt()
    assert again.game is not None and sitting.table.game is not None
    assert again.game.position() == sitting.table.game.position()
