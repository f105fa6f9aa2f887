"""One link: frames in order, life and silence, slow readers, floods, and how it ends. Without TLS, in virtual time."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

import pytest
import trio
import trio.testing

from tests.refusal import refused
from tortuga_p2p.errors import Code, PeerLost
from tortuga_p2p.limits import (
    BEAT_PERIOD_S,
    CLOSE_S,
    FRAME_BYTES_MAX,
    FRAME_COST_BYTES,
    QUEUE_BYTES_MAX,
    QUEUE_FRAMES_MAX,
    SILENCE_S,
    STRANGER_BYTES_BURST,
    STRANGER_BYTES_PER_S,
    WRITE_S,
)
from tortuga_p2p.net.link import Ended, PeerLink
from tortuga_p2p.net.link_message import BEAT_FRAME, LINK, Acquaintance, Bye, Hello, Peers, TurnedAway, Why
from tortuga_p2p.net.tls import ProvenStream
from tortuga_p2p.wire.codec import encode
from tortuga_p2p.wire.envelope import VERSION
from tortuga_p2p.wire.framing import Framer, frame

from .people import ANA, BEN, CLEO, words

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from trio.abc import Stream

HELLO = Hello(VERSION, "test 1", b"bootboot", 1, (b"\x0a\x00\x00\x01",), 1667)
HOUR_S = 3600


class End:
    """One end of a link: what it took, and how it ended."""

    def __init__(self, stream: Stream, take: Callable[[bytes], Awaitable[None]] | None = None) -> None:
        self.link = PeerLink(ProvenStream(stream, BEN.public))
        self.taken: list[bytes] = []
        self.told: list[Peers] = []
        self.ended: Ended | None = None
        self._take = take or self._keep

    async def run(self) -> None:
        async def opened() -> None:
            await trio.lowlevel.checkpoint()

        self.ended = await self.link.run(opened, self._take, self.told.append)

    async def _keep(self, payload: bytes) -> None:
        await trio.lowlevel.checkpoint()
        self.taken.append(payload)


def pair() -> tuple[End, End]:
    here, there = trio.testing.memory_stream_pair()
    return End(here), End(there)


async def read_frames(stream: Stream) -> list[bytes]:
    """Everything until the end of the stream."""
    framer = Framer()
    frames = []
    async for data in stream:
        frames += framer.feed(bytes(data))
    assert framer.is_between_frames
    return frames


# --- the greeting ----------------------------------------------------------------------------------------------------


async def test_both_hear_the_hello_of_the_other(autojump_clock: object) -> None:
    ana, ben = pair()
    await ana.link.say_hello(HELLO)
    assert await ben.link.hear_hello() == HELLO == ben.link.hello


@pytest.mark.parametrize(
    ("first", "code"),
    [
        (encode(("link-hello", VERSION + 1, "whatever", (("may", "follow"),))), Code.WRONG_VERSION),
        (encode(("link-hello", VERSION, "agent")), Code.MALFORMED),
        (encode(("link-hello", VERSION, "agent\x1b[2J", b"bootboot", 1, (), 0)), Code.MALFORMED),
        (encode(("link-hello", VERSION, "agent", b"bootboot", 1, (), 65_536)), Code.MALFORMED),
        (encode(("say", "hello")), Code.MALFORMED),
        (LINK.encode(Peers(())), Code.MALFORMED),
        (b"\xc1", Code.MALFORMED),
        (b"\x92\xaalink-hello\xcc\x01", Code.NOT_CANONICAL),
        (encode(("link-hello", VERSION, "x" * 600)), Code.TOO_LARGE),
    ],
)
async def test_another_first_message_is_refused(first: bytes, code: Code) -> None:
    here, there = trio.testing.memory_stream_pair()
    await there.send_all(frame(first))
    with refused(code):
        await PeerLink(ProvenStream(here, BEN.public)).hear_hello()


async def test_a_bye_instead_of_a_hello_says_why_we_were_turned_away() -> None:
    ana, ben = pair()
    await ana.link.turn_away(Why.FULL)
    with pytest.raises(TurnedAway, match="too many guests") as caught:
        await ben.link.hear_hello()
    assert caught.value.why is Why.FULL


async def test_a_connection_that_breaks_before_the_hello_is_nobodys_fault() -> None:
    here, there = trio.testing.memory_stream_pair()
    await there.send_all(frame(LINK.encode(HELLO))[:9])
    await there.aclose()
    with pytest.raises(PeerLost):
        await PeerLink(ProvenStream(here, BEN.public)).hear_hello()


async def test_frames_that_come_with_the_hello_are_not_lost(autojump_clock: object) -> None:
    here, there = trio.testing.memory_stream_pair()
    await there.send_all(frame(LINK.encode(HELLO)) + frame(words("first")) + frame(words("second"))[:3])
    ana = End(here)
    await ana.link.hear_hello()
    await there.send_all(frame(words("second"))[3:])
    await there.send_eof()
    await ana.run()
    assert ana.taken == [words("first"), words("second")]
    assert ana.ended == Ended(Why.LOST)


# --- frames ----------------------------------------------------------------------------------------------------------


async def test_frames_arrive_complete_and_in_order(autojump_clock: object) -> None:
    ana, ben = pair()
    said = [words(f"{number}") for number in range(200)] + [encode(("say", b"x" * 60_000))] * 20 + [words("last")]
    for payload in said:
        ana.link.send(frame(payload))
    ana.link.end(Why.LEAVING)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(ana.run)
        nursery.start_soon(ben.run)
    assert ben.taken == said


async def test_the_largest_frame_travels(autojump_clock: object) -> None:
    ana, ben = pair()
    largest = b"\xc5\xff\xfc" + b"x" * (FRAME_BYTES_MAX - 4) + b"x"
    assert len(largest) == FRAME_BYTES_MAX
    ana.link.send(frame(largest))
    ana.link.end(Why.LEAVING)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(ana.run)
        nursery.start_soon(ben.run)
    assert ben.taken == [largest]


async def test_what_a_peer_says_about_others_is_not_handed_to_the_node(autojump_clock: object) -> None:
    ana, ben = pair()
    others = Peers((Acquaintance(CLEO.public, (b"\x7f\x00\x00\x01",), 1667),))
    ana.link.send(frame(LINK.encode(others)))
    ana.link.end(Why.LEAVING)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(ana.run)
        nursery.start_soon(ben.run)
    assert (ben.taken, ben.told) == ([], [others])


# --- life and silence ------------------------------------------------------------------------------------------------


async def test_an_idle_link_lives_on(autojump_clock: trio.testing.MockClock) -> None:
    ana, ben = pair()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(ana.run)
        nursery.start_soon(ben.run)
        await trio.sleep(HOUR_S)
        assert (ana.ended, ben.ended) == (None, None)
        ana.link.end(Why.LEAVING)
    assert (ana.ended, ben.ended) == (Ended(Why.LEAVING), Ended(Why.LEAVING, by_peer=True))


async def test_an_idle_link_costs_one_small_frame_per_period(autojump_clock: object) -> None:
    here, there = trio.testing.memory_stream_pair()
    ana = End(here)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(ana.run)
        await trio.sleep(SILENCE_S - 1)
    assert ana.ended == Ended(Why.SILENT)
    assert await read_frames(there) == [BEAT_FRAME[4:]] * (SILENCE_S // BEAT_PERIOD_S)


async def test_a_silent_peer_is_away_after_the_deadline(autojump_clock: object) -> None:
    here, _there = trio.testing.memory_stream_pair()
    ana = End(here)
    began_s = trio.current_time()
    await ana.run()
    assert ana.ended == Ended(Why.SILENT)
    assert trio.current_time() - began_s == pytest.approx(SILENCE_S)


async def test_a_node_that_computes_for_long_loses_no_link(autojump_clock: object) -> None:
    """Silence counts only while we listen, and our beats go out meanwhile."""
    here, there = trio.testing.memory_stream_pair()
    thought = []

    async def think(payload: bytes) -> None:
        await trio.sleep(10 * SILENCE_S)
        thought.append(payload)

    ana, ben = End(here, think), End(there)
    ben.link.send(frame(words("think about this")))
    async with trio.open_nursery() as nursery:
        nursery.start_soon(ana.run)
        nursery.start_soon(ben.run)
        await trio.sleep(11 * SILENCE_S)
        assert (ana.ended, ben.ended) == (None, None)
        assert thought == [words("think about this")]
        nursery.cancel_scope.cancel()


async def test_a_link_can_be_ended_while_the_node_is_busy(autojump_clock: object) -> None:
    here, there = trio.testing.memory_stream_pair()

    async def never(payload: bytes) -> None:
        await trio.sleep_forever()

    ana = End(here, never)
    await there.send_all(frame(words("hello")))
    async with trio.open_nursery() as nursery:
        nursery.start_soon(ana.run)
        await trio.sleep(1)
        ana.link.end(Why.REPLACED)
    assert ana.ended == Ended(Why.REPLACED)
    assert (await read_frames(there))[-1] == LINK.encode(Bye("replaced"))


# --- slow readers ----------------------------------------------------------------------------------------------------


async def test_a_peer_that_never_reads_loses_the_link_after_a_while(autojump_clock: object) -> None:
    here, _there = trio.testing.lockstep_stream_pair()
    ana = End(here)
    ana.link.send(frame(words("anybody?")))
    began_s = trio.current_time()
    await ana.run()
    assert ana.ended in (Ended(Why.SLOW), Ended(Why.SILENT))  # here it is both, and both take as long
    assert trio.current_time() - began_s <= max(WRITE_S, SILENCE_S) + CLOSE_S


async def test_a_peer_that_talks_but_does_not_read_loses_the_link(autojump_clock: object) -> None:
    here, there = trio.testing.lockstep_stream_pair()
    ana = End(here)

    async def talk() -> None:
        with suppress(trio.BrokenResourceError):
            while True:
                await there.send_all(BEAT_FRAME)
                await trio.sleep(1)

    ana.link.send(frame(words("anybody?")))
    async with trio.open_nursery() as nursery:
        nursery.start_soon(talk)
        await ana.run()
        nursery.cancel_scope.cancel()
    assert ana.ended == Ended(Why.SLOW)


@pytest.mark.parametrize("size", [10, 60_000])
async def test_what_waits_for_a_slow_reader_is_bounded(autojump_clock: object, size: int) -> None:
    here, _there = trio.testing.lockstep_stream_pair()
    ana = End(here)
    framed = frame(encode(("say", b"x" * size)))
    count = min(QUEUE_FRAMES_MAX, QUEUE_BYTES_MAX // len(framed))
    async with trio.open_nursery() as nursery:
        nursery.start_soon(ana.run)
        await trio.sleep(0.1)
        for _ in range(count):
            ana.link.send(framed)
        assert ana.link.ended is None
        ana.link.send(framed)
        assert ana.link.ended == Ended(Why.SLOW)
        for _ in range(count):
            ana.link.send(framed)  # is let go, without a word
        assert len(ana.link._queue) == count
    assert ana.link.closed.is_set()


async def test_a_slow_reader_that_keeps_reading_keeps_the_link(autojump_clock: object) -> None:
    here, there = trio.testing.lockstep_stream_pair()
    ana = End(here)
    read = 0
    said = [encode(("say", b"x" * 60_000))] * 10

    async def sip() -> None:
        nonlocal read
        while read < sum(map(len, said)) + 4 * len(said):
            read += len(await there.receive_some(8_000))
            await trio.sleep(1)

    async def beat() -> None:
        while True:
            await there.send_all(BEAT_FRAME)
            await trio.sleep(BEAT_PERIOD_S)

    for payload in said:
        ana.link.send(frame(payload))
    async with trio.open_nursery() as nursery:
        nursery.start_soon(ana.run)
        nursery.start_soon(beat)
        await sip()
        assert ana.ended is None
        nursery.cancel_scope.cancel()


# --- floods and nonsense ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [1, 1_000, 60_000])
async def test_a_flood_of_a_stranger_waits_in_its_own_machine(autojump_clock: object, size: int) -> None:
    here, there = trio.testing.lockstep_stream_pair()
    ana = End(here)
    payload = encode(("say", b"x" * size))
    during_s = 60

    async def drain() -> None:
        async for _ in there:
            pass

    async def flood() -> None:
        batch = frame(payload) * max(1, 60_000 // len(payload))
        while True:
            await there.send_all(batch)

    with trio.move_on_after(during_s):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(ana.run)
            nursery.start_soon(drain)
            nursery.start_soon(flood)
    cost = len(ana.taken) * (len(payload) + FRAME_COST_BYTES)
    allowed = STRANGER_BYTES_BURST + during_s * STRANGER_BYTES_PER_S
    assert allowed * 0.9 <= cost <= allowed + 60_000 + FRAME_COST_BYTES
    assert len(ana.link._arrived) <= 70_000 // len(payload) + 1  # no more than one reading


async def test_who_is_of_the_table_is_read_faster(autojump_clock: object) -> None:
    ana, ben = pair()
    ana.link.allow(1e9, 1e9)
    said = [encode(("say", b"x" * 60_000))] * 60
    for payload in said:
        ben.link.send(frame(payload))
    async with trio.open_nursery() as nursery:
        nursery.start_soon(ana.run)
        nursery.start_soon(ben.run)
        await trio.sleep(0.5)
        assert len(ana.taken) == len(said)
        nursery.cancel_scope.cancel()


@pytest.mark.parametrize(
    "nonsense",
    [
        b"\x00\x00\x00\x00",
        (FRAME_BYTES_MAX + 1).to_bytes(4, "big"),
        b"\xff\xff\xff\xff" + b"x" * 1_000,
        frame(LINK.encode(HELLO)),
        frame(encode(("link-nonsense", 1))),
        frame(encode(("link-peers", "everybody"))),
        frame(encode(("link-bye", "x" * 25))),
        frame(b"\x91\xa9link-beat\x00"),
    ],
    ids=lambda nonsense: nonsense[:24].hex(),
)
async def test_nonsense_ends_the_link(autojump_clock: object, nonsense: bytes) -> None:
    here, there = trio.testing.memory_stream_pair()
    ana = End(here)
    await there.send_all(frame(words("fine")) + nonsense)
    await ana.run()
    assert ana.ended == Ended(Why.GARBLED)
    assert ana.taken == ([] if nonsense[:4] > b"\x00\x01" or nonsense[:4] == bytes(4) else [words("fine")])
    assert (await read_frames(there))[-1] == LINK.encode(Bye("garbled"))


async def test_half_a_frame_and_then_nothing_is_a_silent_peer(autojump_clock: object) -> None:
    here, there = trio.testing.memory_stream_pair()
    ana = End(here)
    await there.send_all(frame(words("half"))[:-1])
    await ana.run()
    assert (ana.ended, ana.taken) == (Ended(Why.SILENT), [])


async def test_a_stream_that_ends_is_a_lost_link_whatever_was_cut() -> None:
    for cut in range(len(frame(words("some words"))) + 1):
        here, there = trio.testing.memory_stream_pair()
        ana = End(here)
        await there.send_all(frame(words("some words"))[:cut])
        await there.send_eof()
        await ana.run()
        assert ana.ended == Ended(Why.LOST)


async def test_an_unknown_reason_is_read_as_leaving(autojump_clock: object) -> None:
    here, there = trio.testing.memory_stream_pair()
    ana = End(here)
    await there.send_all(frame(LINK.encode(Bye("bored"))) + frame(words("and another thing")))
    await ana.run()
    assert (ana.ended, ana.taken) == (Ended(Why.LEAVING, by_peer=True), [])


# --- the end ---------------------------------------------------------------------------------------------------------


async def test_the_first_reason_counts(autojump_clock: object) -> None:
    ana, ben = pair()
    ana.link.end(Why.REPLACED)
    ana.link.end(Why.LEAVING)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(ana.run)
        nursery.start_soon(ben.run)
    assert (ana.ended, ben.ended) == (Ended(Why.REPLACED), Ended(Why.REPLACED, by_peer=True))


async def test_goodbye_takes_no_longer_than_its_deadline(autojump_clock: object) -> None:
    here, _there = trio.testing.lockstep_stream_pair()
    ana = End(here)
    for _ in range(100):
        ana.link.send(frame(words("so much to say")))
    async with trio.open_nursery() as nursery:
        nursery.start_soon(ana.run)
        await trio.sleep(0.1)
        began_s = trio.current_time()
        ana.link.end(Why.LEAVING)
    assert trio.current_time() - began_s == pytest.approx(CLOSE_S)


def test_the_newer_of_two_links_is_known_by_the_peers_own_count() -> None:
    def link(boot: bytes, turn: int) -> PeerLink:
        here, _ = trio.testing.memory_stream_pair()
        made = PeerLink(ProvenStream(here, ANA.public))
        made.hello = Hello(VERSION, "", boot, turn, (), 0)
        return made

    async def main() -> None:
        await trio.lowlevel.checkpoint()
        old = link(b"morning.", 5)
        assert link(b"morning.", 6).is_newer_than(old)
        assert not link(b"morning.", 5).is_newer_than(old)
        assert not link(b"morning.", 4).is_newer_than(old)
        assert link(b"evening.", 1).is_newer_than(old)

    trio.run(main)
