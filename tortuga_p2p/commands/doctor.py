"""Say what works on this machine and network, and what to do about the rest.

Looks at addresses, the port, a secured link, multicast, IPv6, the clock, the
data folder and the fast arithmetic. Sends nothing beyond the local network.

examples:
  tortuga doctor
  tortuga doctor --json

exit codes: 0 all is well enough to play with others, 1 something is not.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Final

from ..text import _
from .code import DONE

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Sequence

    from ..net.doctor import Diagnosis

UNWELL: Final = 1


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--host", metavar="IP", action="append", help=_("look only at the network where this machine has this address")
    )
    parser.add_argument("--json", action="store_true", help=_("print the findings as one JSON object"))


def run(args: Namespace) -> int:
    from functools import partial

    import trio

    from ..net.address import own_host
    from ..net.doctor import Health, examine
    from ..node.home import default_home

    hosts = [own_host(text) for text in args.host] if args.host else None
    findings = trio.run(partial(examine, default_home().path, hosts=hosts))
    is_well = all(finding.health is not Health.BAD for finding in findings)
    if args.json:
        print(json.dumps({"ok": is_well, "findings": [asdict(finding) for finding in findings]}, indent=2))
    else:
        print("\n".join(_lines(findings)))
    return DONE if is_well else UNWELL


def _lines(findings: Sequence[Diagnosis]) -> list[str]:
    lines = []
    for finding in findings:
        lines.append(f"{finding.health:<4}  {finding.topic:<9}  {finding.seen}")
        if finding.advice:
            lines.append(f"{'':<17}{finding.advice}")
    return lines
