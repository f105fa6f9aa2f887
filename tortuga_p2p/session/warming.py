"""What a program computes once in its life and every game needs: done while a table fills up, it keeps nobody waiting.

Nothing depends on it. What was not made ready is made when it is first needed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..crypto.pedersen import generators
from ..wire.envelope import Content
from ..wire.message import record_shape
from .message import PLAY, SIT, TALK

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..crypto.group import Group
    from .agreement import AnyGame


def warm_up(game: AnyGame, group: Group) -> Iterator[None]:
    """A little at a time, of a millisecond or so; whoever runs it may stop anywhere."""
    for cls in (Content, *(cls for vocabulary in (SIT, PLAY, TALK) for cls in vocabulary.kinds.values())):
        _ = record_shape(cls).take  # how it is read is written then
        yield
    piles = [len(pile.faces) for pile in game.piles.values()]
    if piles:
        yield from generators(group).grow(max(piles) + 1)  # a shuffle commits to a number for each card, and hides them
