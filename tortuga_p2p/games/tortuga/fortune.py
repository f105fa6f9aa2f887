"""What chance gave a captain: skulls on dice, purple chests from the bag, coins on the tiles that were drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ...rules.ask import Deal, Roll
from ...rules.luck import Luck, dice_luck, odds_of
from ...rules.record import records_of
from .game import GAME
from .rules.moves import NONE
from .rules.state import PURPLE, SKULL, TILES, Phase

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...rules.answer import Answer
    from ...rules.game import Known
    from .rules.state import State

SIDES: Final = 6
PURPLES: Final = {PURPLE: 1}
COINS: Final = {coins: coins for coins in set(TILES)}
_DRAWS: Final = (Phase.DEAL_CHESTS, Phase.HUNT_CHEST, Phase.MOVE_DRAW)


def luck(before: State, answer: Answer, after: State, faces: Known) -> Sequence[Luck]:
    if before.phase in _DRAWS:
        return _chests(before, answer)
    found: list[Luck] = []
    match GAME.asks(before):
        case Roll(dice):
            for seat, handles, _bounds in dice:
                seen = [faces[handle] for handle in handles if handle in faces]
                found += dice_luck("skulls", seat, seen, SKULL, SIDES)
        case Deal() if before.phase == Phase.HUNT_DEAL:
            odds = odds_of(COINS, TILES)  # of a tile that nobody knows anything about
            seat = before.ranks[0]
            found += [Luck("coins", seat, faces[handle], odds) for handle in after.hand if handle in faces]
    return found


def _chests(before: State, answer: Answer) -> list[Luck]:
    """One behind the other: what the first has drawn, the second cannot draw any more."""
    lying = [colour for colour, number in enumerate(before.bag) for _chest in range(number)]
    found: list[Luck] = []
    for record in records_of(GAME, before, answer):
        colours: list[int] = []
        if record.kind == "began":
            colours = [*record.args["island"], *record.args["crew"]]  # type: ignore[misc]
        elif record.kind == "drew":
            colours = [record.args["colour"]]  # type: ignore[list-item]
        for colour in colours:
            if colour != NONE and record.seat is not None:
                found.append(Luck("purple", record.seat, int(colour == PURPLE), odds_of(PURPLES, lying)))
                lying.remove(colour)
    return found
