"""Somebody leaves a table for good: the same table without them, to be played on."""

from __future__ import annotations

from copy import deepcopy
from typing import TYPE_CHECKING, TypeVar

from tortuga_p2p.bots.chance import SeededDraw
from tortuga_p2p.rules.local_table import LocalTable

if TYPE_CHECKING:
    from tortuga_p2p.rules.game import Game
    from tortuga_p2p.rules.laws import ThingPlaces

State = TypeVar("State")


def table_without(
    game: Game[State], table: LocalTable[State], places: ThingPlaces, *seats: int
) -> tuple[LocalTable[State], ThingPlaces]:
    """The same table once these have left it; every state on the way can be written and read."""
    left: LocalTable[State] = LocalTable(game, table.state, len(table.known), SeededDraw(1, "without"))
    left.faces.update(table.faces)
    for memory, known in zip(left.known, table.known, strict=True):
        memory.update(known)
    places = deepcopy(places)
    for seat in seats:
        left.leave(seat, places)
        assert game.unpack(game.pack(left.state)) == left.state
        places.check_ask(left.ask)
    return left, places
