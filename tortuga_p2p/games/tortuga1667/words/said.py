"""What happened, in words: whole sentences, for whoever does a thing and for the others (said.txt)."""

from __future__ import annotations

from typing import Final

from ....rules.phrases import phrases

SAID: Final = phrases(__package__, "said.txt")
