"""The picture of the lines with the words that were painted before is that of words painted anew."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QEvent, QObject, QPointF, Qt
from PySide6.QtGui import QImage, QMouseEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from model_core.record.trace import Trace
from tests.made.traces import made_trace
from tests.support.harness import ViewStage, pixels_of
from viz_app.views.lines import line_map
from viz_app.views.lines.view import Lines
from viz_app.widgets import theme

pytestmark = pytest.mark.usefixtures("qapp")

GESTURES: dict[str, st.SearchStrategy[Any]] = {
    "head": st.integers(0, 3),
    "layer": st.integers(0, 1),
    "kind": st.sampled_from(("encoder", "cross", "decoder")),
    "step": st.integers(0, 5),
    "rows_shown": st.sampled_from((None, 2, 4)),
    "mix": st.sampled_from(("each", "one", "mean")),
    "threshold": st.sampled_from((0.0, 0.05, 0.2)),
    "special": st.sampled_from(("shown", "hidden", "dimmed")),
    "whole": st.booleans(),
    "theme": st.sampled_from(tuple(theme.THEMES)),
    "size": st.sampled_from(((640, 480), (300, 200))),
    "zoom": st.sampled_from((0.0, 1.5)),
    "move": st.tuples(st.floats(0, 1), st.floats(0, 1)),
}
GESTURE = st.one_of([st.tuples(st.just(name), values) for name, values in GESTURES.items()])


class LinesStage(ViewStage):
    """The lines view."""

    of = Lines

    def do(self, app: QApplication, name: str, value: Any) -> None:
        lines = self.view.lines
        if name == "theme":
            theme.apply(app, theme.THEMES[value])
            self.draw()
        elif name == "size":
            self.view.resize(*value)
        elif name == "zoom":
            lines.zoom_by(value)
        elif name == "move":
            none, point = Qt.MouseButton.NoButton, QPointF(value[0] * lines.width(), value[1] * lines.height())
            where = lines.mapToGlobal(point)
            moved = QMouseEvent(QEvent.Type.MouseMove, point, where, none, none, Qt.KeyboardModifier.NoModifier)
            QApplication.sendEvent(lines, moved)
        else:
            self.draw(**{name: value})
        QApplication.processEvents()

    def seen(self) -> np.ndarray:
        return pixels_of(self.view.lines.grab().toImage().convertToFormat(QImage.Format.Format_RGB32))

    def anew(self) -> np.ndarray:
        """The same picture of which nothing was painted before."""
        self.view.lines.restyled()
        return self.seen()


@pytest.fixture(scope="module")
def trace() -> Trace:
    return made_trace("the white lighthousekeeper is very old", "el farero blanco es muy viejo", layers=(2, 2), heads=4)


@pytest.fixture(autouse=True)
def light(qapp: QApplication) -> Iterator[None]:
    yield
    theme.apply(qapp, theme.LIGHT)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=25, deadline=None)
@given(gestures=st.lists(GESTURE, min_size=1, max_size=10))
def test_after_any_gestures_the_picture_is_the_one_painted_anew(
    qapp: QApplication, qtbot: QtBot, trace: Trace, gestures: list[tuple[str, Any]]
) -> None:
    stage = LinesStage(qtbot, trace, (640, 480))
    for name, value in gestures:
        stage.do(qapp, name, value)
        stage.seen()
    assert np.array_equal(stage.seen(), stage.anew())
    stage.view.deleteLater()


@pytest.mark.parametrize("whole", [False, True])
def test_another_head_paints_no_word_again(
    qtbot: QtBot, trace: Trace, monkeypatch: pytest.MonkeyPatch, whole: bool
) -> None:
    """With arcs, which end beside the words, all is painted."""
    stage, painted = LinesStage(qtbot, trace, mix="one", whole=whole), list[object]()
    stage.seen()
    draw_words = line_map.LinePainter.draw_words
    monkeypatch.setattr(
        line_map.LinePainter, "draw_words", lambda pen, soft: (painted.append(soft), draw_words(pen, soft))
    )
    stage.draw(head=1)
    assert np.array_equal(stage.seen(), stage.anew())
    assert len(painted) == 1 + whole, "once for the picture that was made anew"


@pytest.mark.parametrize("width", [300, 200, 150])
def test_another_head_leaves_long_titles_whole(qtbot: QtBot, width: int) -> None:
    """Titles that are longer than the words below them reach over the lines."""
    stage = LinesStage(qtbot, made_trace("a b", "c d", layers=(2, 2), heads=4), (width, 240), mix="one")
    stage.seen()
    stage.draw(head=1)
    assert np.array_equal(stage.seen(), stage.anew())


def test_words_are_painted_again_on_a_screen_of_another_scale(
    qtbot: QtBot, trace: Trace, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage = LinesStage(qtbot, trace, mix="one")
    stage.seen()
    lines = stage.view.lines
    monkeypatch.setattr(lines, "devicePixelRatioF", lambda: 2.0)
    stage.draw(head=1)
    stage.seen()
    assert [one.devicePixelRatio() for one in lines._grounds.values()] == [2.0]


def test_no_more_pictures_are_kept_than_can_be_seen(qtbot: QtBot, trace: Trace) -> None:
    stage = LinesStage(qtbot, trace, mix="one")
    for head in range(9):
        stage.draw(head=head % 4)
        for place in ((0.5, 0.5), (0.01, 0.5), (0.99, 0.99)):
            stage.do(QApplication.instance(), "move", place)
            stage.seen()
        lines = stage.view.lines
        assert len(lines._grounds) <= 3 and len(lines._spare) <= 2


def test_other_words_as_high_as_the_last_have_nothing_laid_out_again(qtbot: QtBot, trace: Trace) -> None:
    stage, asked = LinesStage(qtbot, trace, (1008, 590), mix="one"), list[QEvent.Type]()

    class Watcher(QObject):
        def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
            asked.append(event.type())
            return False

    stage.draw(head=1)
    watcher, words = Watcher(), {stage.view.foot.text()}
    for part in (stage.view, stage.view.panel):
        part.installEventFilter(watcher)
    for head in (2, 3, 0):
        stage.draw(head=head)
        words.add(stage.view.foot.text())
    assert len(words) > 1 and QEvent.Type.LayoutRequest not in asked
    foot, before = stage.view.foot, stage.view.foot.height()
    foot.setText(" ".join(["more words than two lines have room for"] * 30))
    QApplication.processEvents()
    assert foot.height() == foot.heightForWidth(foot.width()) > before
