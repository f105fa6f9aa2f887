"""TLS on a stream: what goes in at one end in the clear comes out at the other. Who is there is found out in tls.py.

trio's own TLS stream looks after every use there is, at a price of some hundred microseconds a message. Here one task
reads and one writes, sealed records go out as they are made, and all that has arrived is opened in one go.
"""

from __future__ import annotations

import ssl
from contextlib import suppress
from typing import Final

import trio

from ..limits import TLS_ANSWERS_BYTES_MAX
from .connection import Connection

_RECORD_BYTES: Final = 16_384  # the longest there is: a read takes a whole one


class Tunnel(trio.abc.Stream):
    """First `shake_hands`, then it is a stream. `post` sends without waiting, where a connection is below."""

    def __init__(self, below: trio.abc.Stream, context: ssl.SSLContext, *, server_side: bool) -> None:
        self._below = below
        self._connection = below if isinstance(below, Connection) else None
        self._incoming, self._outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
        self._tls = context.wrap_bio(self._incoming, self._outgoing, server_side=server_side)
        self._is_ended = False  # the other side said that nothing follows
        self._left = b""  # sealed, and not yet taken by the system

    @property
    def protocol(self) -> str | None:
        """What both sides agreed to speak."""
        return self._tls.selected_alpn_protocol()

    @property
    def certificate(self) -> bytes | None:
        """What the other side showed (DER)."""
        return self._tls.getpeercert(binary_form=True)

    async def shake_hands(self) -> None:
        """Raises `ssl.SSLError` if there is no agreement, `BrokenResourceError` if there is nobody to agree with."""
        while True:
            try:
                self._tls.do_handshake()
            except ssl.SSLWantReadError:
                await self._flush()
                await self._fill()
            else:
                await self._flush()
                return

    async def receive_some(self, max_bytes: int | None = None) -> bytes:
        """All that has arrived, at least a byte of it; nothing when the other side said goodbye."""
        while not (data := self._opened()) and not self._is_ended:
            await self._fill()
        return data

    def post(self, data: bytes) -> bool:
        """Seals it, and sends it as far as that needs no waiting; False: `send_all` must follow for the rest.

        Never while `send_all` waits: records go out in the order in which they were sealed.
        """
        with suppress(trio.BrokenResourceError):  # whoever reads finds that too
            self._seal(data)
            if self._connection is not None:
                self._left = self._left[self._connection.send_now(self._left) :]
        return not self._left

    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        if data:
            self._seal(data)
        await self._flush()

    async def wait_send_all_might_not_block(self) -> None:
        await self._below.wait_send_all_might_not_block()

    async def aclose(self) -> None:
        """Says goodbye if the stream takes it, without waiting for the other side's."""
        try:
            with suppress(ssl.SSLError):  # whatever the state: there is nothing more to say
                self._tls.unwrap()
            with suppress(trio.BrokenResourceError, trio.ClosedResourceError):
                await self._flush()
        finally:
            await self._below.aclose()

    def _seal(self, data: bytes | bytearray | memoryview) -> None:
        try:
            self._tls.write(data)
        except ssl.SSLError as fault:
            raise trio.BrokenResourceError(str(fault)) from fault
        self._left += self._outgoing.read()

    def _opened(self) -> bytes:
        """The content of all whole records that have arrived."""
        pieces = []
        try:
            while self._incoming.pending and not self._is_ended:
                pieces.append(self._tls.read(_RECORD_BYTES))
                self._is_ended = not pieces[-1]
        except ssl.SSLWantReadError:
            pass
        except ssl.SSLError as fault:
            raise trio.BrokenResourceError(str(fault)) from fault
        if self._outgoing.pending > TLS_ANSWERS_BYTES_MAX:  # they leave with the next thing that we say
            raise trio.BrokenResourceError("the other side wants new keys again and again")
        return pieces[0] if len(pieces) == 1 else b"".join(pieces)

    async def _fill(self) -> None:
        data = await self._below.receive_some()
        if not data:
            raise trio.BrokenResourceError("the stream ended without a goodbye")
        self._incoming.write(data)

    async def _flush(self) -> None:
        data, self._left = self._left + self._outgoing.read(), b""
        if data:
            await self._below.send_all(data)
