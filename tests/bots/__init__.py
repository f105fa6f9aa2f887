"""Tests of the bots for any game, of the arena and of its figures. Start with test_match.py."""
