"""Which options to play: a few that cover every pair of choices, found by going through all of them once."""

from __future__ import annotations

from functools import cache
from itertools import combinations, product
from typing import Any

from tortuga_p2p.games.cartagena.rules.options import FACES

PATHS = ((6, 0), (4, 0), (8, 0), (5, 0), (7, 0), (0, 4), (0, 6), (0, 8), (3, 3), (4, 3), (3, 4), (5, 3), (3, 5), (4, 4))
CHOICES: dict[str, tuple[Any, ...]] = {
    "paths": PATHS,
    "seats": (2, 3, 4, 5),
    "pirates": (4, 5, 6),
    "tunnel_draw": ("retreat", "morgan", "both"),
    "jungle_draw": ("retreat", "morgan", "both"),
    "filibusters": (0, 1),
    "sorceress": (0, 1),
    "pass_ends": (0, 1),
    "faces": ("usual", "own"),
    "tokens": ("usual", "own"),
}
OWN: dict[str, Any] = {  # what somebody might bring who owns the box: every side begins with its second symbol
    "faces": "".join(FACES[at + 1 : at + 6] + FACES[at] for at in range(0, len(FACES), 6)),
    "tokens": (3, -1, 1, 1, 0, 2, 1, 1),
}
Variant = dict[str, Any]


def fits(variant: Variant) -> bool:
    """Nobody agrees on how to draw on a path that is not there, nor on tokens without the Black Sorceress."""
    tunnel, jungle = variant["paths"]
    is_odd = (not tunnel and variant["tunnel_draw"] != "retreat") or (
        not jungle and variant["jungle_draw"] != "retreat"
    )
    return not is_odd and (variant["sorceress"] or variant["tokens"] == "usual")


def every() -> list[Variant]:
    """All combinations."""
    found = (dict(zip(CHOICES, values, strict=True)) for values in product(*CHOICES.values()))
    return [variant for variant in found if fits(variant)]


def pairs(variant: Variant) -> dict[tuple[tuple[str, Any], tuple[str, Any]], None]:
    """In an order: every run, and every process of one, must choose the same combinations."""
    return dict.fromkeys(combinations(variant.items(), 2))


@cache
def some() -> tuple[Variant, ...]:
    """Few combinations in which every pair of choices that can stand together does so."""
    left: dict[Any, None] = {}
    whole = every()
    for variant in whole:
        left |= pairs(variant)
    chosen = []
    while left:
        wanted = next(iter(left))
        fitting = [variant for variant in whole if all(variant[name] == choice for name, choice in wanted)]
        best = max(fitting, key=lambda variant: sum(pair in left for pair in pairs(variant)))
        chosen.append(best)
        for pair in pairs(best):
            left.pop(pair, None)
    return tuple(chosen)


def options(variant: Variant) -> dict[str, Any]:
    """As the game takes them."""
    tunnel, jungle = variant["paths"]
    rest = {name: value for name, value in variant.items() if name not in ("paths", "seats", *OWN)}
    own = {name: value for name, value in OWN.items() if variant[name] == "own"}
    return {"tunnel": tunnel, "jungle": jungle, **rest, **own}


def label(variant: Variant) -> str:
    words = [f"{variant['paths'][0]}+{variant['paths'][1]}", f"{variant['seats']}p", f"{variant['pirates']}c"]
    words += [variant["tunnel_draw"][:1] + variant["jungle_draw"][:1]]
    words += [name[:4] for name in ("filibusters", "sorceress", "pass_ends") if variant[name]]
    return "-".join(words + [name for name in OWN if variant[name] == "own"])
