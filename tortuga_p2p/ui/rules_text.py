"""A game's own rules text, by chapter: `rules.txt` in its folder. For help beside a question and for `tortuga rules`.

A chapter begins with `# name: Title`. Paragraphs and list items may be wrapped to any width; lines that begin with four
spaces are a table and stay as they are.
"""

from __future__ import annotations

from functools import cache
from pkgutil import get_data
from textwrap import wrap
from typing import TYPE_CHECKING, Final, NamedTuple

from ..errors import BadInput
from ..games import package_of
from ..text import _

if TYPE_CHECKING:
    from collections.abc import Mapping

TABLE: Final = "    "
_ITEM: Final = ("- ", *(f"{number}. " for number in range(1, 10)))


class Chapter(NamedTuple):
    """One part of the rules: its title, and its blocks: paragraphs, items, and lines of tables."""

    title: str
    blocks: tuple[str, ...]


def chapters(game: str) -> Mapping[str, Chapter]:
    """All chapters of a game in their order, by name, in the player's language; none where it has no rules text."""
    return {
        name: Chapter(_(chapter.title), tuple(_(block) if block else "" for block in chapter.blocks))
        for name, chapter in written(game).items()
    }


@cache
def written(game: str) -> Mapping[str, Chapter]:
    """As they are written in English: title and blocks are the texts to be translated."""
    try:
        text = (get_data(package_of(game), "rules.txt") or b"").decode()
    except (OSError, BadInput):
        return {}
    found: dict[str, Chapter] = {}
    for part in ("\n" + text).split("\n# ")[1:]:
        head, _newline, body = part.partition("\n")
        name, _colon, title = head.partition(": ")
        found[name] = Chapter(title, tuple(_blocks(body)))
    return found


def _blocks(body: str) -> list[str]:
    """Lines that belong together become one; an empty block separates."""
    blocks: list[str] = []
    joins = False  # whether the next line goes on with the last block
    for line in body.splitlines():
        if line.startswith(TABLE):
            blocks.append(line)
            joins = False
        elif not line.strip():
            blocks.append("")
            joins = False
        elif joins and not line.startswith(_ITEM):
            blocks[-1] += " " + line.strip()
        else:
            blocks.append(line.strip())
            joins = True
    while blocks and not blocks[-1]:
        blocks.pop()
    return blocks[1:] if blocks and not blocks[0] else blocks


def chapter_lines(game: str, name: str) -> list[str]:
    """A chapter to be read aloud: a title, then a paragraph a line."""
    chapter = chapters(game)[name]
    title = _("Rules, {title}.").format(title=chapter.title)
    return [title, *(" ".join(block.split()) for block in chapter.blocks if block)]


def printed(game: str, width: int, only: str | None = None) -> list[str]:
    """The whole text, or one chapter, for a page of that width."""
    lines: list[str] = []
    for name, chapter in chapters(game).items():
        if only not in (None, name):
            continue
        lines += [chapter.title.upper(), ""]
        for block in chapter.blocks:
            lines += wrapped(block, width)
        lines.append("")
    return lines[:-1]


def wrapped(block: str, width: int) -> list[str]:
    if block.startswith(TABLE) or not block:
        return [block]
    indent = "  " if block.startswith(_ITEM[0]) else "   " if block.startswith(_ITEM) else ""
    return wrap(block, max(len(indent) + 1, width), subsequent_indent=indent, break_on_hyphens=False)
