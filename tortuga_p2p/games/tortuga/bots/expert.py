"""The bot `expert`: looks ahead. Every choice is weighed by what it does to everybody's chance to win.

For dice it works out what coming 1st or 2nd in each action would change (prize.py), how likely the rivals' totals are
(from their dice and what they should want), and then the best use of its own dice over every way they may still fall
(plan.py), against the bonus that being finished early earns. Attacks are tried out on paper. It sees its own view only
and draws nothing: what is hidden from it enters as odds and means.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ..rules.components import ACTIONS, ALL_DICE, BITS, CAPACITY, DICE, assigned, sums
from ..rules.moves import ACT
from ..rules.state import Phase, room
from .contest import Contest, Rival
from .greedy import Greedy, dice_worth
from .plan import Plan
from .prize import Prizes

if TYPE_CHECKING:
    from collections.abc import Callable

    from ....rules.ask import Move, Moves, Seat
    from ....rules.game import Draw, View
    from ..rules.state import State

WILD: Final = 0.06  # how much rivals want any action, whatever it would bring; what they gain adds up to 1
EVEN: Final = 1.0  # added to a die's number: they do not always place a die where it is best


class Expert:
    """Looks ahead."""

    name = "expert"

    def __init__(self) -> None:
        self._simple = Greedy()

    def choose(self, view: View[State], moves: Moves, draw: Draw, /) -> Move:
        if len(moves) == 1:  # being stuck, for one
            return moves[0]
        worth = self._worth(view)
        return self._simple.choose(view, moves, draw) if worth is None else max(moves, key=worth)

    def weighs(self, view: View[State], moves: Moves, /) -> list[float] | None:
        """Our chance to win with each; nothing for the order of chests, which goes by a simple rule."""
        worth = self._worth(view) or _small(view)
        return None if worth is None else [worth(move) for move in moves]

    def _worth(self, view: View[State]) -> Callable[[Move], float] | None:
        state, seat = view.state, view.seat
        assert seat is not None
        if state.phase in (Phase.OFFER, Phase.HUNT_KEEP, Phase.MOVE_ORDER):  # one step is as far as one can see here
            return None
        outlook = Outlook(view)
        if state.phase == Phase.ATTACK:
            return outlook.prizes.attack
        placed = state.placed[seat]
        if assigned(placed) == ALL_DICE:
            return lambda move: outlook.bonus(move.data[1])
        plan = outlook.plan()
        return dice_worth(view, seat, lambda mask, action: plan.worth(placed | mask << 5 * action))


def _small(view: View[State]) -> Callable[[Move], float] | None:
    """What small decisions are worth: the simple rule decides them the same way, without counting."""
    state, prizes = view.state, Prizes(view)
    if state.phase == Phase.OFFER:
        return lambda move: prizes.offered(performed=move.data[0] == ACT)
    if state.phase == Phase.HUNT_KEEP:
        return lambda move: prizes.kept(view.known[state.hand[move.data[1]]])
    return None


class Outlook:
    """What the dice on the table promise to one seat, before one decision."""

    def __init__(self, view: View[State]) -> None:
        assert view.seat is not None
        state = self.state = view.state
        self.seat = view.seat
        self.prizes = Prizes(view)
        self._pips = sums(state.setup.dice)
        self._bonus = [state.bonus[view.seat] >> 2 * action & 3 for action in ACTIONS]
        self._totals = max(row[ALL_DICE] for row in self._pips) + 4  # all that a total can be, and a bonus to come

    def plan(self) -> Plan:
        """The best use of our dice: what each set on each action is worth, and what another roll costs."""
        gains = []
        for action, pips, bonus in zip(ACTIONS, self._pips, self._bonus, strict=True):
            values = self._values(action)
            gains.append([values[0], *[values[number + bonus] for number in pips[1:]]])
        ship = self.state.ships[self.seat]
        # Whoever is finished earns a bonus for each further roll of others: a roll of ours costs one, ours or theirs.
        price = max([0.0, *[self.prizes.bonus(action) for action in ACTIONS if self._bonus[action] < 2]])
        return Plan(gains, (DICE, DICE, DICE, CAPACITY[ship.boat], CAPACITY[ship.pirate]), price)

    def bonus(self, action: int) -> float:
        """What a bonus there changes: from now on, and in this round if we have dice there."""
        gain = self.prizes.bonus(action)
        dice = self.state.placed[self.seat] >> 5 * action & ALL_DICE
        if dice:
            values = self._values(action)
            total = self._pips[action][dice] + self._bonus[action]
            gain += values[total + 1] - values[total]
        return gain

    def _values(self, action: int) -> list[float]:
        """What our total on an action is worth, by total; 0 is to have no die there."""
        seats, start = self.state.setup.seats, self.state.start
        rivals = [other for other in range(seats) if other != self.seat]
        odds = {rival: self.odds(rival, action) for rival in rivals}
        contest = Contest(
            (self.seat - start) % seats, [Rival((rival - start) % seats, odds[rival]) for rival in rivals]
        )
        absent = {rival: row[0] for rival, row in odds.items()}
        firsts = [self.prizes.worth(action, who, 1, absent) for who in range(seats)]
        seconds = [self.prizes.worth(action, who, 2, absent) for who in range(seats)] if seats > 2 else [(0.0, 0.0)] * 2
        values = []
        for total in range(self._totals):
            there, value = total > 0, 0.0
            if there:
                first, second = contest.own(total)
                value = first * max(0.0, firsts[self.seat][1]) + second * max(0.0, seconds[self.seat][1])
                if seats == 2:  # the one rival who could defend is beaten, or not there at all
                    alone = absent[rivals[0]]
                    value += alone * (max(0.0, firsts[self.seat][0]) - max(0.0, firsts[self.seat][1]))
            for place, rival in enumerate(rivals):
                first, second = contest.of(place, total)
                value += first * firsts[rival][there] + second * seconds[rival][there]
            values.append(value)
        return values

    def odds(self, who: Seat, action: int) -> list[float]:
        """How likely each total of a rival's is: their dice there, and the others falling as they should want them."""
        state, table = self.state, self.state.setup.dice
        ship, placed = state.ships[who], state.placed[who]
        dice = placed >> 5 * action & ALL_DICE
        odds = [0.0] * self._totals
        odds[self._pips[action][dice]] = 1.0
        wants = [WILD + want if room(ship, placed, other) else 0.0 for other, want in enumerate(self.prizes.wants(who))]
        for die in BITS[ALL_DICE & ~assigned(placed)]:
            row = [want * (number + EVEN) for want, number in zip(wants, table[die], strict=True)]
            chance, number = row[action] / sum(row), table[die][action]
            come = [0.0] * number + odds
            odds = [(1 - chance) * stays + chance * comes for stays, comes in zip(odds, come, strict=False)]
        bonus = state.bonus[who] >> 2 * action & 3
        if dice:
            return [0.0] * bonus + odds[: self._totals - bonus]
        return [odds[0], *[0.0] * bonus, *odds[1 : self._totals - bonus]]
