"""Nothing outside a game's folder knows the game: not its name, its bots, its options, nor what its things are called.

The list of words is made from the folders, so a new game is watched over from its first day. A word that the table
language itself uses (`rules/`), or that every game shares (the levels of bots), belongs to nobody.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from tortuga_p2p import games
from tortuga_p2p.bots.registry import names as bot_names
from tortuga_p2p.rules.roster import LEVELS
from tortuga_p2p.rules.words import UNNAMED

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tortuga_p2p.rules.game import Game

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "tortuga_p2p"
MEETS_GAMES = re.compile(r"games import|rules\.option import|registry import|\boptions\b")
PROGRAM = "tortuga"  # the program has the name of its first game
# That game, where it is not the program: its title outside a text for players, or the head of its notation.
NAMESAKE = re.compile(r"\bTortuga\b(?! P2P)|\btortuga/\d+ \w+=")


class Word(NamedTuple):
    """Something that only one game may say, and what it is there."""

    text: str
    what: str
    exact: bool  # a common word: only where it is the whole text, or typed as an option


def words_of(game: Game[Any]) -> Iterator[Word]:
    for text in (game.name, game.title):
        if text.lower() != PROGRAM:
            yield Word(text, "name", exact=False)
    for name in game.bots():
        yield Word(name, "bot", exact=False)
    for option in game.options:
        yield Word(option.name, "option", exact=True)
    for preset in game.presets:
        yield Word(preset.name, "preset", exact=True)
    for pile, things in game.piles.items():
        face = game.words().things.get(pile, UNNAMED).face
        for text in {face(one) for one in things.faces}:
            yield Word(text, "face", exact=" " not in text)


@cache
def common() -> frozenset[str]:
    """The words of the table language, and of those who play any game."""
    found = {*LEVELS, "random", "montecarlo", "program", "the", "and", "face"}
    for path in (PACKAGE / "rules").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            match node:
                case ast.Name(id=name) | ast.arg(arg=name) | ast.Attribute(attr=name):
                    found.add(name.lower())
                case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                    found.add(name.lower())
    return frozenset(found)


class Text(NamedTuple):
    """A text in a source: a string, a docstring, a comment or an identifier."""

    text: str
    place: str
    is_name: bool = False


@cache
def said_in(path: Path) -> tuple[Text, ...]:
    where = path.relative_to(ROOT).as_posix()
    if path.suffix != ".py":
        lines = path.read_text("utf-8").splitlines()
        return tuple(Text(line, f"{where}:{number}") for number, line in enumerate(lines, 1))
    kinds = {tokenize.COMMENT, tokenize.STRING, tokenize.NAME}
    found = []
    for token in tokenize.generate_tokens(io.StringIO(path.read_text("utf-8")).readline):
        if token.type in kinds:
            text = ast.literal_eval(token.string) if _is_plain(token) else token.string
            found.append(Text(str(text), f"{where}:{token.start[0]}", token.type == tokenize.NAME))
    return tuple(found)


def _is_plain(token: tokenize.TokenInfo) -> bool:
    return token.type == tokenize.STRING and token.string[:1] in "\"'"


def tells(said: str, word: Word, *, is_name: bool = False) -> bool:
    """Whether a text says the word. A common word may be an identifier, as any other."""
    if is_name and word.exact:
        return False
    text = re.escape(word.text)
    if word.exact:
        return (
            said.lower() == word.text.lower()
            or re.search(rf"--option {text}=|--{text}\b|--preset {text}\b", said) is not None
        )
    return re.search(rf"(?i)(?<![\w-]){text}(?![\w-])", said) is not None


@cache
def text_of(path: Path) -> str:
    return path.read_text("utf-8")


def places(word: Word, paths: list[Path]) -> list[str]:
    likely = [path for path in paths if word.text.lower() in text_of(path).lower()]
    return [said.place for path in likely for said in said_in(path) if tells(said.text, word, is_name=said.is_name)]


def sources(word: Word, game: str) -> list[Path]:
    """Every source, and every page of the protocol but its index, that is not that game's own.

    Games do not name each other; but two of them may well have an option of one name. A common word is looked for where
    games are loaded, chosen or agreed on: a clock that is an option there is only a clock elsewhere.
    """
    own = PACKAGE / "games" / ("" if word.exact else game)
    code = [path for path in sorted(PACKAGE.rglob("*.py")) if own not in path.parents]
    code = [path for path in code if not word.exact or MEETS_GAMES.search(text_of(path))]
    pages = [path for path in sorted((ROOT / "protocol").glob("*.md")) if path.stem not in (*games.names(), "README")]
    return code + pages


@pytest.mark.parametrize("name", games.names())
def test_nobody_else_knows_a_game(name: str) -> None:
    words = {word for word in words_of(games.load(name)) if word.text.lower() not in common()}
    told = {f"{word.what} {word.text!r}": places(word, sources(word, name)) for word in words}
    assert {what: where for what, where in sorted(told.items()) if where} == {}


def notes_in(path: Path) -> list[Text]:
    """What is written for whoever reads the source: comments, and strings that nobody is shown."""
    lines = path.read_text("utf-8")
    shown = {
        text.lineno + line
        for call in ast.walk(ast.parse(lines))
        if isinstance(call, ast.Call) and getattr(call.func, "id", "") in ("_", "N_", "n_")
        for text in call.args
        for line in range((text.end_lineno or text.lineno) - text.lineno + 1)
    }
    return [said for said in said_in(path) if not said.is_name and int(said.place.rpartition(":")[2]) not in shown]


def test_nobody_else_knows_the_game_with_the_name_of_the_program() -> None:
    # Manuals show a game that everybody has, and another game may say what sets it apart from this one.
    paths = [path for path in sorted(PACKAGE.rglob("*.py")) if not {"games", "commands"} & {*path.parts}]
    assert [said.place for path in paths for said in notes_in(path) if NAMESAKE.search(said.text)] == []
    assert len(paths) > 150


def test_there_is_something_to_look_for() -> None:
    found = {word.what for name in games.names() for word in words_of(games.load(name))}
    assert {"name", "bot", "option", "preset", "face"} <= found
    assert all(bot_names(games.load(name)) for name in games.names())


@pytest.mark.parametrize(
    ("said", "word", "is_told"),
    [
        ("tortuga play --bots kraken,random", Word("kraken", "bot", exact=False), True),
        ("Kraken's tentacles", Word("kraken", "bot", exact=False), True),
        ("krakens", Word("kraken", "bot", exact=False), False),
        ("a long way", Word("long", "option", exact=True), False),
        ("long", Word("long", "option", exact=True), True),
        ("tortuga play --long", Word("long", "option", exact=True), True),
        ("tortuga play --option long=yes", Word("long", "option", exact=True), True),
    ],
)
def test_a_word_is_found_where_it_is_told(said: str, word: Word, is_told: bool) -> None:
    assert tells(said, word) is is_told
