"""Cartagena read a second time, straight from the rules reference and as slowly as it likes.

Knows every card (it is a judge, not a player) and shares no code with the game: paths are lists, places are words with
numbers, hands are bags of names. `legal` is every action that the active player may take; `act` carries one out and
asks `fate` for whatever chance decides. `test_oracle.py` plays both side by side.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations, permutations, product
from typing import Any, Protocol

SYMBOLS = ("pistol", "rum", "lantern", "parrot", "hook", "chest")
Place = tuple[str, int]  # ("dungeon", 0), ("tunnel", 7), ("sloop", 0), ("jungle", 19), ("end", 0)
Card = tuple[str, bool]  # symbol, dark
Action = tuple[Any, ...]


class Fate(Protocol):
    """What chance did at the other table."""

    def draw(self, seat: int) -> Card: ...
    def reshuffle(self, cards: Counter[Card]) -> None: ...
    def token(self) -> int | str: ...
    def discard(self, seat: int) -> list[Card]: ...


class Judge:
    """One game."""

    def __init__(self, seats: int, tunnel: list[str], jungle: list[str], pirates: int, **rules: Any) -> None:
        self.seats = seats
        self.rules = rules  # draw_tunnel, draw_jungle: sets of words; filibusters, sorceress, pass_ends
        self.symbol = {("tunnel", n + 1): s for n, s in enumerate(tunnel)}
        self.symbol |= {("jungle", len(tunnel) + n + 1): s for n, s in enumerate(jungle)}
        self.great = bool(tunnel and jungle)
        self.start: Place = ("dungeon", 0)
        self.crews: list[list[Place]] = [[self.start] * pirates for _ in range(seats)]
        self.hands: list[Counter[Card]] = [Counter() for _ in range(seats)]
        self.pile = 0
        self.discards: Counter[Card] = Counter()
        self.sloop = "cartagena"
        self.tokens = {place for place, s in self.symbol.items() if s == "chest"} if rules["sorceress"] else set()
        self.turn, self.left, self.free = 0, 3, False
        self.sorting: Counter[Card] = Counter()
        self.winner: int | None = None
        self.gone: set[int] = set()

    def others(self) -> list[int]:
        """Who else plays, clockwise from the left neighbour."""
        around = [(self.turn + step) % self.seats for step in range(1, self.seats)]
        return [seat for seat in around if seat not in self.gone]

    # --- places ---

    def path(self, place: Place) -> list[Place]:
        """All spaces of the path that a pirate there walks on forward, in order."""
        if not self.great:
            return list(self.symbol)
        name = "tunnel" if place[0] in ("dungeon", "tunnel") else "jungle"
        return [space for space in self.symbol if space[0] == name]

    def ahead(self, place: Place) -> list[Place]:
        path = self.path(place)
        return path[path.index(place) + 1 :] if place in path else path

    def standing(self, place: Place) -> int:
        return sum(crew.count(place) for crew in self.crews)

    def last(self, place: Place) -> Place:
        """Where the path ends."""
        return ("sloop", 0) if self.great and place[0] in ("dungeon", "tunnel") else ("end", 0)

    def forward(self, seat: int, place: Place, symbol: str, count: int = 1) -> Place | None:
        """By a card; None where it cannot be done."""
        if place[0] == "end" or (place[0] == "sloop" and self.sloop == "cartagena"):
            return None
        for space in self.ahead(place):
            if self.symbol[space] == symbol and self.standing(space) == 0:
                return space
        end = self.last(place)
        return end if end[0] == "end" or self.room(seat, count) else None

    def room(self, seat: int, count: int) -> bool:
        return self.sloop == "cartagena" and self.crews[seat].count(("sloop", 0)) + count <= 3

    def back(self, place: Place) -> Place | None:
        if place[0] == "sloop":
            spaces = [s for s in self.symbol if s[0] == "tunnel"] if self.sloop == "cartagena" else []
        elif place[0] == "end":
            spaces = [s for s in self.symbol if not self.great or s[0] == "jungle"]
        elif place[0] == "dungeon":
            spaces = []
        else:
            spaces = [s for s in self.symbol if s[0] == place[0] and s[1] < place[1]]
        for space in reversed(spaces):
            if self.standing(space) in (1, 2):
                return space
        return None

    def helped(self, other: int, place: Place) -> Place | None:
        if place[0] == "end" or (place[0] == "sloop" and self.sloop == "cartagena"):
            return None
        for space in self.ahead(place):
            if self.standing(space) in (1, 2):
                return space
        end = self.last(place)
        return end if end[0] == "end" or self.room(other, 1) else None

    def rule(self, place: Place, going_back: bool) -> set[str]:
        """Which ways of drawing were agreed where that pirate stands (C-31)."""
        if not self.great:
            return set(self.rules["draw_tunnel"] if ("tunnel", 1) in self.symbol else self.rules["draw_jungle"])
        if place[0] in ("dungeon", "tunnel") or (place[0] == "sloop" and going_back):
            return set(self.rules["draw_tunnel"])
        return set(self.rules["draw_jungle"])

    # --- what may be done ---

    def payments(self) -> list[tuple[str, tuple[Card, ...]]]:
        """Symbols that the hand can stand for, and with which cards."""
        hand = self.hands[self.turn]
        found: list[tuple[str, tuple[Card, ...]]] = [(symbol, ((symbol, dark),)) for symbol, dark in hand]
        if self.rules["sorceress"]:
            parrots = sorted(card for card in hand.elements() if card[0] == "parrot")
            found += [(symbol, pair) for pair in set(combinations(parrots, 2)) for symbol in SYMBOLS]
        return found

    def legal(self) -> set[Action]:
        seat, crew = self.turn, self.crews[self.turn]
        payments = self.payments()
        found: set[Action] = set()
        for (symbol, cards), place in product(payments, set(crew)):
            if self.forward(seat, place, symbol) is not None:
                found.add(("advance", place, symbol, cards))
        for place in set(crew):
            if "retreat" in self.rule(place, going_back=True) and self.back(place) is not None:
                found.add(("retreat", place))
        for other in self.others():
            for place in set(self.crews[other]):
                if "morgan" in self.rule(place, going_back=False) and self.helped(other, place) is not None:
                    found.add(("morgan", other, place))
        if self.may_sail():
            found |= {("sail",), ("sail free",)} if self.free else {("sail",)}
        if not self.hands[seat]:
            found.add(("pass",))
        if self.left < 3:
            found.add(("stop",))
        if self.rules["sorceress"]:
            found |= self.powers(payments)
        return found

    def may_sail(self) -> bool:
        crew = self.crews[self.turn]
        if not self.great:
            return False
        if self.sloop == "cartagena":
            return ("sloop", 0) in crew
        return any(place[0] in ("dungeon", "tunnel") for place in crew)

    def powers(self, payments: list[tuple[str, tuple[Card, ...]]]) -> set[Action]:
        seat, crew = self.turn, self.crews[self.turn]
        found: set[Action] = set()
        for symbol, cards in payments:
            if symbol == "pistol":
                found |= {("pistol", o, cards) for o in self.others() if self.hands[o]}
            if symbol in ("rum", "lantern"):
                found.add((symbol, cards))
            if symbol == "chest":
                found |= {("chest", place, cards) for place in set(crew) & self.tokens}
        doubles = {place for place in crew if crew.count(place) > 1 and place[0] in ("tunnel", "jungle")}
        if self.left >= 2 and doubles:
            hooks = [cards for symbol, cards in payments if symbol == "hook"]
            for first, (symbol, second), place in product(hooks, payments, doubles):
                enough = not Counter(first + second) - self.hands[seat]
                if enough and self.forward(seat, place, symbol, 2) is not None:
                    found.add(("hook", place, symbol, first, second))
        return found

    # --- doing it ---

    def act(self, action: Action, fate: Fate) -> None:
        """Carries an action out, up to the next decision of the active player or the next turn."""
        verb, seat = action[0], self.turn
        cards: tuple[Card, ...] = ()
        cost = 1
        if verb == "advance":
            _, place, symbol, cards = action
            self.go(seat, place, self.forward(seat, place, symbol))
        elif verb == "hook":
            _, place, symbol, first, second = action
            to = self.forward(seat, place, symbol, 2)
            self.go(seat, place, to)
            self.go(seat, place, to)
            cost, cards = 2, first + second
        elif verb in ("pistol", "rum", "lantern", "chest"):
            cards = action[-1]
        self.hands[seat] -= Counter(cards)
        self.discards += Counter(cards)
        self.free = False
        if verb == "stop":
            self.next_turn()
            return
        self.left -= 0 if verb == "sail free" else cost
        if self.is_won():
            return
        if self.rules["filibusters"] and any(dark for _, dark in cards):
            self.catch(fate)
        self.follow(action, fate)

    def follow(self, action: Action, fate: Fate) -> None:
        verb, seat = action[0], self.turn
        if verb == "retreat":
            to = self.back(action[1])
            assert to is not None
            count = self.standing(to)
            self.go(seat, action[1], to)
            self.draw(seat, count, fate)
        elif verb == "morgan":
            to = self.helped(action[1], action[2])
            assert to is not None
            count = self.standing(to) if to in self.symbol else 2
            self.go(action[1], action[2], to)
            if self.is_won():
                return
            self.draw(seat, count, fate)
        elif verb in ("sail", "sail free"):
            self.sloop = "tortuga" if self.sloop == "cartagena" else "cartagena"
        elif verb == "pass":
            self.draw(seat, 1, fate)
            if self.rules["pass_ends"]:
                self.left = 0
        elif verb == "rum":
            self.sorting = self.drawn(seat, len(self.others()) + 2, fate)
            if self.sorting.total() > 2:
                return  # a decision
            self.hands[seat] += self.sorting
        elif verb == "lantern":
            self.sorting = self.drawn(seat, 4, fate)
            if self.sorting.total() > 1:
                return
            self.hands[seat] += self.sorting
        elif verb == "pistol":
            if self.hands[action[1]].total() > 1:
                return
            self.rob(action[1], next(iter(self.hands[action[1]])), fate)
            return
        elif verb == "chest":
            self.open_chest(action[1], fate)
        self.rest()

    def rest(self) -> None:
        self.sorting = Counter()
        if self.left <= 0:
            self.next_turn()

    def go(self, seat: int, place: Place, to: Place | None) -> None:
        assert to is not None
        self.crews[seat].remove(place)
        self.crews[seat].append(to)

    def is_won(self) -> bool:
        for seat, crew in enumerate(self.crews):
            if seat not in self.gone and all(place[0] == "end" for place in crew):
                self.winner = seat
        return self.winner is not None

    def next_turn(self) -> None:
        self.turn, self.left = self.others()[0], 3
        aboard = [0 if seat in self.gone else crew.count(("sloop", 0)) for seat, crew in enumerate(self.crews)]
        self.free = self.great and 0 < aboard[self.turn] == max(aboard)

    def leave(self, seat: int, aimed_at: int) -> None:
        """C-45, while the active player decides; `aimed_at` is who was shot at, where a pistol is at work."""
        self.gone.add(seat)
        self.pile += self.hands[seat].total()
        self.hands[seat] = Counter()
        is_turn = seat == self.turn
        if is_turn:
            self.pile += self.sorting.total()
            self.sorting = Counter()
        if len(self.gone) == self.seats - 1:
            (self.winner,) = set(range(self.seats)) - self.gone
        elif is_turn:
            self.next_turn()
            self.free = False  # a turn that begins because somebody left begins plainly
        elif seat == aimed_at and self.left == 0:
            self.next_turn()
            self.free = False

    # --- cards ---

    def draw(self, seat: int, count: int, fate: Fate) -> None:
        self.hands[seat] += self.drawn(seat, count, fate)

    def drawn(self, seat: int, count: int, fate: Fate) -> Counter[Card]:
        got: Counter[Card] = Counter()
        for _ in range(count):
            if not self.pile:
                if not self.discards:
                    break
                fate.reshuffle(self.discards)
                self.pile, self.discards = self.discards.total(), Counter()
            got[fate.draw(seat)] += 1
            self.pile -= 1
        return got

    def catch(self, fate: Fate) -> None:
        for seat in range(self.seats):
            if seat in self.others() and self.hands[seat].total() > 7:
                cards = Counter(fate.discard(seat))
                assert cards.total() == self.hands[seat].total() - 7
                self.hands[seat] -= cards
                self.discards += cards

    # --- powers ---

    def spoils(self, victim: int) -> set[Action]:
        return {("take", card) for card in self.hands[victim]}

    def rob(self, victim: int, card: Card, fate: Fate) -> None:
        self.hands[victim] -= Counter([card])
        self.hands[self.turn] += Counter([card])
        self.draw(victim, 1, fate)
        self.rest()

    def shares(self) -> set[Action]:
        given = self.others()[: self.sorting.total() - 2]
        return {
            ("share", tuple(zip(cards, given, strict=True)))
            for cards in permutations(self.sorting.elements(), len(given))
        }

    def share(self, gifts: tuple[tuple[Card, int], ...]) -> None:
        for card, seat in gifts:
            self.hands[seat] += Counter([card])
            self.sorting -= Counter([card])
        self.hands[self.turn] += self.sorting
        self.rest()

    def returns(self) -> set[Action]:
        cards = list(self.sorting.elements())
        return {("back", row) for row in permutations(cards, len(cards) - 1)}

    def put_back(self, cards: tuple[Card, ...]) -> None:
        self.hands[self.turn] += self.sorting - Counter(cards)
        self.pile += len(cards)
        self.rest()

    def open_chest(self, place: Place, fate: Fate) -> None:
        self.tokens.remove(place)
        token = fate.token()
        if token != "snake":
            assert isinstance(token, int)
            self.draw(self.turn, token, fate)
            return
        self.go(self.turn, place, self.bitten(place))
        self.tokens = {space for space, symbol in self.symbol.items() if symbol == "chest"}

    def bitten(self, place: Place) -> Place:
        behind = [space for space in self.symbol if space[0] == place[0] and space[1] < place[1]]
        free = [space for space in behind if self.standing(space) == 0]
        rum = [space for space in free if self.symbol[space] == "rum"]
        if rum:
            return rum[-1]
        if free:
            return free[0]
        if self.great and place[0] == "jungle":
            has_room = self.sloop == "tortuga" and self.crews[self.turn].count(("sloop", 0)) < 3
            return ("sloop", 0) if has_room else place
        return self.start
