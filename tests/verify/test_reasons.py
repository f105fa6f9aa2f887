"""Why, at a running game: the same words and hashes as in a replay, and nothing that this seat does not know."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from tests.tinygames import CUPS, HARBOUR, MUTINY, RACE, SCREENS
from tortuga_p2p.games import offered
from tortuga_p2p.rules.ask import Chance, Deal, Roll
from tortuga_p2p.session.transcript import write_entries, write_header
from tortuga_p2p.testing.company import TOY, Company
from tortuga_p2p.verify.reasons import Reasons
from tortuga_p2p.verify.replay import read_replay

if TYPE_CHECKING:
    from tortuga_p2p.session.agreement import AnyGame
    from tortuga_p2p.session.replica import Session

STEPS = 40
NAMES = ("Ana", "Ben", "Cleo")
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


def found_of(name: str) -> tuple[AnyGame, Reasons]:
    """The reasons of some steps of that game."""
    game = next(one for one in offered() if one.name == name)
    session, _raw = some_steps(game)
    reasons = Reasons(session.meeting, game, TOY)
    reasons.follow(session.closed)
    return game, reasons


@pytest.mark.parametrize("name", [game.name for game in offered()])
def test_a_plain_why_speaks_of_the_things_of_its_game(name: str) -> None:
    """By their names, in one sentence for all who did the same, and of the reader as "you"."""
    _game, reasons = found_of(name)
    told = [one for number in range(len(reasons.found)) for one in reasons.plainly(number, 1, NAMES, {}, {})]
    shuffles = [sentence for sentence in told if " each shuffled " in sentence]
    assert shuffles
    assert all(re.match(r"\w+, \w+ and you each shuffled ", sentence) for sentence in shuffles), shuffles
    assert "hidden thing" not in " ".join(shuffles)
    assert "You took their" not in " ".join(told)


def test_of_several_chests_it_says_which_number_is_which() -> None:
    game, reasons = found_of("tortuga")
    number = next(at for at, one in enumerate(reasons.found) if isinstance(game.asks(one.answered.before), Chance))
    before, after = reasons.found[number].answered.before, reasons.found[number].answered.after
    told = " ".join(reasons.plainly(number, 1, NAMES, {}, {}))
    colours = re.findall(r"chest \d+ of \d+ is (\w+)", told)
    drawn = [colours.count(colour) for colour in ("red", "blue", "yellow", "white", "purple")]
    assert drawn == [old - new for old, new in zip(before.bag, after.bag, strict=True)]


def test_cards_in_a_hand_are_told_by_their_faces_alone() -> None:
    game, reasons = found_of("cartagena")
    asks = [game.asks(one.answered.before) for one in reasons.found]
    number, ask = next((at, ask) for at, ask in enumerate(asks) if isinstance(ask, Deal))
    told = reasons.plainly(number, 1, NAMES, {}, dict.fromkeys(ask.hands[1].handles, 0))
    assert told[-1] == "For your eyes only: pistol (6)."
