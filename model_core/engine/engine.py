"""The Engine runs a model for a RunSpec: the only place where text becomes a Trace.

One run is a recorded encoding (the first Trace), decoding step by step (Steps), and one recorded pass over the finished
text (the complete Trace). The decoder is causal, so row t of that pass is decoding step t; a test compares them.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor

from model_core.decoding.beam import ROOT
from model_core.decoding.draft import shared_ends
from model_core.engine.alternatives import Alternatives
from model_core.engine.batch import Batch, DecodedRow, WholePass, choice_numbers, padded, row_numbers
from model_core.engine.effects import sweep, text_without
from model_core.engine.inputs import RunTexts, longest_target, read_texts, unfinished_notice
from model_core.engine.interventions import edit_notices, mask_reasons, position_tables
from model_core.engine.lens import lens_of, read_early
from model_core.engine.messages import Answer, Question
from model_core.engine.opened import LoadedModel, TranslatedSentence, load
from model_core.engine.patching import patch
from model_core.engine.snapshots import read_snapshots
from model_core.record.effects import Component, Effects, EffectsSpec
from model_core.record.lens import LensReading
from model_core.record.model_info import SPEC, describe
from model_core.record.patching import Patching, PatchSpec, donor_of, patch_spec
from model_core.record.recording_policy import RecordingPolicy
from model_core.record.run_spec import RunSpec
from model_core.record.snapshots import Snapshots, SnapshotsSpec
from model_core.record.trace import Alternative, Candidate, Node, Sentence, Step, Token, Trace
from model_core.tokenizers.vocab import Vocabulary
from model_core.transformer.device import device_of
from model_core.transformer.model import EncoderDecoder

TABLE_SIDE = 512
"""Whole positional tables are recorded up to this many positions and units; the rows in use always are."""

SNAPSHOT_PARAMETERS, ALL_SNAPSHOT_PARAMETERS = 1_000_000, 8_000_000
"""Most parameters of a snapshot's model that is kept in memory, and of all of these together."""


class Engine:
    """Runs models and keeps the last few in memory. Not thread-safe: it lives in a process of its own.

    model   folder, or name of a bundled model, for runs that name none
    device  where its models compute: "cpu", "cuda", "mps", or "auto" for the fastest there is
    """

    KEEP = 3
    """Models that stay in memory, the ones used last."""

    def __init__(self, model: str | Path = "", device: str = "cpu") -> None:
        self.model, self.device = str(model), device_of(device)
        self._opened: dict[str, LoadedModel] = {}
        self._snapshots: dict[tuple[str, int], LoadedModel] = {}  # by folder and time of writing

    def open(self, folder: str = "") -> LoadedModel:
        """The model of this folder ("" = bundled English → Spanish), loaded once. Raises Refused."""
        if folder not in self._opened:
            self._opened[folder] = load(folder, self.device)
            while len(self._opened) > self.KEEP:
                del self._opened[next(iter(self._opened))]
        self._opened[folder] = self._opened.pop(folder)
        return self._opened[folder]

    def add(self, folder: str, model: EncoderDecoder, vocab: Vocabulary, name: str = "") -> None:
        """Register a model under a name, without files: for notebooks and tests."""
        info = describe(folder, model.spec, {"name": name or folder}, "")
        self._opened[folder] = LoadedModel(model.eval().to(self.device), vocab, replace(info, device=str(self.device)))

    def __repr__(self) -> str:
        return f"Engine({self.model!r})"

    def run(self, run: RunSpec | str | Sequence[str]) -> Iterator[Trace | Step]:
        """Compute a run, or a translation of source lines: Trace(stage "encoded"), Steps, Trace(stage "complete").

        Raises Refused for a model that cannot be opened, or a run that makes no sense for it.
        """
        for event in self.lazy_events(run):
            yield event() if callable(event) else event

    def lazy_events(self, run: RunSpec | str | Sequence[str]) -> Iterator[Trace | Callable[[], Step]]:
        """As `run`, with Steps as functions that make them: a caller that shows few does not pay for the others."""
        started = time.perf_counter()
        if not isinstance(run, RunSpec):
            run = RunSpec(source=(run,) if isinstance(run, str) else tuple(run))
        run = run if run.model or not self.model else run.with_(model=self.model)
        opened = self.open(run.model)
        texts = read_texts(run, opened.vocab, opened.model.spec, opened.info.known_words)
        return _Run(run, opened, texts, started).events()

    def trace(self, run: RunSpec | str | Sequence[str]) -> Trace:
        """The full Trace of a run, at once: `Engine("reverse").trace("a b c")`."""
        last = None
        for event in self.run(run):
            last = event
        assert isinstance(last, Trace)
        return last

    def effects(self, run: RunSpec | str | Sequence[str] | EffectsSpec, **asked: Any) -> Effects:
        """What every head, feed-forward or source token does to a text, each switched off alone while the text is
        forced: `Engine().effects("The white house is very old.", groups=("heads", "source"))`.

        `asked` are fields of EffectsSpec. Raises Refused for a spec that makes no sense.
        """
        if not isinstance(run, EffectsSpec):
            if not isinstance(run, RunSpec):
                run = RunSpec(source=(run,) if isinstance(run, str) else tuple(run))
            run = EffectsSpec(run, **asked)
        *_, found = self.sweep(run)
        return found

    def sweep(
        self, asked: EffectsSpec, trace: Trace | None = None, stop: Callable[[], bool] = lambda: False
    ) -> Iterator[Effects]:
        """As `effects`, yielding after each batch all effects found so far; `trace` is the run's, where it is known.

        `stop` is asked several times in every layer; where it says True, the batch is given up and begun again.
        """
        trace = self.trace(asked.run) if trace is None else trace
        return sweep(asked, trace, self.open(trace.run.model).model, stop)

    def answers(
        self, asked: Question, trace: Trace | None = None, stop: Callable[[], bool] = lambda: False
    ) -> Iterator[Answer]:
        """The answer to any question, growing as it is computed: effects (`sweep`), the logit lens, activation
        patching, or a sentence in the snapshots of a training."""
        if isinstance(asked, SnapshotsSpec):
            return read_snapshots(asked, partial(self._snapshot_trace, asked.source))
        if isinstance(asked, EffectsSpec):
            return self.sweep(asked, trace, stop)
        trace = self.trace(asked.run) if trace is None else trace
        opened = self.open(trace.run.model)
        if isinstance(asked, PatchSpec):
            return patch(asked, trace, opened.model, opened.vocab, stop)
        return read_early(asked, trace, opened.model, opened.vocab)

    def lens(
        self, run: RunSpec | str | Sequence[str], sentence: int = 0, tokens: Sequence[int] = (), stack: str = "decoder"
    ) -> LensReading:
        """What the decoder would write if it stopped at each place of its stack (logit lens), and the share of every
        part in the logits of the written tokens and of `tokens` (ids) in every row; with `stack="encoder"` which source
        token each place of the encoder is most like. Raises Refused for ids, a sentence or a stack that do not exist.
        """
        trace = self.trace(run)
        return lens_of(trace, self.open(trace.run.model).model, sentence, tokens, stack)

    def snapshots(self, folder: str | Path, source: str, **asked: Any) -> Snapshots:
        """A sentence in every snapshot of a training: `Engine().snapshots("reverse", "3 1 4 1 5")`. `asked` are fields
        of SnapshotsSpec. Raises Refused for a training or a sentence that makes no sense."""
        *_, found = self.answers(SnapshotsSpec(str(folder), source, **asked))
        assert isinstance(found, Snapshots)
        return found

    def _snapshot_trace(self, source: str, folder: str) -> Trace:
        """The Trace of a sentence in the model of a snapshot, which is kept in memory only where it is small."""
        path = Path(folder) / SPEC  # its time: another training may have written another model here
        key = folder, path.stat().st_mtime_ns if path.is_file() else 0
        opened = self._snapshots.get(key)
        if opened is None:
            opened = load(folder, self.device)
            if opened.info.parameters <= SNAPSHOT_PARAMETERS:
                self._snapshots[key] = opened
                while sum(one.info.parameters for one in self._snapshots.values()) > ALL_SNAPSHOT_PARAMETERS:
                    del self._snapshots[next(iter(self._snapshots))]
        started, run = time.perf_counter(), RunSpec(folder, (source,))
        texts = read_texts(run, opened.vocab, opened.model.spec, opened.info.known_words)
        *_, trace = _Run(run, opened, texts, started).events()
        assert isinstance(trace, Trace)
        return trace

    def patch(self, donor: RunSpec | str, run: RunSpec | str, row: int | None = None) -> Patching:
        """Activation patching: which activations of the donor, put into the run, restore what the donor writes in a row
        (from 0; default: the first that differs): `Engine().patch("The red house is old.", "The red car is old.")`.

        Of several lines the first counts; the donor's edits are left out. Raises Refused where both write the same.
        """
        trace = self.trace(run)
        asked = patch_spec(trace, donor_of(self.trace(donor)), row=row)
        *_, found = self.answers(asked, trace)
        assert isinstance(found, Patching)
        return found

    def without(
        self, asked: EffectsSpec, part: Component, trace: Trace | None = None, stop: Callable[[], bool] = lambda: False
    ) -> Alternative:
        """The text that the model writes with this part off, by the run's own decoding, without attention maps.

        Raises Interrupted where `stop` says True before it is done.
        """
        trace = self.trace(asked.run) if trace is None else trace
        opened = self.open(trace.run.model)
        return text_without(asked, part, trace, opened.model, opened.vocab, stop)


class _Run:
    """One run in progress."""

    def __init__(self, run: RunSpec, opened: LoadedModel, texts: RunTexts, started: float) -> None:
        self.spec, self.opened, self.texts, self.started = run, opened, texts, started
        self.model, self.vocab = opened.model, opened.vocab
        self.source_BS = padded([[token.id for token in row] for row in texts.source], opened.model.spec.pad_id)
        self.batch = Batch(self.model, self.source_BS, run.edits, starts=[token.id for token in texts.starts])
        self.milliseconds: dict[str, float] = {}
        self.arrays: dict[str, np.ndarray] = {}
        self.notices = list(texts.notices)

    def events(self) -> Iterator[Trace | Callable[[], Step]]:
        """See Engine.lazy_events."""
        self._encode()
        yield self._encoded()
        if self.texts.target is None:
            yield from self._write()
        else:
            self.batch.force_texts([[token.id for token in tokens] for tokens in self.texts.target])
        yield self._complete()

    # -- stages -----------------------------------------------------------------------------------------------------
    def _encode(self) -> None:
        start = time.perf_counter()
        kept = self.batch.encode(self._recording_policy())
        self.arrays = {name: tensor.numpy() for name, tensor in kept.items()} | self._tables()
        self.milliseconds["encode"] = _since(start)

    def _tables(self) -> dict[str, np.ndarray]:
        """The whole positional tables in force (P, D) under their parameters' names, where they are not large."""
        spec = self.model.spec
        if max(spec.max_positions, spec.d_model) > TABLE_SIDE:
            return {}
        own = {stack: getattr(self.model, stack).embed.position.rows.detach().cpu() for stack in ("encoder", "decoder")}
        tables = own | position_tables(self.model, self.spec.edits.positions)
        return {f"{stack}.embed.position.table": table.numpy() for stack, table in tables.items()}

    def _recording_policy(self, rows: int = 0) -> RecordingPolicy:
        """What is recorded of this run; `rows` are those expected while the texts are not known yet."""
        sentences, sources = self.source_BS.shape
        return RecordingPolicy(self.model.spec, sentences, sources, max(map(len, self.batch.written), default=rows))

    def _write(self) -> Iterator[Callable[[], Step]]:
        """Decode the whole batch; lines without text write nothing."""
        start = time.perf_counter()
        limit = self._most_rows()
        guess = self._likely_text()
        keep = self._recording_policy(len(guess))
        watch = not keep.too_large  # all rows of a long guess together are as large as its maps
        likely = [one.target for one in reversed(self.opened.recent)]
        for row in self.batch.write(
            self.spec.decoding, limit, self.texts.prefixes, guess, likely, watch=watch, keep=keep
        ):
            self.milliseconds["decode"] = _since(start)
            yield partial(self._step, row)
        if not all(map(self.batch.finished, range(len(self.texts.source)))):
            self.notices.append(unfinished_notice(limit))
        self.opened.recent.append(
            TranslatedSentence(self.spec.source[0], self.source_BS[0].tolist(), self.batch.written[0])
        )

    def _likely_text(self) -> list[int]:
        """Ids that this sentence will probably write: the text written recently for the most similar source, as is
        usual while somebody types; [] where all recent sources differ much.

        The same line again has no guess: it is written row by row, so that the Trace can compare steps with the pass.
        """
        source, recent = self.source_BS[0].tolist(), self.opened.recent
        again = recent and (recent[-1].line, recent[-1].source) == (self.spec.source[0], source)
        if len(self.texts.source) > 1 or not recent or again:
            return []
        shared, nearest = max(
            ((shared_ends(source, one.source), one) for one in reversed(recent)),
            key=lambda found: (found[1].source == source, found[0]),
        )
        return nearest.target if 2 * shared >= max(len(source), len(nearest.source)) else []

    def _most_rows(self) -> int:
        """How many rows this run may write at most."""
        prefix = max(map(len, self.texts.prefixes), default=0)
        return longest_target(self.spec, self.model.spec, self.source_BS.shape[1], prefix)

    def _step(self, row: DecodedRow) -> Step:
        """A decoded row as a Step."""
        values, ids = row.log_p.topk(min(self.spec.candidates, len(row.log_p)))
        columns = {"decoder": row.index + 1, "cross": len(self.texts.source[row.sentence])}
        return Step(
            self.spec,
            row.sentence,
            row.index,
            self.vocab.target.token(row.id),
            float(row.log_p[row.id].exp()),
            float(row.log_p[self.model.spec.eos_id].exp()),
            tuple(map(Candidate, map(self.vocab.target.token, ids.tolist()), values.exp().tolist())),
            {kind: rows[..., : columns[kind]].numpy() for kind, rows in row.weights.items()},
        )

    def _complete(self) -> Trace:
        """The recorded pass over the finished text, and the complete Trace."""
        start = time.perf_counter()
        whole = self.batch.whole_pass(self._recording_policy())
        self.milliseconds["forward"] = _since(start) + self.milliseconds["encode"]
        self.arrays |= {name: tensor.numpy() for name, tensor in whole.kept.items()}
        numbers, candidate_ids = self._numbers(whole)
        read_BT, written_BT = whole.read_BT.numpy(), whole.written_BT.numpy()
        ids = {"source": self.source_BS.numpy(), "read": read_BT, "written": written_BT, "candidates": candidate_ids}
        masks = mask_reasons(self.arrays, self.spec.edits.masks)
        beside = Alternatives(self.spec, self.texts, self.batch, self.vocab, self._most_rows())
        alternatives = tuple(beside.decode())
        self.notices += edit_notices(self.spec, self.model.spec, masks, self.texts.lengths)
        self.notices += [*beside.notices, *self._recording_policy().notices()]
        self.milliseconds["total"] = _since(self.started)
        return Trace(
            self.spec,
            self.opened.info,
            "complete",
            tuple(map(self._sentence, range(len(self.texts.source)))),
            self.arrays,
            masks,
            ids,
            numbers,
            self.milliseconds,
            tuple(self.notices),
            tuple(map(self._candidate_tokens, candidate_ids.tolist(), self.batch.written)),
            alternatives,
            tuple(self._tree()),
        )

    def _candidate_tokens(self, rows: list[list[int]], written: list[int]) -> tuple[tuple[Token, ...], ...]:
        """The candidates of each row of one sentence, without padded rows."""
        token = self.vocab.target.token
        return tuple(tuple(map(token, ids)) for ids in rows[: len(written)])

    @torch.inference_mode()
    def _numbers(self, whole: WholePass) -> tuple[dict[str, np.ndarray], np.ndarray]:
        """(`Trace.numbers`, candidates' ids (B, T, C)) from the recorded logits, some rows at a time."""
        blocks = [self._block_numbers(*block) for block in whole.blocks()]
        numbers = {name: np.concatenate([block[name] for block in blocks], 1) for name in blocks[0]}
        apart = self.batch.cache_difference(whole)
        if apart is not None:
            numbers["cache_difference"] = apart.numpy()
        alone = self.batch.step_probability()
        if alone is not None:
            numbers["step_probability"] = alone.numpy()
        return numbers, numbers.pop("ids")

    def _block_numbers(self, logits_BRV: Tensor, log_p_BRV: Tensor, written_BR: Tensor) -> dict[str, np.ndarray]:
        """The numbers of R rows; the candidates' ids are under "ids"."""
        values, ids = log_p_BRV.topk(min(self.spec.candidates, logits_BRV.shape[-1]), -1)
        values = values.exp()
        numbers = row_numbers(log_p_BRV, written_BR, self.model.spec.eos_id)
        numbers |= {"candidates": values.numpy(), "ids": ids.numpy()}
        return numbers | choice_numbers(self.spec.decoding, self.model.spec.never_written, logits_BRV, ids, values)

    def _tree(self) -> Iterator[Node]:
        """All candidates of beam search, sentence after sentence."""
        for sentence, tree in enumerate(self.batch.trees):
            first = sum(map(len, self.batch.trees[:sentence]))
            for node, won in tree:
                parent = node.parent if node.parent == ROOT else node.parent + first
                token = self.vocab.target.token(node.id)
                yield Node(
                    sentence, parent, node.step, token, node.log_p, node.total, node.score, node.kept, node.ended, won
                )  # fmt: skip

    # -- values of the record ---------------------------------------------------------------------------------------
    def _encoded(self) -> Trace:
        """The first Trace: encoder only."""
        sentences = tuple(
            Sentence(line, "", source, (), (), 0, False)
            for line, source in zip(self.texts.lines, self.texts.source, strict=True)
        )
        return Trace(
            self.spec, self.opened.info, "encoded", sentences, dict(self.arrays),
            mask_reasons(self.arrays, self.spec.edits.masks), {"source": self.source_BS.numpy()}, {},
            dict(self.milliseconds), tuple(self.notices),
        )  # fmt: skip

    def _sentence(self, index: int) -> Sentence:
        ids = self.batch.written[index]
        if self.texts.target is None:
            written = self.vocab.target.tokens_of(ids)
            forced = min(len(self.texts.prefixes[index]), len(ids))
            text = self.vocab.target.text(ids)
        else:
            written, forced = self.texts.target[index], len(ids)
            text = self.texts.target_lines[index]
        read, source = (self.texts.starts[index], *written[:-1]), self.texts.source[index]
        return Sentence(self.texts.lines[index], text, source, read, written, forced, self.batch.finished(index))


def _since(start: float) -> float:
    """Milliseconds since a perf_counter value."""
    return (time.perf_counter() - start) * 1e3
