"""Why, at a running game: the same words and hashes as in a replay, and nothing that this seat does not know."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from tests.tinygames import CUPS, HARBOUR, MUTINY, RACE, SCREENS
from tortuga_p2p.games import offered
from tortuga_p2p.rules.ask import Roll
from tortuga_p2p.session.transcript import write_entries, write_header
from tortuga_p2p.testing.company import TOY, Company
from tortuga_p2p.verify.reasons import Reasons
from tortuga_p2p.verify.replay import read_replay

if TYPE_CHECKING:
    from tortuga_p2p.session.agreement import AnyGame
    from tortuga_p2p.session.replica import Session

STEPS = 40
TINY = (RACE, SCREENS, HARBOUR, MUTINY, CUPS)


def some_steps(game: AnyGame) -> tuple[Session, bytes]:
    """A table of three after some steps, as one of them sees it; and the file of it."""
    company = Company.make(game, 3, group=TOY).sit()
    company.play_until(lambda table: table.players[1].session.position.step > STEPS)
    session = company.players[1].session
    envelopes = [raw for step in session.closed for raw in step.values()]
    return session, write_header(company.meeting) + write_entries(envelopes)


@pytest.mark.parametrize("game", [*offered(), *TINY], ids=lambda game: game.name)
def test_it_says_the_same_as_a_replay_step_by_step_as_the_game_grows(game: AnyGame) -> None:
    session, raw = some_steps(game)
    replay = read_replay(raw, lambda terms: (game, TOY))
    reasons, looked = Reasons(session.meeting, game, TOY), 0
    for upto in range(0, len(session.closed) + 1, 7):
        grown = type(session.closed)(session.closed[:upto])
        reasons.follow(grown)
    reasons.follow(session.closed)
    assert len(reasons.found) == len(replay.frames) - 1
    for number, reason in enumerate(reasons.found):
        frame = replay.frames[number + 1]
        assert reason.answered.after == frame.state
        if frame.steps:  # the first one also has the steps of sitting down, which a replay shows before
            theirs = replay.why(number + 1)
            assert reasons.deeply(number, replay.names)[-len(theirs) :] == theirs
            told = reasons.plainly(number, 0, replay.names, {}, {})
            assert told[-len(replay.plainly(number + 1, 0)) :] == replay.plainly(number + 1, 0)
            looked += 1
    assert looked > 2


def test_of_a_roll_it_tells_the_own_faces_and_no_others() -> None:
    session, _raw = some_steps(SCREENS)
    reasons, names = Reasons(session.meeting, SCREENS, TOY), ("Ana", "Ben", "Cleo")
    reasons.follow(session.closed)
    number = next(at for at, one in enumerate(reasons.found) if isinstance(SCREENS.asks(one.answered.before), Roll))
    ask = SCREENS.asks(reasons.found[number].answered.before)
    assert isinstance(ask, Roll)
    faces = {handle: 0 for one in ask.dice for handle in one.handles}  # even if somebody gave us those of all
    told = " ".join(reasons.plainly(number, 1, names, {}, faces))
    own = [handle for one in ask.dice if one.seat == 1 for handle in one.handles]
    assert told.count(" shows ") == len(own) > 0
    assert re.search(r"\w+'s, \w+'s and your numbers were mixed to roll \d+ dice", told)
    assert " shows " not in " ".join(reasons.plainly(number, 1, names, {}, {}))
