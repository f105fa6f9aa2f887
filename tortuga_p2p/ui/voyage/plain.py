"""A guided game line by line: what happened, an idea, a question with numbered answers. Reads well aloud."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import trio

from ...errors import BadInput
from ...rules.telling import chapter_of, hint, line_of, read_line, reading
from ...text import _, n_
from ..plain.lines import Lines, Printer
from ..plain.menu import Menu, reader_of
from ..rules_text import chapter_lines, chapters

if TYPE_CHECKING:
    from collections.abc import Callable

    from .voyage import Voyage

PAGE: Final = 9  # choices read out at once: one digit each


class PlainVoyage:
    """A lesson with somebody who types."""

    def __init__(self, voyage: Voyage, say: Callable[[str], None]) -> None:
        self._voyage = voyage
        self._say = say
        self._menu: Menu | None = None
        self._shown = 0
        self._known = 0  # ideas, when that was said last

    def begin(self) -> None:
        game = self._voyage.game
        self._say(_("First voyage: {game}.", game=game.title))
        if self._voyage.moves:
            self._say(_("You go on where you left it."))
        else:
            self._say(_("It takes about {minutes} minutes.", minutes=self._voyage.lesson.minutes))
        self._say(
            _(
                "Type a number to choose, show to hear a good choice, do to make it, back to undo your last one, "
                "or help."
            )
        )
        self._go_on()

    @property
    def is_over(self) -> bool:
        return self._voyage.is_over

    def _go_on(self) -> None:
        """All that happened, then the next question."""
        for page in self._voyage.pages:
            for sentence in page.sentences:
                self._say(sentence)
            for idea in page.ideas:
                self._say(_("Good to know: {idea}", idea=idea))
        self._voyage.pages.clear()
        question = self._voyage.question()
        if question is None:
            self._say(
                _("That was your first voyage. Next: tortuga play {game}", game=f"--game {self._voyage.game.name}")
            )
            return
        done, ideas = self._voyage.progress
        if ideas and done != self._known:
            self._known = done
            self._say(_("You know {done} of {ideas} ideas.", done=done, ideas=ideas))
        if beside := self._voyage.beside():
            self._say(_("Good to know: {idea}", idea=beside))
        self._menu = Menu(question)
        self._say(self._menu.question())
        self._read_on()

    def _read_on(self) -> None:
        assert self._menu is not None
        if heading := self._menu.heading():
            self._say(heading)
        self._shown = 0
        self._more()

    def _more(self) -> None:
        menu = self._menu
        assert menu is not None
        self._shown = 0 if self._shown >= menu.count else self._shown
        for at in range(self._shown, min(menu.count, self._shown + PAGE)):
            self._say(f"{at + 1}. {menu.spoken(at)}")
        self._shown += PAGE
        left = menu.count - self._shown
        if left > 0:
            rest = n_("{number} more choice: type more.", "{number} more choices: type more.", left)
            self._say(rest.format(number=left))

    def hear(self, line: str) -> bool:
        """What somebody typed. Whether there is more to hear."""
        word = line.strip().lower()
        if word in ("quit", "q"):
            self._say(self._voyage.waits)
            return False
        if word in _COMMANDS:
            _COMMANDS[word](self)
        elif word in self._voyage.game.words().readings:
            for text in reading(self._voyage.game, word, self._voyage.view, self._voyage.reader):
                self._say(text)
        elif word:
            self._answer(line)
        return not self.is_over

    def _answer(self, line: str) -> None:
        question, menu = self._voyage.question(), self._menu
        assert question is not None
        assert menu is not None
        words = line.replace(",", " ").split()
        try:
            if all(word.isdecimal() for word in words):
                move = menu.take([int(word) for word in words])
                if move is None:
                    self._read_on()
                    return
            else:
                move = read_line(question.game, question.view, question.moves, line, reader_of(question))
                if move is None:
                    raise BadInput(_("That is not one of your choices. Type a number, show, or help."))
        except BadInput as mistake:
            self._say(str(mistake))
            return
        self._voyage.choose(move)
        self._go_on()

    # --- commands ----------------------------------------------------------------------------------------------

    def _show(self) -> None:
        question = self._voyage.question()
        assert question is not None
        _bot, move = self._voyage.advice()
        number = Menu(question).number_of(move)
        told = hint(question.game, question.view, move, reader_of(question), question.moves)
        self._say(_("You could {reason}", reason=told))
        said = _("That is number {number}. Type do to choose it.", number=number)
        self._say(said if number else _("Type do to choose it."))

    def _do(self) -> None:
        question = self._voyage.question()
        assert question is not None
        _bot, move = self._voyage.advice()
        self._say(
            _(
                "You choose: {choice}.",
                choice=line_of(question.game, question.view, move, reader_of(question), question.moves),
            )
        )
        self._voyage.choose(move)
        self._go_on()

    def _back(self) -> None:
        if self._voyage.back():
            self._say(_("Your last choice is taken back."))
        else:
            self._say(_("There is nothing to take back yet."))
        self._go_on()

    def _rules(self) -> None:
        game = self._voyage.game
        name = chapter_of(game, self._voyage.view)
        for line in chapter_lines(game.name, name) if name in chapters(game.name) else ():
            self._say(line)

    def _help(self) -> None:
        for line in (
            _("a number: choose that line; several numbers where several things are asked for"),
            _("show: a good choice here, and why; do: choose that"),
            _("back: take your last choice back"),
            _("more: the next choices; again: the question once more"),
            _("rules: the rules of this decision"),
            *(f"{name}: {_(one.help)}" for name, one in self._voyage.game.words().readings.items()),
            _("quit: leave; the voyage waits for you"),
        ):
            self._say(line)


_COMMANDS: Final = {
    "show": PlainVoyage._show,
    "hint": PlainVoyage._show,
    "do": PlainVoyage._do,
    "back": PlainVoyage._back,
    "undo": PlainVoyage._back,
    "more": PlainVoyage._more,
    "again": PlainVoyage._go_on,
    "rules": PlainVoyage._rules,
    "help": PlainVoyage._help,
    "?": PlainVoyage._help,
}


def learn_plain(voyage: Voyage) -> None:
    """Until the voyage is over, or nobody types any more."""

    async def listen() -> None:
        printer = Printer()
        plain = PlainVoyage(voyage, printer.say)
        plain.begin()
        printer.prompt()
        async for line in Lines():
            printer.typed()
            if not plain.hear(line):
                return
            printer.prompt()
        printer.say(voyage.waits)  # the input has ended

    trio.run(listen)
