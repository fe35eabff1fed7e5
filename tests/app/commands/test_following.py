"""Following a number: from a cell to its calculation, to the tensor it lies in, and back."""

from __future__ import annotations

from dataclasses import replace

import pytest

from model_core.engine.engine import Engine
from model_core.record.run_spec import RunSpec
from model_core.spec import KINDS
from tests.made.traces import made_trace
from viz_app.commands.cell_actions import follow, tensor_of
from viz_app.document.state import Layout, Look, State
from viz_app.document.store import Store


@pytest.mark.parametrize("kind", KINDS)
def test_every_step_of_the_calculation_has_its_recorded_tensor(kind: str) -> None:
    trace = Engine().trace(RunSpec("tiny", ("red ball",)))
    for step in range(1, 11):
        name = tensor_of(trace.spec, Look(kind=kind, layer=1), step)
        assert name in trace.arrays or name.endswith("_scores"), name


@pytest.mark.parametrize(
    ("kind", "attention", "sublayer"),
    [("encoder", "encoder.layers.1.self_attn", "encoder.layers.1.attn_sublayer"),
     ("decoder", "decoder.layers.1.self_attn", "decoder.layers.1.attn_sublayer"),
     ("cross", "decoder.layers.1.cross_attn", "decoder.layers.1.cross_sublayer")],
)  # fmt: skip
def test_steps_lead_to_their_own_attention_and_sublayer(kind: str, attention: str, sublayer: str) -> None:
    look, layer = Look(kind=kind, layer=1), attention.rpartition(".")[0]
    for place, normed in (("pre", f"{layer}.ff_sublayer"), ("post", sublayer)):
        spec = replace(made_trace().spec, norm_place=place)
        found = [tensor_of(spec, look, step) for step in (1, 5, 7, 8, 9, 10)]
        expected = [f"{attention}.q", f"{attention}.weights", f"{attention}.output", f"{sublayer}.residual"]
        assert found == [*expected, f"{normed}.normed", f"{layer}.feed_forward.output"]


def test_a_cell_links_to_its_calculation_and_tensor_and_back(qapp: object) -> None:
    trace = made_trace()
    store = Store(State(run=trace.run, desk=Layout(views=("attention",))))
    store.accept(trace)
    store.look(kind="cross", layer=1, head=2)
    store.set_hover((2, 1))

    def open_view(name: str) -> None:
        store.desk(views=(name,))

    follow(store, store.state.desk.views[0], open_view)
    assert store.state.desk.views == ("calculate",) and (store.state.look.query, store.state.look.key) == (2, 1)
    store.options("calculate", step=5)
    follow(store, store.state.desk.views[0], open_view)
    assert store.state.desk.views == ("model",)
    assert store.state.options["model"]["tensor"] == "decoder.layers.1.cross_attn.weights"
    follow(store, store.state.desk.views[0], open_view)
    assert store.state.desk.views == ("calculate",)
