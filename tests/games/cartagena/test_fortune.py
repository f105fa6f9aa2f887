"""What chance gave a crew: every card against all that could have come, worked out here a second time."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import pytest

from tests.games.cartagena.scene import Scene, escape, four
from tortuga_p2p.bots.chance import SeededDraw
from tortuga_p2p.games.cartagena.fortune import reach
from tortuga_p2p.games.cartagena.game import GAME
from tortuga_p2p.games.cartagena.rules.components import DARK, HOOK, LANTERN, RUM, TORTUGA
from tortuga_p2p.rules.ask import Deal, Open, Over, deciders
from tortuga_p2p.rules.local_table import LocalTable
from tortuga_p2p.rules.luck import Luck, mean
from tortuga_p2p.rules.telling import fortune
from tortuga_p2p.rules.words import Reader

if TYPE_CHECKING:
    from tortuga_p2p.games.cartagena.rules.state import State

PRESETS = {preset.name: preset.options for preset in GAME.presets}


def test_how_far_a_card_could_go() -> None:
    """Fixtures K1 and K2: the best pirate for each symbol, by the worked examples and by hand."""
    red = four().state
    assert reach(red, 0, LANTERN) == 37 - 9  # all lanterns ahead of it are taken: to the sloop
    assert reach(red, 0, HOOK) == 28 - 1  # 9, 14 and 24 are jumped
    at_cartagena, at_tortuga = escape().state, escape(sloop=TORTUGA).state
    assert reach(at_cartagena, 2, RUM) == 18  # from the dungeon aboard (CT-11); whoever is in the jungle gets less far
    assert reach(at_tortuga, 2, RUM) < 18  # the sloop is away (C-10)


def test_cards_that_are_drawn_are_compared_with_all_that_could_have_come() -> None:
    scene = four()
    scene.table.step({0: GAME.read_move(scene.state, 0, "retreat 11")})
    before, ask = scene.state, scene.ask
    assert isinstance(ask, Deal)
    answer = scene.table.step()
    after, cards = scene.state, ask.hands[0].handles
    found = GAME.luck(before, answer, after, scene.table.known[0])
    assert [one.got for one in found] == [reach(before, 0, scene.table.faces[card] % DARK) for card in cards]
    assert [sum(cases for _got, cases in one.odds) for one in found] == [96, 95]  # all but the six in hand
    assert not GAME.luck(before, answer, after, scene.table.known[1])  # others do not see what was drawn
    assert not GAME.luck(before, answer, after, {})


def played(preset: str, seed: int) -> tuple[list[Luck], list[tuple[int, Fraction]], list[tuple[int, int]]]:
    """All luck that seat 0 reads in a game of three; of its cards what each was worth and the mean of all that were
    hidden from it, and of all tokens whose they were and what they gave, from the faces that only the table knows."""
    table: LocalTable[State] = LocalTable.new(GAME, 3, PRESETS[preset], SeededDraw(seed, "table"))
    draw = SeededDraw(seed, "moves")
    lucks: list[Luck] = []
    cards, tokens = [], []
    while not isinstance(table.ask, Over):
        ask, before, knew = table.ask, table.state, dict(table.known[0])
        choices = {seat: table.moves(seat)[draw.below(len(table.moves(seat)))] for seat in deciders(ask)}
        if isinstance(ask, Deal) and ask.hands[0].seat == 0:
            seen = {card for card in GAME.shown(before, 0) if card in knew}
            lying = [card for card in (*before.pile, *before.sorting) if card not in seen]
            lying += [card for hand in before.hands for card in hand if card not in seen]
            worth = {card: reach(before, 0, table.faces[card] % DARK) for card in lying}
            for card in ask.hands[0].handles:
                if card not in seen:
                    cards.append((worth[card], Fraction(sum(worth.values()), len(worth))))
                    del worth[card]
        if isinstance(ask, Open):
            tokens.append((before.turn, max(0, before.setup.tokens[table.faces[ask.handles[0]]])))
        answer = table.step(choices)
        lucks += GAME.luck(before, answer, table.state, table.known[0])
    return lucks, cards, tokens


@pytest.mark.parametrize(("preset", "seed"), [("classic", 1), ("escape", 2), ("everything", 3), ("everything", 4)])
def test_a_whole_game_of_luck(preset: str, seed: int) -> None:
    lucks, cards, tokens = played(preset, seed)
    own = [one for one in lucks if one.kind == "spaces" and one.seat == 0]
    assert [(one.got, mean(one.odds)) for one in own] == cards
    assert [(one.seat, one.got) for one in lucks if one.kind == "tokens"] == tokens
    assert bool(tokens) == (preset == "everything")


def test_a_token_is_one_of_those_that_still_lie_hidden() -> None:
    """The first chest of the tunnel is on 4; token 5 gives three cards."""
    scene = Scene([(4, 9, 11, 13), (7, 15, 24, 30)], sorceress=1, tokens={4: 5}, hands=("CHHRRA",))
    scene.table.step({0: next(move for move in scene.table.moves(0) if GAME.move_text(move).startswith("chest 4"))})
    before = scene.state
    answer = scene.table.step()
    (found,) = GAME.luck(before, answer, scene.state, {})  # anybody sees it
    assert found == Luck("tokens", 0, 3, ((0, 2), (1, 2), (2, 2), (3, 2)))


def test_luck_reads_well() -> None:
    lucks = [Luck("spaces", 0, got, ((4, 1), (9, 1))) for got in (9, 4)] + [Luck("tokens", 1, 3, ((0, 2), (3, 2)))]
    assert fortune(GAME, lucks, Reader(0, {}, ("Ana", "Bo"))) == (
        "You drew 2 cards that could take a pirate 13 spaces in all; 13.0 were to be expected.",
        "Cards that Bo found in chests: 3; 1.5 were to be expected.",
    )
