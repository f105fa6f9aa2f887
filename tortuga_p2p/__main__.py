"""The `tortuga` command, also as `python -m tortuga_p2p`. From its first moment to its last, Ctrl-C ends it quietly."""

import sys


def entry() -> int:
    """Loads the program and runs it; gives its exit code."""
    try:
        from .cli import main

        code = main()
        from signal import SIG_IGN, SIGINT, signal

        signal(SIGINT, SIG_IGN)  # all is done: nobody needs to see what Python was doing last
    except KeyboardInterrupt:  # before the program could hear it, or for the second time while it stopped
        return 130
    return code


if __name__ == "__main__":
    sys.exit(entry())
