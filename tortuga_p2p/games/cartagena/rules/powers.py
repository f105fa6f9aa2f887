"""The powers of the Black Sorceress: pistol, rum, lantern and chest. The hook is a move of two: `acting.py`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....rules.answer import Answer, Moved, Opened
from ....rules.ask import PILE, Ask, Give, Hand, Look, Mix, MixHands, Move, Open, OwnMix, Turn
from ....rules.record import Record, Thing
from . import components as c
from . import draft
from . import kinds as do
from .hands import ask_mix, forget, handed, mixed, put, remember
from .moves import KEPT_OF_LANTERN, receivers
from .refusals import refuse, told
from .spots import spot
from .state import Phase, State, cards_pile, layout, playing
from .travel import go, snake
from .turns import done, owe

if TYPE_CHECKING:
    from ....rules.ask import Handle
    from ....rules.record import Note

LANTERN_CARDS = 4


def begin(state: State, note: Note | None) -> State:
    """After a card was played, and after the discards it may have cost others: its power, if it was invoked."""
    kind = state.doing[0] if state.doing else -1
    if kind == do.PISTOL:
        # A hand of one card needs no choice, and taking it shows it.
        return state._replace(phase=int(Phase.LOOK if len(state.hands[state.doing[1]]) > 1 else Phase.ROB))
    if kind == do.RUM:
        return owe(state, state.turn, len(playing(state)) + 1, note)
    if kind == do.LANTERN:
        return owe(state, state.turn, LANTERN_CARDS, note)
    if kind == do.CHEST:
        return state._replace(phase=int(Phase.OPEN))
    return done(state, note)


# --- pistol ----------------------------------------------------------------------------------------------------


def ask_look(state: State) -> Ask:
    """C-41: the taker alone sees the hand, once its owner has mixed it."""
    victim = state.doing[1]
    if state.fresh >> victim & 1:
        return ask_mix(state, (victim,))
    return Look((Hand(state.turn, state.hands[victim]),))


def take_look(state: State, answer: Answer, note: Note | None) -> State:
    victim = state.doing[1]
    if state.fresh >> victim & 1:
        return mixed(state, answer, 1 << victim)
    told(answer)
    seen = remember(state.seen, state.hands[victim], state.turn)
    if note:
        note(Record("looked", state.turn, {"other": victim}))
    return state._replace(phase=int(Phase.TAKE), seen=seen, fresh=state.fresh | 1 << victim)


def ask_turn(state: State) -> Ask:
    return Turn(state.turn)


def _decided(answer: Answer, kind: int) -> Moved:
    """The answer, where it is a move of that kind that opens nothing."""
    if type(answer) is not Moved or type(answer.move) is not Move:
        raise refuse("waiting")
    if not answer.move.data or answer.move.data[0] != kind:
        raise refuse("shape")
    if answer.move.opens or answer.faces:
        raise refuse("bare")
    return answer


def take_robbery(state: State, answer: Answer, note: Note | None) -> State:
    """C-43: a card must be taken."""
    move = _decided(answer, do.TAKE).move
    if len(move.data) != 2 or move.gives:
        raise refuse("shape")
    if move.data[1] not in state.hands[state.doing[1]]:
        raise refuse("not_in_hand")
    _note_booty(state, move.data[1], note)
    return state._replace(phase=int(Phase.ROB), doing=(*state.doing, move.data[1]))


def _note_booty(state: State, card: Handle, note: Note | None) -> None:
    if note:
        note(Record("robbed", state.turn, {"other": state.doing[1], "card": Thing(cards_pile(state.setup), card)}))


def _booty(state: State) -> Handle:
    return state.doing[2] if len(state.doing) > 2 else state.hands[state.doing[1]][0]


def ask_rob(state: State) -> Ask:
    return Give(((_booty(state), state.turn),))


def take_rob(state: State, answer: Answer, note: Note | None) -> State:
    """The card changes hands; its victim draws another one, also with an empty hand (C-43)."""
    told(answer)
    victim, card = state.doing[1], _booty(state)
    if len(state.doing) == 2:  # nobody chose
        _note_booty(state, card, note)
    after = handed(state, victim, card, state.turn)
    return owe(after._replace(doing=()), victim, 1, note)


# --- rum and lantern -------------------------------------------------------------------------------------------


def ask_sort(state: State) -> Ask:
    """What others knew of the pile must not tell them which card goes where (C-41)."""
    return MixHands(cards_pile(state.setup), (OwnMix(state.turn, state.sorting, state.sorting),))


def take_sort(state: State, answer: Answer, note: Note | None) -> State:
    told(answer)
    phase = Phase.SHARE if state.doing[0] == do.RUM else Phase.KEEP
    return state._replace(phase=int(phase), seen=forget(state.seen, state.sorting))


def _things(state: State, cards: tuple[Handle, ...]) -> tuple[Thing, ...]:
    """Cards in a record: whoever was shown them reads their faces."""
    return tuple([Thing(cards_pile(state.setup), card) for card in cards])


def take_share(state: State, answer: Answer, note: Note | None) -> State:
    """C-D4: one card for each of the others, clockwise; two are kept."""
    data, _, gives = _decided(answer, do.SHARE).move
    to = receivers(state)
    cards = [card for card, _ in gives]
    if data != (do.SHARE,) or tuple([place for _, place in gives]) != to:
        raise refuse("wrong_share")
    if len(set(cards)) != len(cards) or not set(cards) <= set(state.sorting):
        raise refuse("wrong_share")
    kept = tuple([card for card in state.sorting if card not in cards])
    if note:
        note(Record("kept", state.turn, {"cards": _things(state, kept)}))
    after = put(state, state.turn, kept)
    for card, seat in gives:
        if note:
            note(Record("gave", state.turn, {"other": seat, "card": Thing(cards_pile(state.setup), card)}))
        after = handed(after, state.turn, card, seat)
    return done(after, note)


def take_keep(state: State, answer: Answer, note: Note | None) -> State:
    """C-D5: one is kept, the others go back, top first; the player knows them until they are drawn (C-41)."""
    data, _, gives = _decided(answer, do.KEEP).move
    cards = tuple([card for card, _ in gives])
    if data != (do.KEEP,) or any(place != PILE for _, place in gives):
        raise refuse("wrong_keep")
    if len(set(cards)) != len(cards) or not set(cards) <= set(state.sorting):
        raise refuse("wrong_keep")
    if len(cards) != len(state.sorting) - KEPT_OF_LANTERN:
        raise refuse("wrong_keep")
    kept = tuple([card for card in state.sorting if card not in cards])
    if note:
        row = _things(state, cards)
        one_by_one = dict(zip(("first", "second", "third"), row, strict=False))
        note(Record("kept", state.turn, {"cards": _things(state, kept)}))
        note(Record("returned", state.turn, {"cards": row, **one_by_one}))
    seen = remember(state.seen, cards, state.turn)
    return done(put(state, state.turn, kept)._replace(pile=cards + state.pile, seen=seen), note)


# --- chests ----------------------------------------------------------------------------------------------------


def ask_open(state: State) -> Ask:
    return Open((_token(state),))


def _token(state: State) -> Handle:
    return state.tokens[layout(state.setup.path).chests.index(state.doing[1])]


def take_open(state: State, answer: Answer, note: Note | None) -> State:
    """The token is turned over and out of play: cards, nothing, or the snake."""
    if type(answer) is not Opened or len(answer.faces) != 1:
        raise refuse("waiting")
    face, space = answer.faces[0], state.doing[1]
    if not 0 <= face < c.TOKENS or face in state.opened:
        raise refuse("no_token_face")
    laid = tuple([c.TAKEN if token == _token(state) else token for token in state.tokens])
    after = state._replace(tokens=laid, opened=(*state.opened, face), doing=())
    gives = state.setup.tokens[face]
    if gives == c.SNAKE:
        return _bitten(after, space, note)
    if note:
        note(Record("found", state.turn, {"place": spot(state.setup, space), "count": gives}))
    return done(after, note) if gives == c.EMPTY else owe(after, state.turn, gives, note)


def _bitten(state: State, old: int, note: Note | None) -> State:
    """C-32: back to the rum. Nothing else happens to the pirate: it may move on at once (C-33)."""
    seat = state.turn
    new = snake(state, seat, old)
    if note:
        note(Record("bitten", seat, {"old": spot(state.setup, old), "new": spot(state.setup, new)}))
    after: draft.Fields = list(state)
    go(after, seat, old, new)
    return draft.made(after)._replace(phase=int(Phase.SNAKE))


def ask_tokens(state: State) -> Ask:
    """All eight are mixed: those that lie hidden on chests and aside, and those that were opened (C-13, C-44)."""
    return Mix(c.TOKEN_PILE, hidden_tokens(state), state.opened, c.TOKEN_HANDLES, playing(state))


def hidden_tokens(state: State) -> tuple[Handle, ...]:
    """Those on chests that nobody opened, then those aside."""
    laid = state.tokens
    return tuple([token for token in laid if token != c.TAKEN]) + (c.TOKEN_HANDLES[len(laid) :] if laid else ())


def laid_out(state: State) -> State:
    """One token on each chest space of the path, in the order of the spaces; the others aside."""
    chests = len(layout(state.setup.path).chests)
    return state._replace(tokens=c.TOKEN_HANDLES[:chests], opened=())


def take_snake(state: State, answer: Answer, note: Note | None) -> State:
    told(answer)
    if note:
        note(Record("tokens_laid", None, {}))
    return done(laid_out(state), note)
