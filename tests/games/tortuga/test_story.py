"""Records say everything: a reader who knows no rules ends with the same table as the rules do. And every one reads."""

from __future__ import annotations

import string
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.games.tortuga.folding import KINDS, Folder, Untold, nothing, world
from tests.games.tortuga.telling import (
    NAMES,
    SCARCE_STEPS,
    follow,
    golden_story,
    new_table,
    played,
    scarce_table,
    spectator,
)
from tortuga_p2p.games.tortuga import GAME
from tortuga_p2p.games.tortuga.rules.components import BOARD, PURPLE, RAID, RED, SKULL, YELLOW
from tortuga_p2p.games.tortuga.rules.moves import SEIZE, STUCKS, TAKES, keeps
from tortuga_p2p.games.tortuga.rules.state import Phase, State
from tortuga_p2p.games.tortuga.words import WORDS
from tortuga_p2p.rules.answer import UNOPENED, AllMoved, Answer, Drawn, Moved, Opened
from tortuga_p2p.rules.ask import Move
from tortuga_p2p.rules.record import records_of
from tortuga_p2p.rules.telling import sentence, story
from tortuga_p2p.rules.words import Cases, Reader, Said

if TYPE_CHECKING:
    from tortuga_p2p.rules.record import Record

GOLDEN = Path(__file__).parent / "golden" / "story-3.txt"


# --- nothing goes untold ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("long", [0, 1])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_records_alone_rebuild_the_public_state(seats: int, long: int) -> None:
    for seed in range(4):
        records = follow(new_table(seats, seed, long=long), seed, Folder(seats))
        assert records[-1].kind == "scored"


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_records_follow_where_the_rules_go_far_by_themselves(seats: int) -> None:
    for seed in range(8):
        table = scarce_table(seats, seed)
        follow(table, seed, Folder(seats, world(table.state)), SCARCE_STEPS)


def many_records() -> list[Record]:
    found = []
    for seats in (2, 3, 4):
        for seed in range(8):
            table = scarce_table(seats, seed)
            found += follow(table, seed, Folder(seats, world(table.state)), SCARCE_STEPS)
        found += follow(new_table(seats, 1), 1, Folder(seats))
    return found


def test_random_games_meet_every_kind_of_record_and_every_case_of_its_words() -> None:
    """So the two tests above leave nothing untried, forced steps least of all."""
    records = many_records()
    met = Counter(record.kind for record in records)
    assert [kind for kind in KINDS if not met[kind]] == []
    for kind in KINDS:
        said = WORDS.said[kind]
        if isinstance(said, Cases):
            cases = {said.which(record.args) for record in records if record.kind == kind}
            assert cases == set(said.of), kind


def test_every_record_is_a_whole_sentence_for_whoever_did_it_and_for_others() -> None:
    for record in many_records():
        for reader in (spectator(4), Reader(0, {}, NAMES)):
            line = sentence(WORDS, record, reader)
            if record.kind == "behind" and record.seat != reader.seat:
                assert line == ""  # what lies behind a screen is nobody else's business
                continue
            assert line.endswith("."), line
            assert line[0].isupper(), line
            assert "{" not in line


def test_every_sentence_names_only_arguments_that_its_record_has() -> None:
    records = {record.kind: record for record in many_records()}
    for kind, said in WORDS.said.items():
        if kind not in KINDS:
            continue  # noted in rehearsals only
        given = {"who", *records[kind].args}
        for one in said.of.values() if isinstance(said, Cases) else [said]:
            assert isinstance(one, Said)
            for text in filter(None, one):
                assert {field for _, field, _, _ in string.Formatter().parse(text) if field} <= given, text


def test_a_reader_misses_every_record_that_is_left_out() -> None:
    """The folder is worth something: whatever is cut, unless it only comments, does not go unnoticed."""
    seed, cut = 4, 0
    comments = {kind for kind, take in KINDS.items() if take is nothing}
    comments |= {"mixed", "rolled", "earned", "ranked", "held", "no_tile", "no_chest", "defended", "not_yet", "arrived"}
    comments |= {"carried_nothing", "nothing_fits"}
    for before, answer, after in played(new_table(3, seed), seed):
        records = records_of(GAME, before, answer)
        for index, record in enumerate(records):
            if record.kind in comments:
                continue
            cut += 1
            careless = Folder(3, world(before))
            try:
                careless.take([*records[:index], *records[index + 1 :]])
            except Untold:
                continue
            if record.kind == "rolled_openly" and after.phase != Phase.PLACE:
                continue  # what came of it is told too
            if record.kind == "attacked" and record.args["colour"] == -1:
                continue  # nothing was taken
            assert careless.world != world(after), f"nobody misses {record}"
    assert cut > 100


def test_chests_without_room_are_told_clockwise_from_the_start_player() -> None:
    """A-19."""
    told = 0
    for seats in (3, 4):
        for seed in range(20):
            for before, answer, _ in played(new_table(seats, seed), seed, 300):
                lost = [record.seat for record in records_of(GAME, before, answer) if record.kind == "lost"]
                turns = [(seat - before.start) % seats for seat in lost if seat is not None]
                assert turns == sorted(turns)
                told += len(set(turns)) > 1
    assert told > 5


# --- what is hidden stays hidden ----------------------------------------------------------------------------------


def test_only_the_hunter_reads_what_is_on_a_tile() -> None:
    ships = at(Phase.ROLL).ships
    before = at(Phase.HUNT_KEEP, ships=ships, action=2, ranks=(1,), hand=(20, 21), supply=tuple(range(22, 50)))
    answer = Moved(keeps((20, 21))[1])
    own = story(GAME, before, answer, Reader(1, {20: 1, 21: 3}, NAMES))
    assert own[0] == "You keep a tile with 3 coins face down and return a tile with 1 coin."
    others = [story(GAME, before, answer, Reader(seat, {}, NAMES)) for seat in (0, 2, None)]
    assert {lines[0] for lines in others} == {"Bo keeps one of the two tiles face down and returns the other."}


# --- how it reads -------------------------------------------------------------------------------------------------


def test_a_whole_game_reads_as_it_did() -> None:
    """`python -m tests.games.tortuga.pictures` writes it anew; read it before you commit it."""
    assert golden_story() == GOLDEN.read_text()


def told(before: State, answer: Answer) -> list[str]:
    return list(story(GAME, before, answer, spectator(before.setup.seats)))


def at(phase: Phase, seats: int = 3, **changes: object) -> State:
    return GAME.setup(seats, {})._replace(phase=int(phase), **changes)  # type: ignore[arg-type]


def on(action: int, dice: int) -> int:
    return dice << 5 * action


def test_selections_name_dice_numbers_skulls_and_what_is_left() -> None:
    before = at(Phase.SELECT)
    answer = AllMoved(
        (
            Moved(TAKES[0][0b00101], (0, 0)),
            Moved(TAKES[1][0b10001], (SKULL, RAID)),
            Moved(TAKES[2][0b01100], (SKULL, SKULL)),
        )
    )
    assert told(before, answer) == [
        "Ana puts A5 and C1 on FLEET: total 6, 3 dice left.",
        "Bo puts the skull A3 and E5 on RAID: total 8, 3 dice left.",  # AT-8
        "Cy takes the skulls C and D alone and names their action later.",
    ]


def test_whoever_is_stuck_shows_the_dice_and_rolls_in_the_open() -> None:
    placed = (on(BOARD, 0b00011) | on(0, 0b00100), on(0, 0b11111), on(0, 0b11111))
    before = at(Phase.SELECT, placed=placed, bonus=(0, 0b10_10_10_10_01, 0b10_10_10_10_10))
    answer = AllMoved((Moved(STUCKS[0][0b11000], (BOARD, BOARD)),))
    assert told(before, answer) == [  # AT-3
        "Ana is stuck with BOARD D5 and BOARD E3: nothing fits, and Ana rolls again in the open.",
        "Bo has only one choice.",
        "Bo turns the bonus on FLEET to 2.",
    ]
    stuck = GAME.apply(before, answer)
    assert told(stuck, Drawn((BOARD, BOARD))) == [
        "Ana rolls in the open: BOARD D5 and BOARD E3.",
        "Nothing fits: Ana rolls again.",
    ]
    assert told(stuck, Drawn((BOARD, 0))) == [
        "Ana rolls in the open: FLEET E2 and BOARD D5.",
        "Ana has only one choice.",
        "Ana puts E2 on FLEET: total 3, 1 die left.",
    ]


def test_boarding_a_defender_costs_both_a_box_and_drops_what_no_longer_fits() -> None:
    ships = at(Phase.ROLL).ships
    ana = ships[0]._replace(fleet=(YELLOW, PURPLE, RED), boat=4)
    before = at(
        Phase.ATTACK,
        ships=(ana, ships[1], ships[2]),
        placed=(on(BOARD, 0b00001), 0, on(BOARD, 0b01000)),
        action=BOARD,
        ranks=(2,),
    )
    attack = Moved(Move((SEIZE, 0, PURPLE)))
    assert told(before._replace(centre=1 << RED), attack)[:6] == [  # AT-16
        "BOARD: Cy attacks Ana and takes the purple chest from the fleet to the island.",
        "Ana's boat falls back from box 4 to 3, with room for 2.",
        "Ana has dice on BOARD and strikes back.",
        "Cy's boat falls back from box 3 to 2.",
        "RAID: nobody has dice there.",
        "The actions are done: all dice go back to their owners, and the chests move.",
    ]
    weak = before._replace(ships=(ana._replace(boat=2, fleet=(YELLOW, PURPLE, RED)), *ships[1:]))
    assert "Ana's fleet has room for 1: its red chest goes to the centre island." in told(weak, attack)
    full = weak._replace(centre=1 << RED)
    assert "Ana's fleet has room for 1: its red chest goes into the bag." in told(full, attack)  # AT-20


def test_a_tile_left_unopened_counts_nothing_and_equal_points_share_the_victory() -> None:
    ships = [ship._replace(tiles=(20 + seat,)) for seat, ship in enumerate(at(Phase.ROLL, 2).ships)]
    before = at(Phase.OPEN_TILES, 2, ships=(ships[0], ships[1]._replace(tiles=(21, 22))))
    assert told(before, Opened((2, UNOPENED, 2))) == [
        "Ana turns over tiles (2): 2 coins.",
        "Bo turns over tiles (unopened, so 0 and 2): 2 coins.",
        "Ana scores 8: Tortuga 0, fleet 0, crew 0, sets 0, tracks 6, coins 2.",
        "Bo scores 8: Tortuga 0, fleet 0, crew 0, sets 0, tracks 6, coins 2.",
        "Ana and Bo share the victory with 8 points.",
    ]


def test_a_name_cannot_command_the_terminal() -> None:
    table = new_table(2, 1)
    table.step()
    before = table.state
    lines = story(GAME, before, table.step(), Reader(None, {}, ("\x1b[2JAna\n", "Bo\u202e")))
    assert lines[0].startswith("?[2JAna? draws two chests")
    assert all(line.isprintable() for line in lines)
