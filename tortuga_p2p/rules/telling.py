"""A game told to people: everything that a screen, a line mode, a log or an export says about it is made here.

All of it comes from three things that the game describes once: its decisions (decision.py), its records (record.py)
and its words (words.py). A game that has only rules is told too, in its notation. Pure.
"""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap
from typing import TYPE_CHECKING, Any, Final, overload

from ..text import _, listed, n_
from .answer import AllMoved, Drawn, Left, Moved, Opened
from .ask import Over, deciders
from .decision import ONE, Choice, Decision, Step, fill
from .game import Game, View
from .luck import summed, tenths
from .record import carry_out
from .words import Asked, Cases, Reader, Said, Words, both, counted_once, times, word, worded

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from .answer import Told
    from .ask import Move, Moves, Result, Seat
    from .decision import Filled, Label
    from .game import Fragments
    from .luck import Luck, LuckSum
    from .record import Record


# --- what happened -----------------------------------------------------------------------------------------------


def told(game: Game[Any], before: Any, answer: Told, after: Any, reader: Reader) -> tuple[str, ...]:
    """As `story`, for whoever has all three of an answer at hand."""
    return story(game, before, answer, reader)


def story(game: Game[Any], before: Any, answer: Told, reader: Reader) -> tuple[str, ...]:
    """What an answer made of the game, a sentence a line, as this reader saw it then."""
    records: list[Record] = []
    ask = game.asks(carry_out(game, before, answer, records.append))
    lines = sentences(game.words(), records, reader) if records else _notation(game, before, answer, reader)
    return (*lines, ended(game, ask.result, reader)) if isinstance(ask, Over) else lines


def _notation(game: Game[Any], before: Any, answer: Told, reader: Reader) -> tuple[str, ...]:
    """The answer itself, for rules that note nothing."""
    seats = deciders(game.asks(before))
    match answer:
        case Moved():
            return tuple(_moved(game, seat, answer, reader) for seat in seats)
        case AllMoved(moves):
            return tuple(_moved(game, seat, moved, reader) for seat, moved in zip(seats, moves, strict=True))
        case Drawn(values):
            return (_("Chance gives {values}.", values=listed([str(value) for value in values])),)
        case Opened(faces):
            return (_("Everybody sees {faces}.", faces=listed([str(face) for face in faces])),)
        case Left(seat):
            return (_("{who} has left the game.", who=reader.name(seat)),)
        case _:
            return ()


def _moved(game: Game[Any], seat: Seat, moved: Moved, reader: Reader) -> str:
    values = {"who": reader.name(seat), "move": game.move_text(moved.move)}
    if not moved.faces:
        return _("{who} plays {move}.").format(**values)
    return _("{who} plays {move} and shows {faces}.").format(**values, faces=listed([str(one) for one in moved.faces]))


def sentences(words: Words, records: Iterable[Record], reader: Reader) -> tuple[str, ...]:
    """Records as this reader reads them. What has an empty sentence for a reader is not told."""
    return tuple(filter(None, [sentence(words, record, reader) for record in records]))


def sentence(words: Words, record: Record, reader: Reader) -> str:
    """One record as a whole sentence; without words its kind and its arguments."""
    said = _chosen(words.said.get(record.kind), record.args)
    who = "" if record.seat is None else reader.name(record.seat)
    values = worded(words, record.args, reader)
    if said is None:
        told = ", ".join(f"{name} {value}" for name, value in values.items())
        return f"{who}{' ' if who else ''}{record.kind}{': ' if told else ''}{told}."
    is_own = record.seat is not None and record.seat == reader.seat
    text = said.you if is_own else said.they
    return _(text).format(who=who, **values) if text else ""


def _chosen(found: Any, args: Mapping[str, Any]) -> Any:
    return found(args) if isinstance(found, Cases) else found


# --- what is asked -----------------------------------------------------------------------------------------------


def decision_of(game: Game[Any], view: View[Any], moves: Moves | None = None) -> Decision:
    """The open decision of the viewer; for a game that describes none, a list of moves in its notation."""
    return game.decision(view) or _any_move(game, view, moves)


PICTURE_LINES: Final = 22  # of 24, leaving a line for the status and one to type
LINES_MAX: Final = 1_000  # of a picture that somebody scrolls
PICTURE_COLUMNS_MIN: Final = 26  # narrower than that nobody can read anything
ECHO_AT_MAX: Final = 12  # letters before what a line has said already: "You ", in any language
READ_COLUMNS: Final = 80  # of a picture that is read line by line
MOVE: Final = "move"  # the name of the decision, and of its step, in a game that describes none


def _any_move(game: Game[Any], view: View[Any], moves: Moves | None) -> Decision:
    seat = view.seat
    assert seat is not None, "a spectator decides nothing"

    def legal() -> Moves:
        return game.legal_moves(view.state, seat, view.known) if moves is None else moves

    return Decision(
        MOVE,
        {},
        (Step(MOVE, ONE, lambda _view, _picks: _Listed(game, legal())),),
        lambda picks: legal()[picks[MOVE][0]],
        lambda move: {MOVE: (list(legal()).index(move),)},
    )


class _Listed(Sequence[Choice]):
    """Moves as choices, by number; each is spelled when it is looked at."""

    def __init__(self, game: Game[Any], moves: Moves) -> None:
        self._game, self._moves = game, moves

    def __len__(self) -> int:
        return len(self._moves)

    @overload
    def __getitem__(self, at: int) -> Choice: ...
    @overload
    def __getitem__(self, at: slice) -> list[Choice]: ...
    def __getitem__(self, at: int | slice) -> Choice | list[Choice]:
        if isinstance(at, slice):
            return [self[number] for number in range(*at.indices(len(self)))]
        number = range(len(self))[at]
        return Choice(number, (MOVE, self._game.move_text(self._moves[number])))


def asked_of(game: Game[Any], decision: Decision) -> Asked:
    """The words of a decision; for one that has none, what its name and its steps say."""
    found = game.words().asked.get(decision.name)
    if found is not None:
        return found
    steps = ", ".join(f"{{{step.name}}}" for step in decision.steps)
    title = _("{game}: what do you do?", game=game.title) if decision.name == MOVE else f"{decision.name}?"
    waiting = Said("", _("{who} decides."), _("{who} decide."))
    return Asked(_braced(title), waiting, steps, missing=_("Something is missing."))


def _braced(text: str) -> str:
    return text.replace("{", "{{").replace("}", "}}")


def question(game: Game[Any], decision: Decision, reader: Reader) -> str:
    """What the reader has to decide, in one sentence or two."""
    return _(asked_of(game, decision).question).format(**worded(game.words(), decision.args, reader))


def step_label(game: Game[Any], decision: Decision, step: Step, reader: Reader) -> str:
    """What stands before the choices of a step."""
    text = asked_of(game, decision).steps.get(step.name)
    if not text:
        return step.name if text is None else ""
    return _(text).format(**worded(game.words(), decision.args, reader))


def _caption(words: Words, state: Any, reader: Reader) -> str:
    name, who = words.caption(state)
    said = words.captions.get(name)
    return _(said.they).format(who="" if who is None else reader.name(who)) if isinstance(said, Said) else ""


def waiting(game: Game[Any], state: Any, reader: Reader) -> str:
    """Who decides what now, for everybody to read; the words of the game where nobody does."""
    ask = game.asks(state)
    if isinstance(ask, Over):
        return ended(game, ask.result, reader)
    seats = deciders(ask)
    if not seats:
        return _caption(game.words(), state, reader)
    groups: dict[tuple[str, str, str], list[Seat]] = {}
    for seat in seats:
        decision = decision_of(game, View(state, seat, {}))
        said = asked_of(game, decision).waiting
        values = worded(game.words(), decision.args, reader)
        one, many = (_(text).replace("{who}", "{{who}}").format(**values) for text in (said.they, said.many))
        groups.setdefault((one, many, ""), []).append(seat)
    told = []
    for (one, many, _own), group in groups.items():
        if many and len(group) > 1:
            told.append(many.format(who=listed([reader.name(seat) for seat in group])))
        else:
            told += [one.format(who=reader.name(seat)) for seat in group]
    return " ".join(told)


def chapter_of(game: Game[Any], view: View[Any]) -> str:
    """The chapter of the game's rules behind what the viewer decides; empty where there is none."""
    if view.seat not in deciders(game.asks(view.state)):
        return ""
    decision = decision_of(game, view)
    return str(_chosen(asked_of(game, decision).chapter, decision.args))


def help_of(game: Game[Any], decision: Decision) -> tuple[str, ...]:
    """The paragraphs of help that belong to this decision, as it stands."""
    found = [_chosen(paragraph, decision.args) for paragraph in asked_of(game, decision).help]
    return tuple([_(paragraph) for paragraph in found if paragraph])


# --- what can be chosen ------------------------------------------------------------------------------------------


def label(game: Game[Any], named: Label, reader: Reader, number: int = 1) -> str:
    """A choice in words; of things that are alike how many there are."""
    return times(word(game.words(), *named, reader), number)


def styled_label(game: Game[Any], choice: Choice, reader: Reader) -> Fragments:
    """The same for a screen."""
    term, value = choice.label
    words = game.words()
    style, short, number = words.styles.get(term), words.short.get(term), len(choice.values)
    text = label(game, choice.label, reader, number) if short is None else short((value, number), reader)
    return ((style(value) if style else "", text),)


def line_of(game: Game[Any], view: View[Any], move: Move, reader: Reader, moves: Moves | None = None) -> str:
    """A move in words that know faces and names, without a full stop: the menu line, and what a hint says."""
    decision = decision_of(game, view, moves)
    return line(game, decision, fill(decision, view, decision.picks(move)), reader)


def line(game: Game[Any], decision: Decision, filled: Filled, reader: Reader) -> str:
    """What is picked, in words."""
    values = worded(game.words(), decision.args, reader)
    args: dict[str, Any] = dict(decision.args)
    for step, choices, picked in filled.steps:
        pairs = [(value, choice.label) for choice in choices for value in choice.values if value in picked]
        if step.pick.ordered:
            pairs.sort(key=lambda pair: picked.index(pair[0]))
        labels = [named for _value, named in pairs]
        texts = [label(game, named, reader) for named in labels]
        values[step.name] = listed(texts if step.pick.ordered else counted_once(texts))
        args[step.name] = picked
        args[f"{step.name}_labels"] = tuple(value for _term, value in labels)
    return _(_chosen(asked_of(game, decision).choice, args)).format(**values)


def claim_line(game: Game[Any], view: View[Any], data: tuple[int, ...], reader: Reader) -> str:
    """What the others hear when the viewer makes that claim; nothing where it makes no sense now."""
    record = None if view.seat is None else game.claimed(view.state, view.seat, data)
    return "" if record is None else sentence(game.words(), record, reader)


def preview(game: Game[Any], view: View[Any], move: Move, reader: Reader) -> tuple[str, ...]:
    """What would come of a move, as far as the mover's own part of it goes: a rehearsal, read to the mover."""
    happened: list[Record] = []
    game.rehearse(view, move, happened.append)
    return sentences(game.words(), happened, reader)


def hint(
    game: Game[Any], view: View[Any], move: Move, reader: Reader, moves: Moves | None = None, aside: str = ""
) -> str:
    """What somebody would do and what comes of it: the rest of a sentence after "would", and more.

    `aside` stands at the end of that sentence. What would only say the same again is left out: there is little room.
    """
    would = line_of(game, view, move, reader, moves)
    comes = [told for told in preview(game, view, move, reader) if unsaid(would, told).strip(".")]
    return " ".join([f"{would}{aside}.", *comes])


def unsaid(line: str, sentence: str) -> str:
    """What a sentence says beyond a line that was read before it: nobody wants to read the same twice."""
    at = sentence.lower().find(line.lower())
    if 0 <= at <= ECHO_AT_MAX:
        return sentence[at + len(line) :].strip()
    said = set(_words(line))
    return "" if all(word in said for word in _words(sentence)[1:]) else sentence


def _words(text: str) -> list[str]:
    return "".join(letter if letter.isalnum() else " " for letter in text.lower()).split()


def why_not(game: Game[Any], choice: Choice, reader: Reader) -> str:
    """Why a choice cannot be picked now, as a sentence; empty where it can."""
    if not choice.why_not:
        return ""
    text = _chosen(game.words().why_not.get(choice.why_not), choice.args)
    return choice.why_not if text is None else _(text).format(**_about(game, choice, reader))


def note(game: Game[Any], choice: Choice, reader: Reader) -> str:
    """What a choice means, while somebody points at it."""
    text = _chosen(game.words().notes.get(choice.note), choice.args)
    return choice.note if text is None else _(text).format(**_about(game, choice, reader))


def _about(game: Game[Any], choice: Choice, reader: Reader) -> dict[str, str]:
    return {"choice": label(game, choice.label, reader), **worded(game.words(), choice.args, reader)}


# --- pictures ----------------------------------------------------------------------------------------------------


def picture(game: Game[Any], view: View[Any], names: Sequence[str], width: int) -> Fragments:
    """The board in letters, with who is waited for above it: for a page, a pipe, or whoever asks for a drawing."""
    reader = Reader(view.seat, view.known, names)
    width = max(width, PICTURE_COLUMNS_MIN)
    lines = wrap(waiting(game, view.state, reader), width)
    room = PICTURE_LINES - len(lines)
    board = game.screen().board(view, reader, width, room, rich=False)
    if sum(text.count("\n") for _style, text in board) >= room:  # it does not fit anyway: then all of it
        board = game.screen().board(view, reader, width, LINES_MAX, rich=False)
    return (("now", "\n".join(lines)), ("", "\n"), *board) if lines else board


def reading(game: Game[Any], what: str, view: View[Any], reader: Reader) -> Sequence[str]:
    """A part of the table read aloud; where the game has no words for it, the picture."""
    found = game.words().readings.get(what)
    if found is not None:
        return found.lines(view, reader)
    points = game.points_so_far(view.state) if what == "score" else ()
    if points:
        return [_("{name} has {points} points.", name=reader.name(seat), points=one) for seat, one in enumerate(points)]
    text = "".join(text for _style, text in picture(game, view, reader.names, READ_COLUMNS))
    return [line.rstrip() for line in text.splitlines() if line.strip()]


# --- how it ended ------------------------------------------------------------------------------------------------


def ended(game: Game[Any], result: Result, reader: Reader) -> str:
    """Who has won, and with what: points, a race, sides, or nobody."""
    words, winners = game.words(), result.winners
    if not winners:
        return _("Nobody wins.")
    names = listed([reader.called(seat) for seat in winners])
    if result.sides:
        named = side_name(game, result.sides[winners[0]])
        return _("Victory for {side}: {names}.", side=named, names=names)
    alone, is_own = len(winners) == 1, reader.seat in winners
    if not words.points:
        if is_own:
            return _("You win.") if alone else _("You share the victory: {names}.", names=names)
        return n_("{names} wins.", "{names} share the victory.", len(winners)).format(names=names)
    points = result.scores[winners[0]]
    counted = n_("{number} point", "{number} points", points).format(number=points)
    if is_own and alone:
        return _("You win with {points}.", points=counted)
    told = n_("{names} wins with {points}.", "{names} share the victory with {points}.", len(winners))
    return told.format(names=names, points=counted)


def side_name(game: Game[Any], side: int) -> str:
    """What a side is called; one without a word has a number."""
    sides = game.words().sides
    return _(sides[side]) if 0 <= side < len(sides) else _("side {number}", number=side + 1)


def standing(game: Game[Any], result: Result, reader: Reader) -> str:
    """Everybody's points, the best first; empty where the end is not told in points."""
    if not game.words().points or result.sides:
        return ""
    order = sorted(range(len(result.scores)), key=lambda seat: -result.scores[seat])
    names = [_("You") if seat == reader.seat else reader.name(seat) for seat in order]
    return ", ".join(f"{name} {result.scores[seat]}" for name, seat in zip(names, order, strict=True))


def fortune(game: Game[Any], lucks: Iterable[Luck], reader: Reader) -> tuple[str, ...]:
    """What chance gave everybody in a game, against what was to be expected: a sentence for each kind and seat."""
    return tuple([fortune_of(game, luck, reader) for luck in summed(lucks)])


def fortune_of(game: Game[Any], luck: LuckSum, reader: Reader) -> str:
    """What chance gave one of them, of one kind."""
    values = {"times": luck.times, "got": luck.got, "expected": tenths(luck.expected)}
    said = _chosen(game.words().luck.get(luck.kind), values)
    if said is None:  # without words its kind and the numbers
        said = both(f"{{who}}: {luck.kind} {{got}} ({{expected}}).")
    text = said.you if luck.seat == reader.seat else said.they
    return _(text).format(who=reader.name(luck.seat), **values)


# --- things ------------------------------------------------------------------------------------------------------


def read_line(game: Game[Any], view: View[Any], moves: Sequence[Move], text: str, reader: Reader) -> Move | None:
    """The move that a menu line means, whatever the case of its letters; `None` where it is none of them."""
    wanted = " ".join(text.casefold().rstrip(".").split())
    for move in moves:
        if " ".join(line_of(game, view, move, reader, moves).casefold().split()) == wanted:
            return move
    return None
