"""Every bound in one place: its unit in its name, its reason beside it.

The table in protocol/limits.md repeats those that peers must agree on; a test compares the two.
"""

from __future__ import annotations

# --- the table language ------------------------------------------------------------------------------------
SEATS_MIN = 2  # one alone needs no protocol
SEATS_MAX = 9  # Tortuga 1667 seats nine, the largest game planned

# --- joint randomness (protocol/randomness.md) ----------------------------------------------------------------
CHAIN_LENGTH = 4096  # beacons per game; a long game needs some hundreds, and growing the chain costs 5 ms
DICE_PER_ROLL_MAX = 8  # dice of one seat in one roll; Tortuga needs five
# Rolls per game, a power of two. Random players need 30, the longest bot games 120; growing the tree costs 12 ms.
DICE_ROLLS_MAX = 512
