"""Where did it go? Between two pictures of a board, whatever changed its place travels there. Knows no game.

A board says by its styles what is a thing (`rules/screen.py`, THINGS): a letter or two on its own paper. A thing that
stands elsewhere in the second picture goes there in a straight line; where the game names a way, along that, also out
of a heap and into one. A die that comes from nowhere tumbles first. Everything else is as in the second picture from
the beginning, so nothing that is new to know waits for it. Pure: the time that has passed is an argument, and
`MotionClock` gives it.
"""

from __future__ import annotations

import re
from time import monotonic
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

import trio

from ...rules.screen import THINGS
from .canvas import columns

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ...rules.screen import Way
    from .canvas import Line, Piece
    from .frame import ScreenStack

Place: TypeAlias = tuple[int, int]  # row and column

TICK_S: Final = 1 / 12  # between two pictures: enough for the eye, little for a slow line
SLIDE_S: Final = 0.4  # for a straight way, however long
HOP_S, HOPS_MAX_S = 0.04, 0.5  # for each cell that the game names, and for all of them
TUMBLE_S: Final = 0.4
REST_S: Final = 0.1  # at its new place, in reverse
TOTAL_MAX_S: Final = 0.7  # nobody waits for a picture
GOING_MAX: Final = 24  # things; where more have changed their places, the whole table has
CHANGED_MAX: Final = 0.5  # of all cells with ink: beyond that it is another picture, not another place
DIE: Final = "die"
EDGE: Final = ".edge"
_PARTS: Final = re.compile(r"\D\d*")  # `B3C1` is two dice, `RR` two letters


class BoardThing(NamedTuple):
    """Something that stands on a board: its place, what it is, and the cells it is drawn with."""

    place: Place
    style: str
    text: str
    cells: tuple[Piece, ...]  # one for each column, with its edges

    @property
    def width(self) -> int:
        return len(self.cells)


class Going(NamedTuple):
    """A thing on its way, cell by cell; one that stays where it is tumbles."""

    thing: BoardThing  # as it will stand
    way: tuple[Place, ...]
    seconds: float
    stays: bool = True  # to be seen at the end of its way

    @property
    def is_tumbling(self) -> bool:
        return len(self.way) == 1


class Travels(NamedTuple):
    """All that goes at once. `under` is what stands at a place as long as its thing has not come."""

    going: tuple[Going, ...]
    under: dict[Place, Piece]

    @property
    def seconds(self) -> float:
        return min(TOTAL_MAX_S, max(one.seconds for one in self.going) + REST_S)


def find_moves(old: Sequence[Line], new: Sequence[Line], ways: Sequence[Way] = ()) -> Travels | None:
    """What goes where between two pictures of one board; `None` where nothing does, or all of it is another picture."""
    if old == new or _changed(old, new) > CHANGED_MAX:
        return None
    before, after = ({one.place: one for one in _things(lines)} for lines in (old, new))
    stayed = {place for place, one in after.items() if place in before and _same(before[place], one)}
    found = [going for way in ways if (going := _along(way, before, after)) is not None]
    named = {place for one in found for place in (one.way[0], one.way[-1])} | stayed
    left = [one for place, one in before.items() if place not in named]
    come = [one for place, one in after.items() if place not in named]
    pairs = _pairs(left, come)
    found += [_straight(start, end) for start, end in pairs]
    arrived = {end.place for _start, end in pairs}
    found += [Going(one, (one.place,), TUMBLE_S) for one in come if one.style == DIE and one.place not in arrived]
    if not found or len(found) > GOING_MAX:
        return None
    return Travels(tuple(found), _under(found, old, before, stayed))


def draw_moves(moves: Travels, lines: Sequence[Line], passed_s: float) -> list[Line]:
    """The second picture, after so many seconds on the way to it. Only the rows concerned are other lines."""
    rows: dict[int, list[Piece]] = {}

    def put(place: Place, cells: Iterable[Piece]) -> None:
        row, column = place
        if row >= len(lines):
            return
        drawn = rows.setdefault(row, _cells(lines[row]))
        for at, cell in enumerate(cells, column):
            drawn += [("", " ")] * (at + 1 - len(drawn))
            drawn[at] = cell

    for one in moves.going:
        if not one.is_tumbling and passed_s < one.seconds:
            row, column = one.thing.place
            put((row, column), [moves.under[row, column + at] for at in range(one.thing.width)])
    for number, one in enumerate(moves.going):
        put(*_sprite(one, number, passed_s))
    return [_joined(rows[number]) if number in rows else line for number, line in enumerate(lines)]


def _sprite(one: Going, number: int, passed_s: float) -> tuple[Place, Sequence[Piece]]:
    """Where it is now, and how it looks: just come to rest it stands in reverse."""
    if passed_s >= one.seconds:
        return one.thing.place, [(f"{cell[0]},pointed", *cell[1:]) for cell in one.thing.cells] if one.stays else ()
    if one.is_tumbling:
        return one.thing.place, _tumbled(one.thing, number, passed_s)
    return one.way[int(len(one.way) * passed_s / one.seconds)], one.thing.cells


def _tumbled(thing: BoardThing, number: int, passed_s: float) -> list[Piece]:
    """Other numbers than its own: they say nothing about where it will lie."""
    turn = int(passed_s / TICK_S)
    return [
        (cell[0], str((turn * 2 + number * 3 + at) % 6 + 1)) if cell[1].isdigit() else cell
        for at, cell in enumerate(thing.cells)
    ]


# --- finding -------------------------------------------------------------------------------------------------


def _pairs(left: Sequence[BoardThing], come: Sequence[BoardThing]) -> list[tuple[BoardThing, BoardThing]]:
    """Who went where: the nearest of its kind; of what is left, whatever has the same sign in another colour."""
    pairs: list[tuple[BoardThing, BoardThing]] = []
    free, open_ = list(left), list(come)
    for is_same in (_same, _same_sign):
        near: list[tuple[int, int, int]] = sorted(
            (_distance(start, end), a, b)
            for a, start in enumerate(free)
            for b, end in enumerate(open_)
            if is_same(start, end)
        )
        taken: tuple[set[int], set[int]] = (set(), set())
        for _far, a, b in near:
            if a not in taken[0] and b not in taken[1]:
                taken[0].add(a)
                taken[1].add(b)
                pairs.append((free[a], open_[b]))
        free = [one for at, one in enumerate(free) if at not in taken[0]]
        open_ = [one for at, one in enumerate(open_) if at not in taken[1]]
    return pairs


def _same(one: BoardThing, other: BoardThing) -> bool:
    return (one.style, one.text) == (other.style, other.text)


def _same_sign(one: BoardThing, other: BoardThing) -> bool:
    return one.text == other.text and not one.text.isalnum()


def _distance(one: BoardThing, other: BoardThing) -> int:
    return 2 * abs(one.place[0] - other.place[0]) + abs(one.place[1] - other.place[1])  # a cell is twice as high


def _along(way: Way, before: dict[Place, BoardThing], after: dict[Place, BoardThing]) -> Going | None:
    """A way that the game names: from a thing or to one, or there is nothing to see."""
    start, end = before.get(way[0]), after.get(way[-1])
    thing = end or start
    if thing is None or len(way) < 2:
        return None
    goes = thing._replace(place=way[-1])
    seconds = max(2 * TICK_S, min(HOPS_MAX_S, HOP_S * len(way)))
    return Going(goes, tuple(way), seconds, stays=end is not None)


def _straight(start: BoardThing, end: BoardThing) -> Going:
    (row, column), (last_row, last_column) = start.place, end.place
    steps = max(2, round(SLIDE_S / TICK_S))
    line = [
        (row + round((last_row - row) * at / steps), column + round((last_column - column) * at / steps))
        for at in range(steps + 1)
    ]
    return Going(end, tuple(line), SLIDE_S)


def _under(
    going: Sequence[Going], old: Sequence[Line], before: dict[Place, BoardThing], stayed: set[Place]
) -> dict[Place, Piece]:
    """What stood at the places to come: a heap that was there before, else nothing where another thing stood."""
    gone = {(row, column + at) for (row, column), one in before.items() for at in range(one.width)}
    found: dict[Place, Piece] = {}
    for one in going:
        row, column = one.thing.place
        cells = _cells(old[row]) if row < len(old) else []
        for at in range(column, column + one.thing.width):
            is_empty = at >= len(cells) or ((row, at) in gone and (row, column) not in stayed)
            found[row, at] = ("", " ") if is_empty else cells[at]
    return found


def _changed(old: Sequence[Line], new: Sequence[Line]) -> float:
    """How much of the ink is other ink."""
    ink = other = 0
    for number in range(max(len(old), len(new))):
        one, two = (lines[number] if number < len(lines) else () for lines in (old, new))
        if one == two:
            ink += sum(len(piece[1]) - piece[1].count(" ") for piece in one)
            continue
        ours, theirs = _cells(one), _cells(two)
        for at in range(max(len(ours), len(theirs))):
            a = ours[at][1] if at < len(ours) else " "
            b = theirs[at][1] if at < len(theirs) else " "
            ink += a != " " or b != " "
            other += a != b
    return other / ink if ink else 1.0


def _things(lines: Sequence[Line]) -> list[BoardThing]:
    return [thing for row, line in enumerate(lines) for thing in _things_in(row, line)]


def _things_in(row: int, line: Line) -> Iterable[BoardThing]:
    column = 0
    for number, piece in enumerate(line):
        style, text = piece[0], piece[1]
        if style in THINGS and text.strip() and text == text.upper():
            before = line[number - 1] if number else ("", "")
            behind = line[number + 1] if number + 1 < len(line) else ("", "")
            parts = _PARTS.findall(text)
            at = column
            for part in parts:
                cells = _cells([(style, part)])
                start = at
                if before[0] == style + EDGE and before[1] and at == column:
                    cells, start = [(before[0], before[1][-1]), *cells], at - 1
                if behind[0] == style + EDGE and behind[1] and at + columns(part) == column + columns(text):
                    cells = [*cells, (behind[0], behind[1][0])]
                yield BoardThing((row, start), style, part, tuple(cells))
                at += columns(part)
        column += columns(text)


# --- cells ---------------------------------------------------------------------------------------------------


def _cells(line: Line) -> list[Piece]:
    """A line column by column; behind a wide sign comes an empty cell."""
    found: list[Piece] = []
    for piece in line:
        for sign in piece[1]:
            wide = columns(sign)
            if not wide and found:
                found[-1] = (found[-1][0], found[-1][1] + sign, *found[-1][2:])
                continue
            found += [(piece[0], sign, *piece[2:]), *[(piece[0], "", *piece[2:])] * (wide - 1)]
    return found


def _joined(cells: Sequence[Piece]) -> list[Piece]:
    """Neighbours of one style, and of one key, as one piece."""
    found: list[Piece] = []
    for cell in cells:
        if found and (found[-1][0], found[-1][2:]) == (cell[0], cell[2:]):
            found[-1] = (cell[0], found[-1][1] + cell[1], *cell[2:])
        else:
            found.append(cell)
    return found


# --- the clock -----------------------------------------------------------------------------------------------


class MotionClock:
    """What moves on one screen now. Nothing runs, and nothing is drawn, once it has come to rest."""

    def __init__(self, pile: ScreenStack) -> None:
        self._pile = pile
        self._moves: Travels | None = None
        self._began_s = 0.0
        self._is_ticking = False

    @property
    def is_moving(self) -> bool:
        return self._moves is not None

    def begin(self, moves: Travels | None) -> None:
        """Something has changed its place; whatever moved before has come."""
        self._moves, self._began_s = moves, monotonic()
        if moves is not None and not self._is_ticking:
            self._is_ticking = True
            self._pile.start(self._tick)

    def stop(self) -> None:
        """A key: all of it has come."""
        self._moves = None

    def draw(self, lines: Sequence[Line]) -> list[Line]:
        """A picture with what moves in it."""
        passed_s = monotonic() - self._began_s
        if self._moves is not None and passed_s >= self._moves.seconds:
            self._moves = None
        return list(lines) if self._moves is None else draw_moves(self._moves, lines, passed_s)

    async def _tick(self) -> None:
        try:
            while self._moves is not None:
                self._pile.changed()
                await trio.sleep(TICK_S)
                if self._moves is not None and monotonic() - self._began_s >= self._moves.seconds:
                    self._moves = None
            self._pile.changed()  # at rest
        finally:
            self._is_ticking = False
