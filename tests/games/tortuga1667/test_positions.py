"""A position that cannot be is refused in a line, however it came to be wrong; one that is taken can be played on."""

from __future__ import annotations

import re
from functools import cache
from random import Random

import pytest

from tests.games.tortuga1667.stories import STORIES, steps
from tortuga_p2p.errors import BadInput
from tortuga_p2p.games.tortuga1667.game import GAME
from tortuga_p2p.games.tortuga1667.rules.state import Phase, present
from tortuga_p2p.rules.ask import deciders

MUTANTS = 1_200


@cache
def written() -> tuple[str, ...]:
    """Positions of every phase, with everybody there and with somebody gone."""
    states = [table.state for name in STORIES for table, *_ in steps(name)]
    left = [GAME.leave(state, present(state)[number % len(present(state))]) for number, state in enumerate(states)]
    return tuple(GAME.position_text(state) for state in (*states, *left))


def damaged(text: str, random: Random) -> str:
    """A field less, one of another position, or a number changed."""
    words = text.split(" ")
    place = random.randrange(1, len(words))
    name, _, value = words[place].partition("=")
    match random.choice(("lost", "swapped", "more", "number", "number")):
        case "lost":
            del words[place]
        case "swapped":
            same = [word for word in random.choice(written()).split(" ") if word.startswith(f"{name}=")]
            words[place] = same[0] if same else words[place]
        case "more":
            words.insert(place, random.choice(random.choice(written()).split(" ")[1:]))
        case "number" if numbers := list(re.finditer(r"-?\d+", value)):
            found = random.choice(numbers)
            new = random.choice((int(found[0]) + 1, int(found[0]) - 1, 0, 1, 2, -1, random.randrange(60)))
            words[place] = f"{name}={value[: found.start()]}{new}{value[found.end() :]}"
    return " ".join(words)


@pytest.mark.parametrize("seed", range(4))
def test_a_damaged_position_is_refused_or_can_be_played(seed: int) -> None:
    random = Random(seed)
    taken = 0
    for _ in range(MUTANTS):
        text = damaged(damaged(random.choice(written()), random), random)
        try:
            state = GAME.read_position(text)
        except BadInput:
            continue
        taken += 1
        assert GAME.position_text(state) == text
        assert all(len(GAME.legal_moves(state, seat, {})) > 0 for seat in deciders(GAME.asks(state)))
        for seat in present(state):
            GAME.asks(GAME.leave(state, seat))
    assert 0 < taken < MUTANTS


def of(name: str, phase: Phase) -> str:
    return GAME.position_text(next(table.state for table, *_ in steps(name) if table.state.phase == phase))


@pytest.mark.parametrize(
    ("name", "phase", "field", "wrong"),
    [  # these were crashes
        ("a mutiny and the Fountain", Phase.FOUNTAIN, "vote=1,0,1,0,0", "vote=1,2,1,0,0"),
        ("a mutiny and the Fountain", Phase.FOUNTAIN, "vote=1,0,1,0,0", "vote=1,4,1,0,0"),
        ("a mutiny and the Fountain", Phase.FOUNTAIN, "vote=1,0,1,0,0", "vote=1"),
        ("Cabin Fever", Phase.FEVER_DEAL, "pile=56,58", "pile=55,58"),
    ],
)
def test_it_is_refused_by_name(name: str, phase: Phase, field: str, wrong: str) -> None:
    text = of(name, phase)
    assert field in text.split(" ")
    with pytest.raises(BadInput, match="that is not a position of this game: "):
        GAME.read_position(text.replace(f" {field}", f" {wrong}"))
