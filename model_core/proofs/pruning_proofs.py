"""Proof that a folder without some parts is the model whose parts are switched off by edits."""

from __future__ import annotations

from collections.abc import Sequence

import torch

from model_core.checkpoints.checkpoint import load_model
from model_core.checkpoints.pruning import Pruned
from model_core.engine.interventions import listeners
from model_core.proofs.proof import LENGTHS, Proof, batch_for, close, difference, larger
from model_core.record.edits import Edits
from model_core.record.effects import Component
from model_core.transformer.hooks import recording

SEEDS = range(5)


@torch.inference_mode()
def pruned_is_edited(found: Pruned) -> Proof:
    """Logits of random sentences: of what the folder holds, and of the model it was made from under the edits."""
    again, _ = load_model(found.folder)
    edits, worst, bound = off(found.parts), 0.0, 0.0
    for seed in SEEDS:
        batch = batch_for(again.spec, seed)
        with recording(found.before, lambda name: False, listeners(found.before, edits, range(len(LENGTHS)))):
            expected = found.before(batch.source_BS, batch.read_BT)
        worst = larger(worst, difference(again(batch.source_BS, batch.read_BT), expected))
        bound = max(bound, close(expected))
    return Proof("pruned", "the written folder, and the model with these parts switched off", worst, bound)


def off(parts: Sequence[Component]) -> Edits:
    edits = Edits()
    for part in parts:
        edits = part.switched_off(edits)
    return edits
