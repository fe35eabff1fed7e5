"""One model from several of one shape: the mean of their weights (model soups, Wortsman et al. 2022, section 2).

It reads and writes at the cost of one model, other than an ensemble. The weights have to lie close together, as those
of trainings do that began with the same weights: the mean of two that began at random writes nonsense.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from model_core.checkpoints.checkpoint import folder_hash, model_folder, save_model, stored_precision
from model_core.errors import Refused
from model_core.io.whole_folder import refuse_taken, whole_folder
from model_core.record.model_info import read_about
from model_core.spec import ModelSpec
from model_core.training.ensemble import load_ensemble


def average(folders: Sequence[str], out: Path, shares: Sequence[float] = ()) -> None:
    """Write a model folder whose weights are the mean of those of other folders; everything else is as in the first.

    `shares`, one for each folder and 1 in sum, weigh them; without any all count alike. Raises Refused for fewer than
    two folders, for shares that are not so, for models of other shapes or vocabularies, and for a folder that is not
    empty; OSError if it cannot be written. No folder is left then.
    """
    refuse_taken(out, "E-NEW-OUT")
    shares = tuple(shares) or (1 / max(1, len(folders)),) * len(folders)
    if len(folders) < 2 or len(shares) != len(folders):
        raise Refused(
            "E-AVERAGE", "a mean needs two models or more, and as many shares: {models} with {shares}",
            models=len(folders), shares=len(shares),
        )  # fmt: skip
    if min(shares) < 0 or not math.isclose(sum(shares), 1, abs_tol=1e-6):
        raise Refused("E-AVERAGE", "shares are 0 or more and 1 in sum, not {sum}", sum=f"{sum(shares):.6g}")
    models, vocab = load_ensemble(folders)
    first = models[0].spec
    for folder, other in zip(folders, models, strict=True):
        _refuse_other_shape(folder, other.spec, first)
    states = [one.state_dict() for one in models]
    mean = {
        name: sum(share * state[name].double() for share, state in zip(shares, states, strict=True)).to(own.dtype)
        for name, own in states[0].items()
    }
    paths = [model_folder(folder) for folder in folders]
    about = read_about(paths[0])[1]
    parts = [
        {"share": round(share, 6), "model": path.name, "sha256": folder_hash(path)}
        for share, path in zip(shares, paths, strict=True)
    ]
    description = {**about, "name": f"{about.get('name') or out.name}, mean of {len(folders)}", "mean_of": parts}
    with whole_folder(out) as place:
        save_model(
            place, mean, first, vocab, description, _card(description["name"], parts), stored_precision(paths[0])
        )


def _refuse_other_shape(folder: str, spec: ModelSpec, first: ModelSpec) -> None:
    """Raise Refused for a spec that differs in more than what only a training reads."""
    own, expected = (vars(replace(one, dropout=0.0)) for one in (spec, first))
    if other := [name for name in own if own[name] != expected[name]]:
        raise Refused(
            "E-AVERAGE", "{folder} has another {field} than the first model: {own}, not {expected}",
            folder=folder, field=other[0], own=f"{own[other[0]]}", expected=f"{expected[other[0]]}",
        )  # fmt: skip


def _card(name: str, parts: Sequence[dict[str, Any]]) -> str:
    lines = [f"- {part['share']:g} of {part['model']} (SHA-256 {part['sha256']})" for part in parts]
    return "\n".join([f"# {name}", "", "The weights are a mean:", "", *lines, ""])
