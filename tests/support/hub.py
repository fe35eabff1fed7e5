"""Hugging Face's server as far as a download asks it, on this machine, and its cache as a download leaves it."""

from __future__ import annotations

import hashlib
import json
import re
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from tests.made.marian import CONFIG, marian_state

NAME, COMMIT = "Helsinki-NLP/opus-mt-en-es", "5d" * 20
TOKENIZER = ("source.spm", "target.spm", "vocab.json")


def files_of_marian() -> dict[str, bytes]:
    """The files of a small Marian model without a tokenizer, as they are published."""
    from safetensors.torch import save

    return {"config.json": json.dumps(CONFIG).encode(), "model.safetensors": save(marian_state(1))}


def pickled(state: Mapping[str, Any]) -> bytes:
    """Weights as torch.save writes them."""
    import io

    import torch

    torch.save(dict(state), out := io.BytesIO())
    return out.getvalue()


def cached(cache: Path, files: Mapping[str, bytes], name: str = NAME, commit: str = COMMIT) -> Path:
    """A snapshot in a cache, with what the library remembers: its commit, and which files are not published."""
    folder = cache / f"models--{name.replace('/', '--')}"
    (snapshot := folder / "snapshots" / commit).mkdir(parents=True)
    (absent := folder / ".no_exist" / commit).mkdir(parents=True)
    (folder / "refs").mkdir(exist_ok=True)
    (folder / "refs" / "main").write_text(commit)
    for one, data in files.items():
        (snapshot / one).write_bytes(data)
    for one in TOKENIZER:
        (absent / one).touch()
    return snapshot


@dataclass
class Hub:
    """What is published, and what was asked for.

    models  name -> file -> bytes, at COMMIT
    denied  name -> (status, X-Error-Code)
    cut     file -> bytes of it after which every connection ends
    slow    while it is set, answers with weights wait after their first bytes
    asked   (method, file), "" for the description of a model, else the path
    """

    models: dict[str, dict[str, bytes]] = field(default_factory=dict)
    denied: dict[str, tuple[int, str]] = field(default_factory=dict)
    cut: dict[str, int] = field(default_factory=dict)
    slow: bool = False
    asked: list[tuple[str, str]] = field(default_factory=list)
    tokens: set[str] = field(default_factory=set)
    address: str = ""
    sizes: dict[str, int] = field(default_factory=dict)
    ends: threading.Event = field(default_factory=threading.Event)

    def got(self) -> list[str]:
        """The files whose bytes were asked for."""
        return [name for method, name in self.asked if method == "GET" and name and not name.startswith("/")]


class _Answer(BaseHTTPRequestHandler):
    hub: Hub
    protocol_version = "HTTP/1.1"

    def log_message(self, *_: object) -> None: ...

    def do_HEAD(self) -> None:
        self.answer(False)

    def do_GET(self) -> None:
        self.answer(True)

    def answer(self, body: bool) -> None:
        hub, path = self.hub, unquote(self.path.partition("?")[0])
        hub.tokens.add(self.headers.get("Authorization") or "")
        found = re.fullmatch(r"/api/models/(.+?/.+?)/revision/(.+)|/(.+?/.+?)/resolve/(.+)/([^/]+)", path)
        name, revision = (found[1] or found[3], found[2] or found[4]) if found else ("", "")
        hub.asked.append((self.command, found[5] or "" if found else path))
        if name in hub.denied:
            return self.refuse(*hub.denied[name])
        if name not in hub.models:
            return self.refuse(404, "RepoNotFound")
        if revision not in ("main", COMMIT):
            return self.refuse(404, "RevisionNotFound")
        files = hub.models[name]
        if found and not found[5]:
            listed = [{"rfilename": one, "size": hub.sizes.get(one, len(data))} for one, data in files.items()]
            return self.send(json.dumps({"id": name, "sha": COMMIT, "siblings": listed}).encode(), body)
        if found is None or found[5] not in files:
            return self.refuse(404, "EntryNotFound")
        return self.send(files[found[5]], body, found[5])

    def refuse(self, status: int, code: str) -> None:
        self.send_response(status)
        for name, value in (("X-Error-Code", code), ("X-Repo-Commit", COMMIT), ("Content-Length", "0")):
            self.send_header(name, value)
        self.end_headers()

    def send(self, data: bytes, body: bool, name: str = "") -> None:
        self.send_response(200)
        etag = f'"{hashlib.sha256(data).hexdigest()}"'
        for header, value in (("ETag", etag), ("X-Repo-Commit", COMMIT), ("Content-Length", str(len(data)))):
            self.send_header(header, value)
        self.end_headers()
        if not body:
            return
        if name in self.hub.cut:
            self.wfile.write(data[: self.hub.cut[name]])
            self.close_connection = True
            return
        if self.hub.slow and name.startswith(("model.", "pytorch_")):
            self.wfile.write(data[:1000])
            self.wfile.flush()
            self.hub.ends.wait(60)
        self.wfile.write(data)

    def handle(self) -> None:
        try:
            super().handle()
        except OSError:  # whoever asked is gone
            self.close_connection = True


@contextmanager
def published(**models: Any) -> Iterator[Hub]:
    """A running server; `models` are fields of its Hub."""
    hub = Hub(**models)
    server = ThreadingHTTPServer(("127.0.0.1", 0), type("Answer", (_Answer,), {"hub": hub}))
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    hub.address = f"http://127.0.0.1:{server.server_address[1]}"
    try:
        yield hub
    finally:
        hub.ends.set()
        server.shutdown()
        thread.join()
        server.server_close()
