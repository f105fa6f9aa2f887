"""The tiny game of that name, as somebody else's package would install it."""

from tests.tinygames import MUTINY as GAME

__all__ = ["GAME"]
