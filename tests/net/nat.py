"""A router that hides a host of the lab: one public address, other ports, and nothing comes in that was not called.

Symmetric and strict, the worst kind: every connection has a port of its own, and only its other end may answer there.
IPv4 and TCP only; whatever else the hidden host says goes nowhere. No I/O: the switch hands frames in and out.
"""

from __future__ import annotations

import itertools
import socket
import struct
from typing import NamedTuple

_ARP, _IPV4 = b"\x08\x06", b"\x08\x00"
_TCP = 6
_ASKS, _ANSWERS = b"\x00\x01", b"\x00\x02"
_FIRST_PORT = 40_000


class Flow(NamedTuple):
    """A connection as the world sees it: our public port, and who is at the other end."""

    port: int
    other: bytes
    other_port: int


class Nat:
    """Between one host and everybody else."""

    def __init__(self, number: int, public: str) -> None:
        self.inside = f"192.168.{number}.2"
        self.gateway = f"192.168.{number}.1"
        self.mac = bytes((2, 0x4E, 0x41, 0x54, 0, number))
        self.refused = 0  # calls from outside
        self._public = socket.inet_aton(public)
        self._ports = itertools.count(_FIRST_PORT)
        self._flows: dict[Flow, int] = {}  # to the port of the host inside
        self._known: dict[tuple[int, bytes, int], int] = {}  # and back, to the public port
        self._macs: dict[bytes, bytes] = {}  # of hosts outside, by address
        self._host = b""  # the card of the host inside

    def outward(self, frame: bytes) -> list[bytes]:
        """What the world gets of a frame from inside. Before the first word with somebody it asks where they are."""
        self._host = frame[6:12]
        if frame[12:14] != _IPV4 or frame[23] != _TCP:
            return []
        header = 4 * (frame[14] & 15)
        start, other = 14 + header, frame[30:34]
        port, other_port = struct.unpack_from("!HH", frame, start)
        key = (port, other, other_port)
        if key not in self._known:
            self._known[key] = next(self._ports)
            self._flows[Flow(self._known[key], other, other_port)] = port
        if other not in self._macs:
            return [self._question(other)]  # the host says it again
        changed = bytearray(frame)
        changed[26:30] = self._public
        changed[start : start + 2] = self._known[key].to_bytes(2, "big")
        return [_addressed(changed, header, self._macs[other], self.mac)]

    def inward(self, frame: bytes) -> tuple[list[bytes], list[bytes]]:
        """What the host inside gets of a frame from outside, and what the world gets back for it."""
        if frame[12:14] == _ARP:
            return [], self._arp(frame)
        if frame[12:14] != _IPV4 or frame[23] != _TCP or frame[30:34] != self._public:
            return [], []
        header = 4 * (frame[14] & 15)
        start, other = 14 + header, frame[26:30]
        other_port, port = struct.unpack_from("!HH", frame, start)
        inside = self._flows.get(Flow(port, other, other_port))
        if inside is None:
            self.refused += 1
            return [], []
        changed = bytearray(frame)
        changed[30:34] = socket.inet_aton(self.inside)
        changed[start + 2 : start + 4] = inside.to_bytes(2, "big")
        return [_addressed(changed, header, self._host, self.mac)], []

    def _question(self, address: bytes) -> bytes:
        return self._arp_frame(b"\xff" * 6, _ASKS, bytes(6), address)

    def _arp(self, frame: bytes) -> list[bytes]:
        sender_mac, sender, wanted = frame[22:28], frame[28:32], frame[38:42]
        self._macs[sender] = sender_mac
        if frame[20:22] == _ASKS and wanted == self._public:
            return [self._arp_frame(sender_mac, _ANSWERS, sender_mac, sender)]
        return []

    def _arp_frame(self, to: bytes, what: bytes, target_mac: bytes, target: bytes) -> bytes:
        kinds = b"\x00\x01\x08\x00\x06\x04"
        return to + self.mac + _ARP + kinds + what + self.mac + self._public + target_mac + target


def _addressed(frame: bytearray, header: int, to: bytes, by: bytes) -> bytes:
    """The frame on its next way, with checksums that fit."""
    frame[0:12] = to + by
    total = int.from_bytes(frame[16:18], "big")
    del frame[14 + total :]  # padding of short frames
    frame[24:26] = bytes(2)
    frame[24:26] = _checksum(bytes(frame[14 : 14 + header])).to_bytes(2, "big")
    start = 14 + header
    frame[start + 16 : start + 18] = bytes(2)
    pseudo = bytes(frame[26:34]) + bytes((0, _TCP)) + (total - header).to_bytes(2, "big")
    frame[start + 16 : start + 18] = _checksum(pseudo + bytes(frame[start:])).to_bytes(2, "big")
    return bytes(frame)


def _checksum(data: bytes) -> int:
    """The sum of the Internet (RFC 1071)."""
    total: int = sum(struct.unpack(f"!{(len(data) + 1) // 2}H", data + bytes(len(data) % 2)))
    while total >> 16:
        total = (total & 0xFFFF) + (total >> 16)
    return ~total & 0xFFFF
