"""States from plain values. What `pack` would not give is refused: the rules can go on from any state read here."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import TYPE_CHECKING, Final

from ....rules.field import NOTHING, StateField, bits, letters, named, number, numbers, row, runs, several, unpacked
from ....rules.plain import a_tuple, an_int, holds
from . import components as c
from . import kinds as do
from .filibusters import over_the_limit
from .moves import chests_of
from .options import PIRATES, SEATS, check_boards, check_faces, check_tokens
from .powers import LANTERN_CARDS
from .state import BEGINNING, DRAWING, Phase, Setup, State, cards_faces, crowd_of, lay, layout, others, playing, winner
from .travel import is_captain
from .turns import sorts

if TYPE_CHECKING:
    from collections.abc import Mapping

CARD_LETTERS: Final = c.LETTERS + c.LETTERS.lower()  # by face
ROUND_MAX: Final = 1_000_000  # C-42: no rule ends a game that goes round for ever; no game comes near this
_SORTING: Final = (Phase.SORT, Phase.SHARE, Phase.KEEP)


# --- what each field may hold, and how a position says it --------------------------------------------------------


def _or_nothing(field: StateField) -> StateField:
    """A row, or an empty list where there is nothing of it."""
    return field._replace(
        check=lambda value: () if value == () else field.check(value),
        form=f"(?:{NOTHING}|{field.form})",
        text=lambda value: field.text(value) if value else NOTHING,
        read=lambda word: () if word == NOTHING else field.read(word),
    )


CARDS_ROW: Final = runs(0, c.CARDS - 1)
_SETUP: Final = {
    "seats": number(SEATS[0], SEATS[-1]),
    "boards": numbers(0, c.BOARDS, 2),
    "pirates": number(PIRATES[0], PIRATES[-1]),
    "drawing": numbers(c.RETREAT, c.RETREAT | c.MORGAN, 2),
    "filibusters": number(0, 1),
    "sorceress": number(0, 1),
    "pass_ends": number(0, 1),
    "faces": StateField(check_faces),
    "tokens": StateField(check_tokens),
    "laid": numbers(0, 2 * c.BOARDS - 1),
}


@cache
def fields(seats: int, pirates: int = PIRATES[-1]) -> Mapping[str, StateField]:
    """The fields of a state behind its setup, for so many players with so many pirates each."""
    seat = number(0, seats - 1)
    return {
        "phase": named([phase.name.lower() for phase in Phase], "phase"),
        "round": number(1, ROUND_MAX),
        "turn": seat,
        "left": number(0, c.ACTIONS),
        "free": named(("no", "yes")),
        "sloop": named(("cartagena", "tortuga")),
        "pirates": several(numbers(c.START, c.GOAL, pirates), "/", seats),
        "hands": several(CARDS_ROW, "/", seats),
        "fresh": bits(seats),
        "pile": CARDS_ROW,
        "discards": letters(CARD_LETTERS),
        "tokens": numbers(c.TAKEN, c.TOKEN_HANDLES[-1]),
        "opened": numbers(0, c.TOKENS - 1),
        "seen": several(row(":", number(0, c.CARDS - 1), number(1, (1 << seats) - 1))),
        "doing": numbers(0, c.CARDS),
        "owed": _or_nothing(row(",", seat, number(1, SEATS[-1] + 1))),
        "sorting": CARDS_ROW,
        "gone": bits(seats),
    }


def unpack(value: object) -> State:
    """A state from a plain value; `BadInput` with what is wrong in it."""
    agreed, *others = a_tuple(value, len(State._fields) - 1)
    phase = an_int(others[0], 0, max(Phase))
    setup = _setup(agreed, laid=phase > Phase.BOARDS)
    values = unpacked(lambda *found: found, fields(setup.seats, setup.pirates), tuple(others))
    state = State._make((setup, *values, b""))
    state = state._replace(crowd=crowd_of(state.pirates))
    for check in (_check_turn, _check_pirates, _check_cards, _check_tokens, _check_seen, _check_doing, _check_phase):
        check(state)
    return state


def _setup(value: object, laid: bool) -> Setup:
    setup = unpacked(lambda *values: Setup._make((*values, "")), _SETUP, value)
    check_boards(setup.boards)
    on_paths = zip(setup.boards, setup.drawing, strict=True)
    holds(all(boards or ways == c.RETREAT for boards, ways in on_paths), "nobody draws on a path without boards.")
    laid = laid and setup.laid != ()  # without boards only a game that ended before they lay: `_reached`
    holds(len(setup.laid) == (sum(setup.boards) if laid else 0), "every board has been laid once the game begins.")
    holds(len({code // 2 for code in setup.laid}) == len(setup.laid), "a board lies in one place only (C-39).")
    return lay(setup, setup.laid) if laid else setup


# --- how they fit together ---------------------------------------------------------------------------------------


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
    holds(state.setup.laid or _reached(state) == Phase.BOARDS, "the boards have been laid.")
    ends = phase in DRAWING and left == 0  # C-45: somebody is still owed a card by whoever left on their own turn
    holds(ends or not state.gone >> state.turn & 1, "whoever left has no turn.")
    holds(playing(state), "somebody still plays.")
    if phase in BEGINNING:
        fresh = (state.round, state.turn, left) == (1, min(playing(state)), c.ACTIONS)
        at_start = all(place == c.START for crew in state.pirates for place in crew)
        holds(fresh and at_start, "a game begins in round 1 with all pirates at the start.")
    elif phase == Phase.ACT:
        holds(left > 0, "an action is left while somebody chooses one.")
    elif phase != Phase.OVER:
        holds(left < c.ACTIONS, "whatever follows an action has cost one.")
    if state.free:
        holds(phase == Phase.ACT and left == c.ACTIONS, "the free sail comes before the first action (C-38).")
        holds(is_captain(state, state.turn), "only the captain sails for free (C-7).")


def _check_pirates(state: State) -> None:
    """Pirates stand on places of this way, and not too many together."""
    way = layout(state.setup.path or "|")
    for crew in state.pirates:
        holds(list(crew) == sorted(crew), "the places of a crew are listed in order.")
        for place in crew:
            holds(
                place in (c.START, c.GOAL) or place <= way.spaces or (place == c.SLOOP and way.escape),
                "there is no such space.",
            )
        holds(crew.count(c.SLOOP) <= c.ABOARD_MAX, "three of a colour may be aboard at most.")
    holds(max(state.crowd) <= c.CROWD_MAX, "three pirates stand on a space at most.")
    holds(way.escape or state.sloop == c.CARTAGENA, "the sloop sails in the Great Escape only.")
    homes = [seat for seat, crew in enumerate(state.pirates) if crew[0] == c.GOAL and not state.gone >> seat & 1]
    holds(len(homes) <= 1, "one player has won at most.")
    holds((winner(state) is not None) == (state.phase == Phase.OVER), "a game ends when somebody has won.")


def _check_cards(state: State) -> None:
    """The 102 cards lie somewhere, each once."""
    handles = [*state.pile, *state.sorting, *(card for hand in state.hands for card in hand)]
    cards = c.CARDS if _reached(state) > Phase.SHUFFLE else 0
    holds(len(handles) + len(state.discards) == cards, "there are {cards} cards in this position.", cards=cards)
    holds(len(set(handles)) == len(handles), "a card lies in one place.")
    for hand in (*state.hands, state.sorting):
        holds(list(hand) == sorted(hand), "the cards of a hand are listed in order.")
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
        holds(state.pile == (c.CARD_HANDLES if cards else ()), "the pile is whole before cards are dealt.")
    if state.phase == Phase.MINGLE:
        every = sum(1 << seat for seat in playing(state))
        dealt = all(len(state.hands[seat]) == c.DEALT for seat in playing(state))
        holds(state.fresh == every and dealt, "everybody mixes the first six cards.")


def _check_tokens(state: State) -> None:
    """Tokens lie on the chest spaces in order; those opened lie in the open."""
    if not state.setup.sorceress:
        holds(not state.tokens and not state.opened, "tokens belong to the Black Sorceress.")
    elif _reached(state) <= Phase.TOKENS:
        holds(not state.tokens and state.opened == tuple(range(c.TOKENS)), "the tokens are not laid out yet.")
    else:
        chests = len(layout(state.setup.path).chests)
        places = zip(state.tokens, c.TOKEN_HANDLES, strict=False)
        in_place = all(token in (c.TAKEN, handle) for token, handle in places)
        holds(len(state.tokens) == chests and in_place, "each chest has its own token, or none.")
        opened = state.tokens.count(c.TAKEN)
        holds(len(state.opened) == opened == len(set(state.opened)), "every token that is gone lies in the open.")


def _check_seen(state: State) -> None:
    """Who saw a card that is somebody else's, or nobody's."""
    owners = {card: seat for seat, hand in enumerate(state.hands) for card in hand}
    owners |= dict.fromkeys(state.sorting, state.turn) | dict.fromkeys(state.pile, -1)
    cards = [card for card, _ in state.seen]
    holds(cards == sorted(set(cards)), "the cards that were seen are listed in order.")
    for card, seats in state.seen:
        holds(card in owners and not seats & state.gone, "only cards in play are known, to those who play.")
        holds(owners[card] < 0 or not seats >> owners[card] & 1, "who owns a card knows it anyway.")


def _check_doing(state: State) -> None:
    """The power at work fits the phase."""
    phase, doing = state.phase, state.doing
    kind = doing[0] if doing else -1
    if phase in (Phase.LOOK, Phase.TAKE, Phase.ROB):
        holds(kind == do.PISTOL, "only a pistol looks and takes.")
    elif phase in _SORTING:
        wanted = {Phase.SORT: (do.RUM, do.LANTERN), Phase.SHARE: (do.RUM,), Phase.KEEP: (do.LANTERN,)}[Phase(phase)]
        holds(kind in wanted, "only rum and lantern sort cards.")
    elif phase in DRAWING:
        holds(kind in (-1, do.RUM, do.LANTERN), "nobody draws for that.")
    elif phase == Phase.OPEN:
        holds(kind == do.CHEST, "only a chest opens a token.")
    elif phase == Phase.DISCARD:
        holds(kind in (-1, do.PISTOL, do.RUM, do.LANTERN, do.CHEST), "no such power.")
    else:
        holds(not doing, "no power is at work now.")
    holds(not doing or state.setup.sorceress, "cards have no powers here.")
    if kind == do.PISTOL:
        _check_pistol(state)
    elif kind == do.CHEST:
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
    if phase in DRAWING:
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
    most = state.setup.seats + 1 if state.doing[:1] == (do.RUM,) else LANTERN_CARDS
    if phase in _SORTING:
        least = 3 if state.doing[0] == do.RUM else 2
        holds(least <= len(state.sorting) <= most, "that many cards are not sorted.")
    else:
        holds(not state.sorting or (phase in DRAWING and sorts(state)), "nobody sorts cards now.")
        if phase in DRAWING and sorts(state):
            holds(len(state.sorting) + state.owed[1] + (phase == Phase.LONE_MIX) <= most + 1, "too many are drawn.")
