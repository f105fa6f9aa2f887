"""Plain mode: a game line by line, for screen readers, bad lines, pipes and scripts."""
