"""The tiny game of that name, as somebody else's package would install it."""

from tests.tinygames import HARBOUR as GAME

__all__ = ["GAME"]
