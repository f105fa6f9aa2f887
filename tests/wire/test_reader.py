"""What is written to read a message takes and refuses exactly what its fields take and refuse one by one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tortuga_p2p.bots.chance import SeededDraw
from tortuga_p2p.net.link_message import LINK
from tortuga_p2p.node.node_message import NODE
from tortuga_p2p.session.message import BESIDE, PLAY, SIT, TALK
from tortuga_p2p.session.transcript import FILE
from tortuga_p2p.testing.damage import damaged
from tortuga_p2p.wire.envelope import Content
from tortuga_p2p.wire.message import record_shape
from tortuga_p2p.wire.shape import ListOf, Misfit, Octets, PlainValue, RecordOf, Text, Truth, WholeNumber

if TYPE_CHECKING:
    from tortuga_p2p.wire.codec import Plain
    from tortuga_p2p.wire.shape import Shape

CLASSES = [Content, *(cls for spoken in (SIT, PLAY, BESIDE, TALK, FILE, NODE, LINK) for cls in spoken.kinds.values())]


def example(shape: Shape, *, largest: bool) -> Plain:
    """The smallest or the largest that fits; of the longest lists and bytes a handful."""
    match shape:
        case WholeNumber(low, high):
            return high if largest else low
        case Truth():
            return largest
        case Octets(low, high):
            return bytes(max(low, min(high, 70)) if largest else low)
        case Text(low, high):
            return "a" * (high if largest else low)
        case PlainValue():
            return ((1, b"x"), "y") if largest else 0
        case ListOf(item, low, high):
            return tuple(example(item, largest=largest) for _ in range(max(low, min(high, 2)) if largest else low))
    assert isinstance(shape, RecordOf)
    return tuple(example(part, largest=largest) for _, part in shape.fields)


def one_by_one(shape: Shape, plain: Any) -> Any:
    """The same by the shapes of the fields alone."""
    if isinstance(shape, ListOf):
        if type(plain) is not tuple or not shape.low <= len(plain) <= shape.high:
            raise Misfit
        return tuple(one_by_one(shape.item, item) for item in plain)
    if not isinstance(shape, RecordOf):
        return shape.take(plain)
    if type(plain) is not tuple or len(plain) != len(shape.fields):
        raise Misfit
    return shape.cls(*[one_by_one(part, item) for (_, part), item in zip(shape.fields, plain, strict=True)])


def outcome(read: Any, plain: Plain) -> Any:
    try:
        return read(plain)
    except Misfit:
        return Misfit


@pytest.mark.parametrize("largest", [False, True])
@pytest.mark.parametrize("cls", CLASSES, ids=lambda cls: cls.__name__)
def test_bounds_themselves_are_taken(cls: type, *, largest: bool) -> None:
    shape = record_shape(cls)
    plain = example(shape, largest=largest)
    assert shape.take(plain) == one_by_one(shape, plain)
    assert shape.give(shape.take(plain)) == plain


@settings(max_examples=60)
@given(st.sampled_from(CLASSES), st.booleans(), st.integers(0, 2**32))
def test_whatever_is_slightly_wrong_is_read_alike(cls: type, largest: bool, seed: int) -> None:
    shape, draw = record_shape(cls), SeededDraw(seed, 0)
    plain = example(shape, largest=largest)
    for _ in range(40):
        changed = damaged(plain, draw)
        assert outcome(shape.take, changed) == outcome(lambda one: one_by_one(shape, one), changed), changed
