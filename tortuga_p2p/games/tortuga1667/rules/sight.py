"""What a seat has not seen: the hidden cards of each kind, and the faces they share (2.11)."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING

from ....rules.ask import Unseen
from . import cards as c
from .packing import events_hidden, events_shown, votes_hidden, votes_shown
from .state import AMONG, LOYALTY_FIRST, NOWHERE, in_play, in_play_with

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ....rules.ask import Face, Handle, Seat
    from ....rules.game import Known, View
    from .state import State


def face_in(view: View[State], slot: int) -> int:
    """The event in a slot as far as the viewer knows it, else `NOWHERE`."""
    card = view.state.row[slot]
    if card < NOWHERE:
        return -2 - card
    saw = card != NOWHERE and view.seat is not None and view.state.seen[card] >> view.seat & 1
    return view.known.get(card, NOWHERE) if saw else NOWHERE


def unseen_events(state: State, seat: Seat, known: Known) -> Counter[Face]:
    """How often each event may lie where a seat has not looked: the third group of `unseen`, for bots."""
    own = tuple(known[card] for card in events_hidden(state) if state.seen[card] >> seat & 1)
    among = state.armada == AMONG
    return _rest(state.setup.seats <= 3, state.stars, among, (*events_shown(state), *own))


@lru_cache(maxsize=1024)
def _rest(few: bool, stars: int, among: bool, gone: tuple[Face, ...]) -> Counter[Face]:
    box = Counter(face for face in in_play_with(stars, few=few) if face != c.ARMADA or among)
    box.subtract(gone)
    return +box


def unseen(state: State, seat: Seat, known: Known) -> Sequence[Unseen]:
    """Three kinds of cards; within each a seat cannot tell apart what it has not seen.

    Once somebody has left, vote cards and loyalties in piles were made anew from all faces that were hidden then
    (B-55): how often each is there nobody knows any more.
    """
    loyalties = [handle for handle in state.loyal if handle != NOWHERE]
    loyalties += [handle for handle in state.pile if handle >= LOYALTY_FIRST]
    events = [face for face in in_play(state) if face != c.ARMADA or state.armada == AMONG]
    groups = (
        _group(state, seat, known, loyalties, c.loyalties(state.setup.seats), state.flags, apart=bool(state.gone)),
        _group(state, seat, known, votes_hidden(state), c.VOTE_DECK, votes_shown(state), apart=bool(state.gone)),
        _group(state, seat, known, events_hidden(state), events, events_shown(state)),
    )
    return [group for group in groups if group.handles]


def _group(
    state: State,
    seat: Seat,
    known: Known,
    hidden: Iterable[Handle],
    box: Iterable[Face],
    shown: Iterable[Face],
    *,
    apart: bool = False,
) -> Unseen:
    hidden = tuple(sorted(hidden))
    handles = tuple(handle for handle in hidden if not state.seen[handle] >> seat & 1)
    if apart:
        return Unseen(handles, tuple(sorted(set(box))), apart=True)
    faces = Counter(box)
    faces.subtract(face for face in shown if face != NOWHERE)
    faces.subtract(known[handle] for handle in hidden if state.seen[handle] >> seat & 1)
    return Unseen(handles, tuple(sorted((+faces).elements())), apart=False)
