"""The player called `expert`: plans its whole turn and looks at where that leaves everybody.

Of each position in the turn the best continuations are followed (a beam); at its end everything counts: how far all
have come, what the cards in hand could do on this board, and what the others could do on it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from ..rules import components as c
from ..rules import kinds as do
from ..rules.state import Phase, stops
from ..rules.travel import landing
from .greedy import Greedy
from .plan import PlannedTurn, PlanNode

if TYPE_CHECKING:
    from ....rules.ask import Move, Moves, Seat
    from ....rules.game import Draw, View
    from ..rules.state import Crew, State

BEAM: Final = 24  # positions followed after each action
LEAVES: Final = 60  # ends of turns that are looked at closely
WON: Final = 1e6


class Weights(NamedTuple):
    """What things are worth, in spaces of the path."""

    leap: float = 0.55  # a card: this much of how far it could go ...
    card: float = 1.5  # ... and this much for being one
    copy: float = 0.8  # a second card of a symbol
    decay: float = 0.85  # each further card of a hand
    rival: float = 0.9  # what others have on average, against one's own
    leader: float = 0.3  # and once more what the one ahead has
    home: float = 2.0  # a pirate that has arrived
    sea: float = 4.0  # the sea behind one
    aboard: float = 1.0  # to be aboard ...
    landing: float = 0.6  # ... and so much of the sea once the sloop lies at Tortuga
    # Powers, besides the cards they bring: choosing the best of a hand, two of many, one of four; a token's card.
    pistol: float = 1.5
    rum: float = 1.0
    lantern: float = 3.0
    token: float = 3.5


class Expert:
    """A planner; small decisions between actions are made as `greedy` makes them."""

    name = "expert"

    def __init__(self, weights: Weights | None = None) -> None:
        self._weights = weights or Weights()
        self._greedy = Greedy()

    def choose(self, view: View[State], moves: Moves, draw: Draw, /) -> Move:
        if view.state.phase != Phase.ACT:
            return self._greedy.choose(view, moves, draw)
        return _Search(view, self._weights).best(moves)


class _Search:
    """One decision."""

    def __init__(self, view: View[State], weights: Weights) -> None:
        assert view.seat is not None
        self.state, self.seat, self.known, self.weights = view.state, view.seat, view.known, weights
        self.turn = PlannedTurn(view.state, view.seat)
        self.rivals = self.turn.rivals
        self.far = (self._distances(c.CARTAGENA), self._distances(c.TORTUGA))
        self._leaps_found: dict[tuple[Crew, bytes, int], tuple[float, ...]] = {}

    def _distances(self, sloop: int) -> tuple[float, ...]:
        """By place: how far it is from the start, in spaces."""
        way, weights = self.turn.way, self.weights
        sea = weights.sea if way.escape else 0.0
        spaces = [place + (sea if way.escape and place > way.tunnel else 0.0) for place in range(c.SLOOP)]
        aboard = way.tunnel + weights.aboard + (sea * weights.landing if sloop == c.TORTUGA else 0.0)
        return (*spaces, aboard, way.spaces + 1 + sea + weights.home)

    # --- searching ---

    def best(self, moves: Moves) -> Move:
        """The move that begins the best turn, the first of equals."""
        level: dict[PlanNode, Move] = {}
        for move in moves:
            level.setdefault(self._after(move), move)
        ends: dict[PlanNode, Move] = {}
        while level:
            following: dict[PlanNode, Move] = {}
            for node in sorted(level, key=self._glance, reverse=True)[:BEAM]:
                move = level[node]
                if node.left < c.ACTIONS:  # the turn may end here
                    ends.setdefault(node._replace(left=0), move)
                if node.left > 0 and not node.over:
                    for child in self.turn.actions(node):
                        if child is not None:
                            following.setdefault(child, move)
            level = following
        close = sorted(ends, key=self._glance, reverse=True)[:LEAVES]
        return ends[max(close, key=self._value)]

    def _after(self, move: Move) -> PlanNode:
        """The position after a real move, with what is known of it."""
        state, weights, turn = self.state, self.weights, self.turn
        hand, bonus = [0] * len(c.SYMBOLS), 0.0
        for card in state.hands[self.seat]:
            if card not in move.opens:
                hand[self.known[card] % c.DARK] += 1
            elif self.known[card] >= c.DARK:
                bonus = self._caught()
        node = PlanNode(state.pirates, state.crowd, state.sloop, tuple(hand), 0, state.left, bonus, 0)
        kind, *args = move.data
        moved: PlanNode | None = None
        if kind == do.ADVANCE:
            moved = turn.advanced(node, args[0], args[1])
        elif kind == do.HOOK:
            moved = turn.advanced(node, args[0], args[1], count=2)
        elif kind == do.RETREAT:
            moved = turn.retreated(node, args[0])
        elif kind == do.MORGAN:
            moved = turn.helped(node, args[0], args[1])
        elif kind in (do.SAIL, do.SAIL_FREE):
            moved = turn.sailed(node, is_free=kind == do.SAIL_FREE)
        elif kind == do.PASS:
            moved = turn.passed(node)
        elif kind in (do.PISTOL, do.RUM, do.LANTERN, do.CHEST):
            cards, worth = {
                do.PISTOL: (1, weights.pistol),
                do.RUM: (2, weights.rum - weights.rival * weights.card),
                do.LANTERN: (1, weights.lantern),
                do.CHEST: (0, self._expected_token() * weights.token),
            }[kind]
            moved = node._replace(unknown=cards, left=node.left - 1, bonus=bonus + worth)
        return moved or node._replace(left=0)  # to stop is all that is left

    def _caught(self) -> float:
        """A dark card: what others must throw away."""
        over = sum(max(0, len(self.state.hands[other]) - c.HAND_MAX) for other in self.rivals)
        return over * self.weights.card * self.weights.rival / max(1, len(self.rivals))

    def _expected_token(self) -> float:
        """The cards that a chest holds on average."""
        left = [max(0, v) for face, v in enumerate(self.state.setup.tokens) if face not in self.state.opened]
        return sum(left) / len(left)

    # --- judging ---

    def _glance(self, node: PlanNode) -> float:
        """At once: how far all have come, and how many cards one has."""
        if node.over:
            return WON * node.over
        far, cards = self.far[node.sloop], sum(node.hand) + node.unknown
        own = sum([far[place] for place in node.crews[self.seat]])
        rivals = sum([far[place] for other in self.rivals for place in node.crews[other]])
        return own + cards * (4.0 - 0.15 * cards) + node.bonus - self.weights.rival * rivals / len(self.rivals)

    def _value(self, node: PlanNode) -> float:
        """With care: what one has, against what the others have."""
        if node.over:
            return WON * node.over
        weights = self.weights
        leaps = self._leaps(node, self.seat)
        cards = [weights.card + weights.leap * sum(leaps) / len(leaps)] * node.unknown
        for symbol, count in enumerate(node.hand):
            if count:
                worth = weights.card + weights.leap * leaps[symbol]
                cards += [worth] + [weights.card + weights.leap * weights.copy * leaps[symbol]] * (count - 1)
        own = self._holding(node, self.seat, sorted(cards, reverse=True))
        theirs = []
        for other in self.rivals:
            mean = sum(self._leaps(node, other)) / len(c.SYMBOLS)
            hand = [weights.card + weights.leap * mean] * len(self.state.hands[other])
            theirs.append(self._holding(node, other, hand))
        return own + node.bonus - weights.rival * sum(theirs) / len(theirs) - weights.leader * max(theirs)

    def _holding(self, node: PlanNode, seat: Seat, cards: list[float]) -> float:
        """How far a crew has come, and what its cards add: each further one less."""
        far = self.far[node.sloop]
        total, weight = sum([far[place] for place in node.crews[seat]]), 1.0
        for worth in cards:
            total += weight * worth
            weight *= self.weights.decay
        return total

    def _leaps(self, node: PlanNode, seat: Seat) -> tuple[float, ...]:
        """By symbol: how far a card would take the best pirate of that seat."""
        key = (node.crews[seat], node.crowd, node.sloop)
        found = self._leaps_found.get(key)
        if found is None:
            far, way, crowd = self.far[node.sloop], self.turn.way, node.crowd
            aboard = c.SLOOP if node.sloop == c.CARTAGENA else c.GOAL
            places = [place for place in stops(node.crews[seat]) if place not in (c.GOAL, aboard)]
            gains = [[far[landing(way, crowd, symbol, place)] - far[place] for place in places] for symbol in c.SYMBOLS]
            found = self._leaps_found[key] = tuple([max(0.0, *gain) if gain else 0.0 for gain in gains])
        return found
