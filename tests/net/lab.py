"""A local network on one machine: hosts in network namespaces, joined by a switch that can delay, lose and cut.

    with Lab(4) as lab:
        ana = lab.start(0, sys.executable, "-m", "tests.net.dweller", ...)
        lab.switch.delay_s, lab.switch.loss = 0.02, 0.1
        lab.switch.cut = {2}                          # pull the cable of host 2
        lab.switch.groups = ({0, 1}, {2, 3})          # two halves that do not see each other
        lab.switch.heal()

    with Lab(3, hidden={1, 2}) as lab: ...            # two hosts behind routers of their own (nat.py)
    with Lab(2, is_link_local=True) as lab: ...       # nobody gives out numbers: hosts have fe80::(i+1) and no other

Nothing leaves: hosts have no route to anywhere else, and the switch is a thread of ours between TAP devices, so it
needs no kernel module for delay and loss and its dice are seeded. Needs the right to make namespaces; `why_not()` says
what is missing. Usable on its own: `python -m tests.net.lab --hosts 4` gives a shell in the first host.
"""

from __future__ import annotations

import argparse
import ctypes
import heapq
import itertools
import os
import random
import select
import shutil
import struct
import subprocess
import threading
import time
from functools import cache
from typing import IO, TYPE_CHECKING, Any

from tests.net.nat import Nat

if TYPE_CHECKING:
    from collections.abc import Collection

TUN = "/dev/net/tun"
_TUNSETIFF, _IFF_TAP, _IFF_NO_PI = 0x400454CA, 0x0002, 0x1000
_CLONE_NEWNET = 0x40000000
_MULTICAST = (b"\x01\x00\x5e", b"\x33\x33\x00\x00\x00\xfb")  # all groups of IPv4, and mDNS of IPv6
_FRAME_BYTES_MAX = 65_536
_FRAMES_PER_TURN = 64  # read from one host before the next has its turn
_IDLE_MS = 50  # how long the switch sleeps if nothing comes


@cache
def why_not() -> str:
    """What keeps us from making a lab here; empty if nothing does."""
    if not hasattr(os, "geteuid") or shutil.which("ip") is None:
        return "needs Linux with iproute2"
    if not os.path.exists(TUN):
        return f"needs {TUN}"
    try:
        with Lab(1):
            return ""
    except (OSError, subprocess.CalledProcessError) as fault:
        return f"not allowed to make network namespaces ({fault}); try as root or in `unshare -Urnm`"


class Lab:
    """So many hosts: host `i` is 10.77.0.(i+1) and fd77::(i+1)."""

    _numbers = itertools.count()

    def __init__(self, hosts: int, *, seed: int = 1, hidden: Collection[int] = (), is_link_local: bool = False) -> None:
        tag = f"tlab{os.getpid()}x{next(self._numbers)}"
        self.names = [f"{tag}h{number}" for number in range(hosts)]
        self.switch = Switch(seed)
        self.switch.routers = {number: Nat(number + 1, self.address(number)) for number in hidden}
        self._is_link_local = is_link_local
        self._processes: list[subprocess.Popen[Any]] = []

    def address(self, host: int) -> str:
        return f"10.77.0.{host + 1}"

    def address6(self, host: int) -> str:
        return f"{'fe80' if self._is_link_local else 'fd77'}::{host + 1}"

    def __enter__(self) -> Lab:
        try:
            for number, name in enumerate(self.names):
                _ip("netns", "add", name)
                self.switch.plug(_tap_in(name))
                _ip("-n", name, "link", "set", "lo", "up")
                router = self.switch.routers.get(number)
                own = self.address(number) if router is None else router.inside
                if self._is_link_local:
                    _ip("-n", name, "link", "set", "eth0", "addrgenmode", "none")  # we give it the only one
                else:
                    _ip("-n", name, "addr", "add", f"{own}/24", "brd", "+", "dev", "eth0")
                if router is None:
                    # Without "nodad" the address would be there only after a second of asking around.
                    _ip("-n", name, "addr", "add", f"{self.address6(number)}/64", "dev", "eth0", "nodad")
                _ip("-n", name, "link", "set", "eth0", "up")
                if router is not None:
                    _ip("-n", name, "neigh", "add", router.gateway, "lladdr", router.mac.hex(":"), "dev", "eth0")
                    _ip("-n", name, "route", "add", "default", "via", router.gateway)
        except BaseException:
            self.__exit__()
            raise
        self.switch.start()
        return self

    def __exit__(self, *_: object) -> None:
        for process in self._processes:
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout, process.stderr):
                if pipe is not None:
                    pipe.close()
        self.switch.stop()
        for name in self.names:
            subprocess.run(("ip", "netns", "del", name), capture_output=True, check=False)

    def command(self, host: int, *words: str) -> tuple[str, ...]:
        """A command line that runs inside a host."""
        return ("ip", "netns", "exec", self.names[host], *words)

    def start(self, host: int, *words: str, **more: Any) -> subprocess.Popen[Any]:
        """A process inside a host; it is killed when the lab is left."""
        process = subprocess.Popen(self.command(host, *words), **more)
        self._processes.append(process)
        return process

    def run(self, host: int, *words: str, timeout_s: float = 20, **more: Any) -> subprocess.CompletedProcess[str]:
        """Runs inside a host to the end."""
        command = self.command(host, *words)
        return subprocess.run(command, capture_output=True, encoding="utf-8", timeout=timeout_s, check=False, **more)


class Switch(threading.Thread):
    """Learns who is where and passes frames on, as well as it is told to. Delay is per direction."""

    def __init__(self, seed: int) -> None:
        super().__init__(daemon=True, name="switch")
        self.delay_s = 0.0
        self.jitter_s = 0.0
        self.loss = 0.0
        self.cut: Collection[int] = ()  # hosts whose cable is out
        self.is_without_multicast = False  # as many guest networks are; IPv6 finds its neighbours all the same
        self.groups: tuple[Collection[int], ...] = ()  # who sees whom; everybody if there are none
        self.routers: dict[int, Nat] = {}  # by host: what it is hidden behind
        self.passed = self.lost = 0
        self._ports: list[IO[bytes]] = []
        self._dice = random.Random(seed)
        self._is_on = True

    def plug(self, port: IO[bytes]) -> None:
        os.set_blocking(port.fileno(), False)
        self._ports.append(port)

    def heal(self) -> None:
        self.cut = ()
        self.groups = ()

    def stop(self) -> None:
        self._is_on = False
        if self.is_alive():
            self.join()
        for port in self._ports:
            port.close()

    def run(self) -> None:
        numbers = {port.fileno(): number for number, port in enumerate(self._ports)}
        poll = select.poll()
        for port in self._ports:
            poll.register(port, select.POLLIN)
        where: dict[bytes, int] = {}
        queue: list[tuple[float, int, int, bytes]] = []
        order = itertools.count()

        def put(source: int, frame: bytes) -> None:
            where[frame[6:12]] = source
            for sink in self._sinks(frame, source, where):
                due_s = time.monotonic() + self.delay_s + self._dice.random() * self.jitter_s
                heapq.heappush(queue, (due_s, next(order), sink, frame))

        while self._is_on:
            wait_ms = min(_IDLE_MS, max(0, (queue[0][0] - time.monotonic()) * 1000)) if queue else _IDLE_MS
            for fileno, _ in poll.poll(wait_ms):
                source = numbers[fileno]
                router = self.routers.get(source)
                for frame in self._read(fileno):
                    for public in [frame] if router is None else router.outward(frame):
                        put(source, public)
            while queue and queue[0][0] <= time.monotonic():
                _, _, sink, frame = heapq.heappop(queue)
                router = self.routers.get(sink)
                inside, back = ([frame], []) if router is None else router.inward(frame)
                for one in inside:
                    self._write(sink, one)
                for one in back:
                    put(sink, one)

    def _read(self, fileno: int) -> list[bytes]:
        frames = []
        try:
            for _ in range(_FRAMES_PER_TURN):
                frames.append(os.read(fileno, _FRAME_BYTES_MAX))
        except OSError:  # nothing more, or the host has switched its card off
            pass
        return frames

    def _sinks(self, frame: bytes, source: int, where: dict[bytes, int]) -> list[int]:
        """Where a frame goes: to whom it is for if that is known, else to everybody who can be reached."""
        if self.is_without_multicast and frame[:6].startswith(_MULTICAST):
            return []
        known = where.get(frame[:6])
        sinks = range(len(self._ports)) if known is None or frame[0] & 1 else [known]
        reached = [sink for sink in sinks if sink != source and self._is_joined(source, sink)]
        kept = [sink for sink in reached if self._dice.random() >= self.loss]
        self.lost += len(reached) - len(kept)
        return kept

    def _is_joined(self, one: int, other: int) -> bool:
        if one in self.cut or other in self.cut:
            return False
        return not self.groups or any(one in group and other in group for group in self.groups)

    def _write(self, sink: int, frame: bytes) -> None:
        try:
            os.write(self._ports[sink].fileno(), frame)
            self.passed += 1
        except OSError:
            self.lost += 1


def _ip(*words: str) -> None:
    subprocess.run(("ip", *words), capture_output=True, check=True)


def _tap_in(namespace: str) -> IO[bytes]:
    """The far end of a network card `eth0` in a namespace. A thread of its own makes it: only that thread moves."""
    import fcntl  # there is none where there are no namespaces either

    made: list[IO[bytes] | OSError] = []

    def make() -> None:
        try:
            with open(f"/run/netns/{namespace}", "rb") as there:
                if ctypes.CDLL(None, use_errno=True).setns(there.fileno(), _CLONE_NEWNET):
                    raise OSError(ctypes.get_errno(), "setns")
            port = os.fdopen(os.open(TUN, os.O_RDWR), "r+b", buffering=0)
            fcntl.ioctl(port, _TUNSETIFF, struct.pack("16sH", b"eth0", _IFF_TAP | _IFF_NO_PI))
            made.append(port)
        except OSError as fault:
            made.append(fault)

    thread = threading.Thread(target=make)
    thread.start()
    thread.join()
    if isinstance(made[0], OSError):
        raise made[0]
    return made[0]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hosts", type=int, default=4)
    parser.add_argument("--delay-ms", type=float, default=0)
    parser.add_argument("--loss-percent", type=float, default=0)
    args = parser.parse_args()
    with Lab(args.hosts) as lab:
        lab.switch.delay_s, lab.switch.loss = args.delay_ms / 1000, args.loss_percent / 100
        for number, name in enumerate(lab.names):
            print(f"{lab.address(number)}  ip netns exec {name} ...")
        lab.start(0, os.environ.get("SHELL", "/bin/sh")).wait()


if __name__ == "__main__":
    main()
