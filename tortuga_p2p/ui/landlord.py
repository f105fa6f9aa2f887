"""What the tavern can do: everything that its menu offers, and what has to be asked for it. Each is a command, too.

What a menu entry needs is imported when it is chosen: the tavern itself should be there at once.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

import trio

from ..errors import BadInput
from ..games import load
from ..games import names as game_names
from ..limits import NAME_BYTES_MAX
from ..node.crew import resume_with_bots
from ..node.home import default_home, latest_last
from ..node.journal import SUFFIX as JOURNAL
from ..node.lobby import clean_name
from ..node.party import Party, Plan
from ..session.transcript import SUFFIX as TRANSCRIPT
from ..text import _, listed, n_
from ..verify.report import lines as report_lines
from ..verify.verifier import Page, verify, walk
from .canvas import wrap
from .field import Field
from .form import Entry, Form
from .frame import PageScreen
from .listing import Choosable, Listing
from .now import LOOPBACK, PATIENCE_S, Hosting, play_now, usual_bots
from .rulebook import printed
from .settings import COLOURS, change, save_settings
from .tavern import Offer, Tavern
from .text import sentence

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from pathlib import Path

    from ..games import AnyGame
    from ..net.discovery import Table
    from ..node.node import Node
    from ..node.target import Target
    from .app import App
    from .canvas import Line
    from .person import ScreenPlayer

FORCED_PAUSE_S: Final = 1.5  # a person's choice takes longer than a program's (commands/person.py)
PATIENCES: Final = {"1 min": 60, "3 min": 180, "10 min": 600, "1 hour": 3_600, "no limit": PATIENCE_S}


class Landlord:
    """Builds the tavern and serves it."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._home = default_home()
        self._games = self._home.games  # `BadInput` where no game could be kept
        self._tavern = Tavern(
            lambda: app.settings.name, self._offers, self._sit_at, app.leave, app.changed, rich=lambda: app.rich
        )

    def open(self, *, looks: bool = True) -> None:
        """The tavern; the very first time a name is asked for before, and nothing else. `looks`: for tables."""
        self._app.push(self._tavern)
        if not self._app.settings.discovery:
            self._tavern.trouble = _("Nobody looks for them: your settings say so.")
        elif looks:
            self._app.start(self._tavern.look)
        if not self._app.settings.name:
            self._ask_name()

    def _offers(self) -> list[Offer]:
        unfinished = len(self._files(JOURNAL))
        bots = usual_bots(self._game)
        saved = n_("{n} unfinished game", "{n} unfinished games", unfinished).format(n=unfinished)
        return [
            Offer(
                _("Play now"),
                _("Against {number} bots ({level}) on this machine, at once. tortuga play").format(
                    number=len(bots), level=bots[0]
                ),
                partial(self._play, bots),
            ),
            Offer(_("Choose your opponents"), _("How many bots, how good, how long a game."), self._ask_bots),
            Offer(_("Host a table"), _("For friends on this network or by invitation. tortuga host"), self._ask_host),
            Offer(_("Join a table"), _("By invitation, address or name. tortuga join"), self._ask_join),
            Offer(_("Go on with a game"), f"{saved}. tortuga resume", self._ask_resume),
            Offer(
                _("Look at a game again"), _("Step by step, forwards and backwards. tortuga replay"), self._ask_replay
            ),
            Offer(_("Verify a game"), _("Was everything proved, did anybody cheat? tortuga verify"), self._ask_verify),
            Offer(_("Rules"), _("How the game is played, with examples. tortuga rules"), self._show_rules),
            Offer(_("Settings"), _("Your name, colours, animation. tortuga config"), self._ask_settings),
        ]

    @property
    def _game(self) -> AnyGame:
        return load(game_names()[0])

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
            return Party(identity, name, player, self._games, forced_pause_s=FORCED_PAUSE_S, listen=listen)

        self._app.sit(make, start)

    def _say(self, title: str, lines: list[str]) -> None:
        self._app.push(PageScreen(title, lambda width: _wrapped(lines, width), self._app.pop))

    # --- playing ---------------------------------------------------------------------------------------------------

    def _play(self, bots: tuple[str, ...], **options: int) -> None:
        self._sit(partial(play_now, game=self._game, bots=bots, options=options), LOOPBACK)

    def _ask_bots(self) -> None:
        game = self._game
        levels = [*game.bots(), "random"]
        count = Entry(_("Opponents"), [str(n - 1) for n in game.seats], min(1, len(game.seats) - 1))
        level = Entry(_("How good"), levels, levels.index(usual_bots(game)[0]), _("Each bot is a program of its own."))
        options = _option_entries(game)

        def done() -> None:
            self._app.pop()
            self._play((level.value,) * int(count.value), **_chosen(options))

        self._app.push(Form(_("Your opponents"), [count, level, *options.values()], done, self._app.pop, go=_("play")))

    def _ask_host(self) -> None:
        game = self._game
        seats = Entry(_("Players"), [str(n) for n in game.seats], len(game.seats) - 1, _("You and your bots included."))
        bots = Entry(
            _("Bots among them"), [str(n) for n in range(game.seats[-1])], 0, _("Guests see that you run them.")
        )
        name = Entry(_("Name of the table"), typed=Field(f"{self._app.settings.name}'s table", NAME_BYTES_MAX))
        password = Entry(
            _("Password"), note=_("Empty: whoever finds the table may sit down."), typed=Field(hidden=True)
        )
        patience = Entry(_("Patience"), list(PATIENCES), 1, _("Then the others may vote to end the game."))
        places = [_("this network"), _("whom I invite"), _("this machine")]
        opened = Entry(_("Open to"), places, int(not self._app.settings.discovery), _("Who can find the table."))
        options = _option_entries(game)

        def done() -> None:
            count, crew = int(seats.value), int(bots.value)
            if crew > count - 1:
                raise BadInput(
                    _("A table of {seats} has no room for you and {bots} bots.").format(seats=count, bots=crew)
                )
            called = clean_name(name.value)
            plan = Plan(game, count, _chosen(options), called, password.value, PATIENCES[patience.value])
            levels = usual_bots(game)[:1] * crew
            self._app.pop()
            listen = LOOPBACK if opened.at == 2 else None
            self._sit(Hosting(plan, levels, hidden=opened.at > 0), listen)

        entries = [seats, bots, name, password, patience, opened, *options.values()]
        self._app.push(Form(_("Host a table"), entries, done, self._app.pop, go=_("open it")))

    def _ask_join(self) -> None:
        where = Entry(_("Table"), note=_("An invitation, HOST:PORT, or the name of a table."), typed=Field(limit=400))

        def done() -> None:
            from ..node.target import read_target

            target = read_target(where.value or None)
            self._app.pop()
            self._sit(partial(_join, target=target))

        intro = _("Paste what your host's screen shows. Tables on this network are in the list of the tavern.")
        self._app.push(Form(_("Join a table"), [where], done, self._app.pop, intro=intro, go=_("knock")))

    def _sit_at(self, table: Table) -> None:
        self._sit(partial(_sit_at, table=table))

    def _ask_resume(self) -> None:
        journals = self._files(JOURNAL)
        rows = [Choosable(path.stem) for path in journals]

        def take(at: int) -> None:
            self._app.pop()
            self._sit(partial(_resume, journal=journals[at]))

        nothing = _("There is no unfinished game. A game that you leave is saved and waits here.")
        listing = Listing(_("Unfinished games"), rows, take, self._app.pop, nothing=nothing, go=_("go on"))
        self._app.push(listing)
        self._app.start(partial(self._describe, listing, [path.with_suffix(TRANSCRIPT) for path in journals]))

    # --- games that were played ------------------------------------------------------------------------------------

    def _ask_replay(self) -> None:
        self._ask_file(_("Look at a game again"), _("look"), self._replay)

    def _ask_verify(self) -> None:
        self._ask_file(_("Verify a game"), _("verify"), self._verify)

    def _ask_file(self, title: str, go: str, then: Callable[[Path], Awaitable[None]]) -> None:
        paths = self._files(TRANSCRIPT)
        rows = [Choosable(path.name) for path in paths]

        def take(at: int) -> None:
            self._app.start(partial(self._look_into, paths[at], then))

        nothing = _("There is no game yet. Every game you play is kept in {folder}.").format(folder=self._games)
        listing = Listing(title, rows, take, self._app.pop, nothing=nothing, go=go)
        self._app.push(listing)
        self._app.start(partial(self._describe, listing, paths))

    async def _describe(self, listing: Listing, paths: list[Path]) -> None:
        """Who played, row by row; reading the begin of a game takes a moment."""
        for at, path in enumerate(paths):
            note = await trio.to_thread.run_sync(_players, path)
            listing.rows[at] = listing.rows[at]._replace(note=note)
            self._app.changed()

    async def _look_into(self, path: Path, then: Callable[[Path], Awaitable[None]]) -> None:
        try:
            await then(path)
        except OSError as fault:  # somebody took it away since the list was made
            self._say(path.name, [_("It cannot be read: {reason}.", reason=fault.strerror)])

    async def _replay(self, path: Path) -> None:
        from .projector import show_replay

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
        name = Entry(_("Your name"), note=_("How others see you at a table."), typed=Field(limit=NAME_BYTES_MAX))

        def done() -> None:
            self._app.apply(change(self._app.settings, "name", clean_name(name.value)))
            save_settings(self._app.settings)
            self._app.pop()

        self._app.push(Form(_("Ahoy! What shall we call you?"), [name], done, None, go=_("that's me")))

    def _ask_settings(self) -> None:
        now = self._app.settings
        name = Entry(_("Your name"), typed=Field(now.name, NAME_BYTES_MAX))
        colour = Entry(
            _("Colours"), list(COLOURS), COLOURS.index(now.colour), _("For a dark or a light terminal, or none.")
        )
        moves = Entry(_("Animation"), ["yes", "no"], int(not now.animation), _("Reveals that take a moment."))
        plain = Entry(_("Only ASCII"), ["no", "yes"], int(now.ascii), _("For terminals without other signs."))

        looks = Entry(
            _("Look for tables"), ["yes", "no"], int(not now.discovery), _("On this network, from the next start on.")
        )

        def done() -> None:
            settings = change(now, "name", clean_name(name.value))
            for key, entry in (("colour", colour), ("animation", moves), ("ascii", plain), ("discovery", looks)):
                settings = change(settings, key, entry.value)
            save_settings(settings)
            self._app.apply(settings)
            self._app.pop()

        self._app.push(Form(_("Settings"), [name, colour, moves, plain, looks], done, self._app.pop, go=_("keep")))


# --- options of a game: those that are yes or no --------------------------------------------------------------------


def _option_entries(game: AnyGame) -> dict[str, Entry]:
    entries = {}
    for option in game.options:
        try:
            option.read("yes")
        except BadInput:
            continue  # something that needs a file: for the command line
        entries[option.name] = Entry(option.name.capitalize(), ["no", "yes"], int(bool(option.default)), option.help)
    return entries


def _chosen(entries: dict[str, Entry]) -> dict[str, int]:
    return {name: entry.at for name, entry in entries.items()}


# --- ways to a game ---------------------------------------------------------------------------------------------------


async def _join(party: Party, *, target: Target) -> Node:
    from ..node.target import find

    return await party.join(*await find(target))


async def _sit_at(party: Party, *, table: Table) -> Node:
    """A table of the list: whoever answers there must have the key that the list showed."""
    return await party.join(table.addresses, table.notice.fingerprint)


async def _resume(party: Party, *, journal: Path) -> Node:
    return await resume_with_bots(party, journal.stem, lambda: party.resume(journal))


def _players(path: Path) -> str:
    """Who sat at that table, as far as the file says."""
    try:
        for page in walk(path.read_bytes()):
            if isinstance(page, Page) and page.session.table is not None:
                return listed(list(page.session.table.agreement.names))
    except OSError:
        pass
    return ""


def _wrapped(lines: list[str], width: int) -> list[Line]:
    return [line for text in lines for line in wrap(text, width)]
