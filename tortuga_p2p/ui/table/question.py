"""A choice as lines on the screen: rows of items, the one that is pointed at, what would come of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...text import N_, _, n_
from ..widgets.canvas import clipped, columns, size, wrap
from ..widgets.frame import KeyHint

if TYPE_CHECKING:
    from ..widgets.canvas import Line, Piece
    from .choice import OpenPrompt
    from .prompt import Item, Row

GAP = 2  # columns between two items
KEY_END = ")"  # behind every key: what stands before it is pressed, what stands behind it is what one gets
SHIFT = N_("Shift+")  # keys that are capitals: L is not l
BELOW_MAX = 2  # lines that are kept for what would come of it and what is said about it
MARKED_MIN = 1  # lines from which on one of them says how many there are besides


def rows_of(choice: OpenPrompt, width: int) -> tuple[list[Line], tuple[int, int]]:
    """The rows of items, and where the cursor stands among them."""
    rows = choice.prompt.rows
    labels = [_label(row) for row in rows]
    lines, cursor = _rows(choice, labels, width)
    if len(rows) == 1 and len(lines) > 1 and rows[0].many:  # its question says it too
        bare, place = _rows(choice, [""], width)
        if len(bare) < len(lines):
            return bare, place
    return lines, cursor


def _rows(choice: OpenPrompt, labels: list[str], width: int) -> tuple[list[Line], tuple[int, int]]:
    """The same, with these labels before them."""
    lines: list[Line] = []
    cursor = (0, 0)
    widest = max(map(columns, labels))
    margin = widest + GAP if widest else 0
    for at, (row, label) in enumerate(zip(choice.prompt.rows, labels, strict=True)):
        drawn, here = _row(row, at, label and label.ljust(margin), width, choice.at[1] if choice.at[0] == at else None)
        if here is not None:
            cursor = (len(lines) + here[0], here[1])
        lines += drawn
    return lines, cursor


def in_sight(lines: list[Line], cursor: tuple[int, int], room: int) -> tuple[list[Line], tuple[int, int]]:
    """The lines around the cursor, where there is no room for all; how many there are before and after is said."""
    room = max(1, room)
    if len(lines) <= room:
        return lines, cursor
    top = max(0, min(cursor[0] - room // 2, len(lines) - room))
    shown = lines[top : top + room]
    above, below = top, len(lines) - top - room
    if room > MARKED_MIN:
        words = [n_("{number} line above", "{number} lines above", above).format(number=above)] * bool(above)
        words += [n_("{number} line below", "{number} lines below", below).format(number=below)] * bool(below)
        more: Line = [("dim", f"... {', '.join(words)}")]
        shown = [*shown[:-1], more] if cursor[0] - top < room - 1 else [more, *shown[1:]]
    return shown, (cursor[0] - top, cursor[1])


def out_of_sight(choice: OpenPrompt, shown: list[Line]) -> list[KeyHint]:
    """What has a key of its own in the first row, and stands in none of these lines: it can be pressed all the same."""
    seen = {piece[2] for line in shown for piece in line if len(piece) > 2}
    first = choice.prompt.rows[0]
    return [
        KeyHint(item.key, item.key, "".join(text for _style, text in item.label))
        for place, item in enumerate(first.items)
        if first.own_keys and not item.key.isdigit() and f"press 0 {place}" not in seen
    ]


def _label(row: Row) -> str:
    """What stands before a row; of one whose keys are capitals also that Shift is part of them."""
    is_shifted = any(item.key.isupper() for item in row.items)
    return " ".join([*([row.label] if row.label else []), *([_(SHIFT)] if is_shifted else [])])


def _row(row: Row, at: int, label: str, width: int, pointed: int | None) -> tuple[list[Line], tuple[int, int] | None]:
    """One row, broken where it is too long; and where the item that is pointed at begins.

    Where digits are the keys of some and letters of others, they are of two kinds: a long row is broken between them.
    """
    margin = columns(label)
    drawn = [_item(item, f"press {at} {place}", row, pointed=place == pointed) for place, item in enumerate(row.items)]
    gap = GAP if row.many else 0
    is_long = margin + sum(map(size, drawn)) + gap * (len(drawn) - 1) > width
    lines: list[list[Piece]] = [[("label", label)]]
    cursor = None
    for place, pieces in enumerate(drawn):
        is_other = place > 0 and row.items[place - 1].key.isdigit() and row.items[place].key.isalpha()
        if size(lines[-1]) > margin and (size(lines[-1]) + size(pieces) > width or (is_long and is_other)):
            lines.append([("", " " * margin)])
        if place == pointed:
            cursor = (len(lines) - 1, size(lines[-1]))
        lines[-1] += [*pieces, ("", " " * gap)]
    return list(lines), cursor


def _item(item: Item, press: str, row: Row, *, pointed: bool) -> list[Piece]:
    """A key and a label: all of it in brackets once it is picked; where several may be, a box that is ticked."""
    mood = "off" if item.why_not else "picked" if item.is_picked else ""
    left, right = ("", "") if row.many else ("[", "]") if item.is_picked else (" ", " ")
    key = f"{item.key}{KEY_END}" if item.key else ""
    box = f"[{'x' if item.is_picked else ' '}] " if row.many else " " if key else ""
    pieces: list[Piece] = [(mood, left, press), (mood or "key", key, press), (mood, box, press)]
    for style, text in item.label:
        pieces.append((_with(style, mood if mood == "off" or not style else ""), text, press))
    pieces.append((mood, right, press))
    if pointed:
        pieces = [(_with(piece[0], "pointed"), *piece[1:]) for piece in pieces]
    return [piece for piece in pieces if piece[1]]


def _with(style: str, more: str) -> str:
    return f"{style},{more}" if style and more else style or more


def arranged(
    choice: OpenPrompt, width: int, room: int, told: list[Line]
) -> tuple[list[Line], list[Line], tuple[int, int]]:
    """The rows of a choice, what stands below them, and where the cursor is, in so many lines.

    Where room is short the rows have all but one of them, or two where there is `told`: what was wrong, or a hint that
    was asked for. Without it stands where a pick comes from, but only where that takes no row's place.
    """
    whole, cursor = rows_of(choice, width)
    comes = len(preview_of(choice, width, 0))
    if not told and choice.suggestion:
        lines = wrap(choice.suggestion, width, "mark")
        told = lines if len(whole) + len(lines) + comes <= room else []
    rows, at = in_sight(whole, cursor, room - min(len(told) + 1, BELOW_MAX))
    left = room - len(rows)
    below = [*told, *preview_of(choice, width, left - len(told))]
    if len(below) > left > 0:  # never cut without a sign
        below = [*below[: left - 1], clipped([*below[left - 1], ("", " " * width)], width, "...")]
    return rows, below, at


def preview_of(choice: OpenPrompt, width: int, room: int) -> list[Line]:
    """What would come of what is picked, or what is missing; then, if there is room, what is pointed at."""
    prompt, item = choice.prompt, choice.item
    told = prompt.preview if prompt.move is not None else prompt.missing
    is_said = bool(told) and choice.note.endswith(told)  # why the last key did nothing stands there already
    lines = [] if is_said else wrap(told, width)
    note = wrap(item.note, width, "dim") if prompt.rows[choice.at[0]].many and item.note else []
    return [*lines, *note] if len(lines) + len(note) <= room else lines
