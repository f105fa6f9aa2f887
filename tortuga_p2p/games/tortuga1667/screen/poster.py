"""The map where there is room for a picture: ships under masts, the galleon, the island with its palms, the sea."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ....text import _
from ..rules import cards as c
from ..rules.state import DUTCHMAN, ROGER, SHIP_PAWNS_MAX, TORTUGA, riches
from ..words.glossary import NATIONS
from .parts import NATION_STYLES, RANKS, SHIP_NAMES

if TYPE_CHECKING:
    from ....rules.sheet import Ink
    from .parts import Scene

POSTER_LINES: Final = 14  # of masts, ships and sea: what the small map has in eight
MASTS: Final = ("      |>         |>", "     /|\\        /|\\", "    /_|_\\      /_|_\\", " _____|__________|_____")
GALLEON: Final = ("    |>    |>", "   /|\\   /|\\")
TOP: Final = 4  # lines of masts above a deck
PALMS: Final = "♠ ♠♠ ♠"


def draw_poster(scene: Scene, row: int, width: int, side: int, boat: int) -> None:
    """From a row on, the whole map."""
    for line in range(row, row + POSTER_LINES):
        scene.sea(line, 0, width)
    island = width - 2 * (side + boat)
    _ship(scene, row, 1, side - 2, DUTCHMAN)
    _ship(scene, row, width - side + 1, side - 2, ROGER)
    _galleon(scene, row, side + boat, island)
    _island(scene, row + TOP, side + boat, island)
    scene.boat(row + TOP + 3, side + 1, 0)
    scene.boat(row + TOP + 3, width - side - boat + 1, 1)
    _score(scene, row + POSTER_LINES - 1, width)


def _ship(scene: Scene, row: int, column: int, width: int, ship: int) -> None:
    """Masts, a deck with a name, five places, both holds, the hull."""
    sheet, line = scene.sheet, scene.state.lines[ship]
    for number, mast in enumerate(MASTS):
        scene.sheet.over(row + number, column + (width - len(MASTS[-1])) // 2, "wood", mast)
    deck = row + TOP
    sheet.box(deck, column, width, SHIP_PAWNS_MAX + 4, "wood")
    sheet.put(deck, column + 2, ("strong", f" {_(SHIP_NAMES[ship])} "))
    for place in range(SHIP_PAWNS_MAX):
        at = deck + 1 + place
        if place >= len(line):
            sheet.put(at, column + 2, ("dim", sheet.sign("·", ".")))
            continue
        rank = _("Cabin boy") if place and place == len(line) - 1 else _(RANKS[place])
        sheet.put(at, column + 2, ("dim", f"{rank:9} "), *scene.pawn(line[place]), ("", " "))
        sheet.put(at, column + 16, scene.name(line[place], width - 18))
    _holds(scene, deck + SHIP_PAWNS_MAX + 1, column, width, ship, "wood")
    left, right = scene.bow()
    bottom = deck + SHIP_PAWNS_MAX + 3
    sheet.put(bottom, column, ("wood", left + "_" * (width - 2) + right))


def _holds(scene: Scene, row: int, column: int, width: int, place: int, style: str) -> None:
    """A line across, and below it the chests of both nations."""
    sheet, half = scene.sheet, width // 2
    flat, side = ("─", "│") if sheet.rich else ("-", "|")
    ends, cross = (("├", "┤"), "┬") if sheet.rich else (("|", "|"), "+")
    sheet.put(row, column, (style, ends[0] + flat * (half - 1) + cross + flat * (width - half - 2) + ends[1]))
    sheet.put(row + 1, column, (style, side), ("", " " * (half - 1)), (style, side))
    sheet.put(row + 1, column + half + 1, ("", " " * (width - half - 2)), (style, side))
    sheet.put(row + 1, column + 2, *scene.hold(place, c.BRITISH, _(NATIONS[0])))
    sheet.put(row + 1, column + half + 2, *scene.hold(place, c.FRENCH, _(NATIONS[1])))


def _island(scene: Scene, row: int, column: int, width: int) -> None:
    sheet, line = scene.sheet, scene.state.lines[TORTUGA]
    sheet.box(row, column, width, SHIP_PAWNS_MAX + 4, "sand")
    sheet.put(row, column + 2, ("strong", f" {_('TORTUGA')} "))
    palms = PALMS if sheet.rich else PALMS.replace("♠", "T")
    sheet.right(row, column + width - 2, ("palm", f" {palms} "))
    half, is_one = (width - 2) // 2, len(line) <= SHIP_PAWNS_MAX
    for place, seat in enumerate(line):
        at, room = column + 2 + (place // SHIP_PAWNS_MAX) * half, (width - 4 if is_one else half) - 6
        sheet.put(row + 1 + place % SHIP_PAWNS_MAX, at, ("dim", f"{place + 1} "), *scene.pawn(seat), ("", " "))
        sheet.put(row + 1 + place % SHIP_PAWNS_MAX, at + 6, scene.name(seat, room))
    _holds(scene, row + SHIP_PAWNS_MAX + 1, column, width, TORTUGA, "sand")


def _galleon(scene: Scene, row: int, column: int, width: int) -> None:
    """The Spanish ship behind the island, with what is still to be had."""
    number = scene.state.chests[0]
    hull: list[Ink] = [("strong", f" {_('SPANISH GALLEON')} "), ("strong", f"{number} "), scene.chests(number, None)]
    for line, mast in enumerate(GALLEON):
        scene.sheet.over(row + line, column + (width - len(GALLEON[1])) // 2, "wood", mast)
    left, right = scene.bow()
    scene.sheet.middle(row + 2, column, column + width, ("wood", left), *hull, ("", " "), ("wood", right))


def _score(scene: Scene, row: int, width: int) -> None:
    """Chests of both nations on both sides of what decides."""
    british, french = riches(scene.state)
    inks: list[Ink] = [("", " "), (NATION_STYLES[0], _(NATIONS[0])), ("strong", f" {british} ")]
    inks += [scene.chests(british, 0), ("dim", "   " + _("the Armada decides") + "   "), scene.chests(french, 1)]
    inks += [("strong", f" {french} "), (NATION_STYLES[1], _(NATIONS[1])), ("", " ")]
    scene.sheet.middle(row, 0, width, *inks)
