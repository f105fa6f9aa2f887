"""A game of bots on the screen, as it is played: the film, what is remarked on it, and how it looks."""
