"""Another head, layer, kind or step of a long text does what can be seen anew, and no more: counted, not timed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtWidgets import QApplication

from model_core.analysis import map_blocks, token_merging
from model_core.record import derived_maps
from model_core.record.trace import Trace
from tests.made.traces import made_trace
from viz_app.data.maps import derived_map, head_names
from viz_app.data.snapshot import Snapshot
from viz_app.document.state import Layout, Pin, State
from viz_app.document.store import Store
from viz_app.inspector import sections
from viz_app.maps import head_grid_picture
from viz_app.text import source, target
from viz_app.views.calculate import toolbar
from viz_app.views.compare import texts
from viz_app.views.lines import line_map
from viz_app.views.model import live_state
from viz_app.views.model.live_state import LiveState
from viz_app.widgets import theme as themes
from viz_app.window import focus_order
from viz_app.window.main_window import Window

pytestmark = pytest.mark.usefixtures("qapp")
TOKENS = 40


@pytest.fixture
def opened(qtbot, monkeypatch) -> Iterator[Callable[[str], Window]]:
    """Opens the window with a view of a text whose maps are computed when they are looked at."""
    monkeypatch.setattr("model_core.record.derived_maps.RECORDED_CELLS", 10)
    made = made_trace(source_tokens=TOKENS, target_tokens=TOKENS)
    kept = {name: one for name, one in made.arrays.kept.items() if name.rpartition(".")[2] not in ("weights", "scores")}
    trace = made.with_(arrays=kept)
    assert not trace.whole("cross")

    def show(view: str) -> Window:
        window = Window(Store(State(run=trace.run, desk=Layout(theme="light", views=(view,)))))
        qtbot.addWidget(window)
        window.resize(1440, 900)
        window.store.accept(trace)
        window.show()
        settle()
        return window

    yield show


def settle() -> None:
    for _ in range(4):
        QApplication.processEvents()


def settled(window: Window) -> None:
    """Until all small maps are made and painted."""
    for _ in range(200):
        QApplication.processEvents()
        if not window.desk.page("attention").view.heads.working:
            break
    settle()


@pytest.fixture
def maps_made(monkeypatch) -> list[tuple[int, ...]]:
    """The shapes of the whole maps that are made from queries and keys, of one head each."""
    found: list[tuple[int, ...]] = []
    whole = derived_maps.attention_map

    def one_more(what: str, q: np.ndarray, k: np.ndarray, *more: object) -> np.ndarray:
        if q.shape[-2] > 1 < k.shape[-2]:
            found.append(q.shape)
        return whole(what, q, k, *more)

    monkeypatch.setattr(derived_maps, "attention_map", one_more)
    return found


# ---------------------------------------------------------------- Calculate


def test_the_numbers_of_another_head_are_rows_not_maps(opened, maps_made, monkeypatch) -> None:
    """Scores and weights stand there for one query, and the chips are shaded by its weights."""
    monkeypatch.setattr(head_names, "MOST_CELLS_OF_ONE", 10)  # heads of a long text are not named
    window = opened("calculate")
    looks = {"head": 2}, {"kind": "encoder", "query": 3}, {"kind": "decoder", "query": None}
    for look in looks:
        window.store.look(**look)
        settle()
    assert len(maps_made) == 4, "for the rows that read a token, of every head that is looked at first"
    window.store.trace.arrays.heads.most = 1
    maps_made.clear()
    for look in (*looks, {"step": 5}, {"step": 8, "key": 3}, {"kind": "cross"}):
        window.store.look(**look)
        settle()
    assert not maps_made


def test_a_row_of_scores_is_made_once_for_a_cell(opened, monkeypatch) -> None:
    """Labels, numbers, bars and sums of a row each made it again."""
    window, made = opened("calculate"), Counter[str]()
    whole = derived_maps.attention_map
    monkeypatch.setattr(
        derived_maps,
        "attention_map",
        lambda what, q, *of: made.update([what] if q.shape[-2] == 1 else []) or whole(what, q, *of),
    )
    for look in ({"head": 2}, {"kind": "encoder"}, {"kind": "decoder", "step": 5}):
        made.clear()
        window.store.look(**look)
        settle()
        assert set(made) >= {"scores"} and set(made.values()) == {1}, look


def test_names_of_queries_and_keys_are_measured_once_for_each_attention(opened, monkeypatch) -> None:
    window = opened("calculate")
    measured: list[int] = []
    whole = toolbar._seen
    monkeypatch.setattr(toolbar, "_seen", lambda words, box: measured.append(len(words)) or whole(words, box))
    for kind in ("encoder", "decoder", "cross", "encoder", "decoder", "cross"):
        window.store.look(kind=kind)
        settle()
        bar = window.desk.page("calculate").view.bar
        assert bar.row.count() == bar.key.count() == TOKENS
    assert measured == [TOKENS] * 4, "those of the first picture were there"


# ---------------------------------------------------------------- Lines


def test_tokens_are_joined_and_named_once_for_each_attention(opened, monkeypatch) -> None:
    window = opened("lines")
    named: list[str] = []
    whole = derived_map.column_names
    monkeypatch.setattr(
        derived_map, "column_names", lambda one, kind, keys: named.append(kind) or whole(one, kind, keys)
    )
    for head in (1, 2, 3):
        window.store.look(head=head)
        settle()
        assert window.desk.page("lines").view._picture.main.series == (head,)
    assert not named
    window.store.look(kind="encoder")
    settle()
    assert set(named) == {"encoder"}


def test_the_pictures_of_all_lines_are_taken_over(opened, monkeypatch) -> None:
    """Fresh memory for two pictures of the whole map took a fifth of another head."""
    window = opened("lines")
    window.store.look(head=1)
    settle()
    made: list[object] = []
    whole = line_map.QPixmap
    monkeypatch.setattr(line_map, "QPixmap", lambda *size: made.extend(size) or whole(*size))
    painted = window.desk.page("lines").view.lines.pictures
    for look in ({"head": 2}, {"kind": "encoder"}, {"kind": "cross", "head": 0}):
        window.store.look(**look)
        settle()
    assert not made and window.desk.page("lines").view.lines.pictures == painted + 3


# ---------------------------------------------------------------- Attention


def test_the_small_maps_of_an_attention_are_painted_once(opened, monkeypatch) -> None:
    window = opened("attention")
    view = window.desk.page("attention").view
    for kind in ("encoder", "decoder", "cross"):
        window.store.look(kind=kind)
        settled(window)
    assert not view.heads.working
    painted, joined = Counter[str](), list[object]()
    whole, reasons = head_grid_picture.GridPicture._painted, map_blocks.joined_reasons
    monkeypatch.setattr(
        head_grid_picture.GridPicture, "_painted", lambda own, of: painted.update(["grid"]) or whole(own, of)
    )
    monkeypatch.setattr(map_blocks, "joined_reasons", lambda *of: joined.append(of) or reasons(*of))
    for kind in ("encoder", "decoder", "cross", "decoder"):
        window.store.look(kind=kind)
        settle()
    assert not painted and not joined


# ---------------------------------------------------------------- Compare


def test_the_tokens_of_two_runs_stay_for_another_head(opened, monkeypatch) -> None:
    window = opened("compare")
    trace = window.store.trace
    window.desk.page("compare").view.draw(compared(window, trace, head=0))
    settle()
    made, painted = Counter[str](), Counter[str]()
    columns, draw = texts.token_columns, texts.PairedTokens.draw
    monkeypatch.setattr(texts, "token_columns", lambda found, side: made.update([side]) or columns(found, side))
    monkeypatch.setattr(texts.PairedTokens, "draw", lambda part, *how: painted.update([part.side]) or draw(part, *how))
    window.desk.page("compare").view.draw(compared(window, trace, head=1))
    settle()
    assert not made and not painted
    window.desk.page("compare").view.draw(compared(window, trace, head=1, step=3))
    settle()
    assert not made and set(painted) == {"target"}, "another step is chosen in it"


def compared(window: Window, trace: Trace, **look: object) -> Snapshot:
    """The present run beside itself."""
    state = window.store.state
    state = replace(state, look=replace(state.look, **look), pin=Pin(trace.run))
    return Snapshot(state, trace, themes.current(), against=trace)


# ---------------------------------------------------------------- Heads, Model


def test_the_words_of_a_text_are_found_once(opened, monkeypatch) -> None:
    window = opened("heads")
    joined: list[int] = []
    whole = token_merging.text
    monkeypatch.setattr(token_merging, "text", lambda tokens, span: joined.append(len(span)) or whole(tokens, span))
    for head in (1, 2, 3):
        window.store.look(head=head)
        settle()
    shown = window.desk.page("heads").view.texts.lines
    assert not joined and len(shown[0].words) == TOKENS and not any(shown[0].changed)


def test_lengths_of_the_stream_are_found_once(opened, monkeypatch) -> None:
    window = opened("model")
    found: list[str] = []
    whole = LiveState._stream_length
    monkeypatch.setattr(LiveState, "_stream_length", lambda live, name: found.append(name) or whole(live, name))
    for look in ({"head": 1}, {"kind": "encoder"}, {"kind": "decoder", "head": 2}):
        window.store.look(**look)
        settle()
    assert len(found) == len(set(found)) and window.desk.page("model").view._live.streams


# ---------------------------------------------------------------- the text band and the inspector


def test_texts_and_candidates_are_those_of_the_step_whatever_head_is_read(opened, monkeypatch) -> None:
    window, done = opened("heads"), Counter[str]()
    for place, name in ((source.SourceSide, "_show_tokens"), (target.TargetSide, "_show_tokens")):
        whole = getattr(place, name)
        monkeypatch.setattr(place, name, lambda own, w=whole: done.update([type(own).__name__]) or w(own))
    bars = sections.candidate_bars
    monkeypatch.setattr(sections, "candidate_bars", lambda *of: done.update(["bars"]) or bars(*of))
    for look in ({"head": 1}, {"layer": 1}, {"head": 2}):
        window.store.look(**look)
        settle()
    assert not done
    window.store.look(step=5)
    settle()
    assert set(done) == {"bars"}


def test_what_is_written_is_named_once_for_a_text(opened, monkeypatch) -> None:
    window = opened("model")
    named = list[int]()
    whole = live_state.query_names
    monkeypatch.setattr(live_state, "query_names", lambda one, kind: named.append(1) or whole(one, kind))
    for head in (1, 2, 3):
        window.store.look(head=head)
        settle()
    assert not named


def test_a_view_regains_the_focus_without_a_search_of_the_window(opened, monkeypatch) -> None:
    window, walks = opened("attention"), []
    window.next_view()
    walk = focus_order.focus_chain
    monkeypatch.setattr(focus_order, "focus_chain", lambda top: walks.append(top) or walk(top))
    for name in ("lines", "attention", "lines"):
        walks.clear()
        window.open_view(name)
        settle()
        focus = QApplication.focusWidget()
        assert focus is not None and window.desk.page(name).view.isAncestorOf(focus), name
    assert walks == []
