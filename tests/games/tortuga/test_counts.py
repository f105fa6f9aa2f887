"""Tortuga's legal sequences of decisions, counted by the oracle."""

from __future__ import annotations

from itertools import product
from math import prod
from typing import TYPE_CHECKING, Any

import pytest

from tests.games.tortuga import oracle
from tests.games.tortuga.mirror import COLOURS, FACES, world_of
from tests.generators.counts import CountEntry, Script, path, read_entries, rewrite
from tortuga_p2p.games.tortuga import GAME
from tortuga_p2p.games.tortuga.rules.state import Phase

if TYPE_CHECKING:
    from tortuga_p2p.games.tortuga.rules.state import State

TEXT = path("tortuga").read_text(encoding="utf-8")
ENTRIES = read_entries(TEXT, "counts.txt")
SEQUENCES_MAX = 1_000  # as far as the oracle follows: it begins again for each


@pytest.mark.parametrize("entry", ENTRIES, ids=[f"line{entry.position.number}" for entry in ENTRIES])
def test_the_oracle_counts_the_same(entry: CountEntry) -> None:
    depths = entry.depths()
    # The last depth needs every sequence of the one before it, and no more.
    followed = sum(1 for number in depths if number <= SEQUENCES_MAX)
    wanted = depths[: followed + 1]
    totals = [0] * len(wanted)
    Counting(GAME.read_position(entry.position.rest), entry.script).follow([], 0, totals)
    assert totals == wanted


def test_the_file_is_written_anew_as_it_stands() -> None:
    few = "\n\n".join(block for block in TEXT.split("\n\n") if "skulls" in block or "Skulls" in block) + "\n"
    assert rewrite(GAME, few, "counts.txt") == few


class Counting:
    """The oracle from one position, begun again for every sequence of answers."""

    def __init__(self, state: State, script: tuple[int, ...]) -> None:
        self.state = state
        self.script = script

    def follow(self, answers: list[Any], at: int, totals: list[int], depth: int = 0) -> None:
        script = Script(self.script, at)
        need = self.run_on(answers, script)
        if need is None:
            return
        seats = list(need.options)
        totals[depth] += prod(len(options) for options in need.options.values())
        if depth + 1 == len(totals):
            return
        for chosen in product(*need.options.values()):
            answer = dict(zip(seats, chosen, strict=True))
            self.follow([*answers, answer], script.at, totals, depth + 1)

    def run_on(self, answers: list[Any], script: Script) -> oracle.Choose | None:
        """Plays the answers again, then adds to them what chance says until somebody decides; `None` at the end."""
        world = world_of(self.state)
        playing = self.begin(world)
        try:
            need = next(playing)
            for answer in answers:
                need = playing.send(answer)
            while not isinstance(need, oracle.Choose):
                answers.append(said(need, world, script))
                need = playing.send(answers[-1])
        except StopIteration:
            return None
        return need

    def begin(self, world: oracle.World) -> oracle.Play:
        match self.state.phase:
            case Phase.ROLL:
                return oracle.play(world, "dice")
            case Phase.MOVE_DRAW:
                return oracle.play(world, "move")
            case _:
                return oracle.play(world, "actions", oracle.ACTIONS[self.state.action], self.state.position)


def said(need: oracle.Need, world: oracle.World, script: Script) -> object:
    match need:
        case oracle.Chest():
            assert len(set(world.bag)) > 2, "near an empty bag chance is asked less often: no position for counting"
            return sorted(world.bag, key=COLOURS.index)[script.below(len(world.bag))]
        case oracle.Roll(dice):
            return {seat: {die: FACES[script.below(6)] for die in letters} for seat, letters in dice.items()}
        case oracle.Tiles(_, number):
            return list(range(number))
        case oracle.Reveal(tiles):
            return dict.fromkeys(tiles, 1)
        case _:
            raise AssertionError(need)
