"""What texts and notes of the bundled lessons say of the model, beside their answers, is so."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from model_core.analysis.arithmetic import stream_before
from model_core.engine.engine import Engine
from model_core.explain.small_matrices import SmallMatrices
from model_core.io.resources import lesson as bundled_lesson
from model_core.record.edits import Edits, SublayerPlace
from model_core.record.trace import Trace
from viz_app.document.lesson import Scene, in_language, load_lesson
from viz_app.views.calculate.optional_blocks import NUMBERS


@pytest.fixture(scope="module")
def engine() -> Engine:
    """The bundled models, loaded once."""
    return Engine()


def seen(engine: Engine, name: str, title: str, **other: Any) -> tuple[Scene, Trace]:
    """A scene of a bundled lesson by its title, and the Trace of its run with `other` fields."""
    path = bundled_lesson(name)
    assert path is not None
    (scene,) = (one for one in load_lesson(path).scenes if in_language(one.title, "en") == title)
    run = replace(scene.shown().run, **other)
    return scene, engine.trace(run)


def test_cutting_the_residual_path_elsewhere_does_what_the_notes_say(engine: Engine) -> None:
    scene, whole = seen(engine, "14-calm", "The residual connection cut")
    _, last = seen(engine, "14-calm", "The residual connection cut", edits=scene.after().run.edits)
    first = Edits(residuals_cut=(SublayerPlace("decoder", 0, "feed-forward"),))
    _, other = seen(engine, "14-calm", "The residual connection cut", edits=first)
    assert "first layer changes little here: a capital and one ending" in in_language(scene.notes, "en")
    words, changed, lost = (trace.sentences[0].target_text.split() for trace in (whole, other, last))
    assert changed[0] == words[0].lower() != words[0] and changed[1:-1] == words[1:-1]
    assert changed[-1][:-2] == words[-1][:-2] and changed[-1] != words[-1]
    assert len(set(words) & set(lost)) < len(words) / 2


def test_a_word_is_read_more_than_the_one_it_is_compared_with(engine: Engine) -> None:
    scene, trace = seen(engine, "08-explanation", "Read, but needed?")
    assert "reads `the`" in in_language(scene.text, "en") and "more than `window`" in in_language(scene.text, "en")
    look, source = scene.shown().look, [token.text for token in trace.sentences[0].source]
    weights = trace.map("cross", look.layer, look.head)[look.step]
    assert weights[source.index("the")] > 1.2 * weights[source.index("window")]


def test_the_stated_token_count_is_that_of_the_american_spelling(engine: Engine) -> None:
    scene, _ = seen(engine, "11-pieces", "One letter less")
    _, trace = seen(engine, "11-pieces", "One letter less", source=scene.after().run.source)
    assert "single token" in in_language(scene.text, "en")
    assert "neighbors" in [token.text for token in trace.sentences[0].source]


def test_one_word_overtakes_the_other_between_two_of_the_numbers_that_are_offered(engine: Engine) -> None:
    scene, trace = seen(engine, "01-attention", "One number changed")
    assert "Between which two" in in_language(scene.notes, "en")
    scores, (ball, blue) = trace.row("cross", 0, 0, 0, "scores")[:2], (0, 1)
    q, k = (trace.arrays[trace.name("cross", what, 0)][0, 0, :, 0] for what in "qk")
    leads = [
        scores[ball] - scores[blue] + q[0] * (float(number) - k[ball]) * trace.spec.for_stack("cross").score_scale
        for number in filter(None, NUMBERS)
    ]
    assert leads == sorted(leads) and leads[0] < 0 < leads[-1] and min(map(abs, leads)) > 0.1


def test_two_of_the_three_norms_stay_the_same_if_their_row_alone_is_larger(engine: Engine) -> None:
    scene, trace = seen(engine, "14-calm", "On your own")
    assert "which two results" in in_language(scene.text, "en")
    look = scene.shown().look
    rows = trace.arrays[stream_before(f"decoder.layers.{look.layer}.ff_sublayer")][0].astype(float)
    larger = rows.copy()
    larger[look.step] *= 10

    def norms(rows: Any) -> tuple[Any, ...]:
        x = rows[look.step]
        return (x - x.mean()) / x.std(), x / np.sqrt((x * x).mean()), (x - rows.mean(0)) / rows.std(0)

    apart = [np.abs(after - before).max() for before, after in zip(norms(rows), norms(larger), strict=True)]
    assert max(apart[:2]) < 1e-6 and apart[2] > 1


def test_the_row_of_einsum_is_that_of_the_step_and_its_products_are_sixteen(engine: Engine) -> None:
    for title, key in (("One number of bhqk", "green"), ("The same in another head", "car")):
        scene, trace = seen(engine, "13-einsum", title)
        look, one = scene.shown().look, trace.sentences[0]
        assert look.step is not None and one.written[look.step].text == "verde"
        q, k = (trace.arrays[trace.name("cross", what, look.layer)].astype(float) for what in "qk")
        scores = np.einsum("bhqd,bhkd->bhqk", q, k)[0, look.head, look.step]
        assert one.source[int(scores.argmax())].text == key
        weights = trace.map("cross", look.layer, look.head)[look.step]
        assert one.source[int(weights.argmax())].text == key, "what the question asks of the row"
    assert "`verde`" in in_language(seen(engine, "13-einsum", "One number of bhqk")[0].text, "en")
    scene, trace = seen(engine, "13-einsum", "Nothing after the arrow")
    assert "sixteen products" in in_language(scene.notes, "en")
    look = scene.shown().look
    assert len(SmallMatrices.from_trace(trace, look.kind, look.layer, look.head).terms("ij,ij->")) == 16
