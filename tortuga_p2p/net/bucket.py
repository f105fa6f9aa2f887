"""How much somebody may cost in a while: a bucket that fills steadily and is emptied by what is used.

Pure: time comes in. Knows neither peers nor bytes.
"""

from __future__ import annotations

from ..limits import HOSTS_REMEMBERED_MAX


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


class Buckets:
    """One bucket for everybody who has a name, for as many as are worth remembering: the longest quiet is forgotten."""

    def __init__(self, per_s: float, burst: float) -> None:
        self._per_s = per_s
        self._burst = burst
        self._by_name: dict[str, Bucket] = {}  # the longest quiet first

    def __len__(self) -> int:
        return len(self._by_name)

    def has(self, name: str, cost: float, now_s: float) -> bool:
        bucket = self._by_name.pop(name, None) or Bucket(self._per_s, self._burst, now_s)
        self._by_name[name] = bucket
        if len(self._by_name) > HOSTS_REMEMBERED_MAX:
            del self._by_name[next(iter(self._by_name))]
        return bucket.has(cost, now_s)
