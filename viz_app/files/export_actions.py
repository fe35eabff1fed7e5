"""Export: pictures and numbers into files and onto the clipboard."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QEventLoop, QTimer, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from model_core.errors import Refused
from model_core.explain.provenance import arrays_script
from model_core.io.safe_files import save
from model_core.record.trace import Trace
from viz_app.charts.map_summary import map_summary
from viz_app.data.selection import sentence_of
from viz_app.data.snapshot import ExportTable
from viz_app.data.tables import Context, context_of, file_stem
from viz_app.data.vocabulary import ATTENTIONS
from viz_app.document.store import Store
from viz_app.files import picture_export
from viz_app.files.dialogs import PictureDialog, PictureOptions, TableSheet
from viz_app.files.file_dialogs import FileDialogs
from viz_app.files.job_status import JobStatus
from viz_app.files.picture_export import Picture
from viz_app.files.run_page import page_of
from viz_app.system.background_writer import PATIENCE
from viz_app.system.language import tr, view_word
from viz_app.widgets import theme as themes
from viz_app.widgets.view import View

if TYPE_CHECKING:
    from viz_app.files.job_runners import AnimationRunner

PICTURE_FILTERS = {
    ".png": tr("Picture (*.png)"), ".svg": tr("Shapes and text (*.svg)"), ".pdf": tr("Page (*.pdf)"),
    ".gif": tr("Every step (*.gif)"),
}  # fmt: skip
NUMBER_FILTERS = [
    tr("This map as a table (*.csv)"),
    tr("This map with its tokens and context (*.json)"),
    tr("Every array of the run (*.npz)"),
]
PAGE_FILTERS = [tr("Page for a browser (*.html)")]
TABLE_FILTERS = [
    tr("These numbers as a table (*.csv)"),
    tr("These numbers with their words (*.json)"),
    tr("As arrays, with their words (*.npz)"),
    NUMBER_FILTERS[-1],
]

NO_TABLE = tr("The table was not copied")
TABLE_COPIED = tr("The table is on the clipboard: tab-separated, with decimal points.")

_WITHOUT_INPUT = QEventLoop.ProcessEventsFlag.WaitForMoreEvents | QEventLoop.ProcessEventsFlag.ExcludeUserInputEvents


class ExportActions(FileDialogs):
    """See module. `view` gives the current view, or None."""

    part = Signal(object)  # of the status line, for work that was begun
    scripted = Signal(str)  # Python for the console

    def __init__(self, window: QWidget, store: Store, view: Callable[[], View | None]) -> None:
        super().__init__(window)
        self._store, self._view = store, view
        self.options = PictureOptions()
        self.sheet: PictureDialog | None = None
        self._whole = False  # every array of the run was requested, not those that the view shows
        self._awaited: set[Path] = set()  # to be written when all of a run has come from the engine

    def finish(self) -> bool:
        """As FileDialogs.finish; also waits for files that wait for the engine."""
        end, tick = time.monotonic() + PATIENCE, QTimer(self, interval=50)
        tick.start()
        while self._awaited and self._store.engine in ("ready", "busy") and time.monotonic() < end:
            QCoreApplication.processEvents(_WITHOUT_INPUT)
        tick.stop()
        return super().finish()

    def context(self, whole: bool = False) -> Context | None:
        """The Context of the current view, or of the `whole` window; None without one."""
        view, trace = self._drawn(), self._store.trace
        if trace is None:
            return None
        made = ("", ()) if view is None else view.derivation()
        state, theme = self._store.state, next(name for name, one in themes.THEMES.items() if one is themes.current())
        state = state.with_(desk=replace(state.desk, theme=theme))  # which the system may have chosen
        context = context_of(state, trace, view.title if view is not None else "", *made)
        return context if whole or view is None else view.export_context(context)

    def drawing(self, whole: bool = False, alone: bool = False) -> Picture | None:
        """The current view, its map `alone`, or the `whole` window; None if there is no view."""
        view = self._drawn()
        if whole:
            return picture_export.of_window(self.window)
        if alone and view is not None:
            return picture_export.of_map(view)
        return None if view is None else picture_export.of_view(view)

    def _drawn(self) -> View | None:
        """The current view; None if a recording lacks what it would draw."""
        view, trace = self._view(), self._store.trace
        lacking = view is not None and trace is not None and view.unavailable_reason(trace, self._store.state.look)
        return None if lacking else view

    def save_view(self) -> None:
        """Asks how and where to save a picture."""
        if self.sheet is not None:
            self.sheet.close()
        title = view.title if (view := self._view()) is not None else ""
        self.sheet = PictureDialog(self.options, self._measured, title, self.window)
        self.sheet.chosen.connect(self._picture_chosen)
        self.sheet.finished.connect(self._sheet_closed)
        self.sheet.show()

    def _sheet_closed(self) -> None:
        self.sheet = None

    def _picture_chosen(self, options: PictureOptions, copied: bool) -> None:
        self.options, filters = options, [PICTURE_FILTERS[options.ending]]
        if copied:
            self.copy_picture()
        else:
            self.ask(tr("Save the picture"), self.write_picture, filters, f"{_name_of(self.context())}{options.ending}")

    def write_picture(self, path: Path) -> None:
        """Saves the picture with these options: painted at once, encoded and written in the background."""
        options = self.options

        def start() -> None:
            drawing, context = self._drawing(options), self._sized(options)
            if path.suffix.lower() == ".gif" and context is not None:
                return self.animation.start(path, context)
            packed = picture_export.painted(path, drawing, context, scale=options.scale, caption=options.caption)
            self.write(path, lambda: save(path, packed()))

        self.attempt(tr("{name} was not saved", name=path.name), start)

    def _drawing(self, options: PictureOptions) -> Picture:
        drawing = self.drawing(options.whole, options.alone)
        if drawing is None:
            raise Refused("E-PICTURE-NONE", tr("There is no view to draw"))
        return drawing

    @cached_property
    def animation(self) -> AnimationRunner:
        """The runner that draws a GIF, with its part of the status bar."""
        from viz_app.files.job_runners import AnimationRunner, progress_words

        made = AnimationRunner(self)
        line = JobStatus(tr("Cancel"), tr("Stops it at once; nothing is saved."), tr("the animation"), self.window)
        line.follow(made.job, progress_words, made.stop)
        self.part.emit(line)
        made.ended.connect(self._animated)
        return made

    def _animated(self, path: str, reason: str) -> None:
        if reason:
            self.explain(tr("The animation was not saved"), Refused("E-CHILD", reason))
        elif path:
            self._written(Path(path), None, None)

    def stop(self) -> None:
        if "animation" in self.__dict__:
            self.animation.close()
        super().stop()

    def save_numbers(self) -> None:
        """Asks where and in which format to save numbers; from a view that shows none yet, only those of the run."""
        name, filters = f"{_name_of(self.context())}.csv", NUMBER_FILTERS
        try:
            own = self._table()
            if own is not None:
                name, filters = f"{own.name}.csv", TABLE_FILTERS
        except Refused:
            name, filters = f"{_name_of(self.context())}.npz", NUMBER_FILTERS[-1:]
        self._whole = filters == NUMBER_FILTERS[-1:]
        dialog = self.ask(tr("Save the numbers"), self.write_numbers, filters, name)
        dialog.filterSelected.connect(self._filter_chosen)

    def _filter_chosen(self, chosen: str) -> None:
        self._whole = chosen == NUMBER_FILTERS[-1]

    def write_numbers(self, path: Path) -> None:
        """Saves the numbers in the format of the path's suffix; as NPZ every array of the run if that was chosen."""
        self.attempt(tr("{name} was not saved", name=path.name), lambda: self._write_numbers(path))

    def _write_numbers(self, path: Path) -> None:
        arrays, trace = path.suffix.lower() == ".npz", self._store.trace
        own = None if arrays and self._whole else self._table()
        view = self._drawn()
        if trace is not None and trace.unsent and ((arrays and own is None) or (view is not None and view.whole)):
            self._write_when_whole(path)
        elif own is not None:
            self.write(path, partial(picture_export.save_table, path, own))
        else:
            title = "" if view is None else view.title
            self.write(path, partial(picture_export.save_numbers, path, self._store.state, trace, title))

    def _write_when_whole(self, path: Path) -> None:
        """Saves every array of the current run once the engine has sent them all, or says why not."""
        store, run = self._store, self._store.state.run

        def look(names: frozenset[str]) -> None:
            trace, reason = store.trace, ""
            there = trace is not None and trace.run == run
            if store.state.run != run:
                reason = tr("the text or the model has changed.")
            elif store.problem and ("problem" in names or not (there or store.busy)):
                reason = store.problem
            elif not there and not store.busy:
                reason = tr("the computation was stopped.")
            elif not there or (trace is not None and trace.unsent):
                return store.rest.ask()
            store.changed.disconnect(look)
            self._awaited.discard(path)
            if reason:
                self.notify(tr("{name} was not saved: {reason}", name=path.name, reason=reason))
            else:
                self.write_numbers(path)

        self._awaited.add(path)
        store.changed.connect(look)
        look(frozenset())

    def _table(self) -> ExportTable | None:
        """The numbers that the current view exports, None for those of the map. Raises Refused if it shows none yet."""
        view = self._drawn()
        own = None if view is None else view.table()
        if view is not None and own is None and not view.mapped:
            raise Refused("E-NUMBERS-NONE", tr("{view} shows no numbers yet", view=view.title))
        return own

    def save_page(self) -> None:
        """Asks where to save the run as an interactive page."""
        self.ask(tr("Save the interactive page"), self.write_page, PAGE_FILTERS, f"{_name_of(self.context())}.html")

    def write_page(self, path: Path) -> None:
        """Saves the run as a page, made and written in the background."""
        state, trace = self._store.state, self._store.trace
        if trace is not None:
            self.write(path, lambda: save(path, page_of(state, trace)))

    def copy_picture(self) -> None:
        options = self.options

        def copy() -> None:
            picture_export.copy_picture(self._drawing(options), self._sized(options), options.scale, options.caption)

        if self.attempt(tr("The picture was not copied"), copy):
            self.notify(tr("The picture is on the clipboard."))

    def _measured(self, options: PictureOptions) -> tuple[int, int] | None:
        """Width and height, px, of the picture with these options; None if there is nothing to draw."""
        try:
            return picture_export.page_size(self._drawing(options), self._sized(options), options.caption)
        except Refused:
            return None

    def _sized(self, options: PictureOptions) -> Context | None:
        """The context with the picture's size, and the window's name if the picture contains it."""
        context, drawing = self.context(options.whole), self._drawing(options)
        if context is None:
            return None
        title, shown = "Window" if options.whole else context.view, self._drawn()
        alone, width, height = False, drawing.width, drawing.height
        if options.alone and not options.whole and shown is not None:
            alone, width, height = True, shown.width(), shown.height()
        return replace(context, view=title, size=(round(width), round(height), options.scale), alone=alone)

    def copy_table(self) -> None:
        self._copy(lambda: picture_export.table_text(self._store.state, self._store.trace, self._table()))

    def _copy(self, text: Callable[[], str], failed: str = NO_TABLE, done: str = TABLE_COPIED) -> None:
        if self.attempt(failed, lambda: QGuiApplication.clipboard().setText(text())):
            self.notify(done)

    def copy_python(self) -> None:
        """Copies a script that computes the arrays that the view shows."""
        done = tr("A script that computes what this view shows is on the clipboard.")
        self._copy(partial(script_of, self._drawn(), self._store.trace), tr("No Python was copied"), done)

    def put_python(self) -> None:
        """Puts the same script into the console, which has the run already."""
        script = partial(script_of, self._drawn(), self._store.trace, here=True)
        self.attempt(tr("There is no Python to run"), lambda: self.scripted.emit(script()))

    def show_table(self) -> None:
        """Opens the numbers of the view in a window of their own, with the map described in two sentences."""
        self.attempt(tr("There is no table"), self._show_table)

    def _show_table(self) -> None:
        own, store = self._table(), self._store
        text = picture_export.table_text(store.state, store.trace, own)
        context, look, trace, view = self.context(), store.state.look, store.trace, self._view()
        about = [context.place()] if context is not None else []
        if own is not None and view is not None:
            about = list(view.said())
        if trace is not None and own is None:
            about.append(map_summary(trace, look.kind, look.layer, look.head, sentence_of(trace, look)))
        TableSheet("\n".join(filter(None, about)), text, lambda: self._copy(lambda: text), self.window).show()


def _name_of(context: Context | None) -> str:
    """The default file name of a picture, in the language of the window."""
    if context is None:
        return "headscope"
    view = view_word(context.view) or "map"
    kind = ATTENTIONS[context.kind].word.lower() if context.kind in ATTENTIONS else context.kind
    place = tr("layer{layer}-head{head}", layer=context.layer + 1, head=context.head + 1)
    return file_stem(f"{view} {kind} {context.made or place}" if context.of_head else view)


def script_of(view: View | None, trace: Trace | None, here: bool = False) -> str:
    """The Python code that computes what a view shows; with `here` for the console. Raises Refused if it shows no array
    of the run."""
    sources = () if view is None else view.arrays()
    if view is None or trace is None or not sources:
        title = "" if view is None else view.title
        raise Refused("E-PYTHON-NONE", tr("{view} shows no array of the run at present", view=title))
    return arrays_script(trace, sources, here)
