"""Texts that nobody expects: each is opened, cut and said so, or refused with its code; none is more than text."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QApplication

from model_core.engine import wire
from model_core.engine.messages import Run
from model_core.errors import Refused
from model_core.io.limits import SOURCE_LINES, TEXT_CHARACTERS
from model_core.record.run_spec import RunSpec
from model_core.spec import SPECIAL_PIECES
from model_core.tokenizers.vocab import Vocabulary, learn_pieces
from tests.made.traces import made_model
from tests.robust.brief_engine import BriefEngine
from viz_app.data import tables
from viz_app.document.session import from_bytes, session_of, to_bytes
from viz_app.document.state import Layout, State
from viz_app.document.store import Store
from viz_app.files.file_kinds import Text, look_at, sentences
from viz_app.system.crash_report import CrashReporter
from viz_app.system.engine_client import InlineEngine
from viz_app.text.text_edit import TextBox
from viz_app.window.main_window import Window, apply_theme

LINES = ("The baker opens the shop.", "My sister paints the boat.", "El panadero abre la tienda.", "¡Sí, señor!")

TEXTS = {
    "one letter": "a",
    "one sign": "?",
    "one digit": "7",
    "blanks around": "   the sea   ",
    "tabs": "the\tsea\t",
    "a line of Windows": "the sea\r\nthe boat\r\n",
    "a line of old Macs": "the sea\rthe boat\r",
    "a line of its own sort": "the sea\u2028the boat\u2029",
    "a new page": "the sea\x0cthe boat\x0b",
    "blank lines between": "\n\nthe sea\n \n\t\nthe boat\n\n",
    "many lines": "the sea\n" * 500,
    "a long line": "the sea " * 3000,
    "one long word": "a" * 19_999,
    "a word too long": "a" * 25_000,
    "as long as it goes": "a" * TEXT_CHARACTERS,
    "a byte order mark": "\ufeffthe sea",
    "a mark in the middle": "the \ufeffsea",
    "the sign of the pieces": "▁the ▁sea▁",
    "only that sign": "▁▁▁",
    "special tokens": "<s> the sea </s> <pad> <unk>",
    "a byte piece": "<0x41> <0xFF>",
    "bold": "<b>the sea</b>",
    "a picture from the disk": "<img src='/etc/passwd'>",
    "a link": "<a href=\"https://example.org\">sea</a>",
    "a script": "<script>alert(1)</script>",
    "an entity": "&lt;sea&gt; &amp; &#0; &nbsp;",
    "the end of XML": "]]> --> <?xml?>",
    "SQL": "'; DROP TABLE models; --",
    "format strings": "%s %d %n {0} {} {source!r:>999} ${HOME}",
    "percent": "100 % 5%% %%",
    "a formula": "=1+2 @sum -cmd|' /C calc'!A0",
    "a shell": "$(reboot) `reboot` && reboot; reboot | cat > /tmp/x",
    "a path": "../../../etc/passwd C:\\Windows\\x \\\\server\\share",
    "an address": "https://example.org/?a=b&c=d mailto:a@example.org",
    "JSON": '{"format": "headscope", "version": 1}',
    "quotes": "\"'`´‘’“”„«»‹›",
    "backslashes": "\\n \\t \\u0000 \\",
    "an ampersand of a menu": "&File && &&&",
    "bidi overrides": "abc \u202edef\u202c ghi \u2066jkl\u2069",
    "a bidi mark never closed": "\u202e the sea",
    "right to left": "שלום עולם",
    "Arabic with marks": "مُحَمَّدٌ يَقْرَأُ",
    "both directions": "the שלום sea مرحبا boat",
    "Chinese": "我喜欢读书。",
    "Japanese": "私は本を読むのが好きです。",
    "Korean in pieces": "\u1112\u1161\u11ab\u1100\u1173\u11af",
    "Thai": "ฉันชอบอ่านหนังสือ",
    "Hindi": "मुझे किताबें पढ़ना पसंद है",
    "combining towers": "z" + "\u0301\u0302\u0303\u0304" * 200 + "algo",
    "a mark without a letter": "\u0301\u0302",
    "families": "👨‍👩‍👧‍👦 👩🏽‍🚀 🏳️‍🌈 🇪🇸",
    "half an emoji sequence": "👩\u200d",
    "beyond the first plane": "𝔗𝔥𝔢 𝕤𝕖𝕒 𐍈",
    "private letters": "\ue000 \U000f0000 \U0010ffff",
    "no characters": "\ufffe \uffff \ufdd0",
    "nothing to see": "\u200b\u200c\u200d\u2060\u00ad",
    "odd blanks": "the\u00a0sea\u2003the\u3000boat\u1680",
    "control characters": "the\x01sea\x07\x1b[31m\x7f\x9b",
    "Turkish": "İstanbul ılık ISPARTA ıi",
    "ligatures": "ﬁ ﬂ ﷺ ½ ™ Ⅷ",
    "sharp s": "STRASSE Straße ẞ",
    "made in two ways": "é e\u0301 Å \u212b",
    "numbers": "1234567890123456789012345678901234567890 1e999 NaN Infinity 0x10 ٣",
    "math": "∀x∈ℝ: √x² = |x|",
    "only signs": "!?!?…—–·•",
}  # fmt: skip

ONLY_TYPED = {
    "half a character": "the \ud800 sea \udfff",
    "two halves the wrong way": "\udc00\ud800",
    "a zero": "the\0sea",
}
"""What a box can hold and no file."""

FILES: dict[str, tuple[bytes, str]] = {
    "half a character": ("the \ud800 sea".encode("utf-8", "surrogatepass"), "E-TEXT-UTF8"),
    "a letter in too many bytes": (b"\xc0\xaf the sea", "E-TEXT-UTF8"),
    "beyond the last letter": (b"\xf4\x90\x80\x80", "E-TEXT-UTF8"),
    "cut in a letter": ("the sea ñ".encode()[:-1], "E-TEXT-UTF8"),
    "utf-16 without its mark": ("the sea".encode("utf-16-be"), "E-FILE-UNKNOWN"),
    "utf-32": ("the sea".encode("utf-32"), "E-TEXT-UTF8"),
    "windows-1252": ("“mañana”".encode("cp1252"), "E-TEXT-UTF8"),
    "a zero at the end": (b"the sea\0", "E-FILE-UNKNOWN"),
    "only zeros": (b"\0" * 100, "E-FILE-UNKNOWN"),
    "ten million bytes": (b"the sea\n" * 1_250_000, "E-FILE-SIZE"),
    "one token of five million": (b"a" * 5_000_000, "E-FILE-SIZE"),
    "only a mark": (b"\xef\xbb\xbf", "E-TEXT-EMPTY"),
    "only blanks": ("\u00a0 \u3000\n\t".encode(), "E-TEXT-EMPTY"),
    "rich text": (b"{\\rtf1 the sea}", "E-FILE-PICTURE"),
    "bzip": (b"BZh91AY&SY", "E-FILE-PACKED"),
    "zstandard": (b"\x28\xb5\x2f\xfd\0\0", "E-FILE-PACKED"),
    "a jpeg": (b"\xff\xd8\xff\xe0\0\x10JFIF", "E-FILE-PICTURE"),
}


@pytest.fixture(scope="module")
def vocab() -> Vocabulary:
    """Byte-pair pieces of a few lines."""
    return learn_pieces([line for line in LINES for _ in range(3)], 400)


@pytest.fixture
def window(qtbot) -> Iterator[Window]:
    """A shown window."""
    apply_theme(Layout(theme="light"))
    made = Window(Store(State(desk=Layout(theme="light"))), None, CrashReporter(None))
    qtbot.addWidget(made)
    made.resize(900, 600)
    made.store.attach(InlineEngine(BriefEngine(), (made_model((2, 2), 2),), parent=made.store))
    made.show()
    yield made
    made.close()


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_a_file_with_it_is_opened_as_text(tmp_path: Path, text: str) -> None:
    (tmp_path / "text.txt").write_bytes(text.encode("utf-8", "surrogatepass"))
    found = look_at(tmp_path / "text.txt")
    assert isinstance(found, Text)
    assert 1 <= len(found.lines) <= SOURCE_LINES
    assert sum(map(len, found.lines)) <= TEXT_CHARACTERS
    assert found.notice or "\n".join(found.lines).split() == text.removeprefix("\ufeff").split()


@pytest.mark.parametrize(("data", "code"), FILES.values(), ids=FILES)
def test_a_file_that_is_refused(tmp_path: Path, data: bytes, code: str) -> None:
    (tmp_path / "text.txt").write_bytes(data)
    with pytest.raises(Refused) as caught:
        look_at(tmp_path / "text.txt")
    assert caught.value.code == code
    assert len(caught.value.message) < 600 and caught.value.message.isprintable()


@pytest.mark.parametrize("text", (TEXTS | ONLY_TYPED).values(), ids=TEXTS | ONLY_TYPED)
def test_its_tokens_are_pieces_of_it_and_never_special(vocab: Vocabulary, text: str) -> None:
    for line in sentences(text).lines:
        tokens = vocab.tokens(line)
        assert all(token.id >= len(SPECIAL_PIECES) for token in tokens)
        assert all(token.text and token.text.isprintable() for token in tokens)
        assert [token.id for token in tokens] == vocab.ids([line])[0]
        spans = vocab.spans(line)
        assert len(spans) == len(tokens)
        assert all(start <= end for start, end in spans)


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_it_goes_to_the_engine_and_into_a_session_unchanged(text: str) -> None:
    run = RunSpec(source=sentences(text).lines)
    assert wire.from_bytes(wire.to_bytes(Run(run))) == Run(run)
    state = State(run=run)
    assert from_bytes(to_bytes(session_of(state, None)), "the session").state == state


def test_the_window_shows_each_of_them_and_its_numbers_can_be_taken(window: Window) -> None:
    store, box = window.store, window.text.source.box
    for name, text in (TEXTS | ONLY_TYPED).items():
        window.file_actions.open_text(text)
        QApplication.processEvents()
        lines = sentences(text).lines
        assert store.trace is not None and store.trace.run == store.state.run, name
        assert store.state.run.source == lines, name
        assert len(box.toPlainText()) <= TEXT_CHARACTERS + SOURCE_LINES, name
        table = tables.table_of(store.state, store.trace)
        assert table.to_csv() and table.to_json() and table.to_tabs(), name
    assert window._faults is not None and window._faults.count == 0


@pytest.mark.parametrize("mark", ["\ufeff", "\ufffe", "\ufeff\ufeff", "\ud800\ufffe"])
def test_a_mark_of_byte_order_turns_no_letters_in_the_box(qtbot, mark: str) -> None:
    box = TextBox()
    qtbot.addWidget(box)
    box.show_text("the sea")
    box.show_text(f"{mark}the red sea")
    assert box.toPlainText().endswith("the red sea")
    assert box.textCursor().position() <= len(box.toPlainText())


@pytest.mark.parametrize("size", [TEXT_CHARACTERS + 1, 5_000_000])
def test_a_long_paste_is_cut_with_a_notice(qtbot, size: int) -> None:
    box = TextBox()
    qtbot.addWidget(box)
    lost: list[int] = []
    box.shortened.connect(lambda: lost.append(box.lost))
    data = QMimeData()
    data.setText("a" * size)
    box.insertFromMimeData(data)
    assert len(box.toPlainText()) == TEXT_CHARACTERS
    assert lost == [size - TEXT_CHARACTERS]


def test_no_letter_is_cut_at_the_left_of_a_long_text(qtbot) -> None:
    """Lines are broken, so a box that was narrow before is not scrolled sideways."""
    box = TextBox()
    qtbot.addWidget(box)
    box.resize(20, 90)
    box.show_text(" ".join("unbreakable" * (1 + at % 3) for at in range(200)))
    box.show()
    QApplication.processEvents()
    cursor = box.textCursor()
    cursor.movePosition(QTextCursor.MoveOperation.End)
    box.setTextCursor(cursor)
    box.ensureCursorVisible()
    box.resize(320, 90)
    assert box.horizontalScrollBar().value() == 0
