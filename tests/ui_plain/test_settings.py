"""Settings: read, changed and written back; what is wrong with the file is said and nothing is overwritten."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tortuga_p2p.cli import main
from tortuga_p2p.errors import BadInput
from tortuga_p2p.ui.settings import KEYS, Settings, about, change, load_settings, save_settings

if TYPE_CHECKING:
    from pathlib import Path


def test_settings_come_back_as_they_were_written(tmp_path: Path) -> None:
    path = tmp_path / "folder" / "settings.toml"
    for settings in (Settings(), Settings("Ana 'the \\ shark' Ñ", "light", False, True)):
        save_settings(settings, path)
        assert load_settings(path) == settings
    assert [file.name for file in path.parent.iterdir()] == ["settings.toml"]


def test_no_file_means_the_usual_settings(tmp_path: Path) -> None:
    assert load_settings(tmp_path / "none.toml") == Settings()


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("name = ", "not TOML"),
        ('colour = "pink"', "colour is one of"),
        ('animation = "perhaps"', "animation: say yes or no"),
        ("volume = 11", "there is no setting 'volume'"),
        ('name = "\\u0007"', "a name needs"),
        ("name = [1]\nname = 2", "not TOML"),
    ],
)
def test_a_wrong_file_is_named_with_what_is_wrong(tmp_path: Path, text: str, complaint: str) -> None:
    path = tmp_path / "settings.toml"
    path.write_text(text)
    with pytest.raises(BadInput, match=complaint) as caught:
        load_settings(path)
    assert str(path) in str(caught.value)


def test_a_file_that_cannot_be_read_is_kept_beside_the_new_one(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_text("name = Ana, without quotes")
    save_settings(Settings("Ana"), path)
    assert load_settings(path) == Settings("Ana")
    assert (tmp_path / "settings.toml.damaged").read_text() == "name = Ana, without quotes"


def test_every_setting_has_a_key_and_a_line_of_help() -> None:
    assert set(KEYS) == set(Settings.__dataclass_fields__)
    assert all(about(name) for name in KEYS)
    assert "auto, dark, light, none" in about("colour")
    assert "yours are announced" in about("discovery"), "looking and being seen are two things"


def test_a_changed_setting_leaves_the_others() -> None:
    settings = change(change(Settings(), "name", "  Ana   Lee "), "ascii", "yes")
    assert settings == Settings("Ana Lee", ascii=True)


def test_the_command_shows_sets_and_checks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TORTUGA_HOME", str(tmp_path))

    def config(*words: str) -> tuple[int, str, str]:
        try:
            code = main(["config", *words])
        except SystemExit as end:  # a mistake that the parser itself finds
            code = int(str(end.code))
        return code, *capsys.readouterr()

    assert config("set", "name", "Ana")[0] == 0
    assert config("set", "ascii", "yes")[0] == 0
    shown = config()[1]
    yes = "".join(f"{key} = yes\n" for key in ("animation", "motion", "ascii", "notify", "discovery"))
    assert shown == f"name = Ana\ngame =\nbots =\ncolour = auto\n{yes}"
    assert config("path")[1] == f"{tmp_path / 'settings.toml'}\n"
    assert "can be read" in config("check")[1]
    assert config("get", "name")[1] == "Ana\n"
    assert config("get")[1] == shown
    assert config("set", "color", "light")[0] == 0
    assert config("get", "colour")[1] == config("get", "color")[1] == "light\n"
    assert config("set", "colour", "auto")[0] == 0
    for words in (
        ["get", "name", "Ana"],
        ["set", "game", "chess"],
        ["set"],
        ["set", "name"],
        ["set", "colour", "pink"],
        ["set", "volume", "11"],
        ["show", "name"],
        ["x"],
    ):
        code, _said, complaint = config(*words)
        assert (code, complaint.count("\n")) == (2, 1), words
    assert config()[1] == shown
