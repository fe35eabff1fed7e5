"""python -m benchmarks.findings [--sentences 500] [--out docs/findings.md]

What the instrument shows about the bundled English → Spanish model, measured anew: the parts of docs/findings.md
between `<!-- NAME -->` and `<!-- end -->` are written from it, the words around them stay. Sentences are the program's
own: made by rule (model_core.synthetic), class talk, phrases, examples; the model was trained on such ones.
Shapes: P parts, S source tokens, T target rows.
"""

from __future__ import annotations

import argparse
import re
import statistics
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from random import Random

import numpy as np
import torch

from model_core.analysis.effect_order import rank_correlation
from model_core.engine.engine import Engine
from model_core.io.resources import folder
from model_core.record.effects import Effects, EffectsSpec
from model_core.record.run_spec import RunSpec
from model_core.record.trace import Trace
from model_core.synthetic import templates, words

SEED = 7
SCRIPTS = "Greek, Cyrillic or Hebrew\t"
"""So begin the examples that the translators do not read."""
PAGE = Path(__file__).resolve().parent.parent / "docs" / "findings.md"
LEAST = 0.01
"""A step counts where hiding some word of the source changes its log-probability by so much."""

INSTEAD = {
    "zero": "nothing", "mean": "its average over a survey", "uniform": "the mean of all keys",
    "previous": "the key before", "first": "the first key",
}  # fmt: skip


@dataclass(frozen=True)
class Text:
    """One sentence as the model translates it, and what was measured of it."""

    trace: Trace
    heads: Effects
    source: Effects

    @property
    def read_TS(self) -> np.ndarray:
        """Mean weight of all heads of cross-attention."""
        mean: np.ndarray = np.stack(self.trace.maps("cross")).mean((0, 1), dtype=np.float64)
        return mean


def sentences(count: int) -> list[str]:
    """Different English sentences of three words and more, always the same ones."""
    rng, found = Random(SEED), dict[str, None]()
    for name in ("class_talk.tsv", "phrases.tsv", "examples.tsv"):
        lines = [line for line in (folder() / name).read_text("utf-8").splitlines() if not line.startswith(SCRIPTS)]
        found |= dict.fromkeys(line.split("\t")[0] for line in rng.sample(lines, min(len(lines), count // 5)))
    makers = (templates.agreement, templates.negation, templates.named, templates.field, templates.addressed)
    while len(found) < count * 2:
        found[makers[len(found) % len(makers)](rng)[0]] = None
    long = [one for one in found if len(one.split()) > 2 and not one.startswith("#")]
    return sorted(Random(SEED).sample(long, count))


def measured(engine: Engine, lines: Sequence[str]) -> Iterator[Text]:
    """Every sentence, its heads switched off one by one, its words hidden one by one."""
    for line in lines:
        run = RunSpec(source=(line,))
        trace = engine.trace(run)
        (*_, heads), (*_, source) = (
            engine.sweep(EffectsSpec(run, groups=(group,)), trace) for group in ("heads", "source")
        )
        yield Text(trace, heads, source)


# ---------------------------------------------------------------- the findings


def which_heads(texts: Sequence[Text]) -> list[str]:
    """The heads whose absence costs most, per sentence."""
    totals = np.array([one.heads.changes.sum(1) for one in texts])
    worst = np.array([one.heads.changes.min(1) for one in texts])
    parts = texts[0].heads.parts
    order = np.argsort(totals.mean(0))
    rows = ["| head | text, mean | its worst token, mean | most harmful of all heads in |", "|---|---:|---:|---:|"]
    first = Counter(int(one.argmin()) for one in totals)
    for place in (*order[:6], *order[-3:]):
        share = first[int(place)] / len(texts)
        means = f"{totals[:, place].mean():+.2f} | {worst[:, place].mean():+.2f}"
        rows.append(f"| {parts[place].name} | {means} | {share:.0%} |")
    small = float((totals.mean(0) > -0.1).mean())
    helps = float((totals.mean(0) > 0).mean())
    rows.append("")
    rows.append(
        f"Change of the text's log-probability over {len(texts)} sentences (the six largest losses, the three heads "
        f"that are missed least). {small:.0%} of the heads cost less than 0.1 on average; switching off "
        f"{helps:.0%} of them makes the text more probable on average."
    )
    return rows


def attention_and_effect(texts: Sequence[Text], engine: Engine) -> list[str]:
    """Whether the mean cross-attention of a step orders the source as the effects of hiding each word do, and as
    gradients say; gradients against hiding, too."""
    found: dict[tuple[str, str], list[float]] = {}
    first = list[bool]()
    for index, one in enumerate(texts):
        changes = {"hiding the word": one.source.changes}
        for name, method, every in (("gradient × input", "gradient", 1), ("integrated gradients", "integrated", 5)):
            if index % every == 0:
                asked = EffectsSpec(one.trace.run, groups=("source",), method=method)
                changes[name] = list(engine.sweep(asked, one.trace))[-1].changes
        for step in range(one.read_TS.shape[0]):
            if np.abs(one.source.changes[:, step]).max() < LEAST:
                continue
            first.append(one.read_TS[step].argmax() == one.source.changes[:, step].argmin())
            given = {"attention": one.read_TS[step]} | {name: -all_PT[:, step] for name, all_PT in changes.items()}
            for first_name, other in combinations(given, 2):
                if first_name in ("attention", "hiding the word"):
                    value = rank_correlation(given[first_name], given[other])
                    found.setdefault((first_name, other), []).append(value)
    heading = "| one | against | steps | median rank correlation | middle half | below 0 |"
    rows = [heading, "|---|---|---:|---:|---|---:|"]
    for (one_name, name), all_ in found.items():
        known = sorted(one for one in all_ if one == one)
        low, middle, high = statistics.quantiles(known, n=4)
        below = sum(one < 0 for one in known) / len(known)
        rows.append(f"| {one_name} | {name} | {len(known):,} | {middle:.2f} | {low:.2f} to {high:.2f} | {below:.0%} |")
    rows.append("")
    most = f"{np.mean(first):.0%} of steps"
    rows.append(f"The word with the most attention is the one whose hiding costs most in {most}.")
    return rows


def backups(texts: Sequence[Text], engine: Engine, count: int) -> list[str]:
    """Pairs of cross-attention's heads that cost more together than one by one."""
    some = Random(SEED).sample(list(texts), count)
    heads = [part for part in texts[0].heads.parts if part.kind == "cross"]
    alone, both = {one: list[float]() for one in heads}, {pair: list[float]() for pair in combinations(heads, 2)}
    for text in some:
        for part in heads:
            alone[part].append(float(text.heads.of(part).sum()))
            asked = EffectsSpec(text.trace.run, together=(part,))
            *_, found = engine.sweep(asked, text.trace)
            for other in heads[heads.index(part) + 1 :]:
                both[part, other].append(float(found.of(other).sum()))
    means = {part: float(np.mean(values)) for part, values in alone.items()}
    extra = {(one, other): np.mean(values) - means[one] - means[other] for (one, other), values in both.items()}
    heading = "| heads of cross-attention | first alone | second alone | both | beyond their sum |"
    rows = [heading, "|---|---:|---:|---:|---:|"]
    for one, other in sorted(extra, key=lambda pair: extra[pair])[:5]:
        costs = f"{means[one]:+.2f} | {means[other]:+.2f} | {np.mean(both[one, other]):+.2f}"
        rows.append(f"| {one.name} and {other.name} | {costs} | {extra[one, other]:+.2f} |")
    worse = sum(value < 0 for value in extra.values()) / len(extra)
    rows.append("")
    pairs = f"{worse:.0%} of the {len(extra)} pairs"
    rows.append(f"Over {len(some)} sentences; {pairs} cost more than the sum of the two.")
    return rows


def replacements(texts: Sequence[Text], engine: Engine, count: int) -> list[str]:
    """The same heads replaced in other ways than by zero."""
    some = Random(SEED).sample(list(texts), count)
    survey = str(folder() / "surveys" / "english-spanish")
    rows = ["| a head gives instead | text, mean of all heads | rank correlation with zero |", "|---|---:|---:|"]
    zero: np.ndarray | None = None
    for name, words_ in INSTEAD.items():
        totals = []
        for text in some:
            asked = EffectsSpec(text.trace.run, replacement=name, survey=survey if name == "mean" else "")
            *_, found = engine.sweep(asked, text.trace)
            totals.append(found.changes.sum(1))
        means = np.mean(totals, 0)
        zero = means if zero is None else zero
        rows.append(f"| {words_} | {means.mean():+.2f} | {rank_correlation(zero, means):.2f} |")
    return [*rows, "", f"Over {len(some)} sentences, all 36 heads."]


def gender(engine: Engine, count: int) -> list[str]:
    """What decides between the forms of an adjective: shares of the difference of their logits, and effects on it."""
    rng, vocabulary = Random(SEED), engine.open().vocab.target
    shares, names, right, asked_of = list[np.ndarray](), tuple[str, ...](), 0, 0
    while len(shares) < count:
        noun, one = rng.choice(words.THINGS), rng.choice(words.ADJECTIVES)
        ids = [vocabulary.ids([form])[0] for form in (one.m, one.f)]
        if one.m == one.f or any(len(form) != 1 for form in ids):
            continue
        (m,), (f,) = ids
        own, other = (m, f) if noun.gender == "m" else (f, m)
        run = RunSpec(source=(f"The {noun.english} is {one.english}.",))
        written = [token.id for token in engine.trace(run).sentences[0].written]
        asked_of += 1
        right += own in written and other not in written
        if own not in written:
            continue
        found, row = engine.lens(run, tokens=(own, other)), written.index(own)
        shares.append(found.shares[:, row, 1] - found.shares[:, row, 2])
        names = found.names()
    mean, total = np.mean(shares, 0), float(np.sum(shares, 1).mean())
    rows = ["| part | its share of the difference, mean | above 0 in |", "|---|---:|---:|"]
    for place in np.argsort(-mean)[:6]:
        above = float((np.array(shares)[:, place] > 0).mean())
        rows.append(f"| {names[place]} | {mean[place]:+.2f} | {above:.0%} |")
    rows.append("")
    rows.append(
        f"“The NOUN is ADJECTIVE.”, {len(shares)} sentences in which the form that agrees was written (of {asked_of} "
        f"asked for; {right / asked_of:.0%} had it and not the other). The logit of the right form is above the "
        f"other's by {total:.1f} on average; the shares sum to it."
    )
    return rows


def encoder(texts: Sequence[Text], engine: Engine, count: int) -> list[str]:
    """What the encoder's places are most like."""
    some = Random(SEED).sample(list(texts), count)
    own, nearest, spanish = dict[str, list[float]](), dict[str, list[float]](), dict[str, list[float]]()
    places: tuple[str, ...] = ()
    for text in some:
        found = engine.lens(text.trace.run, stack="encoder")
        places = tuple(place.name for place in found.places)
        for place, name in enumerate(places):
            own.setdefault(name, []).append(float((found.rank[place, :-1, 0] == 0).mean()))
            nearest.setdefault(name, []).append(float(np.exp(found.log_p[place, :-1, 0]).mean()))
            translated = {token.id for token in text.trace.sentences[0].written}
            translated -= {token.id for token in text.trace.sentences[0].source}  # names and signs are in both
            near = np.isin(found.top[place, :-1], list(translated)).any(1)
            spanish.setdefault(name, []).append(float(near.mean()))
    heading = "| place of the encoder | its own token first | probability of it | a token of the translation near |"
    rows = [heading, "|---|---:|---:|---:|"]
    for name in places:
        numbers = f"{np.mean(own[name]):.0%} | {np.mean(nearest[name]):.2f} | {np.mean(spanish[name]):.1%}"
        rows.append(f"| {name} | {numbers} |")
    said = f"Over {len(some)} sentences, all source tokens but the end; near: among the five it is most like."
    return [*rows, "", said]


# ---------------------------------------------------------------- the page


def filled(page: str, parts: dict[str, list[str]]) -> str:
    """The page with these parts written anew. KeyError for a part that the page has no place for."""
    for name, lines in parts.items():
        place = re.compile(f"(<!-- {re.escape(name)} -->\n).*?(<!-- end -->)", re.DOTALL)
        if not place.search(page):
            raise KeyError(name)
        block = "\n".join(lines)
        page = place.sub(lambda found, block=block: f"{found[1]}{block}\n{found[2]}", page, count=1)  # type: ignore[misc]
    return page


def main(argv: Sequence[str] | None = None) -> int:
    """The command; see module."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.findings")
    parser.add_argument("--sentences", type=int, default=500)
    parser.add_argument("--out", type=Path, default=PAGE)
    asked = parser.parse_args(argv)
    torch.set_num_threads(1)
    engine = Engine()
    texts = list(measured(engine, sentences(asked.sentences)))
    few = max(4, asked.sentences // 10)
    makers: dict[str, Callable[[], list[str]]] = {
        "heads": lambda: which_heads(texts),
        "attention": lambda: attention_and_effect(texts, engine),
        "backups": lambda: backups(texts, engine, few),
        "replacements": lambda: replacements(texts, engine, few),
        "gender": lambda: gender(engine, 2 * few),
        "encoder": lambda: encoder(texts, engine, 2 * few),
    }
    parts = {}
    for name, make in makers.items():
        parts[name] = make()
        print("\n".join((f"## {name}", *parts[name], "")), flush=True)
    asked.out.write_text(filled(asked.out.read_text("utf-8"), parts), "utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
