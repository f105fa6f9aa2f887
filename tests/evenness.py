"""Are counts as even as chance would make them? The chi-square test, for fixed seeds."""

from __future__ import annotations

import math


def chi_square(counts: list[int]) -> float:
    """How far counts are from all being equal."""
    mean = sum(counts) / len(counts)
    return sum((count - mean) ** 2 for count in counts) / mean


def chi_square_limit(freedom: int) -> float:
    """What an even source passes once in about 10**4 times (Wilson and Hilferty's cube, 3.72 standard deviations)."""
    step = 2 / (9 * freedom)
    return freedom * (1 - step + 3.72 * math.sqrt(step)) ** 3
