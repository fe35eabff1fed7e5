"""Every view gives away the numbers that it shows, not those of another one."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from model_core.analysis.decoding_cost import step_cost
from model_core.analysis.heads.head_measures import measures_of
from model_core.record.edits import Decoding, Edits, HeadPlace, PositionEdits
from model_core.record.trace import FUTURE, PADDING, REASONS, Trace
from tests.made.alternatives import with_alternatives, with_chances, with_tree
from tests.made.surveys import made_findings
from tests.made.traces import made_trace
from viz_app.data.decoded_texts import decoded_texts
from viz_app.data.selection import candidate_name
from viz_app.data.snapshot import Snapshot
from viz_app.data.tables import Listing
from viz_app.document.state import Look, State
from viz_app.views.decoding.export import TEXTS
from viz_app.views.decoding.view import Decoding as DecodingView
from viz_app.views.masks import export
from viz_app.views.masks.view import Masks
from viz_app.views.model.view import Model
from viz_app.views.positions import edits
from viz_app.views.positions.position_table import by_distance, similarity
from viz_app.views.positions.view import Positions
from viz_app.views.survey import likeness
from viz_app.views.survey.view import Survey
from viz_app.widgets import theme
from viz_app.widgets.view import View

Shown = Callable[..., Listing]
LOOK = Look(kind="cross", layer=1, head=2)


@pytest.fixture(scope="module")
def trace() -> Trace:
    return made_trace(["the white house is old", "yes"], ["la casa blanca", "si"])


@pytest.fixture
def shown(qtbot: QtBot, trace: Trace) -> Shown:
    """The listing of a view with these options."""

    def taken(kind: type[View], of: Trace = trace, look: Look = LOOK, **more: Any) -> Listing:
        view, findings = kind(), more.pop("findings", None)
        qtbot.addWidget(view)
        view.resize(1008, 590)
        view.show()
        assert kind.Options is not None
        shot = Snapshot(State(run=of.run, look=look), of, theme.LIGHT, options=kind.Options(**more), findings=findings)
        view.draw(shot)
        table = view.table()
        assert isinstance(table, Listing)
        _reads_back(table, of)
        return table

    return taken


def _reads_back(table: Listing, trace: Trace) -> None:
    """All three formats hold every line, and what it belongs to."""
    lines = list(csv.reader(io.StringIO(table.to_csv().decode("utf-8"), newline="")))
    assert tuple(lines[0][: len(table.headings)]) == table.headings and len(lines) == len(table.rows) + 1
    assert {"model_sha256", "numbers", "target"} <= set(lines[0])
    document = json.loads(table.to_json())
    assert len(document["rows"]) == len(table.rows) and document["context"]["numbers"] == table.context.what
    with np.load(io.BytesIO(table.to_npz())) as file:
        assert all(len(file[name]) == len(table.rows) for name in table.headings)
    assert len(table.to_tabs().splitlines()) == len(table.rows) + 1


def test_masks_list_the_reason_and_the_numbers_of_every_cell(shown: Shown, trace: Trace) -> None:
    table = shown(Masks, look=Look(kind="cross", layer=1, head=2, sentence=1))
    assert table.headings == export.MASK_HEADINGS and table.name == "masks-layer2-head3"
    assert len(table.rows) == sum(trace.reasons[kind][1].size for kind in ("encoder", "decoder", "cross"))
    seen = set()
    for kind, layer, head, query, read, _written, key, token, reason, score, masked, weight in table.rows:
        code = trace.reasons[kind][1, query, key]
        assert (layer, head, reason) == (1, 2, REASONS[code])
        name = trace.name(kind, "weights", 1)
        assert weight == float(trace.arrays[name][1, 2, query, key])
        assert score == float(trace.arrays[trace.name(kind, "scaled", 1)][1, 2, query, key])
        assert masked == float(trace.arrays[trace.name(kind, "masked", 1)][1, 2, query, key])
        assert (token == "pad") >= (code == PADDING) and read
        seen.add(int(code))
    assert {0, FUTURE, PADDING} <= seen


def test_masks_of_a_very_long_text_are_not_listed_cell_by_cell(trace: Trace, monkeypatch: pytest.MonkeyPatch) -> None:
    state = State(run=trace.run, look=LOOK)
    assert export.mask_table(state, trace, 0) is not None
    monkeypatch.setattr(export, "MOST_CELLS", 10)
    assert export.mask_table(state, trace, 0) is None


def test_positions_give_the_table_the_curves_or_the_sum(shown: Shown, trace: Trace) -> None:
    own = trace.arrays["encoder.embed.position.table"]
    table = shown(Positions, reach="sentence")
    assert table.name == "positions-encoder" and table.context.what == "positions · encoder · sinusoidal"
    assert table.rows[1][:2] == (1, "white") and len(table.rows) == len(trace.sentences[0].source)
    assert np.array_equal(np.array([row[2:] for row in table.rows], np.float32), own[: len(table.rows)])
    curves = shown(Positions, show="curves", dimensions="5, 0", reach="few")
    assert curves.headings[:4] == ("position", "token", "dim 5", "dim 0") and len(curves.rows) == 64
    mean, spread = by_distance(similarity(own[:64]))
    assert curves.rows[9] == (9, "", float(own[9, 5]), float(own[9, 0]), float(mean[9]), float(spread[9]))
    added = shown(Positions, show="sum", position=2)
    assert added.name == "positions-encoder-sum-2" and added.context.hook == "encoder.embed.input"
    parts = [trace.arrays[f"encoder.embed.{name}"] for name in ("tokens", "input")]
    assert added.rows[3] == (2, "house", 3, float(parts[0][0, 2, 3]), float(own[2, 3]), float(parts[1][0, 2, 3]))


def test_positions_that_are_only_drawn_name_no_array_of_the_run(shown: Shown, trace: Trace) -> None:
    table = shown(Positions, apply=False, draft=edits.draft_text(PositionEdits(table="none")))
    assert table.context.hook == "" and {number for row in table.rows for number in row[2:]} == {0.0}


def test_decoding_lists_the_steps_of_every_text(shown: Shown, trace: Trace) -> None:
    alternatives = with_alternatives(trace)
    for part in ("tree", "end"):
        table = shown(DecodingView, alternatives, part=part)
        assert table.name == f"decoding-{part}"
        texts = list(dict.fromkeys(row[0] for row in table.rows))
        assert texts[0] == "main" and len(texts) == 1 + sum(one.sentence == 0 for one in alternatives.alternatives)
        row = dict(zip(table.headings, table.rows[1], strict=True))
        assert (row["step"], row["read"], row["written"]) == (1, "la", "casa")
        for name in ("probability", "log_probability", "end_probability", "entropy"):
            assert row[name] == float(alternatives.numbers[name][0, 1])


def test_decoding_lists_which_tokens_were_given(shown: Shown, trace: Trace) -> None:
    alternatives = with_alternatives(trace)
    rows = [dict(zip(TEXTS, row, strict=True)) for row in shown(DecodingView, alternatives, part="end").rows]
    texts = {text.name: text for text in decoded_texts(alternatives, 0)}
    assert any(text.forced for text in texts.values()) and {row["text"] for row in rows} == set(texts)
    for name, text in texts.items():
        own = [row for row in rows if row["text"] == name]
        assert [row["step"] for row in own] == list(range(len(text.written)))
        assert [row["id"] for row in own] == [token.id for token in text.written]
        assert [row["given"] for row in own] == [True] * text.forced + [False] * (len(own) - text.forced)


def test_beam_search_lists_its_nodes(shown: Shown, trace: Trace) -> None:
    tree = with_tree(trace)
    table = shown(DecodingView, tree)
    assert len(table.rows) == len(tree.tree)
    row, node = dict(zip(table.headings, table.rows[3], strict=True)), tree.tree[3]
    assert (row["parent"], row["token"], row["score"], row["kept"]) == (
        node.parent, candidate_name(node.token), node.score, node.kept
    )  # fmt: skip


def test_chances_list_the_candidates_of_every_step(shown: Shown, trace: Trace) -> None:
    drawn = with_chances(trace, Decoding("sample", temperature=0.7, top_k=3))
    table = shown(DecodingView, drawn, part="chances")
    rows = [dict(zip(table.headings, row, strict=True)) for row in table.rows]
    assert {row["step"] for row in rows} == set(range(len(drawn.sentences[0].written)))
    for row in rows:
        at = 0, row["step"], row["rank"]
        assert row["logit"] == float(drawn.numbers["candidate_logits"][at])
        assert row["chance"] == float(drawn.numbers["candidate_chances"][at])
        token = drawn.candidate_tokens[0][row["step"]][row["rank"]]
        assert (row["id"], row["token"]) == (token.id, candidate_name(token))
        assert row["probability"] == float(drawn.numbers["candidates"][at])
        assert row["written"] == (token.id == drawn.sentences[0].written[row["step"]].id)
    assert any(row["written"] for row in rows) and not all(row["written"] for row in rows)


def test_the_cache_lists_what_each_step_costs(shown: Shown, trace: Trace) -> None:
    table = shown(DecodingView, part="cache")
    source = len(trace.sentences[0].source)
    expected = [step_cost(trace.spec, source, 2, cached).total for cached in (True, False)]
    assert table.rows[2][:4] == (2, trace.sentences[0].read[2].text, *expected)


def test_a_survey_lists_every_measure_of_every_head(shown: Shown, trace: Trace) -> None:
    findings = made_findings(digest=trace.model.hash)
    table = shown(Survey, findings=findings)
    kinds = ("encoder", "decoder", "cross")
    assert len(table.rows) == sum(findings.arrays[f"mean.{kind}"].size for kind in kinds)
    for part, kind, layer, head, name, measure, _unit, mean, spread in table.rows:
        assert part == f"{kind} {layer + 1}.{head + 1}"
        place = [one.name for one in measures_of(kind)].index(measure)
        assert mean == float(findings.arrays[f"mean.{kind}"][layer, head, place])
        assert spread == float(findings.arrays[f"deviation.{kind}"][layer, head, place])
        assert name == findings.name(kind, layer, head)
    assert "sentences" in table.context.what and table.context.target == ""


def test_a_survey_of_another_model_is_not_signed_with_the_loaded_one(shown: Shown) -> None:
    table = shown(Survey, findings=made_findings(digest="a" * 64, name="another"))
    assert (table.context.model, table.context.hash) == ("another", "a" * 64)


def test_a_survey_does_not_claim_the_edits_of_the_window(shown: Shown, trace: Trace) -> None:
    off = Edits(heads_off=(HeadPlace("cross", 1, 2),))
    edited = replace(trace, run=trace.run.with_(edits=off))
    assert shown(Model, of=edited).context.differs
    context = shown(Survey, of=edited, findings=made_findings()).context
    assert (context.differs, context.read, context.written) == ((), "", "")


def test_likeness_names_patterns_in_english(shown: Shown, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(likeness, "head_word", lambda _name, _kind: "mixta")
    findings = made_findings()
    table = shown(Survey, findings=findings, shown="alike")
    for kind, layer, head, name, other_layer, other_head, other, _ in table.rows:
        assert (name, other) == (findings.name(kind, layer, head), findings.name(kind, other_layer, other_head))


def test_the_model_lists_its_parts_while_no_tensor_is_open(shown: Shown, trace: Trace) -> None:
    table = shown(Model)
    assert sum(row[-1] for row in table.rows) == trace.spec.parameters()
    rows = {row[0]: dict(zip(table.headings, row, strict=True)) for row in table.rows}
    cross = rows["decoder.layers.0.cross_attn"]
    assert cross["shape"] == "H × T × S" and cross["size"] == "4 × 4 × 6" and cross["parameters"] > 0
