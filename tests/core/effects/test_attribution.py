"""Attribution by gradients: against differences of the model's own log-probabilities, in every variant."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest
import torch
from torch import Tensor

from model_core.effects.attribution import EMBEDDED, attributions
from model_core.effects.sweep import ForcedText, Interrupted, Sweep
from model_core.effects.switches import chained
from model_core.engine.engine import Engine
from model_core.engine.interventions import listeners
from model_core.errors import Refused
from model_core.record.edits import Edits, HeadPlace, MaskEdits, TokenPlace, WeightOverride
from model_core.record.effects import Component, Effects, EffectsSpec
from model_core.record.run_spec import RunSpec
from model_core.transformer.hooks import listener_count, recording
from model_core.transformer.model import EncoderDecoder
from tests.made.small import VARIANTS, small_model, small_pieces, small_spec

SOURCE, READ, WRITTEN = [7, 12, 9, 30, 2], [1, 8, 15, 21], [8, 15, 21, 2]
EDITS = {
    "none": Edits(),
    "a head off": Edits(heads_off=(HeadPlace("cross", 1, 0), HeadPlace("encoder", 0, 1))),
    "a word hidden, the future seen": Edits(masks=MaskEdits(future=False, hidden=(TokenPlace(1),))),
    "weights set by hand": Edits(
        overrides=(
            WeightOverride("cross", 0, 0, 1, 0, 0.7), WeightOverride("encoder", 0, 1, 2, 1, 0.4),
            WeightOverride("encoder", 0, 1, 2, 3, 0.1), WeightOverride("decoder", 1, 0, 2, 1, 0.5),
        )
    ),
}  # fmt: skip


def swept(model: EncoderDecoder, edits: Edits) -> Sweep:
    text = ForcedText(torch.tensor([SOURCE]), torch.tensor([READ]), WRITTEN)
    return Sweep(model, text, edits, partial(listeners, model))


@torch.no_grad()
def log_p(sweep: Sweep, scale_S: Tensor) -> np.ndarray:
    """(T,) of what is written, the token vectors of the source scaled one by one."""
    model = sweep.model
    edits = chained(sweep.own_listeners(range(1)), {EMBEDDED: lambda tokens_BSD: tokens_BSD * scale_S[:, None]})
    with recording(model, lambda name: False, edits):
        hidden_BTD = model.decode(sweep.read_1T, model.encode(sweep.source_1S), sweep.source_1S)
        log_p_TV = model.unembed(hidden_BTD)[0].log_softmax(-1)
    return np.array(log_p_TV.gather(1, torch.tensor(WRITTEN)[:, None])[:, 0].tolist())


def given(sweep: Sweep, integrated: bool, steps: int = 32) -> np.ndarray:
    *_, (share, found) = attributions(sweep, integrated, steps)
    assert share == 1.0
    return found


@pytest.mark.parametrize("edits", EDITS)
@pytest.mark.parametrize("name", VARIANTS)
@pytest.mark.share(3)
def test_gradient_times_input_is_the_slope_of_the_log_probability(name: str, edits: str) -> None:
    sweep, step = swept(small_model(4, **VARIANTS[name]).double(), EDITS[edits]), 1e-5
    found = given(sweep, integrated=False)
    for place in range(len(SOURCE)):
        more, less = (torch.ones(len(SOURCE)).double() for _ in range(2))
        more[place], less[place] = 1 + step, 1 - step
        slope_T = (log_p(sweep, more) - log_p(sweep, less)) / (2 * step)
        np.testing.assert_allclose(found[:, place], slope_T, rtol=1e-5, atol=1e-6)
    assert np.abs(found).max() > 1e-3


def adds_positions(name: str) -> bool:
    """Without them a norm of vectors of zeros jumps: no gradient on the way knows of it."""
    return small_spec(**VARIANTS[name]).positions in ("sinusoidal", "learned")


@pytest.mark.parametrize("name", [name for name in VARIANTS if adds_positions(name)])
@pytest.mark.share(3)
def test_integrated_gradients_sum_to_what_zeros_take_away(name: str) -> None:
    sweep, ones = swept(small_model(4, **VARIANTS[name]).double(), Edits()), torch.ones(len(SOURCE)).double()
    taken_T = log_p(sweep, ones) - log_p(sweep, 0 * ones)
    coarse, fine = (given(sweep, True, steps).sum(1) - taken_T for steps in (32, 1024))
    size = max(1.0, np.abs(taken_T).max())
    assert np.abs(fine).max() < 5e-3 * size and np.abs(coarse).max() < 0.2 * size


def test_one_pass_or_many_say_the_same() -> None:
    """The points of the way are cut into batches: 40 of them into two."""
    sweep = swept(small_model(4).double(), Edits())
    shares = [(place + 0.5) / 40 for place in range(40)]
    by_hand = sum(_scaled_gradient(sweep, share) for share in shares) / 40
    np.testing.assert_allclose(given(sweep, True, 40), by_hand, rtol=1e-9, atol=1e-12)


def _scaled_gradient(sweep: Sweep, share: float) -> np.ndarray:
    """(T, S) by automatic differentiation of a whole pass with vectors of its own."""
    scale_S = torch.full((len(SOURCE),), share, dtype=torch.float64, requires_grad=True)
    model = sweep.model
    with recording(model, lambda name: False, {EMBEDDED: lambda tokens_BSD: tokens_BSD * scale_S[:, None]}):
        hidden_BTD = model.decode(sweep.read_1T, model.encode(sweep.source_1S), sweep.source_1S)
    log_p_TV = model.unembed(hidden_BTD)[0].log_softmax(-1)
    rows = [torch.autograd.grad(log_p_TV[row, token], scale_S, retain_graph=True)[0]
            for row, token in enumerate(WRITTEN)]  # fmt: skip
    return torch.stack(rows).numpy()


def test_an_interrupted_pass_is_restarted_and_nothing_stays_attached() -> None:
    model = small_model(4)
    plain = given(swept(model, Edits()), True)
    asked = 0

    def stop() -> bool:
        nonlocal asked
        asked += 1
        return asked == 5

    text = ForcedText(torch.tensor([SOURCE]), torch.tensor([READ]), WRITTEN)
    told = list(attributions(Sweep(model, text, Edits(), partial(listeners, model), stop=stop), True))
    (*_, (share, again)) = told
    assert asked > 5 and share == 1.0 and told[0][0] == 0.0
    np.testing.assert_array_equal(plain, again)
    with pytest.raises(Interrupted):
        swept_out = Sweep(model, text, Edits(), partial(listeners, model), stop=lambda: True)
        swept_out.changes(())
    assert listener_count(model) == 0


def test_modes_of_differentiation_stay_inside() -> None:
    model = small_model(4)
    with torch.inference_mode():
        for _ in attributions(swept(model, Edits()), True, 4):
            assert torch.is_inference_mode_enabled()
    with torch.no_grad():
        for _ in attributions(swept(model, Edits()), False):
            assert not torch.is_grad_enabled()
    assert all(parameter.grad is None for parameter in model.parameters())


# ---------------------------------------------------------------- asked for


PIECES = small_pieces()
RUN = RunSpec("own", ("We don't open the door.", "We don't open."), max_steps=6)


def engine() -> Engine:
    made = Engine("own")
    sizes = {"source_vocabulary": PIECES.size, "target_vocabulary": PIECES.size}
    made.add("own", small_model(4, **sizes), PIECES)
    return made


@pytest.mark.parametrize("method", ["gradient", "integrated"])
def test_a_sentence_of_a_padded_run_is_as_alone(method: str) -> None:
    own = engine()
    alone = RUN.with_(source=RUN.source[1:])
    found: list[Effects] = []
    for run, sentence in ((RUN, 1), (alone, 0)):
        *_, last = own.answers(EffectsSpec(run, sentence, groups=("source",), method=method))
        assert isinstance(last, Effects) and last.complete
        found.append(last)
    inside, single = found
    assert inside.parts == single.parts and inside.parts[0] == Component("source", "encoder", 0, 0)
    np.testing.assert_allclose(inside.changes, single.changes, rtol=0, atol=1e-4)
    np.testing.assert_allclose(inside.base, single.base, rtol=0, atol=1e-5)


def test_the_change_is_what_a_token_gives_with_the_other_sign() -> None:
    own = engine()
    trace, model = own.trace(RUN), own.open("own").model
    *_, found = own.answers(EffectsSpec(RUN, 0, groups=("source",), method="gradient"))
    assert isinstance(found, Effects)
    ids = [token.id for token in found.written]
    text = ForcedText(torch.from_numpy(trace.ids["source"][:1].copy()), torch.from_numpy(trace.ids["read"][:1].copy()),
                      ids)  # fmt: skip
    expected = given(Sweep(model, text, Edits(), partial(listeners, model)), False)
    np.testing.assert_allclose(found.changes, -expected[:, : len(found.parts)].T, rtol=1e-6, atol=1e-7)


def test_gradients_of_heads_are_refused() -> None:
    for wrong in ({"groups": ("heads",)}, {"groups": ("source",), "together": (Component("heads", "cross", 0, 0),)}):
        with pytest.raises(Refused, match="gradients"):
            engine().effects(RUN, method="gradient", **wrong)
