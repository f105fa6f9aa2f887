"""The peers, each played in the fastest way that its own documentation shows, and one in a faster way still."""

from __future__ import annotations

import os
from random import Random

from .subject import Play, Subject

CHESS_PLIES_MAX = 300  # for the line without an end test, which would go on for long


def _catanatron() -> Play:
    from catanatron import Color, Game, RandomPlayer
    from catanatron.game import TURNS_LIMIT

    def play(seed: int, limit: int | None = None) -> object:
        game = Game([RandomPlayer(color) for color in Color], seed=seed + 1)
        decisions = 0
        while game.winning_color() is None and game.state.num_turns < TURNS_LIMIT:
            if decisions == limit:
                return game
            game.play_tick()
            decisions += 1
        return decisions

    return play


def _rlcard(name: str) -> Play:
    import rlcard

    again = rlcard.make(name)

    def play(seed: int, limit: int | None = None) -> object:
        choice = Random(seed).choice
        game = again if limit is None else rlcard.make(name)
        seen, _ = game.reset()
        decisions = 0
        while not game.is_over():
            if decisions == limit:
                return game
            seen, _ = game.step(choice(list(seen["legal_actions"])))
            decisions += 1
        return decisions

    return play


def _rlcard_bare(name: str) -> Play:
    """The class behind its environment: no views, no encoding, nothing checked."""
    from importlib import import_module

    import numpy

    kind = import_module(f"rlcard.games.{name}").Game
    shared = numpy.random.RandomState(0)  # its making would take longer than many a game
    again = kind()  # games are started anew, not made anew, as its environments do

    def play(seed: int, limit: int | None = None) -> object:
        choice = Random(seed).choice
        game = again if limit is None else kind()
        game.np_random = shared
        game.init_game()
        decisions = 0
        while not game.is_over():
            if decisions == limit:
                return game
            game.step(choice(list(game.get_legal_actions())))
            decisions += 1
        return decisions

    return play


def _pettingzoo(name: str) -> Play:
    os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
    from importlib import import_module

    environment = import_module(f"pettingzoo.classic.{name}").env()
    sizes = {agent: int(environment.action_space(agent).n) for agent in environment.possible_agents}

    def play(seed: int, limit: int | None = None) -> object:
        rng = Random(seed)
        game = environment if limit is None else import_module(f"pettingzoo.classic.{name}").env()
        game.reset(seed=seed)
        decisions = 0
        for agent in game.agent_iter():
            if decisions == limit:
                return game
            seen, _, ended, cut, _ = game.last()
            if ended or cut:
                game.step(None)
                continue
            mask = seen["action_mask"] if isinstance(seen, dict) else None
            game.step(rng.choice(mask.nonzero()[0]) if mask is not None else rng.randrange(sizes[agent]))
            decisions += 1
        return decisions

    return play


def _chess(end_test: bool) -> Play:
    import chess

    def play(seed: int, limit: int | None = None) -> object:
        rng = Random(seed)
        board = chess.Board()
        decisions = 0
        while True:
            if decisions == limit:
                return board
            if end_test and board.is_game_over():
                return decisions
            moves = list(board.legal_moves)
            if not moves or (not end_test and decisions == CHESS_PLIES_MAX):
                return decisions
            board.push(rng.choice(moves))
            decisions += 1

    return play


def _open_spiel(name: str) -> Play:
    import pyspiel

    game = pyspiel.load_game(name)
    sample = pyspiel.sample_action

    def play(seed: int, limit: int | None = None) -> object:
        rng = Random(seed)
        state = game.new_initial_state()
        decisions = 0
        while not state.is_terminal():
            if decisions == limit:
                return state
            if state.is_chance_node():
                state.apply_action(sample(state.chance_outcomes(), rng.random())[0])
            else:
                state.apply_action(rng.choice(state.legal_actions()))
                decisions += 1
        return decisions

    return play


PEERS = {
    "catanatron (4)": Subject("Python", _catanatron),
    "python-chess": Subject("Python", lambda: _chess(True)),
    "python-chess, no end test": Subject("Python", lambda: _chess(False)),
    "rlcard leduc (2)": Subject("Python", lambda: _rlcard("leduc-holdem")),
    "rlcard limit hold'em (2)": Subject("Python", lambda: _rlcard("limit-holdem")),
    "rlcard uno (2)": Subject("Python", lambda: _rlcard("uno")),
    "rlcard uno, class alone (2)": Subject("Python", lambda: _rlcard_bare("uno")),
    "pettingzoo rps (2)": Subject("Python", lambda: _pettingzoo("rps_v2")),
    "pettingzoo tictactoe (2)": Subject("Python", lambda: _pettingzoo("tictactoe_v3")),
    "pettingzoo connect four (2)": Subject("Python", lambda: _pettingzoo("connect_four_v3")),
    "open_spiel backgammon (2)": Subject("C++", lambda: _open_spiel("backgammon")),
    "open_spiel pig (2)": Subject("C++", lambda: _open_spiel("pig")),
    "open_spiel pig (4)": Subject("C++", lambda: _open_spiel("pig(players=4)")),
    "open_spiel yacht (4)": Subject("C++", lambda: _open_spiel("yacht(players=4)")),
}
