"""What a Trace answers where it is asked for a place that is not there: what there is, not NumPy's own words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from model_core.engine.engine import Engine
from model_core.record.run_spec import RunSpec
from model_core.record.snapshots import SnapshotReading, Snapshots, SnapshotsSpec
from model_core.record.trace import Trace
from tests.made.small import small_model, small_pieces

PIECES = small_pieces()
ENGINE = Engine()
ENGINE.add("pieces", small_model(source_vocabulary=PIECES.size, target_vocabulary=PIECES.size), PIECES)
TRACE = ENGINE.trace(RunSpec("pieces", ("the white house", "the cat"), max_steps=4))
HEADS, ROWS, LAYERS = TRACE.spec.heads_of("cross"), len(TRACE.sentences[0].read), TRACE.spec.layers("cross")

MAPS: dict[str, Callable[..., Any]] = {
    "map": TRACE.map,
    "map_uncached": TRACE.map_uncached,
    "row": lambda kind, layer, head, what="weights", sentence=0: TRACE.row(kind, layer, head, 0, what, sentence),
}


@pytest.mark.parametrize("what", ["weights", "raw"])
@pytest.mark.parametrize("method", MAPS)
def test_a_map_that_is_not_there_is_refused_with_what_there_is(method: str, what: str) -> None:
    ask = MAPS[method]
    with pytest.raises(IndexError, match=f"no head {HEADS} of cross: there are {HEADS}, counted from 0"):
        ask("cross", 0, HEADS, what)
    with pytest.raises(IndexError, match=f"no head -{HEADS + 1} of cross: there are {HEADS}"):
        ask("cross", 0, -HEADS - 1, what)
    with pytest.raises(IndexError, match="no sentence 2: there are 2, counted from 0"):
        ask("cross", 0, 0, what, sentence=2)
    with pytest.raises(KeyError, match=f"cross has {LAYERS} layers, counted from 0"):
        ask("cross", LAYERS, 0, what)
    with pytest.raises(KeyError, match="unknown attention 'cros'; choose from encoder, decoder, cross"):
        ask("cros", 0, 0, what)
    assert np.array_equal(ask("cross", 0, -1, what), ask("cross", 0, HEADS - 1, what)), "as in a list"


@pytest.mark.parametrize("method", MAPS)
@pytest.mark.parametrize("what", ["wieghts", "q"])
def test_a_map_of_another_name_is_refused_with_the_names(method: str, what: str) -> None:
    """An array such as q has other axes than a map: what was cut out of it was not a map of anything."""
    with pytest.raises(KeyError, match=f"unknown map '{what}'; choose from weights, scaled, raw, masked"):
        MAPS[method]("cross", 0, 0, what)


@pytest.mark.parametrize("what", ["weights", "raw"])
def test_a_row_that_is_not_there_is_refused_and_the_last_one_can_be_asked_for(what: str) -> None:
    with pytest.raises(IndexError, match=f"no row {ROWS} of cross: there are {ROWS}, counted from 0"):
        TRACE.row("cross", 0, 0, ROWS, what)
    last = TRACE.row("cross", 0, 0, -1, what)
    np.testing.assert_allclose(last, TRACE.map("cross", 0, 0, what)[-1], rtol=1e-5, atol=1e-6)


OTHERS: list[tuple[str, Callable[[Trace], Any], type[Exception], str]] = [
    ("size kind", lambda t: t.size("cros"), KeyError, "unknown attention 'cros'"),
    ("size sentence", lambda t: t.size("cross", 5), IndexError, "no sentence 5: there are 2"),
    ("reason kind", lambda t: t.reason("cros"), KeyError, "unknown attention 'cros'"),
    ("reason sentence", lambda t: t.reason("cross", 5), IndexError, "no sentence 5"),
    ("maps sentence", lambda t: t.maps("cross", sentence=5), IndexError, "no sentence 5"),
    ("maps what", lambda t: t.maps("cross", "wieghts"), KeyError, "'weights', 'scaled', 'raw', 'masked'"),
    ("all_maps sentence", lambda t: t.all_maps("cross", 5), IndexError, "no sentence 5"),
    ("candidates step", lambda t: t.candidates(99), IndexError, r"no step 99: there are \d, counted from 0"),
    ("candidates sentence", lambda t: t.candidates(0, 5), IndexError, "no sentence 5"),
    ("arrays", lambda t: t.arrays["decoder.layer"], KeyError, "decoder.layer: it was not recorded"),
]


@pytest.mark.parametrize(("ask", "kind", "words"), [one[1:] for one in OTHERS], ids=[one[0] for one in OTHERS])
def test_other_places_that_are_not_there_are_refused(ask: Any, kind: type[Exception], words: str) -> None:
    with pytest.raises(kind, match=words):
        ask(TRACE)


def test_a_snapshot_that_was_not_read_is_named_beside_those_that_were() -> None:
    reading = SnapshotReading(64, (), (), (), "", True, {}, {}, {}, 0.0)
    found = Snapshots(SnapshotsSpec("reverse", "1 2"), (64, 128), (reading,), {}, (), 1.0)
    assert found.at(64) is reading
    with pytest.raises(KeyError, match="no reading at update 128; read are: 64"):
        found.at(128)
