"""Every bot by the name it has on a command line: those for any game, and those a game brings along."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from ..errors import BadInput
from .chancer import Chancer
from .montecarlo import PLAYOUTS_DEFAULT, MonteCarlo, read_budget

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..rules.game import Bot, Game, State


def names(game: Game[State]) -> list[str]:
    """Whom one may seat, as a sentence would list them."""
    return [*game.bots(), "random", "montecarlo[:PLAYOUTS or :TIMEms[:POLICY]]"]


def make(game: Game[State], seats: int, text: str) -> Bot:
    """The bot of that name, for a table of so many seats; `BadInput` names those there are."""
    name, *settings = text.split(":")
    own = game.bots()
    if name == "montecarlo" and len(settings) <= 2:
        budget, policy = (*settings, *(str(PLAYOUTS_DEFAULT), "random")[len(settings) :])
        return MonteCarlo(game, seats, make(game, seats, policy), read_budget(budget), text)
    if not settings and name == Chancer.name:
        return Chancer()
    if not settings and name in own:
        return own[name]()
    raise BadInput(f"{game.title} has no bot {text!r}: choose from {', '.join(names(game))}.")


def usual(game: Game[State]) -> tuple[str, ...]:
    """Who plays when nobody says: the game's own bots and random, as far as there are seats."""
    bots = [*sorted(game.bots()), Chancer.name]
    low, high = game.seats[0], game.seats[-1]
    return tuple((bots + [Chancer.name] * low)[: max(low, min(len(bots), high))])


def labels(texts: Sequence[str]) -> tuple[str, ...]:
    """Names that differ: two captains are captain#1 and captain#2."""
    total, seen = Counter(texts), Counter[str]()
    named = []
    for text in texts:
        seen[text] += 1
        named.append(f"{text}#{seen[text]}" if total[text] > 1 else text)
    return tuple(named)
