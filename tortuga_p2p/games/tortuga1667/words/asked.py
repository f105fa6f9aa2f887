"""What is asked, in words: the question, each choice, and help."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ....rules.words import Asked, Cases, Said
from ....text import N_
from ..claims import EVENT, LOYAL, VOTE
from ..rules.moves import Do
from ..rules.state import NOWHERE

if TYPE_CHECKING:
    from collections.abc import Mapping


def _by_action(args: Mapping[str, Any]) -> int:
    return int(args["action"][0])


def _voting(question: str, reference: str, *help_: str) -> Asked:
    return Asked(
        question,
        Said("", N_("{who} chooses a vote card."), N_("{who} choose their vote cards.")),
        N_("give {cards}"),
        steps={"cards": N_("your cards")},
        missing=N_("Pick a card; with El Dorado in front of you, one or two."),
        help=(N_("Your card is mixed with the others' and one from the deck: nobody will know whose it was."), *help_),
        chapter="votes",
        reference=reference,
    )


ASKED: Final = {
    "attack": _voting(
        N_("An attack, called by {caller}: what do you give?"),
        "2.5",
        N_("An attack needs a cannon, and more torches than water."),
    ),
    "mutiny": _voting(
        N_("A mutiny on {ship}, called by {caller}: what do you give?"),
        "2.5",
        N_("A mutiny needs more skulls than wheels."),
    ),
    "brawl": _voting(
        N_("A brawl on Tortuga, called by {caller}: what do you give?"),
        "2.5",
        N_("The flags decide where both chests of Tortuga go."),
    ),
    "claim": Asked(
        N_("What do you say? True or not: nobody can check it now."),
        Said("", ""),
        Cases(
            lambda args: args["claim"][0],
            {
                LOYAL: N_("I am {nation}"),
                EVENT: N_("event {slot} is the {card}"),
                VOTE: N_("vote {wish} it"),
            },
        ),
        steps={"claim": N_("about"), "nation": N_("I am"), "slot": N_("event"), "card": N_("is"), "wish": N_("vote")},
        chapter="talk",
        reference="2.11",
    ),
    "act": Asked(
        N_("You are {roles}: what do you do?"),
        Said(N_("Your turn."), N_("{who} chooses an action.")),
        Cases(
            _by_action,
            {
                Do.LOOK: N_("look at events {slots}"),
                Do.REVEAL: N_("reveal event {slot}"),
                Do.FORCE: N_("force {victim} to turn over {slots}"),
                Do.ROW: N_("row to {place}"),
                Do.LETTER: N_("use the Letter of Marque to bring {pawn} aboard {ship}"),
                Do.ATTACK: N_("attack {prey}"),
                Do.MAROON: N_("maroon {mate}"),
                Do.MUTINY: N_("call a mutiny"),
                Do.PLUNDER: N_("plunder a chest out of the {nation} hold"),
                Do.BRAWL: N_("call a brawl"),
                Do.PASS: N_("pass"),
            },
        ),
        steps={
            "action": "",
            "victim": N_("whom"),
            "slots": N_("two events"),
            "slot": N_("which event"),
            "place": N_("where to"),
            "pawn": N_("whom"),
            "ship": N_("to which ship"),
            "mate": N_("whom"),
            "nation": N_("out of which hold"),
        },
        help=(
            N_("Declare one action. Everybody may look at two events, reveal one, force another player, or row."),
            N_("A captain attacks or maroons, a first mate calls a mutiny, a cabin boy plunders, the governor brawls."),
        ),
        chapter="turn",
        reference="2.4",
    ),
    "pick": Asked(
        N_("Crow's Nest: pick {count} for {other}."),
        Said("", N_("{who} looks through the vote deck.")),
        N_("pick {cards}"),
        steps={"cards": N_("vote deck")},
        help=(N_("You see the whole vote deck. What you pick is the new hand; then the deck is shuffled."),),
        chapter="starred",
        reference="B-45",
    ),
    "letter": Asked(
        N_("A Letter of Marque: use it now, or save it?"),
        Said("", N_("{who} decides about a Letter of Marque.")),
        Cases(
            lambda args: args["pawn"] == (NOWHERE,),
            {True: N_("save the Letter of Marque"), False: N_("bring {pawn} aboard {ship}")},
        ),
        steps={"pawn": N_("whom"), "ship": N_("to which ship")},
        help=(N_("It brings anybody from Tortuga or a rowboat to the back of a ship. Saved, it costs a turn later."),),
        chapter="events",
        reference="B-D7",
    ),
    "pistol": Asked(
        N_("A Pistol: whom do you shoot?"),
        Said("", N_("{who} takes aim.")),
        N_("shoot {other}"),
        steps={"other": N_("whom")},
        help=(N_("Whoever is shot is marooned. On Tortuga that also costs a vote card."),),
        chapter="events",
        reference="B-D7",
    ),
    "map": Asked(
        N_("{card}: to whom do you give it?"),
        Said("", N_("{who} gives a treasure map away.")),
        N_("give {card} to {other}"),
        steps={"other": N_("to whom")},
        help=(N_("A treasure map always goes to another player."),),
        chapter="events",
        reference="B-D7",
    ),
    "powder": Asked(
        N_("Black Powder: which rowboat do you blow up?"),
        Said("", N_("{who} lays a fuse.")),
        N_("blow up {boat}"),
        steps={"boat": N_("which one")},
        help=(N_("It is gone for the rest of the game. Somebody in it goes to Tortuga, and loses no card."),),
        chapter="starred",
        reference="B-35",
    ),
    "fever": Asked(
        N_("Cabin Fever: with whom are your loyalties shuffled?"),
        Said("", N_("{who} chooses somebody for Cabin Fever.")),
        N_("shuffle loyalties with {other}"),
        steps={"other": N_("with whom")},
        help=(N_("Both cards are mixed by everybody and dealt back, one each. Neither of you knows before looking."),),
        chapter="starred",
        reference="B-40",
    ),
    "nest": Asked(
        N_("Crow's Nest: whose hand do you choose anew?"),
        Said("", N_("{who} climbs into the Crow's Nest.")),
        N_("choose a new hand for {other}"),
        steps={"other": N_("whose")},
        help=(N_("That hand goes into the vote deck. You look through all of it and pick as many cards."),),
        chapter="starred",
        reference="B-45",
    ),
    "atlantis": Asked(
        N_("Atlantis: do you change ships before the turn of {active}?"),
        Said("", N_("{who} may use Atlantis.")),
        Cases(
            lambda args: args["use"] == (Do.USE,),
            {True: N_("use Atlantis and change ships"), False: N_("keep Atlantis")},
        ),
        steps={"use": ""},
        help=(N_("You go to the back of the other ship. It costs no action, and the map is discarded."),),
        chapter="events",
        reference="B-43",
    ),
    "fountain": Asked(
        N_("You are to be marooned. Do you drink from the Fountain of Youth?"),
        Said("", N_("{who} may use the Fountain of Youth.")),
        Cases(
            lambda args: args["use"] == (Do.USE,),
            {True: N_("use the Fountain and stay"), False: N_("keep the Fountain")},
        ),
        steps={"use": ""},
        help=(N_("It cancels this marooning as a whole, and is discarded."),),
        chapter="events",
        reference="B-D8",
    ),
    "forced": Asked(
        N_("{active} forces you: turn over {slots}?"),
        Said("", N_("{who} must turn over an event.")),
        N_("turn over {slot}"),
        steps={"slot": N_("which one")},
        help=(N_("You do not look first. It happens to you, as if you had revealed it yourself."),),
        chapter="turn",
        reference="B-D6",
    ),
    "late": Asked(
        N_("{victim} was too slow: which event do you choose for them?"),
        Said("", N_("{who} chooses for somebody whose time was up.")),
        N_("let {victim} turn over {slot}"),
        steps={"slot": N_("which one")},
        chapter="options",
        reference="B-44",
    ),
    "take": Asked(
        N_("The attack is won: which chest, and into which hold?"),
        Said("", N_("{who} takes a chest.")),
        N_("take a chest from {source} into the {nation} hold"),
        steps={"source": N_("from"), "nation": N_("into which hold")},
        help=(N_("You take exactly one, and may not refuse."),),
        chapter="votes",
        reference="B-D5",
    ),
    "hold": Asked(
        N_("You are captain of {ship}: into which hold goes your first chest?"),
        Said("", N_("{who} stows the first chest.")),
        N_("stow it in the {nation} hold"),
        steps={"nation": N_("hold")},
        help=(N_("Everybody will see which one. A captain who stows for the own nation shows a colour."),),
        chapter="table",
        reference="B-D1",
    ),
    "place": Asked(
        N_("Where does your pawn begin?"),
        Said("", N_("{who} chooses a place.")),
        N_("begin on {place}, {slot}"),
        steps={"place": N_("where"), "slot": N_("place")},
        help=(N_("When all have chosen, the lines close up."),),
        chapter="options",
        reference="B-37",
    ),
    "be": Asked(
        N_("Which of the Brethren are you?"),
        Said("", N_("{who} chooses a pawn.")),
        N_("be {brother}"),
        steps={"brother": N_("pawn")},
        chapter="table",
        reference="2.2",
    ),
}


NOTES: Final = {
    f"action-{Do.LOOK}": N_("See two events of the row, only you."),
    f"action-{Do.REVEAL}": N_("It happens to you at once."),
    f"action-{Do.FORCE}": N_("Another player turns over one of two that you name; it happens to them."),
    f"action-{Do.ROW}": N_("Into a rowboat, or out of it."),
    f"action-{Do.LETTER}": N_("Somebody from Tortuga or a rowboat goes to the back of a ship."),
    f"action-{Do.ATTACK}": N_("A vote of {count} with the deck's: a cannon and more torches than water win a chest."),
    f"action-{Do.MAROON}": N_("A shipmate goes to the back of Tortuga's line."),
    f"action-{Do.MUTINY}": N_("A vote of {count} with the deck's: more skulls than wheels maroon the captain."),
    f"action-{Do.PLUNDER}": N_("One chest of your ship goes to the other hold."),
    f"action-{Do.BRAWL}": N_("A vote of {count} with the deck's: the flags move both chests of Tortuga."),
    f"action-{Do.PASS}": N_("There is nothing else to do."),
    "save": N_("It stays in front of you; using it later is an action of its own."),
}
WHY_NOT: Final = {
    "mad": N_("Mad mode has no looking."),
    "two_cards": N_("That needs two cards in the row."),
    "no_cards": N_("There is no event left."),
    "boat_gone": N_("The rowboat is destroyed."),
    "boat_taken": N_("The rowboat is taken."),
}
