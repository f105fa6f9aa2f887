"""C-45: whoever leaves for good, at whatever is asked, with whatever was agreed."""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest

from tests.games.cartagena.scene import Scene, escape
from tests.games.leavers import table_without
from tortuga_p2p.bots.chance import SeededDraw
from tortuga_p2p.games.cartagena.game import GAME
from tortuga_p2p.games.cartagena.rules.components import SLOOP, TOKEN_HANDLES, TOKEN_PILE
from tortuga_p2p.games.cartagena.rules.state import BEGINNING, Phase, State, cards_pile
from tortuga_p2p.games.cartagena.rules.travel import is_captain
from tortuga_p2p.rules.ask import PILE, Over, Together, Turn, deciders
from tortuga_p2p.rules.laws import ThingPlaces
from tortuga_p2p.testing.conformance import check_game
from tortuga_p2p.testing.damage import pick

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tortuga_p2p.rules.local_table import LocalTable

AWAY = (0,) * 6


def test_the_pirates_stay_and_nobody_moves_them() -> None:
    state = GAME.leave(escape().state, 1)
    assert state.pirates[1] == escape().state.pirates[1]
    assert GAME.asks(state) == Turn(0)
    scene = escape()
    moves = {GAME.move_text(move) for move in GAME.legal_moves(state, 0, scene.table.known[0])}
    assert not any(text.startswith("morgan 1") for text in moves)
    assert any(text.startswith("morgan 2") for text in moves)


def test_the_leavers_turn_ends_and_its_cards_go_to_the_pile() -> None:
    before = escape().state
    after = GAME.leave(before, 0)
    assert (after.turn, after.left, after.hands[0]) == (1, 3, ())
    assert len(after.pile) == len(before.pile) + len(before.hands[0])


def test_leavers_do_not_count_for_the_captain() -> None:
    scene = escape(turn=1, free=0)
    assert not is_captain(scene.state, 1)
    assert is_captain(GAME.leave(scene.state, 0), 1)
    assert GAME.leave(scene.state, 0).pirates[0].count(SLOOP) == 2


def test_who_is_left_alone_has_won() -> None:
    over = GAME.asks(GAME.leave(Scene([AWAY] * 2, hands=("P", "P")).state, 0))
    assert isinstance(over, Over)
    assert over.result.winners == (1,)


def test_a_discard_that_was_owed_falls_away() -> None:
    scene = Scene([AWAY] * 4, hands=("r", "P" * 8, "H" * 9, "L"), filibusters=1)
    scene.advance(0, "rum", "r")
    state = GAME.leave(scene.state, 1)
    assert GAME.asks(state) == Together((2,))
    assert GAME.leave(state, 2).phase == Phase.ACT


def test_the_pistols_target_is_gone() -> None:
    scene = Scene([AWAY] * 3, hands=("PP", "RHL", "A"), sorceress=1)
    scene.pistol(1)
    after = GAME.leave(scene.state, 1)
    assert (after.phase, after.turn, after.left, after.doing) == (Phase.ACT, 0, 2, ())


def test_a_round_of_rum_for_one_fewer() -> None:
    scene = Scene([AWAY] * 4, hands=("R", "P", "P", "P"), sorceress=1)
    scene.rum()
    after = GAME.leave(scene.state, 2)
    moves = GAME.legal_moves(after, 0, scene.table.known[0])
    assert {tuple(seat for _, seat in move.gives) for move in moves} == {(1, 3)}


VARIANTS = [
    {"tunnel": 4, "pirates": 4},
    {"tunnel": 4, "pirates": 4, "tunnel_draw": "both", "filibusters": 1, "sorceress": 1},
    {"tunnel": 3, "jungle": 3, "pirates": 4, "tunnel_draw": "morgan", "sorceress": 1},
]


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_leaving_at_any_time_keeps_the_contract(options: dict[str, object]) -> None:
    check_game(GAME, seeds=(3,), seats=(3,), options=options, one_in=60)  # type: ignore[arg-type]


# --- at every step that there is ---------------------------------------------------------------------------------


def places_of(scene: Scene) -> ThingPlaces:
    """Where everything lies in a scene, for a table to go on from."""
    state, places = scene.state, ThingPlaces(len(scene.state.hands), GAME.piles)
    lying = [(handle, PILE, cards_pile(state.setup)) for handle in state.pile]
    lying += [(handle, seat, cards_pile(state.setup)) for seat, hand in enumerate(state.hands) for handle in hand]
    lying += [(handle, PILE, TOKEN_PILE) for handle in TOKEN_HANDLES if state.setup.sorceress]
    for handle, place, kind in lying:
        places.at[handle], places.kind[handle] = place, kind
        places.seen[handle] = frozenset() if place == PILE else frozenset({place})
    places.public[cards_pile(state.setup)] = Counter(state.discards)
    return places


without = partial(table_without, GAME)


def play_on(table: LocalTable[State], places: ThingPlaces, steps: int = 12) -> None:
    draw = SeededDraw(2, "on")
    for _ in range(steps):
        places.check_ask(table.ask)
        if isinstance(table.ask, Over):
            return
        ask = table.ask
        places.take(ask, table.step({seat: pick(table.moves(seat), draw) for seat in deciders(ask)}))
        assert GAME.unpack(GAME.pack(table.state)) == table.state


MANY = ("RHLRRRRRRR", "PPPPPPPPP", "HH")  # two over the limit, one under it
DARK: dict[str, Any] = {"sorceress": 1, "filibusters": 1}
LONE: dict[str, Any] = {"sorceress": 1, "pile": ""}  # a pile used up, and only what is played on the discards
STORIES: dict[str, tuple[Callable[[], Scene], str]] = {
    "a dark pistol": (lambda: Scene([AWAY] * 4, hands=("pPP", *MANY), **DARK), "pistol 1"),
    "a dark rum": (lambda: Scene([AWAY] * 4, hands=("rPP", *MANY), **DARK), "rum"),
    "a dark lantern": (lambda: Scene([AWAY] * 4, hands=("lPP", *MANY), **DARK), "lantern"),
    "a dark hook": (lambda: Scene([(4, 4, 0, 0, 0, 0), *[AWAY] * 3], hands=("hR", *MANY), **DARK), "hook 4"),
    "a snake": (
        lambda: Scene([(18, 4, 0, 0, 0, 0), *[AWAY] * 3], hands=("cC", *MANY), tokens={18: 7}, **DARK),
        "chest 18",
    ),
    "rum, one card": (lambda: Scene([AWAY] * 3, turn=1, hands=("PP", "RHL", "LL"), **LONE), "rum"),
    "rum, no other": (lambda: Scene([AWAY] * 3, turn=1, hands=("PP", "R", "LL"), **LONE), "rum"),
    "lantern, three cards": (
        lambda: Scene([AWAY] * 3, hands=("LPP", "PHL", "LL"), **{**LONE, "pile": "HH"}),
        "lantern",
    ),
    "pistol, one card": (lambda: Scene([AWAY] * 3, hands=("PPP", "PHL", "PL"), **LONE), "pistol 2"),
    "pistol, the last action": (lambda: Scene([AWAY] * 3, left=1, hands=("PP", "P", "PL"), **LONE), "pistol 1"),
    "back for two, one card": (
        lambda: Scene([(20, 5, 5, 0, 0, 0), AWAY, AWAY], hands=("PR", "", "R"), pile="", discards="A"),
        "retreat 20",
    ),
    "the captain": (lambda: escape(sorceress=1), "sail free"),
}


def steps(name: str) -> Iterator[tuple[LocalTable[State], ThingPlaces]]:
    """A story step by step: after its first move everybody does what they like."""
    make, words = STORIES[name]
    scene = make()
    table, places, draw = scene.table, places_of(scene), SeededDraw(3, "story")
    first = next(move for move in table.moves(scene.state.turn) if GAME.move_text(move).startswith(words))
    for step in range(12):
        yield table, places
        ask = table.ask
        choices = {seat: pick(table.moves(seat), draw) if step else first for seat in deciders(ask)}
        places.take(ask, table.step(choices))


@pytest.mark.parametrize("name", STORIES)
def test_whoever_leaves_at_any_step_of_it(name: str) -> None:
    """One after the other, and two in either order: what is asked then is lawful, and the game goes on."""
    for table, places in steps(name):
        for seat in places.present:
            play_on(*without(table, places, seat))
            for other in range(seat if len(places.present) > 3 else 0):
                after, left = without(table, places, seat, other)
                assert after.state == without(table, places, other, seat)[0].state
                play_on(after, left)


def test_the_stories_come_to_every_phase() -> None:
    met = {table.state.phase for name in STORIES for table, _ in steps(name)}
    assert met == {*Phase} - {*BEGINNING, Phase.OVER}


@pytest.mark.parametrize(
    ("name", "leaver", "sizes"), [("back for two, one card", 2, [4, 0, 0]), ("pistol, one card", 0, [0, 3, 96])]
)
def test_who_gave_a_card_to_be_mixed_gets_it_back(name: str, leaver: int, sizes: list[int]) -> None:
    """The only discard was to be mixed with a card of its drawer, and the leaver's cards make a pile meanwhile."""
    table, places = next(step for step in steps(name) if step[0].state.phase == Phase.LONE_MIX)
    after, places = without(table, places, leaver)
    while not deciders(after.ask):
        ask = after.ask
        places.take(ask, after.step())
    assert [len(hand) for hand in after.state.hands] == sizes
