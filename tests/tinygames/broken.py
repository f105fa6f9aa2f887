"""The tiny games, each with one thing wrong: for every promise that `check_game` looks after, a game that breaks it.

A check that cannot fail is worth nothing. Each entry of `BROKEN` has the words of the sentence it must be caught with.
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

from tests.tinygames import mutiny, race, screens
from tests.tinygames.harbour import FACES, HARBOUR, NUMBERS, Do, Harbour
from tests.tinygames.mutiny import Mutiny
from tests.tinygames.race import HOLD, PUSH, RACE, Race
from tests.tinygames.screens import SCREENS, Screens
from tortuga_p2p.errors import BadInput, IllegalMove
from tortuga_p2p.rules.about import About
from tortuga_p2p.rules.answer import UNOPENED, AllMoved, Done, Drawn, Moved, Opened
from tortuga_p2p.rules.ask import (
    PILE,
    Chance,
    Deal,
    Dice,
    Give,
    Hand,
    Look,
    Mix,
    MixHands,
    Move,
    Open,
    Over,
    OwnMix,
    Pile,
    Result,
    Roll,
    Together,
    Turn,
    Unseen,
)
from tortuga_p2p.rules.option import Amount, Option, Preset
from tortuga_p2p.rules.record import Record
from tortuga_p2p.rules.roster import Roster
from tortuga_p2p.rules.screen import GameScreen
from tortuga_p2p.rules.words import Words, both

if TYPE_CHECKING:
    from collections.abc import Callable


def broken(base: type, **parts: object) -> Any:
    """The game with some of its parts replaced."""
    return type(f"Broken{base.__name__}", (base,), parts)()


class Lazy(tuple[Move, ...]):
    """A list of moves that lies in one of the questions it is asked."""

    lie = ""

    def __len__(self) -> int:
        return super().__len__() + (self.lie == "len")

    def __contains__(self, move: object) -> bool:
        return super().__contains__(move) if not self.lie.startswith("in") else self.lie == "in everything"

    def __getitem__(self, index: Any) -> Any:
        if self.lie == "end" and index == len(self):
            return PUSH
        return super().__getitem__(-1 - index if self.lie == "order" else index)


def lying(lie: str) -> Callable[..., Lazy]:
    kind = type("Lying", (Lazy,), {"lie": lie})
    return lambda self, state, seat, known: kind(Race.legal_moves(self, state, seat, known))


def asking(wrong: Callable[[Any, Any], Any], base: type = Race) -> Any:
    """The game with another ask wherever `wrong` gives one."""
    right: Callable[[Any, Any], Any] = base.asks  # type: ignore[attr-defined]
    return broken(base, asks=lambda self, state: wrong(state, right(self, state)) or right(self, state))


def believing(base: type, *kinds: type) -> Any:
    """The game that takes a wrong answer of these kinds for a right one and stays as it is."""
    right: Callable[[Any, Any, Any], Any] = base.apply  # type: ignore[attr-defined]

    def apply(self: Any, state: Any, answer: Any, note: Any = None) -> Any:
        try:
            return right(self, state, answer)
        except IllegalMove:
            if isinstance(answer, kinds):
                return state
            raise

    return broken(base, apply=apply)


def refusing(text: str, error: type[Exception] = IllegalMove) -> Any:
    def apply(self: Any, state: Any, answer: Any, note: Any = None) -> Any:
        try:
            return Race.apply(self, state, answer)
        except IllegalMove:
            raise error(text) from None

    return broken(Race, apply=apply)


class Painted(GameScreen[Any]):
    """A board that is whatever somebody paints."""

    def __init__(self, game: Any, paint: Callable[[Any], Any]) -> None:
        super().__init__(game)
        self._paint = paint

    def board(self, view: Any, reader: Any, width: int, height: int, *, rich: bool) -> Any:
        return self._paint(view)


def painting(paint: Callable[[Any], Any], base: type = Race) -> Any:
    return broken(base, screen=lambda self: Painted(self, paint))


def speaking(sentence: str) -> Any:
    """A race that notes one kind of record, told as this."""

    def apply(self: Any, state: Any, answer: Any, note: Any = None) -> Any:
        after = Race.apply(self, state, answer)
        if note:
            note(Record("done", None))
        return after

    return broken(Race, apply=apply, words=lambda self: Words(said={"done": both(sentence)}))


# --- games that keep something to themselves -------------------------------------------------------------------


class Marking(Race):
    """Writes on the state that it is given."""

    def __init__(self) -> None:
        self.marked: set[race.State] = set()

    def pack(self, state: race.State) -> Any:
        return state._replace(turns=state.turns + 1) if state in self.marked else state

    def unpack(self, value: Any) -> race.State:
        state = super().unpack(value)
        before = state._replace(turns=state.turns - 1)
        return before if before in self.marked else state

    def apply(self, state: race.State, answer: Any, note: Any = None) -> race.State:
        after = super().apply(state, answer)
        self.marked.add(state)
        return after


class Counting(Race):
    """Gives another state the more often it is asked for legal moves."""

    asked = 0

    def legal_moves(self, state: Any, seat: Any, known: Any) -> Any:
        self.asked += 1
        return super().legal_moves(state, seat, known)

    def apply(self, state: race.State, answer: Any, note: Any = None) -> race.State:
        after = super().apply(state, answer)
        return after._replace(pot=after.pot + self.asked % 7) if isinstance(answer, Drawn) else after


class Gossiping(Screens):
    """Paints what the other seats had in hand when they were asked."""

    def __init__(self) -> None:
        self.heard: dict[int, list[int]] = {}

    def legal_moves(self, state: Any, seat: Any, known: Any) -> Any:
        self.heard[seat] = [known[handle] for handle in self.shown(state, seat)]
        return super().legal_moves(state, seat, known)

    def screen(self) -> Any:
        return Painted(self, self._paint)

    def _paint(self, view: Any) -> Any:
        others = [dice for seat, dice in sorted(self.heard.items()) if seat != view.seat]
        return [("", f"{others}")]


class Estranged(Race):
    """Asks something else of a state that was read from bytes."""

    stranger: Any = None

    def unpack(self, value: Any) -> race.State:
        self.stranger = super().unpack(value)
        return self.stranger  # type: ignore[no-any-return]

    def asks(self, state: race.State) -> Any:
        return Chance((2,)) if state is self.stranger else super().asks(state)


def flicker(numbers: Any = itertools.count()) -> Any:  # noqa: B008 - one count for all calls is the point
    return [("", f"{next(numbers)}")]


def scatterbrained() -> Any:
    """A race whose legal moves come in the order of a set of words."""
    order = tuple({"hold", "push", "wait", "pray"})

    def legal_moves(self: Any, state: Any, seat: int, known: Any) -> Any:
        found = Race.legal_moves(self, state, seat, known)
        return sorted(found, key=lambda move: order.index("hold" if move == HOLD else "push"))

    return broken(Race, legal_moves=legal_moves)


# --- one by one: the words of the sentence, and the game that must be caught with it ---------------------------

OPTION = Option("goal", Amount(2, 100), 12, "Goal", "Points.")


class Forgetful(GameScreen[Any]):
    """Draws what a seat must have been shown, and never thinks of somebody who looks back without it."""

    def board(self, view: Any, reader: Any, width: int, height: int, *, rich: bool) -> Any:
        shown = () if view.seat is None else self.game.shown(view.state, view.seat)
        return (("", " ".join(str(view.known[handle]) for handle in shown) or "nothing"),)


class Careless(Amount):
    """Takes whatever `int` does, and refuses with its words."""

    def read(self, text: str) -> Any:
        return int(text)


def _half(state: Any, ask: Any) -> Any:
    """Deals only to the first seat what was meant for all."""
    return Deal((ask.hands[0], Hand(1, ()))) if isinstance(ask, Deal) else None


BROKEN: tuple[tuple[str, Any], ...] = (
    # what a game says about itself
    ("a game's name is a folder's name", broken(Race, name="Big Race")),
    ("a game has a title and a version", broken(Race, version=0)),
    ("a game seats as many as a table may have", broken(Race, seats=range(1, 3))),
    ("options have different names", broken(Race, options=(OPTION, OPTION))),
    ("options have a label", broken(Race, options=(OPTION._replace(label=""),))),
    ("its default is a value of its kind", broken(Race, options=(OPTION._replace(default=1),))),
    ("says why it is not there", broken(Race, options=(OPTION._replace(when=lambda seats, values: seats > 2),))),
    ("presets have different names", broken(Race, presets=(Preset("long", " ", {"goal": 20}),))),
    ("the preset long can be played", broken(Race, presets=(Preset("long", "Longer.", {"goal": 1}),))),
    ("a roster names bots of the game", broken(Race, roster=lambda self: Roster(("nobody",), "random"))),
    ("usual opponents and one person are a table", broken(Race, roster=lambda self: Roster((), "random"))),
    ("a game says in a sentence what it is", broken(Race, about=About(" "))),
    ("rounds are counted upwards", broken(Race, round_of=lambda self, state: -len(state.scores) + state.pot)),
    ("points so far are those of every seat", broken(Race, points_so_far=lambda self, state: (1,))),
    ("KeyError", broken(Screens, screen=lambda self: Forgetful(self))),
    ("a pile has a name and faces", broken(Race, piles={"empty": Pile((1, -1), True)})),
    ("made anew when somebody leaves", broken(Race, piles={"many": Pile((0,) * 65, False)})),
    ("seats are refused", broken(Race, check_table=lambda self, seats, options: {"goal": 12})),
    ("an unknown option is refused", broken(Race, check_table=lambda self, s, o: Race.check_table(self, s, {}))),
    ("a refusal says why", broken(Race, setup=lambda self, seats, options: _setup(self, seats, options, ""))),
    ("the option goal is explained", broken(Race, options=(OPTION._replace(help=" "),))),
    (
        "the option goal has its default by default",
        broken(Race, options=(OPTION._replace(default=13),), setup=lambda self, seats, given: RACE.setup(seats, given)),
    ),
    ("a wrong option is BadInput", broken(Race, options=(OPTION._replace(kind=Careless(2, 100)),))),
    # the laws of asks
    ("an ask names a seat", asking(lambda state, ask: Together(()) if ask == Turn(0) else None)),
    ("seats ascend and stand once", asking(lambda state, ask: isinstance(ask, Together) and Together((1, 0)), Screens)),
    ("seats are at the table", asking(lambda state, ask: Turn(7) if ask == Turn(0) else None)),
    ("a Chance has bounds", asking(lambda state, ask: Chance((6, 1)) if isinstance(ask, Chance) else None)),
    (
        "every die has a handle",
        asking(lambda s, ask: isinstance(ask, Roll) and Roll((Dice(0, (0, 1), (6,)),)), Screens),
    ),
    ("a die has two faces", asking(lambda s, ask: isinstance(ask, Roll) and Roll((Dice(0, (0,), (1,)),)), Screens)),
    (
        "a die's handle is never another seat's",
        asking(lambda s, ask: isinstance(ask, Roll) and s.round and Roll((Dice(1, (0,), (6,)),)), Screens),
    ),
    ("no handle stands twice", asking(lambda s, ask: isinstance(ask, Open) and Open(ask.handles * 2), Mutiny)),
    ("a handle is never negative", asking(lambda s, ask: isinstance(ask, Open) and Open((-1,)), Mutiny)),
    ("an ask names a thing", asking(lambda s, ask: isinstance(ask, Open) and Open(()), Mutiny)),
    ("is not a hidden thing in play", asking(lambda s, ask: isinstance(ask, Open) and Open((99,)), Mutiny)),
    ("every seat in a Deal gets something", asking(_half, Mutiny)),
    (
        "does not lie where the ask takes it from",
        asking(lambda s, ask: s.round and isinstance(ask, Deal) and Deal((Hand(0, s.hands[0]),)), Mutiny),
    ),
    (
        "every seat in a Look sees something",
        asking(lambda s, ask: isinstance(ask, Look) and Look((*ask.hands, Hand(1, ()))), Mutiny),
    ),
    (
        "nobody looks at a die",
        asking(lambda s, ask: isinstance(ask, Open) and Look((Hand(0, ask.handles),)), Screens),
    ),
    ("there is no pile", asking(lambda s, ask: _mix(ask, pile="hats"), Mutiny)),
    ("a Mix holds two things or more", asking(lambda s, ask: _mix(ask, into=(1,)), Mutiny)),
    (
        "still names another hidden thing",
        asking(lambda s, ask: s.round and s.phase == mutiny.Phase.GATHER and _mix(ask, into=_taken(s, ask)), Mutiny),
    ),
    ("a Mix takes copies that lie in the open", asking(lambda s, ask: _mix(ask, shown=(0,) * len(ask.shown)), Mutiny)),
    ("a pile is mixed by everybody", asking(lambda s, ask: _mix(ask, by=(1, 0)), Mutiny)),
    (
        "does not lie in the pile that is mixed",
        asking(lambda s, ask: s.phase == mutiny.Phase.STIR and _mix(ask, hidden=_of_hands(s, ask)), Mutiny),
    ),
    (
        "a hand that is mixed holds two things or more",
        asking(lambda s, ask: _mingle(ask, lambda _, hand: hand[:1]), Mutiny),
    ),
    (
        "does not lie in the hand that is mixed",
        asking(lambda s, ask: _mingle(ask, lambda seat, hand: s.hands[seat - 1]), Mutiny),
    ),
    (
        "only a thing in a hand can be given",
        asking(lambda s, ask: isinstance(ask, Deal) and Give(((ask.hands[0].handles[0], 0),)), Mutiny),
    ),
    (
        "a die takes no other thing's handle",
        asking(lambda s, ask: isinstance(ask, Deal) and Roll((Dice(0, ask.hands[0].handles, (6, 6)),)), Mutiny),
    ),
    (
        "belongs to another pile",
        asking(lambda s, ask: s.doing == (Do.START, 1) and _mix(ask, hidden=(0,), shown=FACES[1][1:]), Harbour),
    ),
    ("the end gives every seat its points", asking(lambda s, ask: isinstance(ask, Over) and Over(Result((1,), (0,))))),
    # the laws of moves
    ("a move names no handle twice", broken(Screens, legal_moves=lambda self, s, seat, known: (Move((1,), (0, 0)),))),
    (
        "the mover's own things",
        broken(Screens, legal_moves=lambda self, s, seat, known: (Move((1,), (3 - 3 * seat,)),)),
    ),
    (
        "a die is never given",
        broken(Screens, legal_moves=lambda self, s, seat, k: (Move((1,), (), ((3 * seat, PILE),)),)),
    ),
    (
        "a thing is given to somewhere else",
        broken(Mutiny, legal_moves=lambda self, s, seat, k: (Move((), (), ((s.hands[seat][0], seat),)),)),
    ),
    # one spelling
    ("TypeError: float is not a plain value", broken(Race, pack=lambda self, state: (1.5,))),
    ("unpack gives back the state", broken(Race, unpack=lambda self, value: Race.unpack(self, value)._replace(goal=9))),
    (
        "a state read from bytes has the same bytes",
        broken(Race, setup=lambda *a: Race.setup(*a)._replace(seat=False), unpack=lambda *a: _lenient(*a)),
    ),
    ("a state read from bytes asks the same", Estranged()),
    ("a position is one line of text", broken(Race, position_text=lambda self, state: "race\n(1 2)")),
    (
        "read_position gives back the position",
        broken(Race, read_position=lambda self, text: Race.read_position(self, text)._replace(goal=9)),
    ),
    ("unpack reads one spelling only", broken(Race, unpack=lambda self, value: Race.unpack(self, value[:7]))),
    ("TypeError", broken(Race, unpack=lambda self, value: race.State(*value))),
    (
        "ValueError",
        broken(Race, read_position=lambda self, text: Race.read_position(self, text) if "(" in text else int(text)),
    ),
    # legal moves
    ("whoever is asked has a legal move", broken(Race, legal_moves=lambda *a: ())),
    ("who is not asked has no legal move", broken(Race, legal_moves=lambda *a: Race.legal_moves(*a) or (PUSH,))),
    ("iterating agrees with len", broken(Race, legal_moves=lying("len"))),
    ("indexing agrees with iterating", broken(Race, legal_moves=lying("order"))),
    ("legal moves end where len says", broken(Race, legal_moves=lying("end"))),
    ("no legal move is listed twice", broken(Race, legal_moves=lambda *a: (PUSH, *Race.legal_moves(*a)))),
    (
        "legal moves have the same order every time",
        broken(Screens, legal_moves=lambda self, s, seat, known: _by_memory(self, s, seat, known)),
    ),
    ("every legal move is in the list", broken(Race, legal_moves=lying("in nothing"))),
    ("a legal move applies", broken(Race, legal_moves=lying("in everything"), apply=lambda *a: _trusting(*a))),
    ("a legal move applies", broken(Race, legal_moves=lambda *a: (HOLD, PUSH), apply=lambda *a: _trusting(*a))),
    ("BadInput: expected a whole number", broken(Race, legal_moves=lambda *a: (Move((True,)),))),
    ("a move is one line of text", broken(Race, move_text=lambda self, move: "")),
    ("read_move gives back the move", broken(Race, read_move=lambda *a: HOLD)),
    ("ValueError", broken(Race, read_move=lambda self, state, seat, text: Move((int(text),)))),
    # what is refused
    ("is refused, but not Drawn", believing(Race, Drawn)),
    ("is refused, but not Moved", believing(Race, Moved)),
    ("is refused, but not AllMoved", believing(Screens, AllMoved)),
    ("is refused, but not Opened", believing(Mutiny, Opened)),
    ("is refused, but not Done", believing(Race, Done)),
    ("a refusal says why", refusing(" ")),
    ("a wrong answer is IllegalMove", refusing("oh", KeyError)),
    ("a thing in a hand may stay unopened", broken(Screens, _open=lambda self, s, faces: _all_open(self, s, faces))),
    ("is refused, but not AllMoved", broken(Screens, legal_moves=lambda *a: _unprovable(*a))),
    ("which apply refuses", broken(Screens, check_move=lambda *a: None, _choose=lambda *a: _strict(*a))),
    ("which apply accepts", broken(Race, check_move=lambda *a: _never(), apply=lambda *a: _trusting(*a))),
    # what a seat sees
    ("shown: no handle stands twice", broken(Screens, shown=lambda *a: Screens.shown(*a) * 2)),
    ("was never shown", broken(Screens, shown=lambda self, s, seat: Screens.shown(self, s, 0))),
    ("did see", broken(Harbour, shown=lambda *a: Harbour.shown(*a)[1:])),
    ("unseen: nothing that was shown", broken(Screens, unseen=lambda self, s, seat, known: _all_dice(self, s))),
    ("unseen: no group is empty", broken(Race, unseen=lambda *a: (Unseen((), (1,), True),))),
    ("unseen: only things in play", broken(Race, unseen=lambda *a: (Unseen((4,), (1,), True),))),
    ("unseen: the true faces are possible", broken(Screens, unseen=lambda *a: _narrow(*a))),
    ("unseen: the true faces are those to be dealt out", broken(Harbour, unseen=lambda *a: _all_alike(*a))),
    ("unseen: no handle stands twice", broken(Screens, unseen=lambda *a: [*Screens.unseen(*a), *Screens.unseen(*a)])),
    ("neither saw nor imagines", broken(Harbour, unseen=lambda *a: Harbour.unseen(*a)[1:])),
    ("every seat counts the same hidden things", broken(Screens, unseen=lambda *a: Screens.unseen(*a)[1:])),
    ("a view depends on shown things alone", painting(lambda view: [("", f"{view.known}")], Screens)),
    ("a view does not depend on what others were shown", Gossiping()),
    ("IllegalMove: Only even dice", broken(Screens, unseen=lambda *a: _wide(*a))),
    # words and pictures
    ("a decision is told", speaking("")),
    ("a record is told as a sentence", speaking("something happened")),
    ("equal views look the same", painting(lambda view: flicker())),
    ("a picture shows something", painting(lambda view: [("", "\n")])),
    ("a style is a name", painting(lambda view: [(None, "x")])),
    ("a picture holds no control characters", painting(lambda view: [("", "\x1b[1m")])),
    ("a picture fits into", painting(lambda view: [("", "海" * 41)])),
    # the whole game
    (
        "a game ends within",
        broken(Race, _next=lambda self, state: Race._next(self, state)._replace(turns=0, scores=(0, 0))),
    ),
    ("apply leaves the state it was given as it was", Marking()),
    ("equal histories give equal states", Counting()),
)


def _setup(self: Any, seats: int, options: Any, text: str) -> Any:
    try:
        return Race.setup(self, seats, options)
    except BadInput:
        raise BadInput(text) from None


def _lenient(self: Any, value: Any) -> Any:
    return RACE.unpack(tuple(int(item) if type(item) is bool else item for item in value))


def _mingle(ask: Any, hidden: Callable[[int, tuple[int, ...]], tuple[int, ...]]) -> MixHands | None:
    """The hands mixed with something else in them."""
    if not isinstance(ask, MixHands):
        return None
    hands = [(seat, hidden(seat, hand)) for seat, hand, _ in ask.hands]
    return MixHands(ask.pile, tuple(OwnMix(seat, hand, hand) for seat, hand in hands))


def _taken(state: mutiny.State, ask: Mix) -> tuple[int, ...]:
    """Handles of which one names a thing in a hand."""
    return (state.hands[0][0], *ask.into[1:])


def _of_hands(state: mutiny.State, ask: Mix) -> tuple[int, ...]:
    return (state.hands[0][0], *ask.hidden[1:])


def _mix(ask: Any, **parts: Any) -> Mix | None:
    if not isinstance(ask, Mix):
        return None
    fields = {name: getattr(ask, name) for name in ("pile", "hidden", "shown", "into", "by")}
    return Mix(**(fields | parts))


def _by_memory(self: Any, state: Any, seat: int, known: Any) -> Any:
    moves = Screens.legal_moves(self, state, seat, known)
    first = next(iter(known), 0)
    return sorted(moves, key=lambda move: (first in move.opens, move))


def _all_open(self: Any, state: Any, faces: Any) -> Any:
    if UNOPENED in faces:
        raise IllegalMove("Open your dice.")
    return Screens._open(self, state, faces)


def _unprovable(self: Any, state: Any, seat: int, known: Any) -> Any:
    """A die may be taken only where another one, that nobody is shown, is high: no peer can check that."""
    moves = Screens.legal_moves(self, state, seat, known)
    dice = screens.handles(seat, state.left[seat])
    return moves[:1] if dice and sum(known[handle] for handle in dice) % 3 else moves


def _strict(self: Any, state: Any, moves: Any) -> Any:
    for seat, moved in enumerate(moves):
        Screens.check_move(self, state, seat, moved)
    return Screens._choose(self, state, moves)


def _never() -> Any:
    raise IllegalMove("Never.")


def _trusting(self: Any, state: Any, answer: Any, note: Any = None) -> Any:
    return RACE.apply(state, answer)


def _all_dice(self: Any, state: Any) -> Any:
    if state.phase not in (screens.Phase.CHOOSING, screens.Phase.OPENING):
        return ()
    dice = self._behind_screens(state)
    return tuple(Unseen((handle,), tuple(range(screens.BOUNDS[handle % 3])), True) for handle in dice)


def _narrow(self: Any, state: Any, seat: int, known: Any) -> Any:
    return [group._replace(faces=group.faces[1:]) for group in SCREENS.unseen(state, seat, known)]


def _wide(self: Any, state: Any, seat: int, known: Any) -> Any:
    return [group._replace(faces=(*group.faces, 50)) for group in SCREENS.unseen(state, seat, known)]


def _all_alike(self: Any, state: Any, seat: int, known: Any) -> Any:
    groups = HARBOUR.unseen(state, seat, known)
    return [group._replace(faces=FACES[group.handles[0] // NUMBERS][:1] * len(group.handles)) for group in groups]
