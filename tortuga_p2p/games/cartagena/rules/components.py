"""What is in the box, and what it is called here (3.1). A card's face is its symbol, and six more if it is dark.

Where a pirate stands is one number: `START`, a space from 1 on, `SLOOP` (only in the Great Escape, where the sloop lies
between two paths) or `GOAL`. Handles: the cards are 0 to 101, the chest tokens 102 to 109.
"""

from __future__ import annotations

from typing import Final

NOWHERE: Final = -1

# --- cards -----------------------------------------------------------------------------------------------------

SYMBOL_NAMES: Final = ("pistol", "rum", "lantern", "parrot", "hook", "chest")  # what is on a card and on a space
PISTOL, RUM, LANTERN, PARROT, HOOK, CHEST = SYMBOLS = tuple(range(6))
LETTERS: Final = "PRLAHC"  # by symbol; the A is a parrot's "ara"
DARK: Final = 6  # added to the symbol: the face of a card with a dark background (Filibusters)

CARDS: Final = 102
CARD_HANDLES: Final = tuple(range(CARDS))
PLAIN_FACES: Final = SYMBOLS * 17  # C-24: without Filibusters no card has a mark
MARKED_FACES: Final = SYMBOLS * 15 + tuple(symbol + DARK for symbol in SYMBOLS) * 2
PLAIN, MARKED = "cards", "marked cards"  # the two ways to print the deck; a game uses one of them

# --- chest tokens ----------------------------------------------------------------------------------------------

TOKENS: Final = 8
TOKEN_HANDLES: Final = tuple(range(CARDS, CARDS + TOKENS))
TOKEN_PILE: Final = "tokens"
EMPTY, SNAKE = 0, -1  # tokens that give no cards
TAKEN: Final = -1  # no token lies on this chest any more

# --- the way ---------------------------------------------------------------------------------------------------

BOARDS: Final = 8
BOARD_SPACES: Final = 6
SPACES_MAX: Final = BOARDS * BOARD_SPACES
START: Final = 0  # dungeon, or the leaking sloop
SLOOP: Final = SPACES_MAX + 1  # aboard, in the Great Escape
GOAL: Final = SPACES_MAX + 2  # the end of the whole way: sloop or cove

CARTAGENA, TORTUGA = 0, 1  # where the sloop lies
TUNNEL, JUNGLE = 0, 1  # the two paths
RETREAT, MORGAN = 1, 2  # ways of drawing, as bits: both is 3

# --- numbers of the rules --------------------------------------------------------------------------------------

SEATS_MAX: Final = 5
CROWD_MAX: Final = 3  # pirates on a space
ABOARD_MAX: Final = 3  # of one colour on the sloop of the Great Escape
ACTIONS: Final = 3  # of a turn
DEALT: Final = 6  # cards to each player at the beginning
HAND_MAX: Final = 7  # cards that Filibusters leave whoever is caught with more
