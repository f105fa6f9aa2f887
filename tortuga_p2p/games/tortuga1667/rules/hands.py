"""How things on the table change hands: pawns, chests, cards in front of people, and who has seen which card.

Each function gives the next state and decides nothing about what comes after.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ....errors import IllegalMove
from ....rules.answer import Answer, Opened
from ....rules.record import Record
from ....rules.shape import put
from ....text import _
from .cards import ALBATROSS
from .state import BOAT_DUTCHMAN, NOWHERE, SHIPS, TORTUGA, VOTE_HANDLES, place_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ....rules.ask import Face, Handle, Seat
    from ....rules.record import Note
    from .state import State


def say(note: Note | None, kind: str, seat: Seat | None, **args: Any) -> None:
    """Notes what just happened, where somebody reads."""
    if note is not None:
        note(Record(kind, seat, args))


# --- answers -----------------------------------------------------------------------------------------------------


def opened(answer: Answer, count: int, bound: int) -> tuple[int, ...]:
    """The faces of what was turned over, each below `bound`; `UNOPENED` is for whoever calls to allow."""
    if type(answer) is not Opened or type(answer.faces) is not tuple or len(answer.faces) != count:
        raise IllegalMove(_("{count} cards are turned over here.", count=count))
    for face in answer.faces:
        if type(face) is not int or not -1 <= face < bound:
            raise IllegalMove(_("There is no such card."))
    return answer.faces


# --- who has seen what -------------------------------------------------------------------------------------------


def show(state: State, handles: Iterable[Handle], seat: Seat) -> State:
    """A seat has seen these, besides whoever had."""
    seen = list(state.seen)
    for handle in handles:
        seen[handle] |= 1 << seat
    return state._replace(seen=tuple(seen))


def unseen(state: State, handles: Iterable[Handle]) -> State:
    """These are bound anew, or hidden no more: nobody has seen them."""
    seen = list(state.seen)
    for handle in handles:
        seen[handle] = 0
    return state._replace(seen=tuple(seen))


def owned(state: State, hands: Iterable[tuple[Seat, tuple[Handle, ...]]]) -> State:
    """These are bound anew by their owners, who alone know them (a hand that was mixed)."""
    seen = list(state.seen)
    for seat, handles in hands:
        for handle in handles:
            seen[handle] = 1 << seat
    return state._replace(seen=tuple(seen))


# --- pawns -------------------------------------------------------------------------------------------------------


def lift(state: State, seat: Seat) -> State:
    """Takes a pawn off the map; the line closes up, and the next one has the role at once (2.3, B-29)."""
    place = place_of(state, seat)
    if place == NOWHERE:
        return state
    if place <= TORTUGA:
        line = tuple(pawn for pawn in state.lines[place] if pawn != seat)
        return state._replace(lines=put(state.lines, place, line))
    return state._replace(boats=put(state.boats, place - BOAT_DUTCHMAN, NOWHERE))


def walk(state: State, seat: Seat, place: int) -> State:
    """Moves a pawn: to the back of a line, or into a rowboat."""
    state = lift(state, seat)
    if place <= TORTUGA:
        return state._replace(lines=put(state.lines, place, (*state.lines[place], seat)))
    return state._replace(boats=put(state.boats, place - BOAT_DUTCHMAN, seat))


def birds(state: State, note: Note | None) -> State:
    """Two Albatross cards on one ship maroon its whole crew at once, the cabin boy first (2.7, B-14, B-15, B-28).

    With three such cards at most one ship can be hit at a time. Nobody loses a vote card: they come from a ship.
    """
    for ship in SHIPS:
        crew = state.lines[ship]
        if sum(state.kept[seat].count(ALBATROSS) for seat in crew) >= 2:
            lines = (*put(state.lines, ship, ())[:TORTUGA], state.lines[TORTUGA] + crew[::-1])
            say(note, "birds", None, ship=ship, crew=crew)
            return state._replace(lines=lines)
    return state


# --- chests ------------------------------------------------------------------------------------------------------


def carry(state: State, source: int, target: int) -> State:
    """One chest from one place to another."""
    chests = list(state.chests)
    chests[source] -= 1
    chests[target] += 1
    return state._replace(chests=tuple(chests))


# --- cards in front of people ------------------------------------------------------------------------------------


def keep(state: State, seat: Seat, card: Face) -> State:
    return state._replace(kept=put(state.kept, seat, tuple(sorted((*state.kept[seat], card)))))


def discard(state: State, seat: Seat, card: Face) -> State:
    """A card that lay in front of somebody was used."""
    cards = list(state.kept[seat])
    cards.remove(card)
    return state._replace(kept=put(state.kept, seat, tuple(cards)), discards=tuple(sorted((*state.discards, card))))


# --- the vote deck -----------------------------------------------------------------------------------------------


def free_votes(state: State, count: int) -> tuple[Handle, ...]:
    """Numbers for vote cards that lie in the open and are about to be mixed."""
    used = {*state.vote_deck, *state.pile, *(handle for hand in state.hands for handle in hand)}
    for handles, _last in state.under:
        used.update(handles)
    return tuple([handle for handle in VOTE_HANDLES if handle not in used][:count])


def bury(state: State, handles: tuple[Handle, ...], faces: tuple[Face, ...]) -> State:
    """Puts cards under the vote deck. Those whose faces all have seen are mixed only when they come to the top.

    By what anybody can know that is the same as mixing them now (2.5), and most are never drawn. A single such card
    cannot be mixed alone (laws of asking): it joins what lies above it.
    """
    under, deck = state.under, state.vote_deck
    if len(faces) == 1:
        if under:
            (above, shown), under = under[-1], under[:-1]
            handles, faces = above, tuple(sorted(shown + faces))
        else:
            handles, deck = deck[-1:], deck[:-1]
    return state._replace(vote_deck=deck, under=(*under, (handles, faces)))
