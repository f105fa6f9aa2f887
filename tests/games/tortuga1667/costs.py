"""What a table of nine costs: setting it up, an attack among five, a brawl among nine, each against its floor.

    python -m tests.games.tortuga1667.costs

Nine sessions in this process, on the group that hides things; the floor is the time inside the primitives that are
called (tests/benchmarks/fairplay.py), of the same run. Everybody does what leads there soonest. Bytes are those that a
seat sends to all others. Never part of the tests; CPU time, for people.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, NamedTuple

from tests.benchmarks.fairplay import Game, timed_primitives
from tortuga_p2p.games.tortuga1667.game import GAME
from tortuga_p2p.games.tortuga1667.rules.moves import Do
from tortuga_p2p.games.tortuga1667.rules.state import ATTACK, BRAWL, DUTCHMAN, TORTUGA, Phase, place_of
from tortuga_p2p.session.event import Begun, Heard, Intent
from tortuga_p2p.session.message import Say

if TYPE_CHECKING:
    from tortuga_p2p.games.tortuga1667.rules.state import State
    from tortuga_p2p.rules.ask import Move, Moves

SEATS = 9
ATTACKERS = 5


class Spent(NamedTuple):
    """So far, all nine together; steps are rounds of messages."""

    cpu_s: float
    floor_s: float
    steps: int
    sent: int

    def minus(self, before: Spent) -> Spent:
        return Spent(
            self.cpu_s - before.cpu_s,
            self.floor_s - before.floor_s,
            self.steps - before.steps,
            self.sent - before.sent,
        )


class Table(Game):
    """A table that notes what was spent when something begins and when it has ended."""

    def __init__(self) -> None:
        super().__init__(SEATS, "random", 1667, GAME.name)
        self.parts: dict[str, Spent] = {}
        self._begun: tuple[str, Spent] = ("setting up a table of nine", Spent(0, 0, 0, 0))

    def spent(self) -> Spent:
        return Spent(sum(self.cpu), sum(self.floor), len(self.closed), max(self.sent))

    def run(self) -> None:
        queue: list[tuple[int, bytes]] = []
        for chair in range(SEATS):
            self.do(chair, Begun(), queue)
        while len(self.parts) < 3:
            while queue:
                chair, raw = queue.pop(0)
                self.do(chair, Heard(b"", Say(self.meeting.id, raw)), queue)
            self._look()
            for chair, session in enumerate(self.sessions):
                if len(session.moves) and session.view is not None:
                    self.do(chair, Intent(choose(session.view.state, session.own_seat, session.moves)), queue)

    def _look(self) -> None:
        table = self.sessions[0].table
        if table is None:
            return
        state, (name, before) = table.state, self._begun
        if not name and state.vote and len(state.voters) == (ATTACKERS if state.vote[0] == ATTACK else SEATS):
            self._begun = ("an attack among five" if state.vote[0] == ATTACK else "a brawl among nine", self.spent())
        elif name and not state.vote and state.phase in (Phase.ACTION, Phase.HOLD):
            self.parts[name] = self.spent().minus(before)
            self._begun = ("", before)


def choose(state: State, seat: int, moves: Moves) -> Move:
    """First an attack by a full crew; then everybody comes to Tortuga, and there is a brawl."""
    kinds = {move.data[0]: move for move in moves}
    if state.phase != Phase.ACTION:
        return moves[0]
    place, gathered = place_of(state, seat), len(state.lines[TORTUGA]) == SEATS
    attacked = any(note[1] == 8 and note[3] == ATTACK for note in state.notes)
    if Do.ATTACK in kinds and place == DUTCHMAN and not attacked:
        return kinds[Do.ATTACK]
    if Do.BRAWL in kinds and gathered:
        return kinds[Do.BRAWL]
    if Do.MAROON in kinds:
        return kinds[Do.MAROON]
    lone = place not in (TORTUGA, 0, 1) or (place != TORTUGA and len(state.lines[place]) == 1)
    if lone and Do.ROW in kinds:
        return next(reversed([move for move in moves if move.data[0] == Do.ROW]))  # away from the ship
    return kinds[Do.LOOK]


def main() -> int:
    table = Table()
    with timed_primitives(table.clock):
        table.run()
    print("| what | CPU of all nine | over the primitives | steps | bytes a seat sends |\n|---|---|---|---|---|")
    for name, part in table.parts.items():
        print(
            f"| {name} | {part.cpu_s:.2f} s | {part.cpu_s / part.floor_s:.2f} | {part.steps} | {part.sent:,} |",
        )
    assert {BRAWL, ATTACK} == {note[3] for note in table.sessions[0].table.state.notes if note[1] == 8}  # type: ignore[union-attr]
    return 0


if __name__ == "__main__":
    sys.exit(main())
