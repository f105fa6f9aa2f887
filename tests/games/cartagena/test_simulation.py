"""Whole tables of Cartagena among peers who do not trust each other: bad networks, people who leave, and cheats.

The short way with powers and dark cards: every hidden thing of the game moves there. One game of each kind;
more of them take their time: `tortuga simulate --game cartagena --faults --seats 3 --games 30`.
"""

from __future__ import annotations

import pytest

from tortuga_p2p.testing.campaign import Campaign, run, until_struck
from tortuga_p2p.testing.cheats import CHEATS
from tortuga_p2p.testing.simulation_setup import SAFETY, SimulationFailed

SEED = 20261118
SHORT = {"tunnel": 4, "pirates": 4}
MAGIC = {**SHORT, "filibusters": 1, "sorceress": 1, "tunnel_draw": "both"}
ESCAPE = {"tunnel": 3, "jungle": 3, "pirates": 4, "jungle_draw": "morgan", "sorceress": 1}

# What is tried, and how: a card that is not held, or another than the symbol said; more seen than allowed; another card
# handed over than its handle names; a card put back that was not drawn; another face claimed; a discard changed once
# the others have shown theirs; a hand mixed into other cards.
FITTING = {
    "play-a-thing-not-held": "not-yours",
    "play-another-thing": "illegal-move",
    "give-a-share-too-many": "wrong-count",
    "show-another-card": "bad-reading-copy",
    "hand-over-another-card": "bad-hand-over",
    "give-another-card": "bad-hand-over",
    "give-away-another-thing": "illegal-move",
    "open-another-card": "bad-share",
    "forge-a-share": "bad-share",
    "reveal-another-choice": "reveal-mismatch",
    "mix-another-hand": "bad-shuffle",
    "lock-the-hand-for-all": "bad-shuffle",
}


def campaign(options: dict[str, object], **more: object) -> Campaign:
    return Campaign(("cartagena",), (3,), seed=SEED, options=tuple(options.items()), **more)  # type: ignore[arg-type]


@pytest.mark.parametrize("cheat", FITTING)
def test_whoever_cheats_about_cards_is_convicted(cheat: str) -> None:
    outcome = until_struck(campaign(MAGIC), cheat)
    assert outcome.codes == (FITTING[cheat],)
    assert str(CHEATS[cheat].fate) == "refused"


@pytest.mark.parametrize("mode", ["liveness", SAFETY])
@pytest.mark.parametrize("options", [SHORT, MAGIC, ESCAPE], ids=["short", "magic", "escape"])
def test_honest_people_in_bad_weather(options: dict[str, object], mode: str) -> None:
    (outcome,) = run(campaign(options, faults=True, mode=mode), 1)
    assert not isinstance(outcome, SimulationFailed), str(outcome)
    assert not outcome.codes
    assert outcome.steps > 50
