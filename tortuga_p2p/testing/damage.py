"""Things slightly wrong: plain values, texts and moves, changed in one place. What a careful reader must refuse.

Every change comes from a `Draw`, so a failure can be repeated. Knows no game: whether a change still makes sense, as
some do, is for whoever asked to find out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from ..rules.answer import DONE, AllMoved, Answer, Drawn, Moved, Opened
from ..rules.ask import Move

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..rules.game import Draw
    from ..rules.plain import Plain

Item = TypeVar("Item")

STRANGE_TEXT = " \t\n0129-+_.,;:()[]<>/|'\"aAzZ\u00e9\u2620\x00"
# One of every kind of answer, several where an empty one might slip through.
SOME_ANSWERS: tuple[Answer, ...] = (
    Moved(Move(())),
    Moved(Move((0,))),
    AllMoved(()),
    AllMoved((Moved(Move((0,))),)),
    Drawn(()),
    Drawn((0,)),
    Opened(()),
    Opened((0,)),
    DONE,
)


def pick(items: Sequence[Item], draw: Draw) -> Item:
    """One of them."""
    return items[draw.below(len(items))]


def damaged(value: Plain, draw: Draw) -> Plain:
    """The value with one thing in it changed: another number, another type, something missing or something more."""
    if isinstance(value, tuple) and value and draw.below(4):
        place = draw.below(len(value))
        return (*value[:place], damaged(value[place], draw), *value[place + 1 :])
    changes: tuple[Plain, ...] = (0, "", b"\x00", (), (value,))
    if isinstance(value, tuple):
        changes += (value[1:], value[:-1], (*value, 0), (*value, *value[:1]), value[::-1])
    elif isinstance(value, int):
        changes += (value + 1, value - 1, -value, value ^ 1 << draw.below(12), bool(value), str(value))
        changes += (-1, 2**31, -(2**31), 2**63)
    else:
        changes += (value[1:], value[:-1], value[::-1])
    return pick(changes, draw)


def damaged_text(text: str, draw: Draw) -> str:
    """The text with a character lost, added or replaced, or with a part of it missing or doubled."""
    place = draw.below(len(text) + 1)
    strange = pick(STRANGE_TEXT, draw)
    before, after = text[:place], text[place:]
    changes = (before, after, before + after[1:], before + strange + after, before + strange + after[1:])
    return pick((*changes, before + after + after, text.upper(), text.replace(" ", "  ")), draw)


def damaged_ints(numbers: tuple[int, ...], draw: Draw) -> tuple[int, ...]:
    """The list with a number lost, added or changed."""
    place = draw.below(len(numbers) + 1)
    before, after = numbers[:place], numbers[place:]
    number = pick((-1, 0, 1, 2, 7, 31, 2**31 - 1, -(2**31) + 1), draw)
    near = after[0] + 1 - 2 * draw.below(2) if after else number
    return pick(((*before, number, *after), (*before, number, *after[1:]), (*before, near, *after[1:]), before), draw)


def damaged_move(move: Move, handles: Sequence[int], draw: Draw) -> Move:
    """The move with its data, its openings or its hand-overs changed in one place."""
    data, opens, gives = move
    handle = pick((*handles, 0, 1, 99), draw)
    gift = (handle, draw.below(6) - 1)
    changes = (
        Move(damaged_ints(data, draw), opens, gives),
        Move(data, (*opens, handle), gives),
        Move(data, opens[1:], gives),
        Move(data, opens[::-1], gives),
        Move(data, (*opens, *opens[:1]), gives),
        Move(data, opens, (*gives, gift)),
        Move(data, opens, gives[1:]),
        Move(data, opens, tuple((thing, place + 1) for thing, place in gives)),
        Move(data, tuple(thing for thing, _ in gives), tuple((thing, -1) for thing in opens)),
        Move(tuple(draw.below(40) - 2 for _ in range(draw.below(5)))),
    )
    return pick(changes, draw)


def damaged_choice(chosen: Moved, draw: Draw) -> Moved:
    """The move with faces that it does not open, or without those that it does, or with none that exist."""
    move, faces = chosen
    changes = ((*faces, 0), faces[1:], (), (-1,) * len(faces), (-2,) * len(faces), (10**6,) * len(faces))
    return Moved(move, pick(changes, draw))
