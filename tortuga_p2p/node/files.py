"""The files of one game: its transcript, appended step by step, and where its people were last reached."""

from __future__ import annotations

import json
import os
from contextlib import contextmanager
from typing import IO, TYPE_CHECKING, Final

from ..errors import BadInput
from ..session.event import RecordRemoval, RecordStep
from ..session.phases import SessionPhase
from ..session.transcript import (
    SUFFIX,
    write_claims,
    write_entries,
    write_evidence,
    write_game,
    write_header,
    write_seals,
)
from ..text import _
from .home import replace_whole, sync_folder, telling_faults
from .journal import SUFFIX as JOURNAL_SUFFIX

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from ..session.agreement import Meeting
    from ..session.removal import Removal
    from ..session.replica import Session


_ENTERED: Final = "entered"  # the file of all meetings that we have been to, in hex, line by line


def game_name(meeting: Meeting) -> str:
    """Short, and the same for everybody at the table."""
    return f"{meeting.terms.game}-{meeting.id.hex()[:12]}"


def check_not_entered(folder: Path, meeting: Meeting) -> None:
    """`BadInput` where we have entered this meeting before.

    A second enter would be a second message for one slot: a host who calls the same meeting again could make an honest
    guest look like a liar (protocol/session.md, "Sitting down").
    """
    if _has_entered(folder / _ENTERED, meeting):
        raise BadInput(_("the host is reusing a meeting that you have already been to: ask for a new table."))


def note_entered(folder: Path, meeting: Meeting) -> None:
    """Writes down durably that we enter this meeting: it outlives the journal, which goes when the game is over.

    Behind the journal and before our first word. Whoever dies before there is a journal has said nothing and may come
    back to the same meeting; whoever dies between the two has the journal, and writes this line on waking up.
    """
    seen = folder / _ENTERED
    if _has_entered(seen, meeting):
        return
    with telling_faults(seen):
        with seen.open("ab") as out:
            out.write(meeting.id.hex().encode() + b"\n")
            out.flush()
            os.fsync(out.fileno())
        sync_folder(folder)


def _has_entered(seen: Path, meeting: Meeting) -> bool:
    with telling_faults(seen):
        return seen.exists() and meeting.id.hex().encode() in seen.read_bytes().split()


class GameFiles:
    """All files of one game in one folder, under one name."""

    def __init__(self, folder: Path, name: str) -> None:
        self.name = name
        self.transcript = folder / f"{name}{SUFFIX}"
        self.journal = folder / f"{name}{JOURNAL_SUFFIX}"
        self.people = folder / f"{name}.people"
        self._out: IO[bytes] | None = None  # the transcript, open for as long as it is written

    def begin(
        self, meeting: Meeting, closed: Sequence[Mapping[int, bytes]] = (), removals: Iterable[Removal] = ()
    ) -> None:
        """Writes the transcript as far as steps are closed; on resume the journal knows best."""
        self.close()
        replace_whole(self.transcript, write_header(meeting) + write_game(closed, removals))

    def write(self, records: Sequence[RecordStep | RecordRemoval], session: Session) -> None:
        """What was closed since the last time; where somebody was removed steps may have been taken back."""
        if any(isinstance(record, RecordRemoval) for record in records):
            self.begin(session.meeting, session.closed, session.removals)
            return
        for record in records:
            assert isinstance(record, RecordStep)
            is_last = record.step == session.position.step - 1
            self.append(record.envelopes, seals=is_last and session.phase is SessionPhase.SEALED)
        self.flush()

    def append(self, envelopes: tuple[bytes, ...], *, seals: bool) -> None:
        self._add(write_seals(envelopes) if seals else write_entries(envelopes))

    def end(self, claims: Iterable[bytes], evidence: Iterable[bytes]) -> None:
        """Why the game stopped, and who is guilty of what: claims, then evidence."""
        self._add(write_claims(claims) + b"".join(map(write_evidence, evidence)))

    def _add(self, data: bytes) -> None:
        if self._out is None:
            self._out = self._reopened()
        with telling_faults(self.transcript):
            self._out.write(data)

    def _reopened(self) -> IO[bytes]:
        """To append to. Never a new file: it would lack its beginning."""
        with self._telling_loss():
            out = self.transcript.open("r+b")
            out.seek(0, os.SEEK_END)
            return out

    def flush(self) -> None:
        """What was appended is in the file, for whoever looks into it now."""
        if self._out is not None:
            with telling_faults(self.transcript):
                self._out.flush()

    def close(self) -> None:
        """Until something more is appended."""
        if self._out is not None:
            out, self._out = self._out, None
            with telling_faults(self.transcript):
                out.close()

    def sync(self) -> None:
        self.flush()
        with self._telling_loss():
            with self.transcript.open("rb") as done:
                os.fsync(done.fileno())
            sync_folder(self.transcript.parent)

    @contextmanager
    def _telling_loss(self) -> Iterator[None]:
        """As `telling_faults`, and that somebody tidied up while we played."""
        with telling_faults(self.transcript):
            try:
                yield
            except FileNotFoundError:
                if not self.transcript.parent.exists():
                    raise
                raise BadInput(
                    _(
                        "{transcript} was taken away. {how_to_get_it_back}",
                        transcript=self.transcript,
                        how_to_get_it_back=self._how_to_get_it_back,
                    )
                ) from None

    @property
    def _how_to_get_it_back(self) -> str:
        if self.journal.exists():
            return _("Resume the game to have it written again.")
        return _(
            "Its journal is gone too, so it cannot be rebuilt here; everybody else at the table has the same file."
        )

    def keep_people(self, port: int, addresses: dict[str, list[str]]) -> None:
        """Where we listened and where others were reached: a game is resumed on the same port, and by calling there."""
        replace_whole(self.people, json.dumps({"port": port, "addresses": addresses}, indent=1).encode())

    def read_people(self) -> tuple[int, dict[str, list[str]]]:
        try:
            found = json.loads(self.people.read_text())
            return int(found["port"]), {str(key): list(map(str, at)) for key, at in found["addresses"].items()}
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            return 0, {}

    def forget_people(self) -> None:
        with telling_faults(self.people):
            self.people.unlink(missing_ok=True)
