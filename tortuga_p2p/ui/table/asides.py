"""What somebody does beside the game: says something about it with one key, and settles questions that come again.

Both are of games that have them (`Game.claims`, `Game.standing`), open at any time, and decide nothing: talk travels
like chat, and a standing answer is a habit of our own program.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ...node.asking import ALWAYS, ASK, NO, STANDING
from ...node.player import Question
from ...rules.telling import claim_line
from ...rules.words import Reader
from ...text import N_, _
from ..harmless import clean
from ..widgets.canvas import size
from ..widgets.frame import KeyHint
from .choice import OpenClaim
from .question import KEY_END, preview_of, rows_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ...node.node import Node
    from ..widgets.canvas import Line, Piece

CLAIM_KEY, ANSWERS_KEY = "c", "a"  # of tables whose game has claims, or questions that come again and again
SAYING_KEYS: Final = "123456789defij"  # one for each thing that is mostly said
ELSE_KEY: Final = "0"  # anything else
GAP: Final = 2
ANSWER_WORDS: Final[Mapping[str, str]] = {NO: N_("no"), ASK: N_("ask me"), ALWAYS: N_("always")}
_ARROWS: Final = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}


def talk_keys(node: Node) -> list[KeyHint]:
    """Where a game lives of talk, the keys for it stand beside its own."""
    if not can_claim(node):
        return []
    return [KeyHint(CLAIM_KEY, CLAIM_KEY, _("claim"), first=True), KeyHint("t", "t", _("talk"), first=True)]


def answer_keys(node: Node) -> list[KeyHint]:
    return [KeyHint(ANSWERS_KEY, ANSWERS_KEY, _("answers"))] if questions(node) else []


def aside_help(node: Node) -> list[tuple[str, str]]:
    """The same keys in the help."""
    claim = [(CLAIM_KEY, _("say something about the game with one key, true or not"))] if can_claim(node) else []
    words = _("questions that keep coming up: no, ask me, or always")
    return [*claim, *([(ANSWERS_KEY, words)] if questions(node) else [])]


def can_claim(node: Node) -> bool:
    table, view = node.session.table, node.session.view
    return not (table is None or view is None or node.is_over) and table.agreement.game.claims(view) is not None


def questions(node: Node) -> Mapping[str, str]:
    """The questions that can be answered for good, by name, for whoever plays."""
    table, view = node.session.table, node.session.view
    if table is None or view is None or view.seat is None or node.is_over:
        return {}
    return table.agreement.game.words().standing


class Claiming:
    """Something is about to be said: one of what is mostly said, or anything that can be."""

    def __init__(self, node: Node) -> None:
        self._node = node
        table, view = node.session.table, node.session.view
        assert table is not None
        assert view is not None
        self._question = Question(table.agreement.game, view, (), node.names, table.step)
        game = self._question.game
        self._sayings = tuple(game.sayings(view))[: len(SAYING_KEYS)]
        self._other = None if self._sayings else OpenClaim(self._question)

    @property
    def title(self) -> str:
        return _("Say to the table: true or not, nobody can check it now")

    def keys(self) -> list[KeyHint]:
        if self._other is None:
            last = SAYING_KEYS[len(self._sayings) - 1]
            shown = f"{SAYING_KEYS[0]}-{last}" if len(self._sayings) > 1 else last
            return [
                KeyHint(shown, SAYING_KEYS[0], _("say that to all")),
                KeyHint(ELSE_KEY, ELSE_KEY, _("something else")),
                KeyHint("Esc", "escape", _("back")),
            ]
        return [
            KeyHint("Enter", "enter", _("say it")),
            KeyHint("Bksp", "backspace", _("undo")),
            KeyHint("Esc", "escape", _("back")),
        ]

    def lines(self, width: int) -> list[Line]:
        if self._other is not None:
            return [*rows_of(self._other, width)[0], *preview_of(self._other, width, 2)]
        question, found = self._question, list[tuple[str, str]]()
        reader = Reader(question.view.seat, question.view.known, question.names)
        for key, data in zip(SAYING_KEYS, self._sayings, strict=False):
            found.append((key, clean(claim_line(question.game, question.view, data, reader))))
        found.append((ELSE_KEY, _("something else")))
        return _side_by_side(found, width)

    def press(self, key: str) -> bool:
        """Whether it is over: said, or not to be said."""
        if key == "escape":
            return True
        if self._other is None:
            return self._press_saying(key)
        match key.split():
            case ["enter"] if self._other.prompt.move is not None:
                self._node.claim(self._other.prompt.move.data)
                return True
            case ["space"]:
                self._other.press(*self._other.at)
            case ["up" | "down" | "left" | "right"]:
                self._other.go(*_ARROWS[key])
            case ["backspace"]:
                self._other.undo()
            case ["press", row, place]:
                self._other.press(int(row), int(place))
            case [letter]:
                self._other.press_key(letter)
        return False

    def _press_saying(self, key: str) -> bool:
        if key == ELSE_KEY:
            self._other = OpenClaim(self._question)
            return False
        at = SAYING_KEYS.find(key) if len(key) == 1 else -1
        if not 0 <= at < len(self._sayings):
            return False
        self._node.claim(self._sayings[at])
        return True


class Settling:
    """Questions that come again and again: no, ask me, always."""

    def __init__(self, node: Node) -> None:
        self._node = node

    @property
    def title(self) -> str:
        return _("Questions that keep coming up: what your program answers for you")

    def keys(self) -> list[KeyHint]:
        last = len(questions(self._node))
        shown = f"1-{last}" if last > 1 else "1"
        return [KeyHint(shown, "1", _("change the answer")), KeyHint("Esc", "escape", _("back"))]

    def lines(self, width: int) -> list[Line]:
        found: list[Line] = []
        for number, (name, words) in enumerate(questions(self._node).items(), 1):
            now = answer_to(self._node, name)
            answers: list[Piece] = [("", "   ")]
            for answer in STANDING:
                text = f"[{_(ANSWER_WORDS[answer])}]" if answer == now else f" {_(ANSWER_WORDS[answer])} "
                answers.append(("picked" if answer == now else "", text, str(number)))
            found += [[("key", f"{number}{KEY_END} ", str(number)), ("", clean(_(words)), str(number))], answers]
        return found

    def press(self, key: str) -> bool:
        if key in ("escape", "enter", ANSWERS_KEY):
            return True
        names = list(questions(self._node))
        if key.isdecimal() and 0 < int(key) <= len(names):
            name = names[int(key) - 1]
            now = STANDING.index(answer_to(self._node, name))
            self._node.asking.standing[name] = STANDING[(now + 1) % len(STANDING)]
        return False


def answer_to(node: Node, name: str) -> str:
    """What our program answers to that question now."""
    return node.asking.standing.get(name, NO)


def _side_by_side(items: list[tuple[str, str]], width: int) -> list[Line]:
    """Keys and what they say, as many in a line as fit."""
    lines: list[list[Piece]] = [[]]
    for key, words in items:
        pieces: list[Piece] = [("key", f"{key}{KEY_END}", key), ("", f" {words}", key)]
        if lines[-1] and size(lines[-1]) + GAP + size(pieces) > width:
            lines.append([])
        lines[-1] += [("", " " * GAP), *pieces] if lines[-1] else pieces
    return list(lines)
