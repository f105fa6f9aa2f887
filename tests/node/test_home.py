"""A player's key is made once, kept to themselves, and never overwritten."""

from __future__ import annotations

import errno
import os
import stat
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from tortuga_p2p.errors import BadInput
from tortuga_p2p.node.home import Home, default_home, latest_last, replace_whole

if TYPE_CHECKING:
    from pathlib import Path


def test_an_identity_is_made_once_and_stays(tmp_path: Path) -> None:
    home = Home(tmp_path / "new" / "folder")
    assert home.identity().public == home.identity().public
    assert home.identity("bot").public != home.identity().public


def test_a_key_is_for_its_owner_alone_even_if_somebody_loosened_it(tmp_path: Path) -> None:
    home = Home(tmp_path)
    home.identity()
    file = tmp_path / "keys" / "identity.key"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    file.chmod(0o644)
    home.identity()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_a_damaged_key_is_refused_and_not_replaced(tmp_path: Path) -> None:
    home = Home(tmp_path)
    home.identity()
    file = tmp_path / "keys" / "identity.key"
    file.write_bytes(b"short")
    with pytest.raises(BadInput, match="damaged"):
        home.identity()
    assert file.read_bytes() == b"short"


def test_no_part_of_a_key_is_left_behind(tmp_path: Path) -> None:
    Home(tmp_path).identity()
    assert sorted(file.name for file in (tmp_path / "keys").iterdir()) == ["identity.key", "identity.lock"]


def test_a_full_disk_leaves_no_part_of_a_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(BadInput, match="No space left on device"):
        Home(tmp_path).identity()
    assert list((tmp_path / "keys").iterdir()) == []


def test_a_full_disk_leaves_no_part_of_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(here: Path, there: Path) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("pathlib.Path.replace", full)
    with pytest.raises(BadInput, match="Free some space"):
        replace_whole(tmp_path / "file", b"words")
    assert list(tmp_path.iterdir()) == []


def test_a_second_program_with_the_same_key_is_refused(tmp_path: Path) -> None:
    Home(tmp_path).identity()
    code = "from tortuga_p2p.node.home import default_home; default_home().identity()"
    environment = {**os.environ, "TORTUGA_HOME": str(tmp_path)}
    other = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False)
    assert other.returncode != 0
    assert "another tortuga program on this machine is using your key" in other.stderr


def test_a_folder_that_cannot_be_used_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(BadInput, match="cannot be used"):
        Home(tmp_path / "file").identity()


def test_the_home_can_be_chosen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TORTUGA_HOME", str(tmp_path))
    assert default_home().path == tmp_path


def test_files_are_found_by_age_and_whatever_is_no_file_is_none(tmp_path: Path) -> None:
    for age, name in enumerate(("new", "old"), start=1):
        path = tmp_path / f"{name}.journal"
        path.write_bytes(b"")
        os.utime(path, (1000 - age, 1000 - age))
    (tmp_path / "folder.journal").mkdir()
    (tmp_path / "nowhere.journal").symlink_to(tmp_path / "gone")
    assert [path.stem for path in latest_last(tmp_path, ".journal")] == ["old", "new"]
