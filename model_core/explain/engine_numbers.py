"""Numbers of the engine's answers about a run as Sources: effects, logit lens, activation patching. No torch.

The arrays are included; the script computes them with its own engine.
"""

from __future__ import annotations

import numpy as np

from model_core.errors import Message
from model_core.explain.provenance import ALL, Source, python_value
from model_core.explain.rules import bias, has_shift, logit_factor
from model_core.record.edits import Patch
from model_core.record.effects import Component, Effects, EffectsSpec
from model_core.record.lens import LensReading, LensSpec
from model_core.record.patching import Patching
from model_core.spec import ModelSpec

_FORMULAS = {
    "removed": Message("log p(token) without the part \u2212 log p(token)"),
    "replaced": Message("log p(token) with the head’s pattern replaced \u2212 log p(token)"),
    "gradient": Message("\u2212 gradient of log p(token) \u00b7 vector of the word"),
    "integrated": Message("\u2212 integrated gradient of log p(token) \u00b7 vector of the word"),
}
_CONTRIBUTION = Message("the part's contribution to the residual stream")


def effect_source(asked: EffectsSpec, part: Component, changes_T: np.ndarray, row: int | None) -> Source:
    """The change of the token of a row by a part, or for None of the whole text."""
    lines = f"found = engine.effects({python_value(asked)})", f"found.of({python_value(part)})"
    formula = _FORMULAS["replaced" if part.group == "heads" and asked.replacement != "zero" else asked.method]
    if row is None:
        formula = Message("{formula}, summed over the rows", formula=formula)
        lines, changes_T = (lines[0], f"{lines[1]}.sum()"), np.asarray(changes_T.sum())
    index = () if row is None else (row,)
    return Source("Engine.effects", index, (("part", part.name),), Message("change in log-probability"), formula,
                  found=changes_T, script=lines, uses=(asked, part))  # fmt: skip


def effects_source(found: Effects) -> Source:
    """The changes of every token (columns) by every part (rows)."""
    lines = f"found = engine.effects({python_value(found.asked)})", "found.changes"
    return Source("Engine.effects", (ALL, ALL), found=found.changes, script=lines, uses=(found.asked,))


def lens_source(spec: ModelSpec, asked: LensSpec, reading: LensReading, place: int, row: int) -> Source:
    """The log-probability of the token that a row writes, in the encoder of the one it reads, at a place of the
    stack."""
    lines = _lens(asked, ()), "found.log_p"
    title, table = Message("log-probability of the written token, read early"), Message("output layer")
    if asked.stack == "encoder":
        title = Message("log-probability of the place’s own token, read early")
        table = Message("source embedding table")
    stream = Message("final norm(residual)") if spec.final_norm else Message("residual")
    formula = Message("log_softmax({factor}{stream} · {table}{bias})", factor=logit_factor(spec), stream=stream,
                      table=table, bias=bias("b", spec.output_bias and asked.stack != "encoder"))  # fmt: skip
    return Source("Engine.lens", (place, row, 0), (("place", reading.places[place].name),), title, formula,
                  found=reading.log_p, script=lines, uses=(asked.run,))  # fmt: skip


def share_source(spec: ModelSpec, asked: LensSpec, reading: LensReading, part: int, row: int, against: bool) -> Source:
    """What a row of `shares` adds to the logit of what a row writes, in the encoder of what it reads, or `against` that
    of its most probable other token to their difference."""
    encoder = asked.stack == "encoder"
    given = (("part", reading.names()[part]),)
    if not against:
        title = Message("share of the logit of the written token")
        title = Message("share of the logit of the place’s own token") if encoder else title
        constants = part == len(reading.shares) - 1
        return Source("Engine.lens", (part, row, 0), given, title, _share_formula(spec, encoder, constants),
                      found=reading.shares, script=(_lens(asked, ()), "found.shares"), uses=(asked.run,))  # fmt: skip
    lines = _lens(asked, (reading.rivals[row],)), "gaps = found.shares[:, :, 0] - found.shares[:, :, 1]", "gaps"
    gaps_NT = reading.shares[:, :, 0] - reading.shares[:, :, -1]
    return Source("Engine.lens", (part, row), given, Message("share of the difference of two logits"),
                  Message("share of its own token's logit − share of the other's") if encoder else
                  Message("share of the written token's logit − share of the other's"),
                  found=gaps_NT, script=lines, uses=(asked.run,))  # fmt: skip


def _share_formula(spec: ModelSpec, encoder: bool, constants: bool) -> Message:
    """The formula of a share; the last one is that of all constants together."""
    row = Message("row of the source embedding table") if encoder else Message("row of the output layer")
    part, norms = _CONTRIBUTION, spec.final_norm or spec.norm_place == "post"
    stream = Message("norm({part})", part=part) if norms else part
    end = Message(" + the token's output bias") if constants and spec.output_bias and not encoder else ""
    product = Message("{factor}{stream} · {row}{bias}", factor=logit_factor(spec), stream=stream, row=row, bias=end)
    if not norms:
        return product
    if (has_shift(spec) or spec.norm == "batch") and not constants:
        return Message("{product}; each norm after it with its divisor in this run, without its shift", product=product)
    return Message("{product}; each norm after it with its divisor in this run", product=product)


def _lens(asked: LensSpec, tokens: tuple[int, ...]) -> str:
    return f"found = engine.lens(run, {asked.sentence}, {tokens!r}, {asked.stack!r})"


def patching_source(found: Patching, patch: Patch) -> Source:
    """The share of the difference between two texts that an activation restores."""
    at = found.sites.index(patch)
    lines = f"*_, found = engine.answers({python_value(found.asked)})", "found.shares"
    return Source("Engine.patch", (at,), (("activation", f"{patch.kind} {patch.layer + 1} {patch.what}"),),
                  Message("restored share of the difference"),
                  Message("(d with it \u2212 d of B) / (d of A \u2212 d of B)"),
                  found=found.shares, script=lines, uses=(found.asked,))  # fmt: skip
