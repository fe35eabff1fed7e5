"""headscope works without a network: nobody looks up a name or opens a connection, in the window or in the engine, as
long as no published model is asked for by its name."""

from __future__ import annotations

import ast
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QUrl
from PySide6.QtWidgets import QApplication

from model_core.record.run_spec import RunSpec
from viz_app.commands.drag_drop import dropped_files
from viz_app.document.state import Layout, State
from viz_app.document.store import Store
from viz_app.files.dialogs import FailureDialog
from viz_app.system import engine_process
from viz_app.system.engine_client import EngineClient
from viz_app.views import VIEWS
from viz_app.window.dialogs import AboutSheet, KeySheet
from viz_app.window.main_window import Window, apply_theme

ROOT = Path(__file__).resolve().parent.parent.parent
LONG = 30_000
CALLS = ("socket.connect", "socket.bind", "socket.sendto", "socket.sendmsg", "socket.getaddrinfo", "socket.gethostby")
"""Names of audit events that lead to other machines, by their beginnings."""

PROGRAM = f"""\
import os, sys
def refuse(name, args):
    if name.startswith({CALLS!r}):
        os.write(2, name.encode())
        os._exit(9)
sys.addaudithook(refuse)
sys.path.insert(0, {str(ROOT)!r})
import tests.support.fake_engine as fake
fake.main(fake.FakeEngine, lambda: (fake.made_model(),))
"""
"""An engine that ends at the first call for the network."""

NETWORK_MODULES = {
    "socketserver", "http", "urllib", "urllib3", "requests", "httpx", "httpx2", "aiohttp", "ftplib", "smtplib",
    "telnetlib", "xmlrpc", "webbrowser", "huggingface_hub", "QtNetwork", "QtWebEngineWidgets",
}  # fmt: skip
DOWNLOAD = ("httpx2", "huggingface_hub", "huggingface_hub.utils.logging")
"""What the download of a published model, which is asked for by its name, imports when it begins."""


class Listener:
    """Hears of every call for the network in this process while `on`; an audit hook cannot be taken away again."""

    on = False
    heard: list[str] = []
    hooked = False

    @classmethod
    def hear(cls, name: str, args: tuple[object, ...]) -> None:
        """The audit hook. Sockets of this machine's file system are no network."""
        if cls.on and name.startswith(CALLS):
            first = args[0] if args else None
            if not (isinstance(first, socket.socket) and first.family == getattr(socket, "AF_UNIX", None)):
                cls.heard.append(f"{name} {args[1:]}")


@pytest.fixture
def calls() -> Iterator[list[str]]:
    """The calls for the network that were made meanwhile."""
    if not Listener.hooked:
        sys.addaudithook(Listener.hear)
        Listener.hooked = True
    Listener.on, Listener.heard = True, []
    yield Listener.heard
    Listener.on = False


def test_a_call_for_the_network_would_be_heard(calls: list[str]) -> None:
    with socket.socket() as one, pytest.raises(RuntimeError, match="without a network"):
        one.connect(("192.0.2.1", 80))
    assert calls == [], "the block stands before the call"
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as other:
        other.bind(("127.0.0.1", 0))
    assert len(calls) == 1 and calls[0].startswith("socket.bind")


def test_the_main_paths_need_no_network(qtbot, calls: list[str], tmp_path: Path) -> None:
    apply_theme(Layout(theme="light"))
    lane = EngineClient(start=lambda: engine_process.start_process([sys.executable, "-P", "-c", PROGRAM]))
    window = Window(Store(State(run=RunSpec(source=("the white house",)), desk=Layout(theme="light"))))
    qtbot.addWidget(window)
    store, file_actions, export_actions = window.store, window.file_actions, window.export_actions
    store.attach(lane)
    window.show()
    qtbot.waitUntil(lambda: store.trace is not None, timeout=LONG)
    for view in VIEWS:
        window.open_view(view)
        QApplication.processEvents()
    window.text.source.box.setPlainText("see https://example.org/x.png <img src='https://example.org/y.png'>")
    qtbot.waitUntil(lambda: store.trace is not None and store.trace.run == store.state.run, timeout=LONG)
    for ending in (".png", ".svg", ".pdf"):
        export_actions.write_picture(tmp_path / f"view{ending}")
    for ending in (".csv", ".json", ".npz"):
        export_actions.write_numbers(tmp_path / f"numbers{ending}")
    file_actions.write_session(tmp_path / "session.json")
    qtbot.waitUntil(lambda: not file_actions.writer.busy and not export_actions.writer.busy, timeout=LONG)
    assert len(list(tmp_path.glob("*.*"))) == 7
    assert file_actions.open_path(tmp_path / "session.json")
    export_actions.copy_table()
    for sheet in (window.sheets.show_about, window.sheets.show_keys, window.sheets.find_command):
        sheet()
    QApplication.processEvents()
    file_actions.open_dropped(dropped_files(of_address()))
    QApplication.processEvents()
    kinds = {type(top) for top in QApplication.topLevelWidgets() if top.isVisible()}
    assert {AboutSheet, KeySheet, FailureDialog} <= kinds
    for top in [top for top in QApplication.topLevelWidgets() if top.isVisible()]:
        top.close()
    lane.close()
    lane.deleteLater()
    assert store.problem is None, "the engine's process has called nobody either"
    assert calls == []


def of_address() -> QMimeData:
    """What a browser drags: an address."""
    data = QMimeData()
    data.setUrls([QUrl("https://example.org/lesson.txt")])
    return data


@pytest.mark.parametrize("folder", ["viz_app", "model_core"])
def test_no_module_of_the_network_is_imported(folder: str) -> None:
    found = []
    sources = {path: path.read_text(encoding="utf-8") for path in (ROOT / folder).rglob("*.py")}
    for path, source in sources.items():
        for node in ast.walk(ast.parse(source)) if any(name in source for name in NETWORK_MODULES) else ():
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import | ast.ImportFrom) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            found += [f"{path.name}: {name}" for name in names if NETWORK_MODULES & set(name.split("."))]
    download = [f"published.py: {name}" for name in DOWNLOAD] if folder == "model_core" else []
    download += ["published_address.py: urllib.parse"] if folder == "model_core" else []  # which reads a text alone
    assert sorted(set(found)) == sorted(download)


def test_the_library_that_downloads_is_loaded_by_nothing_but_a_download() -> None:
    """Neither by what asks for a name nor by what looks into the cache."""
    words = "import sys, viz_app.importing.published_dialog, viz_app.cli.published, viz_app.importing.probe"
    looks = "from model_core.checkpoints import published; published.cached_names(); published.is_library_there()"
    told = f"print([name for name in sys.modules if name.split('.')[0] in {NETWORK_MODULES & set(DOWNLOAD)!r}])"
    done = subprocess.run(
        [sys.executable, "-c", f"{words}\n{looks}\n{told}"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"
