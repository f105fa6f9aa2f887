"""Who may knock: how many unproven connections there are at once, from where, and how often.

Pure bookkeeping: time comes in, sockets stay outside. Nobody can close the door for others: where it is full, whoever
has stood there longest among those of the busiest address is sent away, and a caller who shakes hands at once has long
been let in by then. Callers from where a peer of our table is known to be have places of their own.

An address is an IPv4 number, or an IPv6 number of our own network. Elsewhere it is the /64 of an IPv6 number, for
whoever has one number there usually has all of its /64; on our own network everybody shares one.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address
from typing import TYPE_CHECKING

from ..limits import (
    HANDSHAKES_EXPECTED_MAX,
    HANDSHAKES_MAX,
    HANDSHAKES_PER_HOST_BURST,
    HANDSHAKES_PER_HOST_MAX,
    HANDSHAKES_PER_HOST_PER_S,
)
from .bucket import Buckets

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable


@dataclass(eq=False, slots=True)
class Caller:
    """A connection in its handshake."""

    block: str  # what counts as the address it comes from
    is_expected: bool  # a peer of our table is known to be there
    send_away: Callable[[], None]


class Door:
    """Lets connections in for their handshake."""

    def __init__(self) -> None:
        self._callers: dict[Caller, None] = {}  # the longest there first
        self._rates = Buckets(HANDSHAKES_PER_HOST_PER_S, HANDSHAKES_PER_HOST_BURST)

    @property
    def inside(self) -> int:
        """Connections in their handshake."""
        return len(self._callers)

    def enter(self, caller: Caller, now_s: float) -> bool:
        """Whether this one may begin; another may have to go for it. If so, `leave` must follow."""
        if not self._rates.has(caller.block, 1, now_s):
            return False
        self._make_room(caller)
        self._callers[caller] = None
        return True

    def leave(self, caller: Caller) -> None:
        """It has proved who it is, or it was sent away."""
        self._callers.pop(caller, None)

    def _make_room(self, caller: Caller) -> None:
        like = [one for one in self._callers if one.is_expected == caller.is_expected]
        own = [one for one in like if one.block == caller.block]
        if len(own) >= HANDSHAKES_PER_HOST_MAX:
            self._send_away(own[0])
        elif len(like) >= (HANDSHAKES_EXPECTED_MAX if caller.is_expected else HANDSHAKES_MAX):
            self._send_away(like[oldest_of_the_busiest([one.block for one in like])])

    def _send_away(self, caller: Caller) -> None:
        self.leave(caller)
        caller.send_away()


def oldest_of_the_busiest(blocks: Iterable[str]) -> int:
    """Where the first one of the address that has most stands; the addresses are in the order of their coming."""
    blocks = list(blocks)
    busiest, _ = Counter(blocks).most_common(1)[0]  # of equals the one that came first
    return blocks.index(busiest)


def block_of(host: str, *, is_on_link: bool = False) -> str:
    """What counts as one address. `is_on_link`: it is a number of a network that we are on ourselves."""
    ip = ip_address(host)
    if not isinstance(ip, IPv6Address) or is_on_link or ip.is_link_local:
        return host
    return str(IPv6Address(int(ip) >> 64 << 64))
