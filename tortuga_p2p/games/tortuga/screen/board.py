"""The board as styled text: a pure function of a view, plain tuples, no terminal library.

A table with a column for each player, clockwise, and a row for each thing on a player board; where there is room, notes
on the right say what a row is worth. Four players fit into 80 columns. Colour is never the only signal: chests are
letters too, one's own column says "You", the action in turn has a mark, whoever leads is told so.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from ....rules.answer import AllMoved
from ....rules.cells import clip, columns, joined, size, wrapped
from ....rules.legend import signs_in
from ....rules.record import Thing
from ....rules.screen import GameScreen
from ....rules.words import word
from ....text import N_, _, n_
from ..rules.components import ACTIONS, ALL_DICE, BITS, assigned, spread
from ..rules.dicing import shown_dice
from ..rules.scoring import CREW_POINTS, FLEET_POINTS, PORT_POINTS, ScoreSheet, result, sets, sheet
from ..rules.state import ACTING, DICING, Phase, State
from ..words import WORDS
from ..words.aloud import own_dice
from ..words.terms import ACTION_WORDS, COLOUR_NAMES, TERMS, dice_on
from . import cells
from .cells import BoardLook, padded
from .reveal import reveal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ....rules.answer import Told
    from ....rules.cells import Cell
    from ....rules.game import Fragments, View
    from ....rules.screen import StagedMoment
    from ....rules.words import Reader

LABEL: Final = 10  # columns of the row names, with their signs
LABEL_MIN: Final = 9  # without the signs
COLUMN: Final = 17  # columns of a player, with the gap behind: chests and a track, or five dice close together
COLUMN_MAX: Final = 24  # wider ones only tear the table apart
GAP: Final = 2  # before the notes
NAME_MIN: Final = 12  # columns of a name in the first line, and more where there is room
MARK: Final = 8  # columns that the table needs beside it: a sign and a step
SHIPS_AT: Final = 2  # the row of the table before which the ships are drawn
STRIP_GAP: Final = 2  # columns between two actions of the strip


class BoardRow(NamedTuple):
    """A line of the table; `note` for some room on the right, `more` for plenty."""

    label: Cell
    cells: Sequence[Cell]
    note: str = ""
    more: str = ""


class Board(GameScreen[State]):
    """The board for a screen that says elsewhere who is waited for."""

    signs = signs_in(__package__)

    def board(self, view: View[State], reader: Reader, width: int, height: int, *, rich: bool) -> Fragments:
        width = max(width, LABEL_MIN + COLUMN)
        look, tables = _tables(BoardLook(view, reader, cells.UNICODE if rich else cells.ASCII, COLUMN), width)
        below = [part for line in _middle(look) for part in wrapped(line, width)]
        below += [part for line in strip(look, width) for part in wrapped(line, width)]
        least = 1 + len(below) + sum(map(len, tables))
        if len(tables) == 1 and look.column >= cells.SHIP_COLUMNS and least + cells.SHIP_LINES <= height:
            tables = [[*tables[0][:SHIPS_AT], *_ships(look), *tables[0][SHIPS_AT:]]]
        lines = wrapped(_header(look, width), width)
        for table in tables:
            lines += [[], *table]
        lines += [[], *below] if below else []
        more = _behind_screen(look)
        for line in more:  # what a prompt says too, where there is room for it
            inked = [one for one in lines if one]
            parts = wrapped(line, width)
            if len(inked) + len(parts) <= height:
                lines += parts
        return joined(lines if len(lines) <= height else [line for line in lines if line])

    def scene(
        self,
        before: View[State],
        answer: Told,
        after: View[State],
        reader: Reader,
        beat: int,
        width: int,
        *,
        rich: bool,
    ) -> StagedMoment | None:
        """What was sealed comes out below everybody's column."""
        if not isinstance(answer, AllMoved) or width < LABEL + after.state.setup.seats * COLUMN:
            return None
        look, _rows = _tables(BoardLook(after, reader, cells.UNICODE if rich else cells.ASCII, COLUMN), width)
        return reveal(before.state, look, LABEL, beat)


def _tables(look: BoardLook, width: int) -> tuple[BoardLook, list[list[Cell]]]:
    """As many players side by side as fit, the others below; with notes if all are side by side."""
    state = look.state
    seats = state.setup.seats
    is_wide = width >= LABEL + COLUMN
    across = min(seats, max(1, (width - LABEL) // COLUMN))
    spare = max(0, width - LABEL - across * COLUMN)
    make_rows = _final_rows if state.phase == Phase.OVER else _board_rows
    notes = _notes(make_rows(look), spare - GAP, across) if across == seats else []
    spare -= max([GAP + columns(note) for note in notes], default=0)
    look = look._replace(column=min(COLUMN_MAX, COLUMN + spare // across))
    rows = make_rows(look)
    bands = [range(first, min(seats, first + across)) for first in range(0, seats, across)]
    return look, [_table(rows, notes, look, band, is_wide=is_wide) for band in bands]


def _ships(look: BoardLook) -> list[Cell]:
    """Everybody's ship, side by side; none of an ended game."""
    if look.state.phase == Phase.OVER:
        return []
    labels = [_("chests"), _("sail from"), _("island to"), _("crew to"), _("fleet to"), _("Tortuga")]
    ships = [cells.ship_cells(look, seat) for seat in range(look.state.setup.seats)]
    lines = []
    for label, *parts in zip(labels, *ships, strict=True):
        line = padded([("dim", clip(label, LABEL - 1, ""))], LABEL)
        lines.append(sum([padded(part, look.column) for part in parts], line))
    return lines


def _notes(rows: Sequence[BoardRow], space: int, across: int) -> list[str]:
    """The richest notes that leave room for pictures; else the richest that fit."""
    found = [notes for notes in ([row.more for row in rows], [row.note for row in rows]) if _wide(notes) <= space]
    roomy = [notes for notes in found if COLUMN + (space - _wide(notes)) // across >= cells.SHIP_COLUMNS]
    return next(iter(roomy or found), [])


def _wide(notes: Sequence[str]) -> int:
    return max(map(columns, notes))


def _table(
    rows: Sequence[BoardRow], notes: Sequence[str], look: BoardLook, seats: range, *, is_wide: bool
) -> list[Cell]:
    lines = []
    for index, row in enumerate(rows):
        line = padded(row.label if is_wide else _unsigned(row.label), LABEL if is_wide else LABEL_MIN)
        for seat in seats:
            line += padded(row.cells[seat], look.column)
        if notes:
            line += [("", " " * GAP), ("dim", notes[index])]
        lines.append(line)
    return lines


def _unsigned(label: Cell) -> Cell:
    """The name of a row without the small picture before it, where there is no room for both."""
    return [(style, text.lstrip()) for style, text in label[-1:]]


# --- above and below the table -------------------------------------------------------------------------------------


def _header(look: BoardLook, width: int) -> Cell:
    state, reader = look.state, look.reader
    if state.phase == Phase.OVER:
        return [("label", _("The game ended in round {round}.", round=state.round))]
    own = state.start == look.view.seat

    def line(name: str) -> Cell:
        return [
            ("label", _("Round {round}   ", round=state.round)),
            ("mark", f"{look.symbols.start} "),
            ("you", _("you begin")) if own else ("player", _("{name} begins", name=name)),
            ("", _("   {goal} chests in Tortuga end it", goal=state.setup.goal)),
        ]

    room = max(NAME_MIN, width - size(line("")) - MARK)
    return line(clip(reader.name(state.start), room, look.symbols.clip))


def _middle(look: BoardLook) -> list[Cell]:
    """The middle of the table."""
    state = look.state
    if state.phase == Phase.OVER:
        return []
    chests = cells.chests_cell(look, BITS[state.centre]) if state.centre else [("dim", _("empty"))]
    line: Cell = [("label", _("Centre ")), *chests, ("", "  ")] if state.setup.seats > 2 else []
    line.append(("label", _("Bag {count}: ", count=sum(state.bag))))
    for count, name in zip(state.bag, COLOUR_NAMES, strict=True):
        line += [("", f"{count} "), (name, _(name)), ("", " ")]
    return [[*line, ("", " "), ("label", _("Tiles left ")), ("", f"{len(state.supply)}")]]


def strip(look: BoardLook, width: int) -> list[Cell]:
    """What the five actions bring and what each die counts there, while dice are chosen: always in sight then."""
    state = look.state
    if state.phase not in DICING:
        return []
    parts: list[Cell] = []
    for action, name in enumerate(ACTION_WORDS):
        numbers = dice_on(state.setup.dice, ALL_DICE, action)
        gain = _((_GAINS_TWO if state.setup.seats == 2 else _GAINS)[action])
        parts.append([("label", f"{look.symbols.actions[action]} {name:<5} "), ("", f"{numbers} "), ("dim", gain)])
    parts.append([("dim", _("1st, 2nd place; isle: a centre chest"))] if state.setup.seats > 2 else [])
    across = max(1, min(len(parts), (width + STRIP_GAP) // (max(map(size, parts)) + STRIP_GAP)))
    wide = max(map(size, parts)) + STRIP_GAP
    rows = [parts[first : first + across] for first in range(0, len(parts), across)]
    return [[piece for part in row for piece in padded(part, wide)] for row in rows if any(row)]


def _behind_screen(look: BoardLook) -> list[Cell]:
    """Own dice, where the viewer is shown them; and what was rolled in the open."""
    state = look.state
    if state.phase == Phase.PLACE:
        free = BITS[ALL_DICE & ~assigned(state.placed[state.stuck[0]])]
        shown = shown_dice(state, dict(zip(free, state.faces, strict=True)))
        return [[("label", _("Rolled in the open: ")), ("", TERMS["shown"](shown, look.reader))]]
    if state.phase == Phase.HUNT_KEEP and look.view.seat == state.ranks[0]:
        tiles = word(WORDS, "tiles", tuple(Thing("tiles", handle) for handle in state.hand), look.reader)
        return [[("label", _("Your tiles: ")), ("", tiles)]]
    own = own_dice(look.view, look.reader)
    return [[("label", _("Your dice: ")), ("", own)]] if own else []


# --- the rows ------------------------------------------------------------------------------------------------------


def _board_rows(look: BoardLook) -> list[BoardRow]:
    state, signs = look.state, look.symbols
    seats = range(state.setup.seats)
    ships = state.ships
    crews = [cells.area_cell(look, ship.crew, ship.pirate) for ship in ships]
    fleets = [cells.area_cell(look, ship.fleet, ship.boat) for ship in ships]
    islands = [cells.chests_cell(look, ship.island) for ship in ships]
    ports = [cells.port_cell(look, ship) for ship in ships]
    first = cells.leaders(look)
    points = [cells.points_cell(look, seat, first) for seat in seats]
    rows = [
        BoardRow([], [cells.name_cell(look, seat) for seat in seats]),
        _row(_("points"), points, _("set: R+B+Y +3"), _("a set of R+B+Y: 3; W in Tortuga is any")),
        _row(_("island"), islands, _("0 points each"), _("0 points each, no limit"), ("sand", signs.island)),
        _row(_("crew"), crews, *_worth(CREW_POINTS, _("pirate: 1 a box")), ("player", signs.crew)),
        _row(_("fleet"), fleets, *_worth(FLEET_POINTS, _("boat: 1 a box")), ("wood", signs.fleet)),
        _row(_("Tortuga"), ports, *_worth(PORT_POINTS), ("palm", signs.port)),
    ]
    rows += [_action_row(look, action) for action in ACTIONS]
    if state.phase in DICING:
        hands = [cells.left_cell(look, seat) for seat in seats]
        rows.append(_row(_("in hand"), hands, "", _("#1 would act first, #2 second")))
    return rows


def _worth(points: int, track: str = "") -> tuple[str, str]:
    """What a chest in an area is worth, in short and in words; purple counts double (1.5)."""
    more = n_("{points} point each, purple {double}", "{points} points each, purple {double}", points)
    short = _("{points} each, P {double}", points=points, double=2 * points)
    long = more.format(points=points, double=2 * points)
    return short, f"{long}; {track}" if track else long


def _row(
    label: str, row_cells: Sequence[Cell], note: str = "", more: str = "", sign: tuple[str, str] | None = None
) -> BoardRow:
    """A row, with a small picture before its name where it has a sign."""
    return BoardRow([sign, ("label", f" {label}")] if sign else [("label", label)], row_cells, note, more)


def _action_row(look: BoardLook, action: int) -> BoardRow:
    state = look.state
    word, sign = ACTION_WORDS[action], look.symbols.actions[action]
    current = state.phase in ACTING and state.action == action
    label: Cell = [("now", f"{look.symbols.now} {word}")] if current else [("second", sign), ("label", f" {word}")]
    gain = _((_GAINS_TWO if state.setup.seats == 2 else _GAINS)[action])
    row_cells = [cells.dice_cell(look, seat, action) for seat in range(state.setup.seats)]
    return BoardRow(label, row_cells, gain, gain)


_GAINS: Final = (
    N_("boat +2, +1"),
    N_("pirate +2, +1"),
    N_("chest+tile, tile"),
    N_("robs fleet, isle"),
    N_("robs crew, isle"),
)
_GAINS_TWO: Final = (N_("boat +1"), N_("pirate +1"), N_("chest + tile"), N_("fleet chest"), N_("crew chest"))


def _final_rows(look: BoardLook) -> list[BoardRow]:
    """1.5, row by row as it is read out at the table: points, then what they are for."""
    state, ships = look.state, look.state.ships
    sheets = [sheet(ship, coins) for ship, coins in zip(ships, state.coins, strict=True)]
    sheets = [ScoreSheet(0, 0, 0, 0, 0, 0) if state.adrift >> seat & 1 else one for seat, one in enumerate(sheets)]
    totals = [points.total for points in sheets]
    best = result(state).winners
    details: Sequence[list[Cell]] = (
        [cells.chests_cell(look, spread(ship.port), "") for ship in ships],
        [cells.chests_cell(look, ship.fleet) for ship in ships],
        [cells.chests_cell(look, ship.crew) for ship in ships],
        [_counted(n_("{number} set", "{number} sets", sets(ship)), sets(ship)) for ship in ships],
        [[("dim", _("{boat} + {pirate} boxes", boat=ship.boat, pirate=ship.pirate))] for ship in ships],
        [_counted(n_("{number} tile", "{number} tiles", len(ship.tiles)), len(ship.tiles)) for ship in ships],
        [[("winner", _("wins"))] if seat in best else [] for seat in range(len(ships))],
    )
    rows = [BoardRow([], [cells.name_cell(look, seat) for seat in range(len(ships))])]
    scored = zip((*zip(*sheets, strict=True), totals), details, _sheet_notes(), strict=True)
    for points, found, (label, note, more) in scored:
        pairs = zip(points, found, strict=True)
        rows.append(_row(label, [[("strong", f"{score:3}"), ("", "  "), *cell] for score, cell in pairs], note, more))
    return rows


def _counted(text: str, number: int) -> Cell:
    return [("dim", text.format(number=number))]


def _sheet_notes() -> tuple[tuple[str, str, str], ...]:
    """The rows of `scoring.ScoreSheet`, and their sum: what they are called, and what counts how much."""
    return (
        (_("Tortuga"), *_worth(PORT_POINTS)),
        (_("fleet"), *_worth(FLEET_POINTS)),
        (_("crew"), *_worth(CREW_POINTS)),
        (_("sets"), _("3 for R+B+Y"), _("3 a set: R+B+Y, or a W in Tortuga")),
        (_("tracks"), _("1 a box"), _("1 a box: boat + pirate")),
        (_("coins"), _("on kept tiles"), _("on kept treasure tiles")),
        (_("total"), "", ""),
    )
