"""What somebody has picked so far for one question: pointing, pressing, taking back. Pure but for being changed.

Belongs to one step of the game. Another question makes another choice, so nothing pressed for the last one counts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...rules.ask import Together
from ...text import _
from .prompt import claim_prompt, picks_of, prompt_of

if TYPE_CHECKING:
    from ...node.player import Question
    from ...rules.ask import Move
    from .prompt import Item, Prompt


class OpenPrompt:
    """The open prompt, where somebody points, and the way back."""

    def __init__(self, question: Question, first: Move | None = None) -> None:
        """`first`: the move that stands picked at the beginning, where it is not the game's own."""
        self.question = question
        self.step = question.step
        self.note = ""  # why the last key did nothing
        self.whose = ""  # who has picked what stands picked: a bot by name, or nobody but the person
        self.is_untouched = True  # whether nobody has picked anything: what stands picked is only a beginning
        self.explains = True  # whether it is said what a beginning is: once is enough for a game
        self._undo: list[tuple[Any, tuple[int, int]]] = []
        begin = None if first is None else picks_of(question.game, question.view, question.moves, first)
        self.prompt: Prompt = self._make(begin)
        self.at = self._start()  # row and place of what is pointed at

    def _make(self, picked: Any) -> Prompt:
        return prompt_of(self.question.game, self.question.view, self.question.moves, self.question.names, picked)

    def _start(self) -> tuple[int, int]:
        places = [
            (number, place)
            for number, row in enumerate(self.prompt.rows)
            for place, item in enumerate(row.items)
            if item.is_picked
        ]
        return places[0] if places else (0, 0)

    @property
    def item(self) -> Item:
        row, place = self.at
        return self.prompt.rows[row].items[place]

    @property
    def is_hidden(self) -> bool:
        """Whether others decide at the same time: then it is sealed, and shown when all have decided."""
        ask = self.question.game.asks(self.question.view.state)
        return isinstance(ask, Together) and len(ask.seats) > 1

    @property
    def suggestion(self) -> str:
        """Whose choice it is that stands picked, where it is not the person's own; empty where it is."""
        if self.whose:
            return _("Picked by {bot}, not by you.", bot=self.whose)
        if self.explains and self.is_untouched and self.prompt.move is not None and self._has_choice:
            return _("Only a starting point, picked by the program: choose, or press h for a hint.")
        return ""

    @property
    def _has_choice(self) -> bool:
        return sum(not item.why_not for row in self.prompt.rows for item in row.items) > 1

    @property
    def hindrance(self) -> str:
        """Why Enter decides nothing yet; empty where it does."""
        if self.item.why_not:
            return self.item.why_not
        return "" if self.prompt.move is not None else _("Not yet: {missing}", missing=self.prompt.missing)

    @property
    def enter_does(self) -> str:
        """A word for the key line."""
        if self.prompt.move is None:
            return _("not yet")
        return _("seal") if self.is_hidden else _("do it")

    @property
    def can_undo(self) -> bool:
        return bool(self._undo)

    # --- pointing --------------------------------------------------------------------------------------------

    def go(self, rows: int, places: int) -> None:
        """Points elsewhere. In a row where one thing is picked, pointing picks it; all arrows go along a single row."""
        if len(self.prompt.rows) == 1:
            rows, places = 0, rows or places
        row = (self.at[0] + rows) % len(self.prompt.rows)
        count = len(self.prompt.rows[row].items)
        if rows and row != self.at[0]:
            picked = [place for place, item in enumerate(self.prompt.rows[row].items) if item.is_picked]
            self.point(row, picked[0] if picked else min(self.at[1], count - 1))
        else:
            self.point(row, (self.at[1] + places) % count)

    def point(self, row: int, place: int) -> None:
        self.note = ""
        self.at = (row, place)
        if not self.prompt.rows[row].many and not self.item.is_picked:
            self._take(self.item)

    # --- pressing --------------------------------------------------------------------------------------------

    def press(self, row: int, place: int) -> None:
        """Picks an item, or puts it back where several may be picked."""
        self.note = ""
        self.at = (row, place)
        if self.prompt.rows[row].many or not self.item.is_picked:
            self._take(self.item)

    def press_key(self, key: str) -> None:
        """The item with that key. Where several have it, the one behind the one that is picked."""
        places = [
            (number, place)
            for number, row in enumerate(self.prompt.rows)
            for place, item in enumerate(row.items)
            if item.key == key
        ]
        items = {at: self.prompt.rows[at[0]].items[at[1]] for at in places}
        free = [at for at, item in items.items() if not item.why_not]
        picked = [number for number, at in enumerate(free) if items[at].is_picked]
        if free or places:
            self.press(*(free[(picked[0] + 1) % len(free)] if picked else (free or places)[0]))
        else:
            self.note = _("{key} does nothing here: ? says what every key does.", key=key)

    def _take(self, item: Item) -> None:
        if item.why_not:
            self.note = item.why_not
        else:
            self._change(item.then)

    def _change(self, picked: Any) -> None:
        self.is_untouched, self.whose = False, ""
        self._undo.append((self.prompt.picked, self.at))
        self.prompt = self._make(picked)
        rows = self.prompt.rows
        row = min(self.at[0], len(rows) - 1)
        self.at = (row, min(self.at[1], len(rows[row].items) - 1))

    def undo(self) -> None:
        if self._undo:
            picked, self.at = self._undo.pop()
            self.prompt = self._make(picked)
            self.note, self.whose, self.is_untouched = "", "", not self._undo

    def take(self, move: Move, whose: str) -> None:
        """Picks what a hint says; and whose hint it was."""
        self._change(picks_of(self.question.game, self.question.view, self.question.moves, move))
        self.at = self._start()
        self.whose = whose


class OpenClaim(OpenPrompt):
    """The same for something to be said about the game: nobody has asked, and it may stop making sense meanwhile."""

    def _make(self, picked: Any) -> Prompt:
        found = claim_prompt(self.question.game, self.question.view, self.question.names, picked)
        assert found is not None  # nobody opens one where nothing can be said, and its view stays as it was
        return found
