"""Proofs that edits have their documented effect, in given and in written texts: against the formulas written out in
float64.

The expected masks are built here from the lengths of the lines alone, cell by cell. Shapes: B sentences, T target rows,
Q queries, M keys, V vocabulary.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

import numpy as np
import torch
from torch import Tensor

from model_core.errors import Refused
from model_core.proofs.engine_proofs import (
    STEPS,
    batch_of_trace,
    engine_of,
    expected_pass,
    numbers_apart,
    passed_over,
    run_of_batch,
    run_trace,
)
from model_core.proofs.numpy_reference import Array, NumpyEdits, NumpyTransformer
from model_core.proofs.proof import CLOSE, Proof, ProofBatch, close, difference, hidden_cells, larger
from model_core.proofs.search_proofs import BEAMS
from model_core.record.edits import CellEdit, Edits, HeadPlace, MaskEdits, Patch, PositionEdits, Swap, TokenPlace
from model_core.record.patching import sublayer_path
from model_core.record.run_spec import RunSpec
from model_core.record.trace import ATTENTION, KINDS, VISIBLE, Trace
from model_core.spec import ModelSpec
from model_core.transformer.model import EncoderDecoder

SHIFT, SCORE = 2, -1.5
CELLS = (
    CellEdit("encoder", 1, 2, False), CellEdit("encoder", 3, 0, False, 3), CellEdit("decoder", 4, 2, False, 1),
    CellEdit("cross", 2, 1, False), CellEdit("cross", 5, 0, False, 1), CellEdit("cross", 1, 1, False, 3),
)  # fmt: skip
EMPTY = tuple(CellEdit("cross", 2, key, False, 1) for key in range(4))
"""A query that may read nothing."""
AHEAD = (CellEdit("decoder", 1, 3, True, 1),)
HIDDEN = (TokenPlace(1), TokenPlace(0, 3))


def given_edits(model: EncoderDecoder, batch: ProofBatch) -> list[Proof]:
    """Every kind of edit on lines with given targets: numbers, reasons, and the unedited alternative."""
    numbers, size, run = 0.0, CLOSE, run_of_batch(batch)
    engine = engine_of(model)
    plain, _ = run_trace(engine, run)
    log_p_BTV = expected_pass(model, plain).logits_BTV.log_softmax(-1)
    for edits in _example_edits(model.spec):
        trace, _ = run_trace(engine, run.with_(edits=edits))
        logits_BTV = _formula_logits(model, trace)
        size = max(size, close(logits_BTV))
        numbers = larger(numbers, numbers_apart(trace, logits_BTV))
        numbers = larger(numbers, 0.0 if _swapped(trace, run) and _reasons_hold(trace) else math.inf)
        numbers = larger(numbers, _unedited_apart(trace, log_p_BTV))
    return [Proof("edits", "lines with edits, and the formulas written out in float64", numbers, size)]


def written_edits(model: EncoderDecoder, batch: ProofBatch) -> list[Proof]:
    """Like `given_edits`, for texts that the model writes step by step with a cache, by greedy decoding and by beam
    search."""
    run = run_of_batch(batch).with_(target=None, max_steps=STEPS)
    places = PositionEdits(order="reversed", shift=SHIFT)
    edits = replace(_by_hand(model.spec, CELLS + EMPTY), positions=places)
    asked = [run.with_(edits=edits, decoding=decoding) for decoding in (run.decoding, BEAMS)]
    found = against_formulas(model, "edits, written", "lines written with edits", asked)
    ahead, _ = run_trace(engine_of(model), run.with_(edits=Edits(MaskEdits(future=False))))
    return [replace(found, worst=larger(found.worst, _steps_alone_apart(model, ahead)))]


def against_formulas(model: EncoderDecoder, name: str, what: str, runs: Iterable[RunSpec]) -> Proof:
    """These runs and the formulas under the same edits."""
    numbers, size, engine = 0.0, CLOSE, engine_of(model)
    for run in runs:
        try:
            trace, _ = run_trace(engine, run)
        except Refused as refused:
            return Proof(name, refused.message, math.nan, CLOSE)
        logits_BTV = _formula_logits(model, trace)
        size = max(size, close(logits_BTV), close(logits_BTV.log_softmax(-1)))
        numbers = larger(numbers, _run_apart(trace, logits_BTV))
    return Proof(name, f"{what}, and the formulas written out in float64", numbers, size)


def _steps_alone_apart(model: EncoderDecoder, trace: Trace) -> float:
    """Largest difference of the probabilities at their own steps, where rows read later tokens, from those of a pass
    that reads none: in its step a row has no later ones, and the cache keeps it so."""
    batch, worst = batch_of_trace(trace), 0.0
    p_BTV = NumpyTransformer(model).run(batch.source_BS, batch.read_BT)[0].softmax(-1)
    for sentence, one in enumerate(trace.sentences):
        for row, token in enumerate(one.written):
            told = float(trace.numbers["step_probability"][sentence, row])
            worst = larger(worst, abs(told - float(p_BTV[sentence, row, token.id])))
    return worst


def _by_hand(spec: ModelSpec, cells: tuple[CellEdit, ...]) -> Edits:
    """Cells, hidden tokens, heads and tokens."""
    last = {kind: spec.heads_of(kind) - 1 for kind in KINDS}
    places = (("encoder", 0, last["encoder"]), ("decoder", spec.decoder_layers - 1, 0), ("cross", 0, last["cross"]))
    off = tuple(HeadPlace(*place) for place in places)
    ordinary = [one for one in range(spec.source_vocabulary) if one not in (spec.pad_id, spec.bos_id, spec.eos_id)]
    swaps = (Swap(2, ordinary[0]), Swap(0, ordinary[-1], 3))
    return Edits(MaskEdits(cells=cells, hidden=HIDDEN), heads_off=off, swaps=swaps)


def _example_edits(spec: ModelSpec) -> Iterator[Edits]:
    yield _by_hand(spec, CELLS + EMPTY + AHEAD)
    yield Edits(MaskEdits(future=False))
    yield Edits(MaskEdits(future=False, padding=False))
    yield Edits(MaskEdits(value=SCORE), PositionEdits(order="reversed", shift=SHIFT, stacks="decoder"))


# ---------------------------------------------------------------- what is expected


def _formula_logits(model: EncoderDecoder, trace: Trace) -> Tensor:
    """(B, T, V) of the formulas, with what the run of a Trace changes."""
    edits, batch, spec = trace.run.edits, batch_of_trace(trace), model.spec
    sizes = {"encoder": batch.source_BS.shape[1], "decoder": batch.read_BT.shape[1]}
    reads = {
        (ATTENTION[one.kind].format(layer=one.layer), one.head): _pattern(
            one.pattern, sizes["encoder" if one.kind == "encoder" else "decoder"],
            sizes["decoder" if one.kind == "decoder" else "encoder"],
            batch.sources if one.kind == "cross" else [max(sizes.values())] * len(batch.sources),
        )
        for one in edits.patterns
    }  # fmt: skip
    changes = NumpyEdits(
        visible={kind: visible.numpy() for kind, visible in _visible(trace, batch).items()},
        masked=edits.masks.value,
        silent=frozenset((ATTENTION[one.kind].format(layer=one.layer), one.head) for one in edits.heads_off),
        places=dict.fromkeys(edits.positions.changed_stacks, _moved_places(edits, spec, max(sizes.values()))),
        reads=reads,
        given=_overridden_weights(edits, batch),
        quiet=frozenset(f"{one.stack}.layers.{one.layer}.feed_forward" for one in edits.feed_forwards_off),
        cut=frozenset(sublayer_path(one.stack, one.layer, one.part) for one in edits.residuals_cut),
        taken=_patched_values(model, edits, spec, batch),
    )
    return NumpyTransformer(model, changes).run(batch.source_BS, batch.read_BT)[0]


def _run_apart(trace: Trace, logits_BTV: Tensor) -> float:
    """Largest difference of a run's numbers, of what it chose, of its steps and of its beams from these logits."""
    log_p_BTV = logits_BTV.log_softmax(-1)
    worst = larger(numbers_apart(trace, logits_BTV), float(np.abs(trace.numbers.get("cache_difference", 0.0)).max()))
    if trace.run.target is None and trace.run.decoding.method == "greedy":
        worst = larger(worst, passed_over(trace, log_p_BTV))
    for sentence in range(len(trace.sentences)):
        won = [node for node in trace.tree if node.winner and node.sentence == sentence]
        for row, node in enumerate(won):
            worst = larger(worst, abs(node.log_probability - float(log_p_BTV[sentence, row, node.token.id])))
    return worst


def _visible(trace: Trace, batch: ProofBatch) -> dict[str, Tensor]:
    """kind -> (B, Q, M) bool: which cells may be read."""
    masks = trace.run.edits.masks
    visible = {kind: ~cells for kind, cells in hidden_cells(batch).items()}
    if not masks.future:
        for sentence, length in enumerate(batch.reads):
            visible["decoder"][sentence, :, :length] = True
    if not masks.padding:
        visible = {kind: torch.ones_like(cells) for kind, cells in visible.items()}
    for one in masks.hidden:
        for kind in ("encoder", "cross"):
            visible[kind][one.sentence, :, one.place : one.place + 1] = False
    for cell in masks.cells:
        cells = visible[cell.kind]
        if all(place < size for place, size in zip((cell.sentence, cell.query, cell.key), cells.shape, strict=True)):
            cells[cell.sentence, cell.query, cell.key] = cell.allowed
    return visible


def _moved_places(edits: Edits, spec: ModelSpec, width: int) -> list[int]:
    """For each token the place whose position vector it gets."""
    places = [(place + edits.positions.shift) % spec.max_positions for place in range(width)]
    return [spec.max_positions - 1 - place for place in places] if edits.positions.order == "reversed" else places


def _pattern(name: str, queries: int, keys: int, lengths: Sequence[int]) -> Array:
    """(B, Q, M), cell by cell; rows beyond a sentence of this length read its last token."""
    places = {"itself": lambda query: query, "previous": lambda query: max(0, query - 1), "first": lambda query: 0}
    if name == "uniform":
        return np.ones((len(lengths), queries, keys))
    return np.array([[[float(key == min(places[name](query), length - 1, keys - 1)) for key in range(keys)]
                      for query in range(queries)] for length in lengths])  # fmt: skip


def _overridden_weights(edits: Edits, batch: ProofBatch) -> dict[tuple[str, int, int, int], dict[int, float]]:
    """Set weights of cells that are there and may be read."""
    found: dict[tuple[str, int, int, int], dict[int, float]] = {}
    for one in edits.overrides:
        queries = batch.source_BS.shape[1] if one.kind == "encoder" else batch.read_BT.shape[1]
        keys = batch.reads[one.sentence] if one.kind == "decoder" else batch.sources[one.sentence]
        if one.query < queries and one.key < (min(keys, one.query + 1) if one.kind == "decoder" else keys):
            row = ATTENTION[one.kind].format(layer=one.layer), one.sentence, one.head, one.query
            found.setdefault(row, {})[one.key] = one.weight
    return found


def _patched_values(
    model: EncoderDecoder, edits: Edits, spec: ModelSpec, batch: ProofBatch
) -> dict[str, list[tuple[int, int | None, int, Array]]]:
    """What patches of one place put in, worked out from the other text."""
    found: dict[str, list[tuple[int, int | None, int, Array]]] = {}
    donors = {one.donor: NumpyTransformer(model) for one in edits.patches}
    for donor, other in donors.items():
        other.run(torch.tensor([donor.source]), torch.tensor([[spec.bos_id, *donor.written[:-1]]]))
    for one in edits.patches:
        other, name, place = donors[one.donor], _name(one), one.place or 0
        numbers = other.kept[name][0, one.head] if one.what == "head" else other.kept[name][0]
        width = (batch.source_BS if name.startswith("encoder") else batch.read_BT).shape[1]
        if place < min(len(numbers), width):
            head = one.head if one.what == "head" else None
            found.setdefault(name, []).append((one.sentence, head, place, numbers[place]))
    return found


def _name(patch: Patch) -> str:
    """The hook name of the activation that is patched."""
    layer = f"{patch.kind}.layers.{patch.layer}"
    return {
        "embedding": f"{patch.kind}.embed.input",
        "self-attention": f"{layer}.attn_sublayer.residual",
        "cross-attention": f"{layer}.cross_sublayer.residual",
        "feed-forward": f"{layer}.ff_sublayer.residual",
        "feed-forward output": f"{layer}.feed_forward.output",
        "head": f"{ATTENTION[patch.kind].format(layer=max(0, patch.layer))}.head_outputs",
    }[patch.what]


def _reasons_hold(trace: Trace) -> bool:
    """Whether a Trace marks exactly the visible cells as visible."""
    visible = _visible(trace, batch_of_trace(trace))
    return all(np.array_equal(trace.reasons[kind] == VISIBLE, visible[kind].numpy()) for kind in KINDS)


def _swapped(trace: Trace, run: RunSpec) -> bool:
    """Whether the lines were read with their tokens replaced, and no others."""
    wanted = [line.split() for line in run.source]
    for swap in trace.run.edits.swaps:
        if swap.place < len(wanted[swap.sentence]):
            wanted[swap.sentence][swap.place] = str(swap.id)
    return [[str(token.id) for token in one.source[:-1]] for one in trace.sentences] == wanted


def _unedited_apart(trace: Trace, log_p_BTV: Tensor) -> float:
    """Largest difference between a run's unedited alternative and that text's own log-probabilities."""
    worst = 0.0
    beside = [one for one in trace.alternatives if one.name == "unedited"]
    if len(beside) != len(trace.sentences):
        return math.inf
    for one in beside:
        rows = torch.arange(len(one.written))
        own_T = log_p_BTV[one.sentence, rows, torch.tensor([token.id for token in one.written])]
        worst = larger(worst, difference(torch.from_numpy(one.numbers["log_probability"].copy()), own_T))
    return worst
