"""The second reading of protocol/tortuga1667.md: turns, votes, being marooned, and the end (second_state.py)."""

from __future__ import annotations

from typing import Any

from tests.games.tortuga1667.second_facts import ARMADA, ATLANTIS, CODE, DORADO, FOUNTAIN, Facts, signs


class Play(Facts):
    """Everything between an action and the next."""

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

    def _take_11(self, _: object) -> None:
        self.show([self.row[slot] for slot in self.pair], self.active)
        self.pair = []
        self.end_action()

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
