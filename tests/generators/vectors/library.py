"""All vectors together: found, rebuilt, read from their folder, compared and written.

Every module of this package with a function `cases` is a chapter, and so is a game that has a module `vectors` among
its own tests (`tests/games/NAME/vectors.py`); none is listed by hand.
"""

from __future__ import annotations

import importlib
import importlib.util
import json
import pkgutil
from functools import cache
from typing import TYPE_CHECKING, Any, TypeAlias

import tests.games

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

Texts: TypeAlias = dict[str, str]  # "chapter/case.json" -> the file's text


@cache
def rebuilt() -> Texts:
    """Every vector of every chapter as the code of today makes it."""
    texts = {}
    for chapter, module in _chapters():
        for name, vector in (module.cases() if hasattr(module, "cases") else {}).items():
            texts[f"{chapter}/{name}.json"] = json.dumps(vector, indent=2, ensure_ascii=False) + "\n"
    return texts


def _chapters() -> Iterator[tuple[str, Any]]:
    package = importlib.import_module(__package__)
    for info in pkgutil.iter_modules(package.__path__):
        if info.name != "__main__":
            yield info.name, importlib.import_module(f"{__package__}.{info.name}")
    for info in pkgutil.iter_modules(tests.games.__path__):
        name = f"{tests.games.__name__}.{info.name}"
        if info.ispkg and importlib.util.find_spec(f"{name}.vectors"):
            yield info.name, importlib.import_module(f"{name}.vectors")


def published(folder: Path) -> Texts:
    """Every vector as its file says."""
    return {path.relative_to(folder).as_posix(): path.read_bytes().decode() for path in sorted(folder.glob("*/*.json"))}


def compare(files: Texts, code: Texts) -> list[str]:
    """One line for every vector in which files and code differ."""
    return [
        f"{name}: {'no file' if name not in files else 'no case' if name not in code else 'differs'}"
        for name in sorted(files.keys() | code.keys())
        if files.get(name) != code.get(name)
    ]


def write(folder: Path, code: Texts) -> None:
    """Makes the folder hold exactly these vectors."""
    for name in published(folder).keys() - code.keys():
        (folder / name).unlink()
    for name, text in code.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())
