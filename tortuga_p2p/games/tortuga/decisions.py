"""The nine decisions of Tortuga (1.4), described once: what can be picked, in which steps, and the move it makes.

Nothing here decides what is legal; a refusal code stands where a rule is spoken of. Made from public state alone: only
the choices of a step look at what the seat knows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ...rules.answer import Moved
from ...rules.ask import Move
from ...rules.decision import ONE, ORDER, SOME, Choice, Decision, Step, spelled
from ...rules.record import Record, Thing
from .rules import components as c
from .rules import moves
from .rules.acting import attack, hunt_begins, note_keep, positions, ranking, sail, surplus
from .rules.dicing import note_bonus, note_laid, note_selection, own_faces, shown_action, shown_dice
from .rules.moves import NONE, Kind
from .rules.moving import carry, lost_chests, note_carried
from .rules.state import Phase, box, prey, room, total

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from ...rules.ask import Seat
    from ...rules.decision import Picks
    from ...rules.game import View
    from ...rules.record import Args, Note
    from .rules.state import State


def decision(view: View[State]) -> Decision:
    """What the viewer, who is asked, has to decide."""
    state, seat = view.state, view.seat
    assert seat is not None
    if state.phase == Phase.SELECT and c.assigned(state.placed[seat]) == c.ALL_DICE:
        return _bonus(state, seat)
    return _MAKERS[Phase(state.phase)](state, seat)


# --- A-D1, A-D4: dice ----------------------------------------------------------------------------------------------


def _dice(state: State, seat: Seat) -> Decision:
    """Dice behind the screen, or rolled in the open: only there are skulls alone given an action at once."""
    is_open, free = state.phase == Phase.PLACE, c.BITS[c.ALL_DICE & ~c.assigned(state.placed[seat])]
    rolled = dict(zip(free, state.faces, strict=True)) if is_open else {}

    def dice(view: View[State], picks: Picks) -> Sequence[Choice]:
        seen = rolled or own_faces(view)
        return [_die(state, seat, seen, one, picks["dice"]) for one in shown_dice(state, seen)]

    def actions(view: View[State], picks: Picks) -> Sequence[Choice]:
        picked = picks["dice"]
        alone = is_open and picked and all(rolled[die] == c.SKULL for die in picked)
        return _actions(state, seat, _mask(picked)) if alone else ()

    def made(picks: Picks) -> Move:
        mask = _mask(picks["dice"])
        if not is_open:
            return moves.TAKES[seat][mask]
        shown = [face for die, face in rolled.items() if mask >> die & 1 and face != c.SKULL]
        return Move((moves.PLACE, mask, shown[0] if shown else picks["action"][0]))

    def picks(move: Move) -> Picks:
        return {"dice": c.BITS[move.data[1]], "action": move.data[2:]} if move.data[1:] else {}

    first = Step("dice", SOME(1, c.DICE), dice, lambda view, _picks: _best_dice(state, seat, rolled or own_faces(view)))
    return Decision("place" if is_open else "select", {}, (first, Step("action", ONE, actions)), made, picks)


def _die(
    state: State, seat: Seat, faces: Mapping[int, int], one: tuple[int, int, int], picked: tuple[int, ...]
) -> Choice:
    """A die that shows another action than those picked takes their place: two actions never go together, and nobody
    should have to put dice back one by one."""
    die, face, _number = one
    numbers = tuple(zip(c.ACTIONS, state.setup.dice[die], strict=True)) if face == c.SKULL else ()
    note = "skull" if face == c.SKULL else "die"
    choice = Choice(die, ("die", one), note=note, args={"die": one, "numbers": numbers})
    action = next((faces[other] for other in picked if faces[other] != c.SKULL), NONE)
    goal = action if face == c.SKULL else face
    if goal == NONE or die in picked:
        return choice
    skulls = tuple(other for other in picked if faces[other] == c.SKULL)
    others = () if action in (NONE, goal) else tuple(other for other in picked if other not in skulls)
    space = room(state.ships[seat], state.placed[seat], goal)
    if len(picked) - len(others) + 1 <= space:
        return choice._replace(instead_of=others)
    if space == 0 or action == goal:
        return choice._replace(why_not="full", args={**choice.args, **_full(state, seat, goal, len(picked) + 1)})
    return choice._replace(instead_of=(*others, *skulls))


def _full(state: State, seat: Seat, action: int, count: int) -> Args:
    """What there is to say about dice that do not fit."""
    now = box(state.ships[seat], action)
    space = room(state.ships[seat], state.placed[seat], action)
    dice = {"fits": c.CAPACITY[now], "space": space, "count": count}
    return {"action": action, "token": action, "box": now, **dice}


def _best_dice(state: State, seat: Seat, faces: Mapping[int, int]) -> tuple[int, ...]:
    """The most dice of one action that fit, the highest total among equals; else one skull."""
    best: tuple[int, int, tuple[int, ...]] = (0, 0, ())
    for action in c.ACTIONS:
        space = room(state.ships[seat], state.placed[seat], action)
        found = [(die, number) for die, face, number in shown_dice(state, faces) if face == action][:space]
        best = max(best, (len(found), sum([number for _, number in found]), tuple(die for die, _ in found)))
    return best[2] or tuple(die for die in faces if faces[die] == c.SKULL)[:1]


def _mask(dice: Iterable[int]) -> int:
    return sum([1 << die for die in dice])


# --- A-D2, A-D3: an action for a bonus, for skulls -----------------------------------------------------------------


def _bonus(state: State, seat: Seat) -> Decision:
    """First comes where most of our own dice lie: there it counts at once."""

    def of(_view: View[State], _picks: Picks) -> Sequence[Choice]:
        had = [state.bonus[seat] >> 2 * action & 3 for action in c.ACTIONS]
        labels = [("bonus", (action, min(c.BONUS_MAX, now + 1))) for action, now in enumerate(had)]
        full = ["" if now < c.BONUS_MAX else "most" for now in had]
        worth = [(total(state, seat, action),) for action in c.ACTIONS]
        return [Choice(at, labels[at], why_not=full[at], worth=worth[at]) for at in c.ACTIONS]

    return Decision("bonus", {}, (Step("bonus", ONE, of),), *spelled((moves.BONUS,), "bonus"))


def _skulls(state: State, seat: Seat) -> Decision:
    mask = state.skulls[0][1]
    steps = (Step("action", ONE, lambda _view, _picks: _actions(state, seat, mask)),)
    return Decision("skulls", {"letters": c.BITS[mask]}, steps, *spelled((moves.TURN,), "action"))


def _actions(state: State, seat: Seat, mask: int) -> list[Choice]:
    """Any action with room for these skulls; first where they count most."""
    found = []
    for action in c.ACTIONS:
        dice = tuple((die, state.setup.dice[die][action]) for die in c.BITS[mask])
        choice = Choice(action, ("skulls_on", (action, dice)), worth=(sum([number for _, number in dice]),))
        if room(state.ships[seat], state.placed[seat], action) < len(dice):
            choice = choice._replace(why_not="full", args=_full(state, seat, action, len(dice)))
        found.append(choice)
    return found


# --- A-D5, A-D6: perform or forfeit, which tile --------------------------------------------------------------------


def _standing(state: State) -> Args:
    """What is said to and about the position in turn."""
    seat, action = state.ranks[0], state.action
    return {"action": action, "position": state.position, "total": total(state, seat, action)}


def _offer(state: State, seat: Seat) -> Decision:
    choices = [Choice(moves.ACT, ("act", 1)), Choice(moves.PASS, ("act", 0))]
    step = Step("act", ONE, lambda _view, _picks: choices)
    return Decision("offer", _standing(state), (step,), *spelled((), "act"))


def _keep(state: State, seat: Seat) -> Decision:
    def of(view: View[State], _picks: Picks) -> Sequence[Choice]:
        """The better one first; tiles with as many coins are alike."""
        tiles = [("tile", Thing("tiles", handle)) for handle in state.hand]
        coins = [view.known[handle] for handle in state.hand]
        if coins[0] == coins[1]:
            return [Choice(0, tiles[0], alike=(1,))]
        return [Choice(index, tiles[index]) for index in sorted((0, 1), key=lambda index: -coins[index])]

    kept = moves.keeps(state.hand)
    step = Step("tile", ONE, of)
    return Decision("keep", {}, (step,), lambda picks: kept[picks["tile"][0]], lambda move: {"tile": move.data[1:]})


# --- A-D7, A-D8: attacks -------------------------------------------------------------------------------------------


def _attack(state: State, seat: Seat) -> Decision:
    """First comes whoever has something to take, of these whoever leads in Tortuga; and purple, then white chests."""
    first, seats = state.position == 1, state.setup.seats

    def booty(victim: Seat) -> tuple[int, ...]:
        return tuple(dict.fromkeys(prey(state.ships[victim], state.action) if first else c.BITS[state.centre]))

    def victims(_view: View[State], _picks: Picks) -> Sequence[Choice]:
        found = []
        for victim in [(seat + step) % seats for step in range(1, seats)]:
            worth = (int(bool(booty(victim))), sum(state.ships[victim].port), -victim)
            why_not = "twice" if victim == state.victim else ""
            found.append(Choice(victim, ("player", victim), why_not=why_not, worth=worth))
        return [*found, Choice(NONE, ("nobody", NONE))]

    def chests(_view: View[State], picks: Picks) -> Sequence[Choice]:
        colours = booty(picks["victim"][0]) if picks["victim"] != (NONE,) else ()
        return [Choice(one, ("colour", one), worth=(one == c.PURPLE, one == c.WHITE)) for one in colours]

    def made(picks: Picks) -> Move:
        if picks["victim"] == (NONE,):
            return moves.FORFEIT
        return Move((moves.SEIZE if first else moves.CLAIM, *picks["victim"], *picks.get("chest", (NONE,))))

    def picks(move: Move) -> Picks:
        return {"victim": move.data[1:2], "chest": move.data[2:]} if move.data[1:] else {"victim": (NONE,)}

    steps = (Step("victim", ONE, victims), Step("chest", ONE, chests))
    return Decision("attack", {**_standing(state), "area": state.action}, steps, made, picks)


# --- A-D9: the order of chests -------------------------------------------------------------------------------------


def _order(state: State, seat: Seat) -> Decision:
    """A row for the fleet and one for the crew, as many as fit; where all chests are alike, as they lie."""
    ship = state.ships[seat]
    boats, pirates = c.CAPACITY[ship.boat], c.CAPACITY[ship.pirate]
    rows = {"fleet_order": (ship.crew, boats), "crew_order": (ship.island, pirates)}

    def step(name: str) -> Step:
        chests, _space = rows[name]
        choices = [Choice(place, ("colour", colour)) for place, colour in enumerate(chests)]
        wanted = sorted(range(len(chests)), key=lambda at: (chests[at] != c.PURPLE, chests[at] != c.WHITE, at))
        offered = choices if moves.mixed(chests) else ()
        return Step(name, ORDER, lambda _view, _picks: offered, lambda _view, _picks: tuple(wanted))

    def made(picks: Picks) -> Move:
        found = [
            tuple([chests[place] for place in picks.get(name, range(len(chests)))][:space])
            for name, (chests, space) in rows.items()
        ]
        return moves.order(*found)

    def picks(move: Move) -> Picks:
        found = moves.read_order(move)
        assert found is not None
        return {name: _places(rows[name][0], row) for name, row in zip(rows, found, strict=True)}

    return Decision("order", {"boats": boats, "pirates": pirates}, tuple(map(step, rows)), made, picks)


def _places(chests: tuple[int, ...], row: tuple[int, ...]) -> tuple[int, ...]:
    """Places of chests that make this row."""
    left = list(range(len(chests)))
    for colour in row:
        left.append(left.pop(next(at for at, place in enumerate(left) if chests[place] == colour)))
    return tuple(left[len(left) - len(row) :])


_MAKERS: Final[Mapping[Phase, Callable[[State, Seat], Decision]]] = {
    Phase.SELECT: _dice,
    Phase.SKULLS: _skulls,
    Phase.PLACE: _dice,
    Phase.OFFER: _offer,
    Phase.HUNT_KEEP: _keep,
    Phase.ATTACK: _attack,
    Phase.MOVE_ORDER: _order,
}


# --- what a move would do, for whoever is about to make it -----------------------------------------------------------
# The very functions that `apply` calls, and their records. Only the mover's own part, and only what is certain: no
# chance, no sealed choice of others. Where dice lie, one more record compares their total with the others' so far.


def rehearse(view: View[State], move: Move, note: Note) -> None:
    """Notes what a legal move of the viewer would do."""
    state, seat, known, *_heard = view
    assert seat is not None
    data = move.data[1:]
    match move.data[0]:
        case Kind.TAKE | Kind.STUCK:
            faces = tuple([known[handle] for handle in move.opens])
            note_selection(state, seat, Moved(move, faces), note)
            if data and set(faces) != {c.SKULL}:
                _note_standing(state, seat, data[0], shown_action(faces), note)
        case Kind.BONUS:
            note_bonus(state.bonus[seat], seat, data[0], note)
            now = total(state, seat, data[0])
            note(Record("counts" if now else "waits", seat, {"action": data[0], "old": now, "new": now + 1}))
        case Kind.TURN | Kind.PLACE:
            mask, action = (state.skulls[0][1], *data) if len(data) == 1 else data
            skulls = mask if len(data) == 1 else moves.open_code(state, seat) >> 5 * c.SKULL
            note_laid(state, seat, mask, action, skulls, note)
            _note_standing(state, seat, mask, action, note)
        case Kind.ACT:
            (hunt_begins if state.action == c.HUNT else sail)(state, note)
        case Kind.KEEP:
            note_keep(state, data[0], note)
        case Kind.SEIZE | Kind.CLAIM:
            state, ships = attack(state, data[0], data[1], note)
            if len(state.ranks) == 1:  # nobody attacks after it: then the surplus leaves
                surplus(state._replace(ships=ships), state.action, note)
        case Kind.ORDER:
            after, _ = carry(state.ships[seat], Moved(move))
            note_carried(state, seat, after, note)
            if lost := tuple(colour for _, colour in lost_chests(state.ships[seat], after)):
                note(Record("no_room", seat, {"chests": lost}))


def _note_standing(state: State, seat: Seat, mask: int, action: int, note: Note) -> None:
    """How a total compares with the others', as it is now, and how many more dice fit."""
    placed = list(state.placed)
    placed[seat] |= mask << 5 * action
    after = state._replace(placed=tuple(placed))
    ranks = ranking(after, action)
    place = ranks.index(seat) + 1
    if len(ranks) == 1:
        note(Record("alone", seat, {"action": action}))
    else:
        rival = ranks[1] if place == 1 else ranks[place - 2]
        acts = place if place <= positions(state) else 0
        points = total(after, rival, action)
        note(Record("standing", seat, {"position": acts, "player": rival, "total": points}))
    if action >= c.BOARD and placed[seat].bit_count() < c.ALL_DICE.bit_count():
        note(Record("space", seat, {"action": action, "space": room(after.ships[seat], placed[seat], action)}))
