"""The second reading of protocol/tortuga1667.md: what a state is, and small questions about it (second_state.py)."""

from __future__ import annotations

from itertools import chain
from typing import Any

from tests.games.second_fields import SecondFields

FIELDS = (
    *("setup", "phase", "gone", "turn", "active", "second", "brethren", "lines", "boats", "powder", "chests", "stars"),
    *("row", "event_deck", "removed", "armada", "discards", "kept", "code", "scurvy", "vote_deck", "under", "hands"),
    *("loyal", "flags", "seen", "card", "slot", "actor", "other", "pair", "vote", "voters", "pile", "cards", "sudden"),
    *("notes", "winner"),
)
LOYALTIES = {
    2: (1, 1, 0),
    3: (1, 1, 1),
    4: (2, 2, 0),
    5: (2, 2, 1),
    6: (3, 3, 0),
    7: (3, 3, 1),
    8: (4, 4, 0),
    9: (4, 4, 1),
}
VOTES = [*(2, 2, 2, 3), *(3, 2, 2, 2), *(3, 3, 3, 3), 1, 1]
EVENTS = [3, 3, 3, 3] + [1] * 12
ALBATROSS, ATLANTIS, DORADO, FOUNTAIN, FACADE, FEVER, CODE, ARMADA = 2, 4, 5, 6, 11, 8, 12, 15
Ask = tuple[Any, ...]


def box(copies: list[int]) -> list[int]:
    return [face for face, number in enumerate(copies) for _ in range(number)]


def signs(face: int) -> list[int]:
    """Cannon, torch, water, British, French, skull, wheel."""
    if face >= 12:
        return [1, 1, 0, 2, 0, 2, 0] if face == 12 else [0, 0, 2, 0, 2, 0, 2]
    attack, flag, end = face // 4, face % 4 // 2, face % 2
    return [int(attack == 0), int(attack == 1), int(attack == 2), 1 - flag, flag, 1 - end, end]


def draws(things: int, count: int) -> list[int]:
    return [bound for bound in range(things, things - count, -1) if bound > 1]


def taken(things: list[int], places: list[int]) -> list[int]:
    left = list(things)
    return [left.pop(place) for place in places] + left


class Facts(SecondFields):
    """A state, field by field."""

    names = FIELDS
    setup: list[int]

    phase: int

    turn: int

    active: int
    second: int

    brethren: list[int]
    lines: list[list[int]]

    boats: list[int]
    powder: int

    chests: list[int]
    stars: int

    row: list[int]
    event_deck: list[int]

    removed: list[int]
    armada: int

    discards: list[int]
    kept: list[list[int]]

    code: int
    scurvy: int

    vote_deck: list[int]
    under: list[list[list[int]]]

    hands: list[list[int]]
    loyal: list[int]

    flags: list[int]
    seen: list[int]

    card: int
    slot: int

    actor: int
    other: int

    pair: list[int]
    vote: list[int]

    voters: list[int]
    pile: list[int]

    cards: list[int]
    sudden: int

    notes: list[list[int]]
    winner: int

    # --- small questions ---

    def around(self, seat: int, step: int) -> int:
        seat = (seat + step) % self.setup[0]
        return seat if seat in self.seats else self.around(seat, step)

    def others(self, seat: int) -> list[int]:
        return [other for other in self.seats if other != seat]

    def place(self, seat: int) -> int:
        for place, line in enumerate(self.lines):
            if seat in line:
                return place
        return 3 + self.boats.index(seat) if seat in self.boats else -1

    def company(self, seat: int) -> list[int]:
        place = self.place(seat)
        return self.lines[place] if 0 <= place <= 2 else [seat]

    def holder(self, card: int) -> int:
        return next((seat for seat, cards in enumerate(self.kept) if card in cards), -1)

    def in_play(self) -> list[int]:
        few = self.setup[0] <= 3
        return [
            face
            for face in box(EVENTS)
            if not (7 <= face <= 14 and not self.stars >> face - 7 & 1) and not (few and face == ALBATROSS)
        ]

    def hidden_row(self) -> list[int]:
        return [card for card in self.row if card >= 0]

    def numbers(self, hidden: list[int], count: int) -> list[int]:
        """What is mixed keeps its numbers, what lay open gets the lowest free ones."""
        used = {*hidden, *self.event_deck, *self.removed}
        free = [card for card in range(32, 56) if card not in used]
        return sorted(hidden + free[: count - len(hidden)])

    def free_votes(self, count: int) -> list[int]:
        used = {*self.vote_deck, *self.pile, *chain(*self.hands), *chain(*(cards for cards, _ in self.under))}
        return [card for card in range(32) if card not in used][:count]

    def lay(self, deck: list[int]) -> None:
        self.row, self.event_deck = [*deck, *[-1] * 5][:5], deck[5:]

    def may_use_atlantis(self) -> bool:
        owner = self.holder(ATLANTIS)
        place = self.place(owner) if owner >= 0 else -1
        return place in (0, 1) and len(self.lines[1 - place]) < 5

    def voices(self, kind: int, place: int) -> list[int]:
        return self.lines[place][1:] if kind == 1 else self.lines[place]

    # --- who has seen what ---

    def unseen(self, cards: list[int]) -> None:
        for card in cards:
            self.seen[card] = 0

    def show(self, cards: list[int], seat: int) -> None:
        for card in cards:
            self.seen[card] |= 1 << seat

    def owned(self, seat: int, cards: list[int]) -> None:
        for card in cards:
            self.seen[card] = 1 << seat

    def note(self, kind: int, seat: int, *numbers: int) -> None:
        self.notes = [*self.notes, [self.turn, kind, seat, *numbers]][-200:]

    # --- the map ---

    def lift(self, seat: int) -> None:
        self.lines = [[pawn for pawn in line if pawn != seat] for line in self.lines]
        self.boats = [-1 if pawn == seat else pawn for pawn in self.boats]

    def walk(self, seat: int, place: int) -> None:
        self.lift(seat)
        if place < 3:
            self.lines[place].append(seat)
        else:
            self.boats[place - 3] = seat

    def birds(self) -> None:
        for ship in (0, 1):
            crew = self.lines[ship]
            if sum(self.kept[seat].count(ALBATROSS) for seat in crew) > 1:
                self.lines[2] += crew[::-1]
                self.lines[ship] = []

    def carry(self, source: int, target: int) -> None:
        self.chests[source] -= 1
        self.chests[target] += 1

    def riches(self) -> tuple[int, int]:
        return sum(self.chests[1::2]), sum(self.chests[2::2])

    def throw(self, seat: int, card: int) -> None:
        self.kept[seat].remove(card)
        self.discards = sorted([*self.discards, card])

    def keep(self, seat: int, card: int) -> None:
        self.kept[seat] = sorted([*self.kept[seat], card])
