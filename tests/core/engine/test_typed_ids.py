"""Token ids exactly as they are typed: the tensors of a tutorial give the numbers of a plain call of the model."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from model_core.engine.engine import Engine
from model_core.errors import Refused
from model_core.io.id_rows import id_rows, is_tensor
from model_core.record.edits import Decoding, Edits, MaskEdits, Patch
from model_core.record.patching import donor_of
from model_core.record.run_spec import RunSpec
from model_core.tokenizers.foreign import IdVocabulary, Specials
from tests.made.small import SENTENCES, small_model, small_pieces, varied_model

SOURCE = [[1, 5, 6, 4, 3, 9, 5, 2, 0], [1, 8, 7, 3, 4, 5, 6, 7, 2]]
TARGET = [[1, 7, 4, 3, 5, 9, 2, 0], [1, 5, 6, 2, 4, 7, 6, 2]]
PIECES = small_pieces()


@pytest.fixture(scope="module")
def engine() -> Engine:
    """A model of ten ids without a tokenizer, "plain", and one that reads pieces, "pieces"."""
    plain = small_model(source_vocabulary=10, target_vocabulary=10)
    made = Engine()
    made.add("plain", plain, IdVocabulary(10, 10, Specials.from_spec(plain.spec)))
    made.add("pieces", varied_model(PIECES), PIECES)
    return made


@given(st.lists(st.lists(st.integers(0, 99999), min_size=1, max_size=8), min_size=1, max_size=5))
def test_rows_are_read_as_python_prints_them(rows: list[list[int]]) -> None:
    plain = tuple(" ".join(map(str, row)) for row in rows)
    for printed in (str(rows), f"tensor({rows})", f"torch.tensor({rows}).to(device)", "\n".join(plain)):
        assert id_rows(printed) == plain
    assert is_tensor(str(rows)) and is_tensor(f"x = tensor({rows})".split("= ")[1]) and not is_tensor(plain[0])


def test_rows_that_are_still_typed() -> None:
    assert id_rows("[[1, 5], [1, 8") == ("1 5", "1 8")
    assert id_rows("tensor([[ 1,  5],\n        [10, 20]])") == ("1 5", "10 20")
    assert id_rows("") == id_rows("[[") == id_rows(" \n") == ()
    assert not is_tensor("[[1, 5], [1, 8") and not is_tensor("[1, see]")


def test_the_tensors_of_a_tutorial_give_what_the_model_gives(engine: Engine) -> None:
    """out = model(x, trg[:, :-1]), against trg[:, 1:]."""
    trace = engine.trace(RunSpec("plain", (str(SOURCE),), (str(TARGET),), ids=True))
    source, target = torch.tensor(SOURCE), torch.tensor(TARGET)
    with torch.no_grad():
        log_p_BTV = engine.open("plain").model(source, target[:, :-1]).log_softmax(-1)
    wanted_BT = log_p_BTV.gather(2, target[:, 1:, None]).squeeze(2)
    np.testing.assert_array_equal(trace.ids["source"], SOURCE)
    np.testing.assert_array_equal(trace.ids["read"], target[:, :-1])
    np.testing.assert_allclose(trace.numbers["log_probability"], wanted_BT, atol=1e-6)
    first = trace.sentences[0]
    assert [token.id for token in first.source] == SOURCE[0] and first.source[-1].kind == "pad"
    assert [token.id for token in first.written] == TARGET[0][1:] and not first.finished
    assert trace.sentences[1].finished and not trace.notices


def test_the_ids_of_a_text_give_its_numbers(engine: Engine) -> None:
    for line in SENTENCES[:3]:
        text = engine.trace(RunSpec("pieces", (line,)))
        one = text.sentences[0]
        ids = engine.trace(RunSpec("pieces", (" ".join(str(token.id) for token in one.source),), ids=True))
        assert ids.sentences[0].source == one.source and ids.sentences[0].source_text == one.source_text
        assert [token.id for token in ids.sentences[0].written] == [token.id for token in one.written]
        for name, array in text.arrays.items():
            np.testing.assert_allclose(ids.arrays[name], array, atol=1e-5, err_msg=name)


def test_nothing_is_added(engine: Engine) -> None:
    trace = engine.trace(RunSpec("plain", ("7 4 4",), ("5 6",), ids=True))
    one = trace.sentences[0]
    assert trace.ids["source"].tolist() == [[7, 4, 4]]
    assert [token.id for token in one.read] == [5] and [token.id for token in one.written] == [6]
    longest = engine.open("plain").model.spec.max_positions
    full = engine.trace(RunSpec("plain", (" ".join(["4"] * (longest + 1)),), ids=True))
    assert len(full.sentences[0].source) == longest and "reads the first" in full.notices[0]


def test_what_is_no_id_is_named_and_padding_alone_refused(engine: Engine) -> None:
    trace = engine.trace(RunSpec("plain", ("7 x 10",), ids=True))
    assert [token.kind for token in trace.sentences[0].source] == ["word", "unknown", "unknown"]
    assert "Not in this model's vocabulary: “x”, “10”." in trace.notices
    with pytest.raises(Refused) as refused:
        engine.trace(RunSpec("plain", ("7 4", "0 0"), ids=True))
    assert refused.value.code == "E-RUN-PADDING"
    with pytest.raises(Refused, match="there are 3 for 1"):
        engine.trace(RunSpec("plain", ("7 4",), ("[[1, 2], [1, 3], [1, 4]]",), ids=True))


def test_another_start_is_kept_beside_the_text(engine: Engine) -> None:
    """A text patched into itself gives the same numbers, and the run without its edits begins alike."""
    run = RunSpec("plain", ("7 4 9",), ("5 6 8 2",), ids=True)
    trace = engine.trace(run)
    assert donor_of(trace).read(1) == [5, 6, 8]
    own = Patch("feed-forward", "decoder", 0, 1, donor_of(trace))
    patched = engine.trace(run.with_(edits=Edits(patches=(own,))))
    np.testing.assert_allclose(patched.numbers["log_probability"], trace.numbers["log_probability"], atol=1e-5)
    (beside,) = patched.alternatives
    assert beside.name == "unedited" and [token.id for token in beside.read] == [5, 6, 8]


@pytest.mark.parametrize("method", ["greedy", "beam"])
def test_what_the_model_writes_beside_a_text_with_another_start_is_read_from_its_own(
    engine: Engine, method: str
) -> None:
    """The numbers are those of a plain call with the ids that are said to be read."""
    run = RunSpec("plain", ("7 4 9", "5 6"), ("5 6 8 2", "8 4 2"), ids=True, beside=True, max_steps=6)
    model = engine.open("plain").model
    found = engine.trace(run.with_(decoding=Decoding(method))).alternatives
    assert [one.name for one in found] == ["free", "free"]
    for one, source in zip(found, ([7, 4, 9], [5, 6]), strict=True):
        read, written = ([token.id for token in side] for side in (one.read, one.written))
        assert read == [model.spec.bos_id, *written[:-1]]
        with torch.no_grad():
            log_p_TV = model(torch.tensor([source]), torch.tensor([read])).log_softmax(-1)[0]
        wanted = log_p_TV[range(len(written)), written]
        np.testing.assert_allclose(one.numbers["log_probability"], wanted, atol=1e-5)
        np.testing.assert_allclose(one.numbers["probability"], wanted.exp(), atol=1e-5)
        if method == "greedy":
            log_p_TV[:, list(model.spec.never_written)] = -torch.inf
            assert log_p_TV.argmax(-1).tolist() == written


@pytest.mark.parametrize("sentence", [0, 1])
@pytest.mark.parametrize(
    "masks", [MaskEdits(), MaskEdits(future=False), MaskEdits(padding=False), MaskEdits(future=False, padding=False)]
)
def test_the_lens_reads_the_start_and_the_padding_of_the_run(engine: Engine, masks: MaskEdits, sentence: int) -> None:
    """At its last place it has the numbers of the run, whatever is typed as the start and whatever may be read."""
    run = RunSpec("plain", ("7 4 9", "5 6"), ("5 6 8 2", "8 4 4 9 6 2"), ids=True, edits=Edits(masks))
    trace = engine.trace(run)
    found = engine.lens(run, sentence)
    own = trace.numbers["log_probability"][sentence, : len(trace.sentences[sentence].written)]
    np.testing.assert_allclose(found.log_p[-1, :, 0], own, rtol=0, atol=1e-5)
    written = [token.id for token in trace.sentences[sentence].written]
    logits = trace.arrays["logits"][sentence, range(len(written)), written]
    np.testing.assert_allclose(found.shares.sum(0)[:, 0], logits, rtol=0, atol=1e-4)
