"""Work on many transcripts: files, folders, lists on standard input; on all cores, each result as soon as it is there.

Names are read while work goes on, a few ahead of it, and no result is kept: a million files take no more memory than a
hundred. Whoever needs several files at a time (those of one meeting) collects what it needs from the results.
"""

from __future__ import annotations

import os
import sys
from collections import Counter
from functools import partial
from itertools import chain, islice
from pathlib import Path
from queue import SimpleQueue
from threading import Semaphore, Thread
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

from ..children import cores, pool
from ..errors import BadInput
from ..limits import FILES_AHEAD, TRANSCRIPT_BYTES_MAX
from ..session.transcript import SUFFIX
from ..text import _
from ..verify.verifier import worst

if TYPE_CHECKING:
    from argparse import ArgumentParser
    from collections.abc import Callable, Iterable, Iterator
    from concurrent.futures import Future

    from ..verify.verifier import Outcome

T = TypeVar("T")
STANDARD_INPUT: Final = "-"


def add_files(parser: ArgumentParser) -> None:
    parser.add_argument(
        "files",
        metavar="FILE",
        nargs="+",
        help=_("a transcript (.tortuga), a folder of them, or - for a list of names on standard input"),
    )


def read_transcript_file(path: str) -> bytes:
    """The bytes of a transcript; `OSError` or `ValueError` with a sentence where it is none for its size or kind."""
    with open(path, "rb") as file:
        raw = file.read(TRANSCRIPT_BYTES_MAX + 1)
    if not raw:
        raise ValueError(_("The file is empty."))
    if len(raw) > TRANSCRIPT_BYTES_MAX:
        raise ValueError(
            _(
                "The file is larger than {transcript_bytes_max} bytes: no game is that long.",
                transcript_bytes_max=TRANSCRIPT_BYTES_MAX,
            )
        )
    return raw


def needed_transcript(path: str) -> bytes:
    """The same for a command that cannot go on without: `BadInput` with the file's name."""
    try:
        return read_transcript_file(path)
    except OSError as trouble:
        raise BadInput(
            _("cannot read {path!r}: {strerror}.", path=path, strerror=trouble.strerror or trouble)
        ) from None
    except ValueError as trouble:
        raise BadInput(f"{path!r}: {trouble}") from None


# --- which files ---------------------------------------------------------------------------------------------------


class FileList:
    """The files that a command line means, in its order. Folders are looked through, with all that is in them."""

    def __init__(self, words: list[str]) -> None:
        self._words = words
        if words.count(STANDARD_INPUT) > 1:
            raise BadInput(_("standard input can be read only once: `-` was given several times."))

    def __iter__(self) -> Iterator[str]:
        return chain.from_iterable(map(_meant, self._words))

    @property
    def is_one(self) -> bool:
        """Whether one file is named, and nothing that could be more."""
        return len(self._words) == 1 and self._words[0] != STANDARD_INPUT and not os.path.isdir(self._words[0])

    def count(self) -> int | None:
        """How many there are, as far as that is known before the work begins."""
        return None if STANDARD_INPUT in self._words else sum(1 for _ in self)


def _meant(word: str) -> Iterable[str]:
    if word == STANDARD_INPUT:
        return _lines(sys.stdin.fileno())
    return _transcripts_in(word) if os.path.isdir(word) else (word,)


def _transcripts_in(folder: str) -> Iterator[str]:
    found = False
    for here, folders, names in os.walk(folder, onerror=_cannot_list):
        folders.sort()
        for name in sorted(names):
            if name.endswith(SUFFIX):
                found = True
                yield str(Path(here, name))
    if not found:
        raise BadInput(_("there is no transcript (*{suffix}) in the folder {folder!r}.", suffix=SUFFIX, folder=folder))


def _cannot_list(fault: OSError) -> None:
    raise BadInput(
        _("the folder {filename!r} cannot be read: {strerror}.", filename=fault.filename, strerror=fault.strerror)
    )


def _lines(descriptor: int) -> Iterator[str]:
    """Lines as they come. Not through `sys.stdin`: whoever waits inside it holds its lock when the program ends."""
    rest = b""
    while data := os.read(descriptor, 65_536):
        *lines, rest = (rest + data).split(b"\n")
        yield from (os.fsdecode(line) for line in lines if line)
    if rest:
        yield os.fsdecode(rest)


# --- the work ------------------------------------------------------------------------------------------------------


class FileDone(NamedTuple):
    """What came out for one file."""

    path: str
    result: Any


class AllListed(NamedTuple):
    """All names are known now: so many."""

    total: int


def work_through(listing: Iterable[str], work: Callable[[str], T]) -> Iterator[FileDone | AllListed]:
    """Every file once, in any order, each as soon as it is done. `work` must be known to other processes by its name.

    Raises `BadInput` for a folder that cannot be looked through, `BrokenProcessPool` where a child was killed.
    """
    names, jobs = iter(listing), cores()
    first = list(islice(names, 2))
    if jobs == 1 or len(first) < 2:
        count = 0
        for path in chain(first, names):
            yield FileDone(path, work(path))
            count += 1
        yield AllListed(count)
        return
    with pool(jobs) as children:
        events: SimpleQueue[tuple[str, Future[T]] | AllListed | BaseException] = SimpleQueue()
        room = Semaphore(jobs * FILES_AHEAD)

        def report(path: str, done: Future[T]) -> None:
            events.put((path, done))

        def feed() -> None:
            count = 0
            try:
                for path in chain(first, names):
                    room.acquire()
                    children.submit(work, path).add_done_callback(partial(report, path))
                    count += 1
                events.put(AllListed(count))
            except BaseException as fault:  # it is raised where somebody can tell it
                events.put(fault)

        Thread(target=feed, daemon=True).start()
        finished, listed = 0, -1
        while finished != listed:
            event = events.get()
            if isinstance(event, BaseException):
                raise event
            if isinstance(event, AllListed):
                listed = event.total
                yield event
            else:
                finished += 1
                room.release()
                yield FileDone(event[0], event[1].result())


# --- what it comes to ----------------------------------------------------------------------------------------------


class OutcomeCount:
    """How many files ended how, and the exit code that follows."""

    def __init__(self, exit_codes: dict[Outcome, int]) -> None:
        self._exit_codes = exit_codes
        self._counts: Counter[Outcome] = Counter()

    def add(self, outcome: Outcome) -> None:
        self._counts[outcome] += 1

    @property
    def files(self) -> int:
        return self._counts.total()

    @property
    def exit_code(self) -> int:
        """That of the worst: 1 before 2, since whoever cheated matters more than whoever stopped."""
        return worst(self._exit_codes[outcome] for outcome in self._counts)

    def line(self) -> str:
        """`10000 files: 9990 honest, 7 unfinished, 3 TAMPERED.`"""
        loud = {1: str.upper}
        parts = [
            f"{self._counts[outcome]} {loud.get(code, str)(str(outcome))}"
            for outcome, code in self._exit_codes.items()
            if self._counts[outcome]
        ]
        return f"{self.files} files{': ' if parts else ''}{', '.join(parts)}."
