"""The actions phase (1.3.2, 1.6): rank the totals, let 1st and 2nd position act, drop what no longer fits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...errors import IllegalMove
from ...rules.ask import PILE, Chance, Deal, Hand, Mix, Turn
from . import moving
from .moves import ACT, CLAIM, KEEP, NONE, PASS, SEIZE
from .state import (
    ALL_DICE,
    BITS,
    BOARD,
    BOX_MAX,
    BOX_MIN,
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
from .told import done, drawn, moved, plain_moved, put, put_ship

if TYPE_CHECKING:
    from ...rules.answer import Answer
    from ...rules.ask import Ask, Handle, Seat

_TURNS = tuple(Turn(seat) for seat in range(4))


def ask_turn(state: State) -> Ask:
    return _TURNS[state.ranks[0]]


def begin(state: State) -> State:
    """All dice lie: resolve the five actions in their order."""
    return _go_on(_enter(state, FLEET))


def _enter(state: State, action: int) -> State:
    """Who takes part in an action, best first; only two act, and only one with two players (1.6)."""
    placed, shift = state.placed, 5 * action
    # A stable sort of the seats clockwise from the start player: ties go to whoever comes first (step 3).
    seats = [seat for seat in clockwise(state) if placed[seat] >> shift & ALL_DICE]
    if len(seats) > 1:
        seats.sort(key=lambda seat: -total(state, seat, action))
    return put(state, action=action, ranks=tuple(seats[: 1 if state.setup.seats == 2 else 2]), position=1, victim=-1)


def _go_on(state: State) -> State:
    """The next position that has something to decide; when no action is left, the chests move."""
    while True:
        if state.ranks:
            phase = _offer(state)
            if phase is not None:
                return put(state, phase=int(phase))
            state = _pass(state)
        elif state.action < RAID:
            state = _enter(_surplus(state), state.action + 1)
        else:
            return moving.begin(_surplus(state))


def _pass(state: State) -> State:
    """The position in turn is done; positions do not change (A-7)."""
    return put(state, ranks=state.ranks[1:], position=2)


def _offer(state: State) -> Phase | None:
    """How the position in turn decides; `None` where performing and forfeiting are the same."""
    seat, action = state.ranks[0], state.action
    ship = state.ships[seat]
    if action == FLEET:
        return Phase.OFFER if ship.boat < BOX_MAX else None
    if action == CREW:
        return Phase.OFFER if ship.pirate < BOX_MAX else None
    if action == HUNT:
        chest = state.position == 1 and any(state.bag)
        return Phase.OFFER if chest or state.supply else None
    return Phase.ATTACK if _attack_matters(state, seat) else None


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
        return _go_on(_pass(state))
    if state.action == HUNT:
        return _hunt(state)
    seat = state.ranks[0]
    ship = state.ships[seat]
    boxes = 1 if state.setup.seats == 2 else 3 - state.position
    if state.action == FLEET:
        ship = ship._replace(boat=min(BOX_MAX, ship.boat + boxes))
    else:
        ship = ship._replace(pirate=min(BOX_MAX, ship.pirate + boxes))
    return _go_on(_pass(put(state, ships=put_ship(state.ships, seat, ship))))


def _hunt(state: State) -> State:
    """1st position draws a chest first; an empty bag gives none (A-1)."""
    if state.position == 2:
        return _tiles(state)
    bounds = moving.bounds(state.bag, 1)
    if bounds:
        return put(state, phase=int(Phase.HUNT_CHEST))
    return _chest(state, ())


def ask_chest(state: State) -> Ask:
    return Chance(moving.bounds(state.bag, 1))


def take_chest(state: State, answer: Answer) -> State:
    return _chest(state, drawn(answer, moving.bounds(state.bag, 1)))


def _chest(state: State, values: tuple[int, ...]) -> State:
    colours, bag = moving.draw(state.bag, 1, values)
    seat = state.ranks[0]
    ship = state.ships[seat]
    ships = put_ship(state.ships, seat, ship._replace(island=(*ship.island, *colours)))
    return _tiles(put(state, ships=ships, bag=bag))


def _tiles(state: State) -> State:
    """Then the tiles, as many as there are (A-17)."""
    if not state.supply:
        return _go_on(_pass(state))
    return put(state, phase=int(Phase.HUNT_DEAL))


def _dealt(state: State) -> tuple[Handle, ...]:
    """Two for 1st position, of which one goes back; one for 2nd position and in the game for two."""
    return state.supply[: 2 if state.position == 1 and state.setup.seats > 2 else 1]


def ask_tiles(state: State) -> Ask:
    return Deal((Hand(state.ranks[0], _dealt(state)),))


def take_tiles(state: State, answer: Answer) -> State:
    done(answer)
    hand = _dealt(state)
    state = put(state, supply=state.supply[len(hand) :])
    if len(hand) == 2:
        return put(state, phase=int(Phase.HUNT_KEEP), hand=hand)
    return _go_on(_pass(_keep(state, hand[0])))


def _keep(state: State, handle: Handle) -> State:
    seat = state.ranks[0]
    ship = state.ships[seat]
    return put(state, ships=put_ship(state.ships, seat, ship._replace(tiles=(*ship.tiles, handle))), hand=())


def take_keep(state: State, answer: Answer) -> State:
    """A-D6: one tile stays, and the same move hands the other back."""
    move = moved(answer).move
    if len(move.data) != 2 or move.data[0] != KEEP or move.data[1] not in (0, 1) or move.opens:
        raise IllegalMove("choose which of the two tiles you keep", "A-D6")
    kept, other = state.hand if move.data[1] == 0 else state.hand[::-1]
    if move.gives != ((other, PILE),):
        raise IllegalMove("the tile you do not keep goes back to the others, face down", "A-D6")
    state = put(_keep(state, kept), supply=(*state.supply, other))
    if len(state.supply) > 1:
        return put(state, phase=int(Phase.HUNT_MIX))
    return _go_on(_pass(state))


def ask_mix(state: State) -> Ask:
    seats = tuple(range(state.setup.seats))
    return Mix("tiles", hidden=state.supply, shown=(), into=state.supply, by=seats)


def take_mix(state: State, answer: Answer) -> State:
    done(answer)
    return _go_on(_pass(state))


# --- BOARD, RAID ------------------------------------------------------------------------------------------------


def _area(ship: Ship, action: int) -> tuple[int, ...]:
    return ship.fleet if action == BOARD else ship.crew


def _box(ship: Ship, action: int) -> int:
    return ship.boat if action == BOARD else ship.pirate


def _back(ship: Ship, action: int) -> Ship:
    """One box back on the track of that action, never below the first."""
    if action == BOARD:
        return ship._replace(boat=max(BOX_MIN, ship.boat - 1))
    return ship._replace(pirate=max(BOX_MIN, ship.pirate - 1))


def take_attack(state: State, answer: Answer) -> State:
    """A-D7 and A-D8; once performed every part is mandatory (A-9)."""
    data = plain_moved(answer)
    if data == (PASS,):
        return _go_on(_pass(state))
    name = Action(state.action).name
    if len(data) != 3 or data[0] != (SEIZE if state.position == 1 else CLAIM):
        raise IllegalMove(f"choose a victim for {name} or forfeit it", "A-D7" if state.position == 1 else "A-D8")
    _, victim, prize = data
    seat = state.ranks[0]
    if victim == seat or not 0 <= victim < state.setup.seats:
        raise IllegalMove("the victim is another player at the table", "1.3.2")
    if victim == state.victim:
        raise IllegalMove("1st position has attacked that player already: choose another", "A-6")
    state = _seize(state, seat, victim, prize) if state.position == 1 else _claim(state, seat, prize)
    return _go_on(_pass(_strike(state, seat, victim)))


def _seize(state: State, seat: Seat, victim: Seat, position: int) -> State:
    """1st position takes a chest from the victim's area; gaps close (A-18)."""
    action, prey = state.action, state.ships[victim]
    area = _area(prey, action)
    if not area and position == NONE:
        return put(state, victim=victim)
    if not 0 <= position < len(area):
        where = f"positions 1 to {len(area)}" if area else "no chest there to take"
        raise IllegalMove(f"name the chest you take: that player has {where}", "A-22")
    rest = (*area[:position], *area[position + 1 :])
    prey = prey._replace(fleet=rest) if action == BOARD else prey._replace(crew=rest)
    own = state.ships[seat]
    own = own._replace(island=(*own.island, area[position]))  # safe there for this round
    return put(state, ships=put_ship(put_ship(state.ships, victim, prey), seat, own), victim=victim)


def _claim(state: State, seat: Seat, colour: int) -> State:
    """2nd position takes a chest from the centre island, if any (AT-22)."""
    if not state.centre and colour == NONE:
        return state
    if colour not in BITS[state.centre]:
        raise IllegalMove("take a chest that lies on the centre island", "A-9")
    own = state.ships[seat]
    ships = put_ship(state.ships, seat, own._replace(island=(*own.island, colour)))
    return put(state, ships=ships, centre=state.centre & ~(1 << colour))


def _strike(state: State, seat: Seat, victim: Seat) -> State:
    """The victim's token goes back; the attacker's too if the victim has a die there. Each attack by itself (A-10)."""
    action, ships = state.action, state.ships
    ships = put_ship(ships, victim, _back(ships[victim], action))
    if state.placed[victim] >> 5 * action & ALL_DICE:
        ships = put_ship(ships, seat, _back(ships[seat], action))
    return put(state, ships=ships)


def _surplus(state: State) -> State:
    """A-4: once the action as a whole is done, chests beyond capacity leave from the right, clockwise (A-19)."""
    if state.action not in (BOARD, RAID):
        return state
    for seat in clockwise(state):
        ship = state.ships[seat]
        area, space = _area(ship, state.action), moving.space(ship, state.action)
        if len(area) > space:
            ship = ship._replace(fleet=area[:space]) if state.action == BOARD else ship._replace(crew=area[:space])
            state = moving.drop(put(state, ships=put_ship(state.ships, seat, ship)), area[space:])
    return state
