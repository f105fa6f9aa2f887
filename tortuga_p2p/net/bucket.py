"""How much somebody may cost in a while: a bucket that fills steadily and is emptied by what is used.

Pure: time comes in. Knows neither peers nor bytes.
"""

from __future__ import annotations


class Bucket:
    """Holds up to `burst`, gains `per_s` every second. What is paid beyond its content has to be waited for."""

    def __init__(self, per_s: float, burst: float, now_s: float) -> None:
        self.per_s = per_s
        self.burst = burst
        self._level = float(burst)
        self._at_s = now_s

    def pay(self, cost: float, now_s: float) -> float:
        """Takes the cost out, and says how many seconds to wait until the bucket is no longer in debt."""
        self._fill(now_s)
        self._level -= cost
        return max(0.0, -self._level / self.per_s)

    def has(self, cost: float, now_s: float) -> bool:
        """Takes the cost out if it is there."""
        self._fill(now_s)
        if self._level < cost:
            return False
        self._level -= cost
        return True

    def _fill(self, now_s: float) -> None:
        self._level = min(self.burst, self._level + (now_s - self._at_s) * self.per_s)
        self._at_s = now_s
