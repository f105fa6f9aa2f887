"""The signs of a board and what they mean, in a file beside it: `legend.txt`, one entry for each sign.

    ►A◄ | >A<
      your pirate that would go

    +1 +2
      cards that a pirate would bring who goes back to that space

First the sign as it stands on the board, then after a line the same in ASCII, where that differs. A line that begins
with `##` is a remark.
"""

from __future__ import annotations

from typing import NamedTuple

from .phrases import blocks


class BoardSign(NamedTuple):
    """What stands on a board and is no word."""

    rich: str
    ascii: str
    meaning: str


def signs_in(package: str, name: str = "legend.txt") -> tuple[BoardSign, ...]:
    """The entries of a file of that package, in their order."""
    found = []
    for head, lines in blocks(package, name):
        rich, _line, plain = head.partition(" | ")
        found.append(BoardSign(rich.rstrip(), plain.strip() or rich.rstrip(), " ".join(lines)))
    return tuple(found)
