"""Traces made of random numbers that hang together as a real run's do: no torch, no model, no file.

`made_trace()` is one sentence of three layers and four heads; every length from one token up can be asked for.
Letters of shapes as in `model_core.record.trace`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np

from model_core.record.run_spec import RunSpec
from model_core.record.tokens import Token
from model_core.record.trace import ATTENTION, FUTURE, PADDING, VISIBLE, ModelInfo, Sentence, Step, Trace
from model_core.spec import BOS, EOS, KINDS, SPECIAL_PIECES, ModelSpec

HEAD_WIDTH = 8
CANDIDATES = 8
LONGEST_PIECE = 7
"""Characters of the longest piece: longer words are cut into several."""

FILLER = tuple(f"{a}{b}{c}" for a in "bdlmst" for b in "aeo" for c in ("n", "r", "lo", "ma"))
"""Words that fill the vocabulary, so that there is something to choose from."""


def made_spec(layers: tuple[int, int] = (3, 3), heads: int = 4, vocabulary: int = 100) -> ModelSpec:
    """A small model's spec; `layers` counts those of the encoder and of the decoder."""
    width = heads * HEAD_WIDTH
    return ModelSpec(
        source_vocabulary=vocabulary,
        target_vocabulary=vocabulary,
        d_model=width,
        heads=heads,
        encoder_layers=layers[0],
        decoder_layers=layers[1],
        d_ff=4 * width,
        max_positions=512,
    ).checked()


def made_model(
    layers: tuple[int, int] = (3, 3), heads: int = 4, vocabulary: int = 100, name: str = "English → Spanish"
) -> ModelInfo:
    """What the window would show of such a model."""
    spec = made_spec(layers, heads, vocabulary)
    return ModelInfo(
        folder="",
        name=name,
        hash="0" * 64,
        spec=spec,
        parameters=spec.parameters(),
        source_language="English",
        target_language="Spanish",
        about="A made-up model of random numbers.",
        examples=("the white house", "good morning"),
    )


def made_positions(spec: ModelSpec, count: int = 0) -> np.ndarray:
    """(P, D) float32, read-only: the sinusoidal table of such a model, sine at even units and cosine at odd ones."""
    return _positions(max(count, spec.max_positions), spec.d_model, spec.position_base)


@cache
def _positions(positions: int, width: int, base: float) -> np.ndarray:
    angle = np.arange(positions)[:, None] / base ** (np.arange(0, width, 2) / width)
    table = np.stack([np.sin(angle), np.cos(angle)], axis=-1).reshape(positions, width).astype(np.float32)
    table.flags.writeable = False
    return table


def made_trace(
    source: str | Sequence[str] = "the white house",
    target: str | Sequence[str] = "la casa blanca",
    layers: tuple[int, int] = (3, 3),
    heads: int = 4,
    seed: int = 0,
    stage: str = "complete",
    sentences: int = 1,
    *,
    source_tokens: int | None = None,
    target_tokens: int | None = None,
    run: RunSpec | None = None,
    forced: bool = False,
    finished: bool = True,
    notices: tuple[str, ...] = (),
) -> Trace:
    """A Trace of random numbers: scores raw -> scaled -> masked -> softmax weights, candidates sorted, entropies.

    source, target      one text, or one per sentence; words are separated by blanks, long words become several pieces
    sentences           with one text each: that many sentences, each one word shorter than the one before (padding!)
    source_tokens       exactly so many source tokens (`</s>` counted) and
    target_tokens       target rows, instead of the texts' own; texts are then made of filler words
    run                 the RunSpec it answers; default: these sources, and the targets where `forced`
    forced              the targets were typed by the user (teacher forcing)
    finished            False: the last written token is not the end of sentence
    """
    source = _filler(source_tokens) if source_tokens is not None else source
    target = _filler(target_tokens) if target_tokens is not None else target
    sources, targets = _texts(source, sentences), _texts(target, sentences)
    if len(sources) != len(targets):
        raise ValueError(f"{len(sources)} source texts and {len(targets)} target texts")
    run = run or RunSpec(source=sources, target=targets if forced else None)
    return _Making(sources, targets, layers, heads, seed, finished).trace(run, stage, forced, notices)


def made_steps(trace: Trace) -> tuple[Step, ...]:
    """The Steps that would have come before this complete Trace, sentence after sentence."""
    return tuple(
        _step(trace, sentence, index)
        for sentence, one in enumerate(trace.sentences)
        for index in range(len(one.written))
    )


def _step(trace: Trace, sentence: int, index: int) -> Step:
    widths = {"decoder": index + 1, "cross": len(trace.sentences[sentence].source)}
    weights = {
        kind: np.stack([layer[:, index, :width] for layer in trace.maps(kind, sentence=sentence)])
        for kind, width in widths.items()
    }
    return Step(
        run=trace.run,
        sentence=sentence,
        index=index,
        token=trace.sentences[sentence].written[index],
        probability=float(trace.numbers["probability"][sentence, index]),
        end_probability=float(trace.numbers["end_probability"][sentence, index]),
        candidates=tuple(trace.candidates(index, sentence)),
        weights=weights,
        start=trace.sentences[sentence].read[0],
    )


# ---------------------------------------------------------------- texts and pieces


def _filler(tokens: int) -> str:
    """A text of tokens - 1 one-piece words (the end of sentence is the last token)."""
    if tokens < 1:
        raise ValueError("a text has at least one token, the end of sentence")
    return " ".join(FILLER[index % len(FILLER)] for index in range(tokens - 1))


def _texts(text: str | Sequence[str], sentences: int) -> tuple[str, ...]:
    if not isinstance(text, str):
        return tuple(text)
    words = text.split()
    return tuple(" ".join(words[: max(1, len(words) - less)]) if less else text for less in range(sentences))


def _pieces(text: str) -> list[tuple[str, str, int]]:
    """(piece, kind, word index) of every piece of a text."""
    found = []
    for index, word in enumerate(text.split()):
        parts = [word[at : at + LONGEST_PIECE] for at in range(0, len(word), LONGEST_PIECE)]
        found += [("▁" + parts[0], "word", index)] + [(part, "part", index) for part in parts[1:]]
    return found


def _softmax(scores: np.ndarray) -> np.ndarray:
    raised = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return raised / raised.sum(axis=-1, keepdims=True)


# ---------------------------------------------------------------- arrays


class _Making:
    """One Trace in the making: the vocabulary, the padded batch and the random numbers."""

    def __init__(
        self,
        sources: tuple[str, ...],
        targets: tuple[str, ...],
        layers: tuple[int, int],
        heads: int,
        seed: int,
        finished: bool,
    ) -> None:
        self.random = np.random.default_rng(seed)
        self.texts = (sources, targets)
        pieces = [piece for text in (*sources, *targets) for piece, _, _ in _pieces(text)]
        filler = ["▁" + word for word in FILLER]
        self.table = list(dict.fromkeys([*SPECIAL_PIECES, *pieces, *filler]))
        self.rows = {piece: row for row, piece in enumerate(self.table)}
        self.info = made_model(layers, heads, len(self.table))
        self.finished = finished
        self.sources = [(*self.tokens(text), self.special(EOS)) for text in sources]
        self.written = [self.ending((*self.tokens(text), self.special(EOS))) for text in targets]
        self.read = [(self.special(BOS), *tokens[:-1]) for tokens in self.written]
        self.arrays: dict[str, np.ndarray] = {}
        self.reasons: dict[str, np.ndarray] = {}

    def ending(self, tokens: tuple[Token, ...]) -> tuple[Token, ...]:
        """The tokens without the end of sentence where decoding stopped at the limit."""
        return tokens if self.finished or len(tokens) == 1 else tokens[:-1]

    def tokens(self, text: str) -> list[Token]:
        return [
            Token(self.rows[piece], piece, piece.removeprefix("▁"), kind, word=word)
            for piece, kind, word in _pieces(text)
        ]

    def special(self, row: int) -> Token:
        return Token(row, SPECIAL_PIECES[row], SPECIAL_PIECES[row], "special")

    def any_token(self, row: int) -> Token:
        """The token of a row of the table, as a candidate shows it."""
        piece = self.table[row]
        if piece in SPECIAL_PIECES:
            return self.special(row)
        return Token(row, piece, piece.removeprefix("▁"), "word" if piece.startswith("▁") else "part")

    @staticmethod
    def padded(rows: list[tuple[Token, ...]]) -> np.ndarray:
        """(B, longest) ids, 0 (the pad id) behind each sentence's end."""
        batch = np.zeros((len(rows), max(map(len, rows))), dtype=np.int64)
        for line, tokens in zip(batch, rows, strict=True):
            line[: len(tokens)] = [token.id for token in tokens]
        return batch

    def normal(self, *shape: int, scale: float = 1.0) -> np.ndarray:
        return (self.random.standard_normal(shape) * scale).astype(np.float32)

    def attend(self, kind: str, layer: int, reason_BQM: np.ndarray) -> None:
        """All arrays of one attention: q·k / √K, the mask, softmax, the heads' outputs."""
        batch, queries, memory = reason_BQM.shape
        heads, width = self.info.spec.heads, self.info.spec.head_width
        q = self.normal(batch, heads, queries, width, scale=1.5)
        k = self.normal(batch, heads, memory, width, scale=1.5)
        v = self.normal(batch, heads, memory, width)
        raw = q @ k.transpose(0, 1, 3, 2)
        scaled = raw / np.float32(np.sqrt(width))
        masked = np.where(reason_BQM[:, None] == VISIBLE, scaled, np.float32(-np.inf))
        weights = _softmax(masked)
        heads_out = weights @ v
        merged = heads_out.transpose(0, 2, 1, 3).reshape(batch, queries, heads * width)
        found = {"q": q, "k": k, "v": v, "raw_scores": raw, "scores": scaled, "masked_scores": masked}
        found |= {"weights": weights, "head_outputs": heads_out, "output": merged}
        path = ATTENTION[kind].format(layer=layer)
        self.arrays |= {f"{path}.{name}": array for name, array in found.items()}

    def stream(self, side: str, ids_BN: np.ndarray, sublayers: tuple[str, ...]) -> None:
        """Embeddings, positions and the residual stream of the encoder or the decoder, summed as a model sums them."""
        batch, length = ids_BN.shape
        width = self.info.spec.d_model
        tokens, table = self.normal(batch, length, width), made_positions(self.info.spec, length)
        positions = table[:length]
        x = tokens + positions
        self.arrays |= {f"{side}.embed.tokens": tokens, f"{side}.embed.positions": positions, f"{side}.embed.input": x}
        self.arrays[f"{side}.embed.position.table"] = table
        for layer in range(self.info.spec.layers(side)):
            for sublayer in sublayers:
                x = x + self.normal(batch, length, width, scale=0.5)
                self.arrays[f"{side}.layers.{layer}.{sublayer}.residual"] = x
        self.arrays[f"{side}.output"] = x

    def encode(self) -> None:
        ids = self.padded(self.sources)
        keys = np.where(ids != 0, VISIBLE, PADDING).astype(np.uint8)
        self.reasons["encoder"] = np.broadcast_to(keys[:, None], (*ids.shape, ids.shape[1]))
        self.stream("encoder", ids, ("attn_sublayer", "ff_sublayer"))
        for layer in range(self.info.spec.encoder_layers):
            self.attend("encoder", layer, self.reasons["encoder"])

    def decode(self) -> None:
        source, read = self.padded(self.sources), self.padded(self.read)
        rows = read.shape[1]
        keys = np.where(read != 0, VISIBLE, PADDING).astype(np.uint8)
        own = np.repeat(keys[:, None], rows, axis=1)
        own[:, np.triu(np.ones((rows, rows), dtype=bool), 1)] = FUTURE
        memory = np.where(source != 0, VISIBLE, PADDING).astype(np.uint8)
        cross = np.broadcast_to(memory[:, None], (len(source), rows, source.shape[1]))
        self.reasons |= {"decoder": own, "cross": cross}
        self.stream("decoder", read, ("attn_sublayer", "cross_sublayer", "ff_sublayer"))
        for layer in range(self.info.spec.decoder_layers):
            self.attend("decoder", layer, own)
            self.attend("cross", layer, cross)

    def predict(self, forced: bool) -> tuple[dict[str, np.ndarray], dict[str, np.ndarray]]:
        """(ids, numbers) of the rows from logits whose best token is the written one, unless it was forced."""
        written = self.padded(self.written)
        logits = self.normal(*written.shape, len(self.table), scale=1.5)
        if not forced:
            best = logits.max(axis=-1, keepdims=True) + np.abs(self.normal(*written.shape, 1, scale=2.0)) + 0.5
            np.put_along_axis(logits, written[..., None], best, axis=-1)
        self.arrays["logits"] = logits
        chances = _softmax(logits.astype(np.float64))
        order = np.argsort(-chances, axis=-1, kind="stable")[..., :CANDIDATES]
        chosen = np.take_along_axis(chances, written[..., None], axis=-1)[..., 0]
        numbers = {
            "probability": chosen,
            "log_probability": np.log(chosen),
            "end_probability": chances[..., EOS],
            "entropy": -(chances * np.log2(chances)).sum(axis=-1),
            "candidates": np.take_along_axis(chances, order, axis=-1),
            "candidate_logits": np.take_along_axis(logits, order, axis=-1),
            "candidate_scaled": np.take_along_axis(logits, order, axis=-1),
            "candidate_chances": np.take_along_axis(chances, order, axis=-1),
        }
        if not forced:
            numbers["cache_difference"] = np.abs(np.sin(np.arange(written.size).reshape(written.shape))) * 4e-6
        ids = {"read": self.padded(self.read), "written": written, "candidates": order.astype(np.int64)}
        return ids, {name: array.astype(np.float32) for name, array in numbers.items()}

    def sentence(self, index: int, decoded: bool, forced: bool) -> Sentence:
        if not decoded:
            return Sentence(self.texts[0][index], "", self.sources[index], (), ())
        written = self.written[index]
        return Sentence(
            source_text=self.texts[0][index],
            target_text=self.texts[1][index],
            source=self.sources[index],
            read=self.read[index],
            written=written,
            forced=len(written) if forced else 0,
            finished=written[-1].id == EOS,
        )

    def trace(self, run: RunSpec, stage: str, forced: bool, notices: tuple[str, ...]) -> Trace:
        """The Trace; with stage "encoded" the encoder's part of it."""
        decoded = stage == "complete"
        ids, numbers = {"source": self.padded(self.sources)}, dict[str, np.ndarray]()
        self.encode()
        times = {"encode": 1.25}
        tokens: tuple[tuple[tuple[Token, ...], ...], ...] = ()
        if decoded:
            self.decode()
            more, numbers = self.predict(forced)
            ids |= more
            times |= {"decode": 9.5, "forward": 2.5, "total": 13.25}
            rows = zip(ids["candidates"], self.written, strict=True)
            tokens = tuple(
                tuple(tuple(self.any_token(int(row)) for row in step) for step in steps[: len(written)])
                for steps, written in rows
            )
        return Trace(
            run=run,
            model=self.info,
            stage=stage,
            sentences=tuple(self.sentence(index, decoded, forced) for index in range(len(self.sources))),
            arrays=self.arrays,
            reasons=self.reasons,
            ids=ids,
            numbers=numbers,
            milliseconds=times,
            notices=notices,
            candidate_tokens=tokens,
        )


__all__ = ["KINDS", "made_model", "made_positions", "made_spec", "made_steps", "made_trace"]
