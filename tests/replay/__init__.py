"""Replays: the album of a verified game, the reel that leafs through it, and the command."""
