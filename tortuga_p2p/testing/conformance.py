"""The conformance suite: whoever adds a game runs `check_game` on it, and nothing else has to know the game.

`check_game` plays random games on the local table and looks at every step; a failure is a `NotConforming` whose
sentence says which promise was broken, and with which seats, seed and step to see it again. What a single step must
satisfy is in `trial.py`; here is what holds of a game as a whole, of its bots and of its folder.
"""

from __future__ import annotations

from hashlib import sha256
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from ..bots.chance import SeededDraw
from ..errors import BadInput
from ..games import load, package_of
from ..limits import DECK_CARDS_MAX, DISTINCT_CARDS_MAX, SEATS_MAX, SEATS_MIN
from ..rules.about import About
from ..rules.ask import Over, deciders
from ..rules.local_table import LocalTable
from ..rules.plain import check_plain
from ..rules.roster import MONTECARLO, RANDOM
from ..wire.codec import encode
from .damage import damaged, damaged_text, pick
from .lessons import check_lesson
from .trial import NotConforming, Trial, finish, holds, not_conforming

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from ..rules.ask import Move, Seat
    from ..rules.game import Bot, Game, Options
    from ..rules.option import Option

__all__ = ["NotConforming", "check_bots", "check_folder", "check_game", "check_lesson", "digest_of_games"]

STEPS_MAX = 5000  # no game needs more answers than that; one that does goes round in circles
DECISIONS_MAX = 20  # of each bot in a game: bots may think long
DAMAGED_MAX = 40  # texts and values tried on every option


def check_game(
    game: Game[Any],
    *,
    seeds: Iterable[int],
    seats: Iterable[int] | None = None,
    options: Options | None = None,
    steps_max: int = STEPS_MAX,
    one_in: int = 1,
) -> None:
    """Plays a game for every seed and number of seats; raises `NotConforming` where a promise is broken.

    The slow checks (damaged values, imagined worlds played to their end) are made on one step in `one_in`.
    """
    try:
        check_names(game)
        check_setup(game)
        check_offers(game)
    except Exception as error:
        raise not_conforming(error, f"{game.name} before it begins") from error
    seeds = tuple(seeds)
    for count in game.seats if seats is None else seats:
        for seed in seeds:
            Trial(game, count, options or {}, seed, steps_max, one_in).run()


def check_names(game: Game[Any]) -> None:
    """What a game says about itself."""
    holds(game.name.isidentifier() and game.name.islower(), "a game's name is a folder's name")
    holds(bool(game.title.strip()) and game.version >= 1, "a game has a title and a version from 1 on")
    ends = len(game.seats) > 0 and game.seats[0] >= SEATS_MIN and game.seats[-1] <= SEATS_MAX
    holds(ends and game.seats.step == 1, "a game seats as many as a table may have")
    names = [option.name for option in game.options]
    holds(len(set(names)) == len(names) and all(names), "options have different names")
    holds(all(option.label.strip() for option in game.options), "options have a label for forms")
    for option in game.options:
        try:
            option.kind.check(option.default)
        except BadInput as refusal:
            raise NotConforming(f"the option {option.name}: its default is a value of its kind: {refusal}") from None
    for name, pile in game.piles.items():
        holds(bool(name) and len(pile.faces) > 0 and min(pile.faces) >= 0, "a pile has a name and faces from 0 on")
        most = DECK_CARDS_MAX if pile.alike else DISTINCT_CARDS_MAX
        holds(len(pile.faces) <= most, f"a pile can be mixed, and made anew when somebody leaves: {most} cards or less")


def check_setup(game: Game[Any]) -> None:
    """Seats and options: the defaults are what is played without options, and strangers get `BadInput`."""
    seats = game.seats[0]
    plain = encode(game.pack(game.setup(seats, {})))
    for count in (-1, 0, game.seats[0] - 1, game.seats[-1] + 1, 10**6):
        _check_refused(game, count, {}, f"{count} seats are refused")
    _check_refused(game, seats, {"no such option": 1}, "an unknown option is refused")
    for option in game.options:
        check_plain(option.default)
        holds(bool(option.help.strip()), f"the option {option.name} is explained")
        holds(option.when is None or bool(option.why_not.strip()), f"the option {option.name} says why it is not there")
        by_default = game.setup(seats, {option.name: option.default})
        holds(encode(game.pack(by_default)) == plain, f"the option {option.name} has its default by default")
        _check_choices(game, option)
        _check_option(game, option)


def _check_choices(game: Game[Any], option: Option) -> None:
    """Every word that may be typed means a value, is spelled again, and can be played at some table."""
    for word in option.kind.typed:
        value = option.kind.read(word)
        again = option.kind.read(option.kind.spell(value))
        holds(encode(again) == encode(value), f"the option {option.name} spells {word} as it is read")
        holds(bool(option.kind.say(value).strip()), f"the option {option.name} has words for {word}")
        # An option may be there only beside others: a preset shows which.
        tables = [{option.name: value}, *({**preset.options, option.name: value} for preset in game.presets)]
        _check_playable(game, tables, f"the option {option.name}={word} can be played")


def _check_playable(game: Game[Any], tables: Sequence[Options], promise: str) -> None:
    """At some table of the game; a random game comes to its end. Raises `NotConforming` with why it is refused."""
    refusals = []
    for options in tables:
        for seats in game.seats:
            try:
                game.setup(seats, options)
            except BadInput as refusal:
                refusals.append(str(refusal))
                continue
            for _ in finish(LocalTable.new(game, seats, options, SeededDraw(0, promise)), SeededDraw(1), STEPS_MAX):
                pass
            return
    raise NotConforming(f"{promise}: {refusals[0]}")


def check_offers(game: Game[Any]) -> None:
    """What a game offers besides its rules: presets, who plays, what it is."""
    presets, roster, about = game.presets, game.roster(), game.about
    names = [preset.name for preset in presets]
    named = all(preset.name and preset.help.strip() for preset in presets)
    holds(len(set(names)) == len(names) and named, "presets have different names and a sentence")
    for preset in presets:
        _check_playable(game, (preset.options,), f"the preset {preset.name} can be played")
    known = {*game.bots(), RANDOM, MONTECARLO}
    holds({*roster.opponents, roster.adviser, *roster.styles} <= known, "a roster names bots of the game")
    holds(len(roster.opponents) + 1 in game.seats, "usual opponents and one person are a table of the game")
    holds(about == About() or bool(about.sentence.strip()), "a game says in a sentence what it is")


def _check_refused(game: Game[Any], seats: int, options: Options, promise: str) -> None:
    try:
        game.setup(seats, options)
    except BadInput as refusal:
        holds(bool(str(refusal).strip()), "a refusal says why")
    else:
        raise NotConforming(promise)


def _check_option(game: Game[Any], option: Option) -> None:
    draw = SeededDraw(0, "option", option.name)
    for number in range(DAMAGED_MAX):
        text = damaged_text(pick(("", "yes", "no", "7", "{}", option.name), draw), draw)
        value = damaged(option.default, draw)
        try:
            value = option.kind.read(text) if number % 2 else value
            check_plain(value)
            game.pack(game.setup(game.seats[0], {option.name: value}))
        except BadInput as refusal:
            holds(bool(str(refusal).strip()), "a refusal says why")
        except Exception as error:
            wrong = f"{text!r} or {value!r} made {type(error).__name__}: {error}"
            raise NotConforming(f"a wrong option is BadInput, but {option.name}: {wrong}") from error


def digest_of_games(game: Game[Any], seeds: Iterable[int], seats: Iterable[int] | None = None) -> str:
    """A fingerprint of every state in one random game for each seed: equal on every machine, or something is wrong."""
    digest = sha256()
    seeds = tuple(seeds)
    for count in game.seats if seats is None else seats:
        for seed in seeds:
            table = LocalTable.new(game, count, {}, SeededDraw(seed, "table"))
            for state in finish(table, SeededDraw(seed, "choices"), STEPS_MAX):
                digest.update(encode(game.pack(state)))
    return digest.hexdigest()


def check_bots(game: Game[Any], *, seeds: Iterable[int], decisions_max: int = DECISIONS_MAX) -> None:
    """Every bot of the game chooses legal moves, and the same one again from the same view and chance."""
    seeds = tuple(seeds)
    for name, make in sorted(game.bots().items()):
        for seed in seeds:
            table = LocalTable.new(game, pick(game.seats, SeededDraw(seed, name)), {}, SeededDraw(seed, "table"))
            decided = 0
            while not isinstance(table.ask, Over) and decided < decisions_max:
                choices = {seat: _bot_move(table, seat, make, (seed, name, decided)) for seat in deciders(table.ask)}
                decided += len(choices)
                table.step(choices)


def _bot_move(table: LocalTable[Any], seat: Seat, make: Callable[[], Bot], label: tuple[int, str, int]) -> Move:
    moves = table.moves(seat)
    if len(moves) == 1:  # as at every table, nobody is asked where there is nothing to decide
        return moves[0]
    move, again = (make().choose(table.view(seat), moves, SeededDraw(*label, seat)) for _ in range(2))
    holds(move in moves, f"the bot {label[1]} chooses a legal move (seed {label[0]})")
    holds(move == again, f"the bot {label[1]} chooses the same again (seed {label[0]})")
    return move


def check_folder(name: str) -> None:
    """A game is more than its rules: whole games and positions stored as text, counted sequences, and bots."""
    folder = files(package_of(name))
    for part in ("playthroughs", "scenarios"):
        shelf = folder.joinpath(part)
        texts = [file for file in shelf.iterdir() if file.name.endswith(".txt")] if shelf.is_dir() else []
        holds(bool(texts) and all(file.read_text("utf-8").strip() for file in texts), f"{name} has {part}/*.txt")
    counts = folder.joinpath("counts.txt")
    holds(counts.is_file() and bool(counts.read_text("utf-8").strip()), f"{name} has counts.txt")
    holds(bool(load(name).bots()), f"{name} brings a bot")
    holds(load(name).name == name, f"the folder {name} holds the game of that name")
