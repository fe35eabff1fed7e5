"""Numbers that the engine finds beside a run: each is told with a script that finds it again in a fresh interpreter."""

from __future__ import annotations

import contextlib
import io

import pytest

from model_core.engine.engine import Engine
from model_core.explain.engine_numbers import effect_source, lens_source, patching_source, share_source
from model_core.explain.provenance import Source, origin, value_of
from model_core.record.edits import Edits, HeadPlace
from model_core.record.effects import EffectsSpec
from model_core.record.lens import LensSpec
from model_core.record.run_spec import RunSpec
from model_core.record.trace import Trace

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


def test_what_is_read_early_and_every_share_is_found_again(engine: Engine, trace: Trace) -> None:
    asked = LensSpec(RUN)
    *_, lens = engine.answers(asked, trace)
    reading = lens.reading
    early = lens_source(asked, reading, 2, 1)
    assert value_of(trace, early) == reading.log_p[2, 1, 0]
    assert printed(trace, early) == pytest.approx(reading.log_p[2, 1, 0], abs=1e-6)
    for part in (0, 3, len(reading.shares) - 1):
        plain, gap = (share_source(asked, reading, part, 1, against) for against in (False, True))
        difference = reading.shares[part, 1, 0] - reading.shares[part, 1, 1]
        assert value_of(trace, plain) == reading.shares[part, 1, 0]
        assert value_of(trace, gap) == difference
        assert printed(trace, plain) == pytest.approx(reading.shares[part, 1, 0], abs=1e-5)
        assert printed(trace, gap) == pytest.approx(difference, abs=1e-5)


def test_what_a_patch_restores_is_found_again(engine: Engine) -> None:
    plain = RUN.with_(edits=Edits())
    found = engine.patch(plain.with_(source=("3 1 4 1 6",)), plain)
    trace = engine.trace(plain)
    patch, most = max(found.of("head"), key=lambda pair: abs(pair[1]))
    source = patching_source(found, patch)
    assert value_of(trace, source) == most
    assert printed(trace, source) == pytest.approx(most, abs=1e-5)
