"""Every bot by the name it has on a command line: for any game, of a game's own, installed by others, or a program.

Others' bots come through the entry point group `tortuga_p2p.bots`: a name, and a function of the game and the number of
seats that gives a bot (docs/writing-a-bot.md). Nothing is imported before somebody asks for its name.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from ..errors import BadInput
from ..rules.roster import GENTLE, MONTECARLO, RANDOM
from ..text import N_, _, guess
from .random_bot import RandomBot

if TYPE_CHECKING:
    from collections.abc import Sequence
    from importlib.metadata import EntryPoint

    from ..rules.game import Bot, Game, State

GROUP: Final = "tortuga_p2p.bots"
_GENERAL: Final = {  # by the words that all games have for their levels (rules/roster.py); a game may say more itself
    "expert": N_("Thinks ahead, and weighs what everybody else may do: the strongest there is."),
    "greedy": N_("Takes whatever gains most right now, and never looks further ahead."),
    GENTLE: N_("Plays sensibly most of the time, and carelessly now and then: good for a first game."),
    RANDOM: N_("Makes any legal move, all equally likely."),
    MONTECARLO: N_("Knows no game: tries every move in imagined games and picks the one that ends best."),
}


def names(game: Game[State]) -> list[str]:
    """Whom one may seat, as a sentence would list them."""
    gentle = [GENTLE] if GENTLE not in game.bots() and game.bots() else []
    general = [*gentle, RANDOM, f"{MONTECARLO}[:PLAYOUTS or :TIMEms[:POLICY]]", "program:COMMAND"]
    return [*game.bots(), *sorted(_installed()), *general]


def levels(game: Game[State]) -> dict[str, str]:
    """Opponents by name, from the strongest to the weakest, each with a sentence on how it plays."""
    styles = {**_GENERAL, **game.roster().styles}
    found = dict.fromkeys((*game.bots(), *([GENTLE] if game.bots() else []), RANDOM))
    return {name: _(styles[name]) if name in styles else "" for name in found}


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
    if name == MONTECARLO and len(settings) <= 2:
        from .montecarlo import PLAYOUTS_DEFAULT, MonteCarlo, read_budget

        budget, policy = (*settings, *(str(PLAYOUTS_DEFAULT), RANDOM)[len(settings) :])
        return MonteCarlo(game, seats, make(game, seats, policy), read_budget(budget), text)
    if not settings and name == RandomBot.name:
        return RandomBot()
    if not settings and name in own:
        return own[name]()
    if text == GENTLE and own:
        from .gentle import Gentle

        return Gentle(own[[*own][-1]]())
    if not settings and name in (others := _installed()):
        return _load(others[name], game, seats)
    raise BadInput(_("{title} has no bot {text!r}: {hint}", title=game.title, text=text, hint=guess(text, names(game))))


def _load(point: EntryPoint, game: Game[State], seats: int) -> Bot:
    """A bot of another package; what goes wrong in it is said in one sentence."""
    try:
        bot: Bot = point.load()(game, seats)
    except Exception as fault:
        raise BadInput(
            _("the bot {name!r} of {value} cannot be made: {fault}.", name=point.name, value=point.value, fault=fault)
        ) from None
    return bot


def field(game: Game[State]) -> tuple[str, ...]:
    """Who plays where only bots do and nobody says which: the game's own and random, as far as there are seats."""
    bots = [*game.bots(), RANDOM]
    low, high = game.seats[0], game.seats[-1]
    return tuple((bots + [RANDOM] * low)[: max(low, min(len(bots), high))])


def opponents(game: Game[State]) -> tuple[str, ...]:
    """Who sits down with one person where nobody says: with that person the usual table of that game."""
    return game.roster().opponents


def proposed(game: Game[State], level: str) -> tuple[str, ...]:
    """The same table for one person, with bots of the level they have chosen; gentle ones before they have."""
    usual, level = opponents(game), level or GENTLE
    return (level,) * len(usual) if level in levels(game) else usual


def strongest(game: Game[State]) -> str:
    return next(iter(game.bots()), RANDOM)


def labels(texts: Sequence[str]) -> tuple[str, ...]:
    """Names that differ: two experts are expert#1 and expert#2."""
    total, seen = Counter(texts), Counter[str]()
    named = []
    for text in texts:
        seen[text] += 1
        named.append(f"{text}#{seen[text]}" if total[text] > 1 else text)
    return tuple(named)
