"""The actions of a turn, and what follows each of them: the check for a win, discards, draws, the next turn.

Each action checks everything itself and gives the next state; nothing here trusts a move. Ruling numbers stand where a
ruling is applied.
"""

from __future__ import annotations

from bisect import insort
from typing import TYPE_CHECKING, Final

from ....rules.answer import Answer, Moved
from ....rules.ask import Ask, MixHands, Move, OwnMix, Turn
from ....rules.record import Record
from . import components as c
from . import draft
from . import kinds as do
from .filibusters import after_cards
from .hands import forget, mixed
from .moves import chests_of, pairs_of
from .refusals import refuse
from .spots import spot
from .state import State, layout, others, with_one
from .travel import boards, can_sail, company, go, jumped, landing, may_morgan, may_retreat, morgan, retreat
from .turns import done, end, end_turn, next_turn, owing, passed

if TYPE_CHECKING:
    from collections.abc import Callable

    from ....rules.ask import Face, Handle, Seat
    from ....rules.record import Note

_TURNS: Final = tuple(Turn(seat) for seat in range(c.SEATS_MAX))
_new = tuple.__new__


def ask(state: State) -> Ask:
    """The next action; but first a hand that was drawn, given or looked into is mixed: a hand has no order (C-41)."""
    seat = state.turn
    if not state.fresh >> seat & 1:
        return _TURNS[seat]
    hand = state.hands[seat]
    return MixHands(c.MARKED if state.setup.filibusters else c.PLAIN, (_new(OwnMix, (seat, hand, hand)),))


def take(state: State, answer: Answer, note: Note | None) -> State:
    if state.fresh >> state.turn & 1:
        return mixed(state, answer, 1 << state.turn)
    if type(answer) is not Moved or type(answer.move) is not Move:
        raise refuse("waiting")
    (data, opens, gives), faces = answer
    kind = data[0] if data else -1
    if not 0 <= kind <= do.CHEST or len(data) != do.SIZES[kind]:
        raise refuse("shape")
    if gives or len(opens) != len(faces) or (opens and kind not in do.OPENING):
        raise refuse("bare")
    return _ACTIONS[kind](state, data, opens, faces, note)


# --- paying ----------------------------------------------------------------------------------------------------


def _without(
    hands: tuple[tuple[Handle, ...], ...], seat: Seat, cards: tuple[Handle, ...]
) -> tuple[tuple[Handle, ...], ...]:
    """All hands once that seat has played these cards."""
    hand = list(hands[seat])
    for card in cards:
        if card not in hand:
            raise refuse("not_held")
        hand.remove(card)
    return with_one(hands, seat, tuple(hand))


def _check_payment(state: State, symbol: int, cards: tuple[Handle, ...], faces: tuple[Face, ...]) -> None:
    """One card that shows the symbol, or with the Black Sorceress two parrots (C-14), in one order."""
    if not 0 <= symbol < c.DARK:
        raise refuse("shape")
    faces_max = 2 * c.DARK if state.setup.filibusters else c.DARK
    for face in faces:
        if not 0 <= face < faces_max:
            raise refuse("no_card")
    if len(faces) == 1 and faces[0] % c.DARK == symbol:
        return
    is_pair = len(faces) == 2 and faces[0] % c.DARK == faces[1] % c.DARK == c.PARROT and cards[0] < cards[1]
    if not is_pair or not state.setup.sorceress:
        raise refuse("wrong_card")


def _way_of(state: State, old: int, new: int) -> dict[str, int]:
    """From where to where, for a record."""
    return {"old": spot(state.setup, old), "new": spot(state.setup, new)}


# --- moving ----------------------------------------------------------------------------------------------------


def _advance(
    state: State, data: tuple[int, ...], cards: tuple[Handle, ...], faces: tuple[Face, ...], note: Note | None
) -> State:
    """A card for a pirate of one's own: to the next empty space with its symbol, or to the end of the path."""
    _, symbol, old = data
    if len(faces) != 1 or faces[0] != symbol or symbol not in c.SYMBOLS:  # one light card needs no closer look
        _check_payment(state, symbol, cards, faces)
    after: draft.Fields = list(state)
    seat, crews = after[draft.TURN], list(after[draft.PIRATES])
    crew = list(crews[seat])
    if old not in crew:
        raise refuse("no_pirate")
    if old == c.GOAL:
        raise refuse("arrived")
    if old == c.SLOOP and state.sloop == c.CARTAGENA:
        raise refuse("at_sea")
    way = layout(after[draft.SETUP].path)
    new = landing(way, after[draft.CROWD], symbol, old)
    if new == c.SLOOP and not boards(state, crews[seat]):
        raise refuse("sloop_away" if state.sloop == c.TORTUGA else "sloop_full")  # C-10; C-23: it may not be declined
    if note:
        over = jumped(way, symbol, old, new)
        note(Record("advanced", seat, {"played": faces, "symbol": symbol, **_way_of(state, old, new), "jumped": over}))
    crew.remove(old)
    insort(crew, new)
    crews[seat] = tuple(crew)
    crowd = bytearray(after[draft.CROWD])
    if 0 < old < c.SLOOP:
        crowd[old] -= 1
    if new < c.SLOOP:
        crowd[new] = 1
    after[draft.LEFT] -= 1
    after[draft.FREE] = 0
    after[draft.PIRATES] = tuple(crews)
    after[draft.HANDS] = _without(after[draft.HANDS], seat, cards)
    after[draft.DISCARDS] += faces
    after[draft.CROWD] = bytes(crowd)
    if after[draft.SEEN]:
        after[draft.SEEN] = forget(after[draft.SEEN], cards)
    if crew[0] == c.GOAL:
        return end(draft.made(after), note)
    if after[draft.SETUP].filibusters:
        return after_cards(draft.made(after), faces, note)
    return _new(State, after) if after[draft.LEFT] else next_turn(after, note)


def _walk(after: draft.Fields, seat: Seat, old: int, new: int) -> None:
    """A pirate changes its place, and an action is used."""
    after[draft.LEFT] -= 1
    after[draft.FREE] = 0
    go(after, seat, old, new)


def _retreat(state: State, data: tuple[int, ...], _: object, __: object, note: Note | None) -> State:
    """Goes back to company, and draws a card for each who was there (3.2, the retreat)."""
    old, seat = data[1], state.turn
    if old not in state.pirates[seat]:
        raise refuse("no_pirate")
    way = layout(state.setup.path)
    if not may_retreat(state, way, old):
        raise refuse("no_retreat")
    new = retreat(state, way, old)
    if new == c.NOWHERE:
        raise refuse("adrift" if old == c.SLOOP and state.sloop == c.TORTUGA else "no_company")
    cards = state.crowd[new]
    if note:
        note(Record("retreated", seat, {**_way_of(state, old, new), "count": cards}))
    after: draft.Fields = list(state)
    _walk(after, seat, old, new)
    return owing(after, seat, cards, note)


def _morgan(state: State, data: tuple[int, ...], _: object, __: object, note: Note | None) -> State:
    """Somebody else's pirate forward to company, and a card for each who was there."""
    _, other, old = data
    if other not in others(state, state.turn):  # C-45: nobody moves the pirates of whoever left
        raise refuse("own_pirate")
    crew = state.pirates[other]
    if old not in crew:
        raise refuse("stands_fast")
    if not may_morgan(state, old):
        raise refuse("no_morgan")
    new = morgan(state, layout(state.setup.path), crew, old)
    if new == c.NOWHERE:
        stuck = old == c.GOAL or (old == c.SLOOP and state.sloop == c.CARTAGENA)
        raise refuse("stands_fast" if stuck else "no_room")
    cards = company(state, new)
    if note:
        note(Record("helped", state.turn, {"whose": other, **_way_of(state, old, new), "count": cards}))
    after: draft.Fields = list(state)
    _walk(after, other, old, new)
    if after[draft.PIRATES][other][0] == c.GOAL:  # C-18, C-40: that opponent wins, and nothing is drawn
        return end(draft.made(after), note)
    return owing(after, state.turn, cards, note)


def _grapple(
    state: State, data: tuple[int, ...], cards: tuple[Handle, ...], faces: tuple[Face, ...], note: Note | None
) -> State:
    """The hook: two pirates of one's own from one space to the next empty one with the second card's symbol."""
    _, symbol, old, first = data
    if not state.setup.sorceress:
        raise refuse("no_magic")
    if first not in (1, 2):
        raise refuse("shape")
    _check_payment(state, do.POWERS[do.HOOK], cards[:first], faces[:first])
    _check_payment(state, symbol, cards[first:], faces[first:])
    hands = _without(state.hands, state.turn, cards)
    seat, crew = state.turn, state.pirates[state.turn]
    if old not in pairs_of(crew):
        raise refuse("no_pair")
    if state.left < 2:
        raise refuse("hook_cost")
    way = layout(state.setup.path)
    new = landing(way, state.crowd, symbol, old)
    if new == c.SLOOP and not boards(state, crew, 2):
        raise refuse("hook_room")  # C-10, C-16
    if note:
        over = jumped(way, symbol, old, new)
        note(Record("hooked", seat, {"played": faces, "symbol": symbol, **_way_of(state, old, new), "jumped": over}))
    fields: draft.Fields = list(state)
    _walk(fields, seat, old, new)
    _walk(fields, seat, old, new)
    after = draft.made(fields)._replace(hands=hands, discards=state.discards + faces, seen=forget(state.seen, cards))
    return end(after, note) if after.pirates[seat][0] == c.GOAL else after_cards(after, faces, note)


# --- the rest --------------------------------------------------------------------------------------------------


def _sail(state: State, data: tuple[int, ...], _: object, __: object, note: Note | None) -> State:
    """Over the sea with everybody aboard."""
    seat = state.turn
    is_free = data[0] == do.SAIL_FREE
    way = layout(state.setup.path)
    if not way.escape:
        raise refuse("no_sloop")
    if is_free and not state.free:
        raise refuse("not_free")
    if not can_sail(state, way, state.pirates[seat]):
        raise refuse("nobody_aboard" if state.sloop == c.CARTAGENA else "nobody_to_fetch")
    sloop = c.TORTUGA if state.sloop == c.CARTAGENA else c.CARTAGENA
    if note:
        note(Record("sailed", seat, {"to": sloop, "free": int(is_free)}))
    after = state._replace(sloop=sloop, free=0, left=state.left - (not is_free))
    return done(after, note)


def _pass(state: State, data: tuple[int, ...], _: object, __: object, note: Note | None) -> State:
    """With an empty hand: a card from the pile."""
    if state.hands[state.turn]:
        raise refuse("has_cards")
    return passed(state, note)


def _stop(state: State, data: tuple[int, ...], _: object, __: object, note: Note | None) -> State:
    if state.left == c.ACTIONS:
        raise refuse("nothing_done")  # C-2, C-33
    if note:
        note(Record("stopped", state.turn, {"left": state.left}))
    return end_turn(state, note)


def _power(
    state: State, data: tuple[int, ...], cards: tuple[Handle, ...], faces: tuple[Face, ...], note: Note | None
) -> State:
    """A card's power instead of a move: pistol, rum, lantern or chest. What it does is in `powers.py`."""
    kind, seat = data[0], state.turn
    if not state.setup.sorceress:
        raise refuse("no_magic")
    _check_payment(state, do.POWERS[kind], cards, faces)
    hands = _without(state.hands, state.turn, cards)
    if kind == do.PISTOL and (data[1] not in others(state, seat) or not state.hands[data[1]]):
        raise refuse("no_victim")
    if kind == do.CHEST and data[1] not in chests_of(state, seat):
        raise refuse("no_token")
    if note:
        note(Record(_INVOKED[kind], seat, {"played": faces, **({"whose": data[1]} if kind == do.PISTOL else {})}))
    # C-25: the card lies on the discards already while its power works. C-34: one action.
    after = state._replace(
        hands=hands,
        discards=state.discards + faces,
        seen=forget(state.seen, cards),
        doing=data,
        left=state.left - 1,
        free=0,
    )
    return after_cards(after, faces, note)


_INVOKED: Final = {do.PISTOL: "aimed", do.RUM: "treated", do.LANTERN: "lit", do.CHEST: "unlocked"}

_ACTIONS: Final[dict[int, Callable[..., State]]] = {
    do.ADVANCE: _advance,
    do.RETREAT: _retreat,
    do.MORGAN: _morgan,
    do.SAIL: _sail,
    do.SAIL_FREE: _sail,
    do.PASS: _pass,
    do.STOP: _stop,
    do.PISTOL: _power,
    do.RUM: _power,
    do.LANTERN: _power,
    do.HOOK: _grapple,
    do.CHEST: _power,
}
