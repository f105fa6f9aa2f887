"""The public state of a game of Cartagena: small integers and tuples of them, so that thousands of turns a second fit.

Pirates of one colour are alike: a crew is its places, ascending (components.py says what they and the handles mean).
"""

from __future__ import annotations

from enum import IntEnum
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias, TypeVar

from . import components as c

if TYPE_CHECKING:
    from ....rules.ask import Face, Handle, Seat

Crew: TypeAlias = tuple[int, ...]  # the places of one player's pirates, ascending
Row = TypeVar("Row")


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


# --- the path --------------------------------------------------------------------------------------------------


class Layout:
    """What follows from the symbols of a path, computed once for all states that share it."""

    __slots__ = ("ahead", "behind", "chests", "end", "escape", "path_of", "spaces", "symbols", "tunnel")

    def __init__(self, path: str) -> None:
        tunnel, _, jungle = path.partition("|")
        self.tunnel = len(tunnel)  # the last space of the tunnel
        self.spaces = len(tunnel) + len(jungle)
        self.escape = bool(tunnel and jungle)
        self.symbols = (-1, *(c.LETTERS.find(letter) for letter in tunnel + jungle))
        places = range(c.GOAL + 1)
        # By place: on which path it lies. The sloop of the Great Escape is a place of both.
        self.path_of = tuple([c.JUNGLE if self._is_jungle(place) else c.TUNNEL for place in places])
        # By place: where a pirate goes that finds no space ahead.
        self.end = tuple([c.GOAL if not self.escape or self._is_jungle(place) else c.SLOOP for place in places])
        # By symbol and place: the spaces with that symbol ahead on the same path, in the order of the path.
        self.ahead = tuple([self._ahead(symbol) for symbol in c.SYMBOLS])
        # By place: the spaces behind on the same path, from the first to the last but one.
        self.behind = tuple([self._behind(place) for place in places])
        self.chests = tuple([space for space in range(1, self.spaces + 1) if self.symbols[space] == c.CHEST])

    def _is_jungle(self, place: int) -> bool:
        """Whether a pirate that advances from here walks in the jungle. From the sloop it does."""
        return place > self.tunnel if self.escape else not self.tunnel

    def _ahead(self, symbol: int) -> tuple[tuple[int, ...], ...]:
        ahead: list[tuple[int, ...]] = [()] * (c.GOAL + 1)
        for place in range(self.spaces - 1, -1, -1):
            is_end = self.escape and place == self.tunnel
            beyond = () if is_end else ahead[place + 1]
            ahead[place] = (place + 1, *beyond) if self.symbols[place + 1] == symbol and not is_end else beyond
            if is_end:  # whoever is aboard lands where the jungle begins
                first = (place + 1,) if self.symbols[place + 1] == symbol else ()
                ahead[c.SLOOP] = (*first, *ahead[place + 1])
        return tuple(ahead)

    def _behind(self, place: int) -> tuple[int, int]:
        """A half-open range, so that a search from its end finds the nearest space first."""
        if place == c.SLOOP:
            return 1, self.tunnel + 1
        first = self.tunnel + 1 if self.escape and place > self.tunnel else 1
        return first, self.spaces + 1 if place == c.GOAL else max(first, place)


@lru_cache(maxsize=4096)  # a match uses one a game; bots ask again and again for the same
def layout(path: str) -> Layout:
    return Layout(path)


def lay(setup: Setup, laid: tuple[int, ...]) -> Setup:
    """The agreed boards in their order: the first ones with the tunnel side up, the others with the jungle side."""
    sides = []
    for position, code in enumerate(laid):
        jungle = position >= setup.boards[c.TUNNEL]
        first = (code // 2 * 2 + jungle) * c.BOARD_SPACES
        side = setup.faces[first : first + c.BOARD_SPACES]
        sides.append(side[::-1] if code % 2 else side)
    paths = "".join(sides[: setup.boards[c.TUNNEL]]), "".join(sides[setup.boards[c.TUNNEL] :])
    return setup._replace(laid=laid, path="|".join(paths))


def path_of(setup: Setup) -> str:
    """The symbols of the path, or as many blanks before the boards lie."""
    return setup.path or "|".join([" " * c.BOARD_SPACES * boards for boards in setup.boards])


def crowd_of(pirates: tuple[Crew, ...]) -> bytes:
    """How many pirates stand on each space."""
    crowd = bytearray(c.SPACES_MAX + 1)
    for crew in pirates:
        for place in crew:
            if 0 < place <= c.SPACES_MAX:
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
    for seats in range(c.SEATS_MAX + 1)
)


def others(state: State, seat: Seat) -> tuple[Seat, ...]:
    """Everybody else who still plays, clockwise from the left neighbour."""
    seats = state.setup.seats
    around = [(seat + step) % seats for step in range(1, seats)]
    return tuple([other for other in around if not state.gone >> other & 1])


def aboard(state: State, seat: Seat) -> int:
    return state.pirates[seat].count(c.SLOOP)


def winner(state: State) -> Seat | None:
    """Whose whole crew has arrived; or the only one left (C-45)."""
    left = playing(state)
    for seat in left:
        if state.pirates[seat][0] == c.GOAL:
            return seat
    return left[0] if len(left) == 1 else None


def cards_pile(setup: Setup) -> str:
    """The name of the pile of cards that this game uses."""
    return c.MARKED if setup.filibusters else c.PLAIN


def cards_faces(setup: Setup) -> tuple[Face, ...]:
    return c.MARKED_FACES if setup.filibusters else c.PLAIN_FACES
