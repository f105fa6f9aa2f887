"""Whole tables of bot processes on this machine: self-play, and soak, which breaks it."""
