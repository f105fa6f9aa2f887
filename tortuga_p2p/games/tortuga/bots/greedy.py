"""The bot `greedy`: sensible one-step play. It looks at the table as it lies and takes what gains most, now.

Every action has a prize (points won and points taken from others); dice are worth the prize times the chance they
add to win that action. No thought of the next roll, of the bonuses for being early, or of the end of the game.

Two of them alone used to take from each other for ever: 33 rounds were usual, 110 the most in 400 games, where others
take 6 to 11. So from the ninth round on, longer than it takes with anybody else, attacks count less and less.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..rules.acting import boxes, sailed
from ..rules.components import ACTIONS, ALL_DICE, CAPACITY, COUNT, CREW, FLEET, HUNT, PURPLE, assigned, sums
from ..rules.moves import ACT, NONE, PASS, SEIZE, order, roll_code, set_action
from ..rules.scoring import SET_POINTS, sets
from ..rules.state import Phase, box, prey, room, stow, total
from .outcome import attacked, best_rows

if TYPE_CHECKING:
    from collections.abc import Callable

    from ....rules.ask import Move, Moves, Seat
    from ....rules.game import Draw, View
    from ..rules.state import Ship, State

# Points that a chest is likely to bring, by where it lies: most chests are carried on, some are lost.
IN_PORT, IN_FLEET, IN_CREW, ON_ISLAND = 3.0, 2.8, 2.3, 1.8
TILE, BETTER_TILE = 1.6, 2.0  # coins of one tile, and of the better of two, on average
CHEST_DRAWN = ON_ISLAND + 1.0  # a chest of unknown colour, with some hope of a set
TIRES_AFTER, TIRES_FOR = 8, 8  # rounds
DIE_TO_COME = 0.9  # what a die that a rival has not placed yet will add to one of their totals, on average


class Greedy:
    """Sensible one-step play."""

    name = "greedy"
    is_quick = True

    def choose(self, view: View[State], moves: Moves, draw: Draw, /) -> Move:
        if len(moves) == 1:  # being stuck, for one
            return moves[0]
        state, seat = view.state, view.seat
        assert seat is not None
        phase = state.phase
        if phase == Phase.OFFER:
            return next(move for move in moves if move.data[0] == ACT)
        if phase == Phase.HUNT_KEEP:
            return max(moves, key=lambda move: view.known[state.hand[move.data[1]]])
        if phase == Phase.ATTACK:
            return max(moves, key=lambda move: _attack(state, seat, move))
        if phase == Phase.MOVE_ORDER:
            return order(*best_rows(state.ships[seat]))
        gains = _Gains(state, seat)
        if assigned(state.placed[seat]) == ALL_DICE:
            return max(moves, key=lambda move: gains.bonus(move.data[1]))
        return max(moves, key=dice_worth(view, seat, gains.dice))


# --- dice -------------------------------------------------------------------------------------------------------


def dice_worth(view: View[State], seat: Seat, worth: Callable[[int, int], float]) -> Callable[[Move], float]:
    """What a move's dice are worth on their action; skulls alone count as on the best one with room for them."""
    state, placed = view.state, view.state.placed[seat]
    if state.phase == Phase.SKULLS:
        return lambda move: worth(state.skulls[0][1], move.data[1])
    if state.phase == Phase.PLACE:
        return lambda move: worth(*move.data[1:])
    code, ship = roll_code(seat, ALL_DICE & ~assigned(placed), view.known), state.ships[seat]

    def selected(move: Move) -> float:
        mask = move.data[1]
        if code >> 25 & mask != mask:
            return worth(mask, set_action(code, mask))
        return max([worth(mask, action) for action in ACTIONS if room(ship, placed, action) >= COUNT[mask]])

    return selected


class _Gains:
    """What dice and bonuses would add for one seat, given what everybody's dice show so far."""

    def __init__(self, state: State, seat: Seat) -> None:
        self.pips = sums(state.setup.dice)
        self.totals = [total(state, seat, action) for action in ACTIONS]
        self.bonuses = [state.bonus[seat] >> 2 * action & 3 for action in ACTIONS]
        self.prizes = [prize(state, seat, action) for action in ACTIONS]
        others = [other for other in range(state.setup.seats) if other != seat]
        to_come = [DIE_TO_COME * COUNT[ALL_DICE & ~assigned(state.placed[other])] for other in others]
        self.rivals = [
            max(total(state, other, action) + more for other, more in zip(others, to_come, strict=True))
            for action in ACTIONS
        ]

    def dice(self, mask: int, action: int) -> float:
        before = self.totals[action]
        added = self.pips[action][mask] + (0 if before else self.bonuses[action])
        return self._gain(action, before, before + added)

    def bonus(self, action: int) -> float:
        """On an action without dice it waits for a later round, and is worth about half."""
        before = self.totals[action]
        return self._gain(action, before, before + 1) if before else 0.5 * self._gain(action, 4, 5)

    def _gain(self, action: int, before: float, after: float) -> float:
        rival = self.rivals[action] + 0.5
        return self.prizes[action] * (after / (after + rival) - before / (before + rival))


def prize(state: State, seat: Seat, action: int) -> float:
    """What the action would bring to whoever comes first in it, the seat's own gain and the others' loss."""
    seats, ship = state.setup.seats, state.ships[seat]
    if action in (FLEET, CREW):
        full = len(ship.crew if action == FLEET else ship.island) >= CAPACITY[box(ship, action)]
        return prospect(sailed(ship, action, boxes(seats, 1))) - prospect(ship) + full
    if action == HUNT:
        return CHEST_DRAWN + (TILE if seats == 2 else BETTER_TILE)
    return max(
        _swing(state, seat, action, victim, colour)
        for victim, ship in enumerate(state.ships)
        if victim != seat
        for colour in prey(ship, action) or (NONE,)
    )


# --- attacks ----------------------------------------------------------------------------------------------------


def _attack(state: State, seat: Seat, move: Move) -> float:
    if move.data[0] == PASS:
        return 0.0
    kind, victim, colour = move.data
    if kind == SEIZE:
        return _swing(state, seat, state.action, victim, colour)
    gain = _swing(state, seat, state.action, victim, NONE)
    own = state.ships[seat]
    return gain + (prospect(stow(own, colour)) - prospect(own) if colour != NONE else 0.0)


def _swing(state: State, seat: Seat, action: int, victim: Seat, colour: int) -> float:
    """Own gain plus the victim's loss; a leader's loss is worth more than another's."""
    ships = state.ships
    defended = bool(state.placed[victim] >> 5 * action & ALL_DICE)
    after = attacked(ships, action, seat, victim, colour, defended=defended)
    values = [prospect(ship) for ship in ships]
    loss = values[victim] - prospect(after[victim])
    share = 1.0 if len(ships) == 2 else 0.3 + 0.3 * (values[victim] == max(values[:seat] + values[seat + 1 :]))
    swing = prospect(after[seat]) - values[seat] + share * loss
    return swing * _appetite(state.round) if swing > 0 else swing


def _appetite(number: int) -> float:
    """For attacks, in this round of the game: whole at first, none once it has taken twice as long as others do."""
    return min(1.0, max(0.0, 1 - (number - TIRES_AFTER) / TIRES_FOR))


def prospect(ship: Ship) -> float:
    """The points that a board promises, as it stands."""
    value = IN_PORT * (sum(ship.port) + ship.port[PURPLE]) + SET_POINTS * sets(ship) + ship.boat + ship.pirate
    for area, points in ((ship.fleet, IN_FLEET), (ship.crew, IN_CREW), (ship.island, ON_ISLAND)):
        for colour in area:
            value += 2 * points if colour == PURPLE else points
    return value
