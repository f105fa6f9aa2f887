"""Every colour on every background that its theme is for: the contrast that WCAG asks for, computed."""

from __future__ import annotations

import re

import pytest

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
