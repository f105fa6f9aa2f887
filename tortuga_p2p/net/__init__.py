"""Several programs on several machines become one mesh of proven links. trio lives here; no game and no session does.

Start with `mesh.py` (who is linked), then `link.py` (one link), `tls.py` (who is at the other end), `tunnel.py` and
`connection.py` (how bytes get there); protocol/link.md.
Imports `crypto`, `wire`, `errors`, `limits`.
"""

# For the node:
#
# async with open_mesh(identity, host=None, port=None) as mesh:      # BadInput if the port cannot be opened
#     mesh.public, mesh.port, mesh.addresses                           # who and where we are
#     await mesh.meet(Address(host, port), peer=key_or_None) -> key    # call; PeerLost, Refused, TurnedAway(.why)
#     mesh.want(key, addresses=())    # of our table: keep linked, redial, unthrottled, told about the others
#     mesh.forget(key)                # no more
#     mesh.is_open = False            # strangers are no longer admitted (wanted peers always are)
#     mesh.linked, mesh.wanted        # frozensets of keys;  mesh.addresses_of(key) for the journal
#     mesh.send(key, payload) -> bool # never waits, never raises; False: not linked
#     mesh.broadcast(payload)         # to all linked *wanted* peers
#     async for event in mesh.events: # PeerUp(peer, agent) | FrameReceived(peer, payload) | PeerDown(peer, ...)
#
# A payload is any message `[kind, field, ...]` (wire/message.py) whose kind does not begin with `link-`, at most
# FRAME_BYTES_MAX bytes. Strangers (linked, not wanted) send frames too, slowly: guests in the lobby are such. After
# every PeerUp say again where you stand: what was sent before may be lost. Delivery in order per link, never promised.
#
# Finding tables: `discovery.open_discovery`. Pasted invitations: `invitation.make_invitation(key, addresses).line`,
# `is_invitation`, `read_invitation`. Typed addresses: `parse_address`. What works here: `doctor.examine`.

from .address import Address, parse_address
from .link_message import IN_WORDS, TurnedAway, Why
from .mesh import Mesh, open_mesh
from .mesh_event import Event, FrameReceived, PeerDown, PeerUp

__all__ = [
    "IN_WORDS",
    "Address",
    "Event",
    "FrameReceived",
    "Mesh",
    "PeerDown",
    "PeerUp",
    "TurnedAway",
    "Why",
    "open_mesh",
    "parse_address",
]
