"""Moments that are staged: the cards of a vote, turned over one by one; and at the end the loyalties, winners last."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ....rules.answer import AllMoved, Opened
from ....rules.screen import StagedMoment
from ....rules.sheet import Sheet
from ....text import N_, _, n_
from ..rules import cards as c
from ..rules.state import ATTACK, BRAWL, GALLEON, MUTINY, NOWHERE, Phase, present
from ..words.glossary import NATIONS, PLACES
from .parts import NATION_STYLES, Scene, sections

if TYPE_CHECKING:
    from ....rules.answer import Told
    from ....rules.game import View
    from ....rules.sheet import Ink
    from ....rules.words import Reader
    from ..rules.state import State

GIVEN_MS: Final = 150  # between two cards that are laid down
CARD_MAX, CARD_GAP, CARD_LINES = 15, 10, 5  # columns of a card with its gap, those below which there is none; lines
BRIEF: Final = {  # the two cards with double signs, where many lie side by side
    N_("cannon+torch"): N_("c+t"),
    N_("water x2"): N_("2 wat"),
    N_("skull x2"): N_("2 sk"),
    N_("wheel x2"): N_("2 wh"),
    N_("British"): N_("Brit."),
    N_("French"): N_("Fr."),
    N_("British x2"): N_("2 Br."),
    N_("French x2"): N_("2 Fr."),
}
COUNTS: Final = {ATTACK: 0, BRAWL: 1, MUTINY: 2}  # which section of a card counts
TITLES: Final = {
    ATTACK: N_("Attack on {prey}: the mixed cards are turned over, nobody knows whose"),
    BRAWL: N_("A brawl on Tortuga: the mixed cards are turned over, nobody knows whose"),
    MUTINY: N_("Mutiny: the mixed cards are turned over, nobody knows whose"),
}


def scene(
    before: View[State], answer: Told, after: View[State], reader: Reader, beat: int, width: int, *, rich: bool
) -> StagedMoment | None:
    if isinstance(answer, AllMoved):
        return _given(sum(len(moved.move.gives) for moved in answer.moves), beat, width, rich=rich)
    if not isinstance(answer, Opened):
        return None
    if before.state.phase == Phase.COUNT and before.state.vote:
        kind, place, *_rest = before.state.vote
        prey = _("the Galleon") if before.state.chests[GALLEON] or kind != ATTACK else _(PLACES[1 - place])
        return _vote(kind, prey, answer.faces, beat, width, rich=rich)
    if after.state.phase == Phase.OVER and before.state.flags != after.state.flags:
        return _loyalties(before, after, reader, beat, width, rich=rich)
    return None


# --- a vote ------------------------------------------------------------------------------------------------------


def _given(number: int, beat: int, width: int, *, rich: bool) -> StagedMoment:
    """All give at once, face down: how many is public, and nothing else (B-51)."""
    sheet = Sheet(width, CARD_LINES, rich=rich)
    _backs(sheet, beat, number)
    title = _("Everybody has given: the cards lie in the middle, face down")
    return StagedMoment(title, sheet.fragments(), number, GIVEN_MS, tells_all=True)


def _backs(sheet: Sheet, number: int, of: int) -> None:
    """So many cards of those that there will be, nothing of their faces."""
    wide, gap = _room(sheet.width, of)
    for place in range(number):
        _card(sheet, gap // 2 + place * wide, wide - gap, ATTACK, NOWHERE)


def _room(width: int, cards: int) -> tuple[int, int]:
    """Columns of a card with its gap, and of the gap: ten of a brawl among nine stand side by side."""
    wide = min(CARD_MAX, width // cards)
    return wide, 2 if wide >= CARD_GAP else 0


def _vote(kind: int, prey: str, faces: tuple[int, ...], beat: int, width: int, *, rich: bool) -> StagedMoment:
    sheet = Sheet(width, CARD_LINES + 1, rich=rich)
    wide, gap = _room(width, len(faces))
    for place, face in enumerate(faces):
        _card(sheet, gap // 2 + place * wide, wide - gap, kind, face if place < beat else NOWHERE)
    sheet.put(CARD_LINES, 1, *_sum(kind, faces[:beat], len(faces) - beat))
    return StagedMoment(_(TITLES[kind]).format(prey=prey), sheet.fragments(), len(faces), tells_all=True)


def _card(sheet: Sheet, column: int, wide: int, kind: int, face: int) -> None:
    sheet.box(0, column, wide, CARD_LINES, "dim" if face == NOWHERE else "mark")
    for line in range(3):
        if face == NOWHERE:
            sheet.put(1 + line, column + 1, ("dim", sheet.sign("░", ":") * (wide - 2)))
        else:
            style = "strong" if line == COUNTS[kind] else "dim"
            word = sheet.cut(_narrow(sections(face)[line], wide - 2), wide - 2)
            sheet.middle(1 + line, column, column + wide, (style, word))


def _narrow(word: str, room: int) -> str:
    """A section of a card that fits."""
    if len(word) <= room:
        return word
    return next((_(brief) for full, brief in BRIEF.items() if _(full) == word), word)


def _sum(kind: int, faces: tuple[int, ...], left: int) -> list[Ink]:
    """What lies there so far, what it needs, and how much is still to come."""
    icons, inks = c.tally(faces), list[tuple[str, str]]()
    if kind == ATTACK:
        fire = icons.torch - icons.water
        inks += [("good" if icons.cannon else "bad", _("cannons {count}, 1 is needed", count=icons.cannon))]
        text = _("torches {torches} - water {water} = {rest}, 1 is needed")
        told = text.format(torches=icons.torch, water=icons.water, rest=fire)
        inks += [("", "   "), ("good" if fire > 0 else "bad", told)]
    elif kind == MUTINY:
        inks += [("strong", _("skulls {count}", count=icons.skull)), ("", "   ")]
        inks += [("strong", _("wheels {count}", count=icons.wheel))]
        inks += [("dim", _("   more skulls than wheels put the captain ashore"))]
    else:
        for nation, count in ((c.BRITISH, icons.british), (c.FRENCH, icons.french)):
            inks += [(NATION_STYLES[nation], _(NATIONS[nation])), ("strong", f" {count}   ")]
    if left:
        inks += [("mark", "   " + n_("{number} to turn", "{number} to turn", left).format(number=left))]
    return inks


# --- the end -----------------------------------------------------------------------------------------------------


def _loyalties(
    before: View[State], after: View[State], reader: Reader, beat: int, width: int, *, rich: bool
) -> StagedMoment:
    """A line for each nation; whoever won is turned over last."""
    state = after.state
    hidden = [seat for seat in present(state) if before.state.flags[seat] == NOWHERE]
    order = sorted(hidden, key=lambda seat: (state.flags[seat] == state.winner, seat))
    turned = set(present(state)) - set(order[beat:])
    nations = sorted({state.flags[seat] for seat in present(state)})
    sheet = Sheet(width, len(nations) + 1, rich=rich)
    drawing = Scene(after, reader, sheet)
    for row, nation in enumerate(nations):
        column = sheet.put(row, 1, (NATION_STYLES[nation], f"{_(NATIONS[nation]):<9}"), ("", " "))
        for seat in sorted(turned):
            if state.flags[seat] == nation:
                column = sheet.put(row, column, *drawing.pawn(seat), ("", " "), drawing.name(seat, 12), ("", "  "))
    left = len(order) - beat
    words = n_("{number} loyalty is still hidden", "{number} loyalties are still hidden", left).format(number=left)
    if left > 0:
        sheet.put(len(nations), 1, ("dim", words))
    return StagedMoment(_("The loyalties are turned over, one by one"), sheet.fragments(), len(order), tells_all=True)
