"""What a seat was shown, and what it may imagine of the rest."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....rules.ask import Unseen
from . import components as c
from .powers import hidden_tokens
from .state import State, cards_faces

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ....rules.ask import Handle, Seat
    from ....rules.game import Known


def shown(state: State, seat: Seat) -> tuple[Handle, ...]:
    """Its own hand, what it sorts, and what it saw of others' hands and of the pile (C-41)."""
    handles = state.hands[seat]
    if state.sorting and seat == state.turn:
        handles += state.sorting
    if state.seen:
        handles += tuple([card for card, seats in state.seen if seats >> seat & 1])
    return handles


def unseen(state: State, seat: Seat, known: Known) -> Sequence[Unseen]:
    """Cards that could be any of those left; tokens likewise."""
    groups = []
    own = set(shown(state, seat))
    handles = [card for card in state.pile if card not in own]
    for other, hand in enumerate(state.hands):
        if other != seat:
            handles += [card for card in hand if card not in own]
    if seat != state.turn:
        handles += [card for card in state.sorting if card not in own]
    if handles and state.gone:  # C-45: the pile was drawn anew, and a face may be there oftener than in the box
        groups.append(Unseen(tuple(handles), cards_faces(state.setup), apart=True))
    elif handles:
        faces = list(cards_faces(state.setup))
        for face in state.discards:
            faces.remove(face)
        for card in own:
            faces.remove(known[card])
        groups.append(Unseen(tuple(handles), tuple(faces), apart=False))
    tokens = hidden_tokens(state)
    if tokens:
        left = tuple([face for face in range(c.TOKENS) if face not in state.opened])
        groups.append(Unseen(tokens, left, apart=False))
    return groups
