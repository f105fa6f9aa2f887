"""protocol/tortuga1667.md read a second time: states as plain lists, from that chapter and the rules in docs/ alone.

Shares no code with the game. `ask` says what the table is asked, `take` what an answer makes of the state, `leave` what
is left of it without somebody. `test_second_state.py` plays both side by side. Which moves are legal is another
question: `oracle.py` answers it.
"""

from __future__ import annotations

from itertools import chain
from typing import Any

from tests.games.tortuga1667.second_events import Events
from tests.games.tortuga1667.second_facts import (
    ARMADA,
    ATLANTIS,
    CODE,
    FACADE,
    FEVER,
    LOYALTIES,
    VOTES,
    Ask,
    box,
    draws,
    taken,
)


class Second(Events):
    """A state, and all that is asked and answered in it."""

    @classmethod
    def begin(cls, setup: list[int]) -> Second:
        """The state before anything was asked."""
        seats, chosen = setup[0], setup[8]
        nobody = [-1] * seats
        value: list[Any] = [
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
        return self.ask_later()

    def ask_later(self) -> Ask:
        match self.phase:
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
