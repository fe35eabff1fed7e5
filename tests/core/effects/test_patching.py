"""Activations taken over from another text: each share is what the run with that one edit says."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest

from model_core.effects.patches import exists_in
from model_core.engine.engine import Engine
from model_core.engine.wire import from_bytes, to_bytes
from model_core.errors import Refused
from model_core.record.edits import (
    PATCHED,
    Donor,
    Edits,
    HeadPlace,
    MaskEdits,
    Patch,
    SublayerPlace,
    TokenPlace,
    WeightOverride,
)
from model_core.record.lens import StackPlace
from model_core.record.patching import (
    RESIDUAL,
    Patching,
    PatchSpec,
    donor_of,
    hook_of,
    patch_spec,
    sites_of,
    stack_places,
)
from model_core.record.run_spec import RunSpec
from model_core.record.trace import Trace
from model_core.spec import KINDS
from model_core.transformer.hooks import hook_points, listener_count
from tests.daily import share
from tests.made.small import VARIANTS, small_model, small_pieces

PIECES = small_pieces()
SIZES = {"source_vocabulary": PIECES.size, "target_vocabulary": PIECES.size, "tied": False}
LINE, OTHER = "We don't open.", "The old boat is green."


def engine_of(changes: dict[str, Any] | None = None) -> Engine:
    engine = Engine("own")
    engine.add("own", small_model(4, **{**SIZES, **(changes or {})}), PIECES)
    return engine


def question(engine: Engine, run: RunSpec, row: int | None = None) -> tuple[Trace, PatchSpec]:
    """Another text put into this run; it writes another second token."""
    trace = engine.trace(run)
    one, two = (token.id for token in trace.sentences[0].written[:2])
    donor = donor_of(engine.trace(RunSpec("own", (OTHER,), prefix=(one, 77 + (two == 77)), max_steps=6)))
    return trace, patch_spec(trace, donor, row=row)


def difference(engine: Engine, run: RunSpec, asked: PatchSpec) -> float:
    """log p(a) − log p(b) in a run of its own, the text forced."""
    logits = engine.trace(run).arrays["logits"][asked.sentence, asked.row].astype(np.float64)
    return float(logits[asked.tokens[0]] - logits[asked.tokens[1]])


def check(engine: Engine, run: RunSpec, row: int | None = None, every: int = 1, part: int | None = None) -> Patching:
    """Compares every so many-th share with its run or, of a test with several turns, those of a `part` drawn by the
    seed."""
    trace, asked = question(engine, run, row)
    found = list(engine.answers(asked, trace))[-1]
    assert isinstance(found, Patching) and found.complete and not np.isnan(found.differences).any()
    bound = 1e-5 * float(np.abs(trace.arrays["logits"]).max())
    ids = tuple(token.id for token in trace.sentences[0].written)
    forced = run.with_(prefix=ids, max_steps=len(ids))
    assert found.own == pytest.approx(difference(engine, forced, asked), abs=bound)
    own = RunSpec("own", (OTHER,), prefix=asked.donor.written, max_steps=len(asked.donor.written))
    assert found.donor == pytest.approx(difference(engine, own, asked), abs=bound)
    both = list(zip(found.sites, found.differences, strict=True))
    for site, value in both[::every] if part is None else share(both, every, part):
        edits = Edits(**{**vars(run.edits), "patches": (*run.edits.patches, site)})
        assert value == pytest.approx(difference(engine, forced.with_(edits=edits), asked), abs=bound), site
    return found


@pytest.mark.parametrize("name", VARIANTS)
@pytest.mark.share(2)
def test_a_share_is_the_run_with_that_edit_in_every_variant(name: str) -> None:
    found = check(engine_of(VARIANTS[name]), RunSpec("own", (LINE,), max_steps=6), every=5)
    assert found.asked.row == 1 and np.abs(found.shares).max() > 0.05


def test_every_share_is_the_run_with_that_edit() -> None:
    check(engine_of(), RunSpec("own", (LINE,), max_steps=6))


def test_shares_are_those_under_the_edits_of_the_run() -> None:
    edits = Edits(
        MaskEdits(hidden=(TokenPlace(1),)), heads_off=(HeadPlace("cross", 0, 1),),
        overrides=(WeightOverride("cross", 1, 0, 0, 0, 0.8),),
    )  # fmt: skip
    check(engine_of(), RunSpec("own", (LINE,), max_steps=6, edits=edits), every=3)


@pytest.mark.parametrize("stack", RESIDUAL)
@pytest.mark.parametrize("norm_place", ["pre", "post"])
def test_a_patched_stream_stays_where_the_residual_path_is_cut(norm_place: str, stack: str) -> None:
    """Also what is patched into the part's output comes through the cut. Each site is compared in half of the cases,
    with `--full` in all of them."""
    cut = tuple(SublayerPlace(stack, 0, part) for part in RESIDUAL[stack])
    engine, run = engine_of({"norm_place": norm_place}), RunSpec("own", (LINE,), max_steps=6)
    turn = ["pre", "post"].index(norm_place)
    found = check(engine, run.with_(edits=Edits(residuals_cut=cut)), every=2, part=turn)
    moved = np.abs(found.differences - found.own) > 1e-3
    for part in RESIDUAL[stack]:
        own = [at for at, one in enumerate(found.sites) if (one.kind, one.layer, one.what) == (stack, 0, part)]
        assert moved[own].any(), part


def test_a_patch_wins_over_one_that_the_run_has_at_the_same_place() -> None:
    """As the later of two edits does when it is kept."""
    engine, run = engine_of(), RunSpec("own", (LINE,), max_steps=6)
    other = Donor("Open it.", (9, 12, 30, 3), (5, 6, 7, 8, 3))
    patches = (Patch("feed-forward", "encoder", 0, 1, other), Patch("head", "cross", 1, None, other, 2))
    check(engine, run.with_(edits=Edits(patches=patches)))


def test_the_whole_last_layer_restores_everything_and_the_same_text_nothing() -> None:
    engine = engine_of()
    trace, asked = question(engine, RunSpec("own", (LINE,), max_steps=6))
    *_, found = engine.answers(asked, trace)
    assert isinstance(found, Patching)
    places, shares = found.residual("decoder")
    assert places[-1].layer == trace.spec.decoder_layers - 1 and shares[-1, asked.row] == pytest.approx(1, abs=1e-5)
    same = PatchSpec(trace.run, donor_of(trace), asked.row, asked.tokens)
    *_, itself = engine.answers(same, trace)
    assert isinstance(itself, Patching)
    np.testing.assert_allclose(itself.differences, itself.own, atol=1e-5)


def test_the_word_that_differs_carries_the_difference_in_the_bundled_model() -> None:
    """The noun decides the gender of the article: its first place restores all, the others nothing."""
    found = Engine().patch("The white house is very old.", "The white car is very old.")
    assert [found.donor_written[0].text, found.written[0].text] == ["La", "El"]
    assert (found.donor > 0) and (found.own < 0)
    places, shares = found.residual("encoder")
    assert places[0] == StackPlace("embedding") and shares.shape == (len(places), len(found.source))
    assert shares[0, 2] > 0.95 and np.abs(np.delete(shares[0], 2)).max() < 0.05
    (strongest, share), *_ = found.of("head")
    assert strongest.kind == "cross" and share > 0.3
    assert len(found.of("feed-forward output")) == len(Engine().open().model.encoder.layers) * 2


def test_places_that_only_one_text_has_are_left_out() -> None:
    engine = engine_of()
    trace, asked = question(engine, RunSpec("own", (LINE,), max_steps=6))
    sources = len(trace.sentences[0].source), len(asked.donor.source)
    assert sources[0] != sources[1]
    sites = sites_of(trace.spec, asked, sources[0])
    encoder = [one for one in sites if one.kind == "encoder" and one.place is not None]
    assert len(encoder) == len(stack_places(trace.spec, "encoder")) * min(sources)
    assert max(one.place or 0 for one in sites if one.kind == "decoder") == asked.row
    assert len(set(sites)) == len(sites)


def test_each_batch_adds_and_an_interruption_loses_only_its_own() -> None:
    engine = engine_of()
    trace, asked = question(engine, RunSpec("own", (LINE,), max_steps=6))
    calls = itertools.count()
    states = list(engine.answers(asked, trace, lambda: next(calls) in (9, 30, 31)))
    assert all(isinstance(one, Patching) for one in states)
    assert states[0].done == 0 and states[-1].complete and len({one.done for one in states}) < len(states)
    whole = list(engine.answers(asked, trace))[-1]
    np.testing.assert_array_equal(states[-1].differences, whole.differences)
    assert listener_count(engine.open("own").model) == 0


def test_of_one_text_nothing_is_patched_before_the_token_that_differs() -> None:
    """What is read is the same there: shares would be quotients of two roundings. A head that is off tells them apart,
    and so does the other token, from the next step on."""
    engine = engine_of()
    run = RunSpec("own", (LINE,), max_steps=6)
    trace = engine.trace(run)
    first, second = (token.id for token in trace.sentences[0].written[:2])
    forced = tuple(next(id for id in range(70, 90) if id != own) for own in (first, second))
    donor = donor_of(engine.trace(run.with_(prefix=forced)))
    with pytest.raises(Refused) as refused:
        patch_spec(trace, donor, row=0)
    assert refused.value.code == "E-PATCH-ALIKE"
    assert patch_spec(trace, donor).row == 1
    edited = engine.trace(run.with_(edits=Edits(heads_off=(HeadPlace("encoder", 0, 0),)), prefix=(first, second)))
    assert patch_spec(edited, donor).row == 0


def test_what_makes_no_sense_is_refused_by_name() -> None:
    engine = engine_of()
    trace, asked = question(engine, RunSpec("own", (LINE,), max_steps=6))
    with pytest.raises(Refused, match="same tokens"):
        patch_spec(trace, donor_of(trace))
    with pytest.raises(Refused, match="does not exist in both"):
        patch_spec(trace, asked.donor, row=60)
    for changed in (
        PatchSpec(trace.run, asked.donor, 60, asked.tokens),
        PatchSpec(trace.run, asked.donor, 0, (5, 5)),
        PatchSpec(trace.run, asked.donor, 0, (5, 10**6)),
        PatchSpec(trace.run, asked.donor, 0, asked.tokens, 3),
        PatchSpec(trace.run, Donor("x", (10**6,), asked.donor.written), 0, asked.tokens),
    ):
        with pytest.raises(Refused):
            list(engine.answers(changed, trace))


def test_question_and_answer_cross_the_pipe() -> None:
    engine = engine_of()
    trace, asked = question(engine, RunSpec("own", (LINE,), max_steps=6))
    assert from_bytes(to_bytes(asked)) == asked
    *_, found = engine.answers(asked, trace)
    again = from_bytes(to_bytes(found))
    assert isinstance(again, Patching) and again.sites == found.sites
    np.testing.assert_array_equal(again.differences, found.differences)


def test_an_activation_exists_where_the_model_has_its_hook_point() -> None:
    model = small_model(encoder_layers=3, decoder_layers=1)
    points, heads, found = set(hook_points(model)), model.spec.heads, 0
    for what, kind, layer, head in itertools.product(PATCHED, KINDS, range(-1, 4), (0, heads - 1, heads)):
        patch = Patch(what, kind, layer, None, Donor("", (3,), (4,)), head)
        there = hook_of(patch) in points and (layer < 0) == (what == "embedding") and (what != "head" or head < heads)
        assert exists_in(patch, model.spec) == there, patch
        found += there
    assert found == 2 * 5 + 3 * (2 + 3 * 3 + 4), "heads of five attentions, other parts with any number of a head"
