"""The moves of Tortuga and which of them are legal. Moves are built once and shared: a legal list is a look-up.

The first integer of `Move.data` says which kind of decision it answers (1.4); the rest are dice bits, actions, seats,
positions or colours. A selection opens exactly the selected dice, and "stuck" opens all of them.
"""

from __future__ import annotations

from collections import Counter
from enum import IntEnum
from functools import cache, lru_cache
from itertools import permutations
from typing import TYPE_CHECKING, Final

from ....errors import IllegalMove
from ....rules.answer import Moved
from ....rules.ask import PILE, Move
from ....rules.lazy import Lazy
from ....rules.shape import moved
from ....text import _
from . import components as c
from .components import ALL_DICE, BOARD, COUNT, RAID, SKULL, assigned
from .state import Phase, Ship, State, room

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ....rules.answer import Answer
    from ....rules.ask import Handle, Moves, Seat
    from ....rules.game import Known


class Kind(IntEnum):
    """The decision a move answers."""

    TAKE = 0  # A-D1: (TAKE, dice), opens those dice
    STUCK = 1  # A-D1: (STUCK,), opens all unassigned dice
    BONUS = 2  # A-D2: (BONUS, action)
    TURN = 3  # A-D3: (TURN, action) for the skulls selected alone
    PLACE = 4  # A-D4: (PLACE, dice, action)
    PASS = 5  # A-D5, A-D7, A-D8: forfeit
    ACT = 6  # A-D5: perform
    KEEP = 7  # A-D6: (KEEP, index of the tile kept), gives the other back
    SEIZE = 8  # A-D7: (SEIZE, victim, colour from the area or NONE)
    CLAIM = 9  # A-D8: (CLAIM, victim, colour from the centre island or NONE)
    ORDER = 10  # A-D9: (ORDER, chests into the fleet, their colours ..., colours into the crew ...)


TAKE, STUCK, BONUS, TURN, PLACE, PASS, ACT, KEEP, SEIZE, CLAIM, ORDER = (int(kind) for kind in Kind)
NONE: Final = -1

FORFEIT: Final = Move((PASS,))
PERFORM: Final = Move((ACT,))
OFFERED: Final = (PERFORM, FORFEIT)

TAKES: Final = tuple(tuple(Move((TAKE, mask), c.HANDLES[seat][mask]) for mask in range(32)) for seat in range(4))
STUCKS: Final = tuple(tuple(Move((STUCK,), c.HANDLES[seat][mask]) for mask in range(32)) for seat in range(4))
TAKE_MASK: Final = tuple({move: mask for mask, move in enumerate(moves)} for moves in TAKES)
TURNS: Final = tuple(Move((TURN, action)) for action in c.ACTIONS)
# By victim, and by the colours on the centre island.
CLAIMS: Final = tuple(
    tuple(tuple(Move((CLAIM, victim, colour)) for colour in c.BITS[centre] or (NONE,)) for centre in range(32))
    for victim in range(4)
)


# --- A-D1: selections ----------------------------------------------------------------------------------------


def roll_code(seat: Seat, mask: int, known: Known) -> int:
    """What a seat rolled, in one integer: die d showing face f is bit 5f + d."""
    code = 0
    for handle in c.HANDLES[seat][mask]:
        code |= _FACE_BITS[handle][known[handle]]
    return code


_FACE_BITS: Final = tuple(tuple(1 << 5 * face + handle % 5 for face in range(c.FACES)) for handle in range(4 * c.DICE))


def selections(state: State, seat: Seat, known: Known) -> tuple[Move, ...]:
    """A-D1: every legal set of the dice just rolled, or the one move that shows there is none; A-D2 where all lie."""
    ship, placed = state.ships[seat], state.placed[seat]
    mask = ALL_DICE & ~assigned(placed)
    if not mask:
        asked = BONUS_TO_CHOOSE[state.bonus[seat]] and not state.adrift >> seat & 1
        return BONUSES[state.bonus[seat]] if asked else ()
    code = roll_code(seat, mask, known)
    skulls = code >> 5 * SKULL
    moves = _endless(seat, code & _ENDLESS)
    board, raid = code >> 5 * BOARD & ALL_DICE, code >> 5 * RAID & ALL_DICE
    if board:
        moves += _joined(seat, board, skulls, room(ship, placed, BOARD))
    if raid:
        moves += _joined(seat, raid, skulls, room(ship, placed, RAID))
    if skulls:
        moves += _joined(seat, skulls, 0, c.DICE)
    return moves or (STUCKS[seat][mask],)


# A roll and the room for it come in too many shapes to remember; its parts do not, and they are soon all there.
_ENDLESS: Final = (1 << 5 * BOARD) - 1 | ALL_DICE << 5 * SKULL  # the dice that show FLEET, CREW, HUNT or a skull


@cache  # at most 5^5 for each seat
def _endless(seat: Seat, code: int) -> tuple[Move, ...]:
    """Sets for the actions that any number of dice fit on."""
    found: tuple[Move, ...] = ()
    for action in (c.FLEET, c.CREW, c.HUNT):
        found += _joined(seat, code >> 5 * action & ALL_DICE, code >> 5 * SKULL, c.DICE)
    return found


@cache  # at most 3^5 for each seat and room
def _joined(seat: Seat, same: int, skulls: int, space: int) -> tuple[Move, ...]:
    """Sets for one action, by the dice that show it; or of skulls alone, as if they were an action."""
    return tuple([TAKES[seat][part] for part in _sets(same, skulls, space)])


def _sets(same: int, skulls: int, space: int) -> list[int]:
    """Kind N: at least one of the dice `same` and any of the skulls, as many as fit (A-14, A-15)."""
    return [part for part in SUBSETS[same | skulls] if part & same and COUNT[part] <= space]


def legal_sets(code: int, board: int, raid: int) -> list[int]:
    """The dice of every legal set of a roll (1.3.1): kind N by action, then kind S; empty when stuck."""
    skulls = code >> 5 * SKULL
    sets = []
    for action, space in enumerate((c.DICE, c.DICE, c.DICE, board, raid)):
        sets += _sets(code >> 5 * action & ALL_DICE, skulls, space)
    return [*sets, *SUBSETS[skulls]]


# By a set of dice: its subsets, ascending, without the empty one.
SUBSETS: Final = tuple(tuple(part for part in range(1, mask + 1) if part & mask == part) for mask in range(32))


# --- A-D2 to A-D4 ---------------------------------------------------------------------------------------------


# A-D2, by what a seat has: a new "1" on an empty space, or a "1" turned to "2".
BONUSES: Final = tuple(
    tuple(Move((BONUS, action)) for action in c.ACTIONS if bonus >> 2 * action & 3 < 2) for bonus in range(1024)
)
BONUS_TO_CHOOSE: Final = tuple(len(options) > 1 for options in BONUSES)  # else it places itself, or all are full
# By whether the skulls fit on BOARD and on RAID.
_TURNS: Final = tuple(
    tuple(TURNS[:BOARD] + TURNS[BOARD:RAID] * board + TURNS[RAID:] * raid for raid in (0, 1)) for board in (0, 1)
)


def turns(ship: Ship, placed: int, mask: int) -> tuple[Move, ...]:
    """A-D3: an action with room for all the skulls selected alone."""
    count = COUNT[mask]
    return _TURNS[room(ship, placed, BOARD) >= count][room(ship, placed, RAID) >= count]


def open_code(state: State, seat: Seat) -> int:
    """What a stuck player rolled in the open, as `roll_code` writes it."""
    mask = ALL_DICE & ~assigned(state.placed[seat])
    return roll_code(seat, mask, dict(zip(c.HANDLES[seat][mask], state.faces, strict=True)))


def places(ship: Ship, placed: int, code: int) -> list[Move]:
    """A-D4: a legal set of the openly rolled dice, with its action; none where they must roll again."""
    skulls = code >> 25
    board, raid = room(ship, placed, BOARD), room(ship, placed, RAID)
    found = []
    for mask in legal_sets(code, board, raid):
        if mask & skulls == mask:
            found += [Move((PLACE, mask, *move.data[1:])) for move in turns(ship, placed, mask)]
        else:
            found.append(Move((PLACE, mask, set_action(code, mask))))
    return found


def set_action(code: int, mask: int) -> int:
    """The action that the dice of a set of kind N show."""
    return next(action for action in c.ACTIONS if code >> 5 * action & mask)


AREAS_KEPT_MAX: Final = 4 * 781  # for each seat all rows of up to four chests in five colours

# --- A-D6 to A-D8 ---------------------------------------------------------------------------------------------


def keeps(hand: tuple[Handle, ...]) -> tuple[Move, ...]:
    """A-D6: keep one tile; the other goes back."""
    first, second = hand
    return Move((KEEP, 0), (), ((second, PILE),)), Move((KEEP, 1), (), ((first, PILE),))


@lru_cache(maxsize=AREAS_KEPT_MAX)
def seizes(victim: Seat, area: tuple[int, ...]) -> tuple[Move, ...]:
    """A-D7: a chest of each colour in the victim's area (A-22: equal ones are equal); none where it is empty (A-2)."""
    return tuple([Move((SEIZE, victim, colour)) for colour in dict.fromkeys(area) or (NONE,)])


def attacks(state: State, seat: Seat) -> list[Move]:
    """A-D7 and A-D8: forfeit, or a victim and a chest."""
    moves = [FORFEIT]
    spared = state.victim  # the 1st may be attacked, the 1st's victim may not
    first, board = state.position == 1, state.action == BOARD
    for victim, ship in enumerate(state.ships):
        if victim != seat and victim != spared:
            if first:
                moves += seizes(victim, ship.fleet if board else ship.crew)
            else:
                moves += CLAIMS[victim][state.centre]  # never without an attack
    return moves


# --- A-D9: orders ---------------------------------------------------------------------------------------------


ROWS_KEPT_MAX: Final = 20_000  # areas remembered, about 10 MB at the worst
MANY_CHESTS: Final = 8  # on one island; more than games have, and from here on equal ones are left out first


@lru_cache(maxsize=ROWS_KEPT_MAX)
def rows(chests: tuple[int, ...], space: int) -> tuple[tuple[int, ...], ...]:
    """The different rows of as many of the chests as fit. Chests of one colour are equal (A-19).

    No colour needs to be there more often than there is room: a liar's state may have all forty chests on one island,
    and whoever judges it would look at two million rows.
    """
    ordered = tuple(sorted(chests))
    if chests != ordered:
        return rows(ordered, space)
    if len(chests) > MANY_CHESTS:
        chests = tuple(chest for chest, count in Counter(chests).items() for _ in range(min(count, space)))
    return tuple(sorted(set(permutations(chests, min(space, len(chests))))))


def mixed(chests: tuple[int, ...]) -> bool:
    """Whether there is more than one row of them: every area has room for one, so two colours are enough."""
    return len(set(chests)) > 1


class Orders(Lazy[Move]):
    """A-D9: every way to fill fleet and crew. Lazy: up to 2,880 moves are counted, not listed."""

    __slots__ = ("crews", "fleets")

    def __init__(self, ship: Ship) -> None:
        self.fleets = rows(ship.crew, c.CAPACITY[ship.boat])
        self.crews = rows(ship.island, c.CAPACITY[ship.pirate])

    def __len__(self) -> int:
        return len(self.fleets) * len(self.crews)

    def at(self, index: int) -> Move:
        first, second = divmod(index, len(self.crews))
        return order(self.fleets[first], self.crews[second])

    def __contains__(self, move: object) -> bool:
        fleet_crew = read_order(move)
        return fleet_crew is not None and fleet_crew[0] in self.fleets and fleet_crew[1] in self.crews


def order(fleet: tuple[int, ...], crew: tuple[int, ...]) -> Move:
    return Move((ORDER, len(fleet), *fleet, *crew))


def read_order(move: object) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
    """The rows for fleet and crew in a move of that kind; `None` for any other move."""
    if not isinstance(move, Move) or move.opens or move.gives or len(move.data) < 2 or move.data[0] != ORDER:
        return None
    size = move.data[1]
    if not 0 <= size <= len(move.data) - 2:
        return None
    return move.data[2 : 2 + size], move.data[2 + size :]


def plain_moved(answer: Answer | object) -> tuple[int, ...]:
    """The data of a move that neither opens nor gives anything; none at all where it answers another question."""
    if type(answer) is Moved and type(answer.move) is Move:
        data, opens, gives = answer.move
        if data and not (opens or gives or answer.faces):
            return data
    if moved(answer).move.data[0] in (TAKE, STUCK, KEEP):  # they always do
        return ()
    raise IllegalMove(_("nothing is shown or handed over here"))


# --- which of them, by phase ----------------------------------------------------------------------------------


def _turning(state: State, seat: Seat, known: Known) -> Moves:
    first, mask = state.skulls[0]
    return turns(state.ships[seat], state.placed[seat], mask) if seat == first else ()


def _placing(state: State, seat: Seat, known: Known) -> Moves:
    return places(state.ships[seat], state.placed[seat], open_code(state, seat)) if seat == state.stuck[0] else ()


def _ordering(state: State, seat: Seat, known: Known) -> Moves:
    orders = Orders(state.ships[seat])
    return orders if len(orders) > 1 and not state.adrift >> seat & 1 else ()


# What a seat may do in a state of that phase, knowing the faces it was shown; nothing where it is not asked.
_DECIDED: Final[Mapping[int, Callable[[State, Seat, Known], Moves]]] = {
    Phase.SELECT: selections,
    Phase.SKULLS: _turning,
    Phase.PLACE: _placing,
    Phase.OFFER: lambda state, seat, known: OFFERED if seat == state.ranks[0] else (),
    Phase.HUNT_KEEP: lambda state, seat, known: keeps(state.hand) if seat == state.ranks[0] else (),
    Phase.ATTACK: lambda state, seat, known: attacks(state, seat) if seat == state.ranks[0] else (),
    Phase.MOVE_ORDER: _ordering,
}
LEGAL_MOVES: Final[tuple[Callable[[State, Seat, Known], Moves], ...]] = tuple(
    _DECIDED.get(phase, lambda *_: ()) for phase in Phase
)
