"""Every command with a game that is not ours: its own bots as opponents, its options, its words, its files."""

from __future__ import annotations

import json
import shutil
import subprocess
from typing import TYPE_CHECKING, Any

import pytest

from tests.shell import tortuga
from tests.ui_plain.test_processes import port_of, running
from tortuga_p2p.testing.rigs.selfplay import BotTable
from tortuga_p2p.testing.rigs.soak import SoakReport, soak
from tortuga_p2p.ui.settings import usual_game

if TYPE_CHECKING:
    from pathlib import Path

BAZAAR = ("--game", "bazaar")


def run(*words: str, code: int = 0, stdin: str = "") -> str:
    done = tortuga(*words, stdin=stdin)
    assert (done.returncode, done.stderr) == (code, ""), done
    return done.stdout


def refused(*words: str) -> str:
    done = tortuga(*words)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1), done
    return done.stderr


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A game among processes, by selfplay: its report."""
    from tests.two_games.conftest import PATH

    out = tmp_path_factory.mktemp("played")
    seats = ("--seats", "merchant,miser,random", "--preset", "lucky", "--option", "head_start=4")
    done = tortuga("selfplay", *BAZAAR, *seats, "--seed", "7", "--out", str(out), "--json", PYTHONPATH=PATH)
    assert (done.returncode, done.stderr) == (0, "")
    return json.loads(done.stdout)


# --- who plays, and what was agreed on -------------------------------------------------------------------------------


def test_selfplay_takes_the_game_s_own_bots_and_options(played: Any) -> None:
    assert played["ok"]
    assert played["game"] == "bazaar"
    assert sorted(played["names"]) == ["merchant", "miser", "random"]


def test_arena_and_watch_take_them_too() -> None:
    figures = json.loads(run("arena", *BAZAAR, "--games", "12", "--seed", "1", "--jobs", "1", "--json"))
    assert [bot["name"] for bot in figures["bots"]] == ["merchant", "miser", "random"]
    assert figures["rounds"] == 2
    assert figures["bots"][0]["win_rate"] > figures["bots"][1]["win_rate"]
    quick = json.loads(run("arena", *BAZAAR, "--preset", "quick", "--games", "4", "--seed", "1", "--json"))
    assert (quick["rounds"], quick["options"]) == (2, {"purse": 3, "short": 1})
    told = run("watch", *BAZAAR, "--seats", "merchant,miser", "--seed", "3", "--option", "purse=3")
    assert "merchant sells fish to miser: 3 coins." in told
    assert told.splitlines()[-1] == (
        "Watch it again: tortuga watch --game bazaar --seats merchant,miser --seed 3 --option purse=3"
    )


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (
            ("play", *BAZAAR, "--bots", "expert"),
            "Bazaar has no bot 'expert': choose from merchant, miser, gentle, random",
        ),
        (("bot", *BAZAAR, "--level", "greedy", "--open", "2"), "Bazaar has no bot 'greedy'"),
        (("play", "--game", "tortuga", "--bots", "merchant"), "Tortuga has no bot 'merchant'"),
        (("host", *BAZAAR, "--option", "charms=bell"), "Charms are for three and more players."),
        (("play", *BAZAAR, "--option", "charms=dog"), "option 'charms': choose from bell, owl, not 'dog'."),
        (("watch", *BAZAAR, "--preset", "slow"), "Bazaar has no preset 'slow': choose from quick, lucky."),
        (("arena", *BAZAAR, "--option", "head_start=21"), "option 'head_start': say a whole number from 0 to 20"),
        (("rules", "bazaar", "--chapter", "dice"), "there is no chapter 'dice': choose from goal, selling."),
        (("simulate", "--game", "bazaar", "--seats", "5"), "Bazaar seats 2 to 4, not 5."),
    ],
)
def test_what_this_game_does_not_have_is_refused_in_one_sentence(words: tuple[str, ...], complaint: str) -> None:
    assert complaint in refused(*words)


def test_an_option_from_a_file(tmp_path: Path) -> None:
    gifts = tmp_path / "gifts.txt"
    gifts.write_text("9 0\n")
    told = run("watch", *BAZAAR, "--seats", "random,random", "--seed", "1", "--option", f"gifts=@{gifts}")
    assert "coins: (9, 0)" in told
    gifts.write_text("ten")
    assert "option 'gifts'" in refused("watch", *BAZAAR, "--option", f"gifts=@{gifts}")


# --- people and bots at one table ------------------------------------------------------------------------------------


def test_a_person_plays_against_its_bots_line_by_line_with_hints(tmp_path: Path) -> None:
    script = "board\nrules\nhint\ndo\n" + "hint\ndo\n" * 20
    with running(tmp_path, "Ana", "play", *BAZAAR, "--bots", "miser,merchant", script=script) as program:
        assert program.end() == 0
    said = program.said
    assert "Miser Bonny" in said
    assert "Merchant Rackham" in said
    assert "Merchant would sell" in said
    assert "You sell" in said
    assert "Verified" in said
    home = tmp_path / "Ana"
    assert usual_game(home / "settings.toml") == "bazaar"


def test_learning_it() -> None:
    """It has no lesson of its own: a game against its weakest bot, with the chapter that belongs to a question."""
    told = run("learn", "bazaar", "--plain", stdin="do\n" * 80)
    assert "Good to know: In your turn you sell one or two goods of a kind to another player." in told
    assert told.splitlines()[-1] == "That was your first voyage. Next: tortuga play --game bazaar"


def test_host_join_and_bot_meet_at_one_table(tmp_path: Path) -> None:
    """The bot that joins is not told what is played; it finds out, and plays as the strongest of that game."""
    words = ("host", *BAZAAR, "--seats", "3", "--hidden", "--preset", "quick")
    with running(tmp_path, "Ana", *words) as host:
        port = port_of(host)
        wrong = tortuga("bot", "--level", "greedy", "--join", f"127.0.0.1:{port}", TORTUGA_HOME=str(tmp_path / "wrong"))
        assert (wrong.returncode, wrong.stderr.count("\n")) == (2, 1)
        assert "Bazaar has no bot 'greedy'" in wrong.stderr
        with running(tmp_path, "Ben", "join", f"127.0.0.1:{port}") as guest:
            bot = tortuga(
                "bot", "--join", f"127.0.0.1:{port}", "--listen", "127.0.0.1", TORTUGA_HOME=str(tmp_path / "b")
            )
            assert bot.returncode == 0, bot.stderr
            assert json.loads(bot.stdout.splitlines()[-1])["scores"] is not None
            assert (host.end(), guest.end()) == (0, 0)
    assert "Ana's table: Bazaar for 3 players. Agreed: One day only: yes; Purse: three coins." in guest.said
    assert usual_game(tmp_path / "Ben" / "settings.toml") == "bazaar"


def test_a_game_is_resumed_with_the_bots_that_it_had(tmp_path: Path) -> None:
    words = ("play", *BAZAAR, "--bots", "miser,merchant", "--option", "purse=3")
    with running(tmp_path, "Ana", *words, script="do\nquit\n") as program:
        assert program.end() == 0
    assert "The game is saved. Resume it with: tortuga resume bazaar-" in program.said
    with running(tmp_path, "Ana", "resume") as again:
        assert again.end() == 0
    assert "You are back at the table of" in again.said
    assert "Miser Bonny" in again.said
    assert "Verified" in again.said


async def test_soak_breaks_tables_of_this_game_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.two_games.conftest import PATH

    monkeypatch.setenv("PYTHONPATH", PATH)
    report = SoakReport()
    table = BotTable("bazaar", ("merchant", "miser"), ("--preset", "quick"), 5, tmp_path)
    await soak(table, 0.001, report, 0.3)
    assert (report.games, report.lost) == (1, [])


def test_simulate(tmp_path: Path) -> None:
    assert "5 sealed" in run("simulate", *BAZAAR, "--seats", "2,3", "--games", "5", "--jobs", "1")
    assert "ended:" in run("simulate", *BAZAAR, "--seats", "3", "--games", "6", "--faults", "--jobs", "1")


# --- files -----------------------------------------------------------------------------------------------------------


def test_verify_and_export(played: Any) -> None:
    file = played["transcript"]
    told = run("verify", file)
    assert "honest: bazaar" in told
    assert "Agreed: Head start: 4; Charms: a bell and an owl; patience: " in told
    lines = [json.loads(line) for line in run("export", file).splitlines()]
    assert (lines[0]["game"], lines[0]["options"]["head_start"]) == ("bazaar", 4)
    assert lines[0]["options"]["charms"] == ["bell", "owl"]
    assert lines[-1]["outcome"] == "honest"
    assert any("gets 4 pieces of goods." in told for line in lines for told in line.get("told", ()))


def test_a_replay_through_every_pair_of_eyes_shows_what_they_knew_then(played: Any) -> None:
    """A card in hand has a face for its owner once it is played later; for nobody else, and never before."""
    file, names = played["transcript"], played["names"]
    for seat in (None, 0, 1, 2):
        told = run("replay", file, "--text", *(() if seat is None else ("--seat", str(seat))))
        dealt = [line for line in told.splitlines() if " gets " in line or line.startswith("You get ")]
        assert len(dealt) == len(names)
        for other, (name, line) in enumerate(zip(names, dealt, strict=True)):
            if other == seat:
                assert line.startswith("You get ")
                assert any(goods in line for goods in ("fish", "rum", "silk"))
            else:
                assert line == f"{name} gets 4 pieces of goods."


def test_why(played: Any) -> None:
    told = run("replay", played["transcript"], "--text", "--why")
    assert "shuffles 18 things under new masks" in told
    assert "Beacon 1" in told


def test_story_and_the_list_of_games(played: Any, tmp_path: Path) -> None:
    told = run("story", played["transcript"])
    assert "Points by round:" in told
    assert "Turning points:" in told
    games = tmp_path / "home" / "games"
    games.mkdir(parents=True)
    shutil.copy(played["transcript"], games)
    listed = json.loads(run("games", "bazaar", "--json"))
    assert (listed["game"], listed["outcome"], sorted(listed["players"])) == (
        "bazaar",
        "honest",
        sorted(played["names"]),
    )
    assert "  Bazaar  " in run("games", "miser")


def test_a_local_game_is_exported_and_its_story_checked(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    run("arena", *BAZAAR, "--games", "2", "--seed", "1", "--jobs", "1", "--json", "--export", str(file), "--everything")
    lines = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    assert {line["game"] for line in lines if line["kind"] == "header"} == {"bazaar"}
    assert any(line.get("legal") for line in lines)
    case = tmp_path / "story.txt"
    start = "bazaar (1 0 0 () (() ()) (() ()) (3 3))"
    case.write_text(f"case nothing is sold yet\nsetup 2 purse=3\nthen {start}\n", "utf-8")
    assert run("check", *BAZAAR, str(case)).endswith("story.txt: 1 checked.\n")


# --- texts -----------------------------------------------------------------------------------------------------------


def test_rules_and_help_and_completion_know_it() -> None:
    assert "Whoever has most coins" in run("rules", "bazaar")
    assert run("rules", "bazaar", "--chapter", "selling").startswith("SELLING")
    told = run("play", "--help")
    for words in ("bazaar, for 2 to 4:", "bot     merchant", "charms=0 to 2 of bell, owl", "preset  quick: One day"):
        assert words in told
    script = run("completion", "bash")
    for word in ("bazaar", "merchant", "short=yes", "purse=3", "lucky", "selling"):
        assert word in script
    assert (
        "merchant"
        in subprocess.run(
            (
                "bash",
                "--norc",
                "-c",
                f"{script}\nCOMP_WORDS=(tortuga play --bots mer) COMP_CWORD=3; _tortuga; echo $COMPREPLY",
            ),
            capture_output=True,
            encoding="utf-8",
            check=True,
        ).stdout
    )


def test_positions_are_drawn() -> None:
    position = "bazaar (1 0 0 () (() ()) (() ()) (0 0))"
    assert "coins: (0, 0)" in run("show", *BAZAAR, position)
