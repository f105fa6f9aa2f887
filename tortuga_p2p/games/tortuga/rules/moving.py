"""Chests on the move (1.3.3): drawn from the bag, carried from island to crew to fleet to Tortuga, or dropped."""

from __future__ import annotations

from functools import cache
from itertools import zip_longest
from typing import TYPE_CHECKING

from ....errors import IllegalMove
from ....rules.ask import Chance
from ....rules.record import Record
from ....rules.shape import all_moved, drawn, moved
from ....text import _
from .components import BOARD, CAPACITY, RAID, Counts
from .moves import NONE, Orders, read_order
from .scoring import sheet
from .state import Phase, Ship, State, afloat, next_state, no_dice, staying, stow

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ....rules.answer import Answer, Moved
    from ....rules.ask import Seat
    from ....rules.record import Args, Note

_ROLL, _MOVE_DRAW, _MOVE_ORDER = (int(phase) for phase in (Phase.ROLL, Phase.MOVE_DRAW, Phase.MOVE_ORDER))

# --- the bag ----------------------------------------------------------------------------------------------------


def bounds(bag: Counts, count: int) -> tuple[int, ...]:
    """What chance must say to draw that many chests: nothing where the bag leaves no choice (A-1)."""
    return ask_chests(bag, count).bounds if bag.count(0) < len(bag) - 1 else ()


def ask_chests(bag: Counts, count: int) -> Chance:
    return _chance(sum(bag), count)


@cache
def _chance(size: int, count: int) -> Chance:
    return Chance(tuple([left for left in range(size, max(size - count, 0), -1) if left > 1]))


def draw(bag: Counts, count: int, values: tuple[int, ...]) -> tuple[list[int], Counts]:
    """The colours drawn one after the other, and what is left; as many as there are (A-1)."""
    lying: list[int] = []
    for colour, number in enumerate(bag):
        lying += [colour] * number
    left = list(bag)
    colours = []
    for turn in range(min(count, len(lying))):
        colour = lying.pop(values[turn] if turn < len(values) else 0)
        colours.append(colour)
        left[colour] -= 1
    return colours, tuple(left)


def dropped(bag: Counts, centre: int, seats: int, chests: Iterable[int]) -> tuple[Counts, int]:
    """The bag and the centre island with a surplus: onto the island if no chest of the colour lies there, else into
    the bag; always into the bag with two players."""
    left = list(bag)
    for colour in chests:
        if seats == 2 or centre >> colour & 1:
            left[colour] += 1
        else:
            centre |= 1 << colour
    return tuple(left), centre


# --- setup: two chests each (1.2, step 5) -------------------------------------------------------------------------


def take_setup(state: State, answer: Answer, note: Note | None = None) -> State:
    """The first chest goes to the island area, the second to the crew area."""
    seats = staying(state)
    count = 2 * len(seats)
    colours, bag = draw(state.bag, count, drawn(answer, bounds(state.bag, count)))
    ships, chests = list(state.ships), iter(colours)
    for seat in seats:
        island, crew = next(chests), next(chests)
        ships[seat] = ships[seat]._replace(island=(island,), crew=(crew,))
        if note:
            note(Record("began", seat, {"island": (island,), "crew": (crew,)}))
    if note:
        note_round(state.round, state.start, note)
    return state._replace(phase=_ROLL, ships=tuple(ships), bag=bag)


def note_round(number: int, start: Seat, note: Note) -> None:
    note(Record("round", start, {"round": number}))


# --- the move phase -----------------------------------------------------------------------------------------------


def begin(state: State, ships: tuple[Ship, ...], note: Note | None) -> State:
    """The dice go back to their owners; then everybody draws a chest."""
    if note:
        note(Record("moving", None))
    state = _moving(state, _MOVE_DRAW, ships, state.bag, state.centre)
    return state if bounds(state.bag, len(afloat(state))) else _drawn(state, (), note)


def _moving(state: State, phase: int, ships: tuple[Ship, ...], bag: Counts, centre: int) -> State:
    """A state with no die on any action."""
    return next_state(state, phase, ships, no_dice(state.setup.seats, state.adrift), state.bonus, bag, centre)


def take_draw(state: State, answer: Answer, note: Note | None = None) -> State:
    return _drawn(state, drawn(answer, bounds(state.bag, len(afloat(state)))), note)


def _drawn(state: State, values: tuple[int, ...], note: Note | None) -> State:
    """A chest each, clockwise from the start player until the bag is empty (A-1)."""
    seats = afloat(state)
    colours, bag = draw(state.bag, len(seats), values)
    ships = list(state.ships)
    for seat, colour in zip(seats, colours, strict=False):
        ships[seat] = stow(ships[seat], colour)
    if note:
        for seat, colour in zip_longest(seats, colours, fillvalue=NONE):
            note_draw(seat, colour, note)
    state = _moving(state, _MOVE_ORDER, tuple(ships), bag, state.centre)
    return state if choosers(state) else carry_all(state, {}, note)


def note_draw(seat: Seat, colour: int, note: Note) -> None:
    """A chest from the bag; `NONE` where it was empty (A-1)."""
    note(Record("no_chest", seat) if colour == NONE else Record("drew", seat, {"colour": colour}))


def choosers(state: State) -> tuple[Seat, ...]:
    """A-D9: only those whose order can matter are asked."""
    seats = []
    for seat, ship in enumerate(state.ships):
        if len(set(ship.crew)) > 1 or len(set(ship.island)) > 1:  # every area has room for one
            seats.append(seat)
    return tuple([seat for seat in seats if not state.adrift >> seat & 1]) if state.adrift else tuple(seats)


def take_orders(state: State, answer: Answer, note: Note | None = None) -> State:
    seats = choosers(state)
    return carry_all(state, dict(zip(seats, all_moved(answer, len(seats)), strict=True)), note)


def carry_all(state: State, chosen: dict[Seat, Moved], note: Note | None) -> State:
    """All at once: fleet to Tortuga, crew to fleet, island to crew; what does not fit is surplus."""
    ships: list[Ship] = []
    surplus: list[int] = []
    adrift = state.adrift
    for seat, ship in enumerate(state.ships):
        if adrift and adrift >> seat & 1:
            ships.append(ship)
            continue
        carried, lost = carry(ship, chosen.get(seat))
        ships.append(carried)
        surplus += lost
        if note:
            note_carried(state, seat, carried, note)
    bag, centre = dropped(state.bag, state.centre, state.setup.seats, surplus)
    if note:
        _note_lost(state, ships, note)
    return _end_check(state, tuple(ships), bag, centre, note)


def carry(ship: Ship, choice: Moved | None) -> tuple[Ship, list[int]]:
    """One board's part of it, and what it loses. Without a choice all its chests are alike: any row is the same."""
    if choice is not None:
        to_fleet, to_crew = read_rows(Orders(ship), choice)
    else:
        to_fleet, to_crew = ship.crew[: CAPACITY[ship.boat]], ship.island[: CAPACITY[ship.pirate]]
    return carried(ship, to_fleet, to_crew), _left(ship.crew, to_fleet) + _left(ship.island, to_crew)


def carried(ship: Ship, to_fleet: tuple[int, ...], to_crew: tuple[int, ...]) -> Ship:
    """A board whose chests have gone one place on, those that found room."""
    boat, pirate, _island, _crew, fleet, port, tiles = ship
    if fleet:
        landed = list(port)
        for colour in fleet:
            landed[colour] += 1
        port = tuple(landed)
    return Ship(boat, pirate, (), to_crew, to_fleet, port, tiles)


def note_carried(state: State, seat: Seat, after: Ship, note: Note) -> None:
    """What went where on one board."""
    landed = state.ships[seat].fleet
    if landed or after.fleet or after.crew:
        args: Args = {"port": landed, "fleet": after.fleet, "crew": after.crew, "there": sum(after.port)}
        note(Record("carried", seat, {**args, "goal": state.setup.goal}))
    else:
        note(Record("carried_nothing", seat))


def _note_lost(state: State, after: list[Ship], note: Note) -> None:
    """A-19: what found no room, clockwise from the start player."""
    bag, centre = state.bag, state.centre
    for seat in afloat(state):
        for action, colour in lost_chests(state.ships[seat], after[seat]):
            bag, now = dropped(bag, centre, state.setup.seats, (colour,))
            to_centre = int(now != centre)
            note(Record("lost", seat, {"area": action, "colour": colour, "to_centre": to_centre}))
            centre = now


def lost_chests(before: Ship, after: Ship) -> list[tuple[int, int]]:
    """The area without room (as the action that attacks it), and the colour, of every chest that finds none."""
    fleet = [(BOARD, colour) for colour in _left(before.crew, after.fleet)]
    return [*fleet, *((RAID, colour) for colour in _left(before.island, after.crew))]


def read_rows(orders: Orders, chosen: Moved) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The rows that a move names, where they fill fleet and crew."""
    rows = read_order(moved(chosen).move) if not chosen.faces else None
    if rows is None:
        raise IllegalMove(_("say in which order your chests go to the fleet and to the crew"), "A-D9")
    if rows[0] not in orders.fleets:
        raise IllegalMove(_("fill the fleet with {count} of your crew chests", count=len(orders.fleets[0])), "1.3.3")
    if rows[1] not in orders.crews:
        raise IllegalMove(_("fill the crew with {count} of your island chests", count=len(orders.crews[0])), "1.3.3")
    return rows


def _left(chests: tuple[int, ...], taken: tuple[int, ...]) -> list[int]:
    left = list(chests)
    if len(chests) == len(taken):
        return []
    for colour in taken:
        left.remove(colour)
    return left


def _end_check(state: State, ships: tuple[Ship, ...], bag: Counts, centre: int, note: Note | None) -> State:
    """1.3.4: enough chests in Tortuga end the game at once; else the start player token moves on."""
    seats, goal = afloat(state), state.setup.goal
    if max([sum(ships[seat].port) for seat in seats]) < goal:
        number, start = state.round + 1, seats[1]
        if note:
            note(Record("not_yet", None, {"goal": goal}))
            note_round(number, start, note)
        return _moving(state, _ROLL, ships, bag, centre)._replace(round=number, start=start)
    if note:
        for seat in sorted(seats):
            if sum(ships[seat].port) >= goal:
                note(Record("arrived", seat, {"there": sum(ships[seat].port), "goal": goal}))
    return end(state._replace(ships=ships, bag=bag, centre=centre), note)


def end(state: State, note: Note | None) -> State:
    """The kept tiles are opened, if there are any."""
    if any(ship.tiles for ship in state.ships):
        return state._replace(phase=int(Phase.OPEN_TILES))
    state = state._replace(phase=int(Phase.OVER), coins=(0,) * state.setup.seats)
    if note:
        note_scores(state, note)
    return state


def note_scores(state: State, note: Note) -> None:
    """1.5, row by row."""
    for seat in staying(state):
        points = sheet(state.ships[seat], state.coins[seat])
        rows = {f"{row}_points": value for row, value in points._asdict().items()}
        note(Record("scored", seat, {"total": points.total, **rows}))
