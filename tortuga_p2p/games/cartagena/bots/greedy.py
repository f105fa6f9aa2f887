"""The player called `greedy`: the one action that brings most now, in spaces won and cards gained. Looks no further."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ..rules import components as c
from ..rules import kinds as do
from ..rules.state import layout, others
from ..rules.travel import company, landing, morgan, retreat
from .reckoning import leaps, progress

if TYPE_CHECKING:
    from collections.abc import Callable

    from ....rules.ask import Move, Moves
    from ....rules.game import Draw, View
    from ..rules.state import State

CARD: Final = 3.0  # what one more card is worth to an empty hand ...
ENOUGH: Final = 6  # ... and to a hand of so many nothing: so nobody goes back for ever (C-42)
IDLE: Final = -4.5  # to stop early, or to sail for free, is worse than to play the worst card
OTHERS: Final = 0.5  # what a space or a card of somebody else counts against one's own, shared among all others


class Greedy:
    """Every action has a price; the dearest one is taken, the first of equals."""

    name = "greedy"
    is_quick = True

    def choose(self, view: View[State], moves: Moves, draw: Draw, /) -> Move:
        return max(moves, key=_Prices(view).of)


class _Prices:
    """What the moves of one decision bring."""

    def __init__(self, view: View[State]) -> None:
        assert view.seat is not None
        self.view = view
        self.state, self.seat = view.state, view.seat
        self.way = layout(self.state.setup.path)
        self.held = len(self.state.hands[self.seat])
        self.rivals = len(others(self.state, self.seat)) or 1
        self._leaps: tuple[float, ...] | None = None

    def of(self, move: Move) -> float:
        return _PRICES[move.data[0]](self, move)

    # --- parts ---

    def far(self, place: int) -> float:
        return progress(self.way, self.state.sloop, place)

    def card(self, held: int) -> float:
        """One more card for somebody who holds so many."""
        return CARD * max(0.0, 1 - held / ENOUGH)

    def cards(self, count: int) -> float:
        return sum(self.card(self.held + extra) for extra in range(count))

    def spent(self, move: Move) -> float:
        """The cards that a move costs."""
        return sum(self.card(self.held - 1 - extra) for extra in range(len(move.opens)))

    @property
    def leaps(self) -> tuple[float, ...]:
        if self._leaps is None:
            self._leaps = leaps(self.state, self.seat)
        return self._leaps

    def worth(self, card: int) -> float:
        """A card that one sees: how far it would go."""
        return self.leaps[self.view.known[card] % c.DARK]

    # --- actions ---

    def advance(self, move: Move) -> float:
        _, symbol, place = move.data
        new = landing(self.way, self.state.crowd, symbol, place)
        return self.far(new) - self.far(place) - self.spent(move)

    def go_back(self, move: Move) -> float:
        place = move.data[1]
        new = retreat(self.state, self.way, place)
        return self.far(new) - self.far(place) + self.cards(company(self.state, new))

    def help(self, move: Move) -> float:
        _, other, place = move.data
        crew = self.state.pirates[other]
        new = morgan(self.state, self.way, crew, place)
        if new == c.GOAL and crew.count(c.GOAL) == len(crew) - 1:
            return -1000.0  # that would be the end (C-18)
        gift = (self.far(new) - self.far(place)) * OTHERS / self.rivals
        return self.cards(company(self.state, new)) - gift

    def sail(self, move: Move) -> float:
        """What the best card in hand could do on the other side, if there is an action left for it."""
        is_free = move.data[0] == do.SAIL_FREE
        left = self.state.left - (not is_free)
        there = self.state._replace(sloop=c.CARTAGENA if self.state.sloop == c.TORTUGA else c.TORTUGA)
        own = self.state.pirates[self.seat]
        if not left or not self.held:
            return IDLE - 0.5
        if there.sloop == c.TORTUGA:
            places = [c.SLOOP]
        elif own.count(c.SLOOP) < c.ABOARD_MAX:
            places = [place for place in set(own) if place <= self.way.tunnel]
        else:
            places = []
        symbols = {self.view.known[card] % c.DARK for card in self.state.hands[self.seat]}
        gains = [
            progress(self.way, there.sloop, landing(self.way, there.crowd, symbol, place))
            - progress(self.way, there.sloop, place)
            for symbol in symbols
            for place in places
            if there.sloop == c.TORTUGA or landing(self.way, there.crowd, symbol, place) == c.SLOOP
        ]
        if not gains:
            return IDLE - 0.5
        return max(gains) - self.card(self.held - 1) + (0.5 if is_free else -0.5)

    def pass_(self, move: Move) -> float:
        return self.card(0)

    def stop(self, move: Move) -> float:
        return IDLE

    # --- powers ---

    def shoot(self, move: Move) -> float:
        return self.card(self.held) / 2 - self.spent(move) + 1.5

    def round(self, move: Move) -> float:
        gifts = self.rivals * CARD / 2 * OTHERS / self.rivals
        return self.cards(2) - self.spent(move) - gifts

    def light(self, move: Move) -> float:
        return self.card(self.held) - self.spent(move) + 2.0

    def grapple(self, move: Move) -> float:
        """Two pirates, but also two actions: half of it counts."""
        _, symbol, place, _ = move.data
        new = landing(self.way, self.state.crowd, symbol, place)
        return self.far(new) - self.far(place) - self.spent(move) / 2

    def unlock(self, move: Move) -> float:
        left = [v for face, v in enumerate(self.state.setup.tokens) if face not in self.state.opened]
        expected = sum(max(0, value) for value in left) / len(left)
        return expected * self.card(self.held) - self.spent(move)

    # --- smaller decisions ---

    def take(self, move: Move) -> float:
        return self.worth(move.data[1])

    def hand_over(self, move: Move) -> float:
        """Whatever goes away is missed; on the pile it comes back to somebody else."""
        return -sum(self.worth(card) for card, _ in move.gives)

    def discard(self, move: Move) -> float:
        return -sum(self.worth(card) for card in move.opens)


_PRICES: Final[dict[int, Callable[[_Prices, Move], float]]] = {
    do.ADVANCE: _Prices.advance,
    do.RETREAT: _Prices.go_back,
    do.MORGAN: _Prices.help,
    do.SAIL: _Prices.sail,
    do.SAIL_FREE: _Prices.sail,
    do.PASS: _Prices.pass_,
    do.STOP: _Prices.stop,
    do.PISTOL: _Prices.shoot,
    do.RUM: _Prices.round,
    do.LANTERN: _Prices.light,
    do.HOOK: _Prices.grapple,
    do.CHEST: _Prices.unlock,
    do.TAKE: _Prices.take,
    do.SHARE: _Prices.hand_over,
    do.KEEP: _Prices.hand_over,
    do.DISCARD: _Prices.discard,
}
