"""The map fits and shows everything at every size; what a seat may not know is never on its screen."""

from __future__ import annotations

import pytest

from tests.games.tortuga1667.pictures import FOLDER, NAMES, PICTURES, action, board, crowded, with_seen
from tests.games.tortuga1667.stage import CANNON, TORCH, WATER, Stage
from tortuga_p2p.games.tortuga1667.game import GAME
from tortuga_p2p.games.tortuga1667.rules import cards as c
from tortuga_p2p.games.tortuga1667.rules import notes
from tortuga_p2p.games.tortuga1667.rules.moves import Do
from tortuga_p2p.games.tortuga1667.rules.state import BRAWL, Phase, VoteCall
from tortuga_p2p.games.tortuga1667.screen.notes import notes_aloud
from tortuga_p2p.rules.answer import AllMoved, Opened
from tortuga_p2p.rules.ask import PILE, Move
from tortuga_p2p.rules.screen import ROLES
from tortuga_p2p.rules.telling import sentence
from tortuga_p2p.rules.words import Reader


@pytest.mark.parametrize("name", PICTURES)
def test_pictures_are_as_they_were(name: str) -> None:
    assert PICTURES[name]() + "\n" == (FOLDER / f"{name}.txt").read_text("utf-8")


@pytest.mark.parametrize(("width", "room"), [(80, 15), (100, 20), (120, 30)])
def test_nine_players_fit(width: int, room: int) -> None:
    for stage in (action(), crowded()):
        lines = board(stage, width, room).split("\n")
        assert len(lines) <= room
        assert max(map(len, lines)) <= width
        for name in NAMES[:1] + NAMES[2:7]:  # the second is the viewer, and the longest name is cut
            assert name[:5] in "\n".join(lines)


def test_ascii_is_ascii() -> None:
    assert board(action(), 80, 15, rich=False).isascii()
    assert board(crowded(), 120, 30, rich=False).isascii()


def test_a_known_event_is_on_the_own_screen_only() -> None:
    assert "Black Spot" in board(action(), 80, 15)
    assert "Black Spot" not in board(action(), 80, 15, seat=2)
    assert "Black Spot" not in board(action(), 80, 15, seat=None)


def test_the_own_flag_is_not_on_the_board() -> None:
    stage = action()
    view = stage.table.view(1)
    british = GAME.screen().board(view, Reader(1, view.known, NAMES), 80, 15, rich=True)
    other = {**view.known, stage.state.loyal[1]: c.FRENCH}
    assert british == GAME.screen().board(view._replace(known=other), Reader(1, other, NAMES), 80, 15, rich=True)


def test_styles_are_roles() -> None:
    view = action().table.view(1)
    for width, room in ((80, 15), (120, 30), (60, 20)):
        styles = {style for style, _ in GAME.screen().board(view, Reader(1, view.known, NAMES), width, room, rich=True)}
        assert styles <= set(ROLES)


def test_notes_are_read_aloud_in_sentences() -> None:
    """Nothing is cut short there, and once is not "1 times"."""
    noted = (
        *(
            (1, notes.STOWED, 0, 0, c.BRITISH),
            (2, notes.TOOK, 0, 0, 0, c.BRITISH),
            (3, notes.PLUNDERED, 1, 0, c.BRITISH),
        ),
        *((4, notes.LOOKED, 1, 0, 1), (5, notes.SHOT, 2, 0), (5, notes.REVEALED, 2, 0, c.PISTOL, -1)),
    )
    view = Stage(4, (0, 1), (2, 3)).table.view(3)
    view = view._replace(state=view.state._replace(notes=noted))
    assert notes_aloud(view, Reader(3, view.known, ("Ana", "Ben", "Cid", "Dan"))) == [
        "Ana: Brought 2 chests to the British.",
        "Ben: Looked at events 1 and 2. Plundered once for the French.",
        "Cid: Marooned somebody. Revealed a Pistol.",
        "You: Nothing is known yet.",
    ]


def test_what_lies_open_and_what_is_kept_stand_side_by_side() -> None:
    stage = Stage(9, (0, 1, 2), (3, 4, 5), (6, 7, 8), kept={0: [c.DORADO], 1: [c.LETTER, c.ALBATROSS]}, loyalties=2)
    people = "".join(board(stage, 80, 15).split("\n")[11:14])
    assert [people.count(word) for word in ("British", " B ", "French", "Dutch")] == [2, 2, 4, 1]
    assert "El Dora… B" in people


@pytest.mark.parametrize("number", [2, 5, 9, 10, 11])
def test_the_cards_of_any_vote_lie_side_by_side(number: int) -> None:
    """Ten are a brawl among nine with the deck's card; El Dorado adds one."""
    stage = Stage(9, tortuga=tuple(range(9)))
    before = stage.table.view(0)
    before = before._replace(state=before.state._replace(phase=int(Phase.COUNT), vote=VoteCall(BRAWL, 2, 0, 0)))
    faces = tuple(range(1, 1 + number))
    picture = GAME.screen().scene(before, Opened(faces), before, Reader(0, {}, NAMES), number, 80, rich=True)
    assert picture is not None
    lines = "".join(text for _, text in picture.fragments).split("\n")
    assert max(map(len, lines)) <= 80
    assert lines[0].count("╭") == lines[4].count("╯") == number
    flags = [c.VOTES[face] for face in faces]
    assert lines[2].count("B") == sum(icons.british for icons in flags)
    assert lines[2].count("F") == sum(icons.french for icons in flags)


def test_what_everybody_gives_lies_face_down_and_only_how_many_can_be_seen() -> None:
    stage = Stage(4, (0, 1, 2), (3,), kept={1: [c.DORADO]}, hands={0: [CANNON], 1: [TORCH, WATER], 2: [WATER]})
    view = stage.do(Do.ATTACK).table.view(3)
    told = stage.table.moved
    moves = [told(stage.table.moves(seat)[-1]) for seat in stage.state.voters]  # the last one of seat 1 gives two
    for beat in range(5):
        picture = GAME.screen().scene(view, AllMoved(tuple(moves)), view, Reader(3, {}, NAMES), beat, 80, rich=True)
        assert picture is not None
        lines = "".join(text for _, text in picture.fragments).split("\n")
        assert (picture.beats, lines[0].count("╭")) == (4, beat)
        assert not set("".join(lines)) - set("╭╮╰╯│─░ ")


@pytest.mark.parametrize(("galleon", "prey"), [(1, "the Galleon"), (0, "the Jolly Roger")])
def test_the_votes_of_an_attack_are_turned_over_under_the_name_of_its_prey(galleon: int, prey: str) -> None:
    stage = Stage(4, (0, 1), (2, 3), chests=(galleon, 2, 1, 2, 1 - galleon, 1, 1)).do(Do.ATTACK)
    cards = {seat: ((stage.state.hands[seat][0], PILE),) for seat in stage.state.voters}
    stage.table.step({seat: Move((Do.VOTE,), (), given) for seat, given in cards.items()})
    while stage.phase != Phase.COUNT:
        stage.table.step(None)
    view = stage.table.view(1)
    moment = GAME.screen().scene(view, Opened((0, 0, 0)), view, Reader(1, view.known, NAMES), 0, 80, rich=True)
    assert moment is not None
    assert moment.title.startswith(f"Attack on {prey}:")


def test_where_many_have_looked_their_letters_stand_for_them() -> None:
    stage = action()
    seen = list(stage.state.seen)
    seen[stage.state.row[0]] = 0b11111111
    assert "  ACGDBRJT" in board(with_seen(stage, seen), 80, 15)


def test_holds_with_many_chests_stand_apart() -> None:
    stage = Stage(4, (0, 1), (2, 3), chests=(0, 3, 3, 0, 0, 1, 1))
    assert " Brit. 3 ◘◘◘   Fr. 3 ◘◘◘  ~" in board(stage, 80, 15)
    assert " British 3 ◘◘◘ " in board(stage, 100, 20)


@pytest.mark.parametrize("seats", [4, 6, 7])
def test_the_board_says_in_words_what_people_hold_and_who_has_looked(seats: int) -> None:
    """A newcomer read `3v`, `out 1`, `seen you J` and `FD 2`, and none of it was explained."""
    stage = Stage(seats, (0, 1), tuple(range(2, seats)), kept={2: [c.ALBATROSS]}, hands={3: [CANNON]})
    seen = list(stage.state.seen)
    seen[stage.state.row[0]], seen[stage.state.row[1]] = 0b10, 0b1000
    text = board(with_seen(stage, seen), 80, 15)
    for words in ("3 votes", "1 vote", "Albatross", "in the deck", "0 discarded", "by you", "by Diego"):
        assert words in text, text
    assert "3v" not in text


def test_a_pawn_has_the_letter_of_whoever_moves_it() -> None:
    text = board(action(), 80, 15)
    for letter, name in (("A", "You"), ("B", "Bonny"), ("R", "Rackham"), ("H", "Henry")):
        assert f"▐{letter}▌{name}" in text.replace("▌ ", "▌"), text


def test_the_notes_are_words_and_whoever_reads_them_is_you() -> None:
    text = PICTURES["notes-80"]()
    assert "You, captain on the Flying Dutchman" in text
    assert "Voting: you, Grace and Bonny." in text
    for cipher in ("FD", "JR", "Ana"):
        assert cipher not in text


def test_what_an_event_does_stands_beside_it_when_it_is_seen_and_when_it_may_be_turned() -> None:
    stage = Stage(4, (0, 1), (2, 3), row=[c.ALBATROSS, c.SPOT])
    stage.do(Do.LOOK, 0, 1)
    told = [sentence(GAME.words(), record, Reader(0, dict(stage.table.known[0]), NAMES)) for record in stage.records]
    assert any("Albatross. It stays in front of you; two of them on one ship maroon" in line for line in told), told
    stage.do(Do.REVEAL, 0)
    told = [sentence(GAME.words(), record, Reader(2, {}, NAMES)) for record in stage.records]
    assert any(line.startswith("It is an Albatross. It stays in front") for line in told), told
