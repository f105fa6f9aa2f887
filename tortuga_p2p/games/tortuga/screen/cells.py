"""The pieces of the board: what stands in one cell of the table. Knows nothing of the table around it (board.py)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from ....rules.cells import clip, columns, size
from ....text import _, n_
from ..rules.acting import positions, ranking
from ..rules.components import ALL_DICE, BITS, BOARD, BOX_MAX, CAPACITY, COLOUR_LETTERS, DIE_LETTERS, assigned, spread
from ..rules.scoring import known_coins, sheet
from ..rules.state import DICING, Phase, room, total
from ..words.terms import COLOUR_NAMES, coins

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ....rules.ask import Seat
    from ....rules.cells import Cell
    from ....rules.game import View
    from ....rules.words import Reader
    from ..rules.state import Ship, State


class Symbols(NamedTuple):
    """The signs a board is drawn with, of one column each."""

    empty: str
    surplus: str
    reached: str
    ahead: str
    start: str
    now: str
    nothing: str
    clip: str
    grows: str
    island: str
    crew: str
    fleet: str
    port: str
    actions: str  # FLEET a sail, CREW a pirate, HUNT a chest, BOARD a cannon ball, RAID a sabre
    hull: str


ASCII: Final = Symbols._make((*"_!=-*>-~+n&^T", "^&#o/", "\\_/"))
UNICODE: Final = Symbols._make((*"·!■□★▸·…+∩☻▲♠", "▲☻◘●†", "╲_╱"))  # noqa: RUF001 - a hull has two sides
SHIP_COLUMNS: Final = 20  # of a ship under sail
SHIP_LINES: Final = 6
MASTS: Final = 11  # columns of its sails
AREA: Final = 4  # chests that an area holds at most, by the rules of tracks


class BoardLook(NamedTuple):
    """What all parts of the picture need."""

    view: View[State]
    reader: Reader
    symbols: Symbols
    column: int

    @property
    def state(self) -> State:
        return self.view.state


def padded(cell: Cell, width: int) -> Cell:
    return [*cell, ("", " " * (width - size(cell)))]


def spaced(parts: Iterable[tuple[str, str]], between: str = " ") -> Cell:
    return [part for found in parts for part in (("", between), found)][1:]


def chests_cell(look: BoardLook, colours: Iterable[int], between: str = " ") -> Cell:
    return spaced(map(_chest, colours), between) or [("dim", look.symbols.nothing)]


def _chest(colour: int) -> tuple[str, str]:
    return COLOUR_NAMES[colour], COLOUR_LETTERS[colour]


def _places(look: BoardLook, chests: Sequence[int], capacity: int, between: str = " ") -> Cell:
    """Chests, and a sign for every free place."""
    return spaced([*map(_chest, chests), *[("dim", look.symbols.empty)] * (capacity - len(chests))], between)


def name_cell(look: BoardLook, seat: Seat) -> Cell:
    own = seat == look.view.seat
    marks = [("dim", _(" adrift"))] if look.state.adrift >> seat & 1 else []
    if seat == look.state.start and look.state.phase != Phase.OVER:
        marks.append(("mark", f" {look.symbols.start}"))
    space = look.column - 1 - size(marks)
    name = _("You") if own else look.reader.name(seat)
    return [("you" if own else "player", clip(name, space, look.symbols.clip)), *marks]


def points_cell(look: BoardLook, seat: Seat, leaders: Sequence[Seat] = ()) -> Cell:
    """Points so far; tiles, with their coins where the viewer knows them; and who leads."""
    ship, held = look.state.ships[seat], known_coins(look.view, seat)
    cell: Cell = [("strong", str(sheet(ship, held or 0).total))]
    if ship.tiles and held is not None:
        cell.append(("dim", _(", {coins}", coins=coins(held))))
    elif ship.tiles:
        tiles = n_(" +{number} tile", " +{number} tiles", len(ship.tiles)).format(number=len(ship.tiles))
        cell.append(("dim", tiles))
    if seat not in leaders:
        return cell
    mark = _(" leads") if size(cell) + columns(_(" leads")) < look.column else _(" 1st")
    return [*cell, ("first", mark)]


def leaders(look: BoardLook) -> tuple[Seat, ...]:
    """Whoever has most of what can be seen; nobody while all are level."""
    points = [sheet(ship, known_coins(look.view, seat) or 0).total for seat, ship in enumerate(look.state.ships)]
    points = [-1 if look.state.adrift >> seat & 1 else one for seat, one in enumerate(points)]
    best = [seat for seat, one in enumerate(points) if one == max(points)]
    return tuple(best) if len(best) < len(points) - look.state.adrift.bit_count() else ()


def port_cell(look: BoardLook, ship: Ship) -> Cell:
    count, goal = sum(ship.port), look.state.setup.goal
    chests = [*chests_cell(look, spread(ship.port), " " if count <= AREA else ""), ("", " ")] if count else []
    of = _(" of {goal}", goal=goal) if count <= goal else ""  # a last move may bring more than it takes
    return [*chests, ("strong", str(count)), ("dim", of)]


def area_cell(look: BoardLook, chests: Sequence[int], box: int) -> Cell:
    """Chests, a sign for every free place, and beside it the track that gives the room."""
    capacity = CAPACITY[box]
    inside = _places(look, chests[:capacity], capacity)
    for colour in chests[capacity:]:  # what is beyond the room will have to leave
        inside += [("", " "), _chest(colour), ("alert", look.symbols.surplus)]
    track = track_cell(look, box)
    gap = max(1, min(2 * AREA, look.column - 1 - size(track)) - size(inside))
    if size(inside) + gap + size(track) < look.column:
        return [*inside, ("", " " * gap), *track]
    return [*inside, ("", " "), ("now", str(box))]  # with chests beyond the room only the token's box


def ship_cells(look: BoardLook, seat: Seat) -> list[Cell]:
    """A ship under sail, a line each, with the chests of the fleet in its hull: a picture for tall screens."""
    state = look.state
    ship, wide = state.ships[seat], min(look.column - 3, SHIP_COLUMNS)
    left, deck, right = list(look.symbols.hull)
    hold = [("", "  "), *_places(look, ship.fleet, CAPACITY[ship.boat], "   ")]
    start = (wide - MASTS) // 2
    sails: list[Cell] = [
        [("wood", " " * (start + 1) + "|>     |>")],
        [("wood", " " * start + "/|\\    /|\\")],
        [("wood", " " * (start - 1) + "/_|_\\  /_|_\\")],
    ]
    rail: Cell = [("sea", "~"), ("wood", deck * (wide - 2)), ("sea", "~")]
    hull: Cell = [("sea", "~"), ("wood", left), *padded(hold, wide - 4), ("wood", right), ("sea", "~")]
    keel: Cell = [("sea", "~~"), ("wood", left + deck * (wide - 6) + right), ("sea", "~~")]
    return [*sails, rail, hull, keel]


def track_cell(look: BoardLook, box: int) -> Cell:
    """Eight boxes, the token's with its number; a mark stands where there will be more room."""
    cell: Cell = []
    for here in range(1, BOX_MAX + 1):
        if here > 1 and CAPACITY[here] > CAPACITY[here - 1]:
            cell.append(("dim", look.symbols.grows if here > box else ""))
        if here == box:
            cell.append(("now", str(box)))
        else:
            cell.append(("second", look.symbols.reached) if here < box else ("dim", look.symbols.ahead))
    return [part for part in cell if part[1]]


def left_cell(look: BoardLook, seat: Seat) -> Cell:
    """The dice of a seat that lie on no action yet."""
    state = look.state
    left = ALL_DICE & ~assigned(state.placed[seat])
    taken = dict(state.skulls).get(seat, 0)
    parts: Cell = [("strong", " ".join(DIE_LETTERS[die] for die in BITS[left & ~taken]))] if left & ~taken else []
    if taken:
        parts += [("", " ")] if parts else []
        parts.append(("strange", _("skull ") + " ".join(DIE_LETTERS[die] for die in BITS[taken])))
    if seat in state.stuck:
        parts.append(("now", _(" stuck")))
    return parts or [("dim", look.symbols.nothing)]


def dice_parts(state: State, mask: int, action: int) -> Cell:
    """Dice with their numbers."""
    return [("die", f"{DIE_LETTERS[die]}{state.setup.dice[die][action]}") for die in BITS[mask]]


def total_parts(state: State, seat: Seat, action: int) -> Cell:
    """What the dice make, and the position it would give."""
    ranks, points = ranking(state, action)[: positions(state)], total(state, seat, action)
    place = [("first" if one == 1 else "second", f"#{one}") for one, other in enumerate(ranks, 1) if other == seat]
    return [("strong", f"={points}"), *place]


def dice_cell(look: BoardLook, seat: Seat, action: int) -> Cell:
    """Dice with their numbers, free spaces, the bonus, the total and the position it would give."""
    state = look.state
    mask = state.placed[seat] >> 5 * action & ALL_DICE
    bonus = state.bonus[seat] >> 2 * action & 3
    # All of them: their numbers make no difference that the total does not tell.
    parts = dice_parts(state, mask, action) if mask != ALL_DICE else [("die", DIE_LETTERS)]
    if state.phase in DICING and action >= BOARD:
        parts += [("dim", look.symbols.empty)] * room(state.ships[seat], state.placed[seat], action)
    if bonus:
        parts.append(("good", f"+{bonus}"))
    if mask:
        parts += total_parts(state, seat, action)
    if not parts:
        return [("dim", look.symbols.nothing)]
    return cell if size(cell := spaced(parts)) < look.column else parts


assert columns("★") == 1  # every sign is one column wide
