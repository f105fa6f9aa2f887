"""protocol/hidden.md, its vectors and the code say the same, and a second program written from the text agrees."""

from __future__ import annotations

import json
import re
from fnmatch import fnmatch
from pathlib import Path

import pytest

from tests.crypto import second_reading
from tests.generators.vectors import hidden
from tests.generators.vectors.case import ACCEPT
from tests.second_reading import No
from tortuga_p2p import crypto, limits
from tortuga_p2p.crypto import blind_tag, element, zone
from tortuga_p2p.crypto.group import POINT_BYTES, SCALAR_BYTES, default_group
from tortuga_p2p.crypto.pack import Pack
from tortuga_p2p.crypto.tags import Tag
from tortuga_p2p.errors import Code

PROTOCOL = Path(__file__).parents[2] / "protocol"
TEXT = (PROTOCOL / "hidden.md").read_text("utf-8")
CASES = {path.stem: json.loads(path.read_text("utf-8")) for path in sorted((PROTOCOL / "vectors/hidden").glob("*"))}
FILES = (
    "group",
    "curve",
    "libsecp",
    "element",
    "statement",
    "sigma",
    "pedersen",
    "shuffle",
    "pack",
    "zone",
    "blind_tag",
)
SOURCE = "".join((Path(crypto.__file__).parent / f"{name}.py").read_text("utf-8") for name in FILES)


def rows(heading: str) -> list[list[str]]:
    section = TEXT.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("|")]
    return [[cell.strip(" `") for cell in line.strip("|").split("|")] for line in lines[2:]]


@pytest.mark.parametrize("name", CASES)
def test_a_second_reading_of_the_text_agrees_with_the_vector(name: str) -> None:
    case = CASES[name]
    try:
        output = getattr(second_reading, case["operation"].replace("-", "_"))(**case["inputs"])
        ending = ACCEPT
    except No as no:
        output, ending = {}, str(no)
    assert ending == case["expect"]
    assert output == case["output"]


def test_the_fast_back_end_makes_the_same_vectors(monkeypatch: pytest.MonkeyPatch) -> None:
    """The files are made in plain Python; the library must say the same, honest or not."""
    group = default_group()
    slow = hidden.cases()
    monkeypatch.setattr(hidden, "G", group)
    secrets = [zone.secret_key(group, seed) for seed in hidden.SEEDS]
    keys = [secret.public for secret in secrets]
    monkeypatch.setattr(hidden, "SECRETS", secrets)
    monkeypatch.setattr(hidden, "KEYS", keys)
    monkeypatch.setattr(hidden, "JOINT", zone.joint_key(group, keys))
    monkeypatch.setattr(hidden, "PACK", Pack(group, "vectors", (0, 1, 2, 3), alike=False))
    assert hidden.cases() == slow


def test_every_vector_is_named_by_the_text_and_every_name_has_a_vector() -> None:
    lines = re.findall(r"^Vectors: ((?:.+\n)+)", TEXT, re.MULTILINE)
    patterns = [pattern for line in lines for pattern in re.findall(r"`([^`]+)`", line)]
    assert [name for name in CASES if not any(fnmatch(name, pattern) for pattern in patterns)] == []
    assert [pattern for pattern in patterns if not any(fnmatch(name, pattern) for name in CASES)] == []


def test_the_table_of_codes_lists_what_the_code_refuses_with() -> None:
    used = {Code[name].value for name in re.findall(r"Code\.([A-Z_]+)", SOURCE)}
    assert {code for code, _ in rows("Codes")} == used
    assert used <= {case["expect"] for case in CASES.values()}  # each has a vector


def test_the_table_of_tags_lists_what_the_code_hashes() -> None:
    assert {tag for tag, _ in rows("Tags")} == {Tag[name].value for name in re.findall(r"Tag\.([A-Z_]+)", SOURCE)}


def test_the_table_of_limits_holds_the_numbers_of_the_code() -> None:
    table = rows("Limits")
    assert {name: int(value) for name, value, _ in table} == {name: getattr(limits, name.upper()) for name, *_ in table}


def test_the_table_of_small_proofs_names_their_tags_and_codes() -> None:
    assert {(row[1], row[-1]) for row in rows("Small proofs")} == {
        (Tag.KEY_PROOF, Code.BAD_KEY_PROOF),
        (Tag.SHARES, Code.BAD_SHARE),
        (Tag.REMASK, Code.BAD_REMASK),
        (Tag.HAND_OVER, Code.BAD_HAND_OVER),
        (Tag.READING_COPY, Code.BAD_READING_COPY),
        (Tag.STAY_COPY, Code.BAD_HAND_OVER),
        (Tag.BLIND_TAG, Code.BAD_TAG),
    }


def test_the_table_of_sizes_holds_the_sizes_of_the_code() -> None:
    sizes = {what: size for what, size, _ in rows("Sizes")}
    assert sizes == {
        "point, key, share": f"{POINT_BYTES}",
        "scalar": f"{SCALAR_BYTES}",
        "masked card": f"{element.CARD_BYTES}",
        "deck": f"{element.CARD_BYTES}·N",
        "shares": f"{POINT_BYTES}·N",
        "key proof": f"{zone.KEY_PROOF_BYTES}",
        "shares proof": f"{zone.SHARES_PROOF_BYTES}",
        "re-mask proof": f"{zone.REMASK_PROOF_BYTES}",
        "cross-key proof": f"{zone.CROSS_PROOF_BYTES}",
        "tags proof": f"{blind_tag.PROOF_BYTES}",
        "shuffle proof": f"{zone.mix_proof_bytes(0)} + {zone.mix_proof_bytes(1) - zone.mix_proof_bytes(0)}·N",
    }


def test_the_constants_of_the_group_stand_in_the_text() -> None:
    group = default_group()
    assert f"0x{group.order:x}" in TEXT
    assert f"0x{group.lam:x}" in TEXT
    assert f'"{group.name}"' in TEXT
