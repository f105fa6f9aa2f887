"""Arguments that several commands share: which game, who plays, what was agreed, which seed.

Text in, values out, `BadInput` for what cannot be used. Nothing is played or written here.
"""

from __future__ import annotations

import json
from argparse import SUPPRESS
from contextlib import contextmanager
from pathlib import Path
from secrets import randbits
from typing import TYPE_CHECKING, Any, Final

from ..bots.registry import field
from ..bots.registry import names as bot_names
from ..errors import BadInput
from ..games import load, names, offered
from ..limits import OPTION_FILE_BYTES_MAX
from ..rules.option import File, agreed, read_option
from ..text import _, guess

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace, _MutuallyExclusiveGroup
    from collections.abc import Iterator

    from ..bots.local_export import LocalExport
    from ..bots.match import Match
    from ..games import AnyGame
    from ..rules.plain import Plain

SEED_MAX: Final = 2**63 - 1


def add_game(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--game", metavar="GAME", help=_("one of {names} (default: what you played last)", names=", ".join(names()))
    )


def game_of(args: Namespace) -> AnyGame:
    """The game that the arguments name, or the one that is played where nobody says."""
    named = args.game or getattr(args, "game_too", None)
    if named is not None:
        return load(named)
    from ..ui.settings import usual_game

    return load(usual_game())


def add_options(parser: ArgumentParser, only: str = "") -> None:
    """What `options_of` reads."""
    parser.add_argument(
        "--preset",
        metavar="PRESET",
        help=_("{only}a set of options under one name: see the end of this help", only=only),
    )
    parser.add_argument(
        "--option",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        help=_("{only}an option of the game; NAME=@FILE reads the value from a file. May be repeated", only=only),
    )
    parser.set_defaults(closing=_catalogues)  # found out only where somebody asks for help (cli.py)


def add_match(parser: ArgumentParser) -> _MutuallyExclusiveGroup:
    """What `read_match` reads. Gives the group in which one says who plays."""
    add_game(parser)
    who = parser.add_mutually_exclusive_group()
    who.add_argument(
        "--seats",
        metavar="BOT,BOT,...",
        help=_("who plays, first seat first, or how many (default: the game's own bots and random)"),
    )
    parser.add_argument("--seed", metavar="N", help=_("repeat what was played with this seed (default: a new one)"))
    add_options(parser)
    return who


def _catalogues() -> str:
    """Whom one may seat and what one may agree on: the end of the help."""
    return "\n\n".join(map(_catalogue, offered()))


def _catalogue(game: AnyGame) -> str:
    rows = [f"{game.name}, for {game.seats[0]} to {game.seats[-1]}:"]
    rows += [f"  bot     {name}" for name in bot_names(game)]
    rows += [f"  option  {option.name}={option.kind.hint}: {option.help}" for option in game.options]
    rows += [f"  preset  {preset.name}: {preset.help}" for preset in game.presets]
    return "\n".join(rows)


def read_match(args: Namespace, teams: str | None = None, players: str | None = None) -> Match:
    """The match that the arguments describe, checked: every bot, seat and option of it exists.

    `teams` are bots that play for a whole side each, at a table of so many `players`.
    """
    from ..bots.match import Match

    game = game_of(args)
    seed = randbits(32) if args.seed is None else whole(args.seed, "--seed", 0, SEED_MAX)
    if teams is not None:
        bots, seats = tuple(teams.split(",")), _players(game, players)
        if len(bots) < 2:
            raise BadInput(_("--teams takes two bots or more: BOT,BOT."))
    elif players is not None:
        raise BadInput(_("--players says how many sit at a table of --teams; --seats names everybody."))
    else:
        bots, seats = _field(game, args.seats), 0
    match = Match(game, bots, read_options(game, seats or len(bots), args), seed, seats)
    match.bots()
    return match


def _field(game: AnyGame, text: str | None) -> tuple[str, ...]:
    """Who plays: bots by name, or so many of the usual ones, the game's own in turn."""
    usual = field(game)
    if text is None:
        return usual
    if not text.isdigit():
        return tuple(text.split(","))
    return (usual * game.seats[-1])[: whole(text, "--seats", game.seats[0], game.seats[-1])]


def _players(game: AnyGame, text: str | None) -> int:
    if text is None:
        return len(game.roster().opponents) + 1
    return whole(text, "--players", game.seats[0], game.seats[-1])


def whole(text: str, name: str, low: int, high: int) -> int:
    """A whole number in [low, high]; `BadInput` names the argument otherwise."""
    # Python alone would take " 1_000" as well, and refuses thousands of digits with an error of its own.
    if text.isascii() and text.isdigit() and len(text) <= 19 and low <= int(text) <= high:
        return int(text)
    raise BadInput(
        _("{name} takes a whole number from {low} to {high}, not {text!r}.", name=name, low=low, high=high, text=text)
    )


def read_options(game: AnyGame, seats: int, args: Namespace) -> dict[str, Plain]:
    """The options that are typed, as `name=value` or `name=@file`, above a preset; checked for such a table."""
    options = {**read_preset(game, args.preset), **typed_options(game, args.option)}
    agreed(game.title, game.options, seats, options)
    game.setup(seats, options)  # whether they fit together, it knows itself
    return options


def read_preset(game: AnyGame, name: str | None) -> dict[str, Plain]:
    if name is None:
        return {}
    known = {preset.name: preset for preset in game.presets}
    if name not in known:
        raise BadInput(
            _(
                "{title} has no preset {name!r}: {hint}",
                title=game.title,
                name=name,
                hint=guess(name, known) if known else _("it has none."),
            )
        )
    return dict(known[name].options)


def typed_options(game: AnyGame, texts: list[str]) -> dict[str, Plain]:
    known = {option.name: option for option in game.options}
    options: dict[str, Plain] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            raise BadInput(_("--option takes NAME=VALUE, not {text!r}.", text=text))
        if name not in known:
            raise BadInput(
                _(
                    "{title} has no option {name!r}: {hint}",
                    title=game.title,
                    name=name,
                    hint=guess(name, known) if known else _("it has none."),
                )
            )
        if name in options:
            raise BadInput(_("option {name!r} is given twice.", name=name))
        if isinstance(known[name].kind, File) and not value.startswith(("@", "{", "[")):
            raise BadInput(_("option {name!r} is read from a file: write {name}=@FILE.", name=name))
        options[name] = read_option(known[name], read_file(value[1:]) if value.startswith("@") else value)
    return options


def spelled_options(args: Namespace) -> list[str]:
    """The same for another command line."""
    words = ["--preset", args.preset] if args.preset is not None else []
    return [*words, *(word for text in args.option for word in ("--option", text))]


def add_export(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--export", metavar="FILE", help=_("write it for other programs, as lines of JSON: docs/export.md")
    )
    parser.add_argument(
        "--everything", action="store_true", help=_("with --export: every hidden face and all legal moves too")
    )


@contextmanager
def open_export(args: Namespace) -> Iterator[LocalExport | None]:
    """Something that writes games down, where that is wanted. The file appears whole, or not at all."""
    if args.everything and args.export is None:
        raise BadInput(_("--everything says what --export writes: name a file for it."))
    if args.export is None:
        yield None
        return
    from ..bots.local_export import LocalExport

    path = Path(args.export)
    part = path.with_name(f"{path.name}.part")
    with _telling(path):
        out = part.open("w", encoding="utf-8")

    def write(line: dict[str, Any]) -> None:
        with _telling(path):
            out.write(json.dumps(line) + "\n")

    try:
        with out:
            yield LocalExport(write, args.everything)
        with _telling(path):
            part.replace(path)
    finally:
        part.unlink(missing_ok=True)


@contextmanager
def _telling(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as fault:
        raise BadInput(_("{path} cannot be written: {strerror}.", path=path, strerror=fault.strerror)) from None


def make_folder(folder: Path) -> Path:
    """A folder that the user named, made if it is not there; `BadInput` where that cannot be."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        raise BadInput(_("{folder} cannot be created: {strerror}.", folder=folder, strerror=fault.strerror)) from None
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
        raise BadInput(_("cannot read {path!r}: {reason}.", path=path, reason=reason)) from None
    raise BadInput(_("{path!r} is larger than {bytes_max} bytes.", path=path, bytes_max=bytes_max))


def add_game_word(parser: ArgumentParser) -> None:
    """GAME as a word of its own, where a command is about one game and nothing else."""
    listed = ", ".join(names())
    parser.add_argument(
        "game", metavar="GAME", nargs="?", help=_("one of {names} (default: what you played last)", names=listed)
    )
    parser.add_argument("--game", dest="game_too", help=SUPPRESS)  # as other commands spell it
