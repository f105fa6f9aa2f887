"""Benchmarks are commands, but they start: what they measure is renamed and moved by people who never run them."""

from __future__ import annotations

import re
import subprocess
import sys
from argparse import Namespace
from pathlib import Path

import pytest

from tests.benchmarks import fairplay, quiet, renewing, stars
from tests.benchmarks.fairplay import PRIMITIVES, _find, whole_games
from tests.shell import ROOT, TIMEOUT_S
from tortuga_p2p.session import session

PAGE = (Path(ROOT) / "docs" / "benchmarks.md").read_text()
COMMANDS = sorted(set(re.findall(r"python -m (tests\.benchmarks[.\w]*)", PAGE)))


def test_the_page_names_every_benchmark_that_can_be_started() -> None:
    folder = Path(ROOT, "tests", "benchmarks")
    started = {path.stem for path in folder.glob("*.py") if "sys.exit(" in path.read_text() or path.stem == "states"}
    named = {command.removeprefix("tests.benchmarks").removeprefix(".") or "__main__" for command in COMMANDS}
    assert named == started - {"entry"}


@pytest.mark.parametrize("command", COMMANDS)
def test_it_starts_in_the_environment_that_the_page_tells_to_make(command: str) -> None:
    assert "'.[test,benchmark]'" in PAGE
    words = (sys.executable, "-m", command, "--help")
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, timeout=TIMEOUT_S, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("usage: ")


@pytest.mark.parametrize("path", PRIMITIVES)
def test_every_primitive_of_the_floor_is_where_it_is_timed(path: str) -> None:
    assert callable(_find(path))


def test_a_game_is_above_both_its_floors_and_the_second_is_the_lower_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not how fast it is: that what is measured is there, and whole."""
    monkeypatch.setattr(fairplay, "VERIFICATIONS", 1)
    report = whole_games(1, 2, "random")
    assert min(report["setup_over_floor"], report["play_over_floor"]) > 1
    rounds = report["message_rounds"]
    assert rounds["commit"] == rounds["reveal"] > 0, "a sealed choice is sealed and opened"
    assert 1 < report["verify_over_floor"] < report["verify_over_best_known"]


def test_making_piles_anew_is_above_its_floors() -> None:
    report = renewing.measure(Namespace(removals=1))
    assert [row["case"] for row in report] == [case.title for case in renewing.CASES]
    assert all(row["cpu_over_primitives"] > 1 and row["bytes_over_proofs"] > 1 for row in report)


def test_a_star_takes_the_cables_that_its_words_need_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    """By a clock that counts no computing. Nobody repeats where they stand: a word that is not passed on at once would
    take that clock's whole hour; a tick too many, as a very busy machine may make of it, takes a little more than a
    cable."""
    monkeypatch.setattr(session, "HAVE_PERIOD_S", 3600)
    report = stars.measure(Namespace(only="star of 3", repeats=1))
    (game,) = report["star of 3"]["games"]
    for table in ("thin", "full"):
        assert game[table]["cables"] <= round(game[table]["seen"], 3) < 1.2 * game[table]["cables"]
    assert game["thin"]["cables"] > game["full"]["cables"] >= game["full"]["steps"] > 20


def test_a_machine_whose_processors_others_use_is_called_busy(monkeypatch: pytest.MonkeyPatch) -> None:
    half = quiet._SPIN.replace("(time.process_time() - cpu)", "0.5 * (time.process_time() - cpu)")
    monkeypatch.setattr(quiet, "_SPIN", half.replace(f"{quiet.PROBE_S}", "0.05"))
    assert re.fullmatch(rf"others use [5-9]\d% of {quiet.CORES} processors \(load \d+\.\d\)", quiet.busy())
