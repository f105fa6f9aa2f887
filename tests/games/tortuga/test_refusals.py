"""Illegal moves of every kind are refused, with a sentence for the player and the paragraph it breaks."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tortuga_p2p.games.tortuga as folder
from tests.games.tortuga.mirror import every_move
from tests.games.tortuga.sitting import Sitting, board, position
from tortuga_p2p.bots.chance import SeededDraw
from tortuga_p2p.errors import IllegalMove
from tortuga_p2p.games.tortuga import GAME
from tortuga_p2p.games.tortuga.rules.moves import Kind
from tortuga_p2p.rules.answer import DONE, AllMoved, Drawn, Moved, Opened
from tortuga_p2p.rules.ask import Move, Over, Together, Turn, deciders
from tortuga_p2p.rules.local_table import LocalTable

if TYPE_CHECKING:
    from tortuga_p2p.games.tortuga.rules.state import State
    from tortuga_p2p.rules.answer import Answer

DONE_DICE = "ABCDE/-/-/-/-"
QUIET = board(dice=DONE_DICE, bonus="22222")  # finished, and nothing left to place


def selecting(**words: object) -> State:
    return position(board(**words), QUIET, phase="select")  # type: ignore[arg-type]


def attacking(*, position_: int = 1, **words: object) -> State:
    extra: dict[str, object] = {"position": 2, "victim": 0} if position_ == 2 else {}
    boards = (board(dice=DONE_DICE, fleet="RB"), board(dice="-/-/-/ABCD/E", boat=8), board(dice=DONE_DICE))
    return position(*boards, phase="attack", action="board", ranks="1", **extra, **words)  # type: ignore[arg-type]


MOVING = position(board(island="P", crew="RB"), QUIET._replace(text=board().text), phase="move_draw")
HUNTING = position(board(dice="-/-/ABCDE/-/-"), QUIET, QUIET, phase="hunt_keep", action="hunt", ranks="0", hand=2)
STUCK = {"boat": 2, "dice": "C/-/-/AB/-"}
PLACING = position(board(**STUCK), QUIET, phase="place", stuck="0", faces="FR")  # type: ignore[arg-type]
OFFER = position(board(dice=DONE_DICE), QUIET, phase="offer", action="fleet", ranks="0")
SKULLS = position(board(boat=1), QUIET, phase="skulls", skulls="0CD")

# position, dice rolled, move, ruling, words of the sentence
REFUSED = [
    # A-D1
    (selecting(), "FFCHB", "take AC", "1.3.1", "show one action (skulls may join)"),
    (selecting(), "FF**B", "take ACE", "1.3.1", "show one action"),
    (selecting(), "BBBFF", "take ABC", "A-15", "BOARD has room for 2 more"),
    (selecting(pirate=1), "RR*FF", "take AC", "A-15", "RAID has room for 1 more"),
    (selecting(dice="A/-/-/-/-"), "FCHB", "take A", "1.3.1", "already lies on an action stays there"),
    (selecting(), "FFCHB", "stuck", "1.3.1", "you are not stuck"),
    (selecting(**STUCK), "B*", "stuck", "1.3.1", "you are not stuck"),
    (selecting(), "FFCHB", "bonus fleet", "A-D1", "select some of the dice you rolled"),
    (selecting(), "FFCHB", "pass", "A-D1", "select some of the dice you rolled"),
    # A-D3
    (SKULLS, "", "skulls board", "A-15", "BOARD has room for 1 more"),
    (SKULLS, "", "bonus raid", "A-D3", "choose the action that your skulls turn to"),
    # A-D4
    (PLACING, "", "place DE fleet", "A-15", "one action, skulls may join, and all must fit"),
    (PLACING, "", "place D crew", "1.3.1", "the action that its dice show"),
    (PLACING, "", "place A fleet", "1.3.1", "already lies on an action"),
    (PLACING, "", "skulls raid", "A-D4", "which of the dice you rolled in the open"),
    # A-D5, A-D6
    (OFFER, "", "seize 1 chest -", "A-D5", "perform FLEET or forfeit it"),
    (HUNTING, "", "act", "A-D6", "which of the two tiles you keep"),
    # A-D7
    (attacking(), "", "seize 1 chest -", "1.3.2", "another player at the table"),
    (attacking(), "", "seize 3 chest -", "1.3.2", "another player at the table"),
    (attacking(), "", "seize 0 chest -", "A-22", "none of that colour there"),
    (attacking(), "", "seize 0 chest P", "A-22", "none of that colour there"),
    (attacking(), "", "seize 2 chest R", "A-22", "no chest there to take"),
    (attacking(), "", "claim 0 centre -", "A-D7", "choose a victim for BOARD or forfeit it"),
    (attacking(), "", "act", "A-D7", "choose a victim for BOARD or forfeit it"),
    # A-D8
    (attacking(position_=2), "", "claim 0 centre -", "A-6", "already been attacked in this action"),
    (attacking(position_=2), "", "claim 1 centre -", "1.3.2", "another player at the table"),
    (attacking(position_=2), "", "claim 2 centre R", "A-9", "lies on the centre island"),
    (attacking(position_=2, centre="Y"), "", "claim 2 centre -", "A-9", "lies on the centre island"),
    (attacking(position_=2), "", "seize 2 chest -", "A-D8", "choose a victim for BOARD or forfeit it"),
]


@pytest.mark.parametrize(("state", "rolled", "move", "ruling", "words"), REFUSED, ids=[case[2] for case in REFUSED])
def test_an_illegal_move_is_refused(state: State, rolled: str, move: str, ruling: str, words: str) -> None:
    table = Sitting(state, rolled=rolled)
    table.refuses(move, ruling=ruling, words=words)
    # check_move says the same of one seat's part, without the others.
    (seat,) = table.asked
    with pytest.raises(IllegalMove, match=re.escape(words)):
        GAME.check_move(state, seat, table.table.moved(GAME.read_move(state, seat, move)))


@pytest.mark.parametrize(
    ("move", "ruling", "words"),
    [
        ("order R/PY", "1.3.3", "fill the fleet with 2 of your crew chests"),
        ("order RB/PP", "1.3.3", "fill the crew with 2 of your island chests"),
        ("order -/PY", "1.3.3", "fill the fleet"),
        ("pass", "A-D9", "in which order your chests go to the fleet and to the crew"),
    ],
)
def test_an_impossible_order_is_refused(move: str, ruling: str, words: str) -> None:
    Sitting(MOVING).draws("YY").refuses(move, ruling=ruling, words=words)


@pytest.mark.parametrize(
    ("move", "ruling", "words"),
    [
        ("bonus crew", "1.3.1", "your bonus on CREW shows 2 already"),
        ("take A", "A-D2", "you have finished your dice: place the bonus you earned"),
        ("pass", "A-D2", "place the bonus you earned"),
    ],
)
def test_a_bonus_that_cannot_be_placed_is_refused(move: str, ruling: str, words: str) -> None:
    state = position(board(), board(dice=DONE_DICE, bonus="02000"), phase="select")
    table = Sitting(state, rolled="FFFFF")
    moves = {0: GAME.read_move(state, 0, "take A"), 1: GAME.read_move(state, 1, move)}
    if move == "take A":
        moves[1] = Move((int(Kind.TAKE), 1))  # a die they cannot even show
    with pytest.raises(IllegalMove) as caught:
        table.table.step(moves)
    assert (caught.value.ruling, words in caught.value.sentence) == (ruling, True), caught.value


def test_a_selection_opens_its_own_dice_and_no_others() -> None:
    state = selecting()
    for opens, faces in (((0, 1), (0, 0)), ((5,), (0,)), ((), ()), ((20,), (1,))):
        with pytest.raises(IllegalMove, match="your own dice and opens just those"):
            GAME.check_move(state, 0, Moved(Move((int(Kind.TAKE), 1), opens), faces))
    for faces in ((), (0, 0)):
        with pytest.raises(IllegalMove, match="shows"):
            GAME.check_move(state, 0, Moved(Move((int(Kind.TAKE), 1), (0,)), faces))
    with pytest.raises(IllegalMove, match="a die has no face 6"):
        GAME.check_move(state, 0, Moved(Move((int(Kind.TAKE), 1), (0,)), (6,)))


def test_whoever_is_stuck_shows_every_die() -> None:
    state = selecting(**STUCK)
    GAME.check_move(state, 0, Moved(Move((int(Kind.STUCK),), (3, 4)), (3, 3)))
    with pytest.raises(IllegalMove, match="shows all the dice they rolled"):
        GAME.check_move(state, 0, Moved(Move((int(Kind.STUCK),), (3,)), (3,)))


def test_the_tile_not_kept_goes_back_and_no_other() -> None:
    first, second = HUNTING.hand
    for gives in ((), ((first, -1),), ((second, 1),), ((second, -1), (first, -1))):
        with pytest.raises(IllegalMove, match="goes back to the others, face down") as caught:
            GAME.check_move(HUNTING, 0, Moved(Move((int(Kind.KEEP), 0), (), gives)))
        assert caught.value.ruling == "A-D6"


def test_the_answer_to_another_question_is_told_what_is_asked() -> None:
    with pytest.raises(IllegalMove, match="perform"):
        GAME.check_move(OFFER, 0, Moved(Move((int(Kind.TAKE), 4), (2,)), (0,)))
    with pytest.raises(IllegalMove, match="the action that your skulls turn to"):
        GAME.check_move(SKULLS, 0, Moved(Move((int(Kind.STUCK),), (2, 3)), (0, 0)))


def test_nothing_is_shown_or_handed_over_with_an_open_decision() -> None:
    for move in (Move((int(Kind.ACT),), (0,)), Move((int(Kind.ACT),), (), ((20, -1),))):
        with pytest.raises(IllegalMove, match="nothing is shown or handed over here"):
            GAME.check_move(OFFER, 0, Moved(move, (0,) * len(move.opens)))


def test_who_is_not_asked_decides_nothing() -> None:
    with pytest.raises(IllegalMove, match="not your turn"):
        GAME.check_move(OFFER, 1, Moved(Move((int(Kind.ACT),))))
    with pytest.raises(IllegalMove, match="not your turn"):
        GAME.check_move(selecting(), 1, Moved(Move((int(Kind.BONUS), 0))))


def test_tiles_that_do_not_exist_are_not_opened() -> None:
    state = position(board(port="RRRRRR", tiles=5), board(), phase="open_tiles")
    for faces, words in (((3, 3, 3, 3, 3), "not that many"), ((0, 1, 1, 1, 1), "not that many"), ((1,), "turned over")):
        with pytest.raises(IllegalMove, match=words):
            GAME.apply(state, Opened(faces))


# --- whatever arrives -----------------------------------------------------------------------------------------------

ANSWERS: list[Answer] = [
    DONE,
    Drawn(()),
    Drawn((0,)),
    Drawn((99,) * 4),
    Opened(()),
    Opened((1,)),
    AllMoved(()),
    AllMoved((Moved(Move((int(Kind.PASS),))),)),
    AllMoved((Moved(Move((int(Kind.ACT),))),) * 4),
    Moved(Move(())),
    Moved(Move((99,))),
    Moved(Move((int(Kind.PASS),)), (1,)),
]
SHOULD = {Turn: Moved, Together: AllMoved}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_an_answer_to_another_ask_is_refused_everywhere(seats: int) -> None:
    table = LocalTable.new(GAME, seats, {}, SeededDraw(seats, "answers"))
    draw = SeededDraw(seats, "players")
    met = set()
    while True:
        met.add(type(table.ask).__name__)
        for answer in ANSWERS:
            fits = {"Mix": DONE, "Roll": DONE, "Deal": DONE}.get(type(table.ask).__name__) is answer
            if fits or (type(table.ask).__name__ == "Chance" and answer == Drawn((0,))):
                continue
            with pytest.raises(IllegalMove) as caught:
                GAME.apply(table.state, answer)
            check_sentence(caught.value)
        if isinstance(table.ask, Over):
            break
        asked = deciders(table.ask)
        table.step({seat: table.moves(seat)[draw.below(len(table.moves(seat)))] for seat in asked} if asked else None)
    assert met >= {"Mix", "Chance", "Roll", "Together", "Turn", "Over"}


numbers = st.integers(-2, 60)
moves = st.builds(
    Move,
    st.lists(numbers, max_size=5).map(tuple),
    st.lists(numbers, max_size=3).map(tuple),
    st.lists(st.tuples(numbers, numbers), max_size=2).map(tuple),
)


@settings(max_examples=60)
@given(seed=st.integers(0, 10_000), junk=st.lists(st.tuples(moves, st.lists(numbers, max_size=3)), min_size=5))
def test_a_senseless_move_is_refused_and_never_breaks_anything(seed: int, junk: list[tuple[Move, list[int]]]) -> None:
    table = LocalTable.new(GAME, 2 + seed % 3, {}, SeededDraw(seed, "junk"))
    draw = SeededDraw(seed, "players")
    for _ in range(40):
        asked = deciders(table.ask)
        for seat in asked:
            legal = list(table.moves(seat))
            for move, faces in junk:
                if move not in legal:
                    with pytest.raises(IllegalMove) as caught:
                        GAME.check_move(table.state, seat, Moved(move, tuple(faces)))
                    check_sentence(caught.value)
        if isinstance(table.ask, Over):
            break
        table.step({seat: table.moves(seat)[draw.below(len(table.moves(seat)))] for seat in asked} if asked else None)


def check_sentence(refusal: IllegalMove) -> None:
    """Something to read to a player: short, in words, without the names of our variables."""
    assert 10 < len(refusal.sentence) < 110, refusal
    assert not re.search(r"[{}<>_\\]|None|Phase|mask|handle|tuple", refusal.sentence), refusal
    assert refusal.ruling == "" or refusal.ruling in RULINGS, refusal


DOCS = (Path(__file__).parents[3] / "docs" / "rules" / "tortuga.md").read_text(encoding="utf-8")
RULINGS = set(re.findall(r"\bA-D?\d+\b|\b1\.\d+(?:\.\d+)?\b", DOCS))


def test_every_sentence_of_the_rules_is_met_by_trying_every_move() -> None:
    """What the source can say to a player about a move is what these tests have heard."""
    heard: set[str] = set()
    states = [case[:2] for case in REFUSED]
    states += [(position(board(), board(dice=DONE_DICE, bonus="02000"), phase="select"), "FFFFF")]
    states += [(Sitting(MOVING).draws("YY").state, "")]
    for state, rolled in states:
        table = Sitting(state, rolled=rolled).table
        for seat in deciders(table.ask):
            for move in every_move(state, seat):
                try:
                    GAME.check_move(state, seat, Moved(move, tuple(table.faces.get(h, 0) for h in move.opens)))
                except IllegalMove as refusal:
                    check_sentence(refusal)
                    heard.add(refusal.sentence)
    source = Path(folder.__file__).parent
    said = []
    for name in ("rules/dicing.py", "rules/acting.py", "rules/moving.py"):
        said += re.findall(r'raise IllegalMove\(\s*f?"([^"]+)"', (source / name).read_text(encoding="utf-8"))
    elsewhere = {"a selection shows the face of each selected die", "a die has no face {face!r}"}  # tried above
    for sentence in set(said) - elsewhere:
        pattern = re.sub(r"\\{.*?\\}", ".+", re.escape(sentence))
        assert any(re.fullmatch(pattern, other) for other in heard), f"never heard: {sentence}"
