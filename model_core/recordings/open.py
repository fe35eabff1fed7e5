"""Opens a recording (model_core.recordings.save) as a Trace: no model, no torch; reads only what is selected.

The header is checked by arithmetic before any array is read: sizes, names, shapes, precisions, and that the arrays lie
one after another up to the file's last byte.
Shapes: B sentences, Q queries, M memory (keys), H heads.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np

from model_core.errors import Message, Refused, abbreviated_list
from model_core.record.derived_maps import most_recorded_cells
from model_core.record.run_spec import RunSpec
from model_core.record.tokens import Token
from model_core.record.trace import FUTURE, PADDING, VISIBLE, ModelInfo, Sentence, Trace
from model_core.recordings import token_spelling
from model_core.recordings.file_format import Recording, read_recording, spec_of
from model_core.recordings.stored_arrays import RecordedArrays, gaps
from model_core.spec import ModelSpec

NOT_COMPUTED = (
    "A recording has the results of another program, so it cannot be recomputed with another text, mask or "
    "choice. Choose a model to do that."
)


class Recordings:
    """Answers runs whose model is a recording, as model_core.engine.engine.Engine answers those of a model."""

    def run(self, run: RunSpec) -> Iterator[Trace]:
        """The one event of such a run: its complete Trace. Raises Refused."""
        yield self.trace(run)

    def trace(self, run: RunSpec) -> Trace:
        """The Trace of a recording. Raises Refused for any other file, or a run that would have to be computed."""
        return open_recording(run.model, run)


def open_recording(path: str | Path, run: RunSpec | None = None) -> Trace:
    """A recording as a complete Trace whose arrays are read when they are requested.

    run  what it answers: that of `recorded_run`, or the same without its source; None = that
    Raises Refused for a file that is not a recording, or a run that asks for something else than was recorded.
    """
    recording = read_recording(path)
    sentences, own = _sentences(recording), recorded_run(path, recording)
    asked = own if run is None else run
    if asked.with_(model=own.model, candidates=own.candidates, max_steps=0) not in (own, own.with_(source=("",))):
        raise Refused("E-REC-RUN", NOT_COMPUTED)
    spec = spec_of(recording)
    return Trace(
        run=asked, model=_info(recording, spec), stage="complete", sentences=sentences,
        arrays=RecordedArrays(recording, most_recorded_cells(spec)),
        reasons={kind: _reasons(recording, kind) for kind in recording.layers},
        ids={}, numbers={}, notices=_notices(recording),
    )  # fmt: skip


def recorded_run(path: str | Path, recording: Recording | None = None) -> RunSpec:
    """The run that a recording answers: its file as the model, the texts that its source tokens spell as the source
    ("" for each sentence of a decoder alone). Raises Refused for a file that is not a recording."""
    recording = recording or read_recording(path)
    return RunSpec(model=str(Path(path).absolute()), source=tuple(one.source_text for one in _sentences(recording)))


def _sentences(recording: Recording) -> tuple[Sentence, ...]:
    """The tokens of every sentence, spelled as its tokenizer does."""
    source = token_spelling.spelling([piece for one in recording.sides for piece in one[0]])
    target = token_spelling.spelling([piece for one in recording.sides for piece in (*one[1], *one[2])])
    made = []
    for pieces, read_pieces, written_pieces in recording.sides:
        tokens, read = token_spelling.tokens(pieces, source), token_spelling.tokens(read_pieces, target)
        written = token_spelling.tokens(written_pieces, target) if written_pieces else _following(read)
        text = token_spelling.line(written if written_pieces else read, target)
        made.append(Sentence(token_spelling.line(tokens, source), text, tokens, read, written))
    return tuple(made)


def _following(read: tuple[Token, ...]) -> tuple[Token, ...]:
    """What the rows wrote: the token that the next row reads; that of the last row is unknown."""
    return (*read[1:], token_spelling.LATER) if read else ()


def _info(recording: Recording, spec: ModelSpec) -> ModelInfo:
    about = "A recording made by another program, without its model."
    return ModelInfo(
        str(recording.path), recording.name, recording.hash, spec, 0, about=about, device="", recorded=True
    )


def _reasons(recording: Recording, kind: str) -> np.ndarray:
    """(B, Q, M) uint8: later tokens where no row reads one, and what lies behind the end of a sentence."""
    rows = [len(one[0] if kind == "encoder" else one[1]) for one in recording.sides]
    columns = [len(one[1] if kind == "decoder" else one[0]) for one in recording.sides]
    return reasons(max(rows), columns, kind in recording.causal)


def reasons(rows: int, columns: list[int], causal: bool) -> np.ndarray:
    """(B, rows, longest) uint8 of VISIBLE, FUTURE, PADDING for sentences with that many columns each."""
    longest = max(columns)
    later = np.triu(np.ones((rows, longest), bool), 1) if causal else np.zeros((1, longest), bool)
    shape = len(columns), rows, longest
    if min(columns) == longest:
        return np.broadcast_to(np.where(later, FUTURE, VISIBLE).astype(np.uint8), shape)
    beyond = np.arange(longest) >= np.array(columns)[:, None, None]
    return np.broadcast_to(np.where(beyond, PADDING, np.where(later, FUTURE, VISIBLE)).astype(np.uint8), shape)


def _notices(recording: Recording) -> tuple[str, ...]:
    """Notices about what this recording has and lacks."""
    said = [Message("A recording of {words}, and nothing else.", words=_words(recording))]
    if missing := sorted(name.rpartition(".")[0] for name in gaps(recording)):
        said.append(Message("{count} of its layers have no weights (the first is {first}): their cells are empty.",
                            count=len(missing), first=missing[0]))  # fmt: skip
    if recording.uneven:
        said += [Message(_UNEVEN[kind]) for kind in sorted(recording.uneven)]
    if recording.follows:
        kinds = [kind for kind in recording.layers if kind in recording.follows]
        head, width = (
            " / √".join(map(str, dict.fromkeys(sizes)))
            for sizes in (
                map(recording.width_of, kinds),
                (recording.heads_of(kind) * recording.width_of(kind) for kind in kinds),
            )
        )
        said.append(Message(_SCALED[recording.scale], head=head, width=width))
    if recording.causal:
        said.append(Message("Later tokens are hatched because no head reads them; the mask itself was not recorded."))
    if recording.lengths[1] and not recording.sides[0][2]:
        said.append(
            Message("Each row's written token is the one that the next row reads; the last one was not recorded.")
        )
    return tuple(said)


_UNEVEN = {
    "encoder": "Rows of its encoder attention do not sum to 1; they are shown as recorded. Dropout does this when a "
    "model is in training mode.",
    "decoder": "Rows of its decoder attention do not sum to 1; they are shown as recorded. Dropout does this when a "
    "model is in training mode.",
    "cross": "Rows of its cross-attention do not sum to 1; they are shown as recorded. Dropout does this when a "
    "model is in training mode.",
}  # fmt: skip
_LAYERS = {"encoder": "{count} encoder", "decoder": "{count} decoder", "cross": "{count} cross"}
_SCALED = {
    "head": "Scores are divided by √{head} (the head width), which reproduces the recorded weights.",
    "model": "Scores are divided by √{width} (the model width), which reproduces the recorded weights.",
    "none": "Scores are not divided by anything, which reproduces the recorded weights.",
}


def _words(recording: Recording) -> str:
    """What is recorded, in words: "the weights of 6 encoder, 6 decoder, 6 cross layers (8 heads), queries, …"."""
    layers = abbreviated_list([Message(_LAYERS[kind], count=count) for kind, count in recording.layers.items()], 3)
    ends = {name.rpartition(".")[2] for name in recording.tensors}
    said = [("q", Message("queries")), ("k", Message("keys")), ("v", Message("values"))]
    more = [word for end, word in said if end in ends]
    if any(".hidden_states." in name for name in recording.tensors):
        more.append(Message("hidden states"))
    heads = " + ".join(map(str, dict.fromkeys(map(recording.heads_of, recording.layers))))
    weights = Message("the weights of {layers} layers ({heads} heads)", layers=layers, heads=heads)
    return abbreviated_list([weights, *more], 5)
