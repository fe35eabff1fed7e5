"""The texts of a run as tokens: cleaned, cut to the model's positions, with swaps; every change becomes a notice."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from model_core.direction import isolated, quoted
from model_core.engine.interventions import swappable
from model_core.errors import Message, Refused, abbreviated_list
from model_core.io.id_rows import id_rows, rows_of
from model_core.io.limits import DECODE_STEPS, SOURCE_LINES, TEXT_CHARACTERS
from model_core.record.edits import Swap
from model_core.record.run_spec import RunSpec
from model_core.record.tokens import Token, visible
from model_core.spec import ModelSpec
from model_core.tokenizers.typed_text import as_read, with_unseen_marked, words_of
from model_core.tokenizers.vocab import Vocabulary, clean

NAMED = 3
"""Maximum number of swaps or words that a notice names."""

LONGEST_WORD = 40
"""Characters of a word that a notice names."""

UNKNOWN, KNOWN = 5, 12
"""Maximum number of words outside a vocabulary that a notice names, and of words inside it."""

TOO_LONG = {
    "source": Message("The source has {count:,} tokens; this model reads the first {room}."),
    "target": Message("The target has {count:,} tokens; this model reads the first {room}."),
}
TOO_LONG_OF_SEVERAL = {
    "source": Message("Sentence {sentence}: the source has {count:,} tokens; this model reads the first {room}."),
    "target": Message("Sentence {sentence}: the target has {count:,} tokens; this model reads the first {room}."),
}

SHOWN = 80
"""Characters of a line that a notice repeats."""


@dataclass
class RunTexts:
    """The cleaned texts of a run; `notices` say what was changed.

    lines     source lines as they are read; of ids their text
    typed     tokens of each line, the end included
    source    the same after swaps
    lengths   how many tokens of each line belong to the text: all but an end that was added
    target    tokens that each given target line writes, the end included; None if the model writes
    target_lines  the given target lines as they are read, [] if the model writes
    starts    the token that the decoder reads before each target
    prefixes  ids that each target must begin with; for a line without text the end alone
    branches  ids that the text of each of the run's branches begins with
    """

    lines: list[str]
    typed: list[tuple[Token, ...]]
    source: list[tuple[Token, ...]]
    lengths: list[int]
    target: list[tuple[Token, ...]] | None
    target_lines: list[str]
    starts: list[Token]
    prefixes: list[list[int]]
    branches: list[list[int]] = field(default_factory=list)
    notices: list[str] = field(default_factory=list)


def read_texts(
    run: RunSpec, vocab: Vocabulary, spec: ModelSpec, known_words: Sequence[str], language: str = ""
) -> RunTexts:
    """Clean, cut and tokenise the texts of a run; `language` is the one that the model reads, "" if it has none.
    Raises Refused if nothing can be run."""
    notices: list[str] = []
    reader = (_IdReader if run.ids else _Reader)(run, vocab, spec, language, notices)
    lines = reader.lines()
    typed, lengths = zip(*map(reader.source, lines), strict=True)
    _note_unseen_words(reader.unseen, notices)
    target, target_lines, starts = None, list[str](), [vocab.target.token(spec.bos_id)] * len(lines)
    if run.target is not None:
        target_lines = reader.targets(len(lines))
        starts, target = map(list, zip(*map(reader.target, target_lines), strict=True))
    prefixes = [reader.prefix(index) if lengths[index] else [spec.eos_id] for index in range(len(lines))]
    branches = [_checked_prefix(branch.ids, vocab, spec) for branch in run.branches]
    _note_unknown_words([*typed, *(target or [])], known_words, notices)
    lines = [reader.text(line, tokens, vocab) for line, tokens in zip(lines, typed, strict=True)]
    target_lines = [
        reader.text(line, tokens, vocab.target) for line, tokens in zip(target_lines, target or (), strict=True)
    ]
    source = _swapped(typed, lengths, run.edits.swaps, vocab, spec, notices)
    notices = list(dict.fromkeys(notices))
    return RunTexts(
        lines, list(typed), source, list(lengths), target, target_lines, starts, prefixes, branches, notices
    )


def _note_unknown_words(lines: Sequence[Sequence[Token]], known_words: Sequence[str], notices: list[str]) -> None:
    """Add a notice about words that the model's vocabulary does not have."""
    if unknown := list(dict.fromkeys(word for line in lines for word in unknown_words(line))):
        notices.append(unknown_notice(unknown, known_words))


def unknown_words(tokens: Iterable[Token]) -> list[str]:
    """The words among these tokens that the vocabulary does not have, as they were typed."""
    return [one.text for one in tokens if one.kind == "unknown" and one.text != one.piece]


def unknown_notice(unknown: Sequence[str], known_words: Sequence[str]) -> Message:
    """The notice about words that a vocabulary does not have; `known_words` are all of its own, () for very many."""
    words = abbreviated_list([quoted(_shortened(word)) for word in unknown], UNKNOWN)
    if not known_words:
        return Message("Not in this model's vocabulary: {words}.", words=words)
    own = abbreviated_list(list(map(isolated, known_words)), KNOWN, " ")
    return Message("Not in this model's vocabulary: {words}. It knows only these words: {own}.", words=words, own=own)


def unfinished_notice(limit: int) -> Message:
    """The notice about a sentence that was cut at the limit of its length."""
    one, more = ("The model did not end the sentence; writing stopped after 1 token.",
                 "The model did not end the sentence; writing stopped after {limit} tokens.")  # fmt: skip
    return Message(one if limit == 1 else more, limit=limit)


def longest_target(run: RunSpec, spec: ModelSpec, sources: int, prefix: int) -> int:
    """The most rows a run may write, for this many source tokens (end included) and `prefix` forced target tokens."""
    fitted = min(DECODE_STEPS, 2 * sources + 16)
    return max(1, min(spec.max_positions, run.max_steps or max(fitted, prefix + 16)))


class _Reader:
    """Turns the texts of a run into tokens of a model and adds a notice for every change."""

    def __init__(self, run: RunSpec, vocab: Vocabulary, spec: ModelSpec, language: str, notices: list[str]) -> None:
        self.run, self.vocab, self.spec, self.language, self.notices = run, vocab, spec, language, notices
        self.sentences = {"source": 0, "target": 0}  # that were read
        self.unseen: list[str] = []  # words of all lines

    def lines(self) -> list[str]:
        """The source lines as they are read.

        Raises Refused for none, too many, or fewer than there are targets; or for a field that does not fit.
        """
        self.run.checked()
        lines, targets = self.rows(self.run.source), self.rows(self.run.target or ())
        if not lines:
            raise Refused("E-RUN-EMPTY", "a run needs at least one source line")
        if len(lines) > SOURCE_LINES:
            raise Refused(
                "E-RUN-LINES", "{lines_count} source lines; at most {source_lines} can be shown at once",
                lines_count=len(lines), source_lines=SOURCE_LINES,
            )  # fmt: skip
        if len(targets) > len(lines):
            raise Refused(
                "E-RUN-LINES", "each source line needs a target line: there are {targets_count} for {lines_count}",
                targets_count=len(targets), lines_count=len(lines),
            )  # fmt: skip
        return [self.read(_cleaned(line, "source", self.notices)) for line in lines]

    def targets(self, lines: int) -> list[str]:
        """The given target of each line, "" if there is none."""
        given = self.rows(self.run.target or ())
        return [_cleaned(text, "target", self.notices) for text in [*given, *[""] * (lines - len(given))]]

    def rows(self, lines: Sequence[str]) -> Sequence[str]:
        """The sentences among the given lines."""
        return lines

    def read(self, line: str) -> str:
        """A cleaned source line as it is read; spelling and capitals may have been corrected."""
        return _as_read(line, self.vocab, self.run.as_typed, self.notices)

    def text(self, line: str, tokens: Sequence[Token], vocab: Vocabulary) -> str:
        return line

    def source(self, line: str) -> tuple[tuple[Token, ...], int]:
        """(tokens that the encoder reads, how many of these belong to the line itself)."""
        tokens, unseen = with_unseen_marked(self.cut(self.vocab.tokens(line), "source", 1), line, self.vocab)
        if self.language and _is_foreign(line, unseen):
            self.notices.append(
                Message("Many of these words were never seen in training: this model reads {language}.",
                        language=self.language)
            )  # fmt: skip
        else:
            self.unseen += unseen
        return (*tokens, self.vocab.token(self.spec.eos_id)), len(tokens)

    def target(self, text: str) -> tuple[Token, tuple[Token, ...]]:
        """(the token that the decoder reads first, the tokens written) of a given target."""
        vocab = self.vocab.target
        written = self.cut(vocab.tokens(text), "target", 1)
        return vocab.token(self.spec.bos_id), (*written, vocab.token(self.spec.eos_id))

    def prefix(self, sentence: int) -> list[int]:
        """Ids that this sentence's target must begin with. Raises Refused for ids that no text can have."""
        run = self.run
        if sentence != run.prefix_sentence or run.target is not None:
            return []
        return _checked_prefix(run.prefix or self.opening(clean(run.opening)), self.vocab, self.spec)

    def opening(self, text: str) -> Sequence[int]:
        """Ids of a typed beginning of a target."""
        return self.vocab.target.ids([text])[0] if text.strip() else ()

    def cut(self, tokens: tuple[Token, ...], side: str, added: int) -> tuple[Token, ...]:
        """The tokens of the side's next sentence, cut so that together with `added` ones they fit the model's
        positions."""
        room = self.spec.max_positions - added
        self.sentences[side] += 1
        if len(tokens) > room:
            words = TOO_LONG if len(self.rows(self.run.source)) == 1 else TOO_LONG_OF_SEVERAL
            cut = {"sentence": self.sentences[side], "count": len(tokens), "room": room}
            self.notices.append(Message(words[side], **cut))
        return tokens[:room]


class _IdReader(_Reader):
    """Texts that are token ids, read as they are. Of a target all but the last id are read and all but the first
    written, as in training."""

    def rows(self, lines: Sequence[str]) -> Sequence[str]:
        return rows_of(lines)

    def read(self, line: str) -> str:
        return line

    def text(self, line: str, tokens: Sequence[Token], vocab: Vocabulary) -> str:
        return vocab.text(token.id for token in tokens)

    def source(self, line: str) -> tuple[tuple[Token, ...], int]:
        tokens = self.cut(id_tokens(self.vocab, line, self.spec.unk_id), "source", 0)
        if tokens and all(token.id == self.spec.pad_id for token in tokens):
            raise Refused(
                "E-RUN-PADDING", "a line consists only of padding ({pad_id}): there is nothing to read",
                pad_id=self.spec.pad_id,
            )  # fmt: skip
        return tokens or (self.vocab.token(self.spec.eos_id),), len(tokens)

    def target(self, text: str) -> tuple[Token, tuple[Token, ...]]:
        vocab = self.vocab.target
        tokens = self.cut(id_tokens(vocab, text, self.spec.unk_id), "target", -1)
        start, written = (tokens[0], tokens[1:]) if tokens else (vocab.token(self.spec.bos_id), ())
        return start, written or (vocab.token(self.spec.eos_id),)

    def opening(self, text: str) -> Sequence[int]:
        return [token.id for row in id_rows(text)[:1] for token in id_tokens(self.vocab.target, row, self.spec.unk_id)]


def _checked_prefix(ids: Sequence[int], vocab: Vocabulary, spec: ModelSpec) -> list[int]:
    """A forced beginning, cut to the model's positions. Raises Refused for ids that no text can have."""
    if any(not 0 <= i < vocab.target.size or i in spec.never_written for i in ids):
        raise Refused(
            "E-RUN-PREFIX",
            "the forced prefix contains a padding or start token, or ids outside this model's vocabulary",
        )
    return list(ids[: spec.max_positions - 1])


def _swapped(
    typed: Sequence[tuple[Token, ...]],
    lengths: Sequence[int],
    swaps: Sequence[Swap],
    vocab: Vocabulary,
    spec: ModelSpec,
    notices: list[str],
) -> list[tuple[Token, ...]]:
    """The tokens with some replaced; a new token keeps the word index of the one it replaces."""
    source, said = [list(tokens) for tokens in typed], list[str]()
    for swap in swaps:
        if swappable(swap.sentence, swap.place, swap.id, spec, lengths) and swap.id < vocab.size:
            old = typed[swap.sentence][swap.place]
            new = vocab.token(swap.id)
            source[swap.sentence][swap.place] = replace(new, word=old.word)
            said.append(
                Message("{new} instead of {old} (token {place})",
                        new=quoted(new.text), old=quoted(old.text), place=swap.place + 1)
            )  # fmt: skip
    if said:
        notices.append(Message("The model reads {words}.", words=abbreviated_list(said, NAMED)))
    return [tuple(tokens) for tokens in source]


def _cleaned(line: str, side: str, notices: list[str]) -> str:
    """The line, cut to TEXT_CHARACTERS and without lone surrogates."""
    if len(line) > TEXT_CHARACTERS:
        cut = {"most": TEXT_CHARACTERS, "count": len(line)}
        notices.append(
            Message("The source was cut to its first {most:,} of {count:,} characters.", **cut) if side == "source"
            else Message("The target was cut to its first {most:,} of {count:,} characters.", **cut)
        )  # fmt: skip
        line = line[:TEXT_CHARACTERS]
    text = clean(line)
    if text != line:
        notices.append(
            Message("Half characters (lone surrogates) in the source are shown as \ufffd.") if side == "source"
            else Message("Half characters (lone surrogates) in the target are shown as \ufffd.")
        )  # fmt: skip
    return text


def _as_read(line: str, vocab: Vocabulary, as_typed: bool, notices: list[str]) -> str:
    """The line as the model reads it: capitals and misspellings corrected unless `as_typed`, with a notice."""
    reading = as_read(line, vocab)
    if as_typed:
        if reading.capitals or reading.words:
            capitals, letters = "Capitals are read as typed.", "Misspellings are read as typed."
            notices.append(Message(capitals if reading.capitals else letters))
        return line
    if reading.capitals:
        shown = reading.text if len(reading.text) <= SHOWN else f"{reading.text[:SHOWN]}…"
        notices.append(Message("Capitals are read in sentence case: {text}", text=isolated(shown)))
    if reading.words:
        pairs = ((isolated(typed), isolated(word)) for typed, word in reading.words)
        words = abbreviated_list([Message("{typed} as {word}", typed=typed, word=word) for typed, word in pairs], NAMED)
        notices.append(Message("Misspellings are corrected: the model reads {words}.", words=words))
    return reading.text


def _is_foreign(line: str, unseen: Sequence[str]) -> bool:
    """Whether a line of such words is in another language; words that all have capitals are names."""
    names = all(word[0].isupper() for word in unseen)
    words = {word for word in words_of(line) if len(word) > 1}  # one-letter words are never unseen
    return not names and len(unseen) >= 2 and len(words) <= 2 * len(unseen)


def _note_unseen_words(unseen: Sequence[str], notices: list[str]) -> None:
    """Add a notice about the words that did not occur in training."""
    if unseen:
        notices.append(unseen_notice(list(dict.fromkeys(unseen))))


def _shortened(word: str) -> str:
    """A word for a notice: a line of a file that is no text may be one."""
    return word if len(word) <= LONGEST_WORD else f"{word[:LONGEST_WORD]}…"


def unseen_notice(unseen: Sequence[str]) -> Message:
    """The notice about words that did not occur in training."""
    words = abbreviated_list([isolated(_shortened(word)) for word in unseen], NAMED)
    one, more = ("Never seen in training: {words}. Do not trust how it is translated.",
                 "Never seen in training: {words}. Do not trust how they are translated.")  # fmt: skip
    return Message(one if len(unseen) == 1 else more, words=words)


DIGITS = 9
"""Most digits of an id."""


def id_tokens(vocab: Vocabulary, row: str, unknown: int) -> tuple[Token, ...]:
    """The tokens of a row of ids, special ones and padding among them; what is not an id becomes the `unknown` one."""
    words = clean(row).split()
    ids = [int(word) if word.isascii() and word.isdigit() and len(word) <= DIGITS else -1 for word in words]
    known = [0 <= index < vocab.size for index in ids]
    tokens = vocab.tokens_of([index if good else unknown for index, good in zip(ids, known, strict=True)])
    note = Message("not an id of this model: 0 to {last:,}", last=vocab.size - 1)
    return tuple(
        token if good else replace(token, text=visible(word) or "?", kind="unknown", note=note)
        for token, good, word in zip(tokens, known, words, strict=True)
    )
