"""What a table tells on the network about its terms, and how a passer-by reads it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tortuga_p2p.crypto.group import default_group
from tortuga_p2p.crypto.identity import Identity, fingerprint
from tortuga_p2p.games import load, names
from tortuga_p2p.limits import OPTIONS_TOLD_BYTES_MAX, PATIENCE_DEFAULT_S
from tortuga_p2p.net.address import Address
from tortuga_p2p.net.discovery import _info, read_table
from tortuga_p2p.node.announcing import notice_of, told_options
from tortuga_p2p.node.lobby import HostLobby
from tortuga_p2p.rules.option import Flag, Option, unusual
from tortuga_p2p.session.agreement import make_terms, options_of
from tortuga_p2p.session.message import Person
from tortuga_p2p.ui.lobby_words import told_of

HOST = Identity.from_seed(b"h" * 32).public
WORDS = fingerprint(HOST)


def announced(game: Any, options: dict[str, Any], patience_s: int = PATIENCE_DEFAULT_S) -> Any:
    """The notice of such a table as it arrives elsewhere."""
    terms = make_terms(game, game.seats[-1], options, default_group(), patience_s)
    lobby = HostLobby(None, "table", terms, Person(HOST, "Host", False, HOST), lambda: bytes(32))  # type: ignore[arg-type]
    found = read_table(_info(notice_of(lobby, WORDS), [Address("10.0.0.1", 1667)]))
    assert found is not None
    return found.notice, unusual(game.options, options_of(terms))


@pytest.mark.parametrize("name", names())
def test_a_usual_table_tells_its_patience_and_nothing_else(name: str) -> None:
    notice, _ = announced(load(name), {})
    assert (notice.options, told_of(notice)) == ("", "patience: 3 minutes")


@pytest.mark.parametrize("name", names())
def test_every_preset_tells_whatever_is_not_usual_in_it(name: str) -> None:
    game = load(name)
    for preset in game.presets:
        notice, expected = announced(game, dict(preset.options), 2**32 - 1)
        assert told_of(notice) == "; ".join([*expected, "patience: 49710 days and 6 hours"])


def test_more_options_than_fit_end_in_dots() -> None:
    options = [Option(f"{number}-{'x' * 20}", Flag(), 0, "X", "") for number in range(20)]
    told = told_options(options, {option.name: 1 for option in options})
    assert OPTIONS_TOLD_BYTES_MAX - 30 < len(told) <= OPTIONS_TOLD_BYTES_MAX
    assert told.endswith("; ...")


def test_options_of_a_game_that_we_do_not_have_are_shown_as_they_are_spelled() -> None:
    notice, _ = announced(load(names()[0]), {})
    assert told_of(replace(notice, game="chess", options="king=none")) == "king=none; patience: 3 minutes"
