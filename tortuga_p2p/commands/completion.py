"""Print a script that completes these commands in your shell.

It is made from the commands themselves, so it knows every option of this very
version. Print it again after an update.

examples:
  tortuga completion bash > ~/.local/share/bash-completion/completions/tortuga
  tortuga completion zsh > ~/.zfunc/_tortuga     a folder in your fpath
  tortuga completion fish > ~/.config/fish/completions/tortuga.fish
  eval "$(tortuga completion bash)"              for this shell only
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..text import _
from .catalogue import COMMANDS
from .code import DONE
from .shell_completion import SCRIPTS, read_grammar

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "shell", metavar="SHELL", choices=tuple(SCRIPTS), help=_("one of {scripts}", scripts=", ".join(SCRIPTS))
    )


def run(args: Namespace) -> int:
    print(SCRIPTS[args.shell](read_grammar(COMMANDS)), end="")
    return DONE
