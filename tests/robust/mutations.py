"""Thousands of damaged files for one reader, in a process of its own: `python -m tests.robust.mutations READER SEED N`.

Each file is a good one with bytes flipped, cut, doubled, mixed, or with values of its JSON replaced. A reader may open
it or refuse it with a code; anything else is told as a line of JSON with the number that makes the same file again.
"""

from __future__ import annotations

import json
import random
import resource
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from model_core.errors import Refused

PATIENCE = 10  # s of processor time for one file
MEMORY = 3 << 30  # bytes of address space
GROWTH = 256 << 20  # bytes that reading thousands of small files may leave behind

ODD: tuple[Any, ...] = (
    None, True, -1, 0, 1, 2**31, 2**63, 10**400, 0.5, 1e308, "", "x", "\ud800", "../../x", "\x00", [], [[]], {},
    {"a": 1}, "e" * 20_000, [0] * 5000,
)  # fmt: skip
"""Values that stand in places where something else is expected."""


def mutate(good: bytes, chance: random.Random) -> bytes:
    """The good file with one to four damages."""
    data = bytearray(good)
    for _ in range(chance.randint(1, 4)):
        chance.choice(_BYTES)(data, chance)
    return bytes(data) if chance.random() < 0.6 else _json_damage(good, chance)


def _place(data: bytearray, chance: random.Random) -> tuple[int, int]:
    start = chance.randrange(len(data) + 1)
    return start, min(len(data), start + chance.choice((1, 2, 8, 64, 1024)))


def _flip(data: bytearray, chance: random.Random) -> None:
    if data:
        data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)


def _cut(data: bytearray, chance: random.Random) -> None:
    start, end = _place(data, chance)
    del data[start:end]


def _double(data: bytearray, chance: random.Random) -> None:
    start, end = _place(data, chance)
    data[start:start] = data[start:end] * chance.choice((1, 3, 100))


def _truncate(data: bytearray, chance: random.Random) -> None:
    del data[chance.randrange(len(data) + 1) :]


def _noise(data: bytearray, chance: random.Random) -> None:
    start, end = _place(data, chance)
    data[start:end] = chance.randbytes(end - start)


def _digits(data: bytearray, chance: random.Random) -> None:
    start, _ = _place(data, chance)
    data[start:start] = chance.choice((b"9" * 30, b"-", b"1e9", b'"', b"}", b"[[[[", b"\\u0000", b"NaN", b"\xff\xfe"))


_BYTES: tuple[Callable[[bytearray, random.Random], None], ...] = (
    _flip, _flip, _cut, _double, _truncate, _noise, _digits,
)  # fmt: skip


def _json_damage(good: bytes, chance: random.Random) -> bytes:
    """The file with one value of its JSON (or of the header of its tensors) replaced, doubled or taken away."""
    head = int.from_bytes(good[:8], "little")
    tensors = 0 < head < len(good)
    text = good[8 : 8 + head] if tensors else good
    document = json.loads(text)
    _damage_inside(document, chance)
    changed = json.dumps(document).encode("utf-8", "surrogatepass")
    return len(changed).to_bytes(8, "little") + changed + good[8 + head :] if tensors else changed


def _damage_inside(node: Any, chance: random.Random) -> None:
    """Goes down at random and changes one value."""
    while True:
        keys = list(node) if isinstance(node, dict) else list(range(len(node)))
        if not keys:
            return
        key = chance.choice(keys)
        if isinstance(node[key], dict | list) and node[key] and chance.random() < 0.8:
            node = node[key]
            continue
        if chance.random() < 0.2:
            del node[key]
        else:
            node[key] = chance.choice(ODD)
        return


# ---------------------------------------------------------------- the readers


def _session() -> tuple[bytes, Callable[[Path], Any]]:
    from model_core.record.edits import CellEdit, Decoding, Edits, MaskEdits
    from model_core.record.run_spec import RunSpec
    from viz_app.document.session import Session, load_session, to_bytes
    from viz_app.document.state import State

    edits = Edits(MaskEdits((CellEdit("cross", 0, 1, False),)))
    run = RunSpec(source=("the old oak", "a blue hen"), edits=edits, decoding=Decoding("beam"))
    return to_bytes(Session(State(run=run, options={"attention": {"scale": "row"}}))), load_session


def _settings() -> tuple[bytes, Callable[[Path], Any]]:
    from viz_app.system import settings

    path = Path(tempfile.mkdtemp()) / "s.json"
    settings.save(settings.Settings(), path)
    return path.read_bytes(), settings.load


def _opened() -> tuple[bytes, Callable[[Path], Any]]:
    """Whatever is opened in the window is looked at by this one."""
    from viz_app.files.file_kinds import look_at

    return _session()[0], look_at


def _spec() -> tuple[bytes, Callable[[Path], Any]]:
    from model_core.io.resources import folder
    from model_core.record.model_info import read_about

    good = (folder() / "models" / "copy" / "spec.json").read_bytes()

    def read(path: Path) -> Any:
        path.replace(path.with_name("spec.json"))
        return read_about(path.parent)

    return good, read


def _vocabulary() -> tuple[bytes, Callable[[Path], Any]]:
    from model_core.io.resources import folder
    from model_core.tokenizers.vocab import load_vocabulary

    good = (folder() / "models" / "grammar" / "tokenizer.json").read_bytes()

    def read(path: Path) -> Any:
        return load_vocabulary(path).tokens("the red fox sleeps <s> ñ")

    return good, read


def _weights() -> tuple[bytes, Callable[[Path], Any]]:
    import torch
    from safetensors.torch import save

    from model_core.checkpoints.checkpoint import read_weights

    names = {"a.weight": (4, 3), "b.bias": (5,)}
    good = save({name: torch.ones(shape, dtype=torch.float16) for name, shape in names.items()})
    return good, lambda path: read_weights(path, names)


def _recording() -> tuple[bytes, Callable[[Path], Any]]:
    """A recording is opened, and a map of it looked at."""
    import numpy as np

    from model_core import open_recording, save_recording

    path = Path(tempfile.mkdtemp()) / "good.safetensors"
    square, wide = (np.full((1, 2, 3, size), 1 / size, np.float32) for size in (3, 4))
    save_recording(
        decoder_attention=[np.tril(square)] * 2, cross_attention=[wide, None, wide], decoder_tokens=["<s>", "a", "ñ"],
        encoder_tokens=["x", "y", "z", "</s>"], decoder_qkv=([square] * 2, [square] * 2, None), path=path,
    )  # fmt: skip

    def read(damaged: Path) -> Any:
        trace = open_recording(damaged)
        return [trace.map(kind, 0, 0) for kind in trace.kinds]

    return path.read_bytes(), read


def _checkpoint() -> tuple[bytes, Callable[[Path], Any]]:
    """Somebody else's weights."""
    from safetensors.torch import save

    from model_core.importers import Options, convert
    from model_core.importers.foreign import open_safetensors
    from tests.made.tutorials import annotated_state

    good = save({name: one.clone() for name, one in annotated_state(1, (1, 1)).items()})
    return good, lambda path: convert(open_safetensors(path), Options(heads=4))


def _config() -> tuple[bytes, Callable[[Path], Any]]:
    """The config.json beside weights of Hugging Face."""
    from safetensors.torch import save_file

    from model_core.importers import convert
    from model_core.importers.foreign import open_safetensors
    from tests.made.marian import CONFIG, marian_state

    weights = Path(tempfile.mkdtemp()) / "model.safetensors"
    save_file(marian_state(1), weights)
    return json.dumps(CONFIG).encode(), lambda path: convert(open_safetensors(weights, path))


def _table() -> tuple[bytes, Callable[[Path], Any]]:
    """vocab.json of a folder of Hugging Face."""
    from model_core.importers.vocabularies import table_of

    return json.dumps({f"piece{index}": index for index in range(40)}).encode(), lambda path: table_of(path, 40)


def _ids() -> tuple[bytes, Callable[[Path], Any]]:
    """A vocabulary of plain ids."""
    from model_core.tokenizers.foreign import IdVocabulary, Specials
    from model_core.tokenizers.vocab import load_vocabulary

    good = IdVocabulary(20, 24, Specials(0, 1, 2, 3)).to_json().encode()
    return good, lambda path: load_vocabulary(path).target.tokens("7 99 x 2")


def _words() -> tuple[bytes, Callable[[Path], Any]]:
    """Two lists of words."""
    from model_core.tokenizers.foreign import Specials
    from model_core.tokenizers.vocab import load_vocabulary
    from model_core.tokenizers.word_list import WordVocabulary

    lists = [[f"{side}{number}" for number in range(12)] for side in "st"]
    good = WordVocabulary(lists[0], lists[1], Specials(1, 2, 3, 0), True).to_json().encode()
    return good, lambda path: load_vocabulary(path).target.tokens("t7 s3 x [SOS]")


def _merges() -> tuple[bytes, Callable[[Path], Any]]:
    """Merged bytes."""
    from model_core.tokenizers.byte_pairs import ALPHABET, ByteVocabulary
    from model_core.tokenizers.foreign import Specials
    from model_core.tokenizers.vocab import load_vocabulary

    pieces = ["<s>", "<pad>", "</s>", "<unk>", *sorted(ALPHABET), "th", "the"]
    good = ByteVocabulary(pieces, ["t h", "th e"], Specials(1, 0, 2, 3), True).to_json().encode()
    return good, lambda path: load_vocabulary(path).tokens("the old boat ñ 🙂 <s>")


READERS: dict[str, Callable[[], tuple[bytes, Callable[[Path], Any]]]] = {
    "session": _session, "settings": _settings, "opened": _opened, "spec": _spec, "vocabulary": _vocabulary,
    "weights": _weights, "recording": _recording, "checkpoint": _checkpoint, "config": _config, "table": _table,
    "ids": _ids, "words": _words, "merges": _merges,
}  # fmt: skip


def _too_slow(signum: int, frame: Any) -> None:
    raise TimeoutError(f"more than {PATIENCE} s of processor time")


def main(reader: str, seed: int, count: int) -> None:
    """Reads `count` damaged files; tells each that ended otherwise, then how all ended."""
    good, read = READERS[reader]()
    folder = Path(tempfile.mkdtemp())
    (folder / "good").write_bytes(good)
    read(folder / "good")
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    signal.signal(signal.SIGPROF, _too_slow)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    ended: Counter[str] = Counter()
    for number in range(seed, seed + count):
        path = folder / "damaged"
        path.write_bytes(mutate(good, random.Random(number)))
        print(number, file=sys.stderr, flush=False)
        signal.setitimer(signal.ITIMER_PROF, PATIENCE)
        started = time.process_time()
        try:
            read(path)
            ended["opened"] += 1
        except Refused as error:
            ended[error.code] += 1
        except BaseException as error:
            said = f"{type(error).__name__}: {error}"[:300]
            print(json.dumps({"number": number, "said": said, "seconds": time.process_time() - started}), flush=True)
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
    grown = 1024 * (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
    others = sorted(p.name for p in folder.iterdir() if p.name not in ("good", "damaged", "spec.json"))
    print(json.dumps({"ended": ended, "grown": grown, "others": others}), flush=True)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
