"""Numbers that the engine finds beside a run: each is told with a script that finds it again in a fresh interpreter."""

from __future__ import annotations

import contextlib
import io
from typing import Any

import numpy as np
import pytest

from model_core.engine.engine import Engine
from model_core.errors import Message
from model_core.explain.engine_numbers import effect_source, lens_source, patching_source, share_source
from model_core.explain.provenance import Source, origin, value_of
from model_core.record.edits import Edits, HeadPlace
from model_core.record.effects import EffectsSpec
from model_core.record.lens import LensSpec
from model_core.record.run_spec import RunSpec
from model_core.record.trace import Trace
from model_core.tokenizers.foreign import IdVocabulary, Specials
from tests.made.small import VARIANTS, small_model

EDITED = Edits(heads_off=(HeadPlace("encoder", 0, 1),))
RUN = RunSpec("reverse", ("3 1 4 1 5",), edits=EDITED)


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Engine()


@pytest.fixture(scope="module")
def trace(engine: Engine) -> Trace:
    return engine.trace(RUN)


def printed(trace: Trace, source: Source) -> float:
    """What the script of a number prints."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(origin(trace, source).python, "copied", "exec"), {})
    return float(out.getvalue())


@pytest.mark.parametrize("row", [1, None])
@pytest.mark.parametrize("method", ["removed", "gradient"])
def test_an_effect_is_found_again(engine: Engine, trace: Trace, row: int | None, method: str) -> None:
    groups = ("heads", "feed_forwards") if method == "removed" else ("source",)
    asked = EffectsSpec(RUN, 0, "zero", groups, method=method)
    found = engine.effects(asked)
    part = found.ranked(row)[0]
    source = effect_source(asked, part, found.of(part), row)
    wanted = found.totals(row)[found.parts.index(part)]
    assert value_of(trace, source) == wanted != 0
    assert printed(trace, source) == pytest.approx(wanted, abs=1e-6)
    told = origin(trace, source)
    assert told.title == "change in log-probability" and told.formula and "heads_off" in told.python


@pytest.mark.parametrize("replacement", ["zero", "uniform"])
def test_a_replaced_head_is_not_reported_as_removed(engine: Engine, replacement: str) -> None:
    found = engine.effects(EffectsSpec(RUN, 0, replacement))
    part = found.ranked()[0]
    for row in (1, None):
        formula = effect_source(found.asked, part, found.of(part), row).formula
        assert ("without the part" in formula) == (replacement == "zero")
        assert ("replaced" in formula) == (replacement != "zero")
        assert formula.endswith("summed over the rows") == (row is None)
        assert isinstance(formula, Message), "the window says it in its language"


def test_what_is_read_early_and_every_share_is_found_again(engine: Engine, trace: Trace) -> None:
    asked = LensSpec(RUN)
    *_, lens = engine.answers(asked, trace)
    reading = lens.reading
    early = lens_source(trace.spec, asked, reading, 2, 1)
    assert value_of(trace, early) == reading.log_p[2, 1, 0]
    assert printed(trace, early) == pytest.approx(reading.log_p[2, 1, 0], abs=1e-6)
    for part in (0, 3, len(reading.shares) - 1):
        plain, gap = (share_source(trace.spec, asked, reading, part, 1, against) for against in (False, True))
        difference = reading.shares[part, 1, 0] - reading.shares[part, 1, 1]
        assert value_of(trace, plain) == reading.shares[part, 1, 0]
        assert value_of(trace, gap) == difference
        assert printed(trace, plain) == pytest.approx(reading.shares[part, 1, 0], abs=1e-5)
        assert printed(trace, gap) == pytest.approx(difference, abs=1e-5)


@pytest.mark.parametrize("name", VARIANTS)
def test_the_lens_reports_the_sources_of_its_numbers(name: str) -> None:
    """The norms that are there, the scale of the logits, the bias, and which table and token it is about."""
    model, own = small_model(**VARIANTS[name]), Engine("own")
    spec = model.spec
    own.add("own", model, IdVocabulary(40, 40, Specials.from_spec(spec)))
    run = RunSpec("own", ("5 6 7",), ("8 9 4",))
    trace = own.trace(run)
    norms = spec.final_norm or spec.norm_place == "post"
    for stack in ("decoder", "encoder"):
        asked = LensSpec(run, 0, stack)
        *_, lens = own.answers(asked, trace)
        early = origin(trace, lens_source(spec, asked, lens.reading, 2, 1))
        parts = range(len(lens.reading.shares))
        shares = [origin(trace, share_source(spec, asked, lens.reading, part, 1, False)) for part in parts]
        gap = origin(trace, share_source(spec, asked, lens.reading, 1, 1, True))
        assert ("final norm" in early.formula) == spec.final_norm
        assert ("+ b" in early.formula) == (spec.output_bias and stack == "decoder")
        assert ["bias" in one.formula for one in shares] == [*[False] * (len(parts) - 1), "+ b" in early.formula]
        for one in (early, *shares):
            assert ("0.2 ·" in one.formula) == (spec.logit_scale == 0.2) and "1 ·" not in one.formula
            assert ("written" in one.title) == ("output layer" in one.formula) == (stack == "decoder")
        assert {"in this run" in one.formula for one in shares} == {norms}
        assert ("written" in gap.formula) == (stack == "decoder")


@pytest.mark.parametrize("changes", [{}, {"final_norm": False}, {"norm": "rms", "logit_scale": 0.2}])
def test_a_share_is_what_its_formula_says(changes: dict[str, Any]) -> None:
    """The first head's, whose contribution passes the final norm alone."""
    model, own = small_model(tied=False, **changes), Engine("own")
    spec = model.spec
    own.add("own", model, IdVocabulary(40, 40, Specials.from_spec(spec)))
    run = RunSpec("own", ("5 6 7",), ("8 9 4",))
    trace, asked = own.trace(run), LensSpec(run)
    *_, lens = own.answers(asked, trace)
    z = trace.arrays["decoder.layers.0.self_attn.head_outputs"][0, 0, 1].astype(np.float64)
    parameters = {name: one.detach().double().numpy() for name, one in model.named_parameters()}
    given = parameters["decoder.layers.0.self_attn.to_out.weight"][:, : len(z)] @ z
    row = parameters["to_logits.weight"][lens.reading.written[1].id]
    told = origin(trace, share_source(spec, asked, lens.reading, 1, 1, False))
    if "norm(" in told.formula:
        last = trace.arrays["decoder.layers.1.ff_sublayer.residual"][0, 1].astype(np.float64)
        squares = np.square(last).mean() if spec.norm == "rms" else last.var()
        given = given if spec.norm == "rms" else given - given.mean()
        given = given / np.sqrt(squares + spec.norm_eps) * parameters["decoder.final_norm.weight"]
    factor = 0.2 if told.formula.startswith("0.2 ·") else 1.0
    assert told.value == pytest.approx(factor * given @ row, abs=1e-5) and told.value != 0


def test_what_a_patch_restores_is_found_again(engine: Engine) -> None:
    plain = RUN.with_(edits=Edits())
    found = engine.patch(plain.with_(source=("3 1 4 1 6",)), plain)
    trace = engine.trace(plain)
    patch, most = max(found.of("head"), key=lambda pair: abs(pair[1]))
    source = patching_source(found, patch)
    assert value_of(trace, source) == most
    assert printed(trace, source) == pytest.approx(most, abs=1e-5)
