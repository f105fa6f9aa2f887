"""docs/verifying.md: its figures come from a real game, and its little program computes them."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from tests.replay.films import film
from tortuga_p2p.verify.replay import read_replay
from tortuga_p2p.verify.verifier import EXIT_CODES, Outcome

PAGE = (Path(__file__).parents[2] / "docs" / "verifying.md").read_text("utf-8")


def test_the_little_program_of_the_page_gets_the_face_without_any_of_our_code() -> None:
    (program,) = re.findall(r"```python\n(.*?)```", PAGE, flags=re.DOTALL)
    assert "tortuga_p2p" not in program
    done = subprocess.run((sys.executable, "-I", "-c", program), capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("FLEET\n", "")


def test_the_die_of_the_page_is_one_of_a_real_game() -> None:
    replay = read_replay(film(2, toy=False))
    (shown,) = re.findall(r"```\n(Ben's die A.*?)```", PAGE, flags=re.DOTALL)
    assert shown.strip() in "\n".join(replay.why(4))
    table = replay.agreement.table_id.hex() if replay.agreement else ""
    assert f'fromhex("{table}")' in PAGE


def test_the_page_lists_every_outcome_with_its_exit_code() -> None:
    rows = dict(re.findall(r"^\| `(\w+)` \| (\d) \|", PAGE, flags=re.MULTILINE))
    assert {word.lower(): int(code) for word, code in rows.items()} == {str(one): EXIT_CODES[one] for one in Outcome}
