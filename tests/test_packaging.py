"""What is shipped: the sdist is the whole project, the wheel what a player's program reads, and it plays by itself."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from tests.conftest import INSTALLED
from tests.shell import ROOT, TIMEOUT_S, environment
from tortuga_p2p.games import names

TREE = Path(ROOT)
PACKAGE = "tortuga_p2p"
# Made by tools in any working tree; none of it is in the project (.gitignore says the same of most).
MADE = ("__pycache__", "*.pyc", "*.egg-info", "build", "dist", ".*_cache", ".hypothesis", ".coverage*", ".venv*")
NOT_COPIED = (*MADE, ".git")
# Where a player's program finds what is no code, by folder below a game.
READ_BY_PLAYERS = ("rules.txt", "lesson.txt", "legend.txt", "words/*.txt", "*.json")


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """An sdist of this tree, and a wheel of that sdist: if anything is missing there, it cannot be built."""
    folder = tmp_path_factory.mktemp("packages")
    tree = shutil.copytree(TREE, folder / "tree", ignore=shutil.ignore_patterns(*NOT_COPIED))
    sdist = folder / build("sdist", tree, folder)
    with tarfile.open(sdist) as archive:
        archive.extractall(folder / "unpacked", filter="data")
    (unpacked,) = (folder / "unpacked").iterdir()
    return sdist, folder / build("wheel", unpacked, folder)


def build(what: str, tree: Path, to: Path) -> str:
    """As pip would, with the tools that are here: nothing is fetched."""
    code = f"import sys; from setuptools.build_meta import build_{what} as build; print('built', build(sys.argv[1]))"
    done = subprocess.run(
        (sys.executable, "-c", code, str(to)), cwd=tree, capture_output=True, text=True, timeout=TIMEOUT_S, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.split()[-1]


def project_files() -> set[str]:
    """All that belongs to the project: what git says, or all that is here where this is an unpacked sdist."""
    if (TREE / ".git").exists():
        listed = subprocess.run(("git", "ls-files"), cwd=TREE, capture_output=True, text=True, check=True).stdout
        return {name for name in listed.splitlines() if (TREE / name).exists()}
    return {str(path.relative_to(TREE)) for path in TREE.rglob("*") if path.is_file() and not is_made(path)}


def is_made(path: Path) -> bool:
    return any(Path(part).match(pattern) for part in path.relative_to(TREE).parts for pattern in MADE)


def test_the_sdist_holds_the_whole_project_and_nothing_else(built: tuple[Path, Path]) -> None:
    with tarfile.open(built[0]) as archive:
        members = [Path(member.name) for member in archive.getmembers() if member.isfile()]
    by_the_builder = {"PKG-INFO", "setup.cfg"}
    packed = {str(Path(*path.parts[1:])) for path in members if ".egg-info" not in str(path)} - by_the_builder
    assert project_files() - packed == set()
    assert [name for name in packed if is_made(TREE / name) or not (TREE / name).exists()] == []
    for folder in ("tests", "docs", "protocol/vectors"):
        assert sum(name.startswith(folder) for name in packed) > 20


def test_the_wheel_holds_what_a_player_s_program_reads_and_nothing_else(built: tuple[Path, Path]) -> None:
    with zipfile.ZipFile(built[1]) as archive:
        packed = set(archive.namelist())
    info = {name for name in packed if ".dist-info/" in name}
    assert any(name.endswith("licenses/LICENSE") for name in info)
    code = {str(path.relative_to(TREE)) for path in (TREE / PACKAGE).rglob("*.py")}
    data = {
        str(path.relative_to(TREE))
        for game in names()
        for pattern in READ_BY_PLAYERS
        for path in (TREE / PACKAGE / "games" / game).rglob(pattern)
    }
    assert len(data) > len(names())
    assert packed - info == code | data | {f"{PACKAGE}/py.typed"}


def run(*words: str, path: tuple[Path, ...], home: Path) -> subprocess.CompletedProcess[str]:
    """Python with these words, somewhere else than in the tree."""
    return subprocess.run(
        (sys.executable, *words),
        cwd=home,
        env=environment(PYTHONPATH=os.pathsep.join(map(str, path)), TORTUGA_HOME=str(home)),
        capture_output=True,
        text=True,
        timeout=TIMEOUT_S,
        check=False,
    )


def test_the_wheel_plays_without_the_compiled_group_what_the_tree_verifies_with_it(
    built: tuple[Path, Path], tmp_path: Path
) -> None:
    """As on a platform for which there is no compiled one: every process of a table on the slower group."""
    wheel = tmp_path / "wheel"
    with zipfile.ZipFile(built[1]) as archive:
        archive.extractall(wheel)
    (wheel / "btclib_secp256k1.py").write_text("raise ImportError('no wheel for this platform')\n")
    slow = (wheel, INSTALLED, TREE)  # the tiny games lie in the tree, which comes last
    asked = run("-c", WHICH, path=slow, home=tmp_path)
    assert asked.stdout.split() == [str(wheel / PACKAGE / "__init__.py"), "PureSecp256k1"], asked.stderr
    words = ("selfplay", "--game", "harbour", "--seats", "random,random", "--seed", "3", "--out", "out")
    played = run("-m", PACKAGE, *words, path=slow, home=tmp_path)
    assert played.returncode == 0, played.stderr
    files = list(tmp_path.glob("out/**/*.tortuga"))
    verified = run("-m", PACKAGE, "verify", *map(str, files), path=(INSTALLED, TREE), home=tmp_path)
    assert verified.stdout.endswith("2 files: 2 honest.\n"), verified.stdout


WHICH = """
import tortuga_p2p
from tortuga_p2p.crypto.group import default_group
print(tortuga_p2p.__file__, type(default_group()).__name__)
"""

# Everything but the standard library is taken away, as by an installation that broke in the middle.
WITHOUT_LIBRARIES = """
import sys

class Nothing:
    def find_spec(self, name, path=None, target=None):
        top = name.partition(".")[0]
        if top != "tortuga_p2p" and top not in sys.stdlib_module_names:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Nothing())
from tortuga_p2p.cli import main
sys.exit(main(sys.argv[1:]))
"""


def test_a_missing_library_is_one_line_and_a_report(tmp_path: Path) -> None:
    done = run("-c", WITHOUT_LIBRARIES, "play", path=(TREE,), home=tmp_path)
    assert done.returncode == 1
    (report,) = (tmp_path / "logs").glob("report-*.txt")
    missing = "A library that Tortuga needs cannot be loaded (No module named 'trio'): install Tortuga again."
    assert done.stderr == f"tortuga: {missing} A report is in {report}\n"
    assert "ModuleNotFoundError: No module named 'trio'" in report.read_text()
    assert run("-c", WITHOUT_LIBRARIES, "--help", path=(TREE,), home=tmp_path).returncode == 0
