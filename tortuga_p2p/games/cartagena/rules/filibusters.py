"""Filibusters (C-24): a dark card, and everybody else with more than seven cards discards the rest, all at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....rules.answer import AllMoved, Answer, Moved
from ....rules.ask import Ask, Move, Together
from ....rules.record import Record
from . import components as c
from . import kinds as do
from . import powers
from .hands import ask_mix, forget, mixed, without
from .refusals import refuse
from .state import Phase, State, others

if TYPE_CHECKING:
    from ....rules.ask import Face, Seat
    from ....rules.record import Note


def after_cards(state: State, faces: tuple[Face, ...], note: Note | None) -> State:
    """Cards were played and have moved what they move: first the discards that a dark one costs, whatever it was played
    for (C-19), then their power."""
    if max(faces) >= c.DARK and over_the_limit(state):
        return state._replace(phase=int(Phase.DISCARD))
    return powers.begin(state, note)


def over_the_limit(state: State) -> list[Seat]:
    """Who must discard: everybody but the active player with more than seven cards."""
    return sorted(seat for seat in others(state, state.turn) if len(state.hands[seat]) > c.HAND_MAX)


def ask(state: State) -> Ask:
    seats = over_the_limit(state)
    fresh = [seat for seat in seats if state.fresh >> seat & 1]
    return ask_mix(state, fresh) if fresh else Together(tuple(seats))


def take(state: State, answer: Answer, note: Note | None) -> State:
    seats = over_the_limit(state)
    fresh = state.fresh & sum(1 << seat for seat in seats)
    if fresh:
        return mixed(state, answer, fresh)
    if type(answer) is not AllMoved or len(answer.moves) != len(seats):
        raise refuse("waiting")
    for seat, moved in zip(seats, answer.moves, strict=True):
        check(state, seat, moved)
    for seat, moved in zip(seats, answer.moves, strict=True):
        cards = moved.move.opens
        state = state._replace(
            hands=without(state.hands, seat, cards),
            discards=state.discards + moved.faces,
            seen=forget(state.seen, cards),
        )
        if note:
            note(Record("discarded", seat, {"played": moved.faces}))
    return powers.begin(state, note)


def check(state: State, seat: Seat, moved: Moved) -> None:
    """One seat's choice, whatever the others choose."""
    if type(moved) is not Moved or type(moved.move) is not Move or moved.move.data != (do.DISCARD,):
        raise refuse("shape")
    hand, (_, opens, gives) = state.hands[seat], moved.move
    if gives or len(opens) != len(moved.faces):
        raise refuse("bare")
    if len(opens) != len(hand) - c.HAND_MAX or list(opens) != sorted(set(opens)) or not set(opens) <= set(hand):
        raise refuse("wrong_discard")
    if any(not 0 <= face < 2 * c.DARK for face in moved.faces):
        raise refuse("no_card")
