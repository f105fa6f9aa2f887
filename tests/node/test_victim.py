"""A cut, as `soak` does it: every connection is dead at both ends, and what listens goes on listening."""

from __future__ import annotations

import socket

from tortuga_p2p.testing.rigs.soak_victim import cut


def test_a_cut_kills_every_connection_and_nothing_else() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        with socket.create_connection(listener.getsockname()) as near, listener.accept()[0] as far:
            cut(0, None)
            near.settimeout(5)
            assert (near.recv(1), far.recv(1)) == (b"", b"")
        with socket.create_connection(listener.getsockname()) as near, listener.accept()[0] as far:
            near.sendall(b"x")
            assert far.recv(1) == b"x"
