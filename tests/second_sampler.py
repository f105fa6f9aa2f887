"""The rules of the sampler as a second program has them. From protocol/sampler.md alone."""

from __future__ import annotations

from functools import cache
from typing import Any

from tests.crypto import second_reading as cards
from tests.second_reading import No, sha
from tests.second_words import write

PILES = (("cards", (0, 1, 1, 2), 0), ("flags", (3, 3, 4), 1))
PILE = -1


def known_rules(terms: Any) -> None:
    game, version, seats, options, data, group, *_times = terms
    if (game, version, options, group) != ("sampler", 3, (), "secp256k1") or seats not in (2, 3, 4):
        raise No("other-rules")
    if data != sha("game-data", write(((seats, 0, (), 0), PILES))):
        raise No("other-rules")


def faces_of(pile: str) -> tuple[int, ...]:
    return next(faces for name, faces, _ in PILES if name == pile)


def card_numbers(pile: str) -> list[int]:
    faces, alike = next((faces, alike) for name, faces, alike in PILES if name == pile)
    return [faces.index(face) if alike else number for number, face in enumerate(faces)]


@cache
def points_of(pile: str) -> list[bytes]:
    alike = next(alike for name, _, alike in PILES if name == pile)
    return cards.pile_points(pile, list(faces_of(pile)), bool(alike))


def asks(game: Any) -> tuple[Any, ...]:
    n, at, facts, gone = game
    everybody = tuple(seat for seat in range(n) if not gone >> seat & 1)
    if at == 13:
        shown = tuple(sorted((facts[3 + 2 * n], facts[-4], facts[-3])))
        return "Mix", "cards", (15,), shown, (10, 11, 12, 13), everybody
    return (
        lambda: ("Chance", (6, 2)),
        lambda: ("Mix", "cards", (), (0, 1, 1, 2), (10, 11, 12, 13), everybody),
        lambda: ("Mix", "flags", (), (3, 3, 4), (20, 21, 22), everybody),
        lambda: ("Look", ((0, (10,)),)),
        lambda: ("Deal", ((0, (11, 13)), (1, (10, 12)))),
        lambda: ("Look", ((0, (12,)),)),
        lambda: ("MixHands", "cards", {0: ((11, 13), (14, 11)), 1: ((10, 12), (10, 12))}),
        lambda: ("Roll", tuple((s, (2 * s, 2 * s + 1), (6, 4)) for s in everybody)),
        lambda: ("Together", everybody),
        lambda: ("Turn", (1,)),
        lambda: ("MixHands", "cards", {0: ((11, 22 - facts[2 + 2 * n]), (15, 16))}),
        lambda: ("Give", ((15, PILE),)),
        lambda: ("Open", (14, 16, 20, 1 - facts[2])),
        None,
        lambda: ("Over",),
    )[at]()  # type: ignore[misc]


def legal(game: Any, seat: int, data: Any, opens: Any, gives: Any) -> bool:
    if game[1] == 8:
        return data in ((0,), (1,)) and opens == (2 * seat + data[0],) and gives == ()
    return (game[1], seat) == (9, 1) and data == () and (opens, gives) in (((10,), ((12, 0),)), ((12,), ((10, 0),)))


def left(game: Any, seat: int) -> Any:
    """The game once this seat has left."""
    n, at, facts, gone = game
    gone |= 1 << seat
    over = gone & 3 or n - gone.bit_count() < 2
    return n, 14 if over else at, facts, gone


def result(game: Any) -> tuple[list[int], list[int]]:
    """Points by seat, and the seats that win."""
    n, _, facts, gone = game
    there = [seat for seat in range(n) if not gone >> seat & 1]
    if gone & 3 or len(there) < 2:
        return [0] * n, []
    points = [facts[3 + 2 * seat] for seat in range(n)]
    return points, [seat for seat in there if points[seat] == max(points[other] for other in there)]
