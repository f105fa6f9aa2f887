"""A table of bots in processes of their own: what users run to see that everything works."""

from __future__ import annotations

import json
from pathlib import Path

from tests.shell import tortuga


def test_a_seed_repeats_a_whole_game_of_processes_byte_for_byte(tmp_path: Path) -> None:
    files = []
    for folder in ("one", "two"):
        done = tortuga("selfplay", "--seats", "random,random", "--seed", "7", "--out", str(tmp_path / folder), "--json")
        assert (done.returncode, done.stderr) == (0, "")
        result = json.loads(done.stdout)
        assert result["ok"]
        assert result["identical"]
        assert result["finding"].startswith("Finished and honest")
        files.append(Path(result["transcript"]).read_bytes())
    assert files[0] == files[1]
    assert not list(tmp_path.rglob("*.journal")), "the secrets of a sealed game are gone"


def test_bots_that_do_not_exist_are_refused_before_anything_starts(tmp_path: Path) -> None:
    done = tortuga("selfplay", "--seats", "random,kraken", "--out", str(tmp_path / "out"))
    assert done.returncode == 2
    assert "kraken" in done.stderr
    assert not (tmp_path / "out").exists()


def test_a_bot_that_fails_ends_the_table_at_once(tmp_path: Path) -> None:
    seats = "random,program:/no/such/program"  # the first would be patient with the second for three minutes
    done = tortuga("selfplay", "--seats", seats, "--out", str(tmp_path / "out"), "--json")
    assert done.returncode == 1
    result = json.loads(done.stdout)
    assert "'/no/such/program' cannot be started" in result["trouble"][0]
    assert result["seconds"] < 60


def test_a_bot_that_finds_no_table_says_so_in_one_line(tmp_path: Path) -> None:
    home = str(tmp_path)
    done = tortuga("bot", "--level", "random", "--join", "127.0.0.1:9", "--listen", "127.0.0.1", TORTUGA_HOME=home)
    assert done.returncode == 1
    assert done.stderr.startswith("tortuga bot: Nobody answers at 127.0.0.1:9")
    assert done.stderr.count("\n") == 1


def test_without_a_named_folder_nothing_stays_behind_unless_something_went_wrong(tmp_path: Path) -> None:
    done = tortuga("selfplay", "--seats", "random,random", TMPDIR=str(tmp_path))
    assert (done.returncode, done.stderr) == (0, "")
    assert "Files: none are kept; --out DIR keeps them." in done.stdout
    assert list(tmp_path.iterdir()) == []
    done = tortuga("selfplay", "--seats", "random,program:/no/such/program", "--json", TMPDIR=str(tmp_path))
    assert done.returncode == 1
    (kept,) = tmp_path.iterdir()
    assert kept.name.startswith("tortuga-selfplay-")
