"""One line of text for every move and position: it reads back to the same, and damage is refused in one line."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.games.tortuga.duel import ENDLESS, TEMPERS, scrambled
from tests.games.tortuga.mirror import every_move
from tests.games.tortuga.sitting import board, position
from tortuga_p2p.bots.chance import SeededDraw
from tortuga_p2p.errors import BadInput, IllegalMove
from tortuga_p2p.games.tortuga import GAME
from tortuga_p2p.games.tortuga.rules.components import GOAL, TILE_HANDLES, TILES
from tortuga_p2p.rules.ask import Chance, Over, Together, deciders
from tortuga_p2p.rules.local_table import LocalTable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tortuga_p2p.games.tortuga.rules.state import State
    from tortuga_p2p.rules.ask import Move

LINE_CHARS_MAX = 300  # of a hint: it must fit on a screen
seeds = st.integers(0, 2**32)


def tables(seats: int, seed: int, long: bool = False) -> Iterator[LocalTable[State]]:
    """A table at every ask of one game."""
    table = LocalTable.new(GAME, seats, {"long": int(long)}, SeededDraw(seed, "table"))
    draw = SeededDraw(seed, "players")
    temper = TEMPERS[seed % len(TEMPERS)]
    while True:
        yield table
        if isinstance(table.ask, Over):
            return
        asked = deciders(table.ask)
        moves = {seat: temper(draw, table.moves(seat), table.known[seat]) for seat in asked}
        table.step(moves if asked else None)


def hint(problem: BadInput) -> str:
    text = str(problem)
    assert "\n" not in text
    assert 10 < len(text) < LINE_CHARS_MAX
    return text


@settings(max_examples=25)
@given(seats=st.integers(2, 4), seed=seeds, long=st.booleans())
def test_every_position_of_a_game_reads_back(seats: int, seed: int, long: bool) -> None:
    for table in tables(seats, seed, long):
        text = GAME.position_text(table.state)
        assert "\n" not in text
        assert GAME.read_position(text) == table.state


@settings(max_examples=25)
@given(seats=st.integers(2, 4), seed=seeds)
def test_every_legal_move_of_a_game_reads_back(seats: int, seed: int) -> None:
    for table in tables(seats, seed):
        for seat in deciders(table.ask):
            texts = set()
            for move in list(table.moves(seat))[:300]:
                text = GAME.move_text(move)
                assert GAME.read_move(table.state, seat, text) == move
                texts.add(text)
            assert len(texts) == min(300, len(table.moves(seat)))  # no two moves of a choice look alike


@settings(max_examples=40)
@given(seats=st.integers(2, 4), seed=seeds, few=st.booleans())
def test_positions_that_no_game_may_ever_reach_read_back(seats: int, seed: int, few: bool) -> None:
    state = scrambled(seats, SeededDraw(seed, "boards"), few=few)
    assert state.setup.goal == ENDLESS
    state = state._replace(setup=state.setup._replace(goal=GOAL))
    assert GAME.read_position(GAME.position_text(state)) == state


def test_illegal_moves_have_a_text_too() -> None:
    """A refusal in a scenario or a bug report must be spelled out: any move whose numbers exist can be written."""
    state = position(board(crew="RB"), board(), board(), phase="roll")
    written: dict[str, Move] = {}
    for move in every_move(state, 0):
        try:
            text = GAME.move_text(move)
            back = GAME.read_move(state, 0, text)
        except (BadInput, IndexError, AssertionError):
            continue  # dice, actions or seats that are none
        if back == move:
            written[text] = move
    assert len(written) > 200


# --- damage ---------------------------------------------------------------------------------------------------------

POSITIONS = [
    GAME.position_text(GAME.setup(2, {})),
    GAME.position_text(position(board(crew="RB", island="W"), board(tiles=3), board(bonus="01200"), centre="WP")),
    GAME.position_text(
        position(
            board(dice="-/-/-/AB/CDE", fleet="RP"),
            board(dice="ABCDE/-/-/-/-"),
            phase="attack",
            action="board",
            ranks="0",
        )
    ),
    GAME.position_text(
        position(board(boat=2, dice="C/-/-/AB/-"), board(dice="ABCDE/-/-/-/-"), phase="place", stuck="0", faces="F*")
    ),
    GAME.position_text(position(board(), board(), phase="skulls", skulls="0AB,1E")),
    GAME.position_text(position(board(port="RRRRRR"), board(), phase="over", coins="0,0")),
]
letters = st.sampled_from("0123456789ABCDERYWPFH*.:/=-, abcdefghijklmnopqrstuvwxyz\n\té¹")


@st.composite
def damaged(draw: st.DrawFn) -> str:
    """A position with a few characters changed, left out, doubled or swapped; or nothing like one."""
    text = draw(st.sampled_from(POSITIONS))
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(text)))
        end = min(len(text), at + draw(st.integers(0, 6)))
        text = text[:at] + draw(st.text(letters, max_size=4)) + text[end:]
    return text


@settings(max_examples=1500)
@given(text=st.one_of(damaged(), damaged(), st.text(max_size=80)))
@example(text="")
@example(text="tortuga/1")
@example(text=POSITIONS[1] + " ")
@example(text=POSITIONS[1] + " victim=²")
@example(text=POSITIONS[1] + "\n")
@example(text=POSITIONS[1].replace("round=1", "round=٣"))
def test_a_damaged_position_is_refused_with_a_hint_or_is_a_true_one(text: str) -> None:
    try:
        state = GAME.read_position(text)
    except BadInput as problem:
        hint(problem)
    else:
        assert GAME.position_text(state) == text  # one spelling
        check_goes_on(state)


def check_goes_on(state: State) -> None:
    """From any position that was read the rules go on: every ask leaves something to do, every choice is accepted."""
    table = LocalTable(GAME, state, state.setup.seats, SeededDraw(7, "on"))
    table.faces.update(dict.fromkeys(range(20), 0) | dict(zip(TILE_HANDLES, TILES, strict=True)))
    for seat, memory in enumerate(table.known):
        memory.update({handle: table.faces[handle] for handle in GAME.shown(state, seat)})
    draw = SeededDraw(7, "players")
    for _ in range(60):
        match table.ask:
            case Over():
                return
            case Chance(bounds):
                assert bounds
                assert min(bounds) > 1
            case Together(seats):
                assert seats
            case _:
                pass
        asked = deciders(table.ask)
        moves = {seat: TEMPERS[0](draw, table.moves(seat), table.known[seat]) for seat in asked}
        table.step(moves if asked else None)
        assert GAME.read_position(GAME.position_text(table.state)) == table.state


WORDS = (
    "take stuck bonus skulls place act pass keep seize claim order chest centre fleet raid A AB EDC 0 1 4 9 - R R/B -/-"
)


@settings(max_examples=800)
@given(
    text=st.one_of(
        st.text(max_size=40),
        st.lists(
            st.sampled_from(WORDS.split()),
            max_size=6,
        ).map(" ".join),
    ),
    which=st.sampled_from(POSITIONS),
)
@example(text="keep ²", which=POSITIONS[0])
@example(text="take", which=POSITIONS[0])
@example(text="seize ٣ chest R", which=POSITIONS[0])
def test_a_damaged_move_is_refused_with_a_hint(text: str, which: str) -> None:
    state = GAME.read_position(which)
    try:
        move = GAME.read_move(state, 0, text)
    except BadInput as problem:
        hint(problem)
    else:
        # Words may have more blanks between them than we write, nothing else.
        assert GAME.move_text(move) == " ".join(text.split())


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "moves begin with take, stuck, bonus"),
        ("jump", "there is no move 'jump'"),
        ("take AF", "write it like 'take ACE'"),
        ("take BA", "write it like 'take ACE'"),
        ("take", "write it like 'take ACE'"),
        ("bonus gold", "write it like 'bonus fleet'"),
        ("keep 3", "write it like 'keep 1'"),
        ("keep 1", "nobody looks at two tiles now"),
        ("seize 2", "write it like 'seize 2 chest R'"),
        ("claim 0 centre G", "write it like 'claim 0 centre R'"),
        ("order RB", "write it like 'order RB/YP'"),
        ("act now", "write it like 'act'"),
    ],
)
def test_a_mistyped_move_gets_the_form_it_should_have(text: str, words: str) -> None:
    with pytest.raises(BadInput) as caught:
        GAME.read_move(position(board(), board()), 0, text)
    assert words in hint(caught.value)


def change(old: str, new: str) -> str:
    assert old in POSITIONS[1]
    return POSITIONS[1].replace(old, new, 1)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("chess", "it begins with 'tortuga/1 phase=... round=...'"),
        (change("phase=roll", "phase=sleep"), "there is no phase 'sleep'"),
        (change("bag=9.", "bag=8."), "there are 10 chests"),
        (change("supply=20-46", "supply=20-45"), "thirty treasure tiles"),
        (change("3.3:W:RB", "3.9:W:RB"), "write it like '3.3:R:B:-"),
        (change("3.3:W:RB", "3.1:W:RB"), "chests beyond an area's capacity"),
        (change(":01200", ":01300"), "write it like '3.3:R:B:-"),
        (change("centre=WP", "centre=PW"), "'centre=PW' has no place in a position"),
        (change("goal=6", "goal=7"), "'goal=7' has no place in a position"),
        (POSITIONS[1] + " victim=1", "no action is being resolved"),
        (change("phase=roll", "phase=deal_chests"), "a game begins in round 1 with empty boards"),
        (POSITIONS[3].replace("faces=F*", "faces=BB"), "an open roll that leaves no choice"),
        (POSITIONS[3].replace("faces=F*", "faces=FQ"), "'faces=FQ' has no place in a position"),
        (POSITIONS[1] + " dice=12345", "'dice=12345' has no place in a position"),
        (POSITIONS[1] + " colour=red", "'colour=red' has no place in a position"),
        (POSITIONS[1] + " coins=1,2,3", "coins are counted when the game is over"),
    ],
)
def test_a_wrong_position_gets_a_reason(text: str, words: str) -> None:
    with pytest.raises(BadInput) as caught:
        GAME.read_position(text)
    assert words in hint(caught.value)


def test_a_packed_state_with_another_goal_is_refused() -> None:
    state = GAME.setup(2, {})
    with pytest.raises(BadInput, match="6 or 8 chests in Tortuga, not 7"):
        GAME.unpack(GAME.pack(state._replace(setup=state.setup._replace(goal=7))))


def test_a_position_that_cannot_be_is_no_illegal_move() -> None:
    """Whose fault it is must be clear: a text is bad input, a move against the rules is an illegal move."""
    with pytest.raises(BadInput):
        GAME.read_position("x")
    with pytest.raises(IllegalMove):
        GAME.check_move(position(board(), board()), 0, None)  # type: ignore[arg-type]
