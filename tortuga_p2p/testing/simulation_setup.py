"""What one simulated game is made from: a few words and one number, which repeat it on any machine."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from ..bots.chance import SeededDraw
from ..crypto.group import default_group
from ..errors import BadInput
from ..games import load
from .cheats import CHEATS, Fate
from .company import TOY
from .sampler import SAMPLER

if TYPE_CHECKING:
    from ..crypto.group import Group
    from ..rules.plain import Plain
    from ..session.agreement import AnyGame
    from .cheats import Cheat
    from .company import Company

LIVENESS: Final = "liveness"  # faults end: every game must
SAFETY: Final = "safety"  # faults never end: nothing wrong may happen
MODES: Final = (LIVENESS, SAFETY)
GROUPS: Final = ("toy", "secp256k1")


@dataclass(frozen=True, slots=True)
class SimulationSetup:
    """One game to simulate. `game` is a game's name, or `module:NAME` for one that is not among them."""

    game: str
    seats: int = 3
    seed: int = 0
    faults: bool = False
    mode: str = LIVENESS
    cheat: str = ""
    group: str = "toy"
    options: tuple[tuple[str, Plain], ...] = ()  # what is agreed at this table

    @property
    def line(self) -> str:
        """The one line that repeats it."""
        words = [f"tortuga simulate --game {self.game} --seats {self.seats} --seed {self.seed} --games 1"]
        words += ["--faults"] if self.faults else []
        words += [f"--mode {self.mode}"] if self.mode != LIVENESS else []
        words += [f"--cheat {self.cheat}"] if self.cheat else []
        words += [f"--group {self.group}"] if self.group != "toy" else []
        kinds = {option.name: option.kind for option in self.rules.options} if self.options else {}
        words += [f"--option {name}={kinds[name].spell(value)}" for name, value in self.options]
        return " ".join(words)

    @property
    def rules(self) -> AnyGame:
        return find_game(self.game)

    @property
    def hiding(self) -> Group:
        return TOY if self.group == "toy" else default_group()

    @property
    def is_liveness(self) -> bool:
        return self.mode == LIVENESS

    @property
    def watched(self) -> bool:
        """Whether somebody looks on: in every third game."""
        return self.seed % 3 == 0

    @property
    def leaving(self) -> bool:
        """Whether people lose patience, and somebody leaves for good: in some games with faults."""
        if self.cheat:
            return CHEATS[self.cheat].fate is Fate.SILENCE
        return self.faults and SeededDraw(self.seed, "leaving").below(5) < 2

    def make_cheat(self, company: Company) -> Cheat | None:
        """One of the players cheats, if anybody does."""
        if not self.cheat:
            return None
        draw = SeededDraw(self.seed, "cheat")
        players = company.players
        return CHEATS[self.cheat](company, players[draw.below(len(players))], draw)


class SimulationFailed(AssertionError):
    """Something happened that must not. The text ends with the line that repeats it."""

    def __init__(self, setup: SimulationSetup, sentence: str) -> None:
        super().__init__(f"{sentence}\nrepeat with: {setup.line}")
        self.setup, self.sentence = setup, sentence

    def __reduce__(self) -> tuple[Any, ...]:
        return SimulationFailed, (self.setup, self.sentence)  # so that it comes back whole from another process


@cache
def find_game(spec: str) -> AnyGame:
    """The game of that name, or the object that `module:NAME` names, seen from here; `BadInput` where there is none."""
    if spec == SAMPLER.name:
        return SAMPLER
    module, colon, name = spec.partition(":")
    if not colon:
        return load(spec)
    if os.getcwd() not in sys.path:
        sys.path.insert(0, os.getcwd())
    try:
        game: Any = getattr(import_module(module), name)
        game.seats, game.setup  # noqa: B018 (whatever else has the name is no game)
    except (ImportError, AttributeError, ValueError):
        raise BadInput(f"there is no game {spec!r}.") from None
    found: AnyGame = game
    return found
