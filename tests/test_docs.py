"""What the documents tell somebody to type exists: commands, options, modules, and the pages they link to."""

from __future__ import annotations

import re
from importlib.util import find_spec
from pathlib import Path

import pytest

from tortuga_p2p.commands.catalogue import COMMANDS
from tortuga_p2p.commands.shell_completion import read_grammar

ROOT = Path(__file__).parents[1]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "protocol").glob("*.md")])


def ids(page: Path) -> str:
    return str(page.relative_to(ROOT))


def test_there_are_pages() -> None:
    assert len(PAGES) > 15


def typed(text: str) -> list[tuple[str, str]]:
    """Command lines in a page: alone on a line of a block, or between backticks."""
    blocks = re.findall(r"^```[a-z]*\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    lines = [line for block in blocks for line in block.splitlines()]
    lines += re.findall(r"`([^`\n]+)`", re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL))
    found = [re.match(r"tortuga ([a-z]+)( [^|#]*)?", line) for line in lines]
    return [(match[1], match[2] or "") for match in found if match]


@pytest.mark.parametrize("page", [page for page in PAGES if page.parent.name != "protocol"], ids=ids)
def test_commands_and_options_of_a_page_exist(page: Path) -> None:
    known = {command.name: {option.name for option in command.options} for command in read_grammar(COMMANDS)}
    wrong = []
    for name, words in typed(page.read_text("utf-8")):
        options = [option for option in re.findall(r"--[a-z-]+", words) if option not in known.get(name, ())]
        wrong += [name] if name not in known else [f"{name} {option}" for option in options]
    assert not wrong


@pytest.mark.parametrize("page", PAGES, ids=ids)
def test_modules_of_a_page_exist(page: Path) -> None:
    modules = re.findall(r"python3? -m ((?:tests|tortuga_p2p)[\w.]*\w)", page.read_text("utf-8"))
    assert [module for module in modules if find_spec(module) is None] == []


@pytest.mark.parametrize("page", PAGES, ids=ids)
def test_links_of_a_page_lead_somewhere(page: Path) -> None:
    targets = re.findall(r"\]\(([^)#\s]+)", page.read_text("utf-8"))
    local = [target for target in targets if "://" not in target]
    assert [target for target in local if not (page.parent / target).exists()] == []


@pytest.mark.parametrize("page", [*PAGES, ROOT / "tests" / "README.md"], ids=ids)
def test_files_that_a_page_names_exist(page: Path) -> None:
    """`session/stages.py` is looked for in the tree and in the package, a bare `stages.py` anywhere."""
    named = re.findall(r"`((?:[\w-]+/)*[\w-]+\.(?:py|md|txt|json|toml))(?:::[\w.]+)?`", page.read_text("utf-8"))
    assert [name for name in named if not any(is_path_of(name, known) for known in FILES)] == []


FILES = [
    path.relative_to(ROOT).as_posix()
    for folder in ("docs", "protocol", "tests", "tortuga_p2p")
    for path in (ROOT / folder).rglob("*.*")
] + [path.name for path in ROOT.glob("*.*")]


def is_path_of(name: str, known: str) -> bool:
    return known == name or known.endswith(f"/{name}")
