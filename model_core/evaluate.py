"""How good a model is on a file of sentence pairs: BLEU and chrF of greedy translations, alignment error of its heads.

Scores are sacreBLEU's (Post 2018), quoted with their signatures; alignment error rate is Och and Ney's (2003).
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import torch

from model_core.alignment import Gold, GoldSentence, Link, corpus_error_rate, hard_links
from model_core.data import read_pairs
from model_core.decode import greedy
from model_core.engine import Engine
from model_core.failure import Refused
from model_core.model import EncoderDecoder
from model_core.spec import RunSpec
from model_core.trace import Token
from model_core.vocab import Vocabulary

_SIGNS = re.compile(r"[^\w\s']+")
BATCH = 64


@dataclass(frozen=True)
class Score:
    """One score with the signature that says how it was computed."""

    name: str
    value: float
    signature: str


def translate(
    model: EncoderDecoder, vocab: Vocabulary, lines: Sequence[str], batch: int = BATCH
) -> Iterator[tuple[int, str, bool]]:
    """Greedy translations as (line number from 0, text, whether the line was cut), batches in order of length.

    Blank lines come out blank. A line longer than the model's positions is cut.
    """
    room = model.spec.max_positions - 1
    ids = vocab.ids(lines)
    order = sorted(range(len(lines)), key=lambda i: len(ids[i]))
    for start in range(0, len(order), batch):
        chosen = [i for i in order[start : start + batch] if lines[i].strip()]
        yield from ((i, "", False) for i in order[start : start + batch] if not lines[i].strip())
        if chosen:
            written = _written(model, [ids[i][:room] for i in chosen])
            yield from ((i, vocab.text(row), len(ids[i]) > room) for i, row in zip(chosen, written, strict=True))


@torch.inference_mode()
def _written(model: EncoderDecoder, sources: list[list[int]]) -> list[list[int]]:
    """Greedy ids of each source, without the end of sentence."""
    spec = model.spec
    width = max(map(len, sources)) + 1
    source_BS = torch.tensor([[*ids, spec.eos_id, *[spec.pad_id] * (width - 1 - len(ids))] for ids in sources])
    limit = min(spec.max_positions, 2 * width + 16)
    steps = [step.written for step in greedy(model, source_BS, model.encode(source_BS), limit)]
    rows = torch.stack(steps, 1).tolist()
    return [[i for i in row if i not in (spec.eos_id, spec.pad_id)] for row in rows]


def bare(text: str) -> str:
    """The text as hurried people type it: lower case, without punctuation."""
    return " ".join(_SIGNS.sub(" ", text.lower()).split())


def translation_scores(model: EncoderDecoder, vocab: Vocabulary, data: Path, hurried: bool = False) -> list[Score]:
    """BLEU and chrF on a TSV file: distinct sources against all their references, and every pair on its own.

    `hurried` lower-cases the sources and takes their punctuation away; the references stay as they are.
    Raises Refused when the file is unusable or sacreBLEU is not installed.
    """
    try:
        metrics = importlib.import_module("sacrebleu.metrics")
    except ImportError:
        raise Refused("E-EVAL-SACREBLEU", "scores need sacreBLEU: pip install sacrebleu") from None
    references: dict[str, list[str]] = {}
    for source, target in read_pairs([data]).pairs:
        references.setdefault(source, []).append(target)
    sources = list(references)
    texts = dict.fromkeys(range(len(sources)), "")
    texts |= {i: text for i, text, _ in translate(model, vocab, [bare(s) if hurried else s for s in sources])}
    most = max(map(len, references.values()))
    several = [[refs[k] if k < len(refs) else "" for refs in references.values()] for k in range(most)]
    single = [(texts[i], reference) for i, source in enumerate(sources) for reference in references[source]]
    found = []
    for metric in (metrics.BLEU, metrics.CHRF):
        together, alone = metric(), metric()
        multi = together.corpus_score(list(texts.values()), several)
        pairs = alone.corpus_score([text for text, _ in single], [[reference for _, reference in single]])
        name = metric.__name__.replace("CHRF", "chrF")
        found.append(Score(f"{name} multi-reference", multi.score, str(together.get_signature())))
        found.append(Score(f"{name} single-reference", pairs.score, str(alone.get_signature())))
    return found


def alignment_scores(engine: Engine, model: str, gold: Gold, words_only: bool = False) -> list[Score]:
    """Alignment error rate (0–100) of the cross-attention, teacher-forced on the gold translations.

    A row aligns the token it predicts. Mean of all heads, mean of each layer, and the best single head.
    """
    aligned = list(_aligned(engine, model, gold, words_only))
    if not aligned:
        raise Refused("E-EVAL-ALIGN", "no sentence of the alignment file fits this model's pieces")
    layers, heads = aligned[0].weights.shape[:2]
    scores = [("mean of all heads", _rate(aligned, range(layers), range(heads), words_only))]
    scores += [(f"mean of layer {n + 1}", _rate(aligned, [n], range(heads), words_only)) for n in range(layers)]
    singles = {(n, h): _rate(aligned, [n], [h], words_only) for n in range(layers) for h in range(heads)}
    layer, head = min(singles, key=singles.__getitem__)
    scores.append((f"best head: layer {layer + 1}, head {head + 1}", singles[layer, head]))
    label = f"{'words only' if words_only else 'all tokens'}, {len(aligned)} sentences"
    return [Score(f"AER {name}", value, label) for name, value in scores]


@dataclass(frozen=True)
class _Aligned:
    """Cross weights (L, H, T, S) of a gold sentence, and the word that each row and column spells a part of."""

    weights: np.ndarray
    rows: list[int | None]
    columns: list[int | None]
    gold: GoldSentence


def _aligned(engine: Engine, model: str, gold: Gold, words_only: bool) -> Iterator[_Aligned]:
    """The gold sentences whose pieces spell their words, teacher-forced."""
    for sentence in gold.sentences:
        source, target = sentence.source_words, sentence.target_words
        trace = engine.trace(RunSpec(model, (" ".join(source),), target=(" ".join(target),)))
        columns, rows = _words(trace.sentences[0].source, source), _words(trace.sentences[0].written, target)
        if columns is not None and rows is not None:
            sure = _filtered(sentence.sure, sentence, words_only)
            marked = replace(sentence, sure=sure, possible=_filtered(sentence.possible, sentence, words_only))
            yield _Aligned(np.stack(trace.maps("cross")), rows, columns, marked)


def _rate(aligned: Sequence[_Aligned], layers: Sequence[int], heads: Sequence[int], words_only: bool) -> float:
    """Alignment error rate (0–100) of the mean over these layers and heads."""
    found = []
    for one in aligned:
        mean_TS = one.weights[list(layers)][:, list(heads)].mean((0, 1))
        found.append(_filtered(hard_links(mean_TS, one.rows, one.columns), one.gold, words_only))
    return 100 * corpus_error_rate(found, [one.gold for one in aligned])


def _filtered(links: AbstractSet[Link], sentence: GoldSentence, words_only: bool) -> frozenset[Link]:
    """The links; with `words_only` those between tokens that hold a letter or digit."""

    def word(text: str) -> bool:
        return any(map(str.isalnum, text))

    source, target = sentence.source_words, sentence.target_words
    return frozenset((i, j) for i, j in links if not words_only or (word(source[i]) and word(target[j])))


def _words(tokens: Sequence[Token], words: Sequence[str]) -> list[int | None] | None:
    """Which of `words` each token spells a part of, None for special tokens; None at all when they do not fit."""
    found: list[int | None] = []
    index, spelled = 0, ""
    for token in tokens:
        if token.kind in ("special", "pad"):
            found.append(None)
            continue
        if index >= len(words):
            return None
        found.append(index)
        spelled += token.piece.removeprefix("▁") if token.kind != "byte" else ""
        if len(spelled) >= len(words[index]):
            index, spelled = index + 1, ""
    return found
