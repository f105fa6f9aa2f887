"""The public state of a game of Cartagena: small integers and tuples of them, so that thousands of turns a second fit.

Where a pirate stands is one number: `START`, a space from 1 on, `SLOOP` (only in the Great Escape, where the sloop lies
between two paths) or `GOAL`. Pirates of one colour are alike: a crew is its places, ascending.

Handles: the cards are 0 to 101, the chest tokens 102 to 109. A card's face is its symbol, and six more if it is dark.
"""

from __future__ import annotations

from enum import IntEnum
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias, TypeVar

if TYPE_CHECKING:
    from ....rules.ask import Face, Handle, Seat

# --- components (3.1) ------------------------------------------------------------------------------------------


class Symbol(IntEnum):
    """What is on a card and on a space."""

    PISTOL = 0
    RUM = 1
    LANTERN = 2
    PARROT = 3
    HOOK = 4
    CHEST = 5


PISTOL, RUM, LANTERN, PARROT, HOOK, CHEST = SYMBOLS = tuple(int(symbol) for symbol in Symbol)  # enums compute slowly
LETTERS: Final = "PRLAHC"  # by symbol; the A is a parrot's "ara"
DARK: Final = 6  # added to the symbol: the face of a card with a dark background (Filibusters)

CARDS: Final = 102
CARD_HANDLES: Final = tuple(range(CARDS))
PLAIN_FACES: Final = SYMBOLS * 17  # C-24: without Filibusters no card has a mark
MARKED_FACES: Final = SYMBOLS * 15 + tuple(symbol + DARK for symbol in SYMBOLS) * 2
PLAIN, MARKED = "cards", "marked cards"  # the two ways to print the deck; a game uses one of them

TOKENS: Final = 8
TOKEN_HANDLES: Final = tuple(range(CARDS, CARDS + TOKENS))
TOKEN_PILE: Final = "tokens"
EMPTY, SNAKE = 0, -1  # tokens that give no cards
TAKEN: Final = -1  # no token lies on this chest any more

BOARDS: Final = 8
BOARD_SPACES: Final = 6
SPACES_MAX: Final = BOARDS * BOARD_SPACES
START: Final = 0  # dungeon, or the leaking sloop
SLOOP: Final = SPACES_MAX + 1  # aboard, in the Great Escape
GOAL: Final = SPACES_MAX + 2  # the end of the whole way: sloop or cove

CARTAGENA, TORTUGA = 0, 1  # where the sloop lies
TUNNEL, JUNGLE = 0, 1  # the two paths
RETREAT, MORGAN = 1, 2  # ways of drawing, as bits: both is 3

SEATS_MAX: Final = 5
CROWD_MAX: Final = 3  # pirates on a space
ABOARD_MAX: Final = 3  # of one colour on the sloop of the Great Escape
ACTIONS: Final = 3  # of a turn
DEALT: Final = 6  # cards to each player at the beginning
HAND_MAX: Final = 7  # cards that Filibusters leave whoever is caught with more

Crew: TypeAlias = tuple[int, ...]  # the places of one player's pirates, ascending
Row = TypeVar("Row")
Fields: TypeAlias = list[Any]  # of a state that is being made


class Phase(IntEnum):
    """What the game is waiting for."""

    BOARDS = 0  # Chance: which boards, in which order and direction
    SHUFFLE = 1  # Mix of all cards
    TOKENS = 2  # Mix of the chest tokens
    DEAL = 3  # Deal: six cards each
    MINGLE = 4  # MixHands: everybody's first hand
    ACT = 5  # Turn: the next action (C-D1, C-D2)
    DISCARD = 6  # Together: down to seven (C-D3)
    DRAW = 7  # Deal, or Mix of the discards
    LONE_GIVE = 8  # Give: a card to be mixed with the only discard
    LONE_MIX = 9  # Mix of these two
    LOOK = 10  # Look into the hand of a pistol's victim
    TAKE = 11  # Turn: which of its cards (C-D6)
    ROB = 12  # Give: it changes hands
    SORT = 13  # MixHands: the cards just drawn by rum or lantern
    SHARE = 14  # Turn: rum, which to keep and who gets which (C-D4)
    KEEP = 15  # Turn: lantern, which to keep, in which order the rest goes back (C-D5)
    OPEN = 16  # Open: a chest token
    SNAKE = 17  # Mix of all tokens after the snake
    OVER = 18


BEGINNING: Final = (Phase.BOARDS, Phase.SHUFFLE, Phase.TOKENS, Phase.DEAL, Phase.MINGLE)
DRAWING: Final = (Phase.DRAW, Phase.LONE_GIVE, Phase.LONE_MIX)


class Setup(NamedTuple):
    """What was agreed before the game, and the path that chance then laid."""

    seats: int
    boards: tuple[int, int]  # in the tunnel and in the jungle
    pirates: int
    drawing: tuple[int, int]  # in the tunnel and in the jungle: RETREAT, MORGAN or both
    filibusters: int
    sorceress: int
    pass_ends: int  # C-1: passing ends the turn instead of being one action
    faces: str  # of all boards: tunnel side, jungle side, board by board
    tokens: tuple[int, ...]  # by face: cards that a chest token gives, or SNAKE
    laid: tuple[int, ...]  # once chance has spoken: 2 x board, plus 1 if it lies the other way round
    path: str  # the symbols of all spaces, tunnel|jungle


class State(NamedTuple):
    """Everything public. `apply` builds a new one for every answer."""

    setup: Setup
    phase: int
    round: int  # turns that the first player has had, this one included
    turn: Seat
    left: int  # actions left in this turn
    free: int  # whether the captain may still sail for free
    sloop: int  # where it lies
    pirates: tuple[Crew, ...]
    hands: tuple[tuple[Handle, ...], ...]  # ascending
    fresh: int  # bits of the seats whose hand is to be mixed before a card leaves it: drawn, given or looked into
    pile: tuple[Handle, ...]  # top first
    discards: tuple[Face, ...]  # last one last
    tokens: tuple[Handle, ...]  # by chest space, or TAKEN; those beyond lie aside. None before they are laid out
    opened: tuple[Face, ...]  # tokens that lie in the open, out of play
    seen: tuple[tuple[Handle, int], ...]  # ascending: cards that others than their owner saw, and bits of who
    doing: tuple[int, ...]  # the power that is being carried out, as in the move that invoked it
    owed: tuple[int, ...]  # who draws how many cards now, or nothing
    sorting: tuple[Handle, ...]  # cards of rum or lantern in front of the player, ascending
    gone: int  # bits of the seats that left for good
    crowd: bytes  # pirates on each space: follows from `pirates`, kept because everything asks for it


# Where each field stands. What happens all the time changes a list of the last state's fields, and the next state is
# made of it in the end: that takes a third of the time of `_replace`, and it is done once and not step by step.
(
    AT_SETUP,
    AT_PHASE,
    AT_ROUND,
    AT_TURN,
    AT_LEFT,
    AT_FREE,
    AT_SLOOP,
    AT_PIRATES,
    AT_HANDS,
    AT_FRESH,
    AT_PILE,
    AT_DISCARDS,
    AT_TOKENS,
    AT_OPENED,
    AT_SEEN,
    AT_DOING,
    AT_OWED,
    AT_SORTING,
    AT_GONE,
    AT_CROWD,
) = range(len(State._fields))


def made(fields: Fields) -> State:
    state: State = tuple.__new__(State, fields)  # the class itself is a Python function that takes twice as long
    return state


# --- the path --------------------------------------------------------------------------------------------------


class Layout:
    """What follows from the symbols of a path, computed once for all states that share it."""

    __slots__ = ("ahead", "behind", "chests", "end", "escape", "path_of", "spaces", "symbols", "tunnel")

    def __init__(self, path: str) -> None:
        tunnel, _, jungle = path.partition("|")
        self.tunnel = len(tunnel)  # the last space of the tunnel
        self.spaces = len(tunnel) + len(jungle)
        self.escape = bool(tunnel and jungle)
        self.symbols = (-1, *(LETTERS.index(letter) for letter in tunnel + jungle))
        places = range(GOAL + 1)
        # By place: on which path it lies. The sloop of the Great Escape is a place of both.
        self.path_of = tuple([JUNGLE if self._is_jungle(place) else TUNNEL for place in places])
        # By place: where a pirate goes that finds no space ahead.
        self.end = tuple([GOAL if not self.escape or self._is_jungle(place) else SLOOP for place in places])
        # By symbol and place: the spaces with that symbol ahead on the same path, in the order of the path.
        self.ahead = tuple([self._ahead(symbol) for symbol in SYMBOLS])
        # By place: the spaces behind on the same path, from the first to the last but one.
        self.behind = tuple([self._behind(place) for place in places])
        self.chests = tuple([space for space in range(1, self.spaces + 1) if self.symbols[space] == CHEST])

    def _is_jungle(self, place: int) -> bool:
        """Whether a pirate that advances from here walks in the jungle. From the sloop it does."""
        return place > self.tunnel if self.escape else not self.tunnel

    def _ahead(self, symbol: int) -> tuple[tuple[int, ...], ...]:
        ahead: list[tuple[int, ...]] = [()] * (GOAL + 1)
        for place in range(self.spaces - 1, -1, -1):
            is_end = self.escape and place == self.tunnel
            beyond = () if is_end else ahead[place + 1]
            ahead[place] = (place + 1, *beyond) if self.symbols[place + 1] == symbol and not is_end else beyond
            if is_end:  # whoever is aboard lands where the jungle begins
                first = (place + 1,) if self.symbols[place + 1] == symbol else ()
                ahead[SLOOP] = (*first, *ahead[place + 1])
        return tuple(ahead)

    def _behind(self, place: int) -> tuple[int, int]:
        """A half-open range, so that a search from its end finds the nearest space first."""
        if place == SLOOP:
            return 1, self.tunnel + 1
        first = self.tunnel + 1 if self.escape and place > self.tunnel else 1
        return first, self.spaces + 1 if place == GOAL else max(first, place)


@lru_cache(maxsize=4096)  # a match uses one a game; bots ask again and again for the same
def layout(path: str) -> Layout:
    return Layout(path)


def lay(setup: Setup, laid: tuple[int, ...]) -> Setup:
    """The agreed boards in their order: the first ones with the tunnel side up, the others with the jungle side."""
    sides = []
    for position, code in enumerate(laid):
        jungle = position >= setup.boards[TUNNEL]
        first = (code // 2 * 2 + jungle) * BOARD_SPACES
        side = setup.faces[first : first + BOARD_SPACES]
        sides.append(side[::-1] if code % 2 else side)
    paths = "".join(sides[: setup.boards[TUNNEL]]), "".join(sides[setup.boards[TUNNEL] :])
    return setup._replace(laid=laid, path="|".join(paths))


def crowd_of(pirates: tuple[Crew, ...]) -> bytes:
    """How many pirates stand on each space."""
    crowd = bytearray(SPACES_MAX + 1)
    for crew in pirates:
        for place in crew:
            if 0 < place <= SPACES_MAX:
                crowd[place] += 1
    return bytes(crowd)


def with_one(rows: tuple[Row, ...], at: int, row: Row) -> tuple[Row, ...]:
    """The same rows but for one of them: hands or crews by seat."""
    changed = list(rows)
    changed[at] = row
    return tuple(changed)


# --- small questions about a state -----------------------------------------------------------------------------


@lru_cache(maxsize=65536)  # 50 places and six pirates come in many ways, but a game uses some hundreds
def stops(crew: Crew) -> tuple[int, ...]:
    """The different places where a crew stands, ascending."""
    return tuple(sorted(set(crew)))


def playing(state: State) -> tuple[Seat, ...]:
    """The seats that have not left for good (C-45)."""
    return _PLAYING[state.setup.seats][state.gone]


_PLAYING: Final = tuple(
    tuple(tuple(seat for seat in range(seats) if not gone >> seat & 1) for gone in range(1 << seats))
    for seats in range(SEATS_MAX + 1)
)


def others(state: State, seat: Seat) -> tuple[Seat, ...]:
    """Everybody else who still plays, clockwise from the left neighbour."""
    seats = state.setup.seats
    around = [(seat + step) % seats for step in range(1, seats)]
    return tuple([other for other in around if not state.gone >> other & 1])


def aboard(state: State, seat: Seat) -> int:
    return state.pirates[seat].count(SLOOP)


def winner(state: State) -> Seat | None:
    """Whose whole crew has arrived; or the only one left (C-45)."""
    left = playing(state)
    for seat in left:
        if state.pirates[seat][0] == GOAL:
            return seat
    return left[0] if len(left) == 1 else None


def cards_pile(setup: Setup) -> str:
    """The name of the pile of cards that this game uses."""
    return MARKED if setup.filibusters else PLAIN


def cards_faces(setup: Setup) -> tuple[Face, ...]:
    return MARKED_FACES if setup.filibusters else PLAIN_FACES
