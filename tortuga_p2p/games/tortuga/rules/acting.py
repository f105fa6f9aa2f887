"""The actions phase (1.3.2, 1.6): rank the totals, let 1st and 2nd position act, drop what no longer fits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....errors import IllegalMove
from ....rules.ask import PILE
from ....rules.record import Record, Thing
from ....rules.shape import done, drawn, moved, put
from ....text import _
from . import components as c
from . import moving
from .components import ALL_DICE, BOARD, CAPACITY
from .moves import ACT, CLAIM, KEEP, NONE, PASS, SEIZE, plain_moved
from .state import Phase, Ship, State, box, clockwise, next_state, prey, refit, stow, total

if TYPE_CHECKING:
    from ....rules.answer import Answer
    from ....rules.ask import Handle, Seat
    from ....rules.record import Note
    from .components import Counts

_HUNT_CHEST, _HUNT_DEAL, _HUNT_KEEP, _HUNT_MIX = (
    int(phase) for phase in (Phase.HUNT_CHEST, Phase.HUNT_DEAL, Phase.HUNT_KEEP, Phase.HUNT_MIX)
)
# How each action is decided.
_PHASES = tuple(int(phase) for phase in (Phase.OFFER, Phase.OFFER, Phase.OFFER, Phase.ATTACK, Phase.ATTACK))


def begin(state: State, note: Note | None) -> State:
    """All dice lie: resolve the five actions in their order."""
    if note:
        note(Record("placed", None))
    return _go_on(state, state.ships, c.FLEET, _enter(state, c.FLEET, note), 1, NONE, note)


def ranking(state: State, action: int) -> tuple[Seat, ...]:
    """Everybody who takes part in an action, best first."""
    placed, shift = state.placed, 5 * action
    totals = {}
    for seat in clockwise(state):
        if placed[seat] >> shift & ALL_DICE:
            totals[seat] = total(state, seat, action)
    # Sorting leaves equal totals in clockwise order from the start player: whoever comes first wins a tie (step 3).
    return tuple(sorted(totals, key=totals.__getitem__, reverse=True) if len(totals) > 1 else totals)


def positions(state: State) -> int:
    """How many act in each action: only the best with two players (1.6)."""
    return 1 if state.setup.seats == 2 else 2


def _enter(state: State, action: int, note: Note | None) -> tuple[Seat, ...]:
    """Who acts in an action."""
    ranks = ranking(state, action)
    if note:
        points = [total(state, seat, action) for seat in ranks]
        places = [place if place <= positions(state) else 0 for place in range(1, 1 + len(ranks))]  # 0: too late to act
        ranked, tie = tuple(zip(places, ranks, points, strict=True)), int(len(set(points)) < len(points))
        note(Record("ranked", None, {"action": action, "ranks": ranked, "tie": tie, "player": state.start}))
    return ranks[: 1 if state.setup.seats == 2 else 2]


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
        if action == c.RAID:
            return moving.begin(state, ships, note)
        action += 1
        ranks, position, victim = _enter(state, action, note), 1, NONE


def pass_on(state: State, ships: tuple[Ship, ...], note: Note | None, victim: int = NONE) -> State:
    """The position in turn is done; positions do not change (A-7)."""
    return _go_on(state, ships, state.action, state.ranks[1:], 2, victim, note)


def _matters(state: State) -> bool:
    """Whether performing and forfeiting differ for the position in turn.

    An attack also does where 2nd position comes after, who may not attack the same player, or takes from the centre.
    """
    seat, action = state.ranks[0], state.action
    if action < c.HUNT:  # FLEET, CREW
        return box(state.ships[seat], action) < c.BOX_MAX
    first = state.position == 1
    if action == c.HUNT:
        return bool(state.supply) or (first and any(state.bag))
    if len(state.ranks) == 2 if first else state.centre:
        return True
    return any(_attack_matters(state, action, seat, victim) for victim in range(len(state.ships)))


def _attack_matters(state: State, action: int, seat: Seat, victim: Seat) -> bool:
    """Whether an attack on somebody would change anything: a chest, or a token."""
    if victim in (seat, state.victim):
        return False
    ship = state.ships[victim]
    if box(ship, action) > c.BOX_MIN or (state.position == 1 and prey(ship, action)):
        return True
    return bool(state.placed[victim] >> 5 * action & ALL_DICE) and box(state.ships[seat], action) > c.BOX_MIN


# --- FLEET, CREW, HUNT ------------------------------------------------------------------------------------------


def take_offer(state: State, answer: Answer, note: Note | None = None) -> State:
    """A-D5: perform or forfeit."""
    data = plain_moved(answer)
    if data not in ((PASS,), (ACT,)):
        raise IllegalMove(_("perform {name} or forfeit it", name=c.Action(state.action).name), "A-D5")
    if data[0] == PASS:
        return forfeit(state, note)
    if state.action == c.HUNT:
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
    after = sailed(ship, action, boxes(state.setup.seats, state.position))
    if note:
        old, new = box(ship, action), box(after, action)
        token = BOARD if action == c.FLEET else c.RAID
        args = {"token": token, "old": old, "new": new, "points": new - old}
        note(Record("sailed", seat, {**args, "room": CAPACITY[new], "grows": CAPACITY[new] - CAPACITY[old]}))
    return put(state.ships, seat, after)


def sailed(ship: Ship, action: int, forward: int) -> Ship:
    return refit(ship, action, min(c.BOX_MAX, box(ship, action) + forward), prey(ship, action))


def boxes(seats: int, position: int) -> int:
    """How far FLEET and CREW take a token: two boxes as the first, one as the second and in the game for two."""
    return 1 if seats == 2 else 3 - position


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


def take_chest(state: State, answer: Answer, note: Note | None = None) -> State:
    return _chest(state, drawn(answer, moving.bounds(state.bag, 1)), note)


def _chest(state: State, values: tuple[int, ...], note: Note | None) -> State:
    colours, bag = moving.draw(state.bag, 1, values)
    ships, seat = state.ships, state.ranks[0]
    for colour in colours:
        ships = put(ships, seat, stow(ships[seat], colour))
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


def dealt(state: State) -> tuple[Handle, ...]:
    """Two for 1st position, of which one goes back; one for 2nd position and in the game for two."""
    return state.supply[: 2 if state.position == 1 and state.setup.seats > 2 else 1]


def take_tiles(state: State, answer: Answer, note: Note | None = None) -> State:
    done(answer)
    hand = dealt(state)
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


# --- BOARD, RAID ------------------------------------------------------------------------------------------------


def take_attack(state: State, answer: Answer, note: Note | None = None) -> State:
    """A-D7 and A-D8; once performed every part is mandatory (A-9)."""
    data = plain_moved(answer)
    if data == (PASS,):
        return forfeit(state, note)
    first = state.position == 1
    if len(data) != 3 or data[0] != (SEIZE if first else CLAIM):
        name = c.Action(state.action).name
        raise IllegalMove(_("choose a victim for {name} or forfeit it", name=name), "A-D7" if first else "A-D8")
    _kind, victim, colour = data
    if victim == state.ranks[0] or not 0 <= victim < state.setup.seats:
        raise IllegalMove(_("the victim is another player at the table"), "1.3.2")
    if victim == state.victim:
        raise IllegalMove(_("that player has already been attacked in this action: choose another"), "A-6")
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
    own = ships[seat] if booty == NONE else stow(ships[seat], booty)
    after = list(ships)
    after[victim], after[seat] = _back(ships[victim], action, area), own
    if defended:
        after[seat] = _back(own, action, prey(own, action))
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
    if colour not in c.BITS[centre]:
        raise IllegalMove(_("take a chest that lies on the centre island"), "A-9")
    return centre & ~(1 << colour)


def _back(ship: Ship, action: int, area: tuple[int, ...]) -> Ship:
    """A board with that area, and its token one box back."""
    return refit(ship, action, max(c.BOX_MIN, box(ship, action) - 1), area)


def _note_back(state: State, seat: Seat, ships: tuple[Ship, ...], note: Note) -> None:
    action = state.action
    old, new = box(state.ships[seat], action), box(ships[seat], action)
    args = {"token": action, "old": old, "new": new, "room": CAPACITY[new], "lost": CAPACITY[old] - CAPACITY[new]}
    note(Record("fell", seat, args) if new < old else Record("held", seat, {"token": action}))


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
        before = ships[seat]
        ships = put(ships, seat, fitted(before, action))
        space = CAPACITY[box(before, action)]
        for colour in prey(before, action)[space:]:
            bag, now = moving.dropped(bag, centre, state.setup.seats, (colour,))
            if note:
                args = {"area": action, "room": space, "colour": colour, "to_centre": int(now != centre)}
                note(Record("dropped", seat, args))
            centre = now
    return state._replace(ships=ships, bag=bag, centre=centre)


def fitted(ship: Ship, action: int) -> Ship:
    """The board without the chests that find no room in the attacked area."""
    area, place = prey(ship, action), box(ship, action)
    return ship if len(area) <= CAPACITY[place] else refit(ship, action, place, area[: CAPACITY[place]])
