"""Every bound in one place: its unit in its name, its reason beside it.

The table in protocol/limits.md repeats those that peers must agree on; a test compares the two.
"""

from __future__ import annotations

# --- the table language ------------------------------------------------------------------------------------
SEATS_MIN = 2  # one alone needs no protocol
SEATS_MAX = 9  # Tortuga 1667 seats nine, the largest game planned

# --- joint randomness (protocol/randomness.md) ----------------------------------------------------------------
CHAIN_LENGTH = 4096  # beacons per game; a long game needs some hundreds, and growing the chain costs 6 ms
DICE_PER_ROLL_MAX = 8  # dice of one seat in one roll; Tortuga needs five
# Rolls per game, a power of two. Random players need 30, the longest bot games 120; growing the tree costs 13 ms.
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

# --- files and lines that a user hands to a command -----------------------------------------------------------------
OPTION_FILE_BYTES_MAX = 65_536  # a dice table has 1 kB, a position half of that
STORY_FILE_BYTES_MAX = 4_194_304  # a playthrough of a long game with every position has 100 kB

# --- the session (protocol/session.md) ----------------------------------------------------------------------------
NAME_BYTES_MAX = 48  # a player's name in UTF-8; twelve of the widest characters, 48 plain ones
MOVE_NUMBERS_MAX = 64  # integers in one move; an order of chests in Tortuga needs twelve
PROOF_BYTES_MAX = 16_384  # a shuffle proof of 128 cards is 12.6 kB
EVIDENCE_BYTES_MAX = 62_000  # fits into one frame; nine seats' agreement, a state of 102 cards and a mix are 55 kB
EARLY_STEPS_MAX = 32  # steps ahead of ours whose messages we keep; who is further behind asks for them again
UNREAD_ENVELOPES_MAX = 32  # of play, kept while we sit down; whoever is further ahead must wait for us anyway
SERVED_ENVELOPES_MAX = 64  # envelopes sent in reply to one want; the asker asks again for more
VOTE_ATTEMPTS_MAX = 99  # removal votes in one step; each needs a person at every other seat
PATIENCE_DEFAULT_S = 180  # a table's patience where nobody says otherwise: time for a door bell, not for a dinner
HAVE_PERIOD_S = 2  # between two announcements of where we stand; a lost message costs one period
