"""The page of notes: what everybody could see of everybody, and nothing that a spectator could not write (2.11)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ....rules.telling import sentence
from ....rules.words import Words
from ....text import N_, _, listed
from ..claims import number, turned_out
from ..rules import cards as c
from ..rules import notes
from ..rules.state import ATTACK, BRAWL, MUTINY, NOWHERE, SHIPS, TORTUGA, place_of, present
from ..words.glossary import EVENTS, NATIONS, TERMS
from ..words.said import SAID
from .sheet import Sheet, cut

if TYPE_CHECKING:
    from ....rules.game import Fragments, View
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
    sheet.rule(row, ("label", _("Votes so far")), ("dim", "  " + _("cards without authors")))
    for place, ballot in enumerate(ballots, 1):
        sheet.put(row + place, 0, ("", cut(_ballot(ballot, reader), width, rich=True)))
    if said:
        row += len(ballots) + 2
        sheet.rule(row, ("label", _("What was said")), ("dim", "  " + _("and what turned out")))
        for place, (style, line) in enumerate(said, 1):
            sheet.put(row + place, 0, (style, cut(line, width, rich=True)))
    return _rows(sheet)


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


def _person(view: View[State], reader: Reader, sheet: Sheet, row: int, seat: int) -> None:
    state = view.state
    own = [note for note in state.notes if note[2] == seat]
    pawn = state.brethren[seat]
    name = _("You") if seat == view.seat else reader.name(seat)
    looked = [f"{note[3] + 1}{note[4] + 1}" for note in own if note[1] == notes.LOOKED]
    forced = [reader.name(note[3]) for note in own if note[1] == notes.FORCED]
    turned = [_(EVENTS[note[4]]) for note in own if note[1] == notes.REVEALED]
    texts = (
        cut(name, 10, rich=True),
        _where(state, seat),
        " ".join(looked),
        ", ".join(dict.fromkeys(forced)),
        " ".join(_deeds(state, seat)),
        ", ".join(turned),
    )
    sheet.put(row, 0, ("white", f" {c.LETTERS[pawn] if pawn != NOWHERE else '?'} "))
    ends = (*COLUMNS[1:], sheet.width)
    for column, end, text in zip(COLUMNS, ends, texts, strict=True):
        sheet.put(
            row, column, ("you" if seat == view.seat and column == COLUMNS[0] else "", _fit(text, end - column - 1))
        )


def _fit(text: str, room: int) -> str:
    """The newest of a list is the last: what does not fit falls out at the front."""
    return text if len(text) <= room else "…" + text[len(text) - room + 1 :]


def _where(state: State, seat: int) -> str:
    place = place_of(state, seat)
    if place not in (*SHIPS, TORTUGA):
        return _(PLACES[place]) if place != NOWHERE else ""
    return f"{_(PLACES[place])} {state.lines[place].index(seat) + 1}"


def _deeds(state: State, seat: int) -> list[str]:
    """Chests stowed, taken and plundered for a nation, votes called, people marooned: by number."""
    counts: dict[str, int] = {}
    for note in state.notes:
        if note[2] != seat:
            continue
        if note[1] in (notes.STOWED, notes.TOOK):
            key = _("chest {nation}", nation=_(NATIONS[note[-1]])[:1])
        elif note[1] == notes.PLUNDERED:
            key = _("plunder {nation}", nation=_(NATIONS[1 - note[-1]])[:1])
        elif note[1] in (notes.ORDERED, notes.SHOT):
            key = _("marooned")
        else:
            continue
        counts[key] = counts.get(key, 0) + 1
    return [key if number == 1 else f"{key}x{number}" for key, number in counts.items()]


def _ballot(vote: notes.CountedVote, reader: Reader) -> str:
    """One vote: when, who called it, who voted, what lay there, what came of it."""
    icons = c.tally(vote.cards)
    counted = TERMS[{ATTACK: "attack", MUTINY: "mutiny", BRAWL: "flags"}[vote.kind]](icons, reader)
    who = listed([reader.name(seat) for seat in vote.voters]) or _("nobody")
    results = {
        ATTACK: (_("failed"), _("won")),
        MUTINY: (_("failed"), _("won")),
        BRAWL: (_("French"), _("a tie"), _("British")),
    }
    return _(
        "{turn}  {caller} {calls}: {counted}, {result}. Voting: {who}.",
        turn=vote.turn,
        caller=reader.name(vote.caller),
        calls=_(VOTES[vote.kind]),
        counted=counted,
        result=results[vote.kind][vote.result],
        who=who,
    )


def notes_aloud(view: View[State], reader: Reader) -> list[str]:
    """The same in sentences, for line mode."""
    state, told = view.state, list[str]()
    for seat in present(state):
        own = [note for note in state.notes if note[2] == seat]
        looked = sum(note[1] == notes.LOOKED for note in own)
        turned = listed([_(EVENTS[note[4]]) for note in own if note[1] == notes.REVEALED]) or _("nothing")
        deeds = listed(_deeds(state, seat)) or _("nothing more")
        told.append(
            _(
                "{name}: looked {looked} times, revealed {turned}; {deeds}.",
                name=reader.name(seat),
                looked=looked,
                turned=turned,
                deeds=deeds,
            )
        )
    told += [_ballot(notes.ballot(note), reader) for note in state.notes if note[1] == notes.VOTED]
    return told + [line for _style, line in _claims(view, reader)]


def flag_page(view: View[State], reader: Reader, width: int) -> list[Fragments]:
    """One's own loyalty: shown for a moment, because somebody may look over a shoulder."""
    state, seat = view.state, view.seat
    if seat is None:
        return []
    flag = state.flags[seat] if state.flags[seat] != NOWHERE else view.known.get(state.loyal[seat], NOWHERE)
    if flag == NOWHERE:
        return [(("", _("Loyalties are not dealt yet.")),)]
    return [(("strong", _("You are {nation}.", nation=_(NATIONS[flag]))),)]


def _rows(sheet: Sheet) -> list[Fragments]:
    rows: list[list[tuple[str, str]]] = [[]]
    for style, text in sheet.fragments():
        if text == "\n":
            rows.append([])
        else:
            rows[-1].append((style, text))
    return [tuple(row) for row in rows]
