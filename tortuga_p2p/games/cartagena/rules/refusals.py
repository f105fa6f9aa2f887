"""Why something is refused: a code where it is decided, and here the sentence for whoever tried it, with its ruling."""

from __future__ import annotations

from typing import Final

from ....errors import IllegalMove
from ....rules.answer import DONE, Answer
from ....text import N_, _

# By code: the ruling it breaks, and the sentence.
REFUSALS: Final = {
    "shape": ("", N_("that is no move of this game")),
    "turn": ("3.2", N_("it is not your turn to decide anything")),
    "waiting": ("3.2", N_("that is not what the game waits for")),
    "over": ("C-40", N_("the game is over")),
    "bare": ("", N_("nothing is shown or handed over with this move")),
    "not_held": ("3.2", N_("you can only play cards of your own hand, each once")),
    "no_card": ("3.1", N_("there is no card like that in this game")),
    "wrong_card": ("3.2", N_("the card does not show the symbol that you move by")),
    "no_pirate": ("3.2", N_("none of your pirates stands there")),
    "arrived": ("3.2", N_("a pirate that has arrived goes no further")),
    "at_sea": ("3.3", N_("pirates aboard can only land while the sloop lies at Tortuga")),
    "sloop_away": ("C-10", N_("no space with this symbol is free, and the sloop is away")),
    "sloop_full": ("C-10", N_("no space with this symbol is free, and no more than three of a colour may be aboard")),
    "no_retreat": ("C-31", N_("nobody goes back on this path: that was agreed")),
    "no_company": ("3.2", N_("no space behind holds one or two pirates")),
    "adrift": ("C-11", N_("nothing lies behind the sloop at Tortuga")),
    "no_morgan": ("C-31", N_("other players' pirates are not moved on this path: that was agreed")),
    "own_pirate": ("3.3", N_("by Morgan's rule you move a pirate of another player who is still playing")),
    "stands_fast": ("C-30", N_("that pirate cannot be moved from there")),
    "no_room": ("C-10", N_("that pirate would have to board the sloop, and cannot")),
    "no_sloop": ("3.3", N_("only the Great Escape has a sloop that sails")),
    "nobody_aboard": ("3.3", N_("you sail to Tortuga only with a pirate of yours aboard")),
    "nobody_to_fetch": ("C-6", N_("you sail to Cartagena only for a pirate of yours in the tunnel or the dungeon")),
    "not_free": ("C-38", N_("only the captain sails for free, once, before the first action")),
    "has_cards": ("3.2", N_("only an empty hand passes and draws")),
    "nothing_done": ("C-37", N_("a turn has at least one action, and the captain's free sail is not one")),
    "no_magic": ("3.3", N_("cards have powers only where the Black Sorceress plays")),
    "no_victim": ("C-22", N_("the pistol needs another player with cards in hand")),
    "no_token": ("C-20", N_("no chest token lies under a pirate of yours there")),
    "no_pair": ("C-15", N_("the hook moves two pirates of yours that stand on the same space of a path")),
    "hook_cost": ("C-34", N_("the hook takes two actions")),
    "hook_room": ("C-16", N_("no space with this symbol is free, and both do not fit on the sloop")),
    "not_in_hand": ("C-43", N_("take one of the cards that you have just seen")),
    "wrong_share": ("C-27", N_("keep two of these cards and give one to each of the others in turn")),
    "wrong_keep": ("C-27", N_("keep one of these cards and put all others back")),
    "wrong_discard": ("C-24", N_("discard down to seven cards, each of your own hand")),
    "wrong_draw": ("3.2", N_("boards are drawn one by one from those that are left, each with a direction")),
    "no_token_face": ("3.1", N_("there is no chest token like that, or it lies in the open already")),
}


def refuse(code: str) -> IllegalMove:
    """What to raise."""
    ruling, sentence = REFUSALS[code]
    return IllegalMove(_(sentence), ruling)


def told(answer: Answer) -> None:
    """The table has done what it was asked to."""
    if answer is not DONE:
        raise refuse("waiting")
