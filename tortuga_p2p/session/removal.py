"""What is written down of a removal: who went on without whom, and from which step on. A value."""

from __future__ import annotations

from typing import NamedTuple


class Removal(NamedTuple):
    """One epoch has ended. Its confirms are a claim of those who stay; resignations and evidence stand elsewhere."""

    epoch: int  # that ended,
    step: int  # in this step, which the next epoch begins with
    attempt: int
    missing: int  # whom it removed (bits)
    confirms: tuple[bytes, ...]  # of all who stay, by seat
