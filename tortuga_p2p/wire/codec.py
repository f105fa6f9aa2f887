"""Plain values as bytes and back: a subset of MessagePack in which every value has exactly one spelling.

Integers, truth values, text, bytes and lists of these; no maps, floats, nil or extensions. What a peer sent is read
within bounds, written again and compared: a second spelling is refused (protocol/framing.md, "Plain values").
Knows no message; NamedTuples are written as lists and come back as tuples.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias, cast

import msgpack  # type: ignore[import-untyped]

from ..errors import Code, Refused
from ..limits import FRAME_BYTES_MAX, PLAIN_DEPTH_MAX, PLAIN_ITEMS_MAX
from ..text import _

if TYPE_CHECKING:
    from collections.abc import Callable

Plain: TypeAlias = int | str | bytes | tuple["Plain", ...]


def encode(value: Plain) -> bytes:
    """The one spelling of a plain value. A value that is not plain is our own mistake: `TypeError` or `ValueError`."""
    _check_plain((value,), PLAIN_DEPTH_MAX + 1)
    return encode_known(value)


# As `encode`, for a value made of parts that were plain already: it is not looked through again. One packer for all:
# each has a large buffer of its own, which would cost more than most messages.
encode_known: Callable[[Plain], bytes] = msgpack.Packer().pack


def decode(raw: bytes) -> Plain:
    """The plain value that these bytes spell; raises `too-large`, `malformed` or `not-canonical`."""
    if len(raw) > FRAME_BYTES_MAX:
        raise Refused(Code.TOO_LARGE, _("A value of {count} bytes is longer than a message may be.", count=len(raw)))
    try:
        # The reader reserves room for a list when it sees its announced length: the bound must stand before that.
        value = msgpack.unpackb(raw, use_list=False, max_array_len=PLAIN_ITEMS_MAX, max_map_len=0, max_ext_len=0)
        _check_plain(value if type(value) is tuple else (value,), PLAIN_DEPTH_MAX)
    except (ValueError, TypeError) as fault:
        raise Refused(
            Code.MALFORMED, _("These bytes are not a plain value: {fault}.", fault=fault or "no such form")
        ) from None
    if encode_known(value) != raw:
        raise Refused(Code.NOT_CANONICAL, _("A value is spelled in a way other than the shortest."))
    return cast("Plain", value)


_LEAVES = frozenset((int, bytes, str, bool))


def _check_plain(items: tuple[object, ...] | list[object], depth_left: int) -> None:
    """Raises unless all items are plain and no list among them is too long or too deep."""
    if len(items) > PLAIN_ITEMS_MAX:
        raise ValueError(_("a list of {count} items is too long", count=len(items)))
    if depth_left == 0:
        raise ValueError(_("lists are nested too deep"))
    for item in items:
        if type(item) in _LEAVES:
            continue
        if isinstance(item, (tuple, list)):  # a union would be put together anew for every item
            # Most lists are empty or hold numbers and bytes only: no need to look at each of these.
            if not (_LEAVES.issuperset(map(type, item)) and depth_left > 1 and len(item) <= PLAIN_ITEMS_MAX):
                _check_plain(item, depth_left - 1)
        elif not isinstance(item, int | str | bytes):
            raise TypeError(f"{type(item).__name__} is not a plain value")
