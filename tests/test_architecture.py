"""The house rules, as a test: who may import whom, what the pure rings must not touch, and how large things may be.

Reads the sources with `ast` and runs nothing of them. Each rule is a function from one source to its complaints; every
rule is shown to complain about a source that breaks it. See docs/architecture.md for the reasons.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest

from tortuga_p2p.games import names as game_names

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = "tortuga_p2p"

# Who may import whom, besides itself. A package that is not here fails the test: somebody decides where it belongs.
GROUND = {"errors", "limits", "text", "values"}
CORE = GROUND | {"rules", "crypto", "wire", "session"}
MAY_IMPORT: dict[str, set[str]] = {
    "errors": set(),
    "limits": set(),
    "values": set(),
    "text": set(),
    "children": set(),
    "rules": GROUND,
    "crypto": GROUND,
    "wire": GROUND,
    "games": GROUND | {"rules"},
    "session": CORE,
    "net": GROUND | {"crypto", "wire"},
    "verify": CORE | {"games"},
    "bots": GROUND | {"children", "games", "rules"},
    "node": CORE | {"games", "net", "verify", "bots"},
    "ui": CORE | {"games", "net", "verify", "bots", "node"},
    "testing": CORE | {"children", "games", "net", "verify", "bots", "node"},
    "commands": CORE | {"children", "games", "net", "verify", "bots", "node", "ui", "testing"},
    "cli": GROUND | {"ui", "commands"},
    "__main__": {"cli"},
    "__init__": set(),
}

# The pure rings: equal inputs give equal outputs, whatever the clock, the machine or the weather.
PURE = GROUND | {"rules", "crypto", "wire", "session", "games"}
IMPURE = {
    *("asyncio", "concurrent", "multiprocessing", "select", "selectors", "signal", "subprocess", "threading", "trio"),
    *("datetime", "locale", "os", "pathlib", "platform", "sys", "tempfile", "time", "zoneinfo"),
    *("random", "secrets", "socket", "ssl", "uuid"),
}

DECIDING = re.compile(rf"{PACKAGE}\.games\.\w+\.(rules|notation)\b")  # of a game: what decides a state, and writes it

FILE_LINES_MAX = 600  # more is two ideas in one file
FUNCTION_LINES_MAX = 70  # more does not fit on a screen
DOCSTRING_LINES_MAX = 8  # of a package: what lives here, where to start, what it may import


class Source(NamedTuple):
    """One file of ours: its dotted name and its text."""

    name: str
    text: str
    is_package: bool = False

    @property
    def tree(self) -> ast.Module:
        return parsed(self.text)

    @property
    def ring(self) -> str:
        """The first name below ours; `__init__` for our own."""
        return self.name.split(".")[1] if "." in self.name else "__init__"


@cache
def parsed(text: str) -> ast.Module:
    return ast.parse(text)


def sources(folder: str) -> list[Source]:
    found = []
    for path in sorted((ROOT / folder).rglob("*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        is_package = parts[-1] == "__init__"
        name = ".".join(parts[:-1] if is_package else parts)
        found.append(Source(name, path.read_text("utf-8"), is_package))
    return found


def imports(source: Source) -> set[str]:
    """Every module that a source names in an import, for types only or not. `from a import b` names a and a.b."""
    found = set()
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            here = source.name.split(".")
            up = node.level - source.is_package
            base = (
                ".".join([*here[: len(here) - up], *filter(None, [node.module])]) if node.level else node.module or ""
            )
            found |= {base} | {f"{base}.{alias.name}" for alias in node.names}
    return found


# --- the rules -------------------------------------------------------------------------------------------------


def foreign_imports(source: Source) -> Iterator[str]:
    """Arrows point down only: design.md 2."""
    if source.ring not in MAY_IMPORT:
        yield f"{source.name}: decide where {source.ring} belongs, in MAY_IMPORT"
        return
    allowed = MAY_IMPORT[source.ring] | {source.ring}
    for name in sorted(imports(source)):
        parts = name.split(".")
        if parts[0] == PACKAGE and len(parts) > 1 and parts[1] not in allowed and parts[1] in MAY_IMPORT:
            yield f"{source.name} imports {name}"
        if parts[0] == "tests":
            yield f"{source.name} imports {name}: the product needs no tests"


def named_games(source: Source) -> Iterator[str]:
    """A game is found because its folder exists. Nobody else names it, and games do not know each other."""
    for name in sorted(imports(source)):
        parts = name.split(".")
        is_named = parts[:2] == [PACKAGE, "games"] and len(parts) > 2 and is_game(parts[2])
        if is_named and source.name.split(".")[:3] != parts[:3]:
            yield f"{source.name} names the game {parts[2]}"
        if parts == [PACKAGE, "games"] and source.name.startswith(f"{PACKAGE}.games."):
            yield f"{source.name} imports the loader of games"
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and "games." in node.value:
            rest = node.value.partition("games.")[2].split(".")[0].split("/")[0]
            if is_game(rest):
                yield f"{source.name} names the game {rest}"


def is_game(name: str) -> bool:
    return name == "some_game" or (name.isidentifier() and (ROOT / PACKAGE / "games" / name / "__init__.py").exists())


def impure_imports(source: Source) -> Iterator[str]:
    """Nothing at or below the session draws at random, waits, or asks the machine anything."""
    if source.ring in PURE:
        for name in sorted(imports(source)):
            if name.split(".")[0] in IMPURE:
                yield f"{source.name} imports {name}"


def floats(source: Source) -> Iterator[str]:
    """No rounding in what every replica must agree on."""
    for node in ast.walk(source.tree):
        match node:
            case ast.Constant(value=float() | complex()):
                yield f"{source.name}:{node.lineno}: a float"
            case ast.BinOp(op=ast.Div()) | ast.AugAssign(op=ast.Div()):
                yield f"{source.name}:{node.lineno}: a true division"
            case ast.Name(id="float"):
                yield f"{source.name}:{node.lineno}: a float"


def missing_docstring(source: Source) -> Iterator[str]:
    """A file opens by saying what it is for; a package in a few lines."""
    words = ast.get_docstring(source.tree)
    if words is None:
        if source.text.strip():
            yield f"{source.name} does not say what it is for"
        elif source.name.startswith(PACKAGE):
            yield f"{source.name} is empty: it could say what it is for"
    elif source.is_package and words.count("\n") >= DOCSTRING_LINES_MAX:
        yield f"{source.name} has a docstring of more than {DOCSTRING_LINES_MAX} lines"


def lost_files(source: Source) -> Iterator[str]:
    """A docstring or comment that sends a reader to a file sends them to one that exists."""
    for name in re.findall(r"(?<![\w/.-])((?:\w+/)*\w+\.py)\b", source.text):
        if name not in FILES and not any(known.endswith(f"/{name}") for known in FILES if known.startswith(PACKAGE)):
            yield f"{source.name} names {name}"


def too_long(source: Source) -> Iterator[str]:
    """What does not fit into one head is split."""
    lines = source.text.count("\n")
    if lines > FILE_LINES_MAX:
        yield f"{source.name} has {lines} lines"
    for node in ast.walk(source.tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            size = (node.end_lineno or 0) - node.lineno + 1
            if size > FUNCTION_LINES_MAX:
                yield f"{source.name}: {node.name} has {size} lines"


def shared_names(all_sources: list[Source]) -> Iterator[str]:
    """Whoever searches for a class finds one. Games do not know each other, so two of them may both have a `State`."""
    found: dict[str, list[Source]] = {}
    for source in all_sources:
        for node in source.tree.body:
            if isinstance(node, ast.ClassDef):
                found.setdefault(node.name, []).append(source)
    for name, places in sorted(found.items()):
        homes = {".".join(source.name.split(".")[:3]) if source.ring == "games" else PACKAGE for source in places}
        if len(places) > 1 and (PACKAGE in homes or len(homes) < len(places)):
            yield f"{name}: {', '.join(source.name for source in places)}"


# --- kept ------------------------------------------------------------------------------------------------------

OURS = sources(PACKAGE)
FILES = {path.relative_to(ROOT).as_posix() for folder in (PACKAGE, "tests") for path in (ROOT / folder).rglob("*.py")}
RULES: tuple[Callable[[Source], Iterator[str]], ...] = (
    foreign_imports,
    named_games,
    impure_imports,
    missing_docstring,
    lost_files,
    too_long,
)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_the_product_keeps_the_house_rules(rule: Callable[[Source], Iterator[str]]) -> None:
    assert len(OURS) > 10
    complaints = [complaint for source in OURS for complaint in rule(source)]
    assert not complaints, "\n".join(complaints)


def test_no_two_classes_have_one_name() -> None:
    assert list(shared_names(OURS)) == []


@pytest.mark.parametrize("rule", [missing_docstring, too_long], ids=lambda rule: rule.__name__)
def test_the_tests_keep_the_house_rules(rule: Callable[[Source], Iterator[str]]) -> None:
    complaints = [complaint for source in sources("tests") for complaint in rule(source)]
    assert not complaints, "\n".join(complaints)


def test_rules_and_games_compute_with_whole_numbers() -> None:
    """Bots may guess in floats: what a bot thinks never enters a state."""
    deciding = deciding_modules(OURS)
    for game in game_names():
        assert sum(source.name.startswith(f"{PACKAGE}.games.{game}.rules.") for source in deciding) > 5, game
    exact = [source for source in OURS if source.ring == "rules"] + deciding
    complaints = [complaint for source in exact for complaint in floats(source)]
    assert not complaints, "\n".join(complaints)


def deciding_modules(all_sources: list[Source]) -> list[Source]:
    """The modules of games that decide a state or write it: their room `rules`, and whatever that needs."""
    by_name = {source.name: source for source in all_sources if source.ring == "games"}
    starts = [name for name in by_name if DECIDING.match(name)]
    return [by_name[name] for name in sorted(reached_from(starts, by_name))]


# In the kit although one game uses it or none: what the contract promises to every game.
PROMISED = {
    "Observer": "a bot that watches says so by its methods alone",
    "amounts": "a number is one of the four kinds of steps",
    "ChosenMoves": "k of n is never listed",
}


def test_the_kit_holds_only_what_two_games_use() -> None:
    """What one game alone uses is that game's own; what nobody uses is nobody's."""
    assert {name: users for name, users in rarely_used(OURS).items() if name not in PROMISED} == {}
    assert PROMISED.keys() <= rarely_used(OURS).keys(), "two games use it by now"


def rarely_used(all_sources: list[Source]) -> dict[str, set[str]]:
    """Public functions and classes of `rules` that nothing but games needs, with the games that do: one or none."""
    words = {source.name: Counter(re.findall(r"\w+", source.text)) for source in all_sources}
    found = {}
    for source in [one for one in all_sources if one.ring == "rules"]:
        for name in [node.name for node in source.tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef)]:
            users = {home_of(one) for one in all_sources if one != source and name in words[one.name]}
            if name[0] != "_" and words[source.name][name] == 1 and len(users) < 2 and "" not in users:
                found[name] = users
    return found


def home_of(source: Source) -> str:
    """The game that a source belongs to; nothing for whatever is no game's."""
    parts = source.name.split(".")
    return parts[2] if parts[1:2] == ["games"] and len(parts) > 2 else ""


def test_what_only_developers_run_is_not_in_the_wheel() -> None:
    """Whatever is in `testing` is needed by a command, or by whoever checks a game of their own."""
    by_name = {source.name: source for source in OURS}
    starts = [source.name for source in OURS if source.ring == "commands"] + [f"{PACKAGE}.testing.conformance"]
    reached = reached_from(starts, by_name)
    shipped = {source.name for source in OURS if source.ring == "testing" and not source.is_package}
    assert len(shipped) > 10
    assert shipped <= reached, f"belongs in tests/: {sorted(shipped - reached)}"


def reached_from(starts: list[str], by_name: dict[str, Source]) -> set[str]:
    """The modules that these need, with whatever those need. A module may also be named in a string, to be run."""
    waiting, reached = list(starts), set[str]()
    while waiting:
        name = waiting.pop()
        if name in by_name and name not in reached:
            reached.add(name)
            waiting += imports(by_name[name])
            waiting += [
                node.value
                for node in ast.walk(by_name[name].tree)
                if isinstance(node, ast.Constant) and isinstance(node.value, str)
            ]
    return reached


# --- docs/architecture.md says the same ------------------------------------------------------------------------

ARCHITECTURE = (ROOT / "docs" / "architecture.md").read_text("utf-8")
WORDS_FOR_RINGS = {"nothing": set(), "ground": GROUND, "core": CORE}


def section_rows(heading: str) -> list[list[str]]:
    """The rows of the tables below a heading, without their headers."""
    text = ARCHITECTURE.split(f"\n{heading}\n", 1)[1]
    text = text[: text.find("\n## ")] if heading.startswith("## ") else text[: text.find("\n#")]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines() if line.startswith("|")]
    return [row for row in rows if not row[0].startswith("---") and row[0] not in ("package", "step", "for")]


def test_the_table_of_rings_says_what_is_enforced() -> None:
    written = {}
    for name, _, allowed in section_rows("## The rings"):
        parts = [part.strip().strip("`") for part in allowed.split(",")]
        written[name.strip("`")] = set[str]().union(*[WORDS_FOR_RINGS.get(part, {part}) for part in parts])
    assert written == {name: rings for name, rings in MAY_IMPORT.items() if not name.startswith("__")}


@pytest.mark.parametrize("walk", ["A key to another screen", "A file to a verdict", "A folder to a game"])
def test_a_walk_leads_through_functions_that_exist(walk: str) -> None:
    rows = section_rows(f"### {walk}")
    assert len(rows) > 4
    for _, where in rows:
        places = re.findall(r"`([a-z0-9_/]+\.py)::([\w.]+)`", where)
        assert places, where
        for path, name in places:
            assert name in defined((ROOT / PACKAGE / path).read_text("utf-8")), f"{path} has no {name}"


def defined(text: str) -> set[str]:
    """The functions and classes of a source, and `Class.method`."""
    found = set()
    for node in parsed(text).body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found.add(node.name)
            if isinstance(node, ast.ClassDef):
                inner = [one for one in node.body if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef)]
                found |= {f"{node.name}.{one.name}" for one in inner}
    return found


def public_names() -> list[str]:
    return [
        name
        for row in section_rows("## What third parties may import")
        for name in re.findall(r"`(tortuga[\w.]+)`", row[1])
    ]


@pytest.mark.parametrize("name", sorted({name for name in public_names() if name != "tortuga_p2p.bots"}))
def test_what_third_parties_may_import_is_there_and_says_what_it_is(name: str) -> None:
    home, _, last = name.rpartition(".")
    is_module = (ROOT / f"{name.replace('.', '/')}.py").exists()
    thing = import_module(name) if is_module else getattr(import_module(home), last)
    assert thing.__doc__, "it should say what it is"
    assert len(public_names()) > 20, "the table was read"


# --- broken ----------------------------------------------------------------------------------------------------

STORY = '"""What it is for."""\n'


@pytest.mark.parametrize(
    ("rule", "name", "text"),
    [
        (foreign_imports, "tortuga_p2p.rules.ask", "from ..session import step"),
        (foreign_imports, "tortuga_p2p.rules.ask", "from tortuga_p2p import wire"),
        (foreign_imports, "tortuga_p2p.wire.codec", "import tortuga_p2p.rules.ask"),
        (foreign_imports, "tortuga_p2p.crypto.group", "if TYPE_CHECKING:\n    from ..rules.plain import Plain"),
        (foreign_imports, "tortuga_p2p.errors", "from .limits import SEATS_MAX"),
        (foreign_imports, "tortuga_p2p.bots.arena", "def f():\n    from ..testing import damage"),
        (foreign_imports, "tortuga_p2p.games.some_game.rules", "from ...wire.codec import encode"),
        (foreign_imports, "tortuga_p2p.testing.damage", "from ..cli import main"),
        (foreign_imports, "tortuga_p2p.testing.damage", "from tests.tinygames import RACE"),
        (foreign_imports, "tortuga_p2p.shop.till", "import math"),
        (foreign_imports, "tortuga_p2p.shop", "import math"),
        (named_games, "tortuga_p2p.bots.arena", "from ..games.some_game import GAME"),
        (named_games, "tortuga_p2p.bots.arena", "from ..games import some_game"),
        (named_games, "tortuga_p2p.bots.arena", "load('tortuga_p2p.games.some_game')"),
        (named_games, "tortuga_p2p.games.another.rules", "from ..some_game.state import State"),
        (named_games, "tortuga_p2p.games.another.rules", "from .. import load"),
        (impure_imports, "tortuga_p2p.session.session", "import time"),
        (impure_imports, "tortuga_p2p.games.some_game.bots", "from random import random"),
        (impure_imports, "tortuga_p2p.rules.local_table", "import os.path"),
        (floats, "tortuga_p2p.rules.local_table", "half = 0.5"),
        (floats, "tortuga_p2p.rules.local_table", "half = 1 / 2"),
        (floats, "tortuga_p2p.rules.local_table", "half = 1\nhalf /= 2"),
        (floats, "tortuga_p2p.rules.local_table", "half: float = 1"),
        (missing_docstring, "tortuga_p2p.rules.local_table", "half = 1"),
        (missing_docstring, "tortuga_p2p.rules", ""),
        (missing_docstring, "tortuga_p2p.rules", '"""' + "more\n" * 12 + '"""'),
        (lost_files, "tortuga_p2p.rules.table", "# See landlord.py."),
        (lost_files, "tortuga_p2p.rules.table", "# See tests/landlord.py."),
        (too_long, "tests.test_all", "pass\n" * 601),
        (too_long, "tests.test_all", "async def f():\n" + "    pass\n" * 70),
    ],
)
def test_a_source_that_breaks_a_rule_is_caught(rule: Callable[[Source], Iterator[str]], name: str, text: str) -> None:
    assert list(rule(Source(name, text, is_package=name == "tortuga_p2p.rules")))


@pytest.mark.parametrize(
    ("rule", "name", "text"),
    [
        (foreign_imports, "tortuga_p2p.session.session", "from ..rules.ask import Turn\nfrom . import phases"),
        (
            foreign_imports,
            "tortuga_p2p.games.some_game.rules",
            "from ...rules.ask import Turn\nfrom .state import State",
        ),
        (named_games, "tortuga_p2p.games.some_game.rules", "from .state import State\nfrom . import moves"),
        (named_games, "tortuga_p2p.bots.arena", "from ..games import load\nload('some_game')"),
        (impure_imports, "tortuga_p2p.bots.chance", "import random"),
        (impure_imports, "tortuga_p2p.session.session", "from .time import now"),
        (floats, "tortuga_p2p.rules.local_table", "half = 5 // 2"),
        (missing_docstring, "tortuga_p2p.rules", STORY),
        (lost_files, "tortuga_p2p.rules.table", "# See ask.py, rules/ask.py, tests/run.py."),
        (too_long, "tests.test_all", "def f():\n" + "    pass\n" * 69),
    ],
)
def test_a_source_that_keeps_a_rule_passes(rule: Callable[[Source], Iterator[str]], name: str, text: str) -> None:
    assert list(rule(Source(name, text))) == []


def test_a_name_that_stands_for_two_classes_is_caught() -> None:
    def named(*places: str) -> list[str]:
        return list(shared_names([Source(f"tortuga_p2p.{place}", "class Pile:\n    pass") for place in places]))

    assert named("rules.ask", "ui.frame") == ["Pile: tortuga_p2p.rules.ask, tortuga_p2p.ui.frame"]
    assert named("rules.ask", "games.some_game.view")
    assert named("games.some_game.view", "games.some_game.state")
    assert not named("games.some_game.view", "games.another.view")
    assert not named("rules.ask")


def test_a_module_that_nothing_needs_is_not_reached() -> None:
    few = {
        name: Source(name, text)
        for name, text in {
            "tortuga_p2p.commands.go": "from ..testing import rig",
            "tortuga_p2p.testing.rig": "run('tortuga_p2p.testing.victim')",
            "tortuga_p2p.testing.victim": "",
            "tortuga_p2p.testing.writer": "from . import rig",
        }.items()
    }
    assert few.keys() - reached_from(["tortuga_p2p.commands.go"], few) == {"tortuga_p2p.testing.writer"}


def test_what_one_game_alone_needs_is_no_kit() -> None:
    house = [
        Source(
            "tortuga_p2p.rules.kit",
            "def one(): ...\ndef two(): ...\ndef shell(): ...\ndef none(): ...\ndef _own(): ...",
        ),
        Source("tortuga_p2p.games.some_game.rules", "one(), two()"),
        Source("tortuga_p2p.games.some_game.screen", "one()"),
        Source("tortuga_p2p.games.other_game", "two()"),
        Source("tortuga_p2p.ui.table", "shell()"),
    ]
    assert rarely_used(house) == {"one": {"some_game"}, "none": set()}


def test_floats_are_looked_for_where_a_state_is_decided() -> None:
    game = [
        Source("tortuga_p2p.games.some_game", "from .game import SomeGame", is_package=True),
        Source("tortuga_p2p.games.some_game.game", "from .bots import BOTS\nfrom .rules.state import State"),
        Source("tortuga_p2p.games.some_game.rules", "", is_package=True),
        Source("tortuga_p2p.games.some_game.rules.state", "from ..dice import roll"),
        Source("tortuga_p2p.games.some_game.notation", ""),
        Source("tortuga_p2p.games.some_game.dice", ""),
        Source("tortuga_p2p.games.some_game.bots", "from .guess import guess", is_package=True),
        Source("tortuga_p2p.games.some_game.bots.guess", ""),
    ]
    found = [source.name.split(".")[-1] for source in deciding_modules(game)]
    assert found == ["dice", "notation", "rules", "state"]
