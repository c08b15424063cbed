"""Test chance: the generator is the published one, seeds decide everything, promises can be checked."""

import hashlib
import hmac
from collections import Counter

from sortilege.kernel.game import seed_bytes
from sortilege.kernel.plain.rng import below, commitment, derive, pick, shuffle, sow
from sortilege.kernel.state import State

M32 = 0xFFFFFFFF


def reference(words: list[int]) -> int:
    """Run xoshiro128++ as its authors write it, on another representation."""

    def turn(x: int, k: int) -> int:
        return ((x << k) | (x >> (32 - k))) & M32

    result = (turn((words[0] + words[3]) & M32, 7) + words[0]) & M32
    t = (words[1] << 9) & M32
    words[2] ^= words[0]
    words[3] ^= words[1]
    words[1] ^= words[2]
    words[0] ^= words[3]
    words[2] ^= t
    words[3] = turn(words[3], 11)
    return result


def test_below_is_xoshiro128_plus_plus() -> None:
    s = State()
    s.rng = [1, 2, 3, 4]
    words = [1, 2, 3, 4]
    for n in (6, 36, 1 << 20, 2, 1 << 31) * 20:
        assert below(s, n) == reference(words) * n >> 32
    assert s.rng == words


def test_the_first_outputs_are_the_published_ones() -> None:
    """From the state 1, 2, 3, 4 the first words are 641, 1573767, 3222811527."""
    s = State()
    s.rng = [1, 2, 3, 4]
    assert [below(s, 1 << 32) for _ in range(3)] == [641, 1573767, 3222811527]


def test_shuffle_draws_like_below() -> None:
    one, other = State(), State()
    sow(one, 5, 5)
    sow(other, 5, 5)
    cards = list(range(40))
    shuffle(one, cards, 10, 30)
    mine = list(range(40))
    for i in range(29, 10, -1):
        j = 10 + below(other, i - 9)
        mine[i], mine[j] = mine[j], mine[i]
    assert cards == mine and one.rng == other.rng and cards[:10] == mine[:10] == list(range(10))


def test_a_die_is_fair() -> None:
    """Chi-square with five degrees of freedom, 60,000 throws: below 20.5 with a chance of 99.9 %."""
    s = State()
    sow(s, 1, 1)
    faces = Counter(below(s, 6) for _ in range(60_000))
    assert sum((n - 10_000) ** 2 / 10_000 for n in faces.values()) < 20.5


def test_pick_gives_every_member() -> None:
    s = State()
    sow(s, 1, 1)
    assert {pick(s, 0b10110) for _ in range(60)} == {1, 2, 4}
    assert pick(s, 0b1000) == 3


def test_games_of_a_mass_run_differ_in_every_word() -> None:
    seeds = [*range(10), 1 << 32, 5 << 32, (1 << 62) - 1]
    starts = []
    for seed in seeds:
        for game in [*range(800), 1 << 40]:
            s = State()
            sow(s, seed, game)
            starts.append(s.rng)
    for word in range(4):  # of about 10,000 draws from 2**32 a few may meet; the last word has a bit less
        assert len({start[word] for start in starts}) > len(starts) - 5


def test_the_first_dice_of_mass_games_are_fair_and_independent() -> None:
    """Chi-square of two first throws in 36,000 games: below 76 for 35 degrees of freedom with a chance of 99.99 %."""
    pairs: Counter[tuple[int, int]] = Counter()
    for game in range(36_000):
        s = State()
        sow(s, 7, game)
        pairs[below(s, 6), below(s, 6)] += 1
    assert sum((pairs[a, b] - 1000) ** 2 / 1000 for a in range(6) for b in range(6)) < 76


def test_the_words_of_a_move_are_an_hmac_of_its_number() -> None:
    seed = seed_bytes(7)
    digest = hmac.new(seed, (3).to_bytes(8, "big"), hashlib.sha256).digest()
    words = derive(seed, 3)
    assert words[:3] == [int.from_bytes(digest[i : i + 4], "big") for i in (0, 4, 8)]
    assert words != derive(seed, 4) and words != derive(seed_bytes(8), 3)


def test_the_promise_is_a_hash_of_the_seed() -> None:
    assert commitment(seed_bytes(7)) == hashlib.sha256(b"sortilege seed " + (7).to_bytes(16, "big")).hexdigest()


def test_a_seed_has_128_bits_or_more() -> None:
    assert len(seed_bytes(None)) == 16 and seed_bytes(None) != seed_bytes(None)
    assert seed_bytes(1 << 200).hex() == seed_bytes((1 << 200).to_bytes(26, "big").hex()).hex()
