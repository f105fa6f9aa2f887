"""Playthroughs: one whole game as readable text, every ask with its answer and the position after it. For any game.

A playthrough is a scenario (scenario.py) that begins with a setup and leaves nothing out. `retell` plays the answers
that stand in a file and writes the file anew: equal bytes mean that the rules still tell the same story. It never asks
a bot again, so bots may improve without touching a playthrough. To write one, or to write all of a game's again:

    python -m tests.generators.playthrough tortuga --seats 3 --seed 17 --player greedy --option long=yes > FILE
    python -m tests.generators.playthrough tortuga
"""

from __future__ import annotations

import argparse
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from tortuga_p2p import games
from tortuga_p2p.bots.chance import SeededDraw
from tortuga_p2p.errors import BadInput, TortugaError
from tortuga_p2p.games import load
from tortuga_p2p.rules.ask import Deal, Look, Over, Together, Turn
from tortuga_p2p.rules.local_table import LocalTable
from tortuga_p2p.testing.scenario import ANSWERS, Case, Mismatch, ScenarioLine, ask_text, begin, read_cases, read_setup

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from tortuga_p2p.rules.ask import Move, Moves, Seat
    from tortuga_p2p.rules.game import Draw, Game, State

ASKS_MAX = 10_000  # a game that goes on longer is no playthrough for people
COMMAND = "python -m tests.generators.playthrough"


def folder(name: str) -> Path:
    """Where a game keeps its playthroughs."""
    return Path(games.__file__).parent / name / "playthroughs"


# --- writing one ------------------------------------------------------------------------------------------------


class Recorder:
    """A `Draw` that remembers what it said since it was last asked."""

    def __init__(self, draw: Draw) -> None:
        self._draw = draw
        self._said: list[int] = []

    def below(self, bound: int, /) -> int:
        value = self._draw.below(bound)
        self._said.append(value)
        return value

    def said(self) -> list[int]:
        said, self._said = self._said, []
        return said


class Wanted(NamedTuple):
    """What a playthrough is made from: all of it stands in its first lines."""

    game: str
    seats: int
    seed: int
    player: str
    options: tuple[str, ...]

    def command(self) -> str:
        words = [self.game, "--seats", self.seats, "--seed", self.seed, "--player", self.player]
        for option in self.options:
            words += ["--option", option]
        return " ".join([COMMAND, *(shlex.quote(str(word)) for word in words)])


def write(wanted: Wanted) -> str:
    """A new playthrough."""
    game = load(wanted.game)
    choose = _player(game, wanted)
    setup = ScenarioLine("command", 1, "setup", " ".join([str(wanted.seats), *wanted.options]))
    draw = Recorder(SeededDraw(wanted.seed, "table"))
    table = LocalTable(game, read_setup(game, setup), wanted.seats, draw)
    title = f"{game.title}: a whole game, {wanted.seats} seats, seed {wanted.seed}"
    lines = [
        f"# Written by: {wanted.command()}",
        "",
        f"case {title}",
        f"setup {setup.rest}",
        f"then {_position(table)}",
    ]
    for _ in range(ASKS_MAX):
        lines += ["", f"ask {ask_text(table.ask)}"]
        ask = table.ask
        if isinstance(ask, Over):
            return "\n".join(lines) + "\n"
        moves: dict[Seat, Move] | None = None
        if isinstance(ask, Turn | Together):
            seats = (ask.seat,) if isinstance(ask, Turn) else ask.seats
            moves = {seat: choose(table, seat) for seat in seats}
            lines += [f"move {seat} {game.move_text(move)}" for seat, move in moves.items()]
            table.step(moves)
        else:
            table.step()
            said = draw.said()
            lines += [f"chance {' '.join(map(str, said))}" if said else "done"]
        lines += [*_sees(table, ask), f"then {_position(table)}"]
    raise BadInput(f"this game is not over after {ASKS_MAX} asks: choose another seed.")


def _player(game: Game[Any], wanted: Wanted) -> Callable[[LocalTable[Any], Seat], Move]:
    draw = SeededDraw(wanted.seed, "players")

    def pick(moves: Moves) -> Move:
        return moves[draw.below(len(moves))]

    if wanted.player == "random":
        return lambda table, seat: pick(table.moves(seat))
    bots = game.bots()
    if wanted.player not in bots:
        raise BadInput(f"there is no player {wanted.player!r}: choose from random, {', '.join(bots)}.")
    players = [bots[wanted.player]() for _ in range(wanted.seats)]

    def choose(table: LocalTable[Any], seat: Seat) -> Move:
        moves = table.moves(seat)
        return moves[0] if len(moves) == 1 else players[seat].choose(table.view(seat), moves, draw)

    return choose


def _position(table: LocalTable[State]) -> str:
    return table.game.position_text(table.state)


def _sees(table: LocalTable[Any], ask: object) -> Iterator[str]:
    """What was dealt: chance does not say it, and whoever reads wants to know."""
    if isinstance(ask, Deal | Look):
        for seat, handles in ask.hands:
            yield f"sees {seat} {' '.join(f'{handle}={table.known[seat][handle]}' for handle in handles)}"


# --- telling one again --------------------------------------------------------------------------------------------


def retell(game: Game[State], text: str, file: str) -> str:
    """The same game played again from the answers in the text, and written anew.

    `BadInput` names the line that cannot be read; `Mismatch` one that the rules now refuse.
    """
    case = _read(text, file)
    story = begin(game, case.lines[0], [])
    lines = [line for line in text.splitlines() if line.startswith("#")]
    lines += ["", f"case {case.title.rest}", f"setup {case.lines[0].rest}", f"then {_position(story.table)}"]
    answers = [line for line in case.lines if line.word in ANSWERS]
    for before, line in zip([None, *answers], [*answers, None], strict=False):
        if before is None or before.word != "move" or not story.moves:
            lines += ["", f"ask {ask_text(story.table.ask)}"]
        if line is None:
            break
        ask = story.table.ask
        story.tell(line)
        lines.append(f"{line.word} {line.rest}".rstrip())
        if story.refused:
            raise line.differs(f"refused: {story.refused[1]}")
        if not story.moves:
            lines += [*_sees(story.table, ask), f"then {_position(story.table)}"]
    if not isinstance(story.table.ask, Over):
        raise case.title.differs(f"the game goes on after the last line: {ask_text(story.table.ask)}")
    return "\n".join(lines) + "\n"


def check_playthrough(game: Game[State], text: str, file: str) -> None:
    """`Mismatch` names the first line that the rules now tell otherwise."""
    again = retell(game, text, file)
    if again == text:
        return
    for number, (told, found) in enumerate(zip(text.splitlines(), again.splitlines(), strict=False), 1):
        if told != found:
            raise Mismatch(f"{file}, line {number}: it is otherwise:\n  file: {told}\n  game: {found}")
    raise Mismatch(f"{file}: the file and the game do not end together.")


def _read(text: str, file: str) -> Case:
    cases = read_cases(text, file)
    if len(cases) != 1:
        raise cases[1].title.wrong("a playthrough is one game.")
    case = cases[0]
    if not case.lines or case.lines[0].word != "setup":
        raise case.title.wrong("a playthrough begins with a setup.")
    return case


# --- the command --------------------------------------------------------------------------------------------------


def written_by(text: str, file: str) -> Wanted:
    """The command in the first line of a playthrough."""
    first = text.partition("\n")[0]
    start = f"# Written by: {COMMAND} "
    if not first.startswith(start):
        raise BadInput(f"{file}, line 1: it should say {start!r} and how.")
    return _wanted(vars(_parser().parse_args(shlex.split(first.removeprefix(start)))))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog=COMMAND, description=__doc__.split("\n")[0])
    parser.add_argument("game")
    parser.add_argument("--seats", type=int, default=0, help="left out: all files of the game are written again")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--player", default="random")
    parser.add_argument("--option", action="append", default=[], dest="options")
    return parser


def _wanted(found: Mapping[str, Any]) -> Wanted:
    return Wanted(found["game"], found["seats"], found["seed"], found["player"], tuple(found["options"]))


def main(words: list[str] | None = None) -> int:
    found = vars(_parser().parse_args(words))
    try:
        if found["seats"]:
            sys.stdout.write(write(_wanted(found)))
            return 0
        load(found["game"])
        paths = sorted(folder(found["game"]).glob("*.txt"))
        texts = [write(written_by(path.read_text(encoding="utf-8"), path.name)) for path in paths]
        for path, text in zip(paths, texts, strict=True):
            path.write_text(text, encoding="utf-8", newline="\n")
            print(path.name, text.count("\nask "), "asks")
    except TortugaError as problem:
        print(problem, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
