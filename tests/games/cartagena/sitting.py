"""The game and the judge of `oracle.py` at one table: the game draws, the judge is told, and both must agree."""

from __future__ import annotations

from collections import Counter, deque
from typing import TYPE_CHECKING, Any

from tests.games.cartagena.oracle import SYMBOLS, Action, Card, Judge, Place
from tortuga_p2p.bots.chance import SeededDraw
from tortuga_p2p.games.cartagena.game import GAME
from tortuga_p2p.games.cartagena.rules import kinds as do
from tortuga_p2p.games.cartagena.rules.components import DARK, GOAL, LETTERS, SLOOP, SNAKE, TAKEN
from tortuga_p2p.games.cartagena.rules.state import Phase, State, layout
from tortuga_p2p.rules.answer import Answer, Opened
from tortuga_p2p.rules.ask import Deal, Mix, Open, Over, deciders
from tortuga_p2p.rules.laws import ThingPlaces
from tortuga_p2p.rules.local_table import LocalTable

if TYPE_CHECKING:
    from tortuga_p2p.rules.ask import Face, Move, Seat
    from tortuga_p2p.rules.game import Options

VERBS: dict[int, str] = {do.ADVANCE: "advance", do.RETREAT: "retreat", do.MORGAN: "morgan", do.SAIL: "sail"}
VERBS |= {do.SAIL_FREE: "sail free", do.PASS: "pass", do.STOP: "stop", do.PISTOL: "pistol", do.RUM: "rum"}
VERBS |= {do.LANTERN: "lantern", do.HOOK: "hook", do.CHEST: "chest"}


def card(face: Face) -> Card:
    return SYMBOLS[face % DARK], face >= DARK


class Told:
    """What happened at the game's table, for the judge to use up."""

    def __init__(self) -> None:
        self.drawn: deque[tuple[Seat, Card]] = deque()
        self.mixed: deque[Counter[Card]] = deque()
        self.tokens: deque[int | str] = deque()
        self.thrown: dict[Seat, list[Card]] = {}

    def draw(self, seat: int) -> Card:
        who, drawn = self.drawn.popleft()
        assert who == seat, "the right player draws"
        return drawn

    def reshuffle(self, cards: Counter[Card]) -> None:
        assert self.mixed.popleft() == cards, "all discards are mixed, and only they"

    def token(self) -> int | str:
        return self.tokens.popleft()

    def discard(self, seat: int) -> list[Card]:
        return self.thrown.pop(seat)

    def is_used_up(self) -> bool:
        return not (self.drawn or self.mixed or self.tokens or self.thrown)


class Sitting:
    """Plays one random game; `compared` counts decisions whose legal moves were equal.

    With `leaving` somebody leaves for good at one decision in so many, as long as two stay.
    """

    def __init__(self, seats: int, options: Options, seed: int, leaving: int = 0) -> None:
        self.table: LocalTable[State] = LocalTable.new(GAME, seats, options, SeededDraw(seed, "table"))
        self.choosing = SeededDraw(seed, "choices").below
        self.told = Told()
        self.leaving, self.left_at = leaving, Counter[str]()
        self.places = ThingPlaces(seats, GAME.piles)
        self.compared = 0
        self.seen: Counter[str] = Counter()  # verbs that were played
        while self.table.state.phase != Phase.ACT:
            self._step()
        self.judge = self._judge()
        self._run_on()

    def _judge(self) -> Judge:
        state = self.table.state
        setup = state.setup
        tunnel, _, jungle = setup.path.partition("|")
        ways = [{word for bit, word in ((1, "retreat"), (2, "morgan")) if bits & bit} for bits in setup.drawing]
        judge = Judge(
            setup.seats,
            [SYMBOLS[LETTERS.index(letter)] for letter in tunnel],
            [SYMBOLS[LETTERS.index(letter)] for letter in jungle],
            setup.pirates,
            draw_tunnel=ways[0],
            draw_jungle=ways[1],
            filibusters=setup.filibusters,
            sorceress=setup.sorceress,
            pass_ends=setup.pass_ends,
        )
        judge.hands = [Counter(self._cards(hand)) for hand in state.hands]
        judge.pile = len(state.pile)
        return judge

    def _cards(self, handles: tuple[int, ...]) -> tuple[Card, ...]:
        return tuple(card(self.table.faces[handle]) for handle in handles)

    def place(self, place: int) -> Place:
        way = layout(self.table.state.setup.path)
        if place == 0:
            return "dungeon", 0
        if place in (SLOOP, GOAL):
            return ("sloop" if place == SLOOP else "end"), 0
        return ("tunnel" if place <= way.tunnel else "jungle"), place

    def action(self, move: Move) -> Action:
        """A move of the game in the judge's words."""
        data, opens, gives = move
        cards: Any = tuple(sorted(self._cards(opens)))
        match data:
            case (do.ADVANCE, symbol, place):
                return "advance", self.place(place), SYMBOLS[symbol], cards
            case (do.RETREAT, place):
                return "retreat", self.place(place)
            case (do.MORGAN, other, place):
                return "morgan", other, self.place(place)
            case (do.PISTOL, victim):
                return "pistol", victim, cards
            case (do.CHEST, place):
                return "chest", self.place(place), cards
            case (do.HOOK, symbol, place, first):
                pair = (tuple(sorted(self._cards(part))) for part in (opens[:first], opens[first:]))
                return "hook", self.place(place), SYMBOLS[symbol], *pair
            case (do.RUM | do.LANTERN as kind,):
                return VERBS[kind], cards
            case (do.TAKE, handle):
                return "take", self._cards((handle,))[0]
            case (do.SHARE,):
                return "share", tuple((self._cards((handle,))[0], seat) for handle, seat in gives)
            case (do.KEEP,):
                return "back", self._cards(tuple(handle for handle, _ in gives))
        return (VERBS[data[0]],)

    # --- playing ---

    def _step(self, choices: dict[Seat, Move] | None = None) -> Answer:
        ask = self.table.ask
        answer = self.table.step(choices)
        if self.leaving:
            self.places.take(ask, answer)
        return answer

    def play(self, turns_max: int) -> None:
        while not isinstance(self.table.ask, Over) and self.table.state.round <= turns_max:
            self.step()

    def step(self) -> None:
        if self.leaving and len(self.places.present) > 2 and not self.choosing(self.leaving):
            self._leave()
            return
        state = self.table.state
        legal = self._legal()
        moves = self.table.moves(state.turn)
        listed = [self.action(move) for move in moves]
        assert len(set(listed)) == len(listed), "no action is listed twice"
        assert set(listed) == legal, f"only the game: {set(listed) - legal}; only the judge: {legal - set(listed)}"
        self.compared += 1
        chosen = self.choosing(len(moves))
        action = listed[chosen]
        self.seen[action[0]] += 1
        doing = state.doing
        self._step({state.turn: moves[chosen]})
        self._run_on()
        self._tell(action, doing)
        if self.table.state.phase == Phase.ACT:
            self._pass_by_itself()
        assert self.told.is_used_up(), "nothing happened that the judge does not know"
        self.compare()

    def _leave(self) -> None:
        """Somebody leaves at an open decision, whoever it is that decides."""
        seat, state = self.places.present[self.choosing(len(self.places.present))], self.table.state
        self.left_at[Phase(state.phase).name] += 1
        aimed_at = state.doing[1] if state.phase == Phase.TAKE else -1
        self.table.leave(seat, self.places)
        self._run_on()
        self.judge.leave(seat, aimed_at)
        assert self.told.is_used_up(), "nobody draws because somebody leaves"
        self.compare()

    def _legal(self) -> set[Action]:
        state, judge = self.table.state, self.judge
        match Phase(state.phase):
            case Phase.TAKE:
                return judge.spoils(state.doing[1])
            case Phase.SHARE:
                return judge.shares()
            case Phase.KEEP:
                return judge.returns()
        return judge.legal()

    def _tell(self, action: Action, doing: tuple[int, ...]) -> None:
        judge = self.judge
        match action:
            case ("take", taken):
                judge.rob(doing[1], taken, self.told)
            case ("share", gifts):
                judge.share(gifts)
            case ("back", cards):
                judge.put_back(cards)
            case _:
                judge.act(action, self.told)
        while self.told.drawn and judge.turn == self.told.drawn[0][0] and judge.legal() == {("pass",)}:
            judge.act(("pass",), self.told)  # nobody is asked where everybody sees that nothing else is possible

    def _pass_by_itself(self) -> None:
        assert self.judge.legal(), "somebody always has an action (C-37)"

    def _run_on(self) -> None:
        """The game goes on to its next decision; what chance does is written down for the judge."""
        table, told = self.table, self.told
        while not isinstance(table.ask, Over):
            ask, state = table.ask, table.state
            if state.phase == Phase.DISCARD and deciders(ask):
                choices = {}
                for seat in deciders(ask):
                    moves = table.moves(seat)
                    choices[seat] = moves[self.choosing(len(moves))]
                    told.thrown[seat] = list(self._cards(choices[seat].opens))
                self._step(choices)
                continue
            if deciders(ask):
                return
            answer = self._step()
            if isinstance(ask, Mix) and state.phase == Phase.LONE_MIX:
                # The only discard, mixed with a card of its drawer: both are dealt, but one was there before.
                told.mixed.append(Counter(card(face) for face in ask.shown))
                told.drawn.append((state.owed[0], card(ask.shown[0])))
                self._step()
            elif isinstance(ask, Deal) and state.phase == Phase.DRAW:
                told.drawn += [(hand.seat, got) for hand in ask.hands for got in self._cards(hand.handles)]
            elif isinstance(ask, Mix) and state.phase == Phase.DRAW:
                told.mixed.append(Counter(card(face) for face in ask.shown))
            elif isinstance(ask, Open):
                assert isinstance(answer, Opened)
                value = state.setup.tokens[answer.faces[0]]
                told.tokens.append("snake" if value == SNAKE else value)

    def compare(self) -> None:
        """Everything that both know is equal."""
        state, judge = self.table.state, self.judge
        assert [Counter(map(self.place, crew)) for crew in state.pirates] == [Counter(crew) for crew in judge.crews]
        assert [Counter(self._cards(hand)) for hand in state.hands] == judge.hands
        assert Counter(card(face) for face in state.discards) == judge.discards
        assert len(state.pile) == judge.pile
        assert state.sloop == (judge.sloop == "tortuga")
        chests = layout(state.setup.path).chests
        left = {self.place(space) for space, token in zip(chests, state.tokens, strict=False) if token != TAKEN}
        assert left == judge.tokens
        if isinstance(self.table.ask, Over):
            assert self.table.ask.result.winners == (judge.winner,)
        else:
            assert judge.winner is None
            assert Counter(self._cards(state.sorting)) == judge.sorting
            assert (state.turn, state.left, bool(state.free)) == (judge.turn, judge.left, judge.free)
            assert {seat for seat in range(judge.seats) if state.gone >> seat & 1} == judge.gone
