"""An array of one's own beside the run's: equal, or how far away and where; nothing of a file is run."""

from __future__ import annotations

import io
import pickle
import zipfile
from pathlib import Path

import numpy as np
import pytest
import torch
from safetensors.numpy import save_file
from safetensors.torch import save_file as save_tensors

from model_core.errors import Refused
from model_core.io import tensor_files
from tests.made.traces import made_trace
from viz_app.document.state import Look
from viz_app.inspector import array_check
from viz_app.inspector.array_check import SAME, compared, comparison_words, read_arrays

TRACE = made_trace("the white house is very old", "la casa blanca es muy vieja")
LOOK = Look(kind="cross", layer=1, head=2)


def saved(folder: Path, array: np.ndarray) -> Path:
    path = folder / "mine.npy"
    np.save(path, array)
    return path


def test_the_current_map_is_compared_first(tmp_path: Path) -> None:
    own = TRACE.map("cross", 1, 2)
    assert "equal to weights, cross-attention layer 2 head 3" in comparison_words(saved(tmp_path, own), TRACE, LOOK)
    batched = own[None, None].astype(np.float64) + 1e-7
    assert "equal to weights" in comparison_words(saved(tmp_path, batched), TRACE, LOOK)


def test_a_mistake_is_found_where_it_is() -> None:
    mine = TRACE.map("cross", 1, 2).copy()
    mine[3, 1] += 0.25
    first, nearest = compared(mine, TRACE, LOOK)
    assert first == nearest and first.place == (3, 1) and not first.equal
    assert first.difference == pytest.approx(0.25, abs=1e-6)
    assert "0.25 away from weights, cross-attention layer 2 head 3 at [3, 1], counted from 0: yours" in first.words


def test_a_number_that_is_none_equals_only_another_one() -> None:
    name = TRACE.name("cross", "weights", 1)
    broken = TRACE.arrays[name].copy()
    broken[0, 2, 3, 1] = np.nan
    for own, mine in ((broken, TRACE.arrays[name]), (TRACE.arrays[name], broken)):
        first, _ = compared(mine[0, 2], TRACE.with_(arrays={**TRACE.arrays, name: own}), LOOK)
        assert not first.equal and first.place == (3, 1) and first.difference == np.inf
    first, _ = compared(broken[0, 2], TRACE.with_(arrays={**TRACE.arrays, name: broken}), LOOK)
    assert first.equal and first.difference == 0.0


def test_how_near_is_equal_depends_on_the_largest_number() -> None:
    name = TRACE.name("cross", "weights", 1)
    own = TRACE.arrays[name] * np.float32(5000)
    most = float(own[0, 2].max())
    for away, equal in ((0.5 * SAME * most, True), (2 * SAME * most, False)):
        mine = own[0, 2].astype(np.float64)
        mine[3, 1] += away
        assert away > SAME
        assert compared(mine, TRACE.with_(arrays={**TRACE.arrays, name: own}), LOOK)[0].equal is equal


def test_another_head_is_named_where_it_is_the_nearer_one(tmp_path: Path) -> None:
    words = comparison_words(saved(tmp_path, TRACE.map("cross", 0, 1)), TRACE, LOOK)
    assert "equal to weights, cross-attention layer 1 head 2" in words
    noise = TRACE.map("cross", 0, 1) + 0.01
    assert "nearest to weights, cross-attention layer 1 head 2" in comparison_words(saved(tmp_path, noise), TRACE, LOOK)


def test_scores_all_heads_and_inner_arrays_are_found(tmp_path: Path) -> None:
    for array, name in (
        (TRACE.map("decoder", 2, 0, "masked"), "masked scores, decoder layer 3 head 1"),
        (np.stack([TRACE.map("encoder", 0, head) for head in range(4)]), "weights, encoder layer 1, all heads"),
    ):
        assert f"equal to {name}" in comparison_words(saved(tmp_path, array), TRACE, LOOK)


@pytest.mark.parametrize("name", ["q", "k", "v"])
def test_the_vectors_of_one_head_are_found(name: str, tmp_path: Path) -> None:
    arrays = made_trace("the white house is very old", "la casa blanca es muy vieja", sentences=2)
    hook = arrays.name("encoder", name, 1)
    for sentence, look in ((0, LOOK), (1, Look(kind="cross", layer=1, head=2, sentence=1))):
        own = arrays.arrays[hook][sentence, 2, : len(arrays.sentences[sentence].source)]
        words = comparison_words(saved(tmp_path, own), arrays, look)
        assert f"{hook}[{sentence}, 2, :, :]" in words and "is equal to" in words


def test_every_array_of_a_file_has_its_sentence(tmp_path: Path) -> None:
    arrays = {"good": TRACE.map("cross", 1, 2), "odd": np.zeros((2, 3, 5), np.float32)}
    np.savez(tmp_path / "a.npz", **arrays)
    save_file(arrays, tmp_path / "a.safetensors")
    for name in ("a.npz", "a.safetensors"):
        good, odd = sorted(comparison_words(tmp_path / name, TRACE, LOOK).split("\n"))
        assert f"{name} good is equal" in good and "no array of this shape: 2 × 3 × 5" in odd


def test_an_array_of_bfloat16_is_compared(tmp_path: Path) -> None:
    own = torch.tensor(np.array(TRACE.map("cross", 1, 2))).to(torch.bfloat16)
    save_tensors({"mine": own}, tmp_path / "a.safetensors")
    assert np.array_equal(read_arrays(tmp_path / "a.safetensors")["mine"], own.float().numpy())
    assert "weights" in comparison_words(tmp_path / "a.safetensors", TRACE, LOOK)


def test_a_file_of_many_arrays_is_opened_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    save_file({str(number): np.zeros(2, np.float32) for number in range(50)}, tmp_path / "a.safetensors")
    opened: list[Path] = []
    own = tensor_files.open_tensors
    monkeypatch.setattr(tensor_files, "open_tensors", lambda path, kind: opened.append(path) or own(path, kind))
    assert len(read_arrays(tmp_path / "a.safetensors")) == 50 and len(opened) == 1


def test_what_is_no_array_is_refused_and_never_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Trap:
        def __reduce__(self) -> tuple[object, tuple[str]]:
            return open, (str(tmp_path / "sprung"),)

    path = tmp_path / "mine.npy"
    buffer = io.BytesIO()
    np.save(buffer, np.array([Trap()], dtype=object), allow_pickle=True)
    for data in (buffer.getvalue(), pickle.dumps(Trap()), b"", b"words", b"PK\x03\x04broken"):
        path.write_bytes(data)
        with pytest.raises(Refused):
            read_arrays(path)
    assert not (tmp_path / "sprung").exists()
    np.save(path, np.array(["a", "b"]))
    with pytest.raises(Refused, match="no arrays of numbers"):
        read_arrays(path)
    monkeypatch.setattr(array_check, "LARGEST", 10_000)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("a.npy", b"\0" * 1_000_000)
    with pytest.raises(Refused, match="more than"):
        read_arrays(path)
