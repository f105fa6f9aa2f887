"""Several hosts on a local network: discovery, a mesh of all, a bad line, a cable out, a network in two halves.

Skipped where network namespaces are not allowed; nothing here leaves the namespaces that the tests make.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import threading
import time
from typing import TYPE_CHECKING, Any

import pytest

from tortuga_p2p.limits import BACKOFF_MAX_S, CONNECT_S, SILENCE_S

from .lab import Lab, why_not

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

pytestmark = pytest.mark.skipif(bool(why_not()), reason=f"a local network in namespaces: {why_not()}")
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
START_S = 60  # for four programs to start on a machine that has other things to do
LATE_S = 60  # beyond any deadline, for the same reason


BUS = """<busconfig><type>session</type><listen>unix:path={path}/bus</listen><policy context="default">
<allow send_destination="*"/><allow receive_sender="*"/><allow own="*"/><allow user="*"/></policy></busconfig>"""


class Dweller:
    """A running `dweller` and what it told."""

    def __init__(self, lab: Lab, host: int, who: str, company: str, *more: str) -> None:
        self.who = who
        self.told: list[dict[str, Any]] = []
        self._changed = threading.Condition()
        command = (sys.executable, "-m", "tests.net.dweller", "--who", who, "--company", company, *more)
        self.process = lab.start(host, *command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT)
        threading.Thread(target=self._listen, daemon=True).start()

    @property
    def linked(self) -> set[str]:
        up: set[str] = set()
        for told in list(self.told):
            up |= {told["up"]} if "up" in told else set()
            up -= {told["down"]} if "down" in told else set()
        return up

    def heard(self, who: str) -> int:
        return sum(told.get("heard") == who for told in list(self.told))

    def until(self, is_so: Callable[[], object], within_s: float) -> None:
        end_s = time.monotonic() + within_s
        with self._changed:
            while not is_so():
                left_s = end_s - time.monotonic()
                assert left_s > 0, f"{self.who} waited for too long: {self.told[-30:]}"
                assert self.process.poll() is None, f"{self.who} is gone: {self.told[-30:]}"
                self._changed.wait(left_s)

    def until_linked(self, others: str, within_s: float) -> None:
        self.until(lambda: self.linked == set(others) - {self.who}, within_s)

    def until_heard(self, others: str, within_s: float) -> None:
        """Everybody else says a few more words."""
        before = {who: self.heard(who) for who in set(others) - {self.who}}
        self.until(lambda: all(self.heard(who) > count + 5 for who, count in before.items()), within_s)

    def leave(self) -> int:
        self.process.stdin.close()  # type: ignore[union-attr]
        return self.process.wait(LATE_S)

    def _listen(self) -> None:
        for line in self.process.stdout or ():
            with self._changed:
                self.told.append(json.loads(line))
                self._changed.notify_all()


@pytest.fixture
def lab() -> Iterator[Lab]:
    with Lab(4) as made:
        yield made


def company_of(lab: Lab, names: str = "DABC") -> list[Dweller]:
    """The first opens a table, the others find it."""
    return [Dweller(lab, host, who, names, *(() if host else ("--table", "Dora's"))) for host, who in enumerate(names)]


def test_guests_find_the_table_and_stay_linked_through_everything(lab: Lab) -> None:
    """A bad line, a cable out, two networks: one story, for every part takes the seconds that a real network takes."""
    lab.switch.delay_s, lab.switch.jitter_s, lab.switch.loss = 0.02, 0.01, 0.1
    people = company_of(lab)
    for one in people:
        one.until_linked("ABCD", START_S + 10)
        one.until_heard("ABCD", START_S)
    for one in people[1:]:
        (found,) = (told for told in one.told if "found" in told)
        assert found["found"] == "Dora's"
        assert any(address.startswith(f"{lab.address(0)}:") for address in found["at"])
        assert any(address.startswith(f"[{lab.address6(0)}]:") for address in found["at"])
    lab.switch.delay_s = lab.switch.jitter_s = lab.switch.loss = 0

    noticed_s = SILENCE_S + LATE_S
    healed_s = BACKOFF_MAX_S + CONNECT_S + LATE_S
    lab.switch.cut = {3}  # C has no cable ...
    lab.switch.groups = ({0, 1}, {2})  # ... and B is on another network than D and A
    for one, others in zip(people, ("AD", "AD", "B", "C"), strict=True):
        one.until_linked(others, noticed_s)
    lab.switch.heal()
    for one in people:
        one.until_linked("ABCD", healed_s)
        one.until_heard("ABCD", START_S)
    assert [one.leave() for one in people] == [0, 0, 0, 0]


def test_a_typed_address_works_where_multicast_does_not(lab: Lab) -> None:
    """As on many guest networks: a guest that looks around finds nothing, one that was told the address sits down."""
    lab.switch.is_without_multicast = True
    host = Dweller(lab, 0, "D", "AD", "--table", "Dora's")
    host.until(lambda: any("announced" in told for told in host.told), START_S)
    lost = Dweller(lab, 2, "B", "BD")
    lost.until(lambda: {"trouble": None} in lost.told, START_S)
    guest = Dweller(lab, 1, "A", "AD", "--meet", lab.address(0))
    guest.until_linked("AD", START_S)
    host.until_linked("AD", START_S)
    assert lost.told == [{"trouble": None}]


@pytest.mark.skipif(not shutil.which("avahi-browse"), reason="needs avahi-daemon, avahi-utils and dbus-daemon")
def test_another_browser_of_services_shows_our_table(lab: Lab, tmp_path: Path) -> None:
    host = Dweller(lab, 0, "D", "AD", "--table", "Dora's table")
    host.until(lambda: any("announced" in told for told in host.told), START_S)
    (tmp_path / "bus.conf").write_text(BUS.format(path=tmp_path))
    (tmp_path / "avahi.conf").write_text("[server]\nhost-name=other\n[wide-area]\nenable-wide-area=no\n")
    script = f"""
        mount -t tmpfs none /run && mkdir -p /run/avahi-daemon && cd {tmp_path}
        export DBUS_SYSTEM_BUS_ADDRESS=unix:path={tmp_path}/bus
        dbus-daemon --nofork --nopidfile --config-file=bus.conf >&2 & bus=$!
        until [ -S bus ]; do sleep 0.1; done
        avahi-daemon --no-drop-root --no-chroot --no-rlimits -f avahi.conf >&2 & avahi=$!
        until timeout 5 avahi-browse --resolve --parsable --terminate _tortuga._tcp | grep ^= ; do sleep 0.2; done
        kill $avahi $bus
    """
    found = lab.run(1, "unshare", "--mount", "--pid", "--fork", "--kill-child", "sh", "-c", script, timeout_s=START_S)
    lines = [line.split(";") for line in found.stdout.splitlines()]
    assert lines, found
    for _, interface, _, label, service, _, _, address, _, text in lines:
        assert (interface, service) == ("eth0", "_tortuga._tcp")
        assert label.startswith("Dora\\039s\\032table\\032")
        assert address in (lab.address(0), lab.address6(0))
        assert '"name=Dora\'s table"' in text
        assert '"free=3"' in text


def test_a_machine_without_any_network_neither_hangs_nor_fails(lab: Lab) -> None:
    """Only loopback is up, then not even that."""
    program = """
import trio
from tortuga_p2p.net.discovery import Notice, open_discovery
from tortuga_p2p.net import Address
async def main():
    async with open_discovery() as discovery:
        await discovery.announce(Notice("alone", "tortuga", 3, "tulom-ganar-bifok-sidav"), [Address("127.0.0.1", 1667)])
        with trio.move_on_after(2):
            print((await discovery.events.receive()).table.notice.name)
    print("bye", discovery.trouble)
trio.run(main)
"""
    lab.run(0, "ip", "link", "set", "eth0", "down")
    lab.run(0, "ip", "addr", "flush", "dev", "eth0")
    on_loopback = lab.run(0, sys.executable, "-c", program, cwd=ROOT)
    assert (on_loopback.stdout, on_loopback.returncode) == ("alone\nbye None\n", 0), on_loopback
    lab.run(0, "ip", "link", "set", "lo", "down")
    lab.run(0, "ip", "addr", "flush", "dev", "lo")
    without = lab.run(0, sys.executable, "-c", program, cwd=ROOT)
    assert without.returncode == 0, without
    assert "bye Tables cannot be found by multicast here" in without.stdout
