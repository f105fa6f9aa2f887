"""What bots say at the table, and what they make of what others say. Mostly the truth: a liar by rule is soon read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ..claims import EVENT, IN_VOTE, LOYAL, RECORDS, VOTE, number
from ..rules import cards as c
from ..rules import notes
from ..rules.sight import face_in, unseen_events
from ..rules.state import NOWHERE, Phase, slots

if TYPE_CHECKING:
    from ....rules.game import Draw, View
    from ..rules.state import State

SELDOM: Final = 5  # one decision in so many comes with a word
OF_ITSELF: Final = 4  # one word in so many is about one's own loyalty


def something_to_say(view: View[State], draw: Draw, honest: int) -> tuple[int, ...] | None:
    """A claim, or `None`: most of the time. One of `honest` claims is a lie."""
    state, seat = view.state, view.seat
    if seat is None or state.phase not in (Phase.ACTION, *IN_VOTE) or draw.below(SELDOM):
        return None
    lies = draw.below(honest) == 0
    if state.phase in IN_VOTE:
        return (VOTE, int((state.vote[2] == seat) != lies)) if state.vote[2] == seat or draw.below(2) else None
    seen = [slot for slot in slots(state) if face_in(view, slot) != NOWHERE]
    if seen and draw.below(OF_ITSELF):
        slot = seen[draw.below(len(seen))]
        others = sorted(unseen_events(state, seat, view.known))
        return (EVENT, slot, others[draw.below(len(others))] if lies and others else face_in(view, slot))
    flag = state.flags[seat] if state.flags[seat] != NOWHERE else view.known[state.loyal[seat]]
    return (LOYAL, 1 - flag if lies and flag != c.DUTCH else flag)


def claimed_in(view: View[State], slot: int) -> tuple[int, int]:
    """Who last said what lies in a slot, of those who have looked there since it was laid out; the event they named."""
    state, card = view.state, view.state.row[slot]
    if not view.heard or card < 0:
        return NOWHERE, NOWHERE
    laid = max((note[0] for note in state.notes if note[1] == notes.REVEALED and note[3] == slot), default=0)
    for claim in reversed(view.heard):
        seat = claim.seat
        is_it = claim.kind == RECORDS[EVENT] and number(claim, "slot") == slot and number(claim, "turn") > laid
        if is_it and seat is not None and seat != view.seat and state.seen[card] >> seat & 1:
            return seat, number(claim, "card")
    return NOWHERE, NOWHERE


def wish_of(view: View[State], seat: int) -> int:
    """What somebody said about the vote under way: 1 for it, -1 against it, 0 nothing."""
    for claim in reversed(view.heard):
        if number(claim, "turn") != view.state.turn:
            return 0
        if claim.kind == RECORDS[VOTE] and claim.seat == seat:
            return 1 if number(claim, "wish") else -1
    return 0
