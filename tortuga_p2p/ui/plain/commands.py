"""The commands of plain mode: what a typed line means, and what is said back. One table, `COMMANDS`.

A line is a number of the menu, a command, or a move in the game's notation, in this order. In a script a line that is
an answer waits for its question; from a keyboard an early one is refused, so that it never answers what comes later.
"""

from __future__ import annotations

from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import trio

from ...bots.advice import advise, reason
from ...crypto.identity import fingerprint
from ...errors import BadInput, IllegalMove
from ...limits import ALIVE_PERIOD_S, CHAT_BYTES_MAX, MENU_MOVES_MAX
from ...node.asking import STANDING
from ...node.autopilot import TurnHelm
from ...rules.answer import Moved
from ...rules.claim import all_claims
from ...rules.telling import chapter_of, claim_line, line_of, picture, read_line, reading
from ...rules.words import Reader
from ...session.event import Farewell, Impatience, PlayOn, Propose
from ...session.helm import PERSON, PROGRAM
from ...text import N_, _, listed
from ..game_words import hint_line, proposal_line, reason_words, waiting_names
from ..harmless import clean
from ..leaving_words import what_resigning_does
from ..lobby_words import free_seats, introduce, people_of, terms_of
from ..reasons import TableReasons
from ..rematch_words import can_ask, rematch_words
from ..rules_text import chapter_lines, chapters
from ..table.asides import ANSWER_WORDS, answer_to, questions
from ..table.presence import TIMER_MAX_S, clock, left_s, time_words
from .menu import reader_of

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from ...bots.advice import Advice
    from ...node.node import Node
    from ...node.one_game import Party
    from ...node.player import Question
    from ...rules.ask import Move
    from ...rules.game import View
    from ...session.agreement import AnyGame
    from .game import PlainPlayer
    from .lines import Lines, Printer

_ALWAYS: Final = ("quit", "help", "rules", "who")  # understood also where a line is awaited; in a password nothing is
LOG_LINES: Final = 10  # read out by `log` where no number is given


class Console:
    """One person's keyboard at one party."""

    def __init__(self, party: Party, player: PlainPlayer, printer: Printer) -> None:
        self.party = party
        self.player = player
        self.say = printer.say
        self._printer = printer
        self.has_quit = False
        self._hint: tuple[int, Advice] | None = None  # step, and what the bot would do in it
        self.reasons: TableReasons | None = None  # of this game, once somebody has asked
        self._alive_at = -ALIVE_PERIOD_S

    async def run(self, lines: Lines) -> None:
        """Until quit or the end of the input."""
        async for line in lines:
            self._printer.typed()
            if not lines.attended:
                await self._wait_for_turn(line)
            asked, awaited = self.player.question, self.player.awaited
            await self._take(line)
            if self.has_quit:
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
        elif (command := self._find(word)) is not None:
            await command.run(self, rest.strip())
        elif line.lower() in ("yes", "no", "y", "n"):  # no game has such a move
            self.say(_("Nothing is asked that yes or no answers, and nothing has changed."))
        elif question is None:
            self.say(
                _("There is nothing for you to decide now. Type who to hear who the table is waiting for, or help.")
            )
        else:
            self._answer(question, line)

    def _needs_question(self, line: str) -> bool:
        command = self._find(line.partition(" ")[0])
        return bool(line) if command is None else command.needs_question

    def _answer(self, question: Question, line: str) -> None:
        try:
            move = self._read(question, line)
        except (BadInput, IllegalMove) as mistake:
            self.say(_("{reason} Type again to hear the choices.").format(reason=_sentence(str(mistake))))
            return
        if move is None:
            self.player.read_on()
        else:
            self.decide(question, move)

    def _read(self, question: Question, line: str) -> Move | None:
        """What a line means: numbers of the menu, a menu line in words, or the notation. `None`: more is asked."""
        words = line.replace(",", " ").split()
        if all(word.isdecimal() for word in words):
            assert self.player.menu is not None
            return self.player.menu.take([int(word[:9]) for word in words])
        return read_answer(question, line)

    def decide(self, question: Question, move: Move) -> None:
        line = line_of(question.game, question.view, move, reader_of(question), question.moves)
        self.say(_("You choose: {choice}.").format(choice=line))
        self.player.answer(move)

    def _show_life(self) -> None:
        """Whoever types is there; the others see it."""
        self.player.touched_s = monotonic()
        node = self.party.node
        if node is not None and not node.is_over and trio.current_time() - self._alive_at >= ALIVE_PERIOD_S:
            self._alive_at = trio.current_time()
            node.still_here()

    @property
    def commands(self) -> Mapping[str, Command]:
        """What can be typed: the same in every game, and what this one has to be read out."""
        node = self.party.node
        if node is None or node.session.table is None:
            return COMMANDS
        readings = node.session.table.agreement.game.words().readings
        return {**COMMANDS, **{name: Command(partial(_read_out, name), one.help) for name, one in readings.items()}}

    def _find(self, word: str) -> Command | None:
        """By its name, or by the first letter of something that can be read out."""
        commands, name = self.commands, word.lower()
        if len(name) == 1 and name not in _ALIASES:
            name = next((one for one in commands if one not in COMMANDS and one.startswith(name)), name)
        return commands.get(_ALIASES.get(name, name))

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
        self.has_quit = True

    async def hint(self, question: Question) -> Advice:
        """What a good bot would do; it thinks in a thread."""
        if self._hint is None or self._hint[0] != question.step:
            self._hint = (question.step, await trio.to_thread.run_sync(advise, *question.for_advice))
        return self._hint[1]


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:].rstrip('.')}."


def read_answer(question: Question, line: str) -> Move:
    """The move that words mean: those of the menu, or the notation. Raises why it is none."""
    game, view, moves = question.game, question.view, question.moves
    assert view.seat is not None
    if len(moves) <= MENU_MOVES_MAX:
        found = read_line(game, view, moves, line, reader_of(question))
        if found is not None:
            return found
    try:
        move = game.read_move(view.state, view.seat, line)
    except BadInput:
        spelled = " ".join(line.lower().split())
        texts = {game.move_text(other): other for other in moves}
        for text, other in texts.items():  # as typed in a hurry: the case of letters never matters
            if text.lower() == spelled:
                return other
        verbs = dict.fromkeys(text.split()[0] for text in texts)
        word = spelled.split()[0]
        if word not in verbs:
            from difflib import get_close_matches  # only whoever mistypes waits for it

            near = get_close_matches(word, (*COMMANDS, *verbs), n=1)
            hint = _("did you mean {near!r}?", near=near[0]) if near else _("type a choice, or its number.")
            told = _("there is no command {word!r}, and no such move: {hint}", word=word[:20], hint=hint)
            raise BadInput(_("{told} Type help for all commands.", told=told)) from None
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
        console.say(_("There is nothing for you to decide now."))


def _at_table(node: Node) -> tuple[AnyGame, View[Any]]:
    """What is played, and what our seat sees of it: whoever has a node sits at a table."""
    table, view = node.session.table, node.view
    assert table is not None
    assert view is not None
    return table.agreement.game, view


async def _read_out(what: str, console: Console, rest: str) -> None:
    """A part of the table, in words that the game has for it."""
    node = console.node
    if node is None:
        return
    game, view = _at_table(node)
    for line in reading(game, what, view, Reader(view.seat, view.known, node.called)):
        console.say(line)


async def draw(console: Console, rest: str) -> None:
    """The picture, for those who see it: ASCII, as wide as a line may be."""
    node = console.node
    if node is None:
        return
    game, view = _at_table(node)
    width = int(rest) if rest.isdecimal() and 40 <= int(rest[:4]) <= 200 else 80
    drawn = "".join(text for _style, text in picture(game, view, node.called, width))
    for line in drawn.splitlines():
        console.say(line.rstrip())


async def log(console: Console, rest: str) -> None:
    node = console.node
    if node is not None:
        count = int(rest) if rest.isdecimal() and int(rest[:6]) > 0 else LOG_LINES
        for line in list(node.log)[-count:]:
            console.say(line)


async def why(console: Console, rest: str) -> None:
    """How the last thing came about, or one some things ago; to the last hash for whoever wants that."""
    node = console.node
    if node is None:
        return
    console.reasons = console.reasons or TableReasons(node)
    await console.reasons.follow()
    told, words = console.reasons.told(), rest.split()
    back = next((int(word[:4]) for word in words if word.isdecimal()), 0)
    if back >= len(told):
        console.say(_("Nothing was told that far back."))
        return
    at = told[-1 - back]
    for line in node.sentences(at):
        console.say(line)
    for line in console.reasons.deeply(at) if "deep" in words else console.reasons.plainly(at):
        console.say(line.strip())


async def who(console: Console, rest: str) -> None:
    party = console.party
    node = party.node
    if node is None:
        people = people_of(party.lobby) if party.lobby else ()
        names = [introduce(person, people) for person in people]
        if not names or party.lobby is None:
            console.say(_("You are still on your way to the table."))
            return
        console.say(_("At the table: {names}. {free}").format(names=listed(names), free=free_seats(party.lobby)))
    elif console.player.question is not None:
        others = waiting_names(node)
        too = _(" And for {names}.").format(names=listed(others)) if others else ""
        console.say(_("The table is waiting for you.{too} Type again to hear the question.").format(too=too))
        _say_time(console, node)
    elif node.is_over:
        console.say(_("The game is over."))
    elif names := [_with_presence(node, seat) for seat in node.session.waiting_for if seat != node.session.own_seat]:
        console.say(_("Waiting for {names}.").format(names=listed(names)))
        _say_time(console, node)
    else:
        console.say(_("The game is moving on by itself."))  # what was typed last is on its way


def _say_time(console: Console, node: Node) -> None:
    """How long the table waits, where that is worth knowing, and what its clock leaves."""
    if (left := node.asking.left(trio.current_time())) is not None:
        console.say(time_words(left))
    if node.session.opened_ms and node.session.meeting.terms.patience_s <= TIMER_MAX_S:
        console.say(_("Time left: {time}.").format(time=clock(max(0, left_s(node)))))


def _with_presence(node: Node, seat: int) -> str:
    assert node.session.table is not None
    key, name = node.session.table.agreement.identities[seat], node.called[seat]
    if key in node.away_since:
        seconds = round(trio.current_time() - node.away_since[key])
        return _("{name}, away for {time}", name=name, time=clock(seconds))
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
    for person in agreement.people:
        name, key = person.name, person.identity
        bot = _(", a bot run by {name}").format(name=by_key.get(person.operator, "?")) if person.bot else ""
        if node.helms >> agreement.identities.index(key) & 1:
            bot = _(", played by their own program")
        away = _(", away now") if key in node.away_since else ""
        console.say(_("{name}: {words}{bot}{away}.").format(name=name, words=fingerprint(key), bot=bot, away=away))
    console.say(
        _("Every message up to step {step} has been checked. The game is being written to {path}").format(
            step=table.step - 1, path=node.files.transcript
        )
    )


async def chat(console: Console, rest: str) -> None:
    node = console.node
    if node is not None and rest:
        node.say(clean(rest).encode()[:CHAT_BYTES_MAX].decode(errors="ignore"))
    elif node is not None:
        console.say(_("Type what you want to say after the word chat."))


async def claim(console: Console, rest: str) -> None:
    """Says something about the game that can be right or wrong: a number of what is mostly said, or its words."""
    node = console.node
    if node is None:
        return
    game, view = _at_table(node)
    decision = None if node.is_over else game.claims(view)
    if decision is None:
        console.say(_("There is nothing to claim now. To say something, type chat and your words."))
        return
    said = partial(claim_line, game, view, reader=Reader(view.seat, view.known, node.names))
    mostly = game.sayings(view)
    if rest.isdecimal() and 0 < int(rest[:4]) <= len(mostly):
        node.claim(mostly[int(rest[:4]) - 1])
        return
    wanted = " ".join(rest.lower().rstrip(".").split())
    for data in all_claims(decision, view) if wanted else ():
        if said(data=data).lower().rstrip(".") == wanted:
            node.claim(data)
            return
    if rest:
        console.say(_("That cannot be claimed."))
    for number, data in enumerate(mostly, 1):
        console.say(f"{number}: {clean(said(data=data))}")
    console.say(
        _("Type claim and a number, or claim and one of these sentences. True or not: nobody can check it now.")
    )


async def answers(console: Console, rest: str) -> None:
    """Questions that come again and again, and what our program answers for us."""
    node = console.node
    if node is None:
        return
    asked = questions(node)
    if not asked:
        console.say(_("No question keeps coming up in this game."))
        return
    number, _space, word = rest.partition(" ")
    if rest and (number not in map(str, range(1, len(asked) + 1)) or word.strip() not in STANDING):
        console.say(_("Type answers, the number of a question, and then no, ask or always."))
    elif rest:
        node.asking.standing[list(asked)[int(number) - 1]] = word.strip()
    for at, (name, words) in enumerate(asked.items(), 1):
        console.say(f"{at}: {_(words)} {_(ANSWER_WORDS[answer_to(node, name)])}.")


async def hint(console: Console, rest: str) -> None:
    question = console.player.question
    if question is None:
        console.say(_("There is nothing for you to decide now."))
        return
    name, move = await console.hint(question)
    console.say(hint_line(question, name.title(), move))
    found = await trio.to_thread.run_sync(reason, *question.for_advice, move, abandon_on_cancel=True)
    console.say(reason_words(question, found))
    number = console.player.menu.number_of(move) if console.player.menu is not None else 0
    if number:
        console.say(_("That is choice {number}. Type do to choose it.", number=number))
    else:
        console.say(_("Type do to choose it."))


async def do(console: Console, rest: str) -> None:
    question = console.player.question
    if question is None:
        console.say(_("There is nothing for you to decide now."))
        return
    advice = await console.hint(question)
    if console.player.question is question:
        console.decide(question, advice.move)


async def rules(console: Console, rest: str) -> None:
    """The chapter behind what is asked, or the one named."""
    node, lobby, name = console.party.node, console.party.lobby, rest.lower()
    terms = node.session.meeting.terms if node is not None else terms_of(lobby) if lobby is not None else None
    if terms is None:
        console.say(_("You are still on your way to the table."))
        return
    if not name and node is not None and node.session.table is not None and node.session.view is not None:
        name = chapter_of(node.session.table.agreement.game, node.session.view)
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
        console.say(_("This game was resumed and its table is gone: host or join another for a new game."))
        return
    console.player.again = True
    node = console.party.node
    if node is None or not node.afterwards.is_settled:
        console.say(_("When this game is over you play again with the same people."))
    elif can_ask(console.party):
        node.afterwards.want()  # what comes of it is news
    else:
        console.say(" ".join(rematch_words(console.party)))


async def undo(console: Console, rest: str) -> None:
    console.say(_("Nobody can take back what is sealed. A choice counts as soon as you have typed its number."))


async def end_game(console: Console, rest: str) -> None:
    """Proposes to end the game by agreement, or answers whoever does."""
    node = console.node
    if node is None or node.is_over:
        return
    node.complaint = ""
    if rest == "yes":
        node.wish(Propose())
    elif rest == "no":
        node.wish(PlayOn())
    else:
        if line := proposal_line(node):
            console.say(line)
        console.say(
            _(
                "Type end yes to propose or accept that the game ends here, without a result: all at the table must "
                "agree. Type end no to play on."
            )
        )


async def autopilot(console: Console, rest: str) -> None:
    """Lets our program play on, or takes the seat back."""
    node = console.node
    if node is None or node.is_over:
        return
    if rest not in ("", "on", "off"):
        console.say(_("Type autopilot, or autopilot off to play yourself again."))
    elif rest == "off" and node.asking.helm == PERSON:
        console.say(_("You play yourself already."))
    elif rest == "off":
        node.wish(TurnHelm(PERSON))
    else:
        node.wish(TurnHelm(PROGRAM))


async def resign(console: Console, rest: str) -> None:
    node = console.node
    if node is None:
        return
    if rest != "yes":
        console.say(
            _(
                "To resign: {what}. Type resign yes if you mean it; autopilot lets your program play on, quit saves "
                "the game.",
                what=what_resigning_does(node),
            )
        )
        return
    node.wish(Farewell())


async def leave(console: Console, rest: str) -> None:
    console.leave()


async def explain(console: Console, rest: str) -> None:
    commands = console.commands
    if (command := commands.get(rest)) is not None:
        console.say(f"{rest}: {_(command.help)}")
        return
    if console.player.question is not None:
        console.say(_("Answer with the number of a choice, or type it as it is read out. You can also type:"))
    for name, command in commands.items():
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
    "board": Command(partial(_read_out, "board"), N_("the table in words")),
    "score": Command(partial(_read_out, "score"), N_("points so far")),
    "draw": Command(draw, N_("the board as a picture of letters; draw 120 for a wider one")),
    "log": Command(log, N_("the last ten things that happened; log 40 for more")),
    "why": Command(why, N_("why it came out as it did; why 3 for three things ago, why deep with every hash")),
    "who": Command(who, N_("who the table is waiting for, or who is here")),
    "trust": Command(trust, N_("who the others are by key, and what was checked")),
    "chat": Command(chat, N_("chat TEXT says something to everybody")),
    "claim": Command(claim, N_("claim something about the game, true or not, in games that have claims")),
    "answers": Command(answers, N_("questions that keep coming up, and what is answered for you")),
    "rules": Command(rules, N_("the rules for this question; rules NAME for a chapter")),
    "vote": Command(vote, N_("go on without somebody who stays away or cheated; with too few left, end the game")),
    "rematch": Command(rematch, N_("when the game is over: play again with the same people")),
    "undo": Command(undo, N_("why a choice cannot be taken back")),
    "end": Command(end_game, N_("end the game by agreement: end yes proposes or accepts it, end no plays on")),
    "autopilot": Command(
        autopilot, N_("let your program play on; you may close this terminal. autopilot off: play yourself again")
    ),
    "resign": Command(resign, N_("resign yes leaves the game for good")),
    "quit": Command(leave, N_("save the game and leave; it can be resumed")),
    "help": Command(explain, N_("this list; help WORD for one of them")),
}
_ALIASES: Final = {
    "?": "help",
    "h": "hint",
    "b": "board",
    "s": "score",
    "l": "log",
    "w": "who",
    "m": "more",
}
