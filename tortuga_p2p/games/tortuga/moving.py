"""Chests on the move (1.3.3): drawn from the bag, carried from island to crew to fleet to Tortuga, or dropped."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from ...errors import IllegalMove
from ...rules.ask import Chance, Together
from .moves import NONE, Orders, read_order
from .state import BOARD, CAPACITY, Counts, Phase, Ship, State, clockwise
from .told import all_moved, drawn, moved, new, put

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ...rules.answer import Answer, Moved
    from ...rules.ask import Ask, Seat

_ROLL, _MOVE_DRAW, _MOVE_ORDER = (int(phase) for phase in (Phase.ROLL, Phase.MOVE_DRAW, Phase.MOVE_ORDER))

# --- the bag ----------------------------------------------------------------------------------------------------


def bounds(bag: Counts, count: int) -> tuple[int, ...]:
    """What chance must say to draw that many chests: nothing where the bag leaves no choice (A-1)."""
    return _chance(sum(bag), count).bounds if bag.count(0) < len(bag) - 1 else ()


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
    return colours, _counts(left)


def drop(state: State, chests: Iterable[int]) -> State:
    """A surplus leaves the boards."""
    bag, centre = dropped(state, chests)
    return put(state, bag=bag, centre=centre)


def dropped(state: State, chests: Iterable[int]) -> tuple[Counts, int]:
    """The bag and the centre island with a surplus: onto the island if no chest of the colour lies there, else into
    the bag; always into the bag with two players."""
    left, centre = list(state.bag), state.centre
    for colour in chests:
        if state.setup.seats == 2 or centre >> colour & 1:
            left[colour] += 1
        else:
            centre |= 1 << colour
    return _counts(left), centre


def _counts(numbers: list[int]) -> Counts:
    red, blue, yellow, white, purple = numbers
    return red, blue, yellow, white, purple


def space(ship: Ship, action: int) -> int:
    """How many chests fit into the fleet area (BOARD) or the crew area (RAID)."""
    return CAPACITY[ship.boat if action == BOARD else ship.pirate]


# --- setup: two chests each (1.2, step 5) -------------------------------------------------------------------------


def ask_setup(state: State) -> Ask:
    return ask_chests(state.bag, 2 * state.setup.seats)


def take_setup(state: State, answer: Answer) -> State:
    """The first chest goes to the island area, the second to the crew area."""
    seats = state.setup.seats
    colours, bag = draw(state.bag, 2 * seats, drawn(answer, bounds(state.bag, 2 * seats)))
    ships = tuple(
        ship._replace(island=(colours[2 * seat],), crew=(colours[2 * seat + 1],))
        for seat, ship in enumerate(state.ships)
    )
    return put(state, phase=int(Phase.ROLL), ships=ships, bag=bag)


# --- the move phase -----------------------------------------------------------------------------------------------


def begin(state: State, ships: tuple[Ship, ...]) -> State:
    """The dice go back to their owners; then everybody draws a chest."""
    state = _moving(state, _MOVE_DRAW, ships, state.bag, state.centre, state.round, state.start)
    return state if bounds(state.bag, state.setup.seats) else _drawn(state, ())


def _moving(
    state: State, phase: int, ships: tuple[Ship, ...], bag: Counts, centre: int, number: int, start: Seat
) -> State:
    """A state with no die on any action: built in one go, as those of the dice phase are."""
    setup, none = state.setup, (0,) * state.setup.seats
    bonus, supply = state.bonus, state.supply
    # fmt: off
    return new(State, (
        setup, phase, number, start, ships, none, bonus, bag, centre, supply, (), (), (), 0, (), 1, NONE, (), (),
    ))
    # fmt: on


def ask_draw(state: State) -> Ask:
    return ask_chests(state.bag, state.setup.seats)


def take_draw(state: State, answer: Answer) -> State:
    return _drawn(state, drawn(answer, bounds(state.bag, state.setup.seats)))


def _drawn(state: State, values: tuple[int, ...]) -> State:
    """A chest each, clockwise from the start player until the bag is empty (A-1)."""
    colours, bag = draw(state.bag, state.setup.seats, values)
    ships = list(state.ships)
    for seat, colour in zip(clockwise(state), colours, strict=False):
        ships[seat] = stow(ships[seat], colour)
    state = _moving(state, _MOVE_ORDER, tuple(ships), bag, state.centre, state.round, state.start)
    return state if _choosers(state) else _carry(state, {})


def stow(ship: Ship, colour: int) -> Ship:
    """A chest more on the island."""
    boat, pirate, island, crew, fleet, port, tiles = ship
    return Ship(boat, pirate, (*island, colour), crew, fleet, port, tiles)


def _choosers(state: State) -> tuple[Seat, ...]:
    """A-D9: only those whose order can matter are asked."""
    seats = []
    for seat, ship in enumerate(state.ships):
        if len(set(ship.crew)) > 1 or len(set(ship.island)) > 1:  # every area has room for one
            seats.append(seat)
    return tuple(seats)


def ask_orders(state: State) -> Ask:
    return Together(_choosers(state))


def take_orders(state: State, answer: Answer) -> State:
    seats = _choosers(state)
    return _carry(state, dict(zip(seats, all_moved(answer, len(seats)), strict=True)))


def _carry(state: State, chosen: dict[Seat, Moved]) -> State:
    """All at once: fleet to Tortuga, crew to fleet, island to crew; what does not fit is surplus."""
    ships: list[Ship] = []
    surplus: list[int] = []
    for seat, ship in enumerate(state.ships):
        boat, pirate, island, crew, fleet, port, tiles = ship
        choice = chosen.get(seat)
        if choice is not None:
            to_fleet, to_crew = check_order(Orders(ship), choice)
        else:  # his chests are all alike: any row of them is the same
            to_fleet, to_crew = crew[: CAPACITY[boat]], island[: CAPACITY[pirate]]
        surplus += _left(crew, to_fleet)
        surplus += _left(island, to_crew)
        ships.append(Ship(boat, pirate, (), to_crew, to_fleet, _land(port, fleet), tiles))
    return _end_check(state, tuple(ships), surplus)


def _land(port: Counts, fleet: tuple[int, ...]) -> Counts:
    if not fleet:
        return port
    landed = list(port)
    for colour in fleet:
        landed[colour] += 1
    return _counts(landed)


def check_order(orders: Orders, chosen: Moved) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The rows that a move names, where they fill fleet and crew."""
    rows = read_order(moved(chosen).move) if not chosen.faces else None
    if rows is None:
        raise IllegalMove("say in which order your chests go to the fleet and to the crew", "A-D9")
    if rows[0] not in orders.fleets:
        raise IllegalMove(f"fill the fleet with {len(orders.fleets[0])} of your crew chests", "1.3.3")
    if rows[1] not in orders.crews:
        raise IllegalMove(f"fill the crew with {len(orders.crews[0])} of your island chests", "1.3.3")
    return rows


def _left(chests: tuple[int, ...], taken: tuple[int, ...]) -> Sequence[int]:
    if len(chests) == len(taken):
        return ()
    left = list(chests)
    for colour in taken:
        left.remove(colour)
    return left


def _end_check(state: State, ships: tuple[Ship, ...], surplus: list[int]) -> State:
    """1.3.4: enough chests in Tortuga end the game at once; else the start player token moves on."""
    seats = state.setup.seats
    bag, centre = dropped(state, surplus)
    if max([sum(ship.port) for ship in ships]) < state.setup.goal:
        return _moving(state, _ROLL, ships, bag, centre, state.round + 1, (state.start + 1) % seats)
    state = put(state, ships=ships, bag=bag, centre=centre)
    if any(ship.tiles for ship in ships):
        return put(state, phase=int(Phase.OPEN_TILES))
    return put(state, phase=int(Phase.OVER), coins=(0,) * seats)
