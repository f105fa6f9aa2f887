"""Scenarios: short stories in a text file that the rules must tell in the same way. For any game.

A file holds cases. Each begins with a position, answers what the game asks line by line, and says what must come of it:

    # Why this case is here.
    case K-7 both keys open one door
    position yourgame/1 phase=play ...     or   setup 3 storm=yes
    shown 0=3 1=5                          faces that somebody has seen: handle=face
    chance 4 0 2                           answers Chance and Roll; one number for each bound
    done                                   answers Mix and MixHands (the order stays), Deal, Look, Give and Open
    opened 2 -1                            answers Open with these faces instead
    move 0 open door 2                     answers Turn; Together once every seat asked has its line
    refused K-9 has room for 1             the answer above was refused: with this ruling and these words
    ask turn 1                             what the game waits for now
    legal 1 act | pass                     all that a seat may do now
    sees 1 20=2                            what a seat was shown
    then yourgame/1 phase=...              the position now

A line that makes no sense is a `BadInput` that names file and line; a story that goes another way is a `Mismatch`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, NoReturn

from ..errors import BadInput, IllegalMove
from ..rules.answer import Opened
from ..rules.ask import Chance, Deal, Give, Look, Mix, MixHands, Open, Over, Roll, Together, Turn, deciders
from ..rules.game import State
from ..rules.local_table import LocalTable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from ..rules.ask import Ask, Face, Handle, Move, Seat
    from ..rules.game import Draw, Game


class Mismatch(AssertionError):
    """The game tells a story otherwise than the file."""


class ScenarioLine(NamedTuple):
    """One line that is not a comment."""

    file: str
    number: int
    word: str
    rest: str

    def wrong(self, sentence: str) -> BadInput:
        return BadInput(f"{self.file}, line {self.number}: {sentence}")

    def differs(self, sentence: str) -> Mismatch:
        return Mismatch(f"{self.file}, line {self.number}: {sentence}")


class Case(NamedTuple):
    """One story: its first line is its title."""

    title: ScenarioLine
    lines: tuple[ScenarioLine, ...]


BEGINNINGS = ("position", "setup")
ANSWERS = ("chance", "done", "opened", "move")
CHECKS = ("refused", "ask", "legal", "sees", "then")
WORDS = ("case", *BEGINNINGS, "shown", *ANSWERS, *CHECKS)


def read_lines(text: str, file: str, words: tuple[str, ...]) -> Iterator[ScenarioLine]:
    """The lines that say something; `BadInput` for a word that is none of `words`."""
    for number, raw in enumerate(text.splitlines(), 1):
        if not raw.strip() or raw.startswith("#"):
            continue
        word, _, rest = raw.partition(" ")
        line = ScenarioLine(file, number, word, rest.strip())
        if word not in words:
            raise line.wrong(f"there is no {word[:20]!r}: lines begin with {', '.join(words)}.")
        yield line


def read_cases(text: str, file: str) -> list[Case]:
    """The cases of a file; `BadInput` where a line begins with no known word or belongs to no case."""
    found: list[tuple[ScenarioLine, list[ScenarioLine]]] = []
    for line in read_lines(text, file, WORDS):
        if line.word == "case":
            found.append((line, []))
        elif not found:
            raise line.wrong("a file begins with a case.")
        else:
            found[-1][1].append(line)
    if not found:
        raise BadInput(f"{file}: there is no case in this file.")
    return [Case(title, tuple(lines)) for title, lines in found]


def check_case(game: Game[State], case: Case) -> None:
    """Tells the story; `Mismatch` where the game goes another way."""
    story: ScenarioStory[State] | None = None
    for line in case.lines:
        if line.word in BEGINNINGS:
            if story is not None:
                raise line.wrong("a case has one beginning.")
            story = begin(game, line, [other for other in case.lines if other.word == "shown"])
        elif story is None and line.word != "shown":
            raise line.wrong("a case begins with a position or a setup.")
        elif story is not None:
            story.tell(line)
    if story is None:
        raise case.title.wrong("a case needs a position or a setup.")
    story.end(case.title)


def begin(game: Game[State], line: ScenarioLine, shown: list[ScenarioLine]) -> ScenarioStory[State]:
    """The table at the beginning of a story."""
    given = {handle: face for other in shown for handle, face in pairs(other, other.rest)}
    try:
        state = game.read_position(line.rest) if line.word == "position" else read_setup(game, line)
        draw = ScriptedDraw()
        return ScenarioStory(game, table_at(game, state, seats_of(game, state), given, draw), draw)
    except BadInput as problem:
        raise line.wrong(str(problem)) from None


def read_setup(game: Game[State], line: ScenarioLine) -> State:
    """`setup 3 long=yes`: the number of seats, then options as they are typed."""
    seats, *words = line.rest.split() or [""]
    options = {}
    readers = {option.name: option.kind.read for option in game.options}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or name not in readers:
            raise BadInput(f"there is no option {word[:40]!r}: options are {', '.join(readers) or 'none'}.")
        options[name] = readers[name](value)
    if not re.fullmatch(r"\d", seats):
        raise BadInput("a setup begins with the number of seats.")
    return game.setup(int(seats), options)


def seats_of(game: Game[State], state: State) -> int:
    """How many memories the table needs: a seat beyond it has seen nothing, or is an `IndexError` to the game."""
    for seats in reversed(game.seats):
        try:
            game.shown(state, seats - 1)
        except IndexError:
            continue
        return seats
    raise AssertionError("a position has seats")


def table_at(
    game: Game[State], state: State, seats: int, given: Mapping[Handle, Face], draw: Draw
) -> LocalTable[State]:
    """A table in the middle of a game. `given` holds every face that a seat was shown; the rest is dealt by `draw`."""
    table = LocalTable(game, state, seats, draw)
    table.faces.update(given)
    for seat, memory in enumerate(table.known):
        for handle in game.shown(state, seat):
            if handle not in given:
                raise BadInput(f"seat {seat} has seen {handle}: its face is missing.")
            memory[handle] = given[handle]
    for handles, faces, apart in game.unseen(state, 0, table.known[0]):
        left = list(faces)
        for handle in handles:
            if handle in given and not apart:
                if given[handle] not in left:
                    raise BadInput(f"there are not that many things with the face {given[handle]}.")
                left.remove(given[handle])
        for handle in handles:
            if handle not in given:
                pick = draw.below(len(left))
                table.faces[handle] = left[pick] if apart else left.pop(pick)
    return table


def pairs(line: ScenarioLine, text: str) -> list[tuple[int, int]]:
    found = [re.fullmatch(r"(\d+)=(\d+)", word) for word in text.split()]
    if not found or not all(found):
        raise line.wrong("say which thing shows which face, like '0=3 7=5'.")
    return [(int(match[1]), int(match[2])) for match in found if match]


def numbers(line: ScenarioLine) -> list[int]:
    words = line.rest.split()
    if not all(re.fullmatch(r"-1|\d{1,9}", word) for word in words):
        raise line.wrong("there are only numbers here, with blanks between.")
    return [int(word) for word in words]


# --- chance that is told ------------------------------------------------------------------------------------------


class ScriptedDraw:
    """A `Draw` that says what it was given. With nothing given it changes nothing: mixing keeps the order."""

    def __init__(self) -> None:
        self.given: list[int] = []
        self.told = False

    def give(self, given: list[int]) -> None:
        self.given, self.told = list(reversed(given)), True

    def below(self, bound: int, /) -> int:
        if not self.told:
            return bound - 1
        if not self.given:
            raise BadInput("chance needs more numbers here.")
        value = self.given.pop()
        if not 0 <= value < bound:
            raise BadInput(f"chance gives a number below {bound} here, not {value}.")
        return value

    def rest(self) -> None:
        """Back to silence; `BadInput` where numbers are left."""
        left, self.told = len(self.given), False
        self.given = []
        if left:
            raise BadInput(f"chance needs {left} numbers fewer here.")


# --- telling ----------------------------------------------------------------------------------------------------


class ScenarioStory(Generic[State]):
    """A table that is told what happens and asked what it sees, a line at a time."""

    def __init__(self, game: Game[State], table: LocalTable[State], draw: ScriptedDraw) -> None:
        self.game = game
        self.table = table
        self.draw = draw
        self.moves: dict[Seat, Move] = {}
        self.refused: tuple[ScenarioLine, IllegalMove] | None = None

    def tell(self, line: ScenarioLine) -> None:
        if self.refused and line.word != "refused":
            self._was_refused()
        if self.moves and line.word != "move":
            raise line.wrong(f"first the moves of all seats asked: {ask_text(self.table.ask)}.")
        _TELL[line.word](self, line)

    def end(self, title: ScenarioLine) -> None:
        if self.refused:
            self._was_refused()
        if self.moves:
            raise title.wrong("the case ends before all seats asked have moved.")

    def _was_refused(self) -> NoReturn:
        assert self.refused is not None
        line, refusal = self.refused
        raise line.differs(f"refused: {refusal}")

    def _step(self, line: ScenarioLine, moves: dict[Seat, Move] | None = None) -> None:
        try:
            self.table.step(moves)
            self.draw.rest()
        except IllegalMove as refusal:
            self.refused = (line, refusal)
        except BadInput as problem:
            raise line.wrong(str(problem)) from None

    # --- answers ---

    def chance(self, line: ScenarioLine) -> None:
        if not isinstance(self.table.ask, Chance | Roll | Mix | MixHands):
            raise line.wrong(f"chance is not asked here: {ask_text(self.table.ask)}.")
        self.draw.give(numbers(line))
        self._step(line)

    def done(self, line: ScenarioLine) -> None:
        if not isinstance(self.table.ask, Mix | MixHands | Deal | Look | Give | Open):
            raise line.wrong(f"this ask needs an answer: {ask_text(self.table.ask)}.")
        self._step(line)

    def opened(self, line: ScenarioLine) -> None:
        """Faces that their owners open, and -1 for those they do not: the table itself never leaves one out."""
        table = self.table
        if not isinstance(table.ask, Open):
            raise line.wrong(f"nothing is opened here: {ask_text(table.ask)}.")
        try:
            after = self.game.apply(table.state, Opened(tuple(numbers(line))))
        except IllegalMove as refusal:
            self.refused = (line, refusal)
        else:
            table.state, table.ask = after, self.game.asks(after)

    def move(self, line: ScenarioLine) -> None:
        asked = deciders(self.table.ask)
        seat, text = self._seat(line)
        if seat not in asked or seat in self.moves:
            raise line.wrong(f"seat {seat} is not asked here: {ask_text(self.table.ask)}.")
        try:
            self.moves[seat] = self.game.read_move(self.table.state, seat, text)
        except BadInput as problem:
            raise line.wrong(str(problem)) from None
        if len(self.moves) == len(asked):
            moves, self.moves = self.moves, {}
            self._step(line, moves)

    # --- expectations ---

    def check_refused(self, line: ScenarioLine) -> None:
        if self.refused is None:
            raise line.differs(f"not refused; the position is {self.game.position_text(self.table.state)}")
        ruling, _, words = line.rest.partition(" ")
        _, refusal = self.refused
        if ruling != (refusal.ruling or "-") or words not in refusal.sentence:
            raise line.differs(f"refused otherwise: {refusal.ruling or '-'} {refusal.sentence}")
        self.refused = None

    def check_ask(self, line: ScenarioLine) -> None:
        self._same(line, ask_text(self.table.ask), line.rest)

    def check_then(self, line: ScenarioLine) -> None:
        self._same(line, self.game.position_text(self.table.state), line.rest)

    def check_legal(self, line: ScenarioLine) -> None:
        seat, text = self._seat(line)
        if seat not in deciders(self.table.ask):
            raise line.wrong(f"seat {seat} is not asked here: {ask_text(self.table.ask)}.")
        found = sorted(self.game.move_text(move) for move in self.table.moves(seat))
        self._same(line, " | ".join(found), " | ".join(sorted(part.strip() for part in text.split("|"))))

    def check_sees(self, line: ScenarioLine) -> None:
        seat, text = self._seat(line)
        for handle, face in pairs(line, text):
            self._same(line, f"{handle}={self.table.known[seat].get(handle)}", f"{handle}={face}")

    def no(self, line: ScenarioLine) -> None:
        """`shown` stands before the beginning is told."""

    def _same(self, line: ScenarioLine, found: str, told: str) -> None:
        if found != told:
            raise line.differs(f"it is otherwise:\n  file: {told}\n  game: {found}")

    def _seat(self, line: ScenarioLine) -> tuple[Seat, str]:
        seat, _, text = line.rest.partition(" ")
        if not re.fullmatch(r"\d", seat) or int(seat) >= len(self.table.known):
            raise line.wrong(f"a seat stands here, 0 to {len(self.table.known) - 1}.")
        return int(seat), text.strip()


_TELL: Mapping[str, Callable[[ScenarioStory[Any], ScenarioLine], None]] = {
    "shown": ScenarioStory.no,
    "chance": ScenarioStory.chance,
    "done": ScenarioStory.done,
    "opened": ScenarioStory.opened,
    "move": ScenarioStory.move,
    "refused": ScenarioStory.check_refused,
    "ask": ScenarioStory.check_ask,
    "legal": ScenarioStory.check_legal,
    "sees": ScenarioStory.check_sees,
    "then": ScenarioStory.check_then,
}
assert set(_TELL) == {"shown", *ANSWERS, *CHECKS}


def ask_text(ask: Ask) -> str:
    """An ask in one line."""
    match ask:
        case Turn(seat):
            return f"turn {seat}"
        case Together(seats):
            return f"together {_list(seats)}"
        case Chance(bounds):
            return f"chance {_list(bounds)}"
        case Roll(dice):
            return f"roll {' '.join(f'{seat}:{_list(handles)}' for seat, handles, _ in dice)}"
        case Mix():
            return f"mix {ask.pile} {len(ask.into)} by all"
        case MixHands():
            return f"mix hands {ask.pile} {' '.join(f'{seat}:{len(into)}' for seat, _, into in ask.hands)}"
        case Deal(hands) | Look(hands):
            verb = "deal" if isinstance(ask, Deal) else "look"
            return f"{verb} {' '.join(f'{seat}:{_list(handles)}' for seat, handles in hands)}"
        case Give(things):
            return f"give {' '.join(f'{handle}>{place}' for handle, place in things)}"
        case Open(handles):
            return f"open {_list(handles)}"
        case Over(result):
            return f"over {_list(result.scores)} won by {_list(result.winners)}"


def _list(values: tuple[int, ...]) -> str:
    return ",".join(map(str, values))
