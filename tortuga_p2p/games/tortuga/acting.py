"""The actions phase (1.3.2, 1.6): rank the totals, let 1st and 2nd position act, drop what no longer fits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...errors import IllegalMove
from ...rules.ask import PILE, Deal, Hand, Mix, Turn
from . import moving
from .moves import ACT, CLAIM, KEEP, NONE, PASS, SEIZE
from .state import (
    ALL_DICE,
    BITS,
    BOARD,
    BOX_MAX,
    BOX_MIN,
    CAPACITY,
    CREW,
    FLEET,
    HUNT,
    RAID,
    Action,
    Phase,
    Ship,
    State,
    clockwise,
    total,
)
from .told import done, drawn, moved, new, plain_moved, put, put_ship

if TYPE_CHECKING:
    from ...rules.answer import Answer
    from ...rules.ask import Ask, Handle, Seat
    from .state import Counts

_TURNS = tuple(Turn(seat) for seat in range(4))
_HUNT_CHEST, _HUNT_DEAL, _HUNT_KEEP, _HUNT_MIX = (
    int(phase) for phase in (Phase.HUNT_CHEST, Phase.HUNT_DEAL, Phase.HUNT_KEEP, Phase.HUNT_MIX)
)
# How each action is decided.
_PHASES = tuple(int(phase) for phase in (Phase.OFFER, Phase.OFFER, Phase.OFFER, Phase.ATTACK, Phase.ATTACK))


def ask_turn(state: State) -> Ask:
    return _TURNS[state.ranks[0]]


def begin(state: State) -> State:
    """All dice lie: resolve the five actions in their order."""
    return _go_on(state, state.ships, FLEET, _ranking(state, FLEET), 1, NONE)


def _ranking(state: State, action: int) -> tuple[Seat, ...]:
    """Who takes part in an action, best first; only two act, and only one with two players (1.6)."""
    placed, shift = state.placed, 5 * action
    totals = {}
    for seat in clockwise(state):
        if placed[seat] >> shift & ALL_DICE:
            totals[seat] = total(state, seat, action)
    # Sorting leaves equal totals in clockwise order from the start player: whoever comes first wins a tie (step 3).
    ranked = sorted(totals, key=totals.__getitem__, reverse=True)
    return tuple(ranked[: 1 if state.setup.seats == 2 else 2])


def _go_on(
    state: State, ships: tuple[Ship, ...], action: int, ranks: tuple[Seat, ...], position: int, victim: int
) -> State:
    """The next position that has something to decide; when no action is left, the chests move."""
    while True:
        while ranks:
            state = _acting(state, ships, action, ranks, position, victim)
            if _matters(state):
                return state
            ranks, position = ranks[1:], 2
        if action >= BOARD and _crowded(ships, action):
            state = _surplus(put(state, ships=ships), action)
            ships = state.ships
        if action == RAID:
            return moving.begin(state, ships)
        action += 1
        ranks, position, victim = _ranking(state, action), 1, NONE


def _pass(state: State, ships: tuple[Ship, ...], victim: int = NONE) -> State:
    """The position in turn is done; positions do not change (A-7)."""
    return _go_on(state, ships, state.action, state.ranks[1:], 2, victim)


def _acting(
    state: State, ships: tuple[Ship, ...], action: int, ranks: tuple[Seat, ...], position: int, victim: int
) -> State:
    """A position that may have something to decide: built in one go, as the states of the dice phase are."""
    setup, _, number, start, _, placed, bonus, bag, centre, supply, _, _, _, _, _, _, _, _, _ = state
    phase = _PHASES[action]
    # fmt: off
    return new(State, (
        setup, phase, number, start, ships, placed, bonus, bag, centre, supply, (), (), (),
        action, ranks, position, victim, (), (),
    ))
    # fmt: on


def _matters(state: State) -> bool:
    """Whether performing and forfeiting differ for the position in turn."""
    action = state.action
    if action == FLEET:
        return state.ships[state.ranks[0]].boat < BOX_MAX
    if action == CREW:
        return state.ships[state.ranks[0]].pirate < BOX_MAX
    if action == HUNT:
        return bool(state.supply) or (state.position == 1 and any(state.bag))
    return _attack_matters(state, state.ranks[0])


def _attack_matters(state: State, seat: Seat) -> bool:
    """Whether any attack changes anything: a chest, a token, or whom 2nd position may attack after."""
    if (state.position == 1 and len(state.ranks) == 2) or (state.position == 2 and state.centre):
        return True
    action, own = state.action, state.ships[seat]
    for victim, ship in enumerate(state.ships):
        if victim in (seat, state.victim):
            continue
        if state.position == 1 and _area(ship, action):
            return True
        defends = state.placed[victim] >> 5 * action & ALL_DICE
        if _box(ship, action) > BOX_MIN or (defends and _box(own, action) > BOX_MIN):
            return True
    return False


# --- FLEET, CREW, HUNT ------------------------------------------------------------------------------------------


def take_offer(state: State, answer: Answer) -> State:
    """A-D5: perform or forfeit."""
    data = plain_moved(answer)
    if data not in ((PASS,), (ACT,)):
        raise IllegalMove(f"perform {Action(state.action).name} or forfeit it", "A-D5")
    if data[0] == PASS:
        return _pass(state, state.ships)
    if state.action == HUNT:
        return _hunt(state)
    seat = state.ranks[0]
    boat, pirate, island, crew, fleet, port, tiles = state.ships[seat]
    boxes = 1 if state.setup.seats == 2 else 3 - state.position
    if state.action == FLEET:
        boat = min(BOX_MAX, boat + boxes)
    else:
        pirate = min(BOX_MAX, pirate + boxes)
    ship = Ship(boat, pirate, island, crew, fleet, port, tiles)
    return _pass(state, put_ship(state.ships, seat, ship))


def _hunt(state: State) -> State:
    """1st position draws a chest first; an empty bag gives none (A-1)."""
    if state.position == 2:
        return _tiles(state, state.ships, state.bag)
    if moving.bounds(state.bag, 1):
        return put(state, phase=_HUNT_CHEST)
    return _chest(state, ())


def ask_chest(state: State) -> Ask:
    return moving.ask_chests(state.bag, 1)


def take_chest(state: State, answer: Answer) -> State:
    return _chest(state, drawn(answer, moving.bounds(state.bag, 1)))


def _chest(state: State, values: tuple[int, ...]) -> State:
    colours, bag = moving.draw(state.bag, 1, values)
    ships, seat = state.ships, state.ranks[0]
    for colour in colours:
        ships = put_ship(ships, seat, moving.stow(ships[seat], colour))
    return _tiles(state, ships, bag)


def _tiles(state: State, ships: tuple[Ship, ...], bag: Counts) -> State:
    """Then the tiles, as many as there are (A-17)."""
    if not state.supply:
        return _pass(put(state, bag=bag), ships)
    return put(state, phase=_HUNT_DEAL, ships=ships, bag=bag)


def _dealt(state: State) -> tuple[Handle, ...]:
    """Two for 1st position, of which one goes back; one for 2nd position and in the game for two."""
    return state.supply[: 2 if state.position == 1 and state.setup.seats > 2 else 1]


def ask_tiles(state: State) -> Ask:
    return Deal((Hand(state.ranks[0], _dealt(state)),))


def take_tiles(state: State, answer: Answer) -> State:
    done(answer)
    hand = _dealt(state)
    supply = state.supply[len(hand) :]
    if len(hand) == 2:
        return put(state, phase=_HUNT_KEEP, supply=supply, hand=hand)
    return _pass(put(state, supply=supply), _keep(state, hand[0]))


def _keep(state: State, handle: Handle) -> tuple[Ship, ...]:
    seat = state.ranks[0]
    ship = state.ships[seat]
    return put_ship(state.ships, seat, ship._replace(tiles=(*ship.tiles, handle)))


def take_keep(state: State, answer: Answer) -> State:
    """A-D6: one tile stays, and the same move hands the other back."""
    move = moved(answer).move
    if len(move.data) != 2 or move.data[0] != KEEP or move.data[1] not in (0, 1) or move.opens:
        raise IllegalMove("choose which of the two tiles you keep", "A-D6")
    kept, other = state.hand if move.data[1] == 0 else state.hand[::-1]
    if move.gives != ((other, PILE),):
        raise IllegalMove("the tile you do not keep goes back to the others, face down", "A-D6")
    ships, supply = _keep(state, kept), (*state.supply, other)
    if len(supply) > 1:
        return put(state, phase=_HUNT_MIX, ships=ships, supply=supply, hand=())
    return _pass(put(state, supply=supply, hand=()), ships)


def ask_mix(state: State) -> Ask:
    seats = tuple(range(state.setup.seats))
    return Mix("tiles", hidden=state.supply, shown=(), into=state.supply, by=seats)


def take_mix(state: State, answer: Answer) -> State:
    done(answer)
    return _pass(state, state.ships)


# --- BOARD, RAID ------------------------------------------------------------------------------------------------


def _area(ship: Ship, action: int) -> tuple[int, ...]:
    return ship.fleet if action == BOARD else ship.crew


def _box(ship: Ship, action: int) -> int:
    return ship.boat if action == BOARD else ship.pirate


def take_attack(state: State, answer: Answer) -> State:
    """A-D7 and A-D8; once performed every part is mandatory (A-9)."""
    data = plain_moved(answer)
    if data == (PASS,):
        return _pass(state, state.ships)
    action, first = state.action, state.position == 1
    if len(data) != 3 or data[0] != (SEIZE if first else CLAIM):
        name = Action(action).name
        raise IllegalMove(f"choose a victim for {name} or forfeit it", "A-D7" if first else "A-D8")
    _, victim, prize = data
    seat = state.ranks[0]
    if victim == seat or not 0 <= victim < state.setup.seats:
        raise IllegalMove("the victim is another player at the table", "1.3.2")
    if victim == state.victim:
        raise IllegalMove("1st position has attacked that player already: choose another", "A-6")
    area = _area(state.ships[victim], action)
    if first:
        booty, area = _seize(area, prize)
    else:
        booty, centre = _claim(state.centre, prize)
        state = put(state, centre=centre)
    ships = list(state.ships)
    ships[victim] = _struck(ships[victim], action, area)
    defended = state.placed[victim] >> 5 * action & ALL_DICE > 0
    ships[seat] = _loaded(ships[seat], action, booty, defended)
    return _pass(state, tuple(ships), victim)


def _seize(area: tuple[int, ...], position: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """1st position takes a chest from the victim's area: that chest, and the rest; gaps close (A-18)."""
    if not area and position == NONE:
        return (), ()
    if not 0 <= position < len(area):
        where = f"positions 1 to {len(area)}" if area else "no chest there to take"
        raise IllegalMove(f"name the chest you take: that player has {where}", "A-22")
    return (area[position],), area[:position] + area[position + 1 :]


def _claim(centre: int, colour: int) -> tuple[tuple[int, ...], int]:
    """2nd position takes a chest from the centre island, if any (AT-22): that chest, and the rest."""
    if not centre and colour == NONE:
        return (), 0
    if colour not in BITS[centre]:
        raise IllegalMove("take a chest that lies on the centre island", "A-9")
    return (colour,), centre & ~(1 << colour)


def _struck(ship: Ship, action: int, area: tuple[int, ...]) -> Ship:
    """The victim's board: what is left in the area, and the token one box back. Each attack by itself (A-10)."""
    boat, pirate, island, crew, fleet, port, tiles = ship
    if action == BOARD:
        return Ship(max(BOX_MIN, boat - 1), pirate, island, crew, area, port, tiles)
    return Ship(boat, max(BOX_MIN, pirate - 1), island, area, fleet, port, tiles)


def _loaded(ship: Ship, action: int, booty: tuple[int, ...], defended: bool) -> Ship:
    """The attacker's board: booty on his island, safe for this round (A-5); a victim with dice there strikes back."""
    boat, pirate, island, crew, fleet, port, tiles = ship
    if defended and action == BOARD:
        boat = max(BOX_MIN, boat - 1)
    elif defended:
        pirate = max(BOX_MIN, pirate - 1)
    return Ship(boat, pirate, island + booty, crew, fleet, port, tiles)


def _crowded(ships: tuple[Ship, ...], action: int) -> bool:
    """Whether any ship holds more chests in the attacked area than fit."""
    for boat, pirate, _, crew, fleet, _, _ in ships:
        if len(fleet) > CAPACITY[boat] if action == BOARD else len(crew) > CAPACITY[pirate]:
            return True
    return False


def _surplus(state: State, action: int) -> State:
    """A-4: once the action as a whole is done, chests beyond capacity leave from the right, clockwise (A-19)."""
    for seat in clockwise(state):
        ship = state.ships[seat]
        area, space = _area(ship, action), moving.space(ship, action)
        if len(area) > space:
            ship = ship._replace(fleet=area[:space]) if action == BOARD else ship._replace(crew=area[:space])
            state = moving.drop(put(state, ships=put_ship(state.ships, seat, ship)), area[space:])
    return state
