"""Whoever died while everybody sat down comes back: their host tells them the same meeting once more.

Between `gather` and a guest's first durable record a program can die and leave nothing that could be resumed. It has
said nothing either, so it may come in like the first time, under the same name (protocol/lobby.md, "Coming back").
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..session.message import Person
from ..session.phases import SessionPhase
from .lobby import NO_ANSWER, SENTENCES, NoSeat
from .node_message import Knock, Lobby, Refusal, Visit, Welcome

if TYPE_CHECKING:
    from ..session.replica import Session
    from .node_message import Gather


@dataclass(frozen=True, slots=True)
class Readmission:
    """What the host of a table that has gathered remembers of its lobby."""

    name: str
    gather: Gather

    def answers(self, peer: bytes, said: Visit | Knock, session: Session) -> list[Lobby | Welcome | Gather | Refusal]:
        """What somebody of the company hears at the door. Nobody else gets as far as this."""
        if _has_entered(peer, session):
            return [_refusal(NoSeat.SEATED)]
        if isinstance(said, Visit):  # they knew the password, if there was one: their key is proved by the link
            return [Lobby(self.name, self.gather.terms, self.gather.people, False, NO_ANSWER)]
        if Person(peer, said.name, said.bot, said.operator) not in self.gather.people:
            return [_refusal(NoSeat.OTHER_NAME)]
        return [Welcome(), self.gather]


def _has_entered(peer: bytes, session: Session) -> bool:
    """Whether they have said their first word: then they have a journal, and go on by it."""
    if session.phase is not SessionPhase.SITTING or session.position.step > 0:
        return True
    return session.meeting.company.index(peer) in session.accepted


def _refusal(no: NoSeat) -> Refusal:
    return Refusal(str(no), SENTENCES[no])
