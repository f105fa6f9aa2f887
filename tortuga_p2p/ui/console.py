"""The commands of plain mode: what a typed line means, and what is said back. One table, `COMMANDS`.

A line is a number of the menu, a command, or a move in the game's notation, in this order. In a script a line that is
an answer waits for its question; from a keyboard an early one is refused, so that it never answers what comes later.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import trio

from ..bots.chance import SeededDraw
from ..crypto.identity import fingerprint
from ..errors import BadInput, IllegalMove
from ..limits import CHAT_BYTES_MAX
from ..rules.answer import Moved
from ..rules.screen import reason_of
from ..session.event import Farewell, Impatience
from ..text import N_, _, listed
from .news import free_seats, introduce, is_over, people_of, terms_of, waiting_names
from .presence import TIMER_MAX_S, clock, left_s
from .rulebook import chapter_lines, chapters
from .text import clean
from .voice import voice_of

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from ..node.node import Node
    from ..node.party import Party
    from ..node.player import Question
    from ..rules.ask import Move
    from ..rules.game import Bot
    from .lines import Lines, Printer
    from .plain import PlainPlayer

_ALWAYS: Final = ("quit", "help", "rules", "who")  # understood also where a line is awaited; in a password nothing is
LOG_LINES: Final = 10  # read out by `log` where no number is given
ALIVE_PERIOD_S: Final = 5.0  # between two signs of life that typing gives
HINT_BOTS: Final = ("captain", "greedy")  # who is asked for a hint, the first there is


class Console:
    """One person's keyboard at one party."""

    def __init__(self, party: Party, player: PlainPlayer, printer: Printer) -> None:
        self.party = party
        self.player = player
        self.say = printer.say
        self._printer = printer
        self._quit = False
        self._hint: tuple[int, Move] | None = None  # step, and what the bot would do in it
        self._alive_at = -ALIVE_PERIOD_S

    async def run(self, lines: Lines) -> None:
        """Until quit or the end of the input."""
        async for line in lines:
            self._printer.typed()
            if not lines.attended:
                await self._wait_for_turn(line)
            asked, awaited = self.player.question, self.player.awaited
            await self._take(line)
            if self._quit:
                return
            if awaited is not None and self.player.awaited is not awaited:
                continue  # it was for whoever waited for it: what comes of it comes first
            if asked is None or asked is self.player.question:  # else it is answered: what comes of it comes first
                self._printer.prompt()

    async def _wait_for_turn(self, line: str) -> None:
        """A script's line waits until it can mean something: nobody types it again."""
        while self._needs_question(line) and self.player.question is None and self.player.awaited is None:
            await self.player.asked.wait()

    # --- what a line means ---------------------------------------------------------------------------------------

    async def _take(self, line: str) -> None:
        self._show_life()
        word, _space, rest = line.partition(" ")
        question = self.player.question
        if self.player.awaited is not None and self.player.secret and not line:
            self.leave()
        elif self.player.awaited is not None and (self.player.secret or word not in _ALWAYS):
            self.player.awaited.send_nowait(line)
            self.player.awaited = None
        elif not line:
            await again(self, "")
        elif (command := _find(word)) is not None:
            await command.run(self, rest.strip())
        elif question is None:
            self.say(_("Nothing is asked of you now. Type who to hear whom the table waits for, or help."))
        else:
            self._answer(question, line)

    def _needs_question(self, line: str) -> bool:
        command = _find(line.partition(" ")[0])
        return bool(line) if command is None else command.needs_question

    def _answer(self, question: Question, line: str) -> None:
        try:
            move = read_answer(question, line)
        except (BadInput, IllegalMove) as mistake:
            self.say(_("{reason} Type again to hear the choices.").format(reason=_sentence(str(mistake))))
            return
        self.decide(question, move)

    def decide(self, question: Question, move: Move) -> None:
        said = voice_of(question.game).option(question.view, move, question.names)
        self.say(_("You choose: {choice}.").format(choice=said))
        self.player.answer(move)

    def _show_life(self) -> None:
        """Whoever types is there; the others see it."""
        node = self.party.node
        if node is not None and not is_over(node) and trio.current_time() - self._alive_at >= ALIVE_PERIOD_S:
            self._alive_at = trio.current_time()
            node.still_here()

    # --- for the commands ----------------------------------------------------------------------------------------

    @property
    def node(self) -> Node | None:
        """The game, once everybody has a seat; says so where it has not begun."""
        node = self.party.node
        if node is None or node.session.table is None:
            self.say(_("The game has not begun."))
            return None
        return node

    def leave(self) -> None:
        self._quit = True

    async def hint(self, question: Question) -> Move:
        """What a good bot would do; it thinks in a thread."""
        if self._hint is None or self._hint[0] != question.step:
            bot = _hint_bot(question)
            draw = SeededDraw(question.step, "hint")
            move = await trio.to_thread.run_sync(bot.choose, question.view, question.moves, draw)
            self._hint = (question.step, move)
        return self._hint[1]


def _hint_bot(question: Question) -> Bot:
    bots = question.game.bots()
    name = next((name for name in HINT_BOTS if name in bots), next(iter(bots)))
    return bots[name]()


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:].rstrip('.')}."


def read_answer(question: Question, line: str) -> Move:
    """The move that a line means: its number in the menu, or the notation. Raises why it is none."""
    game, view, moves = question.game, question.view, question.moves
    if line.isdecimal():
        if not 1 <= int(line[:9]) <= len(moves):
            raise BadInput(
                _("There is no choice {number}: they go from 1 to {last}.").format(number=line[:9], last=len(moves))
            )
        return moves[int(line) - 1]
    assert view.seat is not None
    try:
        move = game.read_move(view.state, view.seat, line)
    except BadInput:
        spelled = " ".join(line.lower().split())
        for other in moves:  # as typed in a hurry: the case of letters never matters
            if game.move_text(other).lower() == spelled:
                return other
        raise
    if move not in moves:
        faces = tuple(view.known.get(handle, -1) for handle in move.opens)
        game.check_move(view.state, view.seat, Moved(move, faces))  # says which rule it breaks
        raise IllegalMove(_("that is not one of your choices"))
    return move


# --- the commands --------------------------------------------------------------------------------------------


async def again(console: Console, rest: str) -> None:
    if console.player.question is not None:
        console.player.ask_again()
    else:
        await who(console, "")


async def more(console: Console, rest: str) -> None:
    if console.player.question is not None:
        console.player.read_more()
    else:
        console.say(_("Nothing is asked of you now."))


async def board(console: Console, rest: str) -> None:
    _read_out(console, "board")


async def dice(console: Console, rest: str) -> None:
    _read_out(console, "dice")


async def score(console: Console, rest: str) -> None:
    _read_out(console, "score")


def _read_out(console: Console, what: str) -> None:
    node = console.node
    if node is None:
        return
    table, view = node.session.table, node.session.view
    assert table is not None
    for line in getattr(voice_of(table.agreement.game), what)(view, node.names):
        console.say(line)


async def draw(console: Console, rest: str) -> None:
    """The picture, for those who see it: ASCII, as wide as a line may be."""
    node = console.node
    if node is None:
        return
    table, view = node.session.table, node.session.view
    assert table is not None
    assert view is not None
    width = int(rest) if rest.isdecimal() and 40 <= int(rest[:4]) <= 200 else 80
    picture = "".join(text for _style, text in table.agreement.game.render(view, node.names, width))
    for line in picture.splitlines():
        console.say(line.rstrip())


async def log(console: Console, rest: str) -> None:
    node = console.node
    if node is not None:
        count = int(rest) if rest.isdecimal() and int(rest[:6]) > 0 else LOG_LINES
        for line in list(node.log)[-count:]:
            console.say(line)


async def who(console: Console, rest: str) -> None:
    party = console.party
    node = party.node
    if node is None:
        people = people_of(party.lobby) if party.lobby else ()
        names = [introduce(person, people) for person in people]
        if not names or party.lobby is None:
            console.say(_("You are on the way to the table."))
            return
        console.say(_("At the table: {names}. {free}").format(names=listed(names), free=free_seats(party.lobby)))
    elif console.player.question is not None:
        others = waiting_names(node)
        too = _(" Also for {names}.").format(names=listed(others)) if others else ""
        console.say(_("The table waits for you.{too} Type again to hear the question.").format(too=too))
        _say_time(console, node)
    elif is_over(node):
        console.say(_("The game is over."))
    elif names := [_with_presence(node, name) for name in waiting_names(node)]:
        console.say(_("Waiting for {names}.").format(names=listed(names)))
        _say_time(console, node)
    else:
        console.say(_("The table goes on by itself."))  # what was typed last is on its way


def _say_time(console: Console, node: Node) -> None:
    """How long the table waits, where that is worth knowing."""
    if node.session.opened_ms and node.session.meeting.terms.patience_s <= TIMER_MAX_S:
        console.say(_("The table's patience lasts for {time}.").format(time=clock(max(0, left_s(node)))))


def _with_presence(node: Node, name: str) -> str:
    assert node.session.table is not None
    key = node.session.table.agreement.identities[node.names.index(name)]
    if key in node.away_since:
        seconds = round(trio.current_time() - node.away_since[key])
        return _("{name}, away for {seconds} seconds").format(name=name, seconds=seconds)
    if key in node.alive_at:
        seconds = round(trio.current_time() - node.alive_at[key])
        return _("{name}, who typed {seconds} seconds ago").format(name=name, seconds=seconds)
    return name


async def trust(console: Console, rest: str) -> None:
    """Who the others are, by key, and that everything so far was checked."""
    node = console.node
    if node is None:
        return
    table = node.session.table
    assert table is not None
    agreement = table.agreement
    by_key = dict(zip(agreement.identities, agreement.names, strict=True))
    for name, key, enter in zip(agreement.names, agreement.identities, agreement.enters, strict=True):
        bot = _(", a bot run by {name}").format(name=by_key.get(enter.operator, "?")) if enter.bot else ""
        away = _(", away now") if key in node.away_since else ""
        console.say(_("{name}: {words}{bot}{away}.").format(name=name, words=fingerprint(key), bot=bot, away=away))
    console.say(
        _("Every message up to step {step} was checked. The game is written to {path}").format(
            step=table.step - 1, path=node.files.transcript
        )
    )


async def chat(console: Console, rest: str) -> None:
    node = console.node
    if node is not None and rest:
        node.say(clean(rest).encode()[:CHAT_BYTES_MAX].decode(errors="ignore"))
    elif node is not None:
        console.say(_("Type what you want to say behind the word chat."))


async def hint(console: Console, rest: str) -> None:
    question = console.player.question
    if question is None:
        console.say(_("Nothing is asked of you now."))
        return
    name = _hint_bot(question).name
    move = await console.hint(question)
    said = voice_of(question.game).option(question.view, move, question.names)
    number = question.moves.index(move) + 1
    reason = clean(reason_of(question.game, question.view, move, question.names))
    console.say(_("{bot} would {reason}").format(bot=name.title(), reason=reason))
    console.say(_("That is choice {number}: {choice}. Type do to choose it.").format(number=number, choice=said))


async def do(console: Console, rest: str) -> None:
    question = console.player.question
    if question is None:
        console.say(_("Nothing is asked of you now."))
        return
    move = await console.hint(question)
    if console.player.question is question:
        console.decide(question, move)


async def rules(console: Console, rest: str) -> None:
    """The chapter behind what is asked, or the one named."""
    node, lobby, name = console.party.node, console.party.lobby, rest.lower()
    terms = node.session.meeting.terms if node is not None else terms_of(lobby) if lobby is not None else None
    if terms is None:
        console.say(_("You are on the way to the table."))
        return
    if not name and node is not None and node.session.table is not None and node.session.view is not None:
        name = voice_of(node.session.table.agreement.game).chapter(node.session.view)
    known = chapters(terms.game)
    if name not in known:
        console.say(_("Chapters: {names}. Type rules and one of them.").format(names=", ".join(known)))
        return
    for line in chapter_lines(terms.game, name):
        console.say(line)


async def vote(console: Console, rest: str) -> None:
    node = console.node
    if node is not None:
        node.complaint = ""
        node.wish(Impatience())  # whether it counts, and whose word is missing, is news


async def rematch(console: Console, rest: str) -> None:
    if not console.party.can_rematch and console.party.node is not None:
        console.say(_("This game was resumed, its table is gone: host or join another one for a new game."))
        return
    console.player.again = True
    console.say(_("When this game is over you play again with the same people."))


async def undo(console: Console, rest: str) -> None:
    console.say(_("What is sealed cannot be taken back, by nobody. A choice counts when you have typed its number."))


async def resign(console: Console, rest: str) -> None:
    node = console.node
    if node is None:
        return
    if rest != "yes":
        console.say(_("To resign ends the game for everybody. Type resign yes if you mean it; quit saves it instead."))
        return
    node.wish(Farewell())


async def leave(console: Console, rest: str) -> None:
    console.leave()


async def explain(console: Console, rest: str) -> None:
    if (command := COMMANDS.get(rest)) is not None:
        console.say(f"{rest}: {_(command.help)}")
        return
    if console.player.question is not None:
        console.say(_("Answer with the number of a choice, or write a move as in docs/notation.md. Besides:"))
    for name, command in COMMANDS.items():
        console.say(f"{name}: {_(command.help)}")


class Command(NamedTuple):
    """A word, what it does, and the line that explains it."""

    run: Callable[[Console, str], Awaitable[None]]
    help: str
    needs_question: bool = False


COMMANDS: Final[Mapping[str, Command]] = {
    "again": Command(again, N_("the question once more; an empty line does the same"), needs_question=True),
    "more": Command(more, N_("the next choices"), needs_question=True),
    "hint": Command(hint, N_("what a good bot would do"), needs_question=True),
    "do": Command(do, N_("choose what the hint says"), needs_question=True),
    "board": Command(board, N_("everybody's board in words")),
    "dice": Command(dice, N_("your dice, and the dice on every action")),
    "score": Command(score, N_("points so far")),
    "draw": Command(draw, N_("the board as a picture of letters; draw 120 for a wider one")),
    "log": Command(log, N_("the last ten things that happened; log 40 for more")),
    "who": Command(who, N_("whom the table waits for, or who is here")),
    "trust": Command(trust, N_("who the others are by key, and what was checked")),
    "chat": Command(chat, N_("chat TEXT says something to everybody")),
    "rules": Command(rules, N_("the rules behind this question; rules NAME for a chapter")),
    "vote": Command(vote, N_("when the table's patience with somebody has ended: end the game")),
    "rematch": Command(rematch, N_("when the game is over: play again with the same people")),
    "undo": Command(undo, N_("why a choice cannot be taken back")),
    "resign": Command(resign, N_("resign yes leaves the game for good")),
    "quit": Command(leave, N_("save the game and leave; it can be resumed")),
    "help": Command(explain, N_("this list; help WORD for one of them")),
}
_ALIASES: Final = {
    "?": "help",
    "h": "hint",
    "b": "board",
    "d": "dice",
    "s": "score",
    "l": "log",
    "w": "who",
    "m": "more",
}


def _find(word: str) -> Command | None:
    return COMMANDS.get(_ALIASES.get(word.lower(), word.lower()))
