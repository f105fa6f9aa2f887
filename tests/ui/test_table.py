"""A game on the screen: the real application on a pipe, bots over real links, read back through a terminal emulator."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING

import pytest
import trio
import trio.testing

from tests.ui.hands import PACED, answer_until, answered, asked, sitting_of
from tests.ui.pictures import GOLDEN, NAMES, WHOLE
from tests.ui.tables import Against, person, seal_twice, sit
from tests.ui.terminal import Terminal, drive
from tortuga_p2p.session.phases import SessionPhase
from tortuga_p2p.ui.settings import Settings
from tortuga_p2p.ui.widgets.canvas import _cells, clipped, columns, size, wrap
from tortuga_p2p.ui.widgets.field import Field
from tortuga_p2p.verify.verifier import Outcome, verify

if TYPE_CHECKING:
    from pathlib import Path


DECISIONS = (
    *("Which dice do you take?", "You earned a bonus", "FLEET: you are", "CREW: you are"),
    *("HUNT: you are", "HUNT: which", "BOARD: you are first", "BOARD: you are second"),
    *("RAID: you are first", "RAID: you are second", "MOVE"),
)


# --- a whole game ---------------------------------------------------------------------------------------------------


def test_a_whole_game_is_played_by_keys_and_verified(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    seen: list[str] = []

    async def body(terminal: Terminal) -> None:
        sitting = sitting_of(terminal)
        while True:
            await terminal.until(lambda: sitting.choice is not None or sitting.is_over)
            if sitting.is_over:
                break
            choice = await asked(terminal)
            assert choice.prompt.preview[:40] in terminal.text
            if choice.prompt.title not in seen:
                terminal.squeeze()
            seen.append(choice.prompt.title)
            terminal.press("enter")
            await answered(terminal, choice)
        await terminal.see("The game ended", "Tortuga", "fleet", "crew", "sets", "tracks", "coins", "total", "wins")
        await terminal.see("Verified: yes", "tortuga verify", "rematch", "s story")
        golden = (GOLDEN / "end-80x24.txt").read_text(encoding="utf-8")
        # Which of two equal tiles was kept is nobody's choice and different each time: so are the coins below.
        above, _coins = golden.split("\ncoins")
        _won, above = above.split("\n", 1)
        assert terminal.lines[0].startswith("  You win with ")
        assert above in terminal.text, terminal.text
        assert sitting.node is not None
        assert verify(sitting.node.files.transcript.read_bytes()).outcome is Outcome.HONEST
        assert not sitting.node.files.journal.exists()
        terminal.squeeze()
        for key, title in (("g", "What happened"), ("v", "Why this table"), ("?", "Help")):
            terminal.press(key)
            await terminal.see(title)
            terminal.squeeze()
            terminal.press("escape")
            await terminal.see("rematch")
        terminal.press("l")
        await terminal.see("Tortuga: round 1", "as Ana", "w why")
        terminal.press("q")
        await terminal.see("rematch")
        terminal.press("r")
        await terminal.until(lambda: len(terminal.app.sittings) == 2, "the rematch")
        await asked(terminal)

    assert drive(lambda app: sit(app, tmp_path, ("random", "random"), WHOLE, names=NAMES), body) == 0
    left = capsys.readouterr().out
    assert "You win with " in left
    assert "To look at it again: tortuga replay " in left
    # Which of them a game brings is luck, and differs by version; test_choice.py presses keys at all of them.
    met = [decision for decision in DECISIONS if any(title.startswith(decision) for title in seen)]
    assert len(met) > len(DECISIONS) // 2, seen


# --- picking --------------------------------------------------------------------------------------------------------


def test_dice_are_picked_by_arrows_numbers_and_mouse_and_put_back(tmp_path: Path) -> None:
    async def body(terminal: Terminal) -> None:
        choice = await asked(terminal, "Which dice do you take?")
        row = next(line for line in terminal.lines if "[x]" in line)
        assert row.count("[x]") == sum(item.is_picked for item in choice.prompt.rows[0].items)
        first = choice.prompt.picked
        terminal.press(str(len(choice.prompt.rows[0].items)))
        await terminal.until(lambda: choice.prompt.picked != first, "a number picks")
        terminal.press("backspace")
        await terminal.until(lambda: choice.prompt.picked == first, "backspace takes back")
        at = choice.at
        terminal.press("right")
        await terminal.until(lambda: choice.at != at, "an arrow points")
        terminal.press("space")
        await terminal.until(lambda: choice.prompt.picked != first, "space picks")
        terminal.press("u")
        await terminal.until(lambda: choice.prompt.picked == first, "u takes back")
        terminal.click("5)")
        await terminal.until(lambda: choice.prompt.picked != first, "a click picks")
        second = choice.prompt.move
        terminal.click("Enter seal")
        await answered(terminal, choice)
        node = sitting_of(terminal).node
        assert node is not None
        await terminal.until(lambda: node.session.sealed is not None)
        assert node.session.sealed is not None
        assert node.session.sealed[1] == second

    drive(lambda app: sit(app, tmp_path), body)


def test_nothing_picked_cannot_be_sealed_and_the_screen_says_why(tmp_path: Path) -> None:
    async def body(terminal: Terminal) -> None:
        choice = await asked(terminal, "Which dice do you take?")
        for item in [item for item in choice.prompt.rows[0].items if item.is_picked]:
            place = [one.label for one in choice.prompt.rows[0].items].index(item.label)
            terminal.press(str(place + 1))
            await terminal.until(lambda: len(choice.prompt.picked) >= 0)
        await terminal.until(lambda: not choice.prompt.picked, "all are put back")
        terminal.press("enter")
        await terminal.see("Pick at least one die")
        assert sitting_of(terminal).choice is choice

    drive(lambda app: sit(app, tmp_path), body)


def test_a_hint_says_what_a_bot_would_do_and_why_and_picks_it(tmp_path: Path) -> None:
    async def body(terminal: Terminal) -> None:
        choice = await asked(terminal, "Which dice do you take?")
        terminal.press("h")
        await terminal.see(" would ", "h picks")
        await terminal.until(
            lambda: any(why in " ".join(terminal.text.split()) for why in ("it expects", "as good if")), "why"
        )
        hinted = sitting_of(terminal)._hinted
        assert hinted is not None
        terminal.press("h")
        await terminal.until(lambda: choice.prompt.move == hinted[1], "the hint is picked")

    drive(lambda app: sit(app, tmp_path), body)


def test_help_is_about_this_very_decision_and_shows_the_rules(tmp_path: Path) -> None:
    async def body(terminal: Terminal) -> None:
        await asked(terminal, "Which dice do you take?")
        terminal.press("?")
        await terminal.see("Help", "Everybody rolls behind a screen")
        terminal.press("pagedown")
        await terminal.until(lambda: "Everybody rolls behind" not in terminal.text)
        terminal.press("escape")
        await asked(terminal, "Which dice do you take?")
        await answer_until(terminal, "MOVE")
        terminal.press("?")
        await terminal.see("Moving chests")
        while "The signs on the screen" not in terminal.text:
            before = terminal.text
            terminal.press("pagedown")
            await terminal.changed(before)
        await terminal.see("the boxes of a pirate or a boat")

    drive(lambda app: sit(app, tmp_path), body)


# --- late keys ------------------------------------------------------------------------------------------------------


def test_a_key_pressed_late_never_answers_the_next_question(tmp_path: Path) -> None:
    """Ten Enters in one breath answer one question: the next has not been on the screen long enough."""

    async def body(terminal: Terminal) -> None:
        sitting = sitting_of(terminal)
        sitting.settle_s = 3_600.0
        first = await asked(terminal, "Which dice do you take?")
        picked = first.prompt
        terminal.press(*["enter"] * 5, "space", "?")
        await terminal.see("Help")
        terminal.press("escape")
        await terminal.see("Too quick to be meant")
        assert sitting.choice is first, "it has not been on the screen for an hour"
        assert first.prompt is picked, "Space may have been for what was told before"
        sitting.settle_s = 0.0
        terminal.press("enter")
        await answered(terminal, first)
        sitting.settle_s = 3_600.0
        second = await asked(terminal)
        assert second.step > first.step
        terminal.press(*["enter"] * 10)
        await terminal.see(second.prompt.title[:20])
        assert sitting.choice is second

    drive(lambda app: sit(app, tmp_path), body)


def test_enter_that_is_held_down_decides_nothing_and_a_start_is_called_one(tmp_path: Path) -> None:
    """Sixty presses of Enter once played a whole round: a press that comes too early makes the question wait anew."""

    async def body(terminal: Terminal) -> None:
        await terminal.see("Only a starting point, picked by the program")
        choice = await answer_until(terminal, "Whom do you attack")
        sitting = sitting_of(terminal)
        sitting.settle_s = 3_600.0
        assert "Only a starting point" not in terminal.text, "it was said at the first decision"
        for _ in range(4):
            sitting._drawn = (choice.step, monotonic() - 3_000.0)  # nearly long enough, but for the next press
            terminal.press("enter")
            await terminal.until(lambda: monotonic() - sitting._drawn[1] < 2_000.0, "it waits anew")
        assert sitting.choice is choice, "hours of Enter, and nothing was decided"
        await terminal.see("Too quick to be meant for this question")
        sitting.settle_s = 0.0
        terminal.press("h")
        await terminal.see("h picks it")
        terminal.press("h")
        await terminal.until(lambda: choice.whose == "Expert", "the hint is picked")
        terminal.press("enter")
        await answered(terminal, choice)

    drive(lambda app: sit(app, tmp_path, ("random", "random"), WHOLE), body)


def test_an_answer_belongs_to_one_step(tmp_path: Path) -> None:
    async def body(terminal: Terminal) -> None:
        choice = await asked(terminal)
        player = sitting_of(terminal).player
        assert choice.prompt.move is not None
        assert not player.seal(choice.step - 1, choice.prompt.move)
        assert not player.seal(choice.step + 1, choice.prompt.move)
        assert player.seal(choice.step, choice.prompt.move)
        assert not player.seal(choice.step, choice.prompt.move)

    drive(lambda app: sit(app, tmp_path), body)


# --- trust, talk, people --------------------------------------------------------------------------------------------


def test_trust_is_visible(tmp_path: Path) -> None:
    async def body(terminal: Terminal) -> None:
        await asked(terminal)
        await terminal.see("✔ step 7, 1 of 1 linked")
        terminal.press("v")
        await terminal.see("Why this table can be trusted", "bot run by Ana", "linked", "The game so far")
        words = [line.strip() for line in terminal.lines if line.strip().count("-") == 3]
        assert len(words) == 2

    drive(lambda app: sit(app, tmp_path), body)


@pytest.mark.parametrize("width", range(-3, 12))
def test_a_line_without_room_is_cut_and_never_more(width: int) -> None:
    words = "Yo ho ho 漢字 and-a-bottle-of-rum"
    assert all(size(line) <= max(2, width) for line in wrap(words, width))
    assert size(clipped([("", words)], width, "...")) <= max(0, width)
    assert columns(Field(words).draw(width)[0][0][1]) <= max(2, width)


def test_what_is_said_stands_on_the_screen(tmp_path: Path) -> None:
    async def body(terminal: Terminal) -> None:
        await asked(terminal)
        terminal.press("t")
        await terminal.see("Talk to the table")
        terminal.type("q? l\x1b[Dove you all")  # keys that mean something elsewhere, and an arrow
        terminal.press("enter")
        await terminal.see("Ana: q? ove you alll")
        await asked(terminal)
        terminal.press("t")
        await terminal.see("Ana: q? ove you alll")

    drive(lambda app: sit(app, tmp_path), body)


def test_what_is_said_wraps_is_in_the_log_and_gives_way_to_what_happens_next(tmp_path: Path) -> None:
    long = "somebody stop Bot0 before the fleet of Bot0 is full of chests " * 3

    async def body(terminal: Terminal) -> None:
        choice = await asked(terminal)
        terminal.press("t")
        terminal.type(long)
        await terminal.see("Talk to the table", "full of chests")
        terminal.press("enter")
        await terminal.see("Ana: somebody stop")
        await terminal.see("... t: all of it")
        terminal.press("t")
        await terminal.see("Talk to the table")
        assert " ".join(terminal.text.split()).count("full of chests") == 3, "none of it is cut"
        terminal.press("escape")
        await asked(terminal)
        terminal.press("enter")
        await answered(terminal, choice)
        sitting = sitting_of(terminal)
        before = len(sitting.tale.frames)
        await terminal.until(lambda: len(sitting.tale.frames) > before + 1 and sitting.tale.now is None, "news")
        terminal.press("g")
        await terminal.see("What happened")
        log = [line for line in sitting.tale.log() if line.startswith("Ana: ")]
        assert log == [f"Ana: {long.strip()}"]
        place = sitting.tale.log().index(log[0])
        assert 0 < place < len(sitting.tale.log()) - 1, "it stands between what happened before and after it"

    drive(lambda app: sit(app, tmp_path), body)


def test_the_bell_calls_whoever_has_not_touched_the_keyboard_for_long(tmp_path: Path) -> None:
    async def body(terminal: Terminal) -> None:
        choice = await asked(terminal)
        rung: list[int] = []
        sitting = sitting_of(terminal)
        sitting._ring = lambda: rung.append(1)
        terminal.press("enter")
        await answered(terminal, choice)
        second = await asked(terminal)
        assert not rung
        terminal.press("enter")
        await answered(terminal, second)
        sitting._touched_s -= 3_600
        await asked(terminal)
        assert rung

    drive(lambda app: sit(app, tmp_path), body)


def test_a_name_that_a_terminal_would_obey_is_shown_harmlessly() -> None:
    cells = _cells([("", "A\x1b[2Jn\ra\u202e")])
    assert "".join(char.char for char in cells.values()) == "A?[2Jn?a?"


def test_whoever_is_away_is_named_and_the_game_waits(tmp_path: Path) -> None:
    async def body(terminal: Terminal) -> None:
        choice = await asked(terminal)
        node = sitting_of(terminal).node
        assert node is not None
        key = next(key for key in node.session.meeting.company if key != node.mesh.public)
        node.away_since[key] = trio.current_time()
        node._notify()
        await terminal.see("has been away", "the game waits", "0 of 1 linked")
        assert sitting_of(terminal).choice is choice

    drive(lambda app: sit(app, tmp_path), body)


def test_leaving_saves_the_game_and_going_on_finds_the_same_question(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    left: list[object] = []

    async def body(terminal: Terminal) -> None:
        choice = await asked(terminal)
        terminal.press("enter")
        await answered(terminal, choice)
        left.append((await asked(terminal)).question.view)
        terminal.press("q")
        await terminal.see("Leave the table?", "save and leave")
        terminal.press("s")
        await terminal.until(lambda: terminal.app._over.is_set())

    drive(lambda app: sit(app, tmp_path), body)
    said = capsys.readouterr().out
    assert "tortuga resume tortuga-" in said
    journal = next(tmp_path.glob("*.journal"))
    assert journal.stem in said

    async def again(terminal: Terminal) -> None:
        assert (await asked(terminal)).question.view == left[0]
        assert "Space skip" not in terminal.text, "what was told before is not told again"
        terminal.press("g")
        await terminal.see("What happened", "Round 1 begins")

    drive(lambda app: app.sit(person(tmp_path), lambda party: party.resume(journal)), again, settings=PACED)


def test_giving_up_ends_the_game_and_says_so(tmp_path: Path) -> None:
    async def body(terminal: Terminal) -> None:
        await asked(terminal)
        terminal.press("q", "g")
        await terminal.see("Give the game up?", "give up and Enter")
        terminal.press("enter")
        await terminal.see("Leave the table?")
        terminal.press("g")
        terminal.type("Give up")
        await terminal.see("> Give up")
        assert not sitting_of(terminal).is_over
        terminal.press("enter")
        await terminal.see("You gave up. Bot0 wins.", "Everything up to there is verified.")
        assert "[" not in terminal.lines[0]
        node = sitting_of(terminal).node
        assert node is not None
        assert node.session.phase is SessionPhase.ENDED

    drive(lambda app: sit(app, tmp_path), body)


def test_a_cheat_is_shown_with_who_what_when_and_where_the_proof_is(tmp_path: Path) -> None:
    """A bot seals twice, differently: its own signatures convict it."""
    table: list[Against] = []

    async def body(terminal: Terminal) -> None:
        await asked(terminal)
        node = sitting_of(terminal).node
        assert node is not None
        await terminal.until(lambda: len(node.session.waiting_for) == 1, "the bot has sealed")
        step = seal_twice(table[0].bots[0])
        await terminal.see(
            "Bot0 has cheated, and it is proved. You win.",
            f"Step {step}: signed two different messages for one place",
        )
        await terminal.see("The proof is saved with the game", "Verified: Bot0 cheated, in step")
        finding = verify(node.files.transcript.read_bytes())
        assert finding.outcome is Outcome.CHEATING

    drive(lambda app: table.append(sit(app, tmp_path)), body)


def test_a_timer_runs_warns_and_lets_the_others_vote(tmp_path: Path) -> None:
    async def body(terminal: Terminal) -> None:
        choice = await asked(terminal)
        await terminal.see("0:0")  # little is left for us, too
        terminal.press("enter")
        await answered(terminal, choice)
        await terminal.see("Waiting for Bot0", "x: end the game")
        terminal.press("x")
        await terminal.see("Bot0 stayed away, so you ended the game here: nobody wins.")

    drive(lambda app: sit(app, tmp_path, ("asleep",), patience_s=4), body)


def test_a_vote_that_comes_too_early_is_answered_and_the_answer_does_not_stay(tmp_path: Path) -> None:
    async def body(terminal: Terminal) -> None:
        choice = await asked(terminal)
        terminal.press("x")
        await terminal.see("The table waits for you, not for others")
        terminal.press("right")
        await terminal.until(lambda: "not for others" not in terminal.text)
        terminal.press("enter")
        await answered(terminal, choice)
        await terminal.see("Waiting for Bot0")
        terminal.press("x")
        await terminal.see("This table waits 3 minutes for everybody")
        terminal.press("u")
        await terminal.until(lambda: "for everybody" not in terminal.text)

    drive(lambda app: sit(app, tmp_path, ("asleep",), patience_s=180), body)


# --- the terminal ---------------------------------------------------------------------------------------------------


def test_a_terminal_too_small_says_so_and_recovers(tmp_path: Path) -> None:
    async def body(terminal: Terminal) -> None:
        await asked(terminal)
        for wide, high in ((20, 5), (1, 1), (79, 12), (200, 60), (3, 80)):
            terminal.resize(wide, high)
            await trio.sleep(0.03)
        terminal.resize(20, 5)
        await terminal.see("This terminal has")
        terminal.resize(80, 24)
        await asked(terminal)
        await terminal.see("Round 1", "Enter seal")
        terminal.resize(120, 40)
        await terminal.see("1 point each, purple 2")

    drive(lambda app: sit(app, tmp_path), body)


@pytest.mark.parametrize("columns", [80, 120])
def test_ascii_means_ascii(tmp_path: Path, columns: int) -> None:
    async def body(terminal: Terminal) -> None:
        await asked(terminal)
        assert terminal.text.isascii(), terminal.text
        assert "Zoe ??" in terminal.text
        for key in ("?", "v", "g"):
            terminal.press(key)
            await terminal.see("Esc back")
            assert terminal.text.isascii(), terminal.text
            terminal.press("escape")
            await asked(terminal)

    settings = Settings(name="Ana", animation=False, ascii=True)
    names = ("Zoë 海",)
    drive(lambda app: sit(app, tmp_path, names=names), body, settings=settings, columns=columns, rows=30)


@pytest.mark.parametrize("how", ["NO_COLOR", "setting"])
def test_no_colour_means_no_colour(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, how: str) -> None:
    if how == "NO_COLOR":
        monkeypatch.setenv("NO_COLOR", "1")
    settings = Settings(name="Ana", animation=False, colour="none" if how == "setting" else "auto")

    async def body(terminal: Terminal) -> None:
        await asked(terminal)
        cells = [cell for row in range(24) for cell in terminal.styles(row)]
        assert {(cell.fg, cell.bg) for cell in cells} == {("default", "default")}
        assert any(cell.bold for cell in cells)

    drive(lambda app: sit(app, tmp_path), body, settings=settings)


def test_with_colour_chests_have_their_own_and_their_letter(tmp_path: Path) -> None:
    async def body(terminal: Terminal) -> None:
        await asked(terminal)
        rows = [number for number, line in enumerate(terminal.lines) if line[2:].startswith(("island", "crew"))]
        chests = {cell.data: cell.bg for row in rows for cell in terminal.styles(row) if cell.bg != "default"}
        assert chests
        assert set(chests) <= set("RBYWP")
        assert len(set(chests.values())) == len(chests)

    drive(lambda app: sit(app, tmp_path), body)


def test_nothing_is_written_while_nothing_happens(tmp_path: Path) -> None:
    async def body(terminal: Terminal) -> None:
        await asked(terminal)
        node = sitting_of(terminal).node
        assert node is not None
        await terminal.until(lambda: node.session.waiting_for == (node.session.own_seat,), "only we are waited for")
        await trio.sleep(0.3)
        before = terminal.written
        await trio.sleep(2.5)  # two announcements of where everybody stands pass by
        assert terminal.written == before

    drive(lambda app: sit(app, tmp_path), body)


# --- mistakes of ours -----------------------------------------------------------------------------------------------


async def _break() -> None:
    raise TypeError("a mistake in a task")


@pytest.mark.parametrize("where", ["a key", "a drawing", "a task"])
def test_a_mistake_of_ours_saves_the_game_and_writes_a_report(
    tmp_path: Path, home: Path, capsys: pytest.CaptureFixture[str], where: str
) -> None:
    async def body(terminal: Terminal) -> None:
        await asked(terminal)
        sitting = sitting_of(terminal)
        if where == "a key":
            sitting.seal = None  # type: ignore[method-assign,assignment]
        elif where == "a drawing":
            sitting.saw = None  # type: ignore[method-assign,assignment]
        else:
            terminal.app.start(_break)
        terminal.press("enter")
        await trio.sleep_forever()

    assert drive(lambda app: sit(app, tmp_path), body, fails=True) == 1
    said = capsys.readouterr()
    assert "Traceback" not in said.out + said.err
    assert "tortuga resume" in said.out
    report = next((home / "logs").glob("report-*.txt"))
    assert str(report) in said.out
    text = report.read_text()
    assert "TypeError" in text
    assert "prompt_toolkit 3" in text
    assert "position tortuga/1" in text
    assert "Round 1 begins" in text
