"""One random game, looked at from every side at every step: what `conformance.py` asks of a game.

The local table plays, `Places` keeps the laws, and the game is asked again and again what it promises: that legal moves
apply and nothing else does, that every state and move has one spelling, that a seat's view depends on nothing it was
not shown. Knows no game.
"""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from copy import deepcopy
from typing import TYPE_CHECKING, Any
from unicodedata import category, combining, east_asian_width

from ..bots.chance import SeededDraw
from ..errors import BadInput, IllegalMove
from ..rules.answer import DONE, UNOPENED, AllMoved, Answer, Drawn, Moved, Opened, read_move
from ..rules.ask import Chance, Move, Open, Over, Together, Turn, deciders
from ..rules.game import Game, Options, View
from ..rules.laws import DIE, LawBroken, ThingPlaces
from ..rules.local_table import LocalTable
from ..rules.plain import check_plain
from ..rules.record import LEFT
from ..rules.telling import picture, story
from ..rules.words import Reader
from ..wire.codec import decode, encode
from .damage import SOME_ANSWERS, damaged, damaged_choice, damaged_move, damaged_text, pick
from .looking_back import LookingBack

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ..rules.ask import Face, Handle, Seat
    from ..rules.game import Draw, Known
    from ..rules.record import Record

WIDTHS = (80, 100, 120)
NAMES = ("Ana", "Bartholomew", "Cho", "Dagny", "El Draque", "Fu", "Grace", "Henry Morgan", "Ibn")
MOVES_SPELLED_MAX = 12  # of each list of legal moves
DAMAGED_MAX = 8  # damaged values of each kind, where they are tried
LEAVES_ONE_IN = 20  # steps of a game that somebody has left already, in which another does too
MOVES_KEPT_MAX = 400  # moves of other states and seats, offered where they do not belong


class NotConforming(AssertionError):
    """A game breaks a promise of its contract; the sentence says which."""


def holds(promise: bool, sentence: str) -> None:
    """Raises `NotConforming` with the sentence where the promise is broken."""
    if not promise:
        raise NotConforming(sentence)


def not_conforming(error: Exception, where: str) -> NotConforming:
    """What went wrong, as a sentence that says where; an exception the game should not have raised is named."""
    kind = "" if isinstance(error, NotConforming | LawBroken) else f"{type(error).__name__}: "
    return NotConforming(f"{kind}{error} [{where}]")


def finish(table: LocalTable[Any], draw: Draw, steps_max: int) -> Iterator[Any]:
    """Plays to the end by choosing at random; gives every state on the way."""
    yield table.state
    for _ in range(steps_max):
        if isinstance(table.ask, Over):
            return
        table.step({seat: pick(table.moves(seat), draw) for seat in deciders(table.ask)})
        yield table.state
    raise NotConforming(f"a game ends within {steps_max} steps")


class Trial:
    """A game in progress and everything needed to examine it."""

    def __init__(self, game: Game[Any], seats: int, options: Options, seed: int, steps_max: int, one_in: int) -> None:
        self.game = game
        self.seats = seats
        self.options = options
        self.seed = seed
        self.steps_max = steps_max
        self.one_in = one_in
        self.step = 0
        self.draw = SeededDraw(seed, "trial")
        self.choosing = SeededDraw(seed, "choices")
        self.pool: list[Move] = []
        # Games that could go on from a step of this one.
        self.worlds: list[tuple[int, LocalTable[Any], ThingPlaces]] = []
        self.left_at: set[type] = set()  # kinds of ask at which somebody has left
        self.idle: list[tuple[Any, Seat, dict[int, int]]] = []  # who was asked nothing, and what that seat knew then
        self.names = NAMES[:seats]

    def run(self) -> None:
        """Plays and examines; every failure says where it was."""
        try:
            self._play()
        except Exception as error:
            where = f"{self.game.name}, {self.seats} seats, seed {self.seed}, step {self.step}"
            raise not_conforming(error, where) from error

    def _play(self) -> None:
        game = self.game
        self.table = LocalTable.new(game, self.seats, self.options, SeededDraw(self.seed, "table"))
        self.places = ThingPlaces(self.seats, game.piles)
        past = LookingBack(game, self.table.state, self.seats)
        answers: list[tuple[Answer, bytes]] = []
        while True:
            before, ask = self.table.state, self.table.ask
            raw = self._bytes(before)
            self._examine()
            if isinstance(ask, Over):
                break
            holds(self.step < self.steps_max, f"a game ends within {self.steps_max} steps")
            choices = {seat: pick(self.table.moves(seat), self.choosing) for seat in deciders(ask)}
            answer = self.table.step(choices)
            holds(self._bytes(before) == raw, "apply leaves the state it was given as it was")
            self.places.take(ask, answer)
            self._check_words(before, answer)
            answers.append((answer, self._bytes(self.table.state)))
            past.add(ask, answer, self.table.state, self.table.known)
            self.step += 1
        past.check(holds, self.names, self.one_in)
        self._check_replay(answers)
        self._check_worlds()
        for state, seat, known in self.idle:
            holds(len(self.game.legal_moves(state, seat, known)) == 0, "who is not asked has no legal move")

    def _examine(self) -> None:
        thorough = self.step == 0 or self.draw.below(self.one_in) == 0
        self.places.check_ask(self.table.ask)
        self._check_spelling()
        if not isinstance(self.table.ask, Over):  # nobody has anything left to find out
            self._check_sight()
        eyes = (None, *range(self.seats))
        if thorough:
            self._check_pictures(eyes, WIDTHS)
        else:
            self._check_pictures((pick(eyes, self.draw),), (pick(WIDTHS, self.draw),))
        for seat in deciders(self.table.ask):
            self._check_moves(seat)
        self._check_refusals()
        if thorough:
            self._check_damage()
            for seat in range(self.seats):
                self._check_imagined(seat)
        if thorough or type(self.table.ask) not in self.left_at:
            self._check_leaving()
        idle = set(range(self.seats)) - set(deciders(self.table.ask))
        self.idle += [(self.table.state, seat, dict(self.table.known[seat])) for seat in sorted(idle)]

    def _bytes(self, state: Any) -> bytes:
        return encode(self.game.pack(state))

    # --- one spelling ----------------------------------------------------------------------------------------
    def _check_spelling(self) -> None:
        """A state survives packing, the wire and its line of text, and asks the same afterwards."""
        game, state = self.game, self.table.state
        value = game.pack(state)
        check_plain(value)
        again = game.unpack(decode(encode(value)))
        holds(again == state and type(again) is type(state), "unpack gives back the state that was packed")
        holds(self._bytes(again) == encode(value), "a state read from bytes has the same bytes")
        holds(game.asks(again) == self.table.ask, "a state read from bytes asks the same")
        text = game.position_text(state)
        holds(text.isprintable() and bool(text.strip()), "a position is one line of text")
        holds(self._bytes(game.read_position(text)) == encode(value), "read_position gives back the position")

    def _check_damage(self) -> None:
        """A damaged state is refused as `BadInput`, or it is another state in its one spelling."""
        game, state = self.game, self.table.state
        for _ in range(DAMAGED_MAX):
            value = damaged(game.pack(state), self.draw)
            with suppress(BadInput):
                other = game.unpack(value)
                holds(self._bytes(other) == encode(value), f"unpack reads one spelling only, not {value!r}")
                game.asks(other)
            text = damaged_text(game.position_text(state), self.draw)
            with suppress(BadInput):
                game.asks(game.read_position(text))

    # --- legal moves -----------------------------------------------------------------------------------------
    def _check_moves(self, seat: Seat) -> None:
        """The list of legal moves is a list like any other, the same every time, and each move keeps the laws."""
        game, state, known = self.game, self.table.state, self.table.known[seat]
        moves = self.table.moves(seat)
        listed = list(moves)
        size = len(moves)
        holds(size > 0, "whoever is asked has a legal move")
        holds(len(listed) == size, "legal moves: iterating agrees with len")
        by_index = [moves[index] for index in range(size)]
        holds(listed == by_index and moves[-1] == listed[-1], "legal moves: indexing agrees with iterating")
        with suppress(IndexError):
            holds(moves[size] is None, "legal moves end where len says")
        holds(len(set(listed)) == size, "no legal move is listed twice")
        backwards = dict(reversed(known.items()))
        again = game.legal_moves(game.unpack(game.pack(state)), seat, backwards)
        holds(list(again) == listed, "legal moves have the same order every time")
        for move in listed:
            self.places.check_move(seat, move)
            check_plain(move)
        for move in {listed[0], listed[-1], *(pick(listed, self.draw) for _ in range(MOVES_SPELLED_MAX))}:
            holds(type(move) is Move and move in moves, "every legal move is in the list of legal moves")
            read_move(decode(encode(move)))  # raises where a peer could not read it
            self._check_text(seat, move)
            self._keep(move)

    def _check_text(self, seat: Seat, move: Move) -> None:
        text = self.game.move_text(move)
        holds(text.isprintable() and bool(text.strip()), "a move is one line of text")
        holds(self.game.read_move(self.table.state, seat, text) == move, f"read_move gives back the move {text!r}")
        with suppress(BadInput):
            self.game.read_move(self.table.state, seat, damaged_text(text, self.draw))

    def _keep(self, move: Move) -> None:
        if len(self.pool) < MOVES_KEPT_MAX:
            self.pool.append(move)
        else:
            self.pool[self.draw.below(MOVES_KEPT_MAX)] = move

    # --- what is refused -------------------------------------------------------------------------------------
    def _check_refusals(self) -> None:
        """Every answer but a right one is refused, in a sentence, whatever its shape."""
        ask = self.table.ask
        wanted = {Turn: Moved, Together: AllMoved, Chance: Drawn, Open: Opened, Over: None}.get(type(ask), type(DONE))
        for answer in SOME_ANSWERS:
            if type(answer) is not wanted:
                self._refused(answer)
        for seat in set(range(self.seats)) - set(deciders(ask)):
            for move in (Move(()), Move((0,)), *self.pool[-1:]):
                self._check_judged(seat, self.table.moved(move), legal=False)
        match ask:
            case Turn() | Together():
                self._check_choices()
            case Chance(bounds):
                zeros = (0,) * len(bounds)
                self._refused(Drawn(zeros[1:]))
                self._refused(Drawn((*zeros, 0)))
                for place, bound in enumerate(bounds):
                    for value in (-1, bound, 2**31 - 1):
                        self._refused(Drawn((*zeros[:place], value, *zeros[place + 1 :])))
            case Open(handles):
                self._check_opening(handles)

    def _check_opening(self, handles: tuple[Handle, ...]) -> None:
        faces = tuple(self.table.faces[handle] for handle in handles)
        self._refused(Opened(faces[1:]))
        self._refused(Opened((*faces, faces[0])))
        for place, handle in enumerate(handles):
            for face in (-2, 10**6):
                self._refused(Opened((*faces[:place], face, *faces[place + 1 :])))
            if self.places.at[handle] >= 0:  # an owner may refuse to open: the rules say what that costs
                closed = Opened((*faces[:place], UNOPENED, *faces[place + 1 :]))
                self._check_branch(closed, self._accepted(closed, "a thing in a hand may stay unopened"))

    def _check_choices(self) -> None:
        """Moves of other seats and states, and damaged ones: each applies exactly where it is legal."""
        ask = self.table.ask
        seats = deciders(ask)
        honest = [self.table.moved(pick(self.table.moves(seat), self.draw)) for seat in seats]
        if isinstance(ask, Together):
            self._refused(AllMoved(tuple(honest[1:])))
            self._refused(AllMoved((*honest, honest[0])))
        for place, seat in enumerate(seats):
            moves = self.table.moves(seat)
            for chosen in (self.table.moved(move) for move in (moves[0], moves[-1], pick(moves, self.draw))):
                self._accepted(self._with(honest, place, chosen), "a legal move applies")
            for chosen in self._strangers(seat):
                answer = self._with(honest, place, chosen)
                legal = self._is_legal(seat, chosen)
                if legal:
                    self._accepted(answer, "a legal move applies")
                else:
                    self._refused(answer)
                self._check_judged(seat, chosen, legal)

    def _check_judged(self, seat: Seat, chosen: Moved, legal: bool) -> None:
        """One seat's part of the answer is judged as the whole would be."""
        try:
            self.game.check_move(self.table.state, seat, chosen)
        except IllegalMove as refusal:
            holds(not legal and bool(refusal.sentence.strip()), f"check_move refuses {chosen}, which apply accepts")
        else:
            holds(legal, f"check_move accepts {chosen}, which apply refuses")

    def _with(self, honest: list[Moved], place: int, chosen: Moved) -> Answer:
        moves = (*honest[:place], chosen, *honest[place + 1 :])
        return AllMoved(moves) if isinstance(self.table.ask, Together) else moves[0]

    def _strangers(self, seat: Seat) -> Iterator[Moved]:
        draw, moved = self.draw, self.table.moved
        moves, handles = self.table.moves(seat), tuple(self.places.at)
        for _ in range(DAMAGED_MAX):
            yield moved(pick(self.pool, draw))
            yield moved(damaged_move(pick(moves, draw), handles, draw))
            yield damaged_choice(moved(pick(moves, draw)), draw)
            yield self._other_dice(moved(pick(moves, draw)))
        for other in deciders(self.table.ask):
            yield moved(pick(self.table.moves(other), draw))

    def _other_dice(self, chosen: Moved) -> Moved:
        """The move as if its dice had fallen otherwise: the rules must believe an opening, and judge by it."""
        faces = [
            self.draw.below(self.places.dice[handle][1]) if self.places.kind[handle] == DIE else face
            for handle, face in zip(chosen.move.opens, chosen.faces, strict=True)
        ]
        return Moved(chosen.move, tuple(faces))

    def _is_legal(self, seat: Seat, chosen: Moved) -> bool:
        """Whether the seat could make this move, had it seen these faces on what it opens."""
        move, faces = chosen
        try:
            self.places.check_move(seat, move)
        except LawBroken:
            return False
        if len(faces) != len(move.opens):
            return False
        for handle, face in zip(move.opens, faces, strict=True):
            if face not in self._faces_of(handle):
                return False
        known = {**self.table.known[seat], **dict(zip(move.opens, faces, strict=True))}
        return move in self.game.legal_moves(self.table.state, seat, known)

    def _faces_of(self, handle: Handle) -> Sequence[Face]:
        kind = self.places.kind[handle]
        return range(self.places.dice[handle][1]) if kind == DIE else self.game.piles[kind].faces

    def _refused(self, answer: Answer) -> None:
        try:
            self.game.apply(self.table.state, answer)
        except IllegalMove as refusal:
            holds(bool(refusal.sentence.strip()), f"a refusal says why: {answer}")
        except Exception as error:
            problem = f"{type(error).__name__}: {error}"
            raise NotConforming(f"a wrong answer is IllegalMove, but {answer} made {problem}") from error
        else:
            raise NotConforming(f"a wrong answer to {self.table.ask} is refused, but not {answer}")

    def _accepted(self, answer: Answer, promise: str) -> Any:
        try:
            return self.game.apply(self.table.state, answer)
        except Exception as error:
            raise NotConforming(f"{promise}, but {answer} made {type(error).__name__}: {error}") from error

    # --- what a seat sees ------------------------------------------------------------------------------------
    def _check_sight(self) -> None:
        """`shown` and `unseen` together are the hidden things in play, but for dice that were put away."""
        cards = {handle for handle, kind in self.places.kind.items() if kind != DIE}
        in_play: set[Handle] | None = None
        for seat in range(self.seats):
            shown = self.game.shown(self.table.state, seat)
            if seat in self.places.gone:
                holds(not shown, f"shown: seat {seat} has left and knows nothing")
                continue
            seen = {handle for handle, seats in self.places.seen.items() if seat in seats}
            holds(len(set(shown)) == len(shown), "shown: no handle stands twice")
            holds(set(shown) <= seen, f"shown: seat {seat} was never shown {set(shown) - seen}")
            holds(seen & cards <= set(shown), f"shown: seat {seat} did see {seen & cards - set(shown)}")
            hidden = self._check_unseen(seat)
            holds(not hidden & set(shown), "unseen: nothing that was shown")
            things = hidden | set(shown)
            holds(cards <= things, f"seat {seat} neither saw nor imagines {cards - things}")
            holds(in_play is None or in_play == things, "every seat counts the same hidden things")
            in_play = things

    def _check_unseen(self, seat: Seat) -> set[Handle]:
        """The truth is one of the worlds that a seat may imagine."""
        faces = self.table.faces
        handles: list[Handle] = []
        for group in self.game.unseen(self.table.state, seat, self.table.known[seat]):
            holds(bool(group.handles), "unseen: no group is empty")
            handles += group.handles
            holds(set(group.handles) <= set(self.places.at), "unseen: only things in play")
            real = [faces[handle] for handle in group.handles]
            if group.apart:
                holds(set(real) <= set(group.faces), "unseen: the true faces are possible")
            else:
                holds(Counter(real) == Counter(group.faces), "unseen: the true faces are those to be dealt out")
        holds(len(set(handles)) == len(handles), "unseen: no handle stands twice")
        return set(handles)

    def _sight(self, seat: Seat, known: Known) -> tuple[object, ...]:
        """All that the game tells a seat that knows this."""
        game, state = self.game, self.table.state
        moves = list(game.legal_moves(state, seat, known)) if seat in deciders(self.table.ask) else []
        drawn = [picture(game, View(state, seat, known), self.names, width) for width in WIDTHS[:1]]
        return self._bytes(state), moves, drawn, game.shown(state, seat), game.unseen(state, seat, known)

    def _check_imagined(self, seat: Seat) -> None:
        """In a world where all that a seat did not see is different, it sees the same."""
        if isinstance(self.table.ask, Over):
            return
        game, state, known = self.game, self.table.state, self.table.known[seat]
        fact = {handle: known[handle] for handle in game.shown(state, seat)}
        before = self._sight(seat, known)
        holds(self._sight(seat, dict(reversed(fact.items()))) == before, "a view depends on shown things alone")
        world = LocalTable.imagined(game, state, self.seats, seat, known, self.draw)
        for other in range(self.seats):
            picture(game, View(state, other, world.known[other]), self.names, WIDTHS[0])
            if other in deciders(world.ask):
                list(world.moves(other))
        holds(self._sight(seat, known) == before, "a view does not depend on what others were shown")
        self.worlds.append((self.step, world, deepcopy(self.places)))

    def _check_branch(self, answer: Answer, state: Any) -> None:
        """A state that this game will not go through can still be spelled, and played to its end."""
        holds(self.game.unpack(self.game.pack(state)) == state, "unpack gives back the state that was packed")
        table, places = self._copy(state), deepcopy(self.places)
        places.take(self.table.ask, answer)
        self.worlds.append((self.step, table, places))

    def _copy(self, state: Any) -> LocalTable[Any]:
        """This table with another state."""
        table = LocalTable(self.game, state, self.seats, self.draw)
        table.faces.update(self.table.faces)
        for memory, known in zip(table.known, self.table.known, strict=True):
            memory.update(known)
        return table

    # --- somebody leaves ---------------------------------------------------------------------------------------
    def _check_leaving(self) -> None:
        """Whoever leaves, whatever is asked: the game goes on without, or is over where fewer than two stay."""
        if isinstance(self.table.ask, Over) or type(self.game).leave is Game.leave:
            return
        game, state, seats = self.game, self.table.state, self.places.present
        if type(self.table.ask) in self.left_at:
            seats = (pick(seats, self.draw),)
        self.left_at.add(type(self.table.ask))
        for seat in seats:
            raw = self._bytes(state)
            after, went_on = self._left(state, seat)
            holds(self._bytes(state) == raw, "leave leaves the state it was given as it was")
            holds(game.leave(state, seat) == after, "leave does the same where somebody reads")
            holds(game.unpack(game.pack(after)) == after, "a departed state survives packing")
            self._check_seals(after)
            table, places = self._copy(state), deepcopy(self.places)
            table.leave(seat, places)
            holds(self._bytes(table.state) == self._bytes(after), "leave gives the same state every time")
            if not went_on:
                self._check_second_leaver(state, after, seat)
            self.worlds.append((self.step, table, places))

    def _left(self, state: Any, seat: Seat) -> tuple[Any, bool]:
        """The state without a seat, and whether the game went on by itself then."""
        noted: list[Record] = []
        after = self.game.leave(state, seat, noted.append)
        holds(not noted or LEFT in [record.kind for record in noted], "whoever notes anything notes that a seat left")
        return after, any(record.kind != LEFT for record in noted)

    def _check_second_leaver(self, state: Any, after: Any, first: Seat) -> None:
        """Of two who leave it does not matter who is first."""
        second = pick([seat for seat in self.places.present if seat != first], self.draw)
        between, went_on = self._left(state, second)
        is_over = isinstance(self.game.asks(after), Over) or isinstance(self.game.asks(between), Over)
        if not went_on and not is_over:
            both = self.game.leave(after, second), self.game.leave(between, first)
            holds(self._bytes(both[0]) == self._bytes(both[1]), "of two who leave it does not matter who is first")

    def _check_seals(self, after: Any) -> None:
        """Where the same choice is asked of all who stay, it is the same choice: what they have sealed stands."""
        before, ask = self.table.ask, self.game.asks(after)
        stands = isinstance(before, Together) and isinstance(ask, Together) and set(ask.seats) < set(before.seats)
        if not stands or len(deciders(ask)) + 1 != len(deciders(before)):
            return
        for seat in deciders(ask):
            moves = self.game.legal_moves(after, seat, self.table.known[seat])
            holds(list(moves) == list(self.table.moves(seat)), "what others have sealed stands when somebody leaves")

    # --- words and pictures ----------------------------------------------------------------------------------
    def _check_words(self, before: Any, answer: Answer) -> None:
        """What happened is told in sentences; a decision is always worth one."""
        told = story(self.game, before, answer, Reader(None, {}, self.names))
        holds(bool(told) or not isinstance(answer, Moved | AllMoved), "a decision is told")
        for sentence in told:
            whole = sentence.isprintable() and sentence[:1].strip() != "" and sentence[-1:] in ".!?"
            holds(whole, f"a record is told as a sentence, not {sentence!r}")

    def _check_pictures(self, seats: Sequence[Seat | None], widths: Sequence[int]) -> None:
        """Every seat and a spectator get a picture that fits, and the same one when asked again."""
        game = self.game
        for seat in seats:
            view = self.table.view(seat)
            for width in widths:
                drawn = picture(game, view, self.names, width)
                holds(list(picture(game, view, self.names, width)) == list(drawn), "equal views look the same")
                text = "".join(text for _, text in drawn)
                holds(bool(text.strip()), "a picture shows something")
                holds(all(isinstance(style, str) for style, _ in drawn), "a style is a name")
                for line in text.split("\n"):
                    holds(not any(category(letter) == "Cc" for letter in line), "a picture holds no control characters")
                    holds(columns(line) <= width, f"a picture fits into {width} columns: {line!r}")

    # --- the whole game --------------------------------------------------------------------------------------
    def _check_replay(self, answers: list[tuple[Answer, bytes]]) -> None:
        """Equal histories give equal bytes, also with nobody looking on and with every state read from bytes."""
        state = self.game.setup(self.seats, self.options)
        for step, (answer, raw) in enumerate(answers):
            state = self.game.unpack(self.game.pack(self.game.apply(state, answer)))
            holds(self._bytes(state) == raw, f"equal histories give equal states, but not after step {step}")

    def _check_worlds(self) -> None:
        """Games that go another way from a step on keep the laws and end.

        They are imagined, or something stays unopened in them, or somebody has left; then others may leave too.
        """
        for step, table, places in self.worlds:
            self.step, self.table, self.places = step, table, places
            for _ in range(self.steps_max):
                places.check_ask(table.ask)
                if isinstance(table.ask, Over):
                    break
                if places.gone and self.draw.below(self.one_in) == 0:
                    self._check_world_without()
                ask, choices = table.ask, {seat: pick(table.moves(seat), self.draw) for seat in deciders(table.ask)}
                if places.gone and self.draw.below(LEAVES_ONE_IN) == 0:
                    table.leave(pick(places.present, self.draw), places)
                    continue
                places.take(ask, table.step(choices))
            else:
                raise NotConforming(f"a game ends within {self.steps_max} steps, also from step {step} on")

    def _check_world_without(self) -> None:
        """A game that goes on without somebody is a game like any other."""
        holds(len(self.places.present) > 1, "the game is over where fewer than two stay")
        self._check_spelling()
        self._check_sight()
        self._check_pictures((pick((None, *range(self.seats)), self.draw),), (pick(WIDTHS, self.draw),))
        for seat in self.places.gone:
            self._check_judged(seat, self.table.moved(pick(self.pool, self.draw)), legal=False)


def columns(line: str) -> int:
    """How many columns of a terminal a line takes."""
    return sum(0 if combining(letter) else 2 if east_asian_width(letter) in "WF" else 1 for letter in line)
