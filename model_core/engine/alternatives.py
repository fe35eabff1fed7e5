"""Alternative texts for the sentences of a run: unedited, branches, free-running; each with its numbers and maps.

Shapes: B sentences, T target rows, L layers, H heads, M memory (keys).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from model_core.engine.batch import Batch, Keep, WholePass, padded
from model_core.engine.inputs import RunTexts
from model_core.errors import Message
from model_core.record.edits import Decoding
from model_core.record.recording_policy import RecordingPolicy
from model_core.record.run_spec import RunSpec
from model_core.record.trace import ATTENTION, Alternative
from model_core.spec import ModelSpec
from model_core.tokenizers.vocab import Vocabulary

MOST_BRANCHES = 16
"""Maximum number of branches that a run decodes; a notice says if others are left out."""

MAPS = ("decoder", "cross")
"""The attentions whose weights an alternative records."""


class Alternatives:
    """Decodes the alternatives of a run whose `main` batch is finished; `maps`: with their maps."""

    def __init__(
        self, run: RunSpec, texts: RunTexts, main: Batch, vocab: Vocabulary, limit: int, maps: bool = True
    ) -> None:
        self.run, self.texts, self.main, self.vocab, self.limit, self.maps = run, texts, main, vocab, limit, maps
        self.spec: ModelSpec = main.model.spec
        self.notices: list[str] = []

    def decode(self) -> Iterator[Alternative]:
        """All alternatives of the run: unedited, its branches in order, then free-running."""
        if self.run.edits:
            yield from self._unedited()
        if self.run.branches:
            yield from self._branches()
        if self.run.beside and self.texts.target is not None:
            every = self.main.subset(range(len(self.main.sentences)))
            yield from self._write("free", every, self.run.decoding, self.texts.prefixes)

    def _unedited(self) -> Iterator[Alternative]:
        """The same run without its edits."""
        rows = [[token.id for token in tokens] for tokens in self.texts.typed]
        plain = Batch(self.main.model, padded(rows, self.spec.pad_id), starts=self.main.starts)
        plain.encode()
        if self.texts.target is not None:
            plain.force_texts(self.main.written)
            yield from self._alternatives_of("unedited", plain, [len(ids) for ids in plain.written])
            return
        guess = self.main.written[0] if len(rows) == 1 else []
        yield from self._write("unedited", plain, self.run.decoding, self.texts.prefixes, guess)

    def _branches(self) -> Iterator[Alternative]:
        """Each branch, continued greedily under the run's edits; all of them in one batch."""
        here = [
            (branch.sentence, ids)
            for branch, ids in zip(self.run.branches, self.texts.branches, strict=True)
            if branch.sentence < len(self.texts.lines)
        ][:MOST_BRANCHES]
        if lost := len(self.run.branches) - len(here):
            one = "1 branch is not shown: it belongs to a missing line, or exceeds the limit of {most}."
            more = "{count:,} branches are not shown: they belong to missing lines, or exceed the limit of {most}."
            self.notices.append(Message(one if lost == 1 else more, count=lost, most=MOST_BRANCHES))
        if here:
            part = self.main.subset([sentence for sentence, _ in here])
            yield from self._write("branch", part, Decoding(), [ids for _, ids in here])

    def _write(
        self, name: str, batch: Batch, decoding: Decoding, beginnings: Sequence[list[int]], guess: Sequence[int] = ()
    ) -> Iterator[Alternative]:
        """Let the model continue these prefixes, one per row; returns the resulting alternatives."""
        limit = min(self.spec.max_positions, max(self.limit, *(len(ids) + 16 for ids in beginnings)))
        limit = min(self.spec.max_positions, self.run.max_steps or limit)
        for _ in batch.write(decoding, limit, beginnings, guess, keep=self._keep(batch, len(guess))):
            pass
        forced = [min(len(ids), len(own)) for ids, own in zip(beginnings, batch.written, strict=True)]
        yield from self._alternatives_of(name, batch, forced)

    def _alternatives_of(self, name: str, batch: Batch, forced: Sequence[int]) -> Iterator[Alternative]:
        """One Alternative for each row of the batch, from one recorded pass over the texts."""
        whole = batch.whole_pass(self._keep(batch, max(map(len, batch.written))))
        numbers = whole.numbers(self.spec.eos_id)
        for row, ids in enumerate(batch.written):
            written = self.vocab.target.tokens_of(ids)
            yield Alternative(
                name,
                batch.sentences[row],
                (self.vocab.target.token(batch.starts[row]), *written[:-1]),
                written,
                forced[row],
                batch.finished(row),
                {key: values[row, : len(ids)] for key, values in numbers.items()},
                self._weights(whole, row, len(ids), batch.sentences[row]),
            )

    def _keep(self, batch: Batch, rows: int) -> Keep:
        """What is recorded of a batch of so many rows: the decoder's maps, except those that are too large."""
        sentences, sources = batch.source_BS.shape
        too_large = RecordingPolicy(self.spec, sentences, sources, rows).too_large
        names = {name for kind in MAPS for name in self._names(kind) if name.rpartition(".")[0] not in too_large}
        return (names if self.maps else set[str]()).__contains__

    def _names(self, kind: str) -> list[str]:
        """The hook names of an attention's weights, one for each layer."""
        return [f"{ATTENTION[kind].format(layer=layer)}.weights" for layer in range(self.spec.decoder_layers)]

    def _weights(self, whole: WholePass, row: int, length: int, sentence: int) -> dict[str, np.ndarray]:
        """kind -> (L, H, T, M) weights of one sentence, without padding, as far as they were recorded."""
        columns = {"decoder": length, "cross": len(self.texts.source[sentence])}
        return {
            kind: np.stack([whole.kept[name][row, :, :length, :keys].numpy() for name in self._names(kind)])
            for kind, keys in columns.items()
            if whole.kept.keys() >= set(self._names(kind))
        }
