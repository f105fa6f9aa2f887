"""A guided game on the screen: how far one is, the board, an idea in a frame, and the ordinary question below it."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING, Final

import trio

from ...rules.screen import board_before, board_of
from ...rules.telling import ended, standing
from ...rules.words import Reader
from ...text import N_, _
from ..board_stage import BoardStage
from ..table.choice import OpenPrompt
from ..table.pages import chapter_lines, decision_help
from ..table.question import in_sight, preview_of, rows_of
from ..table.running_game import SETTLE_S, TOO_QUICK
from ..widgets.canvas import size, split, spread, wrap
from ..widgets.frame import KeyHint, PageScreen, cut_below, framed, title_line, title_lines

if TYPE_CHECKING:
    from collections.abc import Callable

    from ...rules.screen import GamePage
    from ..widgets.canvas import Line, Picture
    from ..widgets.frame import ScreenStack, Spot
    from .voyage import Voyage, VoyagePage

QUESTION_LINES: Final = 4  # at least: the title, what can be picked, what comes of it, and a line to say why not
BELOW_ROWS: Final = 3  # of them those that are not for what can be picked
BAR_MAX: Final = 14  # cells of the bar that says how far one is


class VoyageScreen:
    """A lesson, page by page and question by question. Everything waits for its reader: nothing here goes by time."""

    def __init__(self, voyage: Voyage, pile: ScreenStack, close: Callable[[], None]) -> None:
        self._voyage = voyage
        self._pile = pile
        self._close = close
        self._choice: OpenPrompt | None = None
        self._read_step = -1  # the question whose idea was read by itself, since both had no room
        self._read_again = False  # whether that idea was asked for once more
        self._asks_to_leave = False
        self.settle_s = SETTLE_S
        self._begins = ""  # whose choice it is that stands picked at first
        self._shown_s = 0.0  # since when a question is there to be answered
        self._alone: tuple[object, bool] = (None, False)  # a question on a screen of some size; whether its idea is
        self._note = ""
        self._width, self._height = 80, 24
        self._stage = BoardStage(pile)

    # --- drawing ---------------------------------------------------------------------------------------------

    def draw(self, width: int, height: int) -> Picture:
        self._width, self._height = width, height
        page = self._page()
        if self._asks_to_leave:
            return self._draw_leaving(page)
        if page is not None:
            return self._draw_page(page)
        if self._voyage.is_over:
            return self._draw_end()
        return self._draw_question(self._open())

    def _draw_leaving(self, page: VoyagePage | None) -> Picture:
        words = self._voyage.waits or _("The voyage is over.")
        lines = [title_line(_("Leave the voyage?"), self._width, rich=self._pile.rich), *wrap(words, self._width)]
        keys = [KeyHint("q", "q", _("leave")), KeyHint("Esc", "escape", _("stay"))]
        return self._framed(lines, keys, page)

    def _page(self) -> VoyagePage | None:
        return self._voyage.pages[0] if self._voyage.pages else None

    def _open(self) -> OpenPrompt:
        question = self._voyage.question()
        assert question is not None
        if self._choice is None or self._choice.step != question.step:
            first = self._voyage.suggestion()
            self._choice, self._note = OpenPrompt(question, first), ""
            self._begins = _(_STARTING_POINT) if first is None else _(_SUGGESTED)
            self._shown_s = monotonic()
        return self._choice

    def _head(self) -> Line:
        done, ideas = self._voyage.progress
        title = _("First voyage: {game}", game=self._voyage.game.title)
        left: list[tuple[str, ...]] = [("title", title)]
        if ideas:
            cells = min(ideas, BAR_MAX)
            full = done * cells // ideas
            signs = ("■", "□") if self._pile.rich else ("#", ".")
            left += [("", _("   {done} of {ideas} ideas  ", done=done, ideas=ideas))]
            left += [("good", signs[0] * full), ("dim", signs[1] * (cells - full))]
        return spread(left, [("dim", _("q: it waits for you"))], self._width)

    def _board(self, room: int, page: VoyagePage | None) -> list[Line]:
        voyage, rich = self._voyage, self._pile.rich
        view = voyage.view if page is None else page.view
        if page is None and not voyage.is_over:
            move = self._open().prompt.move
            fragments = board_before(voyage.game, view, move, voyage.names, self._width, room, rich=rich)
        else:
            fragments = board_of(voyage.game, view, voyage.names, self._width, room, rich=rich)
        return list(split(fragments))

    def _framed(self, bottom: list[Line], keys: list[KeyHint], page: VoyagePage | None, at: Spot = None) -> Picture:
        """The head, the board as far as there is room for it, and what stands below it."""
        room = max(1, self._height - 2 - len(bottom))
        voyage = self._voyage
        view = voyage.view if page is None else page.view
        drawn = self._stage.draw(self._board(room, page), voyage.game, view, voyage.names, self._width, room)
        board = cut_below(drawn, room)
        gap: list[Line] = [[] for _line in range(room - len(board))]
        cursor = None if at is None else (1 + room + at[0], at[1])
        return framed([self._head(), *board, *gap, *bottom], keys, self._width, self._height, cursor)

    def _box(self, paragraphs: list[str]) -> list[Line]:
        """Something to understand, in a frame."""
        top, side, foot = ("╭╮", "│", "╰╯") if self._pile.rich else ("++", "|", "++")
        rule, inner = "─" if self._pile.rich else "-", self._width - 4
        lines: list[Line] = [[("moment", f"{top[0]}{rule * (inner + 2)}{top[1]}")]]
        for number, paragraph in enumerate(paragraphs):
            texts: list[Line] = [*([[]] if number else []), *wrap(paragraph, inner)]
            for text in texts:
                blank = " " * (inner - size(text))
                lines.append([("moment", f"{side} "), *text, ("", blank), ("moment", f" {side}")])
        return [*lines, [("moment", f"{foot[0]}{rule * (inner + 2)}{foot[1]}")]]

    def _draw_page(self, page: VoyagePage) -> Picture:
        words = _("What happened") if page.sentences else _("Before you begin")
        if self._voyage.is_over and not page.sentences:
            words = _("Afterwards")
        lines: list[Line] = [title_line(words, self._width, rich=self._pile.rich)]
        for sentence in page.sentences:
            lines += wrap(sentence, self._width)
        lines += self._box(list(page.ideas)) if page.ideas else []
        keys = [KeyHint("Space", "space", _("go on")), *self._always()]
        return self._framed(lines, keys, page)

    def _draw_question(self, choice: OpenPrompt) -> Picture:
        idea = self._voyage.beside()
        if self._shows_idea_alone(choice):
            shown = [KeyHint("Space", "space", _("to the question"))]
            shown += [KeyHint("Esc", "escape", _("close"))] if self._read_again else []
            keys = [*shown, *self._page_hints(), *self._always()]
            return self._framed(self._box([idea]), keys, None)
        box = self._box([idea]) if idea and self._read_step != choice.step else []
        lines, cursor = self._asked(choice, self._room(box))
        keys = [
            KeyHint("Enter", "enter", _("not yet") if choice.prompt.move is None else _("decide")),
            KeyHint("Space", "space", _("pick")),
            KeyHint("Bksp", "backspace", _("undo")),
            KeyHint("n", "n", _("show me")),
            *self._page_hints(),
            *([KeyHint("i", "i", _("idea"))] if idea and not box else []),
            KeyHint("b", "b", _("one back")),
            *self._always(),
        ]
        return self._framed([*box, *lines], keys, None, (len(box) + cursor[0], cursor[1]))

    def _room(self, box: list[Line]) -> int:
        """Lines for the question, below the whole board and an idea; a few in any case."""
        return max(QUESTION_LINES, self._height - 2 - len(self._board(0, None)) - len(box))

    def _shows_idea_alone(self, choice: OpenPrompt) -> bool:
        """Whether an idea has no room above its question: then it is read first."""
        idea = self._voyage.beside()
        if not idea or self._read_step == choice.step:
            return False
        asked_at = (choice.step, self._width, self._height)
        if self._alone[0] != asked_at:  # once a question: what is picked may need a line more, and changes nothing
            room = self._height - 2 - len(self._board(0, None)) - len(self._box([idea]))
            self._alone = (asked_at, room < len(self._asked(choice, self._height)[0]))
        return self._alone[1]

    def _asked(self, choice: OpenPrompt, room: int) -> tuple[list[Line], tuple[int, int]]:
        title = title_lines(choice.prompt.title, self._width, rich=self._pile.rich)
        rows, (row, column) = in_sight(*rows_of(choice, self._width), room - BELOW_ROWS - len(title) + 1)
        lines: list[Line] = [*title, *rows]
        note, style = (choice.note, "bad") if choice.note else (self._note, "moment")
        lines += wrap(note, self._width, style) if note else []
        comes = preview_of(choice, self._width, room - len(lines))
        begins = wrap(self._begins, self._width, "mark") if choice.suggestion and not note else []
        lines += [*begins, *comes] if len(lines) + len(begins) + len(comes) <= room else comes
        return lines[:room], (len(title) + row, column)

    def _pages(self) -> list[GamePage]:
        """What the game has beside its board, as far as a voyage does not use its keys itself."""
        return [page for page in self._voyage.game.screen().pages if page.key not in _KEYS]

    def _page_hints(self) -> list[KeyHint]:
        return [KeyHint(page.key, page.key, _(page.label)) for page in self._pages()]

    def _open_page(self, page: GamePage) -> None:
        def lines(width: int) -> list[Line]:
            return [line for part in page.lines(self._voyage.view, self._voyage.reader, width) for line in split(part)]

        self._pile.push(PageScreen(_(page.title), lines, self._pile.pop))

    def _always(self) -> list[KeyHint]:
        return [KeyHint("?", "?", _("help")), KeyHint("q", "q", _("leave"))]

    def _draw_end(self) -> Picture:
        voyage = self._voyage
        result = getattr(voyage.guided.table.ask, "result")  # noqa: B009  # an `Over`, by `is_over`
        reader = Reader(voyage.lesson.seat, {}, voyage.names)
        told = " ".join(filter(None, [ended(voyage.game, result, reader), standing(voyage.game, result, reader)]))
        lines: list[Line] = [[], *wrap(told, self._width, "winner")]
        lines += wrap(
            _("That was your first voyage. Next: play against bots, or host a table for friends."), self._width
        )
        keys = [KeyHint("Enter", "enter", _("to port")), KeyHint("r", "r", _("once more")), *self._always()]
        return self._framed(lines, keys, None)

    # --- keys ------------------------------------------------------------------------------------------------

    def press(self, key: str) -> None:
        self._stage.stop()
        page = self._page()
        if self._asks_to_leave:
            self._press_leaving(key)
        elif key == "q" or (key == "escape" and self._voyage.is_over and page is None):
            self._close()
        elif key == "escape" and self._read_again:
            self._read_again = False
            self._read_step = self._open().step
        elif key == "escape":
            self._asks_to_leave = True
        elif key == "?":
            self._pile.push(PageScreen(_("Help"), self._help, self._pile.pop))
        elif page is not None:
            if key in ("space", "right", "pagedown"):  # never Enter: it decides, and does nothing else
                self._voyage.pages.pop(0)
        elif self._voyage.is_over:
            self._press_end(key)
        else:
            self._press_question(key, self._open())

    def _press_leaving(self, key: str) -> None:
        self._asks_to_leave = key not in ("escape", "n", "q", "y")
        if key in ("q", "y"):
            self._close()

    def _is_item(self, key: str) -> bool:
        rows = self._choice.prompt.rows if self._choice is not None else ()
        return any(item.key == key for row in rows for item in row.items)

    def _press_end(self, key: str) -> None:
        if key == "enter":
            self._close()
        elif key == "r":
            self._voyage.again()
            self._choice = None

    def _press_question(self, key: str, choice: OpenPrompt) -> None:
        alone = self._shows_idea_alone(choice)
        page = next((page for page in self._pages() if page.key == key), None)
        if page is not None and not self._is_item(key):
            self._open_page(page)
            return
        self._note = ""
        match key.split():
            case ["space"] if alone:
                self._read_step, self._read_again = choice.step, False
                self._shown_s = monotonic()
            case _ if alone:
                return
            case ["enter" | "space"] if monotonic() - self._shown_s < self.settle_s:
                self._shown_s = monotonic()  # it was held down, or meant the page that was there before
                choice.note = _(TOO_QUICK) if key == "enter" else ""
            case ["enter"]:
                self._decide(choice)
            case ["space"]:
                choice.press(*choice.at)
            case ["up" | "down" | "left" | "right"]:
                choice.go(*_ARROWS[key])
            case ["backspace" | "u"]:
                choice.undo()
            case ["n"] if not self._is_item("n"):
                self._pile.start(self._show)
            case ["i"] if not self._is_item("i"):
                self._read_step, self._read_again = -1, bool(self._voyage.beside())
                self._note = "" if self._read_again else _("There is no idea beside this question.")
            case ["b"] if not self._is_item("b"):
                if self._voyage.back():
                    self._choice, self._read_step, self._read_again = None, -1, False
                else:
                    self._note = _("There is nothing to take back yet.")
            case ["press", row, place]:
                choice.press(int(row), int(place))
            case [letter]:
                choice.press_key(letter)

    def _decide(self, choice: OpenPrompt) -> None:
        if choice.hindrance or choice.prompt.move is None:
            choice.note = choice.hindrance
        else:
            self._voyage.choose(choice.prompt.move)
            self._choice, self._read_again = None, False
            if all(page.is_seen for page in self._voyage.pages):
                self._voyage.pages.clear()

    async def _show(self) -> None:
        """Picks what the lesson suggests, or what a good bot would do: nothing is decided by it."""
        choice = self._open()
        bot, move = await trio.to_thread.run_sync(self._voyage.advice)
        if self._choice is choice and choice.step == len(self._voyage.moves):
            choice.take(move, "")
            words = (
                N_("A strong bot would do this. Enter does it.") if bot else N_("This is a good way. Enter does it.")
            )
            self._note = _(words)
            self._pile.changed()

    def _help(self, width: int) -> list[Line]:
        choice = self._choice
        lines: list[Line] = []
        view = self._voyage.view if self._page() is None else None
        if choice is not None and view is not None:
            lines += decision_help(choice, width)
            lines += [*chapter_lines(self._voyage.game, view, choice.prompt.reference, width), []]
        lines += [[("title", _("Keys"))]]
        pages = {page.key: page.title for page in self._pages()}
        for key, does in {**_KEYS, **pages}.items():
            lines += [[("key", f"{_(key):<14}"), *line] for line in wrap(_(does), max(20, width - 14))]
        return lines


_SUGGESTED: Final = N_("Picked by this voyage, as the idea says: Enter does it, or pick something else.")
_STARTING_POINT: Final = N_("Only a starting point, picked by the program: choose, or press n to be shown a good way.")
_ARROWS: Final = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
_KEYS: Final = {
    "Space": N_("go on reading; at a question pick what the arrows point at"),
    "1 to 9, click": N_("pick, or put back"),
    "Enter": N_("decide"),
    "Backspace": N_("take the last pick back"),
    "n": N_("show me: picks what this voyage suggests, or what a good bot would do"),
    "i": N_("read the idea again"),
    "b": N_("one back: take your last decision back"),
    "q": N_("leave; the voyage waits here for you"),
    "Esc": N_("close what was opened; else ask whether to leave"),
}
