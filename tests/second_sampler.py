"""The rules of the sampler as a second program has them. From protocol/sampler.md alone."""

from __future__ import annotations

from functools import cache
from typing import Any

from tests.crypto import second_reading as cards

PILES = (("cards", (0, 1, 1, 2), 0), ("flags", (3, 3, 4), 1))
PILE = -1


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
    n, at, facts = game
    everybody = tuple(range(n))
    if at == 12:
        shown = tuple(sorted((facts[3 + 2 * n], facts[-4], facts[-3])))
        return "Mix", "cards", (14,), shown, (10, 11, 12, 13), everybody
    return (
        lambda: ("Chance", (6, 2)),
        lambda: ("Mix", "cards", (), (0, 1, 1, 2), (10, 11, 12, 13), everybody),
        lambda: ("Mix", "flags", (), (3, 3, 4), (20, 21, 22), everybody),
        lambda: ("Look", ((0, (10,)),)),
        lambda: ("Deal", ((0, (11,)), (1, (10, 12)))),
        lambda: ("Look", ((0, (12,)),)),
        lambda: ("Roll", tuple((s, (2 * s, 2 * s + 1), (6, 4)) for s in everybody)),
        lambda: ("Together", everybody),
        lambda: ("Turn", (1,)),
        lambda: ("Mix", "cards", (11, 22 - facts[2 + 2 * n]), (), (14, 15), (0,)),
        lambda: ("Give", ((14, PILE),)),
        lambda: ("Open", (13, 15, 20, 1 - facts[2])),
        None,
        lambda: ("Over", tuple(facts[3 + 2 * s] for s in everybody)),
    )[at]()  # type: ignore[misc]


def legal(game: Any, seat: int, data: Any, opens: Any, gives: Any) -> bool:
    if game[1] == 7:
        return data in ((0,), (1,)) and opens == (2 * seat + data[0],) and gives == ()
    return (game[1], seat) == (8, 1) and data == () and (opens, gives) in (((10,), ((12, 0),)), ((12,), ((10, 0),)))
