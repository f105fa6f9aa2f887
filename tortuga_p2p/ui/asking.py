"""A choice as lines on the screen: rows of items, the one that is pointed at, what would come of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .canvas import columns, size, wrap

if TYPE_CHECKING:
    from ..rules.screen import Item, Row
    from .canvas import Line, Piece
    from .choice import Choice

GAP = 2  # columns between two items


def rows_of(choice: Choice, width: int) -> tuple[list[Line], tuple[int, int]]:
    """The rows of items, and where the cursor stands among them."""
    lines: list[Line] = []
    cursor = (0, 0)
    number = 1
    margin = max(columns(row.label) for row in choice.prompt.rows) + GAP
    for at, row in enumerate(choice.prompt.rows):
        drawn, here = _row(row, at, number, margin, width, choice.at[1] if choice.at[0] == at else None)
        if here is not None:
            cursor = (len(lines) + here[0], here[1])
        lines += drawn
        number += len(row.items)
    return lines, cursor


def _row(
    row: Row, at: int, number: int, margin: int, width: int, pointed: int | None
) -> tuple[list[Line], tuple[int, int] | None]:
    """One row, broken where it is too long; and where the item that is pointed at begins."""
    lines: list[list[Piece]] = [[("label", row.label.ljust(margin))]]
    cursor = None
    for place, item in enumerate(row.items):
        pieces = _item(item, f"press {at} {place}", number + place, many=row.many, pointed=place == pointed)
        if size(lines[-1]) + size(pieces) > width and size(lines[-1]) > margin:
            lines.append([("", " " * margin)])
        if place == pointed:
            cursor = (len(lines) - 1, size(lines[-1]))
        lines[-1] += [*pieces, ("", " " * GAP)]
    return list(lines), cursor


def _item(item: Item, press: str, number: int, *, many: bool, pointed: bool) -> list[Piece]:
    box = ("[x]" if item.is_picked else "[ ]") if many else "(*)" if item.is_picked else "( )"
    mood = "off" if item.why_not else "picked" if item.is_picked else ""
    key = str(number) if number < 10 else " "
    pieces: list[Piece] = [(mood or "key", key, press), (mood, f"{box} ", press)]
    for style, text in item.label:
        pieces.append((_with(style, mood if mood == "off" or not style else ""), text, press))
    if pointed:
        pieces = [(_with(piece[0], "pointed"), *piece[1:]) for piece in pieces]
    return pieces


def _with(style: str, more: str) -> str:
    return f"{style},{more}" if style and more else style or more


def preview_of(choice: Choice, width: int, room: int) -> list[Line]:
    """What would come of what is picked, or what is missing; then, if there is room, what is pointed at."""
    prompt, item = choice.prompt, choice.item
    lines = wrap(prompt.preview if prompt.move is not None else prompt.missing, width)
    note = wrap(item.note, width, "dim") if prompt.rows[choice.at[0]].many and item.note else []
    return [*lines, *note] if len(lines) + len(note) <= room else lines
