"""What the tavern can do: everything that its menu offers, and what has to be asked for it. Each is a command, too.

What a menu entry needs is imported when it is chosen: the tavern itself should be there at once.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from functools import partial
from secrets import randbits
from typing import TYPE_CHECKING, Final

import trio

from ...bots.registry import levels, opponents, proposed
from ...errors import BadInput
from ...games import offered
from ...limits import FORCED_PAUSE_S, NAME_BYTES_MAX
from ...node.bell import take_over
from ...node.bot_processes import resume_with_bots
from ...node.home import default_home, latest_last
from ...node.journal import SUFFIX as JOURNAL
from ...node.names import KnownKeys, clean_name
from ...node.one_game import GamePlan, Party
from ...text import _, n_
from ...verify.report import lines as report_lines
from ...verify.verifier import verify
from ..harmless import sentence
from ..rules_text import printed
from ..settings import COLOURS, USUAL, change, remember_game, remember_win, save_settings
from ..voyage.logbook import Logbook
from ..widgets.canvas import wrap
from ..widgets.field import Field
from ..widgets.form import Form, FormEntry
from ..widgets.frame import PageScreen
from ..widgets.listing import Choosable, Listing
from .menu import MenuEntry, TavernMenu
from .option_form import OptionForm
from .quick_start import LOOPBACK, PATIENCE_S, Hosting, play_now, remembering

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence
    from pathlib import Path

    from ...games import AnyGame
    from ...net.discovery import FoundTable
    from ...node.node import Node
    from ...node.target import Target
    from ...rules.game import Options
    from ..app import App
    from ..table.screen_player import ScreenPlayer
    from ..widgets.canvas import Line

VOYAGE_KEY: Final = "v"  # the digits are for the others, wherever it stands
PORT_MAX: Final = 65_535
PATIENCES: Final = {"1 min": 60, "3 min": 180, "10 min": 600, "1 hour": 3_600, "no limit": PATIENCE_S}
CLOCKS: Final = {  # seconds for a decision, and for a whole game beyond that
    "none": (0, 0),
    "30 s + 2 min": (30, 120),
    "1 min + 5 min": (60, 300),
    "3 min + 15 min": (180, 900),
}
CLOCK_MARGIN_S: Final = 30  # of patience beyond what a clock gives: a program decides in less


class TavernActions:
    """Builds the tavern and serves it."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._home = default_home()
        self._shelf = offered()
        self._logbook = Logbook(self._home)
        self._games = self._home.games  # `BadInput` where no game could be kept
        self._tavern = TavernMenu(
            lambda: app.settings.name,
            self._offers,
            self._sit_at,
            app.leave,
            self._help,
            app.changed,
            rich=lambda: app.rich,
        )

    def open(self, *, looks: bool = True, mistake: str = "") -> None:
        """The tavern; the very first time a name is asked for before, and nothing else. `looks`: for tables.

        `mistake`: what is wrong with the file of settings, if it is.
        """
        self._app.push(self._tavern)
        if not self._app.settings.discovery:
            self._tavern.trouble = _("Not looking for them: your settings say so.")
        elif looks:
            self._app.start(self._tavern.look)
        if not self._app.settings.name:
            self._ask_name()
        if mistake:
            kept = _(
                "The usual settings apply. When you save others, this file is kept beside them: settings.toml.damaged."
            )
            self._say(_("Your settings cannot be read"), [sentence(mistake), kept])

    def _help(self, keys: Sequence[str], offers: Sequence[MenuEntry]) -> None:
        """What everything on the menu is for, and the keys."""
        lines = [f"{key}  {offer.label}. {offer.note}" for key, offer in zip(keys, offers, strict=True)]
        lines += [
            "",
            _("Arrows and Enter, the key before a line, or a click: all three take it. q leaves."),
            _("At a table ? says what is asked, what the rules are, and every key. In a form the line below says it."),
        ]
        self._say(_("The tavern"), lines)

    def _offers(self) -> list[MenuEntry]:
        unfinished = len(self._files(JOURNAL))
        game, bots = self._game, proposed(self._game, self._app.settings.bots)
        saved = n_("{n} unfinished game", "{n} unfinished games", unfinished).format(n=unfinished)
        against = n_("{n} bot ({levels})", "{n} bots ({levels})", len(bots)).format(
            n=len(bots), levels=", ".join(dict.fromkeys(bots))
        )
        offers = [
            MenuEntry(
                _("Play {game} now", game=game.title),
                _("Against {bots} on this machine, at once. tortuga play", bots=against),
                partial(self._play, bots, {}),
            ),
            MenuEntry(_("Choose another game"), f"{game.title}: {self._about(game)}", self._ask_game),
            MenuEntry(_("Choose your opponents"), _("How many bots, how good, which options."), self._ask_bots),
            MenuEntry(
                _("Host a table"), _("For friends on this network or by invitation. tortuga host"), self._ask_host
            ),
            MenuEntry(_("Join a table"), _("By invitation, address or name. tortuga join"), self._ask_join),
            MenuEntry(_("Watch bots play"), _("A whole game, at a pace you can follow. tortuga watch"), self._watch),
            MenuEntry(_("Resume a game"), f"{saved}. tortuga resume", partial(self._history, only_open=True)),
            MenuEntry(
                _("Your games"),
                _("Look at them again, check them, remove them. tortuga games, replay, verify"),
                self._history,
            ),
            MenuEntry(_("Rules"), _("How the game is played, with examples. tortuga rules"), self._show_rules),
            MenuEntry(_("Settings"), _("Your name, colours, animation. tortuga config"), self._ask_settings),
        ]
        learn = MenuEntry(_("First voyage"), self._about_voyage(game), self._learn, VOYAGE_KEY)
        return [learn, *offers] if self._is_new_to(game) else [*offers, learn]

    def _about_voyage(self, game: AnyGame) -> str:
        if self._logbook.moves(game) and not self._logbook.is_done(game):
            return _("Go on with it where you left it. tortuga learn")
        return _(
            "Learn {game} by playing it, in about {minutes} minutes. tortuga learn",
            game=game.title,
            minutes=game.lesson().minutes,
        )

    def _is_new_to(self, game: AnyGame) -> bool:
        """Whether somebody has neither sailed the first voyage nor played the game: then it comes first."""
        played = any(path.name.startswith(f"{game.name}-") for path in self._games.iterdir())
        return not played and not self._logbook.is_done(game)

    @property
    def _game(self) -> AnyGame:
        """What was played or chosen last, if it is still there; else the game that stands first."""
        games = {game.name: game for game in self._shelf}
        return games.get(self._app.settings.game, self._shelf[0])

    def _about(self, game: AnyGame) -> str:
        least, most, minutes = game.seats[0], game.seats[-1], game.about.minutes
        told = [_("{least} to {most} players.", least=least, most=most)]
        told += [_("About {minutes} minutes.", minutes=minutes)] if minutes else []
        return " ".join([*told, *([_(game.about.sentence)] if game.about.sentence else [])])

    def _files(self, suffix: str) -> list[Path]:
        """Files of ours, the latest first."""
        return latest_last(self._games, suffix)[::-1]

    def _sit(self, start: Callable[[Party], Awaitable[Node]], listen: str | None = None) -> None:
        try:
            identity, name = self._home.identity(), self._app.settings.name
        except BadInput as mistake:  # another program of ours has the key, most likely
            self._say(_("You cannot sit down now"), [sentence(mistake)])
            return

        def make(player: ScreenPlayer) -> Party:
            known, pause_s = KnownKeys(self._home.known_keys), FORCED_PAUSE_S
            return Party(identity, name, player, self._games, forced_pause_s=pause_s, listen=listen, known=known)

        self._app.sit(make, remembering(start, self._remember, self._remember_win))

    def _remember(self, game: str) -> None:
        self._app.apply(replace(self._app.settings, game=game))
        remember_game(game)

    def _remember_win(self) -> None:
        remember_win()
        self._app.apply(replace(self._app.settings, bots=self._app.settings.bots or USUAL))

    def _remember_level(self, level: str) -> None:
        """For the next game, too."""
        if level:
            self._app.apply(replace(self._app.settings, bots=level))
            with suppress(BadInput):  # a full disk keeps nobody from playing
                save_settings(self._app.settings)

    def _say(self, title: str, lines: list[str]) -> None:
        self._app.push(PageScreen(title, lambda width: _wrapped(lines, width), self._app.pop))

    # --- playing ---------------------------------------------------------------------------------------------------

    def _play(self, bots: tuple[str, ...], options: Options) -> None:
        self._sit(partial(play_now, game=self._game, bots=bots, options=options), LOOPBACK)

    def _learn(self) -> None:
        """The guided first game, where it was left."""
        from ..voyage.screen import VoyageScreen

        voyage = self._logbook.open(self._game, self._app.settings.name)
        self._app.push(VoyageScreen(voyage, self._app, self._app.pop))

    def _offer_voyage(self) -> None:
        """To whoever is here for the first time."""
        game = self._game
        minutes = _("About {minutes} minutes, with one idea at a time.", minutes=game.lesson().minutes)
        rows = [
            Choosable(_("Take me on a first voyage"), minutes),
            Choosable(_("I know {game}", game=game.title), _("To the tavern. The voyage is on its menu.")),
        ]

        def take(at: int) -> None:
            self._app.pop()
            if at == 0:
                self._learn()
            else:
                self._logbook.keep(game, [], is_done=True)

        title = _("Have you played {game} before?", game=game.title)
        self._app.push(Listing(title, rows, take, self._app.pop, nothing="", go=_("choose")))

    def _ask_game(self) -> None:
        rows = [Choosable(game.title, self._about(game)) for game in self._shelf]

        def take(at: int) -> None:
            self._remember(self._shelf[at].name)
            self._app.pop()

        listing = Listing(_("Games"), rows, take, self._app.pop, nothing="", go=_("choose"))
        listing.point(self._shelf.index(self._game))
        self._app.push(listing)

    def _ask_bots(self) -> None:
        game = self._game
        counts = [n - 1 for n in game.seats]
        count = FormEntry(_("Opponents"), [str(n) for n in counts], counts.index(len(opponents(game))))
        crew = BotCrew(game, lambda: int(count.value), counts[-1], self._app.settings.bots)
        options = OptionForm(game, lambda: int(count.value) + 1)

        def done() -> None:
            chosen = options.values()
            self._remember_level(crew.chosen)
            self._app.pop()
            self._play(crew.bots(), chosen)

        title = _("Your opponents at {game}", game=game.title)
        entries = [count, crew.level, *options.entries, *crew.each]
        self._app.push(Form(title, entries, done, self._app.pop, go=_("play")))

    def _ask_host(self) -> None:
        game = self._game
        usual = game.seats.index(len(opponents(game)) + 1)
        seats = FormEntry(_("Players"), [str(n) for n in game.seats], usual, _("You and your bots included."))
        bots = FormEntry(
            _("Bots among them"), [str(n) for n in range(game.seats[-1])], 0, _("Guests see that you run them.")
        )
        crew = BotCrew(game, lambda: int(bots.value), game.seats[-1] - 1, self._app.settings.bots)
        name = FormEntry(_("Name of the table"), typed=Field(f"{self._app.settings.name}'s table", NAME_BYTES_MAX))
        password = FormEntry(
            _("Password"),
            note=_("Leave it empty and anybody who finds the table may sit down."),
            typed=Field(hidden=True),
        )
        patience = FormEntry(_("Patience"), list(PATIENCES), 1, _("Then the others may vote to end the game."))
        clock = FormEntry(_("Clock"), list(CLOCKS), 0, _("Then a player's own program decides."))
        places = [_("this network"), _("people I invite"), _("this machine")]
        opened = FormEntry(_("Open to"), places, int(not self._app.settings.discovery), _("Who can find the table."))
        port = FormEntry(_("Port"), note=_("Leave it empty for 1667, or any other free one."), typed=Field(limit=5))
        options = OptionForm(game, lambda: int(seats.value))

        def done() -> None:
            count, brought = int(seats.value), int(bots.value)
            if brought > count - 1:
                raise BadInput(
                    _("A table of {seats} has no room for you and {bots} bots.").format(seats=count, bots=brought)
                )
            called = clean_name(name.value)
            timed = CLOCKS[clock.value]
            waits = max(PATIENCES[patience.value], sum(timed) + CLOCK_MARGIN_S)
            plan = GamePlan(game, count, options.values(), called, password.value, waits, timed)
            self._app.pop()
            listen = LOOPBACK if opened.at == 2 else None
            self._sit(Hosting(plan, crew.bots(), port=_port(port), hidden=opened.at > 0), listen)

        entries = [seats, bots, crew.level, name, password, patience, clock, opened, port, *options.entries, *crew.each]
        title = _("Host a table of {game}", game=game.title)
        self._app.push(Form(title, entries, done, self._app.pop, go=_("open it")))

    def _ask_join(self) -> None:
        where = FormEntry(
            _("Table"), note=_("An invitation, HOST:PORT, or the name of a table."), typed=Field(limit=400)
        )

        def done() -> None:
            from ...node.target import read_target

            target = read_target(where.value or None)
            self._app.pop()
            self._sit(partial(_join, target=target))

        intro = _("Paste what your host's screen shows. Tables on this network are listed in the tavern.")
        self._app.push(Form(_("Join a table"), [where], done, self._app.pop, intro=intro, go=_("knock")))

    def _sit_at(self, table: FoundTable) -> None:
        self._sit(partial(_sit_at, table=table))

    def _history(self, *, only_open: bool = False) -> None:
        from ...node.shelf import Shelf
        from .history import HistoryScreen

        shelf = Shelf(self._games, self._home.public())

        def go_on(name: str) -> None:
            self._app.pop()
            self._app.start(partial(self._take_up, shelf.journal(name)))

        async def look(name: str) -> None:
            await self._look_into(shelf.transcript(name), self._replay)

        async def check(name: str) -> None:
            await self._look_into(shelf.transcript(name), self._verify)

        self._app.push(HistoryScreen(shelf, self._app, go_on=go_on, look=look, check=check, only_open=only_open))

    async def _take_up(self, journal: Path) -> None:
        """Goes on with a game; a program of ours that plays it gives the seat back first."""
        try:
            await take_over(journal, self._home)
        except BadInput as mistake:
            self._say(_("You cannot sit down now"), [sentence(mistake)])
        else:
            self._sit(partial(_resume, journal=journal))

    def _watch(self) -> None:
        from ...bots.match import Match
        from ...bots.registry import field
        from ..watch.screen import WatchScreen

        seed = randbits(32)
        self._app.push(WatchScreen(Match(self._game, field(self._game), {}, seed), 0, self._app))

    # --- games that were played ------------------------------------------------------------------------------------

    async def _look_into(self, path: Path, then: Callable[[Path], Awaitable[None]]) -> None:
        try:
            await then(path)
        except OSError as fault:  # somebody took it away since the list was made
            self._say(path.name, [_("It cannot be read: {reason}.", reason=fault.strerror)])

    async def _replay(self, path: Path) -> None:
        from ..replay.screen import show_replay

        await show_replay(path, self._app)

    async def _verify(self, path: Path) -> None:
        finding = await trio.to_thread.run_sync(lambda: verify(path.read_bytes()))
        self._say(path.name, report_lines(path.name, finding))

    def _show_rules(self) -> None:
        game = self._game
        page = PageScreen(game.title, lambda width: [[("", line)] for line in printed(game.name, width)], self._app.pop)
        self._app.push(page)

    # --- settings --------------------------------------------------------------------------------------------------

    def _ask_name(self) -> None:
        """The very first time; and where there are several games, with which one to begin."""
        shelf = self._shelf
        name = FormEntry(_("Your name"), note=_("How others see you at a table."), typed=Field(limit=NAME_BYTES_MAX))
        game = FormEntry(_("Begin with"), [one.title for one in shelf], shelf.index(self._game))
        game.note = lambda: self._about(shelf[game.at])

        def done() -> None:
            settings = change(self._app.settings, "name", clean_name(name.value))
            self._app.apply(replace(settings, game=shelf[game.at].name))
            save_settings(self._app.settings)
            self._app.pop()
            self._offer_voyage()

        entries = [name, game] if len(shelf) > 1 else [name]
        self._app.push(Form(_("Ahoy! What is your name?"), entries, done, None, go=_("that's me")))

    def _ask_settings(self) -> None:
        now = self._app.settings
        name = FormEntry(_("Your name"), typed=Field(now.name, NAME_BYTES_MAX))
        colour = FormEntry(
            _("Colours"), list(COLOURS), COLOURS.index(now.colour), _("For a dark or a light terminal, or none.")
        )
        moves = FormEntry(_("Animation"), ["yes", "no"], int(not now.animation), _("Reveals that take a moment."))
        travels = FormEntry(_("Motion"), ["yes", "no"], int(not now.motion), _("Things that travel on the board."))
        plain = FormEntry(
            _("Only ASCII"), ["no", "yes"], int(now.ascii), _("For terminals that show no other characters.")
        )

        looks = FormEntry(
            _("Look for tables"),
            ["yes", "no"],
            int(not now.discovery),
            _("On this network, from the next start. Who sees a table of yours is chosen when you host it."),
        )

        calls = FormEntry(
            _("Notices"),
            ["yes", "no"],
            int(not now.notify),
            _("On your desktop, when it is your turn and you are elsewhere."),
        )

        def done() -> None:
            settings = change(now, "name", clean_name(name.value))
            entries = {
                "colour": colour,
                "animation": moves,
                "motion": travels,
                "ascii": plain,
                "discovery": looks,
                "notify": calls,
            }
            for key, entry in entries.items():
                settings = change(settings, key, entry.value)
            save_settings(settings)
            self._app.apply(settings)
            self._app.pop()

        self._app.push(
            Form(_("Settings"), [name, colour, moves, travels, plain, looks, calls], done, self._app.pop, go=_("keep"))
        )


class BotCrew:
    """How good the bots are: all alike, or each as one likes. Every level says in a line how it plays."""

    def __init__(self, game: AnyGame, count: Callable[[], int], most: int, level: str) -> None:
        """So many as `count` says, at most `most`; at first of that level, as in `proposed`."""
        self._count = count
        styles, usual = levels(game), proposed(game, level)[0]
        first = [*styles].index(usual) if usual in styles else 0
        mixed = _("mixed")
        self.level = FormEntry(_("How good the bots are"), [*styles, mixed], first)
        self.level.note = lambda: styles.get(self.level.value) or _("Choose each bot in the last lines.")
        self.level.off = lambda: "" if count() else _("There are no bots.")
        self._first = first
        self.each = [FormEntry(_(" - bot {n}", n=n + 1), [*styles], first) for n in range(most)]
        for number, entry in enumerate(self.each):
            entry.note = partial(lambda entry: styles[entry.value], entry)
            entry.off = partial(self._why_off, number)
            entry.hidden = partial(self._is_away, number)

    def _why_off(self, number: int) -> str:
        if number >= self._count():
            return _("There are fewer bots.")
        return (
            ""
            if self.level.at == len(self.level.values) - 1
            else _("All bots are alike: choose mixed to set each one.")
        )

    def _is_away(self, number: int) -> bool:
        return number >= self._count()

    @property
    def chosen(self) -> str:
        """The level that somebody has chosen for all of them; empty where they left it as it was."""
        if self.level.at == self._first:
            return ""
        return USUAL if self.level.at == len(self.level.values) - 1 else self.level.value

    def bots(self) -> tuple[str, ...]:
        is_mixed = self.level.at == len(self.level.values) - 1
        return tuple((self.each[n] if is_mixed else self.level).value for n in range(self._count()))


def _port(entry: FormEntry) -> int | None:
    """The port that was typed; `None` where none was."""
    if not entry.value:
        return None
    if not (entry.value.isascii() and entry.value.isdigit() and 1 <= int(entry.value) <= PORT_MAX):
        raise BadInput(_("A port is a number from 1 to {most}.", most=PORT_MAX))
    return int(entry.value)


# --- ways to a game ---------------------------------------------------------------------------------------------------


async def _join(party: Party, *, target: Target) -> Node:
    from ...node.target import find

    return await party.join(*await find(target))


async def _sit_at(party: Party, *, table: FoundTable) -> Node:
    """A table of the list: whoever answers there must have the key that the list showed."""
    return await party.join(table.addresses, table.notice.fingerprint)


async def _resume(party: Party, *, journal: Path) -> Node:
    return await resume_with_bots(party, journal.stem, lambda: party.resume(journal))


def _wrapped(lines: list[str], width: int) -> list[Line]:
    return [line for text in lines for line in wrap(text, width)]
