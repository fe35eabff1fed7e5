"""The fused loss is the plain label-smoothed cross-entropy, in value and in gradient."""

from __future__ import annotations

import pytest
import torch
import torch.nn.functional as F
from hypothesis import given, settings
from hypothesis import strategies as st

from model_core.training import loss
from model_core.training.loss import ROWS, STEP, TeacherOutput, smoothed_loss
from model_core.training.teacher_forcing import Learner, collate, evaluate_forced
from tests.daily import examples
from tests.made.small import small_model

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


# ---------------------------------------------------------------- teachers


def teachers(rows: int, size: int, count: int, share: float, seed: int = 5) -> list[TeacherOutput]:
    """Teachers of other widths with equal parts of the share, every second one with a bias."""
    generator = torch.Generator().manual_seed(seed)
    shapes = [((rows, 3 + each), (size, 3 + each), (size,)) for each in range(count)]
    drawn = [[torch.randn(shape, generator=generator) for shape in three] for three in shapes]
    return [
        TeacherOutput(share / count, hidden, table, bias if place % 2 else None)
        for place, (hidden, table, bias) in enumerate(drawn)
    ]


def mixed(soft: list[TeacherOutput], value_of_reference: bool = False):
    """The plain formula on all the logits at once, in float64, with the mixed target."""

    def loss(hidden, table, bias, targets, smoothing: float) -> torch.Tensor:
        log_p = (hidden.double() @ table.double().T + bias.double()).log_softmax(-1)
        size = table.shape[0]
        reference = F.one_hot(targets, size).double() * (1 - smoothing) + smoothing / size
        target = reference if value_of_reference else (1 - sum(one.share for one in soft)) * reference
        for one in () if value_of_reference else soft:
            logits = one.hidden_ND.double() @ one.weight_VD.double().T + (0.0 if one.bias_V is None else one.bias_V)
            target = target + one.share * logits.softmax(-1)
        return -(target * log_p).sum()

    return loss


@settings(max_examples=examples(40))
@given(
    st.one_of(st.integers(1, 5), st.sampled_from([STEP - 1, STEP + 1, ROWS, ROWS + 1, 2 * ROWS + 70])),
    st.integers(2, 60),
    st.integers(1, 3),
    st.sampled_from([0.0, 0.1, 0.5]),
    st.sampled_from([0.0, 0.3, 1.0]),
)
def test_teachers_have_their_share_of_the_gradient_and_none_of_the_value(
    rows: int, size: int, count: int, smoothing: float, share: float
) -> None:
    soft = teachers(rows, size, count, share)
    value, *ours = gradients(lambda *given: smoothed_loss(*given, soft), rows, 7, size, smoothing)
    _, *theirs = gradients(mixed(soft), rows, 7, size, smoothing)
    for one, other in zip(ours, theirs, strict=True):
        assert one.dtype == torch.float32 and torch.allclose(one, other.float(), rtol=1e-4, atol=1e-4)
    reference, *_ = gradients(mixed(soft, value_of_reference=True), rows, 7, size, smoothing)
    assert float(value) == pytest.approx(float(reference), rel=1e-5, abs=1e-4)
    assert torch.equal(value, gradients(smoothed_loss, rows, 7, size, smoothing)[0])


def test_teachers_in_half_precision_stay_close() -> None:
    rows = 2 * ROWS + 70
    soft = teachers(rows, 50, 2, 0.6)
    exact = gradients(mixed(soft), rows, 32, 50, 0.1)[1:]
    with torch.autocast("cpu", torch.bfloat16):
        rough = gradients(lambda *given: smoothed_loss(*given, soft), rows, 32, 50, 0.1)[1:]
    for one, other in zip(rough, exact, strict=True):
        assert one.dtype == torch.float32 and float((one - other).norm() / other.norm()) < 0.03


def formerly(hidden, table, bias, targets, smoothing: float) -> tuple[torch.Tensor, ...]:
    """(gradients of hidden states, table and bias) as they were computed before there were teachers, in one chunk."""
    count = hidden.shape[0]
    padded, targets = F.pad(hidden, (0, 0, 0, -count % STEP)), F.pad(targets, (0, -count % STEP))
    grad = F.linear(padded, table, bias).softmax(-1)
    grad[count:] = 0
    column = grad.new_full((grad.shape[0], 1), smoothing - 1)
    column[count:] = 0
    grad.scatter_add_(1, targets.unsqueeze(1), column)
    share = smoothing / table.shape[0]
    grad_hidden = torch.mm(grad, table)[:count] - smoothing * table.mean(0)
    grad_table = torch.zeros_like(table).addmm_(grad.T, padded) - share * hidden.sum(0)
    return grad_hidden, grad_table, torch.zeros_like(bias) + grad.new_ones(grad.shape[0]) @ grad - share * count


@pytest.mark.parametrize("rows", [1, STEP, ROWS - 3])
def test_without_teachers_or_with_no_share_every_bit_is_as_it_was(rows: int) -> None:
    plain_bits = gradients(smoothed_loss, rows, 12, 31, 0.1)
    none = teachers(rows, 31, 2, 0.0)
    for one, other in zip(
        plain_bits, gradients(lambda *all: smoothed_loss(*all, none), rows, 12, 31, 0.1), strict=True
    ):
        assert torch.equal(one, other)
    given: list[torch.Tensor] = []

    def keep(hidden, table, bias, targets, smoothing: float) -> torch.Tensor:
        given[:] = hidden.detach(), table.detach(), bias.detach(), targets
        return smoothed_loss(hidden, table, bias, targets, smoothing)

    gradients(keep, rows, 12, 31, 0.1)
    factor = torch.tensor(0.37)
    for one, other in zip(plain_bits[1:], formerly(*given, 0.1), strict=True):
        assert torch.equal(one, other * factor)


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
