"""An album holds every verified state, and its reasons give the same figures as the game itself."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest

from tests.replay.films import album, film, find, spoiled
from tests.tinygames import TINY_GAMES
from tortuga_p2p.crypto.toygroup import ToyGroup
from tortuga_p2p.rules.answer import AllMoved, Drawn, Moved
from tortuga_p2p.rules.ask import Over, deciders
from tortuga_p2p.session.message import PLAY
from tortuga_p2p.session.table import Table
from tortuga_p2p.verify.album import read_album
from tortuga_p2p.verify.explaining import opened_dice
from tortuga_p2p.verify.verifier import Outcome, Page, walk
from tortuga_p2p.wire.envelope import read_envelope

if TYPE_CHECKING:
    from tortuga_p2p.session.agreement import AnyGame


@pytest.mark.parametrize("seats", [2, 3])
def test_an_album_has_a_leaf_for_everything_told_and_ends_with_the_result(seats: int) -> None:
    book = album(seats)
    told = [one for page in walk(film(seats), find) if isinstance(page, Page) for one in page.told]
    assert [leaf.state for leaf in book.leaves] == [told[0].before, *(one.after for one in told)]
    assert book.finding.outcome is Outcome.HONEST
    assert book.is_whole
    assert book.agreement is not None
    last = book.agreement.game.asks(book.leaves[-1].state)
    assert isinstance(last, Over)
    assert last.result == book.finding.result


def test_rounds_begin_where_the_state_says_so() -> None:
    book = album()
    assert len(book.rounds) > 3
    for number, start in enumerate(book.rounds, start=1):
        assert book.leaves[start].round == number
        assert start == 0 or book.leaves[start - 1].round == number - 1


def test_every_public_draw_is_explained_by_the_numbers_that_were_drawn() -> None:
    book = album(3)
    draws = 0
    answers = [one for page in walk(film(3), find) if isinstance(page, Page) for one in page.told]
    for number, told in enumerate(answers, start=1):
        if isinstance(told.answer, Drawn):
            found = re.findall(r"a number below \d+ out of it: (\d+)$", "\n".join(book.why(number)), re.MULTILINE)
            assert tuple(map(int, found)) == told.answer.values
            draws += 1
    assert draws > 5


def test_every_opened_die_is_explained_by_its_own_secret() -> None:
    dice = 0
    pages = [page for page in walk(film(3), find) if isinstance(page, Page)]
    for before, page in pairwise(pages):
        table = before.session.position
        if not isinstance(table, Table) or table.stage.kind not in ("move", "reveal"):
            continue
        answer = page.told[0].answer
        moves = answer.moves if isinstance(answer, AllMoved) else (answer,)
        for seat, moved in zip(deciders(table.ask), moves, strict=True):
            assert isinstance(moved, Moved)
            content = read_envelope(page.session.closed[table.step][seat]).content
            deed = PLAY.read(content.kind, content.body).deed  # type: ignore[attr-defined]
            shown = dict(zip(moved.move.opens, moved.faces, strict=True))
            assert {one.handle: one.face for one in opened_dice(table, seat, deed)} == shown
            dice += len(shown)
    assert dice > 20


def test_every_leaf_says_why_in_lines_that_fit_a_terminal() -> None:
    book = album()
    for number in range(len(book.leaves)):
        why = book.why(number)
        assert why
        assert [line for line in why if len(line) > 100 or not line.isprintable()] == []


@pytest.mark.parametrize("game", TINY_GAMES, ids=lambda game: game.name)
def test_any_game_can_be_looked_at_again(game: AnyGame) -> None:
    book = read_album(film(3, game=game), lambda terms: (game, ToyGroup()))  # type: ignore[arg-type]
    assert book.finding.outcome is Outcome.HONEST
    assert len(book.leaves) > 1
    assert all(book.why(number) for number in range(len(book.leaves)))


def test_an_album_stops_where_verification_does() -> None:
    whole, book = album(), read_album(spoiled(film()), find)
    assert 0 < len(book.leaves) < len(whole.leaves)
    assert book.leaves == whole.leaves[: len(book.leaves)]
    assert book.finding.outcome in (Outcome.TAMPERED, Outcome.CHEATING)
    assert not book.is_whole


def test_a_file_that_was_cut_off_is_shown_as_far_as_it_goes() -> None:
    book = read_album(film()[: len(film()) // 2], find)
    assert book.finding.outcome is Outcome.UNFINISHED
    assert len(book.leaves) > 1


@pytest.mark.parametrize("raw", [b"", b"no transcript", film()[:40]])
def test_what_is_no_transcript_gives_no_leaf(raw: bytes) -> None:
    book = read_album(raw, find)
    assert book.leaves == ()
    assert book.finding.outcome is Outcome.UNREADABLE
