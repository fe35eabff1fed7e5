"""The window or one view as a picture, without a display: drawn by the same code as on screen."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import QEvent, QRect
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QWidget

from model_core.engine.messages import Problem
from model_core.errors import Refused
from model_core.io import safe_files
from model_core.record.model_info import bundled_models
from model_core.record.run_spec import RunSpec
from model_core.record.trace import Trace
from model_core.recordings.file_format import is_recording
from model_core.recordings.open import Recordings
from viz_app.cli.program import application
from viz_app.data.number_format import fmt_percent
from viz_app.data.selection import clearest_head, telling_step
from viz_app.data.tables import Context, context_of
from viz_app.document.state import Layout, Look, Pin, State
from viz_app.document.store import Store
from viz_app.files import picture_export
from viz_app.system.background_writer import BackgroundWriter
from viz_app.system.engine_client import InlineEngine, RunsEngine
from viz_app.system.settings import THEME_CHOICES
from viz_app.views import VIEWS, openable, view_class
from viz_app.widgets import theme as themes
from viz_app.widgets.view import View
from viz_app.window.main_window import Window, apply_theme
from viz_app.window.workspace import Workspace

SIZES = (320, 8192)  # px a side
_LONG = 600.0  # seconds that a picture waits for numbers that are computed beside it
_FEWEST_TURNS, _MOST_TURNS = 4, 40  # of the event loop, until all parts of a picture have their places
RATIOS = picture_export.SCALES


def render(
    view: str,
    run: RunSpec,
    out: str | Path,
    *,
    look: Mapping[str, Any] | None = None,
    theme: str = "light",
    text_scale: float = 1.0,
    size: tuple[int, int] = (1440, 900),
    ratio: float = 1.0,
    engine: RunsEngine | None = None,
    options: Mapping[str, Mapping[str, Any]] | None = None,
    state: State | None = None,
    pin: Pin | None = None,
    alone: bool = False,
) -> Path:
    """Writes a picture of "window" or of the view with this id, for a run that is computed here and now.

    The format is that of the ending: PNG, SVG or PDF. Each says in itself what it shows (see viz_app.data.tables).

    look        changes of the Look (kind, layer, head, step, query, key …; from 0); without layer and head the clearest
    size        logical pixels (width, height); `ratio` device pixels each (a PNG is larger by it)
    options     view's id -> changed fields of its Options
    state       all of that as one State, whose run is `run`: look, theme, text size and options are taken from it
    pin         what the run is compared with; None: with what `state` says, or with nothing
    alone       the view's map alone, without heading and controls; `size` stays that of the view
    engine      what computes; None = the program's own

    Returns the path. Raises Refused for an unknown view, a size out of range, a run that was refused, or a file that
    cannot be written; an old file stays as it was then.
    """
    clearest = state is None and not {"layer", "head"} & set(look or {})
    if state is None:
        desk = Layout(theme=theme, text_scale=text_scale, writer="model" if run.target is None else "me")
        state = State(run=run, look=Look(**(look or {})), desk=desk)
    state = state if pin is None else state.with_(pin=pin)
    check(view, Path(out), state.desk.theme, state.desk.text_scale, size, ratio)
    prepare(ratio)
    application()
    store = computed(view, state, engine)
    if clearest and state.look.kind == "cross":
        layer, head = clearest_head(_trace(store))
        store.suggest(layer=layer, head=head, step=_first_step(view, store))
    for name, values in (options or {}).items():
        store.options(name, **values)
    context = replace(context_of(store.state, _trace(store), title(view)), size=(*size, ratio), alone=alone)
    _paint(view, store, Path(out), size, ratio, context)
    if store.pinned.problem:
        raise Refused("E-RENDER-RUN", f"The run to compare with failed: {store.pinned.problem}")
    return Path(out)


def _first_step(view: str, store: Store) -> int | None:
    """The selected step: as requested; otherwise, for the window, that of its first start."""
    asked, run = store.state.look.step, store.state.run
    return telling_step(_trace(store)) if view == "window" and asked is None and run.target is None else asked


def _paint(view: str, store: Store, out: Path, size: tuple[int, int], ratio: float, context: Context) -> None:
    """Builds the widget in the theme of its State, saves its picture, and restores the previous theme."""
    before = themes.current(), themes.text_scale()
    apply_theme(store.state.desk)
    widget = Window(store) if view == "window" else Workspace(store)
    if isinstance(widget, Window):
        widget.status.leave_times_out()
    try:
        save(widget, out, size, ratio, context)
    finally:
        widget.close()
        widget.deleteLater()
        QApplication.sendPostedEvents(widget, QEvent.Type.DeferredDelete)  # closed, it cannot be drawn any more
        if before != (themes.current(), themes.text_scale()):
            themes.apply(application(), *before)


def title(view: str) -> str:
    """The title of a view; "Window" for the window."""
    return "Window" if view == "window" else view_class(view).title


def save(widget: QWidget, out: Path, size: tuple[int, int], ratio: float, context: Context) -> None:
    """Writes the picture of a widget; on failure the old file remains. Raises Refused with the reason."""
    strip = 0 if context.alone else picture_export.strip_height(size[0], context)
    image = picture(widget, (size[0], size[1] - strip), ratio)
    views = widget.findChildren(View)
    made = next(filter(any, (view.derivation() for view in views)), ("", ()))
    context = replace(context, made=made[0], heads=made[1])
    if views and not isinstance(widget, Window):
        context = views[0].export_context(context)
    if context.alone and views:
        picture_export.save_picture(out, picture_export.of_map(views[0]), context, scale=ratio)
    elif out.suffix.lower() != ".png":
        picture_export.save_picture(out, picture_export.of_window(widget), context)
    elif strip:
        picture_export.save_picture(out, picture_export.of_image(image), context, scale=ratio)
    else:
        for name, text in context.fields().items():
            image.setText(name, picture_export.storable(text))
        safe_files.save(out, picture_export.packed(image))


def prepare(ratio: float = 1.0) -> None:
    """To be called before the QApplication is created: no display is needed, and the pixel ratio is set."""
    if QApplication.instance() is None:
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
        os.environ["QT_SCALE_FACTOR"] = f"{ratio:g}"
        # this platform complains of every window that it cannot send size hints to a screen
        os.environ.setdefault("QT_LOGGING_RULES", "default.warning=false")


def picture(widget: QWidget, size: tuple[int, int], ratio: float = 1.0) -> QImage:
    """A widget at a size, after its layout has settled."""
    widget.resize(*size)
    widget.show()
    come_to_rest(widget)
    for writer in widget.findChildren(BackgroundWriter):  # what a view has computed beside its window
        writer.finish(_LONG)
    come_to_rest(widget)
    if (focused := widget.focusWidget()) is not None:
        focused.clearFocus()  # neither a blinking cursor nor a ring belongs into a picture
    image = QImage(round(size[0] * ratio), round(size[1] * ratio), QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(ratio)
    image.fill(themes.current().q("background"))
    widget.render(image)
    widget.hide()
    return image


def come_to_rest(widget: QWidget) -> None:
    """Processes layouts and the events that depend on them until a round changes nothing."""
    places: list[QRect] = []
    for turn in range(_MOST_TURNS):
        before, places = places, [part.geometry() for part in widget.findChildren(QWidget)]
        if turn > _FEWEST_TURNS and places == before:
            break
        QApplication.processEvents()


def check(view: str, out: Path, theme: str, text_scale: float, size: tuple[int, int], ratio: float) -> None:
    """Raises Refused for a request that cannot be fulfilled, before anything is computed."""
    if view != "window" and view not in VIEWS:
        raise Refused("E-RENDER-VIEW", f"unknown view {view!r}; choose from window, {', '.join(VIEWS)}")
    if theme not in THEME_CHOICES:
        raise Refused("E-RENDER-THEME", f"unknown theme {theme!r}; choose from {', '.join(THEME_CHOICES)}")
    if out.suffix.lower() not in picture_export.PICTURES:
        raise Refused("E-OUT-KIND", f"{out.name}: a picture must be one of {', '.join(picture_export.PICTURES)}")
    if not all(SIZES[0] <= side <= SIZES[1] for side in size):
        raise Refused("E-RENDER-SIZE", f"{size[0]}x{size[1]}: each side must have {SIZES[0]} to {SIZES[1]} pixels")
    if not RATIOS[0] <= ratio <= RATIOS[1]:
        raise Refused("E-RENDER-SCALE", f"scale {ratio:g}: expected {RATIOS[0]:g} to {RATIOS[1]:g}")
    if not themes.TEXT_SCALES[0] <= text_scale <= themes.TEXT_SCALES[1]:
        raise Refused("E-RENDER-TEXT", f"text size {fmt_percent(text_scale)}: expected 100 % to 200 %")


def _trace(store: Store) -> Trace:
    """The trace of a run that was computed."""
    assert store.trace is not None  # else it was refused
    return store.trace


def computed(view: str, state: State, engine: RunsEngine | None) -> Store:
    """A store with the finished run, showing only this view. Raises Refused with the engine's reason."""
    if is_recording(state.run.model):
        engine = Recordings()
    elif engine is None:
        from model_core.engine.engine import Engine

        engine = Engine()
    shown = openable(state.desk.views) if view == "window" else (view,)
    store = Store(state.with_(desk=replace(state.desk, views=shown)))
    lane = InlineEngine(engine, bundled_models())
    problems: list[Problem] = []
    lane.message.connect(lambda event: problems.append(event) if isinstance(event, Problem) else None)
    store.effects.at_once = True
    store.attach(lane)
    if problems:
        raise Refused(problems[0].code, problems[0].message)
    if store.trace is None:
        raise Refused("E-RENDER-RUN", "the run produced no picture")
    return store
