"""Why things came out as they did at a running game, as far as our own seat may know it: for screen and plain mode."""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING

import trio

from ..rules.hindsight import known_while
from ..verify.reasons import Reasons

if TYPE_CHECKING:
    from ..node.node import Node


class TableReasons:
    """The reasons of one game as our seat may know them, by the number of what was told."""

    def __init__(self, node: Node) -> None:
        self._node = node
        table = node.session.table
        assert table is not None
        self._reasons = Reasons(node.session.meeting, table.agreement.game, table.agreement.group)

    async def follow(self) -> None:
        """Up to now."""
        session = self._node.session
        await trio.to_thread.run_sync(self._reasons.follow, session.closed, session.removals)

    def told(self) -> list[int]:
        """Everything that was told and can be explained."""
        pairs = zip(self._reasons.found, self._node.told, strict=False)
        # Where the table went on without somebody it does so from another step: what lies behind is not read here.
        same = takewhile(lambda pair: pair[0].answered.answer == pair[1].told.answer, pairs)
        return [at for at, _pair in enumerate(same) if self._node.sentences(at)]

    def plainly(self, at: int) -> list[str]:
        node, table = self._node, self._node.session.table
        assert table is not None
        knew = node.told[at - 1].known if at else {}
        ask = table.agreement.game.asks(node.told[at].told.before)
        known = known_while(ask, knew, node.told[at].known)
        return self._reasons.plainly(at, node.session.own_seat, node.names, knew, known)

    def deeply(self, at: int) -> list[str]:
        return self._reasons.deeply(at, self._node.names)
