"""A sentence through the snapshots of a training, asked of the engine: what each says is what its model says."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from model_core.analysis.heads.head_measures import measured_closely, name_of
from model_core.analysis.reads import measured_in
from model_core.checkpoints.checkpoint import save_model
from model_core.engine import wire
from model_core.engine.engine import Engine
from model_core.engine.messages import Cancel, Close, Problem, Run
from model_core.engine.worker import Worker
from model_core.errors import Refused
from model_core.record.run_spec import RunSpec
from model_core.record.snapshots import Snapshots, SnapshotsSpec
from model_core.record.training_log import ABOUT, SNAPSHOTS, about_bytes
from model_core.spec import KINDS
from tests.made.small import small_model, small_pieces

PIECES = small_pieces()
SOURCE = "We don't open."


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A training folder with three snapshots of other weights each."""
    made = tmp_path_factory.mktemp("training")
    (made / ABOUT).write_bytes(about_bytes("Small", {}, {}))
    (made / SNAPSHOTS).mkdir()
    for step in (0, 4, 16):
        model = small_model(step + 1, source_vocabulary=PIECES.size, target_vocabulary=PIECES.size, max_positions=12)
        save_model(made / SNAPSHOTS / str(step), model.state_dict(), model.spec, PIECES, {"name": "Small"})
    return made


def told(*requests: Any, until: int = 1) -> list[Any]:
    """What a worker tells until so many complete Snapshots and problems were said."""
    events: list[Any] = []

    def tell(event: Any) -> None:
        events.append(wire.from_bytes(wire.to_bytes(event)))
        ended = [one for one in events if isinstance(one, Problem) or (isinstance(one, Snapshots) and one.complete)]
        if len(ended) == until:
            worker.requests.put(Close())

    worker = Worker(Engine, tell)
    for request in requests:
        worker.requests.put(wire.from_bytes(wire.to_bytes(request)))
    worker.serve()
    return events


def test_a_snapshot_says_what_its_model_says(folder: Path) -> None:
    found = told(SnapshotsSpec(str(folder), SOURCE))[-1]
    assert found.steps == (0, 4, 16) and found.lost == ()
    for reading in found.readings:
        trace = Engine().trace(RunSpec(str(folder / SNAPSHOTS / str(reading.step)), (SOURCE,)))
        one = trace.sentences[0]
        assert (reading.text, reading.written, reading.source) == (one.target_text, one.written, one.source)
        assert reading.log_p == pytest.approx(float(trace.numbers["log_probability"][0].sum()), abs=1e-4)
        for kind in KINDS:
            whole = np.stack(trace.maps(kind))
            assert reading.maps[kind].dtype == np.float16
            np.testing.assert_allclose(reading.maps[kind], whole, rtol=0, atol=5e-4)
            own = measured_closely(whole[1], kind)
            assert found.measure_names[kind] == tuple(own)
            np.testing.assert_allclose(reading.measures[kind][1].T, list(own.values()), atol=1e-12)
            read = measured_in(whole[1], kind, one)  # what the window measures of this text in a model
            heads = [
                name_of({key: float(value[head]) for key, value in read.items()}) for head in range(whole.shape[1])
            ]
            assert list(reading.names[kind][whole.shape[1] :]) == heads
    assert len({reading.text for reading in found.readings}) > 1, "they differ"


def test_one_head_has_its_maps_alone(folder: Path) -> None:
    engine = Engine()
    every = engine.snapshots(folder, SOURCE)
    one = engine.snapshots(folder, SOURCE, kind="cross", layer=1, head=2, steps=(16, 0))
    assert one.steps == (16, 0) and list(one.at(0).maps) == ["cross"]
    np.testing.assert_array_equal(one.at(16).maps["cross"][0, 0], every.at(16).maps["cross"][1, 2])
    assert every.at(4).measures["encoder"].shape == one.at(0).measures["encoder"].shape
    with pytest.raises(KeyError):
        one.at(4)


def test_links_are_measured_as_gold(folder: Path) -> None:
    found = Engine().snapshots(folder, SOURCE, links=((0, 0), (1, 0), (2, 1), (99, 1)))
    assert found.measure_names["cross"][-1] == "gold"
    reading = found.readings[0]
    weights = Engine().trace(RunSpec(str(folder / SNAPSHOTS / "0"), (SOURCE,))).map("cross", 0, 1)
    assert reading.measures["cross"][0, 1, -1] == pytest.approx((weights[0, :2].sum() + weights[1, 2]) / 2, abs=1e-6)


def test_another_sentence_takes_the_place_of_the_one_before_and_a_run_does_not(folder: Path) -> None:
    first, second = SnapshotsSpec(str(folder), "The old boat."), SnapshotsSpec(str(folder), SOURCE)
    run = Run(RunSpec(str(folder / SNAPSHOTS / "4"), (SOURCE,)))
    events = told(first, second, run)
    assert [one.asked for one in events if isinstance(one, Snapshots)][-1] == second
    assert first not in [one.asked for one in events if isinstance(one, Snapshots)]


def test_cancel_ends_it(folder: Path) -> None:
    asked = SnapshotsSpec(str(folder), SOURCE)
    events = told(SnapshotsSpec(str(folder), "The old boat."), Cancel(), asked)
    assert {one.asked for one in events if isinstance(one, Snapshots)} == {asked}


def test_a_missing_or_damaged_snapshot_loses_only_itself(folder: Path, tmp_path: Path) -> None:
    own = tmp_path / "own"
    shutil.copytree(folder, own)
    weights = own / SNAPSHOTS / "4" / "model.safetensors"
    weights.write_bytes(weights.read_bytes()[:-10])
    found = Engine().snapshots(own, SOURCE, steps=(0, 4, 8, 16))
    assert found.lost == (4, 8) and found.complete and [one.step for one in found.readings] == [0, 16]


def test_missing_snapshots_are_reported_as_lost_without_a_problem(folder: Path) -> None:
    """As a training that thins its snapshots out meanwhile makes of a question for a single one."""
    found = told(SnapshotsSpec(str(folder), SOURCE, steps=(77, 78)))
    assert found[-1].lost == (77, 78) and found[-1].complete and not found[-1].readings
    with pytest.raises(Refused, match="no longer exist"):
        Engine().snapshots(folder, SOURCE, steps=(77,))


@pytest.mark.parametrize(
    ("changes", "words"),
    [({"source": "  "}, "give a sentence"), ({"kind": "cross", "layer": 9}, "no head cross 10.1"),
     ({"kind": "both"}, "both"), ({"folder": "/no/such"}, "a training folder")],
)  # fmt: skip
def test_what_makes_no_sense_is_refused(folder: Path, changes: dict[str, Any], words: str) -> None:
    asked = SnapshotsSpec(**{"folder": str(folder), "source": SOURCE, **changes})
    found = told(asked)[-1]
    assert isinstance(found, Problem) and words in found.message


def test_few_models_stay_loaded(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("model_core.engine.engine.ALL_SNAPSHOT_PARAMETERS", 1)
    engine = Engine()
    engine.snapshots(folder, SOURCE)
    assert len(engine._snapshots) == 0 and len(engine._opened) == 0, "the user's own model is not pushed out"
