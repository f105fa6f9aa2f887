"""The specification and the code say the same: messages, phases, stages, limits, codes, tags; and vectors for all."""

from __future__ import annotations

import json
import re
from fnmatch import fnmatch
from inspect import getfile
from pathlib import Path
from typing import get_args

import pytest

from tests.generators.protocol_tables import HOME, filled, part
from tortuga_p2p import limits
from tortuga_p2p.crypto.tags import Tag
from tortuga_p2p.errors import Code
from tortuga_p2p.games import names
from tortuga_p2p.node.lobby import NoSeat
from tortuga_p2p.node.node_message import NODE
from tortuga_p2p.rules.ask import Ask
from tortuga_p2p.session.joining import KINDS
from tortuga_p2p.session.message import BESIDE, PLAY, SIT, TALK
from tortuga_p2p.session.phases import SessionPhase
from tortuga_p2p.session.replica import Ending
from tortuga_p2p.session.stages import STAGES
from tortuga_p2p.session.transcript import FILE
from tortuga_p2p.verify.verifier import EXIT_CODES, Outcome

CHAPTERS = {path.stem: path.read_text("utf-8") for path in sorted(HOME.glob("*.md"))}
VECTORS = {
    path.relative_to(HOME / "vectors").with_suffix("").as_posix(): json.loads(path.read_text("utf-8"))
    for path in sorted((HOME / "vectors").glob("*/*.json"))
}
MINE = ("README", "messages", "session", "transcript", "security", "limits", "lobby", "changes", "sampler")
SECTIONS = {"Sitting down": SIT, "Play": PLAY, "Beside the steps": BESIDE, "Talk": TALK}


def section(chapter: str, heading: str) -> str:
    """What stands under a heading of the second order, up to the next one."""
    return CHAPTERS[chapter].split(f"\n## {heading}\n")[1].split("\n## ")[0]


def tables(text: str) -> list[list[list[str]]]:
    """Every table in a text, as the cells of its rows without the first two."""
    blocks = re.findall(r"(?:^\|.*\n?)+", text, re.MULTILINE)
    return [
        [[cell.strip() for cell in row.strip("|").split("|")] for row in block.splitlines()[2:]] for block in blocks
    ]


def words(text: str) -> list[str]:
    """What is written as code; drawings are not."""
    return re.findall(r"`([^`]+)`", re.sub(r"```.*?```", "", text, flags=re.DOTALL))


# --- what follows from the code ------------------------------------------------------------------------------------


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_parts_from_the_code_are_as_the_code_says(chapter: str) -> None:
    """`python -m tests.generators.protocol_tables --write` makes it so."""
    assert filled(CHAPTERS[chapter]) == CHAPTERS[chapter]


def test_a_part_that_differs_is_noticed() -> None:
    text = CHAPTERS["session"].replace("| `finished` | a neighbour", "| `finished` | nobody", 1)
    assert text != CHAPTERS["session"]
    assert filled(text) == CHAPTERS["session"]


def test_phases_and_stages_stand_in_the_chapter() -> None:
    rows = tables(section("session", "Phases"))[0]
    assert [words(row[0])[0] for row in rows] == [str(phase) for phase in SessionPhase]
    assert part("diagram") in CHAPTERS["session"]
    made, asks, speakers = tables(section("session", "Stages"))
    assert [words(row[0])[0] for row in made] == list(STAGES)
    assert {kind for row in asks for kind in words(row[1])} == set(STAGES)
    assert {kind for row in speakers for kind in words(row[0])} == set(STAGES)
    named = {word.split("(")[0] for row in asks for word in words(row[0])}
    assert named == {ask.__name__ for ask in get_args(Ask)}


def test_every_ask_is_explained() -> None:
    (rows,) = tables(section("session", "Asks"))
    assert [words(row[0])[0].split("(")[0] for row in rows] == [ask.__name__ for ask in get_args(Ask)]


def test_the_steps_of_sitting_down() -> None:
    rows = tables(section("session", "Sitting down"))[0]
    assert [(int(row[0]), *words(row[1])) for row in rows] == list(enumerate(KINDS))


def test_every_ending_is_in_the_table() -> None:
    (rows,) = tables(section("session", "Endings"))
    kinds = set(re.findall(r'"([a-z]+)"', Path(getfile(Ending)).read_text("utf-8").split("class Ending")[1][:400]))
    assert {word for row in rows for word in words(row[0])} == kinds


# --- messages ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("heading", SECTIONS)
def test_every_message_has_a_section_with_the_same_five_parts(heading: str) -> None:
    found = re.findall(r"^### (.+)\n((?:(?!^##).*\n?)*)", section("messages", heading), re.MULTILINE)
    assert [kind for kind, _ in found] == list(SECTIONS[heading].kinds)
    for kind, text in found:
        labels = re.findall(r"^\*([A-Z][a-z]+)\.\*", text, re.MULTILINE)
        assert labels == ["Purpose", "Fields", "When", "Checked", "Vectors"], kind
        place = {SIT: "sit", PLAY: "play", BESIDE: "beside", TALK: "talk"}[SECTIONS[heading]]
        assert f"<!-- from the code: message/{place}/{kind} -->" in text


def test_the_overview_of_messages_lists_all_kinds() -> None:
    rows = tables(CHAPTERS["messages"].split("\n## ")[0])[0]
    assert {row[0]: words(row[2]) for row in rows} == {name: list(spoken.kinds) for name, spoken in SECTIONS.items()}


def test_every_message_of_the_lobby_has_a_section_with_its_fields() -> None:
    kinds = re.findall(r"^### (.+)$", CHAPTERS["lobby"], re.MULTILINE)
    assert kinds == list(NODE.kinds)
    assert all(f"<!-- from the code: message/node/{kind} -->" in CHAPTERS["lobby"] for kind in kinds)
    refusals = next(rows for rows in tables(CHAPTERS["lobby"]) if rows and words(rows[0][0]) == ["full"])
    assert [words(row[0])[0] for row in refusals] == [str(no) for no in NoSeat]


def test_the_parts_of_a_file_are_listed_in_their_order() -> None:
    rows = tables(section("transcript", "File"))[0]
    assert [words(row[1])[0] for row in rows] == list(FILE.kinds)
    sizes = {word: row for row in tables(section("transcript", "File"))[-1] for word in words(row[0])}
    for kind, row in sizes.items():
        assert [(words(row[1])[0], row[2])] == list(FILE.fields(kind))


def test_verdicts_and_exit_codes() -> None:
    (rows,) = tables(section("transcript", "Verdicts"))
    assert {words(row[0])[0]: int(row[2]) for row in rows} == {str(one): EXIT_CODES[one] for one in Outcome}


# --- limits, codes, tags -------------------------------------------------------------------------------------------


def test_every_limit_has_the_value_of_the_code() -> None:
    shared, own = (tables(section("limits", heading))[0] for heading in ("Shared", "One's own"))
    for row in (*shared, *own):
        assert int(row[1]) == getattr(limits, words(row[0])[0].upper()), row
        assert row[2], row


def test_no_limit_of_the_table_is_forgotten() -> None:
    """Those of the table language, randomness, the wire, hidden things and the session."""
    text = Path(limits.__file__).read_text("utf-8")
    parts = re.split(r"^# --- (.+?) -+$", text, flags=re.MULTILINE)
    mine = ("the table language", "joint randomness", "the wire", "hidden things", "the session")
    names = {
        name.lower()
        for title, body in zip(parts[1::2], parts[2::2], strict=True)
        if title.startswith(mine)
        for name in re.findall(r"^([A-Z_]+) =", body, re.MULTILINE)
    }
    listed = {words(row[0])[0] for heading in ("Shared", "One's own") for row in tables(section("limits", heading))[0]}
    assert len(names) > 15
    assert listed == names | {"transcript_bytes_max"}


def test_every_refusal_code_is_listed_with_its_chapter_and_vector() -> None:
    (rows,) = tables(section("README", "Refusal codes"))
    assert [words(row[0])[0] for row in rows] == [str(code) for code in Code]
    for code, meaning, fault, where, vector in rows:
        assert meaning
        assert re.search("signer|sender|file|nobody", fault), code
        assert VECTORS[words(vector)[0]]["expect"] == words(code)[0]
        for chapter in where.split(", "):
            assert words(code)[0] in words(CHAPTERS[chapter.removesuffix(".md")]), (code, chapter)


def test_every_refusal_code_has_a_vector() -> None:
    assert {vector["expect"] for vector in VECTORS.values()} == {"accept", *Code}


def test_chapters_name_no_code_that_does_not_exist() -> None:
    """In brackets behind a check stand codes, and nothing else."""
    known = {str(code) for code in Code}
    for chapter in ("session", "messages", "transcript"):
        text = re.sub(r"^\|.*$", "", CHAPTERS[chapter], flags=re.MULTILINE)
        for bracket in re.findall(r"\(((?:`[a-z-]+`(?:, )?)+)\)", text):
            assert set(words(bracket)) <= known, (chapter, bracket)


def test_every_tag_is_in_one_chapter() -> None:
    listed = [
        words(row[0])[0]
        for chapter, heading in (("conventions", "Tags"), ("hidden", "Tags"), ("README", "Tags of the session"))
        for row in tables(section(chapter, heading))[0]
    ]
    assert sorted(listed) == sorted(Tag)


# --- vectors -------------------------------------------------------------------------------------------------------


def patterns(text: str, chapter: str) -> list[str]:
    """Every vector that a text names, as chapter/case."""
    found = []
    for line in re.findall(r"(?:^Vectors:|^\*Vectors\.\*) ((?:.+\n)+)", text, re.MULTILINE):
        own, _, sessions = line.partition(";") if chapter == "messages" else (line, "", "")
        found += [name if "/" in name else f"{chapter}/{name}" for name in words(own)]
        found += [f"session/{name}" for name in words(sessions)]
    return found


@pytest.mark.parametrize("chapter", ["messages", "session", "transcript", "evidence", "link", *names()])
def test_every_vector_is_named_by_a_chapter_and_every_name_has_a_vector(chapter: str) -> None:
    source = "session" if chapter == "evidence" else chapter
    named = patterns(CHAPTERS[source], source)
    vectors = [name for name in VECTORS if name.startswith(f"{chapter}/")]
    assert vectors
    assert [name for name in vectors if not any(fnmatch(name, one) for one in named)] == []
    assert [one for one in named if not any(fnmatch(name, one) for name in VECTORS)] == []


def endings_of(chapter: str, start: str) -> set[str]:
    """How the vectors end that are about one kind of message, by their names."""
    of = re.compile(rf"{chapter}/{start}(-.*)?$")
    return {vector["expect"] for name, vector in VECTORS.items() if of.match(name)}


@pytest.mark.parametrize("kind", [kind for spoken in SECTIONS.values() for kind in spoken.kinds])
def test_every_message_has_a_vector_that_reads_it_and_one_that_does_not(kind: str) -> None:
    endings = endings_of("messages", kind)
    assert "accept" in endings
    assert len(endings) > 1


@pytest.mark.parametrize("kind", [kind for spoken in (SIT, PLAY, BESIDE) for kind in spoken.kinds])
def test_every_signed_message_has_a_vector_that_judges_it_right_and_one_that_is_an_offence(kind: str) -> None:
    endings = endings_of("session", f"judge-{kind}")
    assert "accept" in endings
    assert len(endings) > 1


def test_accepted_vectors_stand_beside_refused_ones() -> None:
    """Whoever only reads refusals may refuse everything."""
    for chapter in {name.split("/")[0] for name in VECTORS} - {
        *names()
    }:  # what the rules of a game refuse is no protocol
        endings = {vector["expect"] for name, vector in VECTORS.items() if name.startswith(f"{chapter}/")}
        assert "accept" in endings, chapter
        assert len(endings) > 1, chapter


# --- the text itself -------------------------------------------------------------------------------------------------


def test_the_reading_order_lists_every_chapter() -> None:
    (rows,) = tables(section("README", "Reading order"))
    assert {re.findall(r"\((.+)\.md\)", row[0])[0] for row in rows} == CHAPTERS.keys() - {"README"}


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_chapters_and_sections_that_are_referred_to_exist(chapter: str) -> None:
    for other, heading in re.findall(r"\b([a-z]+)\.md, \"([^\"]+)\"", CHAPTERS[chapter]):
        headings = re.findall(r"^#{2,3} (.+)$", CHAPTERS[other], re.MULTILINE)
        assert heading in headings, (chapter, other, heading)
    for other in re.findall(r"\b([a-z]+)\.md\b", CHAPTERS[chapter]):
        assert other in CHAPTERS, (chapter, other)


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_no_chapter_speaks_of_a_programming_language(chapter: str) -> None:
    assert not re.search(r"\b(python|dataclass|tuple|isinstance)\b", CHAPTERS[chapter])


@pytest.mark.parametrize("chapter", MINE)
def test_lines_fit_on_a_page(chapter: str) -> None:
    long = [line for line in CHAPTERS[chapter].splitlines() if len(line) > 128 and not line.startswith("|")]
    assert long == []
