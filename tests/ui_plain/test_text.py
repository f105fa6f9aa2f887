"""Texts can be translated: each is a whole literal sentence, and another catalogue changes what is said."""

from __future__ import annotations

import ast
import gettext
import shutil
import string
import subprocess
from pathlib import Path

import pytest

from tortuga_p2p.ui import text
from tortuga_p2p.ui.text import _, clean, listed, n_, speak

UI = Path(text.__file__).parent


def calls() -> list[tuple[str, ast.Call]]:
    """Every use of `_` and `n_` in the screen's files."""
    found = []
    for path in sorted(UI.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("_", "n_"):
                found.append((path.name, node))
    return found


def test_every_text_is_a_literal_that_a_translator_can_find() -> None:
    used = calls()
    assert len(used) > 100
    loose = []
    for name, call in used:
        sentences = call.args[:2] if isinstance(call.func, ast.Name) and call.func.id == "n_" else call.args[:1]
        for sentence in sentences:
            literal = isinstance(sentence, ast.Constant) and isinstance(sentence.value, str)
            # A table of help lines is looked up by `_` where it is shown; its own lines are literals.
            if not literal and not isinstance(sentence, ast.Attribute | ast.Name | ast.Subscript):
                loose.append(f"{name}:{call.lineno}")
    assert loose == []


def test_values_are_put_in_by_name() -> None:
    places = []
    for name, call in calls():
        for sentence in call.args:
            if isinstance(sentence, ast.Constant) and isinstance(sentence.value, str):
                fields = [field for _lit, field, _spec, _conv in string.Formatter().parse(sentence.value)]
                places += [
                    f"{name}:{call.lineno}" for field in fields if field is not None and not field.isidentifier()
                ]
    assert places == []


@pytest.mark.skipif(shutil.which("msgfmt") is None, reason="there is no msgfmt here")
def test_another_language_changes_what_is_said(tmp_path: Path) -> None:
    folder = tmp_path / "xx" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    source = tmp_path / "xx.po"
    source.write_text(
        'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\nPlural-Forms: nplurals=2; plural=(n != 1);\\n"\n\n'
        'msgid "Waiting for {names}."\nmsgstr "Esperando a {names}."\n\n'
        'msgid "{first} and {last}"\nmsgstr "{first} y {last}"\n\n'
        'msgid "{number} seat is free."\nmsgid_plural "{number} seats are free."\n'
        'msgstr[0] "{number} libre."\nmsgstr[1] "{number} libres."\n',
        "utf-8",
    )
    subprocess.run(("msgfmt", str(source), "-o", str(folder / "tortuga.mo")), check=True)
    before = text._catalogue
    try:
        speak(["xx"], tmp_path)
        assert _("Waiting for {names}.").format(names=listed(["Ana", "Ben"])) == "Esperando a Ana y Ben."
        assert n_("{number} seat is free.", "{number} seats are free.", 2).format(number=2) == "2 libres."
        assert _("something nobody has translated") == "something nobody has translated"
    finally:
        text._catalogue = before
    assert isinstance(before, gettext.NullTranslations)
    assert listed(["Ana", "Ben", "Cleo"]) == "Ana, Ben and Cleo"


@pytest.mark.skipif(shutil.which("xgettext") is None, reason="there is no xgettext here")
def test_the_usual_tool_finds_the_texts(tmp_path: Path) -> None:
    out = tmp_path / "tortuga.pot"
    words = ("--language=Python", "--keyword=_", "--keyword=n_:1,2", "--from-code=UTF-8", "--output", str(out))
    subprocess.run(("xgettext", *words, *map(str, sorted(UI.glob("*.py")))), check=True, stderr=subprocess.DEVNULL)
    found = out.read_text("utf-8")
    assert found.count("msgid ") > 100
    assert 'msgid "Waiting for {names}."' in found


def test_text_from_elsewhere_is_made_safe() -> None:
    assert clean("a\x1b[2J\n\u202eb\u200b") == "a?[2J??b?"
    assert clean("Ñandú ☠ 海賊") == "Ñandú ☠ 海賊"
