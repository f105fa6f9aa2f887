"""Replays: all frames of a verified game, the model that leafs through it, and the command."""
