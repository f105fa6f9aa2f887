"""Tell the story of a finished game from its transcript.

Points or progress by round, what turned the game, what chance gave against
what was to be expected, and where a player chose differently from the strong
bot. Everything is verified first. Of luck only what everybody saw is told: a
file has hidden dice and cards only where somebody showed them, and what
somebody chose to show says nothing about luck.

examples:
  tortuga story game.tortuga
  tortuga story game.tortuga --seat 1     through the eyes of seat 1
  tortuga story game.tortuga --json | jq .turning_points

exit codes: as those of `tortuga verify`.
"""

from __future__ import annotations

import json
import sys
from textwrap import wrap
from typing import TYPE_CHECKING

from ..bots.story import JudgedChoice, judged, story_of
from ..text import _
from ..ui.harmless import clean
from ..ui.story import story_data, story_lines
from ..verify.replay import moments_of
from ..verify.report import lines
from ..verify.verifier import EXIT_CODES, Outcome
from .arguments import whole
from .replay import read_game
from .terminal import Progress, width_of

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from ..rules.hindsight import Moment
    from ..verify.replay import Replay


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help=_("a transcript (.tortuga)"))
    parser.add_argument("--seat", metavar="N", help=_("whose story, from 0 (default: yours, if you sat there)"))
    parser.add_argument("--json", action="store_true", help=_("one JSON object instead of text"))
    parser.add_argument("--ascii", action="store_true", help=_("no character beyond ASCII"))


def run(args: Namespace) -> int:
    replay = read_game(args.file)
    code = EXIT_CODES[replay.finding.outcome]
    if replay.agreement is None or replay.finding.outcome is not Outcome.HONEST:
        print("\n".join(lines(args.file, replay.finding)), file=sys.stderr)
        if replay.finding.outcome is not Outcome.UNREADABLE:
            print(_("tortuga story: only a finished game has a story."), file=sys.stderr)
        return code
    seat = _own_seat(replay) if args.seat is None else whole(args.seat, "--seat", 0, len(replay.names) - 1)
    moments = list(moments_of(replay, seat))
    story = story_of(replay.agreement.game, replay.names, seat, moments, is_by_hindsight=True)
    found = _judge(replay, seat, moments)
    if args.json:
        print(json.dumps(story_data(story, found)))
        return code
    rich = not args.ascii and (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"
    for line in story_lines(story, found, rich=rich):
        print("\n".join(wrap(clean(line), width_of(sys.stdout), subsequent_indent="  ")) if _is_prose(line) else line)
    return code


def _is_prose(line: str) -> bool:
    """Whether a line may be broken: a row of a table is not."""
    return bool(line) and "  " not in line.strip()


def _own_seat(replay: Replay) -> int | None:
    """Where whoever asks sat, if they did: by the name in their settings."""
    from ..ui.settings import load_settings

    name = load_settings().name
    return replay.names.index(name) if name in replay.names else None


def _judge(replay: Replay, seat: int | None, moments: list[Moment]) -> list[JudgedChoice]:
    if seat is None or replay.agreement is None:
        return []
    found: list[JudgedChoice] = []
    with Progress(sys.stderr, None, _("decisions")) as progress:
        for one in judged(replay.agreement.game, replay.names, seat, moments):
            found.append(one)
            progress.show(len(found))
    return found
