"""What a neighbour can make us do is bounded: answers, disputes and the checking of accusations."""

from __future__ import annotations

from tests.refusal import refused
from tests.session.stories import ending, meet, uttered, verdicts, wait_out
from tests.tinygames import RACE
from tortuga_p2p.errors import Code
from tortuga_p2p.limits import (
    ACCUSATIONS_MAX,
    ANSWERS_MAX,
    EARLY_STEPS_MAX,
    HAVE_PERIOD_S,
    SERVED_BYTES_MAX,
    SERVED_ENVELOPES_MAX,
    UNREAD_ENVELOPES_MAX,
)
from tortuga_p2p.session import advancing
from tortuga_p2p.session.ballots import ballots, is_dead
from tortuga_p2p.session.event import Impatience, Tell, Tick
from tortuga_p2p.session.evidence import gather
from tortuga_p2p.session.message import Accuse, Deed, Gone, Have, Link, Play, Say, Want
from tortuga_p2p.session.phases import SessionPhase
from tortuga_p2p.session.replica import replace
from tortuga_p2p.testing.company import SPECTATOR, Company, Peer, some_bytes
from tortuga_p2p.testing.forging import changed, worded

NOTHING = Deed((0,), (), (), (), b"", b"", ())


def at_a_turn(seats: int = 3) -> tuple[Company, Peer, list[Peer]]:
    """A table some steps after everybody sat down: who must decide, and the others."""
    company = Company.make(RACE, seats, watchers=1).sit()
    for _ in range(2):
        (mover,) = company.deciding()
        company.intend(mover.name)
        company.carry()
    (mover,) = company.deciding()
    return company, mover, [peer for peer in company.players if peer is not mover]


def asked(company: Company, name: str, talk: Want | Have, sender: str) -> int:
    """How many envelopes a question brings."""
    effects = company.hear(name, talk, sender)
    company.post.clear()
    return len([effect for effect in effects if isinstance(effect, Tell) and isinstance(effect.talk, Say)])


def test_a_neighbour_is_answered_a_few_times_until_the_next_announcement() -> None:
    company, mover, (first, second) = at_a_turn()
    want = Want(company.meeting.id, 0, 0)
    answers = [asked(company, first.name, want, mover.name) for _ in range(ANSWERS_MAX + 5)]
    assert all(answers[:ANSWERS_MAX])
    assert not any(answers[ANSWERS_MAX:])
    assert asked(company, first.name, want, second.name), "others are answered as ever"
    company.take(first.name, Tick(1 + 1000 * HAVE_PERIOD_S))
    assert asked(company, first.name, want, mover.name)


def test_a_question_that_brings_nothing_costs_nothing() -> None:
    company, mover, (first, _) = at_a_turn()
    step = first.session.position.step
    nothing = Have(company.meeting.id, step, 0, first.session.history)
    assert not any(asked(company, first.name, nothing, mover.name) for _ in range(3 * ANSWERS_MAX))
    assert asked(company, first.name, Want(company.meeting.id, 0, 0), mover.name)


def test_late_votes_are_answered_no_oftener_than_questions() -> None:
    """Whoever votes about a closed step is sent it, and could vote in many lanes."""
    company, mover, (first, second) = at_a_turn()
    early = first.session
    company.intend(mover.name)
    company.carry(leave_out=(first.name,))
    company.post.clear()
    votes = [worded(early, Gone(attempt, 1 << mover.seat)) for attempt in range(1, 30)]
    answers = [bool(company.say(second.name, raw, first.name)) for raw in votes]
    assert sum(answers) == ANSWERS_MAX


def test_after_the_end_the_same_bound_holds() -> None:
    company, mover, (first, second) = at_a_turn()
    company.say(first.name, worded(second.session, Play(NOTHING)))
    wait_out(company)
    assert ending(first).kind == "evidence"
    company.take(first.name, Tick(200_000_000))
    company.post.clear()
    want = Want(company.meeting.id, 0, 0)
    told = [company.hear(first.name, want, mover.name) for _ in range(ANSWERS_MAX + 3)]
    assert [bool(effects) for effects in told] == [True] * ANSWERS_MAX + [False] * 3
    company.take(first.name, Tick(200_000_000 + 1000 * HAVE_PERIOD_S))
    assert company.hear(first.name, want, mover.name)


def test_an_answer_is_bounded_in_envelopes_and_in_bytes() -> None:
    company, mover, (first, _) = at_a_turn()
    closed = first.session.closed
    first.session = replace(first.session, closed=(*closed[:-1], dict.fromkeys(range(100), bytes(100))))
    want = Want(company.meeting.id, len(closed) - 1, 0)
    assert asked(company, first.name, want, mover.name) == SERVED_ENVELOPES_MAX
    first.session = replace(first.session, closed=(*closed[:-1], dict.fromkeys(range(100), bytes(20_000))))
    assert asked(company, first.name, want, mover.name) == SERVED_BYTES_MAX // 20_000


# --- another history -----------------------------------------------------------------------------------------------


def test_messages_on_another_history_are_answered_once_and_then_with_every_have() -> None:
    company, mover, (first, second) = at_a_turn()
    before = some_bytes("another history")
    effects = company.say(first.name, worded(mover.session, Play(NOTHING), prev=before))
    shown = len(effects)
    assert shown == 1 + len(first.session.closed[-1])
    for lane in range(30):
        for peer in (mover, second):
            assert len(company.say(first.name, worded(peer.session, Play(NOTHING), prev=before, lane=f"{lane}"))) == 0
    assert len(first.session.disputed) == 2, "one of each seat"
    assert len(company.take(first.name, Tick(1 + 1000 * HAVE_PERIOD_S))) == shown + 1


def test_of_a_seat_on_another_history_a_second_word_for_one_place_is_still_a_contradiction() -> None:
    company, mover, (first, _) = at_a_turn()
    for history in ("another", "a third"):
        company.say(first.name, worded(mover.session, Play(NOTHING), prev=some_bytes(history)))
    assert verdicts(first) == [(mover.name, Code.EQUIVOCATION)]


def test_a_have_of_our_step_on_another_history_is_answered_with_the_last_closed_step() -> None:
    """On each of two histories it may be the turn of somebody on the other: then nobody says anything unasked."""
    company, _, (first, second) = at_a_turn()
    step, everything = first.session.position.step, 0b111
    for history, answer in (
        (first.session.history, []),
        (some_bytes("another"), list(first.session.closed[-1].values())),
    ):
        effects = company.hear(first.name, Have(company.meeting.id, step, everything, history), second.name)
        told = [effect for effect in effects if isinstance(effect, Tell)]
        assert {effect.peer for effect in told} <= {second.key}, "nobody else is bothered"
        assert [effect.talk.envelope for effect in told if isinstance(effect.talk, Say)] == answer


# --- accusations ---------------------------------------------------------------------------------------------------


def test_whoever_accuses_falsely_is_listened_to_a_few_times() -> None:
    company, mover, (first, second) = at_a_turn()
    meeting = company.meeting
    proof = gather(
        meeting,
        first.session.closed,
        b"",
        [worded(mover.session, Link(bytes([filling]) * 32), step=99) for filling in (1, 2)],
        Code.EQUIVOCATION,
    )
    false = Accuse(meeting.id, gather(meeting, (), b"", (b"a", b"b"), Code.EQUIVOCATION))
    for _ in range(ACCUSATIONS_MAX):
        assert company.hear(first.name, false, second.name)
    company.hear(first.name, Accuse(meeting.id, proof), second.name)
    assert first.session.phase is SessionPhase.PLAYING, "they have had their chances"
    assert first.refusals[-1].sentence.startswith("A neighbour who made false accusations")
    assert len(first.refusals) == ACCUSATIONS_MAX + 1
    company.hear(first.name, Accuse(meeting.id, proof), mover.name)
    assert verdicts(first) == [(mover.name, Code.EQUIVOCATION)]


def test_evidence_that_was_lost_on_its_way_is_asked_for() -> None:
    """One table has ended by it, and at the other two programs merely disagree."""
    company, mover, (first, second) = at_a_turn()
    (honest,) = uttered(company.intend(mover.name), "move")
    company.post.clear()
    other = changed(mover.session, honest, state=some_bytes("another state"))
    company.say(first.name, other)
    assert first.session.differing
    company.say(second.name, honest)
    company.say(second.name, other)
    assert verdicts(second)
    company.post.clear()
    meet(company)
    wait_out(company)
    assert [ending(peer).kind for peer in (first, second, company[SPECTATOR])] == ["evidence"] * 3


def test_a_sealed_table_still_says_where_it_stands() -> None:
    """Evidence against somebody may have been lost on its way to it."""
    company = Company.make(RACE, 2).sit().play()
    (first, second) = company.players
    assert first.session.phase is SessionPhase.SEALED
    (effect,) = company.take(first.name, Tick(1 + 1000 * HAVE_PERIOD_S))
    assert isinstance(effect, Tell)
    assert isinstance(effect.talk, Have)
    assert asked(company, first.name, Want(company.meeting.id, 0, 0), second.name)


# --- messages of steps to come -------------------------------------------------------------------------------------


def test_messages_so_many_steps_ahead_are_kept_and_no_further() -> None:
    """Whoever is further behind asks for them again; a neighbour cannot fill our memory with what may never come."""
    company, mover, (first, _) = at_a_turn()
    step = first.session.position.step
    for ahead in (1, EARLY_STEPS_MAX, EARLY_STEPS_MAX + 1, 2 * EARLY_STEPS_MAX):
        company.say(first.name, worded(mover.session, Play(NOTHING), step=step + ahead))
    assert sorted(number - step for _, number, *_ in first.session.early) == [1, EARLY_STEPS_MAX]


def test_of_a_step_to_come_the_first_word_of_a_seat_is_kept_and_no_other() -> None:
    """Words of other lanes contradict nothing: whoever signs one after the other would push out what came first."""
    company, mover, (first, _) = at_a_turn()
    step = first.session.position.step + 1
    kept = worded(mover.session, Play(NOTHING), step=step)
    for raw in (kept, *(worded(mover.session, Play(NOTHING), step=step, lane=f"{lane}") for lane in range(3))):
        company.say(first.name, raw)
    assert list(first.session.early.values()) == [kept]
    assert not verdicts(first)


def test_whoever_speaks_far_ahead_has_gone_on_and_no_ballot_with_them_lives() -> None:
    """What they say is not kept, but that they said it is: they closed the step, and confirm nothing in it any more."""
    company, mover, (first, second) = at_a_turn()
    company.carry()
    wait_out(company)
    company.take(first.name, Impatience())
    (ballot,) = ballots(first.session.votes)
    assert ballot.missing == 1 << mover.seat
    assert not is_dead(first.session, ballot)
    far = first.session.position.step + 2 * EARLY_STEPS_MAX
    company.say(first.name, worded(mover.session, Play(NOTHING), step=far))
    assert not is_dead(first.session, ballot), "whoever is called gone may well be far ahead"
    company.say(first.name, worded(second.session, Play(NOTHING), step=far))
    assert is_dead(first.session, ballot)
    assert not first.session.early


def test_messages_of_the_next_epoch_are_kept_and_of_none_behind_it() -> None:
    """Whoever went on without somebody may be an epoch ahead of us; further ones are nobody's business yet."""
    company, mover, (first, _) = at_a_turn()
    epoch = first.session.position.epoch
    for ahead in (1, 2, 3, 1000):
        company.say(first.name, worded(mover.session, Play(NOTHING), epoch=epoch + ahead))
    assert [kept - epoch for kept, *_ in first.session.early] == [1]


def test_while_we_sit_down_so_many_messages_of_play_are_kept_and_no_more() -> None:
    company = Company.make(RACE, 2).begin()
    ana, ben = company.players
    far = [
        worded(ana.session, Play(NOTHING), step=number, lane="play") for number in range(4, 10 + UNREAD_ENVELOPES_MAX)
    ]
    for raw in far:
        company.say(ben.name, raw)
        company.say(ben.name, raw)  # most letters come twice: the second one takes no room
    assert ben.session.unread == tuple(far[:UNREAD_ENVELOPES_MAX])


def test_of_the_step_asked_for_only_what_is_not_held_is_sent() -> None:
    company, mover, (first, _) = at_a_turn()
    step = next(number for number, said in enumerate(first.session.closed) if len(said) == 3)
    for held in (0b000, 0b001, 0b101, 0b111):
        effects = company.hear(first.name, Want(company.meeting.id, step, held), mover.name)
        told = [effect.talk.envelope for effect in effects if isinstance(effect, Tell) and isinstance(effect.talk, Say)]
        missing = [raw for seat, raw in sorted(first.session.closed[step].items()) if not held >> seat & 1]
        assert told[: len(missing)] == missing
        assert not set(told) & {raw for seat, raw in first.session.closed[step].items() if held >> seat & 1}
        company.post.clear()


def test_our_own_words_on_another_history_are_never_said() -> None:
    """A journal that remembers words which do not follow what was closed here is another game's, or damaged."""
    company = Company.make(RACE, 2).sit()
    (mover,) = company.deciding()
    (move,) = uttered(company.intend(mover.name), "move")
    fresh = Company.make(RACE, 2).sit()
    again = fresh[mover.name]
    bent = changed(again.session, move, prev=some_bytes("another history"))
    again.session = replace(again.session, spoken={again.session.where: {"play": bent}})
    with refused(Code.OTHER_HISTORY):
        advancing.go_on(again.session)
