"""What the numbers of a run are in the words of the window: model_core.explain names them in English. No Qt."""

from __future__ import annotations

from viz_app.system.language import tr

_TITLES = {
    "attention weight": tr("attention weight"),
    "change in log-probability": tr("change in log-probability"),
    "log-probability of the written token, read early": tr("log-probability of the written token, read early"),
    "share of the logit of the written token": tr("share of the logit of the written token"),
    "share of the difference of two logits": tr("share of the difference of two logits"),
    "restored share of the difference": tr("restored share of the difference"),
    "difference with and without cache": tr("difference with and without cache"),
    "entropy of the next token, in bits": tr("entropy of the next token, in bits"),
    "entropy of the row, in bits": tr("entropy of the row, in bits"),
    "exponential of a score": tr("exponential of a score"),
    "id of a token: its row of the vocabulary": tr("id of a token: its row of the vocabulary"),
    "gate of a hidden unit": tr("gate of a hidden unit"),
    "largest score of the row": tr("largest score of the row"),
    "logit of a candidate": tr("logit of a candidate"),
    "logit of one token of the vocabulary": tr("logit of one token of the vocabulary"),
    "logit over temperature": tr("logit over temperature"),
    "mask: 0 may be read, 1 future, 2 padding, 3 by you": tr("mask: 0 may be read, 1 future, 2 padding, 3 by you"),
    "mask: 1 where the row may read the key": tr("mask: 1 where the row may read the key"),
    "mean of what the norm reads": tr("mean of what the norm reads"),
    "natural log of the probability": tr("natural log of the probability"),
    "normed unit": tr("normed unit"),
    "number added to the score for the distance": tr("number added to the score for the distance"),
    "one product of the score": tr("one product of the score"),
    "probability at its own step": tr("probability at its own step"),
    "probability of a candidate": tr("probability of a candidate"),
    "probability of the written token": tr("probability of the written token"),
    "probability that it is sampled": tr("probability that it is sampled"),
    "probability that the next token is </s>": tr("probability that the next token is </s>"),
    "residual sum": tr("residual sum"),
    "scaled score": tr("scaled score"),
    "score after the mask": tr("score after the mask"),
    "score q·k": tr("score q·k"),
    "sum of the exponentials of the row": tr("sum of the exponentials of the row"),
    "sum of the weights of the row": tr("sum of the weights of the row"),
    "surprise, in bits": tr("surprise, in bits"),
    "token and position together": tr("token and position together"),
    "unit after the activation": tr("unit after the activation"),
    "unit before the activation": tr("unit before the activation"),
    "unit of the feed-forward’s output": tr("unit of the feed-forward’s output"),
    "unit of the attention’s output": tr("unit of the attention’s output"),
    "unit of the decoder’s output": tr("unit of the decoder’s output"),
    "unit of the encoder’s output": tr("unit of the encoder’s output"),
    "unit of the concatenated head outputs": tr("unit of the concatenated head outputs"),
    "unit of the input vector": tr("unit of the input vector"),
    "unit of the key": tr("unit of the key"),
    "unit of the position’s vector": tr("unit of the position’s vector"),
    "unit of the query": tr("unit of the query"),
    "unit of the residual stream": tr("unit of the residual stream"),
    "unit of the token’s vector": tr("unit of the token’s vector"),
    "unit of the value": tr("unit of the value"),
    "unit of z, the head’s output": tr("unit of z, the head’s output"),
    "weight times value": tr("weight times value"),
    "what the norm divides by": tr("what the norm divides by"),
    "what the norm reads": tr("what the norm reads"),
}


def number_title(title: str) -> str:
    """What a number is called, by its title in model_core; one that the window made itself stays as it is."""
    return _TITLES.get(title, title)
