"""The tiny games meet every ask, and their hidden things travel every way they can.

A session is tested by playing these games, so a way that no game takes would be a way that nobody tests.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Any, get_args

import pytest

from tests.tinygames import HARBOUR, MUTINY, TINY_GAMES
from tortuga_p2p.bots.chance import SeededDraw
from tortuga_p2p.rules.answer import DONE, Answer, Moved, Opened
from tortuga_p2p.rules.ask import (
    PILE,
    Ask,
    Deal,
    Give,
    Hand,
    Handle,
    Look,
    Mix,
    MixHands,
    Open,
    Over,
    Place,
    Turn,
    deciders,
)
from tortuga_p2p.rules.laws import ThingPlaces
from tortuga_p2p.rules.local_table import LocalTable
from tortuga_p2p.testing.damage import pick

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tortuga_p2p.rules.ask import Move, Moves
    from tortuga_p2p.rules.game import Draw

SEEDS = range(12)


def game_steps(game: Any, seats: int, seed: int) -> Iterator[tuple[Ask, Answer, dict[Handle, Place]]]:
    """Every ask of a random game with its answer, and where things lay before."""
    options = {"turns": 60} if game is HARBOUR else {}
    table, draw = LocalTable.new(game, seats, options, SeededDraw(seed)), SeededDraw(seed, "choices")
    places = ThingPlaces(seats, game.piles)
    while not isinstance(table.ask, Over):
        ask, at = table.ask, dict(places.at)
        answer = table.step({seat: varied(table.moves(seat), draw) for seat in deciders(ask)})
        places.take(ask, answer)
        yield ask, answer, at
    yield table.ask, DONE, dict(places.at)


def varied(moves: Moves, draw: Draw) -> Move:
    """One of them, every kind of move being as likely as the others."""
    kind = pick(sorted({move.data[:1] for move in moves}), draw)
    return pick([move for move in moves if move.data[:1] == kind], draw)


def test_every_kind_of_ask_is_asked() -> None:
    met = {type(ask) for game in TINY_GAMES for seats in (2, 5) for ask, _, _ in game_steps(game, seats, 1)}
    met |= {type(ask) for seed in SEEDS for ask, _, _ in game_steps(HARBOUR, 3, seed)}
    assert met == set(get_args(Ask))


class Diary:
    """What happened to each hidden thing between two mixings, as words: `mix look@pile:0 deal:1 give:1>2 open@hand`."""

    def __init__(self) -> None:
        self.open: dict[Handle, list[str]] = {}
        self.closed: set[str] = set()

    def note(self, handle: Handle, word: str) -> None:
        self.open.setdefault(handle, []).append(word)

    def close(self, handle: Handle, word: str) -> None:
        self.note(handle, word)
        self.closed.add(" ".join(self.open.pop(handle)))

    def take(self, ask: Ask, answer: Answer, at: dict[Handle, Place]) -> None:
        match ask, answer:
            case Mix(), _:
                for handle in ask.hidden:
                    self.close(handle, "mixed:all")
                for handle in ask.into:
                    self.note(handle, "mix:all")
            case MixHands(_, owners), _:
                for handle in [handle for one in owners for handle in one.hidden]:
                    self.close(handle, "mixed:owner")
                for handle in [handle for one in owners for handle in one.into]:
                    self.note(handle, "mix:owner")
            case Deal(hands), _:
                self._hands("deal", hands, at)
            case Look(hands), _:
                self._hands("look", hands, at)
            case Give(things), _:
                for handle, to in things:
                    self.note(handle, f"give:{place(at[handle])}>{place(to)}")
            case Open(handles), Opened():
                for handle in handles:
                    self.close(handle, f"open@{'pile' if at[handle] == PILE else 'hand'}")
            case Turn(seat), Moved(move):
                for handle, to in move.gives:
                    self.note(handle, f"hand:{place(seat)}>{place(to)}")
                for handle in move.opens:
                    self.close(handle, "play")
            case _:
                pass

    def _hands(self, verb: str, hands: tuple[Hand, ...], at: dict[Handle, Place]) -> None:
        for seat, handles in hands:
            for handle in handles:
                where = "pile" if at[handle] == PILE else "own" if at[handle] == seat else "hand"
                self.note(handle, f"{verb}@{where}:{seat}")


def place(number: Place) -> str:
    return "pile" if number == PILE else str(number)


@cache
def paths() -> str:
    """A line for every way that some thing went in some game."""
    lines: set[str] = set()
    for seats in (2, 3, 4, 5):
        for seed in range(20):
            diary = Diary()
            for step in game_steps(HARBOUR, seats, seed):
                diary.take(*step)
            lines |= diary.closed | {" ".join(words) for words in diary.open.values()}
    return "\n".join(sorted(lines))


@pytest.mark.parametrize(
    "way",
    [
        r"look@pile:(\d) look@pile:(?!\1)\d",  # seen in a pile by one, then by another
        r"look@pile:(\d) deal@pile:\1",  # dealt to one who has seen it
        r"look@pile:(\d) deal@pile:(?!\1)\d",  # dealt to another than the one who has seen it
        r"look@pile:(\d) look@pile:(?!\1)\d deal@pile",
        r"deal@pile:\d look@hand",  # seen in a hand
        r"deal@pile:(\d) look@own:\1",
        r"look@hand:(\d) give:\d>\1",  # taken by one who has seen it
        r"give:(\d)>(\d)",
        r"hand:(\d)>(\d)",
        r"(give|hand):\d>(\d) (give|hand):\2>\d",  # passed on by the receiver
        r"give:\d>pile",
        r"hand:\d>pile",
        r">pile mixed:all",  # put back and mixed in
        r"mix:all deal",
        r">pile look@pile",  # put back and seen there
        r">pile deal",  # put back and dealt again, not mixed
        r">pile open@pile",
        r"mix:all open@pile",
        r"look@pile:\d open@pile",
        r"deal@pile:\d open@hand",
        r"deal@pile:\d play",
        r">\d open@hand",  # opened by one who received it
        r">\d play",
        r"look@hand:\d play",
        r"deal@pile:\d (.* )?mixed:owner",
        r">\d (.* )?mixed:owner",  # mixed into the hand of one who received it
        r"mix:owner look@hand",
        r"mix:owner (give|hand):\d>\d",
        r"mix:owner (give|hand):\d>pile",
        r"mix:owner (play|open@hand)",
        r"mix:owner (.* )?mixed:owner",
    ],
)
def test_a_hidden_thing_goes_this_way_in_some_game(way: str) -> None:
    assert re.search(way, paths()), way


def test_public_and_hidden_things_are_mixed_together() -> None:
    for game in (HARBOUR, MUTINY):
        asks = [ask for seed in SEEDS for ask, _, _ in game_steps(game, 3, seed)]
        assert any(isinstance(ask, Mix) and ask.hidden and ask.shown for ask in asks)


def test_hands_are_mixed_one_alone_and_several_at_once() -> None:
    asks = [ask for game in (HARBOUR, MUTINY) for seed in SEEDS for ask, _, _ in game_steps(game, 3, seed)]
    assert {len(ask.hands) for ask in asks if isinstance(ask, MixHands)} == {1, 3}


def test_both_kinds_of_pile_are_there() -> None:
    assert {pile.alike for pile in HARBOUR.piles.values()} == {True, False}


def test_votes_of_all_seats_and_the_deck_are_opened_together() -> None:
    for seats in range(2, 6):
        steps = list(game_steps(MUTINY, seats, 1))
        opened = [ask.handles for ask, _, _ in steps if isinstance(ask, Open)]
        assert [len(handles) for handles in opened] == [seats + 1] * 2
