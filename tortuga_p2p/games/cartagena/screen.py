"""The path as a picture: pirates stand on their spaces like towers, under them the floor with its sign and its number.

The way runs left to right and then goes on in the strip below, so that "the next free parrot" is a search to the right.
At the left end stand those who have not set out, at the right end those who have arrived; in the Great Escape the sloop
lies on the sea between tunnel and jungle. A picked move is a thread along the numbers, from the pirate to where it
would stand, with a cross on every space that it jumps.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from ...rules.cells import clip
from ...rules.legend import signs_in
from ...rules.screen import GameScreen
from ...rules.sheet import Sheet
from ...rules.words import letters
from ...text import _, n_
from .progress import progress
from .rules import components as c
from .rules import kinds as do
from .rules.spots import COVE, spot
from .rules.state import Layout, Phase, State, layout, path_of
from .rules.trips import Trip, trip_of
from .words.aloud import standing
from .words.terms import card as card_name
from .words.terms import short_place

if TYPE_CHECKING:
    from ...rules.ask import Move, Seat
    from ...rules.game import Fragments, View
    from ...rules.screen import Way
    from ...rules.words import Reader

END: Final = 4  # columns at either end of a strip
CELL_MAX: Final = 5
TOWER: Final = 3  # columns of a pirate with its edges; in narrower cells it is a letter
STRIP: Final = c.CROWD_MAX + 2  # lines: pirates, floor, numbers
WIDTH_MIN: Final = 60  # below that a list is read more easily
CREWS: Final = ("orange", "blue", "green", "red", "purple")  # styles by seat; a letter says the same
HARBOUR: Final = 25  # columns of the sloop that waits at the end
SYMBOL_SIGNS: Final = "¬Ω☼♪¿◘", "7U*vJ#"  # by symbol
SAILS: Final = ("", "    /|\\      /|\\", "   / | \\    / | \\", "  /__|__\\  /__|__\\")
GRAND: Final = 25  # lines from which on there is rock with a face, and a sea at the end of every way
TALL: Final = 8  # lines more than needed from which on roofs and sea have depth


class PathScreen(GameScreen["State"]):
    """The board of Cartagena."""

    signs = signs_in(__package__)

    def legend(self, *, rich: bool) -> list[tuple[str, str]]:
        symbols = SYMBOL_SIGNS[0 if rich else 1]
        return [*super().legend(rich=rich), *((symbols[symbol], card_name(symbol)) for symbol in c.SYMBOLS)]

    def board(self, view: View[State], reader: Reader, width: int, height: int, *, rich: bool) -> Fragments:
        if width < WIDTH_MIN:
            return _list(view, reader, width)
        drawing = _Drawing(view, reader, width, height, rich=rich)
        drawing.path()
        drawing.hand()
        return drawing.fragments()

    def preview(
        self, view: View[State], move: Move | None, reader: Reader, width: int, height: int, *, rich: bool
    ) -> Fragments:
        """Without the hand: whoever decides has it in the question. While cards are sorted or thrown away it stays."""
        if width < WIDTH_MIN or not view.state.left or view.seat != view.state.turn:
            return self.board(view, reader, width, height, rich=rich)
        drawing = _Drawing(view, reader, width, height, move, rich=rich)
        drawing.path()
        return drawing.fragments()

    def ways(
        self, before: View[State], after: View[State], reader: Reader, width: int, height: int, *, rich: bool
    ) -> list[Way]:
        """Pirates go from space to space, over the heads of those who stand there."""
        if width < WIDTH_MIN:
            return []
        old, new = (_Drawing(view, reader, width, height, rich=rich) for view in (before, after))
        for drawing in (old, new):
            drawing.path()
        found: list[Way] = []
        for seat, (crew, now) in enumerate(zip(before.state.pirates, after.state.pirates, strict=True)):
            left, come = Counter(crew) - Counter(now), Counter(now) - Counter(crew)
            for start, end in zip(left.elements(), come.elements(), strict=False):
                found.append([*old.stand(seat, start), *new.between(start, end), *new.stand(seat, end)])
        return [way for way in found if len(way) > 1]


def _list(view: View[State], reader: Reader, width: int) -> Fragments:
    """Where there is no room for a picture."""
    state = view.state
    lines = [_title(state, reader)]
    for seat, hand in enumerate(state.hands):
        lines.append(f"{reader.name(seat)}: {standing(state, seat)}; {_cards(len(hand))}")
    wrapped = [line[at : at + width] for line in lines for at in range(0, max(1, len(line)), width)]
    return (("", "\n".join(wrapped)),)


def _cards(number: int) -> str:
    return n_("{number} card", "{number} cards", number).format(number=number)


def _title(state: State, reader: Reader) -> str:
    if state.phase == Phase.OVER:
        return _("Cartagena  turn {round}  the game is over", round=state.round)
    told = _("Cartagena  turn {round}  {name}'s turn", round=state.round, name=reader.name(state.turn))
    if reader.seat == state.turn:
        told = _("Cartagena  turn {round}  your turn", round=state.round)
        told = _("Cartagena  turn {round}  your turn, captain", round=state.round) if state.free else told
    if spot(state.setup, c.GOAL) == COVE:
        return told + "  " + _("{count} pirates in the cove win", count=state.setup.pirates)
    return told + "  " + _("{count} pirates aboard the sloop win", count=state.setup.pirates)


class _Drawing(Sheet):
    """One picture, cell by cell."""

    def __init__(
        self, view: View[State], reader: Reader, width: int, height: int, move: Move | None = None, *, rich: bool
    ) -> None:
        super().__init__(width, 0, rich=rich)
        self.view, self.reader = view, reader
        self.symbols = self.sign(*SYMBOL_SIGNS) + " "  # the last one for spaces of boards that do not lie yet
        self.state = view.state
        self.way: Layout = layout(path_of(view.state.setup))
        self.letters = letters(reader.names)
        self.kind = move.data[0] if move is not None else -1
        self.trip: Trip | None = None if move is None else trip_of(view.state, move)
        self.opened = move.data[1] if move is not None and self.kind == do.CHEST else 0  # a chest
        self.is_tall = height >= 3 + 2 * (1 + STRIP) + 2 * self.way.escape + TALL
        self.is_grand = height >= GRAND
        self.ends: dict[Seat, dict[int, tuple[int, int]]] = {}  # by seat and place off the path: row and column
        self.spaces: dict[int, tuple[int, int, int]] = {}  # by space: its top row, its column, how wide it is

    def _pirate(self, row: int, column: int, seat: Seat, cell: int = TOWER, how: str = "") -> None:
        """A pirate as it stands; `picked`: as it would go; `ghost`: as it would stand then."""
        letter = self.letters[seat]
        if cell < TOWER:
            self.put(row, column, ("now" if how else CREWS[seat], letter))
            return
        edges = {"picked": self.sign("►◄", "><"), "ghost": "[]"}.get(how, self.sign("▐▌", "  "))
        self.put(row, column, ("now" if how else f"{CREWS[seat]}.edge", f"{edges[0]} {edges[1]}"))
        self.put(row, column + 1, ("now" if how else CREWS[seat], letter))

    # --- everything but the hand ---

    def path(self) -> None:
        self.put(self.grow(), 0, ("strong", _title(self.state, self.reader)))
        if self.is_tall:
            self.grow()
        self._people()
        first, second = self._strips()
        for spaces in (first, second):
            cell = min(CELL_MAX, (self.width - 2 * END) // len(spaces))
            self._roof(spaces, is_first=spaces is first)
            self._strip(spaces, cell, is_first=spaces is first)
            if self.way.escape and spaces is first:
                self._sea()
        if self.is_grand and not self.way.escape:
            self._harbour()
        if self.trip is not None:
            self._thread(self.trip, second[0])

    def _strips(self) -> tuple[range, range]:
        """The spaces of each strip: a path alone takes two, tunnel and jungle one each."""
        boards = self.way.spaces // 6
        half = self.way.tunnel if self.way.escape else (boards + boards % 2) // 2 * 6
        return range(1, half + 1), range(half + 1, self.way.spaces + 1)

    def _people(self) -> None:
        state = self.state
        first, second = self.grow(), self.grow()
        share = self.width // state.setup.seats
        far = progress(state)  # all pirates together: who has more of them home may still be behind
        leader = far.index(max(far)) if far.count(max(far)) == 1 else -1
        for seat in range(state.setup.seats):
            column = seat * share
            if seat == state.turn:
                self.put(first, column, ("now", self.sign("►", ">")))
            self._pirate(first, column + 1, seat)
            name = _("You") if seat == self.reader.seat else self.reader.name(seat)
            self.put(first, column + 5, ("you" if seat == self.reader.seat else "strong", clip(name, share - 6, "")))
            home = state.pirates[seat].count(c.GOAL)
            told = f"{_cards(len(state.hands[seat]))} {home}/{state.setup.pirates}"
            at = column + max(1, min(5, share - len(told)))
            self.put(second, at, ("dim", told))
            if seat == leader:
                mark = _(" ahead") if at + len(told) + len(_(" ahead")) < column + share else self.sign("★", "*")
                self.put(second, at + len(told), ("first", mark))

    def _roof(self, spaces: range, *, is_first: bool) -> None:
        """Rock over the tunnel, palms over the jungle; where it begins, where it ends, and what the signs mean."""
        jungle = self.way.path_of[spaces[0]] == c.JUNGLE
        texture = self.sign("♠ ♠♠ ♠♠♠ ", "T TT TTT ") if jungle else self.sign("▄", "_")
        if self.is_grand and not jungle:
            row = self._rock()
        else:
            for _deep in range(2 if self.is_tall else 1):
                row = self.grow()
                start = self.height % len(texture)
                self.put(row, 0, ("palm" if jungle else "dim", (texture * self.width)[start:][: self.width]))
        setup = self.state.setup
        if is_first:
            self.put(row, 0, ("strong", f"{short_place(spot(setup, c.START))} "))
            legend = "  ".join(f"{self.symbols[symbol]} {card_name(symbol)}" for symbol in c.SYMBOLS)
            self.put(row, (self.width - len(legend)) // 2 - 1, ("", f" {legend} "))
        if not is_first or self.way.escape:
            name = f" {short_place(spot(setup, c.GOAL)) if not is_first else _('Cartagena')}"
            self.put(row, self.width - len(name), ("strong", name))

    def _rock(self) -> int:
        """Three lines with ragged edges; gives the solid one, on which words stand."""
        top = self.grow(3)
        upper, lower = self.sign("▄▄▄▄ ▄▄ ▄▄▄ ", "____ __ ___ "), self.sign("▀▀ ▀▀▀▀ ▀ ▀▀", "## #### # ##")
        for row, texture in ((top, upper), (top + 2, lower)):
            self.put(row, 0, ("dim", (texture * self.width)[self.height % 5 :][: self.width]))
        self.put(top + 1, 0, ("dim", self.sign("█", "#") * self.width))
        return top + 1

    def _waves(self, count: int) -> range:
        """So many rows of sea."""
        top = self.grow(count)
        for number in range(count):
            for at in range(self.width):
                self.put(top + number, at, ("sea", "~" if (at * 7 + number * 3) % 5 < 2 else " "))
        return range(top, top + count)

    def _harbour(self) -> None:
        """Where the way ends: the sea, and the sloop that waits."""
        waves = self._waves(4)
        for row, sail in zip(waves, SAILS[1:], strict=False):
            self.over(row, self.width - HARBOUR, "wood", sail)
        self.put(waves[-1], self.width - HARBOUR, ("wood", "\\" + "_" * (HARBOUR - 4) + "/"))

    def _strip(self, spaces: range, cell: int, *, is_first: bool) -> None:
        """Five lines: three pirates high, the floor, the numbers; and at the ends who is not on the way."""
        top = self.grow(STRIP)
        tokens = dict(zip(self.way.chests, self.state.tokens, strict=False))
        for at, space in enumerate(spaces):
            column = END + at * cell + (cell - TOWER) // 2 * (cell >= TOWER)
            self.spaces[space] = top, column, cell
            self._tower(space)
            sign = self.symbols[self.way.symbols[space]] + ("?" if tokens.get(space, c.TAKEN) != c.TAKEN else "")
            floor = "now" if space == self.opened else "floor" if (space - 1) // 6 % 2 else "ground"  # board by board
            sign = f" {sign:<2}" if cell >= TOWER else sign
            self.put(top + c.CROWD_MAX, column, (floor, sign))
            if cell >= TOWER or space % 5 == 0:
                self._number(space, "dim")
        if is_first:
            self._ends(top, 0, c.START)
        else:
            self._ends(top, self.width - END, c.GOAL)

    def _tower(self, space: int) -> None:
        """Who stands on a space, first below; the one that would go, and those that would come."""
        top, column, cell = self.spaces[space]
        state, trip = self.state, self.trip
        here = [seat for seat, crew in enumerate(state.pirates) for _ in range(crew.count(space))]
        goes = [level for level, seat in enumerate(here) if trip and (seat, space) == (trip.seat, trip.old)]
        chosen = goes[-trip.pirates :] if trip else []
        if space == self.opened:
            chosen = [here.index(state.turn)]
        for level, seat in enumerate(here):
            self._pirate(top + c.CROWD_MAX - 1 - level, column, seat, cell, "picked" if level in chosen else "")
        if trip is not None and space == trip.new:
            for level in range(len(here), min(c.CROWD_MAX, len(here) + trip.pirates)):
                self._pirate(top + c.CROWD_MAX - 1 - level, column, trip.seat, cell, "ghost")

    def _number(self, space: int, style: str) -> tuple[int, int]:
        """Writes it, or the cards that wait there; and where it begins and ends."""
        top, column, cell = self.spaces[space]
        trip = self.trip
        text = str(space) if trip is None or space != trip.new or not trip.cards else f"+{trip.cards}"
        begin = column + (min(cell, TOWER) - len(text)) // 2
        self.put(top + STRIP - 1, begin, (style, text))
        return begin, begin + len(text)

    def _ends(self, top: int, column: int, where: int) -> None:
        """How many of each player stand at an end, and who would go or come."""
        for seat, crew in enumerate(self.state.pirates):
            self._counted(top + seat, column, seat, crew.count(where), where)

    def _counted(self, row: int, column: int, seat: Seat, count: int, where: int) -> None:
        trip = self.trip
        comes = trip.pirates if trip is not None and (trip.seat, trip.new) == (seat, where) else 0
        how = "ghost" if comes else "picked" if trip and (trip.seat, trip.old) == (seat, where) else ""
        self.ends.setdefault(seat, {})[where] = row, column
        if count + comes:
            self._pirate(row, column, seat, how=how)
            self.put(row, column + TOWER, ("now" if comes else "strong", str(count + comes)))
        else:
            self.put(row, column + 1, ("dim", f"{self.letters[seat]} {self.sign('·', '.')}"))

    # --- the picked move ---

    def _thread(self, trip: Trip, second: int) -> None:
        """From where a pirate stands to where it would stand, along the numbers."""
        is_back = self._along(trip.new) < self._along(trip.old)
        low, high = (trip.new, trip.old) if is_back else (trip.old, trip.new)
        first_row, last_row = self._row_of(low, second, is_low=True), self._row_of(high, second, is_low=False)
        begin = self._number(low, "now" if low == trip.new else "strong")[1] if low in self.spaces else END
        end = self._number(high, "now" if high == trip.new else "strong")[0] if high in self.spaces else self.width
        end = min(end, self.width - END)
        spans = [(first_row, begin, end)]
        if first_row != last_row:
            spans = [(first_row, begin, self.width - END), (last_row, END, end)]
        for row, left, right in spans:
            self.put(row, left, ("mark", self.sign("─", "-") * (right - left)))
        for space in trip.jumped:
            top, column, cell = self.spaces[space]
            self.put(top + STRIP - 1, column + (cell >= TOWER), ("alert", self.sign("\u00d7", "x")))
        if is_back and spans[0][1] < spans[0][2]:
            self.put(first_row, begin, ("mark", self.sign("◄", "<")))
        elif not is_back and spans[-1][1] < spans[-1][2]:
            self.put(last_row, end - 1, ("mark", self.sign("►", ">")))

    def _along(self, where: int) -> float:
        """How far along the way a place is; the sloop lies behind the tunnel."""
        return self.way.tunnel + 0.5 if where == c.SLOOP else where

    def _row_of(self, where: int, second: int, *, is_low: bool) -> int:
        """The line of numbers on which a thread begins or ends there: of the sloop, whichever strip it comes from."""
        if where == c.SLOOP:
            where = second if is_low else 1
        elif where in (c.START, c.GOAL):
            where = 1 if where == c.START else self.way.spaces
        return self.spaces[where][0] + STRIP - 1

    # --- where things are, for whoever lets them travel ---

    def stand(self, seat: Seat, where: int) -> list[tuple[int, int]]:
        """The cell of that seat's last pirate at a place; nothing where none is to be seen."""
        if where in self.ends.get(seat, {}):
            return [self.ends[seat][where]]
        here = [one for one, crew in enumerate(self.state.pirates) for _ in range(crew.count(where))]
        if where not in self.spaces or seat not in here:
            return []
        level = len(here) - 1 - here[::-1].index(seat)
        return [(self.spaces[where][0] + c.CROWD_MAX - 1 - level, self.spaces[where][1])]

    def between(self, start: int, end: int) -> list[tuple[int, int]]:
        """Above everybody on the spaces from one place to another, in the order in which they are passed."""
        first, last = sorted((self._along(start), self._along(end)))
        spaces = [space for space in self.spaces if first < space < last]
        found = []
        for space in spaces if self._along(start) <= first else spaces[::-1]:
            crowd = sum(crew.count(space) for crew in self.state.pirates)
            found.append((self.spaces[space][0] + max(0, c.CROWD_MAX - 1 - crowd), self.spaces[space][1]))
        return found

    # --- the rest ---

    def hand(self) -> None:
        """One's own cards by symbol, and how many lie on the table."""
        state, row = self.state, self.grow()
        told = _("pile {pile}, discards {discards}", pile=len(state.pile), discards=len(state.discards))
        self.put(row, self.width - len(told), ("dim", told))
        if self.view.seat is None:
            return
        known = self.view.known  # of an earlier moment perhaps less than the hand of then
        faces = [known[card] for card in state.hands[self.view.seat] if card in known]
        column = 0
        for symbol in c.SYMBOLS:
            light, dark = faces.count(symbol), faces.count(symbol + c.DARK)
            if light + dark:
                marked = _(" ({number} dark)", number=dark) if dark else ""
                number = f" x{light + dark}" if light + dark > 1 else ""
                text = f"{self.symbols[symbol]} {card_name(symbol)}{number}{marked}  "
                if column + len(text) + len(told) > self.width:
                    row, column = self.grow(), 0
                self.put(row, column, ("you", text))
                column += len(text)

    def _sea(self) -> None:
        """The sloop, right at Cartagena or left at Tortuga, with who is aboard or would be."""
        state, trip = self.state, self.trip
        waves = self._waves(6 - self.is_grand if self.is_tall else 2)
        aboard = {seat: crew.count(c.SLOOP) for seat, crew in enumerate(state.pirates) if c.SLOOP in crew}
        if trip is not None and trip.new == c.SLOOP:
            aboard.setdefault(trip.seat, 0)
        length = (22 if self.is_tall else 10) + 5 * max(1, len(aboard))
        column = 2 if state.sloop == c.TORTUGA else self.width - length - 2
        for row in waves[1 if self.is_tall else 0 :]:
            self.put(row, column, ("", " " * length))
        for number, row in enumerate(waves[:-2] if self.is_tall else waves[:1], int(self.is_grand)):
            self.put(row, column + 2, ("wood", SAILS[number] if self.is_tall else "/|\\"))
        self.put(waves[-2], column + (length - 7 if self.is_tall else 7), ("strong", _("sloop")))
        deck, hull = (waves[-2], waves[-1]) if self.is_tall else (waves[1], waves[1])
        side = 1 if self.is_tall else 0  # a hull below its deck is narrower
        self.put(hull, column + side, ("wood", "\\" + "_" * (length - 2 - 2 * side) + "/"))
        self.put(deck, column, ("wood", "\\"))
        self.put(deck, column + length - 1, ("wood", "/"))
        for at, (seat, count) in enumerate(sorted(aboard.items())):
            self._counted(deck, column + 3 + 5 * at, seat, count, c.SLOOP)
        if self.kind in (do.SAIL, do.SAIL_FREE):
            self._course(waves[-1], column, column + length)

    def _course(self, row: int, left: int, right: int) -> None:
        """Where the sloop would sail."""
        if self.state.sloop == c.TORTUGA:
            self.put(row, right, ("mark", self.sign("─", "-") * (self.width - right - 3) + self.sign("►", ">")))
        else:
            self.put(row, 2, ("mark", self.sign("◄", "<") + self.sign("─", "-") * (left - 3)))


SCREEN = PathScreen
