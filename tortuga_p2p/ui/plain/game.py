"""Plain mode: the whole game line by line, for screen readers, bad lines, pipes and scripts.

    code = await play_plain(lambda player: Party(identity, name, player, folder), lambda party: party.host(plan))

No cursor control, no drawing: sentences, a numbered menu, and short commands (commands.py). What happens is told as it
happens (announcements.py). The end of the input means quit: the game is saved, and a line says how to go on.
"""

from __future__ import annotations

import signal
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

import trio

from ...errors import BadInput, TortugaError
from ...limits import SIGNAL_S
from ...session.helm import PROGRAM
from ...session.phases import SessionPhase
from ...text import _, n_
from ..crash_report import mishap, write_report
from ..game_words import taken_away
from ..hangup import let_go_of_terminal
from ..lobby_words import OTHER_PEOPLE
from ..notice import AWAY_AFTER_S
from ..tavern.quick_start import AGAIN_S, opens_later
from .announcements import Announcements, tell_end, tell_lobby
from .commands import Console
from .lines import Lines, Printer
from .menu import Menu

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from ...node.names import KnownKeys
    from ...node.node import Node
    from ...node.node_message import Lobby
    from ...node.one_game import Party
    from ...node.player import Question
    from ...rules.ask import Move, Result

MENU_PAGE: Final = 9  # choices read out at once: one digit each
DONE, FAILED, PIPE_CLOSED = 0, 1, 128 + 13  # as commands/code.py has them


class PlainPlayer:
    """A person who types. Answers come from the console; a question that is withdrawn takes no more of them."""

    def __init__(self) -> None:
        self.question: Question | None = None
        self.asked = trio.Event()  # set while a question is open, or a line is awaited
        self.say: Callable[[str], None] = lambda line: None
        self.prompt: Callable[[], None] = lambda: None
        self.catch_up: Callable[[], None] = lambda: None
        self.hush: Callable[[bool], None] = lambda on: None
        self.ring: Callable[[], None] = lambda: None
        self.touched_s = monotonic()  # when somebody typed a line
        self.known: KnownKeys | None = None  # whom we have met before
        self._has_consented = False
        self.attended = False  # whether a person sits there, not a script
        self.again = False  # whether a rematch is wanted
        self.awaited: trio.MemorySendChannel[str] | None = None  # takes the next line, whatever it is
        self.secret = False  # whether that line is a password: then no word in it is a command
        self.menu: Menu | None = None  # of the open question
        self._shown = 0  # choices read out so far
        self._move: Move | None = None
        self._answered = trio.Event()

    async def consent(self, lobby: Lobby) -> str:
        """Tells who sits at a table before we do. A person says yes; a script has said so by coming here."""
        if self._has_consented and not self.attended:
            raise BadInput(_("the host started with different people from those it had shown."))
        if self._has_consented:
            self.say(_(OTHER_PEOPLE))
        self._has_consented = True
        tell_lobby(lobby, lobby.people[0].identity if lobby.people else b"", self.say, self.known)
        if lobby.locked:
            self.say(_("This table has a password. Type it to sit down; an empty line leaves."))
            self.secret = True
            self.hush(True)
            try:
                return await self._next_line()
            finally:
                self.secret = False
                self.hush(False)
        if self.attended:
            self.say(_("Type yes to sit down with these people, or quit."))
            while (await self._next_line()).lower() not in ("yes", "y"):
                self.say(_("Type yes to sit down, or quit."))
        return ""

    async def _next_line(self) -> str:
        self.prompt()
        self.awaited, lines = trio.open_memory_channel[str](1)
        self.asked.set()
        try:
            return await lines.receive()
        finally:
            self.awaited, self.asked = None, trio.Event()

    async def choose(self, question: Question) -> Move:
        self.question, self._answered = question, trio.Event()
        self.catch_up()  # what led to the question is told before it
        if self.attended and monotonic() - self.touched_s > AWAY_AFTER_S:
            self.ring()
        self.ask_again()
        self.asked.set()
        try:
            await self._answered.wait()
        finally:
            if self.question is question:
                self._close()
        assert self._move is not None
        return self._move

    async def finish(self, result: Result | None, sentence: str) -> None:
        return None  # told by `tell_end`, when everything is on disk

    def answer(self, move: Move) -> None:
        """The console has understood what was typed. Later lines are for a later question."""
        self._move = move
        self._answered.set()
        self._close()

    def _close(self) -> None:
        self.question, self.asked = None, trio.Event()

    def ask_again(self) -> None:
        """Reads out the question and the first choices."""
        assert self.question is not None
        self.menu = Menu(self.question)
        self.say(self.menu.question())
        self.read_on()

    def read_on(self) -> None:
        """The choices of what is asked just now."""
        assert self.menu is not None
        if heading := self.menu.heading():
            self.say(heading)
        self._shown = 0
        self.read_more()

    def read_more(self) -> None:
        """The next choices."""
        menu = self.menu
        assert menu is not None
        if self._shown >= menu.count:
            self._shown = 0
        for at in range(self._shown, min(menu.count, self._shown + MENU_PAGE)):
            self.say(f"{at + 1}. {menu.spoken(at)}")
        self._shown += MENU_PAGE
        left = menu.count - self._shown
        if left > 0:
            rest = n_("{number} more choice: type more.", "{number} more choices: type more.", left)
            self.say(rest.format(number=left))
        self.prompt()


async def play_plain(
    make: Callable[[PlainPlayer], Party],
    start: Callable[[Party], Awaitable[Node]],
    *,
    lines: Lines | None = None,
    printer: Printer | None = None,
) -> int:
    """Game after game, as long as whoever types wants a rematch; gives the exit code. Raises as `run_plain`.

    A mistake of ours is no sentence for a player: it goes into a report, and the game is saved.
    """
    lines, printer = lines or Lines(), printer or Printer()
    again, before = False, None
    while True:
        player = PlainPlayer()
        party = make(player)
        party.before = before
        player.known = party.known
        try:
            code = await run_plain(party, partial(start, party), lines=lines, printer=printer)
        except TortugaError as trouble:
            if not (again and opens_later(party, trouble)):
                raise
            await trio.sleep(AGAIN_S)
            continue
        except Exception as error:
            printer.say(mishap(write_report(error, [party])))
            if party.node is not None:
                await _say_goodbye(party, printer)
            return FAILED
        if code not in (DONE, FAILED) or not await _wants_rematch(party, lines, printer):
            return DONE if again and code == FAILED else code  # one game there was
        again, before = True, party.same_again
        printer.say(_("Playing again: the game begins when everybody is back. Type quit to leave."))


async def _wants_rematch(party: Party, lines: Lines, printer: Printer) -> bool:
    """A script has said so before the end, or not at all: nothing more is asked of it."""
    player, node = party.player, party.node
    assert isinstance(player, PlainPlayer)
    if not party.can_rematch:
        return False
    if party.lingers and node is not None and node.session.table is not None:
        return node.afterwards.goes_on
    if player.again or node is None or node.files.journal.exists() or not lines.attended:
        return player.again
    printer.say(_("Type rematch to wait for the same people once more, or quit."))  # the game never began
    printer.prompt()
    async for line in lines:
        return line.lower() in ("rematch", "r")
    return False


async def run_plain(
    party: Party,
    start: Callable[[], Awaitable[Node]],
    *,
    lines: Lines | None = None,
    printer: Printer | None = None,
) -> int:
    """Plays one game with whoever types; gives the exit code. Raises what `start` raises, out of its groups."""
    player = party.player
    assert isinstance(player, PlainPlayer)
    lines, printer = lines or Lines(), printer or Printer()
    news = Announcements(party, printer.say)
    player.say, player.prompt, player.catch_up = printer.say, printer.prompt, news.tell
    player.attended, player.hush, player.ring = lines.attended, lines.hush, printer.ring
    party.lingers = lines.attended  # a script has said what it wants before the end, or not at all
    console = Console(party, player, printer)
    trouble: Exception | None = None
    code = DONE
    async with trio.open_nursery() as nursery:
        leave = nursery.cancel_scope

        async def listen() -> None:
            await console.run(lines)
            if console.has_quit or not _plays_on(party, unattended=True):
                leave.cancel()  # quit, or the end of the input, and nobody plays for us

        async def obey_signals() -> None:
            nonlocal code
            names = [name for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
            with trio.open_signal_receiver(*(getattr(signal, name) for name in names)) as signals:
                try:
                    async for number in signals:
                        if number == getattr(signal, "SIGHUP", None) and _plays_on(party, unattended=True):
                            printer.gone.set()
                            let_go_of_terminal()
                            continue
                        code = 128 + number
                        leave.cancel()
                except trio.Cancelled:
                    # Ctrl-C reaches our bots too, and they may be gone before we have looked at it ourselves.
                    with trio.move_on_after(SIGNAL_S, shield=True):
                        code = 128 + await anext(aiter(signals))
                    raise

        async def mind_the_pipe() -> None:
            nonlocal code
            await printer.gone.wait()
            if _plays_on(party):
                return
            code = PIPE_CLOSED
            leave.cancel()

        nursery.start_soon(news.run)
        nursery.start_soon(listen)
        nursery.start_soon(obey_signals)
        nursery.start_soon(mind_the_pipe)
        if party.lingers:
            nursery.start_soon(_tell_of_the_end, party, news, printer)
        try:
            await start()
        except Exception as error:
            trouble = _bare(error)
        leave.cancel()
    if trouble is not None and code == DONE:
        printer.break_line()
        raise trouble
    if not (party.lingers and party.node is not None and party.node.afterwards.is_settled):  # else it was told
        news.tell()
        await _say_goodbye(party, printer)
    return FAILED if code == DONE and not console.has_quit and _never_began(party) else code


def _never_began(party: Party) -> bool:
    """Whether no game came about, which a script must know: nobody sat down, or they did not sign who plays."""
    node = party.node
    return node is None or (not node.is_over and not node.files.journal.exists() and node.session.table is None)


async def _tell_of_the_end(party: Party, news: Announcements, printer: Printer) -> None:
    """Once the game is over and written down: how it ended, and what may come next."""
    while party.node is None:
        await party.changed.wait()
    node, player = party.node, party.player
    assert isinstance(player, PlainPlayer)
    while not node.afterwards.is_settled:
        await node.changed.wait()
    news.tell()
    await tell_end(node, printer.say)
    if party.can_rematch:
        printer.say(_("Type rematch to play again with the same people, chat to talk to them, or quit."))
        if player.again:
            node.afterwards.want()
    else:
        printer.say(_("Type chat to talk to the others, or quit."))
    printer.prompt()


def _plays_on(party: Party, *, unattended: bool = False) -> bool:
    """Whether our program plays for us; from now on without anybody before it, if so."""
    node = party.node
    if node is None or node.is_over or node.asking.helm != PROGRAM:
        return False
    node.is_unattended = node.is_unattended or unattended
    return True


def _bare(error: Exception) -> Exception:
    """Nurseries wrap what happens in them; a person gets the one sentence inside."""
    inner: Any = error
    while isinstance(inner, ExceptionGroup):
        inner = next((one for one in inner.exceptions if isinstance(one, TortugaError)), inner.exceptions[0])
    assert isinstance(inner, Exception)
    return inner


async def _say_goodbye(party: Party, printer: Printer) -> None:
    """How it ended, or how to go on."""
    node = party.node
    if node is None:
        printer.say(_("You left before the game began."))
    elif node.is_taken_over:
        printer.say(_("You go on with this game in another terminal."))
    elif node.is_over:
        await tell_end(node, printer.say)
    elif node.files.journal.exists():
        printer.say(_("The game is saved. Resume it with: tortuga resume {name}").format(name=node.files.name))
    elif node.session.phase is SessionPhase.PLAYING:
        printer.say(taken_away(node))
    else:
        printer.say(_("The game did not begin: somebody did not sit down after all."))
