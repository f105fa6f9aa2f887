"""What somebody has picked so far for one question: pointing, pressing, taking back. Pure but for being changed.

Belongs to one step of the game. Another question makes another choice, so nothing pressed for the last one counts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..rules.screen import picks_of, prompt_of

if TYPE_CHECKING:
    from ..node.player import Question
    from ..rules.ask import Move
    from ..rules.screen import Item, Picked, Prompt


class Choice:
    """The open prompt, where somebody points, and the way back."""

    def __init__(self, question: Question) -> None:
        self.question = question
        self.step = question.step
        self.note = ""  # why the last key did nothing
        self._undo: list[tuple[Picked, tuple[int, int]]] = []
        self.prompt: Prompt = self._make(None)
        self.at = self._start()  # row and place of what is pointed at

    def _make(self, picked: Picked | None) -> Prompt:
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
    def can_undo(self) -> bool:
        return bool(self._undo)

    # --- pointing --------------------------------------------------------------------------------------------

    def go(self, rows: int, places: int) -> None:
        """Points elsewhere. In a row where one thing is picked, pointing picks it."""
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

    def press_number(self, number: int) -> None:
        """Items are numbered from 1, row after row."""
        for row, line in enumerate(self.prompt.rows):
            if number <= len(line.items):
                self.press(row, number - 1)
                return
            number -= len(line.items)

    def _take(self, item: Item) -> None:
        if item.why_not:
            self.note = item.why_not
        else:
            self._change(item.then)

    def _change(self, picked: Picked) -> None:
        self._undo.append((self.prompt.picked, self.at))
        self.prompt = self._make(picked)
        rows = self.prompt.rows
        row = min(self.at[0], len(rows) - 1)
        self.at = (row, min(self.at[1], len(rows[row].items) - 1))

    def undo(self) -> None:
        if self._undo:
            picked, self.at = self._undo.pop()
            self.prompt = self._make(picked)
            self.note = ""

    def take(self, move: Move) -> None:
        """Picks what a hint says."""
        self._change(picks_of(self.question.game, self.question.view, self.question.moves, move))
        self.at = self._start()
