"""One table and all seats' secrets on a workbench: stages are done by calling their machines, without a session.

What fails here fails in the machine that a test names: nobody else has judged, kept or forgotten anything.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tortuga_p2p.session import renewing, stages
from tortuga_p2p.session.learning import learn
from tortuga_p2p.session.position import Accepted
from tortuga_p2p.session.table import LANE
from tortuga_p2p.testing.company import TOY, BriefMe, Company
from tortuga_p2p.testing.forging import content_of

if TYPE_CHECKING:
    from tortuga_p2p.rules.ask import Face, Handle, Move, Seat
    from tortuga_p2p.session.agreement import AnyGame
    from tortuga_p2p.session.seat_secrets import SeatSecrets
    from tortuga_p2p.session.table import Table
    from tortuga_p2p.testing.company import Mail

POINT = TOY.encode(TOY.generator)  # a good point that is the answer to nothing


@dataclass
class Bench:
    """A table at the open stage of an ask, the secrets of all, and what each seat knows."""

    table: Table
    owns: tuple[SeatSecrets, ...]
    known: list[dict[Handle, Face]]
    decided: dict[Seat, Move]  # what was sealed, until it is revealed

    @classmethod
    def make(cls, game: AnyGame, seats: int = 3) -> Bench:
        """Everybody has sat down, and nobody has heard a word of play."""

        def is_play(mail: Mail) -> bool:
            return content_of(mail.talk.envelope).lane == LANE  # type: ignore[union-attr]

        company = Company.make(game, seats, seated=BriefMe).sit(lose=is_play)
        tables = [peer.session.table for peer in company.players if peer.session.table is not None]
        owns = tuple(company[seat].session.own for seat in range(seats))
        return cls(min(tables, key=lambda one: one.step), owns, [{} for _ in owns], {})  # type: ignore[arg-type]

    # --- one stage ---

    @property
    def kind(self) -> str:
        return self.table.stage.kind

    @property
    def speakers(self) -> tuple[Seat, ...]:
        return stages.speakers(self.table)

    def words(self, seat: Seat, move: Move | None = None) -> Any:
        """What that seat says in the open stage; without a move, the first legal one."""
        work = stages.work(self.table)
        if not work.decides:
            return work.speak(self.table, self.owns[seat], seat)
        if self.kind != "reveal":
            game = self.table.agreement.game
            first = game.legal_moves(self.table.state, seat, self.known[seat])[0] if move is None else move
            self.decided[seat] = first
        return work.speak(self.table, self.owns[seat], seat, self.decided[seat])

    def check(self, seat: Seat, said: Any) -> Any:
        """What closing needs of it; raises `Refused`."""
        return stages.work(self.table).check(self.table, seat, said)

    def close(self, moves: dict[Seat, Move] | None = None) -> Bench:
        """Everybody due says it, honestly; the next stage opens, and each seat learns what is its to learn."""
        before, accepted = self.table, {}
        for seat in self.speakers:
            said = self.words(seat, (moves or {}).get(seat))
            accepted[seat] = Accepted(b"", said, self.check(seat, said))
        self.table = stages.close(before, {seat: one.checked for seat, one in accepted.items()})
        for seat in before.present:
            self.known[seat] = learn(self.owns[seat], seat, self.known[seat], before, self.table, accepted)
        return self

    def remove(self, *seats: Seat, attempt: int = 1) -> Bench:
        """These seats are gone: those who stay have confirmed it, and everybody's table moves."""
        self.table = renewing.remove(self.table, attempt, sum(1 << seat for seat in seats))
        self.known = [renewing.forget(known, self.table) for known in self.known]
        for seat in seats:
            self.known[seat] = {}
        return self

    # --- many ---

    def until(self, kind: str) -> Bench:
        """Closes stages until one of this kind is open; players take their first moves."""
        for _ in range(100):
            if self.kind == kind:
                return self
            self.close()
        raise AssertionError(f"no {kind} in a hundred steps")

    def move(self, move: Move) -> Bench:
        """Whoever is asked decides so, and the next stage opens."""
        self.until("move")
        (seat,) = self.speakers
        return self.close({seat: move})
