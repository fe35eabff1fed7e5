"""Contributions of tokens to tokens: against the definition, part by part in float64, and that they sum."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import pytest

from model_core.analysis.contributions import contributions, importances, paths
from model_core.checkpoints.parameters import Parameters
from model_core.engine.engine import Engine
from model_core.errors import Refused
from model_core.record.edits import Edits, HeadPlace, Patch, SublayerPlace
from model_core.record.patching import donor_of
from model_core.record.run_spec import RunSpec
from model_core.record.trace import ATTENTION, Trace
from model_core.transformer.model import EncoderDecoder
from tests.made.small import small_model, small_pieces

PIECES = small_pieces()
RUN = RunSpec("", ("The dog sees a cat.",))


@pytest.fixture(scope="module")
def trace() -> Trace:
    return Engine().trace(RUN)


def before(trace: Trace, kind: str, layer: int) -> np.ndarray:
    """The stream that an attention adds to."""
    if kind == "cross":
        name = f"decoder.layers.{layer}.attn_sublayer.residual"
    else:
        name = f"{kind}.layers.{layer - 1}.ff_sublayer.residual" if layer else f"{kind}.embed.input"
    return np.asarray(trace.arrays[name][0], np.float64)


def after(trace: Trace, kind: str, layer: int) -> np.ndarray:
    """The stream after it."""
    stack, sublayer = ("decoder", "cross") if kind == "cross" else (kind, "attn")
    return np.asarray(trace.arrays[f"{stack}.layers.{layer}.{sublayer}_sublayer.residual"][0], np.float64)


def test_an_importance_is_how_much_nearer_a_part_brings_the_sum() -> None:
    whole = np.array([3.0, -1.0, 2.0])
    parts = np.array([[3.0, -1.0, 2.0], [0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [-5.0, 0.0, 0.0], [0.0, 3.0, 0.0]])
    assert importances(parts, whole).tolist() == [6.0, 0.0, 1.0, 0.0, 0.0]


def test_shares_follow_the_definition_for_every_attention(trace: Trace) -> None:
    """Loops over rows, keys, heads; the parts sum to the recorded stream (pre-norm)."""
    found, parameters = contributions(trace, Parameters(trace.model)), Parameters(trace.model)
    for kind, all_ in (("encoder", found.encoder), ("decoder", found.decoder), ("cross", found.cross)):
        for layer, shares in enumerate(all_):
            path = ATTENTION[kind].format(layer=layer)
            values = np.asarray(trace.arrays[f"{path}.v"][0], np.float64)
            out = np.asarray(parameters.get(f"{path}.to_out.weight"), np.float64)
            width, stream, whole = values.shape[-1], before(trace, kind, layer), after(trace, kind, layer)
            bias = np.asarray(parameters.bias(f"{path}.to_out.bias", len(out)), np.float64)
            for row in range(len(stream)):
                handed = []
                for key in range(values.shape[1]):
                    part = np.zeros(len(out))
                    for head in range(len(values)):
                        weight = float(trace.map(kind, layer, head)[row, key])
                        part += weight * out[:, head * width : (head + 1) * width] @ values[head, key]
                    handed.append(part)
                assert sum(handed) + stream[row] + bias == pytest.approx(whole[row], abs=1e-4)
                wanted = [
                    max(0.0, float(np.abs(whole[row]).sum() - np.abs(whole[row] - part).sum()))
                    for part in (*handed, stream[row])
                ]
                total = sum(wanted)
                assert shares.shares[row] == pytest.approx([one / total for one in wanted[:-1]], abs=1e-4)
                assert shares.stays[row] == pytest.approx(wanted[-1] / total, abs=1e-4)
                assert shares.shares[row].sum() + shares.stays[row] == pytest.approx(1.0)


def test_what_goes_into_a_row_sums_to_one_on_every_level(trace: Trace) -> None:
    found = contributions(trace, Parameters(trace.model))
    for row in range(len(trace.sentences[0].read)):
        one = paths(found, row)
        inputs = one.weights["encoder", 0].sum() + one.weights["decoder", 0].sum()
        assert inputs == pytest.approx(1.0) and one.weight(("decoder", len(found.decoder), row)) == 1.0
        incoming: dict[tuple[str, int, int], float] = {}
        outgoing: dict[tuple[str, int, int], float] = {}
        for edge in one.edges(0.0):
            incoming[edge.end] = incoming.get(edge.end, 0.0) + edge.flow
            outgoing[edge.start] = outgoing.get(edge.start, 0.0) + edge.flow
        for node, flow in incoming.items():
            assert flow == pytest.approx(one.weight(node), abs=1e-9), "what comes into a node is what goes through it"
        for node, flow in outgoing.items():
            assert flow == pytest.approx(one.weight(node), abs=1e-9)


def test_nothing_comes_from_later_tokens(trace: Trace) -> None:
    found = contributions(trace, Parameters(trace.model))
    for row in range(len(trace.sentences[0].read)):
        assert not paths(found, row).weights["decoder", 0][row + 1 :].any()


def test_the_inputs_are_the_product_of_all_layers(trace: Trace) -> None:
    """Followed level by level, or multiplied as matrices (as rollout does)."""
    found = contributions(trace, Parameters(trace.model))
    memory = np.eye(len(trace.sentences[0].source))
    for layer in found.encoder:
        memory = (layer.shares + np.diag(layer.stays)) @ memory
    rows = len(trace.sentences[0].read)
    own, other = np.eye(rows), np.zeros((rows, len(memory)))
    for layer, cross in zip(found.decoder, found.cross, strict=True):
        step = cross.stays[:, None] * (layer.shares + np.diag(layer.stays))
        own, other = step @ own, step @ other + cross.shares @ memory
    for row in range(rows):
        one = paths(found, row)
        assert one.weights["decoder", 0] == pytest.approx(own[row]) and one.weights["encoder", 0] == pytest.approx(
            other[row]
        )


def test_a_threshold_leaves_the_strong_edges(trace: Trace) -> None:
    one = paths(contributions(trace, Parameters(trace.model)), 2)
    every, strong = one.edges(0.0), one.edges(0.05)
    assert set(strong) == {edge for edge in every if edge.flow >= 0.05} and 0 < len(strong) < len(every)
    assert [edge.flow for edge in strong] == sorted(edge.flow for edge in strong)


def test_a_head_that_is_off_contributes_nothing() -> None:
    heads = tuple(HeadPlace("cross", 0, head) for head in range(4))
    trace = Engine().trace(RUN.with_(edits=Edits(heads_off=heads)))
    found = contributions(trace, Parameters(trace.model))
    assert not found.cross[0].shares.any() and found.cross[0].stays.tolist() == [1.0] * len(found.cross[0].stays)
    assert found.cross[1].shares.any()


def test_an_edit_of_a_head_that_the_model_does_not_have_changes_nothing(trace: Trace) -> None:
    edited = Engine().trace(RUN.with_(edits=Edits(heads_off=(HeadPlace("cross", 0, 99), HeadPlace("encoder", 99, 0)))))
    parameters = Parameters(trace.model)
    for one, other in zip(contributions(edited, parameters).cross, contributions(trace, parameters).cross, strict=True):
        np.testing.assert_array_equal(one.shares, other.shares)


@dataclass(frozen=True)
class Own:
    """The parameters of a model in memory."""

    model: EncoderDecoder

    def get(self, name: str) -> np.ndarray:
        return self.model.get_parameter(name).detach().numpy()

    def bias(self, name: str, size: int) -> np.ndarray:
        return self.get(name)


@pytest.mark.parametrize("kind", ATTENTION)
@pytest.mark.parametrize("norm_place", ["pre", "post"])
def test_nothing_stays_where_the_residual_path_is_cut(norm_place: str, kind: str) -> None:
    """The sum is what the attention gives; its parts come from the heads' outputs of one key at a time."""
    model = small_model(
        4, source_vocabulary=PIECES.size, target_vocabulary=PIECES.size, tied=False, norm_place=norm_place
    )
    engine = Engine("own")
    engine.add("own", model, PIECES)
    stack, part = ("decoder", "cross-attention") if kind == "cross" else (kind, "self-attention")
    edits = Edits(residuals_cut=(SublayerPlace(stack, 1, part),))
    trace = engine.trace(RunSpec("own", ("We don't open.",), max_steps=4, edits=edits))
    found = contributions(trace, Own(model))
    all_ = {"encoder": found.encoder, "decoder": found.decoder, "cross": found.cross}
    path = ATTENTION[kind].format(layer=1)
    given = trace.arrays[f"{path}.output"][0].astype(np.float64)
    values = trace.arrays[f"{path}.v"][0].astype(np.float64)
    weights = np.stack([trace.map(kind, 1, head) for head in range(len(values))]).astype(np.float64)
    out = Own(model).get(f"{path}.to_out.weight").astype(np.float64)
    for row, whole in enumerate(given):
        wanted = []
        for key in range(values.shape[1]):
            joined = np.concatenate([weights[head, row, key] * values[head, key] for head in range(len(values))])
            wanted.append(max(0.0, float(np.abs(whole).sum() - np.abs(whole - out @ joined).sum())))
        assert all_[kind][1].shares[row] == pytest.approx(np.array(wanted) / sum(wanted), abs=1e-5)
    assert not all_[kind][1].stays.any()
    assert all((shares.stays > 0).any() for name in all_ for shares in all_[name][: 1 if name == kind else 2])
    one = paths(found, 1)
    assert one.weights["encoder", 0].sum() + one.weights["decoder", 0].sum() == pytest.approx(1.0)
    past = one.weights["decoder", 1] if kind == "cross" else one.stays[stack, 2]
    assert not past.any(), "after cross-attention all comes from the source"


def test_an_attention_without_output_past_a_cut_path_contributes_nothing() -> None:
    heads, cut = tuple(HeadPlace("cross", 0, head) for head in range(4)), SublayerPlace("decoder", 0, "cross-attention")
    trace = Engine().trace(RUN.with_(edits=Edits(heads_off=heads, residuals_cut=(cut,))))
    found = contributions(trace, Parameters(trace.model))
    assert not found.cross[0].shares.any() and not found.cross[0].stays.any()


@pytest.mark.parametrize(
    ("what", "kind", "layer"),
    [
        ("embedding", "encoder", -1), ("feed-forward", "encoder", 1), ("self-attention", "decoder", 0),
        ("cross-attention", "decoder", 1), ("feed-forward output", "decoder", 0), ("head", "cross", 1),
    ],
)  # fmt: skip
def test_an_activation_of_another_text_is_no_contribution_of_this_ones_tokens(
    trace: Trace, what: str, kind: str, layer: int
) -> None:
    parameters, donor = Parameters(trace.model), donor_of(Engine().trace(RunSpec("", ("We don't open.",))))
    head = int(what == "head")
    with pytest.raises(Refused, match="another text"):
        patch = Patch(what, kind, layer, 1, donor, head=head)
        contributions(Engine().trace(RUN.with_(edits=Edits(patches=(patch,)))), parameters)
    without = Patch(what, kind, layer, 99, donor, head=head), Patch(what, kind, layer, 1, donor, sentence=1, head=head)
    contributions(Engine().trace(RUN.with_(edits=Edits(patches=without))), parameters)


def test_what_does_not_sum_or_was_not_recorded_is_refused(trace: Trace) -> None:
    parameters = Parameters(trace.model)
    name = "decoder.layers.1.self_attn.output"
    arrays = dict(trace.arrays)
    with pytest.raises(Refused, match="set by hand"):
        contributions(trace.with_(arrays={**arrays, name: np.asarray(arrays[name]) + 3.0}), parameters)
    with pytest.raises(Refused, match="not recorded"):
        contributions(trace.with_(arrays={one: array for one, array in arrays.items() if one != name}), parameters)
    long = replace(trace.sentences[0], source=trace.sentences[0].source * 400)
    with pytest.raises(Refused, match="too long"):
        contributions(trace.with_(sentences=(long,)), parameters)
