"""TLS on streams of any kind, and connections that send without waiting."""

from __future__ import annotations

import shutil
import socket
import ssl
import subprocess
from functools import partial
from typing import TYPE_CHECKING

import pytest
import trio
import trio.testing

from tortuga_p2p.net.connection import Connection
from tortuga_p2p.net.tls import make_credentials
from tortuga_p2p.net.tunnel import Tunnel

from .people import ANA, BEN, PATIENCE_S

if TYPE_CHECKING:
    from pathlib import Path

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


class Drip(trio.abc.Stream):
    """What is read comes byte by byte: records are cut everywhere."""

    def __init__(self, below: Stream) -> None:
        self._below, self._left = below, b""

    async def receive_some(self, max_bytes: int | None = None) -> bytes:
        if not self._left:
            self._left = bytes(await self._below.receive_some())
        byte, self._left = self._left[:1], self._left[1:]
        return byte

    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        await self._below.send_all(data)

    async def wait_send_all_might_not_block(self) -> None:
        await self._below.wait_send_all_might_not_block()

    async def aclose(self) -> None:
        await self._below.aclose()


@pytest.mark.parametrize("is_listening", [True, False], ids=["ours listens", "ours dials"])
async def test_trio_s_own_tls_understands_ours_and_we_it_byte_by_byte(*, is_listening: bool) -> None:
    here, there = trio.testing.memory_stream_pair()
    context = ANAS.listener if is_listening else ANAS.dialler
    ours = Tunnel(Drip(here), context, server_side=is_listening)
    other = BENS.dialler if is_listening else BENS.listener
    theirs = trio.SSLStream(there, other, server_side=not is_listening, https_compatible=False)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(ours.shake_hands)
        nursery.start_soon(theirs.do_handshake)
    assert ours.protocol == theirs.selected_alpn_protocol()
    async with trio.open_nursery() as nursery:
        for speaker, listener in ((ours, theirs), (theirs, ours)):
            nursery.start_soon(speaker.send_all, CHUNK[:20_000])
            assert await receive(listener, 20_000) == CHUNK[:20_000]
        nursery.start_soon(theirs.aclose)
        assert await ours.receive_some() == b""
        await ours.aclose()


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


@pytest.mark.skipif(shutil.which("openssl") is None, reason="needs a program that asks for new keys: openssl")
async def test_whoever_asks_for_new_keys_again_and_again_is_cut_off(tmp_path: Path) -> None:
    """Each request is answered, and answers wait until we have something to say: a flood would fill our memory."""
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    words = ("req", "-x509", "-newkey", "ed25519", "-nodes", "-subj", "/CN=x", "-keyout", key, "-out", certificate)
    await trio.run_process(["openssl", *map(str, words)], capture_stderr=True)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    (listener,) = await trio.open_tcp_listeners(0, host="127.0.0.1")
    port = listener.socket.getsockname()[1]
    dial = ["openssl", "s_client", "-tls1_3", "-quiet", "-no_ign_eof", "-connect", f"127.0.0.1:{port}"]
    quiet = {"stdin": subprocess.PIPE, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    with trio.fail_after(PATIENCE_S):
        async with trio.open_nursery() as nursery:
            nurse = partial(trio.run_process, dial, check=False, **quiet)
            client: trio.Process = await nursery.start(nurse)
            tunnel = Tunnel(Connection(await listener.accept()), context, server_side=True)
            await tunnel.shake_hands()
            nursery.start_soon(ask_for_keys, client.stdin)
            with pytest.raises(trio.BrokenResourceError, match="new keys"):
                await tunnel.receive_some()
            await tunnel.aclose()
            await listener.aclose()
            nursery.cancel_scope.cancel()


async def ask_for_keys(program: trio.abc.SendStream | None) -> None:
    assert program is not None
    while True:  # it takes a command only if nothing else stands in what it reads at once
        await program.send_all(b"K\n")
        await trio.sleep(0.001)


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
