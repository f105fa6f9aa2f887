"""Whatever comes: the program stays up, files and memory stay bounded, and the honest get through."""

from __future__ import annotations

import gc
import os
import random
import socket
import ssl
import sys
import tracemalloc
from contextlib import AsyncExitStack, suppress
from functools import partial
from typing import TYPE_CHECKING

import pytest
import trio
import trio.testing

from tortuga_p2p.crypto.identity import Identity
from tortuga_p2p.errors import PeerLost, Refused
from tortuga_p2p.limits import (
    EVENTS_MAX,
    HANDSHAKE_S,
    HANDSHAKES_MAX,
    HANDSHAKES_PER_HOST_BURST,
    HANDSHAKES_PER_HOST_MAX,
    QUEUE_BYTES_MAX,
    STRANGER_STAY_S,
    STRANGERS_MAX,
    STRANGERS_PER_HOST_MAX,
)
from tortuga_p2p.net import Address, Why, open_mesh
from tortuga_p2p.net.link_message import BEAT_FRAME, LINK, Bye, Hello
from tortuga_p2p.net.tls import make_credentials
from tortuga_p2p.wire.codec import encode
from tortuga_p2p.wire.envelope import VERSION
from tortuga_p2p.wire.framing import Framer, frame

from .people import ANA, BEN, CLEO, PATIENCE_S, program, words
from .test_mesh import exchange, fast

if TYPE_CHECKING:
    from trio.abc import Stream

    from .people import Program

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs /proc and all of 127.0.0.0/8, as on Linux")
SPARE_FILES = 8  # that the test and the system may open meanwhile
MEGABYTE = 1_048_576
HELLO = Hello(VERSION, "hostile", b"bootboot", 1, (), 0)


def open_files() -> int:
    return len(os.listdir("/proc/self/fd"))


async def knock(address: Address, source: str = "127.0.0.1") -> trio.SocketStream:
    """A bare connection, from any of the addresses that loopback has."""
    return await trio.open_tcp_stream(*address, local_address=source)


async def is_hung_up(stream: Stream) -> bool:
    """Reads until the other side has closed, whatever it says before."""
    with suppress(trio.BrokenResourceError):
        async for _ in stream:
            pass
    return True


async def dial(address: Address, who: Identity = BEN, source: str = "127.0.0.1") -> trio.SSLStream[trio.SocketStream]:
    """A proven connection that has not yet said hello."""
    stream = trio.SSLStream(await knock(address, source), make_credentials(who).dialler)
    await stream.do_handshake()
    return stream


async def dial_and_greet(
    address: Address, who: Identity = BEN, hello: Hello = HELLO
) -> trio.SSLStream[trio.SocketStream]:
    stream = await dial(address, who)
    await stream.send_all(frame(LINK.encode(hello)))
    return stream


async def first_answer(stream: Stream) -> object:
    framer = Framer()
    async for data in stream:
        for payload in framer.feed(bytes(data)):
            return LINK.decode(payload)
    return None


async def check_is_well(one: Program) -> None:
    """An honest newcomer is linked and understood."""
    async with program(CLEO) as cleo:
        await cleo.mesh.meet(one.address)
        await one.until_linked(CLEO)
        await exchange(one, cleo)


# --- before anybody has proved anything ------------------------------------------------------------------------------


@pytest.mark.parametrize("stage", ["tcp", "half a hello of TLS", "tls", "half a hello", "a byte per second"])
async def test_who_dawdles_in_the_handshake_is_hung_up_on(mock_clock: trio.testing.MockClock, stage: str) -> None:
    async with program(ANA) as ana:
        match stage:
            case "tls":
                stream: Stream = await dial(ana.address)
            case "half a hello":
                stream = await dial(ana.address)
                await stream.send_all(frame(LINK.encode(HELLO))[:10])
            case _:
                stream = await knock(ana.address)
        if stage == "half a hello of TLS":
            await stream.send_all(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03")

        async def dribble() -> None:
            with suppress(trio.BrokenResourceError):
                for byte in b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(100):
                    await stream.send_all(bytes([byte]))
                    await trio.sleep(1)

        fast(mock_clock)
        began_s = trio.current_time()
        async with trio.open_nursery() as nursery:
            if stage == "a byte per second":
                nursery.start_soon(dribble)
            assert await is_hung_up(stream)
            nursery.cancel_scope.cancel()
        assert trio.current_time() - began_s <= HANDSHAKE_S + 0.1
        assert ana.mesh._door.inside == 0
        assert ana.events == []
        await stream.aclose()


@pytest.mark.parametrize("seed", range(3))
async def test_random_bytes_are_hung_up_on(seed: int) -> None:
    noise = random.Random(seed)
    async with program(ANA) as ana:
        for _ in range(20):
            async with await knock(ana.address, f"127.0.0.{noise.randrange(2, 250)}") as stream:
                with suppress(trio.BrokenResourceError):
                    await stream.send_all(noise.randbytes(noise.randrange(1, 20_000)))
                    await stream.send_eof()
                assert await is_hung_up(stream)
        assert ana.events == []
        await check_is_well(ana)


async def test_somebody_from_the_web_is_hung_up_on() -> None:
    async with program(ANA) as ana, await knock(ana.address) as stream:
        await stream.send_all(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert await is_hung_up(stream)


@pytest.mark.parametrize(
    ("said", "why"),
    [
        (encode(("link-hello", VERSION + 1, "from the future", ("unknown",))), Why.WRONG_VERSION),
        (encode(("link-hello", "one")), Why.GARBLED),
        (words("no hello at all"), Why.GARBLED),
        (encode(("link-hello", 1, "x" * 2_000, b"bootboot", 1, (), 0)), Why.GARBLED),
    ],
)
async def test_a_bad_hello_is_answered_by_a_reason(said: bytes, why: Why) -> None:
    async with program(ANA) as ana:
        stream = await dial(ana.address)
        await stream.send_all(frame(said))
        assert await first_answer(stream) == Bye(why.value)
        assert await is_hung_up(stream)
        await trio.aclose_forcefully(stream)
        assert ana.events == []


async def test_a_giant_length_is_hung_up_on_before_anything_is_kept() -> None:
    async with program(ANA) as ana:
        stream = await dial(ana.address)
        await stream.send_all(b"\xff\xff\xff\xff")
        assert await first_answer(stream) == Bye("garbled")
        await trio.aclose_forcefully(stream)


async def test_a_flood_of_silent_connections_keeps_nobody_else_out(mock_clock: trio.testing.MockClock) -> None:
    """One address may try as often as it likes: it never holds more than its share."""
    async with program(ANA) as ana, AsyncExitStack() as stack:
        before = open_files()
        for _ in range(200):
            stack.push_async_exit(await knock(ana.address, "127.0.0.66"))
        await trio.testing.wait_all_tasks_blocked(0.05)
        ours = open_files() - before - 200
        assert ana.mesh._door.inside == ours == HANDSHAKES_PER_HOST_MAX
        await check_is_well(ana)
        fast(mock_clock)
        await trio.sleep(HANDSHAKE_S + 1)
        assert ana.mesh._door.inside == 0


async def test_a_flood_from_everywhere_leaves_files_and_memory_bounded(mock_clock: trio.testing.MockClock) -> None:
    async with program(ANA) as ana, AsyncExitStack() as stack:
        before = open_files()
        for number in range(300):
            stack.push_async_exit(await knock(ana.address, f"127.0.{number // 200}.{2 + number % 200}"))
        await trio.testing.wait_all_tasks_blocked(0.05)
        assert open_files() - before - 300 <= HANDSHAKES_MAX + SPARE_FILES
        fast(mock_clock)
        await trio.sleep(HANDSHAKE_S + 1)
        mock_clock.autojump_threshold = float("inf")
        await check_is_well(ana)
        assert len(ana.mesh._door._rates) <= 256


async def test_a_flood_of_complete_handshakes_is_slowed_down() -> None:
    """A handshake costs computing: one address gets a burst, then a few per second."""
    credentials = make_credentials(BEN)
    async with program(ANA) as ana:
        ana.mesh.is_open = False
        done = 0
        began_s = trio.current_time()
        for _ in range(3 * HANDSHAKES_PER_HOST_BURST):
            with suppress(trio.BrokenResourceError):
                stream = trio.SSLStream(await knock(ana.address, "127.0.0.66"), credentials.dialler)
                await stream.do_handshake()
                done += 1
            await trio.aclose_forcefully(stream)
        assert done <= HANDSHAKES_PER_HOST_BURST + 10 * (trio.current_time() - began_s) + 1
        ana.mesh.is_open = True
        stream = trio.SSLStream(await knock(ana.address, "127.0.0.67"), credentials.dialler)
        await stream.do_handshake()
        await stream.send_all(frame(LINK.encode(HELLO)))
        await ana.until_linked(BEN)
        await trio.aclose_forcefully(stream)


async def test_many_identities_from_one_machine_hold_few_links() -> None:
    async with program(ANA) as ana, AsyncExitStack() as stack:
        for number in range(2 * STRANGERS_PER_HOST_MAX):
            stream = await dial_and_greet(ana.address, Identity.from_seed(bytes([50 + number]) * 32))
            stack.push_async_callback(trio.aclose_forcefully, stream)
            assert isinstance(await first_answer(stream), Hello)
        await ana.until(lambda: len(ana.mesh.linked) == STRANGERS_PER_HOST_MAX)


# --- strangers cannot close the door ----------------------------------------------------------------------------------


async def hold(address: Address, source: str) -> None:
    """Keeps one idle connection open, and opens it anew as soon as it is dropped."""
    while True:
        with suppress(OSError, trio.BrokenResourceError):
            async with await knock(address, source) as stream:
                await stream.receive_some(1)
        await trio.sleep(0.3)


@pytest.mark.parametrize("addresses", [3, 40])
async def test_idle_connections_from_many_addresses_keep_nobody_out(addresses: int) -> None:
    async with program(ANA) as ana, program(CLEO) as cleo, trio.open_nursery() as nursery:
        for number in range(addresses):
            for _ in range(HANDSHAKES_PER_HOST_MAX if addresses == 3 else 1):
                nursery.start_soon(hold, ana.address, f"127.0.0.{2 + number}")
        await trio.testing.wait_all_tasks_blocked(0.05)
        assert ana.mesh._door.inside == HANDSHAKES_MAX
        for _ in range(5):
            await cleo.mesh.meet(ana.address)
            cleo.mesh.forget(ANA.public)
        nursery.cancel_scope.cancel()


async def test_idle_strangers_in_every_place_keep_nobody_out() -> None:
    async with program(ANA) as ana, AsyncExitStack() as stack:
        for number in range(STRANGERS_MAX + 4):
            source = f"127.0.0.{10 + number // STRANGERS_PER_HOST_MAX}"
            stream = await dial(ana.address, Identity.from_seed(bytes([50 + number]) * 32), source)
            stack.push_async_callback(trio.aclose_forcefully, stream)
            await stream.send_all(frame(LINK.encode(HELLO)))
            assert isinstance(await first_answer(stream), Hello)
        assert len(ana.mesh.linked) == STRANGERS_MAX
        await check_is_well(ana)


async def test_a_stranger_that_never_sits_down_makes_room(mock_clock: trio.testing.MockClock) -> None:
    async with program(ANA) as ana, program(BEN) as ben, program(CLEO) as cleo:
        await ben.mesh.meet(ana.address)
        await cleo.mesh.meet(ana.address)
        await ana.until_linked(BEN, CLEO)
        ana.mesh.want(CLEO.public)  # has a seat
        fast(mock_clock)
        await trio.sleep(STRANGER_STAY_S + 1)
        assert ben.story(ANA)[:2] == ["up", "down full"]
        assert cleo.story(ANA) == ["up"]


async def test_a_peer_of_our_table_gets_in_where_strangers_fill_the_door(mock_clock: trio.testing.MockClock) -> None:
    async with program(ANA) as ana, program(CLEO, host="127.0.0.9") as cleo, AsyncExitStack() as stack:
        ana.mesh.want(CLEO.public, [Address("127.0.0.9", 1)])  # it was there once; nobody answers now
        for number in range(2 * HANDSHAKES_MAX):
            stack.push_async_exit(await knock(ana.address, f"127.0.1.{2 + number}"))
        caller = await knock(ana.address, "127.0.0.9")
        stack.push_async_exit(caller)
        for number in range(2 * HANDSHAKES_MAX):
            stack.push_async_exit(await knock(ana.address, f"127.0.2.{2 + number}"))
        await trio.testing.wait_all_tasks_blocked(0.05)
        assert ana.mesh._door.inside == HANDSHAKES_MAX + 1
        assert cleo.mesh.public in ana.mesh.wanted


@pytest.mark.parametrize("then", ["says nothing", "hangs up", "says bye", "talks nonsense"])
async def test_a_listener_is_not_up_before_it_has_said_hello(mock_clock: trio.testing.MockClock, then: str) -> None:
    """For the dialler TLS is done before the listener has judged anything."""

    async def answer(stream: trio.SocketStream) -> None:
        async with trio.SSLStream(stream, make_credentials(CLEO).listener, server_side=True) as secured:
            await secured.do_handshake()
            match then:
                case "says nothing":
                    await trio.sleep_forever()
                case "says bye":
                    await secured.send_all(frame(LINK.encode(Bye("closed"))))
                case "talks nonsense":
                    await secured.send_all(frame(words("welcome")))

    async with program(ANA) as ana, trio.open_nursery() as nursery:
        serve = partial(trio.serve_tcp, answer, 0, host="127.0.0.1")
        (listener,) = await nursery.start(serve)
        fast(mock_clock)
        with pytest.raises((PeerLost, Refused)):
            await ana.mesh.meet(Address("127.0.0.1", listener.socket.getsockname()[1]))
        assert (ana.events, ana.mesh.linked, ana.mesh.wanted) == ([], frozenset(), frozenset())
        nursery.cancel_scope.cancel()


# --- with a link -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(5))
async def test_a_peer_that_talks_nonsense_loses_its_link_and_nobody_else_does(seed: int) -> None:
    noise = random.Random(seed)
    async with program(ANA) as ana, program(CLEO) as cleo:
        await cleo.mesh.meet(ana.address)
        stream = await dial_and_greet(ana.address)
        await ana.until_linked(BEN, CLEO)
        with suppress(trio.BrokenResourceError):
            await stream.send_all(b"\xff" + noise.randbytes(1_000))
        await ana.until(lambda: ana.story(BEN) == ["up", "down garbled"])
        await trio.aclose_forcefully(stream)
        await exchange(ana, cleo)
        assert ana.story(CLEO) == ["up"]


@pytest.mark.parametrize("is_wanted", [False, True], ids=["stranger", "of the table"])
@pytest.mark.parametrize("size", [1, 60_000])
async def test_a_flood_of_messages_stays_outside_and_the_others_are_heard(is_wanted: bool, size: int) -> None:
    """ANA's node reads slowly while BEN floods: her memory does not grow, and CLEO's words arrive in between."""
    async with (
        open_mesh(ANA, host="127.0.0.1", port=0) as ana,
        program(CLEO) as cleo,
        trio.open_nursery() as nursery,
    ):
        if is_wanted:
            ana.want(BEN.public)
        stream = await dial_and_greet(ana.addresses[0])
        await cleo.mesh.meet(ana.addresses[0])
        batch = frame(encode(("say", b"x" * size))) * (60_000 // (size + 10) + 1)

        async def flood() -> None:
            with suppress(trio.BrokenResourceError):
                while True:
                    await stream.send_all(batch)

        nursery.start_soon(flood)
        await trio.testing.wait_all_tasks_blocked(0.1)
        gc.collect()
        tracemalloc.start()
        try:
            cleo.mesh.send(ANA.public, words("do you hear me?"))
            heard = 0
            with trio.fail_after(PATIENCE_S):
                async for event in ana.events:
                    heard += 1
                    if event.peer == CLEO.public and getattr(event, "payload", b"") == words("do you hear me?"):
                        break
            _, peak = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
        assert heard <= 3 * EVENTS_MAX
        assert peak < 8 * MEGABYTE
        nursery.cancel_scope.cancel()
        await trio.aclose_forcefully(stream)


async def test_a_flood_of_beats_and_rumours_hurts_nobody() -> None:
    rumour = encode(("link-peers", tuple((bytes([n]) * 32, (bytes([10, 0, 0, n]),), 1667) for n in range(1, 16))))
    async with program(ANA) as ana, program(CLEO) as cleo, trio.open_nursery() as nursery:
        ana.mesh.want(BEN.public)
        stream = await dial_and_greet(ana.address)
        await cleo.mesh.meet(ana.address)
        await ana.until_linked(BEN, CLEO)

        async def flood() -> None:
            with suppress(trio.BrokenResourceError):
                while True:
                    await stream.send_all(BEAT_FRAME * 1_000 + frame(rumour) * 20)

        nursery.start_soon(flood)
        await exchange(ana, cleo)
        assert set(ana.mesh._book) == {BEN.public, CLEO.public}
        nursery.cancel_scope.cancel()
        await trio.aclose_forcefully(stream)


async def test_a_slow_reader_costs_a_bounded_queue_and_then_its_link() -> None:
    async with program(ANA) as ana, program(CLEO) as cleo:
        ana.mesh.want(BEN.public)
        ana.mesh.want(CLEO.public)
        small = await small_window(ana.address)
        await cleo.mesh.meet(ana.address)
        await ana.until_linked(BEN, CLEO)
        payload = encode(("say", b"x" * 30_000))
        gc.collect()
        tracemalloc.start()
        try:
            for _ in range(1_000):
                ana.mesh.broadcast(payload)
                await cleo.until(lambda: cleo.frames[ANA.public])
                cleo.frames.clear()  # the test itself shall not keep them
                cleo.events.clear()
                if BEN.public not in ana.mesh.linked:
                    break
            _, peak = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
        await ana.until(lambda: ana.story(BEN) == ["up", "down slow"])
        assert peak < QUEUE_BYTES_MAX + 8 * MEGABYTE
        assert ana.story(CLEO) == ["up"]
        await trio.aclose_forcefully(small)


async def small_window(address: Address) -> trio.SSLStream[trio.SocketStream]:
    """A greeted connection whose end takes in next to nothing until it is read."""
    sock = trio.socket.socket()
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
    await sock.connect(address)
    stream = trio.SSLStream(trio.SocketStream(sock), make_credentials(BEN).dialler)
    await stream.do_handshake()
    await stream.send_all(frame(LINK.encode(HELLO)))
    return stream


async def test_old_tls_is_hung_up_on() -> None:
    context = make_credentials(BEN).dialler
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.maximum_version = ssl.TLSVersion.TLSv1_2
    async with program(ANA) as ana:
        stream = trio.SSLStream(await knock(ana.address), context)
        with pytest.raises(trio.BrokenResourceError):
            await stream.do_handshake()
        await trio.aclose_forcefully(stream)
        assert ana.mesh._door.inside == 0
