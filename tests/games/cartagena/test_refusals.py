"""Everything that the rules refuse, in a sentence for whoever tried it. Every code of `refusals.py` is met here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.games.cartagena.scene import BOARDS, Scene, escape, four
from tortuga_p2p.errors import IllegalMove
from tortuga_p2p.games.cartagena.game import GAME
from tortuga_p2p.games.cartagena.rules.components import GOAL, SLOOP, TORTUGA
from tortuga_p2p.games.cartagena.rules.refusals import REFUSALS
from tortuga_p2p.rules.answer import DONE, AllMoved, Answer, Drawn, Moved, Opened
from tortuga_p2p.rules.ask import Move

if TYPE_CHECKING:
    from collections.abc import Callable

AWAY = (0,) * 6
TWO: dict[str, Any] = {"laid": BOARDS["escape"], "tunnel": 3, "jungle": 3}


def two(
    own: tuple[int, ...], other: tuple[int, ...] = AWAY, hands: tuple[str, ...] = ("PRLAHC", "P"), **more: Any
) -> Scene:
    return Scene([own, other], hands=hands, **more)


def said(scene: Scene, text: str) -> tuple[Scene, Answer]:
    """A move as it is written, with the faces of its cards."""
    return scene, scene.table.moved(GAME.read_move(scene.state, scene.state.turn, text))


def shooting() -> Scene:
    scene = two(AWAY, hands=("P", "RHL"), sorceress=1)
    scene.pistol(1)
    return scene


def drinking() -> Scene:
    scene = two(AWAY, hands=("R", "P"), sorceress=1)
    scene.rum()
    return scene


def lighting() -> Scene:
    scene = two(AWAY, hands=("L", "P"), sorceress=1)
    scene.lantern()
    return scene


def caught() -> Scene:
    scene = two(AWAY, hands=("r", "PPPPPPPPP"), filibusters=1)
    scene.advance(0, "rum", "r")
    return scene


def opening() -> tuple[Scene, Answer]:
    scene = two((4, 4, 0, 0, 0, 0), hands=("C", "P"), sorceress=1)
    scene.table.step({0: Move((11, 4), scene.cards("C"))})
    return scene, Opened((8,))


def beginning() -> tuple[Any, Answer]:
    return GAME.setup(2, {}), Drawn((8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))


def won() -> tuple[Scene, Answer]:
    scene = two((36, *[GOAL] * 5))
    scene.advance(36, "rum")
    return scene, DONE


MAGIC: dict[str, Any] = {"sorceress": 1}
CASES: list[tuple[str, Callable[[], tuple[Any, Answer]]]] = [
    ("shape", lambda: (four(), Moved(Move((16,))))),
    ("shape", lambda: (four(), Moved(Move(())))),
    ("shape", lambda: (four(), Moved(Move((1, 9, 9))))),
    ("waiting", lambda: (four(), DONE)),
    ("waiting", lambda: (four(), AllMoved((Moved(Move((6,))),)))),
    ("over", won),
    ("bare", lambda: (four(), Moved(Move((1, 9), (0,)), (1,)))),
    ("bare", lambda: (four(), Moved(Move((1, 9), (), ((0, -1),))))),
    ("not_held", lambda: said(four(), "advance 9 hook with 7")),
    ("not_held", lambda: (two(AWAY, **MAGIC), Moved(Move((0, 1, 0), (3, 60)), (3, 3)))),
    ("no_card", lambda: (four(), Moved(Move((0, 1, 9), (0,)), (7,)))),
    ("wrong_card", lambda: said(four(), "advance 9 rum with 0")),
    ("wrong_card", lambda: said(two(AWAY, hands=("AA", "P")), "advance 0 rum with 0,1")),
    ("no_pirate", lambda: said(four(), "retreat 2")),
    ("no_pirate", lambda: said(four(), "advance 2 lantern with 0")),
    ("arrived", lambda: said(four(), "advance goal lantern with 0")),
    ("at_sea", lambda: said(escape(), "advance sloop hook with 0")),
    ("sloop_away", lambda: said(two((18, *AWAY[1:]), sloop=TORTUGA, **TWO), "advance 18 pistol with 0")),
    ("sloop_full", lambda: said(two((18, SLOOP, SLOOP, SLOOP, 0, 0), **TWO), "advance 18 pistol with 0")),
    ("no_retreat", lambda: said(escape(), "retreat 7")),
    ("no_company", lambda: said(two((7, *AWAY[1:])), "retreat 7")),
    ("adrift", lambda: said(two((SLOOP, 7, 0, 0, 0, 0), sloop=TORTUGA, **TWO), "retreat sloop")),
    ("no_morgan", lambda: said(four(), "morgan 1 7")),
    ("own_pirate", lambda: said(escape(), "morgan 0 7")),
    ("stands_fast", lambda: said(escape(), "morgan 1 sloop")),
    ("stands_fast", lambda: said(escape(), "morgan 3 goal")),
    ("stands_fast", lambda: said(escape(), "morgan 3 8")),
    (
        "no_room",
        lambda: said(two(AWAY, (18, *AWAY[1:]), sloop=TORTUGA, tunnel_draw="morgan", **TWO), "morgan 1 18"),
    ),
    ("no_sloop", lambda: said(four(), "sail")),
    ("nobody_aboard", lambda: said(two(AWAY, **TWO), "sail")),
    ("nobody_to_fetch", lambda: said(two((SLOOP, 19, 19, 20, 21, 22), sloop=TORTUGA, **TWO), "sail")),
    ("not_free", lambda: said(escape(free=0), "sail free")),
    ("has_cards", lambda: said(four(), "pass")),
    ("nothing_done", lambda: said(four(), "stop")),
    ("no_magic", lambda: said(two(AWAY), "rum with 1")),
    ("no_magic", lambda: said(two((4, 4, 0, 0, 0, 0)), "hook 4 rum with 4+1")),
    ("no_victim", lambda: said(two(AWAY, hands=("P", ""), **MAGIC), "pistol 1 with 0")),
    ("no_victim", lambda: said(two(AWAY, **MAGIC), "pistol 0 with 0")),
    ("no_token", lambda: said(two((7, *AWAY[1:]), **MAGIC), "chest 7 with 5")),
    ("no_pair", lambda: said(two((7, *AWAY[1:]), **MAGIC), "hook 7 rum with 4+1")),
    ("no_pair", lambda: said(two(AWAY, **MAGIC), "hook 0 rum with 4+1")),
    ("hook_cost", lambda: said(two((7, 7, 0, 0, 0, 0), left=1, **MAGIC), "hook 7 rum with 4+1")),
    (
        "hook_room",
        lambda: said(two((18, 18, 0, 0, 0, 0), sloop=TORTUGA, **TWO, **MAGIC), "hook 18 rum with 4+1"),
    ),
    ("not_in_hand", lambda: said(shooting(), "take 60")),
    ("wrong_share", lambda: said(drinking(), "share 60>1")),
    ("wrong_share", lambda: (scene := drinking(), Moved(Move((13,), (), ((scene.state.sorting[0], -1),))))),
    ("wrong_keep", lambda: said(lighting(), "back 60")),
    ("wrong_keep", lambda: (scene := lighting(), Moved(Move((14,), (), ((scene.state.sorting[0], 1),))))),
    ("wrong_discard", lambda: (caught(), AllMoved((Moved(Move((15,), (2,)), (0,)),)))),
    ("no_card", lambda: (caught(), AllMoved((Moved(Move((15,), (2, 3)), (0, 12)),)))),
    ("wrong_draw", beginning),
    ("no_token_face", opening),
]


@pytest.mark.parametrize(("code", "case"), CASES, ids=[f"{code}-{at}" for at, (code, _) in enumerate(CASES)])
def test_it_is_refused_in_a_sentence(code: str, case: Callable[[], tuple[Any, Answer]]) -> None:
    scene, answer = case()
    state = scene.state if isinstance(scene, Scene) else scene
    with pytest.raises(IllegalMove) as refusal:
        GAME.apply(state, answer)
    assert (refusal.value.ruling, refusal.value.sentence) == REFUSALS[code]


def test_whoever_is_not_asked_is_told_so() -> None:
    scene = four()
    with pytest.raises(IllegalMove) as refusal:
        GAME.check_move(scene.state, 1, Moved(Move((6,))))
    assert refusal.value.sentence == REFUSALS["turn"][1]
    with pytest.raises(IllegalMove, match="not your turn"):
        GAME.check_move(caught().state, 0, Moved(Move((15,))))


def test_every_refusal_is_met() -> None:
    assert {code for code, _ in CASES} | {"turn"} == set(REFUSALS)
