"""States from plain values. What `pack` would not give is refused: the rules can go on from any state read here."""

from __future__ import annotations

from collections import Counter
from typing import Final

from ....rules.plain import a_tuple, an_int, holds, ints
from .filibusters import over_the_limit
from .moves import LIGHT, ROUND, SHOOT, UNLOCK, chests_of
from .options import PIRATES, SEATS, check_boards, check_faces, check_tokens
from .powers import LANTERN_CARDS
from .state import (
    ABOARD_MAX,
    ACTIONS,
    BOARDS,
    CARD_HANDLES,
    CARDS,
    CARTAGENA,
    CROWD_MAX,
    DARK,
    DEALT,
    GOAL,
    MORGAN,
    RETREAT,
    SLOOP,
    START,
    TAKEN,
    TOKEN_HANDLES,
    TOKENS,
    TORTUGA,
    Phase,
    Setup,
    State,
    cards_faces,
    crowd_of,
    lay,
    layout,
    others,
    playing,
    winner,
)
from .travel import is_captain
from .turns import sorts

ROUND_MAX: Final = 1_000_000  # no game comes near it; a bound so that a position has one
_BEGINNING: Final = (Phase.BOARDS, Phase.SHUFFLE, Phase.TOKENS, Phase.DEAL, Phase.MINGLE)
_DRAWING: Final = (Phase.DRAW, Phase.LONE_GIVE, Phase.LONE_MIX)
_SORTING: Final = (Phase.SORT, Phase.SHARE, Phase.KEEP)


def unpack(value: object) -> State:
    """A state from a plain value; `BadInput` with what is wrong in it."""
    fields = a_tuple(value, len(State._fields) - 1)
    phase = an_int(fields[1], 0, max(Phase))
    setup = _setup(fields[0], laid=phase > Phase.BOARDS)
    seats = setup.seats
    pirates = tuple(_crew(crew, setup) for crew in a_tuple(fields[7], seats))
    state = State(
        setup,
        phase,
        an_int(fields[2], 1, ROUND_MAX),
        an_int(fields[3], 0, seats - 1),
        an_int(fields[4], 0, ACTIONS),
        an_int(fields[5], 0, 1),
        an_int(fields[6], CARTAGENA, TORTUGA),
        pirates,
        tuple(ints(hand, 0, CARDS - 1) for hand in a_tuple(fields[8], seats)),
        an_int(fields[9], 0, (1 << seats) - 1),
        ints(fields[10], 0, CARDS - 1),
        ints(fields[11], 0, 2 * DARK - 1),
        ints(fields[12], TAKEN, TOKEN_HANDLES[-1]),
        ints(fields[13], 0, TOKENS - 1),
        tuple(_seen(pair, seats) for pair in a_tuple(fields[14])),
        ints(fields[15], 0, CARDS),
        _owed(fields[16], seats),
        ints(fields[17], 0, CARDS - 1),
        an_int(fields[18], 0, (1 << seats) - 1),
        crowd_of(pirates),
    )
    for check in (_check_turn, _check_pirates, _check_cards, _check_tokens, _check_seen, _check_doing, _check_phase):
        check(state)
    return state


def _setup(value: object, laid: bool) -> Setup:
    fields = a_tuple(value, len(Setup._fields) - 1)
    tunnel, jungle = ints(fields[1], 0, BOARDS, 2)
    check_boards((tunnel, jungle))
    in_tunnel, in_jungle = ints(fields[3], RETREAT, RETREAT | MORGAN, 2)
    holds(
        (tunnel or in_tunnel == RETREAT) and (jungle or in_jungle == RETREAT), "nobody draws on a path without boards."
    )
    setup = Setup(
        an_int(fields[0], SEATS[0], SEATS[-1]),
        (tunnel, jungle),
        an_int(fields[2], PIRATES[0], PIRATES[-1]),
        (in_tunnel, in_jungle),
        an_int(fields[4], 0, 1),
        an_int(fields[5], 0, 1),
        an_int(fields[6], 0, 1),
        check_faces(fields[7]),
        check_tokens(fields[8]),
        laid=(),
        path="",
    )
    laid = laid and fields[9] != ()  # without boards only a game that ended before they lay: `_reached`
    codes = ints(fields[9], 0, 2 * BOARDS - 1, tunnel + jungle if laid else 0)
    holds(len({code // 2 for code in codes}) == len(codes), "a board lies in one place only (C-39).")
    return lay(setup, codes) if laid else setup


def _crew(value: object, setup: Setup) -> tuple[int, ...]:
    crew = ints(value, START, GOAL, setup.pirates)
    holds(list(crew) == sorted(crew), "the places of a crew ascend.")
    return crew


def _seen(value: object, seats: int) -> tuple[int, int]:
    card, mask = a_tuple(value, 2)
    return an_int(card, 0, CARDS - 1), an_int(mask, 1, (1 << seats) - 1)


def _owed(value: object, seats: int) -> tuple[int, ...]:
    if value == ():
        return ()
    seat, count = a_tuple(value, 2)
    return an_int(seat, 0, seats - 1), an_int(count, 1, SEATS[-1] + 1)


def _reached(state: State) -> int:
    """How far a game had come: its phase, or where it was when leaving ended it before the first turn (C-45)."""
    if state.phase != Phase.OVER or len(playing(state)) > 1:
        return state.phase
    if not state.setup.laid:
        return int(Phase.BOARDS)
    if not state.pile and not state.discards and not any(state.hands):
        return int(Phase.SHUFFLE)
    if state.setup.sorceress and not state.tokens:
        return int(Phase.TOKENS)
    return state.phase


def _check_turn(state: State) -> None:
    """Whose turn it is and what is left of it."""
    phase, left = state.phase, state.left
    holds(state.setup.laid or _reached(state) == Phase.BOARDS, "the boards lie.")
    ends = phase in _DRAWING and left == 0  # C-45: somebody is still owed a card by whoever left in the own turn
    holds(ends or not state.gone >> state.turn & 1, "whoever left has no turn.")
    holds(playing(state), "somebody still plays.")
    if phase in _BEGINNING:
        fresh = (state.round, state.turn, left) == (1, min(playing(state)), ACTIONS)
        at_start = all(place == START for crew in state.pirates for place in crew)
        holds(fresh and at_start, "a game begins in round 1 with all pirates at the start.")
    elif phase == Phase.ACT:
        holds(left > 0, "an action is left while somebody chooses one.")
    elif phase != Phase.OVER:
        holds(left < ACTIONS, "whatever follows an action has cost one.")
    if state.free:
        holds(phase == Phase.ACT and left == ACTIONS, "the free sail comes before the first action (C-38).")
        holds(is_captain(state, state.turn), "only the captain sails for nothing (C-7).")


def _check_pirates(state: State) -> None:
    """Pirates stand on places of this way, and not too many together."""
    way = layout(state.setup.path or "|")
    for crew in state.pirates:
        for place in crew:
            holds(
                place in (START, GOAL) or place <= way.spaces or (place == SLOOP and way.escape),
                "there is no such space.",
            )
        holds(crew.count(SLOOP) <= ABOARD_MAX, "three of a colour may be aboard at most.")
    holds(max(state.crowd) <= CROWD_MAX, "three pirates stand on a space at most.")
    holds(way.escape or state.sloop == CARTAGENA, "the sloop sails in the Great Escape only.")
    homes = [seat for seat, crew in enumerate(state.pirates) if crew[0] == GOAL and not state.gone >> seat & 1]
    holds(len(homes) <= 1, "one player has won at most.")
    holds((winner(state) is not None) == (state.phase == Phase.OVER), "a game ends when somebody has won.")


def _check_cards(state: State) -> None:
    """The 102 cards lie somewhere, each once."""
    handles = [*state.pile, *state.sorting, *(card for hand in state.hands for card in hand)]
    cards = CARDS if _reached(state) > Phase.SHUFFLE else 0
    holds(len(handles) + len(state.discards) == cards, "there are {cards} cards in this position.", cards=cards)
    holds(len(set(handles)) == len(handles), "a card lies in one place.")
    for hand in (*state.hands, state.sorting):
        holds(list(hand) == sorted(hand), "the cards of a hand ascend.")
    faces = cards_faces(state.setup)
    box = Counter(faces)
    for face, count in Counter(state.discards).items():
        holds(count <= box[face] or (state.gone and face in box), "there are not that many cards with this symbol.")
    for seat, hand in enumerate(state.hands):
        holds(not hand or not state.gone >> seat & 1, "whoever left holds no cards.")
    holds(not state.fresh & state.gone, "whoever left mixes nothing.")
    if state.phase < Phase.MINGLE:
        holds(
            not any(state.hands) and not state.discards and not state.fresh, "nobody holds cards before they are dealt."
        )
        holds(state.pile == (CARD_HANDLES if cards else ()), "the pile is whole before cards are dealt.")
    if state.phase == Phase.MINGLE:
        every = sum(1 << seat for seat in playing(state))
        dealt = all(len(state.hands[seat]) == DEALT for seat in playing(state))
        holds(state.fresh == every and dealt, "everybody mixes the first six cards.")


def _check_tokens(state: State) -> None:
    """Tokens lie on the chest spaces in order; those opened lie in the open."""
    if not state.setup.sorceress:
        holds(not state.tokens and not state.opened, "tokens belong to the Black Sorceress.")
    elif _reached(state) <= Phase.TOKENS:
        holds(not state.tokens and state.opened == tuple(range(TOKENS)), "the tokens are not laid out yet.")
    else:
        chests = len(layout(state.setup.path).chests)
        places = zip(state.tokens, TOKEN_HANDLES, strict=False)
        in_place = all(token in (TAKEN, handle) for token, handle in places)
        holds(len(state.tokens) == chests and in_place, "each chest has its own token, or none.")
        opened = state.tokens.count(TAKEN)
        holds(len(state.opened) == opened == len(set(state.opened)), "every token that is gone lies in the open.")


def _check_seen(state: State) -> None:
    """Who saw a card that is somebody else's, or nobody's."""
    owners = {card: seat for seat, hand in enumerate(state.hands) for card in hand}
    owners |= dict.fromkeys(state.sorting, state.turn) | dict.fromkeys(state.pile, -1)
    cards = [card for card, _ in state.seen]
    holds(cards == sorted(set(cards)), "the cards that were seen ascend.")
    for card, seats in state.seen:
        holds(card in owners and not seats & state.gone, "only cards in play are known, to those who play.")
        holds(owners[card] < 0 or not seats >> owners[card] & 1, "who owns a card knows it anyway.")


def _check_doing(state: State) -> None:
    """The power at work fits the phase."""
    phase, doing = state.phase, state.doing
    kind = doing[0] if doing else -1
    if phase in (Phase.LOOK, Phase.TAKE, Phase.ROB):
        holds(kind == SHOOT, "only a pistol looks and takes.")
    elif phase in _SORTING:
        wanted = {Phase.SORT: (ROUND, LIGHT), Phase.SHARE: (ROUND,), Phase.KEEP: (LIGHT,)}[Phase(phase)]
        holds(kind in wanted, "only rum and lantern sort cards.")
    elif phase in _DRAWING:
        holds(kind in (-1, ROUND, LIGHT), "nobody draws for that.")
    elif phase == Phase.OPEN:
        holds(kind == UNLOCK, "only a chest opens a token.")
    elif phase == Phase.DISCARD:
        holds(kind in (-1, SHOOT, ROUND, LIGHT, UNLOCK), "no such power.")
    else:
        holds(not doing, "no power is at work now.")
    holds(not doing or state.setup.sorceress, "cards have no powers here.")
    if kind == SHOOT:
        _check_pistol(state)
    elif kind == UNLOCK:
        holds(
            len(doing) == 2 and doing[1] in chests_of(state, state.turn), "a pirate stands on the token to be opened."
        )
    elif doing:
        holds(len(doing) == 1, "this power needs no target.")


def _check_pistol(state: State) -> None:
    doing = state.doing
    robbed = len(doing) == 3 and state.phase == Phase.ROB
    holds((len(doing) == 2 or robbed) and doing[1] in others(state, state.turn), "the pistol has one target.")
    hand = state.hands[doing[1]]
    holds(hand, "the pistol's target holds cards (C-22).")
    if state.phase in (Phase.LOOK, Phase.TAKE):
        holds(len(hand) > 1, "a single card is taken without looking.")
    if state.phase == Phase.ROB:
        holds(doing[2] in hand if robbed else len(hand) == 1, "the card taken lies in the hand that was looked into.")
    if state.phase == Phase.TAKE or robbed:
        seen = dict(state.seen)
        holds(all(seen.get(card, 0) >> state.turn & 1 for card in hand), "who takes a card has seen the hand.")
        holds(state.fresh >> doing[1] & 1, "a hand that was looked into is mixed later.")


def _check_phase(state: State) -> None:
    """What the phase itself needs in order to ask something."""
    phase, seat = state.phase, state.turn
    if phase == Phase.TOKENS:
        holds(state.setup.sorceress, "tokens belong to the Black Sorceress.")
    if phase == Phase.ACT:
        holds(not state.fresh >> seat & 1 or len(state.hands[seat]) > 1, "one card is not mixed.")
    if phase == Phase.DISCARD:
        holds(state.setup.filibusters and over_the_limit(state), "somebody has more than seven cards.")
    if phase == Phase.SNAKE:
        snake = state.setup.tokens.index(-1) if state.setup.sorceress else -1
        holds(snake in state.opened, "the snake was opened.")
    if phase in _DRAWING:
        holds(state.owed and not state.gone >> state.owed[0] & 1, "somebody draws.")
        holds(not sorts(state) or state.owed[0] == seat, "who sorts cards draws them.")
        things = state.sorting or state.hands[state.owed[0]]
        lone = not state.pile and len(state.discards) == 1
        if phase == Phase.DRAW:
            holds(state.pile or len(state.discards) > 1, "there are cards to draw.")
        elif phase == Phase.LONE_GIVE:
            holds(lone and things, "a single discard is mixed with another card.")
        else:
            holds(len(state.pile) == len(state.discards) == 1, "two cards are mixed.")
    else:
        holds(not state.owed, "nobody draws now.")
    most = state.setup.seats + 1 if state.doing[:1] == (ROUND,) else LANTERN_CARDS
    if phase in _SORTING:
        least = 3 if state.doing[0] == ROUND else 2
        holds(least <= len(state.sorting) <= most, "that many cards are not sorted.")
    else:
        holds(not state.sorting or (phase in _DRAWING and sorts(state)), "nobody sorts cards now.")
        if phase in _DRAWING and sorts(state):
            holds(len(state.sorting) + state.owed[1] + (phase == Phase.LONE_MIX) <= most + 1, "too many are drawn.")
