"""A right click on what the engine found beside the run: the card says the number that stands there, and a script."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from model_core.engine.engine import Engine
from model_core.explain.provenance import Source, origin
from model_core.record.lens import LensSpec
from model_core.record.run_spec import RunSpec
from tests.support.harness import ViewStage
from tests.views.compare.test_compare import Stage as CompareStage
from tests.views.test_head_order import FOUND, TRACE, HeadsStage
from viz_app.data.maps.head_names import head_names
from viz_app.data.snapshot import Snapshot
from viz_app.document.state import Pin
from viz_app.views.compare import patching
from viz_app.views.lens.view import LensView
from viz_app.widgets.number_card import NumberQuestions

pytestmark = pytest.mark.usefixtures("qapp")


def number_at(part: QWidget, point: QPoint | None) -> tuple[Source, str] | None:
    """What a part answers to a right click: the source, and its script."""
    (listener,) = part.findChildren(NumberQuestions)
    found = listener.number_at(point)
    return None if found is None else (found[1], origin(*found).python)


def test_cells_of_the_matrix_of_effects(qtbot: QtBot) -> None:
    matrix = HeadsStage(qtbot, TRACE, kind="cross", step=2, everything=True).view.matrix
    middle = matrix.height() / 2
    line, row = min(enumerate(matrix.lines), key=lambda one: abs(matrix.rect_of((one[0], 0)).center().y() - middle))
    for column in (0, 4, None):
        found = number_at(matrix, matrix.rect_of((line, column)).center().toPoint())
        assert found is not None and "engine.effects(EffectsSpec(" in found[1]
        own = FOUND.of(row.part)
        assert found[0].found[found[0].index] == (own.sum() if column is None else own[column])
    assert number_at(matrix, matrix.rect_of((-1, 0)).center().toPoint()) is None
    assert number_at(matrix, None) is not None, "the menu key asks for the chosen part"


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Engine()


def test_cells_and_bars_of_the_lens(qtbot: QtBot, engine: Engine) -> None:
    trace = engine.trace(RunSpec("reverse", ("3 1 4 1 5",)))
    *_, lens = engine.answers(LensSpec(trace.run), trace)

    class LensStage(ViewStage):
        of = LensView

        def shot(self) -> Snapshot:
            return super().shot().with_(lenses={lens.asked: lens})

    for shares in ("logit", "against"):
        view = LensStage(qtbot, trace, (1100, 760), step=1, shares=shares).view
        table, bars = view.table_part, view.bars
        found = number_at(table, table.rect_of((2, 1)).center().toPoint())
        assert found is not None and found[0].found[found[0].index] == lens.reading.log_p[2, 1, 0]
        assert "engine.lens(run" in found[1]
        names = head_names(trace, 0)
        called = view._content.called()
        assert called["cross 1.1"] == names["cross", 0, 0] and not [name for name in called if "feed" in name]
        assert any(bars.tip_of(line).startswith(f"{one.name} · {called[one.name]}: ")
                   for line, one in enumerate(bars.bars()) if called.get(one.name))  # fmt: skip
        shown = bars.bars()
        for line, one in enumerate(shown[:-1]):
            point = QPoint(bars.width() // 2, round(bars._top() + (line + 0.5) * bars._high()))
            told = number_at(bars, point)
            assert told is not None and told[0].found[told[0].index] == pytest.approx(one.value, abs=1e-12)


def test_cells_and_lines_of_patching(qtbot: QtBot, engine: Engine) -> None:
    a, b = (engine.trace(RunSpec("reverse", (text,))) for text in ("3 1 4 1 6", "3 1 4 1 5"))
    stage = CompareStage(qtbot, b, a, Pin(a.run), part="patching")
    asked = patching.content(stage.shot(), stage.found).asked
    *_, found = engine.answers(asked, b)
    plain = stage.shot
    stage.shot = lambda: plain().with_(patchings={asked: found})  # type: ignore[method-assign]
    stage.view.resize(1100, 900)
    stage.draw()
    part = stage.view.patches
    heat = part.maps["encoder"].figure.heat
    told = number_at(heat, heat.cell_rect(1, 4).center().toPoint())
    share = found.residual("encoder")[1][1, 4]
    assert told is not None and told[0].found[told[0].index] == share and "engine.answers(PatchSpec(" in told[1]
    line = number_at(part.list, part.list.rect_of(0).center().toPoint())
    assert line is not None and line[0].found[line[0].index] == part.list.rows[0][1]
