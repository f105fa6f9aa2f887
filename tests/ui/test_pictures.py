"""The screens look as they did when somebody last looked at them: golden screens as readable text."""

from __future__ import annotations

from tests.ui.pictures import DOCS, GOLDEN, is_golden, take_all


def test_the_screens_look_as_they_did() -> None:
    """`python -m tests.ui.pictures` draws them anew; look at them before you commit them."""
    taken = take_all(to_the_end=False)
    golden = {path.stem: path.read_text(encoding="utf-8") for path in GOLDEN.glob("*.txt")}
    del golden["end-80x24"]  # test_table.py plays a whole game
    assert {name for name in taken if is_golden(name)} == set(golden)
    for name, text in golden.items():
        assert taken[name].text + "\n" == text, f"{name} looks different now:\n{taken[name].text}"


def test_the_documents_have_their_pictures() -> None:
    assert {path.stem for path in DOCS.glob("*.svg")} >= {"tavern-80x24", "dice-80x24", "reveal-120x40", "end-80x24"}
