"""All commands with the one line that says what each is for. Imports none of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ..text import N_

if TYPE_CHECKING:
    from collections.abc import Mapping

# What stands after `tortuga`, and the line that `tortuga --help` shows for it. Each is a module beside this one.
COMMANDS: Final[Mapping[str, str]] = {
    "tavern": N_("the menu that `tortuga` alone opens"),
    "play": N_("play now against bots"),
    "learn": N_("learn a game by playing it: a first voyage of a few minutes"),
    "watch": N_("watch a complete game of bots, move by move"),
    "host": N_("open a table on this network, wait for friends, and play"),
    "join": N_("sit down at somebody's table"),
    "tables": N_("show the tables on this network"),
    "doctor": N_("say what works on this machine and network, and what to do"),
    "resume": N_("go on with an unfinished game"),
    "games": N_("your games: when, with whom, how they ended; search and remove"),
    "bot": N_("let a bot join a table as a peer of its own"),
    "selfplay": N_("play a whole table of bots over real links on this machine"),
    "soak": N_("repeat self-play while peers are killed and come back"),
    "verify": N_("check transcripts: was everything proved, did anybody cheat?"),
    "export": N_("print a game from its transcript as lines of JSON"),
    "replay": N_("look at a game again, step by step, forwards and backwards"),
    "story": N_("tell the story of a finished game: points by round, luck, turning points"),
    "rules": N_("how the game is played, with examples"),
    "arena": N_("let bots play many games and measure who is better"),
    "show": N_("draw a position from its one-line notation"),
    "check": N_("check the rules against the stories in some files"),
    "simulate": N_("simulate whole tables: bad networks, crashes, cheats"),
    "config": N_("your name, colours and other settings"),
    "completion": N_("print a script that completes these commands in your shell"),
}
