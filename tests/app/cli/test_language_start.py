"""In which language the window speaks: what is asked for, what the environment names, what is remembered."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from model_core.io.child_process import program_command
from tests.support.program import ROOT, environment
from viz_app.cli import program
from viz_app.commands.actions import ACTIONS
from viz_app.system import language, settings
from viz_app.system.language import VARIABLE
from viz_app.system.settings import Settings, choose_language

SPY = """
import sys
from viz_app.cli import main
from viz_app.system import language
early = [text for text in language._translations.cache_info()[:2] if text]
import viz_app.cli.window
viz_app.cli.window.gui = lambda options: print(language.chosen(), language.tr("Undo")) or 0
sys.exit(main(sys.argv[1:]))
"""


@pytest.fixture(autouse=True)
def restored(monkeypatch: pytest.MonkeyPatch):
    before = language.chosen(), language.chosen_for_next_start()
    monkeypatch.delenv(VARIABLE, raising=False)
    yield
    language.choose(before[0])
    language.want(before[1])


QT_WORDS = """
import sys
from viz_app.system import language
language.choose(sys.argv[1])
from viz_app.cli.program import application
app = application()
from PySide6.QtWidgets import QDialogButtonBox, QDoubleSpinBox
box, number = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel), QDoubleSpinBox()
number.setRange(0, 5000)
number.setValue(1234.5)
print(box.buttons()[0].text().replace("&", ""), number.text())
"""


SECOND = """
from dataclasses import replace
from viz_app.cli.program import LaunchOptions, Program, application
app = application()
from viz_app.document.autosave import Autosave
from viz_app.document.store import Store
from viz_app.system import language, settings
kept = Autosave(Store())
assert kept.start()
second = Program(app, None, LaunchOptions())
list(second._build(LaunchOptions()))
second.autosave.start()
second.window.show()
settings.save(replace(settings.load(), language="es"))  # as the first window does
second.window.commands.run("restart")
print(second.window.again, second.window.isVisible())
second.window.close()
second.finish()
print(settings.load().language)
third = Program(app, None, LaunchOptions())
list(third._build(LaunchOptions()))
language.want("en")
third.window.close()
third.finish()
print(settings.load().language)
"""


def spoken(*arguments: str, home: Path, **more: str) -> str:
    """The language in which a window would start."""
    surroundings = {name: value for name, value in environment().items() if name not in (VARIABLE, "LANGUAGE")}
    surroundings |= {"HEADSCOPE_HOME": str(home), "LC_ALL": "C.UTF-8", **more}
    done = subprocess.run(
        [sys.executable, "-c", SPY, *arguments], cwd=ROOT, env=surroundings, capture_output=True, text=True, check=True
    )
    return done.stdout.split()[0]


def test_the_language_comes_from_option_then_environment_then_settings(tmp_path: Path) -> None:
    assert spoken(home=tmp_path) == "en"
    assert spoken(home=tmp_path, LC_ALL="es_MX.UTF-8") == "es"
    settings.save(Settings(language="es"), tmp_path / "settings.json")
    assert spoken(home=tmp_path) == "es"
    assert spoken(home=tmp_path, **{VARIABLE: "en"}) == "en"
    assert spoken("--language", "en", home=tmp_path, LC_ALL="es_MX.UTF-8") == "en"


def test_a_picture_is_english_unless_another_language_is_chosen(isolated_settings: Path) -> None:
    settings.save(Settings(language="es"))
    choose_language(None, window=False)
    assert language.chosen() == "en"
    choose_language("es", window=False)
    assert language.chosen() == "es"


def test_a_choice_in_the_menu_is_for_the_next_start() -> None:
    told = []

    class Files:
        notify = told.append

    class Frame:
        file_actions = Files
        again = False
        unkept = staticmethod(lambda: problem)

        def close(self) -> bool:
            return True

    actions, frame = {one.id: one for one in ACTIONS}, Frame()
    now = language.chosen()
    actions["language.es"].do(frame)
    assert (language.chosen_for_next_start(), language.chosen()) == ("es", now) and told
    checked = [name for name in ("system", "en", "es") if actions[f"language.{name}"].checked(None)]
    assert checked == ["es"]
    problem = "Not kept."
    actions["restart"].do(frame)
    assert not frame.again and told[-1] == problem
    problem = ""
    actions["restart"].do(frame)
    assert frame.again


def test_a_restarted_window_is_in_the_chosen_language(isolated_settings: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    choose_language("en", window=True)
    settings.save(Settings(language="es"))
    monkeypatch.setattr(program, "restart_program", lambda: choose_language(None, window=True))
    program.start_again()
    assert language.chosen() == "es"


def test_a_second_window_is_not_restarted_and_leaves_the_language_of_the_first(tmp_path: Path) -> None:
    surroundings = {**environment(), "HEADSCOPE_HOME": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", SECOND], cwd=ROOT, env=surroundings, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["False", "True", "es", "en"]


def test_a_restart_leaves_out_what_the_first_start_was_given() -> None:
    assert program_command(["python", "main.py", "--source", "x", "--language", "en"], 4) == ["python", "main.py"]
    assert program_command(["python", "/bin/headscope"], 0) == ["python", "/bin/headscope"]


def test_an_unknown_remembered_language_falls_back_to_the_system() -> None:
    data = {"format": settings.FORMAT, "settings": {"language": "xx"}}
    assert settings.from_json(data).language == "system"


@pytest.mark.parametrize(("code", "word"), [("en", "Cancel"), ("es", "Cancelar")])
def test_qt_s_own_words_follow_and_numbers_keep_their_points(code: str, word: str) -> None:
    surroundings = {**environment(), "LC_ALL": "es_ES.UTF-8"}
    done = subprocess.run(
        [sys.executable, "-c", QT_WORDS, code], cwd=ROOT, env=surroundings, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == [word, "1234.50"]
