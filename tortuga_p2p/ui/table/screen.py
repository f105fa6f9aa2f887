"""The table on the screen: lobby, board, the open decision, what happens, the end. A function of a sitting and of the
little that only this screen knows: which page lies on top, what is being typed, which round is looked at again."""

from __future__ import annotations

from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

import trio

from ...limits import CHAT_BYTES_MAX
from ...rules.game import View
from ...rules.screen import board_before, board_of
from ...rules.words import Reader
from ...session.event import Impatience
from ...text import N_, _
from ...verify.replay import OwnKnowledge
from ..board_stage import BoardStage
from ..game_words import is_asked_to_end, proposal_line
from ..harmless import clean, sentence
from ..leaving_words import is_asked_to_go_on, verdict_question, vote_line
from ..reasons import TableReasons
from ..rematch_words import can_ask
from ..replay.screen import show_replay
from ..story import judged_lines
from ..tavern.lobby import has_guests, invitation_of, lobby_help, lobby_lines
from ..widgets.canvas import Picture, clipped, size, split, spread, wrap
from ..widgets.field import Field
from ..widgets.frame import KeyHint, PageScreen, cut_below, framed, title_line
from .asides import ANSWERS_KEY, CLAIM_KEY, Claiming, Settling, answer_keys, can_claim, questions, talk_keys
from .departing import ANSWER_KEY, Answering, Departing
from .ending import STORY_LINES, STORY_MIN, panel_lines, reckoning_lines, story_page
from .moments import banners, last_of, look_keys, looked_at, moment_lines, telling_keys
from .news import beside, marked, wrapped
from .pages import ending_lines, headline, help_lines, log_lines, trust_lines
from .playback import beat_at, tail
from .presence import away_lines, helm_line, own_time, status_lines, timer, trust_mark, waiting_title
from .question import arranged, out_of_sight
from .why import WhyScreen

if TYPE_CHECKING:
    from collections.abc import Callable

    from ...bots.story import Story
    from ...node.node import Node
    from ...rules.screen import GamePage, StagedMoment
    from ..widgets.canvas import Line, Piece
    from ..widgets.frame import ScreenStack, Spot
    from .choice import OpenPrompt
    from .playback import PlaybackFrame
    from .running_game import RunningGame

WIDTH_MIN, HEIGHT_MIN = 60, 20
ENOUGH: Final = (80, 24)  # for any table; smaller ones may do with less
BOTTOM_MIN: Final = 6  # lines below the board: a title, a row, what comes of it, and some to say why not
BOTTOM_MAX: Final = 14
CHAT_S: Final = 60.0  # how long what was said stays below the board; `t` shows it again
GLANCE_S: Final = 3.0  # how long a secret of one's own stays in sight
PASSWORD_COLUMNS: Final = 30
Bottom: TypeAlias = "tuple[list[Line], Spot, list[KeyHint]]"  # lines, where the cursor is in them, keys


_AT_ANY_TIME: Final = {  # while a game goes on: key and what it does
    **{"?": N_("help"), "l": N_("last round"), "t": N_("talk"), "g": N_("log")},
    **{"v": N_("trust"), "w": N_("why"), "q": N_("leave")},
}


def _at_any_time() -> list[KeyHint]:
    return [KeyHint(key, key, _(words)) for key, words in _AT_ANY_TIME.items()]


class _Boards(NamedTuple):
    """A board as it was drawn last, by the lines it was given."""

    state: Any
    known: Any
    look: tuple[object, ...]  # width, whether it is rich, and what is picked by whom it is shown to
    by_room: dict[int, list[list[Piece]]]


class TableScreen:
    """One sitting on the screen."""

    def __init__(self, sitting: RunningGame, pile: ScreenStack, again: Callable[[], None]) -> None:
        self.sitting = sitting
        self._pile = pile
        self._again = again
        self._chat: Field | None = None
        self._password = Field(hidden=True)
        self._look: int | None = None  # the frame that is looked at again
        self._copied = ""  # that the invitation was copied
        self._asks_to_close = False  # whether to send away those who sit at our table already
        self._departing: Departing | Answering | None = None  # how to go, or whether to end it together
        self._is_leaving_end = False  # of a game that is over: as soon as nobody needs us
        self._aside: Claiming | Settling | None = None
        self._glance: GamePage | None = None  # something secret of the game's, shown for a moment
        self._width, self._height = 80, 24
        self._boards = _Boards(None, None, (), {})
        self._stage = BoardStage(pile)
        self._reasons: TableReasons | None = None  # of this game, once somebody has asked

    # --- drawing ---------------------------------------------------------------------------------------------

    def draw(self, width: int, height: int) -> Picture:
        self._width, self._height = width, height
        node = self.sitting.node
        if node is None:
            return self._draw_lobby()
        self._pile.name_window(self._window_title(node))
        self.sitting.tale.read(node)  # a question may be open before anybody was told what led to it
        return self._draw_table(node)

    def _window_title(self, node: Node) -> str:
        """What the window's title says: whoever looks elsewhere sees there whether the table waits."""
        table = node.session.table
        assert table is not None
        game = table.agreement.game.title
        if node.is_over:
            return _("{game}: over", game=game)
        if self.sitting.player.question is not None:
            return _("{game}: YOUR TURN", game=game)
        return f"{game}: {clean(waiting_title(node))}"

    def _draw_lobby(self) -> Picture:
        lines = lobby_lines(self.sitting, self._width)
        invited = self.sitting.player.invited
        cursor = None
        help_key = KeyHint("?", "?", _("help"))
        if self._asks_to_close and has_guests(self.sitting):
            ask = _("Others sit here already: close the table?")
            keys = [KeyHint("y", "y", _("close it")), KeyHint("Esc", "escape", _("keep it open"))]
            return framed(
                [lines[0], *wrap(ask, self._width, "alert"), *lines[1:]], keys, self._width, self._height, cursor
            )
        keys = [help_key, KeyHint("Esc", "escape", _("leave"))]
        if self.sitting.is_done:
            keys = [KeyHint("Enter", "escape", _("back")), KeyHint("r", "r", _("try again"))]
        elif invitation_of(self.sitting):
            keys = [KeyHint("c", "c", _("copy the invitation")), *keys]
            lines = [*lines, *([[], *wrap(self._copied, self._width, "good")] if self._copied else [])]
        elif invited is not None:
            keys = [KeyHint("Enter", "enter", _("sit down")), help_key, KeyHint("Esc", "escape", _("rather not"))]
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
        room = max(min(self._height - 1 - len(self._board_lines(node, 0)), BOTTOM_MAX), BOTTOM_MIN - 2)
        bottom, cursor, keys = self._bottom(node, room)
        if self._departing is not None:  # how to go is read to its end, whatever is hidden meanwhile
            room = max(room, min(len(bottom), self._height - 2))
        board = cut_below(self._staged_lines(node, self._height - 1 - room), self._height - 1 - room)
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
        plain = _("Or press Ctrl-C, which saves it, and play on line by line, in any size: tortuga resume --plain")
        return Picture([*wrap(needed, self._width), *wrap(plain, self._width)][: self._height], (0, 0))

    def _staged_lines(self, node: Node, room: int) -> list[Line]:
        """The board with what moves on it."""
        table = node.session.table
        assert table is not None
        lines = self._board_lines(node, room)
        return self._stage.draw(lines, table.agreement.game, self._seen(node), self._names(node), self._width, room)

    def _seen(self, node: Node) -> View[Any]:
        """What the board shows: the frame that is told, or now."""
        view, frame = node.session.view, self._frame()
        assert view is not None
        return view if frame is None else View(frame.state, view.seat, frame.known)

    def _names(self, node: Node) -> tuple[str, ...]:
        """As they are called now, or were in the frame that is told."""
        frame = self._frame()
        return node.called if frame is None else frame.called

    def _board_lines(self, node: Node, room: int) -> list[list[Piece]]:
        """The board of the frame that is shown, or of now. Drawn anew only if something of it has changed."""
        table, seen, drawn = node.session.table, self._seen(node), self._boards
        assert table is not None
        choice = self.sitting.open_choice() if self._frame() is None else None
        names = self._names(node)
        look = (self._width, self._pile.rich, choice is None, choice and choice.prompt.move, names)
        if drawn.state is not seen.state or drawn.known is not seen.known or drawn.look != look:
            drawn = self._boards = _Boards(seen.state, seen.known, look, {})
        if room not in drawn.by_room:
            game, rich = table.agreement.game, self._pile.rich
            if choice is None:
                fragments = board_of(game, seen, names, self._width, room, rich=rich)
            else:
                move = choice.prompt.move
                fragments = board_before(game, seen, move, names, self._width, room, rich=rich)
            drawn.by_room[room] = split(fragments)
        return drawn.by_room[room]

    def _frame(self) -> PlaybackFrame | None:
        tale = self.sitting.tale
        return tale.frames[self._look] if self._look is not None else tale.now

    # --- below the board -------------------------------------------------------------------------------------

    def _bottom(self, node: Node, room: int) -> Bottom:
        """A title, what is to be done or what happens, and the keys for it."""
        if self._departing is not None:
            return self._bottom_departing(self._departing)
        if self._glance is not None:
            return self._bottom_glance(node, self._glance)
        if self._chat is not None:
            return self._bottom_chat(node, self._chat, room)
        if self._aside is not None:
            return [self._title(self._aside.title), *self._aside.lines(self._width)], None, self._aside.keys()
        frame = self._frame()
        if frame is not None:
            return self._bottom_frame(node, frame, room)
        choice = self.sitting.open_choice()
        if choice is not None:
            return self._bottom_choice(node, choice, room)
        return self._bottom_waiting(node, room)

    def _title(self, words: str, right: Line = (), style: str = "title") -> Line:
        return title_line(words, self._width, right, style=style, rich=self._pile.rich)

    def _bottom_choice(self, node: Node, choice: OpenPrompt, room: int) -> Bottom:
        self.sitting.saw(choice)
        status = self._status(node, choice.prompt.title)
        note = choice.note or sentence(node.complaint)
        words, style = (note, "bad") if note else (self.sitting.hint, "moment")
        told = wrap(words, self._width, style) if words else []
        rows, below, (row, column) = arranged(choice, self._width, room - len(status), told)
        lines: list[Line] = [*status, *rows, *below]
        keys = [
            KeyHint("Enter", "enter", choice.enter_does),
            KeyHint("Space", "space", _("pick")),
            KeyHint("Bksp", "backspace", _("undo")),
            *out_of_sight(choice, rows),
            *self._own_keys(node),
            KeyHint("h", "h", _("hint"), first=True),
            *self._usual_keys(node),
        ]
        return self._with_news(node, lines, room), (len(status) + row, column), keys

    def _bottom_waiting(self, node: Node, room: int) -> Bottom:
        lines: list[Line] = self._status(node, waiting_title(node))
        lines += wrap(helm_line(node), self._width, "moment") if helm_line(node) else []
        lines += wrap(sentence(node.complaint), self._width, "bad") if node.complaint else []
        return self._with_news(node, lines, room), None, [*self._own_keys(node), *self._usual_keys(node)]

    def _status(self, node: Node, words: str) -> list[Line]:
        return status_lines(node, words, timer(node), self._width, rich=self._pile.rich)

    def _with_news(self, node: Node, lines: list[Line], room: int) -> list[Line]:
        """Fills up with the end of the log, what was said last, and who is away."""
        absent = [self._verdict(node), *away_lines(node), clean(vote_line(node)), clean(self._proposal(node))]
        told = wrapped([text for text in absent if text], self._width, "bad")
        said = self._said()
        lines = lines[: room - 1] if said or told else lines  # it is seen even at a full table
        return [*lines, *self._news(node, said, told, room - len(lines))]

    def _news(self, node: Node, said: list[Line], told: list[Line], room: int, at: int | None = None) -> list[Line]:
        """What happened before a frame, or until now; what was said; and last what somebody must be told."""
        if can_claim(node):
            both = beside(self.sitting.tale, at, self._width, room - len(told), rich=self._pile.rich)
            if both:
                return [*both, *told]
        news = marked([*said, *told], self._width, max(1, room)) if said or told else []
        log = self.sitting.tale.log(without=len(self.sitting.tale.latest_words(CHAT_S)), until=at)
        return [*last_of(log, self._width, room - len(news), "dim"), *news]

    def _verdict(self, node: Node) -> str:
        """Somebody has cheated: whether to go on without them is asked before anything else."""
        asked = verdict_question(node)
        return f"{asked} {_('x: go on without them.')}" if is_asked_to_go_on(node) else asked

    def _proposal(self, node: Node) -> str:
        line = proposal_line(node)
        return f"{line} {_('=: accept, or play on.')}" if is_asked_to_end(node) else line

    def _said(self) -> list[Line]:
        """What was said a moment ago; before that it is in the log."""
        said = self.sitting.tale.latest_words(CHAT_S)
        return [line for words in said for line in wrap(words, self._width, "player")]

    def _bottom_frame(self, node: Node, frame: PlaybackFrame, room: int) -> Bottom:
        """Something that has just happened, or is looked at again."""
        rich, tale = self._pile.rich, self.sitting.tale
        if self._look is not None:
            scene, where = self._scene(node, frame, frame.beats), (self._look + 1, len(tale.frames))
            return looked_at(frame, scene, self._width, room, where, rich=rich), None, look_keys()
        passed_s = monotonic() - tale.began_s
        scene = self._scene(node, frame, beat_at(frame, passed_s))
        said = self._said()
        kept = len(said) if scene is None else 0  # a picture comes first, whatever is said meanwhile
        lines = moment_lines(frame, scene, passed_s, self._width, room - kept, rich=rich)
        if running := own_time(node):  # the clock does not wait for what is told
            lines[0] = [*clipped(lines[0], self._width - size(running)), *running]
        left = room - len(lines)
        apart: list[Line] = [[]] if left > kept + 1 else []  # from what is told now
        news = self._news(node, said, [], left - len(apart), tale.place) if left else []
        return [*lines, *apart, *news], None, self._telling(node)

    def _telling(self, node: Node) -> list[KeyHint]:
        *most, leave = telling_keys()
        return [*most, *talk_keys(node), leave]

    def _scene(self, node: Node, frame: PlaybackFrame, beat: int) -> StagedMoment | None:
        """The picture that the game has for this moment."""
        table, seat = node.session.table, node.session.own_seat
        if table is None or frame.told is None or not frame.beats:
            return None
        before, after = View(frame.told.before, seat, frame.knew or {}), View(frame.state, seat, frame.known)
        reader = Reader(seat, frame.known, node.names)
        screen = table.agreement.game.screen()
        return screen.scene(before, frame.told.answer, after, reader, beat, self._width, rich=self._pile.rich)

    def _bottom_chat(self, node: Node, chat: Field, room: int) -> Bottom:
        lines = [line for name, words in node.chat for line in wrap(f"{clean(name)}: {clean(words)}", self._width)]
        said = list(tail(lines, room - 2))
        pieces, column = chat.draw(self._width - 2)
        shown: list[Line] = [self._title(_("Talk to the table")), *said, [("key", "> "), *pieces]]
        return (
            shown,
            (len(shown) - 1, 2 + column),
            [KeyHint("Enter", "enter", _("say it")), KeyHint("Esc", "escape", _("back"))],
        )

    def _pages(self, node: Node) -> tuple[GamePage, ...]:
        """What the game has beside its board."""
        table = node.session.table
        return () if table is None else table.agreement.game.screen().pages

    def _own_keys(self, node: Node) -> list[KeyHint]:
        pages = [KeyHint(page.key, page.key, _(page.label), first=True) for page in self._pages(node)]
        return [*pages, *talk_keys(node)]

    def _usual_keys(self, node: Node) -> list[KeyHint]:
        """What every table has, as far as it does not stand among the own keys already."""
        own = {key.pressed for key in self._own_keys(node)}
        ends = [KeyHint(ANSWER_KEY, ANSWER_KEY, _("end it?"))] if is_asked_to_end(node) else []
        return [*ends, *(key for key in _at_any_time() if key.pressed not in own), *answer_keys(node)]

    def _page_lines(self, node: Node, page: GamePage, width: int) -> list[Line]:
        view = node.view  # with what was claimed
        assert view is not None
        made = page.lines(view, Reader(view.seat, view.known, node.names), width)
        return [[(style, clean(text)) for style, text in line] for line in made]

    def _bottom_glance(self, node: Node, page: GamePage) -> Bottom:
        """Something for our own eyes, for a moment."""
        lines = [self._title(_(page.title), style="moment"), *self._page_lines(node, page, self._width)]
        return lines, None, [KeyHint(page.key, page.key, _("hide"))]

    async def _end_glance(self) -> None:
        await trio.sleep(GLANCE_S)
        self._glance = None
        self._pile.changed()

    def _bottom_departing(self, departing: Departing | Answering) -> Bottom:
        lines, cursor = departing.draw(self._width)
        at = None if cursor is None else (1 + cursor[0], cursor[1])
        return [self._title(departing.title, style=departing.style), *lines], at, departing.keys()

    # --- the end ---------------------------------------------------------------------------------------------

    def _draw_end(self, node: Node) -> Picture:
        """The scoring and what it means; of a game that was not finished first why, then how far it came."""
        if self._chat is not None:
            return self._draw_end_chat(node, self._chat)
        words = [*ending_lines(self.sitting, self._width), *self._said()]
        top = banners(clean(headline(node)), self._width)
        story, room = self.sitting.story, self._height - 2 - len(words) - len(top)
        board = cut_below(self._board_lines(node, max(0, room - STORY_LINES) if story else room), max(1, room))
        panel: list[Line] = []
        if story is not None:
            board = reckoning_lines(story, self._width) if room - len(board) < STORY_MIN else board
            rich = self._pile.rich
            panel = panel_lines(story, self._beside(story), self._width, room - len(board), rich=rich)
        lines = [*top, *board, *panel, [], *words] if node.result is not None else [*top, *words, [], *board]
        keys = [KeyHint("g", "g", _("log")), KeyHint("t", "t", _("talk")), KeyHint("v", "v", _("trust"))]
        if self.sitting.is_done:
            again = [KeyHint("r", "r", _("rematch"))] if can_ask(self.sitting.party) else []
            again += [KeyHint("s", "s", _("story"))] if story is not None else []
            keys = [*again, KeyHint("l", "l", _("replay")), *keys, KeyHint("q", "q", _("leave"))]
        elif self._is_leaving_end:
            keys = [KeyHint("q", "q", _("leave now: anybody who missed something gets it when you come back"))]
        else:
            keys += [KeyHint("q", "q", _("leave"))]
        return framed(cut_below(lines, self._height - 1), keys, self._width, self._height)

    def _beside(self, story: Story) -> list[str]:
        return judged_lines(story, self.sitting.judged, is_all=self.sitting.is_judged)

    def _draw_end_chat(self, node: Node, chat: Field) -> Picture:
        """Talk goes on after the game, for as long as somebody is there."""
        room = min(BOTTOM_MAX, max(3, self._height // 2))
        bottom, cursor, keys = self._bottom_chat(node, chat, room)
        assert cursor is not None
        top = self._height - 1 - len(bottom)
        board = cut_below(self._board_lines(node, top), top)
        board += [[] for _line in range(top - len(board))]
        return framed([*board, *bottom], keys, self._width, self._height, (top + cursor[0], cursor[1]))

    def _close(self) -> None:
        self.sitting.leave()
        self._pile.pop()

    # --- keys ------------------------------------------------------------------------------------------------

    def press(self, key: str) -> None:
        self.sitting.show_life()
        self._stage.stop()
        if self.sitting.is_over:  # nobody sees these panels any more: they take no key of what is seen instead
            self._aside = self._departing = None
        if self._chat is not None:
            self._press_chat(key, self._chat)
        elif self._aside is not None:
            self._aside = None if self._aside.press(key) else self._aside
        elif self._departing is not None:
            self._departing = None if self._departing.press(key) else self._departing
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
        elif key == "w" and self.sitting.node is not None:
            self._open_why(self.sitting.node)
        elif key in ("escape", "l", "q", "enter"):
            self._look = None

    def _press_lobby(self, key: str) -> None:
        invited = self.sitting.player.invited
        self._asks_to_close = self._asks_to_close and has_guests(self.sitting)  # they may have left meanwhile
        if self._asks_to_close:
            if key in ("y", "escape", "n", "q"):
                self._asks_to_close = False
            if key == "y":
                self._close()
        elif key == "?" and not (invited is not None and invited.locked):  # in a password it is a letter
            self._open_page(_("Sitting down"), lobby_help)
        elif key == "c" and invited is None and (line := invitation_of(self.sitting)):
            self._pile.copy(line)
            self._copied = _("Copied, if your terminal allows it: the whole line.")
        elif key == "escape" and has_guests(self.sitting):
            self._asks_to_close = True
        elif key == "escape" or (key in ("enter", "q") and self.sitting.is_done):
            self._close()
        elif self.sitting.is_done and key == "r":
            self._again()
        elif invited is not None and key == "enter":
            self.sitting.player.agree(self._password.text)
        elif invited is not None and invited.locked:
            self._password.press(key)

    def _press_table(self, key: str, node: Node) -> None:
        node.complaint = ""  # about an earlier key
        if self._glance is not None:
            self._glance = None
        elif page := next((page for page in self._pages(node) if page.key == key), None):
            self._open_own(page, node)
        elif key == CLAIM_KEY and can_claim(node):
            self._aside = Claiming(node)
        elif key == ANSWERS_KEY and questions(node):
            self._aside = Settling(node)
        elif key == ANSWER_KEY and is_asked_to_end(node):
            self._departing = Answering(node)
        elif key in ("?", "v", "g", "l", "t", "q", "w", "x", "escape"):
            self._open(key, node)
        elif self.sitting.is_over and self.sitting.tale.now is None:
            if key == "r" and can_ask(self.sitting.party):
                self.sitting.want_again(self._again)
            elif key == "s" and (story := self.sitting.story) is not None:
                rich, title = self._pile.rich, _("The story of your game")
                self._open_page(title, lambda width: story_page(story, self._beside(story), width, rich=rich))
        elif self.sitting.tale.now is not None:
            self.sitting.tale.skip()  # and nothing else: a key for what was is no answer to what comes
        elif self.sitting.choice is not None:
            self._press_choice(key, self.sitting.choice)

    def _open(self, key: str, node: Node) -> None:
        if key == "?":
            self._open_page(_("Help"), lambda width: help_lines(self.sitting, width, rich=self._pile.rich))
        elif key == "v":
            self._open_page(_("Why this table can be trusted"), lambda width: trust_lines(node, width))
        elif key == "g":
            self._open_page(_("What happened"), lambda width: log_lines(self.sitting, width)).show_end()
        elif key == "l" and self.sitting.is_done:
            own = OwnKnowledge(node.session.own_seat, [seen.known for seen in node.told])
            self._pile.start(partial(show_replay, node.files.transcript, self._pile, own))
        elif key == "l" and self.sitting.tale.frames:
            self.sitting.tale.skip()
            self._look = self._last_round()
        elif key == "w":
            self._open_why(node)
        elif key == "t":
            self._chat = Field(limit=CHAT_BYTES_MAX)
        elif key == "x":
            if self.sitting.choice is not None:
                self.sitting.choice.note = ""  # about an earlier key: what is said of this one comes to its place
            node.wish(Impatience())
        elif key == "q" and (self.sitting.has_ended or self._is_leaving_end):
            self._close()
        elif key == "q" and self.sitting.is_done:
            self._is_leaving_end = True
            self.sitting.go(self._close)
        elif key == "q" and self.sitting.is_over:
            self._is_leaving_end = True
            self.sitting.then = self._close  # the last signatures are still being collected: it takes seconds
        elif key == "q":
            self._departing = Departing(node, self._close)

    def _open_own(self, page: GamePage, node: Node) -> None:
        """A page of the game's own; what others should not see goes away by itself."""
        if page.glance:
            self._glance = page
            self._pile.start(self._end_glance)
        else:
            self._open_page(_(page.title), lambda width: self._page_lines(node, page, width))

    def _open_why(self, node: Node) -> None:
        """Why it came out like this: what is told or looked at, else the last thing that happened."""
        self._reasons = self._reasons or TableReasons(node)
        at = self._look if self._look is not None else self.sitting.tale.place
        self._pile.push(WhyScreen(self._reasons, node, self._pile, at))

    def _open_page(self, title: str, make: Callable[[int], list[Line]]) -> PageScreen:
        page = PageScreen(title, make, self._pile.pop)
        self._pile.push(page)
        return page

    def _last_round(self) -> int:
        """Where the last complete round began, or this one if there is none."""
        rounds = self.sitting.tale.rounds()
        return rounds[-2] if len(rounds) > 1 else rounds[-1]

    def _press_choice(self, key: str, choice: OpenPrompt) -> None:
        match key.split():
            case ["enter"]:
                self.sitting.seal()
            case ["space"]:
                if self.sitting.is_meant(choice):
                    choice.press(*choice.at)
            case ["up" | "down" | "left" | "right"]:
                choice.go(*_ARROWS[key])
            case ["backspace" | "u"]:
                choice.undo()
            case ["h"]:
                self.sitting.ask_hint()
            case ["press", row, place]:
                choice.press(int(row), int(place))
            case [letter]:
                choice.press_key(letter)


_ARROWS: Final = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
