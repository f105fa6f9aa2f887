"""A peer that cheats, as a program: an honest bot whose first move of play is changed before it is signed.

    python -m tests.lan.cheater --level random --join ...      as `tortuga bot`

It reveals dice that it did not seal: everything else it does is right, so only the check of that one message finds it.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import Any

from tortuga_p2p.cli import main
from tortuga_p2p.session import choosing, stages
from tortuga_p2p.session.message import Play

_honest = choosing.speak_reveal


def speak_other(table: Any, own: Any, seat: int, move: Any) -> Any:
    """The salt of another seal: the reveal does not fit what was promised."""
    reveal = _honest(table, own, seat, move)
    return replace(reveal, salt=bytes(32))


if __name__ == "__main__":
    work = stages.STAGES["reveal"]
    # Our own check would stop us: a cheater does without.
    stages.STAGES["reveal"] = work._replace(
        speak=speak_other, trust=lambda table, seat, said: choosing.check_move(table, seat, Play(said.deed))
    )
    sys.exit(main(["bot", *sys.argv[1:]]))
