"""How the bots think: what they may know, what they infer, and that the stronger ones win. Long matches: teams.py."""

from __future__ import annotations

from math import isclose
from typing import TYPE_CHECKING, Any

import pytest

from tests.games.tortuga1667.stage import CANNON, TORCH, WATER, Stage, vote
from tests.games.tortuga1667.strength import Match, play_on, played, table
from tests.games.tortuga1667.teams import Pairing, batch, play
from tortuga_p2p.bots.chance import SeededDraw
from tortuga_p2p.games.tortuga1667.bots.beliefs import beliefs, deals, suspicion, weigh
from tortuga_p2p.games.tortuga1667.bots.expert import Expert, Thought
from tortuga_p2p.games.tortuga1667.bots.greedy import Greedy
from tortuga_p2p.games.tortuga1667.bots.odds import chance_of, flags_of
from tortuga_p2p.games.tortuga1667.game import GAME
from tortuga_p2p.games.tortuga1667.rules import cards as c
from tortuga_p2p.games.tortuga1667.rules import notes
from tortuga_p2p.games.tortuga1667.rules.moves import Do
from tortuga_p2p.games.tortuga1667.rules.state import ATTACK, MUTINY
from tortuga_p2p.rules.ask import Over, deciders
from tortuga_p2p.rules.local_table import LocalTable

if TYPE_CHECKING:
    from pathlib import Path


def certain(face: int) -> tuple[float, ...]:
    return tuple(float(one == face) for one in range(len(c.VOTES)))


def test_chances_of_a_vote() -> None:
    assert chance_of(ATTACK, (CANNON,), [certain(TORCH)]) == 1
    assert chance_of(ATTACK, (CANNON,), [certain(TORCH), certain(WATER)]) == 0
    half = tuple(0.5 * (face == TORCH) + 0.5 * (face == WATER) for face in range(len(c.VOTES)))
    assert isclose(chance_of(ATTACK, (CANNON,), [half]), 0.5)
    assert chance_of(MUTINY, (vote("water", "british", "skull"),), [certain(vote("water", "british", "wheel"))]) == 0
    assert flags_of((CANNON,), [certain(TORCH)]) == (0, 1, 0)


@pytest.mark.parametrize(("seats", "count"), [(2, 2), (3, 6), (4, 6), (5, 30), (6, 20), (7, 140), (8, 70), (9, 630)])
def test_every_deal_is_thought_of(seats: int, count: int) -> None:
    assert len(set(deals(seats))) == count


def test_what_is_known_is_certain_and_chances_add_up() -> None:
    stage = Stage(5, (0, 1, 2), (3, 4), flags=(0, 0, 1, 1, 2))
    found = beliefs(stage.table.view(4))
    assert found[4] == (0, 0, 1)
    assert all(isclose(sum(chance), 1) for chance in found)
    assert isclose(found[0][0], 0.5)


def test_deeds_tell_colours() -> None:
    noted = ((1, notes.PLUNDERED, 1, 0, c.BRITISH), (2, notes.TOOK, 2, 0, 0, c.BRITISH))
    stage = Stage(4, (0, 1), (2, 3), flags=(0, 1, 0, 1))
    state = stage.state._replace(notes=noted)
    found = beliefs(stage.table.view(0)._replace(state=state))
    assert found[1][c.FRENCH] > 0.9
    assert found[2][c.BRITISH] > 0.9
    assert suspicion(state, 1)[c.FRENCH] > suspicion(stage.state, 1)[c.FRENCH]


def test_cabin_fever_makes_both_uncertain() -> None:
    noted = ((1, notes.PLUNDERED, 1, 0, c.BRITISH), (2, notes.FEVER, 1, 2))
    before, after = weigh(4, noted[:1]), weigh(4, noted)
    assert isclose(sum(before), sum(after))
    french = sum(weight for deal, weight in zip(deals(4), after, strict=True) if deal[1] == c.FRENCH) / sum(after)
    assert 0.4 < french < 0.75


def test_nobody_looks_into_other_hands() -> None:
    """With all that is hidden from it changed, a bot chooses the same."""
    for bot in (Greedy(), Expert()):
        stage = Stage(6, (0, 1, 2), (3, 4, 5), flags=(0, 0, 0, 1, 1, 1))
        other = Stage(6, (0, 1, 2), (3, 4, 5), flags=(0, 1, 1, 1, 0, 0), row=[c.PISTOL, c.SPOT])
        other.table.known[0].update((card, stage.table.known[0][card]) for card in stage.table.known[0])
        chosen = [bot.choose(one.table.view(0), one.table.moves(0), SeededDraw(1, "bot")) for one in (stage, other)]
        assert chosen[0] == chosen[1]


def test_a_won_game_is_ended_and_a_lost_one_is_not() -> None:
    for bot in (Greedy(), Expert()):
        for chests, ends in (((0, 4, 0, 1, 1, 1, 1), True), ((0, 0, 4, 0, 2, 1, 1), False)):
            stage = Stage(4, (0, 1), (2, 3), chests=chests, row=[c.ARMADA, c.SPOT], last=True, flags=(0, 0, 1, 1))
            stage.do(Do.LOOK, 0, 1)
            while deciders(stage.table.ask) != (0,):
                stage.do(Do.LOOK, 0, 1)
            move = bot.choose(stage.table.view(0), stage.table.moves(0), SeededDraw(2, "bot"))
            assert (move.data == (Do.REVEAL, 0)) == ends


def test_the_expert_helps_a_friend_and_hinders_a_foe() -> None:
    hands = {0: [CANNON], 1: [TORCH, WATER]}
    for captain_is, wanted in ((c.BRITISH, TORCH), (c.FRENCH, WATER)):
        flags = (captain_is, 0, 1 - captain_is, 1)
        stage = Stage(4, (0, 1), (2, 3), hands=hands, flags=flags).do(Do.ATTACK)
        truth = [tuple(float(nation == flag) for nation in range(3)) for flag in flags]
        move = Thought(stage.table.view(1), truth).best(stage.table.moves(1), SeededDraw(3, "bot"))  # type: ignore[arg-type]
        assert stage.table.faces[move.gives[0][0]] == wanted


@pytest.mark.parametrize(
    ("pairing", "least"),
    [
        (Pairing(4, "greedy", "random", "random"), 11),
        (Pairing(6, "greedy", "random", "random"), 10),
        (Pairing(4, "expert", "greedy", "greedy"), 8),
        (Pairing(6, "expert", "greedy", "greedy"), 8),
    ],
    ids=str,
)
def test_the_stronger_team_wins(pairing: Pairing, least: int) -> None:
    played = [play(pairing, number) for number in range(12)]
    assert sum(game.winner == 0 for game in played) >= least
    assert max(game.actions for game in played) < 200


@pytest.mark.parametrize("options", [{}, {"loyalties": "open"}, {"loyalties": "pair"}, {"chosen": 1}], ids=str)
def test_an_arena_knows_the_sides_once_they_are_dealt(options: dict[str, Any]) -> None:
    table = LocalTable.new(GAME, 5, options, SeededDraw(1, "sides"))
    assert GAME.sides(table.state, table.faces) == ()
    while not (sides := GAME.sides(table.state, table.faces)):
        table.step({seat: table.moves(seat)[0] for seat in deciders(table.ask)})
    assert sorted(sides) == [0, 0, 1, 1, 2]
    draw = SeededDraw(2, "choices")
    while not isinstance(table.ask, Over):
        moves = {seat: table.moves(seat) for seat in deciders(table.ask)}
        table.step({seat: found[draw.below(len(found))] for seat, found in moves.items()})
    assert sorted(table.ask.result.sides) == [0, 0, 1, 1, 2]


def test_a_pairing_can_be_repeated() -> None:
    pairing = Pairing(5, "expert", "greedy", "expert")
    assert play(pairing, 3)[:2] == play(pairing, 3)[:2]
    assert GAME.bots().keys() == {"expert", "greedy"}


def test_a_measurement_is_taken_up_where_it_stopped(tmp_path: Path) -> None:
    file, pairing = tmp_path / "games", Pairing(4, "greedy", "random", "random")
    play_on(file, [Match("team", pairing, 20)])
    first = played(file)[pairing]
    play_on(file, [Match("team", pairing, 40)])
    assert first.games == 20
    at_once = first + batch(pairing, 20, 10) + batch(pairing, 30, 10)
    untimed: Any = {"thinking": (), "longest_thought": 0}
    assert played(file)[pairing]._replace(**untimed) == at_once._replace(**untimed)
    assert "4 seats, 40 games: greedy against random" in table(played(file), [Match("team", pairing, 40)])
