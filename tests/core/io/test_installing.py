"""The line that adds a package to this environment: of the tool that made it."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

import pytest

from model_core.io import installing
from model_core.io.installing import install_command, own_requirement

LIBRARY = "sacrebleu>=2.6,<3"


@pytest.fixture
def environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A virtual environment with a blank in its path, in which headscope runs; it has pip."""
    folder = tmp_path / "my tools" / "headscope"
    folder.mkdir(parents=True)
    (folder / "pyvenv.cfg").write_text("home = /usr/bin\nversion_info = 3.12.3\nprompt = uv = no\n")
    monkeypatch.setattr(sys, "prefix", str(folder))
    monkeypatch.setattr(sys, "executable", str(folder / "bin" / "python"))
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(installing, "find_spec", lambda name: name)
    return folder


def test_pip_is_called_by_this_python(environment: Path) -> None:
    line = install_command(LIBRARY, "sentencepiece")
    assert line == f"'{environment}/bin/python' -m pip install '{LIBRARY}' 'sentencepiece'"
    assert shlex.split(line)[-2:] == [LIBRARY, "sentencepiece"]


def test_an_environment_without_pip_is_filled_from_outside(environment: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(installing, "find_spec", lambda name: None)
    python = str(environment / "bin" / "python")
    assert shlex.split(install_command(LIBRARY)) == ["python3", "-m", "pip", "--python", python, "install", LIBRARY]


def test_uv_fills_what_uv_made(environment: Path) -> None:
    (environment / "pyvenv.cfg").write_text("home = /usr/bin\nuv = 0.9.7\nversion_info = 3.12.3\n")
    python = str(environment / "bin" / "python")
    assert shlex.split(install_command(LIBRARY)) == ["uv", "pip", "install", "--python", python, LIBRARY]


def test_pipx_adds_to_its_own_environment(environment: Path) -> None:
    (environment / "pipx_metadata.json").write_text("{}")
    assert install_command(LIBRARY) == f"pipx inject headscope '{LIBRARY}'"


def test_the_shell_of_windows_gets_its_own_quotes(environment: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without them "<3" would be a file."""
    monkeypatch.setattr(sys, "platform", "win32")
    assert install_command(LIBRARY) == f'"{environment}/bin/python" -m pip install "{LIBRARY}"'


def test_advice_names_a_requirement_as_declared() -> None:
    assert own_requirement("PySide6").startswith("PySide6") and own_requirement("nothing of it") == "nothing of it"
    assert own_requirement("numpy") != own_requirement("sacrebleu") == "sacrebleu", "an extra is none"
