"""system_libraries.py: what Qt needs from a Linux system, probed on machines that lack one thing or another."""

from __future__ import annotations

import ctypes
import subprocess

import pytest

import bootstrap
import system_libraries


def lose(monkeypatch: pytest.MonkeyPatch, *names: str) -> None:
    """From now on the loader of this Linux machine finds every library except these."""

    def load(name: str) -> None:
        if name in names:
            raise OSError(f"{name}: cannot open shared object file")

    monkeypatch.setattr(ctypes, "CDLL", load)
    monkeypatch.setattr(system_libraries, "is_linux", lambda: True)
    monkeypatch.setattr(system_libraries, "has_fonts", lambda: True)


def test_nothing_missing_means_nothing_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    lose(monkeypatch)
    monkeypatch.setattr(system_libraries, "apt_install", lambda packages: pytest.fail(str(packages)))
    system_libraries.ensure()


def test_without_the_right_to_install_the_exact_line_is_shown(monkeypatch, screen, capsys) -> None:
    screen(False)
    lose(monkeypatch, "libEGL.so.1", "libGL.so.1")
    monkeypatch.setattr(system_libraries, "may_install", lambda: False)
    assert bootstrap.main(["run"]) == 3
    text = capsys.readouterr().out
    assert "libGL.so.1, libEGL.so.1" in text
    assert "sudo apt-get install -y --no-install-recommends libegl1 libgl1\n" in text
    assert bootstrap.main(["doctor"]) == 1


def test_with_the_right_they_are_installed_and_looked_for_again(monkeypatch, screen) -> None:
    screen(False)
    lose(monkeypatch, "libEGL.so.1")
    monkeypatch.setattr(system_libraries, "has_fonts", lambda: False)
    monkeypatch.setattr(system_libraries, "may_install", lambda: True)
    installed: list[str] = []

    def install(packages: list[str]) -> None:
        installed.extend(packages)
        lose(monkeypatch)

    monkeypatch.setattr(system_libraries, "apt_install", install)
    system_libraries.ensure()
    assert installed == ["libegl1", "fonts-dejavu-core"]


def test_an_installation_that_does_not_help_stops(monkeypatch, screen) -> None:
    screen(False)
    lose(monkeypatch, "libEGL.so.1")
    monkeypatch.setattr(system_libraries, "may_install", lambda: True)
    monkeypatch.setattr(system_libraries, "apt_install", lambda packages: None)
    with pytest.raises(system_libraries.LibrariesMissing, match="libegl1"):
        system_libraries.ensure()


def test_the_libraries_of_a_window_count_only_with_a_display(monkeypatch, screen) -> None:
    lose(monkeypatch, "libxcb-cursor.so.0")
    screen(False)
    assert system_libraries.missing() == {}
    screen(True)
    assert system_libraries.missing() == {"libxcb-cursor.so.0": "libxcb-cursor0"}


@pytest.mark.parametrize(("code", "name"), [(0, "libglib2.0-0t64"), (100, "libglib2.0-0")])
def test_glib_is_named_as_the_system_names_it(monkeypatch, code: int, name: str) -> None:
    monkeypatch.setattr(system_libraries.shutil, "which", lambda program: f"/usr/bin/{program}")
    answer = subprocess.CompletedProcess([], code)
    monkeypatch.setattr(system_libraries.subprocess, "run", lambda *command, **more: answer)
    assert system_libraries.package_name("libglib2.0-0") == name
    assert system_libraries.package_name("libgl1") == "libgl1"
