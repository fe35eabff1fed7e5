"""One run: from the texts of a RunSpec to its Traces and Steps.

It is a recorded encoding (the first Trace), decoding step by step (Steps), and one recorded pass over the finished text
(the complete Trace). The decoder is causal, so row t of that pass is decoding step t; a test compares them.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import starmap

import numpy as np
import torch
from torch import Tensor

from model_core.decoding.beam import ROOT
from model_core.decoding.draft import shared_ends
from model_core.engine.alternatives import Alternatives
from model_core.engine.batch import Batch, DecodedRow, WholePass, choice_numbers, padded, row_numbers
from model_core.engine.inputs import longest_target, read_texts, unfinished_notice
from model_core.engine.interventions import edit_notices, mask_reasons, position_tables
from model_core.engine.opened import LoadedModel, TranslatedSentence
from model_core.record.recording_policy import RecordingPolicy
from model_core.record.run_spec import RunSpec
from model_core.record.trace import Candidate, Node, Sentence, Step, Trace

TABLE_SIDE = 512
"""Whole positional tables are recorded up to this many positions and units; the rows in use are always recorded."""


class RunInProgress:
    """One run; `started` is the perf_counter value that its total time counts from, `whole` whether of a long text
    more is recorded than its maps are made of, and the maps of alternatives.

    Raises Refused for a run that does not fit the model.
    """

    def __init__(self, run: RunSpec, opened: LoadedModel, started: float, whole: bool = True) -> None:
        self.spec, self.opened, self.started, self.whole = run, opened, started, whole
        self.model, self.vocab = opened.model, opened.vocab
        texts = self.texts = read_texts(
            run, opened.vocab, opened.model.spec, opened.info.known_words, opened.info.source_language
        )
        self.source_BS = padded([[token.id for token in row] for row in texts.source], opened.model.spec.pad_id)
        self.batch = Batch(self.model, self.source_BS, run.edits, starts=[token.id for token in texts.starts])
        self.milliseconds: dict[str, float] = {}
        self.arrays: dict[str, np.ndarray] = {}
        self.notices = list(texts.notices)

    def events(self) -> Iterator[Trace | Callable[[], Step]]:
        """Trace(stage "encoded"), functions that make Steps, Trace(stage "complete")."""
        self._encode()
        yield self._encoded()
        if self.texts.target is None:
            yield from self._write()
        else:
            self.batch.force_texts([[token.id for token in tokens] for tokens in self.texts.target])
        yield self._complete()

    # -- stages -----------------------------------------------------------------------------------------------------
    def _encode(self) -> None:
        start = time.perf_counter()
        kept = self.batch.encode(self._recording_policy())
        self.arrays = {name: tensor.numpy() for name, tensor in kept.items()} | self._tables()
        self.milliseconds["encode"] = _since(start)

    def _tables(self) -> dict[str, np.ndarray]:
        """The whole positional tables in force (P, D) under their parameters' names, where they are not large."""
        spec = self.model.spec
        if max(spec.max_positions, spec.d_model) > TABLE_SIDE:
            return {}
        own = {stack: getattr(self.model, stack).embed.position.rows.detach().cpu() for stack in ("encoder", "decoder")}
        tables = own | position_tables(self.model, self.spec.edits.positions)
        return {f"{stack}.embed.position.table": table.numpy() for stack, table in tables.items()}

    def _recording_policy(self, rows: int = 0) -> RecordingPolicy:
        """What is recorded of this run; `rows` are those expected while the texts are not known yet."""
        sentences, sources = self.source_BS.shape
        rows = max(map(len, self.batch.written), default=rows)
        return RecordingPolicy(self.model.spec, sentences, sources, rows, self.whole)

    def _write(self) -> Iterator[Callable[[], Step]]:
        """Decode the whole batch; lines without text write nothing."""
        start = time.perf_counter()
        limit = self._most_rows()
        guess = self._likely_text()
        keep = self._recording_policy(len(guess))
        watch = not keep.too_large  # all rows of a long guess together are as large as its maps
        likely = [one.target for one in reversed(self.opened.recent)]
        for row in self.batch.write(
            self.spec.decoding, limit, self.texts.prefixes, guess, likely, watch=watch, keep=keep
        ):
            self.milliseconds["decode"] = _since(start)
            yield partial(self._step, row)
        if not all(map(self.batch.finished, range(len(self.texts.source)))):
            self.notices.append(unfinished_notice(limit))
        self.opened.recent.append(
            TranslatedSentence(self.spec.source[0], self.source_BS[0].tolist(), self.batch.written[0])
        )

    def _likely_text(self) -> list[int]:
        """A guess at the ids this sentence will write: the text written recently for the most similar source, since
        texts change little during typing; [] if all recent sources are too different.

        The same line again has no guess: it is written row by row, so that the Trace can compare steps with the pass.
        """
        source, recent = self.source_BS[0].tolist(), self.opened.recent
        again = recent and (recent[-1].line, recent[-1].source) == (self.spec.source[0], source)
        if len(self.texts.source) > 1 or not recent or again:
            return []
        shared, nearest = max(
            ((shared_ends(source, one.source), one) for one in reversed(recent)),
            key=lambda found: (found[1].source == source, found[0]),
        )
        return nearest.target if 2 * shared >= max(len(source), len(nearest.source)) else []

    def _most_rows(self) -> int:
        """How many rows this run may write at most."""
        prefix = max(map(len, self.texts.prefixes), default=0)
        return longest_target(self.spec, self.model.spec, self.source_BS.shape[1], prefix)

    def _step(self, row: DecodedRow) -> Step:
        values, ids = row.log_p.topk(min(self.spec.candidates, len(row.log_p)))
        columns = {"decoder": row.index + 1, "cross": len(self.texts.source[row.sentence])}
        return Step(
            self.spec,
            row.sentence,
            row.index,
            self.vocab.target.token(row.id),
            float(row.log_p[row.id].exp()),
            float(row.log_p[self.model.spec.eos_id].exp()),
            tuple(map(Candidate, map(self.vocab.target.token, ids.tolist()), values.exp().tolist())),
            {kind: rows[..., : columns[kind]].numpy() for kind, rows in row.weights.items()},
            self.vocab.target.token(self.batch.starts[row.sentence]),
        )

    def _complete(self) -> Trace:
        """The recorded pass over the finished text, and the complete Trace."""
        start = time.perf_counter()
        whole = self.batch.whole_pass(self._recording_policy())
        self.milliseconds["forward"] = _since(start) + self.milliseconds["encode"]
        self.arrays |= {name: tensor.numpy() for name, tensor in whole.kept.items()}
        numbers, candidate_ids = self._numbers(whole)
        read_BT, written_BT = whole.read_BT.numpy(), whole.written_BT.numpy()
        ids = {"source": self.source_BS.numpy(), "read": read_BT, "written": written_BT, "candidates": candidate_ids}
        masks = mask_reasons(self.arrays, self.spec.edits.masks)
        beside = Alternatives(self.spec, self.texts, self.batch, self.vocab, self._most_rows(), self.whole)
        alternatives = tuple(beside.decode())
        self.notices += edit_notices(self.spec, self.model.spec, masks, self.texts.lengths)
        self.notices += [*beside.notices, *self._recording_policy().notices()]
        self.milliseconds["total"] = _since(self.started)
        return Trace(
            self.spec,
            self.opened.info,
            "complete",
            tuple(map(self._sentence, range(len(self.texts.source)))),
            self.arrays,
            masks,
            ids,
            numbers,
            self.milliseconds,
            tuple(self.notices),
            tuple(
                tuple(tuple(map(self.vocab.target.token, ids)) for ids in rows[: len(written)])
                for rows, written in zip(candidate_ids.tolist(), self.batch.written, strict=True)
            ),
            alternatives,
            tuple(self._tree()),
        )

    @torch.inference_mode()
    def _numbers(self, whole: WholePass) -> tuple[dict[str, np.ndarray], np.ndarray]:
        """(`Trace.numbers`, candidates' ids (B, T, C)) from the recorded logits, some rows at a time."""
        blocks = list(starmap(self._block_numbers, whole.blocks()))
        numbers = {name: np.concatenate([block[name] for block in blocks], 1) for name in blocks[0]}
        apart = self.batch.cache_difference(whole)
        if apart is not None:
            numbers["cache_difference"] = apart.numpy()
        alone = self.batch.step_probability()
        if alone is not None:
            numbers["step_probability"] = alone.numpy()
        return numbers, numbers.pop("ids")

    def _block_numbers(self, logits_BRV: Tensor, log_p_BRV: Tensor, written_BR: Tensor) -> dict[str, np.ndarray]:
        """The numbers of R rows; the candidates' ids are under "ids"."""
        values, ids = log_p_BRV.topk(min(self.spec.candidates, logits_BRV.shape[-1]), -1)
        values = values.exp()
        numbers = row_numbers(log_p_BRV, written_BR, self.model.spec.eos_id)
        numbers |= {"candidates": values.numpy(), "ids": ids.numpy()}
        return numbers | choice_numbers(self.spec.decoding, self.model.spec.never_written, logits_BRV, ids, values)

    def _tree(self) -> Iterator[Node]:
        """All candidates of beam search, sentence after sentence."""
        for sentence, tree in enumerate(self.batch.trees):
            first = sum(map(len, self.batch.trees[:sentence]))
            for node, won in tree:
                parent = node.parent if node.parent == ROOT else node.parent + first
                token = self.vocab.target.token(node.id)
                yield Node(
                    sentence, parent, node.step, token, node.log_p, node.total, node.score, node.kept, node.ended, won
                )  # fmt: skip

    # -- values of the record ---------------------------------------------------------------------------------------
    def _encoded(self) -> Trace:
        """The first Trace: encoder only."""
        sentences = tuple(
            Sentence(line, "", source, (), (), 0, False)
            for line, source in zip(self.texts.lines, self.texts.source, strict=True)
        )
        return Trace(
            self.spec, self.opened.info, "encoded", sentences, dict(self.arrays),
            mask_reasons(self.arrays, self.spec.edits.masks), {"source": self.source_BS.numpy()}, {},
            dict(self.milliseconds), tuple(self.notices),
        )  # fmt: skip

    def _sentence(self, index: int) -> Sentence:
        ids = self.batch.written[index]
        if self.texts.target is None:
            written = self.vocab.target.tokens_of(ids)
            forced = min(len(self.texts.prefixes[index]), len(ids))
            text = self.vocab.target.text(ids)
        else:
            written, forced = self.texts.target[index], len(ids)
            text = self.texts.target_lines[index]
        read, source = (self.texts.starts[index], *written[:-1]), self.texts.source[index]
        return Sentence(self.texts.lines[index], text, source, read, written, forced, self.batch.finished(index))


def _since(start: float) -> float:
    """Milliseconds since a perf_counter value."""
    return (time.perf_counter() - start) * 1e3
