"""protocol/cartagena.md read a second time: states as plain lists, from that chapter and the rules in docs/ alone.

Shares no code with the game. `ask` says what the table is asked, `take` what an answer makes of the state, `leave` what
is left of it without somebody. `test_second_state.py` plays both side by side. Which moves are legal is another
question: `oracle.py` answers it.
"""

from __future__ import annotations

from typing import Any

from tests.games.second_fields import SecondFields

LETTERS = "PRLAHC"
SLOOP, GOAL = 49, 50
FIELDS = (
    *("setup", "phase", "round", "turn", "left", "free", "sloop", "pirates", "hands", "fresh", "pile"),
    *("discards", "tokens", "opened", "seen", "doing", "owed", "sorting", "gone"),
)
BOARDS, SHUFFLE, TOKENS, DEAL, MINGLE, ACT, DISCARD, DRAW, LONE_GIVE, LONE_MIX = range(10)
LOOK, TAKE, ROB, SORT, SHARE, KEEP, OPEN, SNAKE, OVER = range(10, 19)
ADVANCE, RETREAT, MORGAN, SAIL, SAIL_FREE, PASS, STOP, PISTOL, RUM, LANTERN, HOOK, CHEST = range(12)
Ask = tuple[Any, ...]


class Second(SecondFields):
    """A state, field by field."""

    names = FIELDS

    phase: int
    round: int
    turn: int
    left: int
    free: int
    sloop: int
    fresh: int
    pirates: list[list[int]]
    hands: list[list[int]]
    pile: list[int]
    discards: list[int]
    tokens: list[int]
    opened: list[int]
    seen: list[list[int]]
    doing: list[int]
    owed: list[int]
    sorting: list[int]

    # --- who and where ---

    def others(self, seat: int) -> list[int]:
        around = [(seat + step) % self.setup[0] for step in range(1, self.setup[0])]
        return [other for other in around if other in self.seats]

    @property
    def tunnel(self) -> int:
        return int(6 * self.setup[1][0])

    @property
    def spaces(self) -> int:
        return int(6 * sum(self.setup[1]))

    @property
    def escape(self) -> bool:
        return 0 not in self.setup[1]

    def symbols(self) -> str:
        """Of the spaces, from 1 on."""
        found = ""
        for at, code in enumerate(self.setup[9]):
            first = 12 * (code // 2) + 6 * (at >= self.setup[1][0])
            side = self.setup[7][first : first + 6]
            found += side[::-1] if code % 2 else side
        return found

    def chests(self) -> list[int]:
        return [at for at, letter in enumerate(self.symbols(), 1) if letter == "C"]

    def crowd(self, space: int) -> int:
        return sum(crew.count(space) for crew in self.pirates)

    def ahead(self, place: int) -> range:
        """Spaces of the own path."""
        if place == SLOOP:
            return range(self.tunnel + 1, self.spaces + 1)
        return range(place + 1, (self.tunnel if self.escape and place <= self.tunnel else self.spaces) + 1)

    def behind(self, place: int) -> range:
        if place == SLOOP:
            return range(1, self.tunnel + 1)
        first = self.tunnel + 1 if self.escape and place > self.tunnel else 1
        return range(first, self.spaces + 1 if place == GOAL else place)

    def end(self, place: int) -> int:
        return SLOOP if self.escape and place <= self.tunnel else GOAL

    def landing(self, symbol: int, place: int) -> int:
        signs = self.symbols()
        free = [space for space in self.ahead(place) if signs[space - 1] == LETTERS[symbol] and not self.crowd(space)]
        return free[0] if free else self.end(place)

    def company(self, spaces: range) -> list[int]:
        return [space for space in spaces if self.crowd(space) in (1, 2)]

    def go(self, seat: int, old: int, new: int) -> None:
        self.pirates[seat].remove(old)
        self.pirates[seat] = sorted([*self.pirates[seat], new])

    def has_won(self, seat: int) -> bool:
        return set(self.pirates[seat]) == {GOAL}

    def aboard(self, seat: int) -> int:
        return int(self.pirates[seat].count(SLOOP))

    # --- hands ---

    def put(self, seat: int, cards: list[int]) -> None:
        if cards:
            self.hands[seat] = sorted(self.hands[seat] + cards)
            self.fresh |= 1 << seat

    def mixed(self, seats: list[int]) -> None:
        for seat in seats:
            self.fresh &= ~(1 << seat)
            self.forget(self.hands[seat])

    def is_fresh(self, seat: int) -> bool:
        return bool(self.fresh >> seat & 1)

    def forget(self, cards: list[int]) -> None:
        self.seen = [pair for pair in self.seen if pair[0] not in cards]

    def remember(self, cards: list[int], seat: int) -> None:
        bits: dict[int, int] = dict(self.seen)  # type: ignore[arg-type]
        self.seen = [[card, bits.get(card, 0) | (card in cards) << seat] for card in sorted({*bits, *cards})]

    def own(self, cards: list[int], seat: int) -> None:
        """Cards come to that seat: it needs no bit for them any more."""
        pairs = [[card, bits & ~(1 << seat) if card in cards else bits] for card, bits in self.seen]
        self.seen = [pair for pair in pairs if pair[1]]

    def unused(self, number: int) -> list[int]:
        used = {*self.pile, *self.sorting, *(card for hand in self.hands for card in hand)}
        return [card for card in range(102) if card not in used][:number]

    def too_many(self) -> list[int]:
        return [seat for seat in self.seats if seat != self.turn and len(self.hands[seat]) > 7]

    def hidden_tokens(self) -> list[int]:
        aside = range(102 + len(self.tokens), 110) if self.tokens else []
        return [token for token in self.tokens if token != -1] + [*aside]

    # --- what is asked ---

    def bounds(self) -> list[int]:
        count = sum(self.setup[1])
        return [8 - at for at in range(count) if at < 7] + [2] * count

    def faces(self) -> list[int]:
        symbols = [*range(6)]
        return symbols * 15 + [6 + symbol for symbol in symbols] * 2 if self.setup[4] else symbols * 17

    def ask(self) -> Ask:
        turn = self.turn
        match self.phase:
            case 0:
                return "Chance", self.bounds()
            case 1:
                return "Mix", [], self.faces(), [*range(102)], self.seats
            case 2 | 17:
                return "Mix", self.hidden_tokens(), self.opened, [*range(102, 110)], self.seats
            case 3:
                return "Deal", [[seat, self.pile[6 * at : 6 * at + 6]] for at, seat in enumerate(self.seats)]
            case 4:
                return self.mixing(self.seats)
            case 5:
                return self.mixing([turn]) if self.is_fresh(turn) else ("Turn", turn)
            case 6:
                fresh = [seat for seat in self.too_many() if self.is_fresh(seat)]
                return self.mixing(fresh) if fresh else ("Together", self.too_many())
            case 7 if self.pile:
                return "Deal", [[self.owed[0], self.pile[: self.owed[1]]]]
            case 7:
                return "Mix", [], self.discards, self.unused(len(self.discards)), self.seats
            case 8:
                return self.mixing([self.owed[0]]) if self.mixes_first() else ("Give", [[self.lone(), -1]])
            case 9:
                return "Mix", self.pile, self.discards, self.pile + self.unused(1), self.seats
            case 10:
                victim = self.doing[1]
                return self.mixing([victim]) if self.is_fresh(victim) else ("Look", [[turn, self.hands[victim]]])
            case 12:
                return "Give", [[self.booty(), turn]]
            case 13:
                return "MixHands", [[turn, self.sorting, self.sorting]]
            case 16:
                return "Open", [self.tokens[self.chests().index(self.doing[1])]]
            case 18:
                winners = [seat for seat in self.seats if self.has_won(seat)] or self.seats
                return "Over", [crew.count(GOAL) for crew in self.pirates], winners
        return "Turn", turn

    def mixing(self, seats: list[int]) -> Ask:
        return "MixHands", [[seat, self.hands[seat], self.hands[seat]] for seat in seats]

    def mixes_first(self) -> bool:
        return not self.sorting and self.is_fresh(self.owed[0]) and len(self.hands[self.owed[0]]) > 1

    def lone(self) -> int:
        return int((self.sorting or self.hands[self.owed[0]])[0])

    def booty(self) -> int:
        return int(self.doing[2] if len(self.doing) > 2 else self.hands[self.doing[1]][0])

    # --- what an answer makes of it ---

    def take(self, answer: Any) -> None:
        """`answer`: numbers drawn, faces opened, [data, opens, gives, faces] of a move, a list of these, or nothing."""
        getattr(self, f"_take_{self.phase}")(answer)

    def _take_0(self, numbers: list[int]) -> None:
        count = sum(self.setup[1])
        picks, turned = [*numbers[:-count], 0][:count], numbers[-count:]
        box = [*range(8)]
        self.setup[9] = [2 * box.pop(pick) + side for pick, side in zip(picks, turned, strict=True)]
        self.phase = SHUFFLE

    def _take_1(self, _: object) -> None:
        self.pile, self.phase = [*range(102)], TOKENS if self.setup[5] else DEAL

    def _take_2(self, _: object) -> None:
        self.lay_tokens()
        self.phase = DEAL

    def lay_tokens(self) -> None:
        self.tokens, self.opened = [102 + at for at in range(len(self.chests()))], []

    def _take_3(self, _: object) -> None:
        for seat in self.seats:
            self.put(seat, self.pile[:6])
            self.pile = self.pile[6:]
        self.phase = MINGLE

    def _take_4(self, _: object) -> None:
        self.mixed(self.seats)
        self.phase = ACT

    def _take_5(self, answer: Any) -> None:
        if self.is_fresh(self.turn):
            self.mixed([self.turn])
            return
        (kind, *args), cards, _, faces = answer
        seat = self.turn
        self.hands[seat] = [card for card in self.hands[seat] if card not in cards]
        self.discards += faces
        self.forget(cards)
        if kind not in (SAIL_FREE, PASS, STOP):
            self.left -= 2 if kind == HOOK else 1
        if kind != STOP:
            self.free = 0
        mover = args[0] if kind == MORGAN else seat
        owed = 0
        match kind:
            case 0 | 10:
                symbol, old = args[:2]
                new = self.landing(symbol, old)
                for _pirate in range(2 if kind == HOOK else 1):
                    self.go(seat, old, new)
            case 1:
                new = self.company(self.behind(args[0]))[-1]
                owed = self.crowd(new)
                self.go(seat, args[0], new)
            case 2:
                found = self.company(self.ahead(args[1]))
                owed = self.crowd(found[0]) if found else 2
                self.go(mover, args[1], found[0] if found else self.end(args[1]))
            case 3 | 4:
                self.sloop = 1 - self.sloop
            case 7 | 8 | 9 | 11:
                self.doing = [kind, *args]
        if self.has_won(mover):
            self.phase, self.free, self.doing, self.owed, self.sorting = OVER, 0, [], [], []
        elif kind == PASS:
            self.passed()
        elif kind == STOP:
            self.next_turn()
        elif owed:
            self.owe(seat, owed)
        elif any(face >= 6 for face in faces) and self.too_many():
            self.phase = DISCARD
        else:
            self.power()

    def _take_6(self, answer: Any) -> None:
        fresh = [seat for seat in self.too_many() if self.is_fresh(seat)]
        if fresh:
            self.mixed(fresh)
            return
        for seat, (_, cards, _gives, faces) in zip(self.too_many(), answer, strict=True):
            self.hands[seat] = [card for card in self.hands[seat] if card not in cards]
            self.discards += faces
            self.forget(cards)
        self.power()

    def power(self) -> None:
        match self.doing[:1]:
            case [7]:
                self.phase = LOOK if len(self.hands[self.doing[1]]) > 1 else ROB
            case [8]:
                self.owe(self.turn, len(self.seats) + 1)
            case [9]:
                self.owe(self.turn, 4)
            case [11]:
                self.phase = OPEN
            case _:
                self.go_on()

    # --- cards owed ---

    def owe(self, seat: int, number: int) -> None:
        self.owed = [seat, number]
        self.draw_on()

    def draw_on(self) -> None:
        seat, number = self.owed
        if number and (self.pile or len(self.discards) > 1):
            self.phase = DRAW
        elif number and self.discards and (self.sorting or self.hands[seat]):
            self.phase = LONE_GIVE
        elif len(self.sorting) > {RUM: 2, LANTERN: 1}.get((self.doing or [0])[0], 0):
            self.owed, self.phase = [], SORT
        else:
            self.put(self.turn, self.sorting)
            self.go_on()

    def _take_7(self, _: object) -> None:
        if not self.pile:
            self.pile, self.discards = self.unused(len(self.discards)), []
            return
        seat, number = self.owed
        cards, self.pile = self.pile[:number], self.pile[number:]
        self.own(cards, seat)
        self.owed = [seat, number - len(cards)]
        if self.doing[:1] in ([RUM], [LANTERN]):
            self.sorting = sorted(self.sorting + cards)
        else:
            self.put(seat, cards)
        self.draw_on()

    def _take_8(self, _: object) -> None:
        seat, card = self.owed[0], self.lone()
        if self.mixes_first():
            self.mixed([seat])
            return
        if self.sorting:
            self.sorting.remove(card)
        else:
            self.hands[seat].remove(card)
            self.doing = []
        self.remember([card], seat)
        self.pile, self.phase = [card], LONE_MIX

    def _take_9(self, _: object) -> None:
        self.pile += self.unused(1)
        self.forget(self.pile)
        self.discards, self.owed, self.phase = [], [self.owed[0], 2], DRAW

    # --- powers ---

    def _take_10(self, _: object) -> None:
        victim = self.doing[1]
        if self.is_fresh(victim):
            self.mixed([victim])
            return
        self.remember(self.hands[victim], self.turn)
        self.fresh |= 1 << victim
        self.phase = TAKE

    def _take_11(self, answer: Any) -> None:
        self.doing.append(answer[0][1])
        self.phase = ROB

    def _take_12(self, _: object) -> None:
        victim, card = self.doing[1], self.booty()
        self.hands[victim].remove(card)
        self.hand_over(victim, card, self.turn)
        self.doing = []
        self.owe(victim, 1)

    def hand_over(self, giver: int, card: int, to: int) -> None:
        self.remember([card], giver)
        self.own([card], to)
        self.put(to, [card])

    def _take_13(self, _: object) -> None:
        self.forget(self.sorting)
        self.phase = SHARE if self.doing == [RUM] else KEEP

    def _take_14(self, answer: Any) -> None:
        for card, seat in answer[2]:
            self.sorting.remove(card)
            self.hand_over(self.turn, card, seat)
        self.put(self.turn, self.sorting)
        self.go_on()

    def _take_15(self, answer: Any) -> None:
        back = [card for card, _ in answer[2]]
        self.pile = back + self.pile
        self.remember(back, self.turn)
        self.put(self.turn, [card for card in self.sorting if card not in back])
        self.go_on()

    def _take_16(self, faces: list[int]) -> None:
        space, (face,) = self.doing[1], faces
        self.tokens[self.chests().index(space)] = -1
        self.opened.append(face)
        self.doing = []
        gives = self.setup[8][face]
        if gives < 0:
            self.go(self.turn, space, self.bitten(space))
            self.phase = SNAKE
        elif gives:
            self.owe(self.turn, gives)
        else:
            self.go_on()

    def bitten(self, space: int) -> int:
        """Where the snake sends somebody (C-32)."""
        empty = [one for one in self.behind(space) if not self.crowd(one)]
        rum = [one for one in empty if self.symbols()[one - 1] == "R"]
        if rum or empty:
            return rum[-1] if rum else empty[0]
        if not self.escape or space <= self.tunnel:
            return 0
        return SLOOP if self.sloop and self.aboard(self.turn) < 3 else space

    def _take_17(self, _: object) -> None:
        self.lay_tokens()
        self.go_on()

    # --- turns ---

    def act(self) -> None:
        self.phase, self.doing, self.owed, self.sorting = ACT, [], [], []
        if len(self.hands[self.turn]) < 2:
            self.fresh &= ~(1 << self.turn)

    def go_on(self) -> None:
        if self.left:
            self.act()
        else:
            self.next_turn()

    def next_turn(self) -> None:
        old, self.turn = self.turn, self.others(self.turn)[0]
        self.round += self.turn <= old
        self.left = 3
        self.act()
        own = self.aboard(self.turn)
        self.free = int(own > 0 and own == max(map(self.aboard, self.seats)))
        if not self.hands[self.turn] and not self.can_do_more():
            self.passed()

    def can_do_more(self) -> bool:
        crew, ways = self.pirates[self.turn], self.setup[3]
        at_tortuga = self.sloop == 1
        if self.escape and (min(crew) <= self.tunnel if at_tortuga else SLOOP in crew):
            return True
        for seat in [self.turn, *self.others(self.turn)]:
            for place in self.pirates[seat]:
                in_jungle = place > self.tunnel and (place != SLOOP or at_tortuga) if self.escape else not self.tunnel
                if seat == self.turn:
                    back = ways[in_jungle] & 1 and self.company(self.behind(place))
                    if back and not (place == SLOOP and at_tortuga):
                        return True
                elif ways[in_jungle] & 2 and place != GOAL and (place != SLOOP or at_tortuga):
                    boards = not at_tortuga and self.aboard(seat) < 3
                    if self.company(self.ahead(place)) or self.end(place) == GOAL or boards:
                        return True
        return False

    def passed(self) -> None:
        self.left, self.free = 0 if self.setup[6] else self.left - 1, 0
        self.owe(self.turn, 1)

    # --- leaving ---

    def leave(self, seat: int) -> None:
        own = self.hands[seat] + (self.sorting if seat == self.turn else [])
        self.gone |= 1 << seat
        self.pile, self.hands[seat] = sorted(self.pile + own), []
        self.sorting = [] if seat == self.turn else self.sorting
        self.fresh &= ~(1 << seat)
        self.own([card for card, _ in self.seen], seat)
        self.forget(self.pile)
        if len(self.seats) < 2:
            self.phase, self.turn, self.left, self.free, self.fresh = OVER, self.seats[0], 0, 0, 0
            self.pile = sorted(self.pile + self.sorting)
            self.seen, self.doing, self.owed, self.sorting = [], [], [], []
        elif self.phase <= MINGLE:
            self.turn = self.seats[0]
        elif seat == self.turn:
            if self.phase in (DRAW, LONE_GIVE, LONE_MIX) and self.owed[0] != seat:
                self.draw_from_the_pile()
                self.left, self.free, self.doing = 0, 0, []
            else:
                self.begin_plainly()
        else:
            self.another_left(seat)

    def another_left(self, seat: int) -> None:
        """Somebody whose turn it is not."""
        is_aimed = self.doing[:1] == [PISTOL] and self.doing[1] == seat
        if self.phase == DISCARD:
            self.doing = [] if is_aimed else self.doing
            if self.too_many():
                return
            if self.doing:
                self.power()
            else:
                self.action_ends()
        elif is_aimed or (self.owed and self.owed[0] == seat):
            self.action_ends()
        elif self.owed:
            if self.doing == [RUM] and not self.sorting and self.phase != LONE_MIX:
                self.owed[1] -= 1
            if (self.phase == LONE_GIVE and self.pile) or (self.phase == LONE_MIX and len(self.pile) > 1):
                self.draw_from_the_pile()

    def draw_from_the_pile(self) -> None:
        self.owed[1] += self.phase == LONE_MIX
        self.phase = DRAW

    def action_ends(self) -> None:
        if self.left:
            self.free = 0
            self.act()
        else:
            self.begin_plainly()

    def begin_plainly(self) -> None:
        self.turn = self.others(self.turn)[0]
        self.left, self.free = 3, 0
        self.act()
