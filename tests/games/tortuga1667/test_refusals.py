"""Every illegal action is refused in words, with the ruling it breaks."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests import shell
from tests.games.tortuga1667.stage import CANNON, TORCH, Stage
from tortuga_p2p.errors import BadInput, IllegalMove
from tortuga_p2p.games.tortuga1667.game import GAME
from tortuga_p2p.games.tortuga1667.rules import cards as c
from tortuga_p2p.games.tortuga1667.rules.moves import Do
from tortuga_p2p.games.tortuga1667.rules.state import (
    BOAT_DUTCHMAN,
    BOAT_ROGER,
    DUTCHMAN,
    NOWHERE,
    ROGER,
    TORTUGA,
    slots,
)
from tortuga_p2p.rules.answer import DONE, AllMoved, Drawn, Moved, Opened
from tortuga_p2p.rules.ask import PILE, Move, deciders
from tortuga_p2p.ui.tavern.option_form import OptionForm
from tortuga_p2p.ui.widgets.field import Field

REFERENCE = (Path(__file__).parents[3] / "docs" / "rules" / "tortuga1667.md").read_text("utf-8")


def usual() -> Stage:
    """Captain 0 with a mate, 2 and 3 on the other ship."""
    return Stage(4, (0, 1), (2, 3))


ACTIONS = [
    (usual, (Do.LOOK, 1, 1), "B-48", "two different cards"),
    (usual, (Do.LOOK, 3, 1), "B-48", "lower slot named first"),
    (usual, (Do.REVEAL, 5), "2.4", "no card in that slot"),
    (usual, (Do.FORCE, 0, 0, 1), "B-3", "Another player"),
    (usual, (Do.FORCE, 2, 1, 1), "2.4", "two different cards"),
    (usual, (Do.ROW, BOAT_ROGER), "BT-19", "own ship"),
    (usual, (Do.ROW, TORTUGA), "BT-19", "one action"),
    (usual, (Do.LETTER, 1, ROGER), "2.4", "no Letter"),
    (usual, (Do.MAROON, 0), "2.4", "same ship"),
    (usual, (Do.MAROON, 2), "2.4", "same ship"),
    (usual, (Do.MUTINY,), "2.4", "first mate"),
    (usual, (Do.PLUNDER, c.BRITISH), "2.4", "cabin boy"),
    (usual, (Do.BRAWL,), "2.4", "governor"),
    (usual, (Do.PASS,), "B-34", "must act"),
    (usual, (Do.USE,), "B-D3", "not what is asked"),
    (lambda: Stage(4, (0, 1), (2, 3), mad=1), (Do.LOOK, 0, 1), "2.9", "mad mode"),
    (lambda: Stage(4, (0, 1), (2, 3), row=[c.ARMADA], last=True), (Do.LOOK, 0, 1), "B-2", "two cards"),
    (lambda: Stage(4, (0, 1), (2, 3), row=[c.ARMADA], last=True), (Do.FORCE, 2, 0, 1), "2.8", "two cards"),
    (lambda: Stage(4, (0, 1), (2,), (), (3, NOWHERE)), (Do.ROW, BOAT_DUTCHMAN), "BT-20", "taken"),
    (lambda: Stage(6, (1, 2, 3, 4, 5), (), (), (0, NOWHERE)), (Do.ROW, DUTCHMAN), "B-5", "full"),
    (
        lambda: Stage(6, (1, 2, 3, 4, 5), (), (0,), kept={0: [c.LETTER]}),
        (Do.LETTER, 0, DUTCHMAN),
        "B-5",
        "full",
    ),
    (lambda: Stage(4, (0, 1), (2, 3), kept={0: [c.LETTER]}), (Do.LETTER, 1, ROGER), "2.7", "Tortuga or a rowboat"),
    (lambda: Stage(4, (1, 0), (2, 3)), (Do.ATTACK,), "2.4", "captain"),
    (lambda: Stage(4, (0, 1), (2, 3), chests=(0, 3, 3, 0, 0, 1, 1)), (Do.ATTACK,), "B-6", "no chest"),
    (lambda: Stage(4, (0,), (1, 2, 3), chests=(6, 0, 0, 0, 0, 1, 1)), (Do.PLUNDER, c.BRITISH), "2.4", "no chest"),
]


@pytest.mark.parametrize(("make", "data", "ruling", "words"), ACTIONS)
def test_actions(make: object, data: tuple[int, ...], ruling: str, words: str) -> None:
    stage = make()  # type: ignore[operator]
    with pytest.raises(IllegalMove) as refused:
        stage.do(*data)
    assert refused.value.ruling == ruling
    assert words in refused.value.sentence
    assert ruling.startswith("2.") or ruling in REFERENCE


def refusal(stage: Stage, seat: int, moved: Moved) -> IllegalMove:
    with pytest.raises(IllegalMove) as refused:
        GAME.check_move(stage.state, seat, moved)
    return refused.value


def test_a_vote_is_one_own_card_for_the_middle() -> None:
    stage = Stage(4, (0, 1), (2, 3), hands={0: [CANNON, TORCH], 1: [TORCH]}).do(Do.ATTACK)
    own, other = stage.state.hands[0], stage.state.hands[1]
    vote = (Do.VOTE,)
    assert "your own hand" in refusal(stage, 0, Moved(Move(vote, (), ((other[0], PILE),)))).sentence
    assert "El Dorado" in refusal(stage, 0, Moved(Move(vote, (), ((own[0], PILE), (own[1], PILE))))).sentence
    assert "middle" in refusal(stage, 0, Moved(Move(vote, (), ((own[0], 1),)))).sentence
    assert "vote card" in refusal(stage, 0, Moved(Move(vote))).sentence
    assert "shown" in refusal(stage, 0, Moved(Move(vote, own[:1]), (CANNON,))).sentence
    assert "not your turn" in refusal(stage, 2, Moved(Move(vote, (), ((own[0], PILE),)))).sentence


@pytest.mark.parametrize(
    ("card", "move", "words"),
    [
        (c.PISTOL, (Do.SHOOT, 0), "another player"),
        (c.ATLANTIS, (Do.GIVE, 0), "another player"),
        (c.LETTER, (Do.LETTER, 1, ROGER), "Tortuga or a rowboat"),
        (c.PISTOL, (Do.SAVE,), "not what is asked"),
    ],
)
def test_answers_to_cards(card: int, move: tuple[int, ...], words: str) -> None:
    stage = Stage(4, (0, 1), (2,), (3,), row=[card]).do(Do.REVEAL, 0)
    assert words in refusal(stage, 0, Moved(Move(move))).sentence


def test_a_forced_player_chooses_one_of_two() -> None:
    stage = usual().do(Do.FORCE, 2, 1, 3)
    assert refusal(stage, 2, Moved(Move((Do.TURN, 0)))).ruling == "B-D6"
    assert refusal(stage, 2, Moved(Move((Do.LATE,)))).ruling == "B-D6"  # there is no clock
    assert "not your turn" in refusal(stage, 0, Moved(Move((Do.TURN, 1)))).sentence


def test_the_crow_s_nest_wants_as_many_cards() -> None:
    nest = 1 << c.STARRED.index(c.NEST) | 0b11
    stage = Stage(4, (0, 1), (2, 3), row=[c.NEST], starred=nest).do(Do.REVEAL, 0).do(Do.NEST, 1)
    deck = stage.state.vote_deck
    assert len(stage.table.moves(0)) == len(deck) * (len(deck) - 1) * (len(deck) - 2) // 6
    for picked in (deck[:2], (deck[0], deck[0], deck[1]), (deck[1], deck[0], deck[2]), (99, *deck[:2])):
        assert "different cards" in refusal(stage, 0, Moved(Move((Do.PICK, *picked)))).sentence


def test_answers_of_another_kind_are_refused_everywhere() -> None:
    stage = usual()
    for answer in (DONE, Drawn((0,)), Opened((0,)), AllMoved(())):
        with pytest.raises(IllegalMove):
            GAME.apply(stage.state, answer)
    assert len(slots(stage.state)) == 5
    assert deciders(stage.table.ask) == (0,)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"stars": 2}, "3 to 8"),
        ({"loyalties": "secret"}, "hidden, pair, open"),
        ({"starred": ("anchor",)}, "powder"),
        ({"mad": 1, "stars": 5}, "Mad mode"),
        ({"fewer": 12}, "five must stay"),
        ({"clock": -1}, "0 to 600"),
        ({"map": 1}, "no option"),
    ],
)
def test_options_that_cannot_be_played(options: dict[str, object], words: str) -> None:
    with pytest.raises(BadInput, match=words):
        GAME.setup(2, options)  # type: ignore[arg-type]


@pytest.mark.parametrize("command", [("play", "--bots", "greedy,greedy,greedy"), ("host", "--seats", "4")], ids=str)
def test_options_that_do_not_fit_together_are_told_before_a_table_opens(command: tuple[str, ...]) -> None:
    """Also to whoever has no keyboard: with two things wrong at once it was a crash report."""
    words = (*shell.TORTUGA, *command, "--game", GAME.name, "--option", "fewer=15", "--listen", "127.0.0.1")
    done = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, text=True, env=shell.environment())
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "at most 14 event cards can be taken out here" in done.stderr


def test_a_form_tells_it_too() -> None:
    form = OptionForm(GAME, lambda: 4)
    next(entry for entry in form.entries if entry.label == "Events taken out").typed = Field("15")
    with pytest.raises(BadInput, match="five must stay"):
        form.values()


def test_too_few_and_too_many() -> None:
    for seats in (1, 10):
        with pytest.raises(BadInput, match="2 to 9 players"):
            GAME.setup(seats, {})


@pytest.mark.parametrize("text", ["", "lok 1 2", "look 1", "look 1 6", "force 9 1 2", "row ship", "vote", "take x y"])
def test_texts_that_are_no_moves(text: str) -> None:
    with pytest.raises(BadInput, match=r"moves begin with|write it like"):
        GAME.read_move(usual().state, 0, text)
