"""What a player has set once and for all: a name, and how the screen looks. A small TOML file of the player's own.

Under the platform's configuration directory, or where `TORTUGA_HOME` points. Read at every start; written only by
`tortuga config` and by the settings of the tavern. A key nobody knows is a mistake and is said so.
"""

from __future__ import annotations

import os
import tomllib
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from ..errors import BadInput
from ..limits import OPTION_FILE_BYTES_MAX
from ..node.lobby import clean_name

if TYPE_CHECKING:
    from collections.abc import Callable

COLOURS: Final = ("auto", "dark", "light", "none")


@dataclass(frozen=True, slots=True)
class Settings:
    """A value; change means a new one."""

    name: str = ""  # what you are called at a table; empty until the first start has asked
    colour: str = "auto"  # for a dark or a light terminal, or none at all
    animation: bool = True  # dice that roll, reveals that take a moment
    ascii: bool = False  # no character beyond ASCII
    discovery: bool = True  # whether the tavern asks this network for tables


class Key(NamedTuple):
    """One setting: how its text is read, and the line that explains it."""

    read: Callable[[str], Any]
    help: str


def _read_colour(text: str) -> str:
    if text not in COLOURS:
        raise BadInput(f"colour is one of {', '.join(COLOURS)}, not {text!r}.")
    return text


def _read_bool(text: str) -> bool:
    words = {"yes": True, "true": True, "on": True, "no": False, "false": False, "off": False}
    if text.lower() not in words:
        raise BadInput(f"say yes or no, not {text!r}.")
    return words[text.lower()]


KEYS: Final[dict[str, Key]] = {
    "name": Key(lambda text: clean_name(text) if text else "", "what you are called at a table"),
    "colour": Key(_read_colour, f"colours for your terminal: {', '.join(COLOURS)}"),
    "animation": Key(_read_bool, "dice that roll and reveals that take a moment: yes or no"),
    "ascii": Key(_read_bool, "no character beyond ASCII: yes or no"),
    "discovery": Key(_read_bool, "look for tables on this network: yes or no"),
}


def settings_path() -> Path:
    """Where the file is, whether or not it exists."""
    home = os.environ.get("TORTUGA_HOME")
    if home:
        return Path(home) / "settings.toml"
    from platformdirs import user_config_path

    return user_config_path("tortuga", appauthor=False) / "settings.toml"


def load_settings(path: Path | None = None) -> Settings:
    """The settings; the usual ones where there is no file. `BadInput` names what is wrong with the file."""
    path = path or settings_path()
    try:
        with path.open("rb") as file:
            text = file.read(OPTION_FILE_BYTES_MAX).decode()
        found = tomllib.loads(text)
    except FileNotFoundError:
        return Settings()
    except OSError as fault:
        raise BadInput(f"your settings {path} cannot be read: {fault.strerror}.") from None
    except ValueError as fault:
        raise BadInput(f"your settings {path} are not TOML: {fault}.") from None
    settings = Settings()
    for name, value in found.items():
        try:
            settings = change(settings, name, _spelled(value))
        except BadInput as mistake:
            key = f", {name}" if name in KEYS else ""  # else the sentence itself names it
            raise BadInput(f"your settings {path}{key}: {mistake}") from None
    return settings


def _spelled(value: object) -> str:
    """A value of the file as somebody would type it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def change(settings: Settings, name: str, text: str) -> Settings:
    """The settings with one of them read from text; `BadInput` where there is no such key or value."""
    if name not in KEYS:
        raise BadInput(f"there is no setting {name!r}: choose from {', '.join(KEYS)}.")
    return replace(settings, **{name: KEYS[name].read(text)})


def save_settings(settings: Settings, path: Path | None = None) -> Path:
    """Writes the file as a whole, or leaves the old one as it was."""
    path = path or settings_path()
    text = "".join(f"{name} = {_toml(value)}\n" for name, value in asdict(settings).items())
    partial = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        partial.write_text(text, encoding="utf-8")
        partial.replace(path)
    except OSError as fault:
        partial.unlink(missing_ok=True)
        raise BadInput(f"your settings {path} cannot be written: {fault.strerror}.") from None
    return path


def _toml(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    # Names hold no control characters: a quote and a backslash are all that needs care.
    return '"' + str(value).replace("\\", "\\\\").replace('"', '\\"') + '"'
