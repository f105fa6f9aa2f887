"""A bot waits as long as the table does, and never for ever; whoever is there and thinks is not given up by it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from tests.tinygames import MUTINY
from tortuga_p2p.limits import FORCED_PAUSE_MAX_S
from tortuga_p2p.node.patience import are_all_gone, gives_up, joins_in
from tortuga_p2p.node.player import hesitation_s
from tortuga_p2p.session.event import Begun, Heard, Impatience, Intent, Propose, Tick, Utter
from tortuga_p2p.session.message import Say
from tortuga_p2p.session.session import step

from .players import Room, sessions

if TYPE_CHECKING:
    from tortuga_p2p.session.event import Effect
    from tortuga_p2p.session.replica import Session

PATIENCE_S = 180
BOT, PERSON, GONE = range(3)  # chairs


class Waiting(Room):
    """Everybody but one has decided in the first step of play."""

    def _decide(self) -> bool:
        for chair in (BOT, PERSON)[: len(self.table) - 1]:
            if len(self.table[chair].moves):
                self.do(chair, Intent(self.table[chair].moves[0]))
                return True
        return False


def waiting_table(seats: int = 3) -> list[Session]:
    table = sessions(MUTINY, seats, 2, bots=(BOT, GONE))
    room = Waiting(table, 2, lambda chair, effect: None)
    room.play()
    return room.table


def after(session: Session, seconds: float) -> Session:
    session, _ = step(session, Tick(1000))
    return step(session, Tick(1000 + int(1000 * seconds)))[0]


@pytest.fixture(scope="module")
def table() -> list[Session]:
    found = waiting_table()
    assert found[BOT].waiting_for == (found[GONE].own_seat,)
    return found


def key(table: list[Session], chair: int) -> bytes:
    return table[chair].meeting.company[chair]


def test_a_bot_gives_up_somebody_who_is_away_for_longer_than_the_table_waits(table: list[Session]) -> None:
    away = {key(table, GONE): 0.0}
    assert gives_up(after(table[BOT], PATIENCE_S + 1), away, PATIENCE_S + 1)
    assert not gives_up(after(table[BOT], PATIENCE_S - 1), away, PATIENCE_S + 1), "the step is not open for so long"
    assert not gives_up(after(table[BOT], PATIENCE_S + 1), {key(table, GONE): 9.0}, PATIENCE_S + 1), "not away so long"


def test_a_bot_never_gives_up_by_itself_somebody_who_is_there(table: list[Session]) -> None:
    assert not gives_up(after(table[BOT], 100 * PATIENCE_S), {}, 100 * PATIENCE_S)


def test_a_bot_agrees_with_a_person_once_and_then_they_go_on(table: list[Session]) -> None:
    person, effects = step(after(table[PERSON], PATIENCE_S + 1), Impatience())
    call = next(effect.raw for effect in effects if isinstance(effect, Utter))
    bot, _ = step(after(table[BOT], PATIENCE_S + 1), Heard(b"", Say(person.meeting.id, call)))
    assert gives_up(bot, {}, 0.0)
    bot, effects = step(bot, Impatience())
    assert not gives_up(bot, {}, 0.0), "it would say so twice"
    answers: list[Effect] = []
    for raw in [effect.raw for effect in effects if isinstance(effect, Utter)]:
        person, more = step(person, Heard(b"", Say(person.meeting.id, raw)))
        answers += more
    for raw in [effect.raw for effect in answers if isinstance(effect, Utter)]:
        bot, _ = step(bot, Heard(b"", Say(bot.meeting.id, raw)))
    for session in (bot, person):
        assert session.removals, "they go on without whoever was silent"


def test_a_bot_that_is_cut_off_from_all_others_gives_up_nobody() -> None:
    """Its own line is down: the others go on without it, and when it hears them again it is told so."""
    bot = after(waiting_table()[BOT], PATIENCE_S + 1)
    both = [waiting_table()[chair].own_seat for chair in (GONE, PERSON)]
    away = dict.fromkeys([bot.position.identities[seat] for seat in both], 0.0)
    bot, _ = step(bot, Tick(bot.now_ms + 1000 * PATIENCE_S))
    assert gives_up(bot, {bot.position.identities[both[0]]: 0.0}, 2 * PATIENCE_S + 2), "one of them alone"
    assert not gives_up(bot, away, 2 * PATIENCE_S + 2)


def test_a_bot_gives_up_the_only_other_one() -> None:
    """Of two nobody can tell whose line is down; whoever does not wait for ever says so."""
    bot, other = waiting_table(2)
    assert gives_up(after(bot, PATIENCE_S + 1), {other.meeting.company[1]: 0.0}, PATIENCE_S + 1)


def test_nobody_is_given_up_before_play_or_by_whom_the_table_waits_for(table: list[Session]) -> None:
    away = dict.fromkeys(table[0].meeting.company, 0.0)
    assert not gives_up(sessions(MUTINY, 3, 2)[BOT], away, 999.0)
    assert not gives_up(step(sessions(MUTINY, 3, 2)[BOT], Begun())[0], away, 999.0)
    assert not gives_up(after(table[GONE], PATIENCE_S + 1), away, 999.0)


def test_a_bot_wishes_the_end_with_every_person_and_once_in_a_step() -> None:
    """Where somebody has declined it waits until the game has gone on, however often people propose it."""
    room = Waiting(sessions(MUTINY, 3, 2, bots=(BOT,)), 2, lambda chair, effect: None)
    room.play()

    assert not joins_in(room.table[BOT])
    room.do(PERSON, Propose())
    room.carry()
    assert not joins_in(room.table[BOT]), "one person of two"
    room.do(GONE, Propose())
    room.carry()
    assert joins_in(room.table[BOT])
    wishing = replace(room.table[BOT], wished={room.table[BOT].own_seat: room.table[BOT].where})
    assert not joins_in(wishing), "it has wished so in this step"
    room.do(BOT, Propose())
    assert not joins_in(room.table[BOT])
    assert not joins_in(room.table[PERSON])


def test_a_sealed_choice_that_is_none_takes_no_time_by_which_it_could_be_told() -> None:
    pauses = {hesitation_s(1.5) for _ in range(50)}
    assert len(pauses) > 40
    assert 1.5 <= min(pauses) <= max(pauses) <= 4.5
    assert hesitation_s(0.0) == 0.0


def test_a_seal_without_a_choice_takes_as_long_as_its_player_takes_for_others() -> None:
    """Somebody who thinks for ten seconds was told apart by every seal that came sooner."""
    thought = (8.0, 10.0, 12.0)
    pauses = [hesitation_s(1.5, thought) for _ in range(200)]
    assert min(pauses) > 5 > max(hesitation_s(1.5) for _ in range(50))
    assert max(pauses) <= FORCED_PAUSE_MAX_S
    assert hesitation_s(1.5, (0.1,)) == 1.5
    assert hesitation_s(1.5, (600.0,)) == FORCED_PAUSE_MAX_S
    assert hesitation_s(0.0, thought) == 0.0, "a script's own choices come at once too"


def test_a_bot_stays_twice_as_long_as_the_table_waits_and_as_long_as_anybody_was_there(table: list[Session]) -> None:
    """After that it is alone for good. Somebody comes back late: they find it as long as they may be waited for."""
    both = {key(table, PERSON): 100.0, key(table, GONE): 40.0}
    at_last = 100.0 + 2 * PATIENCE_S
    assert not are_all_gone(table[BOT], both, at_last - 0.1)
    assert are_all_gone(table[BOT], both, at_last)
    assert not are_all_gone(table[BOT], {key(table, GONE): 40.0}, at_last), "the person is there"
