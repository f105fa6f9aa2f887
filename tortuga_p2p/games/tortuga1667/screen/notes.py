"""The page of notes: what everybody could see of everybody, and nothing that a spectator could not write (2.11)."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from ....rules.cells import wrapped
from ....rules.telling import sentence
from ....rules.words import Words
from ....text import N_, _, listed, n_
from ..claims import number, turned_out
from ..rules import cards as c
from ..rules import notes
from ..rules.state import ATTACK, BRAWL, MUTINY, NOWHERE, SHIPS, TORTUGA, place_of, present
from ..words.glossary import AN_EVENT, BERTHS, NATIONS, PLACES, TERMS, marks, short_name
from ..words.said import SAID

if TYPE_CHECKING:
    from ....rules.game import Fragments, View
    from ....rules.words import Reader
    from ..rules.state import State

WORDS_OF_CLAIMS: Final = Words(said=SAID, terms=TERMS)
VOTES: Final = (N_("an attack"), N_("a mutiny"), N_("a brawl"))
INDENT: Final = 5  # columns: a letter on its own paper, and some air


def notes_page(view: View[State], reader: Reader, width: int) -> list[Fragments]:
    """Everybody with what they did, then what was said, then every vote that was counted, the newest first."""
    state, letters = view.state, marks(reader)
    lines: list[Fragments] = []
    for seat in present(state):
        own = seat == reader.seat
        name = _("You") if own else reader.name(seat)
        head = [("mine" if own else "white", f" {letters[seat]} "), ("", "  "), ("you" if own else "player", name)]
        lines += [(*head, ("", f", {_where(state, seat)}; {_hand(state, seat)}"))]
        lines += _indented(" ".join(_facts(state, seat, reader)) or _("Nothing is known yet."), width, "dim")
    lines += _part(_("What was said, and what turned out"), _claims(view, reader), width)
    counted = [notes.ballot(note) for note in reversed(state.notes) if note[1] == notes.VOTED]
    title = _("Votes: who gave, and what lay there; nobody knows whose card was whose")
    return [*lines, *_part(title, [("", _ballot_told(vote, reader)) for vote in counted], width)]


def _part(title: str, told: list[tuple[str, str]], width: int) -> list[Fragments]:
    """A heading and what stands below it; nothing where nothing does."""
    if not told:
        return []
    lines = [line for style, text in told for line in _indented(text, width, style, 2)]
    return [(), (("label", title),), *lines]


def _indented(text: str, width: int, style: str, indent: int = INDENT) -> list[Fragments]:
    return [(("", " " * indent), *line) for line in wrapped([(style, text)], width - indent)]


def _claims(view: View[State], reader: Reader) -> list[tuple[str, str]]:
    """Every claim, the newest first, with what everybody could see of it later."""
    ends = ("", _("It was right."), _("It was wrong."), _("Nobody will ever know."))
    styles = ("", "good", "bad", "dim")
    found = []
    for claim in reversed(view.heard):
        end, said = turned_out(view.state, claim), sentence(WORDS_OF_CLAIMS, claim, reader)
        text = _("Turn {turn}, {name}: {claim}")
        who = _("you") if claim.seat == reader.seat else reader.name(claim.seat or 0)
        told = text.format(turn=number(claim, "turn"), name=who, claim=said)
        found.append((styles[end], f"{told} {ends[end]}".rstrip()))
    return found


def _where(state: State, seat: int) -> str:
    """A place and a role, in words."""
    place = place_of(state, seat)
    if place == TORTUGA:
        at = state.lines[TORTUGA].index(seat)
        return _("governor of Tortuga") if not at else _("on Tortuga, number {number}", number=at + 1)
    if place not in SHIPS:
        return _("in {place}", place=_(PLACES[place])) if place != NOWHERE else ""
    line = state.lines[place]
    at = line.index(seat)
    role = _("cabin boy") if at and at == len(line) - 1 else _(BERTHS[at])
    return _("{role} on {ship}", role=role, ship=_(PLACES[place]))


def _hand(state: State, seat: int) -> str:
    held = len(state.hands[seat])
    return n_("{number} vote card", "{number} vote cards", held).format(number=held)


def _facts(state: State, seat: int, reader: Reader) -> list[str]:
    """What somebody did that everybody saw: sentences without a subject."""
    own = [note for note in state.notes if note[2] == seat]
    looked = [_("{one} and {other}", one=note[3] + 1, other=note[4] + 1) for note in own if note[1] == notes.LOOKED]
    forced = [_called(note[3], reader) for note in own if note[1] == notes.FORCED]
    turned = [_(AN_EVENT[note[4]]) for note in own if note[1] == notes.REVEALED]
    told = [_("Looked at events {slots}.", slots="; ".join(looked))] if looked else []
    told += [_("Forced {names}.", names=listed(list(dict.fromkeys(forced))))] if forced else []
    told += _deeds_told(_deeds(state, seat))
    told += [_("Revealed {turned}.", turned=listed(turned))] if turned else []
    front = [_(AN_EVENT[card]) for card in state.kept[seat]]
    return told + ([_("Has {cards} in front.", cards=listed(front))] if front else [])


def _called(seat: int, reader: Reader) -> str:
    return _("you") if seat == reader.seat else short_name(seat, reader)


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


def _deeds_told(deeds: Counter[tuple[int, int]]) -> list[str]:
    told = []
    for (kind, nation), times in deeds.items():
        text = {
            CHEST: n_("Brought a chest to the {nation}.", "Brought {times} chests to the {nation}.", times),
            PLUNDER: n_("Plundered once for the {nation}.", "Plundered {times} times for the {nation}.", times),
            MAROON: n_("Marooned somebody.", "Marooned somebody {times} times.", times),
        }[kind]
        told.append(text.format(times=times, nation=_(NATIONS[nation])))
    return told


def _ballot_told(vote: notes.CountedVote, reader: Reader) -> str:
    """One vote: when, who called it, who gave, what lay there, what came of it."""
    icons = c.tally(vote.cards)
    results = {
        ATTACK: (_("failed"), _("won")),
        MUTINY: (_("failed"), _("won")),
        BRAWL: (_("both chests to the French"), _("a chest for each"), _("both chests to the British")),
    }
    return _("Turn {turn}, {kind} called by {caller}: {counted}, {result}. Voting: {who}.").format(
        turn=vote.turn,
        kind=_(VOTES[vote.kind]),
        caller=reader.called(vote.caller),
        counted=TERMS[{ATTACK: "attack", MUTINY: "mutiny", BRAWL: "flags"}[vote.kind]](icons, reader),
        result=results[vote.kind][vote.result],
        who=listed([reader.called(seat) for seat in vote.voters]) or _("nobody"),
    )


def notes_aloud(view: View[State], reader: Reader) -> list[str]:
    """The same for line mode."""
    state, told = view.state, list[str]()
    for seat in present(state):
        name = _("You") if seat == reader.seat else reader.name(seat)
        facts = " ".join(_facts(state, seat, reader)) or _("Nothing is known yet.")
        told.append(_("{name}: {facts}", name=name, facts=facts))
    told += [_ballot_told(notes.ballot(note), reader) for note in state.notes if note[1] == notes.VOTED]
    return told + [text for _style, text in reversed(_claims(view, reader))]


def flag_page(view: View[State], reader: Reader, width: int) -> list[Fragments]:
    """One's own loyalty: shown for a moment, because somebody may look over a shoulder."""
    state, seat = view.state, view.seat
    if seat is None:
        return []
    flag = state.flags[seat] if state.flags[seat] != NOWHERE else view.known.get(state.loyal[seat], NOWHERE)
    if flag == NOWHERE:
        return [(("", _("Loyalties are not dealt yet.")),)]
    return [(("strong", _("You are {nation}.", nation=_(NATIONS[flag]))),)]
