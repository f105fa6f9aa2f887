"""Games small enough to read in a minute, which between them use every ask there is.

`race` (turns and public chance), `screens` (private dice, sealed choices), `harbour` (a thing may go from any place to
any other, in any order), `mutiny` (votes shuffled together), `cups` (mixed again and again under the same numbers),
`crews` (hidden sides that win as one, or nobody does). For tests of tables, sessions and verifiers.
"""

from typing import Any

from tortuga_p2p.rules.game import Game

from .crews import CREWS
from .cups import CUPS_GAME as CUPS
from .harbour import HARBOUR
from .mutiny import MUTINY
from .race import RACE
from .screens import SCREENS

TINY_GAMES: tuple[Game[Any], ...] = (RACE, SCREENS, HARBOUR, MUTINY, CUPS, CREWS)

__all__ = ["CREWS", "CUPS", "HARBOUR", "MUTINY", "RACE", "SCREENS", "TINY_GAMES"]
