"""Simulated games, several hundred of them: honest people in all weathers, and every cheat there is.

The games are cut into pieces so that several processes share them. What a campaign must have met (`noticing.SOMETIMES`)
is counted over all pieces: each writes down what it saw, and whichever comes last looks at the sum.
"""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from tortuga_p2p.session.message import BESIDE, PLAY, SIT
from tortuga_p2p.testing.campaign import ENOUGH_GAMES, Campaign, Tally, run, until_struck
from tortuga_p2p.testing.cheats import CHEATS, PROVED, Fate
from tortuga_p2p.testing.noticing import SOMETIMES
from tortuga_p2p.testing.simulation_setup import LIVENESS, SAFETY, SimulationFailed, SimulationSetup
from tortuga_p2p.testing.simulator import simulate

if TYPE_CHECKING:
    from pathlib import Path

TINY = tuple(f"tests.tinygames:{name}" for name in ("RACE", "SCREENS", "HARBOUR", "MUTINY", "CUPS", "CREWS"))
SEED = 20261116
PIECE_GAMES = 20


def piece(number: int, mode: str) -> Campaign:
    """Games with seeds of their own."""
    return Campaign((*TINY, "sampler"), seed=SEED + 100 * number, faults=True, mode=mode)


PIECES = {
    **{f"liveness-{number}": piece(number, LIVENESS) for number in range(11)},
    **{f"safety-{number}": piece(50 + number, SAFETY) for number in range(4)},
}


@pytest.fixture(scope="session")
def notebook(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """A folder that all processes of this run share."""
    folder = tmp_path_factory.getbasetemp()
    shared = (folder if worker_id == "master" else folder.parent) / "met"
    shared.mkdir(exist_ok=True)
    return shared


def play(campaign: Campaign, games: int) -> Tally:
    """All games; fails with the line that repeats the first that failed."""
    tally = Tally()
    for outcome in run(campaign, games):
        if isinstance(outcome, SimulationFailed):
            raise outcome
        tally.add(outcome)
    return tally


@pytest.mark.parametrize("name", PIECES)
def test_honest_people_in_bad_weather(name: str, notebook: Path) -> None:
    tally = play(PIECES[name], PIECE_GAMES)
    assert tally.games == PIECE_GAMES
    if PIECES[name].mode == LIVENESS:
        assert tally.endings["sealed"] > PIECE_GAMES // 3
    (notebook / f"{name}.new").write_text(json.dumps(tally.happened))
    (notebook / f"{name}.new").rename(notebook / f"{name}.json")
    met = {file.stem: Counter(json.loads(file.read_text())) for file in notebook.glob("*.json")}
    if met.keys() >= PIECES.keys():
        whole = Tally(games=PIECE_GAMES * len(PIECES), happened=sum(met.values(), Counter()))
        assert whole.games >= ENOUGH_GAMES
        assert whole.missed(PIECES[name]) == []


@pytest.mark.parametrize(("seats", "games"), [(2, 4), (3, 2), (4, 1)])
def test_tortuga_in_bad_weather(seats: int, games: int) -> None:
    """A game of more is longer, and looked at from more sides: what it costs grows steeply."""
    tally = play(Campaign(("tortuga",), (seats,), seed=SEED, faults=True), games)
    assert tally.steps > 100


@pytest.mark.parametrize("game", ["sampler", *TINY])
def test_honest_people_with_real_cards(game: str) -> None:
    """As above, on the group that hides things."""
    assert play(Campaign((game,), (3,), seed=SEED, faults=True, group="secp256k1"), 2).games == 2


def test_fair_weather_ends_every_game() -> None:
    tally = play(Campaign((*TINY, "sampler"), seed=SEED), 15)
    assert tally.endings == {"sealed": 15}


# --- cheats ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("cheat", CHEATS)
def test_every_cheat_meets_its_fate(cheat: str) -> None:
    usual = ("tests.tinygames:MUTINY",) if cheat in OF_VOTES else ("sampler", "tests.tinygames:HARBOUR")
    games = ("tortuga",) if cheat in OF_TORTUGA else usual
    seed = SEED + FRUITLESS_GAMES * (cheat in OF_RENEWING)
    outcome = until_struck(Campaign(games, (3,), seed=seed, faults=True), cheat)
    proved = CHEATS[cheat].fate in PROVED
    assert bool(outcome.codes) == proved
    assert (outcome.evidence_bytes > 0) == proved


def test_whoever_called_somebody_else_since_calls_anew_whoever_resigns_then() -> None:
    """Once the old call counted as the answer, though the newer one had killed it: all waited for its author."""
    outcome = simulate(SimulationSetup("sampler", 4, 8, cheat="nod-on-another-state"))
    assert outcome.ending == "sealed"


@pytest.mark.parametrize(("game", "seats", "seed"), [("sampler", 3, 1021), ("sampler", 4, 1041), ("tortuga", 3, 1098)])
def test_whoever_ended_a_table_for_some_and_went_on_with_others_is_convicted(game: str, seats: int, seed: int) -> None:
    """In these games some had given up, another waited for them for ever, and nobody was convicted.

    Those who stay may go on without the culprit and seal their game, or let the evidence end it.
    """
    outcome = simulate(SimulationSetup(game, seats, seed, faults=True, cheat="stay-alone"))
    assert outcome.codes == ("went-on",)
    assert set(outcome.ending.split("+")) <= {"evidence", "sealed"}


@pytest.mark.parametrize("game", ["sampler", *TINY])
def test_nobody_takes_a_result_away_by_a_late_contradiction(game: str) -> None:
    outcome = until_struck(Campaign((game,), (3,), seed=SEED, faults=True), "undo-the-result")
    assert (outcome.ending, outcome.codes) == ("finished", ("equivocation",))


OF_TORTUGA = (
    "claim-other-faces",
    "stuck-when-not",
    "reuse-a-leaf",
    "wrong-order",
    "give-away-another-thing",
    "move-twice",
    "move-twice-and-resign",
)
OF_RENEWING = ("copy-another-card", "hide-a-card-it-holds", "swap-tags", "tag-one-half", "unveil-another-tag")
FRUITLESS_GAMES = 16  # in which nobody leaves where piles must be made anew by tags: they are begun behind those
OF_VOTES = ("give-a-thing-not-held", "give-one-more")
OF_REAL_CARDS = (
    "open-another-thing",
    "peek-into-the-pile",
    "double-a-card",
    "mix-twice",
    "forge-a-share",
    "show-another-card",
    "remask-another-card",
    "give-twice",
)


@pytest.mark.parametrize("cheat", OF_REAL_CARDS)
def test_cheats_with_real_cards_meet_their_fate(cheat: str) -> None:
    assert until_struck(Campaign(("sampler",), (3,), seed=SEED, group="secp256k1"), cheat).codes


def test_there_are_cheats_of_every_class_and_about_every_message() -> None:
    assert len(CHEATS) >= 30
    assert {cheat.fate for cheat in CHEATS.values()} == set(Fate) - {Fate.LEFT}  # what becomes of some that miss
    about = {getattr(cheat, "of", "") for cheat in CHEATS.values()}
    unless = {"resign", "gone", "confirm", "withdraw"}  # said besides: cheats/leaving.py, cheats/strangers.py
    unless |= {"agree", "decline", "wish"}  # said besides: ending by agreement
    kinds = {kind for vocabulary in (SIT, PLAY, BESIDE) for kind in vocabulary.kinds}
    assert kinds - about == unless


def test_whatever_must_be_met_has_words_for_it() -> None:
    assert all(words[0].islower() for words in SOMETIMES.values())
