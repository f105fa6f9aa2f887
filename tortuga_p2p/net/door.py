"""Who may knock: how many unproven connections there are at once, from where, and how often.

Pure bookkeeping: time comes in, sockets stay outside. An address is an IPv4 number or the /64 of an IPv6 number, for
whoever has one IPv6 address usually has all of its /64. One address can never take every place.
"""

from __future__ import annotations

from collections import Counter
from ipaddress import IPv6Address, ip_address

from ..limits import (
    HANDSHAKES_MAX,
    HANDSHAKES_PER_HOST_BURST,
    HANDSHAKES_PER_HOST_MAX,
    HANDSHAKES_PER_HOST_PER_S,
)
from .bucket import Buckets


class Door:
    """Lets connections in for their handshake."""

    def __init__(self) -> None:
        self._inside: Counter[str] = Counter()
        self._rates = Buckets(HANDSHAKES_PER_HOST_PER_S, HANDSHAKES_PER_HOST_BURST)

    @property
    def inside(self) -> int:
        """Connections in their handshake."""
        return self._inside.total()

    def enter(self, host: str, now_s: float) -> bool:
        """Whether one more from there may begin. If so, `leave` must follow."""
        block = block_of(host)
        if self.inside >= HANDSHAKES_MAX or self._inside[block] >= HANDSHAKES_PER_HOST_MAX:
            return False
        if not self._rates.has(block, 1, now_s):
            return False
        self._inside[block] += 1
        return True

    def leave(self, host: str) -> None:
        block = block_of(host)
        self._inside[block] -= 1
        if not self._inside[block]:
            del self._inside[block]


def block_of(host: str) -> str:
    """What counts as one address."""
    ip = ip_address(host)
    return str(IPv6Address(int(ip) >> 64 << 64)) if isinstance(ip, IPv6Address) else host
