"""The page of notes: what everybody could see of everybody, and nothing that a spectator could not write (2.11)."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from ....rules.cells import clip
from ....rules.sheet import Sheet
from ....rules.telling import sentence
from ....rules.words import Words
from ....text import N_, _, listed, n_
from ..claims import number, turned_out
from ..rules import cards as c
from ..rules import notes
from ..rules.state import ATTACK, BRAWL, MUTINY, NOWHERE, SHIPS, TORTUGA, place_of, present
from ..words.glossary import AN_EVENT, EVENTS, NATIONS, TERMS
from ..words.said import SAID

if TYPE_CHECKING:
    from ....rules.game import Fragments, View
    from ....rules.record import Record
    from ....rules.words import Reader
    from ..rules.state import State

WORDS_OF_CLAIMS: Final = Words(said=SAID, terms=TERMS)
VOTES: Final = (N_("attacks"), N_("mutinies"), N_("brawls"))
PLACES: Final = (N_("FD"), N_("JR"), N_("Tortuga"), N_("rowboat"), N_("rowboat"))
COLUMNS: Final = (4, 15, 27, 38, 47, 62)  # who, where, looked at, forced, did, revealed


def notes_page(view: View[State], reader: Reader, width: int) -> list[Fragments]:
    """A table of people, then every vote that was counted."""
    state = view.state
    people = present(state)
    ballots = [notes.ballot(note) for note in state.notes if note[1] == notes.VOTED]
    said = _claims(view, reader)
    sheet = Sheet(width, 4 + len(people) + len(ballots) + (2 + len(said) if said else 0), rich=True)
    heads = (_("who"), _("where"), _("looked"), _("forced"), _("did"), _("revealed"))
    for column, head in zip(COLUMNS, heads, strict=True):
        sheet.put(0, column, ("dim", head))
    for row, seat in enumerate(people, 1):
        _person(view, reader, sheet, row, seat)
    row = len(people) + 2
    whose = _("in brackets who voted; nobody knows whose card was whose")
    sheet.rule(row, ("label", _("Votes so far")), ("dim", f"  {whose}"))
    for place, ballot in enumerate(ballots, 1):
        sheet.put(row + place, 0, ("", clip(_ballot_line(state, ballot, reader), width, "…")))
    if said:
        row += len(ballots) + 2
        sheet.rule(row, ("label", _("What was said")), ("dim", "  " + _("and what turned out")))
        for place, (style, line) in enumerate(said, 1):
            sheet.put(row + place, 0, (style, clip(line, width, "…")))
    return sheet.lines()


def _claims(view: View[State], reader: Reader) -> list[tuple[str, str]]:
    """Every claim, the newest first, with what everybody could see of it later."""
    ends = ("", _("right"), _("wrong"), _("never known"))
    styles = ("", "good", "bad", "dim")
    found = []
    for claim in reversed(view.heard):
        end, turn = turned_out(view.state, claim), number(claim, "turn")
        line = f"{turn}  {reader.name(claim.seat or 0)}: {sentence(WORDS_OF_CLAIMS, claim, reader)}"
        found.append((styles[end], f"{line}  {ends[end]}".rstrip()))
    return found


def _claim_aloud(view: View[State], claim: Record, reader: Reader) -> str:
    said = _("In turn {turn} {name} said: {claim}")
    name, turn = reader.name(claim.seat or 0), number(claim, "turn")
    told = said.format(turn=turn, name=name, claim=sentence(WORDS_OF_CLAIMS, claim, reader))
    ends = ("", _("It was right."), _("It was wrong."), _("Nobody will ever know."))
    return f"{told} {ends[turned_out(view.state, claim)]}".rstrip()


def _person(view: View[State], reader: Reader, sheet: Sheet, row: int, seat: int) -> None:
    state = view.state
    own = [note for note in state.notes if note[2] == seat]
    pawn = state.brethren[seat]
    name = _("You") if seat == view.seat else _short(reader, seat, 10)
    looked = [f"{note[3] + 1}{note[4] + 1}" for note in own if note[1] == notes.LOOKED]
    forced = [_short(reader, note[3], 8) for note in own if note[1] == notes.FORCED]
    turned = [_(EVENTS[note[4]]) for note in own if note[1] == notes.REVEALED]
    cells = (
        ([name], ""),
        ([_where(state, seat)], ""),
        (looked, " "),
        (list(dict.fromkeys(forced)), ", "),
        (_brief(_deeds(state, seat)), " "),
        (turned, ", "),
    )
    sheet.put(row, 0, ("white", f" {c.LETTERS[pawn] if pawn != NOWHERE else '?'} "))
    ends = (*COLUMNS[1:], sheet.width)
    for column, end, (items, between) in zip(COLUMNS, ends, cells, strict=True):
        style = "you" if seat == view.seat and column == COLUMNS[0] else ""
        sheet.put(row, column, (style, _fit(items, between, end - column - 1)))


def _short(reader: Reader, seat: int, width: int) -> str:
    """Of names that begin alike ("Greedy Kidd") the last word says most."""
    name = reader.name(seat)
    return clip(name if len(name) <= width else name.split()[-1], width, "…")


def _fit(items: list[str], between: str, room: int) -> str:
    """The newest of a list is the last: of what does not fit the oldest fall out, whole."""
    text = between.join(items)
    for first in range(1, len(items)):
        if len(text) <= room:
            break
        text = "…" + between.join(items[first:])
    return clip(text, room, "…")


def _where(state: State, seat: int) -> str:
    place = place_of(state, seat)
    if place not in (*SHIPS, TORTUGA):
        return _(PLACES[place]) if place != NOWHERE else ""
    return f"{_(PLACES[place])} {state.lines[place].index(seat) + 1}"


CHEST, PLUNDER, MAROON = range(3)  # what somebody does that tells something


def _deeds(state: State, seat: int) -> Counter[tuple[int, int]]:
    """Chests stowed or taken and chests plundered, each for a nation, and people marooned: how often."""
    found: Counter[tuple[int, int]] = Counter()
    for note in state.notes:
        if note[2] == seat and note[1] in (notes.STOWED, notes.TOOK):
            found[CHEST, note[-1]] += 1
        elif note[2] == seat and note[1] == notes.PLUNDERED:
            found[PLUNDER, 1 - note[-1]] += 1
        elif note[2] == seat and note[1] in (notes.ORDERED, notes.SHOT):
            found[MAROON, 0] += 1
    return found


def _brief(deeds: Counter[tuple[int, int]]) -> list[str]:
    words = {CHEST: _("chest {nation}"), PLUNDER: _("plunder {nation}"), MAROON: _("marooned")}
    told = [(words[kind].format(nation=_(NATIONS[nation])[:1]), times) for (kind, nation), times in deeds.items()]
    return [word if times == 1 else f"{word}x{times}" for word, times in told]


def _aloud(name: str, deeds: Counter[tuple[int, int]]) -> list[str]:
    told = []
    for (kind, nation), times in deeds.items():
        text = {
            CHEST: n_(
                "{name} brought a chest to the {nation}.", "{name} brought {times} chests to the {nation}.", times
            ),
            PLUNDER: n_(
                "{name} plundered once for the {nation}.", "{name} plundered {times} times for the {nation}.", times
            ),
            MAROON: n_("{name} marooned somebody.", "{name} marooned somebody {times} times.", times),
        }[kind]
        told.append(text.format(name=name, times=times, nation=_(NATIONS[nation])))
    return told


def _ballot(vote: notes.CountedVote, reader: Reader) -> dict[str, str]:
    """One vote: when, who called it, what lay there, what came of it."""
    icons = c.tally(vote.cards)
    results = {
        ATTACK: (_("failed"), _("won")),
        MUTINY: (_("failed"), _("won")),
        BRAWL: (_("French"), _("a tie"), _("British")),
    }
    return {
        "turn": str(vote.turn),
        "caller": reader.name(vote.caller),
        "calls": _(VOTES[vote.kind]),
        "counted": TERMS[{ATTACK: "attack", MUTINY: "mutiny", BRAWL: "flags"}[vote.kind]](icons, reader),
        "result": results[vote.kind][vote.result],
    }


def _ballot_line(state: State, vote: notes.CountedVote, reader: Reader) -> str:
    """In one row, so with the letters of whoever voted."""
    words = _ballot(vote, reader) | {"caller": _short(reader, vote.caller, 11)}
    pawns = [state.brethren[seat] for seat in vote.voters]
    who = " ".join(c.LETTERS[pawn] for pawn in pawns if pawn != NOWHERE) or _("nobody")
    return _("{turn:>2}  {caller} {calls} ({who}): {result}, {counted}.").format(who=who, **words)


def _ballot_aloud(vote: notes.CountedVote, reader: Reader) -> str:
    who = listed([reader.name(seat) for seat in vote.voters]) or _("nobody")
    told = _("In turn {turn} {caller} {calls}: {counted}, {result}. Voting: {who}.")
    return told.format(who=who, **_ballot(vote, reader))


def notes_aloud(view: View[State], reader: Reader) -> list[str]:
    """The same in sentences, for line mode."""
    state, told = view.state, list[str]()
    for seat in present(state):
        name, own = reader.name(seat), [note for note in state.notes if note[2] == seat]
        looked = sum(note[1] == notes.LOOKED for note in own)
        turned = listed([_(AN_EVENT[note[4]]) for note in own if note[1] == notes.REVEALED])
        deeds = _aloud(name, _deeds(state, seat))
        if looked:
            deeds.append(
                n_("{name} looked at events once.", "{name} looked at events {number} times.", looked).format(
                    name=name, number=looked
                )
            )
        if turned:
            deeds.append(_("{name} revealed {turned}.", name=name, turned=turned))
        told += deeds or [_("Nothing is known about {name} yet.", name=name)]
    told += [_ballot_aloud(notes.ballot(note), reader) for note in state.notes if note[1] == notes.VOTED]
    return told + [_claim_aloud(view, claim, reader) for claim in view.heard]


def flag_page(view: View[State], reader: Reader, width: int) -> list[Fragments]:
    """One's own loyalty: shown for a moment, because somebody may look over a shoulder."""
    state, seat = view.state, view.seat
    if seat is None:
        return []
    flag = state.flags[seat] if state.flags[seat] != NOWHERE else view.known.get(state.loyal[seat], NOWHERE)
    if flag == NOWHERE:
        return [(("", _("Loyalties are not dealt yet.")),)]
    return [(("strong", _("You are {nation}.", nation=_(NATIONS[flag]))),)]
