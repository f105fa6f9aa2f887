"""A guided first game: a real board and real questions, with one idea beside each (rules/lesson.py, bots/guided.py)."""
