"""Trace: the record of one run. Tokens, read-only numpy arrays by hook name, masks with reasons, candidates.

No torch here: the window's process reads Traces and nothing else. Letters of shapes: B sentences of the batch,
S source tokens, T target rows, Q query, M memory (key), D width, H heads, K head width, F feed-forward, V vocabulary.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

import numpy as np

from model_core.errors import check_index, counted
from model_core.record.derived_maps import ATTENTION, SCORES, ArrayFile, Arrays, Derivation, array_name, check_kind
from model_core.record.mask_reasons import FUTURE, NAMES, PADDING, REASONS, USER, VISIBLE
from model_core.record.run_spec import RunSpec
from model_core.record.tokens import Token
from model_core.spec import KINDS, ModelSpec

IN_MAPS = frozenset(("q", "k", "v", *SCORES.values()))
"""Last parts of the hook names of the arrays that attention maps are computed from."""


@dataclass(frozen=True)
class Candidate:
    """One of the most probable next tokens of a step, with its probability (0–1)."""

    token: Token
    probability: float


@dataclass(frozen=True)
class Sentence:
    """The texts and tokens of one sentence of the batch.

    source    tokens the encoder reads (S, `</s>` last), without padding
    read      tokens fed to the decoder (T), `<s>` first
    written   the token each row predicts or is forced to (T): row t reads read[t] and writes written[t]
    forced    how many of `written`, from the start, were given (prefix or teacher forcing) and not chosen by the model
    finished  True when the last written token is the end of sentence
    """

    source_text: str
    target_text: str
    source: tuple[Token, ...]
    read: tuple[Token, ...]
    written: tuple[Token, ...]
    forced: int = 0
    finished: bool = True


@dataclass(frozen=True)
class Alternative:
    """An alternative text for one sentence, with T rows as in Sentence.

    name     "free" (the model by itself beside a given target), "branch" (one of the run's branches, in their order) or
             "unedited" (the same run without its edits; teacher-forced where the run is)
    forced   how many of `written`, from the start, were given
    numbers  (T,) of the written tokens: "probability", "log_probability" (natural), "end_probability", "entropy" (bits)
    weights  kind ("decoder", "cross") -> (L, H, T, columns) float32; without those of a long text
    """

    name: str
    sentence: int
    read: tuple[Token, ...]
    written: tuple[Token, ...]
    forced: int
    finished: bool
    numbers: Mapping[str, np.ndarray]
    weights: Mapping[str, np.ndarray]

    def __repr__(self) -> str:
        """What it is, in one line."""
        return f"Alternative({self.name}, sentence {self.sentence}, {' '.join(token.text for token in self.written)!r})"

    @property
    def text(self) -> tuple[int, ...]:
        """The ids written."""
        return tuple(token.id for token in self.written)


@dataclass(frozen=True)
class Node:
    """One hypothesis of beam search; the tree is a tuple of them, parents before children.

    parent  index of the node it continues, -1 at step 0
    step    decoder row (from 0) that wrote `token`
    log_probability  natural log, of this token alone; `total` is the sum along the path
    score   total / lengthᵅ, what texts are compared by
    kept    it was among the best of its step (or had ended); the others are pruned
    ended   its token is the end of sentence
    winner  it lies on the path that won
    """

    sentence: int
    parent: int
    step: int
    token: Token
    log_probability: float
    total: float
    score: float
    kept: bool
    ended: bool
    winner: bool


@dataclass(frozen=True)
class ModelInfo:
    """What the window shows about the loaded model.

    recorded  there is no model: `folder` is a file of arrays recorded elsewhere (model_core.recordings.open).
              Sizes of the spec that the file does not tell are 0 then
    taught    (layer, head) of the cross-attention's heads that a training taught to align words, from 0
    stamp     `folder_stamp` of its files before they were read, () if that is not known
    """

    folder: str
    name: str
    hash: str
    spec: ModelSpec
    parameters: int
    source_language: str = ""
    target_language: str = ""
    about: str = ""
    examples: tuple[str, ...] = ()
    known_words: tuple[str, ...] = ()
    device: str = "cpu"
    recorded: bool = False
    taught: tuple[tuple[int, int], ...] = ()
    stamp: tuple[tuple[int, int], ...] = field(default=(), compare=False)


@dataclass(frozen=True, eq=False)
class Trace:
    """One recorded run, immutable and equal to itself alone. A partial Trace (stage "encoded") has the encoder's arrays
    only.

    arrays    by hook name, batch first, e.g. "encoder.layers.0.self_attn.weights" (B, H, S, S). Scores are not recorded
              but computed from queries and keys on demand. Of a long text the weights are not recorded either; its maps
              are not listed, and `map` computes that of one head
    reasons   kind -> (B, Q, M) uint8 of VISIBLE, FUTURE, PADDING, USER
    ids       "source" (B, S), "read" and "written" (B, T), "candidates" (B, T, C); int64
    numbers   "probability" of the written token (B, T), "end_probability" (B, T), "entropy" of the next-token
              distribution in bits (B, T), "candidates" (B, T, C) probabilities, "log_probability" natural log (B, T);
              of the candidates (B, T, C) also "candidate_logits", "candidate_scaled" (logits / temperature) and
              "candidate_chances" (the probabilities they are drawn by: 0 where top-k or top-p leave them out);
              where the model wrote row by row: "cache_difference" (B, T), the largest difference between the
              log-probabilities of the step with the key/value cache and those of the whole pass; missing while typing,
              when rows are computed together from a guess; where edited masks let rows read later tokens and the
              model wrote: "step_probability" (B, T) of the written token at its own step, which could read none
    milliseconds  measured times of this run: "encode", "decode", "forward", "total"
    alternatives  other ways of writing the same sentences: see Alternative
    tree      all hypotheses of beam search: see Node; empty for other methods
    unsent    more was recorded than `arrays` holds: see maps_only
    notices   plain sentences for the user (text was cut, words unknown to the model, decoding stopped at the limit …)
    """

    run: RunSpec
    model: ModelInfo
    stage: str
    sentences: tuple[Sentence, ...]
    arrays: Mapping[str, np.ndarray]
    reasons: Mapping[str, np.ndarray]
    ids: Mapping[str, np.ndarray]
    numbers: Mapping[str, np.ndarray]
    milliseconds: Mapping[str, float] = field(default_factory=dict)
    notices: tuple[str, ...] = ()
    candidate_tokens: tuple[tuple[tuple[Token, ...], ...], ...] = ()
    alternatives: tuple[Alternative, ...] = ()
    tree: tuple[Node, ...] = ()
    unsent: bool = False

    def __repr__(self) -> str:
        """What it is a record of, in one line."""
        texts = [f"{len(one.source)} + {len(one.read)} tokens" for one in self.sentences[:3]]
        more = ", …" if len(self.sentences) > 3 else ""
        return f"Trace({self.stage}, model {self.model.name!r}, {', '.join(texts)}{more}, {len(self.arrays)} arrays)"

    def _repr_html_(self) -> str | None:
        """The run as an interactive page in a notebook (see `model_core.record.page`); None if there is none yet."""
        from model_core.record.page import notebook_cell

        return notebook_cell(self)

    @property
    def roads(self) -> tuple[Alternative, ...]:
        """The alternatives, under the name used by scripts copied from earlier versions."""
        return self.alternatives

    def __post_init__(self) -> None:
        for name in ("reasons", "ids", "numbers"):
            mapping = {}
            for key, array in getattr(self, name).items():
                view = array.view()
                view.flags.writeable = False
                mapping[key] = view
            object.__setattr__(self, name, MappingProxyType(mapping))
        kept = getattr(self.arrays, "kept", self.arrays)
        value = self.run.edits.masks.value
        sizes = tuple((len(one.source), len(one.read)) for one in self.sentences)
        derivation = Derivation(kept, self.spec, self.reasons, sizes, value, self.run.edits.weights_changed)
        object.__setattr__(self, "arrays", Arrays(kept, derivation))

    def _stored(self) -> ArrayFile | None:
        """The file that holds the arrays; None for those of a run in memory."""
        kept = getattr(self.arrays, "kept", self.arrays)
        return kept if isinstance(kept, ArrayFile) else None

    def elsewhere(self, name: str) -> bool:
        """Whether an array was computed by another program, by an unknown method."""
        stored = self._stored()
        return stored is not None and stored.holds(name)

    @property
    def gaps(self) -> frozenset[str]:
        """Names of weights that a recording lacks although it has those of other layers: they are NaN."""
        stored = self._stored()
        return frozenset() if stored is None else stored.gaps

    @property
    def uneven(self) -> frozenset[str]:
        """The kinds of attention that were recorded elsewhere and whose rows do not sum to 1."""
        stored = self._stored()
        return frozenset() if stored is None else stored.uneven

    @property
    def _computed(self) -> Arrays:
        assert isinstance(self.arrays, Arrays)
        return self.arrays

    @property
    def _derivation(self) -> Derivation:
        return self._computed.derivation

    @property
    def complete(self) -> bool:
        """Whether the decoder's arrays are present, too."""
        return self.stage == "complete"

    @property
    def kinds(self) -> tuple[str, ...]:
        """The attentions that this model has: all, or for a recording those that it contains."""
        return tuple(kind for kind in KINDS if not self.model.recorded or kind in self.reasons)

    @property
    def spec(self) -> ModelSpec:
        return self.model.spec

    @property
    def recorded_bytes(self) -> int:
        """Size of the recorded arrays."""
        return sum(array.nbytes for array in self._computed.kept.values())

    def has(self, kind: str, what: str = "weights", layer: int = 0) -> bool:
        """Whether this array of an attention was recorded, or can be computed from others that were."""
        name, stored = self.name(kind, what, layer), self._stored()
        if name in self.arrays or (stored is not None and stored.holds(name)):
            return True
        return self._derivation.knows(kind, layer, what)

    def whole(self, kind: str, what: str = "weights") -> bool:
        """Whether the maps of all layers are available as arrays; of a long text only single heads' maps are computed,
        by `map`. False for a kind of attention without layers."""
        names = [self.name(kind, what, layer) for layer in range(self.spec.layers(kind))]
        return bool(names) and all(name in self.arrays for name in names)

    @staticmethod
    def name(kind: str, what: str, layer: int) -> str:
        """Hook name of an attention array; `what` is a key of SCORES or a hook name such as "q"; layer from 0. KeyError
        for another kind of attention."""
        check_kind(kind)
        return array_name(kind, what, layer)

    def size(self, kind: str, sentence: int = 0) -> tuple[int, int]:
        """(queries, keys) of this kind for one sentence, padding left out. KeyError, IndexError as `map`."""
        return self._derivation.size(kind, sentence)

    def maps(self, kind: str, what: str = "weights", sentence: int = 0) -> list[np.ndarray]:
        """One (H, Q, M) view per layer for one sentence, padding cut off. KeyError if they are not `whole`."""
        if not self.whole(kind, what):
            raise KeyError(f"{what} of {kind}: not recorded, too large to compute at once, or none of {[*SCORES]}")
        rows, columns = self.size(kind, sentence)
        names = [self.name(kind, what, layer) for layer in range(self.spec.layers(kind))]
        return [self.arrays[name][sentence, :, :rows, :columns] for name in names]

    def all_maps(self, kind: str, sentence: int = 0) -> list[np.ndarray]:
        """Like `maps`, of the weights: where these are not `whole`, each head's are computed. KeyError as for `map`."""
        if self.whole(kind):
            return self.maps(kind, sentence=sentence)
        heads, layers = range(self.spec.heads_of(kind)), range(self.spec.layers(kind))
        return [
            np.stack([self.map_uncached(kind, layer, head, sentence=sentence) for head in heads]) for layer in layers
        ]

    def map(self, kind: str, layer: int, head: int, what: str = "weights", sentence: int = 0) -> np.ndarray:
        """One head's (Q, M) map, padding cut off; layer and head from 0; `what` is a key of SCORES. KeyError for what
        was not recorded or does not exist, IndexError for a head or sentence that is not there.

        For a long text it is computed on demand, within tens of milliseconds; the most recent ones are cached.
        """
        self._derivation.check(kind, head, what, sentence)
        name, stored = self.name(kind, what, layer), self._stored()
        if stored is not None and stored.holds(name):
            rows, columns = self.size(kind, sentence)
            return stored.part(name, sentence, head)[:rows, :columns]
        if name in self.arrays:
            rows, columns = self.size(kind, sentence)
            return self.arrays[name][sentence, head, :rows, :columns]
        if not self.has(kind, what, layer):
            there = f"{kind} has {counted(layers := self.spec.layers(kind), 'layer')}, counted from 0"
            raise KeyError(f"{name}: {'it was not recorded' if 0 <= layer < layers else there}")
        made, place = self._computed.heads, (kind, layer, what, (sentence, head))
        return made.get(place, lambda: self._computed.make_head(*place, made.memory))

    def row(self, kind: str, layer: int, head: int, query: int, what: str = "weights", sentence: int = 0) -> np.ndarray:
        """Row `query` (M,) of a head's map; where it is made from queries and keys, only this row is. Raises as `map`,
        and IndexError for a row that is not there."""
        self._derivation.check(kind, head, what, sentence)
        check_index("row", query, rows := self.size(kind, sentence)[0], f" of {kind}")
        if self.name(kind, what, layer) in self._computed.kept or not self._derivation.knows(kind, layer, what):
            return np.asarray(self.map(kind, layer, head, what, sentence)[query])
        place = kind, layer, what, (sentence, head), query % rows
        return self._computed.rows.get(place, lambda: self._derivation.make(*place)[0])

    def column(self, kind: str, layer: int, head: int, key: int, sentence: int = 0) -> np.ndarray:
        """Column `key` (Q,) of a head's weights; where they are made from queries and keys, the map is only made for
        the first one. Raises as `map`, and IndexError for a column that is not there."""
        self._derivation.check(kind, head, "weights", sentence)
        check_index("column", key, keys := self.size(kind, sentence)[1], f" of {kind}")
        found = self._computed.column(kind, layer, (sentence, head), key % keys)
        return self.map(kind, layer, head, sentence=sentence)[:, key] if found is None else found

    def map_uncached(self, kind: str, layer: int, head: int, what: str = "weights", sentence: int = 0) -> np.ndarray:
        """Like `map`, errors included, but a computed map is not cached: for callers that read every head once."""
        self._derivation.check(kind, head, what, sentence)
        if self.elsewhere(self.name(kind, what, layer)) or self.whole(kind, what) or not self.has(kind, what, layer):
            return self.map(kind, layer, head, what, sentence)
        return self._computed.make_head(kind, layer, what, (sentence, head), lambda _: None)

    def reason(self, kind: str, sentence: int = 0) -> np.ndarray:
        """(Q, M) uint8 reasons of one sentence, padding cut away. Raises as `map`."""
        rows, columns = self.size(kind, sentence)
        if kind not in self.reasons:
            raise KeyError(f"{kind}: its mask was not recorded")
        return self.reasons[kind][sentence, :rows, :columns]

    def candidates(self, step: int, sentence: int = 0) -> list[Candidate]:
        """The recorded candidates of a step (from 0), most probable first; none in a recording made elsewhere. Raises
        IndexError for a step or sentence that is not there."""
        if not self.candidate_tokens:
            return []
        check_index("sentence", sentence, len(self.candidate_tokens))
        check_index("step", step, len(self.candidate_tokens[sentence]))
        chances = self.numbers["candidates"][sentence, step].tolist()
        return [Candidate(*one) for one in zip(self.candidate_tokens[sentence][step], chances, strict=True)]

    def maps_only(self) -> Trace:
        """A copy with queries, keys, values, weights and, where nothing else gives them, scores: a seventh of what is
        recorded, and all that maps are made of; with weights also what they make of the values."""
        recorded = self._computed.kept
        ends = {name: name.rpartition(".")[2] for name in recorded}
        wanted = IN_MAPS | {"head_outputs"} if "weights" in ends.values() else IN_MAPS
        kept = {name: array for name, array in recorded.items() if ends[name] in wanted}
        return self.with_(arrays=kept, unsent=self.unsent or len(kept) < len(recorded))

    def with_(self, **changes: Any) -> Trace:
        """A copy with some fields changed."""
        return replace(self, **changes)


_START = Token(1, "<s>", "<s>", "special")


@dataclass(frozen=True)
class Step:
    """One decoding step, sent as it happens: row `index` (from 0) wrote `token`.

    weights maps kind ("decoder", "cross") to the new row of every head: (L, H, columns) float32. `start` is what the
    decoder reads first.
    """

    run: RunSpec
    sentence: int
    index: int
    token: Token
    probability: float
    end_probability: float
    candidates: tuple[Candidate, ...]
    weights: Mapping[str, np.ndarray] = field(default_factory=dict)
    start: Token = _START


__all__ = [
    "ATTENTION", "FUTURE", "KINDS", "NAMES", "PADDING", "REASONS", "SCORES", "USER", "VISIBLE", "Alternative",
    "Candidate", "ModelInfo", "Node", "Sentence", "Step", "Token", "Trace",
]  # fmt: skip
