"""Comparing in the real window: a run is pinned, another text typed, what one activation restores is kept and undone;
a session that names a pinned run has it computed by the engine's process."""

from __future__ import annotations

from functools import partial

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from model_core.record.run_spec import RunSpec
from tests.flows.test_main_path import play, translated
from viz_app.document.state import Pin
from viz_app.views.compare.view import Compare
from viz_app.window.main_window import Window

pytestmark = pytest.mark.usefixtures("prepared", "qapp")

ONE, TWO, THREE = "The boy is cold.", "The girl is cold.", "The water is cold."


def view(window: Window) -> Compare:
    page = window.desk.page("compare")
    assert page is not None and isinstance(page.view, Compare)
    return page.view


class Comparing:
    """What is done, in an order; what has to be seen is asserted in the act that follows."""

    def __init__(self) -> None:
        self.faults: list[BaseException] = []
        self.kept = 0

    def safely(self, act: object, window: Window) -> None:
        try:
            act(window)  # type: ignore[operator]
        except Exception as error:
            self.faults.append(error)

    def pin(self, window: Window) -> None:
        QTest.keyClick(window, Qt.Key.Key_D, Qt.KeyboardModifier.ControlModifier)
        assert window.store.state.desk.views == ("compare",) and view(window).compared.same
        window.store.run(source=(TWO,))

    def both_are_shown(self, window: Window) -> None:
        found = view(window).compared
        assert (found.a.texts.source_text, found.b.texts.source_text) == (ONE, TWO)
        assert window.store.pinned.trace is found.a.trace
        window.store.options("compare", part="patching")

    def patched(self, window: Window) -> bool:
        found = [*window.store.effects.snapshot_fields["patchings"].values()]
        return bool(found) and found[-1].complete

    def keep(self, window: Window) -> None:
        part = view(window).patches
        assert part.strongest.text() and part.list.rows
        heat = part.maps["decoder"].figure.heat
        rows, columns = heat._scene.cells.values.shape
        point = heat.cell_rect(rows - 1, columns - 1).center().toPoint()
        QTest.mouseClick(heat, Qt.MouseButton.LeftButton, pos=point)
        self.kept = len(window.store.state.run.edits.patches)

    def edited(self, window: Window) -> bool:
        store = window.store
        return store.trace is not None and not store.busy and bool(store.trace.run.edits.patches)

    def undo(self, window: Window) -> None:
        assert self.kept == 1
        window.store.undo()
        window.store.pinned.pin(Pin(RunSpec(source=(THREE,))))

    def computed(self, window: Window) -> bool:
        trace = window.store.pinned.trace
        return trace is not None and trace.run.source == (THREE,)

    def it_is_a(self, window: Window) -> None:
        assert view(window).compared.a.texts.source_text == THREE
        window.store.undo()
        assert window.store.state.pin is not None and window.store.state.pin.run.source == (ONE,)


def test_a_run_is_pinned_compared_and_patched_in_the_real_window() -> None:
    acts = Comparing()
    steps = [
        (translated(ONE), acts.pin), (translated(TWO), acts.both_are_shown), (acts.patched, acts.keep),
        (acts.edited, acts.undo), (acts.computed, acts.it_is_a),
    ]  # fmt: skip
    play(*[(wait, partial(acts.safely, act)) for wait, act in steps], words=("gui", "--source", ONE))
    assert not acts.faults, acts.faults
