"""Positions within one's own turn, as far as a plan needs them: what each action would make of the table.

Cards that are drawn on the way are unknown: they count, but a plan does not play them; once they are seen, the rest
of the turn is planned anew. Pirates go as in the rules, on a smaller state, because a plan tries thousands.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ..rules import components as c
from ..rules.state import layout, others, stops
from ..rules.travel import boards, can_sail, company, landing, may_morgan, may_retreat, morgan, retreat

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
        new = landing(self.way, node.crowd, symbol, old)
        if new == c.SLOOP and not boards(node, node.crews[self.seat], count):
            return None
        return self._moved(node, self.seat, old, new, count)

    def retreated(self, node: PlanNode, old: int) -> PlanNode | None:
        new = retreat(node, self.way, old) if may_retreat(self.state, self.way, old) else c.NOWHERE
        return None if new == c.NOWHERE else self._moved(node, self.seat, old, new, cards=company(node, new))

    def helped(self, node: PlanNode, other: Seat, old: int) -> PlanNode | None:
        new = morgan(node, self.way, node.crews[other], old) if may_morgan(self.state, old) else c.NOWHERE
        return None if new == c.NOWHERE else self._moved(node, other, old, new, cards=company(node, new))

    def sailed(self, node: PlanNode, *, is_free: bool) -> PlanNode | None:
        if not can_sail(node, self.way, node.crews[self.seat]):
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
