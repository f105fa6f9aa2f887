"""What the mesh tells the node. Per peer: PeerUp, its frames in order, PeerDown; then perhaps PeerUp again."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from .link_message import Why


class PeerUp(NamedTuple):
    """A link with this identity is there. What was sent before may be lost: say again where you stand."""

    peer: bytes
    agent: str  # name and version of its program, as it says


class PeerDown(NamedTuple):
    """The link is gone. Never an offence: the network, the machine or the program may be to blame."""

    peer: bytes
    why: Why
    by_peer: bool  # whether the peer gave the reason, or we did


class FrameReceived(NamedTuple):
    """A payload of the node at the other end, unread."""

    peer: bytes
    payload: bytes


Event: TypeAlias = PeerUp | PeerDown | FrameReceived
