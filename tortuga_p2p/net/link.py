"""One link: frames to and from one proven peer, until either side ends it or the other is silent.

What the system takes at once is sent at once. For what it does not take one task writes; one reads, one looks at the
clock for both. What waits to be written is bounded: a peer that does not read loses the link, never our memory. What is
read is handed on one frame at a time and paid for out of a bucket: a flood waits in the peer's own machine. Knows
nothing of who should be linked, nor what frames mean (net/mesh.py, protocol/link.md).
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING, Final, TypeAlias

import trio

from ..errors import PeerLost, Refused
from ..limits import (
    BATCH_BYTES_MAX,
    BEAT_PERIOD_S,
    CLOSE_S,
    FRAME_COST_BYTES,
    QUEUE_BYTES_MAX,
    QUEUE_FRAMES_MAX,
    SILENCE_S,
    STRANGER_BYTES_BURST,
    STRANGER_BYTES_PER_S,
    WRITE_S,
)
from ..text import _
from ..wire.framing import Framer, frame
from .bucket import Bucket
from .link_message import BEAT, BEAT_FRAME, LINK, Bye, Hello, Peers, Why, is_of_the_link, read_hello, read_why
from .tunnel import Tunnel

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from .tls import ProvenStream

    Take: TypeAlias = Callable[[bytes], Awaitable[None]]

_UNTOLD: Final = frozenset({Why.LOST, Why.SILENT, Why.SLOW})  # a peer of which we know that it does not read


@dataclass(frozen=True, slots=True)
class Ended:
    """Why a link ended, and whether it was the peer who said so."""

    why: Why
    by_peer: bool = False


class _Gone(Exception):
    """The stream is of no more use; inside this file only."""

    def __init__(self, why: Why) -> None:
        self.why = why


class PeerLink:
    """First `say_hello` and `hear_hello` in the order of one's side, then `run`. `send` and `end` never wait."""

    hello: Hello  # what the peer said first

    def __init__(self, secured: ProvenStream) -> None:
        self.peer = secured.peer
        self.ended: Ended | None = None
        self.began_s = trio.current_time()
        self.has_spoken = False  # whether anything but the greeting came
        self.closed = trio.Event()  # set when the stream is no longer ours
        self._stream = secured.stream
        self._tunnel = secured.stream if isinstance(secured.stream, Tunnel) else None
        self._is_behind = False  # whether the system has yet to take the rest of what was posted
        self._framer = Framer()
        self._arrived: deque[bytes] = deque()
        self._bucket = Bucket(STRANGER_BYTES_PER_S, STRANGER_BYTES_BURST, trio.current_time())
        self._queue: deque[bytes] = deque()
        self._queued_bytes = 0
        self._something_to_do = trio.Event()
        self._reading = trio.CancelScope()
        self._writing = trio.CancelScope(shield=True)  # it ends by itself, after the bye
        self._watching = trio.CancelScope()
        # Since when we listen, and since when we write: never where we do not. A deadline around every single message
        # would cost more than handling it.
        self._listens_since_s = self._writes_since_s = inf
        self._wrote_s = trio.current_time()

    def __repr__(self) -> str:
        return f"<link with {self.peer.hex()[:8]}{f', {self.ended.why}' if self.ended else ''}>"

    # --- the greeting: both sides must be through it within the caller's deadline -----------------------------------

    async def say_hello(self, hello: Hello) -> None:
        await self._write_first(LINK.encode(hello))

    async def hear_hello(self) -> Hello:
        """Keeps and gives the peer's first message. Raises `Refused`, `TurnedAway` or `PeerLost`."""
        try:
            payload = await self._next_payload()
        except _Gone:
            raise PeerLost(_("The connection broke before the other program said hello.")) from None
        self.hello = read_hello(payload)
        return self.hello

    async def turn_away(self, why: Why) -> None:
        """Says bye instead of hello, if the peer listens, and closes."""
        with trio.move_on_after(CLOSE_S):
            try:
                await self._write_first(LINK.encode(Bye(why.value)))
                await self._stream.aclose()
            except PeerLost:
                pass
        await self.abort()

    async def abort(self) -> None:
        """Lets go of the stream at once."""
        await trio.aclose_forcefully(self._stream)
        self.closed.set()

    async def _write_first(self, payload: bytes) -> None:
        try:
            await self._stream.send_all(frame(payload))
        except (trio.BrokenResourceError, trio.ClosedResourceError):
            raise PeerLost(_("The connection broke while saying hello.")) from None

    # --- from the owner, at any time --------------------------------------------------------------------------------

    def is_newer_than(self, other: PeerLink) -> bool:
        """By the peer's own count; a peer that was started again counts anew, and is newer."""
        return self.hello.boot != other.hello.boot or self.hello.turn > other.hello.turn

    def allow(self, bytes_per_s: float, burst: float) -> None:
        """How much is read from this peer from now on."""
        self._bucket = Bucket(bytes_per_s, burst, trio.current_time())

    def send(self, framed: bytes) -> None:
        """Sends a whole frame, or queues it. If the peer does not read fast enough, the link ends."""
        if self.ended is not None:
            return
        if self._tunnel is not None and not self._queue and not self._is_behind and self._writes_since_s == inf:
            self._wrote_s = trio.current_time()
            if not self._tunnel.post(framed):
                self._is_behind = True
                self._something_to_do.set()
            return
        if len(self._queue) >= QUEUE_FRAMES_MAX or self._queued_bytes + len(framed) > QUEUE_BYTES_MAX:
            self.end(Why.SLOW)
            return
        self._queue.append(framed)
        self._queued_bytes += len(framed)
        self._something_to_do.set()

    def end(self, why: Why, *, by_peer: bool = False) -> None:
        """Begins the end: what is queued and a bye are still written, for a moment. The first reason counts."""
        if self.ended is not None:
            return
        self.ended = Ended(why, by_peer)
        self._reading.cancel()
        self._watching.cancel()
        if by_peer or why in _UNTOLD:
            self._writing.cancel()
        else:
            self._queue.append(frame(LINK.encode(Bye(why.value))))
            self._writing.deadline = trio.current_time() + CLOSE_S
            self._something_to_do.set()

    # --- running ----------------------------------------------------------------------------------------------------

    async def run(self, opened: Callable[[], Awaitable[None]], take: Take, told: Callable[[Peers], None]) -> Ended:
        """Lives until the end and says why. Awaits `opened`, then `take` for every frame of the node, in order.

        `told` hears what the peer says about others. Beats are written from the beginning, however long `opened` or
        `take` wait; silence counts only while we listen. Cancelling it says that we leave.
        """
        try:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self._write)
                nursery.start_soon(self._watch)
                try:
                    with self._reading:
                        await opened()
                        await self._read(take, told)
                except _Gone as gone:
                    self.end(gone.why)
                except Refused:
                    self.end(Why.GARBLED)
                finally:
                    self.end(Why.LEAVING)  # if there is no other reason, we are being cancelled
        finally:
            await self.abort()
        assert self.ended is not None
        return self.ended

    async def _read(self, take: Take, told: Callable[[Peers], None]) -> None:
        while True:
            payload = await self._next_payload()
            wait_s = self._bucket.pay(len(payload) + FRAME_COST_BYTES, trio.current_time())
            if wait_s:
                await trio.sleep(wait_s)
            if not is_of_the_link(payload):
                self.has_spoken = True
                await take(payload)
            elif payload != BEAT:
                match LINK.decode(payload):
                    case Peers() as peers:
                        told(peers)
                    case Bye(word):
                        self.end(read_why(word), by_peer=True)
                        return
                    case _:
                        raise _Gone(Why.GARBLED)

    async def _next_payload(self) -> bytes:
        while not self._arrived:
            self._listens_since_s = trio.current_time()
            try:
                data = await self._stream.receive_some()
            except (trio.BrokenResourceError, trio.ClosedResourceError):
                data = b""
            finally:
                self._listens_since_s = inf
            if not data:
                raise _Gone(Why.LOST)
            self._arrived.extend(self._framer.feed(bytes(data)))
        return self._arrived.popleft()

    async def _write(self) -> None:
        with self._writing:
            try:
                while self.ended is None or self._queue or self._is_behind:
                    if not self._queue and not self._is_behind:
                        await self._something_to_do.wait()
                        self._something_to_do = trio.Event()
                        continue
                    self._wrote_s = self._writes_since_s = trio.current_time()
                    self._is_behind = False
                    await self._stream.send_all(self._next_batch())
                    self._writes_since_s = inf
                await self._stream.aclose()
            except (trio.BrokenResourceError, trio.ClosedResourceError):
                self._writes_since_s = inf  # the reader finds the end too, after what the peer said before

    async def _watch(self) -> None:
        """Beats where we said nothing for a while; ends the link with a peer that says nothing or does not read."""
        with self._watching:
            while True:
                beat_s, silence_s = self._wrote_s + BEAT_PERIOD_S, self._listens_since_s + SILENCE_S
                await trio.sleep_until(min(beat_s, silence_s, self._writes_since_s + WRITE_S))
                # Whoever was asleep with the whole machine may have something to read now: that comes first.
                await trio.lowlevel.checkpoint()
                now_s = trio.current_time()
                if now_s >= self._listens_since_s + SILENCE_S:
                    self.end(Why.SILENT)
                elif now_s >= self._writes_since_s + WRITE_S:
                    self.end(Why.SLOW)
                elif now_s >= self._wrote_s + BEAT_PERIOD_S:
                    self._wrote_s = now_s
                    if not self._queue:
                        self.send(BEAT_FRAME)

    def _next_batch(self) -> bytes:
        """As many queued frames as go into one write; none if only the rest of something is to be written."""
        batch = bytearray(self._queue.popleft() if self._queue else b"")
        while self._queue and len(batch) + len(self._queue[0]) <= BATCH_BYTES_MAX:
            batch += self._queue.popleft()
        self._queued_bytes -= len(batch)
        return bytes(batch)
