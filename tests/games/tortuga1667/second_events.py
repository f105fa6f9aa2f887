"""The second reading of protocol/tortuga1667.md: actions and events (second_state.py)."""

from __future__ import annotations

from tests.games.tortuga1667.second_facts import ALBATROSS, CODE, DORADO, taken
from tests.games.tortuga1667.second_play import Play


class Events(Play):
    """What is done in a turn."""

    # --- turns ---

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

    def _take_12(self, data: list[int]) -> None:
        if data == [14] and self.active in self.seats:
            self.phase = 13
        else:
            self.reveal(self.actor, self.pair[0] if data == [14] else data[1])

    _take_13 = _take_12

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
