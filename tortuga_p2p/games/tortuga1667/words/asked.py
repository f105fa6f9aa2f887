"""What is asked, in words: the question, each choice, and help (asked.txt)."""

from __future__ import annotations

from typing import Final

from ....rules.questions import questions
from ..claims import EVENT, LOYAL
from ..rules.moves import Do
from ..rules.state import NOWHERE

_KINDS: Final = {name: kind for name, kind in vars(Do).items() if name.isupper()}

ASKED, NOTES, WHY_NOT = questions(
    __package__, "asked.txt", {**_KINDS, "EVENT": EVENT, "LOYAL": LOYAL, "NOWHERE": NOWHERE}
)
