"""Which of a game's programs does what: who advises, who sits down when nobody says, and so how large a table is.

A game that says nothing has the same by its strongest bot; one without bots is played by `random`, and advised by
a player that knows no game but tries moves out.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

    from .game import Bot

RANDOM: Final = "random"  # every game is played by these two (bots/registry.py)
MONTECARLO: Final = "montecarlo"
GENTLE: Final = "gentle"  # and by this one, where it has bots of its own
LEVELS: Final = ("expert", "greedy", "gentle")  # a game that has such a bot calls it so: the same words everywhere
OPPONENTS_USUAL: Final = 2  # with a person a table of three: not a duel, and a round is short


class Roster(NamedTuple):
    """Names are those of `Game.bots()`, which lists them from the strongest to the weakest, or `random`."""

    opponents: tuple[str, ...]  # who sits down with one person where nobody says: together the usual table
    adviser: str  # whom a hint asks
    styles: Mapping[str, str] = {}  # by name: how it plays, one sentence for the form where opponents are chosen


def usual_roster(seats: range, bots: Collection[str]) -> Roster:
    """Of a game that says nothing; `bots` are its own, the strongest first."""
    strongest = next(iter(bots), None)
    count = max(seats[0] - 1, min(OPPONENTS_USUAL, seats[-1] - 1))
    return Roster((strongest or RANDOM,) * count, strongest or MONTECARLO)


def bots_of(package: str, **classes: str) -> Mapping[str, Callable[[], Bot]]:
    """A game's bots by name, the strongest first: each is a class in the module of its name, loaded when it is made."""

    def maker(module: str, name: str) -> Callable[[], Bot]:
        def make() -> Bot:
            bot: Bot = getattr(import_module(f"{package}.{module}"), name)()
            return bot

        return make

    return {name: maker(name, found) for name, found in classes.items()}
