"""What a seat has to decide, step by step. Every choice is taken from the legal moves, so both always agree.

A move is taken apart into picks: the card or the other thing to do, what two parrots stand for, move or power, whom,
which pirate, and for the hook the second card. A step offers what the legal moves hold that fit the picks before it.
What comes up every turn has a key of its own: six cards in six places, and a letter for everything else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ...rules.ask import PILE, Move
from ...rules.decision import ONE, SOME, Choice, Decision, Step
from .progress import walked
from .rules import components as c
from .rules import kinds as do
from .rules.moves import actions, by_face, receivers
from .rules.spots import spot
from .rules.state import Phase, State, layout
from .rules.trips import trip_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ...rules.ask import Handle
    from ...rules.decision import Label, Picks
    from ...rules.game import View

CODE: Final = 1000  # added to the kind of a move that plays no card, so that it is no handle
NONE: Final = 2000  # added to a symbol of which one holds no card
OF: Final = 100  # a pirate of somebody else: its place, and this once more than the seat says
ALONE: Final = 6  # instead of a symbol: a parrot that is only itself
STEPS: Final = ("do", "wild", "other", "use", "whom", "pirate", "second", "second_wild", "second_other")
_CARDS: Final = ("do", "other", "second", "second_other")  # steps whose values are cards
# What can be done without a card, in this order, with keys.
DOING: Final = {do.RETREAT: "r", do.MORGAN: "m", do.SAIL_FREE: "s", do.SAIL: "s", do.PASS: "d", do.STOP: "e"}
POWER_KEY: Final = "p"  # from the move of a card to its power, and back
_WHERE_KEYS: Final = "abcfijknoyzBDEFGJKMNOQSTUVWXZ"  # pirates and players as they stand: what powers leave free
_KEYS: Final = {  # of a step, in the order of its choices; by symbol where two parrots stand for one, and `ALONE` last
    "pirate": _WHERE_KEYS,
    "whom": _WHERE_KEYS,
    "use": 2 * POWER_KEY,
    "wild": f"{c.LETTERS}Y",
    "second": c.LETTERS,
    "second_wild": "DEFGJKM",  # with a hook: then there are three places to go from, at most
    "other": "78",
    "second_other": "90",
}


def decision(view: View[State]) -> Decision | None:
    """The open decision of the viewer."""
    return _DECISIONS[Phase(view.state.phase)](view)


# --- the next action (C-D1, C-D2) ------------------------------------------------------------------------------


def _act(view: View[State]) -> Decision:
    state, setup = view.state, view.state.setup
    turn = _Turn(view)
    args = {"left": state.left, "escape": int(layout(setup.path).escape)}
    args |= {"filibusters": setup.filibusters, "sorceress": setup.sorceress}
    steps = tuple([Step(name, ONE, _offered(turn, name)) for name in STEPS])
    return Decision("act", args, steps, turn.move, turn.picks)


def _offered(turn: _Turn, name: str) -> Callable[[View[State], Picks], Sequence[Choice]]:
    return lambda view, picks: turn.choices(name, picks)


class _Turn:
    """The legal actions of one view, taken apart. Nothing is looked at before somebody chooses."""

    def __init__(self, view: View[State]) -> None:
        self.view = view
        self._legal: list[tuple[Move, dict[str, int]]] | None = None

    @property
    def legal(self) -> list[tuple[Move, dict[str, int]]]:
        if self._legal is None:
            view = self.view
            assert view.seat is not None
            moves = actions(view.state, view.seat, view.known)
            self._legal = [(move, self.parts(move)) for move in moves]
        return self._legal

    def parts(self, move: Move) -> dict[str, int]:
        """A move as one value for each step that it has."""
        kind, *args = move.data
        if not move.opens:
            place = OF * (args[0] + 1) + args[1] if kind == do.MORGAN else args[0] if args else None
            return {"do": CODE + kind} if place is None else {"do": CODE + kind, "pirate": place}
        first = args[2] if kind == do.HOOK else len(move.opens)
        symbol = args[0] if kind == do.ADVANCE else do.POWERS[kind]
        found = self._payment(move.opens[:first], symbol, "do", "wild", "other")
        found["use"] = kind
        if kind == do.HOOK:
            found["pirate"] = args[1]
            return {**found, **self._payment(move.opens[2 - (first == 1) :][: len(move.opens) - first], args[0])}
        if kind == do.ADVANCE:
            found["pirate"] = args[1]
        elif args:
            found["whom" if kind == do.PISTOL else "pirate"] = args[0]
        return found

    def _payment(
        self,
        cards: tuple[Handle, ...],
        symbol: int,
        one: str = "second",
        named: str = "second_wild",
        two: str = "second_other",
    ) -> dict[str, int]:
        """The card, and what it stands for where it is a parrot."""
        found = {one: cards[0]}
        if self.view.state.setup.sorceress and self.view.known.get(cards[0], 0) % c.DARK == c.PARROT:
            found[named] = symbol if len(cards) == 2 else ALONE
        if len(cards) == 2:
            found[two] = cards[1]
        return found

    def _key(self, name: str, value: int) -> int:
        """Equal for what is alike: cards count by their faces."""
        return self.view.known.get(value, value) if name in _CARDS else value

    def fitting(self, picks: Picks, before: str) -> list[tuple[Move, dict[str, int]]]:
        """The legal moves that fit what was picked in the steps before."""
        wanted = [name for name in STEPS[: STEPS.index(before)] if picks.get(name)]
        return [
            (move, parts)
            for move, parts in self.legal
            if all(name in parts and self._key(name, parts[name]) == self._key(name, picks[name][0]) for name in wanted)
        ]

    def choices(self, name: str, picks: Picks) -> list[Choice]:
        found: dict[int, tuple[int, Move]] = {}
        for move, parts in self.fitting(picks, name):
            if name in parts:
                found.setdefault(self._key(name, parts[name]), (parts[name], move))
        chosen = [self._choice(name, value, move, picks) for value, move in found.values()]
        if name == "do":
            stays = any(move.data[0] == do.RETREAT and not _leaves_ship(move) for move, _ in self.legal)
            # Back from the sloop is no beginning while there is anything else.
            last = None if stays else CODE + do.RETREAT
            chosen = [choice._replace(worth=(int(choice.value != last),)) for choice in chosen]
            return self._in_places(chosen)
        return [choice._replace(key=self._own_key(name, at, choice.value)) for at, choice in enumerate(chosen)]

    def _own_key(self, name: str, at: int, value: int) -> str:
        if name == "second":
            at = self._key(name, value) % c.DARK
        elif name in ("wild", "second_wild"):
            at = value
        return _KEYS[name][at : at + 1]

    def _choice(self, name: str, value: int, move: Move, picks: Picks) -> Choice:
        view = self.view
        if name in _CARDS and value < CODE:
            assert view.seat is not None
            used = [picks[step][0] for step in _CARDS if step != name and picks.get(step)]
            cards = by_face([card for card in view.state.hands[view.seat] if card not in used], view.known)
            first, *alike = cards.get(view.known[value], [value])
            return Choice(first, ("card", view.known[value]), tuple(alike))
        if name == "pirate":
            return Choice(value, self._walk(move, value), worth=self._gain(move))
        if name == "whom":
            return Choice(value, ("player", value))
        term = {"do": "doing", "use": "use", "wild": "stands_for", "second_wild": "stands_for"}[name]
        return Choice(value, (term, value))

    def _gain(self, move: Move) -> tuple[int, ...]:
        """What a pirate starts picked by: with a card how far it goes; nobody who is aboard goes back."""
        trip = trip_of(self.view.state, move)
        if trip is None or trip.cards or move.data[0] == do.RETREAT:
            return (-_leaves_ship(move),)
        way = layout(self.view.state.setup.path)
        return (walked(way, trip.new) - walked(way, trip.old),)

    def _walk(self, move: Move, value: int) -> Label:
        """Where a pirate would go, and what that brings."""
        state = self.view.state
        trip = trip_of(state, move)
        if trip is None:
            return "place", spot(state.setup, value)
        way = spot(state.setup, trip.old), spot(state.setup, trip.new)
        if move.data[0] == do.MORGAN:
            return "walk_of", (trip.seat, *way, trip.cards)
        return ("walk_for", (*way, trip.cards)) if trip.cards else ("walk", way)

    def _in_places(self, chosen: list[Choice]) -> list[Choice]:
        """Six symbols and whatever else the game has, always in the same places: what cannot be done now stays in
        sight, with the reason why."""
        state, view = self.view.state, self.view
        assert view.seat is not None
        there = {choice.label: choice for choice in chosen}
        found: list[Choice] = []
        held = by_face(state.hands[view.seat], view.known)
        for symbol in c.SYMBOLS:
            for face in (symbol, symbol + c.DARK):
                if face in held:
                    first, *alike = held[face]
                    useless = Choice(first, ("card", face), tuple(alike), why_not="no_use")
                    found.append(there.get(("card", face), useless)._replace(key=str(symbol + 1)))
            if symbol not in held and symbol + c.DARK not in held:
                found.append(Choice(NONE + symbol, ("no_card", symbol), why_not="not_held", key=str(symbol + 1)))
        for kind, key in DOING.items():
            why_not = self._why_not(kind)
            label = ("doing", CODE + kind)
            if label in there or why_not:
                found.append(there.get(label, Choice(CODE + kind, label, why_not=why_not))._replace(key=key))
        return found

    def _why_not(self, kind: int) -> str:
        """Why an action that this game has is not possible now; empty where the game does not have it."""
        setup = self.view.state.setup
        if kind == do.RETREAT:
            return "no_company" if any(bits & c.RETREAT for bits in setup.drawing) else ""
        if kind == do.MORGAN:
            return "nobody_to_help" if any(bits & c.MORGAN for bits in setup.drawing) else ""
        if kind == do.SAIL and layout(setup.path).escape:
            return "nobody_aboard" if self.view.state.sloop == c.CARTAGENA else "nobody_to_fetch"
        return "nothing_done" if kind == do.STOP and self.view.state.left == c.ACTIONS else ""

    def move(self, picks: Picks) -> Move | None:
        for move, parts in self.legal:
            named = {name: values for name, values in picks.items() if values}
            if set(named) == set(parts) and all(
                self._key(name, parts[name]) == self._key(name, values[0]) for name, values in named.items()
            ):
                return self._with_cards(move, named)
        return None

    def _with_cards(self, move: Move, named: Picks) -> Move:
        """The very cards that were picked, of those that are alike."""
        if not move.opens:
            return move
        assert self.view.seat is not None
        steps = [name for name in ("do", "other", "second", "second_other") if name in named]
        cards = _distinct(self.view, self.view.state.hands[self.view.seat], [named[name][0] for name in steps])
        first = 2 if "other" in named else 1
        return Move(move.data, (*sorted(cards[:first]), *sorted(cards[first:])))

    def picks(self, move: Move) -> Picks:
        return {name: (value,) for name, value in self.parts(move).items()}


def _leaves_ship(move: Move) -> bool:
    """Whether a pirate that is aboard would go back."""
    return move.data[0] == do.RETREAT and move.data[1] in (c.SLOOP, c.GOAL)


# --- the smaller decisions -------------------------------------------------------------------------------------


def _cards(view: View[State], handles: Sequence[Handle]) -> list[Choice]:
    """Cards as choices, equal ones once."""
    return [Choice(first, ("card", face), tuple(more)) for face, (first, *more) in by_face(handles, view.known).items()]


def _distinct(view: View[State], among: Sequence[Handle], picked: Sequence[Handle]) -> list[Handle]:
    """The picked cards; where one stands twice, because any of equal ones was meant, another one that is alike."""
    found: list[Handle] = []
    for card in picked:
        if card in found:
            free = [one for one in among if one not in (*found, *picked) and view.known[one] == view.known[card]]
            card = free[0] if free else card
        found.append(card)
    return found


def _take(view: View[State]) -> Decision:
    """C-D6."""
    victim = view.state.doing[1]
    return Decision(
        "take",
        {"other": victim},
        (Step("card", ONE, lambda view, picks: _cards(view, view.state.hands[victim])),),
        lambda picks: Move((do.TAKE, picks["card"][0])) if picks.get("card") else None,
        lambda move: {"card": (move.data[1],)},
    )


def _share(view: View[State]) -> Decision:
    """C-D4: a card for each of the others, one after the other."""
    to = receivers(view.state)
    names = [f"gift_{number}" for number in range(1, len(to) + 1)]
    args = {"count": len(to), **{f"to_{number}": seat for number, seat in enumerate(to, start=1)}}

    def move(picks: Picks) -> Move | None:
        cards = _distinct(view, view.state.sorting, [picks[name][0] for name in names if picks.get(name)])
        whole = len(set(cards)) == len(names)
        return Move((do.SHARE,), (), tuple(zip(cards, to, strict=True))) if whole else None

    def picked(move: Move) -> Picks:
        return {name: (card,) for name, (card, _) in zip(names, move.gives, strict=True)}

    return Decision("share", args, _one_by_one(names), move, picked)


def _keep(view: View[State]) -> Decision:
    """C-D5: which one stays, and in which order the others go back: the top first."""
    count = len(view.state.sorting) - 1
    names = ("card", *[f"back_{number}" for number in range(1, count + 1)])

    def move(picks: Picks) -> Move | None:
        cards = _distinct(view, view.state.sorting, [picks[name][0] for name in names if picks.get(name)])
        whole = len(set(cards)) == len(view.state.sorting)
        return Move((do.KEEP,), (), tuple([(card, PILE) for card in cards[1:]])) if whole else None

    def picked(move: Move) -> Picks:
        back = [card for card, _ in move.gives]
        kept = next(card for card in view.state.sorting if card not in back)
        return {name: (card,) for name, card in zip(names, (kept, *back), strict=True)}

    return Decision("keep", {"count": count}, _one_by_one(names), move, picked)


def _one_by_one(names: Sequence[str]) -> tuple[Step, ...]:
    """Steps that each take one of the cards being sorted that are left."""

    def of(at: int) -> Callable[[View[State], Picks], Sequence[Choice]]:
        def left(view: View[State], picks: Picks) -> Sequence[Choice]:
            taken = [card for name in names[:at] for card in picks.get(name, ())]
            return _cards(view, [card for card in view.state.sorting if card not in taken])

        return left

    return tuple([Step(name, ONE, of(at)) for at, name in enumerate(names)])


def _discard(view: View[State]) -> Decision:
    """C-D3."""
    assert view.seat is not None
    hand = view.state.hands[view.seat]
    count = len(hand) - c.HAND_MAX
    return Decision(
        "discard",
        {"count": count},
        (Step("cards", SOME(count, count), lambda view, picks: _cards(view, hand)),),
        lambda picks: Move((do.DISCARD,), tuple(sorted(picks["cards"]))) if len(picks["cards"]) == count else None,
        lambda move: {"cards": move.opens},
    )


def _nothing(view: View[State]) -> None:
    return None


_DECISIONS: Final[dict[Phase, Callable[[View[State]], Decision | None]]] = {
    phase: {
        Phase.ACT: _act,
        Phase.TAKE: _take,
        Phase.SHARE: _share,
        Phase.KEEP: _keep,
        Phase.DISCARD: _discard,
    }.get(phase, _nothing)
    for phase in Phase
}
