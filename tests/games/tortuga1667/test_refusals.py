"""Every illegal action is refused in words, with the ruling it breaks."""

from __future__ import annotations

import ast
import re
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests import shell
from tests.games.tortuga1667.stage import CANNON, TORCH, Stage
from tortuga_p2p.bots.chance import SeededDraw
from tortuga_p2p.errors import BadInput, IllegalMove
from tortuga_p2p.games.tortuga1667 import rules
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
from tortuga_p2p.rules.answer import DONE, UNOPENED, AllMoved, Drawn, Moved, Opened
from tortuga_p2p.rules.ask import PILE, Move, deciders
from tortuga_p2p.rules.local_table import LocalTable
from tortuga_p2p.ui.tavern.option_form import OptionForm
from tortuga_p2p.ui.widgets.field import Field

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

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


# --- none is left out --------------------------------------------------------------------------------------------


def with_star(card: int, **more: Any) -> Stage:
    """Captain 0 and mate 1, 2 on the other ship, 3 on Tortuga; one starred event is there to be revealed."""
    starred = 1 << c.STARRED.index(card) | (0b11 if card > c.FEVER else 0b1100)
    return Stage(4, (0, 1), (2,), (3,), row=[card], starred=starred, **more)


def voting() -> Stage:
    return Stage(4, (0, 1), (2, 3), hands={0: [CANNON, TORCH], 1: [TORCH]}).do(Do.ATTACK)


def setting_up(**options: Any) -> Stage:
    """As far as the first decision."""
    stage = usual()
    stage.table = LocalTable.new(GAME, 4, options, SeededDraw(1, "setup"))
    return stage.run()


def counting() -> Stage:
    stage = voting()
    stage.table.step({seat: stage.table.moves(seat)[0] for seat in (0, 1)})
    stage.table.step()
    return stage


def over() -> Stage:
    return Stage(4, (0, 1), (2, 3), row=[c.ARMADA], last=True, chests=(0, 3, 1, 1, 1, 1, 1)).do(Do.REVEAL, 0)


def refuse(stage: Stage, *data: int) -> str:
    """What whoever is asked hears for this decision."""
    moved = Moved(Move(data))
    (seat,) = deciders(stage.table.ask)
    return refusal(stage, seat, moved).sentence


def whole(stage: Stage, answer: Any) -> str:
    """What whoever gives this answer hears."""
    with pytest.raises(IllegalMove) as refused:
        GAME.apply(stage.state, answer)
    return refused.value.sentence


def revealing() -> Stage:
    stage = usual()
    stage.table.step({0: Move((Do.REVEAL, 0))})
    return stage


def other_refusals() -> Iterator[str]:
    """One of every kind that the tables above have not."""
    sealed = voting()
    own = sealed.state.hands[0]
    for seat, move in [
        (0, Move((Do.VOTE,), (), ((99, PILE),))),
        (0, Move((Do.VOTE,), (), ((own[0], PILE), (own[1], PILE)))),
        (0, Move((Do.VOTE,), (), ((own[0], 1),))),
        (0, Move((Do.VOTE,))),
        (2, Move((Do.VOTE,), (), ((own[0], PILE),))),
    ]:
        yield refusal(sealed, seat, Moved(move)).sentence
    yield refusal(usual(), 0, Moved(Move((Do.LOOK, 0, 1), own[:1]), (CANNON,))).sentence
    yield refusal(usual(), 0, Moved(Move((Do.LOOK, 0, 1), (), ((own[0], PILE),)))).sentence
    yield refuse(with_star(c.POWDER).do(Do.REVEAL, 0), Do.BLOW, 2)
    yield refuse(with_star(c.NEST).do(Do.REVEAL, 0).do(Do.NEST, 1), Do.PICK, 99)
    yield refuse(usual().do(Do.FORCE, 2, 1, 3), Do.TURN, 0)
    yield refuse(usual().changed(powder=1), Do.ROW, BOAT_DUTCHMAN)
    yield whole(sealed, AllMoved(()))
    yield whole(counting(), Opened((UNOPENED,) * 3))
    yield whole(counting(), Opened(()))
    yield whole(counting(), Opened((99, 99, 99)))
    yield whole(revealing(), Opened((UNOPENED,)))
    yield whole(over(), DONE)


def sentences() -> set[str]:
    """Every sentence in which the rules refuse something, as it stands in their source."""
    found = set()
    for file in sorted(Path(rules.__path__[0]).glob("*.py")):
        tree = ast.parse(file.read_text("utf-8"))
        refusing: list[ast.AST] = [
            node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and "_why" in node.name
        ]
        calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
        refusing += [call for call in calls if isinstance(call.func, ast.Name) and call.func.id == "IllegalMove"]
        refusing += [
            node for node in ast.walk(tree) if isinstance(node, ast.Lambda) and "seat, data" in ast.unparse(node)
        ]
        for node in refusing:
            for call in (one for one in ast.walk(node) if isinstance(one, ast.Call)):
                if isinstance(call.func, ast.Name) and call.func.id == "_" and isinstance(call.args[0], ast.Constant):
                    found.add(str(call.args[0].value))
    return found


def test_every_sentence_in_which_the_rules_refuse_is_heard() -> None:
    heard = [*other_refusals()]
    heard += [refuse(make(), *data) for make, data, _, _ in ACTIONS]
    told = {sentence: re.compile(re.sub(r"\\{\w+\\}", r"\\d+", re.escape(sentence))) for sentence in sentences()}
    assert len(told) > 25
    assert not {sentence for sentence, pattern in told.items() if not any(map(pattern.fullmatch, heard))}


@pytest.mark.parametrize(
    ("make", "ruling"),
    [
        (lambda: setting_up(chosen=1), "2.2"),
        (lambda: setting_up(ready=1), "B-37"),
        (setting_up, "B-D1"),
        (usual, "B-D3"),
        (lambda: usual().do(Do.FORCE, 2, 1, 3), "B-D6"),
        (lambda: Stage(4, (0, 1), (2, 3), kept={3: [c.ATLANTIS]}).do(Do.LOOK, 0, 1), "B-D2"),
        (lambda: with_star(c.POWDER).do(Do.REVEAL, 0), "B-D7"),
        (lambda: Stage(4, (0, 1), (2, 3), kept={1: [c.FOUNTAIN]}).do(Do.MAROON, 1), "B-D8"),
        (
            lambda: Stage(4, (0,), (1, 2, 3), hands={0: [CANNON]}, deck=[TORCH]).do(Do.ATTACK).vote(CANNON),
            "B-D5",
        ),
    ],
)
def test_every_decision_names_itself_when_something_else_is_done(make: Callable[[], Stage], ruling: str) -> None:
    stage = make()
    (seat,) = deciders(stage.table.ask)
    nonsense = Moved(Move((Do.VOTE,)))
    assert refusal(stage, seat, nonsense).ruling == ruling
