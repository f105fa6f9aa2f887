"""Games small enough to read in a minute, which between them use every ask there is.

`race` (turns and public chance), `screens` (private dice, sealed choices), `harbour` (a thing may go from any place to
any other, in any order), `mutiny` (votes shuffled together). For tests of tables, sessions and verifiers.
"""

from typing import Any

from tortuga_p2p.rules.game import Game

from .harbour import HARBOUR
from .mutiny import MUTINY
from .race import RACE
from .screens import SCREENS

TINY_GAMES: tuple[Game[Any], ...] = (RACE, SCREENS, HARBOUR, MUTINY)

__all__ = ["HARBOUR", "MUTINY", "RACE", "SCREENS", "TINY_GAMES"]
