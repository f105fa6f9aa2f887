"""protocol/tortuga1667.md read a second time: states as plain lists, from that chapter and the rules in docs/ alone.

Shares no code with the game. `ask` says what the table is asked, `take` what an answer makes of the state, `leave` what
is left of it without somebody. `test_second_state.py` plays both side by side. Which moves are legal is another
question: `oracle.py` answers it.
"""

from __future__ import annotations

from itertools import chain
from typing import Any

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


def plain(value: Any) -> Any:
    """Lists all the way down."""
    return [plain(one) for one in value] if isinstance(value, (list, tuple)) else value


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


class Second:
    """A state, field by field."""

    setup: list[int]
    phase: int
    gone: int
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

    def __init__(self, value: Any) -> None:
        for name, field in zip(FIELDS, plain(value), strict=True):
            setattr(self, name, field)

    @classmethod
    def begin(cls, setup: list[int]) -> Second:
        """The state before anything was asked."""
        seats, chosen = setup[0], setup[8]
        nobody = [-1] * seats
        value = [
            setup,
            0 if chosen else 1,
            0,
            0,
            0,
            0,
            nobody,
            [[], [], []],
            [-1, -1],
            0,
            [4, 0, 0, 0, 0, 1, 1],
            setup[2],
        ]
        value += [[-1] * 5, [], [], 0, [], [[]] * seats, 0, 0, [], [], [[]] * seats, nobody, nobody, [0] * 65]
        value += [-1, -1, -1, -1, [], [], [], [], [], 0, [], -1]
        state = cls(value)
        if not chosen and not state.bounds():
            state.to_mixes()
        return state

    def value(self) -> list[Any]:
        return [plain(getattr(self, name)) for name in FIELDS]

    # --- small questions ---

    @property
    def seats(self) -> list[int]:
        return [seat for seat in range(self.setup[0]) if not self.gone >> seat & 1]

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

    # --- what is asked ---

    def ask(self) -> Ask:
        phase = self.phase
        if phase in (7, 8, 12, 15, 28):
            return "Turn", self.actor
        match phase:
            case 0:
                return "Turn", self.chooser()
            case 1:
                return "Chance", self.bounds()
            case 2:
                return "Mix", [], self.rest(), [56 + seat for seat in self.secret()], self.seats
            case 3:
                return "Mix", [], box(VOTES), [*range(32)], self.seats
            case 4:
                faces = self.in_play()[:-1]
                return "Mix", [], faces, [*range(32, 32 + len(faces))], self.seats
            case 5:
                return "Deal", [[seat, votes + loyal] for seat, votes, loyal in self.dealt()]
            case 6:
                return "Chance", [len(self.waiting())]
            case 9:
                return "Turn", self.holder(ATLANTIS)
            case 10 | 13:
                return "Turn", self.active
            case 11:
                return "Look", [[self.active, [self.row[slot] for slot in self.pair]]]
            case 14:
                return "Open", [self.row[self.slot]]
            case 16:
                return "Turn", self.other
            case 17:
                return "MixHands", [[self.other, self.hands[self.other], self.hands[self.other]]]
            case 18:
                return "Chance", [len(self.hands[self.other])]
            case 19:
                return "Give", [[self.pile[0], -1]]
            case 20 if self.vote_deck:
                return "Deal", [[self.other, self.vote_deck[:1]]]
            case 21:
                return "Give", [[self.loyal[seat], -1] for seat in self.two() if self.loyal[seat] >= 0]
            case 22:
                shown = [self.flags[seat] for seat in self.two() if self.flags[seat] >= 0]
                return "Mix", self.pile, shown, [56 + seat for seat in self.two()], self.seats
            case 23:
                return "Deal", [[seat, [card]] for seat, card in self.back()]
            case 24:
                return "Chance", [2]
            case 25:
                return "Give", [[card, -1] for card in self.hands[self.other]]
            case 26:
                return "Mix", *self.whole_deck(), self.seats
            case 27:
                return "Look", [[self.actor, self.vote_deck]]
            case 29:
                return "Deal", [[self.other, self.pile]]
            case 30:
                return "Mix", self.vote_deck, [], self.vote_deck, self.seats
            case 31:
                return "Chance", draws(len(self.company(self.actor)), len(self.company(self.actor)))
            case 32:
                hidden = self.hidden_row()
                return "Mix", hidden, [ARMADA], self.numbers(hidden, len(hidden) + 1), self.seats
            case 33 | 34:
                hidden = self.hidden_row() + self.event_deck
                return "Mix", hidden, self.discards, self.numbers(hidden, len(hidden + self.discards)), self.seats
            case 35:
                return "MixHands", [[seat, self.hands[seat], self.hands[seat]] for seat in self.mixers()]
            case 36:
                return "Together", self.voters
            case 37 if self.vote_deck:
                cards = [*self.pile, self.vote_deck[0]]
                return "Mix", cards, [], sorted(cards), self.seats
            case 38:
                return "Open", self.pile
            case 39:
                return "Turn", self.vote[2]
            case 40 if len(self.vote_deck) >= len(self.voters):
                return "Deal", [[seat, [card]] for seat, card in sorted(self.drawers())]
            case 41:
                return "Open", [self.loyal[seat] for seat in self.seats if self.loyal[seat] >= 0]
            case 42:
                return self.over()
        return "Mix", *self.layer(), self.seats

    def over(self) -> Ask:
        british, french = self.riches()
        points = [british, french, british if self.winner == 2 else 0, 0]
        sides = [flag if flag >= 0 else 3 for flag in self.flags]
        winners = [seat for seat in self.seats if sides[seat] == self.winner != 3]
        return "Over", [points[side] for side in sides], winners, sides

    def take(self, answer: Any) -> None:
        """`answer`: numbers drawn, faces opened, [data, opens, gives, faces] of a move, a list of these, or nothing."""
        if self.phase in (0, 7, 8, 9, 10, 12, 13, 15, 16, 28, 39):
            answer = answer[0]
        getattr(self, f"_take_{self.phase}")(answer)

    # --- setup ---

    def chooser(self) -> int:
        return next((seat for seat in self.seats if self.brethren[seat] < 0), -1)

    def _take_0(self, data: list[int]) -> None:
        self.brethren[self.chooser()] = data[1]
        self.choosing()

    def choosing(self) -> None:
        left = [pawn for pawn in range(9) if pawn not in self.brethren]
        if self.chooser() >= 0 and len(left) == 1:
            self.brethren[self.chooser()] = left[0]
        if self.chooser() < 0:
            self.phase = 1
            if not self.bounds():
                self.to_mixes()

    def parts(self) -> list[list[int]]:
        here, wanted, kind = len(self.seats), self.wanted(), self.setup[5]
        return [
            draws(len(self.pool()), wanted) if wanted < len(self.pool()) else [],
            [[], draws(here, 2), draws(self.setup[0], self.setup[0])][kind],
            [] if self.setup[8] else draws(9, here),
            [] if self.setup[7] else draws(here, here),
        ]

    def wanted(self) -> int:
        return self.setup[1] - self.setup[2].bit_count()

    def pool(self) -> list[int]:
        left = [star for star in range(8) if not self.setup[2] >> star & 1]
        usual = [star for star in left if star not in (FACADE - 7, FEVER - 7)]
        return usual if self.setup[0] <= 3 and len(usual) >= self.wanted() else left

    def bounds(self) -> list[int]:
        return [*chain(*self.parts())]

    def _take_1(self, values: list[int]) -> None:
        numbers = iter(values)
        stars, flags, pawns, order = ([next(numbers) for _ in part] for part in self.parts())
        for star in taken(self.pool(), stars)[: self.wanted()]:
            self.stars |= 1 << star
        if self.setup[5] == 1:
            british, french = taken(self.seats, flags)[:2]
            self.flags[british], self.flags[french] = 0, 1
            if len(self.rest()) == 1:
                self.flags = [self.rest()[0] if flag < 0 else flag for flag in self.flags]
        if self.setup[5] == 2:
            self.flags = taken(box([*LOYALTIES[self.setup[0]]]), flags)
        if not self.setup[8]:
            for seat, pawn in zip(self.seats, taken([*range(9)], pawns), strict=False):
                self.brethren[seat] = pawn
        if not self.setup[7]:
            line = taken(self.seats, order)
            self.lines = [line[::2], line[1::2], []]
        self.to_mixes()

    def secret(self) -> list[int]:
        return [seat for seat, flag in enumerate(self.flags) if flag < 0]

    def rest(self) -> list[int]:
        left = box([*LOYALTIES[self.setup[0]]])
        for flag in self.flags:
            if flag >= 0:
                left.remove(flag)
        return left

    def to_mixes(self) -> None:
        self.phase = 2 if self.secret() else 3

    def _take_2(self, _: object) -> None:
        self.pile, self.phase = [56 + seat for seat in self.secret()], 3

    def _take_3(self, _: object) -> None:
        self.vote_deck, self.phase = [*range(32)], 4

    def _take_4(self, _: object) -> None:
        every = [*range(32, 32 + len(self.in_play()) - 1)]
        deck = every[: len(every) - self.setup[3]]
        self.removed = every[len(deck) :]
        self.lay(deck)
        self.phase = 32 if len(deck) < 5 else 5

    def lay(self, deck: list[int]) -> None:
        self.row, self.event_deck = [*deck, *[-1] * 5][:5], deck[5:]

    def dealt(self) -> list[tuple[int, list[int], list[int]]]:
        secret = self.secret()
        return [
            (seat, self.vote_deck[3 * at : 3 * at + 3], [56 + seat] if seat in secret else [])
            for at, seat in enumerate(self.seats)
        ]

    def _take_5(self, _: object) -> None:
        for seat, votes, loyal in self.dealt():
            self.hands[seat] = votes
            self.show(votes + loyal, seat)
        for card in self.pile:
            self.loyal[card - 56] = card
        self.vote_deck, self.pile = self.vote_deck[3 * len(self.seats) :], []
        if self.setup[7]:
            self.chests = [0, 3, 0, 0, 3, 1, 1]
            self.to_pawn()
        else:
            self.to_hold()

    def waiting(self) -> list[int]:
        return [seat for seat in self.seats if self.place(seat) < 0]

    def to_pawn(self) -> None:
        waiting, self.actor = self.waiting(), -1
        if len(waiting) > 1:
            self.phase = 6
        elif waiting:
            self.phase, self.actor = 7, waiting[0]
        else:
            self.lines = [[seat for seat in line if seat >= 0] for line in self.lines]
            self.start()

    def _take_6(self, numbers: list[int]) -> None:
        self.actor, self.phase = self.waiting()[numbers[0]], 7

    def _take_7(self, data: list[int]) -> None:
        _, where, slot = data
        line = self.lines[where]
        line += [-1] * (slot + 1 - len(line))
        line[slot] = self.actor
        self.to_pawn()

    def to_hold(self) -> None:
        self.actor = -1
        while sum(self.chests) < 8:
            ship = 0 if sum(self.chests) == 6 else 1
            if self.lines[ship]:
                self.phase, self.actor = 8, self.lines[ship][0]
                return
            self.chests[0] += 1
        self.start()

    def _take_8(self, data: list[int]) -> None:
        ship = self.place(self.actor)
        self.note(7, self.actor, ship, data[1])
        self.chests[1 + 2 * ship + data[1]] += 1
        self.to_hold()

    def start(self) -> None:
        self.actor = -1
        self.begin_turn(next(self.lines[place][0] for place in (1, 0, 2) if self.lines[place]))

    # --- turns ---

    def is_used_up(self) -> bool:
        return self.row == [-1] * 5 and not self.event_deck

    def laid_out(self) -> bool:
        """Whether there is something to mix first; else a row that is used up is filled with what needs no mixing."""
        if not self.is_used_up():
            return True
        if self.armada == 1:
            self.lay(self.removed)
            self.removed = []
        elif len(self.discards) > 1:
            self.phase = 34
            return False
        elif self.discards:
            self.row[0], self.discards = -2 - self.discards[0], []
        return True

    def begin_turn(self, seat: int) -> None:
        self.active, self.second = seat, 0
        if not self.laid_out():
            return
        if self.may_use_atlantis():
            self.phase = 9
        else:
            self.take_up()

    def take_up(self) -> None:
        if self.scurvy >> self.active & 1:
            self.scurvy -= 1 << self.active
            self.begin_turn(self.around(self.active, 1))
            return
        self.turn += 1
        self.to_action()

    def to_action(self) -> None:
        if self.laid_out():
            self.phase = 10

    def end_action(self) -> None:
        if self.setup[0] == 2 and not self.second:
            self.second = 1
            self.to_action()
        else:
            self.begin_turn(self.around(self.active, 1))

    def _take_9(self, data: list[int]) -> None:
        seat = self.holder(ATLANTIS)
        if data == [11]:
            self.throw(seat, ATLANTIS)
            self.note(15, seat)
            self.walk(seat, 1 - self.place(seat))
            self.birds()
        self.take_up()

    def _take_10(self, data: list[int]) -> None:
        kind, *numbers = data
        seat = self.active
        match kind:
            case 0:
                self.note(0, seat, *numbers)
                self.pair, self.phase = numbers, 11
            case 1:
                self.reveal(seat, numbers[0])
            case 2:
                self.note(2, seat, *numbers)
                self.actor, self.pair, self.phase = numbers[0], numbers[1:], 12
            case 3:
                self.note(3, seat, *numbers)
                self.walk(seat, numbers[0])
                self.birds()
                self.end_action()
            case 4:
                self.note(4, seat, *numbers)
                self.walk(*numbers)
                self.birds()
                self.throw(seat, 0)
                self.end_action()
            case 6:
                self.note(5, seat, *numbers)
                self.maroon(numbers[0])
            case 8:
                ship, nation = self.place(seat), numbers[0]
                self.note(6, seat, ship, nation)
                self.carry(1 + 2 * ship + nation, 2 + 2 * ship - nation)
                if not self.is_won():
                    self.end_action()
            case 10:
                self.end_action()
            case _:
                self.hold_vote({5: 0, 7: 1, 9: 2}[kind], self.place(seat), seat)

    def _take_11(self, _: object) -> None:
        self.show([self.row[slot] for slot in self.pair], self.active)
        self.pair = []
        self.end_action()

    def _take_12(self, data: list[int]) -> None:
        if data == [14] and self.active in self.seats:
            self.phase = 13
        else:
            self.reveal(self.actor, self.pair[0] if data == [14] else data[1])

    _take_13 = _take_12

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

    # --- the end ---

    def is_won(self) -> bool:
        """In sudden death, after a whole effect."""
        british, french = self.riches()
        if not self.sudden or british == french:
            return False
        self.finish(0 if british > french else 1)
        return True

    def finish(self, winner: int) -> None:
        if self.card not in (-1, ARMADA):
            self.discards = sorted([*self.discards, self.card])
        self.clear()
        self.winner = winner
        self.phase = 41 if any(self.loyal[seat] >= 0 for seat in self.seats) else 42

    def clear(self) -> None:
        self.card = self.slot = self.actor = self.other = -1
        self.pair, self.vote, self.voters = [], [], []

    def _take_41(self, faces: list[int]) -> None:
        shown = [seat for seat in self.seats if self.loyal[seat] >= 0]
        for seat, face in zip(shown, faces, strict=True):
            if face >= 0:
                self.unseen([self.loyal[seat]])
                self.flags[seat], self.loyal[seat] = face, -1
        self.phase = 42

    # --- events ---

    def reveal(self, seat: int, slot: int) -> None:
        self.actor, self.slot, self.pair = seat, slot, []
        if self.row[slot] < 0:
            self.lie_open(-2 - self.row[slot])
        else:
            self.phase = 14

    def _take_14(self, faces: list[int]) -> None:
        self.unseen([self.row[self.slot]])
        self.lie_open(faces[0])

    def lie_open(self, face: int) -> None:
        self.note(1, self.actor, self.slot, face, self.active if self.active != self.actor else -1)
        self.row[self.slot], self.card = -1, face
        self.effect()

    def effect(self) -> None:
        me = self.actor
        others = self.others(me)
        match self.card:
            case 0 if not self.passengers():
                self.on_card([15])
            case 7 if self.powder == 3:
                self.finish_card()
            case 7 if self.powder:
                self.on_card([18, 2 - self.powder])
            case 0 | 7 | 9:
                self.phase = 15
            case 1 | 4 | 5 | 6 | 8 if len(others) == 1:
                self.on_card([{1: 16, 8: 19}.get(self.card, 17), others[0]])
            case 1 | 4 | 5 | 6 | 8:
                self.phase = 15
            case 2:
                self.keep(me, ALBATROSS)
                self.birds()
                self.finish_card(stays=True)
            case 3:
                self.maroon(me)
            case 10:
                self.phase = 31
                if len(self.company(me)) < 2:
                    self.finish_card()
            case 11:
                swap = {me: self.around(me, -1), self.around(me, -1): me}
                self.lines = [[swap.get(seat, seat) for seat in line] for line in self.lines]
                self.boats = [swap.get(seat, seat) for seat in self.boats]
                self.birds()
                self.finish_card()
            case 12:
                self.keep(me, CODE)
                self.code = 2
                self.finish_card(stays=True)
            case 13:
                for seat in self.company(me):
                    self.scurvy |= 1 << seat
                self.finish_card()
            case 14:
                self.storm(self.place(me))
            case 15:
                self.end_or_go_on()

    def storm(self, place: int) -> None:
        if place == 2:
            self.chests[5:] = [1, 1]
        elif place < 2:
            at = 1 + 2 * place
            self.chests[0] += self.chests[at] + self.chests[at + 1]
            self.chests[at] = self.chests[at + 1] = 0
        if not self.is_won():
            self.finish_card()

    def end_or_go_on(self) -> None:
        """The Armada."""
        self.armada = 2
        british, french = self.riches()
        if british != french:
            self.finish(0 if british > french else 1)
        elif self.setup[0] % 2:
            self.finish(2)
        else:
            self.clear()
            self.sudden = 1
            if len([card for card in self.row if card != -1] + self.event_deck + self.discards) > 1:
                self.phase = 33
            else:
                self.end_action()

    def passengers(self) -> bool:
        ashore = self.lines[2] or self.boats != [-1, -1]
        return bool(ashore) and min(len(self.lines[0]), len(self.lines[1])) < 5

    def _take_15(self, data: list[int]) -> None:
        self.on_card(data)

    def on_card(self, data: list[int]) -> None:
        kind, *numbers = data
        me = self.actor
        match kind:
            case 4:
                self.note(4, me, *numbers)
                self.walk(*numbers)
                self.birds()
                self.finish_card()
            case 15:
                self.keep(me, 0)
                self.finish_card(stays=True)
            case 16:
                self.note(10, me, *numbers)
                self.maroon(numbers[0])
            case 17:
                self.note(11, me, *numbers, self.card)
                if self.card == DORADO:
                    self.ready(1)
                    self.other, self.phase = numbers[0], 20
                else:
                    self.keep(numbers[0], self.card)
                    self.finish_card(stays=True)
            case 18:
                boat = numbers[0]
                self.note(12, me, boat)
                self.powder |= 1 << boat
                if self.boats[boat] >= 0:
                    self.walk(self.boats[boat], 2)
                self.finish_card()
            case 19:
                self.note(13, me, *numbers)
                self.other = numbers[0]
                hidden = [seat for seat in self.two() if self.loyal[seat] >= 0]
                self.phase = 24 if self.setup[5] == 2 else 21 if hidden else 22
            case 20:
                self.note(14, me, *numbers)
                self.other = numbers[0]
                self.phase = 25
                if not self.hands[self.other]:
                    self.finish_card()

    def finish_card(self, *, stays: bool = False) -> None:
        if not stays:
            self.discards = sorted([*self.discards, self.card])
        last = not self.event_deck and self.armada == 0
        if self.event_deck:
            self.row[self.slot] = self.event_deck.pop(0)
        self.card = self.slot = self.actor = self.other = -1
        if last:
            self.phase = 32
        else:
            self.end_action()

    def _take_32(self, _: object) -> None:
        cards = self.numbers(self.hidden_row(), len(self.hidden_row()) + 1)
        self.unseen(cards)
        self.lay(cards)
        self.armada = 1
        if self.turn:
            self.end_action()
        else:
            self.phase = 5

    def _take_33(self, _: object) -> None:
        sudden = self.phase == 33
        hidden = self.hidden_row() + self.event_deck
        cards = self.numbers(hidden, len(hidden) + len(self.discards))
        self.unseen(cards)
        self.lay(cards)
        self.discards, self.armada = [], 2
        if sudden:
            self.end_action()
        elif self.second:
            self.to_action()
        else:
            self.begin_turn(self.active)

    _take_34 = _take_33

    def _take_31(self, numbers: list[int]) -> None:
        line = self.company(self.actor)
        self.lines[self.place(self.actor)] = taken(line, numbers)
        self.finish_card()

    def _take_20(self, _: object) -> None:
        if not self.vote_deck:
            self.take_layer(1)
            return
        seat, card = self.other, self.vote_deck.pop(0)
        self.hands[seat] = sorted([*self.hands[seat], card])
        self.show([card], seat)
        self.keep(seat, DORADO)
        self.finish_card(stays=True)

    # --- Cabin Fever and Crow's Nest ---

    def two(self) -> list[int]:
        return sorted([self.actor, self.other])

    def back(self) -> list[tuple[int, int]]:
        return [(seat, 56 + seat) for seat in self.two() if seat in self.seats and 56 + seat in self.pile]

    def _take_21(self, _: object) -> None:
        self.pile = [self.loyal[seat] for seat in self.two() if self.loyal[seat] >= 0]
        self.loyal = [-1 if card in self.pile else card for card in self.loyal]
        self.phase = 22

    def _take_22(self, _: object) -> None:
        for seat in self.two():
            self.flags[seat] = -1
        self.pile, self.phase = [56 + seat for seat in self.two()], 23
        self.unseen(self.pile)

    def _take_23(self, _: object) -> None:
        for seat, card in self.back():
            self.owned(seat, [card])
        self.put_back()

    def put_back(self) -> None:
        for card in self.pile:
            self.loyal[card - 56] = card
        self.pile = []
        self.finish_card()

    def _take_24(self, numbers: list[int]) -> None:
        one, other = self.two()
        if numbers == [1]:
            self.flags[one], self.flags[other] = self.flags[other], self.flags[one]
        self.finish_card()

    def _take_25(self, _: object) -> None:
        self.pile, self.hands[self.other], self.phase = self.hands[self.other], [], 26

    def whole_deck(self) -> tuple[list[int], list[int], list[int]]:
        hidden, shown = self.vote_deck + self.pile, list[int]()
        for cards, faces in self.under:
            hidden, shown = hidden + cards, shown + faces
        return hidden, sorted(shown), sorted(hidden + self.free_votes(len(shown)))

    def _take_26(self, _: object) -> None:
        *_, into = self.whole_deck()
        self.unseen(into)
        self.vote_deck, self.under, self.pile = into, [], into[: len(self.pile)]
        self.phase = 27 if self.actor in self.seats else 29

    def _take_27(self, _: object) -> None:
        self.show(self.vote_deck, self.actor)
        self.phase = 28

    def _take_28(self, data: list[int]) -> None:
        self.pile, self.phase = data[1:], 29

    def _take_29(self, _: object) -> None:
        self.show(self.pile, self.other)
        self.vote_deck = [card for card in self.vote_deck if card not in self.pile]
        self.hands[self.other], self.pile, self.phase = self.pile, [], 30

    def _take_30(self, _: object) -> None:
        self.unseen(self.vote_deck)
        self.finish_card()

    # --- being marooned ---

    def maroon(self, seat: int) -> None:
        self.other = seat
        if FOUNTAIN in self.kept[seat]:
            self.phase = 16
        else:
            self.carry_out()

    def _take_16(self, data: list[int]) -> None:
        if data == [11]:
            self.throw(self.other, FOUNTAIN)
            self.note(16, self.other)
            self.go_on()
        else:
            self.carry_out()

    def carry_out(self) -> None:
        seat, was = self.other, self.place(self.other)
        self.walk(seat, 2)
        if was != 2 or not self.hands[seat]:
            self.go_on()
        elif len(self.hands[seat]) > 1:
            self.phase = 17
        else:
            self.pile, self.phase = list(self.hands[seat]), 19

    def go_on(self) -> None:
        if self.vote:
            self.other = -1
            self.settle()
        elif self.card >= 0:
            self.finish_card()
        else:
            self.other = -1
            self.end_action()

    def _take_17(self, _: object) -> None:
        self.owned(self.other, self.hands[self.other])
        self.phase = 18

    def _take_18(self, numbers: list[int]) -> None:
        self.pile, self.phase = [self.hands[self.other][numbers[0]]], 19

    def _take_19(self, _: object) -> None:
        self.hands[self.other] = [card for card in self.hands[self.other] if card not in self.pile]
        self.under.append([self.pile, []])
        self.pile = []
        self.go_on()

    # --- the vote deck ---

    def ready(self, need: int) -> None:
        while len(self.vote_deck) < need and self.under and not self.under[0][1]:
            self.vote_deck += self.under.pop(0)[0]

    def layer(self) -> tuple[list[int], list[int], list[int]]:
        cards, faces = self.under[0]
        return cards, faces, sorted(cards + self.free_votes(len(faces)))

    def take_layer(self, need: int) -> None:
        *_, into = self.layer()
        self.unseen(into)
        self.vote_deck += into
        self.under.pop(0)
        self.ready(need)

    def bury(self, faces: list[int]) -> None:
        if len(faces) == 1 and self.under:
            self.under[-1][1] = sorted(self.under[-1][1] + faces)
        elif len(faces) == 1:
            self.under.append([[self.vote_deck.pop()], faces])
        else:
            self.under.append([[], faces])

    # --- votes ---

    def hold_vote(self, kind: int, place: int, caller: int) -> None:
        code, group = self.holder(CODE), self.voices(kind, place)
        self.vote = [kind, place, caller, int(code in group), 0]
        self.voters = sorted(seat for seat in group if seat != code and self.hands[seat])
        self.to_vote()

    def mixers(self) -> list[int]:
        return [seat for seat in self.voters if len(self.hands[seat]) > 1]

    def to_vote(self) -> None:
        if self.voters:
            self.phase = 35 if self.mixers() else 36
        else:
            self.to_ballot()

    def _take_35(self, _: object) -> None:
        for seat in self.mixers():
            self.owned(seat, self.hands[seat])
        self.phase = 36

    def _take_36(self, answers: list[Any]) -> None:
        for seat, (_, _opens, gives, _faces) in zip(self.voters, answers, strict=True):
            given = [card for card, _ in gives]
            self.hands[seat] = [card for card in self.hands[seat] if card not in given]
            self.pile = sorted(self.pile + given)
            if len(given) == 2:
                self.throw(seat, DORADO)
        self.to_ballot()

    def to_ballot(self) -> None:
        self.ready(1)
        self.phase = 37
        if not self.pile and self.vote_deck:
            self.to_count()

    def _take_37(self, _: object) -> None:
        if self.vote_deck:
            self.to_count()
            return
        self.take_layer(1)
        if not self.pile:
            self.to_count()

    def to_count(self) -> None:
        self.pile = sorted([*self.pile, self.vote_deck.pop(0)])
        if len(self.pile) > 1:
            self.unseen(self.pile)
        self.phase = 38

    def _take_38(self, faces: list[int]) -> None:
        self.unseen(self.pile)
        self.cards, self.pile = sorted(faces), []
        cannon, torch, water, british, french, skull, wheel = (
            sum(sign) for sign in zip(*map(signs, faces), strict=True)
        )
        kind, place, caller, *_ = self.vote
        won = int(cannon > 0 and torch > water) if kind == 0 else int(skull > wheel)
        if kind == 2:
            won = 1 + (british > french) - (british < french)
        self.note(8, caller, kind, place, won, len(self.voters), *self.voters, *self.cards)
        if kind == 2:
            self.chests[5:] = [won, 2 - won]
            if not self.is_won():
                self.settle()
        elif not won:
            self.settle()
        elif kind == 0:
            self.phase = 39
        else:
            self.maroon(self.lines[place][0])

    def _take_39(self, data: list[int]) -> None:
        _, source, nation = data
        _, ship, caller, *_ = self.vote
        self.note(9, caller, source, ship, nation)
        self.carry(source, 1 + 2 * ship + nation)
        if not self.is_won():
            self.settle()

    def settle(self) -> None:
        if self.vote[3]:
            self.code -= 1
            if not self.code:
                self.throw(self.holder(CODE), CODE)
        self.bury(self.cards)
        self.cards = []
        self.to_draw()

    def to_draw(self) -> None:
        if self.voters:
            self.ready(len(self.voters))
            self.phase = 40
        else:
            self.close()

    def drawers(self) -> list[tuple[int, int]]:
        order = sorted(self.voters, key=lambda seat: (seat - self.vote[2]) % self.setup[0])
        return list(zip(order, self.vote_deck, strict=False))

    def _take_40(self, _: object) -> None:
        if len(self.vote_deck) < len(self.voters):
            self.take_layer(len(self.voters))
            return
        for seat, card in self.drawers():
            self.hands[seat] = sorted([*self.hands[seat], card])
            self.show([card], seat)
        self.vote_deck, self.voters = self.vote_deck[len(self.voters) :], []
        self.close()

    def close(self) -> None:
        kind, place, caller, _, again = self.vote
        if again:
            self.hold_vote(kind, place, caller)
        else:
            self.vote, self.voters = [], []
            self.end_action()

    # --- leaving ---

    def leave(self, seat: int) -> None:
        if self.phase == 42:
            return
        captain = self.lines[self.vote[1]][:1] if self.vote[:1] == [1] else []
        self.take_off(seat)
        if len(self.seats) < 2:
            gone, self.gone = self.gone, 0
            self.__dict__ |= Second.begin(self.setup).__dict__
            self.phase, self.gone, self.winner, self.stars = 42, gone, 3, 0
            return
        held = {*chain(*self.hands), *(self.loyal[other] for other in self.seats)}
        self.seen = [mask & ~self.gone if card in held else 0 for card, mask in enumerate(self.seen)]
        if self.vote and self.phase != 16:
            self.leave_vote(seat, seat in (self.vote[2], *captain))
        else:
            getattr(self, f"_leave_{self.phase}", lambda _: None)(seat)

    def take_off(self, seat: int) -> None:
        if self.phase in (6, 7):
            self.lines = [[-1 if pawn == seat else pawn for pawn in line] for line in self.lines]
            for line in self.lines[:2]:
                while line and line[-1] < 0:
                    line.pop()
            self.lines[2] = [pawn for pawn in self.lines[2] if pawn >= 0]
        else:
            self.lift(seat)
        if CODE in self.kept[seat]:
            self.code = 0
        self.discards = sorted(self.discards + self.kept[seat])
        if self.hands[seat]:
            self.vote_deck = sorted(self.vote_deck + self.hands[seat])
        self.kept[seat], self.hands[seat] = [], []
        self.gone |= 1 << seat
        self.scurvy &= ~self.gone

    def _leave_0(self, _: int) -> None:
        self.choosing()

    def _leave_6(self, seat: int) -> None:
        if self.phase == 6 or self.actor == seat:
            self.to_pawn()

    _leave_7 = _leave_6

    def _leave_8(self, seat: int) -> None:
        if self.actor == seat:
            self.to_hold()

    def skip(self, seat: int) -> None:
        """The leaver's turn falls away."""
        if self.active == seat:
            self.turn -= self.phase not in (9, 34)
            self.pair = []
            self.begin_turn(self.around(seat, 1))

    _leave_11 = _leave_34 = skip

    def _leave_9(self, seat: int) -> None:
        if self.active == seat:
            self.skip(seat)
        elif not self.may_use_atlantis():
            self.take_up()

    def _leave_10(self, seat: int) -> None:
        if self.active == seat:
            self.skip(seat)
        elif self.pair:
            self.name_another()

    def name_another(self) -> None:
        self.phase, self.actor = 10, -1
        if len(self.others(self.active)) == 1:
            self.phase, self.actor = 12, self.others(self.active)[0]

    def _leave_12(self, seat: int) -> None:
        if self.actor == seat and self.active in self.seats:
            self.name_another()
        elif self.actor == seat:
            self.actor = -1
            self.skip(self.active)
        elif self.active == seat:
            self.phase = 12

    _leave_13 = _leave_12

    def _leave_14(self, seat: int) -> None:
        if self.actor == seat:
            self.actor = self.slot = -1
            self.end_action()

    def _leave_15(self, seat: int) -> None:
        if self.actor == seat:
            self.finish_card()
        else:
            self.effect()

    def _leave_16(self, seat: int) -> None:
        if self.other == seat:
            self.go_on()
        elif self.vote:
            self.without_voice(seat)
        elif self.card >= 0 and self.actor == seat:
            self.finish_card()
        elif not self.vote and self.card < 0 and self.active == seat:
            self.other = -1
            self.end_action()

    def _leave_17(self, seat: int) -> None:
        if self.other == seat:
            self.pile = []
            self.finish_card()

    _leave_18 = _leave_19 = _leave_20 = _leave_17

    def _leave_21(self, seat: int) -> None:
        if seat in (self.actor, self.other):
            self.finish_card()

    _leave_24 = _leave_25 = _leave_21

    def _leave_22(self, seat: int) -> None:
        if seat in (self.actor, self.other):
            if self.back():
                self.phase = 23
            else:
                self.put_back()

    _leave_23 = _leave_22

    def _leave_26(self, seat: int) -> None:
        if self.other == seat:
            self.vote_deck, self.pile = sorted({*self.vote_deck, *self.pile}), []
            self.finish_card()
        elif self.phase != 26:
            self.phase = 27 if self.actor in self.seats else 29
            self.pile = self.vote_deck[: len(self.pile)]

    _leave_27 = _leave_28 = _leave_29 = _leave_26

    def _leave_31(self, seat: int) -> None:
        if self.actor == seat or len(self.company(self.actor)) < 2:
            self.finish_card()

    def _leave_41(self, _: int) -> None:
        if not any(self.loyal[seat] >= 0 for seat in self.seats):
            self.phase = 42

    def without_voice(self, seat: int) -> None:
        self.voters = [voter for voter in self.voters if voter != seat]
        self.vote[3] = int(self.vote[3] and self.holder(CODE) >= 0)

    def leave_vote(self, seat: int, void: bool) -> None:
        self.without_voice(seat)
        if self.phase in (35, 36):
            if void:
                self.voters = []
                self.close()
            elif self.phase == 35 or not self.voters:
                self.to_vote()
        elif self.phase in (37, 38):
            alone = not self.voters and not void and len(self.pile) < 2
            self.vote_deck, self.pile = sorted(self.vote_deck + self.pile), []
            if alone:
                self.to_ballot()
            else:
                self.vote[4] = int(not void)
                self.to_draw()
        elif self.phase == 39:
            if void:
                self.settle()
        else:
            self.vote[4] = 0 if void else self.vote[4]
            self.to_draw()
