"""The commands, one module each: `add_arguments(parser)`, `run(args) -> int`, and a docstring that is the manual.

Start with `watch.py`; `cli.py` lists them. Besides them: `code.py` (exit codes), `arguments.py` (shared ones) and
`terminal.py` (colour, width, progress). Imports whatever a command needs; nothing imports a command.
"""
