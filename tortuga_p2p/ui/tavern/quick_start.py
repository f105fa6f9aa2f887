"""Play now: a table on this machine alone, where bots take every other seat. What the tavern's first entry does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ...errors import PeerLost
from ...node.bot_processes import host_with_bots
from ...node.one_game import GamePlan, unannounced

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from ...games import AnyGame
    from ...node.node import Node
    from ...node.one_game import Party
    from ...rules.game import Options

    Start = Callable[[Party], Awaitable[Node]]

LOOPBACK: Final = "127.0.0.1"
AGAIN_S: Final = 1.0  # between two looks at whether the table of a rematch is open
PATIENCE_S: Final = 30 * 24 * 3600  # bots do not mind waiting: somebody may think for a month


def opens_later(party: Party, trouble: Exception) -> bool:
    """Whether a rematch may still come about: its host looks at the end of the last game, and the table is not open."""
    return party.node is None and (party.lobby is None or isinstance(trouble, PeerLost))


def remembering(start: Start, note: Callable[[str], object], won: Callable[[], object]) -> Start:
    """The same way to a game; afterwards `note` gets the name of the game that was played, if one was.

    `won` is called where our player has won it.
    """

    async def begin(party: Party) -> Node:
        try:
            return await start(party)
        finally:
            if party.node is not None:
                note(party.node.session.meeting.terms.game)
                if party.node.result is not None and party.node.session.own_seat in party.node.result.winners:
                    won()

    return begin


class Hosting:
    """A table to be hosted; and once more, for a rematch, where it was before: so its guests find it."""

    def __init__(self, plan: GamePlan, bots: Sequence[str], *, port: int | None = None, hidden: bool = False) -> None:
        self._plan = plan
        self._bots = bots
        self._port = port
        self._hidden = hidden

    async def __call__(self, party: Party) -> Node:
        from ...node.announcing import announced  # loading multicast DNS takes a while

        announce = unannounced if self._hidden else announced
        party.is_alone = len(self._bots) + 1 == self._plan.seats
        try:
            return await host_with_bots(party, self._bots, lambda: party.host(self._plan, self._port, announce))
        finally:
            if party.lobby is not None:
                self._port = party.lobby.mesh.port


async def play_now(party: Party, *, game: AnyGame, bots: Sequence[str], options: Options) -> Node:
    """One game against these bots, which are peers of their own."""
    party.is_alone = True
    party.forced_pause_s = 0.0  # our own bots draw no conclusions from how long somebody takes
    plan = GamePlan(game, len(bots) + 1, options, f"{party.name}'s table", patience_s=PATIENCE_S)
    return await host_with_bots(party, bots, lambda: party.host(plan, 0))
