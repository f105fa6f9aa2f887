"""The `tortuga` command: which words it knows, and how every run of it ends.

Arguments in, one call out. Nothing heavier than argparse is imported until a command is chosen, so that
`tortuga --help` is there at once. A command is a module with `add_arguments(parser)` and `run(args) -> int`;
its docstring is its manual. It raises `BadInput` for whatever its user got wrong, before it does anything.
"""

from __future__ import annotations

import errno
import os
import sys
from argparse import SUPPRESS, ArgumentParser, RawDescriptionHelpFormatter
from importlib import import_module
from textwrap import wrap
from typing import TYPE_CHECKING, Final, NoReturn

from . import __version__
from .commands.catalogue import COMMANDS
from .commands.code import BAD_INPUT, FAILED, HUNG_UP, INTERRUPTED, PIPE_CLOSED
from .text import N_, _, guess, translated

if TYPE_CHECKING:
    from argparse import Action
    from collections.abc import Sequence

WIDTH: Final = 79  # of the help: what every terminal has


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command line and gives its exit code. Ends by `SystemExit` only for help and bad arguments."""
    words = list(sys.argv[1:] if argv is None else argv)
    try:
        return _run(words)
    except BaseException as stopped:
        if not _is_interrupt(stopped):
            raise
        if sys.stderr.isatty():
            print(file=sys.stderr)  # after the terminal's own ^C
        complain(" ".join(["tortuga", *words[:1]]), _("stopped."))
        return INTERRUPTED


def _is_interrupt(error: BaseException) -> bool:
    """Whether Ctrl-C was pressed, wherever that happened: nurseries wrap what ends them."""
    if isinstance(error, BaseExceptionGroup):
        return error.split(KeyboardInterrupt)[0] is not None
    return isinstance(error, KeyboardInterrupt)


def _run(words: list[str]) -> int:
    _open_streams()
    if hasattr(sys.stdout, "reconfigure"):
        # A terminal that cannot write a letter shows a question mark instead of ending the game.
        sys.stdout.reconfigure(errors="replace")
    try:
        try:
            return _command(words)
        finally:
            sys.stdout.flush()
    except OSError as trouble:
        # Nobody takes what we print. Python flushes once more at exit: it shall find a file that takes everything.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(trouble, BrokenPipeError):
            return PIPE_CLOSED
        if trouble.errno == errno.EIO:  # the terminal was closed: nobody would see a complaint, nor a later one
            os.dup2(sys.stdout.fileno(), sys.stderr.fileno())
            return HUNG_UP
        complain("tortuga", str(trouble))
        return FAILED
    except Exception as error:  # a mistake of ours: whoever plays gets one line, whoever mends it gets the report
        if _is_interrupt(error):
            raise
        from .ui.crash_report import mishap, write_report

        complain("tortuga", mishap(write_report(error), error))
        return FAILED


def _open_streams() -> None:
    """Whoever started us may have closed standard streams: they are empty, and no socket gets their numbers."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):  # each gets the lowest number that is free
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_RDWR), mode))


_CHOSEN: Final = {"KEY": N_("setting"), "DEED": N_("such word")}  # what a choice is called in a sentence


class Parser(ArgumentParser):
    """Answers a mistake with one line instead of the whole usage."""

    def __init__(self, prog: str, manual: str) -> None:
        super().__init__(prog, description=manual, formatter_class=RawDescriptionHelpFormatter, allow_abbrev=False)

    def format_help(self) -> str:
        """A command may have more to say at the end that takes a while to find: `set_defaults(closing=...)`."""
        closing = self.get_default("closing")
        if closing is not None:
            lines = [wrap(line, WIDTH, subsequent_indent="    ") or [""] for line in closing().splitlines()]
            self.epilog = "\n".join(part for parts in lines for part in parts)
        return super().format_help()

    def _check_value(self, action: Action, value: object) -> None:
        if action.choices is not None and value not in action.choices:
            hint = guess(str(value), map(str, action.choices))
            metavar = action.metavar if isinstance(action.metavar, str) else action.dest
            what = _(_CHOSEN.get(metavar, metavar.lower()))
            complain(self.prog, _("there is no {what} {value!r}: {hint}", what=what, value=value, hint=hint))
            raise SystemExit(BAD_INPUT)

    def error(self, message: str) -> NoReturn:
        complain(self.prog, _("{message} (`{prog} --help` explains)", message=message, prog=self.prog))
        raise SystemExit(BAD_INPUT)


def complain(prog: str, sentence: str) -> None:
    """One sentence on stderr, whatever it quotes: control characters of a file never reach the terminal.

    A terminal gets it broken between words; a pipe in one line.
    """
    from .ui.harmless import between_words

    line = " ".join(f"{prog}: {sentence}".split())
    line = "".join(c if c.isprintable() else "?" for c in line)
    print(between_words(line, sys.stderr), file=sys.stderr)


def _command(words: list[str]) -> int:
    if not words and sys.stdin.isatty() and sys.stdout.isatty():
        words = ["tavern"]
    name = words[0] if words else "--help"
    if name not in COMMANDS:
        top = _top()
        top.parse_args([name])  # --help and --version end here
        top.error(_("there is no command {name!r}: {hint}", name=name, hint=guess(name, COMMANDS).rstrip(".")))
    module = import_module(f".commands.{name}", __package__)
    from .errors import BadInput

    parser = Parser(f"tortuga {name}", translated(module.__doc__ or ""))
    module.add_arguments(parser)
    try:
        code: int = module.run(parser.parse_args(words[1:]))
    except BadInput as mistake:
        complain(parser.prog, str(mistake))
        return BAD_INPUT
    return code


def _top() -> Parser:
    rows = "\n".join(f"  {name:<10} {_(line)}" for name, line in COMMANDS.items())
    parser = Parser(prog="tortuga", manual=translated(_MANUAL).format(rows=rows))
    parser.usage = "tortuga COMMAND [OPTIONS]"
    parser.add_argument("--version", action="version", version=f"tortuga {__version__}")
    parser.add_argument("command", nargs="?", help=SUPPRESS)  # the manual lists them better
    return parser


_MANUAL: Final = """\
Pirate board games between terminals: no server, nobody can cheat, anyone can
check.

commands:
{rows}

Every command explains itself: `tortuga play --help`.

examples:
  tortuga                                 the tavern: one key, and you play
  tortuga play --bots expert,greedy       at once, against these
  tortuga host --seats 3                  for friends; they type: tortuga join
  tortuga verify game.tortuga             was everything proved?
  tortuga watch --seats greedy,random     bots, move by move

exit codes: 0 done, 1 it went wrong or somebody cheated (one line says what),
2 the command line or a file is wrong, 130 stopped by Ctrl-C.
"""
