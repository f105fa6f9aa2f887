"""A question read aloud: what is asked, and numbered lines to answer it with. Pure but for what was picked so far.

Where the moves are few, every one is a line with what would come of it; moves that are alike are one line. Where they
are many, the steps of the decision are asked one after the other, as numbers of things.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ...errors import BadInput
from ...limits import MENU_MOVES_MAX
from ...rules.decision import ONE, fill, move_of
from ...rules.telling import decision_of, label, line_of, preview, question, step_label, unsaid, why_not
from ...rules.words import Reader
from ...text import _, n_

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...node.player import Question
    from ...rules.ask import Move
    from ...rules.decision import OpenStep


LINES_MAX: Final = 18  # that anybody listens to; more are asked step by step, where there are steps


def reader_of(question: Question) -> Reader:
    return Reader(question.view.seat, question.view.known, question.names)


def spoken_line(question: Question, move: Move) -> str:
    """A move, with what would come of it; without a full stop."""
    reader = reader_of(question)
    line = line_of(question.game, question.view, move, reader, question.moves)
    first, *more = preview(question.game, question.view, move, reader) or [""]
    return _with(line, " ".join([unsaid(line, first), *more]).strip().rstrip("."))


def _with(line: str, told: str) -> str:
    """A choice, and behind it what it does not say itself."""
    if not told or told.startswith((",", ":", ";", ".")):
        return line + told
    return f"{line} {told}" if told[0].islower() else f"{line}: {told}"  # a sentence may go on where the line ends


class Menu:
    """The choices of one question."""

    def __init__(self, question: Question) -> None:
        self._question = question
        self._reader = reader_of(question)
        self._decision = decision_of(question.game, question.view, question.moves)
        self._picks: dict[str, tuple[int, ...]] = {}
        self._moves = self._different() if len(question.moves) <= MENU_MOVES_MAX else None
        if self._moves is not None and len(self._moves) > LINES_MAX and self._has_steps:
            self._moves = None

    @property
    def _has_steps(self) -> bool:
        filled = fill(self._decision, self._question.view, {})
        return sum(not one.is_silent for one in filled.steps) > 1

    def _different(self) -> list[Move]:
        """One of each kind of moves that are alike to whoever chooses."""
        asked = self._question
        found: dict[str, Move] = {}
        for move in asked.moves:
            found.setdefault(line_of(asked.game, asked.view, move, self._reader, asked.moves), move)
        return list(found.values())

    # --- what is said ------------------------------------------------------------------------------------------

    def question(self) -> str:
        """What is asked, with everything that lies there to be picked from."""
        asked = question(self._question.game, self._decision, self._reader)
        asked = asked if asked.endswith((".", "?", "!")) else f"{asked}."
        filled = fill(self._decision, self._question.view, {})
        parts = [self._things(found) for found in filled.steps if found.step.pick != ONE]
        return " ".join([asked, *parts]) if self._moves is not None else asked

    def _things(self, found: OpenStep) -> str:
        labels = [self._label(found, at) for at in range(len(found.choices))]
        return f"{self._step_label(found).capitalize()}: {', '.join(labels)}."

    def _label(self, found: OpenStep, at: int) -> str:
        choice = found.choices[at]
        return label(self._question.game, choice.label, self._reader, len(choice.values))

    def _step_label(self, found: OpenStep) -> str:
        return step_label(self._question.game, self._decision, found.step, self._reader)

    @property
    def count(self) -> int:
        """How many numbered lines there are."""
        return len(self._open().choices) if self._moves is None else len(self._moves)

    def line(self, at: int) -> str:
        """One of them."""
        if self._moves is not None:
            return spoken_line(self._question, self._moves[at])
        found = self._open()
        reason = why_not(self._question.game, found.choices[at], self._reader)
        text = self._label(found, at)
        return _("{choice} (not now: {reason})", choice=text, reason=reason) if reason else text

    def spoken(self, at: int) -> str:
        """The same as a sentence: read aloud, a line without a full stop runs into the next one."""
        text = self.line(at)
        return text if text.endswith((".", "!", "?", ")")) else f"{text}."

    def heading(self) -> str:
        """What is asked just now, where the steps are asked one by one; else nothing."""
        if self._moves is not None:
            return ""
        found = self._open()
        pick, text = found.step.pick, self._step_label(found).capitalize()
        if pick.ordered:
            return _("{step}: type the numbers in the order you want; the rest follows.", step=text)
        if pick == ONE and not text:
            return _("Type a number.")
        if pick == ONE:
            return _("{step}: type a number.", step=text)
        if pick.low == pick.high:
            told = n_("{step}: type {number} number.", "{step}: type {number} numbers.", pick.low)
            return told.format(step=text, number=pick.low)
        return _("{step}: type {low} to {high} numbers.", step=text, low=pick.low, high=pick.high)

    def number_of(self, move: Move) -> int:
        """The number of a move's line, from 1; 0 where it has none of its own."""
        if self._moves is None:
            return 0
        asked = self._question
        line = line_of(asked.game, asked.view, move, self._reader, asked.moves)
        lines = [line_of(asked.game, asked.view, one, self._reader, asked.moves) for one in self._moves]
        return lines.index(line) + 1

    # --- what is answered --------------------------------------------------------------------------------------

    def _open(self) -> OpenStep:
        """The first step that nothing was picked for yet."""
        filled = fill(self._decision, self._question.view, self._picks)
        return next(one for one in filled.steps if one.step.name not in self._picks and not one.is_silent)

    def take(self, numbers: Sequence[int]) -> Move | None:
        """The move of a line, or one step further: then `None`. `BadInput` for numbers that mean nothing."""
        if self._moves is not None:
            return self._moves[self._index(numbers)]
        found = self._open()
        values = [found.choices[self._index([number])].value for number in numbers]
        pick = found.step.pick
        if len(set(values)) != len(values):
            raise BadInput(_("Type each number only once."))
        if not pick.ordered and not pick.low <= len(values) <= pick.high:
            raise BadInput(n_("Type {number} number.", "Type {number} numbers.", pick.low).format(number=pick.low))
        before = dict(self._picks)
        self._picks[found.step.name] = tuple(values)
        filled = fill(self._decision, self._question.view, self._picks)
        kept = next(one.picked for one in filled.steps if one.step.name == found.step.name)
        if kept != tuple(values):
            self._picks = before
            raise BadInput(_("Those do not go together."))
        if any(one.step.name not in self._picks and not one.is_silent for one in filled.steps):
            return None
        move = move_of(self._decision, filled)
        self._picks = {}
        if move is None or move not in self._question.moves:
            raise BadInput(_("That is not one of your choices."))
        return move

    def _index(self, numbers: Sequence[int]) -> int:
        if len(numbers) != 1 or not 1 <= numbers[0] <= self.count:
            typed = " ".join(map(str, numbers))[:20]
            raise BadInput(_("There is no choice {number}: they go from 1 to {last}.", number=typed, last=self.count))
        return numbers[0] - 1
