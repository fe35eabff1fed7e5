"""Links: the same state again, whatever is in it; anything else is refused."""

from __future__ import annotations

import base64
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from model_core.errors import Refused
from model_core.record.run_spec import RunSpec
from tests.made.traces import made_trace
from viz_app.document.link import BEGIN, from_link, is_link, to_link
from viz_app.document.session import Session, session_of
from viz_app.document.state import Layout, Look, State


def link_of(text: bytes) -> str:
    return BEGIN + base64.urlsafe_b64encode(zlib.compress(text)).decode()


@given(st.text(max_size=200), st.integers(0, 9), st.sampled_from(("encoder", "decoder", "cross")))
def test_a_link_opens_the_same_state(source: str, head: int, kind: str) -> None:
    state = State(RunSpec(source=(source,)), Look(kind=kind, head=head, step=3), desk=Layout(views=("lines", "model")))
    state = state.with_options("lines", threshold=0.25)
    link = to_link(Session(state, "English → Spanish", "ab" * 32))
    assert link.isascii() and "\n" not in link and is_link(f" {link}\n")
    assert from_link(f" {link}\n") == Session(state, "English → Spanish", "ab" * 32)


def test_it_knows_the_model_it_was_made_with() -> None:
    trace = made_trace()
    session = from_link(to_link(session_of(State(trace.run), trace)))
    assert session.changed_model(trace) == ""
    assert "is not the one" in Session(session.state, session.model_name, "f" * 64).changed_model(trace)


@pytest.mark.parametrize(
    "text",
    [
        "", "http://example.org", "headscope:2:abc", BEGIN, BEGIN + "%%%", BEGIN + "aGVsbG8", BEGIN + "a" * 300_000,
        to_link(Session(State()))[:-6], link_of(b"[]"), link_of(b'{"state": {}}'),
        link_of(b'{"model": 1, "state": {}}'),
        link_of(b'{"model": {}, "state": {"look": {"layer": -1}}}'), link_of(b'{"model": {}, "state": {}, "x": 1}'),
        link_of(b" " * 50_000_000),
    ],
)  # fmt: skip
def test_what_is_no_link_is_refused(text: str) -> None:
    with pytest.raises(Refused):
        from_link(text)


def test_a_link_that_could_not_be_read_again_is_not_made(monkeypatch: pytest.MonkeyPatch) -> None:
    session = Session(State(RunSpec(source=("a " * 500,))))
    assert from_link(to_link(session)).state == session.state
    monkeypatch.setattr("viz_app.document.link.LARGEST_FILE", 400)
    with pytest.raises(Refused):
        to_link(session)


def test_a_text_is_no_link() -> None:
    assert not is_link("headscope: a program to look into a model") and not is_link("The black cat.")
