"""Who sees what (C-41), and that handles tell nothing: a hand has no order."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest

from tests.games.cartagena.scene import Scene
from tests.games.cartagena.variants import Variant, label, options, some
from tortuga_p2p.bots.chance import SeededDraw
from tortuga_p2p.games.cartagena.game import GAME
from tortuga_p2p.games.cartagena.rules.state import Phase, State
from tortuga_p2p.rules.ask import Deal, Give, Look, MixHands, Over, deciders
from tortuga_p2p.rules.local_table import LocalTable

if TYPE_CHECKING:
    from tortuga_p2p.rules.ask import Handle, Seat

AWAY = (0,) * 6


class Observer:
    """Somebody who looks at the table and knows of every hand what came into it since it was mixed."""

    def __init__(self, seats: int) -> None:
        self.hands: list[set[Handle]] = [set() for _ in range(seats)]
        self.dirty: list[bool] = [False] * seats
        self.sorting: set[Handle] = set()
        self.left = 0  # cards seen to leave a hand

    def watch(self, table: LocalTable[State]) -> None:
        """Before a step: asks say what is about to happen."""
        match table.ask:
            case Deal(hands):
                for seat, handles in hands:
                    self.hands[seat] |= set(handles)
                    self.dirty[seat] = True
            case Look(hands):
                for _, handles in hands:
                    for seat, hand in enumerate(self.hands):
                        self.dirty[seat] |= bool(hand & set(handles))
            case MixHands(_, owners):
                for seat, hidden, _ in owners:
                    # A part may be mixed by itself: the cards of rum and lantern, which are no hand yet.
                    if set(hidden) == self.hands[seat] - self.sorting:
                        self.dirty[seat] = False
                    else:
                        assert set(hidden) == set(table.state.sorting)
                        self.sorting = set(hidden)
            case Give(things):
                self.gives(dict(things), looked=True)

    def leaves(self, seat: Seat, handle: Handle, looked: bool = False) -> None:
        hand = self.hands[seat]
        if len(hand) > 1 and handle not in self.sorting:
            assert looked or not self.dirty[seat], f"seat {seat} plays from a hand it did not mix"
        hand.remove(handle)
        self.left += 1

    def gives(self, things: dict[Handle, int], looked: bool = False) -> None:
        for handle, place in things.items():
            owner = next(seat for seat, hand in enumerate(self.hands) if handle in hand)
            self.leaves(owner, handle, looked)
            if place >= 0:
                self.hands[place].add(handle)
                self.dirty[place] = True


@pytest.mark.parametrize("variant", some(), ids=label)
def test_no_card_leaves_a_hand_that_was_not_mixed(variant: Variant) -> None:
    table: LocalTable[State] = LocalTable.new(GAME, variant["seats"], options(variant), SeededDraw(5, "table"))
    choosing = SeededDraw(5, "choices").below
    observer = Observer(variant["seats"])
    while not isinstance(table.ask, Over) and table.state.round < 10:
        if table.state.phase == Phase.LOOK and isinstance(table.ask, Look):
            assert not observer.dirty[table.state.doing[1]], "a hand is mixed before somebody looks into it"
        observer.watch(table)
        choices = {}
        for seat in deciders(table.ask):
            moves = table.moves(seat)
            choices[seat] = moves[choosing(len(moves))]
            for handle in choices[seat].opens:
                observer.leaves(seat, handle)
        table.step(choices)
        for move in choices.values():
            observer.gives(dict(move.gives))
        if table.state.phase == Phase.ACT:
            observer.sorting = set()
            assert [set(hand) for hand in table.state.hands] == observer.hands
    assert observer.left > 10


class Ordered:
    """A `Draw` that shuffles three things into one given order, and everything else not at all."""

    def __init__(self, picks: tuple[int, int]) -> None:
        self.picks = dict(zip((3, 2), picks, strict=True))

    def below(self, bound: int, /) -> int:
        return self.picks.get(bound, bound - 1)


def test_the_handle_of_a_played_card_says_nothing_of_its_age() -> None:
    """Old cards P and P, new card L: over all ways to mix, each card is played from each handle equally often."""
    played: dict[str, Counter[int]] = {"P": Counter(), "L": Counter()}
    for letter, symbol in (("P", "pistol"), ("L", "lantern")):
        for picks in ((first, second) for first in range(3) for second in range(2)):
            scene = Scene([(20, 5, 0, 0, 0, 0), AWAY], hands=("PP",), pile="LA")
            scene.table.draw = Ordered(picks)
            scene.say("retreat 20")
            cards = sorted(scene.state.hands[0])
            matching = [card for card in cards if scene.table.known[0][card] == "PRLAHC".index(letter)]
            played[letter].update(matching)
            scene.advance(0, symbol)
    assert len(set(played["L"].values())) == 1
    assert set(played["L"]) == set(played["P"])
    assert len(set(played["P"].values())) == 1


def test_the_taker_alone_sees_the_hand_and_forgets_it_when_it_is_mixed() -> None:
    scene = Scene([AWAY] * 3, hands=("PP", "RHL", "AAA"), sorceress=1)
    scene.pistol(1)
    victim = scene.state.hands[1]
    assert set(victim) <= set(GAME.shown(scene.state, 0))
    assert not set(victim) & set(GAME.shown(scene.state, 2))
    scene.take("L")
    taken = next(card for card in scene.state.hands[0] if card in victim)
    assert taken not in GAME.shown(scene.state, 2)
    scene.say("stop") if scene.state.left < 3 else None
    assert scene.state.turn == 1
    assert not set(victim) & set(GAME.shown(scene.state, 0)) - set(scene.state.hands[0]), "mixed since"


def test_the_taken_card_is_known_to_both_until_its_new_hand_is_mixed() -> None:
    scene = Scene([AWAY] * 3, hands=("P", "RHL", "AAA"), sorceress=1, left=1)
    scene.pistol(1)
    scene.take("L")
    taken = scene.state.hands[0][0]
    assert scene.state.turn == 1
    assert taken in GAME.shown(scene.state, 1)
    assert scene.table.known[1][taken] == scene.table.known[0][taken] == 2
    assert taken not in GAME.shown(scene.state, 2)


def test_gifts_of_rum_are_known_to_giver_and_receiver_alone() -> None:
    scene = Scene([AWAY] * 3, hands=("R", "P", "P"), sorceress=1, left=1)
    scene.rum()
    first, second, *_ = scene.state.sorting
    scene.say(f"share {first}>1 {second}>2")
    assert scene.state.turn == 1
    # Seat 1 has mixed its hand before its turn; seat 2 not yet.
    assert second in GAME.shown(scene.state, 0)
    assert second in GAME.shown(scene.state, 2)
    assert second not in GAME.shown(scene.state, 1)
    assert not set(scene.state.hands[1]) & set(GAME.shown(scene.state, 0))


def test_the_lantern_shows_the_top_of_the_pile_to_its_user_alone_until_it_is_drawn() -> None:
    scene = Scene([(20, 5, 5, 0, 0, 0), (30, 21, 0, 0, 0, 0)], hands=("LP", "PP"), sorceress=1, left=2)
    scene.lantern()
    cards = scene.state.sorting
    scene.say(f"back {cards[1]},{cards[2]},{cards[3]}")
    assert set(scene.state.pile[:3]) <= set(GAME.shown(scene.state, 0))
    assert not set(scene.state.pile[:3]) & set(GAME.shown(scene.state, 1))
    drawn = scene.state.pile[0]
    scene.say("stop")
    scene.say("retreat 30")
    # The other player has drawn it, and has mixed the hand since.
    assert drawn not in GAME.shown(scene.state, 0)
    assert set(cards[2:]) <= set(GAME.shown(scene.state, 0))


def test_cards_that_a_lantern_showed_are_mixed_before_they_are_given_out() -> None:
    """Seat 0 knows the top of the pile; seat 1 draws it by rum, and nobody can tell which card goes where."""
    scene = Scene([AWAY] * 3, hands=("L", "R", "P"), sorceress=1, left=1)
    scene.lantern()
    cards = scene.state.sorting
    scene.say(f"back {cards[1]},{cards[2]},{cards[3]}")
    assert set(scene.state.pile[:3]) <= set(GAME.shown(scene.state, 0))
    assert scene.state.turn == 1
    scene.rum()
    assert set(cards[1:]) <= set(scene.state.sorting)
    assert not set(scene.state.sorting) & set(GAME.shown(scene.state, 0))


def test_filibusters_choose_at_once_from_mixed_hands() -> None:
    scene = Scene([AWAY] * 3, hands=("r", "PPPPPPPP", "HHHHHHHHH"), filibusters=1)
    scene.advance(0, "rum", "r")
    assert deciders(scene.ask) == (1, 2)


def test_tokens_are_hidden_from_everybody() -> None:
    scene = Scene([AWAY] * 2, hands=("P", "P"), sorceress=1)
    for seat in (0, 1):
        assert not [handle for handle in GAME.shown(scene.state, seat) if handle > 101]
        groups = GAME.unseen(scene.state, seat, scene.table.known[seat])
        assert sorted(groups[1].faces) == list(range(8))


def test_every_hand_of_two_is_mixed_one_card_is_not() -> None:
    """One card has no order, so no table is bothered with it."""
    scene = Scene([(20, 5, 0, 0, 0, 0), AWAY], hands=("",))
    scene.table.step({0: GAME.read_move(scene.state, 0, "pass")})
    asked = []
    while not deciders(scene.ask):
        asked.append(type(scene.ask))
        scene.table.step()
    assert asked == [Deal]
    scene.table.step({0: GAME.read_move(scene.state, 0, "retreat 20")})
    while not deciders(scene.ask):
        asked.append(type(scene.ask))
        scene.table.step()
    assert asked == [Deal, Deal, MixHands]
