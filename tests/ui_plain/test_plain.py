"""Plain mode: a whole game through a pipe, every command, and what a line typed too early or by a stranger may do."""

from __future__ import annotations

from contextlib import asynccontextmanager
from functools import partial
from io import StringIO
from typing import TYPE_CHECKING

import pytest
import trio

from tests.ui_plain.table import DEADLINE_S, Person, bot_party, join, plan, play_with_bots
from tortuga_p2p.errors import BadInput, PeerLost
from tortuga_p2p.limits import PATIENCE_DEFAULT_S
from tortuga_p2p.session.message import TALK, Link, Say
from tortuga_p2p.session.phases import SessionPhase
from tortuga_p2p.testing.forging import worded
from tortuga_p2p.ui.plain.commands import COMMANDS
from tortuga_p2p.ui.plain.game import _wants_rematch
from tortuga_p2p.ui.plain.lines import Printer
from tortuga_p2p.verify.verifier import Outcome, verify

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator
    from pathlib import Path


@pytest.fixture
def person(tmp_path: Path) -> Iterator[Person]:
    somebody = Person(tmp_path / "Ana")
    yield somebody
    somebody.close()


@pytest.fixture
def typist(tmp_path: Path) -> Iterator[Person]:
    """The same at a keyboard: early answers are not kept for later."""
    somebody = Person(tmp_path / "Ana", attended=True)
    yield somebody
    somebody.close()


@asynccontextmanager
async def sat_down(
    typist: Person, tmp_path: Path, patience_s: int = PATIENCE_DEFAULT_S
) -> AsyncIterator[tuple[Person, trio.Nursery]]:
    """Ben, who has said yes at the table of the typist, and the nursery in which both programs run."""
    other = Person(tmp_path / "Ben", "Ben", attended=True)
    try:
        with trio.fail_after(DEADLINE_S):
            async with trio.open_nursery() as nursery:
                nursery.start_soon(typist.play, partial(typist.party.host, plan(2, patience_s=patience_s), 0))
                nursery.start_soon(other.play, partial(join_node, other, typist))
                await other.wait_to_hear("Type yes to sit down")
                other.type("yes")
                yield other, nursery
    finally:
        other.close()


async def join_node(guest: Person, host: Person) -> None:
    await join(guest.party, host.party)


async def test_a_script_plays_a_whole_game_to_the_final_scoring(person: Person, tmp_path: Path) -> None:
    person.type(*["1"] * 600)  # always the first choice: every line waits for its question
    assert await play_with_bots(person, tmp_path, bots=1) == 0
    node = person.party.node
    assert node is not None
    assert node.session.phase is SessionPhase.SEALED
    assert verify(node.files.transcript.read_bytes()).outcome is Outcome.HONEST
    told = (
        "Round 1 begins",
        "Which dice do you take?",
        "Final standing: ",
        " expected.",
        "Verified: ",
        "tortuga verify ",
    )
    for words in told:
        assert words in person.text
    assert person.text.isascii()
    assert person.text.replace("\n", "").isprintable(), "no cursor control, no drawing"


async def test_the_hint_can_be_played_and_names_its_number(person: Person, tmp_path: Path) -> None:
    person.type(*["hint", "do"] * 12)
    person.hang_up()
    with trio.fail_after(DEADLINE_S):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(join, bot_party(tmp_path / "Bot", "Bot"), person.party)
            assert await person.play(partial(person.party.host, plan(2), 0)) == 0
            nursery.cancel_scope.cancel()
    reasons = [line for line in person.text.splitlines() if " would " in line]
    hints = [line for line in person.text.splitlines() if line.startswith("That is choice ")]
    chosen = [line for line in person.text.splitlines() if line.startswith("You choose: ")]
    assert len(hints) == 12
    assert len(reasons) == len(hints)
    whys = ("it expects about", "it is about as good", "games imagined each way", "comes to the same")
    assert sum(any(why in line for why in whys) for line in person.text.splitlines()) == len(hints)
    for reason, line in zip(reasons, chosen, strict=True):
        assert reason.partition(" would ")[2] == line.removeprefix("You choose: ")


async def test_the_end_of_the_input_saves_the_game_and_says_how_to_go_on(person: Person, tmp_path: Path) -> None:
    bot = bot_party(tmp_path / "Bot", "Bot")
    with trio.fail_after(DEADLINE_S):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(join, bot, person.party)
            person.type("do", "do")
            person.hang_up()
            assert await person.play(partial(person.party.host, plan(2), 0)) == 0
            node = person.party.node
            assert node is not None
            assert person.text.rstrip().endswith(f"tortuga resume {node.files.name}")
            again = Person(tmp_path / "Ana")
            again.type(*["do"] * 400)
            assert await again.play(partial(again.party.resume, node.files.journal)) == 0
    assert "You are back at the table of " in again.text
    assert "Final standing: " in again.text
    again.close()


async def test_quit_before_the_game_leaves_nothing_behind(typist: Person, tmp_path: Path) -> None:
    with trio.fail_after(DEADLINE_S):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(typist.play, partial(typist.party.host, plan(2), 0))
            await typist.wait_to_hear("1 seat is free.")
            typist.type("who", "quit")
            assert "At the table: Ana (" in await typist.wait_to_hear("1 seat is free.")
    assert typist.text.rstrip().endswith("You left before the game began.")
    assert list((tmp_path / "Ana").iterdir()) == []


@pytest.mark.parametrize("line", ["who", "quit"])
async def test_the_end_of_the_input_before_the_game_is_told_by_the_exit_code(typist: Person, line: str) -> None:
    typist.type(line)
    typist.hang_up()
    with trio.fail_after(DEADLINE_S):
        code = await typist.play(partial(typist.party.host, plan(2), 0))
    assert code == (0 if line == "quit" else 1)
    assert typist.text.rstrip().endswith("You left before the game began.")


async def test_a_number_typed_early_at_a_keyboard_answers_nothing_later(typist: Person, tmp_path: Path) -> None:
    with trio.fail_after(DEADLINE_S):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(typist.play, partial(typist.party.host, plan(2), 0))
            typist.type("1", "take ACE")
            await typist.wait_to_hear("There is nothing for you to decide now")
            await typist.wait_to_hear("There is nothing for you to decide now")
            nursery.start_soon(join, bot_party(tmp_path / "Bot", "Bot"), typist.party)
            await typist.wait_to_hear("Which dice do you take?")
            assert "You choose" not in typist.text
            nursery.cancel_scope.cancel()


async def test_every_command_answers_during_a_game(typist: Person, tmp_path: Path) -> None:
    expected = {
        "again": "Which dice do you take?",
        "more": "1. ",
        "hint": "That is choice ",
        "board": "boat on box 3, pirate on box 3",
        "dice": "FLEET: ",
        "score": "points",
        "draw": "Round 1",
        "log": "Dice roll behind the screens",
        "log 1": "Your roll: ",
        "why": "Nobody could choose it.",
        "why deep": "which hashes to the value before it",
        "why 99": "Nothing was told that far back.",
        "who": "The table is waiting for you.",
        "trust": "Every message up to step ",
        "chat": "Type what you want to say",
        "chat hello there": "Ana says: hello there",
        "claim": "There is nothing to claim now.",
        "answers nonsense": "Type answers, the number of a question, and then no, ask or always.",
        "rules": "Rules, Choosing dice.",
        "rules scoring": "Rules, Points.",
        "rules nonsense": "Chapters: goal, board,",
        "vote": "the table waits for you",
        "no": "Nothing is asked that yes or no answers",
        "rematch": "When this game is over you play again",
        "undo": "Nobody can take back what is sealed",
        "end": "Type end yes to propose or accept",
        "end no": "nobody proposes to end the game",
        "autopilot off": "You play yourself already.",
        "resign": "Type resign yes if you mean it",
        "help": "quit: save the game",
        "help dice": "dice: your dice",
        "": "Which dice do you take?",
        "?": "quit: save the game",
        "HINT": "Type do to choose it.",
        "nonsense": "There is no command 'nonsense', and no such move: type a choice, or its number.",
        "scroe": "did you mean 'score'? Type help for all commands.",
        "99": "There is no choice 99",
        "take": "Type again to hear the choices.",
        "act": "Type again to hear the choices.",
        "do": "You choose: ",
    }
    assert {line.split()[0].lower() for line in expected if line} >= set(COMMANDS) - {"quit"}
    with trio.fail_after(DEADLINE_S):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(typist.play, partial(typist.party.host, plan(2), 0))
            nursery.start_soon(join, bot_party(tmp_path / "Bot", "Bot"), typist.party)
            await typist.wait_to_hear("Which dice do you take?")
            for line, answer in expected.items():
                await trio.testing.wait_all_tasks_blocked()
                typist.type(line)
                await typist.wait_to_hear(answer)
            nursery.cancel_scope.cancel()


async def test_resigning_ends_the_game_for_everybody_and_is_recorded(typist: Person, tmp_path: Path) -> None:
    async with sat_down(typist, tmp_path) as (other, _):
        await typist.wait_to_hear("Which dice do you take?")
        await other.wait_to_hear("Which dice do you take?")
        typist.type("resign yes")
        await typist.wait_to_hear("You gave up. Ben wins.")
        await other.wait_to_hear("Ana gave up. You win.")
        await other.wait_to_hear("Everything up to there is verified.")
        typist.type("quit")
        other.type("quit")


async def test_what_others_write_cannot_reach_the_terminal_as_a_command(typist: Person, tmp_path: Path) -> None:
    async with sat_down(typist, tmp_path) as (other, nursery):
        await typist.wait_to_hear("Which dice do you take?")
        assert other.party.node is not None
        other.party.node.say("\u202eboo\u200b")  # not through their own console, which would clean it
        await typist.wait_to_hear("Ben says: ?boo?")
        nursery.cancel_scope.cancel()


def test_a_line_with_control_characters_is_said_without_them() -> None:
    out = StringIO()
    Printer(out, prompts=False).say("\x1b[2Jboo\r\x07\u202e\nnext")
    assert out.getvalue() == "?[2Jboo????next\n"


async def test_somebody_who_goes_away_is_said_to_be_away_and_back(typist: Person, tmp_path: Path) -> None:
    bot = bot_party(tmp_path / "Bot", "Bot")
    with trio.fail_after(DEADLINE_S):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(typist.play, partial(typist.party.host, plan(2), 0))
            life = trio.CancelScope()

            async def live() -> None:
                with life:
                    await join(bot, typist.party)

            nursery.start_soon(live)
            await typist.wait_to_hear("Which dice do you take?")
            life.cancel()
            await typist.wait_to_hear("Bot is away.")
            typist.type("do")
            await typist.wait_to_hear("Waiting for Bot.")  # it had sealed before it went, and has yet to reveal
            typist.type("who")
            await typist.wait_to_hear("Waiting for Bot, away for ")
            assert bot.node is not None
            nursery.start_soon(bot_party(tmp_path / "Bot", "Bot").resume, bot.node.files.journal)
            await typist.wait_to_hear("Bot is back.")
            nursery.cancel_scope.cancel()


async def test_a_table_that_lost_patience_may_vote(typist: Person, tmp_path: Path) -> None:
    async with sat_down(typist, tmp_path, patience_s=1) as (_, nursery):
        await typist.wait_to_hear("Which dice do you take?")
        typist.type("do", "vote")
        await typist.wait_to_hear("Time is up for Ben.")
        typist.type("vote")
        await typist.wait_to_hear("Ben stayed away, so you ended the game here: nobody wins.")
        await typist.wait_to_hear("tortuga verify ")
        nursery.cancel_scope.cancel()


async def test_the_clock_of_a_table_is_told_and_the_own_program_decides(typist: Person, tmp_path: Path) -> None:
    with trio.fail_after(DEADLINE_S):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(typist.play, partial(typist.party.host, plan(2, clock=(1, 1)), 0))
            nursery.start_soon(join, bot_party(tmp_path / "Bot", "Bot"), typist.party)
            await typist.wait_to_hear("and 1 second in the bank.")
            await typist.wait_to_hear("then your program decides for you.")
            await typist.wait_to_hear("Your time was up: your program decided for you, as expert would: take ")
            nursery.cancel_scope.cancel()


async def test_a_vote_is_told_to_everybody_with_whose_word_is_missing(typist: Person, tmp_path: Path) -> None:
    ben, cyn = (Person(tmp_path / name, name, attended=True) for name in ("Ben", "Cyn"))
    with trio.fail_after(DEADLINE_S):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(typist.play, partial(typist.party.host, plan(3, patience_s=1), 0))
            for guest in (ben, cyn):
                nursery.start_soon(guest.play, partial(join_node, guest, typist))
                await guest.wait_to_hear("Type yes to sit down")
                guest.type("yes")
            for player in (typist, ben):
                await player.wait_to_hear("Which dice do you take?")
                player.type("do")
            for player in (typist, ben):
                await player.wait_to_hear("Time is up for Cyn.")
            typist.type("vote")
            await typist.wait_to_hear("You voted to go on without Cyn. Still to vote: Ben.")
            await ben.wait_to_hear(
                "Ana voted to go on without Cyn. The game goes on like that if all the others vote for it too."
            )
            await cyn.wait_to_hear("Ana voted to go on without you. Still to vote: Ben.")
            ben.type("vote")
            said = await typist.wait_to_hear("The game goes on without them.")
            assert "Cyn has been away since step " in said
            assert "according to Ben and you." in said
            await typist.wait_to_hear("Which dice do you take?")
            await cyn.wait_to_hear("went on without you, because you stayed away.")
            nursery.cancel_scope.cancel()
    ben.close()
    cyn.close()


async def test_a_vote_that_does_not_count_is_not_said_to_be_one(typist: Person, tmp_path: Path) -> None:
    async with sat_down(typist, tmp_path) as (_, nursery):
        await typist.wait_to_hear("Which dice do you take?")
        typist.type("vote")
        said = await typist.wait_to_hear("That cannot be done: the table waits for you")
        assert "You say" not in said
        nursery.cancel_scope.cancel()


async def test_a_cheat_is_named_with_the_step_and_kept_in_the_file(typist: Person, tmp_path: Path) -> None:
    async with sat_down(typist, tmp_path) as (other, nursery):
        await typist.wait_to_hear("Which dice do you take?")
        await other.wait_to_hear("Which dice do you take?")
        node = other.party.node
        assert node is not None
        lie = worded(node.session, Link(bytes(32)))  # a chain value, where a sealed choice is due
        node.mesh.broadcast(TALK.encode(Say(node.session.meeting.id, lie)))
        said = await typist.wait_to_hear("CHEAT in step ")
        assert "Ben" in said.splitlines()[-1]
        await typist.wait_to_hear("Ben has cheated, and it is proved. You win.")
        await typist.wait_to_hear("Verified: Ben cheated, in step ")
        await typist.wait_to_hear("Anybody can check it: tortuga verify ")
        nursery.cancel_scope.cancel()
    assert typist.party.node is not None
    assert verify(typist.party.node.files.transcript.read_bytes()).outcome is Outcome.CHEATING


async def test_a_guest_hears_who_is_there_and_says_yes_before_sitting_down(typist: Person, tmp_path: Path) -> None:
    guest = Person(tmp_path / "Ben", "Ben", attended=True)
    with trio.fail_after(DEADLINE_S):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(typist.play, partial(typist.party.host, plan(2), 0))
            nursery.start_soon(guest.play, partial(join_node, guest, typist))
            await guest.wait_to_hear("Table: Tortuga for 2 players.")
            await guest.wait_to_hear(
                "Whoever keeps the other waiting for more than 3 minutes can be given up: that ends the game."
            )
            await guest.wait_to_hear("The host is Ana (")
            await guest.wait_to_hear("Type yes to sit down with these people, or quit.")
            guest.type("maybe")
            await guest.wait_to_hear("Type yes to sit down, or quit.")
            guest.type("yes")
            await typist.wait_to_hear("Ben (")
            await guest.wait_to_hear("Which dice do you take?")
            nursery.cancel_scope.cancel()
    guest.close()


async def test_a_script_gives_the_password_in_its_first_line(typist: Person, tmp_path: Path) -> None:
    guest = Person(tmp_path / "Ben", "Ben")
    with trio.fail_after(DEADLINE_S):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(typist.play, partial(typist.party.host, plan(2, password="rum"), 0))
            guest.type("rum", "1")
            nursery.start_soon(guest.play, partial(join_node, guest, typist))
            await guest.wait_to_hear("This table has a password.")
            await guest.wait_to_hear("You choose: ")
            nursery.cancel_scope.cancel()
    guest.close()


async def test_a_wrong_password_is_said_in_one_sentence(typist: Person, tmp_path: Path) -> None:
    guest = Person(tmp_path / "Ben", "Ben")
    with trio.fail_after(DEADLINE_S):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(typist.play, partial(typist.party.host, plan(2, password="rum"), 0))
            guest.type("grog")
            with pytest.raises(BadInput, match="not this table's password"):
                await guest.play(partial(join_node, guest, typist))
            nursery.cancel_scope.cancel()
    guest.close()


@pytest.mark.parametrize("typed", ["who knows", "help", "  cafe\u0301 "])
async def test_no_word_of_a_password_is_a_command_and_one_spelling_counts(
    typist: Person, tmp_path: Path, typed: str
) -> None:
    guest = Person(tmp_path / "Ben", "Ben", attended=True)
    password = {"  cafe\u0301 ": "caf\u00e9"}.get(typed, typed)
    with trio.fail_after(DEADLINE_S):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(typist.play, partial(typist.party.host, plan(2, password=password), 0))
            nursery.start_soon(guest.play, partial(join_node, guest, typist))
            await guest.wait_to_hear("This table has a password.")
            guest.type(typed)
            await guest.wait_to_hear("Which dice do you take?")
            nursery.cancel_scope.cancel()
    guest.close()


async def test_an_empty_line_instead_of_a_password_leaves(typist: Person, tmp_path: Path) -> None:
    guest = Person(tmp_path / "Ben", "Ben", attended=True)
    with trio.fail_after(DEADLINE_S):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(typist.play, partial(typist.party.host, plan(2, password="rum"), 0))
            nursery.start_soon(guest.play, partial(join_node, guest, typist))
            await guest.wait_to_hear("an empty line leaves")
            guest.type("")
            await guest.wait_to_hear("You left before the game began.")
            nursery.cancel_scope.cancel()
    guest.close()


@asynccontextmanager
async def thinking(
    typist: Person, folder: Path, trouble: type[Exception], words: str
) -> AsyncIterator[tuple[Person, trio.Nursery, trio.Event]]:
    """Somebody who has seen a table of three and says neither yes nor no until they are told of this trouble."""
    thinker, told = Person(folder / "Cyn", "Cyn", attended=True), trio.Event()

    async def think() -> None:
        with pytest.raises(trouble, match=words):
            await thinker.play(partial(join_node, thinker, typist))
        told.set()

    with trio.fail_after(DEADLINE_S):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(typist.play, partial(typist.party.host, plan(3), 0))
            nursery.start_soon(think)
            await thinker.wait_to_hear("Type yes to sit down with these people, or quit.")
            yield thinker, nursery, told
    thinker.close()


async def test_who_thinks_about_a_seat_hears_who_comes_and_that_it_is_too_late(typist: Person, tmp_path: Path) -> None:
    """Nobody shall say yes to a table that is full, or to people other than those they saw."""
    async with thinking(typist, tmp_path, BadInput, "This game has begun already") as (thinker, nursery, told):
        nursery.start_soon(join, bot_party(tmp_path / "Bot", "Bot"), typist.party)
        await thinker.wait_to_hear("Bot (a bot run by ")
        nursery.start_soon(join, bot_party(tmp_path / "Dog", "Dog"), typist.party)
        await told.wait()
        nursery.cancel_scope.cancel()


async def test_who_thinks_about_a_seat_hears_that_the_host_has_gone(typist: Person, tmp_path: Path) -> None:
    async with thinking(typist, tmp_path, PeerLost, "The host left"):
        typist.type("quit")


def test_nothing_stands_behind_a_prompt() -> None:
    out = StringIO()
    printer = Printer(out, prompts=True)
    printer.prompt()
    printer.break_line()
    printer.break_line()
    assert out.getvalue() == "> \n"


async def test_a_game_that_was_resumed_promises_no_rematch(typist: Person) -> None:
    """It had no lobby, and its table is gone: the people of a rematch would be waited for in vain."""
    typist.player.again = True
    assert typist.party.lobby is None
    assert not await _wants_rematch(typist.party, typist.lines, Printer(StringIO(), prompts=False))
