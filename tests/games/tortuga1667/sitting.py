"""The game and the second reading of its rules (oracle.py) at one table: at each decision the same seats are asked, the
same actions are open to them, and everything that both know is equal."""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from itertools import chain
from typing import TYPE_CHECKING, Any

from tests.games.tortuga1667.oracle import Action, Card, Judge
from tortuga_p2p.bots.chance import SeededDraw
from tortuga_p2p.games.tortuga1667.game import GAME
from tortuga_p2p.games.tortuga1667.rules import cards as c
from tortuga_p2p.games.tortuga1667.rules.moves import Do
from tortuga_p2p.games.tortuga1667.rules.state import BELOW, NOWHERE, Phase
from tortuga_p2p.rules.answer import Drawn, Opened
from tortuga_p2p.rules.ask import Deal, Give, Move, Over, deciders
from tortuga_p2p.rules.local_table import LocalTable

if TYPE_CHECKING:
    from tortuga_p2p.rules.game import Options

PLACES = ("fd", "jr", "tortuga", "boat fd", "boat jr")
AREAS = ("galleon", "fd british", "fd french", "jr british", "jr french", "tortuga british", "tortuga french")
NATIONS = ("british", "french", "dutch")
NAMES = {kind: name.lower() for name, kind in vars(Do).items() if name.isupper()}
SLOTTED = (Do.LOOK, Do.REVEAL, Do.TURN)


def vote_card(face: int) -> Card:
    return tuple(sorted(chain.from_iterable([sign] * number for sign, number in c.VOTES[face]._asdict().items())))


class Told:
    """What chance did, kept until the judge asks for it."""

    def __init__(self) -> None:
        self.queues: dict[str, deque[Any]] = defaultdict(deque)

    def __getattr__(self, name: str) -> Any:
        return lambda *of: self.queues[" ".join([name, *map(str, of)])].popleft()

    def tell(self, value: Any, name: str, *of: int) -> None:
        self.queues[" ".join([name, *map(str, of)])].append(value)

    def left(self) -> dict[str, list[Any]]:
        return {name: list(queue) for name, queue in self.queues.items() if queue}


class Sitting:
    """One game, played at random by both."""

    def __init__(self, seats: int, options: Options, seed: int) -> None:
        self.table = LocalTable.new(GAME, seats, options, SeededDraw(seed, "sitting"))
        self.choosing = SeededDraw(seed, "choices").below
        setup = self.table.state.setup
        self.told = Told()
        self.judge = Judge(seats, self.told, **{name: getattr(setup, name) for name in setup._fields[1:]})
        self.reading = self.judge.game()
        self.compared = 0
        self.seen: Counter[str] = Counter()
        self.open = bool(setup.loyalties)

    def play(self, decisions_max: int = 2_000) -> None:
        self._run_on()
        asked = next(self.reading)
        while self.compared < decisions_max:
            self._compare(asked)
            chosen = self._decide(asked)
            self._run_on()
            try:
                asked = self.reading.send(chosen)
            except StopIteration:
                break
        if isinstance(self.table.ask, Over):
            assert NATIONS[self.table.state.winner] == self.judge.winner
            assert self.table.ask.result.winners == self._winners()
        else:
            assert self.judge.winner is None

    def _winners(self) -> tuple[int, ...]:
        return tuple(seat for seat, flag in enumerate(self.judge.flags) if flag == self.judge.winner)

    def _decide(self, asked: dict[int, set[Action]]) -> dict[int, Action]:
        """Both are told what everybody chose, once it is sure that they could choose the same."""
        assert set(asked) == set(deciders(self.table.ask)), "the same seats are asked"
        chosen, moves = {}, {}
        for seat, legal in asked.items():
            found = self.table.moves(seat)
            listed = [self.action(move) for move in found]
            only = set(listed) - legal, legal - set(listed)
            assert only == (set(), set()), f"only the game: {only[0]}; only the judge: {only[1]}"
            pick = self.choosing(len(found))
            moves[seat], chosen[seat] = found[pick], listed[pick]
            self.seen[listed[pick][0]] += 1
            self.compared += 1
        self.table.step(moves)
        return chosen

    def action(self, move: Move) -> Action:
        """A move of the game in the judge's words."""
        kind, *numbers = move.data
        word = NAMES[kind]
        if kind in SLOTTED:
            return word, *(slot + 1 for slot in numbers)
        match kind, numbers:
            case Do.FORCE, (victim, one, two):
                return word, victim, one + 1, two + 1
            case Do.ROW, (place,):
                return word, PLACES[place]
            case Do.LETTER, (pawn, ship):
                return word, pawn, PLACES[ship]
            case ((Do.PLUNDER | Do.HOLD), (nation,)):
                return word, NATIONS[nation]
            case Do.BLOW, (boat,):
                return word, PLACES[3 + boat]
            case Do.TAKE, (source, nation):
                return word, AREAS[source], NATIONS[nation]
            case Do.PLACE, (place, slot):
                return word, PLACES[place], slot + 1
            case Do.PICK, handles:
                return word, *self._cards(handles)
            case Do.VOTE, _:
                return word, *self._cards([handle for handle, _ in move.gives])
        return word, *numbers

    def _cards(self, handles: Any) -> list[Card]:
        return sorted(vote_card(self.table.faces[handle]) for handle in handles)

    # --- chance ---

    def _run_on(self) -> None:
        """The game goes on to its next decision; what chance did is written down for the judge."""
        table, told = self.table, self.told
        while not isinstance(table.ask, Over) and not deciders(table.ask):
            ask, before = table.ask, table.state
            given = [vote_card(table.faces[handle]) for handle, _ in ask.things] if isinstance(ask, Give) else []
            answer = table.step()
            phase = Phase(before.phase)
            if phase == Phase.OPENING and not before.setup.ready:
                told.tell([*self._braided()], "crews")
            elif phase == Phase.DEAL and isinstance(ask, Deal):
                told.tell({c.EVENT_NAMES[card] for card in self._starred()}, "starred")
                told.tell(self._flags(), "loyalties")
                for hand in ask.hands:
                    told.tell(self._cards(handle for handle in hand.handles if handle < 32), "dealt", hand.seat)
            elif phase == Phase.PAWN and isinstance(answer, Drawn):
                told.tell(table.state.actor, "pawn")
            elif phase == Phase.REVEAL and isinstance(answer, Opened):
                told.tell(c.EVENT_NAMES[answer.faces[0]], "revealed")
            elif phase == Phase.COUNT and isinstance(answer, Opened):
                told.tell(Counter(map(vote_card, answer.faces)), "turned_over")
            elif phase in (Phase.DRAW, Phase.EXTRA) and isinstance(ask, Deal):
                for hand in ask.hands:
                    told.tell(self._cards(hand.handles)[0], "draw", hand.seat)
            elif phase == Phase.LOSE:
                told.tell(given[0], "lost")
            elif phase in (Phase.FEVER_DEAL, Phase.FEVER_DRAW):
                told.tell(self._flags(), "fever")
            elif phase == Phase.BELLS:
                told.tell(list(table.state.lines[self._place(before.actor)]), "bells")
        if table.state.setup.ready and table.state.phase == Phase.PLACE and not told.queues["pawn"]:
            told.tell(table.state.actor, "pawn")  # the last one is not drawn

    def _place(self, seat: int) -> int:
        return next(place for place, line in enumerate(self.table.state.lines) if seat in line)

    def _braided(self) -> list[int]:
        one, two, _ = self.table.state.lines
        return [seat for pair in zip(one, (*two, None), strict=False) for seat in pair if seat is not None]

    def _starred(self) -> list[int]:
        return [card for place, card in enumerate(c.STARRED) if self.table.state.stars >> place & 1]

    def _flags(self) -> list[str]:
        state, faces = self.table.state, self.table.faces
        pairs = zip(state.flags, state.loyal, strict=True)
        return [NATIONS[flag if flag != NOWHERE else faces[card]] for flag, card in pairs]

    # --- comparing ---

    def _compare(self, asked: dict[int, set[Action]]) -> None:
        state, judge = self.table.state, self.judge
        if not state.turn:
            return
        assert not self.told.left(), "nothing happened that the judge does not know"
        assert state.active == judge.active
        assert [list(line) for line in state.lines] == list(judge.lines.values())
        assert [None if seat == NOWHERE else seat for seat in state.boats] == list(judge.boats.values())
        assert {PLACES[boat] for boat in range(2) if state.powder >> boat & 1} == judge.wrecks
        assert dict(zip(AREAS, state.chests, strict=True)) == judge.chests
        front = [Counter(c.EVENT_NAMES[card] for card in cards) for cards in state.kept]
        assert front == [+cards for cards in judge.front]
        assert [Counter(self._cards(hand)) for hand in state.hands] == judge.hands
        assert {seat for seat in range(state.setup.seats) if state.scurvy >> seat & 1} == judge.sick
        assert (state.code, bool(state.sudden)) == (judge.code, judge.sudden)
        assert self._flags() == judge.flags
        self._compare_events()

    def _compare_events(self) -> None:
        state, judge = self.table.state, self.judge
        assert Counter(c.EVENT_NAMES[card] for card in state.discards) == +judge.out
        assert len(state.event_deck) + (state.armada == BELOW) == judge.deck
        everybody = set(range(state.setup.seats))
        looked = {
            slot: everybody if card < NOWHERE else {seat for seat in everybody if state.seen[card] >> seat & 1}
            for slot, card in enumerate(state.row, 1)
            if card != NOWHERE
        }
        assert looked == judge.row
