"""What players agree on before a game, as data. Everybody reads the same declaration: the command line, the tavern's
forms, the help, the completion of shells, reports, and the conformance suite.

A value is plain and is all that the meeting signs; labels and sentences are for people and stay on their machines. An
option's kind reads a value from text, spells it again, checks one that a stranger sent, and says it to people.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeAlias

from ..errors import BadInput
from ..text import N_, _, guess, listed
from .plain import an_int

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from .game import Options
    from .plain import Plain

Key: TypeAlias = int | str  # of a choice: what the meeting carries

YES, NO = N_("yes"), N_("no")
NOTHING, EVERYTHING = "none", "all"  # typed for several things


class OptionKind(Protocol):
    """What sort of value an option has."""

    def read(self, text: str) -> Plain:
        """The value that somebody typed; `BadInput` says what could have been typed."""

    def spell(self, value: Any) -> str:
        """What would be typed for it."""

    def check(self, value: object) -> None:
        """Raises `BadInput` for what is no value of this kind, whoever sent it."""

    def say(self, value: Any) -> str:
        """The value as people read it."""

    @property
    def hint(self) -> str:
        """What may be typed, in a few words."""

    @property
    def typed(self) -> tuple[str, ...]:
        """Every word that may be typed, where they can be listed."""


class Flag(NamedTuple):
    """Yes or no: 1 or 0."""

    def read(self, text: str) -> Plain:
        if text.lower() not in ("yes", "no"):
            raise BadInput(_("say yes or no, not {text!r}.", text=text))
        return int(text.lower() == "yes")

    def spell(self, value: Any) -> str:
        return "yes" if value else "no"

    def check(self, value: object) -> None:
        an_int(value, 0, 1)  # one spelling of yes, for one agreement

    def say(self, value: Any) -> str:
        return _(YES) if value else _(NO)

    @property
    def hint(self) -> str:
        return "yes or no"

    @property
    def typed(self) -> tuple[str, ...]:
        return ("no", "yes")


class OneOf(NamedTuple):
    """One of some choices: its key is the value, its label is for people."""

    choices: Mapping[Any, str]  # by key

    def read(self, text: str) -> Plain:
        key: Plain = _read_key(self.choices, text)
        return key

    def spell(self, value: Any) -> str:
        return str(value)

    def check(self, value: object) -> None:
        _check_key(self.choices, value)

    def say(self, value: Any) -> str:
        return _(self.choices[value])

    @property
    def hint(self) -> str:
        return f"one of {', '.join(self.typed)}"

    @property
    def typed(self) -> tuple[str, ...]:
        return tuple(map(str, self.choices))


class Amount(NamedTuple):
    """A whole number from `low` to `high`."""

    low: int
    high: int

    def read(self, text: str) -> Plain:
        if text.isascii() and text.isdigit() and len(text) <= 9 and self.low <= int(text) <= self.high:
            return int(text)
        raise BadInput(
            _("say a whole number from {low} to {high}, not {text!r}.", low=self.low, high=self.high, text=text)
        )

    def spell(self, value: Any) -> str:
        return str(value)

    def check(self, value: object) -> None:
        an_int(value, self.low, self.high)

    def say(self, value: Any) -> str:
        return str(value)

    @property
    def hint(self) -> str:
        return f"a whole number from {self.low} to {self.high}"

    @property
    def typed(self) -> tuple[str, ...]:
        return ()


class Several(NamedTuple):
    """Some of the choices, each once, in their declared order: a tuple of keys. At least `low`, at most `high`."""

    choices: Mapping[Any, str]
    low: int = 0
    high: int | None = None  # all of them

    @property
    def most(self) -> int:
        return len(self.choices) if self.high is None else self.high

    def read(self, text: str) -> Plain:
        if text.lower() == EVERYTHING:
            picked = list(self.choices)
        else:
            words = [] if text.lower() in ("", NOTHING) else text.split(",")
            picked = [_read_key(self.choices, word) for word in words]
        value = tuple(key for key in self.choices if key in picked)
        if len(value) != len(picked):
            raise BadInput(_("something appears twice in {text!r}.", text=text))
        self.check(value)
        return value

    def spell(self, value: Any) -> str:
        return ",".join(map(str, value)) or NOTHING

    def check(self, value: object) -> None:
        if not isinstance(value, tuple):
            raise BadInput(_("expected a list of choices, found {value!r}.", value=value))
        for key in value:
            _check_key(self.choices, key)
        if value != tuple(key for key in self.choices if key in value):
            raise BadInput(_("choices must be in order, each once."))
        if not self.low <= len(value) <= self.most:
            raise BadInput(
                _("choose {range} of these, not {count}.", range=_range(self.low, self.most), count=len(value))
            )

    def say(self, value: Any) -> str:
        return listed([_(self.choices[key]) for key in value]) or _("none")

    @property
    def hint(self) -> str:
        return f"{_range(self.low, self.most)} of {', '.join(map(str, self.choices))}, with commas between them"

    @property
    def typed(self) -> tuple[str, ...]:
        return tuple(map(str, self.choices))


class File(NamedTuple):
    """Something too large to type: read from the text of a file, and checked by the game itself."""

    parse: Callable[[str], Any]  # `BadInput` with a sentence
    judge: Callable[[Any], object]  # the same for a value that a stranger sent

    def read(self, text: str) -> Plain:
        value: Plain = self.parse(text)
        return value

    def spell(self, value: Any) -> str:
        return "@FILE"

    def check(self, value: object) -> None:
        self.judge(value)

    def say(self, value: Any) -> str:
        return _("from a file")

    @property
    def hint(self) -> str:
        return "@FILE"

    @property
    def typed(self) -> tuple[str, ...]:
        return ()


def _range(low: int, high: int) -> str:
    return str(low) if low == high else f"{low} to {high}"


def _read_key(choices: Mapping[Any, str], text: str) -> Any:
    for key in choices:
        if str(key).lower() == text.strip().lower():
            return key
    raise BadInput(_("choose from {map}, not {text!r}.", map=", ".join(map(str, choices)), text=text))


def _check_key(choices: Mapping[Any, str], value: object) -> None:
    # To Python alone, 1 and 1.0 and True are one key; in an agreement they would be three.
    if not any(type(key) is type(value) and key == value for key in choices):
        raise BadInput(_("choose from {map}, not {value!r}.", map=", ".join(map(str, choices)), value=value))


class Option(NamedTuple):
    """One thing to agree on. `when` says for which tables it is there; elsewhere it has its default, and `why_not`
    is the sentence that says why."""

    name: str  # typed, and in the meeting
    kind: OptionKind
    default: Plain
    label: str  # in a form: a few words
    help: str  # one sentence: what it changes
    when: Callable[[int, Options], bool] | None = None  # of the number of seats, and of all options together
    why_not: str = ""

    def is_open(self, seats: int, values: Options) -> bool:
        """Whether there is something to choose at such a table."""
        return self.when is None or self.when(seats, values)


class Preset(NamedTuple):
    """Options under one name: for people. The meeting carries the values only."""

    name: str  # typed
    help: str  # one sentence: for whom, or what it is like
    options: Options


def agreed(title: str, options: Sequence[Option], seats: int, given: Options) -> dict[str, Plain]:
    """All options of a table with their values, those not given by default. `BadInput` for what cannot be played.

    A game calls it in `setup`: given options may come from anybody.
    """
    known = {option.name: option for option in options}
    for name in given:
        if name not in known:
            raise BadInput(
                _(
                    "{title} has no option {name!r}: {hint}",
                    title=title,
                    name=name,
                    hint=guess(name, known) if known else _("it has none."),
                )
            )
        try:
            known[name].kind.check(given[name])
        except BadInput as mistake:
            raise BadInput(_("option {name!r}: {mistake}", name=name, mistake=mistake)) from None
    values = {option.name: given.get(option.name, option.default) for option in options}
    for option in options:
        if values[option.name] != option.default and not option.is_open(seats, values):
            raise BadInput(_(option.why_not))
    return values


def read_option(option: Option, text: str) -> Plain:
    """A value as it was typed; `BadInput` names the option."""
    try:
        return option.kind.read(text)
    except BadInput as mistake:
        raise BadInput(_("option {name!r}: {mistake}", name=option.name, mistake=mistake)) from None


def unusual(options: Sequence[Option], values: Options) -> list[str]:
    """What was agreed on and is not the default, for people: "label: value"."""
    return [_told(option, values[option.name]) for option in _changed(options, values)]


def spelled(options: Sequence[Option], values: Options) -> list[str]:
    """The same as it would be typed: "name=value"."""
    return [f"{option.name}={option.kind.spell(values[option.name])}" for option in _changed(options, values)]


def read_spelled(options: Sequence[Option], words: Sequence[str]) -> list[str]:
    """What somebody else spelled, for people; whatever we do not know, as it came: it is a hint and no agreement."""
    known = {option.name: option for option in options}
    told = []
    for word in words:
        name, _equals, value = word.partition("=")
        option = known.get(name)
        if option is not None and isinstance(option.kind, File):
            told.append(_told(option, value))
        elif option is not None:
            try:
                told.append(_told(option, option.kind.read(value)))
            except BadInput:
                told.append(word)
        else:
            told.append(word)
    return told


def _changed(options: Sequence[Option], values: Options) -> list[Option]:
    return [option for option in options if values.get(option.name, option.default) != option.default]


def _told(option: Option, value: Any) -> str:
    return f"{_(option.label)}: {option.kind.say(value)}"
