"""The mean of several models' weights, as a model folder."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
import torch

from model_core.checkpoints.checkpoint import load_model, save_model
from model_core.checkpoints.random_models import new_folder
from model_core.errors import Refused
from model_core.training.averaging import average

SHAPE = {
    "encoder_layers": 1,
    "decoder_layers": 1,
    "d_model": 16,
    "heads": 2,
    "d_ff": 16,
    "source_vocabulary": 20,
    "target_vocabulary": 20,
}


def made(place: Path, seed: int, **changes: object) -> str:
    new_folder(place, SHAPE | changes, seed)
    return str(place)


def weights(folder: Path | str) -> dict[str, torch.Tensor]:
    return load_model(str(folder)).model.state_dict()


def test_weights_are_the_mean_and_all_else_is_the_first_models(tmp_path: Path) -> None:
    folders = [made(tmp_path / str(seed), seed) for seed in (1, 2, 3)]
    average(folders, tmp_path / "mean")
    average(folders, tmp_path / "weighed", (0.5, 0.3, 0.2))
    each = [weights(folder) for folder in folders]
    alike, weighed = weights(tmp_path / "mean"), weights(tmp_path / "weighed")
    for name, one in each[0].items():
        parts = torch.stack([one, each[1][name], each[2][name]]).double()
        bound = float(parts.abs().max()) * 2**-10  # float16
        assert torch.allclose(alike[name].double(), parts.mean(0), rtol=0, atol=bound), name
        shared = torch.einsum("m,m...->...", torch.tensor([0.5, 0.3, 0.2], dtype=torch.float64), parts)
        assert torch.allclose(weighed[name].double(), shared, rtol=0, atol=bound), name
    assert not torch.equal(alike["encoder.embed.table.weight"], weighed["encoder.embed.table.weight"])
    first, mean = load_model(folders[0]), load_model(str(tmp_path / "mean"))
    assert mean.model.spec == first.model.spec and mean.vocab.to_json() == first.vocab.to_json()
    told = json.loads((tmp_path / "weighed" / "spec.json").read_text())["about"]["mean_of"]
    assert [(one["model"], one["share"]) for one in told] == [("1", 0.5), ("2", 0.3), ("3", 0.2)]
    assert all(one["sha256"] in (tmp_path / "weighed" / "card.md").read_text() for one in told)


def test_precision_is_that_of_the_first_folder(tmp_path: Path) -> None:
    model, vocab = load_model(made(tmp_path / "a", 1))
    save_model(tmp_path / "exact", model.state_dict(), model.spec, vocab, {}, precision=torch.float32)
    average([str(tmp_path / "exact"), made(tmp_path / "b", 2)], tmp_path / "mean")
    own, other, mean = (weights(tmp_path / name) for name in ("exact", "b", "mean"))
    name = "encoder.embed.table.weight"
    assert torch.equal(mean[name], ((own[name].double() + other[name].double()) / 2).float())


def test_dropout_may_differ_as_only_a_training_reads_it(tmp_path: Path) -> None:
    folders = [made(tmp_path / "a", 1, dropout=0.1), made(tmp_path / "b", 2, dropout=0.2)]
    average(folders, tmp_path / "mean")
    assert load_model(str(tmp_path / "mean")).model.spec == replace(load_model(folders[0]).model.spec, dropout=0.1)


@pytest.mark.parametrize(
    ("change", "shares", "reason"),
    [
        ({"d_ff": 24}, (), "another d_ff"),
        ({"heads": 4}, (), "another heads"),
        ({"source_vocabulary": 21, "target_vocabulary": 21}, (), "vocabulary"),
        ({}, (0.5,), "as many shares"),
        ({}, (0.5, 0.6), "1 in sum"),
        ({}, (1.5, -0.5), "0 or more"),
    ],
)
def test_what_has_no_mean_is_refused_and_leaves_no_folder(
    tmp_path: Path, change: dict[str, int], shares: tuple[float, ...], reason: str
) -> None:
    folders = [made(tmp_path / "a", 1), made(tmp_path / "b", 2, **change)]
    with pytest.raises(Refused, match=reason):
        average(folders, tmp_path / "mean", shares)
    assert not (tmp_path / "mean").exists()


def test_one_model_has_no_mean_and_a_taken_folder_is_kept(tmp_path: Path) -> None:
    folders = [made(tmp_path / "a", 1), made(tmp_path / "b", 2)]
    with pytest.raises(Refused, match="two models"):
        average(folders[:1], tmp_path / "mean")
    before = (tmp_path / "b" / "spec.json").read_bytes()
    with pytest.raises(Refused, match="not empty"):
        average(folders, tmp_path / "b")
    assert (tmp_path / "b" / "spec.json").read_bytes() == before
