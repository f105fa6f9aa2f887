"""The contract of a game: a pure state machine, and what people are told of it.

A game is a class that inherits from `Game` and says what is its own. The state machine and its spelling must be there;
every part for people has a default that is made of the rest, so that rules alone are already a game.

A state is public and plain: the same bytes on every replica. What one seat alone knows is a `Known`, kept beside
the state by the table, never in it. Everything here is deterministic and takes no time, chance or place.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol, TypeAlias, TypeVar

from ..errors import BadInput, IllegalMove
from ..text import _
from . import shape
from .about import About
from .answer import Moved
from .ask import Together, Turn
from .lesson import usual_lesson
from .option import agreed
from .roster import usual_roster
from .screen import GameScreen
from .words import Words

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from .answer import Answer
    from .ask import Ask, Face, Handle, Move, Moves, Pile, Seat, Unseen
    from .decision import Decision
    from .lesson import Lesson
    from .luck import Luck
    from .option import Option, Preset
    from .plain import Plain
    from .record import Note, Record
    from .roster import Roster

Known: TypeAlias = "Mapping[Handle, Face]"  # what one seat was shown, and only that
Options: TypeAlias = "Mapping[str, Plain]"  # what was agreed on, by name
Fragments: TypeAlias = "Sequence[tuple[str, str]]"  # (style class, text): what a screen is made of

State = TypeVar("State")


class Draw(Protocol):
    """A source of chance. The pure rings are handed one; they never make one."""

    def below(self, bound: int, /) -> int:
        """A uniform integer in [0, bound)."""


class View(NamedTuple, Generic[State]):
    """All that one seat may see: the public state, and what it was shown. Seat `None` is a spectator.

    `heard` is what was claimed at the table, the newest last (claim.py): hearsay, and nothing legal depends on it.
    """

    state: State
    seat: Seat | None
    known: Known
    heard: tuple[Record, ...] = ()


class Clock(NamedTuple):
    """Time for a decision. Time is nobody's word, so the rules know none: the player's own program keeps it."""

    seconds: int
    move: Move  # what their own program does when they are over


class Standing(NamedTuple):
    """A question that comes again and again, and is mostly answered with no. Its name is a key of `Words.standing`."""

    name: str
    yes: Move
    no: Move


class Bot(Protocol):
    """A player that is a program. It is given a view and the legal moves, never the table.

    One that always decides within a millisecond, and waits for nothing, may say `is_quick = True`: no thread is needed.
    One that talks has `says(view, draw)`: what it claims before it decides, or `None` (claim.py).
    One that reckons with chances has `weighs(view, moves)`: how likely it thinks to win with each of them, from 0 to 1,
    on a scale where only differences count; or `None` where it decides otherwise. That is the reason of a hint.
    """

    name: str

    def choose(self, view: View[Any], moves: Moves, draw: Draw, /) -> Move:
        """One of `moves`. Equal views, equal draws (and equal observations) give equal choices."""


class Observer(Bot, Protocol):
    """A bot that also watches: whoever seats it tells it everything that happens, whether it is asked or not."""

    def observe(self, view: View[Any], happened: Sequence[Record], /) -> None:
        """What the rules just did, and what its seat sees after it. `happened` is empty when a game begins: whatever
        was kept of that seat belongs to another game. Records hold no face: the view has those that the seat knows.
        """


class Game(Protocol[State]):
    """The rules of one game."""

    name: str  # the folder's name, in commands and agreements
    title: str
    version: int  # raised when equal answers may lead to another state
    seats: range
    about: About = About()
    options: tuple[Option, ...]
    presets: tuple[Preset, ...] = ()  # some choices of options, under a name
    piles: Mapping[str, Pile]

    # --- the state machine ---
    def setup(self, seats: int, options: Options) -> State:
        """The state before the first ask. `BadInput` for seats or options the game does not know."""

    def check_table(self, seats: int, options: Options) -> dict[str, Any]:
        """All options of a table by name, those not given by default; `BadInput` for seats or options that the game
        does not know. For `setup`: both may come from anybody.
        """
        if seats not in self.seats:
            raise BadInput(
                _(
                    "{title} is for {least} to {most} players, not {seats}.",
                    title=self.title,
                    least=self.seats[0],
                    most=self.seats[-1],
                    seats=seats,
                )
            )
        return agreed(self.title, self.options, seats, options)

    def asks(self, state: State) -> Ask: ...

    def legal_moves(self, state: State, seat: Seat, known: Known) -> Moves:
        """What that seat may do now: never empty if it is asked, and nothing if it is not, whatever it knows.

        May be lazy: len, index, iterate, in.
        """

    def check_move(self, state: State, seat: Seat, moved: Moved) -> None:
        """Raises `IllegalMove` where `apply` would refuse this seat's part of the answer.

        Sealed choices arrive one by one and each must be judged at once, by what everybody knows: a game that asks for
        some says in `check_part` what is right, whatever the others choose.
        """
        shape.moved(moved)  # what a game remembers by its moves takes 1.0 for 1
        match self.asks(state):
            case Turn(asked) if asked == seat:
                self.apply(state, moved)
            case Together(asked) if seat in asked:
                self.check_part(state, seat, moved)
            case _:
                raise IllegalMove(_("it is not your turn to decide anything"))

    def check_part(self, state: State, seat: Seat, moved: Moved) -> None:
        """One seat's part of a `Together`."""
        raise AssertionError(f"{self.title} does not say how a sealed choice is judged")

    def apply(self, state: State, answer: Answer, note: Note | None = None) -> State:
        """The next state. Trusts nobody: `IllegalMove` with the ruling that an answer breaks.

        `note`, where somebody reads, gets a record of each thing the rules do, in order; playouts pay one `if`.
        """

    def leave(self, state: State, seat: Seat, note: Note | None = None) -> State:
        """The state once a seat that was still at the table is gone for good: what the rules say of its things.

        No chance, no choice; for every state that is not over. Leaving does no more than forfeiting could: nothing
        that is closed is undone, and nobody else's things move.

        * From then on the seat is asked nothing, rolls nothing, gets nothing and never wins; a `Mix` is by those who
          stay. Where fewer than two stay, the game is over.
        * Its dice are gone; its cards lie in their piles, under the handles they had. Whatever lies in a pile the table
          mixes anew among those who stay: what anybody had seen there is void, also to `shown`. A pile of cards that
          are alike is drawn anew from all that are not in the open: a face may then be there oftener than in the box.
        * What was asked is asked again of those who stay. Where that is a `Together` of the same seats without the one,
          what the others may do has not changed: what they have sealed stands.
        * Of two who leave it does not matter who is first, unless the game went on by itself between them: what it then
          does it notes, beside a record of the kind `LEFT`.
        """
        raise AssertionError(f"{self.title} does not say what becomes of a seat that is gone")

    @property
    def goes_on(self) -> bool:
        """Whether its rules say what becomes of a seat that is gone; where they do not, a table ends with the first."""
        return type(self).leave is not Game.leave

    # --- what is hidden ---
    def shown(self, state: State, seat: Seat) -> tuple[Handle, ...]:
        """The hidden things in play whose faces this seat was shown: who saw what is public."""

    def unseen(self, state: State, seat: Seat, known: Known) -> Sequence[Unseen]:
        """The hidden things in play that this seat was not shown, in groups it cannot tell apart."""

    def sides(self, state: State, faces: Known) -> tuple[int, ...]:
        """By seat: which side it plays for, as soon as that is dealt; empty before, and where each plays for itself.

        `faces` are those of all hidden things, which nobody at the table sees: for an arena that gives each of its
        bots a side. At the end `Result.sides` says the same in the open.
        """
        return ()

    # --- one spelling for machines, one line for people ---
    def pack(self, state: State) -> Plain: ...

    def unpack(self, value: Plain) -> State:
        """The inverse of `pack`; `BadInput` for anything that `pack` would not give."""

    def move_text(self, move: Move) -> str: ...

    def read_move(self, state: State, seat: Seat, text: str) -> Move:
        """The inverse of `move_text` for a move of that seat; `BadInput` with a hint otherwise."""

    def position_text(self, state: State) -> str: ...

    def read_position(self, text: str) -> State: ...

    # --- for people: each part is optional, and made of the rest where a game has none ---
    def decision(self, view: View[State]) -> Decision | None:
        """What the viewer, who is asked, has to decide; `None`: any of the legal moves, in their notation.

        Made from public state alone: only its steps look at what the viewer knows.
        """
        return None

    def rehearse(self, view: View[State], move: Move, note: Note) -> None:
        """Notes what a legal move of the viewer would do, as far as that is the mover's own part: for a preview.

        It goes the very way of `apply`, and guesses neither chance nor what others have sealed.
        """
        if isinstance(self.asks(view.state), Turn):
            faces = tuple([view.known[handle] for handle in move.opens])
            self.apply(view.state, Moved(move, faces), note)

    def round_of(self, state: State) -> int:
        """The round, or any other part that people count, from 1 on; 0 for a game that counts none."""
        return 0

    def words(self) -> Words:
        """The words for decisions, records and things (words.py)."""
        return Words()

    def screen(self) -> GameScreen[State]:
        """The board as a picture (screen.py)."""
        return GameScreen(self)

    def bots(self) -> Mapping[str, Callable[[], Bot]]:
        """The players that come with the game by name, from the strongest to the weakest."""
        return {}

    def roster(self) -> Roster:
        """Which of them does what; the strongest sits down and advises where a game does not say."""
        return usual_roster(self.seats, self.bots())

    def lesson(self) -> Lesson:
        """A guided first game (lesson.py); where a game has none, one against its weakest bots, without ideas."""
        return usual_lesson(self)

    def luck(self, before: State, answer: Answer, after: State, faces: Known) -> Sequence[Luck]:
        """What chance gave with this answer, and what it could have given (luck.py); nothing where chance had no part.

        `faces` are those that whoever reads was shown by then: of a hidden roll or deal only what is there is counted.
        Never faces that came out later: what somebody opened is what was chosen, not what fell.
        """
        return ()

    def claims(self, view: View[State]) -> Decision | None:
        """What the viewer could say about the game now, true or not; the move's data is the claim (claim.py)."""
        return None

    def sayings(self, view: View[State]) -> Sequence[tuple[int, ...]]:
        """Of all claims those that are mostly made: one key each, without the menu."""
        return ()

    def claimed(self, state: State, seat: Seat, data: tuple[int, ...]) -> Record | None:
        """A claim as a record, of a kind that the words know; `None` for what nobody could say now."""
        return None

    def clock(self, state: State, seat: Seat) -> Clock | None:
        """How long that seat, which is asked, has by what was agreed, and what its own program does then."""
        return None

    def standing(self, state: State, seat: Seat) -> Standing | None:
        """Whether what that seat is asked now can be answered once and for all."""
        return None

    def points_so_far(self, state: State) -> tuple[int, ...]:
        """By seat, what it has so far by all that is public; empty for a game that counts nothing on the way."""
        return ()

    def progress(self, state: State) -> tuple[int, ...]:
        """How far everybody has come, by all that is public: for the plot of a finished game, and for whoever leads.

        By seat; where several win as one, by side, as `Words.sides` names them. Points so far, where a game says
        nothing.
        """
        return self.points_so_far(state)
