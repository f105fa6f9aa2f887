"""What people and bots say at the table: what can be said, what it does to those who hear it, and what turned out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.games.tortuga1667.stage import CANNON, TORCH, Stage
from tortuga_p2p.bots.chance import SeededDraw
from tortuga_p2p.bots.playing import SeatedBot, steps
from tortuga_p2p.games.tortuga1667.bots.beliefs import beliefs
from tortuga_p2p.games.tortuga1667.bots.expert import Thought
from tortuga_p2p.games.tortuga1667.bots.hearsay import claimed_in, wish_of
from tortuga_p2p.games.tortuga1667.claims import EVENT, LOYAL, OPEN, RIGHT, VOID, VOTE, WRONG, turned_out
from tortuga_p2p.games.tortuga1667.game import GAME
from tortuga_p2p.games.tortuga1667.rules import cards as c
from tortuga_p2p.games.tortuga1667.rules.moves import Do
from tortuga_p2p.games.tortuga1667.rules.state import Phase
from tortuga_p2p.rules.ask import Mix, Open, Over, deciders
from tortuga_p2p.rules.claim import all_claims
from tortuga_p2p.rules.local_table import LocalTable
from tortuga_p2p.rules.record import Record
from tortuga_p2p.rules.telling import sentence
from tortuga_p2p.rules.words import Reader

if TYPE_CHECKING:
    from tortuga_p2p.rules.game import Draw, Options, View

NAMES = ("Ana", "Ben", "Cleo", "Dora", "Eva")


def say(stage: Stage, seat: int, *data: int) -> Record:
    record = GAME.claimed(stage.state, seat, data)
    assert record is not None
    return record


def test_everything_offered_can_be_said_and_reads_as_a_sentence() -> None:
    stage = Stage(5, (0, 1, 2), (3, 4), hands={0: [CANNON], 1: [TORCH]})
    for moment in (stage, stage.do(Do.ATTACK)):
        decision = GAME.claims(moment.table.view(1))
        assert decision is not None
        offered = all_claims(decision, moment.table.view(1))
        kinds = {data[0] for data in offered}
        assert kinds == ({LOYAL, EVENT, VOTE} if moment.state.vote else {LOYAL, EVENT})
        assert len([data for data in offered if data[0] == EVENT]) == 5 * 11, (
            "five slots, eleven kinds of events in play"
        )
        for data in offered:
            told = sentence(GAME.words(), say(moment, 1, *data), Reader(None, {}, NAMES))
            assert told.endswith(".")
            assert "{" not in told


def test_the_truth_is_offered_first() -> None:
    stage = Stage(4, (0, 1), (2, 3), row=[c.PISTOL, c.SPOT]).do(Do.LOOK, 1, 4)
    decision = GAME.claims(stage.table.view(0))
    assert decision is not None
    assert all_claims(decision, stage.table.view(0))[0] == (EVENT, 1, c.SPOT)


@pytest.mark.parametrize(
    "data", [(), (LOYAL,), (LOYAL, c.DUTCH), (EVENT, 7, c.PISTOL), (EVENT, 0, 99), (VOTE, 1), (9, 9), (EVENT, 1, 1, 1)]
)
def test_what_makes_no_sense_is_not_heard(data: tuple[int, ...]) -> None:
    assert GAME.claimed(Stage(4, (0, 1), (2, 3)).state, 0, data) is None


def test_an_event_turns_out() -> None:
    stage = Stage(4, (0, 1), (2, 3), row=[c.SPOT, c.PISTOL])
    true, false, later = say(stage, 1, EVENT, 0, c.SPOT), say(stage, 2, EVENT, 0, c.LETTER), say(stage, 2, EVENT, 3, 0)
    assert turned_out(stage.state, true) == OPEN
    stage.do(Do.REVEAL, 0)
    assert [turned_out(stage.state, one) for one in (true, false, later)] == [RIGHT, WRONG, OPEN]
    assert turned_out(stage.state, say(stage, 1, EVENT, 0, c.SPOT)) == OPEN, "another card lies there now"


@pytest.mark.parametrize("options", [{}, {"fewer": 4}, {"fewer": 14}], ids=str)
def test_what_was_said_of_an_event_turns_out_right_or_void_if_it_was_true(options: Options) -> None:
    """Every slot is named truly before every action; what was not turned over before the row is mixed is void."""
    for seed in range(3):
        table = LocalTable.new(GAME, 5, options, SeededDraw(seed, "claims"))
        draw, open_, ended = SeededDraw(seed, "choices"), dict[int, Record](), list[tuple[Record, int]]()
        while not isinstance(table.ask, Over):
            if isinstance(table.ask, Mix) and table.ask.pile == "events":
                ended += [(claim, VOID) for claim in open_.values()]
                open_.clear()
            if isinstance(table.ask, Open) and table.ask.handles[0] in open_:
                ended.append((open_.pop(table.ask.handles[0]), RIGHT))
            if table.state.phase == Phase.ACTION:
                for slot, card in enumerate(table.state.row):
                    if card >= 0 and card not in open_:
                        record = GAME.claimed(table.state, 0, (EVENT, slot, table.faces[card]))
                        assert record is not None
                        open_[card] = record
            moves = {seat: table.moves(seat) for seat in deciders(table.ask)}
            table.step({seat: found[draw.below(len(found))] for seat, found in moves.items()})
        ended += [(claim, VOID) for claim in open_.values()]
        assert [turned_out(table.state, claim) for claim, _ in ended] == [end for _, end in ended]


def test_loyalties_turn_out_at_the_end_and_votes_when_they_are_counted() -> None:
    stage = Stage(4, (0, 1), (2, 3), flags=(0, 0, 1, 1), hands={0: [CANNON], 1: [TORCH]}, deck=[CANNON])
    nation = say(stage, 2, LOYAL, c.BRITISH)
    stage.do(Do.ATTACK)
    wish, against = say(stage, 1, VOTE, 1), say(stage, 0, VOTE, 0)
    assert wish_of(stage.table.view(0)._replace(heard=(nation, wish, against)), 1) == 1
    stage.vote(CANNON, TORCH)
    assert [turned_out(stage.state, one) for one in (nation, wish, against)] == [OPEN, RIGHT, WRONG]
    assert turned_out(stage.state._replace(flags=(0, 0, 1, 1)), nation) == WRONG


def test_words_weigh_and_deeds_weigh_more() -> None:
    stage = Stage(4, (0, 1), (2, 3), flags=(0, 1, 0, 1))
    view = stage.table.view(0)
    heard = view._replace(heard=(say(stage, 1, LOYAL, c.BRITISH),))
    assert 0.01 < beliefs(heard)[1][c.BRITISH] - beliefs(view)[1][c.BRITISH] < 0.2
    both = view._replace(heard=(say(stage, 1, LOYAL, c.BRITISH), say(stage, 1, LOYAL, c.FRENCH)))
    assert beliefs(both)[1][c.FRENCH] > beliefs(view)[1][c.FRENCH], "the last word counts"


def test_a_friend_who_has_looked_is_believed_more_than_a_foe() -> None:
    stage = Stage(4, (0, 1), (2, 3), flags=(0, 0, 1, 1), active=1, row=[c.SPOT]).do(Do.LOOK, 0, 1)
    view = stage.table.view(0)._replace(heard=(say(stage, 1, EVENT, 0, c.SPOT),))
    assert claimed_in(view, 0) == (1, c.SPOT)
    assert claimed_in(view._replace(heard=(say(stage, 2, EVENT, 0, c.SPOT),)), 0)[0] < 0, "seat 2 has not looked"
    for own, weighs in ((1.0, True), (0.0, False)):  # as sure as can be that seat 1 is a friend, or a foe
        chances = [(1.0, 0.0, 0.0), (own, 1 - own, 0.0), (0.0, 1.0, 0.0), (1 - own, own, 0.0)]
        silent, heard = (Thought(one, chances)._slot(view.state, 0, 0) for one in (view._replace(heard=()), view))
        true = Thought(view, chances)._face(view.state, 0, 0, c.SPOT)
        assert (abs(heard - true) < abs(silent - true)) == weighs
        assert (heard == silent) != weighs


class Listening:
    """A bot of the game, and what it has heard."""

    def __init__(self, name: str, heard: list[Record]) -> None:
        self.name, self.heard = name, heard
        self._bot: Any = GAME.bots()[name]()
        self.choose = self._bot.choose

    def says(self, view: View[Any], draw: Draw) -> tuple[int, ...] | None:
        self.heard[:] = view.heard
        data: tuple[int, ...] | None = self._bot.says(view, draw)
        assert data is None or GAME.claimed(view.state, view.seat or 0, data) is not None
        return data


@pytest.mark.parametrize("seats", [2, 5, 9])
def test_bots_talk_among_themselves_and_never_what_cannot_be_said(seats: int) -> None:
    table, heard = LocalTable.new(GAME, seats, {}, SeededDraw(seats, "talk")), list[Record]()
    bots = [Listening("expert" if seat % 2 else "greedy", heard) for seat in range(seats)]
    players = [SeatedBot(bot.name, bot, SeededDraw(seat, "bot")) for seat, bot in enumerate(bots)]
    for _ in steps(table, players):
        pass
    assert len(heard) > 2
    assert {record.kind for record in heard} <= {"claims_nation", "claims_event", "claims_vote"}
