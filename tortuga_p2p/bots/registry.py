"""Every bot by the name it has on a command line: for any game, of a game's own, installed by others, or a program.

Others' bots come through the entry point group `tortuga_p2p.bots`: a name, and a function of the game and the number of
seats that gives a bot (docs/writing-a-bot.md). Nothing is imported before somebody asks for its name.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from ..errors import BadInput
from .chancer import Chancer

if TYPE_CHECKING:
    from collections.abc import Sequence
    from importlib.metadata import EntryPoint

    from ..rules.game import Bot, Game, State

GROUP = "tortuga_p2p.bots"


def names(game: Game[State]) -> list[str]:
    """Whom one may seat, as a sentence would list them."""
    general = ["random", "montecarlo[:PLAYOUTS or :TIMEms[:POLICY]]", "program:COMMAND"]
    return [*game.bots(), *sorted(_installed()), *general]


def _installed() -> dict[str, EntryPoint]:
    """Bots of other packages on this machine, by name."""
    from importlib.metadata import entry_points

    return {point.name: point for point in entry_points(group=GROUP)}


def make(game: Game[State], seats: int, text: str) -> Bot:
    """The bot of that name, for a table of so many seats; `BadInput` names those there are."""
    if text.startswith("program:"):
        from .program import Program

        return Program(game, seats, text.removeprefix("program:"))
    name, *settings = text.split(":")
    own = game.bots()
    if name == "montecarlo" and len(settings) <= 2:
        from .montecarlo import PLAYOUTS_DEFAULT, MonteCarlo, read_budget

        budget, policy = (*settings, *(str(PLAYOUTS_DEFAULT), "random")[len(settings) :])
        return MonteCarlo(game, seats, make(game, seats, policy), read_budget(budget), text)
    if not settings and name == Chancer.name:
        return Chancer()
    if not settings and name in own:
        return own[name]()
    if not settings and name in (others := _installed()):
        return _load(others[name], game, seats)
    raise BadInput(f"{game.title} has no bot {text!r}: choose from {', '.join(names(game))}.")


def _load(point: EntryPoint, game: Game[State], seats: int) -> Bot:
    """A bot of another package; what goes wrong in it is said in one sentence."""
    try:
        bot: Bot = point.load()(game, seats)
    except Exception as fault:
        raise BadInput(f"the bot {point.name!r} of {point.value} cannot be made: {fault}.") from None
    return bot


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
