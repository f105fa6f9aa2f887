"""Play now: a table on this machine alone, where bots take every other seat. What the tavern's first entry does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ..node.crew import host_with_bots
from ..node.party import Plan

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..games import AnyGame
    from ..node.node import Node
    from ..node.party import Party
    from ..rules.game import Options

LOOPBACK: Final = "127.0.0.1"
BOTS_USUAL: Final = 2  # with you a table of three: every rule of the game is in it, and a round is short
PATIENCE_S: Final = 30 * 24 * 3600  # bots do not mind waiting: somebody may think for a month


def usual_bots(game: AnyGame) -> tuple[str, ...]:
    """Good bots, as many as make a good table."""
    own = game.bots()
    best = "captain" if "captain" in own else next(iter(own), "random")
    return (best,) * max(game.seats[0] - 1, min(BOTS_USUAL, game.seats[-1] - 1))


async def play_now(party: Party, *, game: AnyGame, bots: Sequence[str], options: Options) -> Node:
    """One game against these bots, which are peers of their own."""
    plan = Plan(game, len(bots) + 1, options, f"{party.name}'s table", patience_s=PATIENCE_S)
    return await host_with_bots(party, bots, lambda: party.host(plan, 0))
