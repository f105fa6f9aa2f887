"""The games that lie in a folder: what was played, with whom, when, and how it ended or where it stands.

To know that, a file is verified from its first message on, which takes a while; so what was found is kept in a small
index beside the games, and a file is read again only when it has changed. The index is a convenience: whatever is wrong
with it, it is made anew.
"""

from __future__ import annotations

import json
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from ..rules.ask import Result
from ..session.transcript import SUFFIX
from ..verify.verifier import Outcome, verify
from .bell import is_played, plays_on
from .home import latest_last, replace_whole, telling_faults
from .journal import SUFFIX as JOURNAL_SUFFIX

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from ..verify.verifier import Finding

INDEX: Final = "index.json"
VERSION: Final = 1  # of the index; another one is made anew
NOBODY: Final = -1


class PastGame(NamedTuple):
    """One game as its file tells it. `own` is the seat of whoever keeps it, `NOBODY` where that is none."""

    name: str  # of the files, without an ending
    changed_s: float  # when something happened last
    size: int  # bytes
    is_open: bool  # whether it can be gone on with
    game: str = ""  # empty as long as nobody has looked, or nobody can read it
    players: tuple[str, ...] = ()
    bots: tuple[bool, ...] = ()
    own: int = NOBODY
    outcome: Outcome | None = None  # `None`: nobody has looked yet
    sentence: str = ""  # what the verifier says
    result: Result | None = None
    waiting_for: tuple[int, ...] = ()
    entries: int = 0  # messages
    plays_on: bool = False  # whether a program of ours plays it now, in our place
    is_elsewhere: bool = False  # whether it is being played now, by whomever: it cannot be gone on with here

    @property
    def is_finished(self) -> bool:
        return self.result is not None and self.outcome is Outcome.HONEST

    @property
    def is_won(self) -> bool:
        return self.result is not None and self.is_finished and self.own in self.result.winners


class Shelf:
    """The games of one folder; `own` is the key of whoever keeps them."""

    def __init__(self, folder: Path, own: bytes | None) -> None:
        self.folder = folder
        self._own = own
        self._index: dict[str, Any] = self._read_index()

    def games(self) -> list[PastGame]:
        """All of them, the latest first, as far as they are known without a look into them."""
        files = {path.stem: path for suffix in (SUFFIX, JOURNAL_SUFFIX) for path in latest_last(self.folder, suffix)}
        found = [game for path in files.values() if (game := self._glance(path.stem)) is not None]
        return sorted(found, key=lambda game: -game.changed_s)

    def look(self, game: PastGame) -> PastGame:
        """All that its file tells; takes a while where nobody has looked before."""
        if game.outcome is not None:
            return game
        try:
            finding = verify(self.transcript(game.name).read_bytes())
        except OSError:  # a game of which there is only a journal, or one that was taken away meanwhile
            return game._replace(outcome=Outcome.UNREADABLE)
        known = _known(game, finding, self._own)
        self._index[game.name] = [game.changed_s, game.size, _packed(known)]
        return known

    def keep(self) -> None:
        """Writes the index; nobody is bothered where that cannot be."""
        text = json.dumps({"version": VERSION, "games": self._index}).encode()
        with suppress(OSError):
            if self.folder.exists():
                replace_whole(self.folder / INDEX, text)

    def remove(self, names: Iterable[str]) -> None:
        """Takes games away for good, with everything that belongs to them. `BadInput` where that cannot be."""
        for name in names:
            for suffix in (SUFFIX, JOURNAL_SUFFIX, ".people"):
                path = self.folder / f"{name}{suffix}"
                with telling_faults(path):
                    path.unlink(missing_ok=True)
            self._index.pop(name, None)
        self.keep()

    def transcript(self, name: str) -> Path:
        return self.folder / f"{name}{SUFFIX}"

    def journal(self, name: str) -> Path:
        return self.folder / f"{name}{JOURNAL_SUFFIX}"

    def _glance(self, name: str) -> PastGame | None:
        file, journal = self.transcript(name), self.journal(name)
        is_open = journal.exists()
        with suppress(OSError):
            status = (file if file.exists() else journal).stat()
            game = PastGame(
                name,
                status.st_mtime,
                status.st_size,
                is_open,
                plays_on=is_open and plays_on(journal),
                is_elsewhere=is_open and is_played(journal),
            )
            return self._remembered(game) or game
        return None  # taken away just now

    def _remembered(self, game: PastGame) -> PastGame | None:
        """What the index says of a file that has not changed since."""
        try:
            changed_s, size, packed = self._index[game.name]
            return _unpacked(game, packed) if (changed_s, size) == (game.changed_s, game.size) else None
        except (KeyError, TypeError, ValueError, AttributeError):
            return None

    def _read_index(self) -> dict[str, Any]:
        try:
            found = json.loads((self.folder / INDEX).read_bytes())
            games = found["games"] if found["version"] == VERSION else {}
            return games if isinstance(games, dict) else {}
        except (OSError, ValueError, KeyError, TypeError):
            return {}


def _known(game: PastGame, finding: Finding, own: bytes | None) -> PastGame:
    seat = finding.identities.index(own) if own is not None and own in finding.identities else NOBODY
    return game._replace(
        game=finding.game,
        players=finding.names,
        bots=tuple(map(bool, finding.bots)) or (False,) * len(finding.names),
        own=seat,
        outcome=finding.outcome,
        sentence=finding.sentence,
        result=finding.result,
        waiting_for=finding.waiting_for,
        entries=finding.entries,
    )


def _packed(game: PastGame) -> dict[str, Any]:
    fields = game._asdict()
    return {name: fields[name] for name in PastGame._fields[4:-2]}


def _unpacked(game: PastGame, packed: dict[str, Any]) -> PastGame:
    scores, winners, sides = packed["result"] or ((), (), ())
    result = Result(tuple(scores), tuple(winners), tuple(sides)) if packed["result"] else None
    return game._replace(
        game=str(packed["game"]),
        players=tuple(map(str, packed["players"])),
        bots=tuple(map(bool, packed["bots"])),
        own=int(packed["own"]),
        outcome=Outcome(packed["outcome"]),
        sentence=str(packed["sentence"]),
        result=result,
        waiting_for=tuple(map(int, packed["waiting_for"])),
        entries=int(packed["entries"]),
    )
