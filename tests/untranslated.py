"""Finds words of the window that do not go through `tr`: `python -m tests.untranslated [VIEW …]`, as JSON. With
`--share SEED` each view is looked at in the share of its faces that is drawn by the seed, otherwise in all of them.

The window is made in the language for tests, in which every vowel of a translated word has an accent; tokens have no
vowels here. What still has plain vowels came from elsewhere: from the model (hook names, names of models), or from a
word that nobody gave to `tr`. Looked at: menus, whatever has text, tips and names for screen readers, and, in a drawn
picture of the window, what is painted.
"""

from __future__ import annotations

import argparse
import json
import os
import re
from collections import defaultdict
from collections.abc import Iterator
from xml.etree import ElementTree

from tests.support.pseudo import speak

if __name__ == "__main__":
    speak()
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QBuffer, QIODevice, QPoint
from PySide6.QtGui import QAccessible, QAccessibleInterface, QAction, QPainter
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from model_core.record.run_spec import RunSpec
from tests.daily import Run
from tests.made.traces import made_trace
from tests.support.labels import some_faces
from viz_app.document.state import Layout, State
from viz_app.document.store import Store
from viz_app.views import VIEWS
from viz_app.widgets import accessible
from viz_app.window.main_window import Window, apply_theme

SOURCE, TARGET = "brr tsk pfft shh", "grr hmm psst zzz"
WORD = re.compile(r"(?<![\w.\\/-])[A-Za-z]*[aeiouAEIOU][A-Za-z]+(?![\w./\\-])")
OWN = {
    "Export", "headscope", "English", "Español", "Spanish", "softmax", "made", "Ctrl", "Shift", "Alt", "Esc", "Home",
    "End", "Page", "BLEU", "ReLU", "logits", "max", "PgUp", "PgDown", "Space", "Left", "Right", "Up", "Down", "Del",
    "Enter", "viridis", "cividis", "einsum", "min",
}  # fmt: skip
"""Words that are the same in every language, or names."""
FROM_THE_CORE = ("Reverse digits", "small", ">reverse<",
                 "python main.py")  # fmt: skip
"""In texts that the core made, or that name a file, a model or a training."""
TEXTS = ("text", "toolTip", "statusTip", "placeholderText", "windowTitle", "accessibleName", "accessibleDescription",
         "title")  # fmt: skip


def plain_words(text: str) -> list[str]:
    """The words of a text that nobody translated."""
    text = re.sub(r"<[^>]*>|[▁\u25cc]\w+|&\w+;", " ", text)
    return [word for word in WORD.findall(text) if word not in OWN and len(word) > 2]


def heard(one: QAccessibleInterface | None) -> Iterator[QAccessibleInterface]:
    """Everything that a screen reader can come to."""
    if one is not None and one.isValid():
        yield one
        for at in range(one.childCount()):
            yield from heard(one.child(at))


def said(window: QWidget) -> Iterator[str]:
    """Every text of the window."""
    for part in (window, *window.findChildren(QWidget), *window.findChildren(QAction), *window.findChildren(QMenu)):
        for name in TEXTS:
            reader = getattr(part, name, None)
            if callable(reader):
                try:
                    text = reader()
                except TypeError:
                    continue
                if isinstance(text, str):
                    yield text
    root = QAccessible.queryAccessibleInterface(window)
    for one in heard(root):
        for which in (QAccessible.Text.Name, QAccessible.Text.Description, QAccessible.Text.Value):
            yield one.text(which)


def painted(window: QWidget) -> Iterator[str]:
    """The texts in the picture of a window or of a part of it."""
    buffer, picture = QBuffer(), QSvgGenerator()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    picture.setOutputDevice(buffer)
    picture.setSize(window.size())
    with QPainter(picture) as painter:
        window.render(painter, QPoint())
    for element in ElementTree.fromstring(bytes(buffer.data().data())).iter():
        if element.tag.endswith("text"):
            yield "".join(element.itertext())


def found(views: list[str]) -> dict[str, dict[str, list[str]]]:
    """View -> word -> the texts it stands in."""
    app = QApplication.instance() or QApplication([])
    assert isinstance(app, QApplication)
    trace = made_trace(SOURCE, TARGET)
    accessible.STEP = 16  # px: every place is larger
    apply_theme(Layout(theme="light"))
    store = Store(State(run=RunSpec(source=trace.run.source), desk=Layout(theme="light")))
    store.accept(trace)
    window = Window(store)
    window.resize(1440, 900)
    window.show()
    pieces = {re.sub(r"\W", "", one.token.text) for step in range(len(trace.sentences[0].written))
              for one in trace.candidates(step)}  # fmt: skip
    everywhere: dict[str, dict[str, list[str]]] = {}
    for view in views:
        store.desk(views=(view,))
        words: defaultdict[str, list[str]] = defaultdict(list)
        looked_at: set[str] = set()
        for changes in some_faces(view):
            store.options(view, **changes)
            for _ in range(4):
                app.processEvents()
            page = window.desk.page(view)  # a view's options change what the view says
            texts = {*painted(page if changes else window), *painted(window.inspector)}
            for part in (page,) if changes else (page, window.inspector) if everywhere else (window,):
                texts |= {*said(part)}
            texts -= looked_at
            looked_at |= texts
            for text in sorted(texts):
                if any(words_of in text for words_of in FROM_THE_CORE):
                    continue
                for word in set(plain_words(text)) - pieces:
                    if text not in words[word] and len(words[word]) < 3:
                        words[word].append(text)
        everywhere[view] = dict(words)
    window.close()
    return everywhere


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.untranslated")
    parser.add_argument("views", nargs="*", default=list(VIEWS))
    parser.add_argument("--share", type=int, help="the seed that draws the faces that are looked at; all without it")
    asked = parser.parse_args()
    Run.full, Run.seed = asked.share is None, asked.share or Run.seed
    print(json.dumps(found(asked.views), ensure_ascii=False, indent=1))


if __name__ == "__main__":
    main()
