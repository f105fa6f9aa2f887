"""The bot `captain`: looks ahead. Every choice is weighed by what it does to everybody's chance to win.

For dice it works out what coming 1st or 2nd in each action would change (value.py), how likely the rivals' totals are
(from their dice and what they should want), and then the best use of its own dice over every way they may still fall
(plan.py), against the bonus that being finished early earns. Attacks are tried out on paper. It sees its own view only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from .greedy import Greedy
from .moves import PASS, SEIZE, roll_code, set_action
from .outcome import attacked, enriched, prey, sailed
from .plan import Plan
from .state import (
    ACTIONS,
    ALL_DICE,
    BITS,
    BOARD,
    CAPACITY,
    COUNT,
    HUNT,
    PURPLE,
    RAID,
    Phase,
    assigned,
    room,
)
from .told import put_ship
from .value import COINS_OF_A_TILE, Judge

if TYPE_CHECKING:
    from ...rules.ask import Move, Moves, Seat
    from ...rules.game import Draw, View
    from .outcome import Ships
    from .state import State

COINS_OF_THE_BETTER_OF_TWO: Final = 2.0
WILD: Final = 0.3  # how much rivals place dice regardless of what they gain
EVEN: Final = 1.0  # how much less a die's number matters to them than it could


class Captain:
    """Looks ahead."""

    name = "captain"

    def __init__(self) -> None:
        self._simple = Greedy()

    def choose(self, view: View[State], moves: Moves, draw: Draw, /) -> Move:
        state, seat = view.state, view.seat
        assert seat is not None
        if state.phase in (Phase.OFFER, Phase.HUNT_KEEP, Phase.MOVE_ORDER):
            return self._simple.choose(view, moves, draw)
        outlook = Outlook(view)
        if state.phase == Phase.ATTACK:
            return max(moves, key=outlook.attack)
        placed = state.placed[seat]
        free = ALL_DICE & ~assigned(placed)
        if not free:
            return max(moves, key=lambda move: outlook.bonus(move.data[1]))
        plan = outlook.plan()
        if state.phase == Phase.SKULLS:
            mask = state.skulls[0][1]
            return max(moves, key=lambda move: plan.worth(placed | mask << 5 * move.data[1]))
        if state.phase == Phase.PLACE:
            return max(moves, key=lambda move: plan.worth(placed | move.data[1] << 5 * move.data[2]))
        code, ship = roll_code(seat, free, view.known), state.ships[seat]

        def worth(move: Move) -> float:
            mask = move.data[1]
            if code >> 25 & mask != mask:
                return plan.worth(placed | mask << 5 * set_action(code, mask))
            fits = [action for action in ACTIONS if room(ship, placed, action) >= COUNT[mask]]
            return max([plan.worth(placed | mask << 5 * action) for action in fits])

        return max(moves, key=worth)


class Prize(NamedTuple):
    """Everybody's chances after somebody's best use of an action: if the victim does not defend, and if he does."""

    open: list[float]
    defended: list[float]
    victim: int = -1


class Outlook:
    """What the table looks like to one seat before one decision."""

    def __init__(self, view: View[State]) -> None:
        state, seat = view.state, view.seat
        assert seat is not None
        self.state, self.seat = state, seat
        self.seats = state.setup.seats
        self.judge = Judge(state)
        self.coins = [len(ship.tiles) * COINS_OF_A_TILE for ship in state.ships]
        self.coins[seat] = float(sum([view.known[handle] for handle in state.ships[seat].tiles]))
        self.base = self._chances(state.ships)
        self.order = [(other - state.start) % self.seats for other in range(self.seats)]
        self._prizes: dict[tuple[int, Seat, int], Prize] = {}
        self._wanted: list[list[float]] = []
        table = state.setup.dice
        # One more than any total can be: all dice on one action, and the largest bonus.
        self.top = max(sum(table[die][action] for die in range(5)) for action in ACTIONS) + 3

    def _chances(self, ships: Ships) -> list[float]:
        return self.judge.chances(ships, self.coins, self.state.bonus)

    # --- attacks and bonuses ---------------------------------------------------------------------------------

    def attack(self, move: Move) -> float:
        """Our chance to win after it."""
        if move.data[0] == PASS:
            return self.base[self.seat]
        kind, victim, prize = move.data
        state, action = self.state, self.state.action
        defended = bool(state.placed[victim] >> 5 * action & ALL_DICE)
        position = prize if kind == SEIZE else -1
        ships = attacked(state.ships, action, self.seat, victim, position, defended=defended)
        if kind != SEIZE and prize >= 0:
            ships = put_ship(ships, self.seat, enriched(ships[self.seat], prize))
        return self._chances(ships)[self.seat]

    def bonus(self, action: int) -> float:
        """What a bonus there changes: from now on, and in this round if we have dice there."""
        gain = self._bonus_kept(action)
        dice = self.state.placed[self.seat] >> 5 * action & ALL_DICE
        if dice:
            values = self.values(action)
            total = self._pips(dice, action) + (self.state.bonus[self.seat] >> 2 * action & 3)
            gain += values[total + 1] - values[total]
        return gain

    def _bonus_kept(self, action: int) -> float:
        bonuses = list(self.state.bonus)
        bonuses[self.seat] += 1 << 2 * action
        return self.judge.chances(self.state.ships, self.coins, bonuses)[self.seat] - self.base[self.seat]

    # --- dice ------------------------------------------------------------------------------------------------

    def plan(self) -> Plan:
        """The best use of our dice: what each set on each action is worth, and what another roll costs."""
        bonus, ship = self.state.bonus[self.seat], self.state.ships[self.seat]
        gains = []
        for action in ACTIONS:
            values = self.values(action)
            extra = bonus >> 2 * action & 3
            gains.append([values[self._pips(mask, action) + extra] if mask else values[0] for mask in range(32)])
        free = [action for action in ACTIONS if bonus >> 2 * action & 3 < 2]
        price = max([0.0, *(self._bonus_kept(action) for action in free)])
        return Plan(gains, (5, 5, 5, CAPACITY[ship.boat], CAPACITY[ship.pirate]), price)

    def _pips(self, mask: int, action: int) -> int:
        table = self.state.setup.dice
        return sum([table[die][action] for die in BITS[mask]])

    def values(self, action: int) -> list[float]:
        """What our total on an action is worth, by total; 0 is to have no die there."""
        rivals = [other for other in range(self.seats) if other != self.seat]
        wants = self._wants()
        odds = {rival: self._odds(rival, action, wants[rival]) for rival in rivals}
        below = {rival: _running(odds[rival]) for rival in rivals}
        places = 1 if self.seats == 2 else 2
        prizes = {
            (who, place): self._prize_value(self._prize(action, who, place), who, odds)
            for who in range(self.seats)
            for place in range(1, places + 1)
        }
        found = []
        for total in range(self.top):
            own = self._own_part(total, prizes, odds, below)
            found.append(own + self._rivals_part(total, prizes, odds, below))
        return found

    def _under(self, below: dict[int, list[float]], rival: Seat, total: int, before: int) -> float:
        """The chance that a rival's total does not beat this one; ties go to whoever sits earlier."""
        return below[rival][total if self.order[rival] < before else total + 1]

    def _own_part(
        self,
        total: int,
        prizes: dict[tuple[int, int], tuple[float, float]],
        odds: dict[int, list[float]],
        below: dict[int, list[float]],
    ) -> float:
        if total == 0:
            return 0.0
        seat, before = self.seat, self.order[self.seat]
        if self.seats == 2:
            (rival,) = odds
            wins, alone = self._under(below, rival, total, before), odds[rival][0]
            undefended, defended = prizes[seat, 1]
            return alone * max(undefended, 0.0) + (wins - alone) * max(defended, 0.0)
        first, second = 1.0, 0.0
        for rival in odds:
            one = 1 - self._under(below, rival, total, before)
            for other in odds:
                if other != rival:
                    one *= self._under(below, other, total, before)
            second += one
            first *= self._under(below, rival, total, before)
        return first * max(0.0, prizes[seat, 1][0]) + second * max(0.0, prizes[seat, 2][0])

    def _rivals_part(
        self,
        total: int,
        prizes: dict[tuple[int, int], tuple[float, float]],
        odds: dict[int, list[float]],
        below: dict[int, list[float]],
    ) -> float:
        """What rivals gain and we lose by it, with our total in their way."""
        there, before = total > 0, self.order[self.seat]
        worth = 0.0
        for rival, chances in odds.items():
            first = second = 0.0
            turn = self.order[rival]
            for theirs, chance in enumerate(chances):
                if theirs == 0 or chance < 1e-9:
                    continue
                none, one = 1.0, 0.0
                for other in odds:
                    if other == rival:
                        continue
                    beaten = self._under(below, other, theirs, turn)
                    alone = 1 - beaten
                    for third in odds:
                        if third not in (rival, other):
                            alone *= self._under(below, third, theirs, turn)
                    one += alone
                    none *= beaten
                if there and (total > theirs or (total == theirs and before < turn)):
                    second += chance * none
                else:
                    first += chance * none
                    second += chance * one
            worth += first * prizes[rival, 1][there]
            if self.seats > 2:
                worth += second * prizes[rival, 2][there]
        return worth

    # --- what an action would bring ----------------------------------------------------------------------------

    def _prize_value(self, prize: Prize, who: Seat, odds: dict[int, list[float]]) -> tuple[float, float]:
        """What it changes for us, without and with a die of ours on the action."""
        seat, base = self.seat, self.base[self.seat]
        plain, defended = prize.open[seat] - base, prize.defended[seat] - base
        if prize.victim == seat or self.seats == 2:
            without, there = plain, defended
        elif prize.victim < 0:
            without = there = plain
        else:
            defends = 1 - odds[prize.victim][0]
            without = there = (1 - defends) * plain + defends * defended
        if who != seat and prize.open[who] < self.base[who]:
            without = 0.0  # he would forfeit it
        return without, there

    def _prize(self, action: int, who: Seat, place: int) -> Prize:
        key = (action, who, place)
        if key not in self._prizes:
            prize = self._raid_prize if action >= BOARD else self._calm_prize
            self._prizes[key] = prize(action, who, place)
        return self._prizes[key]

    def _calm_prize(self, action: int, who: Seat, place: int) -> Prize:
        """FLEET, CREW or HUNT performed."""
        ships, own = self.state.ships, self.state.ships[who]
        if action < HUNT:
            boxes = 1 if self.seats == 2 else 3 - place
            after = self._chances(put_ship(ships, who, sailed(own, action, boxes)))
            return Prize(after, after)
        coins = list(self.coins)
        coins[who] += COINS_OF_THE_BETTER_OF_TWO if self.seats > 2 and place == 1 else COINS_OF_A_TILE
        bag, count = self.state.bag, sum(self.state.bag)
        if place == 2 or not count:
            after = self.judge.chances(ships, coins, self.state.bonus)
            return Prize(after, after)
        mean = [0.0] * self.seats
        for colour, number in enumerate(bag):
            if number:
                drawn = self.judge.chances(put_ship(ships, who, enriched(own, colour)), coins, self.state.bonus)
                mean = [one + chance * number / count for one, chance in zip(mean, drawn, strict=True)]
        return Prize(mean, mean)

    def _raid_prize(self, action: int, who: Seat, place: int) -> Prize:
        """The attack that is best for whoever makes it, if nobody defends; and the same if its victim does."""
        state = self.state
        best, found = -1.0, (0, -1)
        chances = self.base
        for victim, ship in enumerate(state.ships):
            if victim == who:
                continue
            area = prey(ship, action) if place == 1 else ()
            # Of equal chests one is as good as another here.
            for position in {colour: at for at, colour in enumerate(area)}.values() or (-1,):
                after = self._chances(self._after(action, who, victim, position, place, defended=False))
                if after[who] > best:
                    best, found, chances = after[who], (victim, position), after
        victim, position = found
        defended = self._chances(self._after(action, who, victim, position, place, defended=True))
        return Prize(chances, defended, victim)

    def _after(self, action: int, who: Seat, victim: Seat, position: int, place: int, *, defended: bool) -> Ships:
        ships = attacked(self.state.ships, action, who, victim, position, defended=defended)
        if place == 2 and self.state.centre:
            colours = BITS[self.state.centre]
            prize = PURPLE if PURPLE in colours else colours[0]
            ships = put_ship(ships, who, enriched(ships[who], prize))
        return ships

    # --- what rivals will have ---------------------------------------------------------------------------------

    def _wants(self) -> list[list[float]]:
        """How much each seat should want each action, five in all."""
        if not self._wanted:
            for who in range(self.seats):
                gains = [max(0.0, self._prize(action, who, 1).open[who] - self.base[who]) for action in ACTIONS]
                total = max(sum(gains), 1e-9)
                self._wanted.append([5 * gain / total for gain in gains])
        return self._wanted

    def _odds(self, who: Seat, action: int, wants: list[float]) -> list[float]:
        """The distribution of a rival's total on an action, by total; 0 is to have no die there."""
        state, table = self.state, self.state.setup.dice
        ship, placed = state.ships[who], state.placed[who]
        odds = [0.0] * (self.top + 1)
        dice = placed >> 5 * action & ALL_DICE
        odds[self._pips(dice, action)] = 1.0
        open_to = [room(ship, placed, other) > 0 for other in ACTIONS]
        for die in BITS[ALL_DICE & ~assigned(placed)]:
            row = [(WILD + wants[x]) * (table[die][x] + EVEN) if open_to[x] else 0.0 for x in ACTIONS]
            chance, number = row[action] / sum(row), table[die][action]
            for total in range(self.top, -1, -1):
                come = chance * odds[total - number] if total >= number else 0.0
                odds[total] = (1 - chance) * odds[total] + come
        bonus = state.bonus[who] >> 2 * action & 3
        if bonus:
            none = 0.0 if dice else odds[0]
            if not dice:
                odds[0] = 0.0
            odds = [0.0] * bonus + odds[: len(odds) - bonus]
            odds[0] += none
        return odds


def _running(odds: list[float]) -> list[float]:
    """Entry x: the chance to be below x."""
    below, total = [0.0], 0.0
    for chance in odds:
        total += chance
        below.append(total)
    return below


assert RAID == BOARD + 1
