"""Proofs that edits of parts do what they say: patterns, feed-forwards, set weights, activations of another text.

Against the formulas written out in float64, in given and in written texts; and against what must change nothing, or
all. Shapes: B sentences, T target rows, Q queries, M keys, V vocabulary.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import torch
from torch import Tensor

from model_core.proofs.edit_proofs import against_formulas
from model_core.proofs.engine_proofs import STEPS, engine_of, run_of_batch, run_trace
from model_core.proofs.proof import Proof, ProofBatch, close, difference, larger
from model_core.proofs.search_proofs import BEAMS
from model_core.record.edits import Donor, Edits, FeedForwardPlace, HeadPattern, Patch, SublayerPlace, WeightOverride
from model_core.record.trace import KINDS, Trace
from model_core.spec import ModelSpec
from model_core.transformer.model import EncoderDecoder


def edited_parts(model: EncoderDecoder, batch: ProofBatch) -> list[Proof]:
    """Lines with given targets, and the same lines written greedily and by beam search, under edits of parts; and with
    residual connections cut, in runs of their own: what is cut hides what was changed before it."""
    spec = model.spec
    last = SublayerPlace("decoder", spec.layers("decoder") - 1, "cross-attention")
    cut = Edits(residuals_cut=(SublayerPlace("encoder", 0, "self-attention"), last))
    parts = [_edits(spec, donor_of(batch, 1, spec), patterns) for patterns in _PATTERNS]
    given = run_of_batch(batch)
    written = given.with_(target=None, max_steps=STEPS)
    runs = given, written, written.with_(decoding=BEAMS)
    asked = [run.with_(edits=edits) for run, edits in zip(runs, parts, strict=True)]
    without_sums = [run.with_(edits=cut) for run in runs]
    return [
        against_formulas(model, "edited parts", "patterns, set weights, patches", asked),
        against_formulas(model, "cut residual connections", "sub-layers without the sum", without_sums),
    ]


def edits_of_nothing(model: EncoderDecoder, batch: ProofBatch) -> list[Proof]:
    """Weights set to what they are, and activations taken from the same text, change nothing; all of a layer taken from
    another text makes it that text."""
    run, engine = run_of_batch(batch), engine_of(model)
    plain, _ = run_trace(engine, run)
    logits_BTV = _recorded(plain)
    same, _ = run_trace(engine, run.with_(edits=_as_recorded(plain)))
    kept = difference(_recorded(same), logits_BTV)
    donor = donor_of(batch, 0, model.spec)
    alone = run.with_(source=run.source[:1], target=(run.target or ("",))[:1])
    own, _ = run_trace(engine, alone)
    apart, whole = 0.0, 0.0
    for patches in _everywhere(model.spec, donor):
        found, _ = run_trace(engine, alone.with_(edits=Edits(patches=patches)))
        apart = larger(apart, _logits_apart(found, own))
    another = " ".join(reversed(run.source[0].split()))
    for kind in ("encoder", "decoder"):
        last = Patch("feed-forward", kind, model.spec.layers(kind) - 1, None, donor)
        edits = Edits(patches=(last,))
        if kind == "encoder":  # the memory is all that the decoder reads of the source
            other, _ = run_trace(engine, alone.with_(source=(another,), edits=edits))
        else:
            target = " ".join(reversed((run.target or ("",))[0].split()))
            other, _ = run_trace(engine, alone.with_(source=(another,), target=(target,), edits=edits))
        whole = larger(whole, _logits_apart(other, own))
    bound = close(logits_BTV)
    return [
        Proof("set to itself", "weights set to what they are, and the run as it is", kept, bound),
        Proof("patch of itself", "activations taken from the same text, and the run as it is", apart, bound),
        Proof("patch of all", "a whole layer taken from another text, and that text", whole, bound),
    ]


def donor_of(batch: ProofBatch, sentence: int, spec: ModelSpec) -> Donor:
    """One sentence of a batch as the donor of activation patching."""
    source = batch.source_BS[sentence, : batch.sources[sentence]].tolist()
    read = batch.read_BT[sentence, : batch.reads[sentence]].tolist()
    return Donor("another", tuple(source), (*read[1:], spec.eos_id))


def _recorded(trace: Trace) -> Tensor:
    """(B, T, V) logits."""
    return torch.from_numpy(trace.arrays["logits"].copy())


def _logits_apart(one: Trace, other: Trace) -> float:
    return difference(_recorded(one), _recorded(other))


_PATTERNS = (("previous", "itself", "uniform"), ("itself", "uniform", "previous"), ("uniform", "previous", "first"))
"""What heads of each kind read by in each of the runs; "uniform" over sources of several lengths in one batch."""


def _edits(spec: ModelSpec, donor: Donor, patterns_of_kinds: Sequence[str]) -> Edits:
    """Some of each sort, the last of the weights of one row with a sum above 1."""
    ends = {kind: (spec.layers(kind) - 1, spec.heads_of(kind) - 1) for kind in KINDS}
    patterns = tuple(
        HeadPattern(kind, 0, ends[kind][1], name) for kind, name in zip(KINDS, patterns_of_kinds, strict=True)
    )
    off = FeedForwardPlace("encoder", ends["encoder"][0]), FeedForwardPlace("decoder", 0)
    overrides = (
        WeightOverride("encoder", ends["encoder"][0], 0, 1, 0, 0.7),
        WeightOverride("encoder", 0, 0, 3, 2, 0.2, 3),
        WeightOverride("decoder", ends["decoder"][0], 0, 2, 0, 0.05),
        WeightOverride("decoder", ends["decoder"][0], 0, 2, 1, 0.25),
        WeightOverride("cross", ends["cross"][0], ends["cross"][1], 0, 1, 0.9, 1),
        WeightOverride("cross", ends["cross"][0], ends["cross"][1], 1, 0, 0.9, 1),
        WeightOverride("cross", ends["cross"][0], ends["cross"][1], 1, 2, 0.6, 1),
    )
    patches = (
        Patch("feed-forward", "encoder", 0, 2, donor),
        Patch("head", "cross", ends["cross"][0], 1, donor),
        Patch("self-attention", "decoder", ends["decoder"][0], 0, donor, sentence=3),
        Patch("feed-forward output", "decoder", ends["decoder"][0], 2, donor),
        Patch("embedding", "decoder", -1, 1, donor),
    )
    return Edits(patterns=patterns, feed_forwards_off=off, overrides=overrides, patches=patches)


def _as_recorded(trace: Trace) -> Edits:
    """Weights of the first sentence set to what they are: two of a row of each kind."""
    cells = []
    for kind in KINDS:
        layer, head = trace.spec.layers(kind) - 1, trace.spec.heads_of(kind) - 1
        weights = trace.map(kind, layer=layer, head=head)
        query = len(weights) - 1
        cells += [
            WeightOverride(kind, layer, head, query, key, min(1.0, float(weights[query, key])))
            for key in range(min(2, weights.shape[1]))
        ]
    return Edits(overrides=tuple(cells))


def _everywhere(spec: ModelSpec, donor: Donor) -> Iterator[tuple[Patch, ...]]:
    """Patches of each sort, of one place and of all."""
    for kind in ("encoder", "decoder"):
        layer = spec.layers(kind) - 1
        for place in (0, None):
            yield Patch("embedding", kind, -1, place, donor), Patch("feed-forward", kind, layer, place, donor)
            yield (Patch("feed-forward output", kind, 0, place, donor),)
    yield tuple(Patch("head", kind, 0, None, donor, spec.heads_of(kind) - 1) for kind in KINDS)
