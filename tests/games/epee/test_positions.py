"""Test that positions of Épée that no game can reach are refused."""

from collections.abc import Callable

import pytest

import sortilege
from sortilege import Game, Refusal
from tests.games.epee.tables import hold, play, rest, table


def choosing() -> Game:
    """Return phase C of the first round: nobody has chosen."""
    return sortilege.new("epee", 2, 1, {"first": 0})


def bidding() -> Game:
    """Return phase D: of three seats at the spider, seat 0 bids 9 and seat 1 is asked; seat 3 waits at the skeleton."""
    game = table("spider", "skeleton", seats=4)
    play(game, "0 go 1", "1 go 1", "2 go 1", "3 go 2", "0 auction", "1 share", "2 share", "0 bid 9")
    return game


def sharing() -> Game:
    """Return phase D: seat 0 would share, seat 1 is asked."""
    game = table("spider", "skeleton")
    play(game, "0 go 1", "1 go 1", "2 rest", "0 share")
    return game


def answering() -> Game:
    """Return phase E: seat 1 answers the first offer of seat 0; seat 2 holds nothing."""
    game = table("spider", "skeleton")
    hold(game, 0, "sword-1")
    hold(game, 1, "egg-1")
    rest(game)
    play(game, "0 offer 1 sword-1 for any")
    return game


def with_field(game: Game, change: str) -> str:
    """Return the game's position with `magic=31,4` in place of what it says of magic."""
    name = change.partition("=")[0]
    cells = [cell for cell in game.position().split() if not cell.startswith(f"{name}=")]
    return " ".join([*cells, change])


def refused(game: Game, change: str) -> str:
    with pytest.raises(Refusal) as refusal:
        sortilege.from_position("epee", with_field(game, change))
    return refusal.value.code


@pytest.mark.parametrize(
    "change",
    [
        *("magic=31,4", "magic=-1,4", "magic=4,4,1", "stones=-1", "stones=32767", "stones=0,0,1"),
        *("hand_n=1", "hand_n=0,0,0,1", "hand=0,0,1", "laid=1", "spells=1", "spells=64", "used=1"),
        *("display=3,3", "display=-1,3", "display=25,3", "discarded=1", "adventures_n=26", "artefacts_n=-1"),
        *("kind=3", "kind=4", "letter=7", "letter=-1", "cost=31", "cost=-1", "worth=1", "runes=16", "bonus=31"),
        *("solo=-1", "shared=99", "artefact_runes=127"),
        *("auction=2", "step=0", "step=1", "step=3", "step=4", "step=6", "step=7", "step=8", "step=9"),
        *("bid=5", "bidder=0", "waiting=2", "waiting=1", "turn=1", "first=1", "together=1", "round=0", "round=2"),
        *("choice=9,-1", "choice=0,-1", "choice=-1,-1,-1", "unresolved=1", "unresolved=7", "place=0", "sharers=1"),
        *("offers=1", "offers=3", "offers=-1", "offer_from=1", "offer_give=3", "offer_want=3", "traders=1"),
        *("quiet_rounds=5", "quiet_rounds=-1", "card_left=1", "card_left=-1"),
    ],
)
def test_a_position_no_game_can_reach_is_refused(change: str) -> None:
    assert refused(choosing(), change) == "position/impossible"


@pytest.mark.parametrize(
    "change",
    [
        *("bid=3", "bid=11", "bid=-1", "bidder=1", "bidder=3", "bidder=-1", "waiting=6", "waiting=15", "turn=3"),
        *("place=1", "place=-1", "unresolved=3", "unresolved=0", "sharers=2", "choice=0,0,0,-1", "choice=2,0,0,1"),
        *("card_left=1", "offers=1", "first=3", "step=5", "auction=1"),
    ],
)
def test_no_auction_goes_on_like_this(change: str) -> None:
    """[3] Who bids can pay, has not passed and waits; whose adventure comes first follows from the choices."""
    assert refused(bidding(), change) == "position/impossible"


@pytest.mark.parametrize("change", ["sharers=2", "sharers=4", "sharers=9", "waiting=4", "first=1", "choice=0,2,2"])
def test_no_share_is_spoken_of_like_this(change: str) -> None:
    """[5] In turn order, and each seat there once."""
    assert refused(sharing(), change) == "position/impossible"


@pytest.mark.parametrize(
    "change",
    [
        *("offer_from=1", "offer_from=2", "offer_from=-1", "offer_give=3", "offer_want=0", "offer_want=29"),
        *("offers=0", "offers=1,1", "traders=2", "traders=7", "turn=2", "waiting=3", "step=7", "choice=0,-1,-1"),
        *("card_left=1", "quiet_rounds=0", "unresolved=1"),
    ],
)
def test_no_offer_is_made_like_this(change: str) -> None:
    """[10] Who offers is having its turn; a seat without a card and without Transformus is not asked."""
    assert refused(answering(), change) == "position/impossible"


@pytest.mark.parametrize("change", ["used=-1", "hand=-1"])
def test_a_set_is_never_negative(change: str) -> None:
    assert refused(choosing(), change) == "position/unreadable"


@pytest.mark.parametrize("laid_out", [choosing, bidding, sharing, answering])
def test_what_a_game_has_reached_is_read_again(laid_out: Callable[[], Game]) -> None:
    position = laid_out().position()
    assert sortilege.from_position("epee", position).position() == position
