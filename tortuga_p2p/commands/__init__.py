"""The commands, one module each: `add_arguments(parser)`, `run(args) -> int`, and a docstring that is the manual.

Start with `..cli`, which lists them, and `watch.py`. Besides them: `entry.py` (arguments that several share) and
`terminal.py` (colour, width, progress). Imports whatever a command needs; nothing imports a command.
"""
