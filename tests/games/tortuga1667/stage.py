"""Positions set by hand: who stands where, which cards lie where, and a table that goes on from there."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from tortuga_p2p.games.tortuga1667.game import GAME
from tortuga_p2p.games.tortuga1667.rules import cards as c
from tortuga_p2p.games.tortuga1667.rules.moves import Do
from tortuga_p2p.games.tortuga1667.rules.opening import new, settled
from tortuga_p2p.games.tortuga1667.rules.state import (
    AMONG,
    EVENT_FIRST,
    HAND,
    LOYALTY_FIRST,
    NOWHERE,
    OUT,
    ROW,
    Phase,
    State,
    in_play,
)
from tortuga_p2p.rules.ask import PILE, Move, Together, Turn, deciders
from tortuga_p2p.rules.local_table import LocalTable

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tortuga_p2p.rules.record import Record


class Still:
    """Chance that leaves everything in its order, unless it is told numbers."""

    def __init__(self) -> None:
        self.told: list[int] = []

    def below(self, bound: int, /) -> int:
        return self.told.pop(0) if self.told else bound - 1


def vote(*signs: str) -> int:
    """The vote card with these signs: `vote("cannon", "british", "skull")`."""
    wanted = Counter(signs)
    return next(face for face, icons in enumerate(c.VOTES) if +Counter(icons._asdict()) == wanted)


WATER = vote("water", "british", "wheel")
CANNON = vote("cannon", "british", "skull")
TORCH = vote("torch", "french", "skull")
BRITISH_ONE = vote("water", "british", "skull")
FRENCH_TWO = vote("water", "water", "french", "french", "wheel", "wheel")


class Stage:
    """A table in the middle of a game."""

    def __init__(
        self,
        seats: int,
        fd: Sequence[int] = (),
        jr: Sequence[int] = (),
        tortuga: Sequence[int] = (),
        boats: tuple[int, int] = (NOWHERE, NOWHERE),
        *,
        active: int = 0,
        chests: Sequence[int] = (4, 1, 0, 0, 1, 1, 1),
        row: Sequence[int] = (),
        hands: Mapping[int, Sequence[int]] | None = None,
        deck: Sequence[int] = (),
        kept: Mapping[int, Sequence[int]] | None = None,
        flags: Sequence[int] = (),
        last: bool = False,
        sudden: bool = False,
        events: int | None = None,
        **options: Any,
    ) -> None:
        """`row`, `hands` and `deck` give faces; what is not given is dealt from the rest. `last`: the Armada is in the
        row, which is used up but for `row`. `events`: so many cards are left in the event deck."""
        setup = settled(seats, options)
        state = new(setup)._replace(phase=int(Phase.ACTION), turn=9, active=active)
        state = state._replace(lines=(tuple(fd), tuple(jr), tuple(tortuga)), boats=boats, chests=tuple(chests))
        state = state._replace(brethren=tuple(range(seats)), stars=setup.starred or (1 << setup.stars) - 1)
        self.faces: dict[int, int] = {}
        state = self._keep(state, kept or {})
        state = self._votes(state, hands or {}, list(deck))
        state = self._events(state, list(row), last, sudden, events)
        state = self._loyalties(state, list(flags))
        self.draw = Still()
        self.table = LocalTable(GAME, GAME.unpack(state), seats, self.draw)
        self.table.faces.update(self.faces)
        for seat in range(seats):
            shown = GAME.shown(self.table.state, seat)
            self.table.known[seat].update((handle, self.faces[handle]) for handle in shown)
        self.records: list[Record] = []

    def _keep(self, state: State, kept: Mapping[int, Sequence[int]]) -> State:
        cards = tuple(tuple(sorted(kept.get(seat, ()))) for seat in range(state.setup.seats))
        code = 2 if any(c.CODE in held for held in cards) else 0
        return state._replace(kept=cards, code=code)

    def _votes(self, state: State, hands: Mapping[int, Sequence[int]], deck: list[int]) -> State:
        left = list(c.VOTE_DECK)
        for face in [*deck, *(face for hand in hands.values() for face in hand)]:
            left.remove(face)
        held, seen, handle = list[tuple[int, ...]](), list(state.seen), 0
        for seat in range(state.setup.seats):
            size = HAND + (c.DORADO in state.kept[seat])
            hand = hands.get(seat, ())
            faces = list(hand) if seat in hands else [left.pop() for _ in range(size)]
            held.append(tuple(range(handle, handle + len(faces))))
            for face in faces:
                self.faces[handle] = face
                seen[handle] = 1 << seat
                handle += 1
        self.faces.update(enumerate([*deck, *left], handle))
        return state._replace(hands=tuple(held), vote_deck=tuple(range(handle, len(c.VOTE_DECK))), seen=tuple(seen))

    def _events(self, state: State, row: list[int], last: bool, sudden: bool, events: int | None) -> State:
        left = list(in_play(state))
        left.remove(c.ARMADA)
        for face in [*row, *(face for cards in state.kept for face in cards)]:
            if face != c.ARMADA:
                left.remove(face)
        discards: list[int] = []
        if last or sudden:
            discards, left = sorted(left), []
        elif events is not None:
            wanted = ROW - len(row) + events
            discards, left = sorted(left[wanted:]), left[:wanted]
        cards = [*row, *left]
        handles = tuple(range(EVENT_FIRST, EVENT_FIRST + len(cards)))
        self.faces.update(zip(handles, cards, strict=True))
        laid = (*handles[:ROW], *(NOWHERE,) * (ROW - len(cards)))
        state = state._replace(row=laid, event_deck=handles[ROW:], discards=tuple(discards), sudden=int(sudden))
        return state._replace(armada=OUT if sudden else AMONG if last else 0)

    def _loyalties(self, state: State, flags: list[int]) -> State:
        """`flags` are the loyalties; where the table agreed on open ones they lie open, but for those given as -1."""
        box = Counter(c.loyalties(state.setup.seats)) - Counter(flags)
        hidden, nations = list(box.elements()), flags or [NOWHERE] * state.setup.seats
        shown = tuple(nations) if state.setup.loyalties else (NOWHERE,) * state.setup.seats
        if state.setup.loyalties and not flags:
            shown, hidden = tuple(hidden), []
        seen, loyal = list(state.seen), [NOWHERE] * state.setup.seats
        for seat, nation in enumerate(nations):
            if shown[seat] == NOWHERE:
                self.faces[LOYALTY_FIRST + seat] = nation if nation != NOWHERE else hidden.pop(0)
                loyal[seat], seen[LOYALTY_FIRST + seat] = LOYALTY_FIRST + seat, 1 << seat
        return state._replace(flags=shown, loyal=tuple(loyal), seen=tuple(seen))

    def changed(self, **fields: Any) -> Stage:
        """The same, but for these fields of the state."""
        self.table.state = GAME.unpack(GAME.pack(self.state._replace(**fields)))
        self.table.ask = GAME.asks(self.state)
        return self

    # --- going on ---

    @property
    def state(self) -> State:
        return self.table.state

    def do(self, *data: int, seat: int | None = None) -> Stage:
        """The asked seat decides, and the table goes on to the next decision."""
        (asked,) = deciders(self.table.ask)
        assert seat is None or seat == asked
        self.table.step({asked: Move(data)}, self.records.append)
        return self.run()

    def vote(self, *faces: int, two: Mapping[int, tuple[int, int]] | None = None) -> Stage:
        """The voters give these faces, by seat; `two` for somebody with El Dorado."""
        ask = self.table.ask
        assert isinstance(ask, Together)
        moves, left = {}, list(faces)
        for seat in ask.seats:
            given = (two or {}).get(seat) or (left.pop(0),)
            moves[seat] = Move((Do.VOTE,), (), tuple((handle, PILE) for handle in self._of(seat, given)))
        assert not left
        self.table.step(moves, self.records.append)
        return self.run()

    def _of(self, seat: int, faces: Sequence[int]) -> list[int]:
        found: list[int] = []
        for face in faces:
            hand = [card for card in self.state.hands[seat] if card not in found]
            found.append(next(card for card in hand if self.table.faces[card] == face))
        return sorted(found)

    def run(self) -> Stage:
        """Answers everything that no player decides."""
        while not deciders(self.table.ask) and self.state.phase != Phase.OVER:
            self.table.step(None, self.records.append)
        return self

    def legal(self, kind: int | None = None) -> list[tuple[int, ...]]:
        ask = self.table.ask
        assert isinstance(ask, Turn)
        moves = [move.data for move in self.table.moves(ask.seat)]
        return [data for data in moves if kind is None or data[0] == kind]

    def kinds(self) -> set[int]:
        return {data[0] for data in self.legal()}

    def said(self, kind: str) -> list[Record]:
        return [record for record in self.records if record.kind == kind]

    def turned_over(self) -> list[Any]:
        """The votes that were counted."""
        return [record.args["signs"] for record in self.said("vote")]

    def hand(self, seat: int) -> list[int]:
        return sorted(self.table.faces[card] for card in self.state.hands[seat])

    @property
    def phase(self) -> Phase:
        return Phase(self.state.phase)
