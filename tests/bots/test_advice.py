"""Hints: every decision of every game has a reason, beside something that reads otherwise, and that is no preview."""

from __future__ import annotations

from fractions import Fraction
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

from tortuga_p2p import games
from tortuga_p2p.bots.advice import HintReason, advise, reason
from tortuga_p2p.bots.chance import SeededDraw
from tortuga_p2p.bots.registry import make
from tortuga_p2p.rules.ask import Over, deciders
from tortuga_p2p.rules.local_table import LocalTable
from tortuga_p2p.rules.telling import line_of, preview
from tortuga_p2p.rules.words import Reader
from tortuga_p2p.ui.game_words import reason_words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tortuga_p2p.rules.ask import Moves
    from tortuga_p2p.rules.game import View

NAMES = ("Ana", "Ben", "Cleo")


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two imagined worlds are as good as many for everything that is asked here."""
    monkeypatch.setattr("tortuga_p2p.bots.advice.WORLDS", 2)


def decisions(game: Any) -> Iterator[tuple[View[Any], Moves]]:
    """Every decision of seat 0 in a game of modest bots."""
    table: LocalTable[Any] = LocalTable.new(game, len(NAMES), {}, SeededDraw(5, "table"))
    bot, number = make(game, len(NAMES), "greedy"), 0
    while not isinstance(table.ask, Over):
        choices = {}
        for seat in deciders(table.ask):
            moves, number = table.moves(seat), number + 1
            if seat == 0 and len(moves) > 1:
                yield table.view(0), moves
            choices[seat] = moves[0] if len(moves) == 1 else bot.choose(table.view(seat), moves, SeededDraw(number))
        table.step(choices)


@pytest.mark.parametrize("name", games.names())
def test_every_hint_has_a_reason_that_is_no_preview(name: str) -> None:
    game = games.load(name)
    for step, (view, moves) in enumerate(decisions(game)):
        if step % 3:
            continue
        reader = Reader(0, view.known, NAMES)
        _bot, move = advise(game, view, moves, len(NAMES), step)
        why = reason(game, view, moves, len(NAMES), step, move)
        question: Any = SimpleNamespace(game=game, view=view, moves=moves, names=NAMES)
        told = reason_words(question, why)
        assert told.endswith(".")
        assert told not in preview(game, view, move, reader)
        if why is not None:
            assert why.other in moves
            line, other = (line_of(game, view, one, reader, moves) for one in (move, why.other))
            assert line != other
            assert other in told


@pytest.mark.parametrize("name", ["tortuga", "tortuga1667"])
def test_what_the_expert_weighs_is_what_it_decides_by(name: str) -> None:
    """But for its bluffs: then it says itself that something else is better."""
    game, weighed, agreed = games.load(name), 0, 0
    bot: Any = make(game, len(NAMES), "expert")
    for step, (view, moves) in enumerate(decisions(game)):
        worths = bot.weighs(view, moves)
        if worths is None:
            continue
        chosen = worths[list(moves).index(bot.choose(view, moves, SeededDraw(step)))]
        weighed += 1
        agreed += chosen > max(worths) - 0.001
    assert weighed > 5
    assert agreed >= 0.9 * weighed


def found(chance: Fraction, points: Fraction = Fraction(0), worlds: int = 0) -> HintReason:
    other: Any = "b"  # what it is matters only to its words
    return HintReason(other, chance, points, worlds)


@pytest.mark.parametrize(
    ("reasoned", "told"),
    [
        (None, "All that you could do here comes to the same."),
        (found(Fraction(3, 100)), "If you b instead, it expects about 3 wins fewer in 100 games."),
        (found(Fraction(1, 100)), "If you b instead, it expects about 1 win fewer in 100 games."),
        (found(Fraction(1, 900)), "By its reckoning it is about as good if you b."),
        (found(Fraction(-1, 20)), "By its own reckoning it is no worse if you b: now and then it bluffs."),
        (
            found(Fraction(4, 24), worlds=24),
            "In 24 games imagined each way, you win 4 fewer if you b instead.",
        ),
        (found(Fraction(1, 24), worlds=24), "In 24 games imagined each way, it is about as good if you b."),
        (
            found(Fraction(0), Fraction(9, 4), 24),
            "In 24 games imagined each way, you end about 2 points lower if you b instead.",
        ),
        (
            found(Fraction(-4, 24), worlds=24),
            "It has a plan of its own: in 24 games imagined each way, it is no worse if you b.",
        ),
    ],
)
def test_a_reason_is_one_sentence(reasoned: HintReason | None, told: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tortuga_p2p.ui.game_words.line_of", lambda _game, _view, move, *_rest: move)
    words = SimpleNamespace(points=True)
    question: Any = SimpleNamespace(
        game=SimpleNamespace(words=lambda: words), view=SimpleNamespace(seat=0, known={}), moves=(), names=NAMES
    )
    assert reason_words(question, reasoned) == told
