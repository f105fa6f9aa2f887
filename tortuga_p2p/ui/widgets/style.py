"""What the style classes look like, on dark and on light terminals. Nothing is said by style alone.

The colours of things are those of Okabe and Ito, which people tell apart whatever kind of colour-blindness they have;
every thing also has its letter. Text stays in the terminal's own colours: these can be read on its own background. How
well all others can be read is computed (tests/ui/test_colours.py).
"""

from __future__ import annotations

import os
from functools import cache
from typing import Final

from prompt_toolkit.output import ColorDepth
from prompt_toolkit.styles import Style

from ...rules.screen import COLOURS

# The roles that a game's board is made of (rules/screen.py lists them), then those of the screen itself.
_COMMON: Final = {
    "red": "bg:#bf4a00 #ffffff bold",
    "blue": "bg:#0072b2 #ffffff bold",
    "yellow": "bg:#f0e442 #000000 bold",
    "white": "bg:#e8e8e8 #000000 bold",
    "purple": "bg:#8a1090 #ffffff bold",
    "green": "bg:#12946e #000000 bold",
    "orange": "bg:#e69f00 #000000 bold",
    "black": "bg:#303030 #ffffff bold",
    "brown": "bg:#7a5230 #ffffff bold",
    "die": "bg:#e9e3d0 #16181d bold",
    "mine": "bg:#f2c14e #12161d bold",
    "label": "bold",
    "player": "bold",
    "you": "bold underline",
    "now": "bold reverse",
    "strong": "bold",
    "strange": "bold italic",
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
    "floor": "bg:#2b3340 #dcd8cc bold",
    "ground": "bg:#3a3a2e #dcd8cc bold",
    "sea": "#4f9cc9",
    "wood": "#c4986a",
    "sand": "#dcc98f",
    "palm": "#86bd6e",
    "dim": "#98a1ad",
    "mark": "#f0e442 bold",
    "first": "#2fc79a bold",
    "second": "#56b4e9",
    "good": "#2fc79a bold",
    "bad": "#ff7a33 bold",
    "title": "#56b4e9 bold",
    "you": "#56b4e9 bold underline",
    "line": "#76818f",
    "picked": "#2fc79a bold",
    "off": "#98a1ad",
    "moment": "#f0e442 bold",
}
_LIGHT: Final = {
    "floor": "bg:#e3e0d3 #22252b bold",
    "ground": "bg:#e6ead2 #22252b bold",
    "die": "bg:#3a3d44 #ffffff bold",
    "sea": "#00699f",
    "wood": "#7d532a",
    "sand": "#776214",
    "palm": "#3f6b1f",
    "dim": "#6a6a6a",
    "mark": "#a05a00 bold",
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
    "floor": "bold",
    "ground": "bold",
    "dim": "#8a8a8a",
    "off": "#8a8a8a",
    "die": "bold reverse",
    "sea": "#3a8fc4",
    "wood": "#a0703c",
    "sand": "#8f7a2a",
    "palm": "#4f8a35",
    "mark": "#b38600 bold",
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
    edges = {
        f"{name}.edge": f"bg:default {_COMMON[name].split()[0].removeprefix('bg:')}" for name in (*COLOURS, "mine")
    }
    return Style.from_dict({**_COMMON, **edges, **_PALETTES[colour]})


def depth(colour: str) -> ColorDepth | None:
    """How many colours to use; `None` leaves it to the terminal. NO_COLOR counts more than a setting."""
    return ColorDepth.DEPTH_1_BIT if colour == "none" or os.environ.get("NO_COLOR") else ColorDepth.from_env()
