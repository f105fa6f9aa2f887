"""The signs of a board and what they mean, read from a file."""

from __future__ import annotations

import pytest

from tortuga_p2p.games import load, names
from tortuga_p2p.rules.legend import BoardSign, signs_in
from tortuga_p2p.rules.screen import LEGEND_COLUMNS


def test_a_sign_has_a_twin_in_ascii_where_it_needs_one() -> None:
    found = signs_in("tortuga_p2p.games.tortuga.screen")
    assert BoardSign("★", "*", "who begins the round") in found
    assert BoardSign("=6", "=6", "what dice and bonuses come to") in found


@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("rich", [True, False])
def test_every_legend_says_what_a_sign_means_in_a_narrow_column(name: str, rich: bool) -> None:
    legend = load(name).screen().legend(rich=rich)
    assert legend
    for sign, meaning in legend:
        assert 0 < len(sign) <= LEGEND_COLUMNS
        assert meaning
        assert rich or sign.isascii(), sign
