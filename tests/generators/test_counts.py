"""Counts of any game: what a file may say, how a bad one is refused, and that a missing move is seen."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.generators.counts import Script, count, main, read_entries, rewrite
from tests.tinygames.race import PUSH, RACE, Race
from tests.tinygames.screens import SCREENS
from tortuga_p2p.errors import BadInput

if TYPE_CHECKING:
    from tests.tinygames.race import State
    from tortuga_p2p.rules.ask import Moves, Seat
    from tortuga_p2p.rules.game import Known

# The die shows 3, the coin 1, over and over: push is the only move at first, then push or hold.
RACING = """\
# Nobody loses a pot: the goal ends the race after some pushes.
position race (12 0 0 0 1 (0 0) 0)
script 2 0
counts 1 2 3 5
"""


def test_sequences_are_counted() -> None:
    (entry,) = read_entries(RACING, "race.txt")
    assert count(RACE, entry) == entry.depths() == [1, 2, 3, 5]


def test_simultaneous_choices_are_one_step() -> None:
    """Two seats with three dice each, all even: every non-empty set, twice."""
    state = SCREENS.setup(2, {})
    text = f"position {SCREENS.position_text(state)}\nscript 0\ncounts 49\n"
    (entry,) = read_entries(text, "screens.txt")
    assert count(SCREENS, entry) == [49]


class Timid(Race):
    """A race with a rule misread: nobody may push twice."""

    def legal_moves(self, state: State, seat: Seat, known: Known) -> Moves:
        return tuple(move for move in super().legal_moves(state, seat, known) if not state.pot or move != PUSH)


def test_a_missing_move_changes_the_counts() -> None:
    (entry,) = read_entries(RACING, "race.txt")
    assert count(Timid(), entry) != entry.depths()


def test_a_script_goes_round_and_every_number_fits() -> None:
    script = Script((3, 7))
    assert [script.below(bound) for bound in (10, 10, 2, 4, 5)] == [3, 7, 1, 3, 3]


def test_counts_are_written_anew_and_all_else_stays() -> None:
    assert rewrite(RACE, RACING.replace("1 2 3 5", "0 0 0 0"), "race.txt") == RACING


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "race.txt: there is no position in this file."),
        (RACING.replace("script", "dice"), "race.txt, line 3: there is no 'dice': lines begin with position, shown"),
        (RACING.replace("script 2 0\n", ""), "race.txt, line 3: this entry has no script."),
        (RACING.replace("script 2 0", "script"), "race.txt, line 3: a script has one number or more"),
        (RACING.replace("script 2 0", "script two"), "race.txt, line 3: there are only numbers here"),
        (RACING.replace("counts 1 2 3 5", "counts"), "race.txt, line 4: there are no counts here."),
        (RACING.replace("counts 1 2 3 5\n", ""), "race.txt, line 2: this entry has no counts."),
        (RACING.replace("counts 1 2 3 5", "counts many"), "race.txt, line 4: there are only numbers here"),
        ("counts 1\n", "race.txt, line 1: an entry has a position, perhaps shown, a script and counts, each once."),
        (RACING.replace("script 2 0", "script 2 0\nscript 1"), "race.txt, line 4: an entry has a position"),
        (RACING.replace("position race", "position chess"), "race.txt, line 2: a position of race begins"),
        (RACING.replace("script", "shown five\nscript"), "race.txt, line 3: say which thing shows which face"),
    ],
)
def test_a_bad_file_is_refused_with_file_and_line(text: str, sentence: str) -> None:
    with pytest.raises(BadInput) as caught:
        rewrite(RACE, text, "race.txt")
    assert str(caught.value).startswith(sentence)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("words", [[], ["chess"], ["tortuga", "please"]])
def test_the_command_refuses_in_one_line(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
