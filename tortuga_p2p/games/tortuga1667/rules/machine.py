"""The state machine: what the game asks in each phase, and what an answer makes of a state. Pure; trusts no answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ....errors import IllegalMove
from ....rules.ask import Over, Together, Turn
from ....text import _
from . import actions, ballot, events, fever, marooning, moves, nest, opening, row, turn, votes
from .state import Phase

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ....rules.answer import Answer, Moved
    from ....rules.ask import Ask, Moves, Seat
    from ....rules.record import Note
    from .state import State


def asks(state: State) -> Ask:
    return _ASKS[state.phase](state)


def _over(state: State) -> Ask:
    return Over(turn.result(state))


_ASKS: Final[Mapping[int, Callable[[State], Ask]]] = {
    Phase.BRETHREN: opening.ask_brethren,
    Phase.OPENING: opening.ask_opening,
    Phase.LOYALTIES: opening.ask_loyalties,
    Phase.VOTES: opening.ask_votes,
    Phase.EVENTS: opening.ask_events,
    Phase.DEAL: opening.ask_deal,
    Phase.PAWN: opening.ask_pawn,
    Phase.PLACE: opening.ask_place,
    Phase.HOLD: opening.ask_hold,
    Phase.ATLANTIS: actions.ask_atlantis,
    Phase.ACTION: actions.ask_action,
    Phase.LOOK: row.ask_look,
    Phase.CHOICE: actions.ask_choice,
    Phase.LATE: actions.ask_choice,
    Phase.REVEAL: events.ask_reveal,
    Phase.CARD: events.ask_card,
    Phase.FOUNTAIN: marooning.ask_fountain,
    Phase.LOSE_MIX: marooning.ask_lose_mix,
    Phase.LOSE_DRAW: marooning.ask_lose_draw,
    Phase.LOSE: marooning.ask_lose,
    Phase.EXTRA: events.ask_extra,
    Phase.FEVER_GIVE: fever.ask_give,
    Phase.FEVER_MIX: fever.ask_mix,
    Phase.FEVER_DEAL: fever.ask_deal,
    Phase.FEVER_DRAW: fever.ask_draw,
    Phase.NEST_GIVE: nest.ask_give,
    Phase.NEST_MIX: nest.ask_mix,
    Phase.NEST_LOOK: nest.ask_look,
    Phase.NEST_PICK: nest.ask_pick,
    Phase.NEST_DEAL: nest.ask_deal,
    Phase.NEST_SHUFFLE: nest.ask_shuffle,
    Phase.BELLS: events.ask_bells,
    Phase.ROW: row.ask_row,
    Phase.SUDDEN: row.ask_again,
    Phase.AGAIN: row.ask_again,
    Phase.HANDS: ballot.ask_hands,
    Phase.VOTE: votes.ask_vote,
    Phase.BALLOT: ballot.ask_ballot,
    Phase.COUNT: ballot.ask_count,
    Phase.TAKE: votes.ask_take,
    Phase.DRAW: ballot.ask_draw,
    Phase.SHOW: turn.ask_show,
    Phase.OVER: _over,
}

# What answers an ask that no player decides. Decisions are carried out by `actions.perform`.
_TAKES: Final[Mapping[int, Callable[[State, Answer, Note | None], State]]] = {
    Phase.OPENING: opening.take_opening,
    Phase.LOYALTIES: opening.take_loyalties,
    Phase.VOTES: opening.take_votes,
    Phase.EVENTS: opening.take_events,
    Phase.DEAL: opening.take_deal,
    Phase.PAWN: opening.take_pawn,
    Phase.LOOK: row.take_look,
    Phase.REVEAL: events.take_reveal,
    Phase.LOSE_MIX: marooning.take_lose_mix,
    Phase.LOSE_DRAW: marooning.take_lose_draw,
    Phase.LOSE: marooning.take_lose,
    Phase.EXTRA: events.take_extra,
    Phase.FEVER_GIVE: fever.take_give,
    Phase.FEVER_MIX: fever.take_mix,
    Phase.FEVER_DEAL: fever.take_deal,
    Phase.FEVER_DRAW: fever.take_draw,
    Phase.NEST_GIVE: nest.take_give,
    Phase.NEST_MIX: nest.take_mix,
    Phase.NEST_LOOK: nest.take_look,
    Phase.NEST_DEAL: nest.take_deal,
    Phase.NEST_SHUFFLE: nest.take_shuffle,
    Phase.BELLS: events.take_bells,
    Phase.ROW: row.take_row,
    Phase.SUDDEN: row.take_again,
    Phase.AGAIN: row.take_again,
    Phase.HANDS: ballot.take_hands,
    Phase.BALLOT: ballot.take_ballot,
    Phase.COUNT: votes.take_count,
    Phase.DRAW: ballot.take_draw,
    Phase.SHOW: turn.take_show,
}


def apply(state: State, answer: Answer, note: Note | None = None) -> State:
    take = _TAKES.get(state.phase)
    if take is not None:
        return take(state, answer, note)
    ask = asks(state)
    if isinstance(ask, Turn):
        move = moves.check(state, ask.seat, (ask.seat,), answer)
        return actions.perform(state, ask.seat, move.data, note)
    if isinstance(ask, Together):
        given = votes.all_moved(answer, len(ask.seats))
        for seat, moved in zip(ask.seats, given, strict=True):
            moves.check(state, seat, ask.seats, moved)
        return votes.take_vote(state, given, note)
    raise IllegalMove(_("The game is over."))


def legal_moves(state: State, seat: Seat) -> Moves:
    return moves.legal_moves(state, seat, _asked(state))


def check_move(state: State, seat: Seat, moved: Moved) -> None:
    moves.check(state, seat, _asked(state), moved)


def _asked(state: State) -> tuple[Seat, ...]:
    if state.phase == Phase.VOTE:
        return state.voters
    ask = asks(state) if state.phase in moves.DECISIONS or state.phase == Phase.NEST_PICK else None
    return (ask.seat,) if isinstance(ask, Turn) else ()
