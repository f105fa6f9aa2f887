"""What a player has set once and for all: a name, and how the screen looks. A small TOML file of the player's own.

Under the platform's configuration directory, or where `TORTUGA_HOME` points. Read at every start; written by
`tortuga config`, by the settings of the tavern, and where another game is played than before. A key nobody knows is
a mistake and is said so.
"""

from __future__ import annotations

import os
import tomllib
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from ..errors import BadInput
from ..games import load, names, offered
from ..limits import OPTION_FILE_BYTES_MAX
from ..text import N_, _, guess

if TYPE_CHECKING:
    from collections.abc import Callable

USUAL: Final = "usual"  # the level of bots that a game has at its usual table
COLOURS: Final = ("auto", "dark", "light", "none")


@dataclass(frozen=True, slots=True)
class Settings:
    """A value; change means a new one."""

    name: str = ""  # what you are called at a table; empty until the first start has asked
    colour: str = "auto"  # for a dark or a light terminal, or none at all
    animation: bool = True  # dice that roll, reveals that take a moment
    motion: bool = True  # things that travel from place to place on the board
    ascii: bool = False  # no character beyond ASCII
    notify: bool = True  # a notice of the desktop when it is your turn and you are elsewhere
    discovery: bool = True  # whether the tavern asks this network for tables
    bots: str = ""  # how good one's opponents are where nobody says; empty: gentle, until a game is won
    game: str = ""  # what was played last; empty before the first game


class SettingKey(NamedTuple):
    """One setting: how its text is read, and the line that explains it.

    `check` looks at what somebody sets: a file may well name a game that is no longer there.
    """

    read: Callable[[str], Any]
    help: str
    check: Callable[[Any], object] = lambda value: None


def _read_name(text: str) -> str:
    from ..node.names import clean_name  # loads the whole network, which few commands need

    return clean_name(text) if text else ""


def _read_colour(text: str) -> str:
    if text not in COLOURS:
        raise BadInput(_("colour is one of {colours}, not {text!r}.", colours=", ".join(COLOURS), text=text))
    return text


def _read_bool(text: str) -> bool:
    words = {"yes": True, "true": True, "on": True, "no": False, "false": False, "off": False}
    if text.lower() not in words:
        raise BadInput(_("say yes or no, not {text!r}.", text=text))
    return words[text.lower()]


def _check_level(level: str) -> None:
    """`BadInput` where no game has bots of that level."""
    from ..bots.registry import levels

    known = dict.fromkeys([USUAL, *(found for name in names() for found in levels(load(name)))])
    if level and level not in known:
        raise BadInput(_("there is no level {level!r}: {hint}", level=level, hint=guess(level, known)))


KEYS: Final[dict[str, SettingKey]] = {
    "name": SettingKey(_read_name, N_("what you are called at a table")),
    "game": SettingKey(str, N_("what is played unless you say otherwise: the last one, or this"), load),
    "bots": SettingKey(
        str.lower,
        N_("how good your bots are: a level, or usual; gentle until you win"),
        _check_level,
    ),
    "colour": SettingKey(_read_colour, N_("colours for your terminal: {colours}")),
    "animation": SettingKey(_read_bool, N_("dice that roll and reveals that take a moment: yes or no")),
    "motion": SettingKey(_read_bool, N_("things that travel over the board to their new place: yes or no")),
    "ascii": SettingKey(_read_bool, N_("no character beyond ASCII: yes or no")),
    "notify": SettingKey(_read_bool, N_("a desktop notice when your turn comes: yes or no")),
    "discovery": SettingKey(
        _read_bool,
        N_("look for tables: yes or no; yours are announced unless --hidden"),
    ),
}


def about(name: str) -> str:
    """What a setting is for."""
    return _(KEYS[name].help, colours=", ".join(COLOURS))


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
        raise BadInput(
            _("your settings {path} cannot be read: {strerror}.", path=path, strerror=fault.strerror)
        ) from None
    except ValueError as fault:
        raise BadInput(_("your settings {path} are not TOML: {fault}.", path=path, fault=fault)) from None
    settings = Settings()
    for name, value in found.items():
        try:
            settings = change(settings, name, _spelled(value))
        except BadInput as mistake:
            key = f", {name}" if name in KEYS else ""  # else the sentence itself names it
            raise BadInput(_("your settings {path}{key}: {mistake}", path=path, key=key, mistake=mistake)) from None
    return settings


def _spelled(value: object) -> str:
    """A value of the file as somebody would type it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def change(settings: Settings, name: str, text: str) -> Settings:
    """The settings with one of them read from text; `BadInput` where there is no such key or value."""
    if name not in KEYS:
        raise BadInput(_("there is no setting {name!r}: {hint}", name=name, hint=guess(name, KEYS)))
    return replace(settings, **{name: KEYS[name].read(text)})


def set_by_hand(settings: Settings, name: str, text: str) -> Settings:
    """As `change`, for what somebody typed just now."""
    changed = change(settings, name, text)
    KEYS[name].check(getattr(changed, name))
    return changed


# --- which game ---------------------------------------------------------------------------------------------------


def usual_game(path: Path | None = None) -> str:
    """What is played where nobody says: what was played last, or else the game that stands first.

    Never complains: whoever only asks for help, or has damaged the file, gets a game too.
    """
    try:
        with (path or settings_path()).open("rb") as file:
            last = tomllib.loads(file.read(OPTION_FILE_BYTES_MAX).decode()).get("game")
    except (OSError, ValueError):
        last = None
    return last if last in names() else offered()[0].name


def usual_level(path: Path | None = None) -> str:
    """How good somebody wants their bots; never complains, as `usual_game`."""
    with suppress(BadInput):
        return load_settings(path).bots
    return ""


def remember_game(game: str, path: Path | None = None) -> None:
    """Writes down what was played, where that is news. Nobody is bothered by a full disk or a damaged file."""
    with suppress(BadInput):
        settings = load_settings(path)
        if settings.game != game:
            save_settings(replace(settings, game=game), path)


def remember_win(path: Path | None = None) -> None:
    """Whoever has won against gentle bots is offered the usual ones from then on; a level of one's own stays."""
    with suppress(BadInput):
        settings = load_settings(path)
        if not settings.bots:
            save_settings(replace(settings, bots=USUAL), path)


def save_settings(settings: Settings, path: Path | None = None) -> Path:
    """Writes the file as a whole, or leaves the old one as it was."""
    path = path or settings_path()
    text = "".join(f"{name} = {_toml(value)}\n" for name, value in asdict(settings).items())
    partial = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _keep_aside(path)
        partial.write_text(text, encoding="utf-8")
        partial.replace(path)
    except OSError as fault:
        partial.unlink(missing_ok=True)
        raise BadInput(
            _("your settings {path} cannot be written: {strerror}.", path=path, strerror=fault.strerror)
        ) from None
    return path


def _keep_aside(path: Path) -> None:
    """A file that cannot be read may hold something that its owner wants back: it is not written over."""
    try:
        load_settings(path)
    except BadInput:
        path.replace(path.with_name(f"{path.name}.damaged"))


def settings_or_usual() -> tuple[Settings, str]:
    """The settings, or the usual ones and what is wrong with the file: nobody is kept from playing by it."""
    try:
        return load_settings(), ""
    except BadInput as mistake:
        return Settings(), str(mistake)


def _toml(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    # Names hold no control characters: a quote and a backslash are all that needs care.
    return '"' + str(value).replace("\\", "\\\\").replace('"', '\\"') + '"'
