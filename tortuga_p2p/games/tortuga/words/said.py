"""What happened, in whole sentences: one for whoever did it, one for the others. The keys are the rules' records."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ....rules.words import Cases, Said, both
from ....text import N_, _
from ..rules.moves import NONE
from ..rules.state import BOARD, CREW, FLEET, HUNT, Phase

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ....rules.game import View
    from ....rules.words import Reader
    from ..rules.state import State

SAID: Final[Mapping[str, Said | Cases[Said]]] = {
    # setup and rounds
    "mixed": both(N_("The {count} treasure tiles are shuffled and lie face down.")),
    "began": Said(
        N_("You draw two chests from the bag: {island} to the island, {crew} to the crew."),
        N_("{who} draws two chests from the bag: {island} to the island, {crew} to the crew."),
    ),
    "round": Said(
        N_("Round {round} begins; you are the start player."), N_("Round {round} begins; {who} is the start player.")
    ),
    # dice
    "rolled": both(N_("Dice roll behind the screens: {rolls}.")),
    "behind": Said(N_("Your roll: {behind}."), ""),  # nobody else is told, and nobody else could be
    "earned": Said(
        N_("All your dice are placed: you earn a bonus."), N_("{who} has placed all dice and earns a bonus.")
    ),
    "earned_nothing": Said(
        N_("All your dice are placed, but each bonus of yours shows 2 already."),
        N_("{who} has placed all dice, but every bonus shows 2 already."),
    ),
    "bonus": Cases(
        lambda args: args["value"],
        {
            1: Said(N_("You put a new bonus on {action}."), N_("{who} puts a new bonus on {action}.")),
            2: Said(N_("You turn the bonus on {action} to 2."), N_("{who} turns the bonus on {action} to 2.")),
        },
    ),
    "one_way": Said(N_("You have only one choice."), N_("{who} has only one choice.")),
    "stuck": Said(
        N_("You are stuck with {shown}: nothing fits, and you roll again in the open."),
        N_("{who} is stuck with {shown}: nothing fits, and {who} rolls again in the open."),
    ),
    "took_skulls": Cases(
        lambda args: len(args["letters"]) == 1,
        {
            True: Said(
                N_("You take the skull {letters} alone and name its action later."),
                N_("{who} takes the skull {letters} alone and names its action later."),
            ),
            False: Said(
                N_("You take the skulls {letters} alone and name their action later."),
                N_("{who} takes the skulls {letters} alone and names their action later."),
            ),
        },
    ),
    "laid": Cases(
        lambda args: args["with_bonus"] > 0,
        {
            False: Said(
                N_("You put {laid} on {action}: total {total}, {left}."),
                N_("{who} puts {laid} on {action}: total {total}, {left}."),
            ),
            True: Said(
                N_("You put {laid} on {action}: total {total} with bonus {with_bonus}, {left}."),
                N_("{who} puts {laid} on {action}: total {total} with bonus {with_bonus}, {left}."),
            ),
        },
    ),
    "rolled_openly": Said(N_("You roll in the open: {shown}."), N_("{who} rolls in the open: {shown}.")),
    "nothing_fits": Said(N_("Nothing fits: you roll again."), N_("Nothing fits: {who} rolls again.")),
    "placed": both(N_("All dice are placed: the actions begin.")),
    # actions
    "ranked": Cases(
        lambda args: "tie" if args["tie"] else bool(args["ranks"]),
        {
            False: both(N_("{action}: nobody has dice there.")),
            True: both(N_("{action}: {ranks}.")),
            "tie": both(N_("{action}: {ranks}; ties go clockwise from {player}.")),
        },
    ),
    "idle": Cases(
        lambda args: (min(args["action"], BOARD), args["position"] if args["action"] == HUNT else 0),
        {
            (FLEET, 0): Said(
                N_("You do nothing in {action}: your boat is on the last box already."),
                N_("{who} does nothing in {action}: the boat is on the last box already."),
            ),
            (CREW, 0): Said(
                N_("You do nothing in {action}: your pirate is on the last box already."),
                N_("{who} does nothing in {action}: the pirate is on the last box already."),
            ),
            (HUNT, 1): Said(
                N_("You do nothing in {action}: no chest and no tile are left."),
                N_("{who} does nothing in {action}: no chest and no tile are left."),
            ),
            (HUNT, 2): Said(
                N_("You do nothing in {action}: no tile is left."),
                N_("{who} does nothing in {action}: no tile is left."),
            ),
            (BOARD, 0): Said(
                N_("You do nothing in {action}: no attack would change anything."),
                N_("{who} does nothing in {action}: no attack would change anything."),
            ),
        },
    ),
    "left": Said(N_("You have left. Your ship is adrift."), N_("{who} has left. The ship is adrift.")),
    "forfeited": Said(N_("You forfeit {action}."), N_("{who} forfeits {action}.")),
    "sailed": Cases(
        lambda args: args["grows"] > 0,
        {
            False: Said(
                N_("Your {token} goes from box {old} to {new}: {points} more."),
                N_("{who}'s {token} goes from box {old} to {new}."),
            ),
            True: Said(
                N_("Your {token} goes from box {old} to {new}: {points} more, and room for {room}."),
                N_("{who}'s {token} goes from box {old} to {new}, with room for {room}."),
            ),
        },
    ),
    "hunted": Cases(
        lambda args: 0 if args["two"] else args["position"],
        {
            0: Said(
                N_("You go on a treasure hunt: a chest from the bag, then a treasure tile."),
                N_("{who} goes on a treasure hunt."),
            ),
            1: Said(
                N_("You go on a treasure hunt: a chest from the bag, then two tiles, of which you keep one."),
                N_("{who} goes on a treasure hunt."),
            ),
            2: Said(N_("You go on a treasure hunt: a treasure tile."), N_("{who} goes on a treasure hunt.")),
        },
    ),
    "drew": Said(
        N_("You draw a {colour} chest from the bag to your island."),
        N_("{who} draws a {colour} chest from the bag to the island."),
    ),
    "no_chest": Said(N_("The bag is empty: no chest for you."), N_("The bag is empty: no chest for {who}.")),
    "no_tile": Said(N_("No treasure tile is left for you."), N_("No treasure tile is left for {who}.")),
    "looked": Said(N_("You look at {tiles}."), N_("{who} looks at {tiles}.")),
    "took": Said(N_("You take {tiles} and keep it face down."), N_("{who} takes {tiles} and keeps it face down.")),
    "kept": Said(
        N_("You keep {tile} face down and return {other}."),
        N_("{who} keeps one of the two tiles face down and returns the other."),
    ),
    "attacked": Cases(
        lambda args: (args["position"], args["colour"] != NONE),
        {
            (1, True): Said(
                N_("{action}: you attack {victim} and take the {colour} chest from the {area} to your island."),
                N_("{action}: {who} attacks {victim} and takes the {colour} chest from the {area} to the island."),
            ),
            (1, False): Said(
                N_("{action}: you attack {victim} and find no chest in the {area}."),
                N_("{action}: {who} attacks {victim} and finds no chest in the {area}."),
            ),
            (2, True): Said(
                N_("{action}: you attack {victim} and take the {colour} chest from the centre island to yours."),
                N_("{action}: {who} attacks {victim} and takes the {colour} chest from the centre island."),
            ),
            (2, False): Said(
                N_("{action}: you attack {victim}; the centre island has no chest to take."),
                N_("{action}: {who} attacks {victim}; the centre island has no chest to take."),
            ),
        },
    ),
    "defended": Said(
        N_("You have dice on {action} and strike back."), N_("{who} has dice on {action} and strikes back.")
    ),
    "fell": Cases(
        lambda args: args["lost"] > 0,
        {
            False: Said(
                N_("Your {token} falls back from box {old} to {new}."),
                N_("{who}'s {token} falls back from box {old} to {new}."),
            ),
            True: Said(
                N_("Your {token} falls back from box {old} to {new}, with room for {room}."),
                N_("{who}'s {token} falls back from box {old} to {new}, with room for {room}."),
            ),
        },
    ),
    "held": Said(
        N_("Your {token} is on box 1 and cannot fall back."), N_("{who}'s {token} is on box 1 and cannot fall back.")
    ),
    "dropped": Cases(
        lambda args: args["to_centre"],
        {
            1: Said(
                N_("Your {area} has room for {room}: its {colour} chest goes to the centre island."),
                N_("{who}'s {area} has room for {room}: its {colour} chest goes to the centre island."),
            ),
            0: Said(
                N_("Your {area} has room for {room}: its {colour} chest goes into the bag."),
                N_("{who}'s {area} has room for {room}: its {colour} chest goes into the bag."),
            ),
        },
    ),
    # the chests move, the end
    "moving": both(N_("The actions are done: all dice go back to their owners, and the chests move.")),
    "carried": Said(
        N_("You move chests: to Tortuga {port} ({there} of {goal}), into the fleet {fleet}, to the crew {crew}."),
        N_("{who} moves chests: to Tortuga {port} ({there} of {goal}), into the fleet {fleet}, to the crew {crew}."),
    ),
    "carried_nothing": Said(N_("You have no chest to move."), N_("{who} has no chest to move.")),
    "lost": Cases(
        lambda args: args["to_centre"],
        {
            1: Said(
                N_("Your {colour} chest finds no room in the {area} and goes to the centre island."),
                N_("{who}'s {colour} chest finds no room in the {area} and goes to the centre island."),
            ),
            0: Said(
                N_("Your {colour} chest finds no room in the {area} and goes into the bag."),
                N_("{who}'s {colour} chest finds no room in the {area} and goes into the bag."),
            ),
        },
    ),
    "not_yet": both(N_("Nobody has {goal} chests in Tortuga yet.")),
    "arrived": Said(
        N_("You have {there} chests in Tortuga, and {goal} end the game."),
        N_("{who} has {there} chests in Tortuga, and {goal} end the game."),
    ),
    "opened": Cases(
        lambda args: bool(args["each"]),
        {
            False: Said(N_("You have no treasure tile."), N_("{who} has no treasure tile.")),
            True: Said(
                N_("You turn over your tiles ({each}): {coins}."), N_("{who} turns over tiles ({each}): {coins}.")
            ),
        },
    ),
    "scored": Said(
        N_(
            "You score {total}: Tortuga {port_points}, fleet {fleet_points}, crew {crew_points}, sets {sets_points}, "
            "tracks {tracks_points}, coins {coins_points}."
        ),
        N_(
            "{who} scores {total}: Tortuga {port_points}, fleet {fleet_points}, crew {crew_points}, "
            "sets {sets_points}, tracks {tracks_points}, coins {coins_points}."
        ),
    ),
    # only in a rehearsal: how a choice compares with what lies there
    "alone": both(N_("Nobody else is there yet.")),
    "standing": Cases(
        lambda args: args["position"],
        {
            0: both(N_("That is not enough yet: {player} has {total}.")),
            1: both(N_("That is 1st so far: {player} has {total}.")),
            2: both(N_("That is 2nd so far: {player} has {total}.")),
        },
    ),
    "space": Cases(
        lambda args: args["space"] > 0,
        {False: both(N_("Then {action} is full.")), True: both(N_("Room for {space} more."))},
    ),
    "counts": both(N_("{old} there becomes {new}, now and in later rounds.")),
    "waits": both(N_("No die of yours lies there, so it waits for a later round.")),
    "no_room": both(N_("There is no room for {chests}.")),
}


LUCK: Final[Mapping[str, Said]] = {
    "skulls": Said(
        N_("Dice you rolled: {times}, with {got} skulls; {expected} expected."),
        N_("Dice of {who}'s that were seen: {times}, with {got} skulls; {expected} expected."),
    ),
    "purple": Said(
        N_("Chests you drew: {times}, {got} of them purple; {expected} expected."),
        N_("Chests {who} drew: {times}, {got} of them purple; {expected} expected."),
    ),
    "coins": Said(
        N_("Tiles you looked at: {times}, with {got} coins; {expected} expected."),
        N_("Tiles of {who}'s that were seen: {times}, with {got} coins; {expected} expected."),
    ),
}


# --- what happens while nobody decides ------------------------------------------------------------------------------

_CAPTIONS: Final[Mapping[int, str]] = {
    Phase.SHUFFLE: N_("The treasure tiles are being shuffled."),
    Phase.DEAL_CHESTS: N_("Everybody draws two chests."),
    Phase.ROLL: N_("Dice roll behind the screens."),
    Phase.REROLL: N_("{who} is stuck and rolls again in the open."),
    Phase.HUNT_CHEST: N_("HUNT: {who} draws a chest."),
    Phase.HUNT_DEAL: N_("HUNT: {who} draws treasure tiles."),
    Phase.HUNT_MIX: N_("The treasure tiles are being shuffled again."),
    Phase.MOVE_DRAW: N_("MOVE: everybody draws a chest."),
    Phase.OPEN_TILES: N_("The kept treasure tiles are being opened."),
}


def caption(view: View[State], reader: Reader) -> str:
    state = view.state
    who = (*state.stuck, *state.ranks)[:1]
    return _(_CAPTIONS[state.phase]).format(who=reader.name(who[0]) if who else "")
