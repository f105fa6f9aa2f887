"""Attacks of the whole system with real programs over loopback: who lies is convicted, who freezes a table is given up.

Bots and people's programs as users run them, one of them a cheater (`cheater.py`). The same attacks without a network,
in every variation, are in tests/session and in the cheats of the simulator.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest

from tests.shell import ROOT, TIMEOUT_S, environment, tortuga
from tests.ui_plain.test_processes import port_of, running

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

HERE = ("--level", "random", "--listen", "127.0.0.1")
PATIENCE_S = 3


class BotProgram:
    """A bot in a process of its own, and what it has reported in lines of JSON."""

    def __init__(self, folder: Path, name: str, *words: str, module: tuple[str, ...] = ("tortuga_p2p", "bot")) -> None:
        home = folder / name
        home.mkdir()
        self.out = home / "out"
        self.name = name
        with self.out.open("wb") as out, (home / "err").open("wb") as err:
            self.process = subprocess.Popen(
                (sys.executable, "-m", *module, *HERE, "--name", name, *words),
                env=environment(TORTUGA_HOME=str(home)),
                cwd=ROOT,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=err,
            )

    def reports(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.out.read_text().splitlines(keepends=True) if line.endswith("\n")]

    def wait_for(self, event: str) -> dict[str, Any]:
        """The first report of that kind."""
        end = time.monotonic() + TIMEOUT_S
        while time.monotonic() < end:
            for report in self.reports():
                if report["event"] == event:
                    return report
            trouble = self.out.with_name("err").read_text()
            assert self.process.poll() in (None, 0), f"{self.name}: {trouble}"
            time.sleep(0.05)
        raise AssertionError(f"{self.name} never says {event}: {self.reports()}")


@contextmanager
def bots(folder: Path) -> Iterator[list[BotProgram]]:
    """Whoever is put on the list is stopped in the end."""
    programs: list[BotProgram] = []
    try:
        yield programs
    finally:
        for one in programs:
            one.process.kill()
            one.process.wait()


def cheater(folder: Path, cheat: str, *words: str) -> BotProgram:
    return BotProgram(folder, "Mal", *words, module=("tests.lan.cheater", cheat))


@pytest.mark.parametrize("cheat", ["two-seals", "two-seals-and-resign"])
def test_two_seals_are_convicted_by_everybody_and_buy_no_choice_also_right_before_a_resignation(
    tmp_path: Path, cheat: str
) -> None:
    """The script equivocate_and_resign_lan; its argument "stay" is the control."""
    with bots(tmp_path) as programs:
        ana = BotProgram(tmp_path, "Ana", "--open", "3")
        programs.append(ana)
        where = ("--join", f"127.0.0.1:{ana.wait_for('table')['port']}")
        ben, mal = BotProgram(tmp_path, "Ben", *where), cheater(tmp_path, cheat, *where)
        programs += [ben, mal]
        overs = [one.wait_for("over") for one in (ana, ben)]
        key = next(one["identity"] for one in ana.wait_for("seated")["people"] if one["name"] == "Mal")
        learned = [report for report in mal.reports() if report["event"] == "learned"]
        struck = mal.wait_for("struck")
    for over in overs:
        assert [(one["name"], one["code"], one["identity"]) for one in over["verdicts"]] == [
            ("Mal", "equivocation", key)
        ], over
        assert over["verdicts"][0]["step"] == struck["step"]
    assert learned == [], "nobody opened a choice to whoever told two stories"
    files = [over["transcript"] for over in overs]
    done = tortuga("verify", *files)
    assert done.returncode != 0
    assert done.stdout.count("Mal") >= 2


def test_whoever_signs_another_state_stops_nobody(tmp_path: Path) -> None:
    """Its program is there, and nobody can prove anything: bots give it up as they give up somebody who is away."""
    with bots(tmp_path) as programs:
        ana = BotProgram(tmp_path, "Ana", "--open", "3", "--patience", str(4 * PATIENCE_S))
        programs.append(ana)
        where = ("--join", f"127.0.0.1:{ana.wait_for('table')['port']}")
        ben, mal = BotProgram(tmp_path, "Ben", *where), cheater(tmp_path, "another-state", *where)
        programs += [ben, mal]
        struck = mal.wait_for("struck")
        overs = [one.wait_for("over") for one in (ana, ben)]
        seat = overs[0]["names"].index("Mal")
        told = json.loads(tortuga("verify", "--json", overs[0]["transcript"]).stdout)
    assert struck["step"] > 0
    for over in overs:
        assert (over["phase"], over["removed"], over["verdicts"]) == ("sealed", [seat], [])
    assert told["outcome"] == "without"
    assert [(one["name"], one["how"]) for one in told["departures"]] == [("Mal", "voted")]


def test_a_silent_seat_that_floods_the_table_with_votes_is_given_up_and_those_who_stay_go_on(tmp_path: Path) -> None:
    """The script freeze_lan at a table of three: a person who votes, and a bot of somebody's that votes by itself.

    Of the two who stay the bot gives up the other after the same patience, so a slow machine needs some of it.
    """
    patience_s = str(4 * PATIENCE_S)
    with (
        bots(tmp_path) as programs,
        running(tmp_path, "Ana", "host", "--seats", "3", "--hidden", "--patience", patience_s, script="1\n") as ana,
    ):
        where = ("--join", f"127.0.0.1:{port_of(ana)}")
        ben, mal = BotProgram(tmp_path, "Ben", *where), cheater(tmp_path, "flood-votes", *where)
        programs += [ben, mal]
        mal.wait_for("flooded")
        ana.wait_to_hear("Time is up for Mal. Type vote")
        ana.type("vote\n")
        ana.wait_to_hear("Mal has been away since step ")
        ana.type("autopilot\n")  # two are left, a quorum: somebody has to play on with the bot
        over, removed = ben.wait_for("over"), mal.wait_for("over")
        ana.wait_to_hear("Final standing: ")
        file = ana.wait_to_hear("tortuga verify ").split()[-1]
    seat = over["names"].index("Mal")
    assert (over["phase"], over["removed"], over["verdicts"]) == ("sealed", [seat], [])
    assert seat not in over["winners"]
    # Whoever is removed hears on: the report is of that, or of the end where it has been heard by then.
    assert removed["ending"] == "removed" or removed["removed"] == [seat]
    assert removed["verdicts"] == []
    with open(file, "rb") as hers, open(over["transcript"], "rb") as his:
        assert hers.read() == his.read()
    told = json.loads(tortuga("verify", "--json", file).stdout)
    assert (told["outcome"], told["scores"]) == ("without", over["scores"])
    assert [(one["name"], one["how"], {by["name"] for by in one["by"]}) for one in told["departures"]] == [
        ("Mal", "voted", {"Ana", "Ben"})
    ]


def test_a_silent_seat_that_floods_a_table_of_two_with_votes_is_given_up(tmp_path: Path) -> None:
    """The script freeze_lan: nobody can go on alone, so the table ends by a claim."""
    with (
        bots(tmp_path) as programs,
        running(
            tmp_path, "Ana", "host", "--seats", "2", "--hidden", "--patience", str(PATIENCE_S), script="1\n"
        ) as ana,
    ):
        mal = cheater(tmp_path, "flood-votes", "--join", f"127.0.0.1:{port_of(ana)}")
        programs.append(mal)
        mal.wait_for("flooded")
        ana.wait_to_hear("Time is up for Mal. Type vote")
        ana.type("vote\n")
        assert "ended the game here: nobody wins" in ana.wait_to_hear("stayed away, so")
        file = ana.wait_to_hear("tortuga verify ").split()[-1]
    told = json.loads(tortuga("verify", "--json", file).stdout)
    assert (told["outcome"], told["verdicts"]) == ("unfinished", [])
    assert "Mal" in told["claim"]
