"""The state machine: what the game asks in each phase, and what an answer makes of a state. Pure; trusts no answer."""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING, Final

from ....errors import IllegalMove
from ....rules.ask import Over, Turn
from ....text import _
from . import actions, ballot, events, fever, marooning, moves, nest, opening, row, turn, votes
from .cards import ATLANTIS
from .state import Phase, VoteCall, holder

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ....rules.answer import Answer, Moved
    from ....rules.ask import Ask, Moves, Seat
    from ....rules.record import Note
    from .state import State


# Who decides, by phase; what is decided is a move (`actions.perform`). In a vote all voters do.
_DECIDES: Final[Mapping[int, Callable[[State], Seat]]] = {
    Phase.BRETHREN: opening.who_chooses,
    Phase.PLACE: attrgetter("actor"),
    Phase.HOLD: attrgetter("actor"),
    Phase.ATLANTIS: lambda state: holder(state, ATLANTIS),
    Phase.ACTION: attrgetter("active"),
    Phase.CHOICE: attrgetter("actor"),
    Phase.LATE: attrgetter("active"),  # who forced somebody whose time was up (B-44)
    Phase.CARD: attrgetter("actor"),
    Phase.FOUNTAIN: attrgetter("other"),
    Phase.NEST_PICK: attrgetter("actor"),
    Phase.TAKE: lambda state: VoteCall(*state.vote).caller,
}
# What nobody decides, by phase: what is asked of all, and what makes a new state of the answer.
_BY_ITSELF: Final[Mapping[int, tuple[Callable[[State], Ask], Callable[[State, Answer, Note | None], State]]]] = {
    Phase.OPENING: (opening.ask_opening, opening.take_opening),
    Phase.LOYALTIES: (opening.ask_loyalties, opening.take_loyalties),
    Phase.VOTES: (opening.ask_votes, opening.take_votes),
    Phase.EVENTS: (opening.ask_events, opening.take_events),
    Phase.DEAL: (opening.ask_deal, opening.take_deal),
    Phase.PAWN: (opening.ask_pawn, opening.take_pawn),
    Phase.LOOK: (row.ask_look, row.take_look),
    Phase.REVEAL: (events.ask_reveal, events.take_reveal),
    Phase.LOSE_MIX: (marooning.ask_lose_mix, marooning.take_lose_mix),
    Phase.LOSE_DRAW: (marooning.ask_lose_draw, marooning.take_lose_draw),
    Phase.LOSE: (marooning.ask_lose, marooning.take_lose),
    Phase.EXTRA: (events.ask_extra, events.take_extra),
    Phase.FEVER_GIVE: (fever.ask_give, fever.take_give),
    Phase.FEVER_MIX: (fever.ask_mix, fever.take_mix),
    Phase.FEVER_DEAL: (fever.ask_deal, fever.take_deal),
    Phase.FEVER_DRAW: (fever.ask_draw, fever.take_draw),
    Phase.NEST_GIVE: (nest.ask_give, nest.take_give),
    Phase.NEST_MIX: (nest.ask_mix, nest.take_mix),
    Phase.NEST_LOOK: (nest.ask_look, nest.take_look),
    Phase.NEST_DEAL: (nest.ask_deal, nest.take_deal),
    Phase.NEST_SHUFFLE: (nest.ask_shuffle, nest.take_shuffle),
    Phase.BELLS: (events.ask_bells, events.take_bells),
    Phase.ROW: (row.ask_row, row.take_row),
    Phase.SUDDEN: (row.ask_again, row.take_again),
    Phase.AGAIN: (row.ask_again, row.take_again),
    Phase.HANDS: (ballot.ask_hands, ballot.take_hands),
    Phase.BALLOT: (ballot.ask_ballot, ballot.take_ballot),
    Phase.COUNT: (ballot.ask_count, votes.take_count),
    Phase.DRAW: (ballot.ask_draw, ballot.take_draw),
    Phase.SHOW: (turn.ask_show, turn.take_show),
}


def asks(state: State) -> Ask:
    phase = state.phase
    if phase in _DECIDES:
        return Turn(_DECIDES[phase](state))
    if phase == Phase.VOTE:
        return votes.ask_vote(state)
    return Over(turn.result(state)) if phase == Phase.OVER else _BY_ITSELF[phase][0](state)


def apply(state: State, answer: Answer, note: Note | None = None) -> State:
    phase = state.phase
    if phase in _BY_ITSELF:
        return _BY_ITSELF[phase][1](state, answer, note)
    if phase in _DECIDES:
        seat = _DECIDES[phase](state)
        return actions.perform(state, seat, moves.check(state, seat, (seat,), answer).data, note)
    if phase == Phase.VOTE:
        given = votes.all_moved(answer, len(state.voters))
        for seat, moved in zip(state.voters, given, strict=True):
            moves.check(state, seat, state.voters, moved)
        return votes.take_vote(state, given, note)
    raise IllegalMove(_("The game is over."))


def legal_moves(state: State, seat: Seat) -> Moves:
    return moves.legal_moves(state, seat, _asked(state))


def check_move(state: State, seat: Seat, moved: Moved) -> None:
    moves.check(state, seat, _asked(state), moved)


def _asked(state: State) -> tuple[Seat, ...]:
    if state.phase == Phase.VOTE:
        return state.voters
    return (_DECIDES[state.phase](state),) if state.phase in _DECIDES else ()
