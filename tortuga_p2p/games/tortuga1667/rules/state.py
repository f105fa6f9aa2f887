"""The public state of a game of Tortuga 1667, and small questions about it. All of it is small integers.

Handles: the 32 vote cards are 0 to 31, the 24 event cards 32 to 55, the loyalty card of seat s is 56 + s. Mixing binds
these same numbers anew. A place is one of two ships, Tortuga, or one of two rowboats.
"""

from __future__ import annotations

from enum import IntEnum
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from .cards import ALBATROSS, EVENT_DECK, STARRED, VOTE_DECK

if TYPE_CHECKING:
    from ....rules.ask import Face, Handle, Seat

# --- places and chests (2.1) -------------------------------------------------------------------------------------

DUTCHMAN, ROGER, TORTUGA, BOAT_DUTCHMAN, BOAT_ROGER = PLACES = range(5)
SHIPS: Final = (DUTCHMAN, ROGER)
NOWHERE: Final = -1  # no pawn, no card, no slot, nobody
SHIP_PAWNS_MAX: Final = 5

GALLEON: Final = 0  # of `chests`; the others are holds and areas, two a place
CHESTS: Final = 8
ROW: Final = 5  # slots of the event row
EMPTY_ROW: Final = (NOWHERE,) * ROW
HAND: Final = 3  # vote cards

VOTE_HANDLES: Final = tuple(range(len(VOTE_DECK)))
EVENT_FIRST: Final = len(VOTE_DECK)
EVENT_HANDLES: Final = tuple(range(EVENT_FIRST, EVENT_FIRST + len(EVENT_DECK)))
LOYALTY_FIRST: Final = EVENT_FIRST + len(EVENT_DECK)
HANDLES: Final = LOYALTY_FIRST + 9

Layer: TypeAlias = "tuple[tuple[Handle, ...], tuple[Face, ...]]"  # cards to be mixed when they are needed


def hold(place: int, nation: int) -> int:
    """Where in `chests` the British or French hold of a ship, or area of Tortuga, is counted."""
    return 1 + 2 * place + nation


class Phase(IntEnum):
    """What the game is waiting for."""

    BRETHREN = 0  # Turn: a pawn for each seat, where they are chosen
    OPENING = 1  # Chance: starred cards, open loyalties, pawns
    LOYALTIES = 2  # Mix
    VOTES = 3  # Mix
    EVENTS = 4  # Mix
    DEAL = 5  # Deal: a loyalty and three vote cards each
    PAWN = 6  # Chance: whose pawn is placed next (ready-made start)
    PLACE = 7  # Turn: where (B-D9)
    HOLD = 8  # Turn: a captain's first chest (B-D1)
    ATLANTIS = 9  # Turn: its owner, before somebody's turn (B-D2)
    ACTION = 10  # Turn: the active player (B-D3)
    LOOK = 11  # Look: two slots
    CHOICE = 12  # Turn: which of two slots (B-D6)
    LATE = 13  # Turn: the forcer, for somebody whose time was up (B-44)
    REVEAL = 14  # Open: an event
    CARD = 15  # Turn: what the revealer does with the card (B-D7)
    FOUNTAIN = 16  # Turn: its owner, about to be marooned (B-D8)
    LOSE_MIX = 17  # MixHands: the hand that a card is lost from
    LOSE_DRAW = 18  # Chance: which card
    LOSE = 19  # Give: that card, to the deck
    EXTRA = 20  # Deal: El Dorado's vote card
    FEVER_GIVE = 21  # Give: two loyalties
    FEVER_MIX = 22  # Mix
    FEVER_DEAL = 23  # Deal: one each
    FEVER_DRAW = 24  # Chance: open loyalties change places or not (B-40)
    NEST_GIVE = 25  # Give: a hand into the vote deck
    NEST_MIX = 26  # Mix
    NEST_LOOK = 27  # Look: the whole deck
    NEST_PICK = 28  # Turn: the new hand
    NEST_DEAL = 29  # Deal: it is taken up
    NEST_SHUFFLE = 30  # Mix: the rest
    BELLS = 31  # Chance: a new order
    ROW = 32  # Mix: the last five events, with the Armada
    SUDDEN = 33  # Mix: all events but those in front of somebody
    AGAIN = 34  # Mix: the discards, in sudden death (B-33)
    HANDS = 35  # MixHands: each voter's own
    VOTE = 36  # Together: a card from each voter (B-D4)
    BALLOT = 37  # Mix: the cards given, with the deck's
    COUNT = 38  # Open: all of them
    TAKE = 39  # Turn: the captain, after a won attack (B-D5)
    DRAW = 40  # Deal: a card for each who played
    SHOW = 41  # Open: the loyalties
    OVER = 42


class Setup(NamedTuple):
    """What was agreed before the game (2.9)."""

    seats: int
    stars: int = 3  # how many starred cards
    starred: int = 0  # which, as bits in the order of the data; 0: drawn
    fewer: int = 0  # events taken out unseen
    clock: int = 0  # seconds for an action; 0: no clock
    loyalties: int = 0  # HIDDEN, PAIR or OPEN
    mad: int = 0
    ready: int = 0  # the ready-made start
    chosen: int = 0  # pawns are chosen, not drawn


HIDDEN, PAIR, OPEN = range(3)  # loyalties
LOYALTY_KINDS: Final = ("hidden", "pair", "open")
ATTACK, MUTINY, BRAWL = range(3)  # votes
BELOW, AMONG, OUT = range(3)  # the Armada: last in the deck, in the row, out of the game
NOBODY: Final = 3  # for `winner`: no nation


class VoteCall(NamedTuple):
    """The vote under way."""

    kind: int
    place: int
    caller: Seat
    skipped: int  # 1 where the holder of the Pirate Code belongs to the group (B-18)
    again: int = 0  # 1 where it is held once more after the draw: somebody left while the cards lay (B-55)


class State(NamedTuple):
    """Everything public. `apply` builds a new one for every answer."""

    setup: Setup
    phase: int
    gone: int = 0  # bits: seats that left for good (B-55)
    turn: int = 0  # number of the turn, from 1
    active: Seat = 0  # whose turn it is
    second: int = 0  # two players: this is the second action of the turn
    brethren: tuple[int, ...] = ()  # by seat: which pawn
    lines: tuple[tuple[Seat, ...], ...] = ((), (), ())  # pawns on both ships and Tortuga, first first
    boats: tuple[Seat, ...] = (NOWHERE, NOWHERE)
    powder: int = 0  # bits: destroyed rowboats
    chests: tuple[int, ...] = (4, 0, 0, 0, 0, 1, 1)
    stars: int = 0  # bits: starred cards in play, public (B-38)
    row: tuple[int, ...] = EMPTY_ROW  # handle, NOWHERE, or `known(face)` for one that everybody knows
    event_deck: tuple[Handle, ...] = ()
    removed: tuple[Handle, ...] = ()  # taken out unseen (B-36)
    armada: int = BELOW
    discards: tuple[Face, ...] = ()  # sorted: their order means nothing
    kept: tuple[tuple[Face, ...], ...] = ()  # by seat: cards in front of them, sorted
    code: int = 0  # votes that the holder of the Pirate Code still sits out
    scurvy: int = 0  # bits: seats that lose their next turn
    vote_deck: tuple[Handle, ...] = ()  # the top of it, in order
    under: tuple[Layer, ...] = ()  # what lies below, layer by layer; mixed when it comes to the top
    hands: tuple[tuple[Handle, ...], ...] = ()
    loyal: tuple[int, ...] = ()  # by seat: the hidden loyalty card, or NOWHERE
    flags: tuple[int, ...] = ()  # by seat: the nation that everybody knows, or NOWHERE
    seen: tuple[int, ...] = (0,) * HANDLES  # by handle: a bit for every seat that saw the face
    card: int = NOWHERE  # the event being resolved
    slot: int = NOWHERE  # where it lay
    actor: int = NOWHERE  # who revealed it: the card's "you" (B-52)
    other: int = NOWHERE  # whom it is about: shot, marooned, swapped, looked after
    pair: tuple[int, ...] = ()  # slots that a forced player chooses from, or that are looked at
    vote: tuple[int, ...] = ()  # a `VoteCall`, or nothing
    voters: tuple[Seat, ...] = ()  # who plays a card in it
    pile: tuple[Handle, ...] = ()  # cards lying in the middle, face down
    cards: tuple[Face, ...] = ()  # the votes turned over, sorted
    sudden: int = 0
    notes: tuple[tuple[int, ...], ...] = ()  # who did what (notes.py)
    winner: int = NOWHERE  # BRITISH, FRENCH, DUTCH or NOBODY once it is decided


# --- small questions ---------------------------------------------------------------------------------------------


def known(face: Face) -> int:
    """A slot whose only card everybody knows: one discard alone cannot be mixed (B-33)."""
    return -2 - face


def laid(cards: tuple[Handle, ...]) -> tuple[int, ...]:
    """A row of the first of these."""
    return (*cards[:ROW], *EMPTY_ROW[len(cards) :])


def present(state: State) -> tuple[Seat, ...]:
    """The seats that are still at the table."""
    return tuple(seat for seat in range(state.setup.seats) if not state.gone >> seat & 1)


def others(state: State, seat: Seat) -> tuple[Seat, ...]:
    return tuple(other for other in present(state) if other != seat)


def after(state: State, seat: Seat) -> Seat:
    """The next seat clockwise that is still at the table."""
    seat = (seat + 1) % state.setup.seats
    while state.gone >> seat & 1:
        seat = (seat + 1) % state.setup.seats
    return seat


def right_of(state: State, seat: Seat) -> Seat:
    """The player on the right: the one before in turn order (B-16)."""
    seat = (seat - 1) % state.setup.seats
    while state.gone >> seat & 1:
        seat = (seat - 1) % state.setup.seats
    return seat


def place_of(state: State, seat: Seat) -> int:
    """Where a pawn stands; `NOWHERE` before it is placed."""
    for place, line in enumerate(state.lines):
        if seat in line:
            return place
    return BOAT_DUTCHMAN + state.boats.index(seat) if seat in state.boats else NOWHERE


def company(state: State, seat: Seat) -> tuple[Seat, ...]:
    """Everybody on the ship or island of a seat, first first; in a rowboat only that seat."""
    place = place_of(state, seat)
    return state.lines[place] if place <= TORTUGA else (seat,)


def first(line: tuple[Seat, ...]) -> Seat:
    """Captain or governor; `NOWHERE` where nobody is."""
    return line[0] if line else NOWHERE


def holder(state: State, card: Face) -> Seat:
    """Who has this card in front of them; `NOWHERE` where nobody does."""
    for seat, cards in enumerate(state.kept):
        if card in cards:
            return seat
    return NOWHERE


def slots(state: State) -> tuple[int, ...]:
    """The slots of the row that hold a card."""
    return tuple(slot for slot, card in enumerate(state.row) if card != NOWHERE)


def boat_open(state: State, boat: int) -> bool:
    """Whether a pawn may enter that rowboat (0 or 1): it is whole and empty (BT-20)."""
    return state.boats[boat] == NOWHERE and not state.powder >> boat & 1


def ship_open(state: State, ship: int) -> bool:
    """Whether another pawn fits on that ship (B-5)."""
    return len(state.lines[ship]) < SHIP_PAWNS_MAX


def riches(state: State) -> tuple[int, int]:
    """British and French chests; the Galleon's count for nobody (2.8)."""
    _, db, df, rb, rf, tb, tf = state.chests
    return db + rb + tb, df + rf + tf


def can_look(state: State) -> bool:
    """Looking needs two cards (B-2), and mad mode has no such action (2.9)."""
    return not state.setup.mad and len(slots(state)) >= 2


def in_play(state: State) -> tuple[Face, ...]:
    """Every event card of this game, the Armada included, wherever it lies."""
    return in_play_with(state.stars, few=state.setup.seats <= 3)


@lru_cache(maxsize=512)
def in_play_with(stars: int, *, few: bool) -> tuple[Face, ...]:
    out = {face for place, face in enumerate(STARRED) if not stars >> place & 1}
    if few:  # B-49
        out.add(ALBATROSS)
    return tuple(face for face in EVENT_DECK if face not in out)
