"""The board of Tortuga as styled text."""

from .board import Board as SCREEN

__all__ = ["SCREEN"]
