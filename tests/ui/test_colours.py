"""Every colour on every background that its theme is for: the contrast that WCAG asks for, computed."""

from __future__ import annotations

import re

import pytest
from prompt_toolkit.output.vt100 import _16ColorCache

from tortuga_p2p.games import load, names
from tortuga_p2p.rules.screen import board_of
from tortuga_p2p.ui.voyage.voyage import Voyage
from tortuga_p2p.ui.widgets.style import _COMMON, _PALETTES

BACKGROUNDS = {
    "dark": ("#12161d", "#000000", "#1e1e1e", "#282c34"),
    "light": ("#fbf8ef", "#ffffff", "#fdf6e3"),
    "auto": ("#000000", "#ffffff"),
}
TEXT, LINES = 4.5, 3.0  # WCAG 2: AA for text; for lines and large signs
# Where the background is unknown nothing can have 4.5 on black and on white at once: there no word is said in colour
# alone, and it has what large text needs.
LEAST = {"dark": TEXT, "light": TEXT, "auto": LINES}


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_the_formula_is_the_one_of_wcag() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


def colours_of(style: str) -> tuple[str | None, str | None]:
    """Ink and paper."""
    paper = re.search(r"bg:(#[0-9a-f]{6})", style)
    ink = re.search(r"(?<!bg:)(#[0-9a-f]{6})", style)
    return ink and ink[1], paper and paper[1]


@pytest.mark.parametrize("theme", ["dark", "light", "auto"])
def test_every_colour_can_be_read(theme: str) -> None:
    looked, weak = 0, []
    for role, style in {**_COMMON, **_PALETTES[theme]}.items():
        ink, paper = colours_of(style)
        if ink is None:
            assert paper is None, f"{role}: paper without ink"
            continue
        least = TEXT if paper else LINES if role == "line" else LEAST[theme]
        for background in (paper,) if paper else BACKGROUNDS[theme]:
            looked += 1
            if (found := contrast(ink, background)) < least:
                weak.append(f"{role}: {ink} on {background} has {found:.2f}, not {least}")
    assert looked > 20
    assert not weak


@pytest.mark.parametrize("name", names())
def test_every_colour_of_every_game_is_one_of_these(name: str) -> None:
    """A style that is in no palette would be checked by nobody."""
    voyage = Voyage(load(name), "Ana")
    used: set[str] = set()
    while (question := voyage.question()) is not None:
        for width, height in ((80, 16), (120, 30)):
            board = board_of(question.game, question.view, question.names, width, height, rich=True)
            used |= {part.removesuffix(".edge") for style, _text in board for part in style.replace(",", " ").split()}
        voyage.choose(voyage.advice().move)
    assert len(used) > 5
    for theme in ("dark", "light", "auto"):
        assert used <= {*_COMMON, *_PALETTES[theme]}


def test_a_console_of_sixteen_colours_shows_no_chest_in_grey() -> None:
    """As on a Linux console: a chest that is grey there could be any."""
    nearest = _16ColorCache(bg=True)
    found = {}
    for name in ("red", "blue", "yellow", "white", "purple"):
        _ink, paper = colours_of(_COMMON[name])
        assert paper is not None
        found[name] = nearest.get_code((int(paper[1:3], 16), int(paper[3:5], 16), int(paper[5:7], 16)))[1]
    assert found["purple"] == "ansimagenta"
    assert len(set(found.values())) == len(found), found
