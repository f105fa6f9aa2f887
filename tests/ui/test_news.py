"""What happened beside what was said: in a game that lives of talk neither drives the other from the screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tortuga_p2p.ui.table.news import beside, marked, wrapped
from tortuga_p2p.ui.table.playback import Playback, PlaybackFrame
from tortuga_p2p.ui.widgets.canvas import size

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tortuga_p2p.ui.widgets.canvas import Line


def tale_of(*told: str, said: Sequence[str] = ()) -> Playback:
    tale = Playback(lambda: None)
    for number, sentence in enumerate(told):
        tale.frames.append(PlaybackFrame(number, None, {}, 0, (sentence,)))
    tale.shown = len(tale.frames)
    for line in said:
        tale.hear(line)
    return tale


def text(lines: Sequence[Line]) -> list[str]:
    return ["".join(piece[1] for piece in line) for line in lines]


@pytest.mark.parametrize("width", [80, 100, 120])
@pytest.mark.parametrize("room", [1, 2, 3, 4, 7])
def test_both_are_there_in_any_room(width: int, room: int) -> None:
    tale = tale_of("Bonny rows away.", "Teach looks at events 1 and 4.", said=["Ana: hello.", "Read: I am British."])
    lines = beside(tale, None, width, room, rich=True)
    assert len(lines) == room
    assert max(map(size, lines)) <= width
    assert "Teach looks at events 1 and 4." in "".join(text(lines))
    assert "Read: I am British." in "".join(text(lines))
    assert ("What happened" in text(lines)[0]) == (room >= 4)


def test_what_is_on_the_screen_already_is_not_told_twice() -> None:
    tale = tale_of("Bonny rows away.", "Teach plunders.", said=["Ana: hello."])
    assert "Teach plunders." not in "".join(text(beside(tale, 1, 80, 6, rich=True)))
    assert "Bonny rows away." in "".join(text(beside(tale, 1, 80, 6, rich=True)))


def test_a_long_line_wraps_and_one_that_does_not_fit_has_all_the_columns() -> None:
    long = "Ana: " + "nobody but Bonny has looked at that event, " * 2
    tale = tale_of("Bonny rows away.", said=[long])
    assert " ".join("".join(text(beside(tale, None, 80, 6, rich=True))).split()).count("that event") == 2
    assert beside(tale, None, 80, 1, rich=True) == []
    (cut,) = marked(wrapped([long], 80, "player"), 80, 1)
    assert "... t: all of it" in text([cut])[0]


def test_nothing_stands_beside_where_nothing_was_said_or_where_it_is_narrow() -> None:
    assert beside(tale_of("Bonny rows away."), None, 80, 6, rich=True) == []
    assert beside(tale_of("Bonny rows away.", said=["Ana: hello."]), None, 60, 6, rich=True) == []


def test_without_fancy_signs_it_is_ascii() -> None:
    tale = tale_of("Bonny rows away.", said=["Ana: hello."])
    assert "\n".join(text(beside(tale, None, 80, 6, rich=False))).isascii()
