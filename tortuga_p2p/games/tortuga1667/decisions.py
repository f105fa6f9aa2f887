"""Every decision described once (rules/decision.py): its steps, what can be chosen, and the move that comes of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

from ...rules.answer import Moved
from ...rules.ask import PILE, Move
from ...rules.decision import ONE, SOME, Choice, Decision, Step
from ...rules.record import Record, Thing
from .rules import cards as c
from .rules import machine
from .rules.ballot import voters
from .rules.marooning import cause_of
from .rules.moves import DECISIONS, VOTE_OF, Do, actions
from .rules.sight import face_in, unseen_events
from .rules.state import ATTACK, BOAT_DUTCHMAN, BRAWL, MUTINY, NOWHERE, SHIPS, TORTUGA, Phase, place_of
from .rules.votes import may_give_two

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ...rules.decision import Picks
    from ...rules.game import View
    from ...rules.record import Args, Note
    from .rules.state import State

VOTE_NAMES: Final = ("attack", "mutiny", "brawl")
INSTEAD: Final = -1  # instead of a pawn: the Letter is kept; instead of a slot: the clock ran out
HELPFUL: Final = (c.LETTER, c.PISTOL)
HARMFUL: Final = (c.ALBATROSS, c.SPOT)


def decision(view: View[State]) -> Decision | None:
    """What the viewer has to decide."""
    state, seat = view.state, view.seat
    assert seat is not None
    match state.phase:
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
    if state.phase not in DECISIONS:
        return None
    name, args, steps = _ABOUT[state.phase](state)
    return Decision(name, args, steps, _move(state), lambda move: _spelled(state, move.data))


# --- decisions whose moves are listed (rules/moves.py): steps and choices are read off those moves ------------------

_PARTS: Final = {  # the numbers of a move behind its kind, by the steps that pick them; "slots" are two
    Do.LOOK: ("slots",),
    Do.REVEAL: ("slot",),
    Do.FORCE: ("victim", "slots"),
    Do.ROW: ("place",),
    Do.LETTER: ("pawn", "ship"),
    Do.MAROON: ("mate",),
    Do.PLUNDER: ("nation",),
    Do.TURN: ("slot",),
    Do.SHOOT: ("other",),
    Do.GIVE: ("other",),
    Do.BLOW: ("boat",),
    Do.SWAP: ("other",),
    Do.NEST: ("other",),
    Do.HOLD: ("nation",),
    Do.TAKE: ("source", "nation"),
    Do.PLACE: ("place", "slot"),
    Do.BE: ("brother",),
}
_WHOLE: Final = {  # moves without numbers: one value of a step stands for all of the move
    Do.SAVE: ("pawn", INSTEAD),
    Do.LATE: ("slot", INSTEAD),
    Do.USE: ("use", Do.USE),
    Do.DECLINE: ("use", Do.DECLINE),
}
_TERMS: Final = {"victim": "player", "pawn": "passenger", "mate": "player", "other": "player", "ship": "place"}


def _spelled(state: State, data: tuple[int, ...]) -> Picks:
    """What is picked for a move."""
    kind, values = data[0], data[1:]
    found: dict[str, tuple[int, ...]] = {"action": (kind,)} if state.phase == Phase.ACTION else {}
    if kind in _WHOLE:
        name, value = _WHOLE[kind]
        found[name] = (value,)
    for name in _PARTS.get(kind, ()):
        size = 2 if name == "slots" else 1
        found[name], values = values[:size], values[size:]
    return found


def _move(state: State) -> Callable[[Picks], Move | None]:
    def made(picks: Picks) -> Move | None:
        wanted = {name: tuple(sorted(values)) for name, values in picks.items()}
        fitting = (data for data in DECISIONS[state.phase](state) if _spelled(state, data) == wanted)
        return next(map(Move, fitting), None)

    return made


def _step(name: str) -> Step:
    """A step that offers whatever the legal moves have there, after what was picked before."""

    def of(view: View[State], picks: Picks) -> Sequence[Choice]:
        before = [(step, values) for step, values in picks.items() if step != name]
        found: dict[int, None] = {}
        for data in DECISIONS[view.state.phase](view.state):
            parts = _spelled(view.state, data)
            if name in parts and all(parts.get(step) == values for step, values in before):
                found |= dict.fromkeys(parts[name])
        return [_choice(view, name, value, picks) for value in sorted(found, key=INSTEAD.__eq__)]

    if name == "slots":
        return Step(name, SOME(2, 2), of, lambda view, picks: tuple(view.state.pair))
    return Step(name, ONE, of)


# An event has the number of its place in the row, an action a capital, and somebody at the table the same small letter
# from beginning to end, by seat. What tables and voyages use themselves is left out.
EVENT_KEYS: Final = "12345"
PEOPLE_KEYS: Final = "defjkmpry"
PEOPLE: Final = ("victim", "pawn", "mate", "other")
SAVE_KEY: Final = "s"
ACTION_KEYS: Final = {
    Do.LOOK: "L",
    Do.REVEAL: "R",
    Do.FORCE: "F",
    Do.ROW: "W",
    Do.LETTER: "E",
    Do.ATTACK: "A",
    Do.MAROON: "M",
    Do.MUTINY: "Y",
    Do.PLUNDER: "P",
    Do.BRAWL: "B",
    Do.PASS: "S",
}


def _choice(view: View[State], name: str, value: int, picks: Picks) -> Choice:
    if value == INSTEAD:
        save = Choice(value, ("save", 0), note="save", key=SAVE_KEY)
        return save if name == "pawn" else Choice(value, ("time", 0), key=SAVE_KEY)
    if name == "slot" and "place" in picks:
        return Choice(value, ("berth", (picks["place"][0], value)))
    if name in ("slot", "slots"):  # with what the viewer knows of it
        return event_choice(view, value)
    if name in PEOPLE:
        return Choice(value, (_TERMS[name], value), key=PEOPLE_KEYS[value])
    if name == "boat":
        return Choice(value, ("place", BOAT_DUTCHMAN + value))
    return Choice(value, (_TERMS.get(name, name), value))


def event_choice(view: View[State], slot: int) -> Choice:
    """An event of the row, with what the viewer knows of it and what that does."""
    face = face_in(view, slot)
    found = Choice(slot, ("event_slot", (slot, face)), key=EVENT_KEYS[slot])
    return found if face == NOWHERE else found._replace(note="event", args={"effect": face})


_About: TypeAlias = "tuple[str, Args, tuple[Step, ...]]"


def _about_card(state: State) -> _About:
    if state.card == c.LETTER:
        return "letter", {}, _LETTER
    name = {c.PISTOL: "pistol", c.POWDER: "powder", c.FEVER: "fever", c.NEST: "nest"}.get(state.card, "map")
    return name, {"card": state.card}, _BOAT if name == "powder" else _OTHER


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
        args = {"action": kind}
        if kind in VOTE_OF:
            args["count"] = len(voters(state, VOTE_OF[kind], place_of(state, state.active))) + 1
        why_not = "" if kind in legal else _why(state, kind)
        label = ("action", kind)
        found.append(Choice(kind, label, why_not=why_not, note="action", args=args, key=ACTION_KEYS[kind]))
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


_ACT: Final = (
    Step("action", ONE, _kinds),
    *map(_step, ("victim", "slots", "slot", "place", "pawn", "ship", "mate", "nation")),
)
_LETTER, _PLACE, _TAKE = (
    tuple(map(_step, names)) for names in (("pawn", "ship"), ("place", "slot"), ("source", "nation"))
)
_BOAT, _OTHER, _USE, _SLOT, _NATION, _BROTHER = (
    (_step(name),) for name in ("boat", "other", "use", "slot", "nation", "brother")
)
_ABOUT: Final[dict[int, Callable[[State], _About]]] = {
    Phase.ACTION: lambda state: ("act", _about_action(state), _ACT),
    Phase.BRETHREN: lambda state: ("be", {}, _BROTHER),
    Phase.PLACE: lambda state: ("place", {}, _PLACE),
    Phase.HOLD: lambda state: ("hold", {"ship": place_of(state, state.actor)}, _NATION),
    Phase.ATLANTIS: lambda state: ("atlantis", {"active": state.active}, _USE),
    Phase.CHOICE: lambda state: ("forced", {"active": state.active, "slots": state.pair}, _SLOT),
    Phase.LATE: lambda state: ("late", {"victim": state.actor, "slots": state.pair}, _SLOT),
    Phase.CARD: _about_card,
    Phase.FOUNTAIN: lambda state: ("fountain", {"cause": cause_of(state)}, _USE),
    Phase.TAKE: lambda state: ("take", {"ship": state.vote[1]}, _TAKE),
}


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


def rehearse(view: View[State], move: Move, note: Note) -> bool:
    """A vote is sealed: what one gives, what it counts, and what is needed. An action goes the way of `apply`, and what
    it could bring is said with it."""
    state, kind = view.state, move.data[0]
    if kind == Do.VOTE:
        _rehearse_vote(view, move, note)
        return True
    if kind == Do.TURN and view.seat is not None:
        machine.apply(state, Moved(move), note)
        _rehearse_reveal(view, view.seat, move.data[1], note)
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
        note(Record("it_is", seat, {"card": face, "effect": face}))
        return
    left = unseen_events(view.state, seat, view.known)
    if len(left) == 1 and view.state.row[slot] >= 0:
        note(Record("it_must_be", seat, dict.fromkeys(("card", "effect"), next(iter(left)))))
        return
    good, bad = (sum(left[card] for card in cards) for cards in (HELPFUL, HARMFUL))
    args = {"unknown": left.total(), "good": good, "bad": bad, "armada": int(left[c.ARMADA] > 0)}
    note(Record("it_may_be", seat, args))
