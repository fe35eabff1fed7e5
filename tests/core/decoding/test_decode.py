"""Greedy decoding with a cache, against the plain way: the whole text again at every step."""

from __future__ import annotations

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from model_core.decoding import fast_step
from model_core.decoding.decode import DecodedStep, generate, watched_names
from model_core.decoding.draft import JoinedPass, continuation
from model_core.decoding.fast_step import Stepper, steppable
from model_core.decoding.passes import Passes
from model_core.errors import Refused
from model_core.proofs.proof import close, difference, recorded
from model_core.transformer.hooks import hook_points, listener_count, recording
from model_core.transformer.model import EncoderDecoder
from tests.daily import examples
from tests.made.small import VARIANTS, small_model
from tests.support.rounding import rounding

PAD, BOS, EOS = 0, 1, 2

Sources = st.lists(st.lists(st.integers(3, 39), max_size=9), min_size=1, max_size=4)


def padded(rows: list[list[int]]) -> torch.Tensor:
    """Ids of sources with their end, padded to (B, S)."""
    width = max(map(len, rows)) + 1
    return torch.tensor([[*row, EOS, *[PAD] * (width - len(row) - 1)] for row in rows])


def steps_of(model: EncoderDecoder, sources: list[list[int]], limit: int = 12, **more) -> list[DecodedStep]:
    """Every step of decoding these sources together."""
    with torch.inference_mode():
        memory = model.encode(padded(sources))
    return list(generate(model, padded(sources), memory, limit, **more))


def texts(steps: list[DecodedStep]) -> list[list[int]]:
    """What each sentence wrote, without the padding behind its end."""
    columns = torch.stack([step.written for step in steps], dim=1).tolist()
    return [[index for index in column if index != PAD] for column in columns]


@torch.inference_mode()
def plainly(model: EncoderDecoder, source: list[int], limit: int, prefix: tuple[int, ...] = ()) -> list[int]:
    """Greedy decoding of one sentence as in a textbook: no cache, no batch, one full pass per token."""
    read = [model.spec.bos_id]
    while len(read) <= limit and (len(read) == 1 or read[-1] != EOS):
        row = model(padded([source]), torch.tensor([read]))[0, -1]
        allowed = [index for index in range(40) if index not in (model.spec.pad_id, model.spec.bos_id)]
        best = max(allowed, key=lambda index: float(row[index]))
        read.append(prefix[len(read) - 1] if len(read) <= len(prefix) else best)
    return read[1:]


@settings(max_examples=examples(30))
@given(st.sampled_from(sorted(VARIANTS)), st.integers(0, 50), Sources)
def test_cached_and_batched_decoding_equals_plain_decoding(variant: str, seed: int, sources: list[list[int]]) -> None:
    model = small_model(seed, **VARIANTS[variant])
    steps = steps_of(model, sources, 8)
    assert texts(steps) == [plainly(model, source, 8) for source in sources]


@settings(max_examples=examples(30))
@given(st.sampled_from(sorted(VARIANTS)), st.integers(0, 50), Sources)
def test_row_t_of_one_recorded_pass_is_step_t(variant: str, seed: int, sources: list[list[int]]) -> None:
    """In log-probabilities and in the decoder's and the cross-attention's weights of every head."""
    model = small_model(seed, **VARIANTS[variant])
    steps = steps_of(model, sources, 8, watch=True)
    written = torch.stack([step.written for step in steps], dim=1)
    read = torch.cat([torch.full((len(sources), 1), model.spec.bos_id), written[:, :-1]], dim=1)
    logits, weights = recorded(model, padded(sources), read)
    log_p, bound = logits.log_softmax(-1), rounding(model, padded(sources), read)
    for row, step in enumerate(steps):
        live = [i for i in range(len(sources)) if row == 0 or not bool(steps[row - 1].ended[i])]
        assert difference(step.log_p[live], log_p[live, row]) <= bound
        for layer in range(model.spec.decoder_layers):
            own, cross = step.weights["decoder"][layer], step.weights["cross"][layer]
            path = f"decoder.layers.{layer}"
            assert own.shape[-1] == row + 1
            assert difference(own[live], weights[f"{path}.self_attn.weights"][live, :, row, : row + 1]) <= bound
            assert difference(cross[live], weights[f"{path}.cross_attn.weights"][live, :, row]) <= bound


@settings(max_examples=examples(20))
@given(st.integers(0, 50), Sources)
def test_a_batch_is_each_line_alone(seed: int, sources: list[list[int]]) -> None:
    model = small_model(seed)
    together = steps_of(model, sources, 10)
    for index, source in enumerate(sources):
        alone = steps_of(model, [source], 10)
        assert texts(together)[index] == texts(alone)[0]
        for one, other in zip(alone, together, strict=False):
            assert difference(one.log_p[0], other.log_p[index]) <= close(one.log_p)


def test_pad_and_start_are_never_written_even_if_most_probable() -> None:
    model = small_model(tied=False, output_bias=True)
    with torch.no_grad():
        model.to_logits.bias[[PAD, BOS]] = 50.0
    steps = steps_of(model, [[5, 6]], 6)
    assert steps[0].log_p[0].exp()[[PAD, BOS]].sum() > 0.99, "the model itself would write nothing else"
    assert not {PAD, BOS} & set(texts(steps)[0])
    assert len(steps) == 6 or texts(steps)[0][-1] == EOS


def test_a_sentence_that_ended_writes_padding_until_the_last_one_ends() -> None:
    model = small_model()
    steps = steps_of(model, [[5, 6], [7], [8]], 6, prefixes=[[EOS], [9, EOS], [10, 11, 12, 13, EOS]])
    assert [step.written.tolist() for step in steps] == [[2, 9, 10], [0, 2, 11], [0, 0, 12], [0, 0, 13], [0, 0, 2]]
    assert [step.ended.int().tolist() for step in steps][:3] == [[1, 0, 0], [1, 1, 0], [1, 1, 0]]
    assert [step.index for step in steps] == [0, 1, 2, 3, 4]


def test_a_prefix_is_written_first_and_then_the_model_continues() -> None:
    model = small_model(3)
    for prefix in ((), (9,), (9, 30, 9, 9)):
        assert texts(steps_of(model, [[5, 6, 7]], 8, prefixes=[prefix]))[0] == plainly(model, [5, 6, 7], 8, prefix)


def test_probabilities_of_forced_rows_are_the_models_own() -> None:
    """What is forced decides what is read next, not what the model would have said."""
    model = small_model()
    free, forced = steps_of(model, [[5, 6]], 3), steps_of(model, [[5, 6]], 3, prefixes=[[33]])
    assert torch.equal(free[0].log_p, forced[0].log_p)
    assert forced[0].written.tolist() == [33] != free[0].written.tolist()


def test_decoding_stops_at_its_limit() -> None:
    model = small_model(tied=False, output_bias=True)
    with torch.no_grad():
        model.to_logits.bias[EOS] = -50.0
    assert len(steps_of(model, [[5]], 7)) == 7
    assert len(steps_of(model, [[5]], model.spec.max_positions)) == model.spec.max_positions


def test_log_probabilities_are_those_of_a_distribution() -> None:
    for step in steps_of(small_model(), [[5, 6], [7]], 4):
        assert torch.allclose(step.log_p.exp().sum(-1), torch.ones(2), atol=1e-5)


def test_nothing_listens_between_steps_nor_after_giving_up() -> None:
    model = small_model()
    with torch.inference_mode():
        memory = model.encode(padded([[5, 6, 7]]))
    run = generate(model, padded([[5, 6, 7]]), memory, 9, watch=True)
    assert next(run).weights.keys() == {"decoder", "cross"}
    assert listener_count(model) == 0
    run.close()
    assert listener_count(model) == 0
    assert next(generate(model, padded([[5, 6, 7]]), memory, 9)).weights == {}


def test_logits_that_are_no_numbers_are_not_taken_for_the_end() -> None:
    model = small_model()
    with torch.no_grad():
        model.decoder.layers[0].feed_forward.down.bias[0] = float("nan")
    with pytest.raises(Refused, match="probability at step 1 is NaN"):
        steps_of(model, [[5]], 3)


# ---------------------------------------------------------------- a guess of what will be written


Guesses = st.lists(st.integers(0, 39), max_size=14)


@settings(max_examples=examples(60))
@given(st.sampled_from(sorted(VARIANTS)), st.integers(0, 50), Guesses, st.integers(0, 12), st.booleans())
def test_no_guess_changes_what_is_written(variant: str, seed: int, guess: list[int], right: int, forced: bool) -> None:
    """Neither the ids nor the numbers, however much of the guess is right, also behind the end of the text."""
    model = small_model(seed, **VARIANTS[variant])
    prefixes = [[9, 30]] if forced else []
    plain = steps_of(model, [[5, 6, 7]], 10, watch=True, prefixes=prefixes)
    ids = texts(plain)[0]
    likely = [ids[1:], guess[::-1]]
    steps = steps_of(model, [[5, 6, 7]], 10, watch=True, prefixes=prefixes, guess=[*ids[:right], *guess], likely=likely)
    assert texts(steps)[0] == ids
    for one, other in zip(plain, steps, strict=True):
        assert one.index == other.index and torch.equal(one.ended, other.ended)
        assert difference(one.log_p, other.log_p) <= close(one.log_p)
        for kind, weights in one.weights.items():
            assert weights.shape == other.weights[kind].shape
            assert difference(weights, other.weights[kind]) <= 1e-5


def test_what_is_guessed_right_is_computed_in_one_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    model = small_model(3)
    text = [9, 30, 12, 8, 11, 10, 31, 13]
    given = {"prefixes": [text]}
    rows: list[int] = []
    computed = Passes.rows
    counted = lambda self, read: rows.append(read.shape[1] - self.length) or computed(self, read)  # noqa: E731
    monkeypatch.setattr(Passes, "rows", counted)
    steps_of(model, [[5, 6, 7]], 8, guess=text, **given)
    assert rows == [8]
    rows.clear()
    steps_of(model, [[5, 6, 7]], 8, guess=[*text[:2], 35, *text[3:]], **given)
    assert rows == [8, 5], "what is behind the token that was wrong is guessed again"
    rows.clear()
    steps_of(model, [[5, 6, 7]], 8, guess=[9, 33], likely=[[30, 12, 8, 34], [11, 10, 31, 13]], **given)
    assert rows == [3, 4, 3], "what is likely too is tried behind a wrong token"
    rows.clear()
    steps_of(model, [[5, 6, 7]], 8, guess=[35], **given)
    assert rows == [2, *[1] * 7], "one by one where the guess is at its end"
    rows.clear()
    steps_of(model, [[5, 6, 7], [8]], 3, guess=text)
    assert set(rows) == {1}, "several sentences are not guessed"


@pytest.mark.parametrize("variant", VARIANTS)
def test_passes_over_guesses_are_joined_to_the_whole_pass(variant: str) -> None:
    """Of what was written, no less and no more, however often the guess was wrong."""
    model = small_model(3, **VARIANTS[variant])
    ended = [*texts(steps_of(model, [[5, 6, 7]], 6))[0], 9, EOS]
    given = {"prefixes": [ended], "watch": True}
    keep = lambda name: not name.endswith("scores")  # noqa: E731
    wrong = [ended[0], 11, *ended[2:4], 12, *ended[4:]]
    for guess in (ended, ended[:2], [*ended[:2], 9, EOS], [*ended[:-1], 9, 10], wrong, [EOS], [8]):
        one = JoinedPass(keep)
        assert texts(steps_of(model, [[5, 6, 7]], 20, guess=guess, whole=one, **given)) == [ended]
        if one.read_BT is None:
            assert model.spec.leaks or (model.spec.positions == "relative" and guess != ended), guess
            continue
        assert one.read_BT.tolist() == [[model.spec.bos_id, *ended[:-1]]]
        with torch.inference_mode(), recording(model) as kept:
            logits = model(padded([[5, 6, 7]]), one.read_BT)
        bound = rounding(model, padded([[5, 6, 7]]), one.read_BT)
        assert difference(one.logits_BTV, logits) <= bound
        assert difference(one.log_p_BTV, logits.log_softmax(-1)) <= bound
        names = {name for name in kept if keep(name) and not name.startswith("encoder")}
        assert set(one.kept) == names
        for name in names:
            assert one.kept[name].shape == kept[name].shape and one.kept[name].dtype == kept[name].dtype, name
            assert difference(one.kept[name].float(), kept[name].float()) <= bound, name


def test_what_only_a_whole_pass_knows_is_not_joined() -> None:
    """Scores of later keys; and a text that did not end may not be all."""
    model = small_model(3)
    free = texts(steps_of(model, [[5, 6, 7]], 8))[0]
    one = JoinedPass(lambda name: True)
    steps_of(model, [[5, 6, 7]], 8, guess=free, whole=one)
    assert one.read_BT is None, "the model did not end"
    ended = [*free[:3], EOS]
    for guess, joined in ((ended, True), ([free[0], 9, EOS], False)):
        one = JoinedPass(lambda name: True)
        steps_of(model, [[5, 6, 7]], 8, guess=guess, whole=one, prefixes=[ended])
        assert (one.read_BT is not None) == joined
    assert one.kept == {}


@pytest.mark.parametrize(
    ("written", "guess", "rest"),
    [
        ([7, 9], [7, 8, 9, 10], [10]),  # 8 was left out
        ([7, 9], [7, 8, 10], [10]),  # 9 in place of 8
        ([7, 9, 8], [7, 8, 10], [10]),  # 9 put in
        ([7, 8, 10], [7, 8], []),
        ([9], [], []),
    ],
)
def test_a_wrong_draft_continues_after_the_same_token(written: list[int], guess: list[int], rest: list[int]) -> None:
    assert list(continuation(written, [guess])) == rest


def test_a_wrong_draft_continues_after_the_longest_matching_run() -> None:
    guess = [7, 8, 9, 10, 11]
    assert continuation([7, 5, 9], [guess, [7, 5, 9, 3], [9, 4]]) == [3]
    assert continuation([7, 8, 5], [guess, [7, 8, 9, 3]]) == [10, 11], (
        "a token that none has was put in another's place"
    )
    assert continuation([6, 9], [guess, [5, 9, 4]]) == [4], "of runs of one token the one at the same place"
    assert continuation([6, 9], [guess, [5, 5, 9, 4]]) == [10, 11], "of equal ones that of the first guess"


# ---------------------------------------------------------------- one row at a time


@pytest.mark.parametrize("variant", VARIANTS)
def test_rows_over_the_weights_are_the_rows_of_the_modules(variant: str) -> None:
    """In every variant, with padding, from the first row on: logits, all that is recorded (keys and values of the
    source with the first row), and what lies in the caches then."""
    model = small_model(**VARIANTS[variant])
    if not steppable(model):
        assert model.spec.positions == "relative" or model.spec.mask_value or model.spec.d_value, "else it could be"
        return
    sources = torch.tensor([[5, 6, 7, 2], [8, 2, model.spec.pad_id, model.spec.pad_id]])
    read = torch.tensor([[model.spec.bos_id, 9, 10, 11, 12, 13], [model.spec.bos_id, 12, 13, 14, 15, 16]])
    bound = rounding(model, sources, read)
    with torch.inference_mode():
        memory = model.encode(sources)
        caches = [model.new_cache(8) for _ in range(2)]
        every = frozenset(name for name in hook_points(model) if not name.startswith("encoder"))
        keep = frozenset(name for name in every if not name.endswith("scores"))
        assert not steppable(model, every)
        for length in (1, 2, 3, 5, 6):
            logits, mine = Stepper(model, sources, memory, caches[0], keep).rows(read[:, :length])
            with recording(model, keep.__contains__) as kept:
                expected = model.unembed(model.decode(read[:, :length], memory, sources, caches[1]))
            assert logits.shape == expected.shape and difference(logits, expected) <= bound
            assert set(mine) == set(kept)
            for name, own in mine.items():
                assert own.shape == kept[name].shape and own.dtype == kept[name].dtype, name
                assert not own.requires_grad, f"{name} cannot become an array"
                assert difference(own.float(), kept[name].float()) <= bound, name
    for (own, _), (theirs, _) in zip(*caches, strict=True):
        for mine, other in zip(own.views(), theirs.views(), strict=True):
            assert difference(mine, other) <= bound
    with torch.inference_mode():
        assert Stepper(model, sources, memory, caches[1]).rows(torch.cat([read, read[:, 1:2]], 1))[1] == {}


def test_a_watched_row_makes_no_unrecorded_mask(monkeypatch: pytest.MonkeyPatch) -> None:
    """Half of what a watched step costs more than one that is not watched."""
    made: list[str] = []
    for name in ("decoder_mask", "padding_mask"):
        plain = getattr(fast_step, name)
        monkeypatch.setattr(fast_step, name, lambda *given, name=name, plain=plain: made.append(name) or plain(*given))
    model, read = small_model(), torch.tensor([[1, 8, 9]])
    source = torch.tensor([[5, 6, 7, 2]])
    weights = watched_names(model)
    for keep, expected in ((weights, []), (weights | {"decoder.cross_mask"}, ["decoder_mask", "padding_mask"])):
        cache = model.new_cache(4)
        with torch.inference_mode():
            memory = model.encode(source)
            model.decode(read[:, :2], memory, source, cache)
            kept = Stepper(model, source, memory, cache, keep).rows(read)[1]
        assert made == expected and set(kept) == keep


def test_who_listens_gets_every_row() -> None:
    """Then the modules are asked, with the same tokens as a result."""
    model = small_model(3)
    free = texts(steps_of(model, [[5, 6, 7]], 8))
    heard: list[int] = []
    with recording(model, edits={"decoder.output": lambda hidden: heard.append(hidden.shape[1])}):
        assert texts(steps_of(model, [[5, 6, 7]], 8)) == free
    assert heard == [1] * len(free[0])


def test_separate_weights_are_concatenated() -> None:
    model = small_model(3)
    before = texts(steps_of(model, [[5, 6, 7]], 8))
    for layer in model.decoder.layers:
        layer.self_attn.to_k.weight = torch.nn.Parameter(layer.self_attn.to_k.weight.detach().clone())
    assert texts(steps_of(model, [[5, 6, 7]], 8)) == before
