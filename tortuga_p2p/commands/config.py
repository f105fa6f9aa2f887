"""Your name, colours and other settings.

They live in a small TOML file of yours; the full screen changes them too.

examples:
  tortuga config                  show all settings
  tortuga config get name
  tortuga config set name Ana
  tortuga config set colour light
  tortuga config path             where the file is
  tortuga config check            whether the file can be read
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ..errors import BadInput
from ..text import _
from ..ui.settings import KEYS, about, load_settings, save_settings, set_by_hand, settings_path
from .code import DONE

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

DEEDS: Final = ("show", "get", "set", "path", "check")
ALSO: Final = {"color": "colour"}  # other spellings of a key


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "deed",
        metavar="DEED",
        nargs="?",
        choices=DEEDS,
        default="show",
        help=_("{deeds} (default: show)", deeds=", ".join(DEEDS)),
    )
    parser.add_argument(
        "key", metavar="KEY", nargs="?", type=_key, choices=tuple(KEYS), help=_("with get and set: which setting")
    )
    parser.add_argument("value", metavar="VALUE", nargs="?", help=_("with set: its new value"))
    parser.epilog = "\n".join(["settings:", *(f"  {name:<10} {about(name)}" for name in KEYS)])


def run(args: Namespace) -> int:
    if args.deed not in ("get", "set") and args.key is not None:
        raise BadInput(_("{deed} takes nothing else; get takes a key, set a key and a value.", deed=args.deed))
    key = args.key
    match args.deed:
        case "path":
            print(settings_path())
        case "check":
            load_settings()
            found = "can be read" if settings_path().exists() else "does not exist: the usual settings apply"
            print(f"{settings_path()} {found}.")
        case "get" if key is not None:
            if args.value is not None:
                raise BadInput(_("get takes one setting: tortuga config get KEY."))
            print(_spelled(getattr(load_settings(), key)))
        case "set":
            if args.value is None:
                raise BadInput(_("say which setting and its new value: tortuga config set KEY VALUE."))
            save_settings(set_by_hand(load_settings(), key, args.value))
        case _:
            settings = load_settings()
            for name in KEYS:
                print(f"{name} = {_spelled(getattr(settings, name))}".rstrip())
    return DONE


def _key(text: str) -> str:
    """A setting as the list calls it."""
    return ALSO.get(text, text)


def _spelled(value: object) -> str:
    return ("no", "yes")[value] if isinstance(value, bool) else str(value)
