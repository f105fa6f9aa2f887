"""What is printed on the cards: read from the data files, so that a correction changes no code.

A card's face is its place in its file. Vote cards that count the same are one face (2.1.1), and so are equal events.
"""

from __future__ import annotations

import json
from pkgutil import get_data
from typing import Any, Final, NamedTuple

ROOM: Final = __package__.rpartition(".")[0]


def _cards(name: str) -> list[dict[str, Any]]:
    cards: list[dict[str, Any]] = json.loads((get_data(ROOM, f"data/{name}.json") or b"").decode())["cards"]
    return cards


# --- nations -----------------------------------------------------------------------------------------------------

BRITISH, FRENCH, DUTCH = NATIONS = range(3)
NATION_NAMES: Final = ("british", "french", "dutch")
LOYALTIES: Final = {  # by number of players (2.2): British, French, Dutch
    2: (1, 1, 0),
    3: (1, 1, 1),
    4: (2, 2, 0),
    5: (2, 2, 1),
    6: (3, 3, 0),
    7: (3, 3, 1),
    8: (4, 4, 0),
    9: (4, 4, 1),
}


def loyalties(seats: int) -> tuple[int, ...]:
    """The loyalty cards of a table."""
    return tuple(nation for nation, number in enumerate(LOYALTIES[seats]) for _ in range(number))


# --- vote cards --------------------------------------------------------------------------------------------------


class Icons(NamedTuple):
    """How often each sign stands on a vote card."""

    cannon: int = 0
    torch: int = 0
    water: int = 0
    british: int = 0
    french: int = 0
    skull: int = 0
    wheel: int = 0


VOTES: Final = tuple(Icons(**card["icons"]) for card in _cards("votes"))
VOTE_COPIES: Final = tuple(int(card["copies"]) for card in _cards("votes"))
VOTE_DECK: Final = tuple(face for face, copies in enumerate(VOTE_COPIES) for _ in range(copies))


def tally(faces: tuple[int, ...]) -> Icons:
    """All signs of some vote cards together; double ones count twice (2.5)."""
    return Icons(*(sum(VOTES[face][sign] for face in faces) for sign in range(7)))


# --- event cards -------------------------------------------------------------------------------------------------

EVENT_NAMES: Final = tuple(str(card["name"]) for card in _cards("events"))
EVENT_COPIES: Final = tuple(int(card["copies"]) for card in _cards("events"))
EVENT_DECK: Final = tuple(face for face, copies in enumerate(EVENT_COPIES) for _ in range(copies))

LETTER, PISTOL, ALBATROSS, SPOT, ATLANTIS, DORADO, FOUNTAIN = (
    EVENT_NAMES.index(name) for name in ("letter", "pistol", "albatross", "spot", "atlantis", "dorado", "fountain")
)
# Eight, and three of them in a usual game (B-1); which ones is public (B-38).
STARRED: Final = tuple(face for face, card in enumerate(_cards("events")) if card["group"] == "starred")
POWDER, FEVER, NEST, BELLS, FACADE, CODE, SCURVY, STORMY = (
    EVENT_NAMES.index(name) for name in ("powder", "fever", "nest", "bells", "facade", "code", "scurvy", "stormy")
)
ARMADA: Final = EVENT_NAMES.index("armada")
MAPS: Final = (ATLANTIS, DORADO, FOUNTAIN)
STAYING: Final = (LETTER, ALBATROSS, CODE, *MAPS)  # cards that may lie in front of somebody


# --- pawns -------------------------------------------------------------------------------------------------------

BRETHREN: Final = tuple(str(card["name"]) for card in _cards("brethren"))
LETTERS: Final = tuple(str(card["letter"]) for card in _cards("brethren"))
