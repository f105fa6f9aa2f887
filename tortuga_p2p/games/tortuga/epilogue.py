"""The end of a round in words: the chests move (1.3.3), the end check (1.3.4), the final scoring (1.5)."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING, cast

from ...rules.answer import UNOPENED, Answer, Drawn, Opened
from ...text import N_, _, listed
from . import moving
from .moves import NONE, Orders
from .scoring import sheet, winners
from .state import Phase, Ship, State, clockwise
from .tale import drop, say_drawn, say_round
from .words import colour_word, counted

if TYPE_CHECKING:
    from ...rules.ask import Seat
    from .tale import Tale


def begin_move(tale: Tale, after: State) -> None:
    tale.say(_("The actions are done: all dice go back to their owners, and the chests move."))
    tale.put(placed=(0,) * tale.at.setup.seats)
    if not moving.bounds(tale.at.bag, tale.at.setup.seats):
        _tell_drawn(tale, (), after)  # the bag left chance nothing to say


def tell_draw(tale: Tale, answer: Answer, after: State) -> None:
    _tell_drawn(tale, cast(Drawn, answer).values, after)


def _tell_drawn(tale: Tale, values: tuple[int, ...], after: State) -> None:
    colours, bag = moving.draw(tale.at.bag, tale.at.setup.seats, values)
    tale.put(bag=bag)
    for seat, colour in zip_longest(clockwise(tale.at), colours, fillvalue=NONE):
        say_drawn(tale, seat, colour)
    if not any(Orders(ship).matter() for ship in tale.at.ships):
        _carry(tale, after)


def tell_orders(tale: Tale, answer: Answer, after: State) -> None:
    _carry(tale, after)


def _carry(tale: Tale, after: State) -> None:
    """Whoever chose what, `after` shows the rows: carrying is the last thing that happens to a board in a round."""
    for seat, ship in enumerate(tale.at.ships):
        new = after.ships[seat]
        _say_carried(tale, seat, new)
        tale.put_ship(seat, island=(), crew=new.crew, fleet=new.fleet, port=new.port)
        for origin, chests, area, loaded in (
            (N_("crew"), ship.crew, N_("fleet"), new.fleet),
            (N_("island"), ship.island, N_("crew"), new.crew),
        ):
            for colour in _left(chests, loaded):
                lost = _(
                    "A {colour} chest from {name}'s {origin}",
                    colour=colour_word(colour),
                    name=tale.names[seat],
                    origin=_(origin),
                )
                drop(tale, _("{lost} finds no room in the {area} and", lost=lost, area=_(area)), colour)
    _tell_end_check(tale, after)


def _say_carried(tale: Tale, seat: Seat, new: Ship) -> None:
    ship, goal = tale.at.ships[seat], tale.at.setup.goal
    parts = []
    if ship.fleet:
        parts.append(
            _(
                "brings {chests} to Tortuga ({there} of {goal})",
                chests=_chests(ship.fleet),
                there=sum(new.port),
                goal=goal,
            )
        )
    if new.fleet:
        parts.append(_("loads {chests} into the fleet", chests=_chests(new.fleet)))
    if new.crew:
        parts.append(_("hands {chests} to the crew", chests=_chests(new.crew)))
    tale.say(f"{tale.names[seat]} {listed(parts) or _('has no chest to move')}.")


def _chests(colours: tuple[int, ...]) -> str:
    return " + ".join(colour_word(colour) for colour in colours)


def _left(chests: tuple[int, ...], taken: tuple[int, ...]) -> list[int]:
    left = list(chests)
    for colour in taken:
        left.remove(colour)
    return left


def _tell_end_check(tale: Tale, after: State) -> None:
    goal = tale.at.setup.goal
    there = [name for name, ship in zip(tale.names, after.ships, strict=True) if sum(ship.port) >= goal]
    if there:
        verb = _("has") if len(there) == 1 else _("have")
        tale.say(
            _(
                "{names} {verb} at least {goal} chests in Tortuga: the game ends.",
                names=listed(there),
                verb=verb,
                goal=goal,
            )
        )
        if after.phase == Phase.OVER:  # nobody keeps a tile: nothing to open
            _say_scores(tale, after)
        return
    tale.say(_("Nobody has {goal} chests in Tortuga yet.", goal=goal))
    say_round(tale, after)


def tell_open(tale: Tale, answer: Answer, after: State) -> None:
    faces = iter(cast(Opened, answer).faces)
    for name, ship, coins in zip(tale.names, after.ships, after.coins, strict=True):
        tiles = [next(faces) for _ in ship.tiles]
        if not tiles:
            tale.say(_("{name} has no treasure tile.", name=name))
            continue
        words = [_("unopened, so 0") if face == UNOPENED else str(face) for face in tiles]
        tale.say(
            _(
                "{name} turns over {tiles} ({faces}): {coins}.",
                name=name,
                tiles=counted(len(tiles), "treasure tile", "treasure tiles"),
                faces=", ".join(words),
                coins=counted(coins, "coin", "coins"),
            )
        )
    _say_scores(tale, after)


def _say_scores(tale: Tale, after: State) -> None:
    sheets = [sheet(ship, coins) for ship, coins in zip(after.ships, after.coins, strict=True)]
    for name, points in zip(tale.names, sheets, strict=True):
        tale.say(
            _(
                "{name} scores {total}: Tortuga {port}, fleet {fleet}, crew {crew}, sets {sets}, tracks {tracks}, "
                "coins {coins}.",
                name=name,
                total=points.total,
                port=points.port,
                fleet=points.fleet,
                crew=points.crew,
                sets=points.sets,
                tracks=points.tracks,
                coins=points.coins,
            )
        )
    totals = [points.total for points in sheets]
    best = [tale.names[seat] for seat in winners(totals)]
    verb = _("wins") if len(best) == 1 else _("share the victory")
    tale.say(_("{names} {verb} with {points} points.", names=listed(best), verb=verb, points=max(totals)))
