"""The hook points of a model in the words of the window: model_core.explain.anatomy names them in English. No Qt."""

from __future__ import annotations

import re

from viz_app.system.language import tr

_WORDS = {
    "added to scores: by the distance of two tokens": tr("added to scores: by the distance of two tokens"),
    "after the norm": tr("after the norm"),
    "gates: what the hidden units are multiplied by": tr("gates: what the hidden units are multiplied by"),
    "head outputs: weights · V": tr("head outputs: weights · V"),
    "keys K": tr("keys K"),
    "logits: one score for each entry of the vocabulary": tr("logits: one score for each entry of the vocabulary"),
    "memory: what the decoder reads": tr("memory: what the decoder reads"),
    "norm of token + position": tr("norm of token + position"),
    "output": tr("output"),
    "output of the attention": tr("output of the attention"),
    "output of the feed-forward": tr("output of the feed-forward"),
    "position vectors": tr("position vectors"),
    "queries Q": tr("queries Q"),
    "residual stream after this sub-layer": tr("residual stream after this sub-layer"),
    "scaled scores Q·Kᵀ ÷ √D": tr("scaled scores Q·Kᵀ ÷ √D"),
    "scaled scores Q·Kᵀ ÷ √K": tr("scaled scores Q·Kᵀ ÷ √K"),
    "scaled scores Q·Kᵀ, not divided": tr("scaled scores Q·Kᵀ, not divided"),
    "scores Q·Kᵀ": tr("scores Q·Kᵀ"),
    "token + position": tr("token + position"),
    "token vectors": tr("token vectors"),
    "token vectors × √D": tr("token vectors × √D"),
    "values V": tr("values V"),
    "weights: the softmax of each row": tr("weights: the softmax of each row"),
}
_PATTERNS = (
    (r"hidden units after (\w+)", tr("hidden units after {0}")),
    (r"hidden units after (\w+), times the gates", tr("hidden units after {0}, times the gates")),
    (r"hidden units before (\w+)", tr("hidden units before {0}")),
    (
        r"logits: one score for each entry of the vocabulary, of the output × (\S+)",
        tr("logits: one score for each entry of the vocabulary, of the output × {0}"),
    ),
    (r"masked scores: (\S+) where a query may not read", tr("masked scores: {0} where a query may not read")),
    (
        r"masked scores: (\S+) where a query may not read, plus a number by the distance",
        tr("masked scores: {0} where a query may not read, plus a number by the distance"),
    ),
)


def activation_words(words: str) -> str:
    """What Activation.words say, in the language of the window; words that are not known stay as they are."""
    if words in _WORDS:
        return _WORDS[words]
    for pattern, text in _PATTERNS:
        found = re.fullmatch(pattern, words)
        if found:
            return text.format(*found.groups())
    return words
