"""What people say at this table, true or not: of loyalties, of events, of the vote under way; and what turned out.

A claim is two or three small numbers: `(LOYAL, nation)`, `(EVENT, slot, card)` or `(VOTE, against or for)`. Who hears
it writes down the turn: nobody can date a claim back.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ...rules.ask import Move
from ...rules.decision import ONE, Choice, Decision, Step
from ...rules.record import Record
from .decisions import event_choice
from .rules import cards as c
from .rules import notes
from .rules.opening import deck_size
from .rules.sight import face_in
from .rules.state import NOWHERE, ROW, Phase, in_play, present, slots

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ...rules.decision import Picks
    from ...rules.game import View
    from .rules.state import State

LOYAL, EVENT, VOTE = range(3)
RECORDS: Final = ("claims_nation", "claims_event", "claims_vote")
OPEN, RIGHT, WRONG, VOID = range(4)  # what turned out
KIND_KEYS: Final = "fev"  # my flag, an event, this vote
IN_VOTE: Final = (Phase.HANDS, Phase.VOTE)


def claimed(state: State, seat: int, data: tuple[int, ...]) -> Record | None:
    """A claim as the others write it down; `None` for what makes no sense now."""
    if not state.turn or seat not in present(state):
        return None
    match data:
        case (kind, nation) if kind == LOYAL and nation in c.loyalties(state.setup.seats):
            return Record(RECORDS[LOYAL], seat, {"nation": nation, "turn": state.turn})
        case (kind, slot, card) if kind == EVENT and slot in slots(state) and card in in_play(state):
            return Record(RECORDS[EVENT], seat, {"slot": slot, "card": card, "turn": state.turn})
        case (kind, wish) if kind == VOTE and wish in (0, 1) and state.phase in IN_VOTE:
            return Record(RECORDS[VOTE], seat, {"wish": wish, "vote": state.vote[0], "turn": state.turn})
    return None


# --- what can be said ----------------------------------------------------------------------------------------------


def claims(view: View[State]) -> Decision | None:
    state, seat = view.state, view.seat
    if seat is None or seat not in present(state) or not state.turn or state.winner != NOWHERE:
        return None
    return Decision("claim", {}, _STEPS, lambda picks: Move(tuple(values[0] for values in picks.values())), _picks)


def sayings(view: View[State]) -> list[tuple[int, ...]]:
    """What is mostly said: how to vote while there is a vote, what one has seen, and whose friend one is."""
    state, seat = view.state, view.seat
    if claims(view) is None or seat is None:
        return []
    votes = [(VOTE, 1), (VOTE, 0)] if state.phase in IN_VOTE else []
    seen = [(EVENT, slot, face) for slot in slots(state) if (face := face_in(view, slot)) != NOWHERE]
    return [*votes, *seen, *((LOYAL, nation) for nation in sorted(set(c.loyalties(state.setup.seats))))]


def _kinds(view: View[State], picks: Picks) -> Sequence[Choice]:
    possible = {LOYAL: True, EVENT: bool(slots(view.state)), VOTE: view.state.phase in IN_VOTE}
    order = (VOTE, EVENT, LOYAL) if possible[VOTE] else (EVENT, LOYAL)
    return [Choice(kind, ("claim", kind), key=KIND_KEYS[kind]) for kind in order if possible[kind]]


def _only(kind: int, of: Callable[[View[State]], Sequence[Choice]]) -> Callable[[View[State], Picks], Sequence[Choice]]:
    return lambda view, picks: of(view) if picks["claim"] == (kind,) else ()


def _nations(view: View[State]) -> Sequence[Choice]:
    return [Choice(nation, ("nation", nation)) for nation in sorted(set(c.loyalties(view.state.setup.seats)))]


def _slots(view: View[State]) -> Sequence[Choice]:
    """Those that the speaker has looked at first: mostly one speaks of them."""
    known = sorted(slots(view.state), key=lambda slot: face_in(view, slot) == NOWHERE)
    return [event_choice(view, slot) for slot in known]


def _cards(view: View[State], picks: Picks) -> Sequence[Choice]:
    """The truth first, where it is known; then whatever one might say."""
    if "slot" not in picks or not picks["slot"]:
        return ()
    true = face_in(view, picks["slot"][0])
    return [Choice(card, ("card", card)) for card in sorted(set(in_play(view.state)), key=lambda card: card != true)]


def _wishes(view: View[State]) -> Sequence[Choice]:
    return [Choice(wish, ("wish", wish)) for wish in (1, 0)]


_STEPS: Final = (
    Step("claim", ONE, _kinds),
    Step("nation", ONE, _only(LOYAL, _nations)),
    Step("slot", ONE, _only(EVENT, _slots)),
    Step("card", ONE, _cards),
    Step("wish", ONE, _only(VOTE, _wishes)),
)
_NAMES: Final = {LOYAL: ("nation",), EVENT: ("slot", "card"), VOTE: ("wish",)}


def _picks(move: Move) -> Picks:
    kind, *values = move.data
    return {"claim": (kind,), **{name: (value,) for name, value in zip(_NAMES[kind], values, strict=True)}}


# --- what turned out -----------------------------------------------------------------------------------------------


def number(claim: Record, name: str) -> int:
    """One of its numbers."""
    value = claim.args[name]
    assert isinstance(value, int)
    return value


def turned_out(state: State, claim: Record) -> int:
    """Right or wrong as far as everybody can see; void where the events were mixed before anybody looked."""
    assert claim.seat is not None
    if claim.kind == RECORDS[LOYAL]:
        flag = state.flags[claim.seat]
        return OPEN if flag == NOWHERE else RIGHT if flag == claim.args["nation"] else WRONG
    if claim.kind == RECORDS[VOTE]:
        turn = number(claim, "turn")
        votes = [notes.ballot(note) for note in state.notes if note[:2] == (turn, notes.VOTED)]
        return OPEN if not votes else RIGHT if votes[-1].result == claim.args["wish"] else WRONG
    return _event_turned_out(state, claim)


def _event_turned_out(state: State, claim: Record) -> int:
    last = deck_size(state.setup) - state.setup.fewer - ROW  # this reveal ends with the row being mixed (BT-32)
    revealed = [note for note in state.notes if note[1] == notes.REVEALED]
    before = sum(note[0] < number(claim, "turn") for note in revealed)
    for at, note in enumerate(revealed[before:], before + 1):
        if before < last < at:
            return VOID
        if note[3] == claim.args["slot"]:
            return RIGHT if note[4] == claim.args["card"] else WRONG
    return VOID if before < last <= len(revealed) or state.winner != NOWHERE else OPEN
