"""`python -m tortuga_p2p` is `tortuga`, wherever scripts are not on the path."""

import sys

from .cli import main

if __name__ == "__main__":
    sys.exit(main())
