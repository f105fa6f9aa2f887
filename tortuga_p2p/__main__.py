"""`python -m tortuga_p2p`: the same as the `tortuga` command."""

import sys

from .cli import main

sys.exit(main())
