"""Your name, colours and other settings.

They live in a small TOML file of yours; the full screen changes them too.

examples:
  tortuga config                  show all settings
  tortuga config set name Ana
  tortuga config set colour light
  tortuga config path             where the file is
  tortuga config check            whether the file can be read
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ..errors import BadInput
from ..ui.settings import KEYS, change, load_settings, save_settings, settings_path
from .code import DONE

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

DEEDS: Final = ("show", "set", "path", "check")


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "deed", metavar="DEED", nargs="?", choices=DEEDS, default="show", help=f"{', '.join(DEEDS)} (default: show)"
    )
    parser.add_argument("key", metavar="KEY", nargs="?", choices=tuple(KEYS), help="with set: which setting")
    parser.add_argument("value", metavar="VALUE", nargs="?", help="with set: its new value")
    parser.epilog = "\n".join(["settings:", *(f"  {name:<10} {key.help}" for name, key in KEYS.items())])


def run(args: Namespace) -> int:
    if args.deed != "set" and args.key is not None:
        raise BadInput(f"{args.deed} takes nothing behind it; only set takes a key and a value.")
    match args.deed:
        case "path":
            print(settings_path())
        case "check":
            load_settings()
            found = "can be read" if settings_path().exists() else "does not exist: the usual settings hold"
            print(f"{settings_path()} {found}.")
        case "set":
            if args.value is None:
                raise BadInput("say which setting and its new value: tortuga config set KEY VALUE.")
            save_settings(change(load_settings(), args.key, args.value))
        case _:
            settings = load_settings()
            for name in KEYS:
                value = getattr(settings, name)
                print(f"{name} = {('no', 'yes')[value] if isinstance(value, bool) else value}")
    return DONE
