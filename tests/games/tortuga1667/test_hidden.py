"""What is hidden stays hidden, also from eight of nine who tell each other everything; and cheats that fit this game.

The simulator plays whole games among sessions that do not trust each other. Its auditor tries every coalition that
leaves somebody out, on the public messages and the keys of the coalition, and fails where a card can be read that was
shown to none of them.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import pytest

from tests.games.tortuga1667.stage import CANNON, TORCH, WATER, Stage
from tortuga_p2p.bots.chance import SeededDraw
from tortuga_p2p.games.tortuga1667.game import GAME
from tortuga_p2p.games.tortuga1667.rules import cards as c
from tortuga_p2p.games.tortuga1667.rules.moves import Do
from tortuga_p2p.games.tortuga1667.rules.state import LOYALTY_FIRST, Phase
from tortuga_p2p.rules.ask import Look, Mix, MixHands, Open, Over, Together, deciders
from tortuga_p2p.rules.local_table import LocalTable
from tortuga_p2p.testing.campaign import Campaign, until_struck
from tortuga_p2p.testing.cheats.cards import OpenAnotherThing
from tortuga_p2p.testing.cheats.cheat import CHEATS as CHEATS_OF_ALL
from tortuga_p2p.testing.simulation_setup import SimulationSetup
from tortuga_p2p.testing.simulator import simulate

if TYPE_CHECKING:
    from tortuga_p2p.games.tortuga1667.rules.state import State
    from tortuga_p2p.session.message import Show

SEED = 1667
STARRED = sum(1 << c.STARRED.index(card) for card in (c.FEVER, c.NEST, c.SCURVY))
CHEATS = {  # what somebody would like to do here, and what everybody calls it
    "give-a-thing-not-held": "not-yours",  # a vote with a card not held
    "hand-over-another-card": "bad-hand-over",  # a vote that is no card at all
    "give-one-more": "illegal-move",  # two votes
    "commit-twice": "equivocation",  # two votes, each for other eyes
    "choose-after-the-others": "reveal-mismatch",  # a vote changed after those of others
    "open-another-thing": "bad-share",  # a peek into the deck for an accomplice
    "forge-a-share": "bad-share",  # an event that looks like another
    "look-further": "illegal-move",  # a look beyond two
    "peek-into-the-pile": "bad-remask",  # a look at a card of the deck
    "remask-too-many": "wrong-count",  # a look beyond two, later
    "give-a-share-too-many": "wrong-count",  # a look beyond two, with help
    "mix-another-hand": "bad-shuffle wrong-count",  # a better hand
}


@pytest.mark.parametrize("cheat", CHEATS)
def test_cheats_that_fit_this_game_are_proved(cheat: str) -> None:
    outcome = until_struck(Campaign((GAME.name,), (4,), seed=SEED), cheat)
    assert len(outcome.codes) == 1
    assert set(outcome.codes) <= set(CHEATS[cheat].split())


class AnotherLoyalty(OpenAnotherThing):
    """Says at the end that something else is its loyalty."""

    at_once = True

    def lie(self, raw: bytes, said: Show) -> bytes | None:
        return super().lie(raw, said) if self.table.state.phase == Phase.SHOW else None


def test_another_loyalty_at_the_end_is_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(CHEATS_OF_ALL, "another-loyalty", AnotherLoyalty)
    quick = (("fewer", 13), ("ready", 1))
    outcome = until_struck(Campaign((GAME.name,), (4,), seed=SEED, options=quick), "another-loyalty")
    assert set(outcome.codes) == {"bad-share"}


@pytest.mark.parametrize("seats", [2, 5, 9])
def test_no_coalition_reads_what_was_not_shown_to_it(seats: int) -> None:
    """The auditor does the looking: `simulate` raises where it finds something."""
    outcome = simulate(SimulationSetup(GAME.name, seats, SEED))
    assert outcome.ending == "sealed"


# --- votes -------------------------------------------------------------------------------------------------------


def asks_of(stage: Stage) -> list[object]:
    """What the table is asked up to the next decision that is not a vote."""
    found = list[object]()
    while not (deciders(stage.table.ask) and stage.phase != Phase.VOTE):
        found.append(stage.table.ask)
        chosen = {seat: stage.table.moves(seat)[0] for seat in deciders(stage.table.ask)}
        stage.table.step(chosen or None)
    return found


def test_a_vote_is_one_step_between_two_shuffles() -> None:
    """Hands are mixed by their owners, all voters give in one step, all seats mix what lies there with the deck's."""
    stage = Stage(6, (0, 1, 2), (3, 4), (5,))
    stage.table.step({0: stage.table.moves(0)[0]._replace(data=(Do.ATTACK,))})
    hands, votes, ballot, count, *_ = asks_of(stage)
    assert isinstance(hands, MixHands)
    assert {owner.seat for owner in hands.hands} == {0, 1, 2}
    assert isinstance(votes, Together)
    assert votes.seats == (0, 1, 2)
    assert isinstance(ballot, Mix)
    assert ballot.by == tuple(range(6))
    assert len(ballot.hidden) == 4
    assert isinstance(count, Open)
    assert sorted(count.handles) == sorted(ballot.into)


def test_equal_cards_cannot_be_told_apart() -> None:
    """Neither votes nor events nor loyalties, not even by whoever held one before (2.11, protocol/hidden.md)."""
    assert [pile.alike for pile in GAME.piles.values()] == [True] * 3
    assert all(len(set(pile.faces)) < len(pile.faces) for pile in GAME.piles.values())


def test_who_gave_which_card_cannot_be_told_afterwards() -> None:
    """Whoever of the two gave the cannon: the same is told, and all that differs is which of three cards left a hand
    that its owner had just mixed."""
    seen = []
    for first, second in ((CANNON, TORCH), (TORCH, CANNON)):
        stage = Stage(4, (0, 1), (2, 3), hands={0: [CANNON, TORCH, WATER], 1: [CANNON, TORCH, WATER]})
        stage.do(Do.ATTACK).vote(first, second)
        others = [GAME.shown(stage.state, seat) for seat in (2, 3)]
        seen.append((stage.state._replace(hands=(), seen=()), stage.records, others))
    assert seen[0] == seen[1]


# --- looks, loyalties, lost cards --------------------------------------------------------------------------------


def bystanders_learn_nothing(stage: Stage, known: dict[int, dict[int, int]], of: set[int]) -> None:
    for seat, before in known.items():
        if seat not in of:
            new = {card: face for card, face in stage.table.known[seat].items() if before.get(card) != face}
            assert not new, f"seat {seat} learned {new}"


def test_a_look_is_seen_by_one_and_known_of_by_all() -> None:
    stage = Stage(5, (0, 1, 2), (3, 4))
    known = {seat: dict(stage.table.known[seat]) for seat in range(5)}
    stage.do(Do.LOOK, 1, 3)
    bystanders_learn_nothing(stage, known, {0})
    assert [record.args["slots"] for record in stage.said("looked")] == [(1, 3)]
    looked = {stage.state.row[1], stage.state.row[3]}
    assert looked <= set(GAME.shown(stage.state, 0))
    assert all(stage.state.seen[card] == 1 for card in looked)  # that seat 0 has seen them is public


def test_cabin_fever_neither_knows_before_looking() -> None:
    """The two give face down, everybody mixes, each gets one: no ask before the deal shows a loyalty to anybody."""
    stage = Stage(4, (0, 1), (2, 3), row=[c.FEVER], starred=STARRED)
    known = {seat: dict(stage.table.known[seat]) for seat in range(4)}
    stage.do(Do.REVEAL, 0)
    stage.table.step({0: next(move for move in stage.table.moves(0) if move.data == (Do.SWAP, 2))})
    phases = []
    while stage.state.phase != Phase.FEVER_DEAL:
        phases.append(stage.phase)
        stage.table.step()
    assert phases == [Phase.FEVER_GIVE, Phase.FEVER_MIX]
    handles = {LOYALTY_FIRST, LOYALTY_FIRST + 2}
    assert not any(handles & set(GAME.shown(stage.state, seat)) for seat in range(4))
    stage.run()
    bystanders_learn_nothing(stage, known, {0, 2})


def test_nobody_sees_a_lost_vote_card() -> None:
    stage = Stage(4, (1,), (2, 3), (0,), row=[c.SPOT])
    hand = set(stage.state.hands[0])
    known = {seat: dict(stage.table.known[seat]) for seat in range(4)}
    stage.do(Do.REVEAL, 0)
    (lost,) = hand - set(stage.state.hands[0])
    bystanders_learn_nothing(stage, known, {0})
    assert not any(lost in GAME.shown(stage.state, seat) for seat in (1, 2, 3))


@pytest.mark.parametrize("number", range(3))
def test_chance_says_which_card_is_lost(number: int) -> None:
    """Not its owner, who has just mixed the hand and knows what lies where."""
    stage = Stage(4, (1,), (2, 3), (0,), row=[c.SPOT])
    stage.table.step({0: stage.table.moves(0)[0]._replace(data=(Do.REVEAL, 0))})
    while stage.state.phase != Phase.LOSE_DRAW:
        stage.table.step()
    hand = stage.state.hands[0]
    stage.draw.told = [number]
    stage.table.step()
    assert stage.state.pile == (hand[number],)


def test_crows_nest_shows_the_deck_to_the_revealer_alone_and_it_is_mixed_afterwards() -> None:
    stage = Stage(4, (0, 1), (2, 3), row=[c.NEST], starred=STARRED)
    known = {seat: dict(stage.table.known[seat]) for seat in range(4)}
    stage.do(Do.REVEAL, 0).do(Do.NEST, 2)
    assert stage.phase == Phase.NEST_PICK
    bystanders_learn_nothing(stage, known, {0})
    picked = tuple(stage.state.vote_deck[:3])
    stage.do(Do.PICK, *picked)
    bystanders_learn_nothing(stage, known, {0, 2})
    assert {stage.state.seen[card] for card in stage.state.hands[2]} == {0b101}
    assert not any(card in GAME.shown(stage.state, 0) for card in stage.state.vote_deck)


@pytest.mark.parametrize(("seats", "seed"), list(product((4, 9), (1, 2))))
def test_loyalties_are_nobodys_but_their_owners_until_the_end(seats: int, seed: int) -> None:
    table: LocalTable[State] = LocalTable.new(GAME, seats, {}, SeededDraw(seed, "table"))
    choosing = SeededDraw(seed, "choices").below
    while not isinstance(table.ask, Over):
        if isinstance(table.ask, Look):
            assert all(card < LOYALTY_FIRST for hand in table.ask.hands for card in hand.handles)
        elif isinstance(table.ask, Open) and table.state.phase != Phase.SHOW:
            assert all(card < LOYALTY_FIRST for card in table.ask.handles)
        for seat in range(seats):
            seen = [card for card in GAME.shown(table.state, seat) if card >= LOYALTY_FIRST]
            assert set(seen) <= {LOYALTY_FIRST + seat}
        choices = {seat: table.moves(seat) for seat in deciders(table.ask)}
        table.step({seat: moves[choosing(len(moves))] for seat, moves in choices.items()})
    assert set(table.state.loyal) == {-1}
