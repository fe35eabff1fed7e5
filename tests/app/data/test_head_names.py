"""What heads of cross-attention are called by where they lie, alike in every place that names them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from model_core.analysis.heads.head_averages import single_sentence_survey
from model_core.analysis.survey_result import Findings, read_result
from model_core.record.trace import Trace
from tests.made.surveys import write_survey
from tests.made.traces import made_trace
from viz_app.charts.map_summary import map_summary
from viz_app.data.maps.head_filter import filter_heads
from viz_app.data.maps.head_names import head_name, head_names, measures_of_text
from viz_app.data.maps.head_order import ORDERS, available_orders
from viz_app.document.state import HeadFilter


def crossed(words: int) -> Trace:
    """A text of so many words, with their ends: head 1 reads its source from the end to the beginning, head 2 in
    step."""
    made = made_trace(source_tokens=words + 1, target_tokens=words + 1, layers=(1, 1), heads=2)
    weights = np.full((2, words + 1, words + 1), 0.0, np.float32)
    for row in range(words):
        weights[0, row, words - 1 - row] = weights[1, row, row] = 1.0
    weights[:, words, words] = 1.0
    name = made.name("cross", "weights", 0)
    arrays = {one: made.arrays[one] for one in made.arrays}
    return made.with_(arrays=arrays | {name: weights.reshape(arrays[name].shape)})


@pytest.mark.parametrize("words", [3, 4, 5, 12])
def test_heads_on_the_two_diagonals_are_named_after_them_everywhere(words: int) -> None:
    trace = crossed(words)
    expected = ["anti-diagonal", "diagonal"]
    names = head_names(trace, 0)
    assert [names["cross", 0, head] for head in range(2)] == expected
    assert [head_name(crossed(words), "cross", 0, head, 0) for head in range(2)] == expected, "one head alone"
    survey = single_sentence_survey(trace, 0)
    assert [survey.name("cross", 0, head) for head in range(2)] == expected
    listed = filter_heads(HeadFilter(measure="anti-diagonal", bound=0.99), measures_of_text(trace, 0), {})
    assert listed.known and listed.heads == {("cross", 0, 0)}
    assert "from end to beginning" in map_summary(trace, "cross", 0, 0, 0)
    assert "anti-diagonal" in available_orders(["cross"]) and ORDERS["anti-diagonal"][0] == "anti-diagonal"
    assert "anti-diagonal" not in available_orders(["encoder", "decoder"])


def test_two_words_are_no_line() -> None:
    assert head_names(crossed(2), 0)["cross", 0, 0] == "1-to-1"


def test_a_head_is_not_called_after_the_only_token_that_it_can_read() -> None:
    """Of an empty text there is only the end."""
    trace = crossed(0)
    assert head_names(trace, 0) == {}
    assert [head_name(trace, kind, 0, 0, 0) for kind in trace.kinds] == ["", "", ""]
    assert map_summary(trace, "cross", 0, 0, 0).startswith("Strongest")


def earlier(survey: Findings) -> dict[str, np.ndarray]:
    """The tables as they were before anti-diagonals were measured."""
    tables = dict(survey.arrays)
    return tables | {name: np.ascontiguousarray(tables[name][..., :-1]) for name in ("reads.cross", "read_rows.cross")}


def test_a_survey_from_before_anti_diagonals_were_measured_opens(tmp_path: Path) -> None:
    survey = single_sentence_survey(crossed(6), 0)
    best = {f"{kind}.0": ((0,), (0,)) for kind in survey.kinds}
    folder = write_survey(tmp_path / "now", Findings(**{**vars(survey), "best": best}))
    before = write_survey(tmp_path / "before", Findings(**{**vars(survey), "best": best, "arrays": earlier(survey)}))
    now, then = read_result(folder), read_result(before)
    assert (now.name("cross", 0, 0), then.name("cross", 0, 0)) == ("anti-diagonal", "1-to-1")
    assert set(now.reads("cross", 0, 0)) - set(then.reads("cross", 0, 0)) == {"anti-diagonal"}
    assert now.name("cross", 0, 1) == then.name("cross", 0, 1) == "diagonal"
