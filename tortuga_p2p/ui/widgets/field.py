"""One line to type in: letters, back, delete, and moving about. Pure but for being changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .canvas import columns, head

if TYPE_CHECKING:
    from .canvas import Piece


class Field:
    """A text that is being typed. `limit` counts bytes: that is what travels."""

    def __init__(self, text: str = "", limit: int = 200, *, hidden: bool = False) -> None:
        self.text = text
        self.at = len(text)
        self._limit = limit
        self._hidden = hidden

    def press(self, key: str) -> bool:
        """Whether the key was for us."""
        if key.startswith("paste "):
            self._type("".join(letter for letter in key[6:] if letter.isprintable()))
        elif len(key) == 1 and key.isprintable():
            self._type(key)
        elif key == "space":
            self._type(" ")
        elif key == "backspace" and self.at:
            self.text, self.at = self.text[: self.at - 1] + self.text[self.at :], self.at - 1
        elif key == "delete":
            self.text = self.text[: self.at] + self.text[self.at + 1 :]
        elif key == "clear":
            self.text, self.at = "", 0
        elif key in _GO:
            self.at = min(len(self.text), max(0, _GO[key] + (self.at if key in ("left", "right") else 0)))
        else:
            return key == "backspace"
        return True

    def _type(self, letters: str) -> None:
        text = self.text[: self.at] + letters + self.text[self.at :]
        if len(text.encode()) <= self._limit:
            self.text, self.at = text, self.at + len(letters)

    def draw(self, width: int) -> tuple[list[Piece], int]:
        """The text as far as it fits, the end of it first; and the column of the cursor."""
        shown = "*" * len(self.text) if self._hidden else self.text
        width, start = max(1, width), 0
        while columns(shown[start : self.at]) >= width:
            start += 1
        text = head(shown[start:], width)
        return [("field", text + " " * (width - columns(text)))], columns(shown[start : self.at])


_GO = {"left": -1, "right": 1, "home": -1_000_000, "end": 1_000_000}
