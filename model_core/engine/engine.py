"""The Engine keeps models in memory, runs them for a RunSpec, and answers questions about a run."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from model_core.engine.agenda import LazyEvent
from model_core.engine.effects import patch, sweep, text_without
from model_core.engine.lens import lens_of, read_early
from model_core.engine.messages import Answer, Question
from model_core.engine.opened import LoadedModel, load
from model_core.engine.run import RunInProgress
from model_core.engine.snapshots import read_snapshots
from model_core.errors import Refused
from model_core.io.safe_files import display_name
from model_core.record.effects import Component, Effects, EffectsSpec
from model_core.record.lens import LensReading
from model_core.record.model_info import SPEC, describe
from model_core.record.patching import Patching, PatchSpec, donor_of, patch_spec
from model_core.record.run_spec import RunSpec
from model_core.record.snapshots import Snapshots, SnapshotsSpec
from model_core.record.trace import Alternative, Step, Trace
from model_core.tokenizers.vocab import Vocabulary
from model_core.transformer.device import device_of
from model_core.transformer.model import EncoderDecoder

SNAPSHOT_PARAMETERS, ALL_SNAPSHOT_PARAMETERS = 1_000_000, 8_000_000
"""Maximum parameters of a snapshot's model kept in memory, and of all of them together."""


class Engine:
    """Runs models and keeps the last few in memory. Not thread-safe: the window runs it in a separate process.

    model   folder, or name of a bundled model, for runs that name none
    device  where its models compute: "cpu", "cuda", "mps", or "auto" for the fastest available
    reload  a run loads its model again where its files have changed; False = all runs are computed by the same weights
    """

    KEEP = 3
    """How many recently used models stay in memory, in addition to those that were added."""

    def __init__(self, model: str | Path = "", device: str = "cpu", reload: bool = True) -> None:
        self.model, self.device, self.reload = str(model), device_of(device), reload
        self._opened: dict[str, LoadedModel] = {}
        self._added: dict[str, LoadedModel] = {}  # in no folder: they stay
        self._snapshots: dict[tuple[str, int], LoadedModel] = {}  # by folder and time of writing

    def open(self, folder: str = "") -> LoadedModel:
        """The model of this folder ("" = bundled English → Spanish), loaded once, and again where its files have
        changed. Raises Refused."""
        if folder in self._added:
            return self._added[folder]
        opened = self._opened.pop(folder, None)
        if opened is not None and self.reload and opened.has_changed():
            opened = None  # freed before the other one is loaded
        if opened is None:
            opened = load(folder, self.device)
            while len(self._opened) >= self.KEEP:
                del self._opened[next(iter(self._opened))]
        self._opened[folder] = opened
        return opened

    def _model_of(self, trace: Trace) -> LoadedModel:
        """The model that computed a Trace. Raises Refused if another one is in its folder since."""
        opened = self._opened.get(trace.run.model) or self.open(trace.run.model)
        if opened.info.hash != trace.model.hash:
            name = display_name(Path(trace.run.model))
            raise Refused("E-MODEL-CHANGED", "{folder} has changed since this run was computed", folder=name)
        return opened

    def add(self, folder: str, model: EncoderDecoder, vocab: Vocabulary, name: str = "") -> None:
        """Register a model under a name, without files, for as long as the engine lives: for notebooks and tests."""
        info = describe(folder, model.spec, {"name": name or folder}, "")
        model = model.eval() if model.device == self.device else model.eval().to(self.device)
        self._added[folder] = LoadedModel(model, vocab, replace(info, device=str(self.device)))

    def __repr__(self) -> str:
        return f"Engine({self.model!r})"

    def run(self, run: RunSpec | str | Sequence[str]) -> Iterator[Trace | Step]:
        """Compute a run, or a translation of source lines: Trace(stage "encoded"), Steps, Trace(stage "complete").

        Raises Refused for a model that cannot be opened, or a run that does not fit it.
        """
        for event in self.lazy_events(run):
            yield event() if callable(event) else event

    def lazy_events(self, run: RunSpec | str | Sequence[str], whole: bool = True) -> Iterator[LazyEvent]:
        """As `run`, with Steps as functions that create them, so that a caller pays only for those it shows. Unless
        everything is wanted (`whole`), of a long text only what its maps are computed from is recorded, and of an
        alternative no map."""
        started = time.perf_counter()
        if not isinstance(run, RunSpec):
            run = RunSpec(source=(run,) if isinstance(run, str) else tuple(run))
        run = run if run.model or not self.model else run.with_(model=self.model)
        return RunInProgress(run, self.open(run.model), started, whole).events()

    def trace(self, run: RunSpec | str | Sequence[str]) -> Trace:
        """The full Trace of a run, at once: `Engine("reverse").trace("a b c")`."""
        last = None
        for event in self.run(run):
            last = event
        assert isinstance(last, Trace)
        return last

    def effects(self, run: RunSpec | str | Sequence[str] | EffectsSpec, **asked: Any) -> Effects:
        """The effect of every head, feed-forward or source token on a text, each switched off alone while the text is
        forced: `Engine().effects("The white house is very old.", groups=("heads", "source"))`.

        `asked` are fields of EffectsSpec. Raises Refused for an invalid spec.
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
        """As `effects`, yielding all effects found so far after each batch; `trace` is the run's, if known.

        `stop` is called several times in every layer; if it returns True, the batch is abandoned and restarted.
        """
        trace = self.trace(asked.run) if trace is None else trace
        return sweep(asked, trace, self._model_of(trace).model, stop)

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
        opened = self._model_of(trace)
        if isinstance(asked, PatchSpec):
            return patch(asked, trace, opened.model, opened.vocab, stop)
        return read_early(asked, trace, opened.model, opened.vocab)

    def lens(
        self, run: RunSpec | str | Sequence[str], sentence: int = 0, tokens: Sequence[int] = (), stack: str = "decoder"
    ) -> LensReading:
        """What the decoder would write if it stopped at each point of its stack (logit lens), and every part's share of
        the logits of the written tokens and of `tokens` (ids) in every row; with `stack="encoder"`, which source
        token each point of the encoder is most similar to. Raises Refused for unknown ids, sentences or stacks.
        """
        trace = self.trace(run)
        return lens_of(trace, self._model_of(trace).model, sentence, tokens, stack)

    def snapshots(self, folder: str | Path, source: str, **asked: Any) -> Snapshots:
        """A sentence in every snapshot of a training: `Engine().snapshots("reverse", "3 1 4 1 5")`. `asked` are fields
        of SnapshotsSpec. Raises Refused for an invalid training or sentence."""
        *_, found = self.answers(SnapshotsSpec(str(folder), source, **asked))
        assert isinstance(found, Snapshots)
        if not found.readings:
            raise Refused("E-SNAPSHOTS", "these snapshots no longer exist; the training now has others")
        return found

    def _snapshot_trace(self, source: str, folder: str) -> Trace:
        """The Trace of a sentence in a snapshot's model, which is kept in memory only if it is small."""
        path = Path(folder) / SPEC  # its time: another training may have written another model here
        key = folder, path.stat().st_mtime_ns if path.is_file() else 0
        opened = self._snapshots.get(key)
        if opened is None:
            opened = load(folder, self.device)
            if opened.info.parameters <= SNAPSHOT_PARAMETERS:
                self._snapshots[key] = opened
                while sum(one.info.parameters for one in self._snapshots.values()) > ALL_SNAPSHOT_PARAMETERS:
                    del self._snapshots[next(iter(self._snapshots))]
        *_, trace = RunInProgress(RunSpec(folder, (source,)), opened, time.perf_counter()).events()
        assert isinstance(trace, Trace)
        return trace

    def patch(self, donor: RunSpec | str, run: RunSpec | str, row: int | None = None) -> Patching:
        """Activation patching: which of the donor's activations, patched into the run, restore what it writes in a row
        (from 0; default: the first that differs): `Engine().patch("The red house is old.", "The red car is old.")`.

        Only the first line is used; the donor's edits are ignored. Raises Refused if both write the same.
        """
        trace = self.trace(run)
        asked = patch_spec(trace, donor_of(self.trace(donor)), row=row)
        *_, found = self.answers(asked, trace)
        assert isinstance(found, Patching)
        return found

    def without(
        self, asked: EffectsSpec, part: Component, trace: Trace | None = None, stop: Callable[[], bool] = lambda: False
    ) -> Alternative:
        """The text that the model writes with this part off, with the run's own decoding and without attention maps.

        Raises Interrupted if `stop` returns True before it is done.
        """
        trace = self.trace(asked.run) if trace is None else trace
        opened = self._model_of(trace)
        return text_without(asked, part, trace, opened.model, opened.vocab, stop)
