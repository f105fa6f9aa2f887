"""Texts can be translated: each is a whole literal sentence, and another catalogue changes everything that is said."""

from __future__ import annotations

import ast
import re
import shutil
import string
import subprocess
from gettext import NullTranslations
from typing import TYPE_CHECKING

import pytest

from tests.replay.films import film, find, spoiled
from tests.texts import ROOT, calls, template, texts
from tests.ui.pictures import answer
from tests.ui.tables import sit
from tests.ui.terminal import Terminal, drive
from tests.ui_plain.table import Person, play_with_bots
from tortuga_p2p import text
from tortuga_p2p.bots.chance import SeededDraw
from tortuga_p2p.cli import main
from tortuga_p2p.errors import BadInput, Code, IllegalMove
from tortuga_p2p.games import load, names
from tortuga_p2p.rules.answer import Moved
from tortuga_p2p.rules.ask import Move, Over, deciders
from tortuga_p2p.rules.local_table import LocalTable
from tortuga_p2p.text import _, duration, listed, n_, speak
from tortuga_p2p.ui.harmless import clean
from tortuga_p2p.ui.plain.commands import COMMANDS
from tortuga_p2p.ui.rules_text import written
from tortuga_p2p.ui.settings import Settings
from tortuga_p2p.verify.report import lines
from tortuga_p2p.verify.verifier import verify

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


# --- what translators get ---------------------------------------------------------------------------------------------


def fields(sentence: str) -> set[str]:
    return {field for _literal, field, _spec, _conv in string.Formatter().parse(sentence) if field is not None}


def test_every_text_is_a_literal_that_a_translator_can_find() -> None:
    loose = []
    for call in calls():
        for sentence in call.texts:
            literal = isinstance(sentence, ast.Constant) and isinstance(sentence.value, str)
            # A table of marked texts is looked up by `_` where it is shown; its own lines are literals.
            if not literal and not isinstance(sentence, ast.Attribute | ast.Name | ast.Subscript | ast.Call):
                loose.append(call.place)
    assert loose == [
        "tortuga_p2p/ui/rules_text.py:" + place.rpartition(":")[2] for place in loose if "rulebook" in place
    ]
    assert len(list(texts())) > 600


def test_values_are_put_in_by_name() -> None:
    for said in texts():
        assert all(field.isidentifier() for field in fields(said.one) | fields(said.many)), said


def test_a_sentence_is_given_just_the_values_that_it_names() -> None:
    wrong = []
    for call in calls():
        for sentence in call.texts:
            if call.values and isinstance(sentence, ast.Constant) and fields(str(sentence.value)) != call.values:
                wrong.append(f"{call.place}: {sentence.value!r}")
    assert wrong == []


# --- nothing is said around the catalogue ---------------------------------------------------------------------------

# Calls that speak to people, and where their sentence stands; and keywords that do.
SPEAKERS = {
    **dict.fromkeys(("BadInput", "IllegalMove", "PeerLost", "Reject"), (0,)),
    **dict.fromkeys(("Refused", "Ending", "Finding", "TurnedDown", "_tampered"), (1,)),
    "Refuse": (2,),
    "Diagnosis": (2, 3),
    "print": (0,),
}
KEYWORDS = {"add_argument": "help", "Finding": "sentence"}


def is_sentence(node: ast.expr) -> bool:
    """Words in a row, literally or with values between them; a choice of two such."""
    match node:
        case ast.Constant(value=str(text)):
            return " " in text.strip()
        case ast.JoinedStr(values=parts):
            return any(isinstance(part, ast.Constant) and re.search("[A-Za-z]{2}", str(part.value)) for part in parts)
        case ast.IfExp() | ast.BinOp():
            return any(is_sentence(part) for part in ast.iter_child_nodes(node) if isinstance(part, ast.expr))
        case _:
            return False


def said_around(source: str) -> list[int]:
    """The lines on which somebody is told something that no translator sees."""
    lines = []
    for call in ast.walk(ast.parse(source)):
        if isinstance(call, ast.Call):
            name = getattr(call.func, "id", getattr(call.func, "attr", ""))
            told = [call.args[place] for place in SPEAKERS.get(name, ()) if place < len(call.args)]
            told += [keyword.value for keyword in call.keywords if keyword.arg == KEYWORDS.get(name, "")]
            lines += [sentence.lineno for sentence in told if is_sentence(sentence)]
    return lines


def test_whoever_is_told_something_is_told_it_through_the_catalogue() -> None:
    around, looked_at = [], 0
    for path in sorted(ROOT.rglob("*.py")):
        where = path.relative_to(ROOT).as_posix()
        if where.startswith("testing/"):  # what testing says, it says to developers
            continue
        looked_at += 1
        around += [f"{where}:{line}" for line in said_around(path.read_text("utf-8"))]
    assert around == []
    assert looked_at > 150


@pytest.mark.parametrize(
    "source",
    [
        'raise BadInput("no such table")',
        'raise BadInput(f"{name} is away")',
        'raise Refused(Code.MALFORMED, "A frame is empty.")',
        'raise BadInput("one thing" if few else f"{n} things")',
        'parser.add_argument("--me", help="your name")',
        'return session, [Reject("not now, please")]',
        'print(f"checked {n} files")',
    ],
)
def test_a_sentence_that_goes_around_the_catalogue_is_found(source: str) -> None:
    assert said_around(source if not source.startswith("return") else f"def f():\n    {source}")
    assert not said_around('raise BadInput(_("no such table"))\nprint(line)\nraise Refused(Code.MALFORMED, words)')


@pytest.mark.skipif(shutil.which("msgfmt") is None, reason="there is no msgfmt here")
def test_the_usual_tool_reads_the_template(tmp_path: Path) -> None:
    source = tmp_path / "tortuga.pot"
    source.write_text("\n".join(template()) + "\n", "utf-8")
    subprocess.run(("msgfmt", "--check-format", "-o", str(tmp_path / "out.mo"), str(source)), check=True)
    assert 'msgid "Waiting for {names}."' in source.read_text("utf-8")


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
    before = text.use(NullTranslations())
    try:
        speak(["xx"], str(tmp_path))
        assert _("Waiting for {names}.", names=listed(["Ana", "Ben"])) == "Esperando a Ana y Ben."
        assert n_("{number} seat is free.", "{number} seats are free.", 2).format(number=2) == "2 libres."
        assert _("something nobody has translated") == "something nobody has translated"
    finally:
        text.use(before)
    assert listed(["Ana", "Ben", "Cleo"]) == "Ana, Ben and Cleo"


def test_text_from_elsewhere_is_made_safe() -> None:
    assert clean("a\x1b[2J\n\u202eb\u200b") == "a?[2J??b?"
    assert clean("Ñandú ☠ 海賊") == "Ñandú ☠ 海賊"


# --- a language of its own: English with marks, so that whatever was not translated is seen -------------------------


MARKS = str.maketrans("aeiouAEIOU", "äëïöüÄËÏÖÜ")
NAMES = ("Zyk", "Bxt", "Bcq")  # without a vowel
CODES = {part for code in Code for part in code.split("-")} | {"Ana", "Ben"}


class Marked(NullTranslations):
    """Puts dots on all vowels but those of values."""

    def gettext(self, message: str) -> str:
        parts = re.split(r"(\{[^}]*\}|%\([a-z]+\)s)", message)
        return "".join(part if part[:1] in ("{", "%") else part.translate(MARKS) for part in parts)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)


@pytest.fixture
def marked() -> Iterator[None]:
    before = text.use(Marked())
    yield
    text.use(before)


# Keys as keyboards have them, the four words of a key, names of files and games, addresses.
_ELSEWHERE = r"\b(Enter|Space|Bksp|Backspace|Esc|Up|Down|\w+-\w+-\w+-\w+|tortuga(-\w+)?)\b|/\S*"


def untranslated(lines: list[str]) -> list[str]:
    """Words in small letters with a vowel as it is in English: keys, commands, names of files and notation apart."""
    found = []
    for line in lines:
        bare = re.sub(_ELSEWHERE, "", line)
        found += re.findall(r"\b[A-Za-z]*[aeiou][a-z]+\b|\b[a-z]+[aeiou]\b", bare)
    return found


def test_everything_on_the_screen_can_be_translated(tmp_path: Path, marked: None) -> None:
    """The board, a decision, a hint, help with rules, the log, trust: nothing is said around the catalogue."""

    async def body(terminal: Terminal) -> None:
        sitting = terminal.app.sittings[-1]
        for _decision in range(14):
            await terminal.until(lambda: sitting.choice is not None)
            assert sitting.choice is not None
            await terminal.see(sitting.choice.prompt.title[:20])
            assert untranslated(terminal.lines) == [], terminal.text
            await answer(terminal, sitting)
        await terminal.until(lambda: sitting.choice is not None)
        terminal.press("h")
        await terminal.see("wöüld")
        for key, title in (("?", "Hëlp"), ("g", "Whät häppënëd"), ("v", "Why thïs täblë")):
            terminal.press(key)
            await terminal.see(title)
            assert untranslated(terminal.lines) == [], terminal.text
            terminal.press("escape")

    settings = Settings(name="Zyk", animation=False)
    bots = ("random", "random")
    # So wide that a file's path stays in one line, wherever this machine keeps what tests write.
    drive(lambda app: sit(app, tmp_path, bots, names=NAMES), body, columns=180, rows=60, settings=settings)


def test_what_the_verifier_finds_can_be_translated(marked: None) -> None:
    """An honest file, an unfinished one, one that was changed, and one that is none."""
    whole = film(2)
    files = {"whole": whole, "cut": whole[: len(whole) // 2], "spoiled": spoiled(whole), "none": b"ahoy"}
    told = [line for name, raw in files.items() for line in lines(f"{name}.tortuga", verify(raw, find))]
    said = {word for line in told for word in untranslated([line.partition(": ")[2]])}
    assert len(told) > 6
    assert {word for word in said if len(word) > 2} <= {"tortuga", *CODES}, told


@pytest.mark.parametrize("name", ["play", "host", "verify", "doctor"])
def test_help_pages_can_be_translated(name: str, marked: None, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main([name, "--help"])
    page = capsys.readouterr().out
    assert "ëxämplës" in page
    assert "thë" in page or "ä" in page


async def test_everything_in_plain_mode_can_be_translated(tmp_path: Path, marked: None) -> None:
    person = Person(tmp_path / "home", "Zyk")
    person.type("board", "dice", "score", "log", "who", "help", "rules", "hint", *["1"] * 600)
    assert await play_with_bots(person, tmp_path, 1) == 0
    told, _verdict = person.text.split("Fïnäl ständïng")  # the verifier speaks English, as its sentences in files do
    lines = told.splitlines()
    assert any("scörës" in line for line in lines)
    typed = {*COMMANDS, *written("tortuga"), "order", "take", "join", "Expert", "Table"}  # what is typed, and names
    assert sorted(set(untranslated(lines)) - typed) == []
    person.close()


@pytest.mark.parametrize("name", names())
def test_what_a_game_refuses_is_refused_in_the_player_s_language(name: str, marked: None) -> None:
    """Moves that were legal a while ago, tried whenever somebody is asked, and positions with a number changed."""
    game = load(name)
    table = LocalTable.new(game, max(game.seats[0], 3), {}, SeededDraw(3, "table"))
    draw, old, told = SeededDraw(3, "players"), list[Move](), set[str]()
    for _step in range(400):
        asked = deciders(table.ask)
        for seat in asked:
            for move in old[-40:]:
                try:
                    game.check_move(table.state, seat, Moved(move, (0,) * len(move.opens)))
                except IllegalMove as illegal:
                    told.add(illegal.sentence)
        position = game.position_text(table.state)
        for number in re.finditer(r"\d+", position):
            try:
                game.read_position(f"{position[: number.start()]}7{position[number.end() :]}")
            except BadInput as bad:
                told.add(str(bad))
        if isinstance(table.ask, Over):
            break
        moves = {seat: table.moves(seat)[draw.below(len(table.moves(seat)))] for seat in asked}
        old += moves.values()
        table.step(moves or None)
    assert len(told) > 10
    # Names of fields and what somebody wrote stand in quotes or before an equals sign.
    bare = [re.sub(r"'[^']*'|\w+=\S*|\w+/\d", "", sentence) for sentence in sorted(told)]
    assert untranslated(bare) == [], bare


@pytest.mark.parametrize(
    ("seconds", "said"),
    [
        (0, "0 seconds"),
        (1, "1 second"),
        (60, "1 minute"),
        (90, "1 minute and 30 seconds"),
        (3_600, "1 hour"),
        (86_400, "24 hours"),
        (2_592_000, "30 days"),
        (2_595_660, "30 days and 1 hour"),
    ],
)
def test_a_duration_is_said_as_people_do(seconds: int, said: str) -> None:
    assert duration(seconds) == said
