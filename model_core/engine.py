"""Engine: a model with its vocabulary, asked by RunSpecs. The only place where text becomes a Trace.

One run: hooked encoding -> first Trace; decoding step by step -> Steps; one hooked pass over the finished text ->
full Trace. The decoder is causal, so row t of that pass is decoding step t (a test pins the equality).
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from model_core.checkpoint import folder_hash, load_model, model_folder
from model_core.decode import DecodedStep, greedy
from model_core.describe import describe, read_about
from model_core.failure import Refused
from model_core.hooks import recording
from model_core.limits import DECODE_STEPS, SOURCE_LINES, TEXT_CHARACTERS
from model_core.masks import decoder_mask, padding_mask, reasons
from model_core.model import EncoderDecoder
from model_core.spec import RunSpec
from model_core.trace import Candidate, ModelInfo, Sentence, Step, Token, Trace
from model_core.vocab import Vocabulary, clean

MAP_BYTES = 200_000_000
"""Scores before the softmax are recorded while all maps of a run stay below this; weights always are."""
TABLE_SIDE = 512
"""The whole positional tables are recorded up to this many positions and units; their rows in use always are."""


@dataclass
class Opened:
    """A loaded model: weights, vocabulary, what the window says about it, and the ids of the sentence written last."""

    model: EncoderDecoder
    vocab: Vocabulary
    info: ModelInfo
    last_source: list[int] = field(default_factory=list)
    last_written: list[int] = field(default_factory=list)


@dataclass
class Texts:
    """The cleaned input of a run, as tokens; `notices` say what was changed."""

    lines: list[str]
    source: list[tuple[Token, ...]]
    target: list[tuple[Token, ...]] | None
    prefixes: list[list[int]]
    notices: list[str] = field(default_factory=list)


class Engine:
    """Runs models. Holds the last few that were opened; not thread-safe (it lives in a process of its own)."""

    KEEP = 3

    def __init__(self) -> None:
        self._opened: dict[str, Opened] = {}

    def open(self, folder: str = "") -> Opened:
        """The model of this folder ("" = bundled English → Spanish), loaded once. Raises Refused."""
        if folder not in self._opened:
            path = model_folder(folder)
            model, vocab = load_model(path)
            spec, about = read_about(path)
            info = describe(folder, spec, about, folder_hash(Path(path)))
            self._opened[folder] = Opened(model, vocab, info)
            while len(self._opened) > self.KEEP:
                del self._opened[next(iter(self._opened))]
        self._opened[folder] = self._opened.pop(folder)
        return self._opened[folder]

    def add(self, folder: str, model: EncoderDecoder, vocab: Vocabulary, name: str = "") -> None:
        """Put a model in under a name, without files: for notebooks and tests."""
        info = describe(folder, model.spec, {"name": name or folder}, "")
        self._opened[folder] = Opened(model.eval(), vocab, info)

    def run(self, run: RunSpec) -> Iterator[Trace | Step]:
        """Compute a run: Trace(stage "encoded"), Steps while the model writes, Trace(stage "complete").

        Raises Refused for a model that cannot be opened or a run that makes no sense for it.
        """
        started = time.perf_counter()
        opened = self.open(run.model)
        texts = _read(run, opened)
        return _Run(run, opened, texts, started).events()

    def trace(self, run: RunSpec) -> Trace:
        """The full Trace of a run, at once."""
        last = None
        for event in self.run(run):
            last = event
        assert isinstance(last, Trace)
        return last


class _Run:
    """One run in progress."""

    def __init__(self, run: RunSpec, opened: Opened, texts: Texts, started: float) -> None:
        self.spec, self.opened, self.texts, self.started = run, opened, texts, started
        self.model, self.vocab = opened.model, opened.vocab
        eos = self.model.spec.eos_id
        self.source_BS = _padded([[*(t.id for t in tokens), eos] for tokens in texts.source], self.model.spec.pad_id)
        self.milliseconds: dict[str, float] = {}
        self.arrays: dict[str, np.ndarray] = {}
        self.memory_BSD = torch.empty(0)
        self.notices = list(texts.notices)

    def events(self) -> Iterator[Trace | Step]:
        """See Engine.run."""
        self._encode()
        yield self._encoded()
        if self.texts.target is None:
            written: list[list[int]] = [[] for _ in self.texts.source]
            for step in self._decode():
                yield from self._take(step, written)
            self.opened.last_source, self.opened.last_written = self.source_BS[0].tolist(), written[0]
            forced = [min(len(prefix), len(ids)) for prefix, ids in zip(self._given(), written, strict=True)]
        else:
            eos = self.model.spec.eos_id
            written = [[*(token.id for token in tokens), eos] for tokens in self.texts.target]
            forced = [len(ids) for ids in written]
        yield self._complete(written, forced)

    # -- stages -----------------------------------------------------------------------------------------------------
    @torch.inference_mode()
    def _encode(self) -> None:
        start = time.perf_counter()
        with recording(self.model, keep=self._wanted) as kept:
            self.memory_BSD = self.model.encode(self.source_BS)
        self.arrays = {name: tensor.numpy() for name, tensor in kept.items()} | self._tables()
        self.milliseconds["encode"] = _since(start)

    def _tables(self) -> dict[str, np.ndarray]:
        """The whole positional tables (P, D) under their parameters' names, where they are not large."""
        spec = self.model.spec
        if max(spec.max_positions, spec.d_model) > TABLE_SIDE:
            return {}
        named = (*self.model.named_parameters(), *self.model.named_buffers())
        return {name: table.detach().numpy() for name, table in named if name.endswith("embed.position.table")}

    def _wanted(self, name: str) -> bool:
        """Everything for inputs of ordinary length; for very long ones the score maps are left out."""
        length = self.source_BS.shape[1]
        spec = self.model.spec
        maps = (spec.encoder_layers + 2 * spec.decoder_layers) * spec.heads * self.source_BS.shape[0]
        return 16 * maps * length * length <= MAP_BYTES or not name.endswith(("raw_scores", ".scores", "masked_scores"))

    def _decode(self) -> Iterator[DecodedStep]:
        """Greedy decoding of the whole batch; lines without text write nothing."""
        start = time.perf_counter()
        limit = self._longest()
        given, guess = self._given(), self._guess()
        for step in greedy(self.model, self.source_BS, self.memory_BSD, limit, given, watch=True, guess=guess):
            self.milliseconds["decode"] = _since(start)
            yield step
            if step.index == limit - 1 and not bool(step.ended.all()):
                self.notices.append(f"The model did not end the sentence; writing stopped after {limit} tokens.")

    def _guess(self) -> list[int]:
        """What this sentence will probably become: what was written for one that differs little, as while typing."""
        source, before = self.source_BS[0].tolist(), self.opened.last_source
        if len(self.texts.source) > 1 or 2 * _alike(source, before) < max(len(source), len(before)):
            return []
        return self.opened.last_written

    def _given(self) -> list[list[int]]:
        """Ids that each sentence must begin with; a line without text has to end at once."""
        end = [self.model.spec.eos_id]
        return [p if tokens else end for p, tokens in zip(self.texts.prefixes, self.texts.source, strict=True)]

    def _longest(self) -> int:
        """Most rows this run may write."""
        room = self.model.spec.max_positions
        fitted = min(DECODE_STEPS, 2 * self.source_BS.shape[1] + 16)
        prefix = max(map(len, self.texts.prefixes), default=0)
        return max(1, min(room, self.spec.max_steps or max(fitted, prefix + 16)))

    def _take(self, step: DecodedStep, written: list[list[int]]) -> Iterator[Step]:
        """Append the step's ids and tell of each sentence that was still being written."""
        values, ids = step.log_p.exp().topk(min(self.spec.candidates, step.log_p.shape[1]), -1)
        end = step.log_p[:, self.model.spec.eos_id].exp()
        for sentence, token in enumerate(step.written.tolist()):
            if token == self.model.spec.pad_id:
                continue
            written[sentence].append(token)
            pairs = zip(ids[sentence].tolist(), values[sentence].tolist(), strict=True)
            columns = {"decoder": step.index + 1, "cross": len(self.texts.source[sentence]) + 1}
            yield Step(
                self.spec,
                sentence,
                step.index,
                self.vocab.token(token),
                float(step.log_p[sentence, token].exp()),
                float(end[sentence]),
                tuple(Candidate(self.vocab.token(i), p) for i, p in pairs),
                {kind: rows[:, sentence, :, : columns[kind]].numpy() for kind, rows in step.weights.items()},
            )

    @torch.inference_mode()
    def _complete(self, written: list[list[int]], forced: list[int]) -> Trace:
        """The hooked pass over the finished text, with everything the window shows about it."""
        start = time.perf_counter()
        spec = self.model.spec
        written_BT = _padded(written, spec.pad_id)
        read_BT = _padded([[spec.bos_id, *ids[:-1]] for ids in written], spec.pad_id)
        with recording(self.model, keep=self._wanted) as kept:
            hidden_BTD = self.model.decode(read_BT, self.memory_BSD, self.source_BS)
            logits_BTV = self.model.unembed(hidden_BTD)
        self.milliseconds["forward"] = _since(start) + self.milliseconds["encode"]
        self.arrays |= {name: tensor.numpy() for name, tensor in kept.items()}
        ids = {"source": self.source_BS.numpy(), "read": read_BT.numpy(), "written": written_BT.numpy()}
        numbers, candidate_ids = self._numbers(logits_BTV, written_BT)
        ids["candidates"] = candidate_ids.numpy()
        self.milliseconds["total"] = _since(self.started)
        return Trace(
            self.spec,
            self.opened.info,
            "complete",
            tuple(self._sentence(i, ids_, count) for i, (ids_, count) in enumerate(zip(written, forced, strict=True))),
            self.arrays,
            self._reasons(read_BT),
            ids,
            numbers,
            self.milliseconds,
            tuple(self.notices),
            tuple(
                tuple(tuple(self.vocab.token(i) for i in row) for row in rows[: len(ids_)])
                for rows, ids_ in zip(candidate_ids.tolist(), written, strict=True)
            ),
        )

    def _numbers(self, logits_BTV: Tensor, written_BT: Tensor) -> tuple[dict[str, np.ndarray], Tensor]:
        """Probabilities, entropies and candidates of every row, from the recorded logits."""
        log_p = logits_BTV.log_softmax(-1)
        p = log_p.exp()
        values, ids = p.topk(min(self.spec.candidates, p.shape[-1]), -1)
        chosen = log_p.gather(2, written_BT.unsqueeze(2)).squeeze(2)
        bits = -(p * log_p.clamp_min(-1e4)).sum(-1) / np.log(2.0)
        numbers = {
            "probability": chosen.exp(),
            "log_probability": chosen,
            "end_probability": p[..., self.model.spec.eos_id],
            "entropy": bits,
            "candidates": values,
        }
        return {name: tensor.numpy() for name, tensor in numbers.items()}, ids

    # -- what the window reads --------------------------------------------------------------------------------------
    def _encoded(self) -> Trace:
        """The first Trace: encoder only."""
        codes = reasons(padding_mask(self.source_BS, self.model.spec.pad_id, self.source_BS.shape[1]), causal=False)
        sentences = tuple(
            Sentence(line, "", self._source(i), (), (), 0, False) for i, line in enumerate(self.texts.lines)
        )
        ids = {"source": self.source_BS.numpy()}
        maps = {"encoder": codes.numpy()}
        return Trace(
            self.spec, self.opened.info, "encoded", sentences, dict(self.arrays), maps, ids, {},
            dict(self.milliseconds), tuple(self.notices),
        )  # fmt: skip

    def _reasons(self, read_BT: Tensor) -> dict[str, np.ndarray]:
        pad, rows = self.model.spec.pad_id, read_BT.shape[1]
        return {
            "encoder": reasons(padding_mask(self.source_BS, pad, self.source_BS.shape[1]), causal=False).numpy(),
            "decoder": reasons(decoder_mask(read_BT, pad), causal=True).numpy(),
            "cross": reasons(padding_mask(self.source_BS, pad, rows), causal=False).numpy(),
        }

    def _source(self, index: int) -> tuple[Token, ...]:
        return (*self.texts.source[index], self.vocab.token(self.model.spec.eos_id))

    def _sentence(self, index: int, ids: list[int], forced: int) -> Sentence:
        spec = self.model.spec
        if self.texts.target is None:
            written = self.vocab.tokens_of(ids)
            text = self.vocab.text(ids)
        else:
            written = (*self.texts.target[index], self.vocab.token(spec.eos_id))
            text = (self.spec.target or ("",))[index] if index < len(self.spec.target or ()) else ""
        read = (self.vocab.token(spec.bos_id), *written[:-1])
        finished = bool(ids) and ids[-1] == spec.eos_id
        return Sentence(self.texts.lines[index], text, self._source(index), read, written, forced, finished)


def _read(run: RunSpec, opened: Opened) -> Texts:
    """Clean, cut and tokenise the texts of a run, noting every change; Refused when nothing sensible is left to do."""
    if not run.source:
        raise Refused("E-RUN-EMPTY", "a run needs at least one source line")
    if len(run.source) > SOURCE_LINES:
        raise Refused("E-RUN-LINES", f"{len(run.source)} source lines; at most {SOURCE_LINES} are shown at once")
    if run.target is not None and len(run.target) > len(run.source):
        raise Refused("E-RUN-LINES", f"{len(run.target)} target lines for {len(run.source)} source lines")
    notices: list[str] = []
    room = opened.model.spec.max_positions - 1
    lines = [_cleaned(line, "source", notices) for line in run.source]
    source = [_tokens(opened.vocab, line, room, "source", notices) for line in lines]
    target = None
    if run.target is not None:
        given = [*run.target, *[""] * (len(lines) - len(run.target))]
        target = [_tokens(opened.vocab, _cleaned(t, "target", notices), room, "target", notices) for t in given]
    prefixes = [_prefix(run, opened, index, room) for index in range(len(lines))]
    unknown = sorted({t.text for tokens in [*source, *(target or [])] for t in tokens if t.kind == "unknown"})
    if unknown:
        known = " ".join(opened.info.known_words[:12])
        notices.append(f"Not known to this model: {', '.join(unknown[:5])}. It knows only its own words: {known} …")
    return Texts(lines, source, target, prefixes, list(dict.fromkeys(notices)))


def _prefix(run: RunSpec, opened: Opened, sentence: int, room: int) -> list[int]:
    """Ids this sentence's target must begin with; Refused for ids that no text can have."""
    if sentence != run.prefix_sentence or run.target is not None:
        return []
    ids = list(run.prefix) or (opened.vocab.ids([clean(run.opening)])[0] if run.opening.strip() else [])
    spec = opened.model.spec
    if any(not 0 <= i < opened.vocab.size or i in (spec.pad_id, spec.bos_id) for i in ids):
        raise Refused("E-RUN-PREFIX", "the forced beginning holds ids outside this model's vocabulary, pad or start")
    return ids[:room]


def _cleaned(line: str, side: str, notices: list[str]) -> str:
    """At most TEXT_CHARACTERS, without lone surrogates."""
    if len(line) > TEXT_CHARACTERS:
        notices.append(f"The {side} was cut to {TEXT_CHARACTERS:,} of {len(line):,} characters.")
        line = line[:TEXT_CHARACTERS]
    text = clean(line)
    if text != line:
        notices.append(f"Half characters (lone surrogates) in the {side} are shown as \ufffd.")
    return text


def _tokens(vocab: Vocabulary, line: str, room: int, side: str, notices: list[str]) -> tuple[Token, ...]:
    """Tokens of a line, cut to the model's positions (one is kept for the end of sentence)."""
    tokens = vocab.tokens(line)
    if len(tokens) > room:
        notices.append(f"The {side} has {len(tokens):,} tokens; this model reads the first {room}.")
    return tokens[:room]


def _padded(rows: Sequence[Sequence[int]], pad: int) -> Tensor:
    """(B, longest) ids."""
    width = max(1, *map(len, rows)) if rows else 1
    return torch.tensor([[*row, *[pad] * (width - len(row))] for row in rows])


def _alike(ids: Sequence[int], others: Sequence[int]) -> int:
    """How many ids two texts share at their beginnings and, of what is left, at their ends."""
    shared = 0
    for step in (1, -1):
        most = min(len(ids), len(others)) - shared
        pairs = zip(ids[::step], others[::step], strict=False)
        shared += next((index for index, (a, b) in enumerate(pairs) if a != b or index == most), most)
    return shared


def _since(start: float) -> float:
    """Milliseconds since a perf_counter value."""
    return (time.perf_counter() - start) * 1e3
