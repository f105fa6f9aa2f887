"""The journal of one game: everything needed to go on after a crash, and to say the same bytes again.

Private (0600): it holds the game's master secret and what we decided but have not shown. Written in records, appended;
a torn last one is dropped on reading. A journal that is damaged otherwise is kept aside and never gone on with: whoever
forgot what it has said might say something else. Rule: before an envelope of ours leaves, the journal durably
holds it and all envelopes it stands on, with one `fsync`. A lock keeps a second process away. It appears under its name
with its first record inside, and when the game is over it loses its name before its secret is overwritten: whatever has
the name can be read, at whatever moment its owner was killed.
"""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import dataclass, field
from time import perf_counter
from typing import IO, TYPE_CHECKING, Annotated, Any

import trio

from ..crypto.identity import check_signature
from ..crypto.tags import Tag
from ..errors import BadInput, Code, Refused
from ..limits import SEATS_MAX, SYNC_QUICK_S, VOUCH_STEPS
from ..rules.answer import read_move
from ..session.agreement import Meeting
from ..session.event import Begun, Heard, Remembered
from ..session.message import Accuse, People, Say, Terms
from ..session.removal import Removal
from ..session.replica import Me, Session
from ..session.session import step
from ..text import _
from ..wire.codec import decode, encode_known
from ..wire.envelope import VERSION, read_envelope, version_of
from ..wire.framing import frame_end
from ..wire.message import AnyPlain, Count, Digest, RawEnvelope, RawEvidence, Vocabulary, message
from ..wire.shape import AtMost, Between
from .home import open_private, sync_folder, telling_faults
from .lock import take_lock
from .record_file import checked, next_check, read_records
from .vouching import Voucher

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from ..crypto.group import Group
    from ..crypto.identity import Identity
    from ..session.agreement import AnyGame
    from ..session.event import Effect

SUFFIX = ".journal"
_BEGINNING = ".part"  # a journal before its first record is durable
_ENDING = ".erased"  # one whose game is over, until it is gone
_DAMAGED = ".damaged"  # one that cannot be read, kept for whoever can
# 1: records without checks; 2: with checks; 3: marks that vouch for closed steps; 4: names; 5: removals, helms
FORMAT = 5

JOURNAL = Vocabulary("journal")


@message(JOURNAL, "game")
class JournalGame:
    """The first record."""

    format: Annotated[int, Between(FORMAT, FORMAT)]
    terms: Terms
    call: Digest
    people: People
    nonce: Digest
    master: Digest


@message(JOURNAL, "kept")
class Kept:
    """A move we decided on, before anything of it was sent."""

    step: Count
    move: AnyPlain
    helm: Annotated[int, Between(0, 1)]


@message(JOURNAL, "uttered")
class Uttered:
    """An envelope of ours."""

    envelope: RawEnvelope


@message(JOURNAL, "closed")
class Closed:
    """An envelope of a closed step, ours or another's; by step, then by seat."""

    envelope: RawEnvelope


@message(JOURNAL, "removed")
class Removed:
    """We went on without somebody, or were removed: whatever is above of this step and later ones is taken back."""

    epoch: Count
    step: Count
    attempt: Count
    missing: Count
    confirms: Annotated[tuple[RawEnvelope, ...], AtMost(SEATS_MAX)]


@message(JOURNAL, "judged")
class Judged:
    """All closed steps above, so many, were judged by the program that wrote them (vouching.py)."""

    steps: Count
    history: Digest
    mark: Digest


@message(JOURNAL, "claimed")
class Claimed:
    """A word that ended the table before its time: of leaving, or of another state."""

    envelope: RawEnvelope


@message(JOURNAL, "accused")
class Accused:
    """Evidence against somebody at the table."""

    evidence: RawEvidence


_UTTERED, _CLOSED = JOURNAL.kind(Uttered(b"")), JOURNAL.kind(Closed(b""))
_FIELDS = {kind: len(JOURNAL.fields(kind)) for kind in JOURNAL.kinds}


@dataclass(slots=True)
class Memory:
    """What a journal remembers."""

    meeting: Meeting
    nonce: bytes
    master: bytes
    decided: list[Kept] = field(default_factory=list)
    uttered: list[bytes] = field(default_factory=list)
    closed: list[bytes] = field(default_factory=list)
    claimed: list[bytes] = field(default_factory=list)
    accused: list[bytes] = field(default_factory=list)
    judged: Judged | None = None  # the last one
    removals: list[Removal] = field(default_factory=list)

    def take_back(self, removal: Removal) -> None:
        """What was closed and decided from its step on does not count any more."""
        self.removals.append(removal)
        self.closed = [raw for raw in self.closed if read_envelope(raw).content.step < removal.step]
        self.decided = [kept for kept in self.decided if kept.step < removal.step]

    def wake(self, game: AnyGame, group: Group, identity: Identity) -> tuple[Session, list[Effect]]:
        """The session as it was, and what it wishes for first: our last words are said again.

        Raises `Refused` where these are not our words: a slot that we had filled would look empty.
        """
        session = Session.make(self.meeting, game, group, Me(identity, self.master, self.nonce))
        decided = tuple((kept.step, read_move(kept.move), kept.helm) for kept in self.decided)
        session, _wishes = step(session, Remembered(tuple(self.uttered), decided, tuple(self.removals)))
        session, effects = step(session, self._begun(Voucher(identity, self.meeting.id)))
        known = {raw for said in session.closed for raw in said.values()}
        for raw in self.uttered:
            if raw not in known:
                said = read_envelope(raw)
                check_signature(identity.public, Tag.SIGNED_ENVELOPE, said.signed, said.signature)
        meeting = session.meeting.id
        rest = [raw for raw in self.closed if raw not in known]
        talks: list[Say | Accuse] = [Say(meeting, raw) for raw in (*rest, *self.claimed)]
        talks += [Accuse(meeting, evidence) for evidence in self.accused]
        for talk in talks:
            session, more = step(session, Heard(b"", talk))
            effects += more
        return session, effects

    def _begun(self, voucher: Voucher) -> Begun:
        """With the steps that need not be judged again: up to the last mark, if that is ours."""
        judged = self.judged
        if judged is None or not voucher.knows(judged.mark, judged.steps, judged.history):
            return Begun()
        once = tuple(dict.fromkeys(self.closed))  # a step whose end was torn off is there again, behind its beginning
        return Begun(once, judged.steps, judged.history)


class Journal:
    """An open journal, locked. `fail_point` is called before whatever changes a file: tests let it fail there."""

    def __init__(
        self,
        file: IO[bytes],
        path: Path,
        fail_point: Callable[[str], None] | None = None,
        check: bytes | None = b"",
    ) -> None:
        self._file = file
        self.path = path
        self._check = check  # of the last record; None in a journal without checks
        self._vouched = 0  # how many steps the last mark of this run is about
        self.sync_s = 0.0  # how long the last sync took
        self._fail_point = fail_point or (lambda where: None)

    @classmethod
    def create(cls, path: Path, session: Session, fail_point: Callable[[str], None] | None = None) -> Journal:
        """A new journal for a session that has not begun; `BadInput` where there is one already."""
        me = session.me
        assert me is not None
        if path.exists():
            raise BadInput(_("there is a journal {name} already.", name=path.name))
        meeting = session.meeting
        part = path.with_suffix(_BEGINNING)
        with telling_faults(path):
            _sweep(path.parent)
            part.unlink(missing_ok=True)
            journal = cls(open_private(part), part, fail_point)
        try:
            journal._write(JournalGame(FORMAT, meeting.terms, meeting.call, meeting.people, me.nonce, me.master))
            journal.sync()
            journal._fail_point("name")
            journal.close()
            with telling_faults(path):
                part.replace(path)
                sync_folder(path.parent)
        except BaseException:  # a journal without its first record would be of no use to anybody
            journal.close()
            part.unlink(missing_ok=True)
            raise
        journal, _memory = cls.open(path, fail_point)
        return journal

    @classmethod
    def open(cls, path: Path, fail_point: Callable[[str], None] | None = None) -> tuple[Journal, Memory]:
        """An existing journal and what it remembers; a torn tail is cut off. `BadInput` where it is none, or in use."""
        try:
            file = os.fdopen(os.open(path, os.O_RDWR | os.O_APPEND), "r+b", buffering=0)
        except OSError as fault:
            raise BadInput(
                _("the journal {name} cannot be opened: {strerror}.", name=path.name, strerror=fault.strerror)
            ) from None
        _lock(file, path)
        raw = file.read()
        try:
            _check_format(raw)
            records = read_records(raw, _FIELDS)
            memory = _read(records.payloads)
            _check_protocol([*memory.uttered, *memory.closed])
        except Refused as refused:
            file.close()
            raise unusable(path, refused) from None
        if records.size < len(raw):
            file.truncate(records.size)
        return cls(file, path, fail_point, records.check), memory

    def keep(self, step_number: int, move: Any, helm: int = 0) -> None:
        self._write(Kept(step_number, move, helm))

    def write_utterance(self, envelope: bytes) -> None:
        """Our envelope; it may leave after the next `sync`, which covers everything before it too."""
        self._write_envelopes(_UTTERED, (envelope,))

    def close_step(self, envelopes: tuple[bytes, ...]) -> None:
        self._write_envelopes(_CLOSED, envelopes)

    def remove(self, removal: Removal) -> None:
        self._vouched = min(self._vouched, removal.step)  # later steps may be taken back
        self._write(Removed(*removal))

    def vouch(self, steps: int, history: bytes, voucher: Voucher) -> None:
        """All closed steps so far were judged by us: whoever wakes up need not do it again. Now and then is enough."""
        if steps >= self._vouched + VOUCH_STEPS:
            self._vouched = steps
            self._write(Judged(steps, history, voucher.mark(steps, history)))

    def end(self, claims: Iterable[bytes]) -> None:
        """Who left, and why the table stopped: whoever comes back knows it without the others."""
        self._write(*(Claimed(envelope) for envelope in claims))

    def accuse(self, evidence: bytes) -> None:
        """What proves somebody guilty, at a table that plays, has ended or is finished."""
        self._write(Accused(evidence))

    def sync(self) -> None:
        self._fail_point("sync")
        began_s = perf_counter()
        with telling_faults(self.path):
            os.fsync(self._file.fileno())
        self.sync_s = perf_counter() - began_s

    async def sync_soon(self) -> None:
        """In place while the disk is quick. Once it was slow a thread waits for it, and links stay alive meanwhile."""
        if self.sync_s <= SYNC_QUICK_S:
            self.sync()
        else:
            await trio.to_thread.run_sync(self.sync)

    def close(self) -> None:
        self._file.close()

    def erase(self) -> None:
        """The game is over: the journal loses its name, its secret is overwritten, then it goes."""
        self._fail_point("erase")
        erased = self.path.with_suffix(_ENDING)
        self.close()
        with telling_faults(self.path), suppress(FileNotFoundError):  # somebody may have taken it away
            self.path.replace(erased)
            self._fail_point("overwrite")
            _overwrite(erased)

    def _write(self, *records: object) -> None:
        self._append([JOURNAL.encode(one) for one in records])

    def _write_envelopes(self, kind: str, envelopes: tuple[bytes, ...]) -> None:
        """As `_write`. They were signed by us or judged just now, and need not be looked through again."""
        self._append([encode_known((kind, envelope)) for envelope in envelopes])

    def _append(self, payloads: list[bytes]) -> None:
        self._fail_point("write")
        data = b"".join(map(self._checked, payloads))
        with telling_faults(self.path):
            while data:  # a full disk or a signal may take only a part
                data = data[self._file.write(data) :]

    def _checked(self, payload: bytes) -> bytes:
        if self._check is not None:
            self._check = next_check(self._check, payload)
        return checked(payload, self._check)


def unusable(path: Path, refused: Refused) -> BadInput:
    """Says why a journal cannot be gone on with. A damaged one is put aside; another version's stays as it is."""
    if refused.code is Code.WRONG_VERSION:
        return BadInput(
            _(
                "the journal {name} comes from another version of this program: {sentence} It is left as it is: "
                "resume the game with that version.",
                name=path.name,
                sentence=refused.sentence,
            )
        )
    aside = path.with_suffix(_DAMAGED)
    kept = _("It stays where it is.")
    with suppress(OSError):
        path.replace(aside)
        kept = _("It is kept as {name}.", name=aside.name)
    damaged = _("the journal {name} is damaged: {sentence}", name=path.name, sentence=refused.sentence)
    why = _(
        "Your program may no longer know what it has said, so it cannot resume this game; the others can end it "
        "without you."
    )
    return BadInput(f"{damaged} {kept} {why}")


def _check_format(raw: bytes) -> None:
    """Raises `wrong-version` where a journal is of another format than ours, told by its first record alone.

    In every format the first record is checked in the same way: a damaged number is no other version.
    """
    first = read_records(raw[: frame_end(raw, 0)], _FIELDS).payloads if raw else []
    match decode(first[0]) if first else None:
        case ("game", int(number), *_) if number != FORMAT:
            newer = _("Its format is {number}, newer than {ours}.", number=number, ours=FORMAT)
            older = _("Its format is {number}, older than {ours}.", number=number, ours=FORMAT)
            raise Refused(Code.WRONG_VERSION, newer if number > FORMAT else older)


def _check_protocol(envelopes: list[bytes]) -> None:
    """Raises `wrong-version` where all of them are of one other version of the protocol: the file is whole, and not
    for us. Where only some are, it is damaged, and whoever reads them says so."""
    number = version_of(envelopes[0]) if envelopes else None
    if number in (None, VERSION) or any(version_of(raw) != number for raw in envelopes):
        return
    assert number is not None
    newer = _("Its protocol is {number}, newer than {ours}.", number=number, ours=VERSION)
    older = _("Its protocol is {number}, older than {ours}.", number=number, ours=VERSION)
    raise Refused(Code.WRONG_VERSION, newer if number > VERSION else older)


def _read(frames: list[bytes]) -> Memory:
    """What the records say; raises `Refused` where they are not a journal's."""
    if not frames:
        raise Refused(Code.MALFORMED, _("It is empty."))
    first = JOURNAL.decode(frames[0])
    if not isinstance(first, JournalGame):
        raise Refused(Code.MALFORMED, _("It does not begin with a game."))
    memory = Memory(Meeting(first.terms, first.call, first.people), first.nonce, first.master)
    for payload in frames[1:]:
        match JOURNAL.decode(payload):
            case Kept() as kept:
                memory.decided.append(kept)
            case Uttered(envelope):
                memory.uttered.append(envelope)
            case Closed(envelope):
                memory.closed.append(envelope)
            case Removed() as removed:
                memory.take_back(Removal(*[getattr(removed, name) for name in Removal._fields]))
            case Judged() as judged:
                memory.judged = judged
            case Claimed(envelope):
                memory.claimed.append(envelope)
            case Accused(evidence):
                memory.accused.append(evidence)
            case _:
                raise Refused(Code.MALFORMED, _("A second game begins in it."))
    return memory


def _lock(file: IO[bytes], path: Path) -> None:
    """Takes the journal for this process alone; `BadInput` where another one has it."""
    if not take_lock(file.fileno()):
        file.close()
        raise BadInput(_("the game {stem} is being played by another program on this machine.", stem=path.stem))


def _sweep(folder: Path) -> None:
    """Takes away what others left who were killed while they erased a journal."""
    for left in folder.glob(f"*{_ENDING}"):
        _overwrite(left)


def _overwrite(path: Path) -> None:
    with suppress(FileNotFoundError):  # another program of ours may sweep the same folder
        with path.open("r+b") as out:
            out.write(bytes(path.stat().st_size))
            out.flush()
            os.fsync(out.fileno())
        path.unlink()
