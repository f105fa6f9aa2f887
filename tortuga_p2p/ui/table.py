"""The table on the screen: lobby, board, the open decision, what happens, the end. A function of a sitting and of the
little that only this screen knows: which page lies on top, what is being typed, which round is looked at again."""

from __future__ import annotations

from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from ..limits import CHAT_BYTES_MAX
from ..rules.game import View
from ..rules.screen import board_of
from ..session.event import Farewell, Impatience
from ..text import N_, _
from .asking import preview_of, rows_of
from .canvas import Picture, size, split, spread, wrap
from .field import Field
from .frame import Key, PageScreen, framed, title_line
from .lobby import lobby_lines
from .pages import ending_lines, help_lines, log_lines, trust_lines
from .presence import away_lines, timer, trust_mark, waiting_line, waiting_title
from .projector import show_replay
from .tale import LINE_S, TICK_S, tail
from .text import clean
from .voting import vote_line

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ..node.node import Node
    from .canvas import Line, Piece
    from .choice import Choice
    from .frame import Pile, Spot
    from .sitting import Sitting
    from .tale import Frame

WIDTH_MIN, HEIGHT_MIN = 60, 20
ENOUGH: Final = (80, 24)  # for any table; smaller ones may do with less
BOTTOM_MIN: Final = 6  # lines below the board: a title, a row, what comes of it, and some to say why not
BOTTOM_MAX: Final = 20
CHAT_S: Final = 60.0  # how long what was said stays below the board; `t` shows it again
PASSWORD_COLUMNS: Final = 30
TITLE_MARGIN: Final = 7  # columns of a title that are neither words nor what stands right of it
Bottom: TypeAlias = "tuple[list[Line], Spot, list[Key]]"  # lines, where the cursor is in them, keys


class _Boards(NamedTuple):
    """A board as it was drawn last, by the lines it was given."""

    state: Any
    known: Any
    look: tuple[int, bool]  # width, and whether it is rich
    by_room: dict[int, list[list[Piece]]]


class TableScreen:
    """One sitting on the screen."""

    def __init__(self, sitting: Sitting, pile: Pile, again: Callable[[], None]) -> None:
        self.sitting = sitting
        self._pile = pile
        self._again = again
        self._chat: Field | None = None
        self._password = Field(hidden=True)
        self._look: int | None = None  # the frame that is looked at again
        self._leaving = False
        self._width, self._height = 80, 24
        self._boards = _Boards(None, None, (0, False), {})

    # --- drawing ---------------------------------------------------------------------------------------------

    def draw(self, width: int, height: int) -> Picture:
        self._width, self._height = width, height
        node = self.sitting.node
        if node is None:
            return self._draw_lobby()
        self.sitting.tale.read(node)  # a question may be open before anybody was told what led to it
        return self._draw_table(node)

    def _draw_lobby(self) -> Picture:
        lines = lobby_lines(self.sitting, self._width)
        invited = self.sitting.player.invited
        cursor = None
        keys = [Key("Esc", "escape", _("leave"))]
        if self.sitting.is_done:
            keys = [Key("Enter", "escape", _("back")), Key("r", "r", _("try again"))]
        elif invited is not None:
            keys = [Key("Enter", "enter", _("sit down")), Key("Esc", "escape", _("rather not"))]
            if invited.locked:
                label = _("Password: ")
                pieces, column = self._password.draw(PASSWORD_COLUMNS)
                lines += [[], [("key", label), *pieces]]
                cursor = (len(lines) - 1, len(label) + column)
        return framed(lines, keys, self._width, self._height, cursor)

    def _draw_table(self, node: Node) -> Picture:
        if self.sitting.is_over and self._look is None and self.sitting.tale.now is None:
            return self._draw_end(node)
        if self._width < WIDTH_MIN or self._height < HEIGHT_MIN:
            return self._too_small()
        room = min(self._height - 1 - len(self._board_lines(node, 0)), BOTTOM_MAX)
        if room < BOTTOM_MIN - 2:
            return self._too_small()
        bottom, cursor, keys = self._bottom(node, room)
        board: list[Line] = [*self._board_lines(node, self._height - 1 - room)]
        board[0] = spread(
            board[0], trust_mark(node, self._width - size(board[0]) - 2, rich=self._pile.rich), self._width
        )
        top = self._height - 1 - room
        board += [[] for _line in range(top - len(board))]
        at = None if cursor is None else (top + cursor[0], cursor[1])
        return framed([*board, *bottom[:room]], keys, self._width, self._height, at)

    def _too_small(self) -> Picture:
        words = _("This terminal has {width} x {height}; {wide} x {high} is enough. Make it larger, the game waits.")
        needed = words.format(width=self._width, height=self._height, wide=ENOUGH[0], high=ENOUGH[1])
        return Picture([*wrap(needed, self._width)[: self._height]], (0, 0))

    def _board_lines(self, node: Node, room: int) -> list[list[Piece]]:
        """The board of the frame that is shown, or of now. Drawn anew only if something of it has changed."""
        table, view = node.session.table, node.session.view
        assert table is not None
        assert view is not None
        frame = self._frame()
        seen = View(view.state if frame is None else frame.state, view.seat, view.known)
        drawn = self._boards
        look = (self._width, self._pile.rich)
        if drawn.state is not seen.state or drawn.known is not seen.known or drawn.look != look:
            drawn = self._boards = _Boards(seen.state, seen.known, look, {})
        if room not in drawn.by_room:
            fragments = board_of(table.agreement.game, seen, node.names, self._width, room, rich=self._pile.rich)
            drawn.by_room[room] = split(fragments)
        return drawn.by_room[room]

    def _frame(self) -> Frame | None:
        tale = self.sitting.tale
        return tale.frames[self._look] if self._look is not None else tale.now

    # --- below the board -------------------------------------------------------------------------------------

    def _bottom(self, node: Node, room: int) -> Bottom:
        """A title, what is to be done or what happens, and the keys for it."""
        if self._leaving:
            return self._bottom_leaving()
        if self._chat is not None:
            return self._bottom_chat(node, self._chat, room)
        frame = self._frame()
        if frame is not None:
            return self._bottom_frame(node, frame, room)
        choice = self.sitting.open_choice()
        if choice is not None:
            return self._bottom_choice(node, choice, room)
        return self._bottom_waiting(node, room)

    def _title(self, words: str, right: Line = (), style: str = "title") -> Line:
        return title_line(words, self._width, right, style=style, rich=self._pile.rich)

    def _bottom_choice(self, node: Node, choice: Choice, room: int) -> Bottom:
        self.sitting.saw(choice)
        rows, (row, column) = rows_of(choice, self._width)
        lines: list[Line] = [self._status(node, choice.prompt.title), *rows]
        note = choice.note or clean(node.complaint)
        if note:
            lines += wrap(note, self._width, "bad")
        elif self.sitting.hint:
            lines += wrap(self.sitting.hint, self._width, "moment")
        lines += preview_of(choice, self._width, room - len(lines))
        keys = [
            Key("Enter", "enter", _("seal")),
            Key("Space", "space", _("pick")),
            Key("Bksp", "backspace", _("undo")),
            Key("h", "h", _("hint")),
            Key("?", "?", _("help")),
            Key("l", "l", _("last round")),
            Key("t", "t", _("talk")),
            Key("v", "v", _("trust")),
            Key("q", "q", _("leave")),
        ]
        return self._with_news(node, lines, room), (1 + row, column), keys

    def _bottom_waiting(self, node: Node, room: int) -> Bottom:
        lines: list[Line] = [self._status(node, waiting_title(node))]
        lines += wrap(clean(node.complaint), self._width, "bad") if node.complaint else []
        keys = [
            Key("?", "?", _("help")),
            Key("l", "l", _("last round")),
            Key("g", "g", _("log")),
            Key("t", "t", _("talk")),
            Key("v", "v", _("trust")),
            Key("q", "q", _("leave")),
        ]
        return self._with_news(node, lines, room), None, keys

    def _status(self, node: Node, words: str) -> Line:
        """A title, with the time that is left and who has sealed."""
        clock = timer(node)
        room = self._width - len(words) - size(clock) - TITLE_MARGIN
        return self._title(words, [*clock, *waiting_line(node, room, rich=self._pile.rich)])

    def _with_news(self, node: Node, lines: list[Line], room: int) -> list[Line]:
        """Fills up with the end of the log, what was said last, and who is away."""
        news = self._said(node)
        absent = [*away_lines(node), clean(vote_line(node))]
        news += [line for text in filter(None, absent) for line in wrap(text, self._width, "bad")]
        return [*lines, *self._log(self.sitting.tale.log(), room - len(lines) - len(news)), *news]

    def _said(self, node: Node) -> list[Line]:
        """What was said at the table just now."""
        said = list(node.chat)[-2:] if monotonic() - self.sitting.heard_s < CHAT_S else []
        return [[("player", clean(f"{name}: {line}"))] for name, line in said]

    def _log(self, sentences: Sequence[str], room: int, style: str = "dim") -> list[Line]:
        """The last sentences that fit, none of them cut."""
        lines: list[Line] = []
        for sentence in reversed(tail(sentences, room)):
            told = wrap(sentence, self._width, style)
            if len(told) + len(lines) > room:
                break
            lines = [*told, *lines]
        return lines

    def _bottom_frame(self, node: Node, frame: Frame, room: int) -> Bottom:
        """Something that has just happened, or is looked at again."""
        looks = self._look is not None
        words = _("Looking back") if looks else _(_MOMENTS.get(frame.kind, N_("What happens")))
        lines: list[Line] = [self._title(words, style="title" if looks else "moment")]
        said = [] if looks else self._said(node)
        room -= len(said)
        if frame.dice and not looks:
            lines.append(rolling(frame.dice, monotonic(), rich=self._pile.rich))
        lines += self._log(frame.sentences if looks else self._so_far(frame), room - len(lines), "")
        if looks:
            keys = [
                Key("Left", "left"),
                Key("Right", "right", _("step")),
                Key("PgUp", "pageup"),
                Key("PgDn", "pagedown", _("round")),
                Key("Home", "home"),
                Key("End", "end"),
                Key("Esc", "escape", _("back to now")),
            ]
        else:
            keys = [Key("Space", "space", _("skip")), Key("l", "l", _("look back")), Key("q", "q", _("leave"))]
            before = self.sitting.tale.log()[: -len(frame.sentences) or None]
            lines += [[], *self._log(before, room - len(lines) - 1)] if room > BOTTOM_MIN else []
        return [*lines, *said], None, keys

    def _so_far(self, frame: Frame) -> Sequence[str]:
        """A reveal is told line by line."""
        if frame.kind != "reveal":
            return frame.sentences
        return frame.sentences[: 1 + int((monotonic() - self.sitting.tale.began_s) / LINE_S)]

    def _bottom_chat(self, node: Node, chat: Field, room: int) -> Bottom:
        said: list[Line] = [
            [("player", f"{clean(name)}: "), ("", clean(line))] for name, line in tail(list(node.chat), room - 2)
        ]
        pieces, column = chat.draw(self._width - 2)
        lines: list[Line] = [self._title(_("Talk to the table")), *said, [("key", "> "), *pieces]]
        return (
            lines,
            (len(lines) - 1, 2 + column),
            [Key("Enter", "enter", _("say it")), Key("Esc", "escape", _("back"))],
        )

    def _bottom_leaving(self) -> Bottom:
        lines: list[Line] = [
            self._title(_("Leave the table?")),
            [("key", "s"), ("", _("  save and leave: you can go on later, the others see you as away"))],
            [("key", "g"), ("", _("  give up: the game ends for everybody, and says that you left"))],
            [("key", "Esc"), ("", _("  stay"))],
        ]
        return lines, None, [Key("s", "s", _("save")), Key("g", "g", _("give up")), Key("Esc", "escape", _("stay"))]

    # --- the end ---------------------------------------------------------------------------------------------

    def _draw_end(self, node: Node) -> Picture:
        """The scoring and what it means; of a game that was not finished first why, then how far it came."""
        words = ending_lines(self.sitting, self._width)
        board: list[Line] = [*self._board_lines(node, self._height - 2 - len(words))]
        lines = [*board, [], *words] if node.result is not None else [*words, [], *board]
        keys = [Key("g", "g", _("log")), Key("t", "t", _("talk")), Key("v", "v", _("trust"))]
        if self.sitting.is_done:
            again = [Key("r", "r", _("rematch"))] if self.sitting.party.can_rematch else []
            keys = [*again, Key("l", "l", _("replay")), *keys, Key("q", "q", _("leave"))]
        elif self.sitting.then is not None:
            keys = [Key("q", "q", _("leave at once: whoever misses something gets it when you come back"))]
        else:
            keys += [Key("q", "q", _("leave"))]
        return framed(lines, keys, self._width, self._height)

    def _close(self) -> None:
        self.sitting.leave()
        self._pile.pop()

    # --- keys ------------------------------------------------------------------------------------------------

    def press(self, key: str) -> None:
        self.sitting.show_life()
        if self._chat is not None:
            self._press_chat(key, self._chat)
        elif self._leaving:
            self._press_leaving(key)
        elif self._look is not None:
            self._press_look(key)
        elif self.sitting.node is None:
            self._press_lobby(key)
        else:
            self._press_table(key, self.sitting.node)

    def _press_chat(self, key: str, chat: Field) -> None:
        node = self.sitting.node
        if key == "enter":
            if chat.text.strip() and node is not None:
                node.say(chat.text.strip())
            self._chat = None
        elif key == "escape":
            self._chat = None
        else:
            chat.press(key)

    def _press_leaving(self, key: str) -> None:
        node = self.sitting.node
        if key == "s":
            self._close()
        elif key == "g" and node is not None:
            node.wish(Farewell())
            self._leaving = False
        elif key in ("escape", "q", "enter"):
            self._leaving = False

    def _press_look(self, key: str) -> None:
        frames = self.sitting.tale.frames
        assert self._look is not None
        if key in ("left", "right"):
            self._look = max(0, min(len(frames) - 1, self._look + (1 if key == "right" else -1)))
        elif key in ("pageup", "pagedown", "up", "down"):
            rounds = self.sitting.tale.rounds()
            back = key in ("pageup", "up")
            others = [place for place in rounds if (place < self._look if back else place > self._look)]
            if others:
                self._look = others[-1] if back else others[0]
        elif key in ("home", "end"):
            self._look = 0 if key == "home" else len(frames) - 1
        elif key in ("escape", "l", "q", "enter"):
            self._look = None

    def _press_lobby(self, key: str) -> None:
        invited = self.sitting.player.invited
        if key == "escape" or (key in ("enter", "q") and self.sitting.is_done):
            self._close()
        elif self.sitting.is_done and key == "r":
            self._again()
        elif invited is not None and key == "enter":
            self.sitting.player.agree(self._password.text)
        elif invited is not None and invited.locked:
            self._password.press(key)

    def _press_table(self, key: str, node: Node) -> None:
        node.complaint = ""  # about an earlier key
        if key in ("?", "v", "g", "l", "t", "q", "x", "escape"):
            self._open(key, node)
        elif self.sitting.is_over and self.sitting.tale.now is None:
            if key == "r" and self.sitting.is_done and self.sitting.party.can_rematch:
                self._again()
        elif self.sitting.tale.now is not None:
            self.sitting.tale.skip()  # and nothing else: a key for what was is no answer to what comes
        elif self.sitting.choice is not None:
            self._press_choice(key, self.sitting.choice)

    def _open(self, key: str, node: Node) -> None:
        if key == "?":
            self._open_page(_("Help"), lambda width: help_lines(self.sitting, width))
        elif key == "v":
            self._open_page(_("Why this table can be trusted"), lambda width: trust_lines(node, width))
        elif key == "g":
            self._open_page(_("What happened"), lambda width: log_lines(self.sitting, width)).show_end()
        elif key == "l" and self.sitting.is_done:
            self._pile.start(partial(show_replay, node.files.transcript, self._pile))
        elif key == "l" and self.sitting.tale.frames:
            self.sitting.tale.skip()
            self._look = self._last_round()
        elif key == "t":
            self._chat = Field(limit=CHAT_BYTES_MAX)
        elif key == "x":
            node.wish(Impatience())
        elif key == "q" and (self.sitting.is_done or self.sitting.then is not None):
            self._close()
        elif key == "q" and self.sitting.is_over:
            self.sitting.then = self._close  # the last signatures are still being collected: it takes seconds
        elif key == "q":
            self._leaving = True

    def _open_page(self, title: str, make: Callable[[int], list[Line]]) -> PageScreen:
        page = PageScreen(title, make, self._pile.pop)
        self._pile.push(page)
        return page

    def _last_round(self) -> int:
        """Where the last complete round began, or this one if there is none."""
        rounds = self.sitting.tale.rounds()
        return rounds[-2] if len(rounds) > 1 else rounds[-1]

    def _press_choice(self, key: str, choice: Choice) -> None:
        match key.split():
            case ["enter"]:
                self.sitting.seal()
            case ["space"]:
                choice.press(*choice.at)
            case ["up" | "down" | "left" | "right"]:
                choice.go(*_ARROWS[key])
            case ["backspace" | "u"]:
                choice.undo()
            case ["h"]:
                self.sitting.ask_hint()
            case ["press", row, place]:
                choice.press(int(row), int(place))
            case [digit] if digit in "123456789":
                choice.press_number(int(digit))


def rolling(dice: int, now_s: float, *, rich: bool) -> Line:
    """Dice in the air: faces that change with the time. They say nothing about where the dice will lie."""
    faces = "⚀⚁⚂⚃⚄⚅" if rich else "123456"
    turn = int(now_s / TICK_S)
    shown = [faces[(turn * (3 + die) + die * die) % len(faces)] for die in range(dice)]
    return [("moment", "   " + "  ".join(f"[{face}]" for face in shown))]


_ARROWS: Final = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
_MOMENTS: Final = {
    "reveal": N_("Everybody shows what was sealed"),
    "roll": N_("The dice roll behind the screens"),
    "open": N_("What was hidden is opened"),
}
