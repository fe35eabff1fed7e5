"""Faults that a first look does not show: each is planted alone, and `check` finds all of them."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
import torch

from model_core.analysis import contributions, readings, rollout, token_merging, two_runs
from model_core.analysis.heads import head_alignment, head_likeness, head_mixing, query_key_plane
from model_core.decoding import beam, decode, draft
from model_core.decoding.fast_step import Stepper
from model_core.decoding.passes import Passes
from model_core.effects import lens, patches, sweep, switches
from model_core.engine import batch as engine_batch
from model_core.engine import inputs, interventions, part_edits, position_edits
from model_core.engine import lens as engine_lens
from model_core.engine import run as engine_run
from model_core.proofs.check import prove
from model_core.proofs.engine_proofs import STEPS, engine_of, run_of_batch, run_trace
from model_core.proofs.proof import batch_for
from model_core.record.patching import stack_places, stream_hook
from model_core.record.trace import Trace
from model_core.transformer.cache import LayerCache
from model_core.transformer.model import EncoderDecoder
from tests.core.proofs import test_check
from tests.daily import share
from tests.made.small import small_model

Patch = pytest.MonkeyPatch
Fault = Callable[[Patch], None]
FAULTS: dict[str, tuple[set[str], Fault]] = {}
"""What is wrong -> the names of the proofs that must find it, and what plants it."""


def fault(*proofs: str) -> Callable[[Fault], Fault]:
    """Register a fault that these proofs must find."""

    def registered(function: Fault) -> Fault:
        FAULTS[function.__name__.replace("_", " ")] = (set(proofs), function)
        return function

    return registered


# ---------------------------------------------------------------- paths and heads


@fault("paths")
def importances_are_not_divided_by_their_sum(patch: Patch) -> None:
    follow = contributions._follow

    def doubled(stack: str, level: int, own: Any, through: np.ndarray, into: Any) -> None:
        follow(stack, level, own, 1.01 * through, into)

    patch.setattr(contributions, "_follow", doubled)


@fault("summands")
def a_map_is_that_of_the_next_head(patch: Patch) -> None:
    own = Trace.map

    def other(self: Trace, kind: str, layer: int, head: int, *more: Any) -> np.ndarray:
        return own(self, kind, layer, (head + 1) % self.spec.heads_of(kind), *more)

    patch.setattr(Trace, "map", other)
    patch.setattr(contributions, "TOLERANCE", 1e9)  # which refuses it before anything is told


@fault("shares of tokens")
def all_tokens_contribute_alike(patch: Patch) -> None:
    own = contributions._shares

    def even(*given: Any) -> Any:
        found = own(*given)
        rows, keys = found.shares.shape
        return replace(found, shares=np.full((rows, keys), 0.5 / keys), stays=np.full(rows, 0.5))

    patch.setattr(contributions, "_shares", even)


@fault("shares of tokens")
def importances_that_are_the_places(patch: Patch) -> None:
    patch.setattr(contributions, "importances", lambda parts, whole: np.arange(1.0, len(parts) + 1))


@fault("plane of a head")
def a_plane_says_it_keeps_nearly_all(patch: Patch) -> None:
    plane = query_key_plane.plane_of
    patch.setattr(query_key_plane, "plane_of", lambda *given: replace(plane(*given), share=0.99))


@fault("plane of a head")
def plane_takes_the_weakest_directions(patch: Patch) -> None:
    plane = query_key_plane.plane_of

    def turned(queries: np.ndarray, keys: np.ndarray, scale: float) -> Any:
        found = plane(queries, keys, scale)
        return replace(found, keys=found.keys[:, ::-1].copy())

    patch.setattr(query_key_plane, "plane_of", turned)


@fault("heads by similarity")
def divergence_leaves_the_last_row_out(patch: Patch) -> None:
    whole = head_likeness.divergences
    patch.setattr(head_likeness, "divergences", lambda weights: whole(weights[:, :-1]))


# ---------------------------------------------------------------- writing in steps


@fault("long decoding", "long weights")
def place_of_a_step_shifted_after_step_64(patch: Patch) -> None:
    rows = Stepper.rows

    def shifted(self: Stepper, read: torch.Tensor) -> Any:
        embed, place = self.embed, self.cache[0][0].length
        if place <= 64:
            return rows(self, read)
        position = embed.position
        embed.position = lambda start, length: position(start - 1, length)
        try:
            return rows(self, read)
        finally:
            embed.position = position

    patch.setattr(Stepper, "rows", shifted)


@fault("pieces", "guesses")
def cached_rows_see_each_other(patch: Patch) -> None:
    def mask(queries: int, keys: int, device: Any = None) -> torch.Tensor:
        later = 1 if 1 < queries < keys else 0
        return torch.ones(queries, keys, dtype=torch.bool).tril(keys - queries + later)

    patch.setattr("model_core.transformer.masks.causal_mask", mask)


@fault("pieces are rows")
def cache_keeps_one_wrong_row(patch: Patch) -> None:
    def shorten(self: LayerCache, length: int) -> None:
        self.length = min(self.length, length + (length > 3))

    patch.setattr(LayerCache, "shorten", shorten)


@fault("pieces' weights")
def cache_keeps_wrong_values(patch: Patch) -> None:
    extend = LayerCache.extend

    def kept(self: LayerCache, k: torch.Tensor, v: torch.Tensor) -> None:
        before = None if self._v is None or self.length < 2 else self._v[:, :, 1].clone()
        extend(self, k, v)
        if before is not None and k.shape[2] > 1 and self._v is not None:
            self._v[:, :, self.length - 1] = before

    patch.setattr(LayerCache, "extend", kept)


@fault("guesses' weights")
def joined_passes_lose_their_first_columns(patch: Patch) -> None:
    activation = draft.JoinedPass._activation

    def joined(self: draft.JoinedPass, name: str, pieces: Sequence[torch.Tensor]) -> torch.Tensor:
        whole = activation(self, name, pieces)
        if len(pieces) > 1 and draft.has_key_axis(name):
            whole = whole.clone()
            whole[..., -1, 0] = 0
        return whole

    patch.setattr(draft.JoinedPass, "_activation", joined)


@fault("without maps")
def attention_without_maps_forgets_its_mask(patch: Patch) -> None:
    attend = torch.nn.functional.scaled_dot_product_attention
    name = "model_core.decoding.fast_attention.F.scaled_dot_product_attention"
    patch.setattr(name, lambda q, k, v, mask=None, **more: attend(q, k, v, None, **more))


# ---------------------------------------------------------------- the Engine


@fault("engine, given")
def source_padded_on_the_left(patch: Patch) -> None:
    def padded(rows: Sequence[Sequence[int]], pad: int) -> torch.Tensor:
        width = max(map(len, rows))
        return torch.tensor([[*[pad] * (width - len(row)), *row] for row in rows])

    patch.setattr(engine_run, "padded", padded)


@fault("engine, given")
def padding_read_as_a_word(patch: Patch) -> None:
    padded = engine_run.padded
    patch.setattr(engine_run, "padded", lambda rows, pad: padded(rows, pad + 4))


@fault("engine, given")
def entropy_in_nats(patch: Patch) -> None:
    numbers = engine_batch.row_numbers
    nats = math.log(2)
    patch.setattr(engine_run, "row_numbers", lambda *a: (found := numbers(*a)) | {"entropy": found["entropy"] * nats})


@fault("engine, given")
def end_probability_of_another_token(patch: Patch) -> None:
    numbers = engine_batch.row_numbers
    patch.setattr(engine_run, "row_numbers", lambda log_p, written, end: numbers(log_p, written, end + 1))


@fault("engine, given", "engine, written")
def logits_of_the_next_candidate(patch: Patch) -> None:
    numbers = engine_batch.choice_numbers

    def beside(*given: Any) -> dict[str, np.ndarray]:
        found = numbers(*given)
        return found | {"candidate_logits": np.roll(found["candidate_logits"], 1, -1)}

    patch.setattr(engine_run, "choice_numbers", beside)


@fault("engine, given", "sampling")
def logits_over_another_temperature(patch: Patch) -> None:
    numbers = engine_batch.choice_numbers

    def cooler(*given: Any) -> dict[str, np.ndarray]:
        found = numbers(*given)
        return found | {"candidate_scaled": found["candidate_scaled"] / 2}

    patch.setattr(engine_run, "choice_numbers", cooler)


@fault("engine, given")
def probabilities_of_the_next_row(patch: Patch) -> None:
    numbers = engine_batch.row_numbers

    def later(log_p: torch.Tensor, written: torch.Tensor, end: int) -> dict[str, np.ndarray]:
        found = numbers(log_p, written, end)
        return found | {"probability": np.roll(found["probability"], 1, 1)}

    patch.setattr(engine_run, "row_numbers", later)


@fault("engine's maps")
def maps_of_the_neighbouring_sentence(patch: Patch) -> None:
    map_ = Trace.map

    def other(self: Trace, kind: str, layer: int, head: int, what: str = "weights", sentence: int = 0) -> np.ndarray:
        return map_(self, kind, layer, head, what, sentence - (sentence == 1))

    patch.setattr(Trace, "map", other)


@fault("engine, written")
def steps_tell_the_second_best(patch: Patch) -> None:
    step = engine_run.RunInProgress._step

    def second(self: Any, row: Any) -> Any:
        found = step(self, row)
        return replace(found, probability=found.candidates[min(1, len(found.candidates) - 1)].probability)

    patch.setattr(engine_run.RunInProgress, "_step", second)


# ---------------------------------------------------------------- beam search and sampling


@fault("beam search")
def score_without_the_last_token(patch: Patch) -> None:
    patch.setattr(
        beam.Beam, "_score", lambda self, total, length: total / max(1, length - 1) ** self.decoding.length_penalty
    )


@fault("beam search")
def cache_of_the_wrong_text(patch: Patch) -> None:
    select = Passes.select
    patch.setattr(Passes, "select", lambda self, texts, same: select(self, sorted(texts), same))


@fault("beam search")
def search_never_drops_its_second_text(patch: Patch) -> None:
    continuations = beam.Beam._continuations

    def worse(self: beam.Beam, best: Any) -> list[beam.Continuation]:
        found = continuations(self, best)
        late = len(found) > 4 and bool(self.nodes) and self.nodes[-1].step > 0
        return [*found[:2], *found[3:4], found[2], *found[4:]] if late else found

    patch.setattr(beam.Beam, "_continuations", worse)


@fault("searched lines")
def search_ends_a_text_too_early(patch: Patch) -> None:
    over = beam.Beam._finished
    patch.setattr(beam.Beam, "_finished", lambda self, step: over(self, step) or len(self.ended) > 0 or step == 6)


@fault("beam search")
def worst_text_wins(patch: Patch) -> None:
    winner = beam.Beam.winner.fget
    assert winner is not None

    def worst(self: beam.Beam) -> list[int]:
        step = self.nodes[winner(self)[-1]].step
        last = min((node.score, place) for place, node in enumerate(self.nodes) if node.kept and node.step == step)[1]
        path: list[int] = []
        while last != beam.ROOT:
            path, last = [last, *path], self.nodes[last].parent
        return path

    patch.setattr(beam.Beam, "winner", property(worst))


@fault("sampling")
def nucleus_without_its_last_token(patch: Patch) -> None:
    chances = decode.sampling_probabilities

    def smaller(logits: torch.Tensor, decoding: Any, never: Sequence[int] = ()) -> torch.Tensor:
        return chances(logits, replace(decoding, top_p=max(0.0001, decoding.top_p - 0.1)), never)

    patch.setattr(decode, "sampling_probabilities", smaller)
    patch.setattr(engine_batch, "sampling_probabilities", smaller)


@fault("sampling")
def one_token_more_than_top_k(patch: Patch) -> None:
    chances = decode.sampling_probabilities

    def larger(logits: torch.Tensor, decoding: Any, never: Sequence[int] = ()) -> torch.Tensor:
        return chances(logits, replace(decoding, top_k=decoding.top_k + 1, top_p=1.0), never)

    patch.setattr(decode, "sampling_probabilities", larger)


@fault("sampling")
def temperature_forgotten_in_what_is_told(patch: Patch) -> None:
    chances = decode.sampling_probabilities
    patch.setattr(engine_batch, "sampling_probabilities", lambda l, d, n=(): chances(l, replace(d, temperature=1.0), n))  # noqa: E741


@fault("sampling")
def every_line_draws_from_one_generator(patch: Patch) -> None:
    drawn, shared = decode.draw, list[torch.Generator]()

    def from_the_first(chances: torch.Tensor, generator: torch.Generator) -> torch.Tensor:
        shared.append(generator)
        return drawn(chances, shared[0])

    patch.setattr(decode, "draw", from_the_first)


# ---------------------------------------------------------------- edits


@fault("edits")
def cells_of_the_second_line_set_in_the_first(patch: Patch) -> None:
    by_hand = interventions._Mask._with_cells

    def first(self: Any, mask: torch.Tensor) -> torch.Tensor:
        own = self.sentences
        self.sentences = [1, 0, *own[2:]] if len(own) > 1 and list(own[:2]) == [0, 1] else own
        try:
            return by_hand(self, mask)
        finally:
            self.sentences = own

    patch.setattr(interventions._Mask, "_with_cells", first)


@fault("edits, written")
def half_the_probability_of_a_step_that_reads_ahead(patch: Patch) -> None:
    own = engine_batch.Batch.step_probability

    def half(self: engine_batch.Batch) -> torch.Tensor | None:
        found = own(self)
        return None if found is None else found / 2

    patch.setattr(engine_batch.Batch, "step_probability", half)


@fault("edits, written")
def hidden_tokens_seen_by_the_decoder(patch: Patch) -> None:
    hidden_keys = interventions.hidden_keys

    def fewer(hidden: Any, sentences: Any, shape: Sequence[int]) -> torch.Tensor:
        return hidden_keys(hidden if shape[1] == shape[2] else (), sentences, shape)

    patch.setattr(interventions, "hidden_keys", fewer)


@fault("edits")
def another_head_switched_off(patch: Patch) -> None:
    silence = switches._silenced

    def other(rows: Any, heads: Sequence[int], z: torch.Tensor) -> torch.Tensor:
        return silence(rows, [(head - 1) % z.shape[1] for head in heads], z)

    patch.setattr(switches, "_silenced", other)


@fault("edited parts")
def a_row_with_set_weights_that_sums_to_more(patch: Patch) -> None:
    def left_as_they_are(weights: np.ndarray, readable: np.ndarray, wanted: Any) -> np.ndarray:
        row = weights.astype(np.float64)
        for key, weight in wanted.items():
            if key < len(row) and readable[key]:
                row[key] = weight
        return row

    patch.setattr(part_edits, "overridden_row", left_as_they_are)


@fault("set to itself")
def what_is_left_shared_evenly(patch: Patch) -> None:
    overridden = part_edits.overridden_row

    def even(weights: np.ndarray, readable: np.ndarray, wanted: Any) -> np.ndarray:
        return overridden(readable / readable.sum(), readable, wanted)

    patch.setattr(part_edits, "overridden_row", even)


@fault("patch of all")
def the_last_place_of_a_text_not_taken(patch: Patch) -> None:
    put = patches._PatchValue.write_into

    def fewer(self: Any, value: torch.Tensor, first: int) -> None:
        put(replace(self, values=self.values[:-1]) if self.place is None else self, value, first)

    patch.setattr(patches._PatchValue, "write_into", fewer)


@fault("edited parts")
def set_weights_restart_in_every_step(patch: Patch) -> None:
    patch.setattr(switches.PassState, "first_query", lambda self, kind: 0)


@fault("edited parts")
def a_pattern_of_one_row_less(patch: Patch) -> None:
    pattern = switches.PassState.pattern

    def back(self: Any, kind: str, reads: Any) -> torch.Tensor:
        return pattern(self, kind, reads).roll(1, -2)

    patch.setattr(switches.PassState, "pattern", back)


@fault("edited parts")
def a_pattern_over_the_padding_of_shorter_lines(patch: Patch) -> None:
    pattern = switches.PassState.pattern

    def over_all(self: Any, kind: str, reads: Any) -> torch.Tensor:
        masks = {one: torch.ones_like(mask) if one == "cross" else mask for one, mask in self.masks.items()}
        return pattern(replace(self, masks=masks), kind, reads)

    patch.setattr(switches.PassState, "pattern", over_all)


@fault("cut residual connections")
def a_residual_path_that_is_not_cut(patch: Patch) -> None:
    patch.setattr(part_edits._Cut, "replace", lambda _cut, sum_BND: sum_BND)


@fault("edited parts")
def an_activation_of_the_place_beside(patch: Patch) -> None:
    put = patches._PatchValue.write_into

    def beside(self: Any, value: torch.Tensor, first: int) -> None:
        put(replace(self, values=self.values.roll(1, 0)), value, first)

    patch.setattr(patches._PatchValue, "write_into", beside)


@fault("patch of itself")
def an_activation_a_little_off(patch: Patch) -> None:
    put = patches._PatchValue.write_into

    def more(self: Any, value: torch.Tensor, first: int) -> None:
        put(replace(self, values=self.values * 1.001), value, first)

    patch.setattr(patches._PatchValue, "write_into", more)


@fault("edits")
def positions_shifted_the_other_way(patch: Patch) -> None:
    order = position_edits.row_order
    patch.setattr(position_edits, "row_order", lambda count, edits: order(count, replace(edits, shift=-edits.shift)))


@fault("edits, written")
def edited_positions_restart_in_every_step(patch: Patch) -> None:
    patch.setattr(interventions, "_rows_of", lambda table, _state, positions: table[: positions.shape[0]])


@fault("edits, written")
def a_query_without_keys_reads_all_of_them(patch: Patch) -> None:
    def even(self: Any, weights: torch.Tensor) -> torch.Tensor:
        return weights.masked_fill(self.empty_BQ[:, None, :, None], 1 / weights.shape[-1])

    patch.setattr(interventions._Mask, "zero_empty_rows", even)


@fault("edits")
def a_masked_score_a_little_off(patch: Patch) -> None:
    instead = interventions._scored
    patch.setattr(interventions, "_scored", lambda value, own, scores: instead(value * 0.99, own, scores))


@fault("edits")
def the_wrong_token_swapped(patch: Patch) -> None:
    swapped = inputs._swapped

    def next_one(typed: Any, own: Any, swaps: Any, *more: Any) -> Any:
        return swapped(typed, own, [replace(one, place=one.place + (one.sentence > 0)) for one in swaps], *more)

    patch.setattr(inputs, "_swapped", next_one)


# ---------------------------------------------------------------- readings


@fault("readings")
def rollout_with_less_of_the_residual(patch: Patch) -> None:
    patch.setattr(rollout, "RESIDUAL", 0.45)


@fault("readings")
def lengths_of_another_heads_values(patch: Patch) -> None:
    weighted = readings.value_weighted
    patch.setattr(readings, "value_weighted", lambda maps, v: weighted(maps, np.roll(v, 1, -2)))


@fault("readings")
def words_are_read_on_average(patch: Patch) -> None:
    merged = token_merging.merged

    def mean(weights: np.ndarray, queries: Any, keys: Any) -> np.ndarray:
        return merged(weights, queries, keys) / np.diff((*keys.starts, keys.count)).astype(weights.dtype)

    patch.setattr(token_merging, "merged", mean)


@fault("readings")
def rows_not_brought_back_to_one(patch: Patch) -> None:
    patch.setattr(token_merging, "renormalised", lambda weights, keep: (weights[..., list(keep)], 1.0))


@fault("readings")
def the_last_head_left_out_of_the_mean(patch: Patch) -> None:
    mixed = head_mixing.mixed
    patch.setattr(readings, "mixed", lambda maps, heads, how: mixed(maps, list(heads)[:-1] or [0], how))


@fault("readings")
def heads_of_several_layers_are_those_of_the_first(patch: Patch) -> None:
    own = readings.pieces

    def first(*given: Any) -> np.ndarray:
        return own(*given[:6], layers=[0] * len(given[6])) if len(given) > 6 else own(*given)

    patch.setattr(readings, "pieces", first)


@fault("readings")
def rows_that_are_read_joined_by_what_they_write(patch: Patch) -> None:
    tokens = readings.query_tokens
    patch.setattr(readings, "query_tokens", lambda one, kind, read=False: tokens(one, kind))


@fault("alignments")
def possible_links_count_as_sure(patch: Patch) -> None:
    rate = head_alignment.alignment_error_rate
    patch.setattr(head_alignment, "alignment_error_rate", lambda found, sure, may: rate(found, sure | may))


@fault("alignments")
def rows_belong_to_the_token_that_is_read(patch: Patch) -> None:
    own = head_alignment.alignment_measures

    def earlier(weights: np.ndarray, found: Any) -> Any:
        return own(np.roll(weights, 1, axis=1), found)

    patch.setattr("model_core.proofs.alignment_proofs.alignment_measures", earlier)


@fault("alignments")
def agreement_with_the_strongest_link_alone(patch: Patch) -> None:
    own = head_alignment._agreement

    def least(weights: np.ndarray, found: Any) -> Any:
        sure = {target: source for source, target in reversed(found.text.sure)}
        fewer = tuple((source, target) for target, source in sorted(sure.items()))
        return own(weights, replace(found, text=replace(found.text, sure=fewer)))

    patch.setattr(head_alignment, "_agreement", least)


# ---------------------------------------------------------------- reading early


@fault("lens", "lens of the encoder")
def the_final_norm_left_out_of_what_is_read_early(patch: Patch) -> None:
    def unnormed(model: EncoderDecoder, kept: Any, stack: str = "decoder") -> Any:
        for place in stack_places(model.spec, stack):
            x_TD = kept[stream_hook(stack, place)][0]
            yield x_TD @ lens._table(model, stack).T * model.spec.logit_scale

    patch.setattr("model_core.engine.lens.early_logits", unnormed)


@fault("places of the lens", "places in the encoder")
def every_place_but_the_last_is_the_first(patch: Patch) -> None:
    early = engine_lens.early_logits

    def same(*given: Any) -> Any:
        found = list(early(*given))
        return [*[found[0]] * (len(found) - 1), found[-1]]

    patch.setattr(engine_lens, "early_logits", same)


def reading_with(patch: Patch, **changes: Callable[[Any], Any]) -> None:
    """Changes the numbers of these names in every reading of the lens."""
    read = engine_lens._read

    def other(*given: Any) -> Any:
        for one in read(*given):
            yield one and replace(one, **{name: change(getattr(one, name)) for name, change in changes.items()})

    patch.setattr(engine_lens, "_read", other)


@fault("places of the lens", "places in the encoder")
def ranks_three_too_low(patch: Patch) -> None:
    reading_with(patch, rank=lambda rank: rank + 3)


@fault("places of the lens", "places in the encoder")
def the_most_probable_tokens_backwards(patch: Patch) -> None:
    reading_with(patch, top=lambda top: top[..., ::-1].copy())


@fault("places of the lens", "places in the encoder")
def half_the_probability_of_the_most_probable_tokens(patch: Patch) -> None:
    reading_with(patch, chances=lambda chances: chances / 2)


@fault("lens")
def logits_beside_the_shares_that_are_others(patch: Patch) -> None:
    reading_with(patch, logits=lambda logits: logits + 7)


@fault("effects", "effects alone")
def the_source_word_beside_is_hidden(patch: Patch) -> None:
    edits = sweep.Sweep._edits

    def beside(self: Any, variants: Any, rows: int) -> Any:
        count = self.source_1S.shape[1]
        moved = [
            tuple(replace(one, index=(one.index + 1) % count) if one.group == "source" else one for one in variant)
            for variant in variants
        ]
        return edits(self, moved, rows)

    patch.setattr(sweep.Sweep, "_edits", beside)


@fault("shares of a logit", "shares in the encoder")
def shares_of_the_part_before(patch: Patch) -> None:
    own = engine_lens.logit_shares

    def turned(*given: Any) -> Any:
        parts, shares = own(*given)
        return parts, torch.cat([shares[:-1].roll(1, 0), shares[-1:]])

    patch.setattr(engine_lens, "logit_shares", turned)


@fault("shares of a logit", "shares in the encoder")
def the_biases_of_the_outputs_forgotten(patch: Patch) -> None:
    add = lens._Stream.add

    def without(self: Any, added: Any) -> None:
        added.constant = None
        add(self, added)

    patch.setattr(lens._Stream, "add", without)


@fault("a run and itself")
def rows_of_the_other_run_one_further(patch: Patch) -> None:
    found = two_runs._sides
    patch.setattr(two_runs, "_sides", lambda pairs: (found(pairs)[0], np.roll(found(pairs)[1], 1)))


@fault("two runs")
def changes_of_heads_that_are_always_nothing(patch: Patch) -> None:
    patch.setattr(two_runs, "_finite", np.zeros_like)


@fault("two runs")
def a_row_set_beside_the_one_after_it(patch: Patch) -> None:
    found = two_runs._sides
    patch.setattr(two_runs, "_sides", lambda pairs: found((*pairs[1:], pairs[-1]) if pairs else pairs))


@fault("two runs")
def tokens_paired_from_the_end(patch: Patch) -> None:
    def backwards(one: Any, other: Any) -> Any:
        shorter = min(len(one), len(other))
        pairs = [(len(one) - 1 - at, len(other) - 1 - at) for at in range(shorter)]
        left = [(at, None) for at in range(len(one) - shorter)] + [(None, at) for at in range(len(other) - shorter)]
        return (*left, *reversed(pairs))

    patch.setattr(two_runs, "aligned", backwards)


# ---------------------------------------------------------------- finding them


@pytest.fixture(scope="module")
def model() -> EncoderDecoder:
    """Sound, with room for 100 tokens, and lively: what it writes changes from token to token."""
    found = small_model(8, tied=False, max_positions=100)
    with torch.no_grad():
        for parameter in found.parameters():
            parameter.mul_(1.6 if parameter.ndim == 2 else 1.0)
    sound = list(prove(found))
    assert all(proof.passed for proof in sound) and {proof.name for proof in sound} == test_check.every_proof()
    return found


def daily_faults() -> list[str]:
    """The first fault of each proof, and a third of the others."""
    firsts, found = [], set[str]()
    for name, (proofs, _) in FAULTS.items():
        if proofs - found:
            firsts.append(name)
            found |= proofs
    return firsts + share([name for name in FAULTS if name not in firsts], 3)


@pytest.mark.parametrize("name", daily_faults())
def test_a_subtle_fault_is_found(name: str, model: EncoderDecoder, monkeypatch: Patch) -> None:
    wanted, plant = FAULTS[name]
    plant(monkeypatch)
    assert test_check.unfound(model, wanted) == set()


def test_each_proof_finds_something() -> None:
    found = set[str]().union(*(proofs for proofs, _ in FAULTS.values()), *test_check.FINDS.values())
    assert found >= test_check.every_proof()


def test_the_models_of_the_proofs_write_varied_text(model: EncoderDecoder) -> None:
    """Who writes one token for ever is blind to tokens and rows that are mixed up."""
    trace, _ = run_trace(engine_of(model), run_of_batch(batch_for(model.spec)).with_(target=None, max_steps=STEPS))
    texts = [tuple(token.id for token in line.written) for line in trace.sentences]
    assert len(set(texts)) == len(texts)
    assert max(len(set(text)) for text in texts) >= 4
