"""Positions in words, and a table at one of them that is told what happens: how the tests of the rules are written.

ani = board(boat=2, dice="-/-/-/AB/C")
table = Sitting(position(ani, board(), phase="roll")).rolls("BB FFFFF").moves("stuck", "take A")
"""

from __future__ import annotations

from typing import NamedTuple

import pytest

from tortuga_p2p.errors import IllegalMove
from tortuga_p2p.games.tortuga import GAME
from tortuga_p2p.games.tortuga.rules.components import CHESTS, COLOUR_LETTERS, FACE_LETTERS, HANDLES
from tortuga_p2p.games.tortuga.rules.state import Ship, State, total
from tortuga_p2p.rules.ask import Over, Result, deciders
from tortuga_p2p.testing.scenario import ScriptedDraw, table_at

NO_DICE = "-/-/-/-/-"
ANI, LOTHAR, FRANK, ALEX = range(4)  # the players of the rulebooks' examples, clockwise


class Board(NamedTuple):
    text: str
    chests: str
    tiles: int


def board(
    *,
    boat: int = 3,
    pirate: int = 3,
    island: str = "",
    crew: str = "",
    fleet: str = "",
    port: str = "",
    tiles: int = 0,
    dice: str = NO_DICE,
    bonus: str = "00000",
) -> Board:
    """A player's board: chests by colour letter, left to right; dice by action in order; the number of kept tiles."""
    port = "".join(sorted(port, key=COLOUR_LETTERS.index))
    areas = ":".join(area or "-" for area in (island, crew, fleet, port))
    return Board(f"{boat}.{pirate}:{areas}:{{}}:{dice}:{bonus}", island + crew + fleet + port, tiles)


def position(
    *boards: Board,
    phase: str = "roll",
    start: int = 0,
    goal: int = 6,
    centre: str = "",
    elsewhere: str = "",
    hand: int = 0,
    supply: int | None = None,
    **extra: object,
) -> State:
    """A position: what lies nowhere else is in the bag or in the supply. Refused where it could not be one.

    `supply` takes the tiles beyond it out of the way, to the last player's side.
    """
    used = "".join(one.chests for one in boards) + centre
    bag = [str(number - used.count(letter)) for number, letter in zip(CHESTS, COLOUR_LETTERS, strict=True)]
    handles = list(range(20, 50))
    kept = [[handles.pop() for _ in range(one.tiles)] for one in boards]
    in_hand = [handles.pop(0) for _ in range(hand)]
    while supply is not None and len(handles) > supply:
        kept[-1].append(handles.pop())
    words = [
        f"tortuga/1 phase={phase} round=1 start={start} goal={goal} bag={'.'.join(bag)} centre={_sorted(centre)}",
        f"supply={_runs(handles)}",
        *(one.text.format(_runs(tiles)) for one, tiles in zip(boards, kept, strict=True)),
    ]
    if hand:
        extra["hand"] = _runs(in_hand)
    order = ("dice", "skulls", "stuck", "faces", "action", "ranks", "position", "victim", "hand", "coins")
    words += [f"{name}={extra[name]}" for name in order if name in extra]
    return GAME.read_position(" ".join(words))


def _sorted(chests: str) -> str:
    return "".join(sorted(chests, key=COLOUR_LETTERS.index)) or "-"


def _runs(handles: list[int]) -> str:
    """Handles as the notation writes them."""
    runs: list[list[int]] = []
    for handle in handles:
        if runs and runs[-1][-1] == handle - 1:
            runs[-1].append(handle)
        else:
            runs.append([handle])
    return ",".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs) or "-"


class Sitting:
    """A table at a position, told what happens. Every telling gives the table back, so that a test reads as a story."""

    def __init__(self, state: State, *, rolled: str = "", coins: int | tuple[int, ...] = 1) -> None:
        """`rolled`: what unfinished players see behind their screens; `coins`: what lies under kept tiles and hands."""
        self.draw = ScriptedDraw()
        seats = state.setup.seats
        given: dict[int, int] = {}
        for row, (seat, mask) in zip(rolled.split(), _unfinished(state), strict=bool(rolled)):
            given.update(zip(HANDLES[seat][mask], map(FACE_LETTERS.index, row), strict=True))
        kept = [*state.hand, *(handle for ship in state.ships for handle in ship.tiles)]
        faces = (coins,) * len(kept) if isinstance(coins, int) else coins
        given.update(zip(kept, faces, strict=True))
        self.table = table_at(GAME, state, seats, given, self.draw)

    # --- what happens ---

    def rolls(self, faces: str) -> Sitting:
        """Everybody unfinished rolls: a word each, a letter for each unassigned die in order (* is a skull)."""
        return self.chance(*(FACE_LETTERS.index(letter) for letter in faces.replace(" ", "")))

    def chance(self, *numbers: int) -> Sitting:
        self.draw.give(list(numbers))
        self.table.step()
        self.draw.rest()
        return self

    def draws(self, colours: str) -> Sitting:
        """Chests from the bag, one after the other."""
        bag = list(self.state.bag)
        numbers = []
        for colour in map(COLOUR_LETTERS.index, colours):
            numbers.append(sum(bag[:colour]))
            bag[colour] -= 1
        return self.chance(*numbers)

    def done(self) -> Sitting:
        self.table.step()
        return self

    def moves(self, *texts: str) -> Sitting:
        """A move for each seat asked, in their order."""
        asked = deciders(self.table.ask)
        found = zip(asked, texts, strict=True)
        self.table.step({seat: GAME.read_move(self.state, seat, text) for seat, text in found})
        return self

    def refuses(self, *texts: str, ruling: str, words: str) -> Sitting:
        """The same, but the rules say no: with this ruling and these words, and nothing changes."""
        before = self.state
        with pytest.raises(IllegalMove) as caught:
            self.moves(*texts)
        assert (caught.value.ruling, words in caught.value.sentence) == (ruling, True), caught.value
        assert self.state is before
        return self

    # --- what is seen ---

    @property
    def state(self) -> State:
        return self.table.state

    @property
    def asked(self) -> tuple[int, ...]:
        return deciders(self.table.ask)

    @property
    def phase(self) -> str:
        """As the notation writes it."""
        return GAME.position_text(self.state).split()[1].removeprefix("phase=")

    @property
    def result(self) -> Result:
        assert isinstance(self.table.ask, Over)
        return self.table.ask.result

    def ship(self, seat: int) -> Ship:
        return self.state.ships[seat]

    def legal(self, seat: int) -> set[str]:
        return {GAME.move_text(move) for move in self.table.moves(seat)}

    def dice(self, seat: int) -> str:
        """The dice of a seat as the notation writes them."""
        return GAME.position_text(self.state).split()[8 + seat].split(":")[6]

    def bonus(self, seat: int) -> str:
        return GAME.position_text(self.state).split()[8 + seat].split(":")[7]

    def total(self, seat: int, action: int) -> int:
        return total(self.state, seat, action)

    def area(self, seat: int, name: str) -> str:
        chests = getattr(self.ship(seat), name)
        if name == "port":
            return "".join(letter * number for letter, number in zip(COLOUR_LETTERS, chests, strict=True))
        return "".join(COLOUR_LETTERS[colour] for colour in chests)

    def centre(self) -> str:
        return GAME.position_text(self.state).split()[6].removeprefix("centre=").replace("-", "")

    def in_bag(self, colour: str) -> int:
        return self.state.bag[COLOUR_LETTERS.index(colour)]


def _unfinished(state: State) -> list[tuple[int, int]]:
    free = [31 & ~(p | p >> 5 | p >> 10 | p >> 15 | p >> 20) for p in state.placed]
    return [(seat, mask) for seat, mask in enumerate(free) if mask]
