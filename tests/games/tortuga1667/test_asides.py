"""One key says something about the game, another settles Atlantis and the Fountain; the same in plain mode."""

from __future__ import annotations

from functools import partial
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest
import trio

from tests.games.tortuga1667.stage import Stage
from tests.ui.hands import sitting_of
from tests.ui.tables import sit
from tests.ui.terminal import Terminal, drive
from tests.ui_plain.table import DEADLINE_S, Person, bot_party, join
from tortuga_p2p.games.tortuga1667.claims import EVENT, VOTE
from tortuga_p2p.games.tortuga1667.game import GAME
from tortuga_p2p.games.tortuga1667.rules import cards as c
from tortuga_p2p.games.tortuga1667.rules.moves import Do
from tortuga_p2p.node.asking import Asking
from tortuga_p2p.node.one_game import GamePlan
from tortuga_p2p.rules.ask import Together
from tortuga_p2p.rules.telling import sentence
from tortuga_p2p.rules.words import Reader
from tortuga_p2p.ui.table.asides import Claiming, Settling, answer_keys, talk_keys
from tortuga_p2p.ui.table.presence import status_lines

if TYPE_CHECKING:
    from pathlib import Path

NAMES = ("Ana", "Ben", "Cid", "Dee")


class Seat:
    """As much of a node as these keys need: a view, and what is said through it."""

    def __init__(self, stage: Stage, seat: int | None = 0) -> None:
        agreement = SimpleNamespace(game=GAME, names=NAMES)
        view = stage.table.view(seat) if seat is not None else stage.table.view(0)._replace(seat=None)
        self.session = SimpleNamespace(table=SimpleNamespace(agreement=agreement, step=5), view=view)
        self.names = NAMES
        self.is_over = False
        self.asking = Asking(None, 0.0)  # type: ignore[arg-type]
        self.said: list[tuple[int, ...]] = []
        self.claim = self.said.append


def shown(aside: Any) -> str:
    return "\n".join("".join(piece[1] for piece in line) for line in aside.lines(78))


def test_what_one_has_seen_is_one_key_and_loyalties_are() -> None:
    seat: Any = Seat(Stage(4, (0, 1), (2, 3), row=[c.PISTOL, c.SPOT]).do(Do.LOOK, 0, 1))
    claiming = Claiming(seat)
    assert "1) Event 1 is a Pistol.  2) Event 2 is a Black Spot.  3) I am British." in shown(claiming)
    assert "\n4) I am French.  0) something else" in shown(claiming)
    assert claiming.press("2")
    assert seat.said == [(EVENT, 1, c.SPOT)]


def test_the_last_line_says_which_keys_say_something() -> None:
    """It said only how to go back."""
    seat: Any = Seat(Stage(4, (0, 1), (2, 3), row=[c.PISTOL, c.SPOT]).do(Do.LOOK, 0, 1))
    say, other, _back = Claiming(seat).keys()
    assert (say.shown, say.does) == ("1-4", "say that to all")
    assert (other.shown, other.does) == ("0", "something else")
    assert Settling(seat).keys()[0].shown == "1-2"


def test_a_claim_about_a_vote_says_which_vote() -> None:
    """It stays in sight for turns, and "Vote for it" did not say what."""
    stage = Stage(4, (0, 1), (2, 3)).do(Do.ATTACK)
    record = GAME.claimed(stage.state, 1, (VOTE, 1))
    assert record is not None
    told = sentence(GAME.words(), record, Reader(0, {}, NAMES))
    assert told == f"Vote for the attack of turn {stage.state.turn}."


def test_who_thinks_and_who_is_done_is_said_in_words_where_there_is_room() -> None:
    table = SimpleNamespace(stage=SimpleNamespace(kind="commit"), ask=Together((0, 1)))
    session = SimpleNamespace(table=table, waiting_for=frozenset({0}), own_seat=0)
    node: Any = SimpleNamespace(session=session, names=NAMES, called=NAMES, is_over=False)
    (line,) = ["".join(piece[1] for piece in line) for line in status_lines(node, "A vote", [], 80, rich=True)]
    assert line.endswith("you: thinking  Ben: done")


def test_in_a_vote_its_wishes_come_first() -> None:
    stage = Stage(4, (0, 1), (2, 3)).do(Do.ATTACK)
    seat: Any = Seat(stage, 1)
    assert Claiming(seat).press("1")
    assert Claiming(seat).press("2")
    assert seat.said == [(VOTE, 1), (VOTE, 0)]


def test_anything_else_that_can_be_said_is_in_the_menu() -> None:
    seat: Any = Seat(Stage(4, (0, 1), (2, 3)))
    claiming = Claiming(seat)
    assert not claiming.press("0")
    assert "about" in shown(claiming)
    for key in ("down", "right", "down", "right"):  # event 2, and not the first card
        assert not claiming.press(key)
    assert claiming.press("enter")
    ((kind, slot, card),) = seat.said
    assert (kind, slot) == (EVENT, 1)
    assert card in range(len(c.EVENT_NAMES))
    assert Claiming(seat).press("escape")
    assert len(seat.said) == 1


@pytest.mark.parametrize("key", ["9", "z", "press 7 7", "enter", "f1"])
def test_keys_that_mean_nothing_say_nothing(key: str) -> None:
    seat: Any = Seat(Stage(4, (0, 1), (2, 3)))
    assert not Claiming(seat).press(key)
    assert not Settling(seat).press("9")
    assert seat.said == []


def test_whoever_watches_claims_nothing_and_settles_nothing() -> None:
    seat: Any = Seat(Stage(4, (0, 1), (2, 3)), None)
    assert talk_keys(seat) == answer_keys(seat) == []


def test_standing_answers_go_round() -> None:
    seat: Any = Seat(Stage(4, (0, 1), (2, 3)))
    settling = Settling(seat)
    assert shown(settling).count("[no]") == 2
    found = []
    for _ in range(3):
        assert not settling.press("2")
        found.append(seat.asking.standing["fountain"])
    assert found == ["ask", "always", "no"]
    assert "atlantis" not in seat.asking.standing
    assert settling.press("escape")


async def test_plain_mode_has_words_for_both(tmp_path: Path) -> None:
    ana = Person(tmp_path / "ana")
    bot = bot_party(tmp_path / "bot", "Mary", bot=GAME.bots()["greedy"]())
    plan = GamePlan(GAME, 2, {}, "a test")
    expected = {
        "claim": "I am British.",
        "claim i am french": "Ana says: I am French.",
        "claim event 1 is a pistol": "Ana says: Event 1 is a Pistol.",
        "notes": "Turn 1, you: I am French.",
        "claim nonsense": "That cannot be claimed.",
        "answers": "1: Atlantis, before a turn: change ships? no.",
        "answers 2 always": "drink? always.",
        "answers 3 no": "Type answers, the number of a question, and then no, ask or always.",
    }
    with trio.fail_after(DEADLINE_S):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(ana.play, partial(ana.party.host, plan, 0))
            nursery.start_soon(join, bot, ana.party)
            while not (ana.party.node and ana.party.node.session.table and ana.party.node.session.table.state.turn):
                await trio.sleep(0.05)
                if ana.player.question is not None:  # the first chest, where it is ours to stow
                    ana.type("1")
                    await trio.sleep(0.2)
            for line, words in expected.items():
                ana.type(line)
                await ana.wait_to_hear(words)
            assert ana.party.node.asking.standing == {"fountain": "always"}
            heard = [record for record in ana.party.node.talk.heard if record.seat == ana.party.node.session.own_seat]
            assert [record.kind for record in heard] == ["claims_nation", "claims_event"]
            nursery.cancel_scope.cancel()
    ana.close()


def test_what_was_said_stands_in_the_notes_of_the_screen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TORTUGA_HOME", str(tmp_path / "home"))

    async def body(terminal: Terminal) -> None:
        sitting = sitting_of(terminal)
        while "c claim" not in terminal.text:  # a first chest is stowed before anything can be said
            if sitting.open_choice() is not None:
                terminal.press("enter")
            await trio.sleep(0.02)
        terminal.press("c")
        await terminal.see("1) I am British.")
        terminal.press("2")
        await terminal.see("Ana: I am French.")
        terminal.press("n")
        await terminal.see("What was said", "you: I am French.")

    drive(lambda app: sit(app, tmp_path, game=GAME), body)


@pytest.mark.parametrize(
    ("title", "voters", "rows"), [("A vote", 4, 1), ("A vote with very much to be said about it", 9, 2)]
)
def test_who_has_sealed_is_always_seen(title: str, voters: int, rows: int) -> None:
    """In the title where there is room, else below it: nine voters never fit beside a long question."""
    names = tuple(f"Greedy Kid{letter}" for letter in "ABCDEFGHI")
    table = SimpleNamespace(stage=SimpleNamespace(kind="commit"), ask=Together(tuple(range(voters))))
    session = SimpleNamespace(table=table, waiting_for=frozenset({0, 2}), own_seat=0)
    node: Any = SimpleNamespace(session=session, names=names, called=names, is_over=False)
    text = ["".join(piece[1] for piece in line) for line in status_lines(node, title, [], 80, rich=True)]
    assert len(text) == rows
    assert "you …" in text[-1]
    assert (text[-1].count("…"), text[-1].count("✔")) == (2, voters - 2)
    assert max(map(len, text)) <= 80
