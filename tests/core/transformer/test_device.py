"""Models on every device that this machine has give what they give on the processor; others are refused by name."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch

from model_core.checkpoints.checkpoint import load_model
from model_core.engine.engine import Engine
from model_core.engine.translate import translate
from model_core.errors import Refused
from model_core.record.edits import CellEdit, Decoding, Edits, HeadPlace, MaskEdits, PositionEdits
from model_core.record.run_spec import RunSpec
from model_core.training.survey import SurveySpec, survey
from model_core.training.teacher_forcing import evaluate_forced
from model_core.training.train import train
from model_core.training.train_spec import TrainSpec
from model_core.transformer.device import available, device_of
from tests.made.small import SENTENCES, small_pieces, varied_model

DEVICES = pytest.mark.parametrize("device", available())
"""The processor everywhere, a GPU where there is one."""
PIECES = small_pieces()
EDITS = Edits(
    MaskEdits(cells=(CellEdit("cross", 1, 0, False), CellEdit("decoder", 2, 1, False))),
    PositionEdits(order="reversed", stacks="decoder"), heads_off=(HeadPlace("encoder", 0, 1),),
)  # fmt: skip
RUNS = (
    RunSpec("m", SENTENCES[:3], SENTENCES[6:9]), RunSpec("m", SENTENCES[:3], max_steps=9),
    RunSpec("m", SENTENCES[:1], max_steps=9), RunSpec("m", ("The baker opens the shop at nine.",), max_steps=9),
    RunSpec("m", SENTENCES[:2], max_steps=9, decoding=Decoding("sample", top_k=5)),
    RunSpec("m", SENTENCES[:2], max_steps=9, decoding=Decoding("beam")),
    RunSpec("m", SENTENCES[:3], SENTENCES[6:9], edits=EDITS), RunSpec("m", SENTENCES[:3], max_steps=9, edits=EDITS),
)  # fmt: skip


def engine_on(device: str) -> Engine:
    engine = Engine(device=device)
    engine.add("m", varied_model(PIECES), PIECES)
    return engine


@DEVICES
def test_runs_of_every_kind_give_what_the_processor_gives(device: str) -> None:
    engines = engine_on("cpu"), engine_on(device)
    for run in RUNS:
        one, other = (engine.trace(run) for engine in engines)
        assert torch.device(other.model.device).type == device
        assert [line.written for line in one.sentences] == [line.written for line in other.sentences]
        assert one.arrays.keys() == other.arrays.keys()
        for name in one.numbers.keys() - {"cache_difference"}:
            assert np.allclose(one.numbers[name], other.numbers[name], atol=1e-3), name


@DEVICES
def test_a_model_is_trained_resumed_and_used_on_the_device(device: str, tmp_path: Path) -> None:
    spec = TrainSpec(
        out=str(tmp_path / "out"), task="copy", steps=4, device=device, precision="fp32",
        model={"d_model": 16, "heads": 2, "d_ff": 16},
    )  # fmt: skip
    stops = iter([False, False, True])
    assert list(train(spec, lambda: next(stops)))[-1].kind == "stopped"
    assert list(train(spec))[-1].kind == "done"
    model, vocab = load_model(spec.out)
    model.to(device_of(device))
    assert len(list(translate(model, vocab, ["1 2 3", "4"]))) == 2
    assert 0 <= evaluate_forced(model, [([5, 6], [5, 6])])[1] <= 1
    (tmp_path / "pairs.tsv").write_text("1 2\t1 2\n3 4 5\t3 4 5\n")
    found = list(survey(SurveySpec(str(tmp_path / "s"), (str(tmp_path / "pairs.tsv"),), spec.out, device=device)))
    assert found[-1].path


def test_a_device_that_is_not_there_is_refused_by_name() -> None:
    assert device_of("auto").type == available()[0] and device_of().type == "cpu"
    with pytest.raises(Refused, match="unknown device 'gpu'; choose from auto, cpu, cuda, mps"):
        device_of("gpu")
    for name in {"cuda", "mps"} - {*available()}:
        with pytest.raises(Refused, match=f"torch finds no {name} device here; available: "):
            Engine(device=name)


def test_each_process_of_a_machine_takes_a_gpu_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    monkeypatch.setattr(torch.cuda, "device_count", lambda: 2)
    monkeypatch.delenv("LOCAL_RANK", raising=False)
    assert device_of("cuda") == Engine(device="cuda").device == torch.device("cuda", 0)
    for local, gpu in ((0, 0), (1, 1), (2, 0)):
        monkeypatch.setenv("LOCAL_RANK", str(local))
        monkeypatch.setenv("RANK", "6")  # the second machine: its own count decides
        assert device_of("auto") == Engine(device="cuda").device == torch.device("cuda", gpu)
    assert device_of("cpu") == torch.device("cpu")
