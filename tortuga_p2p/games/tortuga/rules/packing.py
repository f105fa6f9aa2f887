"""States from plain values. What `pack` would not give is refused: the rules can go on from any state read here."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

from ....errors import BadInput
from ....rules.field import StateField, bits, letters, named, number, numbers, row, runs, several, subset, unpacked
from ....rules.plain import a_tuple, an_int, holds
from ....text import _
from . import components as c
from .dicing import choosers
from .moves import Orders, open_code, places
from .state import ACTING, DICING, OVERBOARD, Phase, Setup, Ship, State, afloat, no_dice, room, staying

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

ROUND_MAX: Final = 100_000  # no game comes near it; a bound so that a position has one

# --- what each field may hold, and how a position says it ----------------------------------------------------------

CHESTS_ROW: Final = letters(c.COLOUR_LETTERS)
TILES_ROW: Final = runs(c.TILE_HANDLES[0], c.TILE_HANDLES[-1])
_COUNTS: Final = several(number(0, sum(c.CHESTS)), ".", len(c.COLOURS))
_SHIP: Final = {
    "boat": number(c.BOX_MIN, c.BOX_MAX),
    "pirate": number(c.BOX_MIN, c.BOX_MAX),
    "island": CHESTS_ROW,
    "crew": CHESTS_ROW,
    "fleet": CHESTS_ROW,
    "port": _COUNTS,
    "tiles": TILES_ROW,
}


def _check_goal(value: object) -> int:
    if value not in (c.GOAL, c.GOAL_LONG):
        ends = _("the game ends with {short} or {long} chests in Tortuga, not {found!r}.")
        raise BadInput(ends.format(short=c.GOAL, long=c.GOAL_LONG, found=value))
    return an_int(value, c.GOAL, c.GOAL_LONG)


SETUP: Final = {
    "seats": number(2, c.SEATS_MAX),
    "goal": StateField(_check_goal, f"[{c.GOAL}{c.GOAL_LONG}]", str, int),
    "dice": several(letters("012345", len(c.ACTIONS)), "/", c.DICE)._replace(check=c.check_dice),  # digits
}


@cache
def fields(seats: int) -> Mapping[str, StateField]:
    """The fields of a state, for so many players."""
    seat, some_seats = number(0, seats - 1), numbers(0, seats - 1)
    return {
        "setup": StateField(lambda value: unpacked(Setup, SETUP, value)),
        "phase": named([phase.name.lower() for phase in Phase], "phase"),
        "round": number(1, ROUND_MAX),
        "start": seat,
        "ships": several(StateField(lambda value: unpacked(Ship, _SHIP, value)), size=seats),
        "placed": numbers(0, 2**30 - 1, seats),
        "bonus": numbers(0, 2**10 - 1, seats),
        "bag": _COUNTS,
        "centre": subset(c.COLOUR_LETTERS),
        "supply": TILES_ROW,
        "skulls": several(row("", seat, subset(c.DIE_LETTERS))),
        "stuck": some_seats,
        "faces": letters(c.FACE_LETTERS),
        "action": named([action.name.lower() for action in c.Action]),
        "ranks": some_seats,
        "position": number(1, 2),
        "victim": number(-1, seats - 1),
        "hand": TILES_ROW,
        "coins": numbers(0, 3 * len(c.TILE_HANDLES)),
        "adrift": bits(seats),
    }


def unpack(value: object) -> State:
    """A state from a plain value; `BadInput` with what is wrong in it."""
    setup = unpacked(Setup, SETUP, a_tuple(value, len(State._fields))[0])
    state = unpacked(State, fields(setup.seats), value)
    for check in _CHECKS:
        check(state)
    return state


# --- how they fit together -----------------------------------------------------------------------------------------


def _check_adrift(state: State) -> None:
    """A-23: whoever has left rolls, keeps and decides nothing; two are left, or the game is over."""
    count = len(afloat(state))
    holds(count > (0 if state.phase == Phase.OVER else 1), "two players or more are left.")
    holds(not state.adrift >> state.start & 1, "the start player is at the table.")
    waiting = [*(seat for seat, _ in state.skulls), *state.stuck, *state.ranks[:1]]
    holds(not any(state.adrift >> seat & 1 for seat in waiting), "nobody waits for a player who has left.")
    for seat, ship in enumerate(state.ships):
        placed, is_adrift = state.placed[seat], state.adrift >> seat & 1
        holds(not (is_adrift and ship.tiles), "whoever has left keeps no tile.")
        right = c.assigned(placed) == c.ALL_DICE if is_adrift else not placed >> OVERBOARD
        holds(right, "the dice of a player who has left, and no other, are on an action or overboard.")


def _check_beginning(state: State) -> None:
    """Nothing has happened before the first chests are dealt: dealing them lays out the boards anew (1.2)."""
    if state.phase in (Phase.SHUFFLE, Phase.DEAL_CHESTS):
        fresh = (state.round, state.start, state.bag, state.supply) == (1, staying(state)[0], c.CHESTS, c.TILE_HANDLES)
        boards = all(ship.boat == ship.pirate == c.BOX_START for ship in state.ships) and not any(state.bonus)
        holds(fresh and boards, "a game begins in round 1 with empty boards, all tiles and a full bag.")


def _check_boards(state: State) -> None:
    """Chests and tiles: all there, none twice (1.10)."""
    for colour, due in enumerate(c.CHESTS):
        found = state.bag[colour] + (state.centre >> colour & 1)
        for ship in state.ships:
            found += ship.port[colour] + (ship.island + ship.crew + ship.fleet).count(colour)
        right = found == due
        holds(right, "there are {due} chests of colour {colour}, not {found}.", due=due, colour=colour, found=found)
    holds(state.setup.seats > 2 or not state.centre, "with two players the centre island stays empty.")
    tiles = [*state.supply, *state.hand, *(handle for ship in state.ships for handle in ship.tiles)]
    holds(sorted(tiles) == list(c.TILE_HANDLES), "the thirty treasure tiles lie somewhere, each once.")
    for ship in state.ships:
        # Attacks may lower a capacity before the surplus leaves, but nothing ever adds beyond four.
        holds(len(ship.crew) <= 4 and len(ship.fleet) <= 4, "an area holds four chests at most.")


def _check_dice(state: State) -> None:
    """Dice lie once, and where they fit; bonuses show 0, 1 or 2."""
    for ship, placed, bonus in zip(state.ships, state.placed, state.bonus, strict=True):
        holds(placed.bit_count() == c.COUNT[c.assigned(placed)], "a die lies once.")
        holds(all(bonus >> 2 * x & 3 < 3 for x in c.ACTIONS), "a bonus shows 1 or 2.")
        if state.phase in DICING:
            fits = room(ship, placed, c.BOARD) >= 0 and room(ship, placed, c.RAID) >= 0
            holds(fits, "more dice lie on an action than fit.")
    free = [c.assigned(placed) != c.ALL_DICE for placed in state.placed]
    if state.phase in ACTING:
        holds(not any(free), "every die lies on an action while actions are resolved.")
    elif state.phase in DICING:
        busy = any(free) or (state.adrift and state.phase == Phase.SELECT and choosers(state))
        holds(bool(busy), "somebody still has dice to place while dice are rolled.")
    else:
        holds(state.placed == no_dice(state.setup.seats, state.adrift), "no die lies on an action in this phase.")


def _check_waiting(state: State) -> None:
    """Who still has to turn skulls or roll again, clockwise, each with dice to place."""
    seats, phase = state.setup.seats, state.phase
    holds(bool(state.skulls) == (phase == Phase.SKULLS), "skulls wait for an action in that phase, and only there.")
    if phase in (Phase.REROLL, Phase.PLACE):
        holds(bool(state.stuck), "a stuck player rolls again.")
    elif phase != Phase.SKULLS:
        holds(not state.stuck, "nobody is stuck in this phase.")
    for queue in ([seat for seat, _last in state.skulls], list(state.stuck)):
        steps = [(seat - state.start) % seats for seat in queue]
        holds(steps == sorted(set(steps)), "players wait clockwise from the start player.")
    for seat, mask in state.skulls:
        waits = mask and not mask & c.assigned(state.placed[seat]) and seat not in state.stuck
        holds(waits, "skulls are dice not yet placed.")
    for seat in state.stuck:
        holds(c.assigned(state.placed[seat]) != c.ALL_DICE, "a stuck player has dice to place.")
    rolled = c.COUNT[c.ALL_DICE & ~c.assigned(state.placed[state.stuck[0]])] if phase == Phase.PLACE else 0
    holds(len(state.faces) == rolled, "an open roll shows every die that is not placed.")


def _check_acting(state: State) -> None:
    """Whose position it is in which action."""
    phase, position = state.phase, state.position
    if phase not in ACTING:
        holds((state.action, state.ranks, position, state.victim) == (0, (), 1, -1), "no action is being resolved.")
    else:
        left = len(state.ranks)
        holds(1 <= left <= 3 - position and len(set(state.ranks)) == left, "one or two positions act.")
        holds(state.setup.seats > 2 or (position == 1 and left == 1), "with two players only 1st position acts.")
        for seat in state.ranks:
            holds(state.placed[seat] >> 5 * state.action & c.ALL_DICE > 0, "whoever acts has a die on the action.")
        if phase == Phase.OFFER:
            holds(state.action <= c.HUNT, "an attack is not performed or forfeited like this.")
        elif phase == Phase.ATTACK:
            holds(state.action >= c.BOARD, "only BOARD and RAID attack.")
        else:
            holds(state.action == c.HUNT, "only a HUNT draws chests and tiles.")
        holds(state.victim == -1 or (phase == Phase.ATTACK and position == 2), "nobody was attacked yet.")
    holds(len(state.hand) == (2 if phase == Phase.HUNT_KEEP else 0), "a hunter looks at two tiles.")


def _check_phase(state: State) -> None:
    """What the phase itself needs in order to ask something."""
    phase, seats = state.phase, state.setup.seats
    colours = sum(1 for number in state.bag if number)
    if phase in (Phase.HUNT_CHEST, Phase.MOVE_DRAW, Phase.DEAL_CHESTS):
        holds(colours > 1, "chance draws from a bag with two colours or more.")
    if phase == Phase.HUNT_CHEST:
        holds(state.position == 1, "only 1st position draws a chest.")
    if phase == Phase.HUNT_DEAL:
        holds(bool(state.supply), "there are tiles to deal.")
    if phase == Phase.HUNT_KEEP:
        holds(state.position == 1 and seats > 2, "only 1st position looks at two tiles.")
    if phase == Phase.HUNT_MIX:
        holds(len(state.supply) > 1, "two tiles or more are mixed.")
    if phase == Phase.MOVE_ORDER:
        holds(any(len(Orders(state.ships[seat])) > 1 for seat in staying(state)), "somebody has an order to choose.")
    elif phase not in (Phase.MOVE_DRAW, *ACTING):
        for ship in state.ships:
            fits = len(ship.crew) <= c.CAPACITY[ship.pirate] and len(ship.fleet) <= c.CAPACITY[ship.boat]
            holds(fits, "chests beyond an area's capacity are gone by now.")
    if phase == Phase.OPEN_TILES:
        holds(any(ship.tiles for ship in state.ships), "there are kept tiles to open.")
    holds(len(state.coins) == (seats if phase == Phase.OVER else 0), "coins are counted when the game is over.")
    if phase == Phase.PLACE:
        seat = state.stuck[0]
        options = places(state.ships[seat], state.placed[seat], open_code(state, seat))
        holds(len(options) > 1, "an open roll that leaves no choice is rolled again or placed.")


_CHECKS: Final[tuple[Callable[[State], None], ...]] = (
    _check_adrift,
    _check_beginning,
    _check_boards,
    _check_dice,
    _check_waiting,
    _check_acting,
    _check_phase,
)
