"""Every bound in one place: its unit in its name, its reason beside it.

The table in protocol/limits.md repeats those that peers must agree on; a test compares the two.
"""

from __future__ import annotations

# --- the table language ------------------------------------------------------------------------------------
SEATS_MIN = 2  # one alone needs no protocol
SEATS_MAX = 9  # Tortuga 1667 seats nine, the largest game planned
