"""Market: a tiny game that says everything once, for the seam between a game and people.

Everybody has a hidden hand of fish, rum and silk and sells in turn: first to whom, then which goods (one or two of one
kind; two bring one coin more), and at the end of a round all call the order of the stalls at once. Has one of each:
a step of one, of some, of an order, of an amount, things that are alike, a refusal, a sealed choice.
"""

from __future__ import annotations

from itertools import combinations, permutations
from typing import TYPE_CHECKING, NamedTuple

from tests.tinygames.spelling import Spelled
from tortuga_p2p.errors import IllegalMove
from tortuga_p2p.rules.answer import DONE, AllMoved, Answer, Moved
from tortuga_p2p.rules.ask import (
    Ask,
    Deal,
    Hand,
    Handle,
    Mix,
    Move,
    Moves,
    Over,
    Pile,
    Result,
    Seat,
    Together,
    Turn,
    Unseen,
    deciders,
)
from tortuga_p2p.rules.decision import ONE, ORDER, SOME, Choice, Decision, Step, amounts
from tortuga_p2p.rules.plain import Plain, a_tuple, an_int, ints
from tortuga_p2p.rules.record import Record, Thing
from tortuga_p2p.rules.words import Asked, Cases, Said, ThingWords, Words, both, counted, several, somebody, words_of
from tortuga_p2p.text import N_, _, n_

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tortuga_p2p.rules.decision import Picks
    from tortuga_p2p.rules.game import Known, Options, View
    from tortuga_p2p.rules.record import Note

FISH, RUM, SILK = range(3)
GOODS = (FISH,) * 6 + (RUM,) * 6 + (SILK,) * 6
HAND = 4
TIPS = 2  # coins at most on top


class Phase:
    MIX, DEAL, SELL, CALL, ENDED = range(5)


class State(NamedTuple):
    round: int
    phase: int
    turn: Seat
    pile: tuple[Handle, ...]
    hands: tuple[tuple[Handle, ...], ...]
    sold: tuple[tuple[int, ...], ...]  # faces in front of everybody
    coins: tuple[int, ...]


class Market(Spelled[State]):
    """The rules."""

    name = "market"
    title = "Market"
    seats = range(2, 5)
    piles: Mapping[str, Pile] = {"goods": Pile(GOODS, alike=True)}

    def setup(self, seats: int, options: Options) -> State:
        self.check_table(seats, options)
        return State(1, Phase.MIX, 0, (), ((),) * seats, ((),) * seats, (0,) * seats)

    def asks(self, state: State) -> Ask:
        seats = tuple(range(len(state.hands)))
        if state.phase == Phase.MIX:
            return Mix("goods", (), GOODS, tuple(range(len(GOODS))), seats)
        if state.phase == Phase.DEAL:
            return Deal(tuple(Hand(seat, tuple(range(HAND * seat, HAND * seat + HAND))) for seat in seats))
        if state.phase == Phase.SELL:
            return Turn(state.turn)
        if state.phase == Phase.CALL:
            return Together(seats)
        best = max(state.coins)
        return Over(Result(state.coins, tuple(seat for seat in seats if state.coins[seat] == best)))

    def legal_moves(self, state: State, seat: Seat, known: Known) -> Moves:
        if seat not in deciders(self.asks(state)):
            return ()
        if state.phase == Phase.CALL:
            return tuple(Move(order) for order in permutations((FISH, RUM, SILK)))
        hand = state.hands[seat]
        sets = [(one,) for one in hand] + [pair for pair in combinations(hand, 2) if known[pair[0]] == known[pair[1]]]
        others = [other for other in range(len(state.hands)) if other != seat]
        return tuple(Move((to, tip), goods) for to in others for goods in sets for tip in range(TIPS + 1))

    def check_move(self, state: State, seat: Seat, moved: Moved) -> None:
        known = dict(zip(moved.move.opens, moved.faces, strict=False))
        asked = self.asks(state)
        if asked != Turn(seat) and not (isinstance(asked, Together) and seat in asked.seats):
            raise IllegalMove("Nobody sells now.", "order of play")
        hand = {handle: -1 - handle for handle in state.hands[seat]} | known
        shown = len(moved.faces) == len(moved.move.opens) and set(moved.faces) <= {FISH, RUM, SILK}
        if not shown or moved.move not in self.legal_moves(state, seat, hand):
            raise IllegalMove("Sell one or two of a kind to another player.", "selling")

    def apply(self, state: State, answer: Answer, note: Note | None = None) -> State:
        match self.asks(state), answer:
            case Turn(seat), Moved():
                self.check_move(state, seat, answer)
                return self._sell(state, seat, answer, note)
            case Together(), AllMoved(moves) if len(moves) == len(state.hands):
                return self._call(state, moves, note)
            case Mix(into=into), _ if answer is DONE:
                return state._replace(phase=Phase.DEAL, pile=into)
            case Deal(hands), _ if answer is DONE:
                for seat, handles in hands:
                    if note:
                        note(Record("dealt", seat, {"goods": tuple(Thing("goods", handle) for handle in handles)}))
                dealt = tuple(handles for _, handles in hands)
                pile = tuple(handle for handle in state.pile if not any(handle in hand for hand in dealt))
                return state._replace(phase=Phase.SELL, hands=dealt, pile=pile)
            case _:
                raise IllegalMove("That is not what the market waits for.", "order of play")

    def _sell(self, state: State, seat: Seat, moved: Moved, note: Note | None) -> State:
        (to, tip), goods, _gives = moved.move
        gain = len(goods) + (len(goods) == 2)
        coins, hands, sold = list(state.coins), list(state.hands), list(state.sold)
        coins[seat] += gain
        coins[to] += tip
        hands[seat] = tuple(handle for handle in hands[seat] if handle not in goods)
        sold[to] = (*sold[to], *moved.faces)
        if note:
            note(Record("sold", seat, {"buyer": to, "kind": moved.faces[0], "count": len(goods), "gain": gain}))
            if tip:
                note(Record("tipped", seat, {"buyer": to, "gain": tip}))
        turn = (seat + 1) % len(hands)
        phase = Phase.CALL if turn == 0 else Phase.SELL
        return state._replace(turn=turn, phase=phase, coins=tuple(coins), hands=tuple(hands), sold=tuple(sold))

    def _call(self, state: State, moves: tuple[Moved, ...], note: Note | None) -> State:
        for seat, moved in enumerate(moves):
            self.check_move(state, seat, moved)
            self._called(seat, moved.move, note)
        ends = state.round == 2
        if note:
            note(Record("round", None, {"round": state.round}))
        return state._replace(round=state.round + (not ends), phase=Phase.ENDED if ends else Phase.SELL)

    def _called(self, seat: Seat, move: Move, note: Note | None) -> None:
        """One seat's part of a call."""
        if note:
            note(Record("called", seat, {"stalls": move.data}))

    def shown(self, state: State, seat: Seat) -> tuple[Handle, ...]:
        return state.hands[seat]

    def unseen(self, state: State, seat: Seat, known: Known) -> Sequence[Unseen]:
        faces = list(GOODS)
        for face in (*(face for row in state.sold for face in row), *(known[one] for one in state.hands[seat])):
            faces.remove(face)
        hidden = [handle for other, hand in enumerate(state.hands) if other != seat for handle in hand]
        return [Unseen((*hidden, *state.pile), tuple(faces), apart=False)] if state.pile else []

    def unpack(self, value: Plain) -> State:
        number, phase, turn, pile, hands, sold, coins = a_tuple(value, 7)
        rows = tuple(ints(hand, 0, len(GOODS) - 1) for hand in a_tuple(hands))
        return State(
            an_int(number, 1, 2),
            an_int(phase, 0, Phase.ENDED),
            an_int(turn, 0, len(rows) - 1),
            ints(pile, 0, len(GOODS) - 1),
            rows,
            tuple(ints(row, 0, 2) for row in a_tuple(sold, len(rows))),
            ints(coins, 0, 100, len(rows)),
        )


# --- decisions ---------------------------------------------------------------------------------------------------


class DecidingMarket(Market):
    """The rules, and each decision described; no words yet."""

    def decision(self, view: View[State]) -> Decision | None:
        state, seat = view.state, view.seat
        assert seat is not None
        if state.phase == Phase.CALL:
            return Decision("call", {}, (Step("stalls", ORDER, _stalls),), _call_move, _call_picks)
        steps = (Step("buyer", ONE, _buyers), Step("goods", SOME(1, 2), _goods), Step("tip", ONE, _tips))
        return Decision("sell", {"coins": state.coins[seat]}, steps, _sale, _sale_picks)

    def rehearse(self, view: View[State], move: Move, note: Note) -> None:
        if view.state.phase == Phase.CALL:
            assert view.seat is not None
            self._called(view.seat, move, note)
        else:
            super().rehearse(view, move, note)

    def round_of(self, state: State) -> int:
        return state.round


def _buyers(view: View[State], picks: Picks) -> Sequence[Choice]:
    return [Choice(seat, ("buyer", seat)) for seat in range(len(view.state.hands)) if seat != view.seat]


def _goods(view: View[State], picks: Picks) -> Sequence[Choice]:
    """One choice for each kind in the hand; another kind than the one picked takes its place."""
    assert view.seat is not None
    kinds: dict[int, list[Handle]] = {}
    for handle in view.state.hands[view.seat]:
        kinds.setdefault(view.known[handle], []).append(handle)
    picked = picks["goods"]
    return [
        Choice(
            handles[0],
            ("kind", kind),
            tuple(handles[1:]),
            instead_of=() if picked and picked[0] in handles else picked,
            note="in hand",
            args={"kind": kind, "count": len(handles)},
        )
        for kind, handles in sorted(kinds.items())
    ]


def _tips(view: View[State], picks: Picks) -> Sequence[Choice]:
    """Two coins of tip for a single piece would be mad."""
    found = amounts(0, TIPS, "tip")
    return [choice._replace(why_not="mad", args={"gain": 1}) if choice.value > 9 else choice for choice in found]


def _sale(picks: Picks) -> Move:
    return Move((picks["buyer"][0], picks["tip"][0]), tuple(sorted(picks["goods"])))


def _sale_picks(move: Move) -> Picks:
    return {"buyer": move.data[:1], "goods": move.opens, "tip": move.data[1:]}


def _stalls(view: View[State], picks: Picks) -> Sequence[Choice]:
    return [Choice(kind, ("kind", kind)) for kind in (FISH, RUM, SILK)]


def _call_move(picks: Picks) -> Move:
    return Move(picks["stalls"])


def _call_picks(move: Move) -> Picks:
    return {"stalls": move.data}


# --- words -------------------------------------------------------------------------------------------------------

kind = words_of(N_("fish"), N_("rum"), N_("silk"))


WORDS = Words(
    asked={
        "sell": Asked(
            N_("You have {coins}. What do you sell, and to whom?"),
            Said("", N_("{who} sells something."), ""),
            Cases(
                lambda args: args["tip"] == (0,),
                {True: N_("sell {goods} to {buyer}"), False: N_("sell {goods} to {buyer} and tip {tip}")},
            ),
            steps={"buyer": N_("buyer"), "goods": N_("goods"), "tip": N_("tip")},
            chapter="selling",
        ),
        "call": Asked(
            N_("In which order do the stalls stand?"),
            Said("", N_("{who} calls an order."), N_("{who} call an order.")),
            N_("call {stalls}"),
        ),
    },
    said={
        "dealt": Said(N_("You get {goods}."), N_("{who} gets {goods}.")),
        "sold": Said(
            N_("You sell {count} {kind} to {buyer} for {gain}."), N_("{who} sells {kind} to {buyer}: {gain}.")
        ),
        "tipped": Said(N_("You tip {buyer} with {gain}."), N_("{who} tips {buyer} with {gain}.")),
        "called": Said(N_("You call {stalls}."), N_("{who} calls {stalls}.")),
        "round": both(N_("Round {round} is over.")),
    },
    terms={
        "kind": kind,
        "buyer": somebody,
        "coins": counted(N_("{number} coin"), N_("{number} coins")),
        "gain": counted(N_("{number} coin"), N_("{number} coins")),
        "tip": counted(N_("{number} coin"), N_("{number} coins")),
        "stalls": several(kind),
    },
    notes={"in hand": N_("You have {count} of {kind}.")},
    why_not={"mad": N_("More than {gain} would be mad.")},
    styles={"kind": lambda value: f"goods.{value}"},
    things={
        "goods": ThingWords(
            lambda number: n_("a piece of goods", "{number} pieces of goods", number).format(number=number),
            lambda face: (_("fish"), _("rum"), _("silk"))[face],
            lambda handle, reader: _("piece {number}", number=handle + 1),
        )
    },
)


class WordyMarket(DecidingMarket):
    """Rules, decisions and words."""

    def words(self) -> Words:
        return WORDS


MARKET, DECIDING, WORDY = Market(), DecidingMarket(), WordyMarket()
