"""What all screens share."""

from __future__ import annotations

import pytest

from tortuga_p2p.ui.widgets.frame import cut_below


@pytest.mark.parametrize(
    ("height", "shown"), [(4, "abcd"), (9, "abcd"), (3, "ab... and 2 lines more"), (2, "a... and 3")]
)
def test_a_board_that_is_too_high_says_how_much_of_it_is_missing(height: int, shown: str) -> None:
    lines = cut_below([[("", letter)] for letter in "abcd"], height)
    assert "".join(text for line in lines for _, text in line).startswith(shown)
    assert len(lines) <= height
