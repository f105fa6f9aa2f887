"""What chance gave against what was to be expected: exact sums, and sentences for whoever reads."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from tests.rules.market import WORDY, WordyMarket
from tortuga_p2p.rules.luck import Luck, LuckSum, mean, odds_of, summed, variance
from tortuga_p2p.rules.telling import fortune
from tortuga_p2p.rules.words import Reader, Said, Words

NAMES = ("Ana", "Bo")
DIE = ((0, 5), (1, 1))


def skulls(seat: int, *faces: int) -> list[Luck]:
    """Dice of which one face counts."""
    return [Luck("skulls", seat, int(face == 5), DIE) for face in faces]


def test_mean_and_variance_are_those_of_all_cases() -> None:
    """Against all 216 ways that three dice can fall."""
    ways = [sum(face == 5 for face in faces) for faces in product(range(6), repeat=3)]
    (total,) = summed(skulls(0, 5, 0, 5))
    middle = Fraction(sum(ways), len(ways))
    assert total == LuckSum("skulls", 0, 3, 2, middle, Fraction(sum((way - middle) ** 2 for way in ways), len(ways)))


def test_odds_count_cases() -> None:
    odds = odds_of({"purple": 2, "white": 1}, ["red", "purple", "red", "white", "purple"])
    assert odds == ((0, 2), (1, 1), (2, 2))
    assert mean(odds) == 1
    assert variance(odds) == Fraction(4, 5)


def test_sums_stand_by_kind_and_seat() -> None:
    lucks = [Luck("coins", 1, 3, ((1, 1), (3, 1))), Luck("skulls", 0, 0, DIE), Luck("coins", 0, 1, ((1, 1),))]
    assert [(one.kind, one.seat, one.times) for one in summed(lucks)] == [
        ("coins", 0, 1),
        ("coins", 1, 1),
        ("skulls", 0, 1),
    ]


class Lucky(WordyMarket):
    def words(self) -> Words:
        said = Said("You: {got} of {times}, {expected}.", "{who}: {got} of {times}, {expected}.")
        return super().words()._replace(luck={"skulls": said})


def test_luck_is_told_to_its_reader() -> None:
    lucks = [*skulls(0, 5, 5), *skulls(1, 1, 2, 3)]
    reader = Reader(0, {}, NAMES)
    assert fortune(Lucky(), lucks, reader) == ("You: 2 of 2, 0.3.", "Bo: 0 of 3, 0.5.")
    assert fortune(WORDY, lucks, reader) == ("Ana: skulls 2 (0.3).", "Bo: skulls 0 (0.5).")
