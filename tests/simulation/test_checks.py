"""What the simulator looks for is found where it is: a check that cannot fail has checked nothing."""

from __future__ import annotations

import pytest

from tests.session.stories import ending, meet
from tests.session.test_escapes import last_word, wait
from tortuga_p2p.session.event import Impatience
from tortuga_p2p.session.phases import SessionPhase
from tortuga_p2p.testing.checks import are_ends_alike, check_liveness
from tortuga_p2p.testing.simulation_setup import SimulationFailed, SimulationSetup


def test_a_game_that_is_finished_here_and_abandoned_there_is_a_failure_until_both_have_talked() -> None:
    """Of two, one gives up the other, whose last word ends the game and is still on its way."""
    company, mover, word, _ = last_word(seats=2)
    (other,) = company.others(mover.name)
    setup = SimulationSetup("tests.tinygames:RACE", 2, 1)
    wait(company, other)
    company.take(other.name, Impatience())
    company.carry(leave_out=(mover.name,))
    assert (mover.session.phase, ending(other).kind) == (SessionPhase.FINISHED, "abandoned")
    assert not are_ends_alike(company.players)
    with pytest.raises(SimulationFailed, match="finished here, and ended before its end there"):
        check_liveness(setup, company.players, None)
    company.say(other.name, word)
    meet(company)
    assert are_ends_alike(company.players)
    assert {peer.session.phase for peer in company.players} <= {SessionPhase.FINISHED, SessionPhase.SEALED}
