"""The notes a table would take: what everybody did, in public, newest last. The rulebook allows them (2.11).

They are part of the public state and change nothing in it: bots, hints, replays and the page of notes are functions of
a view, and a bot that thinks about loyalties needs to know who did what. A note is (turn, kind, seat, small numbers).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from ....rules.ask import Seat
    from .state import State

NOTES_MAX: Final = 200  # the newest: a long game of nine has about 150

# Kinds, and what stands behind turn, kind and seat. A letter each in a position's text.
LETTERS: Final = "LRFWTAPSVKXGBCNUO"
(LOOKED, REVEALED, FORCED, ROWED, LETTER, ORDERED, PLUNDERED, STOWED, VOTED) = range(9)
(TOOK, SHOT, GAVE, POWDER, FEVER, NEST, ATLANTIS, FOUNTAIN) = range(9, 17)
SIZES: Final = {  # numbers behind the seat
    LOOKED: 2,  # two slots
    REVEALED: 3,  # slot, card, who forced it or -1
    FORCED: 3,  # whom, two slots
    ROWED: 1,  # where to
    LETTER: 2,  # whose pawn, ship
    ORDERED: 1,  # whom
    PLUNDERED: 2,  # ship, the nation it was taken from
    STOWED: 2,  # ship, nation
    TOOK: 3,  # from where, ship, nation
    SHOT: 1,  # whom
    GAVE: 2,  # to whom, which map
    POWDER: 1,  # rowboat
    FEVER: 1,  # with whom
    NEST: 1,  # whose hand
    ATLANTIS: 0,
    FOUNTAIN: 0,
}
NUMBER_MAX: Final = 15  # the largest of them is a card


class CountedVote(NamedTuple):
    """A vote that was counted, read from its note."""

    turn: int
    caller: Seat
    kind: int
    place: int
    result: int  # attack and mutiny: 1 if won; brawl: British chests afterwards
    voters: tuple[Seat, ...]
    cards: tuple[int, ...]


def write(state: State, kind: int, seat: Seat, *numbers: int) -> State:
    """One line more, the oldest falls out of a very long game."""
    return state._replace(notes=(*state.notes[1 - NOTES_MAX :], (state.turn, kind, seat, *numbers)))


def ballot(note: tuple[int, ...]) -> CountedVote:
    turn, _, caller, kind, place, result, count, *rest = note
    return CountedVote(turn, caller, kind, place, result, tuple(rest[:count]), tuple(rest[count:]))


def is_note(note: tuple[int, ...], seats: int) -> bool:
    """Whether this could be one."""
    if len(note) < 3 or not 0 <= note[1] < len(LETTERS) or not 0 <= note[2] < seats:
        return False
    if note[1] != VOTED:
        return len(note) == 3 + SIZES[note[1]] and all(-1 <= number <= NUMBER_MAX for number in note[3:])
    if len(note) < 7 or not all(0 <= number <= NUMBER_MAX for number in note[3:]):
        return False
    found = ballot(note)
    small = found.kind < 3 and found.place < 3 and found.result < 3
    return small and len(found.voters) == note[6] and bool(found.cards) and all(seat < seats for seat in found.voters)
