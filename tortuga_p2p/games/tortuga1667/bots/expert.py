"""A bot that thinks about who is loyal to whom, and chooses what makes its own nation win most likely.

It looks one action ahead: every outcome of it, chance and the votes of others included, is weighed by what the position
would then be worth (value.py), with loyalties as far as they can be guessed (beliefs.py).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ....rules.shape import put
from ..rules import cards as c
from ..rules.actions import perform
from ..rules.ballot import voters
from ..rules.events import resolve
from ..rules.hands import carry, walk
from ..rules.moves import DECISIONS, VOTE_OF, Do
from ..rules.row import finish_card, lay_open
from ..rules.sight import face_in
from ..rules.state import AMONG, ATTACK, BRAWL, MUTINY, NOWHERE, OUT, SHIPS, TORTUGA, Phase, hold, place_of
from ..rules.turn import check_lead, end_action
from ..rules.votes import sources
from .beliefs import beliefs, suspicion
from .greedy import nation_of
from .hearsay import claimed_in, something_to_say, wish_of
from .odds import chance_of, event_chances, faces_held, flags_of, leaning, unseen_votes
from .value import LATE, SUDDEN, Outlook, stage

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Sequence

    from ....rules.ask import Move, Moves
    from ....rules.game import Draw, View
    from ..rules.state import State
    from .beliefs import Chance
    from .odds import Chances

LOOK_EARLY, LOOK_LATE = 0.004, 0.03  # what knowing one more event is worth, in chances of winning
SECRECY: Final = (0.15, 0.08, 0.0)  # early, middle, late: what it is worth not to be known, in chances of winning
BLUFF: Final = 4  # one first chest in so many goes into the wrong hold: it can be plundered back
TRUST: Final = 0.7  # how far a friend is believed who says which event lies there
WISHED: Final = 0.1  # how far "vote for it" tells how somebody votes
NEAR: Final = 1e-4  # choices that near each other are left to chance
SETTLED: Final = (  # what comes next is somebody's next decision
    *(Phase.ACTION, Phase.ATLANTIS, Phase.AGAIN, Phase.HOLD, Phase.SHOW, Phase.OVER, Phase.PAWN, Phase.PLACE),
)
PRO: Final = {face: 3.0 if icons.cannon or icons.torch else 0.3 for face, icons in enumerate(c.VOTES)}
CONTRA: Final = {face: 0.4 if icons.cannon or icons.torch else 3.0 for face, icons in enumerate(c.VOTES)}
SKULLS: Final = {face: 3.0 if icons.skull else 0.4 for face, icons in enumerate(c.VOTES)}
WHEELS: Final = {face: 0.4 if icons.skull else 3.0 for face, icons in enumerate(c.VOTES)}
FLAGS: Final = (
    {face: 3.0 if icons.british else 0.3 for face, icons in enumerate(c.VOTES)},
    {face: 3.0 if icons.french else 0.3 for face, icons in enumerate(c.VOTES)},
)


class Expert:
    """The strongest bot of this game."""

    name = "expert"

    def choose(self, view: View[Any], moves: Moves, draw: Draw, /) -> Move:
        return Thought(view).best(moves, draw)

    def weighs(self, view: View[Any], moves: Moves, /) -> list[float] | None:
        """How likely our nation wins with each; nothing where somebody else's hand is chosen card by card."""
        thought = Thought(view)
        return None if view.state.phase == Phase.NEST_PICK else [thought.of(move) for move in moves]

    def says(self, view: View[Any], draw: Draw, /) -> tuple[int, ...] | None:
        return something_to_say(view, draw, honest=3)


class Thought:
    """One decision."""

    def __init__(self, view: View[State], chances: Sequence[Chance] | None = None) -> None:
        self.view = view
        self.state = view.state
        assert view.seat is not None
        self.seat = view.seat
        self.nation = nation_of(view)
        self.chances = chances or beliefs(view)
        self.worth = Outlook(self.chances, self.nation).worth
        self._events: Counter[int] | None = None
        self._cards: dict[tuple[int, int], float] = {}
        self._decisions: dict[tuple[int, ...], float] = {}

    def best(self, moves: Moves, draw: Draw) -> Move:
        if self.state.phase == Phase.NEST_PICK:
            return self._pick(moves)
        if self.state.phase == Phase.HOLD and self.nation != c.DUTCH and draw.below(BLUFF) == 0:
            return next(move for move in moves if move.data[1] != self.nation)
        worths = [self.of(move) for move in moves]
        top = max(worths)
        among = [move for move, value in zip(moves, worths, strict=True) if value > top - NEAR]
        return among[draw.below(len(among))] if len(among) > 1 else among[0]

    def of(self, move: Move) -> float:
        """How likely we win with this move."""
        kind, state = move.data[0], self.state
        if kind == Do.VOTE:
            return self._vote(move)
        if kind == Do.LOOK:
            return self._look(move.data)
        if kind in VOTE_OF:
            return self._call(VOTE_OF[kind])
        if kind in (Do.REVEAL, Do.TURN):
            return self._slot(state, self.seat if kind == Do.REVEAL else state.actor, move.data[1])
        if kind == Do.FORCE:
            return self._force(move.data)
        if kind == Do.LATE:
            return -1.0
        if kind in (Do.BE, Do.NEST) or (kind == Do.PLACE and state.turn == 0):
            return self._plain(move)
        return self.settled(perform(state, self.seat, move.data, None)) - self._shown_colours(move.data)

    def _shown_colours(self, data: tuple[int, ...]) -> float:
        """What it costs to be seen doing something for one's own nation, while nobody is sure of us yet."""
        own = {Do.HOLD: data[-1], Do.TAKE: data[-1], Do.PLUNDER: 1 - data[-1]}.get(data[0], NOWHERE)
        if own != self.nation or self.nation == c.DUTCH:
            return 0.0
        suspected = suspicion(self.state, self.seat)[self.nation]
        return SECRECY[min(stage(self.state), LATE)] * max(0.0, 1 - suspected)

    def _plain(self, move: Move) -> float:
        if move.data[0] == Do.NEST:
            return self._friend(move.data[1])
        if move.data[0] == Do.PLACE:
            return {0: 3.0, 1: 2.0}.get(move.data[2], 1.0) if move.data[1] in SHIPS else 0.5
        return 0.0

    def _friend(self, seat: int) -> float:
        return self.chances[seat][self.nation] if seat != self.seat else 1.5

    # --- what comes of it ---

    def settled(self, state: State) -> float:
        """The worth once everything that follows by itself, and what others decide about it, is done."""
        for _ in range(12):
            phase = state.phase
            if phase in SETTLED:
                break
            if phase == Phase.CARD:
                return self._card_decided(state)
            if phase == Phase.FOUNTAIN:
                state = perform(state, state.other, (Do.DECLINE,), None)
            elif phase in (Phase.LOSE_MIX, Phase.LOSE_DRAW, Phase.LOSE):
                state = finish_card(_lost(state), None)
            elif phase == Phase.ROW:
                state = end_action(state._replace(armada=AMONG), None)
            elif phase == Phase.SUDDEN:
                state = end_action(state._replace(armada=OUT, discards=()), None)
            elif phase == Phase.EXTRA:
                state = finish_card(state, None, stays=True)
            elif state.card != NOWHERE:  # Cabin Fever, Crow's Nest, Eight Bells: as good as before
                state = finish_card(state._replace(pile=()), None)
            else:
                break
        return self.worth(state)

    def _card_decided(self, state: State) -> float:
        """We choose what is best for us; whoever else turned the card over does what is best for them."""
        values = [self._decided(state, data) for data in DECISIONS[Phase.CARD](state)]
        if state.actor == self.seat:
            return max(values)
        friend = self.chances[state.actor][self.nation]
        return friend * max(values) + (1 - friend) * min(values)

    def _decided(self, state: State, data: tuple[int, ...]) -> float:
        """Who turned a card over matters only where they keep it: the rest is thought through once for all of them."""
        key = (state.card, state.actor if data[0] == Do.SAVE else NOWHERE, *data)
        if key not in self._decisions:
            self._decisions[key] = self.settled(perform(state, state.actor, data, None))
        return self._decisions[key]

    def _slot(self, state: State, actor: int, slot: int) -> float:
        """The worth of somebody turning that slot over."""
        face = face_in(self.view, slot)
        if face != NOWHERE:
            return self._face(state, actor, slot, face)
        claimant, face = claimed_in(self.view, slot)
        if claimant != NOWHERE and self._unseen()[face]:
            trust = TRUST * self.chances[claimant][self.nation]
            return trust * self._face(state, actor, slot, face) + (1 - trust) * self._any_face(state, actor, slot)
        return self._any_face(state, actor, slot)

    def _any_face(self, state: State, actor: int, slot: int) -> float:
        key = (actor, NOWHERE)
        if key not in self._cards:
            events = self._unseen()
            total = sum(events.values()) or 1
            self._cards[key] = (
                sum(number * self._face(state, actor, slot, face) for face, number in events.items() if number) / total
            )
        return self._cards[key]

    def _unseen(self) -> Counter[int]:
        if self._events is None:
            self._events = event_chances(self.view)
        return self._events

    def _face(self, state: State, actor: int, slot: int, face: int) -> float:
        key = (actor, face)
        if key not in self._cards:
            opened = lay_open(state._replace(actor=actor, slot=slot, pair=(), phase=int(Phase.REVEAL)), face, None)
            self._cards[key] = self.settled(resolve(opened, None))
        return self._cards[key]

    def _force(self, data: tuple[int, ...]) -> float:
        """The victim turns what they have seen and like, else either."""
        _, victim, *pair = data
        return sum(self._slot(self.state, victim, slot) for slot in pair) / 2

    def _look(self, data: tuple[int, ...]) -> float:
        new = sum(face_in(self.view, slot) == NOWHERE for slot in data[1:])
        late = stage(self.state) == LATE and c.ARMADA in self._unseen()
        bonus = LOOK_LATE if late else LOOK_EARLY
        if stage(self.state) == SUDDEN:
            bonus = LOOK_EARLY / 4
        return self.worth(end_action(self.state, None)) + new * bonus

    # --- votes ---

    def _others(self, kind: int, place: int, caller: int, playing: Sequence[int]) -> list[Chances]:
        """What the others probably give, and the deck."""
        unseen = unseen_votes(self.view)
        found = [unseen]
        captain = self.state.lines[place][0]
        for seat in playing:
            if seat != self.seat:
                found.append(self._giving(kind, seat, captain if kind == MUTINY else caller, unseen))
        return found

    def _giving(self, kind: int, seat: int, about: int, unseen: Chances) -> Chances:
        theirs = self.chances[seat]
        if kind == BRAWL:
            british, french = leaning(unseen, FLAGS[0]), leaning(unseen, FLAGS[1])
            return _mixed((theirs[0], british), (theirs[1], french), (theirs[2], unseen))
        friend = sum(one * two for one, two in zip(theirs[:2], self.chances[about][:2], strict=True))
        if wish := wish_of(self.view, seat):  # somebody who speaks for it, or against it
            friend = min(1.0, max(0.0, friend + (wish if kind == ATTACK else -wish) * WISHED))
        if kind == ATTACK:
            return _mixed((friend, leaning(unseen, PRO)), (1 - friend, leaning(unseen, CONTRA)))
        return _mixed((friend, leaning(unseen, WHEELS)), (1 - friend, leaning(unseen, SKULLS)))

    def _outcome(self, kind: int, place: int, given: Sequence[int], others: Sequence[Chances]) -> float:
        """How likely we win if these cards are given."""
        state = self.state
        rest = state._replace(phase=int(Phase.ACTION), vote=(), voters=(), cards=())
        if kind == BRAWL:
            return sum(
                chance * self.worth(_ended(_with_area(rest, british)))
                for british, chance in enumerate(flags_of(given, others))
            )
        chance = chance_of(kind, given, others)
        lost = self.worth(_ended(rest))
        if kind == MUTINY:
            won = self.worth(_ended(walk(rest, rest.lines[place][0], TORTUGA)))
        else:
            captain = rest.lines[place][0]
            won = self._taken(rest, place, captain)
        return chance * won + (1 - chance) * lost

    def _taken(self, state: State, ship: int, captain: int) -> float:
        """A won attack: we take what is best for us, another captain what is best for theirs."""
        values = [
            [self.worth(_ended(carry(state, source, hold(ship, nation)))) for source in sources(state, ship)]
            for nation in (c.BRITISH, c.FRENCH)
        ]
        if captain == self.seat:
            return max(map(max, values))
        british, french, dutch = self.chances[captain]
        best = [max(values[0]), max(values[1])]
        return british * best[0] + french * best[1] + dutch * sum(best) / 2

    def _call(self, kind: int) -> float:
        place = place_of(self.state, self.seat)
        playing = voters(self.state, kind, place)
        others = self._others(kind, place, self.seat, playing)
        hand = [(face,) for face in set(faces_held(self.view))] if self.seat in playing else [()]
        return max(self._outcome(kind, place, given, others) for given in hand)

    def _vote(self, move: Move) -> float:
        kind, place, caller, *_ = self.state.vote
        given = tuple(sorted(self.view.known[card] for card, _ in move.gives))
        others = self._others(kind, place, caller, self.state.voters)
        kept = 0.002 * sum(_useful(face) for face in given) + 0.01 * (len(given) - 1)  # good cards are for later
        return self._outcome(kind, place, given, others) - kept

    def _pick(self, moves: Moves) -> Move:
        """Crow's Nest: the best hand for a friend, the worst for a foe."""
        state = self.state
        sign = 1 if self._friend(state.other) > 0.5 else -1
        order = sorted(state.vote_deck, key=lambda card: sign * self._liking(self.view.known[card]))
        picked = sorted(order[-len(state.pile) :], key=state.vote_deck.index)
        return moves[0]._replace(data=(Do.PICK, *picked))

    def _liking(self, face: int) -> float:
        icons = c.VOTES[face]
        flag = (icons.british - icons.french) * {c.BRITISH: 1, c.FRENCH: -1, c.DUTCH: 0}[self.nation]
        return 2 * (icons.cannon + icons.torch - icons.water) + flag + 0.1 * icons.skull


def _ended(state: State) -> State:
    state = check_lead(state, None)
    return state if state.winner != NOWHERE else end_action(state, None)


def _with_area(state: State, british: int) -> State:
    chests = put(state.chests, hold(TORTUGA, c.BRITISH), british)
    return state._replace(chests=put(chests, hold(TORTUGA, c.FRENCH), 2 - british))


def _lost(state: State) -> State:
    """A card less in the hand, whichever."""
    hand = state.hands[state.other]
    return state._replace(hands=put(state.hands, state.other, hand[1:]), pile=())


def _useful(face: int) -> float:
    icons = c.VOTES[face]
    return icons.cannon + icons.torch + icons.skull * 0.5


def _mixed(*parts: tuple[float, Chances]) -> Chances:
    return tuple(sum(weight * chances[face] for weight, chances in parts) for face in range(len(c.VOTES)))
