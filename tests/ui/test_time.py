"""The clock of a table: told before one sits down, running on the screen; at its end one's own program decides."""

from __future__ import annotations

import re
from argparse import Namespace
from typing import TYPE_CHECKING

import pytest

from tests.ui.hands import PACED, asked, sitting_of
from tests.ui.tables import TORTUGA, sit
from tests.ui.terminal import Terminal, drive
from tortuga_p2p.commands.host import read_clock
from tortuga_p2p.crypto.group import default_group
from tortuga_p2p.errors import BadInput
from tortuga_p2p.session.agreement import make_terms
from tortuga_p2p.ui.lobby_words import clock_of

if TYPE_CHECKING:
    from pathlib import Path


def test_it_runs_on_the_screen_and_then_the_own_program_decides(tmp_path: Path) -> None:
    async def body(terminal: Terminal) -> None:
        sitting = sitting_of(terminal)
        first = await asked(terminal, "Which dice do you take?")
        await terminal.until(lambda: re.search(r"0:0[12]\+0:02", terminal.text), "the time")
        await terminal.until(lambda: re.search(r"0:00\+0:0[01]", terminal.text), "the bank")
        await terminal.see("Your time was up: your program decided for you, as expert would")
        await terminal.until(lambda: sitting.choice is not None and sitting.choice.step > first.step, "the next one")
        node = sitting.node
        assert node is not None
        assert node.asking.clock.bank_s == 0
        assert not node.complaint

    drive(lambda app: sit(app, tmp_path, clock=(2, 2)), body)


def test_it_is_seen_while_something_is_told(tmp_path: Path) -> None:
    async def body(terminal: Terminal) -> None:
        sitting = sitting_of(terminal)
        sitting.tale.speed = 0.01
        await terminal.until(lambda: sitting.player.question is not None and sitting.tale.now is not None, "a tale")
        await terminal.until(lambda: re.search(r"(What happens|The dice roll).* [01]:\d\d\+5:00", terminal.text), "it")

    drive(lambda app: sit(app, tmp_path, clock=(90, 300)), body, settings=PACED)


def test_a_table_without_a_clock_shows_none(tmp_path: Path) -> None:
    async def body(terminal: Terminal) -> None:
        await asked(terminal, "Which dice do you take?")
        assert not re.search(r"\d:\d\d", terminal.text)

    drive(lambda app: sit(app, tmp_path), body)


@pytest.mark.parametrize(
    ("clock", "bank", "patience", "wrong"),
    [
        ("60", "120", 180, ""),
        ("60", "121", 180, "181 seconds"),
        ("0", "60", 180, "--bank is what"),
        ("soon", "0", 180, "--clock"),
        ("0", "0", 1, ""),
    ],
)
def test_a_host_gives_a_clock_that_the_others_have_patience_for(
    clock: str, bank: str, patience: int, wrong: str
) -> None:
    args = Namespace(clock=clock, bank=bank)
    if wrong:
        with pytest.raises(BadInput, match=wrong):
            read_clock(args, patience)
    else:
        assert read_clock(args, patience) == (int(clock), int(bank))


def test_whoever_sits_down_is_told_the_clock() -> None:
    group = default_group()
    assert clock_of(make_terms(TORTUGA, 3, {}, group)) == ""
    assert clock_of(make_terms(TORTUGA, 3, {}, group, clock=(45, 0))) == (
        "You have 45 seconds for every decision; after that your own program decides for you."
    )
    assert "45 seconds for every decision, and 5 minutes more for the whole game" in clock_of(
        make_terms(TORTUGA, 3, {}, group, clock=(45, 300))
    )
