"""The actions phase (1.3.2, 1.6): rank the totals, let 1st and 2nd position act, drop what no longer fits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....errors import IllegalMove
from ....rules.ask import PILE, Deal, Hand, Mix, Turn
from ....rules.record import Record, Thing
from ....rules.shape import done, drawn, moved, put
from ....text import _
from . import moving
from .moves import ACT, CLAIM, KEEP, NONE, PASS, SEIZE, plain_moved
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
    next_state,
    staying,
    total,
)

if TYPE_CHECKING:
    from ....rules.answer import Answer
    from ....rules.ask import Ask, Handle, Seat
    from ....rules.record import Args, Note
    from .state import Counts

_TURNS = tuple(Turn(seat) for seat in range(4))
_HUNT_CHEST, _HUNT_DEAL, _HUNT_KEEP, _HUNT_MIX = (
    int(phase) for phase in (Phase.HUNT_CHEST, Phase.HUNT_DEAL, Phase.HUNT_KEEP, Phase.HUNT_MIX)
)
# How each action is decided.
_PHASES = tuple(int(phase) for phase in (Phase.OFFER, Phase.OFFER, Phase.OFFER, Phase.ATTACK, Phase.ATTACK))


def ask_turn(state: State) -> Ask:
    return _TURNS[state.ranks[0]]


def begin(state: State, note: Note | None) -> State:
    """All dice lie: resolve the five actions in their order."""
    if note:
        note(Record("placed", None))
    return _go_on(state, state.ships, FLEET, _enter(state, FLEET, note), 1, NONE, note)


def ranking(state: State, action: int) -> tuple[Seat, ...]:
    """Everybody who takes part in an action, best first."""
    placed, shift = state.placed, 5 * action
    totals = {}
    for seat in clockwise(state):
        if placed[seat] >> shift & ALL_DICE:
            totals[seat] = total(state, seat, action)
    # Sorting leaves equal totals in clockwise order from the start player: whoever comes first wins a tie (step 3).
    return tuple(sorted(totals, key=totals.__getitem__, reverse=True))


def positions(state: State) -> int:
    """How many act in each action: only the best with two players (1.6)."""
    return 1 if state.setup.seats == 2 else 2


def _enter(state: State, action: int, note: Note | None) -> tuple[Seat, ...]:
    """Who acts in an action."""
    ranks = ranking(state, action)
    if note:
        note(Record("ranked", None, _note_ranks(state, action, ranks)))
    return ranks[: 1 if state.setup.seats == 2 else 2]


def _note_ranks(state: State, action: int, ranks: tuple[Seat, ...]) -> Args:
    """Place (0: too late to act), seat and total of everybody there; whether there is a tie, and who is first in it."""
    points = [total(state, seat, action) for seat in ranks]
    places = [place if place <= positions(state) else 0 for place in range(1, 1 + len(ranks))]
    tie = int(len(set(points)) < len(points))
    ranked = tuple(zip(places, ranks, points, strict=True))
    return {"action": action, "ranks": ranked, "tie": tie, "player": state.start}


def _go_on(
    state: State,
    ships: tuple[Ship, ...],
    action: int,
    ranks: tuple[Seat, ...],
    position: int,
    victim: int,
    note: Note | None,
) -> State:
    """The next position that has something to decide; when no action is left, the chests move."""
    while True:
        while ranks:
            # fmt: off
            state = next_state(
                state, _PHASES[action], ships, state.placed, state.bonus, state.bag, state.centre,
                (), (), action, ranks, position, victim,
            )
            # fmt: on
            if state.adrift and state.adrift >> ranks[0] & 1:  # it ranks, and forfeits
                if note:
                    note(Record("forfeited", ranks[0], {"action": action}))
            elif _matters(state):
                return state
            elif note:
                note(Record("idle", ranks[0], {"action": action, "position": position}))
            ranks, position = ranks[1:], 2
        if action >= BOARD and _crowded(ships, action):
            state = surplus(state._replace(ships=ships), action, note)
            ships = state.ships
        if action == RAID:
            return moving.begin(state, ships, note)
        action += 1
        ranks, position, victim = _enter(state, action, note), 1, NONE


def pass_on(state: State, ships: tuple[Ship, ...], note: Note | None, victim: int = NONE) -> State:
    """The position in turn is done; positions do not change (A-7)."""
    return _go_on(state, ships, state.action, state.ranks[1:], 2, victim, note)


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
        if state.position == 1 and prey(ship, action):
            return True
        defends = state.placed[victim] >> 5 * action & ALL_DICE
        if box(ship, action) > BOX_MIN or (defends and box(own, action) > BOX_MIN):
            return True
    return False


# --- FLEET, CREW, HUNT ------------------------------------------------------------------------------------------


def take_offer(state: State, answer: Answer, note: Note | None = None) -> State:
    """A-D5: perform or forfeit."""
    data = plain_moved(answer)
    if data not in ((PASS,), (ACT,)):
        raise IllegalMove(_("perform {name} or forfeit it", name=Action(state.action).name), "A-D5")
    if data[0] == PASS:
        return forfeit(state, note)
    if state.action == HUNT:
        return _hunt(state, note)
    return pass_on(state, sail(state, note), note)


def forfeit(state: State, note: Note | None) -> State:
    if note:
        note(Record("forfeited", state.ranks[0], {"action": state.action}))
    return pass_on(state, state.ships, note)


def sail(state: State, note: Note | None) -> tuple[Ship, ...]:
    """FLEET or CREW: the boat or the pirate of the position in turn goes forward."""
    seat, action = state.ranks[0], state.action
    ship = state.ships[seat]
    old = ship.boat if action == FLEET else ship.pirate
    box = min(BOX_MAX, old + (1 if state.setup.seats == 2 else 3 - state.position))
    if note:
        token = BOARD if action == FLEET else RAID
        args = {"token": token, "old": old, "new": box, "points": box - old}
        note(Record("sailed", seat, {**args, "room": CAPACITY[box], "grows": CAPACITY[box] - CAPACITY[old]}))
    boat, pirate, island, crew, fleet, port, tiles = ship
    if action == FLEET:
        return put(state.ships, seat, Ship(box, pirate, island, crew, fleet, port, tiles))
    return put(state.ships, seat, Ship(boat, box, island, crew, fleet, port, tiles))


def _hunt(state: State, note: Note | None) -> State:
    """1st position draws a chest first; an empty bag gives none (A-1)."""
    if note:
        hunt_begins(state, note)
    if state.position == 2:
        return _tiles(state, state.ships, state.bag, note)
    if moving.bounds(state.bag, 1):
        return state._replace(phase=_HUNT_CHEST)
    return _chest(state, (), note)


def hunt_begins(state: State, note: Note) -> None:
    note(Record("hunted", state.ranks[0], {"position": state.position, "two": int(state.setup.seats == 2)}))


def ask_chest(state: State) -> Ask:
    return moving.ask_chests(state.bag, 1)


def take_chest(state: State, answer: Answer, note: Note | None = None) -> State:
    return _chest(state, drawn(answer, moving.bounds(state.bag, 1)), note)


def _chest(state: State, values: tuple[int, ...], note: Note | None) -> State:
    colours, bag = moving.draw(state.bag, 1, values)
    ships, seat = state.ships, state.ranks[0]
    for colour in colours:
        ships = put(ships, seat, moving.stow(ships[seat], colour))
    if note:
        moving.note_draw(seat, colours[0] if colours else NONE, note)
    return _tiles(state, ships, bag, note)


def _tiles(state: State, ships: tuple[Ship, ...], bag: Counts, note: Note | None) -> State:
    """Then the tiles, as many as there are (A-17)."""
    if not state.supply:
        if note:
            note(Record("no_tile", state.ranks[0]))
        return pass_on(state._replace(bag=bag), ships, note)
    return state._replace(phase=_HUNT_DEAL, ships=ships, bag=bag)


def _dealt(state: State) -> tuple[Handle, ...]:
    """Two for 1st position, of which one goes back; one for 2nd position and in the game for two."""
    return state.supply[: 2 if state.position == 1 and state.setup.seats > 2 else 1]


def ask_tiles(state: State) -> Ask:
    return Deal((Hand(state.ranks[0], _dealt(state)),))


def take_tiles(state: State, answer: Answer, note: Note | None = None) -> State:
    done(answer)
    hand = _dealt(state)
    supply = state.supply[len(hand) :]
    if note:
        tiles = tuple(Thing("tiles", handle) for handle in hand)
        note(Record("looked" if len(hand) == 2 else "took", state.ranks[0], {"tiles": tiles}))
    if len(hand) == 2:
        return state._replace(phase=_HUNT_KEEP, supply=supply, hand=hand)
    return pass_on(state._replace(supply=supply), _keep(state, hand[0]), note)


def _keep(state: State, handle: Handle) -> tuple[Ship, ...]:
    seat = state.ranks[0]
    ship = state.ships[seat]
    return put(state.ships, seat, ship._replace(tiles=(*ship.tiles, handle)))


def take_keep(state: State, answer: Answer, note: Note | None = None) -> State:
    """A-D6: one tile stays, and the same move hands the other back."""
    move = moved(answer).move
    if len(move.data) != 2 or move.data[0] != KEEP or move.data[1] not in (0, 1) or move.opens:
        raise IllegalMove(_("choose which of the two tiles you keep"), "A-D6")
    kept, other = state.hand if move.data[1] == 0 else state.hand[::-1]
    if move.gives != ((other, PILE),):
        raise IllegalMove(_("the tile you do not keep goes back to the others, face down"), "A-D6")
    if note:
        note_keep(state, move.data[1], note)
    ships, supply = _keep(state, kept), (*state.supply, other)
    if len(supply) > 1:
        return state._replace(phase=_HUNT_MIX, ships=ships, supply=supply, hand=())
    return pass_on(state._replace(supply=supply, hand=()), ships, note)


def note_keep(state: State, index: int, note: Note) -> None:
    kept, other = state.hand if index == 0 else state.hand[::-1]
    note(Record("kept", state.ranks[0], {"tile": Thing("tiles", kept), "other": Thing("tiles", other)}))


def ask_mix(state: State) -> Ask:
    return Mix("tiles", hidden=state.supply, shown=(), into=state.supply, by=staying(state))


def take_mix(state: State, answer: Answer, note: Note | None = None) -> State:
    done(answer)
    if note:
        note(Record("mixed", None, {"count": len(state.supply)}))
    return pass_on(state, state.ships, note)


# --- BOARD, RAID ------------------------------------------------------------------------------------------------


def prey(ship: Ship, action: int) -> tuple[int, ...]:
    """The chests that BOARD or RAID can reach."""
    return ship.fleet if action == BOARD else ship.crew


def box(ship: Ship, action: int) -> int:
    """Where the token stands that BOARD or RAID pushes back: the boat or the pirate."""
    return ship.boat if action == BOARD else ship.pirate


def take_attack(state: State, answer: Answer, note: Note | None = None) -> State:
    """A-D7 and A-D8; once performed every part is mandatory (A-9)."""
    data = plain_moved(answer)
    if data == (PASS,):
        return forfeit(state, note)
    first = state.position == 1
    if len(data) != 3 or data[0] != (SEIZE if first else CLAIM):
        name = Action(state.action).name
        raise IllegalMove(_("choose a victim for {name} or forfeit it", name=name), "A-D7" if first else "A-D8")
    _kind, victim, colour = data
    if victim == state.ranks[0] or not 0 <= victim < state.setup.seats:
        raise IllegalMove(_("the victim is another player at the table"), "1.3.2")
    if victim == state.victim:
        raise IllegalMove(_("1st position has attacked that player already: choose another"), "A-6")
    state, ships = attack(state, victim, colour, note)
    return pass_on(state, ships, note, victim)


def attack(state: State, victim: Seat, colour: int, note: Note | None) -> tuple[State, tuple[Ship, ...]]:
    """The attack itself: booty to the attacker's island, safe for this round (A-5), and tokens one box back."""
    seat, action = state.ranks[0], state.action
    area = prey(state.ships[victim], action)
    if state.position == 1:
        area = _seize(area, colour)
    else:
        state = state._replace(centre=_claim(state.centre, colour))
    defended = state.placed[victim] >> 5 * action & ALL_DICE > 0
    ships = strike(state.ships, action, seat, victim, area, colour, defended)
    if note:
        args = {"action": action, "victim": victim, "area": action, "colour": colour, "position": state.position}
        note(Record("attacked", seat, args))
        _note_back(state, victim, ships, note)
        if defended:  # each attack by itself
            note(Record("defended", victim, {"action": action}))
            _note_back(state, seat, ships, note)
    return state, ships


def strike(
    ships: tuple[Ship, ...], action: int, seat: Seat, victim: Seat, area: tuple[int, ...], booty: int, defended: bool
) -> tuple[Ship, ...]:
    """The boards after an attack that leaves the victim `area`; a victim with dice there strikes back."""
    own = ships[seat] if booty == NONE else moving.stow(ships[seat], booty)
    if defended:
        own = _back(own, action, prey(own, action))
    after = list(ships)
    after[victim], after[seat] = _back(ships[victim], action, area), own
    return tuple(after)


def _seize(area: tuple[int, ...], colour: int) -> tuple[int, ...]:
    """What is left where 1st position took a chest of that colour (A-22); gaps close (A-18)."""
    if not area and colour == NONE:
        return ()
    if colour not in area:
        if not area:
            raise IllegalMove(_("that player has no chest there to take: name none"), "A-22")
        raise IllegalMove(_("name the colour of the chest you take: that player has none of that colour there"), "A-22")
    return without(area, colour)


def without(area: tuple[int, ...], colour: int) -> tuple[int, ...]:
    at = area.index(colour)
    return area[:at] + area[at + 1 :]


def _claim(centre: int, colour: int) -> int:
    """What is left on the centre island where 2nd position took a chest of that colour, if any (AT-22)."""
    if not centre and colour == NONE:
        return 0
    if colour not in BITS[centre]:
        raise IllegalMove(_("take a chest that lies on the centre island"), "A-9")
    return centre & ~(1 << colour)


def _back(ship: Ship, action: int, area: tuple[int, ...]) -> Ship:
    """A board with that area, and its token one box back."""
    boat, pirate, island, crew, fleet, port, tiles = ship
    if action == BOARD:
        return Ship(max(BOX_MIN, boat - 1), pirate, island, crew, area, port, tiles)
    return Ship(boat, max(BOX_MIN, pirate - 1), island, area, fleet, port, tiles)


def _note_back(state: State, seat: Seat, ships: tuple[Ship, ...], note: Note) -> None:
    old, new = box(state.ships[seat], state.action), box(ships[seat], state.action)
    args = {"token": state.action, "old": old, "new": new, "room": CAPACITY[new], "lost": CAPACITY[old] - CAPACITY[new]}
    note(Record("fell", seat, args) if new < old else Record("held", seat, {"token": state.action}))


def _crowded(ships: tuple[Ship, ...], action: int) -> bool:
    """Whether any ship holds more chests in the attacked area than fit."""
    for boat, pirate, _island, crew, fleet, _port, _tiles in ships:
        if len(fleet) > CAPACITY[boat] if action == BOARD else len(crew) > CAPACITY[pirate]:
            return True
    return False


def surplus(state: State, action: int, note: Note | None) -> State:
    """A-4: once the action as a whole is done, chests beyond capacity leave from the right, clockwise (A-19)."""
    bag, centre, ships = state.bag, state.centre, state.ships
    for seat in clockwise(state):
        ship = ships[seat]
        area, space = prey(ship, action), moving.space(ship, action)
        for colour in area[space:]:
            bag, now = moving.dropped(bag, centre, state.setup.seats, (colour,))
            if note:
                args = {"area": action, "room": space, "colour": colour, "to_centre": int(now != centre)}
                note(Record("dropped", seat, args))
            centre = now
        if len(area) > space:
            ship = ship._replace(fleet=area[:space]) if action == BOARD else ship._replace(crew=area[:space])
            ships = put(ships, seat, ship)
    return state._replace(ships=ships, bag=bag, centre=centre)
