"""The journal of one game: everything needed to go on after a crash, and to say the same bytes again.

Private (0600): it holds the game's master secret and what we decided but have not shown. Written in frames, appended;
a torn last frame is dropped on reading. Rule: before an envelope of ours leaves, the journal durably holds it and all
envelopes it stands on, with one `fsync`. A lock keeps a second process away. Deleted when the game is finished and
sealed, and the secret with it.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import IO, TYPE_CHECKING, Annotated, Any

from ..errors import BadInput, Code, Refused
from ..limits import ENVELOPE_BYTES_MAX, SEATS_MAX, SEATS_MIN
from ..rules.answer import read_move
from ..session.agreement import Meeting
from ..session.event import Begun, Heard, Remembered
from ..session.message import Enter, Say, Terms
from ..session.replica import Me, Session
from ..session.session import step
from ..wire.framing import Framer, frame
from ..wire.message import AnyPlain, Count, Digest, PublicKey, Vocabulary, message, record
from ..wire.shape import AtMost, Between
from .home import telling_faults
from .lock import take_lock

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from ..crypto.group import Group
    from ..crypto.identity import Identity
    from ..session.agreement import AnyGame
    from ..session.event import Effect

SUFFIX = ".journal"
FORMAT = 1

JOURNAL = Vocabulary("journal")


@record
class Entered:
    """Our own words of entering, which hold a fresh nonce."""

    name: Annotated[str, AtMost(48, least=1)]
    bot: bool
    operator: PublicKey
    nonce: Digest


@message(JOURNAL, "game")
class Game:
    """The first record."""

    format: Annotated[int, Between(FORMAT, FORMAT)]
    terms: Terms
    call: Digest
    company: Annotated[tuple[PublicKey, ...], AtMost(SEATS_MAX, least=SEATS_MIN)]
    entered: Entered
    master: Digest


@message(JOURNAL, "kept")
class Kept:
    """A move we decided on, before anything of it was sent."""

    step: Count
    move: AnyPlain


@message(JOURNAL, "uttered")
class Uttered:
    """An envelope of ours."""

    envelope: Annotated[bytes, AtMost(ENVELOPE_BYTES_MAX)]


@message(JOURNAL, "closed")
class Closed:
    """An envelope of a closed step, ours or another's; by step, then by seat."""

    envelope: Annotated[bytes, AtMost(ENVELOPE_BYTES_MAX)]


@dataclass(slots=True)
class Memory:
    """What a journal remembers."""

    meeting: Meeting
    enter: Enter
    master: bytes
    decided: list[Kept] = field(default_factory=list)
    uttered: list[bytes] = field(default_factory=list)
    closed: list[bytes] = field(default_factory=list)

    def wake(self, game: AnyGame, group: Group, identity: Identity) -> tuple[Session, list[Effect]]:
        """The session as it was, and what it wishes for first: our last words are said again."""
        session = Session.make(self.meeting, game, group, Me(identity, self.master, self.enter))
        for kept in self.decided:
            session, _ = step(session, Remembered(step=kept.step, move=read_move(kept.move)))
        for raw in self.uttered:
            session, _ = step(session, Remembered(raw=raw))
        session, effects = step(session, Begun())
        for raw in self.closed:
            session, effects = _add(session, effects, raw)
        return session, effects


def _add(session: Session, effects: list[Effect], raw: bytes) -> tuple[Session, list[Effect]]:
    session, more = step(session, Heard(b"", Say(session.meeting.id, raw)))
    return session, effects + more


class Journal:
    """An open journal, locked. `written` is called before every write: tests let it fail there."""

    def __init__(self, file: IO[bytes], path: Path, fail_point: Callable[[str], None] | None = None) -> None:
        self._file = file
        self.path = path
        self._fail_point = fail_point or (lambda where: None)

    @classmethod
    def create(cls, path: Path, session: Session, fail_point: Callable[[str], None] | None = None) -> Journal:
        """A new journal for a session that has not begun; `BadInput` where there is one already."""
        me = session.me
        assert me is not None
        try:
            descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_APPEND, 0o600)
        except FileExistsError:
            raise BadInput(f"there is a journal {path.name} already.") from None
        journal = cls(os.fdopen(descriptor, "r+b", buffering=0), path, fail_point)
        meeting, enter = session.meeting, me.enter
        entered = Entered(enter.name, enter.bot, enter.operator, enter.nonce)
        try:
            _lock(journal._file, path)
            journal._write(Game(FORMAT, meeting.terms, meeting.call, meeting.company, entered, me.master))
            journal.sync()
            _sync_folder(path)
        except BaseException:  # a journal without its first record would be of no use to anybody
            journal.close()
            path.unlink()
            raise
        return journal

    @classmethod
    def open(cls, path: Path, fail_point: Callable[[str], None] | None = None) -> tuple[Journal, Memory]:
        """An existing journal and what it remembers; a torn tail is cut off. `BadInput` where it is none, or in use."""
        try:
            file = os.fdopen(os.open(path, os.O_RDWR | os.O_APPEND), "r+b", buffering=0)
        except OSError as fault:
            raise BadInput(f"the journal {path.name} cannot be opened: {fault.strerror}.") from None
        _lock(file, path)
        raw = file.read()
        framer = Framer()
        try:
            memory = _read(framer.feed(raw))
        except Refused as refused:
            file.close()
            raise BadInput(f"the journal {path.name} is damaged: {refused.sentence}") from None
        if framer.left:
            file.truncate(len(raw) - framer.left)
        return cls(file, path, fail_point), memory

    def keep(self, step_number: int, move: Any) -> None:
        self._write(Kept(step_number, move))

    def write_utterance(self, envelope: bytes) -> None:
        """Our envelope; it may leave after the next `sync`, which covers everything before it too."""
        self._write(Uttered(envelope))

    def close_step(self, envelopes: tuple[bytes, ...]) -> None:
        for envelope in envelopes:
            self._write(Closed(envelope))

    def sync(self) -> None:
        self._fail_point("sync")
        with telling_faults(self.path):
            os.fsync(self._file.fileno())

    def close(self) -> None:
        self._file.close()

    def erase(self) -> None:
        """The game is over and sealed: its secret is overwritten, then the file goes."""
        size = os.fstat(self._file.fileno()).st_size
        with open(self.path, "r+b") as plain:  # the appending descriptor cannot write at the start
            plain.write(bytes(size))
            plain.flush()
            os.fsync(plain.fileno())
        self.close()
        self.path.unlink(missing_ok=True)

    def _write(self, words: object) -> None:
        self._fail_point("write")
        data = frame(JOURNAL.encode(words))
        with telling_faults(self.path):
            while data:  # a full disk or a signal may take only a part
                data = data[self._file.write(data) :]


def _read(frames: list[bytes]) -> Memory:
    """What the records say; raises `Refused` where they are not a journal's."""
    if not frames:
        raise Refused(Code.MALFORMED, "It is empty.")
    first = JOURNAL.decode(frames[0])
    if not isinstance(first, Game):
        raise Refused(Code.MALFORMED, "It does not begin with a game.")
    entered = first.entered
    memory = Memory(
        Meeting(first.terms, first.call, first.company),
        Enter(entered.name, entered.bot, entered.operator, entered.nonce, first.terms),
        first.master,
    )
    for payload in frames[1:]:
        match JOURNAL.decode(payload):
            case Kept() as kept:
                memory.decided.append(kept)
            case Uttered(envelope):
                memory.uttered.append(envelope)
            case Closed(envelope):
                memory.closed.append(envelope)
            case _:
                raise Refused(Code.MALFORMED, "A second game begins in it.")
    return memory


def _lock(file: IO[bytes], path: Path) -> None:
    """Takes the journal for this process alone; `BadInput` where another one has it."""
    if not take_lock(file):
        file.close()
        raise BadInput(f"the game {path.stem} is being played by another program on this machine.")


def _sync_folder(path: Path) -> None:
    """Makes the new file's name durable too."""
    if os.name == "posix":
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
