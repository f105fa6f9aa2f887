"""The end of a round in words: the chests move (1.3.3), the end check (1.3.4), the final scoring (1.5)."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING, cast

from ...rules.answer import UNOPENED, Answer, Drawn, Opened
from . import moving
from .moves import NONE, Orders
from .scoring import sheet, winners
from .state import Phase, Ship, State, clockwise
from .tale import drop, say_drawn, say_round
from .words import COLOUR_NAMES, counted, listed

if TYPE_CHECKING:
    from ...rules.ask import Seat
    from .tale import Tale


def begin_move(tale: Tale, after: State) -> None:
    tale.say("The actions are done: all dice go back to their owners, and the chests move.")
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
            ("crew", ship.crew, "fleet", new.fleet),
            ("island", ship.island, "crew", new.crew),
        ):
            for colour in _left(chests, loaded):
                lost = f"A {COLOUR_NAMES[colour]} chest from {tale.names[seat]}'s {origin}"
                drop(tale, f"{lost} finds no room in the {area} and", colour)
    _tell_end_check(tale, after)


def _say_carried(tale: Tale, seat: Seat, new: Ship) -> None:
    ship, goal = tale.at.ships[seat], tale.at.setup.goal
    parts = []
    if ship.fleet:
        parts.append(f"brings {_chests(ship.fleet)} to Tortuga ({sum(new.port)} of {goal})")
    if new.fleet:
        parts.append(f"loads {_chests(new.fleet)} into the fleet")
    if new.crew:
        parts.append(f"hands {_chests(new.crew)} to the crew")
    tale.say(f"{tale.names[seat]} {listed(parts) or 'has no chest to move'}.")


def _chests(colours: tuple[int, ...]) -> str:
    return " + ".join(COLOUR_NAMES[colour] for colour in colours)


def _left(chests: tuple[int, ...], taken: tuple[int, ...]) -> list[int]:
    left = list(chests)
    for colour in taken:
        left.remove(colour)
    return left


def _tell_end_check(tale: Tale, after: State) -> None:
    goal = tale.at.setup.goal
    there = [name for name, ship in zip(tale.names, after.ships, strict=True) if sum(ship.port) >= goal]
    if there:
        verb = "has" if len(there) == 1 else "have"
        tale.say(f"{listed(there)} {verb} at least {goal} chests in Tortuga: the game ends.")
        if after.phase == Phase.OVER:  # nobody keeps a tile: nothing to open
            _say_scores(tale, after)
        return
    tale.say(f"Nobody has {goal} chests in Tortuga yet.")
    say_round(tale, after)


def tell_open(tale: Tale, answer: Answer, after: State) -> None:
    faces = iter(cast(Opened, answer).faces)
    for name, ship, coins in zip(tale.names, after.ships, after.coins, strict=True):
        tiles = [next(faces) for _ in ship.tiles]
        if not tiles:
            tale.say(f"{name} has no treasure tile.")
            continue
        words = ["unopened, so 0" if face == UNOPENED else str(face) for face in tiles]
        tale.say(
            f"{name} turns over {counted(len(tiles), 'treasure tile', 'treasure tiles')} ({', '.join(words)}): "
            f"{counted(coins, 'coin', 'coins')}."
        )
    _say_scores(tale, after)


def _say_scores(tale: Tale, after: State) -> None:
    sheets = [sheet(ship, coins) for ship, coins in zip(after.ships, after.coins, strict=True)]
    for name, points in zip(tale.names, sheets, strict=True):
        tale.say(
            f"{name} scores {points.total}: Tortuga {points.port}, fleet {points.fleet}, crew {points.crew}, "
            f"sets {points.sets}, tracks {points.tracks}, coins {points.coins}."
        )
    totals = [points.total for points in sheets]
    best = [tale.names[seat] for seat in winners(totals)]
    verb = "wins" if len(best) == 1 else "share the victory"
    tale.say(f"{listed(best)} {verb} with {max(totals)} points.")
