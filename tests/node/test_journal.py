"""A journal brings a game back from any moment, and whoever comes back says the same bytes again."""

from __future__ import annotations

import io
import os
import stat
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from tests.node.players import GROUP, Keep, RecordStep, Room, Utter, sessions
from tests.tinygames import MUTINY, SCREENS
from tortuga_p2p.bots.chance import SeededDraw
from tortuga_p2p.crypto.tags import Tag
from tortuga_p2p.errors import BadInput, Refused
from tortuga_p2p.node.files import GameFiles
from tortuga_p2p.node.journal import _FIELDS, Journal, Memory
from tortuga_p2p.node.record_file import checked, next_check, read_records
from tortuga_p2p.session.event import Farewell, Heard, Impatience, Intent, Tick
from tortuga_p2p.session.message import Say
from tortuga_p2p.session.phases import SessionPhase
from tortuga_p2p.session.session import step
from tortuga_p2p.session.table import FIRST_STEP
from tortuga_p2p.wire.envelope import read_envelope, sign_envelope

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tortuga_p2p.session.event import Effect
    from tortuga_p2p.session.replica import Session
    from tortuga_p2p.wire.envelope import Slot

OURS = 0  # the chair whose journal is kept


def writer(journal: Journal, said: list[bytes] | None = None) -> Callable[[int, Effect], None]:
    """Writes what our chair decides, says and sees closed; whatever it says is added to `said`."""

    def watch(chair: int, effect: Effect) -> None:
        if chair != OURS:
            return
        match effect:
            case Keep(number, move):
                journal.keep(number, move)
            case Utter(raw):
                journal.write_utterance(raw)
                journal.sync()
                if said is not None:
                    said.append(raw)
            case RecordStep(_, envelopes):
                journal.close_step(envelopes)

    return watch


def play_with_journal(
    folder: Path, seed: int = 3, game: object = SCREENS, nods: dict[int, list[bytes]] | None = None
) -> tuple[list[Session], list[bytes], Path]:
    """A whole game; the sessions at its end, every envelope of our chair, and the journal. Nods are added by step."""
    table = sessions(game, 3, seed)  # type: ignore[arg-type]
    path = folder / "game.journal"
    journal = Journal.create(path, table[OURS])
    ours: list[bytes] = []
    write = writer(journal, ours)

    def watch(chair: int, effect: Effect) -> None:
        write(chair, effect)
        if nods is not None and isinstance(effect, Utter) and _kind(effect.raw) == "nod":
            nods.setdefault(read_envelope(effect.raw).content.step, []).append(effect.raw)

    room = Room(table, seed, watch)
    room.play()
    journal.close()
    return room.table, ours, path


@pytest.mark.parametrize("game", [SCREENS, MUTINY], ids=lambda game: game.name)
def test_a_journal_cut_anywhere_never_lets_us_say_something_else(tmp_path: Path, game: object) -> None:
    nods: dict[int, list[bytes]] = {}
    table, ours, path = play_with_journal(tmp_path, game=game, nods=nods)
    whole = path.read_bytes()
    said = {read_envelope(raw).content.slot: raw for raw in ours}
    everything = [
        raw for number, closed in enumerate(table[OURS].closed) for raw in (*nods.pop(number, ()), *closed.values())
    ]
    assert not nods, "a nod of a step that there never was"
    me = table[OURS].me
    assert me is not None
    files = GameFiles(tmp_path, "game")
    files.begin(table[OURS].meeting, table[OURS].closed)
    transcript = files.transcript.read_bytes()
    for cut in (*range(len(whole) // 25, len(whole), len(whole) // 25), *_within_closed_steps(whole)):
        path.write_bytes(whole[:cut])
        try:
            journal, memory = Journal.open(path)
        except BadInput:
            assert cut < 700, "only a journal without its first record is of no use"
            continue
        journal.close()
        session, effects = memory.wake(table[OURS].position.agreement.game, GROUP, me.identity)  # type: ignore[union-attr]
        files.begin(session.meeting, session.closed)
        known = len(effects)
        session, effects = _finish(session, effects, everything, said)
        assert session.phase is SessionPhase.SEALED
        for effect in effects[known:]:
            if isinstance(effect, RecordStep):
                files.append(effect.envelopes, seals=_kind(effect.envelopes[0]) == "seal")
        files.close()
        assert files.transcript.read_bytes() == transcript, f"cut at byte {cut}: another transcript"
        for effect in effects:
            if isinstance(effect, Utter):
                assert effect.raw in ours, f"cut at byte {cut}: a second message for one slot"


def _kind(raw: bytes) -> str:
    return read_envelope(raw).content.kind


def _within_closed_steps(whole: bytes) -> list[int]:
    """Right behind the first envelope of some closed steps, where the others of the same step are missing."""
    ends, at, before = [], 0, b""
    while at < len(whole):
        payload = whole[at + 4 : at + 4 + int.from_bytes(whole[at : at + 4], "big")]
        at += 4 + len(payload)
        if b"closed" in payload[:9] and b"closed" not in before[:9]:
            ends.append(at)
        before = payload
    return ends[:: len(ends) // 8]


def _finish(
    session: Session, effects: list[Effect], everything: list[bytes], said: dict[Slot, bytes]
) -> tuple[Session, list[Effect]]:
    """Others tell us what was said; decisions that our journal has lost are taken as they were taken before."""
    own = session.me.identity.public if session.me else b""
    for raw in everything:
        content = read_envelope(raw).content
        while len(session.moves) and session.position.step == content.step:
            before = session.position.step
            session, more = step(session, Intent(_decision(session, said)))
            effects = effects + more
            if session.position.step != before or not len(session.moves):
                break
        table = session.table
        if table is None or table.agreement.identities[content.seat] != own:
            session, more = step(session, Heard(b"", Say(session.meeting.id, raw)))
            effects = effects + more
    return session, effects


def _decision(session: Session, said: dict[Slot, bytes]):  # type: ignore[no-untyped-def]
    """The move that our message of this step, or the reveal of it, carried."""
    from tortuga_p2p.rules.answer import read_move

    table = session.table
    assert table is not None
    slot = table.slot(session.own_seat)
    for later in (slot, slot._replace(step=slot.step + 1)):
        if later in said:
            content = read_envelope(said[later]).content
            if content.kind in ("move", "reveal"):
                deed = content.body[-1]  # type: ignore[index]
                return read_move(deed[:3])  # type: ignore[index]
    raise AssertionError("nothing was decided here")


def test_a_journal_is_for_its_owner_alone(tmp_path: Path) -> None:
    _, _, path = play_with_journal(tmp_path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_second_program_cannot_open_a_journal_in_use(tmp_path: Path) -> None:
    _, _, path = play_with_journal(tmp_path)
    journal, _ = Journal.open(path)
    with pytest.raises(BadInput, match="another program"):
        Journal.open(path)
    journal.close()
    again, _ = Journal.open(path)
    again.close()


# --- torn, or damaged ----------------------------------------------------------------------------------------------


def starts(raw: bytes) -> list[int]:
    """Where the records of a journal begin."""
    found, at = [], 0
    while at < len(raw):
        found.append(at)
        at += 4 + int.from_bytes(raw[at : at + 4], "big")
    return found


def in_format_1(raw: bytes) -> bytes:
    """The same journal as it was written when records had no checks."""
    ends = [*starts(raw)[1:], len(raw)]
    payloads = [raw[start + 4 : end - 8] for start, end in zip(starts(raw), ends, strict=True)]
    payloads[0] = payloads[0].replace(b"\xa4game\x05", b"\xa4game\x01", 1)
    return b"".join(len(payload).to_bytes(4, "big") + payload for payload in payloads)


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """The journal of a whole game."""
    _, _, path = play_with_journal(tmp_path)
    return path


def remembered(path: Path) -> Memory:
    journal, memory = Journal.open(path)
    journal.close()
    return memory


def test_a_journal_of_an_older_format_stays_as_it_is(kept: Path) -> None:
    raw = in_format_1(kept.read_bytes())
    kept.write_bytes(raw)
    with pytest.raises(BadInput, match=r"another version of this program: Its format is 1, older than 5\."):
        Journal.open(kept)
    assert kept.read_bytes() == raw


def test_a_journal_is_gone_on_with(kept: Path) -> None:
    before = remembered(kept)
    journal, _ = Journal.open(kept)
    journal.keep(9, ((1,), (), ()))
    journal.close()
    assert len(remembered(kept).decided) == len(before.decided) + 1


def test_a_tail_torn_anywhere_is_cut_off(kept: Path) -> None:
    whole = kept.read_bytes()
    places = starts(whole)
    payloads = {whole[at + 5 : at + 12].strip(b"\xa4\xa6\xa7")[:4] for at in places[-40:]}
    assert payloads >= {b"kept", b"clos", b"utte"}
    for start, end in zip(places[-40:-1], places[-39:], strict=True):
        kept.write_bytes(whole[:start])
        before = remembered(kept)
        for cut in {*range(start, min(start + 24, end)), *range(start, end, 97), end - 1}:
            kept.write_bytes(whole[:cut])
            assert remembered(kept) == before
            assert kept.stat().st_size == start


def test_a_tail_that_was_never_written_is_cut_off(kept: Path) -> None:
    """A machine that loses its power may leave a file that has grown, with nothing in it."""
    before, size = remembered(kept), kept.stat().st_size
    with kept.open("ab") as file:
        file.write(bytes(4096))
    assert remembered(kept) == before
    assert kept.stat().st_size == size


def is_refused(path: Path, raw: bytes) -> None:
    """It is told in a sentence, and nothing of it is lost."""
    path.write_bytes(raw)
    with pytest.raises(BadInput, match=r"game\.journal is damaged.* is kept as game\.damaged.* cannot resume"):
        Journal.open(path)
    assert not path.exists()
    assert path.with_suffix(".damaged").read_bytes() == raw


def test_a_damaged_length_is_no_torn_tail(kept: Path) -> None:
    whole = kept.read_bytes()
    for start in (*starts(whole)[:9], *starts(whole)[-60:]):
        for bit in range(32):
            raw = bytearray(whole)
            raw[start + bit // 8] ^= 1 << bit % 8
            is_refused(kept, bytes(raw))


@pytest.mark.parametrize("size", [1, 2, 300])
def test_damage_anywhere_is_found(tmp_path: Path, size: int) -> None:
    _, _, path = play_with_journal(tmp_path)
    whole = path.read_bytes()
    draw = SeededDraw(size)
    for _ in range(300):
        raw, at = bytearray(whole), draw.below(len(whole) - size)
        raw[at : at + size] = bytes(byte ^ (1 + draw.below(255)) for byte in raw[at : at + size])
        is_refused(path, bytes(raw))


def test_words_that_are_not_ours_are_not_remembered_as_ours(tmp_path: Path) -> None:
    """A flipped bit in the number of a step would leave the step free for other words. Checks find accidents."""
    table, ours, path = play_with_journal(tmp_path)
    me, old = table[OURS].me, read_records(path.read_bytes(), _FIELDS).payloads
    assert me is not None
    said = read_envelope(ours[-1]).content
    other = sign_envelope(replace(said, step=said.step + 1), lambda raw: bytes(64)).raw[:-64] + ours[-1][-64:]
    assert len(other) == len(ours[-1])
    check, raw = b"", b""
    for payload in [one.replace(ours[-1], other) for one in old]:
        check = next_check(check, payload)
        raw += checked(payload, check)
    path.write_bytes(raw)
    with pytest.raises(Refused, match="signature"):
        remembered(path).wake(SCREENS, GROUP, me.identity)


def test_a_transcript_that_was_taken_away_is_said_in_words_and_written_again(tmp_path: Path) -> None:
    table, _, _ = play_with_journal(tmp_path)
    files = GameFiles(tmp_path, "game")
    files.begin(table[OURS].meeting, table[OURS].closed)
    whole = files.transcript.read_bytes()
    files.transcript.unlink()
    for wish in (files.sync, lambda: files.append((), seals=False)):
        with pytest.raises(BadInput, match=r"game\.tortuga was taken away\. Resume the game"):
            wish()
    assert not files.transcript.exists(), "a new file would lack its beginning"
    files.begin(table[OURS].meeting, table[OURS].closed)  # as whoever goes on with a game does
    files.sync()
    assert files.transcript.read_bytes() == whole


def test_an_erased_journal_leaves_nothing(tmp_path: Path) -> None:
    _, _, path = play_with_journal(tmp_path)
    journal, _ = Journal.open(path)
    journal.erase()
    assert os.listdir(tmp_path) == []


class Killed(BaseException):
    """A process ends here."""


@pytest.mark.parametrize("moment", ["erase", "overwrite"])
def test_whoever_is_killed_while_a_journal_is_erased_finds_it_whole_or_not_at_all(tmp_path: Path, moment: str) -> None:
    _, _, path = play_with_journal(tmp_path)

    def kill(where: str) -> None:
        if where == moment:
            raise Killed

    journal, before = Journal.open(path, kill)
    with pytest.raises(Killed):
        journal.erase()
    journal.close()
    if path.exists():
        journal, after = Journal.open(path)
        journal.close()
        assert after == before
    else:
        assert moment == "overwrite"
        other = tmp_path / "other.journal"
        Journal.create(other, sessions(SCREENS, 2, 9)[0]).close()
        assert [file.name for file in tmp_path.iterdir()] == [other.name], "the next game takes the secret away"


def test_a_journal_that_was_being_made_is_none_yet_and_is_in_nobody_s_way(tmp_path: Path) -> None:
    path = tmp_path / "game.journal"
    session = sessions(SCREENS, 2, 1)[0]

    def look(where: str) -> None:
        assert not path.exists(), f"before {where} it has its name"

    Journal.create(path, session, look).close()
    path.rename(path.with_suffix(".part"))  # as if it had been killed then
    journal = Journal.create(path, session)
    journal.close()
    assert os.listdir(tmp_path) == [path.name]


def _equivocation(table: list[Session], number: int, seat: int) -> bytes:
    """Another message of a seat for a slot that it has filled."""
    author = next(one for one in table if one.own_seat == seat)
    assert author.me is not None
    identity = author.me.identity
    content = read_envelope(author.closed[number][seat]).content
    return sign_envelope(replace(content, state=bytes(32)), lambda raw: identity.sign(Tag.SIGNED_ENVELOPE, raw)).raw


@pytest.mark.parametrize("kind", ["resigned", "evidence"])
def test_whoever_is_killed_after_a_table_stopped_comes_back_to_a_table_that_stopped(tmp_path: Path, kind: str) -> None:
    table = sessions(MUTINY, 2, 4)
    path = tmp_path / "game.journal"
    journal = Journal.create(path, table[OURS])

    class Cut(Room):
        def _decide(self) -> bool:
            return len(self.table[OURS].closed) < 8 and super()._decide()

    room = Cut(table, 4, writer(journal))
    room.play()
    ours = room.table[OURS]
    played = enumerate(ours.closed[FIRST_STEP:], FIRST_STEP)
    number, other = next((number, seat) for number, said in played for seat in said if seat != ours.own_seat)
    if kind == "resigned":
        leaver = next(chair for chair, one in enumerate(room.table) if one.own_seat == other)
        _, said = step(room.table[leaver], Farewell())
        raw = next(effect.raw for effect in said if isinstance(effect, Utter))
    else:
        raw = _equivocation(room.table, number, other)
    ours, _ = step(ours, Heard(b"", Say(ours.meeting.id, raw)))
    assert ours.ending is not None
    assert ours.ending.kind == kind
    journal.end(ours.ending.claims)
    for proof in ours.verdicts:
        journal.accuse(proof.evidence)
    journal.close()
    journal, memory = Journal.open(path)
    journal.close()
    assert ours.me is not None
    woken, _ = memory.wake(MUTINY, GROUP, ours.me.identity)
    assert (woken.phase, woken.ending) == (SessionPhase.ENDED, ours.ending)


def test_whoever_gave_up_everybody_and_was_killed_has_ended_his_table_or_has_said_nothing(tmp_path: Path) -> None:
    """Both words leave after they are stored: whatever of them a kill leaves, nobody goes on after the second."""
    table, path = sessions(SCREENS, 3, 4), tmp_path / "game.journal"
    journal = Journal.create(path, table[OURS])

    room = Sitting(table, 4, writer(journal))
    room.play()
    others = [raw for other in (1, 2) for raw in _decided(room.table[other])]
    room.do(OURS, Intent(room.table[OURS].moves[0]))
    patience_ms = 1000 * room.table[OURS].meeting.terms.patience_s
    for now_ms in (1, 1 + patience_ms):
        room.do(OURS, Tick(now_ms))
    before = path.stat().st_size
    ours, effects = step(room.table[OURS], Impatience())
    gone, confirm = (effect.raw for effect in effects if isinstance(effect, Utter))
    assert ours.ending is not None
    assert ours.ending.claims == (confirm,)
    journal.end(ours.ending.claims)  # as a node does it: first how it ended, then what is to be sent, then the sync
    for raw in (gone, confirm):
        journal.write_utterance(raw)
    journal.close()
    whole = path.read_bytes()
    for cut in (*range(before, len(whole), 20), len(whole)):
        path.write_bytes(whole[:cut])
        journal, memory = Journal.open(path)
        journal.close()
        assert ours.me is not None
        woken, _ = memory.wake(SCREENS, GROUP, ours.me.identity)
        if memory.claimed or memory.uttered[-1] in (gone, confirm):
            assert woken.ending == ours.ending, f"cut at byte {cut}"
            for raw in others:
                woken, effects = step(woken, Heard(b"", Say(woken.meeting.id, raw)))
                assert not [effect for effect in effects if isinstance(effect, Utter)]
        else:
            assert woken.phase is SessionPhase.PLAYING


class Sitting(Room):
    """Everybody sits down, and nobody decides anything."""

    def _decide(self) -> bool:
        return False


def _decided(session: Session) -> list[bytes]:
    """What somebody says who decides now."""
    _, effects = step(session, Intent(session.moves[0]))
    return [effect.raw for effect in effects if isinstance(effect, Utter)]


def test_a_write_that_fails_stops_before_anything_leaves(tmp_path: Path) -> None:
    table = sessions(SCREENS, 2, 1)

    def fail(where: str) -> None:
        if where == "sync":
            raise OSError(28, "No space left on device")

    with pytest.raises(OSError, match="No space"):
        Journal.create(tmp_path / "full.journal", table[0], fail)
    assert os.listdir(tmp_path) == []


def test_a_journal_that_cannot_be_made_is_told_in_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"new\.journal cannot be written"):
        Journal.create(tmp_path / "gone" / "new.journal", sessions(SCREENS, 2, 1)[0])


# --- what the disk really has ----------------------------------------------------------------------------------


class Sips(io.FileIO):
    """A disk that takes a few bytes at a time, as a system may."""

    def write(self, data: Any) -> int:
        return super().write(bytes(data)[:7])


def test_what_a_disk_takes_in_several_sips_is_written_to_the_end(tmp_path: Path) -> None:
    (session, *_) = sessions(SCREENS, 2, 1)
    path = tmp_path / "game.journal"
    Journal.create(path, session).close()
    envelopes = tuple(bytes([number]) * 200 for number in range(1, 4))
    journal, _ = Journal.open(path)
    journal._file.close()
    journal._file = Sips(path, "a+b")
    journal.close_step(envelopes)
    journal.close()
    again, memory = Journal.open(path)
    again.close()
    assert memory.closed == list(envelopes)


def test_nothing_of_ours_leaves_before_the_disk_has_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was written and not synced is lost with the power: only what an `fsync` has seen counts."""
    table = sessions(SCREENS, 2, 5)
    path = tmp_path / "game.journal"
    safe = b""

    def fsync(number: int, really: Callable[[int], None] = os.fsync) -> None:
        nonlocal safe
        really(number)
        if path.exists() and os.path.samestat(os.fstat(number), path.stat()):
            safe = path.read_bytes()

    monkeypatch.setattr(os, "fsync", fsync)
    journal = Journal.create(path, table[OURS])
    ours: list[bytes] = []
    write = writer(journal, ours)

    def watch(chair: int, effect: Effect) -> None:
        write(chair, effect)
        if chair == OURS and isinstance(effect, Utter):
            assert effect.raw in safe, "it would leave now, and could be lost"

    Room(table, 5, watch).play()
    journal.close()
    assert len(ours) > 5


def test_a_new_journal_is_on_the_disk_with_its_secret_before_it_has_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And its folder is synced afterwards: a name that is lost with the power is a game that cannot be gone on with."""
    synced: list[str] = []

    def fsync(number: int, really: Callable[[int], None] = os.fsync) -> None:
        really(number)
        synced.append("folder" if stat.S_ISDIR(os.fstat(number).st_mode) else f"{os.fstat(number).st_size > 100}")

    monkeypatch.setattr(os, "fsync", fsync)
    (session, *_) = sessions(SCREENS, 2, 1)
    named: list[list[str]] = []
    path = tmp_path / "game.journal"
    Journal.create(path, session, lambda where: named.append(list(synced)) if where == "name" else None).close()
    assert named == [["True"]], "its record was synced before it is named"
    assert synced == ["True", "folder"]
