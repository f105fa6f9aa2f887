"""Text that came from elsewhere, made harmless. Our own texts are in the catalogue: `tortuga_p2p/text.py`."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final
from unicodedata import combining, east_asian_width, normalize

from ..rules.cells import columns

if TYPE_CHECKING:
    from typing import TextIO

ROOM_MIN: Final = 20  # columns below which nothing is gained by it; also a terminal that does not know its size


def clean(line: str) -> str:
    """One line of text that came from elsewhere, without anything that a terminal would obey or that hides."""
    return "".join(letter if letter.isprintable() else "?" for letter in line)


def ascii_only(text: str) -> str:
    """The same without accents; for a letter that has no other form, a sign for each column it takes."""
    if text.isascii():
        return text
    return "".join(letter if letter.isascii() else _ascii(letter) for letter in text)


def _ascii(letter: str) -> str:
    bare = "".join(part for part in normalize("NFKD", letter) if part.isascii())
    if bare or combining(letter):
        return bare[:1]
    return "??" if east_asian_width(letter) in "WF" else "?"


def sentence(trouble: object) -> str:
    """A trouble on a screen. It begins in lower case, because a command says it behind its own name."""
    text = clean(str(trouble))
    return text[:1].upper() + text[1:]


def between_words(line: str, stream: TextIO) -> str:
    """A line for a stream: a terminal, which breaks words anywhere by itself, gets it broken between them.

    What has room is left as it is, and so is what cannot be broken: an address, the path of a file.
    """
    from textwrap import wrap

    try:
        room = os.get_terminal_size(stream.fileno()).columns  # a pipe has no size: it gets the line whole
    except (OSError, ValueError):
        return line
    if room < ROOM_MIN or columns(line) <= room:
        return line
    return "\n".join(wrap(line, room - 1, break_long_words=False, break_on_hyphens=False))
