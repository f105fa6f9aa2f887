"""Four machines on one network, in namespaces: find each other, play, and survive what networks do.

Every machine runs `tortuga bot` as a user would. What counts is the same each time: the game ends, all transcripts are
the same bytes, and they verify. Skipped with a reason where namespaces are not allowed.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.net.lab import Lab, why_not
from tortuga_p2p.net.address import Address
from tortuga_p2p.net.invitation import make_invitation
from tortuga_p2p.verify.comparing import compare
from tortuga_p2p.verify.verifier import Outcome, find_rules, verify

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from subprocess import Popen

pytestmark = pytest.mark.skipif(bool(why_not()), reason=why_not() or "-")

GAME_S = 400  # only a game that hangs takes this long
TABLE = "The Black Pearl"
ROOT = Path(__file__).parents[2]


class Machine:
    """One bot on one host of the lab."""

    def __init__(self, lab: Lab, host: int, folder: Path, level: str) -> None:
        self.lab = lab
        self.host = host
        self.home = folder / f"host-{host}"
        self.level = level
        self.runs = 0
        self.process: Popen[Any] | None = None

    def start(self, *words: str, module: str = "tortuga_p2p", command: tuple[str, ...] = ("bot",)) -> None:
        self.home.mkdir(exist_ok=True)
        self.runs += 1
        environment = {**os.environ, "TORTUGA_HOME": str(self.home), "PYTHONPATH": str(ROOT)}
        line = (sys.executable, "-m", module, *command, "--level", self.level, "--name", f"bot {self.host}", *words)
        with self.report.open("ab") as out, (self.home / "err").open("ab") as err:
            self.process = self.lab.start(
                self.host, *line, stdout=out, stderr=err, stdin=subprocess.DEVNULL, env=environment, cwd=ROOT
            )

    @property
    def report(self) -> Path:
        return self.home / "out"

    def reports(self) -> list[dict[str, Any]]:
        lines = self.report.read_text().splitlines() if self.report.exists() else []
        return [json.loads(line) for line in lines]

    def said(self, event: str) -> dict[str, Any] | None:
        return next((report for report in reversed(self.reports()) if report["event"] == event), None)

    @property
    def step(self) -> int:
        """How far its transcript has come, in bytes: a game that goes on makes it grow."""
        seated = self.said("seated")
        return Path(seated["transcript"]).stat().st_size if seated else 0


def until(happened: Callable[[], object], machines: list[Machine], what: str) -> None:
    """Other processes on other machines do it: nothing to do but to look. A process that ends badly ends the wait."""
    end = time.monotonic() + GAME_S
    while not happened():
        assert time.monotonic() < end, f"{what}: {[machine.reports()[-1:] for machine in machines]}"
        for machine in machines:
            assert machine.process is not None
            code = machine.process.poll()
            assert code in (None, 0, -signal.SIGKILL), (machine.home / "err").read_text()
        time.sleep(0.05)


@pytest.fixture
def lab() -> Iterator[Lab]:
    with Lab(4) as lab:
        yield lab


def sit_down(lab: Lab, folder: Path, levels: tuple[str, ...], *words: str) -> list[Machine]:
    """The first opens a table, the others find it on the network by its name."""
    machines = [Machine(lab, host, folder, level) for host, level in enumerate(levels)]
    machines[0].start("--open", str(len(levels)), "--announce", TABLE, "--port", "1667", *words)
    until(lambda: machines[0].said("table"), machines[:1], "the table does not open")
    for machine in machines[1:]:
        machine.start("--join", TABLE)
    until(lambda: all(machine.said("seated") for machine in machines), machines, "they do not sit down")
    return machines


def same_and_honest(machines: list[Machine]) -> None:
    until(lambda: all(machine.said("over") for machine in machines), machines, "the game does not end")
    overs = [machine.said("over") or {} for machine in machines]
    files = {Path(over["transcript"]).read_bytes() for over in overs}
    assert len(files) == 1, "the transcripts differ"
    finding = verify(files.pop())
    assert (finding.outcome, finding.unsealed) == (Outcome.HONEST, ())
    assert {over["phase"] for over in overs} == {"sealed"}


def test_four_machines_find_each_other_and_play_with_delay_and_loss(lab: Lab, tmp_path: Path) -> None:
    lab.switch.delay_s, lab.switch.jitter_s, lab.switch.loss = 0.002, 0.004, 0.10
    machines = sit_down(lab, tmp_path, ("greedy", "random", "random", "random"))
    same_and_honest(machines)
    assert lab.switch.lost > 0


def test_a_partition_heals_and_a_cable_comes_back(lab: Lab, tmp_path: Path) -> None:
    machines = sit_down(lab, tmp_path, ("random", "random", "random"))
    begun = machines[0].step
    until(lambda: machines[0].step > begun + 10_000, machines, "nobody plays")
    lab.switch.groups = ({0, 1}, {2, 3})
    time.sleep(12)  # longer than a silent link lives
    stopped = [machine.step for machine in machines]
    time.sleep(1)
    assert stopped == [machine.step for machine in machines], "a table goes on without everybody"
    lab.switch.heal()
    until(lambda: machines[0].step > stopped[0] + 5_000, machines, "the game does not go on after a partition")
    lab.switch.cut = {1}
    time.sleep(12)
    lab.switch.heal()
    same_and_honest(machines)


def test_a_host_that_is_killed_comes_back_and_the_game_ends(lab: Lab, tmp_path: Path) -> None:
    machines = sit_down(lab, tmp_path, ("random", "random", "random"))
    host = machines[0]
    begun = host.step
    until(lambda: host.step > begun + 20_000, machines, "nobody plays")
    assert host.process is not None
    # `ip netns exec` becomes the program: the process we started is the one that is killed.
    host.process.kill()
    host.process.wait()
    time.sleep(1)
    host.start("--resume")
    same_and_honest(machines)


def went_on_without(stay: list[Machine], gone: Machine) -> None:
    """The three end the game: one file, sealed by all of them, in which they say whom they gave up."""
    until(lambda: all(machine.said("over") for machine in stay), stay, "the three do not end the game")
    overs = [machine.said("over") or {} for machine in stay]
    (raw,) = {Path(over["transcript"]).read_bytes() for over in overs}
    finding = verify(raw)
    assert (finding.outcome, finding.unsealed) == (Outcome.WITHOUT, ())
    assert [one.how for one in finding.departures] == ["voted"]
    assert finding.names[finding.departures[0].seat] == f"bot {gone.host}"
    assert {over["phase"] for over in overs} == {"sealed"}


def test_one_of_four_is_killed_for_good_and_the_three_end_the_game(lab: Lab, tmp_path: Path) -> None:
    """A quitter stops nothing: the others wait for as long as was agreed, go on without, and their files are one."""
    machines = sit_down(lab, tmp_path, ("random",) * 4, "--patience", "8")
    *stay, gone = machines
    begun = stay[0].step
    until(lambda: stay[0].step > begun + 10_000, machines, "nobody plays")
    assert gone.process is not None
    gone.process.kill()
    went_on_without(stay, gone)


def test_whoever_was_cut_off_until_the_others_gave_them_up_is_told_and_nobody_is_blamed(
    lab: Lab, tmp_path: Path
) -> None:
    """A partition that heals after the vote: two files of one meeting, and both are right."""
    machines = sit_down(lab, tmp_path, ("random",) * 4, "--patience", "16")
    *stay, gone = machines
    begun = stay[0].step
    until(lambda: stay[0].step > begun + 10_000, machines, "nobody plays")
    lab.switch.groups = ({0, 1, 2}, {3})
    time.sleep(2)  # what was under way is written
    stopped = stay[0].step
    until(lambda: stay[0].step > stopped + 3_000, machines, "the three do not go on")
    assert gone.step < stopped + 3_000, "one alone is no quorum"
    lab.switch.heal()  # before the one who is alone ends too, after twice the patience
    went_on_without(stay, gone)
    until(lambda: gone.said("over"), machines, "the one given up is not told")
    told = gone.said("over") or {}
    seat = told["seat"]
    # Whoever is removed hears on: the report is of that, or of the end where it has been heard by then.
    assert told["ending"] == "removed" or told["removed"] == [seat]
    assert told["verdicts"] == []
    both = compare([Path((one.said("over") or {})["transcript"]).read_bytes() for one in (stay[0], gone)])
    assert (both.verdicts, both.agrees) == ((), True), "what they hold of the game is the same as far as both go"


def test_a_broken_link_between_two_stops_nothing(lab: Lab, tmp_path: Path) -> None:
    machines = sit_down(lab, tmp_path, ("random", "random", "random"))
    lab.switch.groups = ({0, 1}, {1, 2})  # hosts 0 and 2 do not see each other; 1 sees both
    same_and_honest(machines)


def test_two_behind_two_routers_play_with_a_host_whom_both_reach(tmp_path: Path) -> None:
    """What the guests say to each other goes through the host, from the first step on."""
    with Lab(3, hidden={1, 2}) as lab:
        machines = [Machine(lab, host, tmp_path, "random") for host in range(3)]
        machines[0].start("--open", "3", "--port", "1667")
        until(lambda: machines[0].said("table"), machines[:1], "the table does not open")
        for machine in machines[1:]:
            machine.start("--join", f"{lab.address(0)}:1667")
        same_and_honest(machines)
        for router in lab.switch.routers.values():
            assert router.refused > 0, "the others call, and nobody answers there"


@pytest.mark.parametrize("how", ["by name", "by invitation"])
def test_where_nobody_gives_out_numbers_link_local_ones_do(tmp_path: Path, how: str) -> None:
    with Lab(3, is_link_local=True) as lab:
        machines = [Machine(lab, host, tmp_path, "random") for host in range(3)]
        machines[0].start("--open", "3", "--announce", TABLE, "--port", "1667")
        until(lambda: machines[0].said("table"), machines[:1], "the table does not open")
        table = machines[0].said("table") or {}
        assert table["addresses"] == ["[fe80::1]:1667"]
        invitation = make_invitation(bytes.fromhex(table["key"]), [Address("fe80::1", 1667)])
        for machine in machines[1:]:
            machine.start("--join", TABLE if how == "by name" else invitation.code)
        same_and_honest(machines)


def test_whoever_looks_around_sees_what_is_not_usual_at_a_table(lab: Lab, tmp_path: Path) -> None:
    host = Machine(lab, 0, tmp_path, "random")
    host.start("--open", "3", "--announce", TABLE, "--port", "1667", "--preset", "long")
    until(lambda: host.said("table"), [host], "the table does not open")
    looked = lab.run(1, sys.executable, "-m", "tortuga_p2p", "tables", "--once", timeout_s=GAME_S, cwd=ROOT)
    first, second = looked.stdout.splitlines()
    assert first.startswith(f"{TABLE}: ")
    assert second.strip() == "A long game: yes; patience: 3 minutes"


def test_a_cheating_peer_is_named_by_everybody_and_in_the_saved_evidence(lab: Lab, tmp_path: Path) -> None:
    machines = [Machine(lab, host, tmp_path, "random") for host in range(3)]
    machines[0].start("--open", "3", "--announce", TABLE, "--port", "1667")
    until(lambda: machines[0].said("table"), machines[:1], "the table does not open")
    machines[1].start("--join", TABLE)
    machines[2].start("--join", TABLE, module="tests.lan.cheater", command=("reveal-another-seal",))
    honest = machines[:2]
    until(lambda: all(machine.said("over") for machine in honest), machines, "nobody is caught")
    for machine in honest:
        over = machine.said("over")
        assert over is not None
        (verdict,) = over["verdicts"]
        # Two bots go on without the culprit, and the verdict stands beside their result.
        assert (over["ending"], verdict["name"], verdict["code"]) == (None, "bot 2", "reveal-mismatch")
        finding = verify(Path(over["transcript"]).read_bytes(), find_rules)
        assert finding.outcome is Outcome.CHEATING
        assert "bot 2" in f"{finding.sentence} {finding.culprit}"
