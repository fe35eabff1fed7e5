"""Every message comes back equal, and whatever is no message raises WireError and nothing else."""

from __future__ import annotations

import io
import json
import os
import threading
from collections import Counter
from dataclasses import fields, is_dataclass, replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from model_core.engine import wire, wire_fields
from model_core.engine.messages import (
    AskBackgroundRun,
    BackgroundRun,
    Cancel,
    Close,
    EngineLost,
    Models,
    Problem,
    Ready,
    Run,
    Stopped,
    problem_of,
)
from model_core.engine.wire import PREFIX, WireError
from model_core.engine.wire_fields import read_token, token_row
from model_core.errors import Message, Refused
from model_core.io.strided import as_rule
from model_core.record.lens import LensSpec
from model_core.record.run_spec import RunSpec
from model_core.record.tokens import Token
from model_core.record.trace import Candidate, ModelInfo, Step, Trace
from tests.made.traces import made_model, made_steps, made_trace

# ---------------------------------------------------------------- equality and made-up values


def same(one: Any, two: Any) -> bool:
    """Whether two messages are equal in types, fields and every bit of their arrays."""
    if isinstance(one, np.ndarray):
        return one.dtype == two.dtype and one.shape == two.shape and one.tobytes() == two.tobytes()
    if is_dataclass(one):
        return type(one) is type(two) and all(same(getattr(one, f.name), getattr(two, f.name)) for f in fields(one))
    if hasattr(one, "items"):
        return dict(one).keys() == dict(two).keys() and all(same(one[key], two[key]) for key in one)
    if isinstance(one, tuple):
        return isinstance(two, tuple) and len(one) == len(two) and all(map(same, one, two))
    return type(one) is type(two) and (one == two or one != one)


anything = st.text(st.characters(codec=None), max_size=20)  # lone surrogates and NUL too
chances = st.floats(width=64)
dtypes = st.sampled_from(["?", "b", "u1", "<i2", "<i8", "<f2", "<f4", "<f8"])
shapes = hnp.array_shapes(min_dims=0, max_dims=4, min_side=0, max_side=4)
arrays = dtypes.flatmap(lambda dtype: hnp.arrays(dtype, shapes))
runs = st.builds(
    RunSpec,
    model=anything,
    source=st.lists(anything, max_size=3).map(tuple),
    target=st.none() | st.lists(anything, max_size=3).map(tuple),
    opening=anything,
    prefix=st.lists(st.integers(0, 10**6), max_size=4).map(tuple),
    candidates=st.integers(-(10**20), 10**20),
)
kinds = st.sampled_from(["word", "byte"])
tokens = st.builds(Token, st.integers(0, 9), anything, anything, kinds, anything, st.just(1))
steps = st.builds(
    Step,
    run=runs,
    sentence=st.integers(0, 3),
    index=st.integers(0, 300),
    token=tokens,
    probability=chances,
    end_probability=chances,
    candidates=st.lists(st.builds(Candidate, tokens, chances), max_size=4).map(tuple),
    weights=st.dictionaries(anything, arrays, max_size=3),
)
problems = st.builds(Problem, anything, anything, st.none() | runs)
messages = st.one_of(steps, problems, runs, st.builds(Run, runs), st.builds(Stopped, runs), st.builds(Ready, chances))

# ---------------------------------------------------------------- round trips


@given(messages)
def test_every_message_comes_back(message: Any) -> None:
    assert same(wire.from_bytes(wire.to_bytes(message)), message)


@pytest.mark.parametrize(
    "message",
    [
        made_trace(),
        made_trace(stage="encoded"),
        made_trace("uno", "one", layers=(1, 2), heads=1),
        made_trace("a b c d", "e f g", sentences=3, forced=True, notices=("cut",)),
        made_trace(source_tokens=1, target_tokens=1),
        *made_steps(made_trace())[:2],
        made_model(),
        Models((made_model(), made_model(name="copy"))),
        Models(()),
        AskBackgroundRun(made_trace().run),
        BackgroundRun(made_trace().run, made_trace()),
        BackgroundRun(made_trace().run, problem="no"),
        Cancel(),
        Cancel(LensSpec(RunSpec(source=("hello",)))),
        Close(),
    ],
    ids=lambda message: type(message).__name__,
)
def test_real_messages_come_back(message: Any) -> None:
    back = wire.from_bytes(wire.to_bytes(message))
    assert same(back, message) and same(message, back)


def test_the_run_of_a_trace_is_equal_and_hashes_alike() -> None:
    trace = made_trace()
    back = wire.from_bytes(wire.to_bytes(trace))
    assert back.run == trace.run and hash(back.run) == hash(trace.run)
    assert back.model == trace.model and back.sentences == trace.sentences


def test_arrays_are_read_only_views_of_what_was_received() -> None:
    chunks = wire.encode(made_trace())
    data = b"".join(chunks)
    head, body = PREFIX.unpack(data[: PREFIX.size])[1:]
    buffer = np.frombuffer(bytearray(data[PREFIX.size + head :]), np.uint8)
    assert body == buffer.nbytes
    back = wire.decode(data[PREFIX.size : PREFIX.size + head], buffer)
    everything = [*back.arrays.values(), *back.reasons.values(), *back.ids.values(), *back.numbers.values()]
    assert len(everything) > 50
    for array in everything:
        assert np.shares_memory(array, buffer) and not array.flags.writeable
        assert array.ctypes.data % 8 == buffer.ctypes.data % 8


def test_every_token_crosses_once() -> None:
    trace = made_trace(source_tokens=60, target_tokens=60)
    whole = wire.to_bytes(trace)
    length = PREFIX.unpack(whole[: PREFIX.size])[1]
    rows = [tuple(row) for row in json.loads(whole[PREFIX.size : PREFIX.size + length])["tokens"]]
    assert len(rows) == len(set(rows)) < sum(map(len, trace.candidate_tokens[0]))


def test_known_tokens_are_neither_written_nor_read_again(monkeypatch) -> None:
    trace = made_trace()
    first = wire.from_bytes(wire.to_bytes(trace))
    work: Counter[str] = Counter()
    for name in ("write_fields", "read_fields"):
        whole = getattr(wire_fields, name)
        count = lambda *given, name=name, whole=whole: (work.update([name]), whole(*given))[1]  # noqa: E731
        monkeypatch.setattr(wire_fields, name, count)
    again = wire.from_bytes(wire.to_bytes(trace))
    assert not work and again.sentences[0].source[0] is first.sentences[0].source[0]
    row = [token_row(again.sentences[0].source[0])]
    assert read_token(*row) is again.sentences[0].source[0]
    with pytest.raises(WireError):
        read_token([float(row[0][0]), *row[0][1:]])  # equal, but no whole number


@pytest.mark.parametrize(
    "array",
    [
        np.broadcast_to(np.arange(3, dtype=np.float32), (5, 2, 3)),
        np.arange(24, dtype=np.int64).reshape(2, 3, 4).transpose(2, 0, 1),
        np.arange(24, dtype=np.float32)[::-2],
        np.asfortranarray(np.arange(6, dtype=np.float64).reshape(2, 3)),
        np.arange(4, dtype=">f4"),
        np.array(2.5, dtype=np.float16),
        np.empty((0, 3), dtype=np.uint8),
        np.array([np.nan, np.inf, -np.inf, -0.0], dtype=np.float32),
    ],
    ids=["expanded", "turned", "backwards", "fortran", "big-endian", "single", "empty", "not finite"],
)
def test_views_of_every_sort_can_cross(array: np.ndarray) -> None:
    step = replace(made_steps(made_trace())[0], weights={"cross": array})
    back = wire.from_bytes(wire.to_bytes(step)).weights["cross"]
    assert back.shape == array.shape and back.dtype == array.dtype.newbyteorder("<")
    np.testing.assert_array_equal(back, array)


def test_cells_that_share_memory_cross_once() -> None:
    """Of a long text the mask of each attention has a cell for every two tokens."""
    step = replace(made_steps(made_trace())[0], weights={})
    causal = as_rule(np.triu(np.ones((1, 1500, 1500), np.uint8), 1))
    sent = wire.to_bytes(replace(step, weights={"decoder": causal}))
    assert len(sent) < len(wire.to_bytes(step)) + 4_000
    back = wire.from_bytes(sent).weights["decoder"]
    assert np.array_equal(back, causal) and not back.flags.writeable


def test_numbers_of_numpy_become_plain_ones() -> None:
    step = replace(made_steps(made_trace())[0], probability=np.float32(0.25), index=np.int64(3))
    back = wire.from_bytes(wire.to_bytes(step))
    assert (back.probability, type(back.probability)) == (0.25, float) and (back.index, type(back.index)) == (3, int)


# ---------------------------------------------------------------- what cannot be sent


@pytest.mark.parametrize(
    "value",
    [
        {"run": 1},
        "text",
        EngineLost("gone"),
        Run("no run"),  # type: ignore[arg-type]
        RunSpec(source={"a": "set"}),  # type: ignore[arg-type]
        RunSpec(source=(b"bytes",)),  # type: ignore[arg-type]
        RunSpec(max_steps=True),
        RunSpec(max_steps=1.5),  # type: ignore[arg-type]
        Ready("soon"),  # type: ignore[arg-type]
        Models((RunSpec(),)),  # type: ignore[arg-type]
        made_trace().with_(milliseconds={1: 2.0}),
        made_trace().with_(milliseconds=[("total", 2.0)]),
        replace(made_steps(made_trace())[0], token="la"),
        replace(made_steps(made_trace())[0], weights={"cross": [1.0]}),
        replace(made_steps(made_trace())[0], weights={"cross": np.array([object()])}),
        replace(made_steps(made_trace())[0], weights={"cross": np.zeros(2, dtype="i4,f4")}),
        replace(made_steps(made_trace())[0], weights={"cross": np.zeros((1,) * 9)}),
        replace(made_model(), spec=None),
        replace(made_model(), spec=replace(made_model().spec, tied=1)),
    ],
    ids=lambda value: type(value).__name__,
)
def test_what_is_no_message_is_not_sent(value: Any) -> None:
    stream = io.BytesIO()
    with pytest.raises(WireError):
        wire.write(stream, value)
    assert stream.getvalue() == b""


def test_what_is_too_large_is_not_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    trace = made_trace()
    monkeypatch.setattr(wire, "ARRAYS_LIMIT", 10_000)
    with pytest.raises(WireError, match="too large"):
        wire.encode(trace)
    monkeypatch.setattr(wire, "HEAD_LIMIT", 10_000)
    with pytest.raises(WireError, match="too large"):
        wire.encode(Run(RunSpec(source=("x" * 20_000,))))


# ---------------------------------------------------------------- garbage

STEP = wire.to_bytes(made_steps(made_trace("uno", "one", layers=(1, 1), heads=1))[0])
HEAD = PREFIX.unpack(STEP[: PREFIX.size])[1]


def with_head(head: Any, body: bytes = b"") -> bytes:
    """A well-framed message with any JSON, or any bytes, as its head."""
    text = head if isinstance(head, bytes) else json.dumps(head).encode()
    return PREFIX.pack(wire.MAGIC, len(text), len(body)) + text + body


def damaged(**changes: Any) -> bytes:
    """The message STEP with parts of its head replaced."""
    head = json.loads(STEP[PREFIX.size : PREFIX.size + HEAD])
    return with_head({**head, **changes}, STEP[PREFIX.size + HEAD :])


@given(st.integers(0, len(STEP) - 1))
def test_a_message_cut_off_anywhere(length: int) -> None:
    with pytest.raises(WireError):
        wire.from_bytes(STEP[:length])
    if length:
        with pytest.raises(WireError, match="closed within"):
            wire.read(io.BytesIO(STEP[:length]))
    else:
        assert wire.read(io.BytesIO()) is None


@given(st.binary(max_size=200))
def test_random_bytes(data: bytes) -> None:
    with pytest.raises(WireError):
        wire.from_bytes(data)
    with pytest.raises(WireError):
        wire.from_bytes(with_head(data))


@given(st.lists(st.tuples(st.integers(0, PREFIX.size + HEAD - 1), st.integers(0, 255)), min_size=1, max_size=4))
def test_flipped_bytes_are_refused_or_change_a_value(changes: list[tuple[int, int]]) -> None:
    data = bytearray(STEP)
    for place, value in changes:
        data[place] = value
    try:
        found = wire.from_bytes(bytes(data))
    except WireError:
        return
    wire.to_bytes(found)  # whatever was let through is a whole message again


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


@given(json_values, st.sampled_from(["value", "tokens", "arrays"]), st.sampled_from(sorted(wire.MESSAGES)))
def test_any_json_in_the_place_of_a_part(value: Any, part: str, kind: str) -> None:
    try:
        found = wire.from_bytes(damaged(**{part: value, "kind": kind}))
    except WireError:
        return
    assert type(found).__name__ == kind


@pytest.mark.parametrize(
    "data",
    [
        STEP + b"x",
        b"HTTP" + STEP[4:],
        PREFIX.pack(wire.MAGIC, wire.HEAD_LIMIT + 1, 0),
        PREFIX.pack(wire.MAGIC, 2, wire.ARRAYS_LIMIT + 1) + b"{}",
        with_head([]),
        with_head({}),
        with_head(b"\xff\xfe"),
        with_head(b"[" * 100_000),
        with_head(b'{"kind":NaN,"value":[],"tokens":[],"arrays":[]}'),
        damaged(kind="Token"),
        damaged(kind=["Step"]),
        damaged(value=[]),
        damaged(tokens=[[1, "a"]]),
        damaged(tokens=[[True, "a", "a", "word", "", 0]]),
        damaged(arrays=[["|O", [1], 0]] * 2),
        damaged(arrays=[["<f4", [-1], 0]] * 2),
        damaged(arrays=[["<f4", [1.0], 0]] * 2),
        damaged(arrays=[["<f4", [True], 0]] * 2),
        damaged(arrays=[["<f4", [1], -4]] * 2),
        damaged(arrays=[["<f4", [1 << 40, 1 << 40], 0]] * 2),
        damaged(arrays=[["<f4", [0, 1 << 80], 0]] * 2),
        damaged(arrays=[["<f4", [1] * 9, 0]] * 2),
        damaged(arrays=[["<f4", [1], 1 << 60]] * 2),
        damaged(arrays=[["<f4", [1], 0]]),
        damaged(arrays=[["<f4", [2], 0, [-4]]] * 2),
        damaged(arrays=[["<f4", [2], 0, [1 << 60]]] * 2),
        damaged(arrays=[["<f4", [2], 0, [4.0]]] * 2),
        damaged(arrays=[["<f4", [2], 0, [4, 4]]] * 2),
        damaged(arrays=[["<f4", [1 << 40], 0, [0]]] * 2),
        damaged(arrays=[["<f4", [2, 2], 0, [1 << 62, 1 << 62]]] * 2),
    ],
)
def test_known_garbage(data: bytes) -> None:
    with pytest.raises(WireError):
        wire.from_bytes(data)


def test_many_messages_through_a_pipe_of_the_system() -> None:
    """Larger than the pipe holds, so both ends have to go on where they stopped."""
    trace = made_trace(source_tokens=120, target_tokens=90, layers=(1, 1))
    sent = [Run(RunSpec(source=("hello",))), trace, Cancel(), trace.with_(notices=("again",)), Close()]
    far, near = os.pipe()

    def send() -> None:
        with os.fdopen(near, "wb") as stream:
            for message in sent:
                wire.write(stream, message)

    writer = threading.Thread(target=send)
    writer.start()
    with os.fdopen(far, "rb") as stream:
        got = [wire.read(stream) for _ in sent]
        end = wire.read(stream)
    writer.join()
    assert all(map(same, got, sent)) and end is None
    assert isinstance(got[1], Trace) and isinstance(got[1].model, ModelInfo)


def test_a_message_crosses_with_what_it_is_made_of() -> None:
    inner = Message("{count:,} tokens", count=1_200)
    refused = Refused("E-X", "{what} in {file}", what=inner, file="a.json")
    back = wire.from_bytes(wire.to_bytes(problem_of(refused))).message
    assert back == "1,200 tokens in a.json" and back.template == "{what} in {file}"
    assert back.fields["what"].template == "{count:,} tokens" and back.fields["what"].fields == {"count": 1_200}
    with pytest.raises(WireError):
        wire.from_bytes(wire.to_bytes(Problem("E-X", refused.message)).replace(b'"fields"', b'"things"'))
