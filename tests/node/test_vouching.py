"""Whoever goes on with a game judges again what no mark of their own vouches for, and nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.node.players import GROUP, Keep, RecordStep, Room, Utter, secret, sessions
from tests.node.test_journal import OURS
from tests.tinygames import HARBOUR, MUTINY, SCREENS
from tortuga_p2p.crypto import zone
from tortuga_p2p.crypto.identity import Identity
from tortuga_p2p.errors import BadInput
from tortuga_p2p.limits import VOUCH_STEPS
from tortuga_p2p.node import journal as journal_module
from tortuga_p2p.node import vouching
from tortuga_p2p.node.journal import FORMAT, Journal, Judged, Memory
from tortuga_p2p.node.record_file import checked, next_check, read_records
from tortuga_p2p.node.vouching import Voucher
from tortuga_p2p.session import position
from tortuga_p2p.session.phases import SessionPhase
from tortuga_p2p.testing.company import some_bytes
from tortuga_p2p.wire.codec import decode, encode
from tortuga_p2p.wire.envelope import VERSION, read_envelope

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from tortuga_p2p.session.agreement import AnyGame
    from tortuga_p2p.session.event import Effect
    from tortuga_p2p.session.replica import Session


class Story:
    """A whole game whose journal holds marks, as a node writes them."""

    def __init__(self, folder: Path, game: AnyGame = HARBOUR, seed: int = 5) -> None:
        self.game = game
        table = sessions(game, 3, seed)
        self.path = folder / "game.journal"
        me = table[OURS].me
        assert me is not None
        self.identity = me.identity
        self.voucher = Voucher(me.identity, table[OURS].meeting.id)
        journal = Journal.create(self.path, table[OURS])

        def watch(chair: int, effect: Effect) -> None:
            if chair == OURS:
                _write(journal, effect)
                if isinstance(effect, Utter):
                    written = room.table[OURS]
                    # A node writes what a step brought before it vouches for it; here effects come one by one.
                    if len(written.closed) == closed[0]:
                        journal.vouch(len(written.closed), written.history, self.voucher)
                if isinstance(effect, RecordStep):
                    closed[0] += 1

        closed = [0]
        room = Room(table, seed, watch)
        room.play()
        journal.close()
        self.session = room.table[OURS]

    def memory(self) -> Memory:
        journal, memory = Journal.open(self.path)
        journal.close()
        return memory

    def wake(self, memory: Memory | None = None, identity: Identity | None = None) -> Session:
        session, _ = (memory or self.memory()).wake(self.game, GROUP, identity or self.identity)
        return session


def _write(journal: Journal, effect: Effect) -> None:
    match effect:
        case Keep(number, move):
            journal.keep(number, move)
        case Utter(raw):
            journal.write_utterance(raw)
        case RecordStep(_, envelopes):
            journal.close_step(envelopes)


@pytest.fixture
def checks(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of all checks of signatures and proofs, as they are made."""
    made: list[str] = []

    def spy(name: str, call: Callable[..., Any]) -> Callable[..., Any]:
        def called(*args: Any, **more: Any) -> Any:
            made.append(name)
            return call(*args, **more)

        return called

    for module in (position, journal_module):
        monkeypatch.setattr(module, "check_signature", spy("signature", module.check_signature))
    for name in [name for name in vars(zone) if name.startswith("check_")]:
        monkeypatch.setattr(zone, name, spy(name, getattr(zone, name)))
    return made


def alike(one: Session, other: Session) -> bool:
    """Whether two sessions are one but for what only a journal remembers, and nods of closed steps, which none does."""
    skipped = {"spoken", "decisions", "sealed", "me", "nodded"}
    return {name: part for name, part in vars(one).items() if name not in skipped} == {
        name: part for name, part in vars(other).items() if name not in skipped
    }


@pytest.mark.parametrize("game", [SCREENS, HARBOUR, MUTINY], ids=lambda game: game.name)
def test_what_was_judged_before_is_not_judged_again(tmp_path: Path, game: AnyGame, checks: list[str]) -> None:
    story = Story(tmp_path, game)
    memory = story.memory()
    steps = len(story.session.closed) - 3
    memory.judged = Judged(steps, _history(story, steps), story.voucher.mark(steps, _history(story, steps)))
    unvouched = [raw for raw in memory.closed if read_envelope(raw).content.step >= steps]
    del checks[:]
    woken = story.wake(memory)
    assert len(checks) <= 4 * len(unvouched) + 4, "the tail, our own last words, and little else"
    few = len(checks)
    assert woken.phase is SessionPhase.SEALED
    assert alike(woken, story.session)
    memory.judged = None
    del checks[:]
    assert alike(story.wake(memory), woken), "and it comes to the same"
    assert len(checks) > 2 * few


@pytest.mark.parametrize("steps", [VOUCH_STEPS, 20, 30])
def test_a_mark_in_the_middle_vouches_for_the_steps_before_it(tmp_path: Path, steps: int, checks: list[str]) -> None:
    story = Story(tmp_path)
    memory = story.memory()
    history = _history(story, steps)
    memory.judged = Judged(steps, history, story.voucher.mark(steps, history))
    del checks[:]
    assert alike(story.wake(memory), story.session)
    others = [raw for raw in memory.closed if read_envelope(raw).content.step >= steps]
    assert checks.count("signature") <= len(others) + len(memory.uttered)
    assert checks.count("signature") >= len(others) - len(memory.uttered)


def _history(story: Story, steps: int) -> bytes:
    history = position.first_history(story.session.meeting.id)
    for said in story.session.closed[:steps]:
        history = position.next_history(history, said.values())
    return history


def _foreign(story: Story, judged: Judged) -> Judged:
    other = Voucher(Identity.from_seed(secret("somebody else")), story.session.meeting.id)
    return Judged(judged.steps, judged.history, other.mark(judged.steps, judged.history))


def _of_another_version(story: Story, judged: Judged) -> Judged:
    other = Voucher(story.identity, story.session.meeting.id, version="0.0.1")
    return Judged(judged.steps, judged.history, other.mark(judged.steps, judged.history))


def _of_another_meeting(story: Story, judged: Judged) -> Judged:
    other = Voucher(story.identity, secret("another meeting"))
    return Judged(judged.steps, judged.history, other.mark(judged.steps, judged.history))


def _for_more_steps(story: Story, judged: Judged) -> Judged:
    return Judged(judged.steps + 1, judged.history, judged.mark)


def _for_another_history(story: Story, judged: Judged) -> Judged:
    return Judged(judged.steps, _history(story, judged.steps - 1), judged.mark)


@pytest.mark.parametrize(
    "mark", [_foreign, _of_another_version, _of_another_meeting, _for_more_steps, _for_another_history]
)
def test_what_no_mark_of_ours_vouches_for_is_judged(
    tmp_path: Path, mark: Callable[[Story, Judged], Judged], checks: list[str]
) -> None:
    story = Story(tmp_path)
    memory = story.memory()
    assert memory.judged is not None
    memory.judged = mark(story, memory.judged)
    del checks[:]
    assert alike(story.wake(memory), story.session)
    assert checks.count("signature") >= len(memory.closed)


def test_a_closed_step_that_was_changed_behind_our_mark_is_not_believed(tmp_path: Path) -> None:
    """Somebody writes another envelope into the journal, checks and all: the mark is not for that history."""
    story = Story(tmp_path)
    target = next(
        raw for raw in story.memory().closed[12:] if raw not in story.memory().uttered and b"show" in raw[:200]
    )
    forged = bytearray(target)
    forged[-70] ^= 1  # in its proof; the signature stays
    payloads = [
        payload.replace(target, bytes(forged)) for payload in read_records(story.path.read_bytes(), _FIELDS).payloads
    ]
    story.path.write_bytes(_checked(payloads))
    woken = story.wake()
    assert woken.position.step == read_envelope(target).content.step, "the game stands where the words are missing"
    assert bytes(forged) not in {raw for said in woken.closed for raw in said.values()}


def test_the_very_last_step_behind_our_mark_is_not_believed_either_if_it_was_changed(tmp_path: Path) -> None:
    """No later envelope stands on it: only the mark's own history tells."""
    story = Story(tmp_path)
    memory = story.memory()
    last = 20
    memory.judged = Judged(last, _history(story, last), story.voucher.mark(last, _history(story, last)))
    memory.closed = [raw for raw in memory.closed if read_envelope(raw).content.step < last]
    target = next(raw for raw in reversed(memory.closed) if raw not in memory.uttered)
    assert read_envelope(target).content.step == last - 1
    forged = target[:-1] + bytes([target[-1] ^ 1])
    memory.closed = [forged if raw == target else raw for raw in memory.closed]
    assert story.wake(memory).position.step == last - 1, "it is judged, and its signature is none"


_FIELDS = journal_module._FIELDS


def _checked(payloads: Iterable[bytes]) -> bytes:
    check, out = b"", []
    for payload in payloads:
        check = next_check(check, payload)
        out.append(checked(payload, check))
    return b"".join(out)


def test_marks_are_few(tmp_path: Path) -> None:
    story = Story(tmp_path)
    payloads = read_records(story.path.read_bytes(), _FIELDS).payloads
    marks = [payload for payload in payloads if payload[2:8] == b"judged"]
    assert 1 < len(marks) <= len(story.session.closed) / VOUCH_STEPS


def test_a_mark_is_for_one_owner_one_meeting_one_history_and_so_many_steps() -> None:
    ana, ben = (Identity.from_seed(some_bytes(name)) for name in ("ana", "ben"))
    voucher = Voucher(ana, bytes(32))
    mark = voucher.mark(7, b"h" * 32)
    assert voucher.knows(mark, 7, b"h" * 32)
    assert not voucher.knows(mark, 8, b"h" * 32)
    assert not voucher.knows(mark, 7, b"i" * 32)
    for other in (Voucher(ben, bytes(32)), Voucher(ana, b"1" * 32), Voucher(ana, bytes(32), "another version")):
        assert not other.knows(mark, 7, b"h" * 32)


def test_a_mark_says_nothing_to_whoever_reads_it(tmp_path: Path) -> None:
    assert repr(Voucher(Identity.from_seed(secret(1)), secret(2))) == "<secret>"
    marks = {Voucher(Identity.from_seed(secret(one)), secret(2)).mark(3, secret(4)) for one in range(5)}
    assert len(marks) == 5
    assert {len(mark) for mark in marks} == {vouching.MARK_BYTES}


# --- another version's -----------------------------------------------------------------------------------------------


def test_a_journal_of_a_later_format_is_called_that_and_stays_as_it_is(tmp_path: Path) -> None:
    story = Story(tmp_path)
    payloads = read_records(story.path.read_bytes(), _FIELDS).payloads
    payloads[0] = payloads[0].replace(bytes([0xA4, *b"game", FORMAT]), bytes([0xA4, *b"game", FORMAT + 1]), 1)
    raw = _checked(payloads[:1]) + b"records of a kind that nobody knows yet"
    story.path.write_bytes(raw)
    words = rf"another version.*format is {FORMAT + 1}, newer than {FORMAT}.*left as it is.* that version"
    with pytest.raises(BadInput, match=words) as told:
        story.memory()
    assert "damaged" not in str(told.value)
    assert [file.name for file in tmp_path.iterdir()] == ["game.journal"]
    assert story.path.read_bytes() == raw


def test_a_journal_with_words_of_another_version_is_called_that_and_stays_as_it_is(tmp_path: Path) -> None:
    """Only the number in every envelope is another: the rest of the file is as ours would write it."""
    story = Story(tmp_path)
    payloads = []
    for payload in read_records(story.path.read_bytes(), _FIELDS).payloads:
        said: Any = decode(payload)
        if said[0] in ("uttered", "closed"):
            said = (said[0], said[1][:1] + bytes([VERSION + 1]) + said[1][2:])
        payloads.append(encode(said))
    story.path.write_bytes(_checked(payloads))
    words = rf"another version of this program: .*{VERSION + 1}, newer than {VERSION}.*left as it is"
    with pytest.raises(BadInput, match=words):
        story.memory()
    assert [file.name for file in tmp_path.iterdir()] == ["game.journal"]
