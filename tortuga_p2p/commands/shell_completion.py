"""All commands with their options as values, read from their parsers; and scripts made of them for three shells.

What stands behind an option is completed by what its parser says: its choices, or else its metavar (`FILE`, `DIR`,
and what the games say: bots, options, presets, chapters). Nothing else is guessed.
"""

from __future__ import annotations

from argparse import SUPPRESS, ArgumentParser
from importlib import import_module
from typing import TYPE_CHECKING, Final, NamedTuple

from ..bots.registry import names as bot_names
from ..games import AnyGame, offered
from ..ui.rules_text import chapters

if TYPE_CHECKING:
    from argparse import Action
    from collections.abc import Callable, Iterable, Mapping, Sequence

FILES, FOLDERS = "files", "folders"
_QUIET: Final = ("-h",)  # everybody knows --help


class OptionValue(NamedTuple):
    """What may stand in one place: some words, or files, or folders, or anything."""

    words: tuple[str, ...] = ()
    kind: str = ""  # FILES, FOLDERS or nothing


class CommandOption(NamedTuple):
    name: str
    help: str
    value: OptionValue | None  # `None` for a switch


class CommandWords(NamedTuple):
    """One command."""

    name: str
    help: str
    options: tuple[CommandOption, ...]
    places: tuple[OptionValue, ...]  # what stands without a name in front
    endless: bool  # whether the last place may be repeated


def read_grammar(commands: Mapping[str, str]) -> list[CommandWords]:
    return [_read(name, line) for name, line in commands.items()]


def _read(name: str, line: str) -> CommandWords:
    module = import_module(f".{name}", __package__)
    parser = ArgumentParser(f"tortuga {name}")
    module.add_arguments(parser)
    options, places, endless = [], [], False
    for action in parser._actions:
        if action.help == SUPPRESS:
            continue
        if action.option_strings:
            value = None if action.nargs == 0 else _value(action)
            for text in action.option_strings:
                if text not in _QUIET:
                    options.append(CommandOption(text, _plain(action), value))
        else:
            places.append(_value(action))
            endless = action.nargs in ("+", "*")
    return CommandWords(name, line, tuple(options), tuple(places), endless)


def _plain(action: Action) -> str:
    return (action.help or "").replace("%(default)s", str(action.default)).replace("%%", "%")


def _value(action: Action) -> OptionValue:
    if action.choices:
        return OptionValue(tuple(map(str, action.choices)))
    metavar = str(action.metavar or "")
    if metavar in _OF_GAMES:
        return OptionValue(tuple(dict.fromkeys(word for game in offered() for word in _OF_GAMES[metavar](game))))
    return OptionValue(kind={"FILE": FILES, "DIR": FOLDERS}.get(metavar, ""))


def _bots(game: AnyGame) -> list[str]:
    bots = [bot.partition("[")[0] for bot in bot_names(game)]
    return [bot for bot in bots if bot.islower()]  # not what is only a pattern


def _options(game: AnyGame) -> list[str]:
    """What can be typed, and for a file the begin of it."""
    typed = [f"{option.name}={word}" for option in game.options for word in option.kind.typed]
    return typed + [f"{option.name}=" for option in game.options if not option.kind.typed]


# What every game says for a metavar.
_OF_GAMES: Final[Mapping[str, Callable[[AnyGame], Iterable[str]]]] = {
    "BOT": _bots,
    "BOT,BOT,...": _bots,
    "GAME": lambda game: [game.name],
    "GAME,...": lambda game: [game.name],
    "PRESET": lambda game: [preset.name for preset in game.presets],
    "NAME=VALUE": _options,
    "CHAPTER": lambda game: chapters(game.name),
}


# --- bash --------------------------------------------------------------------------------------------------------


def bash(grammar: Sequence[CommandWords]) -> str:
    after = [
        f"        {command.name}:{option.name}) {_bash_value(option.value)};;"
        for command in grammar
        for option in command.options
        if option.value is not None
    ]
    behind = [
        f"        {command.name}:{place}) {_bash_value(value)};;"
        for command in grammar
        for place, value in _places(command)
    ]
    flags = [
        f"        {command.name}) options='{_names(command.options)}'; "
        f"valued='{_names(option for option in command.options if option.value is not None)}';;"
        for command in grammar
    ]
    return "\n".join(
        (
            "# Completes tortuga in bash. Made by `tortuga completion bash`.",
            "_tortuga() {",
            "    local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]}",
            "    local options='' valued='' words='' kind='' at place=0",
            "    COMPREPLY=()",
            "    if ((COMP_CWORD == 1)); then",
            f"        words='{' '.join(command.name for command in grammar)} --help --version'",
            '        COMPREPLY=($(compgen -W "$words" -- "$current"))',
            "        return",
            "    fi",
            "    case $command in",
            *flags,
            "        *) return;;",
            "    esac",
            '    case "$command:$before" in',
            *after,
            "        *) kind=none;;",
            "    esac",
            "    if [[ $kind == none ]]; then",
            "        kind=''",
            "        if [[ $current == -* ]]; then",
            "            words=$options",
            "        else",
            "            for ((at = 2; at < COMP_CWORD; at++)); do",
            '                if [[ " $valued " == *" ${COMP_WORDS[at]} "* ]]; then',
            "                    ((at++))  # what follows belongs to the option",
            "                elif [[ ${COMP_WORDS[at]} != -* ]]; then",
            "                    ((place++))",
            "                fi",
            "            done",
            '            case "$command:$place" in',
            *("    " + line for line in behind),
            "            esac",
            "        fi",
            "    fi",
            '    [[ -n $words ]] && COMPREPLY=($(compgen -W "$words" -- "$current"))',
            "    if [[ -n $kind ]]; then",
            "        compopt -o filenames 2> /dev/null",
            "        local IFS=$'\\n'",
            '        [[ $kind == files ]] && COMPREPLY=($(compgen -f -- "$current"))',
            '        [[ $kind == folders ]] && COMPREPLY=($(compgen -d -- "$current"))',
            "    fi",
            "    return 0",
            "}",
            "complete -F _tortuga tortuga",
            "",
        )
    )


def _names(options: Iterable[CommandOption]) -> str:
    return " ".join(option.name for option in options)


def _bash_value(value: OptionValue) -> str:
    return f"words='{' '.join(value.words)}'; kind='{value.kind}'"


def _places(command: CommandWords) -> list[tuple[str, OptionValue]]:
    """Each place by its number; the last one for all that follow where it may be repeated."""
    found = [(str(number), value) for number, value in enumerate(command.places)]
    if command.endless and found:
        found[-1] = ("*", found[-1][1])
    return found


# --- zsh ---------------------------------------------------------------------------------------------------------


def zsh(grammar: Sequence[CommandWords]) -> str:
    lines = ["#compdef tortuga", "# Completes tortuga in zsh. Made by `tortuga completion zsh`.", "", "_tortuga() {"]
    lines += ["    local -a commands=("]
    lines += [f"        {_quoted(f'{command.name}:{command.help}')}" for command in grammar]
    lines += ["    )", "    if ((CURRENT == 2)); then"]
    lines += [
        "        _describe command commands",
        "        _arguments '--help[what there is]' '--version[which version]'",
    ]
    lines += ["        return", "    fi", "    local command=$words[2]", "    shift words", "    ((CURRENT--))"]
    lines += ["    case $command in"]
    for command in grammar:
        specs = [_zsh_option(option) for option in command.options]
        specs += [_quoted(f"{_zsh_place(command, at)}:{_zsh_value(value)}") for at, value in enumerate(command.places)]
        lines += [f"        {command.name})", "            _arguments \\"]
        lines += [f"                {spec} \\" for spec in specs[:-1]] + [f"                {specs[-1]}"]
        lines += ["            ;;"]
    return "\n".join(
        [
            *lines,
            "    esac",
            "}",
            "",
            'if [[ $funcstack[1] == _tortuga ]]; then _tortuga "$@"; else compdef _tortuga tortuga; fi',
            "",
        ]
    )


def _zsh_option(option: CommandOption) -> str:
    text = option.help.replace("[", "(").replace("]", ")").replace(":", ",")
    value = "" if option.value is None else f":{_zsh_value(option.value)}"
    return _quoted(f"*{option.name}[{text}]{value}")


def _zsh_place(command: CommandWords, at: int) -> str:
    return "*:" if command.endless and at == len(command.places) - 1 else f"{at + 1}:"


def _zsh_value(value: OptionValue) -> str:
    if value.kind:
        return f"{value.kind}:{'_files' if value.kind == FILES else '_files -/'}"
    return f"value:({' '.join(value.words)})" if value.words else "value: "


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"


# --- fish --------------------------------------------------------------------------------------------------------


def fish(grammar: Sequence[CommandWords]) -> str:
    first = "complete -c tortuga -n __fish_use_subcommand"
    lines = ["# Completes tortuga in fish. Made by `tortuga completion fish`.", "complete -c tortuga -f"]
    lines += [f"{first} -l help -d 'what there is'", f"{first} -l version -d 'which version'"]
    lines += [f"{first} -a {command.name} -d {_fish_quoted(command.help)}" for command in grammar]
    for command in grammar:
        here = f"complete -c tortuga -n '__fish_seen_subcommand_from {command.name}'"
        for option in command.options:
            text = f"{here} -l {option.name.removeprefix('--')} -d {_fish_quoted(option.help)}"
            lines.append(text if option.value is None else f"{text} {_fish_value(option.value)}")
        lines += [f"{here} {_fish_value(value)}" for value in command.places if value.words or value.kind]
    return "\n".join([*lines, ""])


def _fish_value(value: OptionValue) -> str:
    if value.kind:
        return "-r -F" if value.kind == FILES else "-x -a '(__fish_complete_directories)'"
    return f"-x -a '{' '.join(value.words)}'" if value.words else "-x"


def _fish_quoted(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


SCRIPTS: Final[Mapping[str, Callable[[Sequence[CommandWords]], str]]] = {"bash": bash, "zsh": zsh, "fish": fish}
