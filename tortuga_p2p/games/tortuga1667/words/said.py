"""What happened, in words: whole sentences, for whoever does a thing and for the others."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ....rules.words import Cases, Said, both
from ....text import N_
from ..rules import cards as c
from ..rules.state import ATTACK, BRAWL, MUTINY, TORTUGA

if TYPE_CHECKING:
    from collections.abc import Mapping

_UNTOLD: Final = Said("", "")
SAID: Final[Mapping[str, Said | Cases[Said]]] = {
    "stars": both(N_("In the deck are {events}.")),
    "pawn": Said(N_("You are {brother}."), N_("{who} is {brother}.")),
    "crews": both(N_("On the Flying Dutchman: {dutchman}. On the Jolly Roger: {roger}.")),
    "dealt": both(N_("Loyalties and vote cards are dealt.")),
    "stowed": Said(
        N_("You stow a chest in the {nation} hold of {ship}."),
        N_("{who} stows a chest in the {nation} hold of {ship}."),
    ),
    "placed": Said(N_("You begin on {place}."), N_("{who} begins on {place}.")),
    "turn": _UNTOLD,
    "sick": Said(N_("You have Scurvy and lose this turn."), N_("{who} has Scurvy and loses this turn.")),
    "atlantis": Said(N_("You use Atlantis and go to {ship}."), N_("{who} uses Atlantis and goes to {ship}.")),
    "no_atlantis": Said(N_("You keep Atlantis."), N_("{who} keeps Atlantis.")),
    "looked": Said(N_("You look at events {slots}."), N_("{who} looks at events {slots}.")),
    "revealed": Said(N_("You reveal event {slot}."), N_("{who} reveals event {slot}.")),
    "forced": Said(N_("You force {victim} to turn over {slots}."), N_("{who} forces {victim} to turn over {slots}.")),
    "turned": Said(N_("You turn over {slot}."), N_("{who} turns over {slot}.")),
    "late": Said(N_("Your time is up."), N_("The time of {who} is up.")),
    "rowed": Said(N_("You row from {start} to {place}."), N_("{who} rows from {start} to {place}.")),
    "ordered": Said(N_("You order {victim} off the ship."), N_("{who} orders {victim} off the ship.")),
    "plundered": Said(
        N_("You plunder a chest out of the {nation} hold of {ship}."),
        N_("{who} plunders a chest out of the {nation} hold of {ship}."),
    ),
    "passed": Said(N_("You pass."), N_("{who} passes.")),
    "called": Cases(
        lambda args: args["vote"],
        {
            ATTACK: Said(N_("You call an attack. Voting: {voters}."), N_("{who} calls an attack. Voting: {voters}.")),
            MUTINY: Said(
                N_("You call a mutiny on {place}. Voting: {voters}."),
                N_("{who} calls a mutiny on {place}. Voting: {voters}."),
            ),
            BRAWL: Said(N_("You call a brawl. Voting: {voters}."), N_("{who} calls a brawl. Voting: {voters}.")),
        },
    ),
    "voted": Cases(
        lambda args: args["count"],
        {
            1: Said(N_("You give a card."), N_("{who} gives a card.")),
            2: Said(N_("You give two cards."), N_("{who} gives two cards, with El Dorado.")),
        },
    ),
    "giving": Said(N_("You give {cards}: that adds {icons}."), ""),
    "needs": Cases(
        lambda args: args["vote"],
        {
            ATTACK: both(N_("{count}, one of them the deck's: a cannon and more torches than water win a chest.")),
            MUTINY: both(N_("{count}, one of them the deck's: more skulls than wheels maroon the captain.")),
            BRAWL: both(N_("{count}, one of them the deck's: the flags say whose the two chests of Tortuga are.")),
        },
    ),
    "it_is": both(N_("It is the {card}, as you have seen.")),
    "it_may_be": Cases(
        lambda args: args["armada"],
        {
            0: both(N_("Of {unknown} events that you do not know, {good} help you and {bad} harm you.")),
            1: both(
                N_("Of {unknown} events that you do not know, {good} help you, {bad} harm you, and one is the Armada.")
            ),
        },
    ),
    "vote": both(N_("A card: {signs}.")),
    "counted": Cases(
        lambda args: (args["vote"], args["won"]),
        {
            (ATTACK, 1): both(N_("{attack}: the attack is won.")),
            (ATTACK, 0): both(N_("{attack}: the attack fails.")),
            (MUTINY, 1): both(N_("{mutiny}: the mutiny succeeds.")),
            (MUTINY, 0): both(N_("{mutiny}: the mutiny fails.")),
        },
    ),
    "brawled": Cases(
        lambda args: args["british"],
        {
            0: both(N_("{flags}: both chests of Tortuga go to the French.")),
            1: both(N_("{flags}: a tie, one chest of Tortuga for each.")),
            2: both(N_("{flags}: both chests of Tortuga go to the British.")),
        },
    ),
    "took": Said(
        N_("You take a chest from {source} into the {nation} hold of {ship}."),
        N_("{who} takes a chest from {source} into the {nation} hold of {ship}."),
    ),
    "drew": _UNTOLD,
    "sat_out": Cases(
        lambda args: args["more"],
        {
            1: Said(
                N_("By the Pirate Code you took no part; one more vote to sit out."),
                N_("By the Pirate Code {who} took no part; one more vote to sit out."),
            ),
            0: Said(
                N_("By the Pirate Code you took no part; the card is discarded."),
                N_("By the Pirate Code {who} took no part; the card is discarded."),
            ),
        },
    ),
    "shown": Said(N_("It is the {card}."), N_("It is the {card}.")),
    "nothing": both(N_("The {card} has no effect.")),
    "saved": Said(N_("You save the Letter of Marque."), N_("{who} saves the Letter of Marque.")),
    "letter": Said(
        N_("You bring {pawn} aboard {ship}, with a Letter of Marque."),
        N_("{who} brings {pawn} aboard {ship}, with a Letter of Marque."),
    ),
    "shot": Said(N_("You shoot {victim}."), N_("{who} shoots {victim}.")),
    "gave": Said(N_("You give {card} to {other}."), N_("{who} gives {card} to {other}.")),
    "albatross": Said(N_("You keep an Albatross."), N_("{who} keeps an Albatross.")),
    "birds": both(N_("Two Albatrosses on {ship}: its whole crew is marooned, the cabin boy first.")),
    "facade": Said(N_("You swap places with {other}."), N_("{who} swaps places with {other}.")),
    "code": Said(N_("You sit out the next two votes."), N_("{who} sits out the next two votes.")),
    "scurvy": both(N_("Scurvy takes the next turn of {seats}.")),
    "stormy": Cases(
        lambda args: args["place"] == TORTUGA,
        {
            True: both(N_("The chests of Tortuga go back, one to each area.")),
            False: both(N_("All chests of {place} go back to the Galleon.")),
        },
    ),
    "bells": both(N_("A new order on {place}: {line}.")),
    "powder": Said(N_("You blow up {boat}."), N_("{who} blows up {boat}.")),
    "fever": Said(
        N_("Your loyalty is shuffled with that of {other}. Look at yours anew."),
        N_("The loyalties of {who} and {other} are shuffled."),
    ),
    "fever_open": both(N_("Now {seats} are {nations}.")),
    "nest": Said(N_("You choose a new hand for {other}."), N_("{who} chooses a new hand for {other}.")),
    "picked": Said(N_("You have picked {count}."), N_("{who} has picked {count}.")),
    "fountain": Said(
        N_("You drink from the Fountain of Youth and stay."), N_("{who} drinks from the Fountain of Youth and stays.")
    ),
    "no_fountain": Said(N_("You keep the Fountain of Youth."), N_("{who} keeps the Fountain of Youth.")),
    "marooned": Cases(
        lambda args: args["start"] == TORTUGA,
        {
            True: Said(N_("You go to the back of Tortuga's line."), N_("{who} goes to the back of Tortuga's line.")),
            False: Said(N_("You are marooned on Tortuga."), N_("{who} is marooned on Tortuga.")),
        },
    ),
    "lost": Said(N_("You lose a vote card: {left} left."), N_("{who} loses a vote card: {left} left.")),
    "last": both(N_("The deck is used up. The last events are mixed and laid out, the Armada among them.")),
    "again": both(N_("{count} make a new deck of events.")),
    "sudden": both(N_("A tie: sudden death. The first nation to take the lead wins.")),
    "ends": Cases(
        lambda args: args["winner"],
        {
            c.BRITISH: both(N_("British {british}, French {french}: the British win.")),
            c.FRENCH: both(N_("British {british}, French {french}: the French win.")),
            c.DUTCH: both(N_("British {british}, French {french}: a tie, the Dutch player wins.")),
        },
    ),
    "loyalty": Said(N_("You are {nation}."), N_("{who} is {nation}.")),
    "claims_nation": Said(N_("I am {nation}."), N_("I am {nation}.")),
    "claims_event": Said(N_("Event {slot} is the {card}."), N_("Event {slot} is the {card}.")),
    "claims_vote": Cases(
        lambda args: args["wish"],
        {0: Said(N_("Vote against it."), N_("Vote against it.")), 1: Said(N_("Vote for it."), N_("Vote for it."))},
    ),
    "left": Said(N_("You have left the table."), N_("{who} has left the table.")),
}
