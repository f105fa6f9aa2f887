"""`tortuga simulate`: what it takes, what it prints, and the one line that repeats a failure."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from tests.shell import terminal
from tests.tinygames.broken import Counting
from tortuga_p2p.cli import main
from tortuga_p2p.commands.simulate import lines
from tortuga_p2p.testing.campaign import CHUNKED_GAMES, ENOUGH_GAMES, ENOUGH_TRIES, Campaign, Tally, chunk_of, run
from tortuga_p2p.testing.cheats import CHEATS
from tortuga_p2p.testing.noticing import SOMETIMES, SOMETIMES_CHEATED
from tortuga_p2p.testing.simulation_setup import SimulationSetup
from tortuga_p2p.testing.simulator import simulate

FORGETFUL = Counting()  # a game that no two programs play alike
RACE = "tests.tinygames:RACE"


def command(*words: str) -> list[str]:
    return ["simulate", "--jobs", "1", *words]


def test_games_in_fair_weather_are_counted(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(command("--game", "sampler", "--seats", "2,3", "--games", "3", "--seed", "5")) == 0
    out = capsys.readouterr().out
    assert out.splitlines()[:2] == ["3 games from seed 5 on: fair weather, liveness, group toy", "ended: 3 sealed"]


def test_a_cheat_is_listed_with_its_fate_and_what_it_was_convicted_of(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(command("--game", "sampler", "--cheat", "mix-nonsense", "--seats", "2", "--games", "2")) == 0
    assert re.search(r"^mix-nonsense +2/2 +refused +bad-point \(2\)$", capsys.readouterr().out, re.MULTILINE)


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_failure_ends_in_the_line_that_repeats_it(jobs: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = ("--game", f"{__name__}:FORGETFUL", "--seats", "3", "--games", "4", "--faults", "--mode", "safety")
    assert main(command(*words, "--jobs", jobs)) == 1
    lines_ = capsys.readouterr().out.splitlines()
    repeats = [line.removeprefix("repeat with: tortuga ") for line in lines_ if line.startswith("repeat with: ")]
    assert repeats
    assert f"{__name__}:FORGETFUL" in repeats[0]


@pytest.mark.parametrize(
    "setup",
    [
        SimulationSetup(RACE, 2, 7),
        SimulationSetup(RACE, 3, 8, faults=True),
        SimulationSetup("sampler", 4, 9, faults=True, mode="safety"),
        SimulationSetup("sampler", 3, 10, cheat="link-twice"),
        SimulationSetup("sampler", 2, 11, cheat="lose-a-card", group="secp256k1"),
        SimulationSetup("tortuga", 3, 12, options=(("long", 1),)),
    ],
    ids=lambda setup: setup.line,
)
def test_the_line_of_a_game_is_that_very_game(setup: SimulationSetup, monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[SimulationSetup] = []
    monkeypatch.setattr(
        "tortuga_p2p.commands.simulate.run_campaign", lambda campaign, games, jobs: _note(played, campaign)
    )
    assert main(setup.line.split()[1:]) == 0
    assert played == [setup]


def _note(played: list[SimulationSetup], campaign: Campaign) -> list[object]:
    played.append(campaign.setup(0))
    return []


def test_of_few_games_each_is_told_as_soon_as_it_is_over() -> None:
    assert [chunk_of(games) for games in (1, 20, CHUNKED_GAMES - 1)] == [1, 1, 1]
    assert chunk_of(CHUNKED_GAMES) > 1


def test_a_simulated_table_plays_by_what_was_agreed() -> None:
    setup = SimulationSetup("tortuga", 2, 21, options=(("long", 1),))
    assert simulate(setup).steps > simulate(replace(setup, options=())).steps


def test_the_same_seed_is_the_same_game_to_the_last_letter() -> None:
    setup = SimulationSetup(RACE, 3, 21, faults=True)
    assert simulate(setup) == simulate(setup)
    assert simulate(replace(setup, seed=22)) != simulate(setup)


def test_the_number_of_processes_changes_nothing() -> None:
    campaign = Campaign((RACE,), (2,), seed=3, faults=True)
    assert list(run(campaign, 3, jobs=2)) == list(run(campaign, 3))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--game", "chess"), "chess"),
        (("--game", "tests.tinygames:CHESS"), "no game"),
        (("--game", "no.such.module:GAME"), "no game"),
        (("--seats", "5"), "seats 2 to 4"),
        (("--seats", "two"), "--seats"),
        (("--cheat", "be-nice"), "--help"),
        (("--games", "0"), "--games"),
        (("--seed", "-1"), "--seed"),
        (("--jobs", "0"), "--jobs"),
        (("--game", "tortuga", "--option", "wide=yes"), "no option 'wide'"),
        (("--game", "tortuga,sampler", "--option", "long=yes"), "one game"),
    ],
)
def test_a_wrong_word_gets_one_line_and_code_2(
    words: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(command(*words)) == 2
    complaint = capsys.readouterr().err
    assert said in complaint
    assert complaint.count("\n") == 1


# --- what a campaign must have met -----------------------------------------------------------------------------------


def test_a_cheat_that_never_struck_fails_a_campaign_that_tried_it_often_enough() -> None:
    campaign = Campaign(("sampler",), cheats=("reuse-a-leaf",))
    tally = Tally(games=ENOUGH_TRIES)
    tally.tried["reuse-a-leaf"] = ENOUGH_TRIES - 1
    assert tally.missed(campaign) == []
    tally.tried["reuse-a-leaf"] += 1
    assert tally.missed(campaign) == [f"never: reuse-a-leaf got its chance, in {ENOUGH_TRIES} games"]
    tally.struck["reuse-a-leaf"] += 1
    assert tally.missed(campaign) == []


def test_what_never_happened_fails_a_campaign_that_is_long_enough() -> None:
    campaign = Campaign((RACE,), faults=True)
    tally = Tally(games=ENOUGH_GAMES - 1)
    assert tally.missed(campaign) == []
    tally.games += 1
    assert len(tally.missed(campaign)) == len(SOMETIMES)
    tally.happened.update(SOMETIMES)
    assert tally.missed(campaign) == []
    tally.happened["torn"] = 0
    assert tally.missed(campaign) == [f"never: {SOMETIMES['torn']}"]


def test_equivocations_that_never_met_two_histories_fail_a_campaign() -> None:
    campaign = Campaign(("sampler",), cheats=("mix-twice",))
    tally = Tally(games=ENOUGH_TRIES)
    tally.tried["mix-twice"] = tally.struck["mix-twice"] = ENOUGH_TRIES
    missed = tally.missed(campaign)
    assert [line.removeprefix("never: ") for line in missed] == list(SOMETIMES_CHEATED.values())
    assert "never: two histories met, and the last closed step was shown" in missed


def test_going_on_that_was_found_in_one_order_only_fails_a_campaign() -> None:
    campaign = Campaign(("sampler",), cheats=("stay-alone",))
    tally = Tally(games=ENOUGH_TRIES)
    tally.tried["stay-alone"] = tally.struck["stay-alone"] = ENOUGH_TRIES
    tally.happened.update(("claim-last", "went-on-afterwards"))
    assert tally.missed(campaign) == ["never: somebody's word met their claim to be alone since an earlier step"]


def test_every_cheat_has_a_line_in_the_report() -> None:
    tally = Tally()
    tally.tried.update(CHEATS)
    tally.codes.update(dict.fromkeys(CHEATS, tally.endings))
    report = "\n".join(lines(Campaign(("sampler",), cheats=tuple(CHEATS)), tally))
    assert all(f"\n{name} " in report for name in CHEATS)


def test_a_terminal_sees_how_far_it_is() -> None:
    with terminal("simulate", "--jobs", "1", "--game", "sampler", "--seats", "2", "--games", "3") as screen:
        code, _ = screen.end()
    assert code == 0
    assert screen.screen.startswith("\r\x1b[K[------------------------------] 0/3 games")
    assert "ended: 3 sealed" in screen.screen.rpartition("\x1b[K")[2]
