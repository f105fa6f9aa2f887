"""The README's commands are the ones that decide: CI runs exactly its test command, and its other lines exist."""

from __future__ import annotations

import re
from pathlib import Path

from tortuga_p2p.commands.catalogue import COMMANDS

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text()


def blocks() -> list[str]:
    return re.findall(r"```\n(.*?)```", README, flags=re.DOTALL)


def test_ci_runs_exactly_the_test_command_of_the_readme() -> None:
    command = "python3 tests/run.py"
    assert f"{command}\n" in blocks()
    words = [line for line in (ROOT / ".ci" / "run").read_text().splitlines() if line and not line.startswith("#")]
    assert words == ["set -eu", 'cd "$(dirname "$0")/.."', command]


def test_setting_up_and_running_the_main_job_is_one_line() -> None:
    (line,) = [block.strip() for block in blocks() if "pip install" in block]
    assert "\n" not in line
    assert line.startswith("python3 -m venv .venv && ")


def test_every_command_that_the_readme_names_exists() -> None:
    named = set(re.findall(r"\btortuga ([a-z]+)\b", README))
    assert named - {"p2p"} <= set(COMMANDS), named - set(COMMANDS)


def test_how_to_call_the_program_after_setting_it_up_is_said() -> None:
    """A shell does not find `tortuga` by itself: the next step after the first command failed for a newcomer."""
    told = README.partition("pip install")[2].partition("| command |")[0]
    assert ".venv/bin/activate" in told


def test_every_file_that_the_readme_links_to_exists() -> None:
    for path in re.findall(r"\]\(([^)#:]+)\)", README):
        assert (ROOT / path).exists(), path
