"""Commands for the window's language, which takes effect at the next start, and for restarting."""

from __future__ import annotations

from viz_app.commands.action import Action, Frame
from viz_app.system.language import LANGUAGES, chosen_for_next_start, tr, want


def _speak(frame: Frame, choice: str) -> None:
    want(choice)
    frame.file_actions.notify(tr("headscope switches to this language at its next start: File, Restart."))


def _restart(frame: Frame) -> None:
    """Closes the window and starts it again; if unsaved work would be lost, it stays open and says why."""
    if problem := frame.unkept():
        frame.file_actions.notify(problem)
    else:
        frame.again = frame.close()


def _language(code: str, words: str) -> Action:
    return Action(
        f"language.{code}", "View", words, lambda frame: _speak(frame, code), (),
        "The language of the window, from the next start.", group=3,
        checked=lambda _store: chosen_for_next_start() == code,
    )  # fmt: skip


LANGUAGE = (
    _language("system", "Language of the system"),
    *(_language(code, f"{tr('Language')}: {name}") for code, name in LANGUAGES.items()),
)
RESTART = Action("restart", "File", "Restart", _restart, (), "Closes the window and reopens it as it is.", group=5)
