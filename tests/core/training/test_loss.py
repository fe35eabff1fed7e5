"""The fused loss is the plain label-smoothed cross-entropy, in value and in gradient."""

from __future__ import annotations

import pytest
import torch
import torch.nn.functional as F
from hypothesis import given, settings
from hypothesis import strategies as st

from model_core.training import loss
from model_core.training.loss import ROWS, STEP, smoothed_loss
from model_core.training.teacher_forcing import Learner, collate, evaluate_forced
from tests.daily import examples
from tests.small import small_model

PAIRS = [([5, 6, 7], [8, 9]), ([10], [11, 12, 13, 14]), ([15, 16], [17])]


def plain(
    hidden: torch.Tensor, table: torch.Tensor, bias: torch.Tensor, targets: torch.Tensor, smoothing: float
) -> torch.Tensor:
    """PyTorch's own, on all the logits at once."""
    return F.cross_entropy(hidden @ table.T + bias, targets, label_smoothing=smoothing, reduction="sum")


def gradients(function, rows: int, width: int, size: int, smoothing: float, seed: int = 0) -> tuple[torch.Tensor, ...]:
    """(loss, gradients of the hidden states, the table and the bias), with a factor behind the loss."""
    generator = torch.Generator().manual_seed(seed)
    hidden = torch.randn(rows, width, generator=generator, requires_grad=True)
    table = torch.randn(size, width, generator=generator, requires_grad=True)
    bias = torch.randn(size, generator=generator, requires_grad=True)
    targets = torch.randint(size, (rows,), generator=generator)
    loss = function(hidden, table, bias, targets, smoothing)
    (loss * 0.37).backward()
    return loss.detach(), hidden.grad, table.grad, bias.grad


@settings(max_examples=examples(40))
@given(
    st.one_of(st.integers(1, 5), st.sampled_from([STEP - 1, STEP, STEP + 1, ROWS - 1, ROWS, ROWS + 1, 2 * ROWS + 70])),
    st.integers(1, 24),
    st.integers(2, 60),
    st.sampled_from([0.0, 0.1, 0.5]),
)
def test_value_and_gradients(rows: int, width: int, size: int, smoothing: float) -> None:
    ours = gradients(smoothed_loss, rows, width, size, smoothing)
    theirs = gradients(plain, rows, width, size, smoothing)
    for one, other in zip(ours, theirs, strict=True):
        assert one.shape == other.shape and one.dtype == other.dtype
        assert torch.allclose(one, other, rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("half", [False, True])
def test_a_word_held_impossible_costs_what_its_logit_says(half: bool) -> None:
    """Where float32 holds no such probability, as in a training that diverges, the loss does not stop at 85."""
    hidden, table, bias = torch.zeros(2, 4), torch.zeros(3, 4), torch.tensor([0.0, -1000.0, 0.0])
    targets = torch.tensor([1, 0])
    with torch.autocast("cpu", torch.bfloat16, enabled=half):
        found = smoothed_loss(hidden, table, bias, targets, 0.1)
    assert float(found) == pytest.approx(float(plain(hidden, table, bias, targets, 0.1)), rel=0.01)


def test_no_rows_are_no_loss() -> None:
    loss, hidden, table, bias = gradients(smoothed_loss, 0, 4, 5, 0.1)
    assert float(loss) == 0 and hidden.shape == (0, 4) and float(table.abs().sum()) == float(bias.abs().sum()) == 0


@pytest.mark.parametrize("cells", [0, loss.HALF_CELLS])
def test_in_half_precision_it_stays_close(cells: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """In chunks of ROWS rows, and all at once."""
    monkeypatch.setattr(loss, "HALF_CELLS", cells)
    exact = gradients(plain, 2 * ROWS + 70, 32, 50, 0.1)
    with torch.autocast("cpu", torch.bfloat16):
        rough = gradients(smoothed_loss, 2 * ROWS + 70, 32, 50, 0.1)
    assert float(rough[0]) == pytest.approx(float(exact[0]), rel=0.02)
    for one, other in zip(rough[1:], exact[1:], strict=True):
        assert one.dtype == torch.float32
        assert float((one - other).norm() / other.norm()) < 0.02


@pytest.mark.parametrize("bias", [False, True])
def test_the_learner_trains_every_parameter_with_the_right_gradient(bias: bool) -> None:
    """Padding counts nothing, and an output bias is learned like all the rest."""
    model = small_model(tied=False, output_bias=bias)
    source, read, written = collate(PAIRS, model.spec)
    loss = Learner(model, 0.1)(source, read, written)
    loss.backward()
    ours = {name: p.grad.clone() for name, p in model.named_parameters() if p.grad is not None}
    model.zero_grad()
    logits = model(source, read)
    real = written != model.spec.pad_id
    expected = F.cross_entropy(logits[real], written[real], label_smoothing=0.1, reduction="sum")
    expected.backward()
    assert float(loss.detach()) == pytest.approx(float(expected.detach()), rel=1e-5)
    assert ours.keys() == {name for name, _ in model.named_parameters()}
    for name, p in model.named_parameters():
        assert torch.allclose(ours[name], p.grad, atol=1e-3), name


def test_collated_rows() -> None:
    source, read, written = collate(PAIRS, small_model().spec)
    assert source.tolist() == [[5, 6, 7, 2], [10, 2, 0, 0], [15, 16, 2, 0]]
    assert read.tolist()[:2] == [[1, 8, 9, 0, 0, 0], [1, 11, 12, 13, 14, 0]]
    assert written.tolist()[:2] == [[8, 9, 2, 0, 0, 0], [11, 12, 13, 14, 2, 0]]


def test_forced_evaluation_counts_tokens_and_whole_sentences() -> None:
    """Checked against one sentence at a time, without padding."""
    model = small_model()
    loss = right = count = whole = 0.0
    for source, target in PAIRS:
        log_p = model(torch.tensor([[*source, 2]]), torch.tensor([[1, *target]]))[0].log_softmax(-1)
        written = torch.tensor([*target, 2])
        hits = log_p.argmax(-1) == written
        loss -= float(log_p[torch.arange(len(written)), written].sum().detach())
        right, count, whole = right + int(hits.sum()), count + len(hits), whole + float(hits.all())
    assert evaluate_forced(model, PAIRS) == pytest.approx((loss / count, right / count, whole / 3), rel=1e-5)


def test_a_sentence_is_whole_only_if_its_end_is_right_too() -> None:
    model = small_model(tied=False, output_bias=True)
    with torch.no_grad():
        model.to_logits.weight.zero_()
        model.to_logits.bias.zero_()
        model.to_logits.bias[9] = 5.0
    loss, accuracy, exact = evaluate_forced(model, [([5], [9, 9, 9]), ([6], [])])
    assert (accuracy, exact) == (pytest.approx(3 / 5), 0.0)
    assert loss > 1
