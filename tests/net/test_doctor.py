"""What the doctor says, on loopback and in a lab, well and unwell."""

from __future__ import annotations

import json
import os
import sys
from typing import TYPE_CHECKING

import pytest

from tests.shell import tortuga
from tortuga_p2p.errors import BadInput
from tortuga_p2p.net import doctor
from tortuga_p2p.net.address import PORT_DEFAULT, open_listeners, own_host
from tortuga_p2p.net.doctor import Health, check_address, check_clock, check_folder, check_ipv6, examine

from .lab import Lab, why_not

if TYPE_CHECKING:
    from pathlib import Path

TOPICS = ["address", "port", "link", "multicast", "ipv6", "clock", "folder", "group"]
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


async def test_every_topic_is_looked_at_and_every_trouble_has_advice(tmp_path: Path) -> None:
    findings = await examine(tmp_path / "not yet there", hosts=["127.0.0.1"])
    assert [finding.topic for finding in findings] == TOPICS
    assert all(finding.advice for finding in findings if finding.health is not Health.GOOD)
    health = {finding.topic: finding.health for finding in findings}
    assert health["address"] is Health.BAD  # loopback alone is no network
    assert {health[topic] for topic in ("link", "multicast", "clock", "folder")} == {Health.GOOD}


async def test_a_port_that_is_taken_is_a_note() -> None:
    held = await open_listeners("127.0.0.1", None)
    finding = await doctor.check_port("127.0.0.1")
    for listener in held:
        await listener.aclose()
    assert finding.health is Health.NOTE
    assert str(PORT_DEFAULT) in finding.seen


async def test_a_link_that_cannot_be_made_is_said() -> None:
    finding = await doctor.check_link("192.0.2.77")
    assert finding.health is Health.BAD


async def test_multicast_that_does_not_work_is_a_note_for_invitations_do() -> None:
    finding = await doctor.check_multicast(["192.0.2.77"])
    assert finding.health is Health.NOTE
    assert "Invitations" in finding.advice


def test_addresses_and_ipv6() -> None:
    assert check_address(["192.168.1.7", "fd00::7"]).health is Health.GOOD
    assert check_address(["127.0.0.1", "::1"]).health is Health.BAD
    alone = check_address(["169.254.3.4", "fe80::7"])
    assert (alone.health, "fe80::7" in alone.seen, "work there" in alone.advice) == (Health.NOTE, True, True)
    assert check_ipv6(["192.168.1.7", "fd00::7"]).seen == "IPv6 works here as fd00::7."
    assert check_ipv6(["192.168.1.7", "::1"]).health is Health.NOTE


@pytest.mark.parametrize(("now_s", "health"), [(0, Health.NOTE), (1.8e9, Health.GOOD), (5e9, Health.NOTE)])
def test_a_clock_that_was_never_set_is_a_note(now_s: float, health: Health) -> None:
    assert check_clock(now_s).health is health


def test_a_folder_that_cannot_be_used_is_bad(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("in the way")
    finding = check_folder(file / "folder")
    assert finding.health is Health.BAD
    assert "TORTUGA_HOME" in finding.advice
    assert check_folder(tmp_path).health is Health.GOOD
    assert list(tmp_path.iterdir()) == [file]  # the probe is gone


def test_a_disk_that_keeps_nothing_private_is_bad(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a memory stick: whatever is asked for, everybody may read."""
    real = os.open
    monkeypatch.setattr(os, "open", lambda path, flags, mode: real(path, flags, 0o644))
    assert check_folder(tmp_path).health is Health.BAD


def test_the_command_says_it_as_text_and_as_json(tmp_path: Path) -> None:
    text = tortuga("doctor", "--host", "127.0.0.1", TORTUGA_HOME=str(tmp_path))
    assert text.returncode == 1  # no network but loopback
    assert [line.split()[1] for line in text.stdout.splitlines() if not line.startswith(" ")] == TOPICS
    found = json.loads(tortuga("doctor", "--host", "127.0.0.1", "--json", TORTUGA_HOME=str(tmp_path)).stdout)
    assert found["ok"] is False
    assert [one["topic"] for one in found["findings"]] == TOPICS


def test_a_number_that_we_do_not_have_is_bad_input(tmp_path: Path) -> None:
    asked = tortuga("doctor", "--host", "192.0.2.77", TORTUGA_HOME=str(tmp_path))
    assert (asked.returncode, asked.stdout) == (2, "")
    assert len(asked.stderr.splitlines()) == 1
    with pytest.raises(BadInput, match="not an IP address"):
        own_host("here")


@pytest.mark.skipif(bool(why_not()), reason=f"a local network in namespaces: {why_not()}")
def test_on_a_good_network_all_is_well(tmp_path: Path) -> None:
    with Lab(1) as lab:
        environment = {**os.environ, "TORTUGA_HOME": str(tmp_path), "PYTHONPATH": ROOT}
        asked = lab.run(0, sys.executable, "-m", "tortuga_p2p", "doctor", "--json", env=environment, cwd=tmp_path)
        assert asked.returncode == 0, asked
        found = json.loads(asked.stdout)
        assert {one["topic"]: one["health"] for one in found["findings"]} == dict.fromkeys(TOPICS, "ok"), found
