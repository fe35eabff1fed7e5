"""Python beside the picture, in a process of its own: the run as `trace`, and `window` to drive the window.

Nothing of it is part of the State: no session, lesson, recording or link holds what is typed here, puts anything into
the console or runs it. Code comes from the keyboard, and from *Run in console*, which runs nothing by itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any

from PySide6.QtWidgets import QLayout, QWidget

from model_core.errors import Refused
from model_core.record.run_spec import RunSpec
from model_core.schema import read, write
from viz_app.data.depth import Control
from viz_app.data.snapshot import Snapshot
from viz_app.data.tables import Listing, context_of
from viz_app.data.words.models import model_word
from viz_app.document.changes import changed_run, differences, refusal, written_by
from viz_app.document.history import look_name, run_name
from viz_app.document.state import CODES, Look, State, fit_look
from viz_app.system.in_turns import one_at_a_time
from viz_app.system.language import as_sentence, tr
from viz_app.views.console.process import ConsoleProcess
from viz_app.views.console.prompt import Prompt
from viz_app.views.console.transcript import Transcript
from viz_app.widgets import theme as themes
from viz_app.widgets.labels import Caption, push_button
from viz_app.widgets.layout import column_of, settle, show_part
from viz_app.widgets.overflow_bar import OverflowBar, set_usable
from viz_app.widgets.view import View

_LOW = 190  # px at text size 100 % of the height from which the buttons are shown
_LINE = 110  # and the line that says what it does
_BUTTONS = {
    "run": (tr("Run"), tr("Runs what is typed (Ctrl+Enter).")),
    "interrupt": (tr("Interrupt"), tr("Stops what is running and keeps the variables (Ctrl+C).")),
    "restart": (tr("Restart"), tr("Ends Python, with all its variables; the next line starts it again.")),
    "clear": (tr("Clear"), tr("Empties the transcript; the variables stay.")),
}


class Console(View):
    """The transcript, below it the input, and at the foot the buttons and the state of Python."""

    title = tr("Console")
    sentence = tr("Python with the record of this run as trace; window.look(…) and window.run(…) drive the window.")
    controls = {f"buttons.{name}": Control(word) for name, (word, _) in _BUTTONS.items()}
    tells = small = sourced = True

    def build(self) -> None:
        self._run = self._asked = RunSpec()  # the next line is about; the code asked for last
        self.process = ConsoleProcess(self)
        self.transcript, self.prompt = Transcript(self), Prompt(self)
        self.state_line = Caption("small", "muted", parent=self)
        self.bar = OverflowBar(tr("Console"), self)
        doing = {"run": self.prompt.enter, "interrupt": self.process.interrupt, "restart": self._restart,
                 "clear": self.transcript.clear}  # fmt: skip
        self.buttons = {
            name: push_button(self.bar, word, about, doing[name], role="primary" if name == "run" else "")
            for name, (word, about) in _BUTTONS.items()
        }
        for button in self.buttons.values():
            self.bar.add(button)
        column = column_of((self.transcript, 1), self.prompt, self.state_line, self.bar, parent=self, spacing=8)
        column.setSizeConstraint(QLayout.SizeConstraint.SetNoConstraint)
        self.prompt.entered.connect(self._enter)
        self.prompt.interrupted.connect(self.process.interrupt)
        self.prompt.completion_asked.connect(self.process.complete)
        self.process.completed.connect(self.prompt.complete)
        self.process.told.connect(self.transcript.add)
        self.process.wished.connect(self._do_wish)
        self.process.changed.connect(self._show_process)
        self.restyle()
        self._show_process()

    def stop(self) -> None:
        self.process.stop()

    # ---- drawing

    def heading(self, shot: Snapshot) -> str:
        return f"{self.title} · {model_word(shot.trace.model.name)}"

    def draw(self, shot: Snapshot) -> None:
        asked = shot.state.run == self._asked  # on its way, or refused: then the next line says why
        self._shot, self._run = shot, self._asked if asked else shot.trace.run
        self._show_process()
        if self.style_changed(shot):
            settle(self)
        self.fit()

    def _show_process(self) -> None:
        """Updates the state of Python and the buttons."""
        busy, shot = self.process.busy, self._shot
        source = tr("trace: “{source}”", source=shot.sentence.source_text) if shot is not None else ""
        self.state_line.set_text(self.process.doing or (tr("Running…") if busy else source))
        self.prompt.can_complete = self.process.ready
        for name, usable in (("run", shot is not None and not busy), ("interrupt", busy),
                             ("restart", self.process.job.child is not None)):  # fmt: skip
            if not usable and self.buttons[name].hasFocus():
                self.prompt.setFocus()
            set_usable(self.buttons[name], usable)

    def keyboard_part(self) -> QWidget:
        return self.prompt

    def table(self) -> Listing | None:
        """The transcript, line by line."""
        shot, lines = self._shot, self.transcript.lines()
        if shot is None or not lines:
            return None
        return Listing("console", context_of(shot.state, shot.trace, "Console"), ("kind", "text"), tuple(lines))

    # ---- what the user does

    def _enter(self, code: str) -> None:
        if self.process.busy or self._shot is None:
            return
        try:
            self.process.run(code, self._run)
        except Refused as refused:
            self.transcript.add("error", as_sentence(refused.message))
            return
        self.transcript.add("input", code)
        self.prompt.take()

    def _restart(self) -> None:
        self.process.stop()
        self.transcript.add("note", tr("Python was restarted: its variables are gone."))
        self.prompt.setFocus()

    # ---- what the code asks of the window

    def _do_wish(self, what: str, changes: Mapping[str, Any]) -> None:
        """Changes look or run, with the checks of a session file, as one undoable change; answers the code."""
        refused = []

        def wanted(state: State) -> tuple[State, str]:
            try:
                return self._looked(state, changes) if what == "look" else self._ran(state, changes)
            except Refused as error:
                refused.append(error.message)
                return state, ""

        self.restated.emit(wanted)
        self.process.reply("".join(refused))

    def _looked(self, state: State, changes: Mapping[str, Any]) -> tuple[State, str]:
        look = read(Look, {**write(state.look), **changes}, CODES, "window.look")
        if (look.kind, look.sentence) != (state.look.kind, state.look.sentence) and not {"query", "key"} & set(changes):
            look = replace(look, query=None, key=None)
        trace = self._shot.trace if self._shot is not None else None
        fitted = fit_look(look, trace if trace is not None and trace.run == state.run else None)  # else it is awaited
        for field in fields(Look):
            if field.name in changes and getattr(fitted, field.name) != getattr(look, field.name):
                words = tr("this run has no {name} {value} in its {kind} attention (counted from 0)",
                           name=field.name, value=str(getattr(look, field.name)), kind=look.kind)  # fmt: skip
                raise Refused("E-SESSION-RANGE", words)
        return state.with_(look=look), look_name(differences(state.look, look), look)

    def _ran(self, state: State, changes: Mapping[str, Any]) -> tuple[State, str]:
        whole = read(RunSpec, {**write(state.run), **changes}, CODES, "window.run")
        run = changed_run(state.run, {name: getattr(whole, name) for name in changes})
        if run.target is not None and len(run.target) != len(run.source):
            raise Refused("E-SESSION-RANGE", tr("target has to have a line for each line of source"))
        if words := refusal(state.run, {"run": run}):
            raise Refused("E-SESSION-RANGE", words)
        self._run = self._asked = run
        found = differences(state.run, run)
        return state.with_(run=run, desk=written_by(state.desk, run)), run_name(found, state.run.edits)

    # ---- room

    def restyle(self) -> None:
        self.transcript.restyle()
        self.prompt.restyle()
        settle(self)
        super().restyle()

    @one_at_a_time
    def fit(self) -> None:
        unit, high = themes.text_scale(), self.height()
        self.prompt.fit()
        show_part(self.bar, high >= _LOW * unit and not self.presented)
        show_part(self.state_line, high >= _LINE * unit)
