"""Options that do not fit together: one line and exit 2 before anything is opened, and a line in the form."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.shell import tortuga
from tortuga_p2p.errors import BadInput
from tortuga_p2p.games.cartagena.game import GAME
from tortuga_p2p.ui.tavern.option_form import OptionForm

if TYPE_CHECKING:
    from pathlib import Path


CROWDED = (
    "cartagena/1 phase=act boards=6+0 pirates=6 draw=retreat,retreat with=- laid=1,2,3,4,5,6 round=1 turn=0 left=3 "
    "sloop=cartagena 1*6:0-8 0*6:9-18 pile=19-101 discards=-"
)


TWICE = '{"boards": [{"tunnel": "HALCPH", "jungle": "RPHCAL"}, 2, 3, 4, 5, 6, 7, 8]}'
SNAKES = '{"tokens": [1, 1, 2, 2, 3, 3, "snake", "snake"]}'


@pytest.mark.parametrize("command", ["play", "host", "selfplay", "arena"])
@pytest.mark.parametrize(
    ("option", "text", "complaint"),
    [
        ("faces", TWICE, "the tunnel side of board 1 has the symbol H twice"),
        ("tokens", SNAKES, "one is empty and one is the snake"),
    ],
)
def test_bad_data_of_a_box_gets_one_line_and_exit_2(
    command: str, option: str, text: str, complaint: str, tmp_path: Path
) -> None:
    (tmp_path / "box.json").write_text(text)
    words = ("--game", "cartagena", "--option", "sorceress=yes", "--option", f"{option}=@{tmp_path / 'box.json'}")
    done = tortuga(command, *words, TORTUGA_HOME=str(tmp_path))
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1), done
    assert complaint in done.stderr


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("play", "--option", "tunnel=2", "--option", "jungle=2"), "the Great Escape needs 3 boards or more"),
        (("host", "--option", "tunnel=5", "--option", "jungle=5"), "there are 8 boards"),
        (("bot", "--open", "2", "--option", "tunnel=0"), "a way of one path needs 4 boards or more"),
        (("show", CROWDED), "three pirates stand on a space at most"),
    ],
)
def test_bad_words_get_one_line_and_exit_2(words: tuple[str, ...], complaint: str, tmp_path: Path) -> None:
    done = tortuga(words[0], "--game", "cartagena", *words[1:], TORTUGA_HOME=str(tmp_path))
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1), done
    assert complaint in done.stderr


def test_a_form_says_so_before_a_table_is_opened() -> None:
    form = OptionForm(GAME, lambda: 3)
    entries = {entry.label: entry for entry in form.entries}
    tunnel, jungle = entries["Boards in the tunnel"], entries["Boards in the jungle"]
    tunnel.at, jungle.at = tunnel.values.index("2"), jungle.values.index("4")
    with pytest.raises(BadInput, match="the Great Escape needs 3 boards or more"):
        form.values()
    tunnel.at = tunnel.values.index("4")
    assert (form.values()["tunnel"], form.values()["jungle"]) == (4, 4)
