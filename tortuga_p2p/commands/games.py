"""Your games: with whom, when, how they ended, and which you can go on with.

The latest comes last. Words after the command search: a name, a game, a
month, `won`, `your turn`. What was found is kept in a small index beside the
games, so that every file is read only once.

examples:
  tortuga games
  tortuga games zoe november
  tortuga games --open                  those to go on with
  tortuga games --json
  tortuga games --remove tortuga-88259db2e027
  tortuga games --older 90 --remove     all that ended more than 90 days ago
"""

from __future__ import annotations

import json
import sys
from time import time
from typing import TYPE_CHECKING, Any, Final

from ..errors import BadInput
from ..node.home import default_home
from ..node.shelf import Shelf
from ..rules.data import result_data
from ..text import _, n_
from ..ui.harmless import between_words
from ..ui.history_words import ending, matches, others, tally, title_of, when
from .arguments import whole
from .code import DONE
from .terminal import Progress

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from ..node.shelf import PastGame

DAYS_MAX: Final = 36_500
DAY_S: Final = 24 * 3600


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("words", metavar="WORD", nargs="*", help=_("show only games that have all of these words"))
    parser.add_argument("--open", action="store_true", help=_("show only unfinished games"))
    parser.add_argument("--older", metavar="DAYS", help=_("show only games that ended more than this many days ago"))
    parser.add_argument("--remove", action="store_true", help=_("remove what would be shown, for good"))
    parser.add_argument("--yes", action="store_true", help=_("with --remove: do not ask"))
    parser.add_argument("--json", action="store_true", help=_("print one JSON object a line for each game"))


def run(args: Namespace) -> int:
    days = None if args.older is None else whole(args.older, "--older", 0, DAYS_MAX)
    home = default_home()
    shelf, now_s = Shelf(home.games, home.public()), time()
    found = [game for game in read_all(shelf) if _is_wanted(game, args, days, now_s)][::-1]
    if args.remove:
        return _remove(shelf, found, args, now_s)
    for game in found:
        print(json.dumps(_record(game)) if args.json else between_words(line(game, now_s), sys.stdout))
    if not args.json:
        nothing = _("There is no such game in {folder}.", folder=shelf.folder)
        if not (args.words or args.open or args.older):
            nothing = _("You have not played a game yet: `tortuga` begins one.")
        print(_("{tally}.", tally=tally(found)) if found else nothing, file=sys.stdout if found else sys.stderr)
    return DONE


def read_all(shelf: Shelf) -> list[PastGame]:
    """Every game with all that its file tells, the latest first; a bar while files are read for the first time."""
    games = shelf.games()
    unknown = sum(game.outcome is None for game in games)
    if not unknown:
        return games
    found, looked = [], 0
    with Progress(sys.stderr, unknown, "games") as progress:
        for game in games:
            looked += game.outcome is None
            found.append(shelf.look(game))
            progress.show(looked)
    shelf.keep()
    return found


def line(game: PastGame, now_s: float) -> str:
    """One game in a row; its name first, as other commands take it."""
    return "  ".join(filter(None, (game.name, when(game.changed_s, now_s), title_of(game), others(game), ending(game))))


def _is_wanted(game: PastGame, args: Namespace, days: int | None, now_s: float) -> bool:
    return (
        (game.is_open or not args.open)
        and (days is None or (not game.is_open and game.changed_s < now_s - days * DAY_S))
        and matches(game, " ".join(args.words), now_s)
    )


def _remove(shelf: Shelf, found: list[PastGame], args: Namespace, now_s: float) -> int:
    if not (args.words or args.older or args.open):
        raise BadInput(_("say which games to remove: words that find them, --open, or --older DAYS."))
    if not found:
        raise BadInput(_("there is no such game in {folder}.", folder=shelf.folder))
    for game in found:
        print(between_words(line(game, now_s), sys.stdout))
    if not args.yes:
        if not sys.stdin.isatty():
            raise BadInput(_("nobody is here to ask: say --yes to remove them."))
        asked = n_("Remove this game for good? ", "Remove these {n} games for good? ", len(found)).format(n=len(found))
        if input(f"{asked}{_('Type yes: ')}").strip().lower() != "yes":
            print(_("Nothing was removed."))
            return DONE
    shelf.remove([game.name for game in found])
    print(n_("{n} game removed.", "{n} games removed.", len(found)).format(n=len(found)))
    return DONE


def _record(game: PastGame) -> dict[str, Any]:
    """For other programs."""
    fields = game._asdict()
    return {**fields, "outcome": str(game.outcome), "result": result_data(game.result), "own": game.own}
