"""Parallel text: malformed lines are counted and shown, batches hold every pair once and little padding."""

from __future__ import annotations

import errno
import io
import random
import tracemalloc
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from threading import Semaphore

import pytest
from hypothesis import given
from hypothesis import strategies as st

from model_core.errors import Refused
from model_core.io.limits import LINE_BYTES, TSV_LINE
from model_core.io.text_lines import arriving, text_lines
from model_core.synthetic.slips import vary
from model_core.training.data import IdPair, batches, join_some, read_pairs


def written(path: Path, data: bytes | str) -> Path:
    """The path, with this content."""
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    return path


# ---------------------------------------------------------------- reading


def test_good_lines(tmp_path: Path) -> None:
    path = written(tmp_path / "a.tsv", "\ufeffHi there\tHola\r\n Two  words \t Dos palabras\tsomething else\nx\ty")
    corpus = read_pairs([path])
    assert corpus.pairs == (("Hi there", "Hola"), ("Two  words", "Dos palabras"), ("x", "y"))
    assert corpus.complaint() == "" and corpus.skipped_count == 0


BAD = b"no tab here\n \tempty source\nempty target\t \nnot \xff UTF-8\tx\n" + b"x" * (TSV_LINE + 1) + b"\ty\n\n"


def test_malformed_lines_are_counted_named_and_skipped(tmp_path: Path) -> None:
    path = written(tmp_path / "b.tsv", b"one\tuno\n" + BAD + b"two\tdos\n")
    corpus = read_pairs([path])
    assert corpus.pairs == (("one", "uno"), ("two", "dos"))
    assert corpus.skipped_count == 6
    assert corpus.skipped == (
        ("b.tsv", 2, "no tab"),
        ("b.tsv", 3, "an empty side"),
        ("b.tsv", 4, "an empty side"),
        ("b.tsv", 5, "not UTF-8"),
        ("b.tsv", 6, "longer than 20,000 characters"),
        ("b.tsv", 7, "no tab"),
    )
    told = corpus.complaint()
    assert "6 malformed" in told and "b.tsv:2 no tab" in told and "3 more" in told


def test_only_the_first_malformed_lines_are_kept_but_all_are_counted(tmp_path: Path) -> None:
    path = written(tmp_path / "c.tsv", "bad\n" * 1234 + "good\tbueno\n")
    corpus = read_pairs([path])
    assert len(corpus.skipped) == 10 and corpus.skipped_count == 1234
    assert "1,234 malformed" in corpus.complaint() and "1,231 more" in corpus.complaint()


def test_several_files_are_read_in_order(tmp_path: Path) -> None:
    one, two = written(tmp_path / "1.tsv", "a\tb\nbad\n"), written(tmp_path / "2.tsv", "c\td\n")
    corpus = read_pairs([two, one, str(two)])
    assert corpus.pairs == (("c", "d"), ("a", "b"), ("c", "d"))
    assert corpus.complaint() == "skipped 1 malformed line: 1.tsv:2 no tab"


def test_lines_that_arrive_are_given_as_soon_as_they_are_there() -> None:
    taken = Semaphore(0)

    def slow() -> Iterator[str]:
        for line in "abc":
            yield line
            assert taken.acquire(timeout=60), "each line is given before the next one is there"
        yield from "defgh"
        raise Refused("E-TEST", "no more")

    parts = []
    with pytest.raises(Refused, match="no more"):
        for part in arriving(slow(), 2):
            parts.append(part)
            taken.release()
    assert parts[:3] == [["a"], ["b"], ["c"]] and "".join(chain.from_iterable(parts)) == "abcdefgh"
    assert max(map(len, parts)) <= 2


def test_a_line_of_the_largest_length_is_read(tmp_path: Path) -> None:
    path = written(tmp_path / "d.tsv", "x" * (TSV_LINE - 2) + "\ty\n")
    assert read_pairs([path]).skipped_count == 0


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", r"no usable lines in .*e\.tsv: each line must be a source, a tab and a target"),
        (b"\n\n", "2 malformed"),
        (bytes(range(256)), "no usable line"),
        (None, "cannot read"),
    ],
)
def test_files_without_anything_usable_are_refused(tmp_path: Path, content: bytes | None, words: str) -> None:
    path = tmp_path / "e.tsv"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(Refused, match=words) as refused:
        read_pairs([path])
    assert "\n" not in str(refused.value) and not refused.value.message.endswith("."), "who shows it ends the sentence"


def test_a_file_without_lines_is_refused_before_it_fills_the_memory(tmp_path: Path) -> None:
    """Also one that never ends, as /dev/zero."""
    path = written(tmp_path / "zeros", bytes(LINE_BYTES + 1))
    with pytest.raises(Refused, match=r"zeros has a line longer than 4 MB") as refused:
        read_pairs([path])
    assert refused.value.code == "E-FILE-LINE"
    tracemalloc.start()
    endless = Endless()
    with pytest.raises(Refused):
        list(text_lines(endless, "endless"))
    assert endless.read_bytes <= 2 * LINE_BYTES and tracemalloc.get_traced_memory()[1] < 10 * LINE_BYTES
    tracemalloc.stop()


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
def test_what_a_spreadsheet_calls_unicode_text_is_named(tmp_path: Path, encoding: str) -> None:
    """It would be read as letters with a NUL between them; a NUL by itself is no sign of it."""
    path = tmp_path / "sheet.tsv"
    path.write_bytes("the house\tla casa\nthe cat\tel gato\n".encode(encoding))
    with pytest.raises(Refused, match="UTF-16") as refused:
        read_pairs([path])
    assert refused.value.code == "E-FILE-UTF16"
    assert list(text_lines(io.BytesIO(b"a\0b\tc\0d\n"), "x")) == ["a\0b\tc\0d"]


def test_a_file_that_cannot_be_read_to_its_end_is_named() -> None:
    """Reading lines of an open file fails without its name, as of a medium that went."""

    class Gone(io.BytesIO):
        def read1(self, size: int | None = -1, /) -> bytes:
            raise OSError(errno.EIO, "Input/output error")

    with pytest.raises(OSError, match="Input/output error") as found:
        list(text_lines(Gone(), "poems.txt"))
    assert found.value.filename == "poems.txt"


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"], ids=["Unix", "Windows", "old Macs"])
def test_lines_end_as_on_any_computer(tmp_path: Path, end: str) -> None:
    """A table that a spreadsheet saved for old Macs was one line, of which the first pair alone was read."""
    path = tmp_path / "pairs.tsv"
    path.write_bytes(
        end.join(["a dog\tun perro", "", "a cat\tun gato", "not UTF-8\t\udcf1"]).encode("utf-8", "surrogateescape")
    )
    assert read_pairs([path]).pairs == (("a dog", "un perro"), ("a cat", "un gato"))
    strange: set[int] = set()
    with path.open("rb") as file:
        assert len(list(text_lines(file, "x", strange))) == 4 and strange == {4}
        assert not file.closed, "it is its opener's to close"


class Endless(io.BytesIO):
    """Zeros without end."""

    read_bytes = 0

    def read1(self, size: int | None = -1, /) -> bytes:
        assert size is not None and size >= 0, "it would never come back"
        self.read_bytes += size
        return bytes(size)


def test_a_folder_is_no_corpus(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="cannot read"):
        read_pairs([tmp_path])


# ---------------------------------------------------------------- variation


def test_variation_is_lower_case_without_final_signs_or_both() -> None:
    rng = random.Random(1)
    found = [vary("Where is Ana?!", rng, 0.3) for _ in range(6000)]
    shares = {text: found.count(text) / 6000 for text in set(found)}
    assert shares.keys() == {"Where is Ana?!", "where is ana?!", "Where is Ana", "where is ana"}
    assert shares.pop("Where is Ana?!") == pytest.approx(0.7, abs=0.03)
    assert all(share == pytest.approx(0.1, abs=0.02) for share in shares.values())


def test_variation_at_rate_zero_changes_nothing_and_never_leaves_nothing() -> None:
    rng = random.Random(2)
    assert {vary("A.", rng, 0.0) for _ in range(100)} == {"A."}
    assert {vary("…!", rng, 1.0) for _ in range(100)} == {"…!"}


def test_joined_pairs_come_on_top_and_stay_short() -> None:
    pairs: list[IdPair] = [([i] * 4, [i] * 6) for i in range(1000)]
    joined = join_some(pairs, random.Random(3), 0.2, 13)
    assert joined[:1000] == pairs and len(joined) - 1000 == pytest.approx(200, abs=40)
    assert all((len(source), len(target)) == (8, 12) for source, target in joined[1000:])
    assert all(source[0] == target[0] and source[-1] == target[-1] for source, target in joined)
    counts = {len(source) // 4 for source, _ in join_some(pairs, random.Random(3), 1.0, 100)}
    assert counts == {1, 2, 3, 4}, "the pair and one to three others"
    assert join_some(pairs, random.Random(3), 1.0, 12) == pairs, "nothing as long as the limit"


# ---------------------------------------------------------------- batches

PAIRS = st.lists(st.tuples(st.integers(0, 40), st.integers(0, 40)), max_size=300)


@given(PAIRS, st.integers(8, 400), st.integers(0, 9), st.sampled_from([7, 64, 12_000]))
def test_batches_hold_every_pair_once_and_keep_to_their_size(lengths, tokens: int, seed: int, pool: int) -> None:
    pairs: list[IdPair] = [([i] * s, [i] * t) for i, (s, t) in enumerate(lengths, 3)]
    found = list(batches(pairs, random.Random(seed), tokens, pool))
    assert sorted(pair for batch in found for pair in batch) == sorted(pairs)
    for batch in found:
        longest = max(max(len(source), len(target)) + 1 for source, target in batch)
        assert len(batch) == 1 or len(batch) * longest <= tokens


def test_batches_hardly_need_padding_and_come_in_eights() -> None:
    rng = random.Random(4)
    pairs: list[IdPair] = []
    for _ in range(5000):
        length = max(1, round(rng.gauss(8, 3)))
        pairs.append(([5] * length, [6] * max(1, length + rng.randint(-2, 2))))
    found = list(batches(pairs, random.Random(5), 800))
    real = sum(len(target) + 1 for batch in found for _, target in batch)
    padded = sum(len(batch) * max(len(target) + 1 for _, target in batch) for batch in found)
    assert padded / real < 1.1
    assert sum(len(batch) % 8 == 0 for batch in found) > 0.9 * len(found)


def test_batches_are_reshuffled_and_equal_for_equal_seeds() -> None:
    pairs: list[IdPair] = [([i] * (i % 9), [i]) for i in range(300)]
    first, again = list(batches(pairs, random.Random(6), 50)), list(batches(pairs, random.Random(6), 50))
    assert first == again != list(batches(pairs, random.Random(7), 50))
    lengths = [max(len(source) for source, _ in batch) for batch in first]
    assert lengths != sorted(lengths)


def test_no_pairs_give_no_batches() -> None:
    assert list(batches([], random.Random(0), 100)) == []
