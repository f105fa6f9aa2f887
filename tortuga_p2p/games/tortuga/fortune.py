"""What chance gave a captain: skulls on dice, purple chests from the bag, coins on the tiles that were drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ...rules.luck import Luck, odds_of
from ...rules.record import records_of
from .game import GAME
from .rules.components import FACES, PURPLE, SKULL, TILES, spread
from .rules.dicing import ask_roll
from .rules.state import Phase

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...rules.answer import Answer
    from ...rules.game import Known
    from .rules.state import State

ONE_FACE: Final = ((0, FACES - 1), (1, 1))  # whether a die shows it
PURPLES: Final = {PURPLE: 1}
COINS: Final = {coins: coins for coins in set(TILES)}
_DRAWS: Final = (Phase.DEAL_CHESTS, Phase.HUNT_CHEST, Phase.MOVE_DRAW)
_DRAWN: Final = {"began": ("island", "crew"), "drew": ("colour",)}  # where records tell of chests from the bag


def luck(before: State, answer: Answer, after: State, faces: Known) -> Sequence[Luck]:
    found: list[Luck] = []
    if before.phase in _DRAWS:
        return _chests(before, answer)
    if before.phase == Phase.ROLL:
        for seat, handles, _bounds in ask_roll(before).dice:
            seen = [faces[handle] for handle in handles if handle in faces]
            found += [Luck("skulls", seat, int(face == SKULL), ONE_FACE) for face in seen]
    if before.phase == Phase.HUNT_DEAL:
        odds = odds_of(COINS, TILES)  # of a tile that nobody knows anything about
        found += [Luck("coins", before.ranks[0], faces[handle], odds) for handle in after.hand if handle in faces]
    return found


def _chests(before: State, answer: Answer) -> list[Luck]:
    """One behind the other: what the first has drawn, the second cannot draw any more."""
    lying = spread(before.bag)
    found: list[Luck] = []
    for kind, seat, args in records_of(GAME, before, answer):
        values: Any = [args[name] for name in _DRAWN.get(kind, ())]
        for colour in [one[0] if isinstance(one, tuple) else one for one in values]:
            assert seat is not None
            found.append(Luck("purple", seat, int(colour == PURPLE), odds_of(PURPLES, lying)))
            lying.remove(colour)
    return found
