"""The exported numbers as a table: CSV, JSON and tab-separated text, with their context. No Qt.

A Table is one map; a Listing has one line per number.

CSV follows RFC 4180: commas, CR LF, UTF-8 without a mark at its start, every text in quotes, a quote doubled. The
columns are row (from 0), read, written, then one for each key with its token as the heading, then the context, which
is the same in every row so that a row still says where it belongs after sorting (the State of the picture, the line
that draws it again, where, and long texts only in the first row). A number is the shortest text that gives the
very same number again; hidden cells hold what was recorded (-inf in masked scores).

Tokens are data: one that begins with = + - or @ is written unchanged, in quotes, and a spreadsheet that opens the file
directly may take it for a formula: import the column as text. The copied table, which is made for spreadsheets, has an
apostrophe before such tokens.

Shapes: Q queries (rows), K keys (columns).
"""

from __future__ import annotations

import csv
import io
import json
import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from model_core.direction import plain_row, quoted
from model_core.errors import Refused
from model_core.record.tokens import Token
from model_core.record.trace import NAMES, Trace
from model_core.version import version
from viz_app.data.edit_list import differences
from viz_app.data.map_text import row_name
from viz_app.data.number_format import shortened
from viz_app.data.selection import key_names, query_name, query_names, sentence_of, step_of
from viz_app.data.vocabulary import ATTENTIONS, NUMBERS
from viz_app.data.words.models import model_word
from viz_app.data.words.parts import head_place
from viz_app.system.language import english_view, tr, view_word

if TYPE_CHECKING:
    from viz_app.document.state import State

FORMAT, LISTING, VERSION = "headscope-numbers", "headscope-listing", 1
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")
"""How a text begins that a spreadsheet may take for a formula."""
MOST_REPEATED = 1000  # characters of a text repeated in every row: with longer ones a listing would have gigabytes


@dataclass(frozen=True)
class Table:
    """One map: `values` [Q, K] as recorded, or made of what was recorded (`context.made`); `reasons` [Q, K] codes of
    model_core.record.trace, or None."""

    context: Context
    rows: tuple[tuple[str, str], ...]  # (read, written); an encoder row writes nothing
    columns: tuple[str, ...]
    values: np.ndarray
    reasons: np.ndarray | None
    row_tokens: tuple[Token, ...] = ()
    column_tokens: tuple[Token, ...] = ()

    @property
    def name(self) -> str:
        """The base name of its file."""
        return file_stem(f"attention {self.context.kind} {self.context.made}")

    def to_csv(self) -> bytes:
        lines = [[place, *words, *numbers] for place, (words, numbers) in enumerate(self._lines())]
        headings = ["row", "read", "written", *self.columns]
        return csv_with_context(headings, lines, _columns_of(self.context), tokens=True)

    def to_tabs(self) -> str:
        """Tab-separated text for the clipboard: labels and numbers, no context."""
        return tab_text([["", *self.columns], *([row_name(*words), *numbers] for words, numbers in self._lines())])

    def to_json(self) -> bytes:
        """JSON: context, tokens with their ids, values, and the mask's reasons in words.

        A number that JSON does not know is written as text: "NaN", "Infinity", "-Infinity".
        """
        document = {
            "format": FORMAT, "version": VERSION, "context": self.context.to_json(),
            "rows": [
                {**_token(token), "read": read, "written": written or None}
                for token, (read, written) in zip(self.row_tokens, self.rows, strict=True)
            ],
            "columns": [_token(token) for token in self.column_tokens],
            "values": [[plain_number(value) for value in numbers] for _, numbers in self._lines()],
            "reasons": None if self.reasons is None else [[NAMES[code] for code in row] for row in self.reasons],
        }  # fmt: skip
        return _document(document)

    def to_npz(self) -> bytes:
        """NumPy's NPZ: values [Q, K], the words of rows and columns, the context."""
        read, written = (np.array([row[part] for row in self.rows], dtype=np.str_) for part in (0, 1))
        arrays = {"values": self.values, "rows.read": read, "rows.written": written}
        return npz_bytes(self.context.to_json(), arrays | {"columns": np.array(self.columns, dtype=np.str_)})

    def _lines(self) -> Iterator[tuple[tuple[str, str], list[float]]]:
        """The labels of each row and its numbers as Python floats, whose repr is the shortest text that reads back
        exactly."""
        return zip(self.rows, np.asarray(self.values, dtype=np.float64).tolist(), strict=True)


def table_of(state: State, trace: Trace | None, view: str = "") -> Table:
    """The current map in the view of this title. Raises Refused if there is none: no run yet, or numbers not
    recorded."""
    if trace is None:
        raise Refused("E-NUMBERS-NONE", tr("There are no numbers yet: type a sentence first"))
    context = context_of(state, trace, view)
    kind, sentence = context.kind, context.sentence
    if not trace.has(kind, context.what, context.layer):
        raise Refused("E-NUMBERS-NONE", tr("These numbers were not recorded for this run: {name}", name=context.hook))
    one = trace.sentences[sentence]
    queries, keys = trace.size(kind, sentence)
    return Table(
        context, query_names(one, kind)[:queries], key_names(one, kind)[:keys], trace.map(kind, context.layer,
        context.head, context.what, sentence), trace.reason(kind, sentence) if kind in trace.reasons else None,
        one.source if kind == "encoder" else one.read, one.read if kind == "decoder" else one.source,
    )  # fmt: skip


def csv_with_context(
    headings: Sequence[str], lines: Sequence[Sequence[Any]], about: dict[str, Any], *, tokens: bool = False
) -> bytes:
    """Lines as CSV, see module, each followed by its context; the State, the command that draws it again and long
    texts, which take much room, are in the first one only. `tokens`: headings other than row, read and written are
    tokens, which may be words such as "head" or "read"."""
    if tokens:
        first, others = headings[:3], headings[3:]
        headings = [*first, *(f"{name} (token)" if name in first else name for name in others)]
        about = {f"{name} (context)" if name in headings else name: value for name, value in about.items()}
    shown = {name: value for name, value in about.items() if name not in headings}
    large = {name for name in shown if name.removesuffix(" (context)") in ("state", "remake", "remake_in")}
    short = ["" if name in large or len(str(value)) > MOST_REPEATED else value for name, value in shown.items()]
    rest = [[*shown.values()], *[short] * (len(lines) - 1)]
    own = zip(map(plain_row, lines), rest, strict=False)
    stream = io.StringIO(newline="")
    rows = [[*plain_row(headings), *shown], *([*line, *more] for line, more in own)]
    csv.writer(stream, quoting=csv.QUOTE_NONNUMERIC, lineterminator="\r\n").writerows(rows)
    return stream.getvalue().encode("utf-8", "backslashreplace")


def tab_text(rows: Sequence[Sequence[Any]]) -> str:
    """Rows as tab-separated text; a text that a spreadsheet may take for a formula gets an apostrophe."""
    stream = io.StringIO(newline="")
    for row in map(plain_row, rows):
        harmless = [f"'{one}" if isinstance(one, str) and one.startswith(FORMULA) else one for one in row]
        csv.writer(stream, delimiter="\t", lineterminator="\n").writerow(harmless)
    return stream.getvalue().encode("utf-8", "replace").decode("utf-8")


def _columns_of(context: Context) -> dict[str, Any]:
    """Heading -> value of the columns that say where a row belongs; counts from 0."""
    return {
        "attention": context.kind, "layer": " ".join(map(str, context.layers())) if context.heads else context.layer,
        "head": " ".join(context.head_words(0)) if context.heads else context.head,
        "numbers": context.made or context.what,
        "step": "" if context.step is None else context.step, "source": context.source, "target": context.target,
        "sentence": context.sentence, "model": context.model, "model_sha256": context.hash,
        "program": context.program, **context.run_facts(),
    }  # fmt: skip


def _document(document: dict[str, Any]) -> bytes:
    """A JSON object, one line for each of its lists' rows."""
    parts = ",\n".join(f" {_text(name)}: {_lined(value)}" for name, value in document.items())
    return f"{{\n{parts}\n}}\n".encode("utf-8", "backslashreplace")  # half characters become JSON's own \\udc80


def _lined(value: Any) -> str:
    """A JSON value; a list of rows has one row per line."""
    if not isinstance(value, list) or not value:
        return _text(value)
    rows = ",\n".join(f"  {_text(row)}" for row in value)
    return f"[\n{rows}\n ]"


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def _token(token: Token) -> dict[str, Any]:
    return {"id": token.id, "piece": token.piece, "text": token.text}


def plain_number(value: float) -> float | str:
    """A number as JSON has it."""
    if math.isfinite(value):
        return value
    return "NaN" if math.isnan(value) else "-Infinity" if value < 0 else "Infinity"


def npz_bytes(context: dict[str, Any], arrays: dict[str, np.ndarray]) -> bytes:
    """NumPy's NPZ; `context` in it is JSON."""
    stream = io.BytesIO()
    about = {"context": np.array(json.dumps(context, ensure_ascii=True))}
    np.savez(stream, **(arrays | about))  # type: ignore[arg-type]
    return stream.getvalue()


@dataclass(frozen=True)
class Listing:
    """One line per number: `rows` of texts and numbers under `headings`; indices in them count from 0."""

    name: str
    context: Context
    headings: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "rows", tuple(tuple(plain_row(row)) for row in self.rows))

    def to_csv(self) -> bytes:
        return csv_with_context(self.headings, self.rows, _columns_of(self.context))

    def to_json(self) -> bytes:
        """JSON: context, headings, rows."""
        rows = [[plain_number(one) if isinstance(one, float) else one for one in row] for row in self.rows]
        head: dict[str, Any] = {"format": LISTING, "version": VERSION, "context": self.context.to_json()}
        return _document(head | {"headings": list(self.headings), "rows": rows})

    def to_tabs(self) -> str:
        """Tab-separated text for the clipboard."""
        return tab_text([self.headings, *self.rows])

    def to_npz(self) -> bytes:
        """NumPy's NPZ: an array for each column, the context."""
        columns = zip(*self.rows, strict=True) if self.rows else ([] for _ in self.headings)
        arrays = {name: np.array(one) for name, one in zip(self.headings, columns, strict=True)}
        return npz_bytes(self.context.to_json(), arrays)


PLAIN = "plain"
"""A run of which nothing was edited, given or drawn."""
SHORT_HASH = 12  # characters of the model's hash in a caption
SHORT_TEXT = 60  # characters of each text in a caption
LONGEST_NAME = 80  # characters of a file's name


HeadsMade = tuple[int, ...] | tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Context:
    """What an export shows.

    view     English title of the view, "" if none is open
    hash     SHA-256 of the model's files, "" for a model without files
    hook     name of the array that is shown; `what` is its name in the window
    made     how it was derived from recorded numbers, in words ("mean of 4 heads"); "" for one head's as recorded
    heads    the heads it was derived from, (layer, head) if of several layers; () for the one of `head`
    step     decoder row, None if nothing is written; `read` and `written` are its tokens
    edited   True when the picture is older than the text in the boxes
    differs  in words, how the run differs from the model's own greedy text; () for a plain run
    shown    the State of the picture, from which `remake` makes the same again; None if that is impossible
    size     logical pixels of the picture (`alone`: of the view whose map it is), device pixels each; () for numbers
    """

    view: str
    program: str
    model: str
    hash: str
    source: str
    target: str
    sentence: int
    sentences: int
    kind: str
    layer: int
    head: int
    what: str
    hook: str
    step: int | None = None
    steps: int = 0
    read: str = ""
    written: str = ""
    edited: bool = False
    made: str = ""
    heads: HeadsMade = ()
    differs: tuple[str, ...] = ()
    shown: State | None = None
    size: tuple[int, int, float] | tuple[()] = ()
    alone: bool = False
    of_head: bool = True

    @property
    def warning(self) -> str:
        """The line under a picture of anything but a plain run; "" for a plain one."""
        return tr("Not the plain run: {differences}", differences=", ".join(self.differs)) if self.differs else ""

    def run_facts(self) -> dict[str, str]:
        """The run in words, the State of the picture as JSON without what is as in a new one, the line for a terminal
        that draws it again, and where that is to be repeated if anywhere."""
        found = {"run": "; ".join(self.differs) or PLAIN}
        if self.shown is not None:
            page = self.view.lower().replace(" ", "_")
            page = page if page in self.shown.desk.views else "window"
            found["state"] = json.dumps(self.shown.changes(), allow_nan=False)
            found |= self.shown.remaking(page, self.size, self.alone)
        return found

    def place(self) -> str:
        """For example "Cross-attention · layer 2 · head 3 · weights"; "" if the picture is not `of_head`."""
        if not self.of_head:
            return ""
        if self.made:
            return f"{ATTENTIONS[self.kind].title} · {self.made}"
        return f"{ATTENTIONS[self.kind].title} · {head_place(self.layer, self.head)} · {NUMBERS[self.what].word}"

    def caption(self) -> str:
        """One line under a picture: what is shown, and how the run differs from a plain one."""
        return " · ".join(filter(None, [self.source_line(), self.warning]))

    def source_line(self) -> str:
        """What is shown: view, place, texts, model, program."""
        parts = [view_word(self.view) if self.view else "", self.place()]
        if self.step is not None:
            step = tr("step {number} of {all}", number=self.step + 1, all=self.steps)
            parts.append(f"{step} ({row_name(self.read, self.written)})")
        parts.append(" → ".join(quoted(shortened(one, SHORT_TEXT)) for one in (self.source, self.target) if one))
        parts.append(f"{model_word(self.model)} {self.hash[:SHORT_HASH]}".rstrip())
        return " · ".join(filter(None, [*parts, self.program]))

    def fields(self) -> dict[str, str]:
        """Name -> text of everything, for the metadata of a picture. Indices count from 1."""
        place = tr("{number} of {all}", number=(self.step or 0) + 1, all=self.steps)
        step = "" if self.step is None else f"{place}: {row_name(self.read, self.written)}"
        found = {
            "Title": self.caption(), "Software": self.program, "View": self.view, "Model": self.model,
            "Model SHA-256": self.hash, "Source text": self.source, "Target text": self.target,
            "Attention": ATTENTIONS[self.kind].title, "Layer": ", ".join(str(layer + 1) for layer in self.layers()),
            "Head": ", ".join(self.head_words(1)),
            "Numbers": (self.made or self.what) + (f" ({self.hook})" if self.hook else ""), "Step": step,
            "Sentence": tr("{number} of {all}", number=self.sentence + 1, all=self.sentences),
            **{name.capitalize().replace("_", " "): text for name, text in self.run_facts().items()},
        }  # fmt: skip
        return {name: text for name, text in found.items() if text}

    def layers(self) -> list[int]:
        return sorted({one[0] for one in self.heads if isinstance(one, tuple)} or {self.layer})

    def head_words(self, first: int) -> list[str]:
        """The heads shown, counted from `first`; those of several layers as "layer.head"."""
        own = [one if isinstance(one, tuple) else (one,) for one in self.heads or (self.head,)]
        return [".".join(str(part + first) for part in one) for one in own]

    def to_json(self) -> dict[str, Any]:
        """Plain JSON values; layer, head, step and sentence count from 0, as hook names do."""
        made = {"made": self.made, "layers": self.layers(), "heads": list(self.heads)} if self.made else {}
        return {
            "program": self.program, "model": {"name": self.model, "sha256": self.hash}, "view": self.view,
            "source": self.source, "target": self.target, "sentence": self.sentence,
            "attention": self.kind, "layer": self.layer, "head": self.head, "numbers": self.what, "hook": self.hook,
            "step": None if self.step is None else {"row": self.step, "read": self.read, "written": self.written},
            **made, "counts_from": 0, **self.run_facts(),
            **({} if self.shown is None else {"state": self.shown.changes()}),
        }  # fmt: skip


def context_of(state: State, trace: Trace, view: str = "", made: str = "", heads: HeadsMade = ()) -> Context:
    """The Context of a view (by its title) that shows this Trace; the look is clamped to its sizes. `made` and `heads`
    say what the view computed from recorded numbers, see Context."""
    look, spec, info = state.look, trace.spec, trace.model
    sentence, step = sentence_of(trace, look), step_of(trace, look)
    one = trace.sentences[sentence]
    layer, head = spec.nearest_head(look.kind, look.layer, look.head)
    read, written = ("", "") if step is None else query_name(one, "decoder", step)
    return Context(
        english_view(view, state.desk.views), f"headscope {version()}", info.name, info.hash, one.source_text,
        one.target_text, sentence, len(trace.sentences), look.kind, layer, head, look.what,
        trace.name(look.kind, look.what, layer), step, len(one.read), read, written, trace.run != state.run, made,
        heads, differences(trace.run, trace), picture_state(state, trace),
    )  # fmt: skip


def picture_state(state: State, trace: Trace) -> State:
    """The State of what is seen, as it is handed on, with the run that was computed: it may be older than the texts in
    the boxes."""
    writer = "model" if trace.run.target is None else "me"
    return state.with_(run=trace.run, desk=replace(state.desk, writer=writer)).shared()


def file_stem(text: str) -> str:
    """A file name without its suffix: the words of a text in lower case."""
    return "-".join(re.findall(r"\w+", text.lower()))[:LONGEST_NAME]
