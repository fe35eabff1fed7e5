"""Proofs that a Trace says what the model computed: of lines in a batch that are given, written greedily, drawn or
searched for.

Expected values are computed here from the model's own logits over ids that are padded here, one number at a time.
Shapes: B sentences, T target rows, V vocabulary, H heads, Q queries, M keys.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from model_core.engine.engine import Engine
from model_core.errors import Refused
from model_core.proofs.proof import CLOSE, Proof, ProofBatch, close, difference, larger, recorded, weights_bound
from model_core.record.edits import Decoding
from model_core.record.run_spec import RunSpec
from model_core.record.trace import KINDS, Sentence, Step, Trace
from model_core.spec import ModelSpec
from model_core.tokenizers.foreign import IdVocabulary, Specials
from model_core.transformer.model import EncoderDecoder

STEPS = 9
"""Most tokens that the model writes."""
SAMPLING = Decoding("sample", temperature=0.8, top_k=6, top_p=0.9, seed=7)


@dataclass(frozen=True)
class Expected:
    """The model's output for the ids of a Trace, padded here: logits (B, T, V), its activations by hook name."""

    logits_BTV: Tensor
    kept: dict[str, Tensor]


def engine_of(model: EncoderDecoder) -> Engine:
    """An Engine with this model as "": a text is its ids."""
    spec, engine = model.spec, Engine()
    engine.add(
        "", model, IdVocabulary(spec.source_vocabulary, spec.target_vocabulary, Specials.from_spec(spec)), "proof"
    )
    return engine


def run_of_batch(batch: ProofBatch) -> RunSpec:
    """The sentences of a batch as lines of a run, the targets given."""
    sources = [row[: length - 1] for row, length in zip(batch.source_BS.tolist(), batch.sources, strict=True)]
    reads = [row[1:length] for row, length in zip(batch.read_BT.tolist(), batch.reads, strict=True)]
    lines = [tuple(" ".join(map(str, ids)) for ids in side) for side in (sources, reads)]
    return RunSpec(source=lines[0], target=lines[1])


def run_trace(engine: Engine, run: RunSpec) -> tuple[Trace, list[Step]]:
    """The complete Trace of a run and the steps reported before it."""
    events = list(engine.run(run))
    trace = events[-1]
    assert isinstance(trace, Trace)
    return trace, [one for one in events if isinstance(one, Step)]


def batch_of_trace(trace: Trace) -> ProofBatch:
    """The ids that were read according to a Trace, padded here."""
    pad = trace.spec.pad_id
    rows = [[[token.id for token in side] for side in (one.source, one.read)] for one in trace.sentences]
    width = [max(1, *map(len, side)) for side in zip(*rows, strict=True)]
    source_BS, read_BT = (
        torch.tensor([[*row[side], *[pad] * (width[side] - len(row[side]))] for row in rows]) for side in (0, 1)
    )
    lengths = [tuple(len(row[side]) for row in rows) for side in (0, 1)]
    return ProofBatch(source_BS, read_BT, lengths[0], lengths[1])


def expected_pass(model: EncoderDecoder, trace: Trace) -> Expected:
    """One pass of the model over the ids that were read according to a Trace."""
    batch = batch_of_trace(trace)
    return Expected(*recorded(model, batch.source_BS, batch.read_BT))


# ---------------------------------------------------------------- lines with a given target, and written ones


def given_lines(model: EncoderDecoder, batch: ProofBatch) -> list[Proof]:
    """Several lines in one batch with given targets: ids, numbers and maps of each are the model's own."""
    run = run_of_batch(batch)
    trace, _ = run_trace(engine_of(model), run)
    own = expected_pass(model, trace)
    numbers, maps = numbers_apart(trace, own.logits_BTV), maps_apart(trace, own)
    for one, source, target in zip(trace.sentences, run.source, run.target or (), strict=True):
        same = _spelt(one.source[:-1]) == source and _spelt(one.written[:-1]) == target == _spelt(one.read[1:])
        numbers = larger(numbers, 0.0 if same and _framed(one, model.spec) else math.inf)
    what = "lines with given targets through the Engine, and the model's logits"
    bound = close(own.logits_BTV)
    seen = "their maps, and the recorded weights of one pass"
    size = weights_bound(model, batch)
    return [Proof("engine, given", what, numbers, bound), Proof("engine's maps", seen, maps, size)]


def written_lines(model: EncoderDecoder, batch: ProofBatch) -> list[Proof]:
    """The tokens written through the Engine are the most probable by the model's own logits, in every step and in the
    finished Trace."""
    run = run_of_batch(batch).with_(target=None, max_steps=STEPS)
    try:
        trace, steps = run_trace(engine_of(model), run)
    except Refused as refused:
        return [Proof("engine, written", refused.message, math.nan, CLOSE)]
    own = expected_pass(model, trace)
    log_p_BTV = own.logits_BTV.log_softmax(-1)
    worst = larger(numbers_apart(trace, own.logits_BTV), _steps_apart(trace, steps, log_p_BTV))
    worst = larger(worst, passed_over(trace, log_p_BTV))
    worst = larger(worst, 0.0 if all(_framed(one, model.spec) for one in trace.sentences) else math.inf)
    what = "lines written through the Engine, and the model's logits"
    return [Proof("engine, written", what, worst, max(close(log_p_BTV), close(own.logits_BTV)))]


def passed_over(trace: Trace, log_p_BTV: Tensor) -> float:
    """The largest amount by which another token was more probable than a greedily written one."""
    possible_BTV, worst = log_p_BTV.clone(), 0.0
    possible_BTV[..., list(trace.spec.never_written)] = -math.inf
    for index, one in enumerate(trace.sentences):
        for row, token in enumerate(one.written[one.forced :], one.forced):
            worst = larger(worst, float(possible_BTV[index, row].max() - possible_BTV[index, row, token.id]))
    return worst


def _spelt(tokens: Sequence[object]) -> str:
    """Tokens as `run_of_batch` spells them."""
    return " ".join(str(getattr(token, "id", "")) for token in tokens)


def _framed(one: Sentence, spec: ModelSpec) -> bool:
    """Whether a sentence begins and ends as it should."""
    ids = [token.id for token in one.written]
    ends = spec.eos_id not in ids[:-1] and one.finished == (bool(ids) and ids[-1] == spec.eos_id)
    shifted = [token.id for token in one.read[1:]] == ids[:-1]
    return ends and shifted and one.read[0].id == spec.bos_id and one.source[-1].id == spec.eos_id


def numbers_apart(trace: Trace, logits_BTV: Tensor) -> float:
    """Largest difference of a Trace's numbers from those of these logits; of logarithms where there are both."""
    worst = 0.0
    for index, one in enumerate(trace.sentences):
        for row, token in enumerate(one.written):
            log_p_V = logits_BTV[index, row].double().log_softmax(-1)
            p_V = log_p_V.exp()
            best = p_V.sort(descending=True, stable=True).values
            found = trace.candidates(row, index)
            wanted = {
                "log_probability": float(log_p_V[token.id]),
                "probability": float(p_V[token.id]),
                "end_probability": float(p_V[trace.spec.eos_id]),
                "entropy": float(-(p_V * log_p_V.clamp_min(-1e4)).sum() / math.log(2)),
            }
            for name, value in wanted.items():
                worst = larger(worst, abs(float(trace.numbers[name][index, row]) - value))
            for place, one_candidate in enumerate(found):
                own = float(p_V[one_candidate.token.id])
                worst = larger(worst, abs(one_candidate.probability - own))
                worst = larger(worst, abs(float(best[place]) - own))
                worst = larger(worst, _choice_apart(trace, logits_BTV, (index, row, place), one_candidate.token.id))
            worst = larger(worst, 0.0 if len(found) == min(trace.run.candidates, len(p_V)) else math.inf)
    return worst


def _choice_apart(trace: Trace, logits_BTV: Tensor, at: tuple[int, int, int], token: int) -> float:
    """Largest difference of a candidate's logit, also over the temperature, from this token's."""
    own = float(logits_BTV[(*at[:2], token)])
    scaled = own / trace.run.decoding.temperature if trace.run.decoding.method == "sample" else own
    shown = (float(trace.numbers[f"candidate_{name}"][at]) for name in ("logits", "scaled"))
    return larger(*(abs(one - other) for one, other in zip(shown, (own, scaled), strict=True)))


def maps_apart(trace: Trace, own: Expected) -> float:
    """Largest difference of a Trace's weights from the recorded ones of a pass, each sentence without its padding."""
    worst = 0.0
    for index, one in enumerate(trace.sentences):
        sizes = {"encoder": (len(one.source),) * 2, "decoder": (len(one.read),) * 2}
        sizes["cross"] = len(one.read), len(one.source)
        for kind in KINDS:
            rows, columns = sizes[kind]
            for layer in range(trace.spec.layers(kind)):
                weights_HQM = own.kept[trace.name(kind, "weights", layer)][index, :, :rows, :columns]
                for head in range(trace.spec.heads_of(kind)):
                    shown = torch.from_numpy(trace.map(kind, layer, head, "weights", index).copy())
                    worst = larger(worst, difference(shown, weights_HQM[head]))
    return worst


def _steps_apart(trace: Trace, steps: Sequence[Step], log_p_BTV: Tensor) -> float:
    """Largest difference of the steps reported during decoding from these log-probabilities."""
    written = {(i, row): token.id for i, one in enumerate(trace.sentences) for row, token in enumerate(one.written)}
    if {(step.sentence, step.index): step.token.id for step in steps} != written:
        return math.inf
    worst = 0.0
    for step in steps:
        p_V = log_p_BTV[step.sentence, step.index].exp()
        worst = larger(worst, abs(step.probability - float(p_V[step.token.id])))
        worst = larger(worst, abs(step.end_probability - float(p_V[trace.spec.eos_id])))
        for candidate in step.candidates:
            worst = larger(worst, abs(candidate.probability - float(p_V[candidate.token.id])))
        for kind, rows_LHM in step.weights.items():
            for layer, rows_HM in enumerate(rows_LHM):
                whole_HQM = trace.arrays[trace.name(kind, "weights", layer)][step.sentence]
                own = torch.from_numpy(whole_HQM[:, step.index, : rows_HM.shape[-1]].copy())
                worst = larger(worst, difference(torch.from_numpy(rows_HM.copy()), own))
    return worst


# ---------------------------------------------------------------- sampling


def drawn_lines(model: EncoderDecoder, batch: ProofBatch) -> list[Proof]:
    """Each drawn token is the one on which the seed's random number falls, by the probabilities computed here."""
    run = run_of_batch(batch).with_(target=None, max_steps=STEPS, decoding=SAMPLING)
    try:
        trace, _ = run_trace(engine_of(model), run)
    except Refused as refused:
        return [Proof("sampling", refused.message, math.nan, CLOSE)]
    logits_BTV, worst = expected_pass(model, trace).logits_BTV, 0.0
    for index, one in enumerate(trace.sentences):
        generator = torch.Generator().manual_seed(SAMPLING.seed)
        for row, token in enumerate(one.written):
            chances = dict(_chances(logits_BTV[index, row], SAMPLING, model.spec.never_written))
            point = float(torch.rand((), generator=generator, dtype=torch.float64))
            for place, candidate in enumerate(trace.candidates(row, index)):
                recorded = float(trace.numbers["candidate_chances"][index, row, place])
                worst = larger(worst, abs(recorded - chances.get(candidate.token.id, 0.0)))
                worst = larger(worst, _choice_apart(trace, logits_BTV, (index, row, place), candidate.token.id))
            if row >= one.forced:
                worst = larger(worst, _outside(point, token.id, chances))
    what = "chances and draws of sampled lines, and those worked out"
    return [Proof("sampling", what, worst, close(logits_BTV))]


def _chances(logits_V: Tensor, decoding: Decoding, never: Sequence[int]) -> Iterator[tuple[int, float]]:
    """(id, probability) of the tokens that can be drawn, the most probable first."""
    scaled = [(-value / decoding.temperature, index) for index, value in enumerate(logits_V.tolist())]
    best = sorted(pair for pair in scaled if pair[1] not in never)[: decoding.top_k or None]
    raised = [math.exp(best[0][0] - value) for value, _ in best]
    shares, reached, stay = [one / sum(raised) for one in raised], 0.0, 0
    while stay < len(shares) and reached < decoding.top_p:
        reached, stay = reached + shares[stay], stay + 1
    yield from ((best[place][1], shares[place] / reached) for place in range(stay))


def _outside(point: float, token: int, chances: dict[int, float]) -> float:
    """How far a number from 0 to 1 is outside the share of a token; infinite if it has none."""
    below = 0.0
    for index, share in chances.items():
        if index == token:
            return max(0.0, below - point, point - below - share)
        below += share
    return math.inf
