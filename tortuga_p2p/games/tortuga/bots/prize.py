"""What an action would bring, in chances to win: tried out on paper for everybody who might perform it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from ....rules.shape import put
from ..rules.acting import boxes, sailed
from ..rules.components import ACTIONS, ALL_DICE, BITS, BOARD, FLEET, HUNT, PURPLE, TILES
from ..rules.moves import NONE, PASS, SEIZE
from ..rules.state import prey, stow
from .outcome import attacked
from .value import Judge

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ....rules.ask import Move, Seat
    from ....rules.game import View
    from ..rules.state import State
    from .outcome import Ships

COINS_OF_A_TILE: Final = sum(TILES) / len(TILES)
COINS_OF_THE_BETTER_OF_TWO: Final = 2.0


class Prize(NamedTuple):
    """Everybody's chances after somebody's best use of an action: if the victim has no die there, and if they have."""

    open: list[float]
    defended: list[float]
    victim: int = -1


class Prizes:
    """What every action would bring to everybody, seen by one seat before one decision."""

    def __init__(self, view: View[State]) -> None:
        state = self._state = view.state
        assert view.seat is not None
        self._seat = view.seat
        self._judge = Judge(state)
        self._coins = [len(ship.tiles) * COINS_OF_A_TILE for ship in state.ships]
        self._coins[view.seat] = float(sum([view.known[handle] for handle in state.ships[view.seat].tiles]))
        self._now = self._chances(state.ships)
        self._found: dict[tuple[int, Seat, int], Prize] = {}
        self._wants: dict[Seat, list[float]] = {}

    def _chances(self, ships: Ships) -> list[float]:
        return self._judge.chances(ships, self._coins, self._state.bonus)

    # --- for our own decisions ---------------------------------------------------------------------------------

    def attack(self, move: Move) -> float:
        """Our chance to win after it."""
        if move.data[0] == PASS:
            return self._now[self._seat]
        kind, victim, colour = move.data
        state, action = self._state, self._state.action
        defended = bool(state.placed[victim] >> 5 * action & ALL_DICE)
        taken = colour if kind == SEIZE else NONE
        ships = attacked(state.ships, action, self._seat, victim, taken, defended=defended)
        if kind != SEIZE and colour != NONE:
            ships = put(ships, self._seat, stow(ships[self._seat], colour))
        return self._chances(ships)[self._seat]

    def offered(self, *, performed: bool) -> float:
        """Our chance to win once we have performed the action that is offered to us, or not."""
        state, seat = self._state, self._seat
        return self._prize(state.action, seat, state.position).open[seat] if performed else self._now[seat]

    def kept(self, coins: int) -> float:
        """Our chance to win with so many more coins."""
        more = put(tuple(self._coins), self._seat, self._coins[self._seat] + coins)
        return self._judge.chances(self._state.ships, more, self._state.bonus)[self._seat]

    def bonus(self, action: int) -> float:
        """What one more on a bonus space of ours changes from the next round on."""
        bonuses = list(self._state.bonus)
        bonuses[self._seat] += 1 << 2 * action
        return self._judge.chances(self._state.ships, self._coins, bonuses)[self._seat] - self._now[self._seat]

    # --- for everybody -----------------------------------------------------------------------------------------

    def wants(self, who: Seat) -> list[float]:
        """How much somebody should want to be first in each action, one in all."""
        found = self._wants.get(who)
        if found is None:
            gains = [max(0.0, self._prize(action, who, 1).open[who] - self._now[who]) for action in ACTIONS]
            total = max(sum(gains), 1e-9)
            found = self._wants[who] = [gain / total for gain in gains]
        return found

    def worth(self, action: int, who: Seat, place: int, absent: Mapping[Seat, float]) -> tuple[float, float]:
        """What it changes for us if they come first or second: without a die of ours on the action, and with one.

        `absent` says how likely each rival has no die there. With two players the victim is the other one, who is there
        or not; with more, a rival's defence is one more chance.
        """
        prize = self._prize(action, who, place)
        seat, now = self._seat, self._now[self._seat]
        plain, defended = prize.open[seat] - now, prize.defended[seat] - now
        if prize.victim >= 0 and prize.victim != seat and len(self._now) > 2:
            alone = absent[prize.victim]
            plain = defended = alone * plain + (1 - alone) * defended
        if who != seat and prize.open[who] < self._now[who]:
            plain = 0.0  # they would forfeit it
        return plain, defended

    def _prize(self, action: int, who: Seat, place: int) -> Prize:
        key = (action, who, place)
        found = self._found.get(key)
        if found is None:
            find = self._attack if action >= BOARD else self._hunt if action == HUNT else self._sail
            found = self._found[key] = find(action, who, place)
        return found

    def _sail(self, action: int, who: Seat, place: int) -> Prize:
        ships = self._state.ships
        after = self._chances(put(ships, who, sailed(ships[who], action, boxes(len(ships), place))))
        return Prize(after, after)

    def _hunt(self, action: int, who: Seat, place: int) -> Prize:
        """The mean over all chests that could be drawn; of tiles, their mean."""
        ships, bag = self._state.ships, self._state.bag
        coins = list(self._coins)
        if self._state.supply:
            coins[who] += COINS_OF_THE_BETTER_OF_TWO if len(ships) > 2 and place == 1 else COINS_OF_A_TILE
        size = sum(bag)
        if place == 2 or not size:
            after = self._judge.chances(ships, coins, self._state.bonus)
            return Prize(after, after)
        mean = [0.0] * len(ships)
        for colour, number in enumerate(bag):
            if number:
                drawn = self._judge.chances(put(ships, who, stow(ships[who], colour)), coins, self._state.bonus)
                mean = [sum_ + chance * number / size for sum_, chance in zip(mean, drawn, strict=True)]
        return Prize(mean, mean)

    def _attack(self, action: int, who: Seat, place: int) -> Prize:
        """The attack that is best for whoever makes it, if nobody defends; and the same if its victim does."""
        best, victim, taken, chances = -1.0, -1, NONE, self._now
        for other, ship in enumerate(self._state.ships):
            if other == who:
                continue
            area = prey(ship, action) if place == 1 else ()
            for colour in dict.fromkeys(area) or (NONE,):
                after = self._chances(self._after(action, who, other, colour, place, defended=False))
                if after[who] > best:
                    best, victim, taken, chances = after[who], other, colour, after
        defended = self._chances(self._after(action, who, victim, taken, place, defended=True))
        return Prize(chances, defended, victim)

    def _after(self, action: int, who: Seat, victim: Seat, colour: int, place: int, *, defended: bool) -> Ships:
        ships, centre = self._state.ships, self._state.centre
        ships = attacked(ships, action, who, victim, colour, defended=defended)
        if place == 2 and centre:
            claimed = PURPLE if centre >> PURPLE & 1 else BITS[centre][0]
            ships = put(ships, who, stow(ships[who], claimed))
        return ships


assert FLEET < HUNT < BOARD  # what `_prize` goes by
