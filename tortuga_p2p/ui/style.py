"""What the style classes look like, on dark and on light terminals. Nothing is said by style alone.

The colours of chests are those of Okabe and Ito, which people tell apart whatever kind of colour-blindness they have;
every chest also has its letter. Text stays in the terminal's own colours: these can be read on its own background.
"""

from __future__ import annotations

import os
from functools import cache
from typing import Final

from prompt_toolkit.output import ColorDepth
from prompt_toolkit.styles import Style

# The classes of the games (view.py lists Tortuga's), then those of the screen itself.
_COMMON: Final = {
    "chest.red": "bg:#d55e00 #ffffff bold",
    "chest.blue": "bg:#0072b2 #ffffff bold",
    "chest.yellow": "bg:#f0e442 #000000 bold",
    "chest.white": "bg:#e8e8e8 #000000 bold",
    "chest.purple": "bg:#8a4a8a #ffffff bold",
    "label": "bold",
    "player": "bold",
    "you": "bold underline",
    "now": "bold reverse",
    "surplus": "bold reverse",
    "token": "bold reverse",
    "die": "bold",
    "skull": "bold italic",
    "total": "bold",
    "first": "bold",
    "winner": "bold reverse",
    "title": "bold",
    "line": "",
    "picked": "bold",
    "pointed": "reverse",
    "off": "strike",
    "key": "bold",
    "alert": "bold reverse",
    "moment": "bold",
}
_DARK: Final = {
    "dim": "#8a8a8a",
    "space": "#8a8a8a",
    "track": "#56b4e9",
    "start": "#f0e442 bold",
    "bonus": "#2fc79a",
    "first": "#2fc79a bold",
    "second": "#56b4e9",
    "good": "#2fc79a bold",
    "bad": "#ff7a33 bold",
    "title": "#56b4e9 bold",
    "you": "#56b4e9 bold underline",
    "line": "#6a6a6a",
    "picked": "#2fc79a bold",
    "off": "#8a8a8a",
    "moment": "#f0e442 bold",
}
_LIGHT: Final = {
    "dim": "#6a6a6a",
    "space": "#6a6a6a",
    "track": "#0072b2",
    "start": "#a05a00 bold",
    "bonus": "#00734f",
    "first": "#00734f bold",
    "second": "#0072b2",
    "good": "#00734f bold",
    "bad": "#b34700 bold",
    "title": "#0072b2 bold",
    "you": "#0072b2 bold underline",
    "line": "#8a8a8a",
    "picked": "#00734f bold",
    "off": "#6a6a6a",
    "moment": "#a05a00 bold",
}
# Where we do not know the background: colours between the two that can be read on both.
_AUTO: Final = {
    **_DARK,
    "track": "#3a8fc4",
    "start": "#b38600 bold",
    "bonus": "#009e73",
    "first": "#009e73 bold",
    "second": "#3a8fc4",
    "good": "#009e73 bold",
    "bad": "#d55e00 bold",
    "title": "#3a8fc4 bold",
    "you": "#3a8fc4 bold underline",
    "picked": "#009e73 bold",
    "moment": "#b38600 bold",
}
_PALETTES: Final = {"auto": _AUTO, "dark": _DARK, "light": _LIGHT, "none": {}}


@cache
def make_style(colour: str) -> Style:
    """The style for a setting: auto, dark, light or none."""
    return Style.from_dict({**_COMMON, **_PALETTES[colour]})


def depth(colour: str) -> ColorDepth | None:
    """How many colours to use; `None` leaves it to the terminal. NO_COLOR counts more than a setting."""
    return ColorDepth.DEPTH_1_BIT if colour == "none" or os.environ.get("NO_COLOR") else ColorDepth.from_env()
