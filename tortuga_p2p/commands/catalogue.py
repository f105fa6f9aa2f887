"""All commands with the one line that says what each is for. Imports none of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

# What stands after `tortuga`, and the line that `tortuga --help` shows for it. Each is a module beside this one.
COMMANDS: Final[Mapping[str, str]] = {
    "tavern": "the menu that `tortuga` alone opens",
    "play": "play now against bots",
    "watch": "watch a complete game of bots, move by move",
    "host": "open a table on this network, wait for friends, and play",
    "join": "sit down at somebody's table",
    "tables": "show the tables on this network",
    "doctor": "say what works on this machine and network, and what to do",
    "resume": "go on with an unfinished game",
    "bot": "let a bot join a table as a peer of its own",
    "selfplay": "play a whole table of bots over real links on this machine",
    "soak": "repeat self-play while peers are killed and come back",
    "verify": "check transcripts: was everything proved, did anybody cheat?",
    "export": "print a game from its transcript as lines of JSON",
    "replay": "look at a game again, step by step, forwards and backwards",
    "rules": "how the game is played, with examples",
    "arena": "let bots play many games and measure who is better",
    "show": "draw a position from its one-line notation",
    "check": "check that the rules tell the stories in some files",
    "simulate": "simulate whole tables: bad networks, crashes, cheats",
    "config": "your name, colours and other settings",
    "completion": "print a script that completes these commands in your shell",
}
