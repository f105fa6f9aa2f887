"""Every text that can be translated, as a template for translators.

    python -m tests.texts > tortuga.pot

Reads the sources with `ast`, so that nothing but Python is needed; the rules of the games are among the texts, block by
block. `msginit` and `msgfmt` make `tortuga_p2p/locale/LANGUAGE/LC_MESSAGES/tortuga.mo` of it (docs/hacking.md).
"""

from __future__ import annotations

import ast
import sys
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeVar

import tortuga_p2p
from tortuga_p2p.cli import _MANUAL
from tortuga_p2p.commands.catalogue import COMMANDS
from tortuga_p2p.games import load, names
from tortuga_p2p.rules.words import Cases
from tortuga_p2p.ui.rules_text import written

if TYPE_CHECKING:
    from collections.abc import Iterator

T = TypeVar("T")
ROOT = Path(tortuga_p2p.__file__).parent
SINGLE, PLURAL, COUNTED, SECOND = ("_", "N_"), ("n_",), ("counted",), ("holds",)  # it looks its second up itself


class Text(NamedTuple):
    """One text, or two by number; and where it is said."""

    one: str
    many: str
    place: str


class Call(NamedTuple):
    """A call that says something: the texts it is given, as they stand there, and the names of its values."""

    place: str
    name: str
    texts: list[ast.expr]
    values: frozenset[str | None]


@cache
def calls() -> tuple[Call, ...]:
    """Every use of the catalogue."""
    return tuple(_calls())


def _calls() -> Iterator[Call]:
    for path in sorted(ROOT.rglob("*.py")):
        where = path.relative_to(ROOT.parent).as_posix()
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
                continue
            name, place = node.func.id, f"{where}:{node.lineno}"
            values = frozenset(keyword.arg for keyword in node.keywords)
            if name in SINGLE:
                yield Call(place, name, node.args[:1], values)
            elif name in SECOND and "/games/" in where:
                yield Call(place, name, node.args[1:2], values)
            elif name in PLURAL or name in COUNTED:
                yield Call(place, name, node.args[:2], values)


def texts() -> Iterator[Text]:
    """All of them, in the order of the sources, then the rules."""
    for call in calls():
        literals = [text.value for text in call.texts if isinstance(text, ast.Constant) and isinstance(text.value, str)]
        if len(literals) == len(call.texts):
            yield Text(literals[0], literals[1] if len(literals) > 1 else "", call.place)
    for name, page in {"tortuga": _MANUAL, **manuals()}.items():
        yield from (Text(block, "", f"manual of {name}") for block in page.split("\n\n"))
    for game in names():
        for name, chapter in written(game).items():
            for block in (chapter.title, *chapter.blocks):
                if block:
                    yield Text(block, "", f"rules of {game}, {name}")
        yield from _words(game)
        yield from (Text(sign.meaning, "", f"signs of {game}") for sign in load(game).screen().signs)
        lesson = load(game).lesson()
        ideas = [idea.text for idea in (*lesson.asked, *lesson.told)]
        yield from (Text(text, "", f"lesson of {game}") for text in (*lesson.welcome, *ideas, *lesson.farewell))


def _words(game: str) -> Iterator[Text]:
    """What stands in files of sentences (rules/phrases.py, rules/questions.py); some games have it in their sources."""
    words = load(game).words()
    for kind, said in (*words.said.items(), *words.luck.items(), *words.captions.items()):
        for one in _all(said):
            yield from (Text(sentence, "", f"what {game} says: {kind}") for sentence in one if sentence)
    for name, asked in words.asked.items():
        helped = [paragraph for found in asked.help for paragraph in _all(found)]
        found = (asked.question, *asked.waiting, *_all(asked.choice), *asked.steps.values(), asked.missing, *helped)
        yield from (Text(sentence, "", f"what {game} asks: {name}") for sentence in found if sentence)
    for code, told in (*words.notes.items(), *words.why_not.items()):
        yield from (Text(sentence, "", f"what {game} says of a choice: {code}") for sentence in _all(told))


def _all(found: T | Cases[T]) -> Iterator[T]:
    """Whatever may be said."""
    if isinstance(found, Cases):
        yield from found.of.values()
    else:
        yield found


def manuals() -> dict[str, str]:
    """What `--help` of each command begins with."""
    return {name: import_module(f"tortuga_p2p.commands.{name}").__doc__ or "" for name in COMMANDS}


def template() -> Iterator[str]:
    """The lines of a .pot file; a text that is said in several places is there once."""
    yield 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Content-Transfer-Encoding: 8bit\\n"\n'
    places: dict[tuple[str, str], list[str]] = {}
    for text in texts():
        places.setdefault((text.one, text.many), []).append(text.place)
    plural = {one for one, many in places if many}
    for (one, many), where in places.items():
        if not many and one in plural:
            continue  # a catalogue has one entry for it: the one with two forms
        yield from (f"#: {place}" for place in where)
        yield f"#, python-brace-format\nmsgid {quoted(one)}"
        yield f'msgid_plural {quoted(many)}\nmsgstr[0] ""\nmsgstr[1] ""\n' if many else 'msgstr ""\n'


def quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


if __name__ == "__main__":
    sys.stdout.writelines(f"{line}\n" for line in template())
