"""Positions within one's own turn, as far as a plan needs them: what each action would make of the table.

Cards that are drawn on the way are unknown: they count, but a plan does not play them; once they are seen, the rest
of the turn is planned anew. Goes by the same geometry as the rules, on a smaller state, because a plan tries thousands.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ..rules import components as c
from ..rules.state import layout, others, stops
from ..rules.travel import COMPANY

if TYPE_CHECKING:
    from ....rules.ask import Seat
    from ..rules.state import Crew, Layout, State


class PlanNode(NamedTuple):
    """A position on the way through a turn."""

    crews: tuple[Crew, ...]
    crowd: bytes
    sloop: int
    hand: tuple[int, ...]  # cards by symbol
    unknown: int  # cards drawn since
    left: int
    bonus: float  # what cannot be seen on the board, in spaces
    over: int  # 1: won, -1: lost


class PlannedTurn:
    """The actions of one seat in one turn."""

    def __init__(self, state: State, seat: Seat) -> None:
        self.state, self.seat = state, seat
        self.setup = state.setup
        self.way: Layout = layout(state.setup.path)
        self.rivals = others(state, seat)
        self.has_morgan = any(bits & c.MORGAN for bits in state.setup.drawing)

    def actions(self, node: PlanNode) -> list[PlanNode | None]:
        """What every action that a plan considers makes of a position; `None` for those that are not possible."""
        places, hand = stops(node.crews[self.seat]), node.hand
        found: list[PlanNode | None] = []
        for symbol in c.SYMBOLS:
            if hand[symbol]:
                base = node._replace(hand=(*hand[:symbol], hand[symbol] - 1, *hand[symbol + 1 :]))
            elif self.setup.sorceress and hand[c.PARROT] > 1:
                base = node._replace(hand=(*hand[: c.PARROT], hand[c.PARROT] - 2, *hand[c.PARROT + 1 :]))
            else:
                continue
            found += [self.advanced(base, symbol, place) for place in places]
        found += [self.retreated(node, place) for place in places]
        if self.has_morgan:
            found += [self.helped(node, other, place) for other in self.rivals for place in stops(node.crews[other])]
        if self.way.escape:
            found.append(self.sailed(node, is_free=False))
        if not sum(hand) + node.unknown:
            found.append(self.passed(node))
        return found

    def advanced(self, node: PlanNode, symbol: int, old: int, count: int = 1) -> PlanNode | None:
        if old == c.GOAL or (old == c.SLOOP and node.sloop == c.CARTAGENA):
            return None
        for new in self.way.ahead[symbol][old]:
            if not node.crowd[new]:
                break
        else:
            new = self.way.end[old]
            if new == c.SLOOP and not _boards(node, self.seat, count):
                return None
        return self._moved(node, self.seat, old, new, count)

    def retreated(self, node: PlanNode, old: int) -> PlanNode | None:
        path = c.TUNNEL if old == c.SLOOP else self.way.path_of[old]
        if not self.setup.drawing[path] & c.RETREAT or (old == c.SLOOP and node.sloop == c.TORTUGA):
            return None
        new = node.crowd.translate(COMPANY).rfind(1, *self.way.behind[old])
        return None if new < 0 else self._moved(node, self.seat, old, new, cards=node.crowd[new])

    def helped(self, node: PlanNode, other: Seat, old: int) -> PlanNode | None:
        way = self.way
        if old == c.GOAL or (old == c.SLOOP and node.sloop == c.CARTAGENA):
            return None
        if not self.setup.drawing[way.path_of[old]] & c.MORGAN:
            return None
        end = way.end[old]
        first = way.tunnel + 1 if old == c.SLOOP else old + 1
        last = way.tunnel if end == c.SLOOP else way.spaces
        new = node.crowd.translate(COMPANY).find(1, first, last + 1)
        if new > 0:
            return self._moved(node, other, old, new, cards=node.crowd[new])
        if end == c.SLOOP and not _boards(node, other, 1):
            return None
        return self._moved(node, other, old, end, cards=2)

    def sailed(self, node: PlanNode, *, is_free: bool) -> PlanNode | None:
        crew = node.crews[self.seat]
        if c.SLOOP not in crew if node.sloop == c.CARTAGENA else crew[0] > self.way.tunnel:
            return None
        return node._replace(sloop=1 - node.sloop, left=node.left - (not is_free))

    def passed(self, node: PlanNode) -> PlanNode:
        return node._replace(left=0 if self.setup.pass_ends else node.left - 1, unknown=node.unknown + 1)

    def _moved(self, node: PlanNode, seat: Seat, old: int, new: int, count: int = 1, cards: int = 0) -> PlanNode:
        """So many pirates go from one place to another; it takes as many actions."""
        crews = node.crews
        places = list(crews[seat])
        for _ in range(count):
            places[places.index(old)] = new
        places.sort()
        crowd = bytearray(node.crowd)
        if 0 < old < c.SLOOP:
            crowd[old] -= count
        if new < c.SLOOP:
            crowd[new] += count
        over = 0 if places[0] != c.GOAL else 1 if seat == self.seat else -1
        crews = (*crews[:seat], tuple(places), *crews[seat + 1 :])
        unknown, left = node.unknown + cards, node.left - count
        return PlanNode(crews, bytes(crowd), node.sloop, node.hand, unknown, left, node.bonus, over)


def _boards(node: PlanNode, seat: Seat, count: int) -> bool:
    return node.sloop == c.CARTAGENA and node.crews[seat].count(c.SLOOP) + count <= c.ABOARD_MAX
