"""Arguments that several commands share: which game, who plays, what was agreed, which seed.

Text in, values out, `BadInput` for what cannot be used. Nothing is played or written here.
"""

from __future__ import annotations

from secrets import randbits
from typing import TYPE_CHECKING, Final

from ..bots.registry import names as bot_names
from ..bots.registry import usual
from ..errors import BadInput
from ..games import load, names
from ..limits import OPTION_FILE_BYTES_MAX

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from pathlib import Path

    from ..bots.match import Match
    from ..games import AnyGame
    from ..rules.game import Option
    from ..rules.plain import Plain

GAME_DEFAULT: Final = "tortuga"
SEED_MAX: Final = 2**63 - 1


def add_game(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--game", metavar="NAME", default=GAME_DEFAULT, help=f"one of {', '.join(names())} (default: %(default)s)"
    )


def add_match(parser: ArgumentParser) -> None:
    """What `read_match` reads."""
    add_game(parser)
    parser.add_argument(
        "--seats", metavar="BOT,BOT,...", help="who plays, first seat first (default: the game's own bots and random)"
    )
    parser.add_argument("--seed", metavar="N", help="repeat what was played with this seed (default: a new one)")
    parser.add_argument("--long", action="store_true", help="the long variant: the same as --option long=yes")
    parser.add_argument(
        "--option",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        help="an option of the game; NAME=@FILE reads the value from a file. May be repeated",
    )
    parser.epilog = "\n\n".join(_catalogue(load(name)) for name in names())


def _catalogue(game: AnyGame) -> str:
    """Whom one may seat and what one may agree on: the end of the help."""
    rows = [f"{game.name}, for {game.seats[0]} to {game.seats[-1]}:"]
    rows += [f"  bot     {name}" for name in bot_names(game)]
    rows += [f"  option  {option.name}: {option.help}" for option in game.options]
    return "\n".join(rows)


def read_match(args: Namespace) -> Match:
    """The match that the arguments describe, checked: every bot, seat and option of it exists."""
    from ..bots.match import Match

    game = load(args.game)
    seed = randbits(32) if args.seed is None else whole(args.seed, "--seed", 0, SEED_MAX)
    wanted = ["long=yes"] if args.long else []
    bots = usual(game) if args.seats is None else tuple(args.seats.split(","))
    match = Match(game, bots, read_options(game, wanted + args.option), seed)
    match.bots()
    return match


def whole(text: str, name: str, low: int, high: int) -> int:
    """A whole number in [low, high]; `BadInput` names the argument otherwise."""
    # Python alone would take " 1_000" as well, and refuses thousands of digits with an error of its own.
    if text.isascii() and text.isdigit() and len(text) <= 19 and low <= int(text) <= high:
        return int(text)
    raise BadInput(f"{name} takes a whole number from {low} to {high}, not {text!r}.")


def read_options(game: AnyGame, texts: list[str]) -> dict[str, Plain]:
    """Options from their texts `name=value` or `name=@file`, each read by the game itself."""
    known = {option.name: option for option in game.options}
    options: dict[str, Plain] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            raise BadInput(f"--option takes NAME=VALUE, not {text!r}.")
        if name not in known:
            raise BadInput(f"{game.title} has no option {name!r}: choose from {', '.join(known) or 'none'}.")
        if name in options:
            raise BadInput(f"option {name!r} stands twice.")
        options[name] = _read_option(known[name], value)
    return options


def _read_option(option: Option, value: str) -> Plain:
    try:
        return option.read(read_file(value[1:]) if value.startswith("@") else value)
    except BadInput as mistake:
        raise BadInput(f"option {option.name!r}: {mistake}") from None


def make_folder(folder: Path) -> Path:
    """A folder that the user named, made if it is not there; `BadInput` where that cannot be."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        raise BadInput(f"{folder} cannot be made: {fault.strerror}.") from None
    return folder


def read_file(path: str, bytes_max: int = OPTION_FILE_BYTES_MAX) -> str:
    """A text file of the user's, no larger than that; `BadInput` where it cannot be read."""
    try:
        with open(path, "rb") as file:
            data = file.read(bytes_max + 1)
        if len(data) <= bytes_max:
            return data.decode()
    except (OSError, ValueError) as trouble:
        reason = trouble.strerror if isinstance(trouble, OSError) else "it is not UTF-8 text"
        raise BadInput(f"cannot read {path!r}: {reason}.") from None
    raise BadInput(f"{path!r} is larger than {bytes_max} bytes.")
