"""Every decision described once (rules/decision.py): its steps, what can be chosen, and the move that comes of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ...rules.answer import Moved
from ...rules.ask import PILE, Move
from ...rules.decision import ONE, SOME, Choice, Decision, Step
from ...rules.record import Record, Thing
from .rules import cards as c
from .rules import machine
from .rules.ballot import voters
from .rules.marooning import cause_of
from .rules.moves import DECISIONS, VOTE_OF, Do, actions, row_targets
from .rules.sight import face_in, unseen_events
from .rules.state import (
    ATTACK,
    BOAT_DUTCHMAN,
    BRAWL,
    MUTINY,
    NOWHERE,
    SHIPS,
    TORTUGA,
    Phase,
    can_look,
    place_of,
    slots,
)
from .rules.votes import may_give_two

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ...rules.decision import Picks
    from ...rules.game import View
    from ...rules.record import Args, Note
    from .rules.state import State

VOTE_NAMES: Final = ("attack", "mutiny", "brawl")
SAVE: Final = -1  # instead of a pawn: the Letter is kept
HELPFUL: Final = (c.LETTER, c.PISTOL)
HARMFUL: Final = (c.ALBATROSS, c.SPOT)
TIME: Final = -1  # instead of a slot: the clock ran out


def decision(view: View[State]) -> Decision | None:
    """What the viewer has to decide."""
    state, seat = view.state, view.seat
    assert seat is not None
    match state.phase:
        case Phase.ACTION:
            return Decision("act", _about_action(state), _ACT, _act_move, _act_picks)
        case Phase.VOTE:
            kind, place, caller, *_ = state.vote
            most = 2 if may_give_two(state, seat) else 1
            step = Step("cards", SOME(1, most), _hand, lambda view, picks: ())
            args: Args = {"vote": kind, "caller": caller, "ship": place, "count": len(state.voters) + 1}
            return Decision(VOTE_NAMES[kind], args, (step,), _vote_move, _vote_picks)
        case Phase.NEST_PICK:
            size = len(state.pile)
            step = Step("cards", SOME(size, size), _deck, lambda view, picks: ())
            return Decision("pick", {"other": state.other, "count": size}, (step,), _pick_move(state), _pick_picks)
        case Phase.CARD if state.card == c.LETTER:
            steps = (Step("pawn", ONE, _letter_pawns), Step("ship", ONE, _letter_ships))
            return Decision("letter", {}, steps, _letter_move, _letter_picks)
    if state.phase not in DECISIONS:
        return None
    name, step_name, args = _SIMPLE[state.phase](state)
    listed: tuple[Step, ...] = (Step(step_name, ONE, _listed),)
    if name == "take":
        listed += (Step("nation", ONE, _nations),)
    if name == "place":
        listed = (Step("place", ONE, _places), Step("slot", ONE, _berths))
    return Decision(
        name, args, listed, lambda picks: _listed_move(state, picks), lambda move: _listed_picks(name, move)
    )


# --- actions -----------------------------------------------------------------------------------------------------


def _about_action(state: State) -> Args:
    place = place_of(state, state.active)
    roles = [0] * 4  # captain, first mate, cabin boy, governor
    if place in SHIPS:
        line = state.lines[place]
        roles[:3] = [line[0] == state.active, len(line) > 1 and line[1] == state.active, line[-1] == state.active]
    elif place == TORTUGA:
        roles[3] = state.lines[TORTUGA][0] == state.active
    return {
        "roles": tuple(int(held) for held in roles),
        "place": place,
        "prey": 0 if state.chests[0] else 1 + (1 - place if place in SHIPS else 0),
    }


EVERYBODY: Final = (Do.LOOK, Do.REVEAL, Do.FORCE, Do.ROW)  # always listed, with a reason where they cannot be done


def _kinds(view: View[State], picks: Picks) -> Sequence[Choice]:
    state = view.state
    legal = {data[0] for data in actions(state)}
    wanted = [kind for kind in (*EVERYBODY, *range(Do.LETTER, Do.PASS + 1)) if kind in legal or kind in EVERYBODY]
    if Do.PASS in legal or state.pair:
        wanted = sorted(legal)
    found = []
    for kind in wanted:
        args: dict[str, int] = {}
        if kind in VOTE_OF:
            args["count"] = len(voters(state, VOTE_OF[kind], place_of(state, state.active))) + 1
        note = f"action-{kind}"
        why_not = "" if kind in legal else _why(state, kind)
        found.append(Choice(kind, ("action", kind), why_not=why_not, note=note, args=args))
    return found


def _why(state: State, kind: int) -> str:
    """Why everybody's action cannot be done now."""
    if kind == Do.LOOK:
        return "mad" if state.setup.mad else "two_cards"
    if kind == Do.FORCE:
        return "two_cards"
    if kind == Do.REVEAL:
        return "no_cards"
    place = place_of(state, state.active)
    boats = (0, 1) if place == TORTUGA else (place,) if place in SHIPS else ()
    return "boat_gone" if all(state.powder >> boat & 1 for boat in boats) else "boat_taken"


def _is(picks: Picks, *kinds: int) -> bool:
    return picks.get("action", (NOWHERE,))[:1] in [(kind,) for kind in kinds]


def _slot_choice(view: View[State], slot: int) -> Choice:
    """A slot with what the viewer knows of it."""
    return Choice(slot, ("event_slot", (slot, face_in(view, slot))))


def _one_slot(view: View[State], picks: Picks) -> Sequence[Choice]:
    return [_slot_choice(view, slot) for slot in slots(view.state)] if _is(picks, Do.REVEAL) else ()


def _two_slots(view: View[State], picks: Picks) -> Sequence[Choice]:
    wanted = view.state.pair or slots(view.state)
    fits = _is(picks, Do.FORCE) or (_is(picks, Do.LOOK) and can_look(view.state))
    return [_slot_choice(view, slot) for slot in wanted] if fits else ()


def _seats(kind: int, at: int = 1) -> Callable[[View[State], Picks], Sequence[Choice]]:
    """The players that an action of this kind can be about."""

    def of(view: View[State], picks: Picks) -> Sequence[Choice]:
        if not _is(picks, kind):
            return ()
        found = dict.fromkeys(data[at] for data in actions(view.state) if data[0] == kind)
        return [Choice(seat, ("player", seat)) for seat in found]

    return of


def _rows(view: View[State], picks: Picks) -> Sequence[Choice]:
    if not _is(picks, Do.ROW):
        return ()
    return [Choice(place, ("place", place)) for place in row_targets(view.state, view.state.active)]


def _aboard(view: View[State], picks: Picks) -> Sequence[Choice]:
    if not _is(picks, Do.LETTER):
        return ()
    ships = dict.fromkeys(data[2] for data in actions(view.state) if data[0] == Do.LETTER)
    return [Choice(ship, ("place", ship)) for ship in ships]


def _holds(view: View[State], picks: Picks) -> Sequence[Choice]:
    if not _is(picks, Do.PLUNDER):
        return ()
    return [Choice(data[1], ("nation", data[1])) for data in actions(view.state) if data[0] == Do.PLUNDER]


_ACT: Final = (
    Step("action", ONE, _kinds),
    Step("victim", ONE, _seats(Do.FORCE)),
    Step("slots", SOME(2, 2), _two_slots, lambda view, picks: tuple(view.state.pair)),
    Step("slot", ONE, _one_slot),
    Step("place", ONE, _rows),
    Step("pawn", ONE, _seats(Do.LETTER)),
    Step("ship", ONE, _aboard),
    Step("mate", ONE, _seats(Do.MAROON)),
    Step("nation", ONE, _holds),
)
_PARTS: Final = {  # which steps make the move of which action
    Do.LOOK: ("slots",),
    Do.REVEAL: ("slot",),
    Do.FORCE: ("victim", "slots"),
    Do.ROW: ("place",),
    Do.LETTER: ("pawn", "ship"),
    Do.MAROON: ("mate",),
    Do.PLUNDER: ("nation",),
}


def _act_move(picks: Picks) -> Move:
    (kind,) = picks["action"]
    return Move((kind, *(value for name in _PARTS.get(kind, ()) for value in sorted(picks[name]))))


def _act_picks(move: Move) -> Picks:
    kind, *values = move.data
    picks: dict[str, tuple[int, ...]] = {"action": (kind,)}
    for name in _PARTS.get(kind, ()):
        size = 2 if name == "slots" else 1
        picks[name], values = tuple(values[:size]), values[size:]
    return picks


# --- cards of a hand, and of the deck: equal ones are one choice -------------------------------------------------


def _faces(view: View[State], handles: tuple[int, ...]) -> Sequence[Choice]:
    found: dict[int, list[int]] = {}
    for handle in handles:
        found.setdefault(view.known[handle], []).append(handle)
    return [Choice(same[0], ("signs", face), alike=tuple(same[1:])) for face, same in sorted(found.items())]


def _hand(view: View[State], picks: Picks) -> Sequence[Choice]:
    assert view.seat is not None
    return _faces(view, view.state.hands[view.seat])


def _deck(view: View[State], picks: Picks) -> Sequence[Choice]:
    return _faces(view, view.state.vote_deck)


def _vote_move(picks: Picks) -> Move | None:
    cards = sorted(picks["cards"])
    return Move((Do.VOTE,), (), tuple((card, PILE) for card in cards)) if cards else None


def _vote_picks(move: Move) -> Picks:
    return {"cards": tuple(card for card, _ in move.gives)}


def _pick_move(state: State) -> Callable[[Picks], Move]:
    return lambda picks: Move((Do.PICK, *sorted(picks["cards"], key=state.vote_deck.index)))


def _pick_picks(move: Move) -> Picks:
    return {"cards": move.data[1:]}


# --- Letter of Marque, just revealed -----------------------------------------------------------------------------


def _letter_pawns(view: View[State], picks: Picks) -> Sequence[Choice]:
    pawns = dict.fromkeys(data[1] for data in DECISIONS[Phase.CARD](view.state) if data[0] == Do.LETTER)
    return [*(Choice(seat, ("player", seat)) for seat in pawns), Choice(SAVE, ("save", 0), note="save")]


def _letter_ships(view: View[State], picks: Picks) -> Sequence[Choice]:
    if picks["pawn"] == (SAVE,):
        return ()
    ships = dict.fromkeys(data[2] for data in DECISIONS[Phase.CARD](view.state) if data[0] == Do.LETTER)
    return [Choice(ship, ("place", ship)) for ship in ships]


def _letter_move(picks: Picks) -> Move:
    return Move((Do.SAVE,)) if picks["pawn"] == (SAVE,) else Move((Do.LETTER, *picks["pawn"], *picks["ship"]))


def _letter_picks(move: Move) -> Picks:
    return {"pawn": (SAVE,)} if move.data[0] == Do.SAVE else {"pawn": move.data[1:2], "ship": move.data[2:]}


# --- decisions that list their moves -----------------------------------------------------------------------------


def _about_card(state: State) -> tuple[str, str, Args]:
    name = {c.PISTOL: "pistol", c.POWDER: "powder", c.FEVER: "fever", c.NEST: "nest"}.get(state.card, "map")
    return name, "boat" if name == "powder" else "other", {"card": state.card}


def _about_take(state: State) -> tuple[str, str, Args]:
    return "take", "source", {"ship": state.vote[1]}


def _about_hold(state: State) -> tuple[str, str, Args]:
    return "hold", "nation", {"ship": place_of(state, state.actor)}


def _about_fountain(state: State) -> tuple[str, str, Args]:
    return "fountain", "use", {"cause": cause_of(state)}


_SIMPLE: Final[dict[int, Callable[[State], tuple[str, str, Args]]]] = {
    Phase.BRETHREN: lambda state: ("be", "brother", {}),
    Phase.PLACE: lambda state: ("place", "place", {}),
    Phase.HOLD: _about_hold,
    Phase.ATLANTIS: lambda state: ("atlantis", "use", {"active": state.active}),
    Phase.CHOICE: lambda state: ("forced", "slot", {"active": state.active, "slots": state.pair}),
    Phase.LATE: lambda state: ("late", "slot", {"victim": state.actor, "slots": state.pair}),
    Phase.CARD: _about_card,
    Phase.FOUNTAIN: _about_fountain,
    Phase.TAKE: _about_take,
}
_LABELS: Final = {
    Do.BE: "brother",
    Do.HOLD: "nation",
    Do.SHOOT: "player",
    Do.GIVE: "player",
    Do.SWAP: "player",
    Do.NEST: "player",
    Do.TAKE: "source",
    Do.USE: "use",
    Do.DECLINE: "use",
}


def _listed(view: View[State], picks: Picks) -> Sequence[Choice]:
    """One choice for each move, by its first number."""
    found: dict[int, Choice] = {}
    for data in DECISIONS[view.state.phase](view.state):
        kind, first = data[0], data[1] if len(data) > 1 else data[0]
        if kind == Do.TURN:
            found[first] = _slot_choice(view, first)
        elif kind == Do.LATE:
            found[TIME] = Choice(TIME, ("time", 0))
        elif kind == Do.BLOW:
            found[first] = Choice(first, ("place", BOAT_DUTCHMAN + first))
        else:
            found[first] = Choice(first, (_LABELS[kind], first))
    return list(found.values())


def _nations(view: View[State], picks: Picks) -> Sequence[Choice]:
    return [Choice(nation, ("nation", nation)) for nation in (c.BRITISH, c.FRENCH)]


def _places(view: View[State], picks: Picks) -> Sequence[Choice]:
    found = dict.fromkeys(data[1] for data in DECISIONS[view.state.phase](view.state))
    return [Choice(place, ("place", place)) for place in found]


def _berths(view: View[State], picks: Picks) -> Sequence[Choice]:
    found = [data[2] for data in DECISIONS[view.state.phase](view.state) if data[1:2] == picks["place"]]
    return [Choice(slot, ("berth", (picks["place"][0], slot))) for slot in found]


_FIRST_STEPS: Final = ("place", "slot", "source", "brother", "other", "boat", "use")


def _listed_move(state: State, picks: Picks) -> Move:
    """The move that begins with what was picked first."""
    values = [value for name in _FIRST_STEPS if name in picks for value in picks[name]]
    values += picks.get("nation", ())
    for data in DECISIONS[state.phase](state):
        if data[0] in (Do.USE, Do.DECLINE):
            if [data[0]] == values:
                return Move(data)
        elif list(data[1:]) == values or (data[0] == Do.LATE and values == [TIME]):
            return Move(data)
    raise AssertionError("a decision offers its moves")


def _listed_picks(name: str, move: Move) -> Picks:
    kind, *values = move.data
    if kind in (Do.USE, Do.DECLINE):
        return {"use": (kind,)}
    if kind == Do.LATE:
        return {"slot": (TIME,)}
    if name == "take":
        return {"source": (values[0],), "nation": (values[1],)}
    if name == "place":
        return {"place": (values[0],), "slot": (values[1],)}
    step = {"be": "brother", "hold": "nation", "forced": "slot", "late": "slot", "powder": "boat"}.get(name, "other")
    return {step: (values[0],)}


def rehearse(view: View[State], move: Move, note: Note) -> bool:
    """A vote is sealed: what one gives, what it counts, and what is needed. An action goes the way of `apply`, and what
    it could bring is said with it."""
    state, kind = view.state, move.data[0]
    if kind == Do.VOTE:
        _rehearse_vote(view, move, note)
        return True
    if state.phase != Phase.ACTION or (kind not in VOTE_OF and kind != Do.REVEAL):
        return False
    machine.apply(state, Moved(move), note)
    if kind in VOTE_OF:
        playing = voters(state, VOTE_OF[kind], place_of(state, state.active))
        note(Record("needs", view.seat, {"vote": VOTE_OF[kind], "count": len(playing) + 1}))
    elif view.seat is not None:
        _rehearse_reveal(view, view.seat, move.data[1], note)
    return True


def _rehearse_vote(view: View[State], move: Move, note: Note) -> None:
    faces = tuple(view.known[card] for card, _ in move.gives)
    cards = tuple(Thing("votes", card) for card, _ in move.gives)
    kind = view.state.vote[0]
    counting = {ATTACK: (0, 3), BRAWL: (3, 5), MUTINY: (5, 7)}[kind]
    icons = tuple(number if counting[0] <= at < counting[1] else 0 for at, number in enumerate(c.tally(faces)))
    note(Record("giving", view.seat, {"cards": cards, "icons": icons}))
    note(Record("needs", view.seat, {"vote": kind, "count": len(view.state.voters) + 1}))


def _rehearse_reveal(view: View[State], seat: int, slot: int, note: Note) -> None:
    """What lies there as far as the viewer knows, else what may lie there."""
    face = face_in(view, slot)
    if face != NOWHERE:
        note(Record("it_is", seat, {"card": face}))
        return
    left = unseen_events(view.state, seat, view.known)
    good, bad = (sum(left[card] for card in cards) for cards in (HELPFUL, HARMFUL))
    args = {"unknown": left.total(), "good": good, "bad": bad, "armada": int(left[c.ARMADA] > 0)}
    note(Record("it_may_be", seat, args))
