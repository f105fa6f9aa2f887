"""A game's options as entries of a form: made of what the game declares, so that every kind of option can be chosen.

What is too large to type (a `File`) is for the command line.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ...errors import BadInput
from ...rules.option import Amount, File, Flag, OneOf, Several
from ...text import _
from ..widgets.field import Field
from ..widgets.form import FormEntry

if TYPE_CHECKING:
    from collections.abc import Callable

    from ...games import AnyGame
    from ...rules.option import Option
    from ...rules.plain import Plain

NUMBERS_LISTED_MAX: Final = 9  # values of an amount that stand side by side; more are typed


class OptionForm:
    """The entries for one game, for a table whose number of seats may change while they are filled in."""

    def __init__(self, game: AnyGame, seats: Callable[[], int]) -> None:
        self._game = game
        self._options = [option for option in game.options if not isinstance(option.kind, File)]
        self._presets = game.presets
        self._seats = seats
        self._fields = {option.name: _fields(option) for option in self._options}
        for option in self._options:
            for entry in self._fields[option.name]:
                entry.off = self._off(option)
                entry.changed = self._made_it_his_own
        self._preset = FormEntry(
            _("Preset"), [_("your own"), *(one.name for one in self._presets)], note=self._about_preset
        )
        self._preset.changed = self._take_preset

    @property
    def entries(self) -> list[FormEntry]:
        fields = [entry for option in self._options for entry in self._fields[option.name]]
        return [self._preset, *fields] if self._presets else fields

    def values(self) -> dict[str, Plain]:
        """What is chosen; an option that is not there at such a table has its default. `BadInput` for a wrong text, and
        for options that the game cannot play together."""
        given = {option.name: _read(option, self._fields[option.name]) for option in self._options}
        seats = self._seats()
        chosen = {option.name: given[option.name] for option in self._options if option.is_open(seats, given)}
        self._game.setup(seats, chosen)
        return chosen

    def _off(self, option: Option) -> Callable[[], str]:
        def why_not() -> str:
            return "" if option.is_open(self._seats(), self._so_far()) else _(option.why_not)

        return why_not

    def _so_far(self) -> dict[str, Plain]:
        """All values; the default of whatever is half typed: that is said when the form is done."""
        found = {}
        for option in self._options:
            try:
                found[option.name] = _read(option, self._fields[option.name])
            except BadInput:
                found[option.name] = option.default
        return found

    # --- presets ---------------------------------------------------------------------------------------------------

    def _about_preset(self) -> str:
        at = self._preset.at
        return _(self._presets[at - 1].help) if at else _("Options under one name.")

    def _take_preset(self) -> None:
        if self._preset.at:
            chosen = self._presets[self._preset.at - 1].options
            for option in self._options:
                _fill(option, self._fields[option.name], chosen.get(option.name, option.default))

    def _made_it_his_own(self) -> None:
        self._preset.at = 0


def _fields(option: Option) -> list[FormEntry]:
    """The entries for one option, at its default."""
    label, note = _(option.label), _(option.help)
    match option.kind:
        case Flag():
            fields = [FormEntry(label, [_("no"), _("yes")], note=note)]
        case OneOf(choices):
            fields = [FormEntry(label, [_(text) for text in choices.values()], note=note)]
        case Amount(low, high) if high - low < NUMBERS_LISTED_MAX:
            fields = [FormEntry(label, [str(number) for number in range(low, high + 1)], note=note)]
        case Several(choices):
            # A line for each, set in below what they are: the label is in the note.
            fields = [
                FormEntry(f" - {_(text)}", [_("no"), _("yes")], note=f"{label}. {note}") for text in choices.values()
            ]
        case _:
            fields = [FormEntry(label, note=f"{note} ({option.kind.hint})", typed=Field(limit=40))]
    _fill(option, fields, option.default)
    return fields


def _fill(option: Option, fields: list[FormEntry], value: Plain) -> None:
    match option.kind:
        case Flag():
            fields[0].at = int(bool(value))
        case OneOf(choices):
            fields[0].at = list(choices).index(value)
        case Amount(low, high) if high - low < NUMBERS_LISTED_MAX:
            assert isinstance(value, int)
            fields[0].at = value - low
        case Several(choices):
            assert isinstance(value, tuple)
            for field, key in zip(fields, choices, strict=True):
                field.at = int(key in value)
        case _:
            fields[0].typed = Field(option.kind.spell(value), 40)


def _read(option: Option, fields: list[FormEntry]) -> Plain:
    match option.kind:
        case Flag():
            return fields[0].at
        case OneOf(choices):
            key: Plain = list(choices)[fields[0].at]
            return key
        case Amount(low, high) if high - low < NUMBERS_LISTED_MAX:
            return low + fields[0].at
        case Several(choices):
            value = tuple(key for field, key in zip(fields, choices, strict=True) if field.at)
            option.kind.check(value)
            return value
        case kind:
            return kind.read(fields[0].value)
