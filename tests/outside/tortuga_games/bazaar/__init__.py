"""Bazaar: a market with everything that a game may say about itself, in a folder that is not ours.

    PYTHONPATH=.:tests/outside tortuga play --game bazaar

`tests/two_games` drives every command with it, beside our own games: whatever works here works for any folder.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from tests.rules.market import State, WordyMarket
from tortuga_p2p.rules.about import About
from tortuga_p2p.rules.option import Amount, File, Flag, OneOf, Option, Preset, Several
from tortuga_p2p.rules.plain import ints
from tortuga_p2p.rules.roster import Roster

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from tortuga_p2p.rules.ask import Move, Moves
    from tortuga_p2p.rules.game import Bot, Draw, Options, View


def _read_gifts(text: str) -> Any:
    return ints(tuple(map(int, text.split())) if all(word.isdigit() for word in text.split()) else None, 0, 9)


class Bazaar(WordyMarket):
    """The rules, with an option of every kind: each changes what somebody begins with, or how long it takes."""

    name = "bazaar"
    title = "Bazaar"
    about = About("Sell fish, rum and silk before the sun sets.", minutes=3, order=500)
    options = (
        Option("short", Flag(), 0, "One day only", "The bazaar is over after one round instead of two."),
        Option("purse", OneOf({0: "empty", 3: "three coins"}), 0, "Purse", "What everybody begins with."),
        Option("head_start", Amount(0, 20), 0, "Head start", "Coins for whoever has the last seat."),
        Option(
            "charms",
            Several({"bell": "a bell", "owl": "an owl"}),
            (),
            "Charms",
            "Each is worth a coin to the first seat.",
            when=lambda seats, values: seats > 2,
            why_not="Charms are for three and more players.",
        ),
        Option("gifts", File(_read_gifts, lambda value: ints(value, 0, 9)), (), "Gifts", "Coins by seat, from a file."),
    )
    presets = (
        Preset("quick", "One day, and nobody starts with nothing.", {"short": 1, "purse": 3}),
        Preset("lucky", "With all charms.", {"charms": ("bell", "owl")}),
    )

    def setup(self, seats: int, options: Options) -> State:
        values: Mapping[str, Any] = self.check_table(seats, options)
        coins = [values["purse"]] * seats
        coins[0] += len(values["charms"])
        coins[-1] += values["head_start"]
        for seat, gift in enumerate(values["gifts"][:seats]):
            coins[seat] += gift
        start = super().setup(seats, {})
        return start._replace(round=1 + values["short"], coins=tuple(coins))

    def points_so_far(self, state: State) -> tuple[int, ...]:
        return state.coins

    def bots(self) -> Mapping[str, Callable[[], Bot]]:
        return {"merchant": Merchant, "miser": Miser}

    def roster(self) -> Roster:
        return Roster(
            ("merchant",), "merchant", {"merchant": "Sells in pairs.", "miser": "Sells as little as possible."}
        )


class Merchant:
    """Sells two of a kind where it can, and tips nobody."""

    name = "merchant"
    is_quick = True

    def choose(self, view: View[Any], moves: Moves, draw: Draw, /) -> Move:
        return max(moves, key=lambda move: (len(move.opens), -sum(move.data[1:2]), move))


class Miser:
    """Sells one thing at a time."""

    name = "miser"
    is_quick = True

    def choose(self, view: View[Any], moves: Moves, draw: Draw, /) -> Move:
        return min(moves, key=lambda move: (len(move.opens), sum(move.data[1:2]), move))


GAME: Final = Bazaar()
