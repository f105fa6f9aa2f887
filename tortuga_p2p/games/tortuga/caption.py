"""The sentences above and below the board: the round, who is waited for, the middle, what only the viewer sees."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ...rules.ask import deciders
from ...text import _, listed
from .drawing import ACTION_PHASES, DICE_PHASES, chests_cell
from .rules import GAME
from .scoring import sheet, winners
from .state import ALL_DICE, BITS, BOARD, DICE, DIE_LETTERS, FACES, HANDLES, SKULL, Phase, assigned, total
from .words import ACTION_WORDS, COLOUR_NAMES, clipped, counted, die_words, face_word, position_word

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from ...rules.ask import Seat
    from .drawing import Cell, Look

NAME_MAX: Final = 12  # columns of a name in a sentence: four of them and a verb fit into one line of 80


def header(look: Look, *, short: bool = False) -> Cell:
    state = look.state
    if state.phase == Phase.OVER:
        return [("label", _("The game ended in round {round}.", round=state.round))]
    if short:
        goal = _("   {goal} chests in Tortuga end it", goal=state.setup.goal)
        who = _who(look, (state.start,))
        return [
            ("label", _("Round {round}   ", round=state.round)),
            ("start", f"{look.symbols.start} "),
            *who,
            ("", goal),
        ]
    return [
        ("label", _("Round {round}", round=state.round)),
        ("", "   "),
        ("start", look.symbols.start),
        ("", _(" start player ")),
        *_who(look, (state.start,)),
        ("", _("   the game ends with {goal} chests in Tortuga", goal=state.setup.goal)),
    ]


def _who(look: Look, seats: Iterable[Seat]) -> Cell:
    found: Cell = []
    for seat in seats:
        found += [("", ", ")] if found else []
        name = clipped(look.names[seat], NAME_MAX, look.symbols.clip)
        found.append(("you", _("{name} (you)", name=name)) if seat == look.seat else ("player", name))
    return found


def _do(look: Look, seats: Sequence[Seat], one: str, many: str) -> Cell:
    return [*_who(look, seats), ("", f" {one if len(seats) == 1 else many}")]


def waiting(look: Look) -> Cell:
    """Who is being waited for and what for, in words."""
    state = look.state
    if state.phase in DICE_PHASES:
        return [("now", _("DICE: ")), *_waiting_dice(look), ("", ".")]
    if state.phase in ACTION_PHASES:
        return [("now", f"{ACTION_WORDS[state.action]}: "), *_waiting_action(look), ("", ".")]
    match Phase(state.phase):
        case Phase.SHUFFLE:
            return [("now", _("SETUP: ")), ("", _("the treasure tiles are being shuffled."))]
        case Phase.DEAL_CHESTS:
            return [("now", _("SETUP: ")), ("", _("everybody draws two chests."))]
        case Phase.MOVE_DRAW:
            return [("now", _("MOVE: ")), ("", _("everybody draws a chest."))]
        case Phase.MOVE_ORDER:
            seats = deciders(GAME.asks(state))
            return [("now", _("MOVE: ")), *_do(look, seats, _("orders chests"), _("order their chests")), ("", ".")]
        case Phase.OPEN_TILES:
            return [("now", _("END: ")), ("", _("the kept treasure tiles are being opened."))]
    totals = [sheet(ship, coins).total for ship, coins in zip(state.ships, state.coins, strict=True)]
    best = winners(totals)
    return [
        ("now", _("THE END: ")),
        *_do(look, best, _("wins"), _("share the victory")),
        ("", _(" with {points} points.", points=max(totals))),
    ]


def _waiting_dice(look: Look) -> Cell:
    state = look.state
    unfinished = [seat for seat, placed in enumerate(state.placed) if assigned(placed) != ALL_DICE]
    match Phase(state.phase):
        case Phase.ROLL:
            return _do(look, unfinished, _("rolls"), _("roll"))
        case Phase.SELECT:
            earned = [seat for seat in deciders(GAME.asks(state)) if seat not in unfinished]
            bonus = [("", "; "), *_do(look, earned, _("places a bonus"), _("place a bonus"))] if earned else []
            return [*_do(look, unfinished, _("chooses dice"), _("choose dice")), *bonus]
        case Phase.SKULLS:
            seat, mask = state.skulls[0]
            dice = listed([DIE_LETTERS[die] for die in BITS[mask]])
            then = (
                [("", _(", then ")), *_who(look, [other for other, _ in state.skulls[1:]])] if state.skulls[1:] else []
            )
            return [*_who(look, (seat,)), ("", _(" names an action for the skulls {dice}", dice=dice)), *then]
        case Phase.REROLL:
            return _do(look, state.stuck[:1], _("is stuck and rolls again in the open"), "")
    return _do(look, state.stuck[:1], _("chooses from the dice rolled in the open"), "")


def _waiting_action(look: Look) -> Cell:
    state = look.state
    seat = state.ranks[0]
    points = total(state, seat, state.action)
    who = [
        *_who(look, (seat,)),
        ("", _(", {position} with {points}, ", position=position_word(state.position), points=points)),
    ]
    match Phase(state.phase):
        case Phase.OFFER:
            return [*who, ("", _("performs or forfeits it"))]
        case Phase.HUNT_CHEST:
            return [*who, ("", _("draws a chest"))]
        case Phase.HUNT_DEAL:
            return [*who, ("", _("draws treasure tiles"))]
        case Phase.HUNT_KEEP:
            return [*who, ("", _("chooses which of two tiles to keep"))]
        case Phase.HUNT_MIX:
            return [("", _("the treasure tiles are being shuffled again"))]
    spared = [("", _(" (not ")), *_who(look, (state.victim,)), ("", ")")] if state.victim >= 0 else []
    verb = _("board") if state.action == BOARD else _("raid")
    return [*who, ("", _("chooses whom to {verb}", verb=verb)), *spared, ("", _(" or forfeits"))]


def footers(look: Look, *, numbers: bool) -> list[Cell]:
    """The middle of the table, and what the viewer alone knows. `numbers`: of the dice, where no note says them."""
    found = centre(look, numbers=numbers)
    return [*found[:1], *_behind_screen(look), *found[1:]]


def centre(look: Look, *, numbers: bool) -> list[Cell]:
    """The middle of the table, and the numbers on the dice if they are wanted."""
    state = look.state
    if state.phase == Phase.OVER:
        return []
    chests = chests_cell(look, BITS[state.centre]) if state.centre else [("dim", _("empty"))]
    island: Cell = [("label", _("Centre ")), *chests, ("", "  ")]
    bag: Cell = [("label", _("Bag {count}: ", count=sum(state.bag)))]
    for count, name in zip(state.bag, COLOUR_NAMES, strict=True):
        bag += [("", f"{count} "), (f"chest.{name}", _(name)), ("", " ")]
    middle = [
        *(island if state.setup.seats > 2 else []),
        *bag,
        ("", " "),
        ("label", _("Tiles left ")),
        ("", f"{len(state.supply)}"),
    ]
    found = [middle]
    if numbers and state.phase in DICE_PHASES:
        table = state.setup.dice
        dice = "  ".join(f"{DIE_LETTERS[die]}:{'-'.join(map(str, table[die]))}" for die in BITS[ALL_DICE])
        found.append([("dim", _("Dice F-C-H-B-R: {dice}", dice=dice))])
    return found


def _behind_screen(look: Look) -> list[Cell]:
    """Own dice and tiles, where the viewer is shown them; and what was rolled in the open."""
    state, seat, known = look.state, look.seat, look.known
    if state.phase == Phase.PLACE:
        stuck = state.stuck[0]
        dice = BITS[ALL_DICE & ~assigned(state.placed[stuck])]
        faces = dict(zip(dice, state.faces, strict=True))
        return [[("label", _("Rolled in the open: ")), *_rolled(look, faces)]]
    if seat is None:
        return []
    if state.phase == Phase.SELECT:
        handles = HANDLES[seat][ALL_DICE & ~assigned(state.placed[seat])]
        faces = {handle % DICE: known[handle] for handle in handles if handle in known}
        return [[("label", _("Your dice: ")), *_rolled(look, faces)]] if faces else []
    if state.phase == Phase.HUNT_KEEP and seat == state.ranks[0]:
        coins = [counted(known[handle], "coin", "coins") for handle in state.hand if handle in known]
        return [
            [("label", _("Your tiles: ")), ("", ", ".join(f"{at}. {word}" for at, word in enumerate(coins, start=1)))]
        ]
    return []


def _rolled(look: Look, faces: Mapping[int, int]) -> Cell:
    """Dice by what they show, so that sets stand together."""
    found: Cell = []
    for face in range(FACES):
        mask = sum([1 << die for die, shown in faces.items() if shown == face])
        if not mask:
            continue
        found += [("dim", f" {look.symbols.bar} ")] if found else []
        if face == SKULL:
            found.append(("skull", _("skull ") + " ".join(DIE_LETTERS[die] for die in BITS[mask])))
        else:
            found += [("", f"{face_word(face)} "), ("die", " ".join(die_words(look.state, mask, face)))]
    return found
