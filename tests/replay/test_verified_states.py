"""An replay holds every verified state, and its reasons give the same figures as the game itself."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest

from tests.replay.films import film, find, replay, spoiled
from tests.tinygames import TINY_GAMES
from tortuga_p2p.crypto.toygroup import ToyGroup
from tortuga_p2p.rules.answer import AllMoved, Drawn, Moved
from tortuga_p2p.rules.ask import Over, deciders
from tortuga_p2p.session.message import PLAY
from tortuga_p2p.session.table import Table
from tortuga_p2p.verify.explaining import opened_dice
from tortuga_p2p.verify.replay import read_replay
from tortuga_p2p.verify.verifier import Outcome, VerifiedStep, walk
from tortuga_p2p.wire.envelope import read_envelope

if TYPE_CHECKING:
    from tortuga_p2p.session.agreement import AnyGame


@pytest.mark.parametrize("seats", [2, 3])
def test_an_album_has_a_leaf_for_everything_told_and_ends_with_the_result(seats: int) -> None:
    book = replay(seats)
    told = [one for page in walk(film(seats), find) if isinstance(page, VerifiedStep) for one in page.told]
    assert [frame.state for frame in book.frames] == [told[0].before, *(one.after for one in told)]
    assert book.finding.outcome is Outcome.HONEST
    assert book.is_whole
    assert book.agreement is not None
    last = book.agreement.game.asks(book.frames[-1].state)
    assert isinstance(last, Over)
    assert last.result == book.finding.result


def test_rounds_begin_where_the_state_says_so() -> None:
    book = replay()
    assert len(book.rounds) > 3
    for number, start in enumerate(book.rounds, start=1):
        assert book.frames[start].round == number
        assert start == 0 or book.frames[start - 1].round == number - 1


def test_every_public_draw_is_explained_by_the_numbers_that_were_drawn() -> None:
    book = replay(3)
    draws = 0
    answers = [one for page in walk(film(3), find) if isinstance(page, VerifiedStep) for one in page.told]
    for number, told in enumerate(answers, start=1):
        if isinstance(told.answer, Drawn):
            found = re.findall(r"a number below \d+ out of it: (\d+)$", "\n".join(book.why(number)), re.MULTILINE)
            assert tuple(map(int, found)) == told.answer.values
            draws += 1
    assert draws > 5


def test_every_opened_die_is_explained_by_its_own_secret() -> None:
    dice = 0
    pages = [page for page in walk(film(3), find) if isinstance(page, VerifiedStep)]
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
            mirrored = replace(deed, opens=deed.opens[::-1])  # a game names what it opens in any order
            assert {one.handle: one.face for one in opened_dice(table, seat, mirrored)} == shown
            dice += len(shown)
    assert dice > 20


def test_every_leaf_says_why_in_lines_that_fit_a_terminal() -> None:
    book = replay()
    for number in range(len(book.frames)):
        why = book.why(number)
        assert why
        assert [line for line in why if len(line) > 100 or not line.isprintable()] == []


@pytest.mark.parametrize("game", TINY_GAMES, ids=lambda game: game.name)
def test_any_game_can_be_looked_at_again(game: AnyGame) -> None:
    book = read_replay(film(3, game=game), lambda terms: (game, ToyGroup()))  # type: ignore[arg-type]
    assert book.finding.outcome is Outcome.HONEST
    assert len(book.frames) > 1
    assert all(book.why(number) for number in range(len(book.frames)))


def test_an_album_stops_where_verification_does() -> None:
    whole, book = replay(), read_replay(spoiled(film()), find)
    assert 0 < len(book.frames) < len(whole.frames)
    assert book.frames == whole.frames[: len(book.frames)]
    assert book.finding.outcome in (Outcome.TAMPERED, Outcome.CHEATING)
    assert not book.is_whole


def test_a_file_that_was_cut_off_is_shown_as_far_as_it_goes() -> None:
    book = read_replay(film()[: len(film()) // 2], find)
    assert book.finding.outcome is Outcome.UNFINISHED
    assert len(book.frames) > 1


@pytest.mark.parametrize("raw", [b"", b"no transcript", film()[:40]])
def test_what_is_no_transcript_gives_no_leaf(raw: bytes) -> None:
    book = read_replay(raw, find)
    assert book.frames == ()
    assert book.finding.outcome is Outcome.UNREADABLE


def test_every_leaf_says_why_in_plain_words_first() -> None:
    """Sentences without a hash, with the very numbers that the deep page computes."""
    book = replay(3)
    for number in range(len(book.frames)):
        plain, deep = book.plainly(number, 0), "\n".join(book.why(number))
        assert plain
        for sentence in plain:
            assert sentence.endswith("."), sentence
            assert not re.search(r"[0-9a-f]{16}", sentence), sentence
            assert "{" not in sentence
        drawn = [str(int(one) - 1) for one in re.findall(r"(\d+) of \d+", " ".join(plain))]  # people count from 1
        if drawn:
            assert sorted(drawn) == sorted(re.findall(r"a number below \d+ out of it: (\d+)", deep))


def test_the_reader_of_a_plain_why_is_you_and_a_spectator_is_nobody() -> None:
    book = replay(3)
    mine = " ".join(sentence for number in range(len(book.frames)) for sentence in book.plainly(number, 1))
    spectator = " ".join(sentence for number in range(len(book.frames)) for sentence in book.plainly(number))
    assert "and your numbers were mixed" in mine
    assert "You opened the seal" in mine
    assert not re.search(r"\b[Yy]ou\b", spectator)
