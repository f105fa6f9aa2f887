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

# --- the wire (protocol/framing.md) -----------------------------------------------------------------------------
FRAME_BYTES_MAX = 65_536  # payload of one frame; the largest message, a mix of 102 cards, is 18 kB
ENVELOPE_BYTES_MAX = 30_720  # with its signature; two of them, as proof of equivocation, fit into one frame
PLAIN_DEPTH_MAX = 16  # lists inside lists; game states need five
PLAIN_ITEMS_MAX = 1024  # per list; ten times the largest deck, and even hostile nesting stays below 10 MB of memory
WORD_BYTES_MAX = 24  # names of kinds and lanes

# --- hidden things (protocol/hidden.md) ---------------------------------------------------------------------------
DECK_CARDS_MIN = 2  # a shuffle proof of one card proves nothing: one card is re-masked
DECK_CARDS_MAX = 128  # the largest planned pile has 102 cards; 128 with their proof are 21 kB, inside an envelope
