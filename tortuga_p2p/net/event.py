"""What the mesh tells the node. Per peer: PeerUp, its frames in order, PeerDown; then perhaps PeerUp again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from .message import Why


@dataclass(frozen=True, slots=True)
class PeerUp:
    """A link with this identity is there. What was sent before may be lost: say again where you stand."""

    peer: bytes
    agent: str  # name and version of its program, as it says


@dataclass(frozen=True, slots=True)
class PeerDown:
    """The link is gone. Never an offence: the network, the machine or the program may be to blame."""

    peer: bytes
    why: Why
    by_peer: bool  # whether the peer gave the reason, or we did


@dataclass(frozen=True, slots=True)
class Frame:
    """A payload of the node at the other end, unread."""

    peer: bytes
    payload: bytes


Event: TypeAlias = PeerUp | PeerDown | Frame
