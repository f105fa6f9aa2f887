"""Many files: work that starts before all names are known, a few names ahead of it and no more, and nothing kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tortuga_p2p.children import cores
from tortuga_p2p.commands import many_files
from tortuga_p2p.commands.many_files import AllListed, FileDone, OutcomeCount, work_through
from tortuga_p2p.commands.terminal import bar
from tortuga_p2p.errors import BadInput
from tortuga_p2p.limits import FILES_AHEAD
from tortuga_p2p.verify.verifier import EXIT_CODES, Outcome, worst

if TYPE_CHECKING:
    from collections.abc import Iterator

MANY = 3000


class Names:
    """So many names, and how many of them were asked for."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.asked = 0

    def __iter__(self) -> Iterator[str]:
        for number in range(self.count):
            self.asked += 1
            yield str(number)


@pytest.mark.parametrize("jobs", [1, 2])
def test_every_file_is_done_once_and_few_names_are_read_ahead(jobs: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(many_files, "cores", lambda: jobs)
    names, done, ahead = Names(MANY), [], 0
    for event in work_through(names, int):
        if isinstance(event, FileDone):
            assert str(event.result) == event.path
            done.append(event.result)
            ahead = max(ahead, names.asked - len(done))
        else:
            assert event == AllListed(MANY)
    assert sorted(done) == list(range(MANY))
    assert ahead <= jobs * FILES_AHEAD + 2


@pytest.mark.parametrize("count", [0, 1])
def test_one_file_needs_no_other_process(count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(many_files, "pool", None)
    assert list(work_through(Names(count), int)) == [*[FileDone("0", 0)] * count, AllListed(count)]


@pytest.mark.skipif(cores() < 2, reason="only several processes can lose each other")
def test_a_list_that_breaks_off_is_told_where_somebody_hears_it() -> None:
    def names() -> Iterator[str]:
        yield from ("1", "2", "3")
        raise BadInput("the folder cannot be read")

    with pytest.raises(BadInput, match="cannot be read"):
        list(work_through(names(), int))


def test_whoever_cheated_matters_more_than_whoever_stopped() -> None:
    tally = OutcomeCount(EXIT_CODES)
    codes = []
    for outcome in (Outcome.HONEST, Outcome.UNREADABLE, Outcome.UNFINISHED, Outcome.TAMPERED, Outcome.CHEATING):
        tally.add(outcome)
        codes.append(tally.exit_code)
    assert codes == [0, 2, 2, 1, 1]
    assert tally.line() == "5 files: 1 honest, 1 CHEATING, 1 TAMPERED, 1 unfinished, 1 unreadable."


def test_a_bar_says_what_is_left_once_that_is_known() -> None:
    assert bar(0, None, "files", 0, 10) == "0 files"
    assert bar(30, None, "files", 2, 10) == "30 files  15/s"
    assert bar(30, 60, "files", 2, 10) == "[#####-----] 30/60 files  15/s  2 s left"
    assert bar(0, 0, "files", 2, 10) == "[----------] 0/0 files"


def test_of_several_files_cheating_decides_then_what_is_not_known() -> None:
    """Before an end without a plain result, and that before a plain one."""
    honest, cheating, unknown = (EXIT_CODES[one] for one in (Outcome.HONEST, Outcome.CHEATING, Outcome.UNREADABLE))
    without, agreed = EXIT_CODES[Outcome.WITHOUT], EXIT_CODES[Outcome.AGREED]
    assert worst([honest, agreed, unknown, cheating]) == cheating
    assert worst([agreed, unknown, without, honest]) == unknown
    assert worst([honest, without, agreed]) == agreed
    assert worst([honest, without]) == without
    assert worst([honest]) == worst([]) == honest
