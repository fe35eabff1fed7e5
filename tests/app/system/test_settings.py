"""Settings: one JSON file, whole or not at all, that never stops a start."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from viz_app.system import settings
from viz_app.system.settings import Settings

FULL = Settings("dark", 1.5, "QUJD", False, 4.0, "reverse", "the cat sleeps\nñ 🙂")


def test_what_was_saved_comes_back(isolated_settings: Path) -> None:
    settings.save(FULL)
    assert settings.load() == FULL
    assert settings.settings_file() == isolated_settings / "settings.json"
    assert [path.name for path in isolated_settings.iterdir()] == ["settings.json"]


def test_a_file_changed_by_hand_may_begin_with_a_byte_order_mark(isolated_settings: Path) -> None:
    settings.save(Settings(theme="dark"))
    path = settings.settings_file()
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    assert settings.load().theme == "dark"


def test_the_platforms_own_folder_is_used_without_the_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("HEADSCOPE_HOME")
    assert settings.settings_file().parent.name == "headscope"
    assert settings.home().name == "headscope"


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"\xff\xfe", b"[]", b"null", b"[" * 100_000, b'{"format": "other", "settings": {"theme": "dark"}}',
     b'{"format": "headscope-settings", "settings": 7}'],
)  # fmt: skip
def test_a_damaged_file_is_as_on_the_first_day(content: bytes) -> None:
    settings.settings_file().write_bytes(content)
    assert settings.load() == Settings()


def test_a_missing_folder_or_a_huge_file_is_as_on_the_first_day(tmp_path: Path) -> None:
    assert settings.load(tmp_path / "nowhere" / "settings.json") == Settings()
    huge = tmp_path / "huge.json"
    with huge.open("wb") as file:
        file.truncate(settings.LARGEST_FILE + 1)
    assert settings.load(huge) == Settings()


@pytest.mark.parametrize(
    ("name", "value"),
    [("theme", "pink"), ("theme", ["dark"]), ("text_scale", 9.0), ("text_scale", True), ("text_scale", float("nan")),
     ("geometry", "a" * 10_000), ("geometry", None), ("inspector", 1), ("speed", 0), ("model", 3), ("source", 7),
     ("source", "a" * 20_001)],
)  # fmt: skip
def test_a_value_without_sense_is_left_out_and_the_others_stay(name: str, value: object) -> None:
    values = {"speed": 4.0, "theme": "dark", name: value, "unknown": 1}
    if name == "speed":
        values["model"] = "copy"
    text = json.dumps({"format": settings.FORMAT, "version": 99, "settings": values})
    settings.settings_file().write_text(text, encoding="utf-8")
    found = settings.load()
    assert getattr(found, name) == getattr(Settings(), name)
    assert found.model == "copy" if name == "speed" else found.speed == 4.0


def test_a_save_that_fails_keeps_the_old_file(isolated_settings: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.save(FULL)

    def full_disk(_handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full_disk)
    with pytest.raises(OSError):
        settings.save(Settings())
    assert settings.load() == FULL
    assert [path.name for path in isolated_settings.iterdir()] == ["settings.json"]
