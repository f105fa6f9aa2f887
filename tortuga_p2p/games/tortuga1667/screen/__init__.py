"""The map as a picture: `parts.py` draws its parts, here they find their places at each size."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....rules.cells import size
from ....rules.legend import signs_in
from ....rules.screen import GamePage, GameScreen
from ....rules.sheet import Sheet
from ....text import N_, _
from ..rules.state import DUTCHMAN, ROGER, present
from ..words.glossary import EFFECTS, EVENTS, by_name
from .notes import flag_page, notes_page
from .parts import SLOTS, Scene, sections
from .poster import POSTER_LINES, draw_poster
from .scenes import scene as staged

if TYPE_CHECKING:
    from ....rules.answer import Told
    from ....rules.game import Fragments, View
    from ....rules.screen import StagedMoment
    from ....rules.words import Reader
    from ..rules.state import State

SIDE, WIDE_SIDE, BOAT = 25, 31, 5  # columns of a ship, of one with room for names, and of a rowboat
WIDE = 98  # columns from which ships have room for names
LARGE = 118  # columns from which the large picture is drawn, if there are enough lines for it
TWO_ABREAST_MAX = 6  # people who stand two a row: then there is room for words
WIDTH_MIN = 78  # below this a list is read more easily


class Map(GameScreen["State"]):
    """The board at every size, one's own flag for a moment, and the notes."""

    signs = signs_in(__package__)
    pages = (
        GamePage("o", N_("flag"), N_("Your flag"), flag_page, glance=True),
        GamePage("n", N_("notes"), N_("Notes: what everybody could see"), notes_page),
    )

    def legend(self, *, rich: bool) -> list[tuple[str, str]]:
        return [*super().legend(rich=rich), *((_(EVENTS[face]), _(EFFECTS[face])) for face in by_name())]

    def board(self, view: View[State], reader: Reader, width: int, height: int, *, rich: bool) -> Fragments:
        if width < WIDTH_MIN:
            return _list(view, reader, width)
        if width >= LARGE and height >= _large_lines(view):
            return _large(view, reader, width, height, rich=rich)
        return _compact(view, reader, width, rich=rich)

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
        return staged(before, answer, after, reader, beat, width, rich=rich)


def _compact(view: View[State], reader: Reader, width: int, *, rich: bool) -> Fragments:
    """Eight rows of map between a title and the events, then people two or three a row, and one's own votes."""
    seats = _clockwise(view)
    abreast = 2 if len(seats) <= TWO_ABREAST_MAX else 3
    people = -(-len(seats) // abreast)
    votes = int(view.seat is not None and bool(view.state.hands[view.seat]))
    sheet = Sheet(width, 11 + people + votes, rich=rich)
    scene = Scene(view, reader, sheet)
    sheet.put(0, 0, *scene.title())
    side = WIDE_SIDE if width >= WIDE else SIDE
    middle, island = side + BOAT, width - 2 * (side + BOAT)
    for row in range(1, 9):
        scene.sea(row, side, BOAT)
        scene.sea(row, width - side - BOAT, BOAT)
    scene.ship(1, 0, side, DUTCHMAN)
    scene.ship(1, width - side, side, ROGER)
    scene.galleon(1, middle, middle + island)
    scene.island(2, middle, island)
    scene.boat(5, side, 0)
    scene.boat(5, width - side - BOAT, 1)
    cell = (width - 15) // 5
    for slot in SLOTS:
        sheet.put(9, slot * cell, ("strong", f"{slot + 1} "), scene.event(slot, cell - 3))
        sheet.put(10, slot * cell + 2, ("dim", scene.watchers(slot, cell - 3)))
    counts, gone = scene.deck()
    sheet.put(9, 5 * cell, ("", counts))
    sheet.put(10, 5 * cell, ("dim", gone))
    share = width // abreast
    for place, seat in enumerate(seats):
        flag = scene.flag(seat, brief=abreast > 2)
        row, column = 11 + place // abreast, (place % abreast) * share
        scene.person(row, column, share - (size([flag]) + 2 if flag[1] else 0), seat)
        if flag[1]:
            sheet.right(row, column + share - 1, flag)
    if votes:
        sheet.put(11 + people, 0, *scene.votes(width))
    return sheet.fragments()


def _clockwise(view: View[State]) -> tuple[int, ...]:
    """Everybody who is there, by seat."""
    return present(view.state)


def _large(view: View[State], reader: Reader, width: int, height: int, *, rich: bool) -> Fragments:
    """The same with more sea, events as cards, and flags beside people; what is left of the lines is air."""
    seats = _clockwise(view)
    air = height - _large_lines(view)
    top, below = int(air > 2), int(air > 0)  # lines before the map, and of sea below it
    side, boat, island = 36, 7, width - 2 * (36 + 7)
    more = POSTER_LINES - 8  # lines that a picture needs beyond the small map
    if air >= more:
        top = int(air > more)
        sheet = Sheet(width, _large_lines(view) + top + more, rich=rich)
        scene = Scene(view, reader, sheet)
        sheet.put(0, 0, *scene.title())
        draw_poster(scene, 1 + top, width, side, boat)
        _table(scene, seats, 1 + top + POSTER_LINES, width, titled=True)
        return sheet.fragments()
    sheet = Sheet(width, _large_lines(view) + top + below + (air > 1), rich=rich)
    scene = Scene(view, reader, sheet)
    sheet.put(0, 0, *scene.title())
    for row in range(1, 10 + below):
        scene.sea(row + top, 0, width)
    scene.ship(2 + top, 1, side - 1, DUTCHMAN)
    scene.ship(2 + top, width - side, side - 1, ROGER)
    scene.galleon(1 + top, side + boat, side + boat + island)
    scene.island(3 + top, side + boat, island)
    scene.boat(6 + top, side + 1, 0)
    scene.boat(6 + top, width - side - boat + 1, 1)
    _table(scene, seats, 10 + top + below, width, titled=air > 1)
    return sheet.fragments()


def _table(scene: Scene, seats: tuple[int, ...], row: int, width: int, *, titled: bool) -> None:
    """Below the map: the events as cards, and everybody at the table."""
    _cards(scene, row)
    if titled:
        scene.sheet.rule(row + 5, ("label", _("At the table")))
    third = width // 3
    for place, seat in enumerate(seats):
        at = row + 5 + titled + place // 3
        flag = scene.flag(seat)
        scene.person(at, (place % 3) * third, third - (10 if flag[1] else 1), seat)
        scene.sheet.put(at, (place % 3 + 1) * third - 9, flag)


def _large_lines(view: View[State]) -> int:
    """What the large picture needs at least: title, map, events as cards, and people three a row."""
    return 15 + (len(_clockwise(view)) + 2) // 3


def _cards(scene: Scene, row: int) -> None:
    """The events in frames, and beside them one's own vote cards."""
    counts, gone = scene.deck()
    sheet, cell = scene.sheet, 16
    sheet.rule(row, ("label", _("Events")), ("", f"  {counts}, {gone}"))
    for slot in SLOTS:
        start, end = slot * cell, slot * cell + cell - 2
        sheet.box(row + 1, start, cell - 2, 4, "dim")
        sheet.put(row + 1, start + 2, ("strong", f" {slot + 1} "))
        sheet.middle(row + 2, start, end, scene.event(slot, cell - 4))
        sheet.middle(row + 3, start, end, ("dim", scene.watchers(slot, cell - 4)))
    _hand(scene, row + 1, 5 * cell + 2)


def _hand(scene: Scene, row: int, column: int) -> None:
    """One's own vote cards, one a row."""
    cards = scene.hand()
    if not cards:
        return
    scene.sheet.put(row - 1, column, ("label", " " + _("Your vote cards") + " "))
    for place, face in enumerate(cards[:4]):
        attack, flag, mutiny = sections(face)
        scene.sheet.put(row + place, column, ("strong", f"{attack:13} {flag:11} {mutiny}"))


def _list(view: View[State], reader: Reader, width: int) -> Fragments:
    """Words, where a picture has no room."""
    from textwrap import wrap

    from ..words.readings import READINGS

    lines = [line for name in ("map", "row", "cards") for line in READINGS[name].lines(view, reader)]
    return (("", "\n".join(part for line in lines for part in wrap(line, max(20, width)))),)


SCREEN = Map
