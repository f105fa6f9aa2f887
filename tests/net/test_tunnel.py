"""TLS on streams of any kind, and connections that send without waiting."""

from __future__ import annotations

import socket
from typing import TYPE_CHECKING

import pytest
import trio
import trio.testing

from tortuga_p2p.net.connection import Connection
from tortuga_p2p.net.tls import make_credentials
from tortuga_p2p.net.tunnel import Tunnel

from .people import ANA, BEN

if TYPE_CHECKING:
    from trio.abc import Stream

ANAS, BENS = make_credentials(ANA), make_credentials(BEN)
CHUNK = bytes(range(256)) * 250  # four records


def connections() -> tuple[Connection, Connection]:
    here, there = (trio.SocketStream(trio.socket.from_stdlib_socket(one)) for one in socket.socketpair())
    return Connection(here), Connection(there)


async def tunnels(here: Stream, there: Stream) -> tuple[Tunnel, Tunnel]:
    ana, ben = Tunnel(here, ANAS.listener, server_side=True), Tunnel(there, BENS.dialler, server_side=False)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(ana.shake_hands)
        nursery.start_soon(ben.shake_hands)
    return ana, ben


async def receive(stream: Stream, size: int) -> bytes:
    data = bytearray()
    while len(data) < size:
        data += await stream.receive_some()
    return bytes(data)


@pytest.mark.parametrize("below", [trio.testing.memory_stream_pair, trio.testing.lockstep_stream_pair, connections])
async def test_everything_arrives_in_order_both_ways_until_the_goodbye(below: object) -> None:
    ana, ben = await tunnels(*below())  # type: ignore[operator]
    async with trio.open_nursery() as nursery:
        for speaker, listener in ((ana, ben), (ben, ana)):
            nursery.start_soon(speaker.send_all, CHUNK)
            assert await receive(listener, len(CHUNK)) == CHUNK
        nursery.start_soon(ana.aclose)
        assert await ben.receive_some() == b""
        assert await ben.receive_some() == b""
    await ben.aclose()


async def test_records_that_arrived_together_are_opened_together() -> None:
    ana, ben = await tunnels(*connections())
    assert all(ana.post(word) for word in (b"one ", b"two ", b"three"))
    assert await ben.receive_some() == b"one two three"
    await ana.aclose()
    await ben.aclose()


async def test_what_the_system_does_not_take_at_once_follows_in_order() -> None:
    ana, ben = await tunnels(*connections())
    posted = 1
    while ana.post(CHUNK):
        posted += 1
    async with trio.open_nursery() as nursery:
        nursery.start_soon(ana.send_all, b"last")
        assert await receive(ben, posted * len(CHUNK) + 4) == posted * CHUNK + b"last"
    await ana.aclose()
    await ben.aclose()


@pytest.mark.parametrize("below", [trio.testing.memory_stream_pair, connections])
async def test_a_stream_that_is_cut_is_no_goodbye(below: object) -> None:
    here, there = below()  # type: ignore[operator]
    ana, ben = await tunnels(here, there)
    await there.aclose()
    with pytest.raises(trio.BrokenResourceError):
        await ana.receive_some()
    ana.post(b"nobody")
    ana.post(b"listens")
    with pytest.raises(trio.BrokenResourceError):
        await ana.send_all(b"at all")
    await ana.aclose()
    await ben.aclose()


async def test_a_record_that_somebody_else_made_breaks_the_tunnel() -> None:
    here, there = trio.testing.memory_stream_pair()
    ana, _ben = await tunnels(here, there)
    await there.send_all(b"\x17\x03\x03\x00\x20" + bytes(32))  # well-formed, but sealed by nobody
    with pytest.raises(trio.BrokenResourceError):
        await ana.receive_some()
    assert ana.post(b"word"), "nothing waits for a tunnel that is of no more use"


async def test_whoever_waits_at_a_connection_that_is_closed_hears_of_it() -> None:
    here, there = connections()
    async with trio.open_nursery() as nursery:

        async def wait() -> None:
            with pytest.raises(trio.ClosedResourceError):
                await here.receive_some()

        nursery.start_soon(wait)
        await trio.testing.wait_all_tasks_blocked()
        await here.aclose()
    with pytest.raises(trio.ClosedResourceError):
        await here.receive_some()
    with pytest.raises(trio.ClosedResourceError):
        await here.send_all(b"word")
    assert await there.receive_some() == b""
    await there.aclose()
    await there.aclose()
