"""Tortuga 1667 read a second time, straight from the rules reference (docs/rules), and as slowly as it likes.

Shares no code and no shape with the game: the whole game is one generator that follows the order of a turn, T0 to T6.
Where somebody decides it yields who, and all they may do, in words; it is sent what they did. What chance did at the
other table it is told by `fate`. A judge, not a player: it knows every hand. `sitting.py` plays both side by side.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator
from itertools import combinations
from typing import Any, Protocol

Action = tuple[Any, ...]
Question = dict[int, set[Action]]  # by seat: everything that seat may do
Play = Generator[Question, dict[int, Action], Any]
Card = tuple[str, ...]  # a vote card: its signs, sorted; double ones stand twice

NATIONS = ("british", "french")
SHIPS = ("fd", "jr")
MAPS = ("atlantis", "dorado", "fountain")
STAYING = ("letter", "albatross", "code", *MAPS)
USUAL = Counter(letter=3, pistol=3, albatross=3, spot=3, atlantis=1, dorado=1, fountain=1)


def vote_box() -> Counter[Card]:
    """The vote deck of 2.1.1: how often each ordinary card, in the order of its table, and the two special ones."""
    sides = [(flag, end) for flag in NATIONS for end in ("skull", "wheel")]
    table = {"cannon": (2, 2, 2, 3), "torch": (3, 2, 2, 2), "water": (3, 3, 3, 3)}
    box: Counter[Card] = Counter()
    for attack, numbers in table.items():
        for (flag, end), number in zip(sides, numbers, strict=True):
            box[tuple(sorted((attack, flag, end)))] += number
    box[tuple(sorted(("cannon", "torch", "british", "british", "skull", "skull")))] += 1
    box[tuple(sorted(("water", "water", "french", "french", "wheel", "wheel")))] += 1
    return box


class Fate(Protocol):
    """What chance did at the other table, each in the order in which it is asked for."""

    def loyalties(self) -> list[str]: ...
    def crews(self) -> list[int]: ...
    def starred(self) -> set[str]: ...
    def dealt(self, seat: int) -> list[Card]: ...
    def pawn(self) -> int: ...
    def revealed(self) -> str: ...
    def turned_over(self) -> Counter[Card]: ...
    def draw(self, seat: int) -> Card: ...
    def lost(self) -> Card: ...
    def fever(self) -> list[str]: ...
    def bells(self) -> list[int]: ...


class TheEnd(Exception):
    """Somebody has won: `british`, `french` or `dutch`."""


class Judge:
    """One game. `rules` has clock, mad, ready, chosen, fewer, stars."""

    def __init__(self, seats: int, fate: Fate, **rules: Any) -> None:
        self.seats, self.fate, self.rules = seats, fate, rules
        self.lines: dict[str, list[int]] = {"fd": [], "jr": [], "tortuga": []}
        self.boats: dict[str, int | None] = {"fd": None, "jr": None}
        self.wrecks: set[str] = set()
        self.chests = {"galleon": 4, "tortuga british": 1, "tortuga french": 1}
        self.chests |= {f"{ship} {nation}": 0 for ship in SHIPS for nation in NATIONS}
        self.front: list[Counter[str]] = [Counter() for _ in range(seats)]  # cards lying before people
        self.hands: list[Counter[Card]] = [Counter() for _ in range(seats)]
        self.votes = vote_box()  # the vote deck, in no order
        self.sick: set[int] = set()
        self.code = 0
        self.row: dict[int, set[int]] = {}  # slot from 1: who has looked at it
        self.deck = 0
        self.hidden: Counter[str] = Counter()  # events face down, wherever
        self.out: Counter[str] = Counter()  # discards
        self.last = False  # the Armada came into the row: no refills
        self.sudden = False
        self.alone = ""  # the only card of the row, where everybody knows it
        self.active, self.number = 0, 0
        self.flags: list[str] = []
        self.winner: str | None = None

    # --- small questions ---

    def where(self, seat: int) -> str:
        for place, line in self.lines.items():
            if seat in line:
                return place
        return next(f"boat {ship}" for ship, pawn in self.boats.items() if pawn == seat)

    def company(self, seat: int) -> list[int]:
        return self.lines.get(self.where(seat), [seat])

    def owner(self, card: str) -> int | None:
        return next((seat for seat in range(self.seats) if self.front[seat][card]), None)

    def others(self, seat: int) -> list[int]:
        return [other for other in range(self.seats) if other != seat]

    def count(self, nation: str) -> int:
        return sum(number for place, number in self.chests.items() if place.endswith(nation))

    def ask(self, seat: int, what: set[Action]) -> Play:
        """One seat decides; where there is one way only nobody is asked."""
        if len(what) == 1:
            return next(iter(what))
        answer = yield {seat: what}
        return answer[seat]

    # --- the whole game ---

    def game(self) -> Play:
        try:
            yield from self.opening()
            starter = next(self.lines[place] for place in ("jr", "fd", "tortuga") if self.lines[place])[0]
            self.active = starter
            while True:
                yield from self.turn()
                self.active = (self.active + 1) % self.seats
        except TheEnd as end:
            self.winner = str(end)

    def opening(self) -> Play:
        if self.rules["chosen"]:
            pawns = set(range(9))
            for seat in range(self.seats):
                taken = yield from self.ask(seat, {("be", pawn) for pawn in pawns})
                pawns.remove(taken[1])
        starred = self.fate.starred()
        assert len(starred) == (8 if self.rules["mad"] else self.rules["stars"])
        self.hidden = USUAL + Counter(starred)
        if self.seats <= 3:
            del self.hidden["albatross"]
        self.deck = self.hidden.total() + 1 - self.rules["fewer"]  # with the Armada
        self.lay_out()
        self.flags = self.fate.loyalties()
        teams = {2: (1, 1, 0), 3: (1, 1, 1), 4: (2, 2, 0), 5: (2, 2, 1), 6: (3, 3, 0), 7: (3, 3, 1)}
        wanted = (teams | {8: (4, 4, 0), 9: (4, 4, 1)})[self.seats]
        assert [self.flags.count(nation) for nation in ("british", "french", "dutch")] == list(wanted)
        for seat in range(self.seats):
            self.hands[seat] = Counter(self.fate.dealt(seat))
            assert self.hands[seat].total() == 3
            self.take_from_deck(self.hands[seat])
        if self.rules["ready"]:
            yield from self.choose_places()
            return
        order = self.fate.crews()
        self.lines["fd"], self.lines["jr"] = order[::2], order[1::2]
        for ship in SHIPS:
            captain = self.lines[ship][0]
            put = yield from self.ask(captain, {("hold", nation) for nation in NATIONS})
            self.chests[f"{ship} {put[1]}"] += 1

    def choose_places(self) -> Play:
        self.chests |= {"galleon": 0, "fd british": 3, "jr french": 3}
        berths: dict[tuple[str, int], int] = {}
        for _ in range(self.seats):
            seat = self.fate.pawn()
            free = {("place", ship, slot) for ship in SHIPS for slot in range(1, 6) if (ship, slot) not in berths}
            put = yield from self.ask(seat, free | {("place", "tortuga", len(self.lines["tortuga"]) + 1)})
            if put[1] == "tortuga":
                self.lines["tortuga"].append(seat)
            else:
                berths[put[1:]] = seat
        for ship, slot in sorted(berths):
            self.lines[ship].append(berths[ship, slot])

    def take_from_deck(self, cards: Counter[Card]) -> None:
        assert not cards - self.votes, "a card that was there twice"
        self.votes -= cards

    # --- events: the row and its deck (2.2, 2.8, B-33, B-36) ---

    def lay_out(self) -> None:
        """Five into the row; if that was all, the Armada is among them."""
        self.row = {slot: set() for slot in range(1, min(5, self.deck) + 1)}
        self.deck -= len(self.row)
        if not self.sudden and self.deck == 0:
            self.last, self.hidden = True, self.hidden + Counter(["armada"])

    def refill(self, slot: int) -> None:
        if not self.deck:
            return
        self.deck -= 1
        self.row[slot] = set()
        if not self.sudden and self.deck == 0:  # that was the Armada: the five are shuffled
            self.last, self.hidden = True, self.hidden + Counter(["armada"])
            self.row = {at: set() for at in range(1, 6)}

    def lay_anew(self) -> None:
        """Sudden death, nothing left in row and deck: the discards once more."""
        if self.sudden and not self.row and not self.deck and self.out:
            again = self.out
            self.deck, self.hidden, self.out = again.total(), self.hidden + again, Counter()
            self.lay_out()
            if len(self.row) == 1:  # a single discard is no secret
                self.row, self.alone = {1: set(range(self.seats))}, next(iter(again))

    # --- a turn ---

    def turn(self) -> Play:
        self.lay_anew()
        owner = self.owner("atlantis")
        if owner is not None and self.where(owner) in SHIPS:
            here = self.where(owner)
            other = "jr" if here == "fd" else "fd"
            if len(self.lines[other]) < 5:
                answer = yield from self.ask(owner, {("use",), ("decline",)})
                if answer == ("use",):
                    self.throw(owner, "atlantis")
                    self.lines[here].remove(owner)
                    self.lines[other].append(owner)
                    self.birds()
        if self.active in self.sick:
            self.sick.remove(self.active)
            return
        for _ in range(2 if self.seats == 2 else 1):
            self.number += 1
            self.lay_anew()
            answer = yield {self.active: self.actions()}
            yield from self.do(answer[self.active])

    def actions(self) -> set[Action]:
        me, where = self.active, self.where(self.active)
        pairs = list(combinations(sorted(self.row), 2))
        found: set[Action] = {("reveal", slot) for slot in self.row}
        if not self.rules["mad"]:
            found |= {("look", *pair) for pair in pairs}
        found |= {("force", other, *pair) for other in self.others(me) for pair in pairs}
        if where == "tortuga":
            found |= {("row", f"boat {ship}") for ship in SHIPS if self.free(ship)}
            if self.lines["tortuga"][0] == me:
                found.add(("brawl",))
        elif where in SHIPS:
            found |= {("row", f"boat {where}")} if self.free(where) else set()
            found |= self.ranks(me, where)
        else:
            ship = where.split()[1]
            found |= {("row", place) for place in ("tortuga", ship) if place == "tortuga" or len(self.lines[ship]) < 5}
        if self.front[me]["letter"]:
            found |= {("letter", pawn, ship) for pawn, ship in self.passengers()}
        return found or {("pass",)}

    def ranks(self, me: int, ship: str) -> set[Action]:
        line, found = self.lines[ship], set[Action]()
        if line[0] == me:
            other = "jr" if ship == "fd" else "fd"
            if self.chests["galleon"] or any(self.chests[f"{other} {nation}"] for nation in NATIONS):
                found.add(("attack",))
            found |= {("maroon", mate) for mate in line if mate != me}
        if len(line) > 1 and line[1] == me:
            found.add(("mutiny",))
        if line[-1] == me:
            found |= {("plunder", nation) for nation in NATIONS if self.chests[f"{ship} {nation}"]}
        return found

    def free(self, ship: str) -> bool:
        return self.boats[ship] is None and ship not in self.wrecks

    def passengers(self) -> set[tuple[int, str]]:
        ashore = [*self.lines["tortuga"], *(pawn for pawn in self.boats.values() if pawn is not None)]
        return {(pawn, ship) for pawn in ashore for ship in SHIPS if len(self.lines[ship]) < 5}

    def do(self, action: Action) -> Play:
        me = self.active
        match action:
            case ("look", one, two):
                self.row[one].add(me)
                self.row[two].add(me)
            case ("reveal", slot):
                yield from self.reveal(me, slot)
            case ("force", victim, one, two):
                slots: set[Action] = {("turn", one), ("turn", two)}
                late: set[Action] = {("late",)} if self.rules["clock"] else set()
                answer = yield {victim: slots | late}
                if answer[victim] == ("late",):
                    answer = {victim: (yield {me: slots})[me]}
                yield from self.reveal(victim, answer[victim][1])
            case ("row", to):
                self.move(me, to)
                self.birds()
            case ("letter", pawn, ship):
                self.move(pawn, ship)
                self.throw(me, "letter")
                self.birds()
            case ("attack",) | ("mutiny",) | ("brawl",):
                yield from self.vote(action[0])
            case ("maroon", mate):
                yield from self.maroon(mate, may_drink=True)
            case ("plunder", nation):
                ship, to = self.where(me), "french" if nation == "british" else "british"
                self.chests[f"{ship} {nation}"] -= 1
                self.chests[f"{ship} {to}"] += 1
                self.compare_chests()

    def move(self, pawn: int, to: str) -> None:
        """Out of wherever it is, to the back of a line or into a rowboat."""
        was = self.where(pawn)
        if was in self.lines:
            self.lines[was].remove(pawn)
        else:
            self.boats[was.split()[1]] = None
        if to in self.lines:
            self.lines[to].append(pawn)
        else:
            self.boats[to.split()[1]] = pawn

    def birds(self) -> None:
        for ship in SHIPS:
            crew = list(self.lines[ship])
            if sum(self.front[seat]["albatross"] for seat in crew) >= 2:
                for seat in reversed(crew):
                    self.move(seat, "tortuga")

    def throw(self, seat: int, card: str) -> None:
        self.front[seat] -= Counter([card])
        self.out[card] += 1

    def compare_chests(self) -> None:
        british, french = self.count("british"), self.count("french")
        if self.sudden and british != french:
            raise TheEnd("british" if british > french else "french")

    def maroon(self, seat: int, may_drink: bool) -> Play:
        if may_drink and self.front[seat]["fountain"]:
            answer = yield from self.ask(seat, {("use",), ("decline",)})
            if answer == ("use",):
                self.throw(seat, "fountain")
                return
        was = self.where(seat)
        self.move(seat, "tortuga")
        if was == "tortuga" and self.hands[seat] and may_drink:
            card = self.fate.lost()
            assert self.hands[seat][card]
            self.hands[seat] -= Counter([card])
            self.votes[card] += 1

    # --- votes (2.5) ---

    def vote(self, kind: str) -> Play:
        me = self.active
        place = self.where(me)
        group = self.lines[place][1:] if kind == "mutiny" else list(self.lines[place])
        bound = self.owner("code")
        voters = [seat for seat in group if seat != bound and self.hands[seat]]
        given: dict[int, Action] = {}
        if voters:
            given = yield {seat: self.ballots(seat) for seat in voters}
        cards: Counter[Card] = Counter()
        for seat, (_, *played) in given.items():
            self.hands[seat] -= Counter(played)
            cards += Counter(played)
            if len(played) == 2:
                self.throw(seat, "dorado")
        shown = self.fate.turned_over()
        added = shown - cards
        assert (added.total(), cards - shown) == (1, Counter()), "all that was given, and one card of the deck"
        self.take_from_deck(added)
        signs = Counter(sign for card in shown.elements() for sign in card)
        if kind == "attack" and signs["cannon"] and signs["torch"] > signs["water"]:
            yield from self.take_chest(me, place)
        if kind == "mutiny" and signs["skull"] > signs["wheel"]:
            yield from self.maroon(self.lines[place][0], may_drink=True)
        if kind == "brawl":
            ahead = signs["british"] - signs["french"]
            self.chests["tortuga british"] = 2 if ahead > 0 else 1 if ahead == 0 else 0
            self.chests["tortuga french"] = 2 - self.chests["tortuga british"]
            self.compare_chests()
        self.votes += shown
        if bound in group and bound is not None:
            self.code -= 1
            if not self.code:
                self.throw(bound, "code")
        for seat in sorted(voters, key=lambda seat: (seat - me) % self.seats):
            self.draw(seat)

    def ballots(self, seat: int) -> set[Action]:
        cards = sorted(self.hands[seat].elements())
        found: set[Action] = {("vote", card) for card in cards}
        if self.front[seat]["dorado"]:
            found |= {("vote", *pair) for pair in combinations(cards, 2)}
        return found

    def draw(self, seat: int) -> None:
        card = Counter([self.fate.draw(seat)])
        self.take_from_deck(card)
        self.hands[seat] += card

    def take_chest(self, captain: int, ship: str) -> Play:
        other = "jr" if ship == "fd" else "fd"
        sources = (
            ["galleon"] if self.chests["galleon"] else [f"{other} {n}" for n in NATIONS if self.chests[f"{other} {n}"]]
        )
        took = yield from self.ask(captain, {("take", source, nation) for source in sources for nation in NATIONS})
        self.chests[took[1]] -= 1
        self.chests[f"{ship} {took[2]}"] += 1
        self.compare_chests()

    # --- events (2.7) ---

    def reveal(self, me: int, slot: int) -> Play:
        """`me` is the card's "you", forced or not. The slot is filled after the effect (B-4)."""
        del self.row[slot]
        card, self.alone = self.alone or self.fate.revealed(), ""
        assert self.hidden[card], "an event that cannot be there"
        self.hidden -= Counter([card])
        if card == "armada":
            yield from self.armada()
            return
        stays = yield from getattr(self, f"on_{card}")(me)
        if not stays:
            self.out[card] += 1
        self.refill(slot)

    def armada(self) -> Play:
        british, french = self.count("british"), self.count("french")
        if british != french:
            raise TheEnd("british" if british > french else "french")
        if self.seats % 2:
            raise TheEnd("dutch")
        self.sudden = True
        in_play = len(self.row) + self.deck + self.out.total()
        self.hidden, self.out = self.hidden + self.out, Counter()
        self.row, self.deck = {}, in_play
        self.lay_out()
        yield from ()

    def another(self, me: int, verb: str) -> Play:
        answer = yield from self.ask(me, {(verb, other) for other in self.others(me)})
        return answer[1]

    def on_letter(self, me: int) -> Play:
        moves: set[Action] = {("letter", pawn, ship) for pawn, ship in self.passengers()}
        answer = yield from self.ask(me, moves | {("save",)})
        if answer == ("save",):
            self.front[me]["letter"] += 1
            return True
        self.move(answer[1], answer[2])
        self.birds()
        return False

    def on_pistol(self, me: int) -> Play:
        victim = yield from self.another(me, "shoot")
        yield from self.maroon(victim, may_drink=True)

    def on_albatross(self, me: int) -> Play:
        self.front[me]["albatross"] += 1
        self.birds()
        yield from ()
        return True

    def on_spot(self, me: int) -> Play:
        yield from self.maroon(me, may_drink=True)

    def gift(self, me: int, card: str) -> Play:
        owner = yield from self.another(me, "give")
        self.front[owner][card] += 1
        return owner

    def on_atlantis(self, me: int) -> Play:
        yield from self.gift(me, "atlantis")
        return True

    def on_fountain(self, me: int) -> Play:
        yield from self.gift(me, "fountain")
        return True

    def on_dorado(self, me: int) -> Play:
        owner = yield from self.gift(me, "dorado")
        self.draw(owner)
        return True

    def on_powder(self, me: int) -> Play:
        whole: set[Action] = {("blow", f"boat {ship}") for ship in SHIPS if ship not in self.wrecks}
        if not whole:
            return
        answer = yield from self.ask(me, whole)
        ship = answer[1].split()[1]
        self.wrecks.add(ship)
        pawn = self.boats[ship]
        if pawn is not None:
            yield from self.maroon(pawn, may_drink=False)

    def on_fever(self, me: int) -> Play:
        other = yield from self.another(me, "swap")
        before, self.flags = self.flags, self.fate.fever()
        same = [self.flags[seat] == before[seat] for seat in range(self.seats) if seat not in (me, other)]
        assert all(same)
        assert Counter(self.flags) == Counter(before)

    def on_nest(self, me: int) -> Play:
        answer = yield from self.ask(me, {("nest", seat) for seat in range(self.seats)})
        target = answer[1]
        size = self.hands[target].total()
        if not size:
            return
        self.votes += self.hands[target]
        self.hands[target] = Counter()
        every: set[Action] = {("pick", *cards) for cards in combinations(sorted(self.votes.elements()), size)}
        picked = yield from self.ask(me, every)
        self.hands[target] = Counter(picked[1:])
        self.take_from_deck(self.hands[target])

    def on_bells(self, me: int) -> Play:
        yield from ()
        if len(self.company(me)) > 1:
            order = self.fate.bells()
            assert sorted(order) == sorted(self.company(me))
            self.lines[self.where(me)] = order

    def on_facade(self, me: int) -> Play:
        yield from ()
        right = (me - 1) % self.seats
        swap = {me: right, right: me}
        for line in self.lines.values():
            line[:] = [swap.get(seat, seat) for seat in line]
        self.boats = {ship: pawn if pawn is None else swap.get(pawn, pawn) for ship, pawn in self.boats.items()}
        self.birds()

    def on_code(self, me: int) -> Play:
        yield from ()
        self.front[me]["code"] += 1
        self.code = 2
        return True

    def on_scurvy(self, me: int) -> Play:
        yield from ()
        self.sick |= set(self.company(me))

    def on_stormy(self, me: int) -> Play:
        yield from ()
        where = self.where(me)
        if where == "tortuga":
            self.chests |= {"tortuga british": 1, "tortuga french": 1}
        elif where in SHIPS:
            for nation in NATIONS:
                self.chests["galleon"] += self.chests[f"{where} {nation}"]
                self.chests[f"{where} {nation}"] = 0
        self.compare_chests()
