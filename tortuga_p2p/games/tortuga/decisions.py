"""The nine decisions of Tortuga (1.4), described once: what can be picked, in which steps, and the move it makes.

Nothing here decides what is legal; a refusal code stands where a rule is spoken of. Made from public state alone: only
the choices of a step look at what the seat knows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ...rules.answer import Moved
from ...rules.ask import Move
from ...rules.decision import ONE, ORDER, SOME, Choice, Decision, Step
from ...rules.record import Record, Thing
from .rules.acting import attack, box, hunt_begins, note_keep, positions, prey, ranking, sail, surplus
from .rules.dicing import note_bonus, note_laid, note_selection, shown_action, shown_dice
from .rules.moves import (
    ACT,
    BONUS,
    CLAIM,
    FORFEIT,
    KEEP,
    NONE,
    PASS,
    PERFORM,
    PLACE,
    SEIZE,
    TAKE,
    TAKES,
    TURN,
    keeps,
    mixed,
    open_code,
    order,
    read_order,
)
from .rules.moving import carry, lost_chests, note_carried
from .rules.state import (
    ACTIONS,
    ALL_DICE,
    BITS,
    BOARD,
    BONUS_MAX,
    CAPACITY,
    COUNT,
    DICE,
    HANDLES,
    HUNT,
    PURPLE,
    SKULL,
    WHITE,
    Phase,
    assigned,
    room,
    total,
)

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
    if state.phase == Phase.SELECT and assigned(state.placed[seat]) == ALL_DICE:
        return _bonus(state, seat)
    return _MAKERS[Phase(state.phase)](state, seat)


# --- A-D1, A-D4: dice ----------------------------------------------------------------------------------------------


def _select(state: State, seat: Seat) -> Decision:
    def faces(view: View[State]) -> Mapping[int, int]:
        free = ALL_DICE & ~assigned(state.placed[seat])
        return {handle % DICE: view.known[handle] for handle in HANDLES[seat][free]}

    def made(picks: Picks) -> Move:
        return TAKES[seat][_mask(picks["dice"])]

    steps = (_dice_step(state, seat, faces),)
    return Decision("select", {}, steps, made, lambda move: {"dice": BITS[move.data[1]]} if move.data[1:] else {})


def _place(state: State, seat: Seat) -> Decision:
    free = BITS[ALL_DICE & ~assigned(state.placed[seat])]
    faces = dict(zip(free, state.faces, strict=True))

    def actions(view: View[State], picks: Picks) -> Sequence[Choice]:
        """Only skulls alone are given an action."""
        dice = picks["dice"]
        if not dice or any(faces[die] != SKULL for die in dice):
            return ()
        return _actions(state, seat, _mask(dice))

    def made(picks: Picks) -> Move:
        dice = picks["dice"]
        shown = next((faces[die] for die in dice if faces[die] != SKULL), NONE)
        return Move((PLACE, _mask(dice), picks["action"][0] if shown == NONE else shown))

    steps = (_dice_step(state, seat, lambda _view: faces), Step("action", ONE, actions))
    return Decision("place", {}, steps, made, lambda move: {"dice": BITS[move.data[1]], "action": move.data[2:]})


def _dice_step(state: State, seat: Seat, faces: Callable[[View[State]], Mapping[int, int]]) -> Step:
    def of(view: View[State], picks: Picks) -> Sequence[Choice]:
        seen = faces(view)
        return [_die(state, seat, seen, one, picks["dice"]) for one in shown_dice(state, seen)]

    return Step("dice", SOME(1, DICE), of, lambda view, _picks: _best_dice(state, seat, faces(view)))


def _die(
    state: State, seat: Seat, faces: Mapping[int, int], one: tuple[int, int, int], picked: tuple[int, ...]
) -> Choice:
    """A die that shows another action than those picked takes their place: two actions never go together, and nobody
    should have to put dice back one by one."""
    die, face, _number = one
    numbers = tuple(zip(ACTIONS, state.setup.dice[die], strict=True)) if face == SKULL else ()
    note = "skull" if face == SKULL else "die"
    choice = Choice(die, ("die", one), note=note, args={"die": one, "numbers": numbers})
    action = next((faces[other] for other in picked if faces[other] != SKULL), NONE)
    goal = action if face == SKULL else face
    if goal == NONE or die in picked:
        return choice
    skulls = tuple(other for other in picked if faces[other] == SKULL)
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
    dice = {"fits": CAPACITY[now], "space": space, "count": count}
    return {"action": action, "token": action, "box": now, **dice}


def _best_dice(state: State, seat: Seat, faces: Mapping[int, int]) -> tuple[int, ...]:
    """The most dice of one action that fit, the highest total among equals; else one skull."""
    best: tuple[int, int, tuple[int, ...]] = (0, 0, ())
    for action in ACTIONS:
        space = room(state.ships[seat], state.placed[seat], action)
        found = [(die, number) for die, face, number in shown_dice(state, faces) if face == action][:space]
        best = max(best, (len(found), sum([number for _, number in found]), tuple(die for die, _ in found)))
    return best[2] or tuple(die for die in faces if faces[die] == SKULL)[:1]


def _mask(dice: Iterable[int]) -> int:
    return sum([1 << die for die in dice])


# --- A-D2, A-D3: an action for a bonus, for skulls -----------------------------------------------------------------


def _bonus(state: State, seat: Seat) -> Decision:
    def of(_view: View[State], _picks: Picks) -> Sequence[Choice]:
        now = [state.bonus[seat] >> 2 * action & 3 for action in ACTIONS]
        return [
            Choice(action, ("bonus", (action, min(BONUS_MAX, value + 1))), why_not="" if value < BONUS_MAX else "most")
            for action, value in zip(ACTIONS, now, strict=True)
        ]

    def first(_view: View[State], _picks: Picks) -> tuple[int, ...]:
        """Where most dice of the own lie: there it counts at once."""
        legal = [action for action in ACTIONS if state.bonus[seat] >> 2 * action & 3 < BONUS_MAX]
        return (max(legal, key=lambda action: (total(state, seat, action), -action)),)

    steps = (Step("bonus", ONE, of, first),)
    return Decision("bonus", {}, steps, lambda picks: Move((BONUS, *picks["bonus"])), _rest("bonus"))


def _skulls(state: State, seat: Seat) -> Decision:
    mask = state.skulls[0][1]
    steps = (Step("action", ONE, lambda _view, _picks: _actions(state, seat, mask), _highest(state, mask)),)
    return Decision(
        "skulls", {"letters": BITS[mask]}, steps, lambda picks: Move((TURN, *picks["action"])), _rest("action")
    )


def _actions(state: State, seat: Seat, mask: int) -> list[Choice]:
    """Any action with room for these skulls."""
    found = []
    for action in ACTIONS:
        dice = tuple((die, state.setup.dice[die][action]) for die in BITS[mask])
        fits = room(state.ships[seat], state.placed[seat], action) >= COUNT[mask]
        choice = Choice(action, ("skulls_on", (action, dice)))
        found.append(choice if fits else choice._replace(why_not="full", args=_full(state, seat, action, COUNT[mask])))
    return found


def _highest(state: State, mask: int) -> Callable[[View[State], Picks], tuple[int, ...]]:
    def first(view: View[State], _picks: Picks) -> tuple[int, ...]:
        assert view.seat is not None
        legal = [choice.value for choice in _actions(state, view.seat, mask) if not choice.why_not]
        return (max(legal, key=lambda action: (sum(state.setup.dice[die][action] for die in BITS[mask]), -action)),)

    return first


def _rest(step: str) -> Callable[[Move], Picks]:
    return lambda move: {step: move.data[1:]}


# --- A-D5, A-D6: perform or forfeit, which tile --------------------------------------------------------------------


def _standing(state: State) -> Args:
    """What is said to and about the position in turn."""
    seat, action = state.ranks[0], state.action
    return {"action": action, "position": state.position, "total": total(state, seat, action)}


def _offer(state: State, seat: Seat) -> Decision:
    choices = [Choice(ACT, ("act", 1)), Choice(PASS, ("act", 0))]
    return Decision(
        "offer",
        _standing(state),
        (Step("act", ONE, lambda _view, _picks: choices),),
        lambda picks: PERFORM if picks["act"] == (ACT,) else FORFEIT,
        lambda move: {"act": move.data},
    )


def _keep(state: State, seat: Seat) -> Decision:
    def of(view: View[State], _picks: Picks) -> Sequence[Choice]:
        """Tiles with as many coins are alike."""
        tiles = [("tile", Thing("tiles", handle)) for handle in state.hand]
        coins = [view.known[handle] for handle in state.hand]
        if coins[0] == coins[1]:
            return [Choice(0, tiles[0], alike=(1,))]
        return [Choice(index, tiles[index]) for index in sorted((0, 1), key=lambda index: -coins[index])]

    return Decision(
        "keep", {}, (Step("tile", ONE, of),), lambda picks: keeps(state.hand)[picks["tile"][0]], _rest("tile")
    )


# --- A-D7, A-D8: attacks -------------------------------------------------------------------------------------------


def _attack(state: State, seat: Seat) -> Decision:
    kind = SEIZE if state.position == 1 else CLAIM

    def booty(victim: Seat) -> tuple[int, ...]:
        return tuple(dict.fromkeys(prey(state.ships[victim], state.action) if kind == SEIZE else BITS[state.centre]))

    def victims(_view: View[State], _picks: Picks) -> Sequence[Choice]:
        seats = [(seat + step) % state.setup.seats for step in range(1, state.setup.seats)]
        found = [Choice(one, ("player", one), why_not="twice" if one == state.victim else "") for one in seats]
        return [*found, Choice(NONE, ("nobody", NONE))]

    def first(_view: View[State], _picks: Picks) -> tuple[int, ...]:
        """Whoever has something to take; of these whoever leads in Tortuga."""
        seats = [one for one in range(state.setup.seats) if one not in (seat, state.victim)]
        return (max(seats, key=lambda one: (bool(booty(one)), sum(state.ships[one].port))),)

    def chests(_view: View[State], picks: Picks) -> Sequence[Choice]:
        victim = picks["victim"][0]
        return [Choice(colour, ("colour", colour)) for colour in booty(victim)] if victim != NONE else ()

    def wanted(_view: View[State], picks: Picks) -> tuple[int, ...]:
        """Purple first, then white; else the leftmost."""
        return (min(booty(picks["victim"][0]), key=lambda colour: {PURPLE: 0, WHITE: 1}.get(colour, 2)),)

    def made(picks: Picks) -> Move:
        victim = picks["victim"][0]
        return FORFEIT if victim == NONE else Move((kind, victim, picks.get("chest", (NONE,))[0]))

    def picks(move: Move) -> Picks:
        return {"victim": (NONE,)} if move == FORFEIT else {"victim": move.data[1:2], "chest": move.data[2:]}

    steps = (Step("victim", ONE, victims, first), Step("chest", ONE, chests, wanted))
    return Decision("attack", {**_standing(state), "area": state.action}, steps, made, picks)


# --- A-D9: the order of chests -------------------------------------------------------------------------------------


def _order(state: State, seat: Seat) -> Decision:
    ship = state.ships[seat]
    rows = {"fleet_order": (ship.crew, CAPACITY[ship.boat]), "crew_order": (ship.island, CAPACITY[ship.pirate])}

    def step(name: str) -> Step:
        chests = rows[name][0]
        choices = [Choice(place, ("colour", colour)) for place, colour in enumerate(chests)] if mixed(chests) else ()
        wanted = sorted(range(len(chests)), key=lambda at: (chests[at] != PURPLE, chests[at] != WHITE, at))
        return Step(name, ORDER, lambda _view, _picks: choices, lambda _view, _picks: tuple(wanted))

    def made(picks: Picks) -> Move:
        return order(*[_row(chests, space, picks.get(name)) for name, (chests, space) in rows.items()])

    def picks(move: Move) -> Picks:
        found = read_order(move)
        assert found is not None
        return {name: _places(rows[name][0], row) for name, row in zip(rows, found, strict=True)}

    return Decision(
        "order", {"boats": CAPACITY[ship.boat], "pirates": CAPACITY[ship.pirate]}, tuple(map(step, rows)), made, picks
    )


def _row(chests: tuple[int, ...], space: int, places: tuple[int, ...] | None) -> tuple[int, ...]:
    """The chests in that order, as many as fit; where all are alike, as they lie."""
    row = chests if places is None else tuple(chests[place] for place in places)
    return row[:space]


def _places(chests: tuple[int, ...], row: tuple[int, ...]) -> tuple[int, ...]:
    """Places of chests that make this row."""
    left = list(range(len(chests)))
    for colour in row:
        left.append(left.pop(next(at for at, place in enumerate(left) if chests[place] == colour)))
    return tuple(left[len(left) - len(row) :])


_MAKERS: Final[Mapping[Phase, Callable[[State, Seat], Decision]]] = {
    Phase.SELECT: _select,
    Phase.SKULLS: _skulls,
    Phase.PLACE: _place,
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
    kind, data = move.data[0], move.data[1:]
    if read_order(move) is not None:
        after, _ = carry(state.ships[seat], Moved(move))
        note_carried(state, seat, after, note)
        if lost := tuple(colour for _, colour in lost_chests(state.ships[seat], after)):
            note(Record("no_room", seat, {"chests": lost}))
    elif move.opens:
        faces = tuple([known[handle] for handle in move.opens])
        note_selection(state, seat, Moved(move, faces), note)
        if kind == TAKE and set(faces) != {SKULL}:
            _note_standing(state, seat, data[0], shown_action(faces), note)
    elif kind == BONUS:
        note_bonus(state.bonus[seat], seat, data[0], note)
        now = total(state, seat, data[0])
        note(Record("counts" if now else "waits", seat, {"action": data[0], "old": now, "new": now + 1}))
    elif kind in (TURN, PLACE):
        mask, action = data if kind == PLACE else (state.skulls[0][1], data[0])
        note_laid(state, seat, mask, action, mask if kind == TURN else open_code(state, seat) >> 5 * SKULL, note)
        _note_standing(state, seat, mask, action, note)
    else:
        _rehearse_action(state, kind, data, note)


def _rehearse_action(state: State, kind: int, data: tuple[int, ...], note: Note) -> None:
    if kind == PASS:
        return  # nothing comes of it
    if kind == KEEP:
        note_keep(state, data[0], note)
    elif kind == ACT and state.action == HUNT:
        hunt_begins(state, note)
    elif kind == ACT:
        sail(state, note)
    else:
        state, ships = attack(state, data[0], data[1], note)
        if len(state.ranks) == 1:  # nobody attacks after it: then the surplus leaves
            surplus(state._replace(ships=ships), state.action, note)


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
    if action >= BOARD and placed[seat].bit_count() < ALL_DICE.bit_count():
        note(Record("space", seat, {"action": action, "space": room(after.ships[seat], placed[seat], action)}))
