"""Play now: a table on this machine alone, where bots take every other seat. What the tavern's first entry does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ..errors import PeerLost
from ..node.crew import host_with_bots
from ..node.party import Plan, unannounced

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..games import AnyGame
    from ..node.node import Node
    from ..node.party import Party
    from ..rules.game import Options

LOOPBACK: Final = "127.0.0.1"
AGAIN_S: Final = 1.0  # between two looks at whether the table of a rematch is open
BOTS_USUAL: Final = 2  # with you a table of three: every rule of the game is in it, and a round is short
PATIENCE_S: Final = 30 * 24 * 3600  # bots do not mind waiting: somebody may think for a month


def usual_bots(game: AnyGame) -> tuple[str, ...]:
    """Good bots, as many as make a good table."""
    own = game.bots()
    best = "captain" if "captain" in own else next(iter(own), "random")
    return (best,) * max(game.seats[0] - 1, min(BOTS_USUAL, game.seats[-1] - 1))


def opens_later(party: Party, trouble: Exception) -> bool:
    """Whether a rematch may still come about: its host looks at the end of the last game, and the table is not open."""
    return party.node is None and (party.lobby is None or isinstance(trouble, PeerLost))


class Hosting:
    """A table to be hosted; and once more, for a rematch, where it was before: so its guests find it."""

    def __init__(self, plan: Plan, bots: Sequence[str], *, port: int | None = None, hidden: bool = False) -> None:
        self._plan = plan
        self._bots = bots
        self._port = port
        self._hidden = hidden

    async def __call__(self, party: Party) -> Node:
        from ..node.announcing import announced  # loading multicast DNS takes a while

        announce = unannounced if self._hidden else announced
        try:
            return await host_with_bots(party, self._bots, lambda: party.host(self._plan, self._port, announce))
        finally:
            if party.lobby is not None:
                self._port = party.lobby.mesh.port


async def play_now(party: Party, *, game: AnyGame, bots: Sequence[str], options: Options) -> Node:
    """One game against these bots, which are peers of their own."""
    party.forced_pause_s = 0.0  # our own bots draw no conclusions from how long somebody takes
    plan = Plan(game, len(bots) + 1, options, f"{party.name}'s table", patience_s=PATIENCE_S)
    return await host_with_bots(party, bots, lambda: party.host(plan, 0))
