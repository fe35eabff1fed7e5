"""What a run was given to read, as tokens: cleaned, cut to the model, swapped where asked for, every change noted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from model_core.direction import isolated, quoted
from model_core.engine.interventions import swappable
from model_core.errors import Refused
from model_core.io.limits import DECODE_STEPS, SOURCE_LINES, TEXT_CHARACTERS
from model_core.record.edits import Swap
from model_core.record.run_spec import RunSpec
from model_core.record.trace import Token
from model_core.spec import ModelSpec
from model_core.tokenizers.typed_text import as_read, marked
from model_core.tokenizers.vocab import Vocabulary, clean

NAMED = 3
"""Swaps, or words, that a notice names one by one."""

SHOWN = 80
"""Characters of a line that a notice repeats."""


@dataclass
class Texts:
    """The cleaned input of a run; `notices` say what was changed.

    source    tokens of each line as they are read, swaps made; `typed` are those of the text itself
    target    tokens of each given target line, None where the model writes
    prefixes  ids that each target must begin with
    branches  the same of each of the run's branches
    """

    lines: list[str]
    typed: list[tuple[Token, ...]]
    source: list[tuple[Token, ...]]
    target: list[tuple[Token, ...]] | None
    prefixes: list[list[int]]
    branches: list[list[int]] = field(default_factory=list)
    notices: list[str] = field(default_factory=list)

    def beginnings(self, end_id: int) -> list[list[int]]:
        """Ids that each sentence must begin with; a line without text has to end at once."""
        return [ids if tokens else [end_id] for ids, tokens in zip(self.prefixes, self.source, strict=True)]


def read_texts(run: RunSpec, vocab: Vocabulary, spec: ModelSpec, known_words: Sequence[str]) -> Texts:
    """Clean, cut and tokenise the texts of a run; Refused when nothing sensible is left to do."""
    _check_lines(run)
    notices: list[str] = []
    room = spec.max_positions - 1
    lines = [_cleaned(line, "source", notices) for line in run.source]
    lines = [_as_read(line, vocab, run.as_typed, notices) for line in lines]
    typed = [_marked(_tokens(vocab, line, room, "source", notices), line, vocab, notices) for line in lines]
    target = None
    if run.target is not None:
        given = [*run.target, *[""] * (len(lines) - len(run.target))]
        target = [_tokens(vocab.target, _cleaned(t, "target", notices), room, "target", notices) for t in given]
    prefixes = [_prefix(run, vocab, spec, index) for index in range(len(lines))]
    branches = [_possible(branch.ids, vocab, spec) for branch in run.branches]
    unknown = sorted({t.text for tokens in [*typed, *(target or [])] for t in tokens if t.kind == "unknown"})
    if unknown:
        known = f" It knows only its own words: {' '.join(map(isolated, known_words[:12]))} …" if known_words else ""
        notices.append(f"Not known to this model: {', '.join(map(isolated, unknown[:5]))}.{known}")
    source = _swapped(typed, run.edits.swaps, vocab, spec, notices)
    return Texts(lines, typed, source, target, prefixes, branches, list(dict.fromkeys(notices)))


def longest_target(run: RunSpec, spec: ModelSpec, sources: int, prefix: int) -> int:
    """Most rows that a run may write for so many source tokens (the end counted), with `prefix` forced ones."""
    fitted = min(DECODE_STEPS, 2 * sources + 16)
    return max(1, min(spec.max_positions, run.max_steps or max(fitted, prefix + 16)))


def _check_lines(run: RunSpec) -> None:
    """Refused for no lines, too many, or more targets than sources; for edits and decoding that make no sense."""
    if not run.source:
        raise Refused("E-RUN-EMPTY", "a run needs at least one source line")
    if len(run.source) > SOURCE_LINES:
        raise Refused("E-RUN-LINES", f"{len(run.source)} source lines; at most {SOURCE_LINES} are shown at once")
    if run.target is not None and len(run.target) > len(run.source):
        raise Refused("E-RUN-LINES", f"{len(run.target)} target lines for {len(run.source)} source lines")
    run.edits.checked()
    run.decoding.checked()


def _prefix(run: RunSpec, vocab: Vocabulary, spec: ModelSpec, sentence: int) -> list[int]:
    """Ids this sentence's target must begin with; Refused for ids that no text can have."""
    if sentence != run.prefix_sentence or run.target is not None:
        return []
    opening = vocab.target.ids([clean(run.opening)])[0] if run.opening.strip() else ()
    return _possible(run.prefix or opening, vocab, spec)


def _possible(ids: Sequence[int], vocab: Vocabulary, spec: ModelSpec) -> list[int]:
    """A forced beginning, cut to the model's positions; Refused for ids that no text can have."""
    if any(not 0 <= i < vocab.target.size or i in spec.never_written for i in ids):
        raise Refused("E-RUN-PREFIX", "the forced beginning holds ids outside this model's vocabulary, pad or start")
    return list(ids[: spec.max_positions - 1])


def _swapped(
    typed: list[tuple[Token, ...]], swaps: Sequence[Swap], vocab: Vocabulary, spec: ModelSpec, notices: list[str]
) -> list[tuple[Token, ...]]:
    """The tokens with others in their places; each keeps its word of the line."""
    source, said = [list(tokens) for tokens in typed], []
    for swap in swaps:
        if swappable(swap.sentence, swap.place, swap.id, spec, list(map(len, typed))) and swap.id < vocab.size:
            old = typed[swap.sentence][swap.place]
            new = vocab.token(swap.id)
            source[swap.sentence][swap.place] = replace(new, word=old.word)
            said.append(f"{quoted(new.text)} in the place of {quoted(old.text)} (token {swap.place + 1})")
    if said:
        more = f" and {len(said) - NAMED} more" if len(said) > NAMED else ""
        notices.append(f"The model reads {', '.join(said[:NAMED])}{more}.")
    return [tuple(tokens) for tokens in source]


def _cleaned(line: str, side: str, notices: list[str]) -> str:
    """At most TEXT_CHARACTERS, without lone surrogates."""
    if len(line) > TEXT_CHARACTERS:
        notices.append(f"The {side} was cut to {TEXT_CHARACTERS:,} of {len(line):,} characters.")
        line = line[:TEXT_CHARACTERS]
    text = clean(line)
    if text != line:
        notices.append(f"Half characters (lone surrogates) in the {side} are shown as \ufffd.")
    return text


def _as_read(line: str, vocab: Vocabulary, as_typed: bool, notices: list[str]) -> str:
    """The line as the model reads it, which may be otherwise than it was typed; that is said."""
    reading = as_read(line, vocab)
    if as_typed:
        if reading.capitals or reading.words:
            what = "Capitals" if reading.capitals else "Wrong letters"
            notices.append(f"{what} are read as they are typed.")
        return line
    if reading.capitals:
        shown = reading.text if len(reading.text) <= SHOWN else f"{reading.text[:SHOWN]}…"
        notices.append(f"Capitals are read in sentence case: {isolated(shown)}")
    if reading.words:
        words = [f"{isolated(typed)} as {isolated(word)}" for typed, word in reading.words[:NAMED]]
        more = f" and {len(reading.words) - NAMED} more" if len(reading.words) > NAMED else ""
        notices.append(f"Wrong letters are put right: the model reads {', '.join(words)}{more}.")
    return reading.text


def _marked(tokens: tuple[Token, ...], line: str, vocab: Vocabulary, notices: list[str]) -> tuple[Token, ...]:
    """The tokens, those of words that training never had with a note."""
    found, unseen = marked(tokens, line, vocab)
    if unseen:
        more = f" and {len(unseen) - NAMED} more" if len(unseen) > NAMED else ""
        words = ", ".join(map(isolated, unseen[:NAMED]))
        notices.append(f"Never seen in training: {words}{more}. Do not trust what becomes of it.")
    return found


def _tokens(vocab: Vocabulary, line: str, room: int, side: str, notices: list[str]) -> tuple[Token, ...]:
    """Tokens of a line, cut to the model's positions (one is kept for the end of sentence)."""
    tokens = vocab.tokens(line)
    if len(tokens) > room:
        notices.append(f"The {side} has {len(tokens):,} tokens; this model reads the first {room}.")
    return tokens[:room]


__all__ = ["Texts", "longest_target", "read_texts"]
