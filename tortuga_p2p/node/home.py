"""Where a player's files live: the identity, unfinished games, transcripts. Secrets are for their owner's eyes alone.

Under the platform's data directory, or wherever `TORTUGA_HOME` points. Nothing here is ever overwritten: a key that is
lost or replaced by accident is a player lost.
"""

from __future__ import annotations

import errno
import os
import secrets
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from stat import S_ISREG
from typing import IO, TYPE_CHECKING

from ..errors import BadInput
from ..text import _
from .lock import take_lock

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..crypto.identity import Identity

SEED_BYTES = 32
_FOLDER_MODE = 0o700
_FILE_MODE = 0o600


def default_home() -> Home:
    """The home of whoever runs this program."""
    chosen = os.environ.get("TORTUGA_HOME")
    if chosen:
        return Home(Path(chosen))
    from platformdirs import user_data_path

    return Home(user_data_path("tortuga", appauthor=False))


@dataclass(frozen=True, slots=True)
class Home:
    """A folder of files. Made when first needed."""

    path: Path

    @property
    def games(self) -> Path:
        """Transcripts, one a game, and beside each unfinished one its private journal."""
        return self._folder("games")

    @property
    def logs(self) -> Path:
        return self._folder("logs")

    @property
    def known_keys(self) -> Path:
        """Whom we have played with, by name and key."""
        return self.path / "known-keys.json"

    @property
    def lessons(self) -> Path:
        """How far somebody has come in the guided first games."""
        return self._folder("lessons")

    def _folder(self, name: str) -> Path:
        folder = self.path / name
        try:
            self.path.mkdir(mode=_FOLDER_MODE, parents=True, exist_ok=True)
            folder.mkdir(mode=_FOLDER_MODE, exist_ok=True)
        except OSError as fault:
            raise BadInput(
                _("the data folder {path} cannot be used: {strerror}.", path=self.path, strerror=fault.strerror)
            ) from None
        return folder

    def identity(self, name: str = "identity") -> Identity:
        """The key pair of that name, made on first use and never overwritten.

        From then on no other program on this machine may use it: two of them would speak with one voice.
        """
        from ..crypto.identity import Identity  # a report of a crash lies here too, and shall not need cryptography

        file = self._folder("keys") / f"{name}.key"
        try:
            seed = file.read_bytes() if file.exists() else _new_secret(file)
            if len(seed) != SEED_BYTES:
                raise BadInput(
                    _(
                        "your identity {file} is damaged: it has {count} bytes instead of {seed_bytes}.",
                        file=file,
                        count=len(seed),
                        seed_bytes=SEED_BYTES,
                    )
                )
            _take(file)
            if os.name == "posix" and file.stat().st_mode & 0o077:
                file.chmod(_FILE_MODE)  # a copied or unpacked key may have lost its protection
        except OSError as fault:
            raise BadInput(
                _("your identity {file} cannot be used: {strerror}.", file=file, strerror=fault.strerror)
            ) from None
        return Identity.from_seed(seed)

    def is_free(self, name: str = "identity") -> bool:
        """Whether no other program has that key now."""
        file = self.path / "keys" / f"{name}.key"
        if file in _TAKEN:
            return True
        try:
            lock = os.open(file.with_suffix(".lock"), os.O_RDWR)
        except OSError:
            return True
        try:
            return take_lock(lock)
        finally:
            os.close(lock)

    def public(self, name: str = "identity") -> bytes | None:
        """The public half of a key, for whoever only looks; `None` where there is none. Takes nothing from anybody."""
        from ..crypto.identity import Identity

        try:
            return Identity.from_seed((self.path / "keys" / f"{name}.key").read_bytes()).public
        except (OSError, ValueError):
            return None


_TAKEN: dict[Path, int] = {}  # descriptors of the locks of keys that this process uses, open for as long as it lives


def _take(file: Path) -> None:
    """Keeps a key to this process; `BadInput` where another one has it."""
    if file in _TAKEN:
        return
    lock = os.open(file.with_suffix(".lock"), os.O_RDWR | os.O_CREAT, _FILE_MODE)
    if not take_lock(lock):
        os.close(lock)
        raise BadInput(
            _(
                "another tortuga program on this machine is using your key, and only one at a time can play as you: "
                "play there, or close it, or set TORTUGA_HOME to another folder. If it plays a game for you, "
                "`tortuga resume` takes the seat back."
            )
        )
    _TAKEN[file] = lock


def _new_secret(file: Path) -> bytes:
    """Writes a fresh seed durably; of two programs that do so at once, both get the first one's."""
    seed = secrets.token_bytes(SEED_BYTES)
    partial = file.with_name(f"{file.name}.{os.getpid()}.part")
    try:
        with open_private(partial) as out:
            out.write(seed)
            os.fsync(out.fileno())
        _name_once(partial, file)
    finally:  # a full disk leaves no half of a key behind
        partial.unlink(missing_ok=True)
    return file.read_bytes()


def _name_once(partial: Path, file: Path) -> None:
    """Gives a file its name unless the name is taken."""
    try:
        os.link(partial, file)  # unlike a rename, fails if the file is there
    except FileExistsError:
        pass
    except OSError:  # a file system without links
        if not file.exists():
            partial.rename(file)


def latest_last(folder: Path, suffix: str) -> list[Path]:
    """The files of that kind, by age. A link to nothing, a folder, or what another program takes away now is none."""
    ages: dict[Path, float] = {}
    for path in folder.glob(f"*{suffix}"):
        with suppress(OSError):
            status = path.stat()
            if S_ISREG(status.st_mode):
                ages[path] = status.st_mtime
    return sorted(ages, key=ages.__getitem__)


@contextmanager
def telling_faults(file: Path) -> Iterator[None]:
    """A full or broken disk is told in a sentence. What was played is in the journal as far as it got."""
    try:
        yield
    except OSError as fault:
        raise BadInput(
            _("{file} cannot be written: {what_to_do}", file=file, what_to_do=_what_to_do(fault, file.parent))
        ) from None


def _what_to_do(fault: OSError, folder: Path) -> str:
    """What is wrong with a disk or a folder, and how to mend it."""
    if not folder.exists():
        return _(
            "the folder {folder} was removed or renamed. Put it back: a game in progress is in it, and cannot be "
            "resumed without it.",
            folder=folder,
        )
    match fault.errno:
        case errno.ENOSPC | errno.EDQUOT | errno.EFBIG:
            remedy = _("Free some space, then carry on: a game in progress is safe in its journal.")
        case errno.EROFS | errno.EACCES | errno.EPERM:
            remedy = _("Make it writable, then carry on: a game in progress is safe in its journal.")
        case _:
            remedy = _("Fix that, then carry on: a game in progress is safe in its journal.")
    return f"{fault.strerror}. {remedy}"


def open_private(file: Path) -> IO[bytes]:
    """Opens a new file that only its owner may read. Nothing written to it waits in this process."""
    return os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _FILE_MODE), "wb", buffering=0)


def replace_whole(file: Path, data: bytes) -> None:
    """Writes a file so that, whenever we are killed, it holds either all of the old or all of the new."""
    partial = file.with_name(f"{file.name}.part")
    with telling_faults(file):
        try:
            partial.write_bytes(data)
            partial.replace(file)
        except OSError:
            with suppress(OSError):
                partial.unlink()
            raise


def sync_folder(folder: Path) -> None:
    """Makes names durable: of files made, renamed or removed in it."""
    if os.name == "posix":
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
