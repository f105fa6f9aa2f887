"""The state machine as a table: by phase, what is asked and what an answer makes of the state. How a game begins."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ....rules.answer import Answer, Drawn
from ....rules.ask import Ask, Chance, Deal, Hand, Mix, Over, Result
from ....rules.record import Record
from . import acting, drawing, filibusters, hands, powers
from . import components as c
from .refusals import refuse, told
from .state import Phase, State, cards_faces, cards_pile, lay, playing, winner

if TYPE_CHECKING:
    from collections.abc import Callable

    from ....rules.record import Note


# --- setup (3.2, 3.3) ------------------------------------------------------------------------------------------


def _bounds(state: State) -> tuple[int, ...]:
    """One board after the other of those that are left, then a direction for each. The last one needs no draw."""
    count = sum(state.setup.boards)
    left = [c.BOARDS - drawn for drawn in range(count)]
    return (*[bound for bound in left if bound > 1], *[2] * count)


def _ask_boards(state: State) -> Ask:
    return Chance(_bounds(state))


def _take_boards(state: State, answer: Answer, note: Note | None) -> State:
    """C-39: no board lies twice."""
    bounds = _bounds(state)
    if type(answer) is not Drawn or len(answer.values) != len(bounds):
        raise refuse("waiting")
    if any(
        type(value) is not int or not 0 <= value < bound for value, bound in zip(answer.values, bounds, strict=True)
    ):
        raise refuse("wrong_draw")
    count = sum(state.setup.boards)
    turned = answer.values[-count:]
    picks = [*answer.values[:-count], 0][:count]
    box = list(range(c.BOARDS))
    laid = tuple([2 * box.pop(pick) + side for pick, side in zip(picks, turned, strict=True)])
    if note:
        note(Record("laid", None, {"boards": laid}))
    return state._replace(setup=lay(state.setup, laid), phase=int(Phase.SHUFFLE))


def _ask_shuffle(state: State) -> Ask:
    return Mix(cards_pile(state.setup), (), cards_faces(state.setup), c.CARD_HANDLES, playing(state))


def _take_shuffle(state: State, answer: Answer, note: Note | None) -> State:
    told(answer)
    after = Phase.TOKENS if state.setup.sorceress else Phase.DEAL
    return state._replace(phase=int(after), pile=c.CARD_HANDLES)


def _take_tokens(state: State, answer: Answer, note: Note | None) -> State:
    told(answer)
    if note:
        note(Record("tokens_laid", None, {}))
    return powers.laid_out(state)._replace(phase=int(Phase.DEAL))


def _ask_deal(state: State) -> Ask:
    pile = iter(state.pile)
    return Deal(tuple([Hand(seat, tuple([next(pile) for _ in range(c.DEALT)])) for seat in playing(state)]))


def _take_deal(state: State, answer: Answer, note: Note | None) -> State:
    told(answer)
    seats = playing(state)
    dealt = [state.pile[c.DEALT * place : c.DEALT * (place + 1)] for place in range(len(seats))]
    given = dict(zip(seats, dealt, strict=True))
    if note:
        note(Record("dealt", None, {"count": c.DEALT}))
    return state._replace(
        phase=int(Phase.MINGLE),
        hands=tuple([given.get(seat, ()) for seat in range(state.setup.seats)]),
        pile=state.pile[c.DEALT * len(seats) :],
        fresh=sum(1 << seat for seat in seats),
    )


# --- the end ---------------------------------------------------------------------------------------------------


def _ask_over(state: State) -> Ask:
    won = winner(state)
    home = tuple([crew.count(c.GOAL) for crew in state.pirates])
    return Over(Result(home, () if won is None else (won,)))


def _take_over(state: State, answer: Answer, note: Note | None) -> State:
    raise refuse("over")


ASKS: Final[tuple[Callable[[State], Ask], ...]] = (
    _ask_boards,
    _ask_shuffle,
    powers.ask_tokens,
    _ask_deal,
    hands.ask_mingle,
    acting.ask,
    filibusters.ask,
    drawing.ask,
    drawing.ask_lone_give,
    drawing.ask_lone_mix,
    powers.ask_look,
    powers.ask_turn,
    powers.ask_rob,
    powers.ask_sort,
    powers.ask_turn,
    powers.ask_turn,
    powers.ask_open,
    powers.ask_tokens,
    _ask_over,
)
APPLY: Final[tuple[Callable[[State, Answer, Note | None], State], ...]] = (
    _take_boards,
    _take_shuffle,
    _take_tokens,
    _take_deal,
    hands.take_mingle,
    acting.take,
    filibusters.take,
    drawing.take,
    drawing.take_lone_give,
    drawing.take_lone_mix,
    powers.take_look,
    powers.take_robbery,
    powers.take_rob,
    powers.take_sort,
    powers.take_share,
    powers.take_keep,
    powers.take_open,
    powers.take_snake,
    _take_over,
)
assert len(ASKS) == len(APPLY) == len(Phase)
