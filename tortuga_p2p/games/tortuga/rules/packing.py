"""States from plain values. What `pack` would not give is refused: the rules can go on from any state read here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ....errors import BadInput
from ....rules.plain import a_tuple, an_int, holds, ints
from ....text import _
from .dicing import choosers
from .moves import Orders, open_code, places
from .state import (
    ACTIONS,
    ALL_DICE,
    BOARD,
    BOX_MAX,
    BOX_MIN,
    BOX_START,
    CAPACITY,
    CHESTS,
    COUNT,
    FACES,
    GOAL,
    GOAL_LONG,
    HUNT,
    OVERBOARD,
    RAID,
    TILE_HANDLES,
    Phase,
    Setup,
    Ship,
    State,
    afloat,
    assigned,
    check_dice,
    no_dice,
    room,
    staying,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from .state import Counts, DiceTable

ROUND_MAX = 100_000  # no game comes near it; a bound so that a position has one
CHESTS_MAX = sum(CHESTS)
_TILE_LAST = TILE_HANDLES[-1]

_ACTING = (Phase.OFFER, Phase.HUNT_CHEST, Phase.HUNT_DEAL, Phase.HUNT_KEEP, Phase.HUNT_MIX, Phase.ATTACK)
_DICING = (Phase.ROLL, Phase.SELECT, Phase.SKULLS, Phase.REROLL, Phase.PLACE)


def unpack(value: object) -> State:
    """A state from a plain value; `BadInput` with what is wrong in it."""
    fields = a_tuple(value, len(State._fields))
    setup = _setup(fields[0])
    seats = setup.seats
    state = State(
        setup,
        an_int(fields[1], 0, max(Phase)),
        an_int(fields[2], 1, ROUND_MAX),
        an_int(fields[3], 0, seats - 1),
        tuple(_ship(ship) for ship in a_tuple(fields[4], seats)),
        ints(fields[5], 0, 2**30 - 1, seats),
        ints(fields[6], 0, 2**10 - 1, seats),
        _counts(fields[7]),
        an_int(fields[8], 0, 31),
        ints(fields[9], TILE_HANDLES[0], _TILE_LAST),
        tuple(_skulls(pair, seats) for pair in a_tuple(fields[10])),
        ints(fields[11], 0, seats - 1),
        ints(fields[12], 0, FACES - 1),
        an_int(fields[13], 0, RAID),
        ints(fields[14], 0, seats - 1),
        an_int(fields[15], 1, 2),
        an_int(fields[16], -1, seats - 1),
        ints(fields[17], TILE_HANDLES[0], _TILE_LAST),
        ints(fields[18], 0, 3 * len(TILE_HANDLES)),
        an_int(fields[19], 0, 2**seats - 1),
    )
    for check in _CHECKS:
        check(state)
    return state


def _setup(value: object) -> Setup:
    seats, goal, dice = a_tuple(value, 3)
    if goal not in (GOAL, GOAL_LONG):
        raise BadInput(
            _(
                "the game ends with {short} or {long} chests in Tortuga, not {found!r}.",
                short=GOAL,
                long=GOAL_LONG,
                found=goal,
            )
        )
    table: DiceTable = tuple(ints(row, 1, 5, len(ACTIONS)) for row in a_tuple(dice, 5))
    return Setup(an_int(seats, 2, 4), an_int(goal, GOAL, GOAL_LONG), check_dice(table))


def _ship(value: object) -> Ship:
    boat, pirate, island, crew, fleet, port, tiles = a_tuple(value, len(Ship._fields))
    return Ship(
        an_int(boat, BOX_MIN, BOX_MAX),
        an_int(pirate, BOX_MIN, BOX_MAX),
        ints(island, 0, 4),
        ints(crew, 0, 4),
        ints(fleet, 0, 4),
        _counts(port),
        ints(tiles, TILE_HANDLES[0], _TILE_LAST),
    )


def _counts(value: object) -> Counts:
    red, blue, yellow, white, purple = ints(value, 0, CHESTS_MAX, 5)
    return red, blue, yellow, white, purple


def _skulls(value: object, seats: int) -> tuple[int, int]:
    seat, mask = a_tuple(value, 2)
    return an_int(seat, 0, seats - 1), an_int(mask, 1, ALL_DICE)


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
        right = assigned(placed) == ALL_DICE if is_adrift else not placed >> OVERBOARD
        holds(right, "the dice of a player who has left, and no other, are on an action or overboard.")


def _check_beginning(state: State) -> None:
    """Nothing has happened before the first chests are dealt: dealing them lays out the boards anew (1.2)."""
    if state.phase in (Phase.SHUFFLE, Phase.DEAL_CHESTS):
        fresh = (state.round, state.start, state.bag, state.supply) == (1, staying(state)[0], CHESTS, TILE_HANDLES)
        boards = all(ship.boat == ship.pirate == BOX_START for ship in state.ships) and not any(state.bonus)
        holds(fresh and boards, "a game begins in round 1 with empty boards, all tiles and a full bag.")


def _check_boards(state: State) -> None:
    """Chests and tiles: all there, none twice (1.10)."""
    for colour, number in enumerate(CHESTS):
        found = state.bag[colour] + (state.centre >> colour & 1)
        for ship in state.ships:
            found += ship.port[colour] + (ship.island + ship.crew + ship.fleet).count(colour)
        right = found == number
        holds(right, "there are {due} chests of colour {colour}, not {found}.", due=number, colour=colour, found=found)
    holds(state.setup.seats > 2 or not state.centre, "with two players the centre island stays empty.")
    tiles = [*state.supply, *state.hand, *(handle for ship in state.ships for handle in ship.tiles)]
    holds(sorted(tiles) == list(TILE_HANDLES), "the thirty treasure tiles lie somewhere, each once.")
    for ship in state.ships:
        # Attacks may lower a capacity before the surplus leaves, but nothing ever adds beyond four.
        holds(len(ship.crew) <= 4 and len(ship.fleet) <= 4, "an area holds four chests at most.")


def _check_dice(state: State) -> None:
    """Dice lie once, and where they fit; bonuses show 0, 1 or 2."""
    for ship, placed, bonus in zip(state.ships, state.placed, state.bonus, strict=True):
        holds(placed.bit_count() == COUNT[assigned(placed)], "a die lies once.")
        holds(all(bonus >> 2 * x & 3 < 3 for x in ACTIONS), "a bonus shows 1 or 2.")
        if state.phase in _DICING:
            fits = room(ship, placed, BOARD) >= 0 and room(ship, placed, RAID) >= 0
            holds(fits, "more dice lie on an action than fit.")
    free = [assigned(placed) != ALL_DICE for placed in state.placed]
    if state.phase in _ACTING:
        holds(not any(free), "every die lies on an action while actions are resolved.")
    elif state.phase in _DICING:
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
        holds(not mask & assigned(state.placed[seat]) and seat not in state.stuck, "skulls are dice not yet placed.")
    for seat in state.stuck:
        holds(assigned(state.placed[seat]) != ALL_DICE, "a stuck player has dice to place.")
    rolled = COUNT[ALL_DICE & ~assigned(state.placed[state.stuck[0]])] if phase == Phase.PLACE else 0
    holds(len(state.faces) == rolled, "an open roll shows every die that is not placed.")


def _check_acting(state: State) -> None:
    """Whose position it is in which action."""
    phase, position = state.phase, state.position
    if phase not in _ACTING:
        holds((state.action, state.ranks, position, state.victim) == (0, (), 1, -1), "no action is being resolved.")
    else:
        left = len(state.ranks)
        holds(1 <= left <= 3 - position and len(set(state.ranks)) == left, "one or two positions act.")
        holds(state.setup.seats > 2 or (position == 1 and left == 1), "with two players only 1st position acts.")
        for seat in state.ranks:
            holds(state.placed[seat] >> 5 * state.action & ALL_DICE > 0, "whoever acts has a die on the action.")
        if phase == Phase.OFFER:
            holds(state.action <= HUNT, "an attack is not performed or forfeited like this.")
        elif phase == Phase.ATTACK:
            holds(state.action >= BOARD, "only BOARD and RAID attack.")
        else:
            holds(state.action == HUNT, "only a HUNT draws chests and tiles.")
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
        holds(any(Orders(state.ships[seat]).matter() for seat in staying(state)), "somebody has an order to choose.")
    elif phase not in (Phase.MOVE_DRAW, *_ACTING):
        for ship in state.ships:
            fits = len(ship.crew) <= CAPACITY[ship.pirate] and len(ship.fleet) <= CAPACITY[ship.boat]
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
