"""Games that were played, in words: when, what, with whom, how it ended for whoever looks. For lists of every kind."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final

from ..errors import BadInput
from ..games import load
from ..rules.telling import ended, side_name
from ..rules.words import Reader
from ..text import N_, _, listed, n_
from ..verify.verifier import Outcome
from .harmless import clean

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..node.shelf import PastGame
    from ..rules.game import Game

NAMES_MAX: Final = 3  # of the others; more are counted
_MONTHS: Final = (
    N_("Jan"), N_("Feb"), N_("Mar"), N_("Apr"), N_("May"), N_("Jun"),
    N_("Jul"), N_("Aug"), N_("Sep"), N_("Oct"), N_("Nov"), N_("Dec"),
)  # fmt: skip
_PLACES: Final = (N_("second"), N_("third"), N_("fourth"), N_("fifth"), N_("sixth"))


def when(then_s: float, now_s: float) -> str:
    """A moment as people say it: the day while that is near, else the date; the year where it is another one."""
    then, now = datetime.fromtimestamp(then_s), datetime.fromtimestamp(now_s)
    time = f"{then:%H:%M}"
    if then.date() == now.date():
        return _("today {time}", time=time)
    if then.date() == (now - timedelta(days=1)).date():
        return _("yesterday {time}", time=time)
    day, month = then.day, _(_MONTHS[then.month - 1])
    if then.year == now.year:
        return _("{day} {month} {time}", day=day, month=month, time=time)
    return _("{day} {month} {year}", day=day, month=month, year=then.year)


def title_of(past: PastGame) -> str:
    """What was played; a game that is not installed here has its short name."""
    game = _game(past)
    return game.title if game is not None else clean(past.game)


def others(past: PastGame, most: int = NAMES_MAX) -> str:
    """With whom; of many the first few."""
    if past.outcome is None:
        return _("looking ...")
    names = [_named(past, seat) for seat in range(len(past.players)) if seat != past.own]
    if len(names) > most:
        rest = len(names) - most + 1
        return n_("{names} and {n} more", "{names} and {n} more", rest).format(
            names=", ".join(names[: most - 1]), n=rest
        )
    return ", ".join(names)


def _named(past: PastGame, seat: int) -> str:
    name = clean(past.players[seat])
    return _("{name} (bot)", name=name) if past.bots[seat] else name


def ending(past: PastGame) -> str:
    """How it ended, or where it stands, for whoever keeps the file."""
    if past.outcome is None:
        return ""
    game, result = _game(past), past.result
    if past.outcome is Outcome.CHEATING:
        return _("somebody cheated")
    if past.outcome is Outcome.TAMPERED:
        return _("the file was changed")
    if past.outcome is Outcome.UNREADABLE:
        return _("cannot be read")
    if past.outcome is Outcome.RESIGNED:
        return _("ended by resignation")
    if past.outcome is Outcome.WITHOUT:
        return _("finished without somebody, as the others say")
    if past.outcome is Outcome.AGREED:
        return _("ended by agreement")
    if result is None or past.outcome is Outcome.UNFINISHED or game is None:
        return _open(past)
    if past.own < 0:
        return ended(game, result, Reader(None, {}, [clean(name) for name in past.players])).rstrip(".")
    won = past.own in result.winners
    if result.sides:
        side = side_name(game, result.sides[past.own]) if result.sides[past.own] >= 0 else ""
        if won:
            return _("won with {side}", side=side) if side else _("won")
        return _("lost with {side}", side=side) if side else _("lost")
    if game.words().points:
        return _by_points(past)
    return _("won") if won else _("lost to {names}", names=_winners(past))


def _by_points(past: PastGame) -> str:
    assert past.result is not None
    scores, own = past.result.scores, past.result.scores[past.own]
    rivals = [score for seat, score in enumerate(scores) if seat != past.own]
    if past.own in past.result.winners:
        text = _("won {own} to {other}") if len(past.result.winners) == 1 else _("shared, {own} to {other}")
        return text.format(own=own, other=max(rivals))
    place = sum(score > own for score in rivals)
    named = _(_PLACES[min(place, len(_PLACES)) - 1]) if place else _("second")
    return _("{place}, {own} to {other}", place=named, own=own, other=max(rivals))


def _open(past: PastGame) -> str:
    if not past.is_open:
        return _("stopped before its end")
    if past.plays_on:
        return _("your program plays it for you")
    if past.is_elsewhere:
        return _("open in another window")
    if past.own in past.waiting_for:
        return _("your turn")
    waiting = [clean(past.players[seat]) for seat in past.waiting_for if seat < len(past.players)]
    return _("waiting for {names}", names=listed(waiting)) if waiting else _("not finished")


def _winners(past: PastGame) -> str:
    assert past.result is not None
    return listed([clean(past.players[seat]) for seat in past.result.winners]) or _("nobody")


def _game(past: PastGame) -> Game[object] | None:
    try:
        return load(past.game)
    except BadInput:
        return None


def tally(games: Iterable[PastGame]) -> str:
    """How many were played and won; what nobody has looked into does not count yet."""
    done = [game for game in games if game.is_finished and game.own >= 0]
    won = sum(game.is_won for game in done)
    played = n_("{n} game played", "{n} games played", len(done)).format(n=len(done))
    if not done:
        return _("no finished game yet")
    return _("{played}, {won} won ({rate} %)", played=played, won=won, rate=round(100 * won / len(done)))


def matches(past: PastGame, words: str, now_s: float) -> bool:
    """Whether every word that somebody typed is somewhere in what is known of the game."""
    text = " ".join(
        (past.name, title_of(past), *past.players, ending(past), when(past.changed_s, now_s), _full_date(past))
    )
    return all(word in text.casefold() for word in words.casefold().split())


def _full_date(past: PastGame) -> str:
    return f"{datetime.fromtimestamp(past.changed_s):%Y-%m-%d %B}"


def size_of(bytes_: int) -> str:
    return _("{n} kB", n=max(1, round(bytes_ / 1000))) if bytes_ < 1_000_000 else _("{n} MB", n=f"{bytes_ / 1e6:.1f}")
