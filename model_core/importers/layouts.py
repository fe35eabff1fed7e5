"""All layouts, those with the most telling marks first."""

from __future__ import annotations

from model_core.importers import annotated, bart, hkproj, jadore, leaky_mask, marian, shared_head, t5, torch_nn

LAYOUTS = (
    bart.LAYOUT, marian.LAYOUT, t5.LAYOUT, annotated.LAYOUT, hkproj.LAYOUT, jadore.LAYOUT, shared_head.LAYOUT,
    leaky_mask.LAYOUT, torch_nn.LAYOUT,
)  # fmt: skip
