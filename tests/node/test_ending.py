"""What stands beside a game that has ended: words of those who left, and of nobody who is still at the table."""

from __future__ import annotations

from dataclasses import replace

from tests.tinygames import RACE
from tortuga_p2p.node.ending import claims_of
from tortuga_p2p.session.message import Resign
from tortuga_p2p.session.phases import SessionPhase
from tortuga_p2p.testing.company import Company
from tortuga_p2p.testing.forging import worded


def test_nobody_leaves_a_finished_game() -> None:
    """A word of leaving that comes too late says nothing, and a file with it would be no honest one."""
    company = Company.make(RACE, 3).sit()
    ana, ben, _ = company.players
    word = worded(ben.session, Resign())
    playing = replace(ana.session, resigned={ben.seat: word})
    assert claims_of(playing) == [word]
    company.play()
    assert ana.session.phase is SessionPhase.SEALED
    assert claims_of(replace(ana.session, resigned={ben.seat: word})) == []
