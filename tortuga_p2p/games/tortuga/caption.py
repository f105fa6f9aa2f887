"""The sentences above and below the board: the round, who is waited for, the middle, what only the viewer sees."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ...rules.ask import deciders
from .drawing import ACTION_PHASES, DICE_PHASES, chests_cell
from .rules import GAME
from .scoring import sheet, winners
from .state import ALL_DICE, BITS, BOARD, DICE, DIE_LETTERS, FACES, HANDLES, SKULL, Phase, assigned, total
from .words import ACTION_WORDS, COLOUR_NAMES, FACE_WORDS, POSITIONS, clipped, counted, die_words, listed

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from ...rules.ask import Seat
    from .drawing import Cell, Look

NAME_MAX: Final = 12  # columns of a name in a sentence: four of them and a verb fit into one line of 80


def header(look: Look, *, short: bool = False) -> Cell:
    state = look.state
    if state.phase == Phase.OVER:
        return [("label", f"The game ended in round {state.round}.")]
    if short:
        goal = f"   {state.setup.goal} chests in Tortuga end it"
        who = _who(look, (state.start,))
        return [("label", f"Round {state.round}   "), ("start", f"{look.symbols.start} "), *who, ("", goal)]
    return [
        ("label", f"Round {state.round}"),
        ("", "   "),
        ("start", look.symbols.start),
        ("", " start player "),
        *_who(look, (state.start,)),
        ("", f"   the game ends with {state.setup.goal} chests in Tortuga"),
    ]


def _who(look: Look, seats: Iterable[Seat]) -> Cell:
    found: Cell = []
    for seat in seats:
        found += [("", ", ")] if found else []
        name = clipped(look.names[seat], NAME_MAX, look.symbols.clip)
        found.append(("you", f"{name} (you)") if seat == look.seat else ("player", name))
    return found


def _do(look: Look, seats: Sequence[Seat], one: str, many: str) -> Cell:
    return [*_who(look, seats), ("", f" {one if len(seats) == 1 else many}")]


def waiting(look: Look) -> Cell:
    """Who is being waited for and what for, in words."""
    state = look.state
    if state.phase in DICE_PHASES:
        return [("now", "DICE: "), *_waiting_dice(look), ("", ".")]
    if state.phase in ACTION_PHASES:
        return [("now", f"{ACTION_WORDS[state.action]}: "), *_waiting_action(look), ("", ".")]
    match Phase(state.phase):
        case Phase.SHUFFLE:
            return [("now", "SETUP: "), ("", "the treasure tiles are being shuffled.")]
        case Phase.DEAL_CHESTS:
            return [("now", "SETUP: "), ("", "everybody draws two chests.")]
        case Phase.MOVE_DRAW:
            return [("now", "MOVE: "), ("", "everybody draws a chest.")]
        case Phase.MOVE_ORDER:
            seats = deciders(GAME.asks(state))
            return [("now", "MOVE: "), *_do(look, seats, "orders chests", "order their chests"), ("", ".")]
        case Phase.OPEN_TILES:
            return [("now", "END: "), ("", "the kept treasure tiles are being opened.")]
    totals = [sheet(ship, coins).total for ship, coins in zip(state.ships, state.coins, strict=True)]
    best = winners(totals)
    return [("now", "THE END: "), *_do(look, best, "wins", "share the victory"), ("", f" with {max(totals)} points.")]


def _waiting_dice(look: Look) -> Cell:
    state = look.state
    unfinished = [seat for seat, placed in enumerate(state.placed) if assigned(placed) != ALL_DICE]
    match Phase(state.phase):
        case Phase.ROLL:
            return _do(look, unfinished, "rolls", "roll")
        case Phase.SELECT:
            earned = [seat for seat in deciders(GAME.asks(state)) if seat not in unfinished]
            bonus = [("", "; "), *_do(look, earned, "places a bonus", "place a bonus")] if earned else []
            return [*_do(look, unfinished, "chooses dice", "choose dice"), *bonus]
        case Phase.SKULLS:
            seat, mask = state.skulls[0]
            dice = listed([DIE_LETTERS[die] for die in BITS[mask]])
            then = [("", ", then "), *_who(look, [other for other, _ in state.skulls[1:]])] if state.skulls[1:] else []
            return [*_who(look, (seat,)), ("", f" names an action for the skulls {dice}"), *then]
        case Phase.REROLL:
            return _do(look, state.stuck[:1], "is stuck and rolls again in the open", "")
    return _do(look, state.stuck[:1], "chooses from the dice rolled in the open", "")


def _waiting_action(look: Look) -> Cell:
    state = look.state
    seat = state.ranks[0]
    points = total(state, seat, state.action)
    who = [*_who(look, (seat,)), ("", f", {POSITIONS[state.position]} with {points}, ")]
    match Phase(state.phase):
        case Phase.OFFER:
            return [*who, ("", "performs or forfeits it")]
        case Phase.HUNT_CHEST:
            return [*who, ("", "draws a chest")]
        case Phase.HUNT_DEAL:
            return [*who, ("", "draws treasure tiles")]
        case Phase.HUNT_KEEP:
            return [*who, ("", "chooses which of two tiles to keep")]
        case Phase.HUNT_MIX:
            return [("", "the treasure tiles are being shuffled again")]
    spared = [("", " (not "), *_who(look, (state.victim,)), ("", ")")] if state.victim >= 0 else []
    verb = "board" if state.action == BOARD else "raid"
    return [*who, ("", f"chooses whom to {verb}"), *spared, ("", " or forfeits")]


def footers(look: Look, *, numbers: bool) -> list[Cell]:
    """The middle of the table, and what the viewer alone knows. `numbers`: of the dice, where no note says them."""
    found = centre(look, numbers=numbers)
    return [*found[:1], *_behind_screen(look), *found[1:]]


def centre(look: Look, *, numbers: bool) -> list[Cell]:
    """The middle of the table, and the numbers on the dice if they are wanted."""
    state = look.state
    if state.phase == Phase.OVER:
        return []
    chests = chests_cell(look, BITS[state.centre]) if state.centre else [("dim", "empty")]
    island: Cell = [("label", "Centre "), *chests, ("", "  ")]
    bag: Cell = [("label", f"Bag {sum(state.bag)}: ")]
    for count, name in zip(state.bag, COLOUR_NAMES, strict=True):
        bag += [("", f"{count} "), (f"chest.{name}", name), ("", " ")]
    middle = [
        *(island if state.setup.seats > 2 else []),
        *bag,
        ("", " "),
        ("label", "Tiles left "),
        ("", f"{len(state.supply)}"),
    ]
    found = [middle]
    if numbers and state.phase in DICE_PHASES:
        table = state.setup.dice
        dice = "  ".join(f"{DIE_LETTERS[die]}:{'-'.join(map(str, table[die]))}" for die in BITS[ALL_DICE])
        found.append([("dim", f"Dice F-C-H-B-R: {dice}")])
    return found


def _behind_screen(look: Look) -> list[Cell]:
    """Own dice and tiles, where the viewer is shown them; and what was rolled in the open."""
    state, seat, known = look.state, look.seat, look.known
    if state.phase == Phase.PLACE:
        stuck = state.stuck[0]
        dice = BITS[ALL_DICE & ~assigned(state.placed[stuck])]
        faces = dict(zip(dice, state.faces, strict=True))
        return [[("label", "Rolled in the open: "), *_rolled(look, faces)]]
    if seat is None:
        return []
    if state.phase == Phase.SELECT:
        handles = HANDLES[seat][ALL_DICE & ~assigned(state.placed[seat])]
        faces = {handle % DICE: known[handle] for handle in handles if handle in known}
        return [[("label", "Your dice: "), *_rolled(look, faces)]] if faces else []
    if state.phase == Phase.HUNT_KEEP and seat == state.ranks[0]:
        coins = [counted(known[handle], "coin", "coins") for handle in state.hand if handle in known]
        return [[("label", "Your tiles: "), ("", ", ".join(f"{at}. {word}" for at, word in enumerate(coins, start=1)))]]
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
            found.append(("skull", "skull " + " ".join(DIE_LETTERS[die] for die in BITS[mask])))
        else:
            found += [("", f"{FACE_WORDS[face]} "), ("die", " ".join(die_words(look.state, mask, face)))]
    return found
