"""A running game on the full screen: the board, the open decision, who is waited for, what happens, the end."""
