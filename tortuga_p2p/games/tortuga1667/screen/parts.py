"""The parts of the map, drawn the same way at every size: pawns, chests, ships, the island, events and people."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ....rules.cells import size
from ....text import N_, _, listed, n_
from ..rules import cards as c
from ..rules.sight import face_in
from ..rules.state import (
    ATTACK,
    BELOW,
    BRAWL,
    HAND,
    NOWHERE,
    ROW,
    SHIP_PAWNS_MAX,
    TORTUGA,
    Phase,
    hold,
    present,
    riches,
    slots,
)
from ..words.glossary import BRIEF_EVENTS, EVENTS, NATIONS, marks, short_name

if TYPE_CHECKING:
    from ....rules.game import View
    from ....rules.sheet import Ink, Sheet
    from ....rules.words import Reader
    from ..rules.state import State

SHIP_NAMES: Final = (N_("FLYING DUTCHMAN"), N_("JOLLY ROGER"))
RANKS: Final = (N_("Captain"), N_("Mate"), N_("3rd"), N_("4th"), N_("5th"))
NATION_STYLES: Final = ("red", "blue", "yellow")  # colour means nation, and nothing else
NAME_SHORT, NAME_WIDE, PERSON_WIDE = 9, 11, 28  # columns of a name, and of a person from which it has more
BRIEF_NATIONS: Final = (N_("B"), N_("F"), N_("D"))
WAVES: Final = "~ ~  ~ ~~  ~ "


class Scene:
    """A view while it is drawn."""

    def __init__(self, view: View[State], reader: Reader, sheet: Sheet) -> None:
        self.view = view
        self.state: State = view.state
        self.reader = reader
        self.sheet = sheet
        self.rich = sheet.rich
        self.letters = marks(reader)

    # --- small things ---

    def pawn(self, seat: int) -> tuple[Ink, ...]:
        style = "mine" if seat == self.view.seat else "white"
        edges = ("▐", "▌") if self.rich else (" ", " ")
        return (f"{style}.edge", edges[0]), (style, self.letters[seat]), (f"{style}.edge", edges[1])

    def name(self, seat: int, width: int) -> Ink:
        own = seat == self.view.seat
        name = _("You") if own else self.reader.name(seat)
        name = name if size([("", name)]) <= width else short_name(seat, self.reader)
        return "you" if own else "player", self.sheet.cut(name, width)

    def chests(self, number: int, nation: int | None) -> Ink:
        if not number:
            return "dim", self.sheet.sign("·", ".")
        return "brown" if nation is None else NATION_STYLES[nation], self.sheet.sign("◘", "#") * number

    def hold(self, place: int, nation: int, word: str) -> tuple[Ink, ...]:
        number = self.state.chests[hold(place, nation)]
        return (NATION_STYLES[nation], word), ("strong", f" {number} "), self.chests(number, nation)

    # --- the map ---

    def sea(self, row: int, column: int, width: int) -> None:
        start = (row * 3 + column) % 5
        self.sheet.put(row, column, ("sea", (WAVES[start:] * (1 + width // 8))[:width]))

    def ship(self, row: int, column: int, width: int, ship: int) -> None:
        """Eight rows: name, holds, five places, hull."""
        sheet, line = self.sheet, self.state.lines[ship]
        sheet.middle(row, column, column + width, ("strong", f" {_(SHIP_NAMES[ship])} "))
        sheet.put(row + 1, column, ("", " " * width))
        british, french = (self.hold(ship, nation, _(NATIONS[nation])) for nation in (c.BRITISH, c.FRENCH))
        if size([*british, *french]) > width - 3:  # many chests in both
            british, french = self.hold(ship, c.BRITISH, _("Brit.")), self.hold(ship, c.FRENCH, _("Fr."))
        sheet.put(row + 1, column + 1, *british)
        sheet.right(row + 1, column + width - 1, *french)
        for place in range(SHIP_PAWNS_MAX):
            last = place == SHIP_PAWNS_MAX - 1
            left, right = self.bow() if last else (sheet.sign("│", "|"),) * 2
            sheet.put(row + 2 + place, column, ("wood", left), ("", " " * (width - 2)), ("wood", right))
            seat = line[place] if place < len(line) else NOWHERE
            if seat == NOWHERE:
                sheet.put(row + 2 + place, column + 2, ("dim", sheet.sign("·", ".")))
                continue
            rank = _("Cabin boy") if place and place == len(line) - 1 else _(RANKS[place])
            sheet.put(row + 2 + place, column + 2, ("dim", f"{self.sheet.cut(rank, 9):9} "), *self.pawn(seat))
            sheet.put(row + 2 + place, column + 16, self.name(seat, width - 17))
        edges = self.bow()
        sheet.put(row + 7, column, ("", " "), ("wood", edges[0] + "_" * (width - 4) + edges[1]), ("", " "))

    def bow(self) -> tuple[str, str]:
        return ("\u2572", "\u2571") if self.rich else ("\\", "/")

    def island(self, row: int, column: int, width: int) -> None:
        """Seven rows: the shore with a name, five rows of two columns, the shore with both areas."""
        sheet, line = self.sheet, self.state.lines[TORTUGA]
        sheet.box(row, column, width, 7, "sand")
        sheet.middle(row, column, column + width, ("strong", f" {_('TORTUGA')} "))
        half = (width - 2) // 2
        wide = len(line) <= SHIP_PAWNS_MAX
        for place, seat in enumerate(line):
            at = column + 1 + (place // SHIP_PAWNS_MAX) * half
            room = (width - 2 if wide else half) - 4
            sheet.put(
                row + 1 + place % SHIP_PAWNS_MAX, at, ("dim", str(place + 1)), *self.pawn(seat), self.name(seat, room)
            )
        names = (_(NATIONS[0]), _(NATIONS[1])) if width >= 30 else (_("Brit."), _("Fr."))
        sheet.put(row + 6, column + 1, *self.hold(TORTUGA, c.BRITISH, names[0]), ("", " "))
        sheet.right(row + 6, column + width - 1, ("", " "), *self.hold(TORTUGA, c.FRENCH, names[1]))

    def boat(self, row: int, column: int, boat: int) -> None:
        seat, sheet = self.state.boats[boat], self.sheet
        if self.state.powder >> boat & 1:
            sheet.put(row, column, ("bad", "x x x"))
            return
        ends = ("╰", "╯") if self.rich else ("'", "'")
        inside = self.pawn(seat) if seat != NOWHERE else (("wood", sheet.sign("─", "-") * 3),)
        sheet.put(row, column, ("wood", ends[0]), *inside, ("wood", ends[1]))

    def galleon(self, row: int, start: int, end: int) -> None:
        number = self.state.chests[0]
        self.sheet.middle(
            row, start, end, ("strong", f" {_('Galleon')} {number} "), self.chests(number, None), ("", " ")
        )

    # --- events and people ---

    def watchers(self, slot: int, room: int) -> str:
        """Who has looked at a slot: that is public. Names where they have room, else letters, all of them."""
        card = self.state.row[slot]
        if card == NOWHERE:
            return ""
        if card < NOWHERE:
            return _("all know it")
        seats = [seat for seat in present(self.state) if self.state.seen[card] >> seat & 1]
        if not seats:
            return _("unseen")
        own = self.view.seat
        seats = sorted(seats, key=lambda seat: seat != own)
        names = [_("you") if seat == own else short_name(seat, self.reader) for seat in seats]
        initials = [_("you") if seat == own else self.letters[seat] for seat in seats]
        near = ", ".join(names)
        told = [
            _("seen by {who}", who=listed(names)),
            _("by {who}", who=near),
            near,
            _("by {who}", who=" ".join(initials)),
        ]
        told.append("".join(self.letters[seat] for seat in seats))
        return next((text for text in told if len(text) <= room), self.sheet.cut(told[-1], room))

    def event(self, slot: int, width: int) -> Ink:
        face = face_in(self.view, slot)
        if self.state.row[slot] == NOWHERE:
            return "dim", "-"
        if face == NOWHERE:
            return "dim", (self.sheet.sign("░", ":") * 8)[:width]
        name = _(EVENTS[face])
        return "mark", name if len(name) <= width else self.sheet.cut(_(BRIEF_EVENTS[face]), width)

    def deck(self) -> tuple[str, str]:
        """How many events are still to come, and how many lie on the discards."""
        state = self.state
        left = len(state.event_deck) + (state.armada == BELOW)
        if left == 1 and not slots(state):
            return "", ""  # nothing is laid out yet
        out = _("{number} discarded", number=len(state.discards))
        if state.sudden:
            return _("sudden death"), out
        return (_("{number} in the deck", number=left) if left else _("the last ones")), out

    def cards_of(self, seat: int, room: int) -> tuple[Ink, ...]:
        """How many vote cards somebody holds and what lies in front of them. Three are usual and give way first."""
        state, kept = self.state, self.state.kept[seat]
        held = len(state.hands[seat])
        votes = n_("{number} vote", "{number} votes", held).format(number=held) if held else _("no votes")
        choices: list[tuple[str, str]] = []
        for names in (EVENTS, BRIEF_EVENTS):
            words = [_(names[card]) for card in kept]
            words = [self._code(word) if kept[at] == c.CODE else word for at, word in enumerate(words)]
            told = ", ".join([*_times(words), *([_("Scurvy")] if state.scurvy >> seat & 1 else [])])
            choices.append((f"{votes}, " if told else votes, told))
        choices += [("", told) for _votes, told in choices if told or held == HAND]
        fits = (one for one in choices if len(one[0]) + len(one[1]) <= room)
        head, told = next(fits, (choices[-1][0], self.sheet.cut(choices[-1][1], room)))
        return ("", head), ("mark", told)

    def _code(self, word: str) -> str:
        """For how many votes somebody still sits out."""
        return _("{card} ({number} left)", card=word, number=self.state.code)

    def person(self, row: int, column: int, width: int, seat: int) -> None:
        now = self.state.active == seat and self.state.turn > 0
        mark = self.sheet.sign("►", ">") if now else " "
        room = NAME_WIDE if width >= PERSON_WIDE else NAME_SHORT
        self.sheet.put(row, column, ("mark" if now else "", mark), *self.pawn(seat), ("", " "), self.name(seat, room))
        at = column + 6 + room
        self.sheet.put(row, at, *self.cards_of(seat, column + width - at))

    def hand(self) -> list[int]:
        """The viewer's own vote cards, as far as this view still knows them."""
        held = self.state.hands[self.view.seat] if self.view.seat is not None else ()
        return sorted(self.view.known[card] for card in held if card in self.view.known)

    def votes(self, width: int) -> tuple[Ink, ...]:
        """The viewer's own vote cards in one line; the section that counts in a vote is bright."""
        seat = self.view.seat
        faces = self.hand()
        if seat is None or not faces:
            return ()
        kind = self.state.vote[0] if self.state.vote else NOWHERE
        bright = {ATTACK: 0, BRAWL: 1, NOWHERE: NOWHERE}.get(kind, 2)
        for brief in (False, True):
            inks: list[Ink] = [("dim", _("your votes: "))]
            for face in faces:
                for place, word in enumerate(sections(face, brief=brief)):
                    style = "strong" if place == bright or bright == NOWHERE else "dim"
                    inks.append((style, word + ("   " if place == 2 else " ")))
            if size(inks) <= width + 3:
                break
        return tuple(inks) if size(inks) <= width + 3 else tuple(inks[:13])

    def title(self) -> tuple[Ink, ...]:
        state = self.state
        british, french = riches(state)
        inks: list[Ink] = [("label", "1667  ")]
        if state.turn:
            inks += [("", _("turn {number}", number=state.turn) + "  ")]
        inks += [
            (NATION_STYLES[0], _(NATIONS[0])),
            ("strong", f" {british} : {french} "),
            (NATION_STYLES[1], _(NATIONS[1])),
        ]
        if british != french and state.phase != Phase.OVER:
            inks.append(("first", "  " + _("the {nation} lead", nation=_(NATIONS[0 if british > french else 1]))))
        if state.phase == Phase.OVER and state.winner < len(NATIONS):
            inks.append(("strong", "  " + _("{nation} victory", nation=_(NATIONS[state.winner]))))
        return tuple(inks)

    def flag(self, seat: int, *, brief: bool = False) -> Ink:
        """A loyalty that lies open; briefly where the cards in front of somebody need the room."""
        nation = self.state.flags[seat]
        if nation == NOWHERE:
            return "", ""
        brief = brief and bool(self.state.kept[seat] or self.state.scurvy >> seat & 1)
        return NATION_STYLES[nation], _((BRIEF_NATIONS if brief else NATIONS)[nation])


def _times(words: list[str]) -> list[str]:
    """Equal ones once, with their number."""
    return [word if words.count(word) == 1 else f"{word} x{words.count(word)}" for word in dict.fromkeys(words)]


def sections(face: int, *, brief: bool = False) -> tuple[str, str, str]:
    """A vote card in three short words: cannon, British, skull."""
    icons = c.VOTES[face]
    attack = _("cannon+torch") if icons.cannon and icons.torch else _("cannon") if icons.cannon else ""
    attack = attack or (_("torch") if icons.torch else _("water") if icons.water == 1 else _("water x2"))
    names = BRIEF_NATIONS if brief else NATIONS
    flag = _(names[c.BRITISH if icons.british else c.FRENCH]) + (" x2" if max(icons.british, icons.french) > 1 else "")
    mutiny = (_("skull") if icons.skull else _("wheel")) + (" x2" if max(icons.skull, icons.wheel) > 1 else "")
    return attack, flag, mutiny


SLOTS: Final = range(ROW)
