"""The story says everything: a reader who knows no rules ends with the same table as the rules do."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from tests.games.tortuga.reading import FORMS, Reader, Untold, world
from tests.games.tortuga.telling import NAMES, SCARCE_STEPS, follow, golden_story, new_table, played, scarce_table
from tortuga_p2p.games.tortuga import GAME
from tortuga_p2p.games.tortuga.moves import SEIZE, STUCKS, TAKES
from tortuga_p2p.games.tortuga.state import BOARD, PURPLE, RAID, RED, SKULL, YELLOW, Phase, State
from tortuga_p2p.games.tortuga.words import ranking
from tortuga_p2p.rules.answer import UNOPENED, AllMoved, Answer, Drawn, Moved, Opened
from tortuga_p2p.rules.ask import Move

GOLDEN = Path(__file__).parent / "golden" / "story-3.txt"


# --- nothing goes untold ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("long", [0, 1])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_reader_rebuilds_the_public_state_from_the_story_alone(seats: int, long: int) -> None:
    names = NAMES[:seats]
    for seed in range(4):
        story = follow(new_table(seats, seed, long=long), seed, Reader(names), names)
        assert story[-1].endswith(" points.")


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_reader_follows_where_the_rules_go_far_by_themselves(seats: int) -> None:
    names = NAMES[:seats]
    for seed in range(8):
        table = scarce_table(seats, seed)
        follow(table, seed, Reader(names, world(table.state, names)), names, SCARCE_STEPS)


def test_random_games_meet_every_form_of_sentence() -> None:
    """So the two tests above leave no sentence untried, forced steps least of all."""
    met: Counter[str] = Counter()
    story: list[str] = []
    for seats in (2, 3, 4):
        names = NAMES[:seats]
        for seed in range(8):
            table = scarce_table(seats, seed)
            reader = Reader(names, world(table.state, names))
            story += follow(table, seed, reader, names, SCARCE_STEPS)
            met += reader.read
        reader = Reader(names)
        story += follow(new_table(seats, 1), 1, reader, names)
        met += reader.read
    assert [form for form, _ in FORMS if not met[form]] == []
    text = "\n".join(story)
    for words in (
        "(the only choice)",
        "must put",
        "every bonus shows 2 already",
        "does nothing in FLEET: the boat is on the last box already",
        "does nothing in CREW: the pirate is on the last box already",
        "does nothing in HUNT: no chest and no tile are left",
        "does nothing in HUNT: no tile is left",
        "does nothing in BOARD: no attack would change anything",
        "has dice on RAID: ",
        "ties go clockwise from ",
        "goes into the bag",
        "goes to the centre island",
    ):
        assert words in text, words


COMMENT = re.compile(  # sentences that change nothing by themselves
    r"^(All dice|Nobody|Nothing fits|The \d|Behind|FLEET:|CREW:|HUNT:|BOARD:|RAID:)|forfeits|does nothing in|hunt\.$|"
    r"earns a bonus|finds no chest|no chest to take|cannot fall back|the game ends|no treasure tile|will roll again"
)


def test_a_reader_misses_every_sentence_that_is_left_out() -> None:
    """The reader is worth something: whatever is cut from a story, unless it only comments, does not go unnoticed."""
    names = NAMES[:3]
    seed = 4
    reader = Reader(names)
    cut = 0
    for before, answer, after in played(new_table(3, seed), seed):
        lines = GAME.tell(before, answer, after, names)
        for index, line in enumerate(lines):
            if COMMENT.search(line):
                continue
            careless = Reader(names, world(before, names))
            try:
                for other in [*lines[:index], *lines[index + 1 :]]:
                    careless.take(other)
            except Untold:
                continue
            finally:
                cut += 1
            rolled_only = "rolls in the open" in line and after.phase != Phase.PLACE
            assert rolled_only or careless.world != world(after, names), f"seed {seed}: nobody misses: {line}"
        for line in lines:
            reader.take(line)
    assert reader.world.winners
    assert cut > 100


def test_the_ranking_told_is_the_ranking_of_the_rules() -> None:
    for seats in (2, 3, 4):
        for _, _, after in played(new_table(seats, 9), 9):
            if after.phase in (Phase.OFFER, Phase.ATTACK) and after.position == 1:
                best = [seat for seat, _ in ranking(after, after.action)]
                assert tuple(best[: len(after.ranks)]) == after.ranks


# --- how it reads ---------------------------------------------------------------------------------------------------


def test_a_whole_game_reads_as_it_did() -> None:
    """`python -m tests.games.tortuga.pictures` writes it anew; read it before you commit it."""
    assert golden_story() == GOLDEN.read_text()


def told(before: State, answer: Answer) -> list[str]:
    after = GAME.apply(before, answer)
    return list(GAME.tell(before, answer, after, NAMES[: before.setup.seats]))


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
        "Ana puts A5 and C1 on FLEET, total 6; 3 dice left.",
        "Bo puts the skull A3 and E5 on RAID, total 8; 3 dice left.",  # AT-8
        "Cy takes the skulls C and D alone and will name their action.",
    ]


def test_whoever_is_stuck_shows_the_dice_and_rolls_in_the_open() -> None:
    placed = (on(BOARD, 0b00011) | on(0, 0b00100), on(0, 0b11111), on(0, 0b11111))
    before = at(Phase.SELECT, placed=placed, bonus=(0, 0b10_10_10_10_01, 0b10_10_10_10_10))
    answer = AllMoved((Moved(STUCKS[0][0b11000], (BOARD, BOARD)),))
    assert told(before, answer) == [  # AT-3
        "Ana is stuck: D (BOARD) and E (BOARD) do not fit, so Ana will roll 2 dice again in the open.",
        "Bo flips the bonus on FLEET, now 2 (the only choice).",
    ]
    stuck = GAME.apply(before, answer)
    assert told(stuck, Drawn((BOARD, BOARD))) == [
        "Ana rolls in the open: D shows BOARD 5 and E shows BOARD 3.",
        "Nothing fits, so Ana will roll again.",
    ]
    assert told(stuck, Drawn((BOARD, 0))) == [
        "Ana rolls in the open: D shows BOARD 5 and E shows FLEET 2.",
        "Ana must put E2 on FLEET, total 3; 1 die left.",
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
    attack = Moved(Move((SEIZE, 0, 1)))
    assert told(before._replace(centre=1 << RED), attack)[:5] == [  # AT-16
        "Cy boards Ana and takes the purple chest (2 of 3) from the fleet to Cy's island.",
        "Ana's boat falls back from box 4 to 3 (capacity 2).",
        "Ana has dice on BOARD: Cy's boat falls back from box 3 to 2 (capacity 2).",
        "RAID: nobody has dice there.",
        "The actions are done: all dice go back to their owners, and the chests move.",
    ]
    weak = before._replace(ships=(ana._replace(boat=2, fleet=(YELLOW, PURPLE, RED)), *ships[1:]))
    assert "Ana's fleet has capacity 1: its red chest beyond that goes to the centre island." in told(weak, attack)
    full = weak._replace(centre=1 << RED)
    assert "Ana's fleet has capacity 1: its red chest beyond that goes into the bag." in told(full, attack)  # AT-20


def test_a_tile_left_unopened_counts_nothing_and_equal_points_share_the_victory() -> None:
    ships = [ship._replace(tiles=(20 + seat,)) for seat, ship in enumerate(at(Phase.ROLL, 2).ships)]
    before = at(Phase.OPEN_TILES, 2, ships=(ships[0], ships[1]._replace(tiles=(21, 22))))
    assert told(before, Opened((2, UNOPENED, 2))) == [
        "Ana turns over 1 treasure tile (2): 2 coins.",
        "Bo turns over 2 treasure tiles (unopened, so 0, 2): 2 coins.",
        "Ana scores 8: Tortuga 0, fleet 0, crew 0, sets 0, tracks 6, coins 2.",
        "Bo scores 8: Tortuga 0, fleet 0, crew 0, sets 0, tracks 6, coins 2.",
        "Ana and Bo share the victory with 8 points.",
    ]


def test_a_name_cannot_command_the_terminal() -> None:
    table = new_table(2, 1)
    table.step()
    before = table.state
    lines = GAME.tell(before, table.step(), table.state, ("\x1b[2JAna\n", "Bo\u202e"))
    assert lines[0].startswith("?[2JAna? draws two chests")
    assert all(line.isprintable() for line in lines)
