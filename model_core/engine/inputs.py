"""What a run was given to read, as tokens: cleaned, cut to the model, swapped where asked for, every change noted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from model_core.direction import isolated, quoted
from model_core.engine.interventions import swappable
from model_core.errors import Refused
from model_core.io.id_rows import id_rows
from model_core.io.limits import DECODE_STEPS, SOURCE_LINES, TEXT_CHARACTERS
from model_core.record.edits import Swap
from model_core.record.run_spec import RunSpec
from model_core.record.trace import Token
from model_core.spec import ModelSpec
from model_core.tokenizers.typed_ids import id_tokens
from model_core.tokenizers.typed_text import as_read, marked
from model_core.tokenizers.vocab import Vocabulary, clean

NAMED = 3
"""Swaps, or words, that a notice names one by one."""

SHOWN = 80
"""Characters of a line that a notice repeats."""


@dataclass
class Texts:
    """The cleaned input of a run; `notices` say what was changed.

    lines     what was read; of ids the text that they stand for
    source    tokens of each line as they are read, the end included, swaps made; `typed` are those of the text itself
    own       how many tokens of each line are its own: all but an end that was added
    target    tokens that each given target line writes, the end included; None where the model writes
    given     the texts of those targets, as the lines of the source are
    starts    what is read before each of them
    prefixes  ids that each target must begin with; for a line without text the end alone
    branches  the same of each of the run's branches
    """

    lines: list[str]
    typed: list[tuple[Token, ...]]
    source: list[tuple[Token, ...]]
    own: list[int]
    target: list[tuple[Token, ...]] | None
    given: list[str]
    starts: list[Token]
    prefixes: list[list[int]]
    branches: list[list[int]] = field(default_factory=list)
    notices: list[str] = field(default_factory=list)


def read_texts(run: RunSpec, vocab: Vocabulary, spec: ModelSpec, known_words: Sequence[str]) -> Texts:
    """Clean, cut and tokenise the texts of a run; Refused when nothing sensible is left to do."""
    notices: list[str] = []
    reader = (_IdReader if run.ids else _Reader)(run, vocab, spec, notices)
    lines = reader.lines()
    typed, own = zip(*map(reader.source, lines), strict=True)
    target, given, starts = None, list[str](), [vocab.target.token(spec.bos_id)] * len(lines)
    if run.target is not None:
        given = reader.targets(len(lines))
        starts, target = map(list, zip(*map(reader.target, given), strict=True))
    prefixes = [reader.prefix(index) if own[index] else [spec.eos_id] for index in range(len(lines))]
    branches = [_possible(branch.ids, vocab, spec) for branch in run.branches]
    tokens = [token for line in [*typed, *(target or [])] for token in line]
    unknown = sorted({one.text for one in tokens if one.kind == "unknown" and one.text != one.piece})
    if unknown:
        known = f" It knows only its own words: {' '.join(map(isolated, known_words[:12]))} …" if known_words else ""
        notices.append(f"Not known to this model: {', '.join(map(isolated, unknown[:5]))}.{known}")
    if run.ids:
        lines = [vocab.text(token.id for token in tokens) for tokens in typed]
        given = [vocab.target.text(token.id for token in tokens) for tokens in target or ()]
    source = _swapped(typed, own, run.edits.swaps, vocab, spec, notices)
    notices = list(dict.fromkeys(notices))
    return Texts(lines, list(typed), source, list(own), target, given, starts, prefixes, branches, notices)


def longest_target(run: RunSpec, spec: ModelSpec, sources: int, prefix: int) -> int:
    """Most rows that a run may write for so many source tokens (the end counted), with `prefix` forced ones."""
    fitted = min(DECODE_STEPS, 2 * sources + 16)
    return max(1, min(spec.max_positions, run.max_steps or max(fitted, prefix + 16)))


class _Reader:
    """Texts of a run as the tokens of a model; what it changes on the way is noted."""

    def __init__(self, run: RunSpec, vocab: Vocabulary, spec: ModelSpec, notices: list[str]) -> None:
        self.run, self.vocab, self.spec, self.notices = run, vocab, spec, notices

    def lines(self) -> list[str]:
        """The source lines as they are read; Refused for none, too many, or fewer than there are targets, and for edits
        and decoding that make no sense."""
        lines, targets = self.rows(self.run.source), self.rows(self.run.target or ())
        if not lines:
            raise Refused("E-RUN-EMPTY", "a run needs at least one source line")
        if len(lines) > SOURCE_LINES:
            raise Refused("E-RUN-LINES", f"{len(lines)} source lines; at most {SOURCE_LINES} are shown at once")
        if len(targets) > len(lines):
            raise Refused("E-RUN-LINES", f"{len(targets)} target lines for {len(lines)} source lines")
        self.run.edits.checked()
        self.run.decoding.checked()
        return [self.read(_cleaned(line, "source", self.notices)) for line in lines]

    def targets(self, lines: int) -> list[str]:
        """The given target of each line, empty where there is none."""
        given = self.rows(self.run.target or ())
        return [_cleaned(text, "target", self.notices) for text in [*given, *[""] * (lines - len(given))]]

    def rows(self, lines: Sequence[str]) -> Sequence[str]:
        """The sentences of what was given."""
        return lines

    def read(self, line: str) -> str:
        """A cleaned source line as it is read, which may be otherwise than it was typed."""
        return _as_read(line, self.vocab, self.run.as_typed, self.notices)

    def source(self, line: str) -> tuple[tuple[Token, ...], int]:
        """(tokens that the encoder reads, how many of them are the line's own)."""
        tokens = _marked(self.cut(self.vocab.tokens(line), "source", 1), line, self.vocab, self.notices)
        return (*tokens, self.vocab.token(self.spec.eos_id)), len(tokens)

    def target(self, text: str) -> tuple[Token, tuple[Token, ...]]:
        """(first token read, tokens written) of a given target."""
        vocab = self.vocab.target
        written = self.cut(vocab.tokens(text), "target", 1)
        return vocab.token(self.spec.bos_id), (*written, vocab.token(self.spec.eos_id))

    def prefix(self, sentence: int) -> list[int]:
        """Ids this sentence's target must begin with; Refused for ids that no text can have."""
        run = self.run
        if sentence != run.prefix_sentence or run.target is not None:
            return []
        return _possible(run.prefix or self.opening(clean(run.opening)), self.vocab, self.spec)

    def opening(self, text: str) -> Sequence[int]:
        """Ids of a typed beginning."""
        return self.vocab.target.ids([text])[0] if text.strip() else ()

    def cut(self, tokens: tuple[Token, ...], side: str, added: int) -> tuple[Token, ...]:
        """The tokens, cut so that with the `added` ones they have positions."""
        room = self.spec.max_positions - added
        if len(tokens) > room:
            self.notices.append(f"The {side} has {len(tokens):,} tokens; this model reads the first {room}.")
        return tokens[:room]


class _IdReader(_Reader):
    """Texts that are token ids: read as they stand. Of a target all but the last id is read, all but the first written,
    as in training."""

    def rows(self, lines: Sequence[str]) -> Sequence[str]:
        return [row for line in lines for row in id_rows(line) or ("",)]

    def read(self, line: str) -> str:
        return line

    def source(self, line: str) -> tuple[tuple[Token, ...], int]:
        tokens = self.cut(id_tokens(self.vocab, line, self.spec.unk_id), "source", 0)
        if tokens and all(token.id == self.spec.pad_id for token in tokens):
            raise Refused("E-RUN-PADDING", f"a line of padding alone ({self.spec.pad_id}): there is nothing to read")
        return tokens or (self.vocab.token(self.spec.eos_id),), len(tokens)

    def target(self, text: str) -> tuple[Token, tuple[Token, ...]]:
        vocab = self.vocab.target
        tokens = self.cut(id_tokens(vocab, text, self.spec.unk_id), "target", -1)
        start, written = (tokens[0], tokens[1:]) if tokens else (vocab.token(self.spec.bos_id), ())
        return start, written or (vocab.token(self.spec.eos_id),)

    def opening(self, text: str) -> Sequence[int]:
        return [token.id for row in id_rows(text)[:1] for token in id_tokens(self.vocab.target, row, self.spec.unk_id)]


def _possible(ids: Sequence[int], vocab: Vocabulary, spec: ModelSpec) -> list[int]:
    """A forced beginning, cut to the model's positions; Refused for ids that no text can have."""
    if any(not 0 <= i < vocab.target.size or i in spec.never_written for i in ids):
        raise Refused("E-RUN-PREFIX", "the forced beginning holds ids outside this model's vocabulary, pad or start")
    return list(ids[: spec.max_positions - 1])


def _swapped(
    typed: Sequence[tuple[Token, ...]],
    own: Sequence[int],
    swaps: Sequence[Swap],
    vocab: Vocabulary,
    spec: ModelSpec,
    notices: list[str],
) -> list[tuple[Token, ...]]:
    """The tokens with others in their places; each keeps its word of the line."""
    source, said = [list(tokens) for tokens in typed], []
    for swap in swaps:
        if swappable(swap.sentence, swap.place, swap.id, spec, own) and swap.id < vocab.size:
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


__all__ = ["Texts", "longest_target", "read_texts"]
