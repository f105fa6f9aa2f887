"""The board as styled text: a pure function of a view, plain tuples, no terminal library. ASCII, for any screen.

A table with a column for each player, clockwise, and a row for each thing on a player board; where there is room, notes
on the right say what a row is worth. Four players fit into 80 columns and 22 lines. Colour is never the only signal:
chests are letters too, the own column says "(you)", the action in turn has a mark.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from ...text import N_, _
from .caption import centre, footers, header, waiting
from .drawing import (
    ACTION_PHASES,
    ASCII,
    DICE_PHASES,
    UNICODE,
    Cell,
    Look,
    Symbols,
    chests_cell,
    joined,
    padded,
    size,
    wrapped,
)
from .scoring import CREW_POINTS, FLEET_POINTS, PORT_POINTS, sets, sheet, winners
from .state import (
    ACTIONS,
    ALL_DICE,
    BITS,
    BOARD,
    BOX_MAX,
    CAPACITY,
    COLOURS,
    DIE_LETTERS,
    RAID,
    TILES,
    Phase,
    Ship,
    State,
    assigned,
    room,
    total,
)
from .words import ACTION_WORDS, cells, clipped, counted, die_words, positions, ranking, safe

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ...rules.ask import Seat
    from ...rules.game import Fragments, View

# Every style class that `render` uses. A theme may leave any of them plain: nothing is said by style alone.
STYLES: Final[Mapping[str, str]] = {
    "": "plain text",
    "label": "the name of a row or a line",
    "player": "a player's name",
    "you": "the name of whoever looks at the board",
    "start": "the mark of the start player",
    "now": "what is being waited for, and the row of the action in turn",
    "chest.red": "a red chest",
    "chest.blue": "a blue chest",
    "chest.yellow": "a yellow chest",
    "chest.white": "a white chest",
    "chest.purple": "a purple chest",
    "space": "an empty space for a chest or a die",
    "surplus": "the mark of a chest beyond capacity",
    "track": "the boxes behind a token",
    "token": "the box a token stands on",
    "die": "a die: its letter, and its number on an action",
    "skull": "a die that shows a skull",
    "bonus": "a bonus tile",
    "total": "the sum on an action, points",
    "first": "1st position in an action",
    "second": "2nd position in an action",
    "winner": "whoever won",
    "dim": "frames, capacities, unknown points and notes",
}

LABEL: Final = 8  # columns of the row names
COLUMN: Final = 18  # columns of a player, with the gap behind: five dice, a bonus, a total and a rank
COLUMN_MAX: Final = 24  # wider ones only tear the table apart
GAP: Final = 2  # before the notes
LINES_MAX: Final = 22  # of 24, leaving a line for the status and one to type; blank lines go before anything else


class Row(NamedTuple):
    """A line of the table; `note` for some room on the right, `more` for plenty."""

    label: Cell
    cells: Sequence[Cell]
    note: str = ""
    more: str = ""


def render(view: View[State], names: Sequence[str], width: int, symbols: Symbols = ASCII) -> Fragments:
    """The board as `view.seat` sees it, in lines of at most `width` columns (but never fewer than one player needs)."""
    width = max(width, LABEL + COLUMN)
    look, notes, tables = _tables(view, names, width, symbols)
    lines = wrapped(header(look), width) + wrapped(waiting(look), width)
    for table in tables:
        lines += [[], *table]
    lines += [[]] if look.state.phase != Phase.OVER else []
    for footer in footers(look, numbers=not notes):
        lines += wrapped(footer, width)
    inked = [line for line in lines if line]
    return joined(inked if len(inked) <= LINES_MAX < len(lines) else lines)


def board(view: View[State], names: Sequence[str], width: int, height: int, *, rich: bool) -> Fragments:
    """The board for a screen that says elsewhere who is waited for and what lies behind the own screen.

    Never wider than `width`; as low as it can be, with air between its parts if `height` allows.
    """
    width = max(width, LABEL + COLUMN)
    look, notes, tables = _tables(view, names, width, UNICODE if rich else ASCII)
    lines: list[Cell] = [header(look, short=True)]
    for table in tables:
        lines += [[], *table]
    below = [part for footer in centre(look, numbers=not notes) for part in wrapped(footer, width)]
    lines += [[], *below] if below else []
    inked = [line for line in lines if line]
    if len(inked) > height and look.state.phase in DICE_PHASES and not notes:
        inked.pop()  # the numbers on the dice: a prompt says those that matter
    return joined(lines if len(lines) <= height else inked)


def _tables(
    view: View[State], names: Sequence[str], width: int, symbols: Symbols
) -> tuple[Look, list[str], list[list[Cell]]]:
    """As many players side by side as fit, the others below; with notes if all are side by side."""
    state, seat, known = view
    seats = state.setup.seats
    assert len(names) == seats
    look = Look(state, seat, known, [safe(name) for name in names], symbols, COLUMN)
    across = min(seats, (width - LABEL) // COLUMN)
    spare = width - LABEL - across * COLUMN
    make_rows = _final_rows if state.phase == Phase.OVER else _board_rows
    notes = _notes(make_rows(look), spare - GAP) if across == seats else []
    spare -= max([GAP + cells(note) for note in notes], default=0)
    look = look._replace(column=min(COLUMN_MAX, COLUMN + spare // across))
    rows = make_rows(look)
    bands = [range(first, min(seats, first + across)) for first in range(0, seats, across)]
    return look, notes, [_table(rows, notes, look, band) for band in bands]


# --- the table ----------------------------------------------------------------------------------------------------


def _notes(rows: Sequence[Row], space: int) -> list[str]:
    """The richest notes that fit."""
    for notes in ([row.more for row in rows], [row.note for row in rows]):
        if max(map(cells, notes)) <= space:
            return notes
    return []


def _table(rows: Sequence[Row], notes: Sequence[str], look: Look, seats: range) -> list[Cell]:
    lines = []
    for index, row in enumerate(rows):
        line = padded(row.label, LABEL)
        for seat in seats:
            line += padded(row.cells[seat], look.column)
        if notes:
            line += [("", " " * GAP), ("dim", notes[index])]
        lines.append(line)
    return lines


def _board_rows(look: Look) -> list[Row]:
    state = look.state
    seats = range(state.setup.seats)
    ships = state.ships
    crews = [_area_cell(look, ship.crew, CAPACITY[ship.pirate]) for ship in ships]
    fleets = [_area_cell(look, ship.fleet, CAPACITY[ship.boat]) for ship in ships]
    pirates = [_track_cell(look, ship.pirate) for ship in ships]
    boats = [_track_cell(look, ship.boat) for ship in ships]
    rows = [
        Row([], [_name_cell(look, seat) for seat in seats]),
        _row(_("points"), [_points_cell(look, seat) for seat in seats], "", _("set: R+B+Y, or a W in Tortuga")),
        _row(_("tiles"), [_tiles_cell(look, seat) for seat in seats], "", _("tiles: {tiles} coins", tiles=_TILES)),
        _row(
            _("island"),
            [chests_cell(look, ship.island) for ship in ships],
            _("0 points each"),
            _("0 points each, no limit"),
        ),
        _row(_("crew"), crews, *_worth(CREW_POINTS)),
        _row(_("fleet"), fleets, *_worth(FLEET_POINTS)),
        _row(_("Tortuga"), [_port_cell(look, ship) for ship in ships], *_worth(PORT_POINTS)),
        _row(_("pirate"), pirates, _("1 a box"), _("1 a box; cap for crew and RAID")),
        _row(_("boat"), boats, _("1 a box"), _("1 a box; cap for fleet and BOARD")),
    ]
    if state.phase in DICE_PHASES:
        rows.append(
            _row(_("in hand"), [_left_cell(look, seat) for seat in seats], "", _("#1 would act first, #2 second"))
        )
    return rows + [_action_row(look, action) for action in ACTIONS]


_TILES: Final = ", ".join(f"{TILES.count(coins)} x {coins}" for coins in sorted(set(TILES)))


def _worth(points: int) -> tuple[str, str]:
    """What a chest in an area is worth, in short and in words; purple counts double (1.5)."""
    return _("{points} each, P {double}", points=points, double=2 * points), _(
        "{points} each, purple {double}", points=counted(points, "point", "points"), double=2 * points
    )


def _row(label: str, row_cells: Sequence[Cell], note: str = "", more: str = "") -> Row:
    return Row([("label", label)], row_cells, note, more)


def _action_row(look: Look, action: int) -> Row:
    state = look.state
    word = ACTION_WORDS[action]
    current = state.phase in ACTION_PHASES and state.action == action
    label: Cell = [("now", look.symbols.now + word)] if current else [("label", word)]
    ranks = {seat: place for place, (seat, _) in enumerate(ranking(state, action)[: positions(state)], start=1)}
    numbers = " ".join(die_words(state, ALL_DICE, action))
    gain = _((_GAINS_TWO if state.setup.seats == 2 else _GAINS)[action])
    row_cells = [_dice_cell(look, seat, action, ranks.get(seat, 0)) for seat in range(state.setup.seats)]
    return Row(label, row_cells, numbers, f"{numbers}  {gain}")


_GAINS: Final = (
    N_("boat +2, 2nd +1"),
    N_("pirate +2, 2nd +1"),
    N_("chest+tile, 2nd tile"),
    N_("chest, 2nd: centre"),
    N_("chest, 2nd: centre"),
)
_GAINS_TWO: Final = (N_("boat +1"), N_("pirate +1"), N_("chest + tile"), N_("fleet chest"), N_("crew chest"))


def _name_cell(look: Look, seat: Seat) -> Cell:
    own = seat == look.seat
    marks = [(_(" (you)"), "you")] if own else []
    if seat == look.state.start and look.state.phase != Phase.OVER:
        marks.append((" " + look.symbols.start, "start"))
    space = look.column - 1 - sum(cells(mark) for mark, _ in marks)
    name = clipped(look.names[seat], space, look.symbols.clip)
    return [("you" if own else "player", name), *((style, mark) for mark, style in marks)]


def _points_cell(look: Look, seat: Seat) -> Cell:
    ship = look.state.ships[seat]
    coins = _coins(look, seat)
    points: Cell = [("total", str(sheet(ship, sum(coins or ())).total))]
    if coins is None:
        points.append(("dim", "+?"))
    count = sets(ship)
    return [*points, ("dim", f" ({counted(count, 'set', 'sets')})")] if count else points


def _coins(look: Look, seat: Seat) -> list[int] | None:
    """What is on a seat's kept tiles, or `None` where the viewer cannot know. Others' tiles are never looked up."""
    tiles = look.state.ships[seat].tiles
    if tiles and (seat != look.seat or not all(handle in look.known for handle in tiles)):
        return None
    return [look.known[handle] for handle in tiles]


def _tiles_cell(look: Look, seat: Seat) -> Cell:
    tiles, coins = look.state.ships[seat].tiles, _coins(look, seat)
    if not tiles:
        return [("dim", look.symbols.nothing)]
    if coins is None:
        return [("", f"{len(tiles)}"), ("dim", _(" face down"))]
    return [("", f"{len(tiles)}"), ("dim", _(" with {coins}", coins=counted(sum(coins), "coin", "coins")))]


# --- chests, tracks, dice -----------------------------------------------------------------------------------------


def _spread(counts: Sequence[int]) -> list[int]:
    return [colour for colour in COLOURS for _ in range(counts[colour])]


def _port_cell(look: Look, ship: Ship) -> Cell:
    count, goal = sum(ship.port), look.state.setup.goal
    return [("total", str(count)), ("dim", f"/{goal} "), *chests_cell(look, _spread(ship.port), "")]


def _area_cell(look: Look, chests: Sequence[int], capacity: int) -> Cell:
    """Chests and empty spaces inside a frame as large as the capacity; what is beyond it will have to leave."""
    symbols = look.symbols
    inside = chests_cell(look, chests[:capacity]) if chests else []
    for _space in range(capacity - len(chests)):
        inside += [("", " ")] if inside else []
        inside.append(("space", symbols.empty))
    beyond: Cell = []
    for colour in chests[capacity:]:
        beyond += [("", " "), *chests_cell(look, (colour,)), ("surplus", symbols.surplus)]
    return [("dim", symbols.left), *inside, ("dim", symbols.right), *beyond]


def _track_cell(look: Look, box: int) -> Cell:
    """Eight boxes, the token's with its number; gaps stand where capacity grows."""
    symbols = look.symbols
    cell: Cell = []
    for here in range(1, BOX_MAX + 1):
        if here > 1 and CAPACITY[here] > CAPACITY[here - 1]:
            cell.append(("dim", symbols.gate))
        if here == box:
            cell.append(("token", str(box)))
        else:
            cell.append(("track", symbols.reached) if here < box else ("dim", symbols.ahead))
    return [*cell, ("dim", _(" cap {room}", room=CAPACITY[box]))]


def _left_cell(look: Look, seat: Seat) -> Cell:
    """The dice of a seat that lie on no action yet."""
    state = look.state
    left = ALL_DICE & ~assigned(state.placed[seat])
    taken = dict(state.skulls).get(seat, 0)
    parts: Cell = [("die", " ".join(DIE_LETTERS[die] for die in BITS[left & ~taken]))] if left & ~taken else []
    if taken:
        parts += [("", " ")] if parts else []
        parts.append(("skull", _("skull ") + " ".join(DIE_LETTERS[die] for die in BITS[taken])))
    if seat in state.stuck:
        parts.append(("now", _(" stuck")))
    return parts or [("dim", look.symbols.nothing)]


def _dice_cell(look: Look, seat: Seat, action: int, place: int) -> Cell:
    """Dice with their numbers, free spaces, the bonus, the total and the position it would give."""
    state = look.state
    mask = state.placed[seat] >> 5 * action & ALL_DICE
    bonus = state.bonus[seat] >> 2 * action & 3
    parts: Cell = [("die", word) for word in die_words(state, mask, action)]
    if state.phase in DICE_PHASES and action in (BOARD, RAID):
        parts += [("space", look.symbols.empty)] * room(state.ships[seat], state.placed[seat], action)
    if bonus:
        parts.append(("bonus", f"+{bonus}"))
    if mask:
        parts.append(("total", f"={total(state, seat, action)}"))
    if place:
        parts.append(("first" if place == 1 else "second", f"#{place}"))
    if not parts:
        return [("dim", look.symbols.nothing)]
    spaced = [part for found in parts for part in (("", " "), found)][1:]
    return spaced if size(spaced) < look.column else parts


# --- the final scoring --------------------------------------------------------------------------------------------


def _final_rows(look: Look) -> list[Row]:
    """1.5, row by row as it is read out at the table: points, then what they are for."""
    state = look.state
    ships = state.ships
    sheets = [sheet(ship, coins) for ship, coins in zip(ships, state.coins, strict=True)]
    totals = [points.total for points in sheets]
    best = winners(totals)
    details: Sequence[list[Cell]] = (
        [chests_cell(look, _spread(ship.port), "") for ship in ships],
        [chests_cell(look, ship.fleet) for ship in ships],
        [chests_cell(look, ship.crew) for ship in ships],
        [[("dim", counted(sets(ship), "set", "sets"))] for ship in ships],
        [[("dim", _("{boat} + {pirate} boxes", boat=ship.boat, pirate=ship.pirate))] for ship in ships],
        [[("dim", counted(len(ship.tiles), "tile", "tiles"))] for ship in ships],
        [[("winner", _("wins"))] if seat in best else [] for seat in range(len(ships))],
    )
    rows = [Row([], [_name_cell(look, seat) for seat in range(len(ships))])]
    for points, found, (label, note, more) in zip(
        (*zip(*sheets, strict=True), totals), details, _sheet_notes(), strict=True
    ):
        scored = [[("total", f"{score:3}"), ("", "  "), *cell] for score, cell in zip(points, found, strict=True)]
        rows.append(_row(label, scored, note, more))
    return rows


def _sheet_notes() -> tuple[tuple[str, str, str], ...]:
    """The rows of `scoring.Sheet`, and their sum: what they are called, and what counts how much."""
    return (
        (_("Tortuga"), *_worth(PORT_POINTS)),
        (_("fleet"), *_worth(FLEET_POINTS)),
        (_("crew"), *_worth(CREW_POINTS)),
        (_("sets"), _("3 for R+B+Y"), _("3 a set: R+B+Y, or a W in Tortuga")),
        (_("tracks"), _("1 a box"), _("1 a box: boat + pirate")),
        (_("coins"), _("on kept tiles"), _("on kept treasure tiles")),
        (_("total"), "", ""),
    )
