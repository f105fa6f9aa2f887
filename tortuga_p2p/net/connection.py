"""One TCP connection as a stream, which can also send at once what the system takes at once: nobody waits for that.

Knows nothing of TLS or of frames.
"""

from __future__ import annotations

import socket
from typing import Final

import trio

_RECEIVE_BYTES: Final = 65_536


class Connection(trio.abc.Stream):
    """Made of a stream that trio opened or accepted, which is of no more use then."""

    def __init__(self, stream: trio.SocketStream) -> None:
        self._socket = socket.socket(fileno=stream.socket.detach())
        self._socket.setblocking(False)

    @property
    def host(self) -> str:
        """The number at the other end; raises `OSError` if it has gone."""
        return str(self._socket.getpeername()[0])

    async def arrives(self) -> None:
        """Waits until there is something to read, or nobody any more."""
        self._check_open()
        await trio.lowlevel.wait_readable(self._socket)

    async def receive_some(self, max_bytes: int | None = None) -> bytes:
        while True:
            self._check_open()
            await trio.lowlevel.wait_readable(self._socket)
            try:
                return self._socket.recv(max_bytes or _RECEIVE_BYTES)
            except BlockingIOError:
                continue
            except OSError as fault:
                raise trio.BrokenResourceError(str(fault)) from fault

    def send_now(self, data: bytes | memoryview) -> int:
        """How many of these bytes the system took; raises `BrokenResourceError`."""
        try:
            return self._socket.send(data)
        except BlockingIOError:
            return 0
        except OSError as fault:
            raise trio.BrokenResourceError(str(fault)) from fault

    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        left = memoryview(data)
        while left:
            self._check_open()
            await trio.lowlevel.wait_writable(self._socket)
            left = left[self.send_now(left) :]

    async def wait_send_all_might_not_block(self) -> None:
        self._check_open()
        await trio.lowlevel.wait_writable(self._socket)

    async def aclose(self) -> None:
        if self._socket.fileno() >= 0:
            trio.lowlevel.notify_closing(self._socket)
            self._socket.close()
        await trio.lowlevel.checkpoint()

    def _check_open(self) -> None:
        if self._socket.fileno() < 0:
            raise trio.ClosedResourceError("this connection was closed")
