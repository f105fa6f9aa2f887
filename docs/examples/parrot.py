"""A bot in Python, through an entry point: it repeats the kind of action it likes best. See docs/writing-a-bot.md."""


class Parrot:
    name = "parrot"

    def __init__(self, game, seats):
        self.game = game  # the rules: legal_moves, apply, position_text ...
        self.seats = seats

    def choose(self, view, moves, draw):
        """One of `moves`. `view` has the public state, our seat, and what only we were shown."""
        texts = [self.game.move_text(move) for move in moves]
        greedy = [move for move, text in zip(moves, texts, strict=False) if text.startswith(("act", "seize", "claim"))]
        most = max(len(move.opens) for move in moves)  # else the largest set of dice
        liked = greedy or [move for move in moves if len(move.opens) == most]
        return liked[draw.below(len(liked))]  # chance only from `draw`: a seed then repeats the game
