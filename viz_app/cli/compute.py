"""The subcommands that compute: trace, translate, evaluate, train, check, models, survey. No Qt."""

from __future__ import annotations

import argparse
import os
import signal
import stat
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, replace
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from model_core.errors import Refused, counted
from model_core.io.id_rows import rows_of
from model_core.io.limits import parse_json
from model_core.io.safe_files import save
from model_core.io.text_lines import arriving, open_text, text_lines
from model_core.record.edits import DECODING_LIMITS, Decoding, Edits
from model_core.record.run_spec import RunSpec
from model_core.recordings.file_format import is_recording
from model_core.recordings.open import Recordings, recorded_run
from model_core.schema import Codes, read
from viz_app.cli.arguments import name_folders
from viz_app.cli.output import COMPARED, NAME, Output, print_notes
from viz_app.data.edit_list import differences
from viz_app.data.number_format import fmt_percent
from viz_app.data.selection import clearest_head, telling_step
from viz_app.data.tables import picture_state
from viz_app.document.state import State

if TYPE_CHECKING:
    from model_core.analysis.alignment import GoldSentence
    from model_core.engine.engine import Engine
    from model_core.tokenizers.vocab import Vocabulary
    from model_core.transformer.model import EncoderDecoder

NOT_UTF8 = "Bytes that are not UTF-8 are read as �."
NOTES = 10
"""Most lines of a text that get a note of their own."""


def run_of(options: argparse.Namespace) -> RunSpec:
    """The run that the options for texts and decoding describe. Bytes that are not text become U+FFFD."""
    if options.state is not None:
        return state_of(options).run
    target = tuple(options.target) if options.target is not None else None
    given: dict[str, Any] = {"opening": options.begin, "decoding": decoding_of(options), "edits": edits_of(options)}
    given["as_typed"], given["ids"] = options.as_typed, options.ids
    if options.source is None:
        if not is_recording(options.model):
            raise Refused("E-ARGS", "add --source: only a recording has its own text")
        return recorded_run(options.model).with_(target=target, **given)
    source = tuple(options.source)
    if options.ids:
        source, target = rows_of(source), None if target is None else rows_of(target)
    return RunSpec(options.model, source, target=target, **given)


_DECODING = (*DECODING_LIMITS, "early_stopping")
_IN_STATE = {
    **dict.fromkeys(("source", "target", "edits", "decoding", *_DECODING)),
    "begin": "", "model": "", "as_typed": False, "ids": False,
    **dict.fromkeys(("kind", "layer", "head", "step", "sentence", "heads", "survey", "training")),
}  # fmt: skip
"""Options of what --state says as a whole, also where it names no other value than a new State has -> what they are
where they are not given."""


def state_of(options: argparse.Namespace) -> State:
    """The State of --state, as headscope's files contain it. Raises Refused beside options that the State sets
    itself."""
    given = vars(options)
    if both := [name.replace("_", "-") for name, absent in _IN_STATE.items() if given.get(name, absent) != absent]:
        raise Refused("E-ARGS", f"--{both[0]} does not go with --state, which is the whole state: write it in there")
    return State.from_changes(parse_json(options.state, "--state"))


def edits_of(options: argparse.Namespace) -> Edits:
    """The edits in JSON, as in a session; none if the option is missing. Raises Refused."""
    if options.edits is None:
        return Edits()
    return read(Edits, parse_json(options.edits, "--edits"), Codes.uniform("E-RUN-EDITS"), "--edits")


def decoding_of(options: argparse.Namespace) -> Decoding:
    """The decoding method; an option that belongs to sampling or beam search selects that method. Raises Refused for
    values out of range."""
    given = {name: getattr(options, name) for name in _DECODING if getattr(options, name) is not None}
    asked = {"beam" if name in ("beams", "length_penalty", "early_stopping") else "sample" for name in given}
    method = options.decoding or (asked.pop() if len(asked) == 1 else "")
    if not method and asked:
        raise Refused("E-ARGS", "options of both sampling and beam search are given; choose one with --decoding")
    return Decoding(method or options.usual, **given).checked()


def trace(options: argparse.Namespace) -> int:
    """Writes every array of a run under its hook name with the tokens, or an interactive page, and prints the path."""
    from model_core.record.npz import save_npz
    from viz_app.files.run_page import page_of

    path = Path(options.out)
    if path.suffix.lower() not in (".npz", ".html"):
        raise Refused("E-OUT-KIND", f"{path.name}: a run is written as .npz (its arrays) or .html (a page)")
    state = State() if options.state is None else state_of(options)
    run_of(options)  # raises Refused before a model is fetched
    name_folders(options)
    run = run_of(options)
    found = engine_for(run).trace(run)
    shown = picture_state(state, found)
    if path.suffix.lower() == ".html":
        if options.state is None:  # what a first start looks at
            layer, head = clearest_head(found)
            shown = shown.with_(look=replace(shown.look, layer=layer, head=head, step=telling_step(found)))
        save(path, page_of(shown, found))
    else:
        differ = list(differences(run, found))
        save_npz(found, path, {"differs": differ, "state": shown.changes(), **shown.remaking("window")})
    print_notes([*blank(options.source or ()), *found.notices])
    print(options.out)
    return 0


def engine_for(run: RunSpec) -> Engine | Recordings:
    """The engine for this run, or for a recording the object that opens it."""
    if is_recording(run.model):
        return Recordings()
    from model_core.engine.engine import Engine

    return Engine()


def blank(lines: Sequence[str]) -> list[str]:
    """A note for source lines that contain nothing to read."""
    return ["a source line is blank: the model reads only its end token"] if not all(map(str.strip, lines)) else []


def translate(options: argparse.Namespace) -> int:
    """One translation a line, in the order of the lines and as soon as it is known: of a file many at once, of a pipe
    those lines that are there, on a terminal each."""
    decoding = decoding_of(options)
    with _opened(options.file) as (file, name):  # before torch is loaded, which takes its time
        name_folders(options)
        from model_core.checkpoints.checkpoint import load_model
        from model_core.engine.translate import WINDOW, StrangeWords
        from model_core.engine.translate import translate as translated
        from model_core.transformer.device import device_of

        model, vocab = load_model(options.model)
        model.to(device_of(options.device or "cpu"))
        window, notes = 1 if file.isatty() else WINDOW, 0
        unreadable, words = set[int](), StrangeWords(vocab)
        if pipe := _is_pipe(file):  # read without a buffer, which would be locked if the program ends meanwhile
            lines = text_lines(open(file.fileno(), "rb", buffering=0, closefd=False), name, unreadable)  # noqa: SIM115
        else:
            lines = text_lines(file, name, unreadable)
        parts = arriving(lines, WINDOW) if pipe else [lines]
        how = (options.batch, window, decoding, options.as_typed)
        translations = (translated(model, vocab, part, *how, soon=True, strange=words) for part in parts)
        for number, one in enumerate(chain.from_iterable(translations), 1):
            note = " ".join(filter(None, [NOT_UTF8 if number in unreadable else "", one.note]))
            notes += bool(note)
            print_notes([f"line {number}: {note}"] if note and notes <= NOTES else [])
            print_notes(words.notes() if window == 1 else [])
            print(one.text, flush=pipe or window == 1)
    if notes > NOTES:
        print_notes([f"{notes - NOTES:,} more lines were cut, not finished, or not UTF-8"])
    print_notes(words.notes())  # all at once: a pipe has ever more
    return 0


def _is_pipe(file: BinaryIO) -> bool:
    """Whether the next line may take long to arrive without being typed."""
    with suppress(OSError):  # it is none of the system's
        return not file.isatty() and not stat.S_ISREG(os.fstat(file.fileno()).st_mode)
    return False


@contextmanager
def _opened(name: str) -> Iterator[tuple[BinaryIO, str]]:
    """An open file, or standard input for "-", and its name for messages."""
    if name == "-":
        yield sys.stdin.buffer, "standard input"
        return
    with open_text(name) as file:
        yield file, name


_NEEDED = {
    "hurried": {"data": "--data FILE.tsv"},
    "typed": {"data": "--data FILE.tsv"},
    "trained_on": {"data": "--data FILE.tsv", "typed": "--typed"},
    "each_head": {"alignments": "--alignments FILE"},
}
"""Options of evaluate that say how to do what other options ask for -> these, each as it is written."""


def evaluate(options: argparse.Namespace) -> int:
    """Scores with their signatures, one per line."""
    from model_core.checkpoints.checkpoint import load_model
    from model_core.transformer.device import device_of

    if not options.data and not options.alignments and not options.homemade:
        raise Refused("E-ARGS", "evaluate needs --data FILE.tsv, --alignments FILE.tsv or --homemade")
    for option, needed in _NEEDED.items():
        if getattr(options, option) and not all(getattr(options, one) for one in needed):
            raise Refused("E-ARGS", f"--{option.replace('_', '-')} needs {' and '.join(needed.values())}")
    out = Output.from_options(options)
    gold = _gold(out, options.alignments, options.data) if options.alignments else ()
    trained_on = _sources(out, options.trained_on) if options.trained_on else []
    name_folders(options)
    model, vocab = load_model(options.model)
    model.to(device_of(options.device or "cpu"))
    found: dict[str, Any] = {}
    if options.data:
        found["quality"] = _tell_quality(out, model, vocab, options)
    if options.typed or options.homemade:
        from model_core.training.typed_quality import report

        data = options.data if options.typed else None
        for line in report(model, vocab, data, options.homemade, trained_on):
            out.note_found(line)
    if options.alignments:
        found["alignment"] = _tell_alignment(out, model, vocab, options, gold)
    out.result(None, **found)
    return 0


def _sources(out: Output, name: str) -> list[str]:
    """The first column of a file of pairs."""
    from model_core.training.data import read_pairs

    corpus = read_pairs([name])
    out.note(corpus.complaint())
    return [source for source, _ in corpus.pairs]


def _tell_quality(out: Output, model: EncoderDecoder, vocab: Vocabulary, options: argparse.Namespace) -> dict[str, Any]:
    """BLEU and chrF on the pairs of a file: printed as a table, returned by name."""
    from model_core.engine.opened import cut_note
    from model_core.training.data import read_pairs
    from model_core.training.evaluate import quality

    corpus = read_pairs([options.data])
    out.note(corpus.complaint())
    out.note(cut_note(model, vocab, list({source for source, _ in corpus.pairs})))
    found = quality(model, vocab, corpus.pairs, options.hurried)
    how = ", lower case without punctuation" if options.hurried else ""
    out.line(
        f"{Path(options.data).name}: {counted(found.pairs, 'pair')}, {counted(found.sources, 'distinct source')}{how}"
    )
    kinds = (("each source with all its references", found.multi), ("each pair separately", found.single))
    for kind, scores in kinds:
        for score in scores:
            out.line(f"  {score.name:4} {score!s:>5}  {kind:38}  {score.note or score.signature}")
    return asdict(found)


def _tell_alignment(
    out: Output, model: EncoderDecoder, vocab: Vocabulary, options: argparse.Namespace, gold: Sequence[GoldSentence]
) -> list[dict[str, Any]]:
    """Alignment error rates of the cross-attention: printed as a table, returned by name."""
    from model_core.training.evaluate import alignment

    name = options.alignments
    found = alignment(model, vocab, gold, each_head=options.each_head)
    if left := len(gold) - found.sentences:
        out.note(f"{Path(name).name}: {counted(left, 'sentence')} left out, too long for this model")
    out.line(f"{Path(name).name}: alignment error rate of the cross-attention, {counted(found.sentences, 'sentence')}")
    out.line(f"  {'':40}  {'all tokens':>10}  {'words only':>10}")
    for row in found.rows:
        out.line(f"  {row.name:40}  {fmt_percent(row.every, 1):>10}  {fmt_percent(row.words, 1):>10}")
    return [asdict(row) for row in found.rows]


def _gold(out: Output, name: str, data: str | None) -> tuple[GoldSentence, ...]:
    """The sentences of an alignment file; a file of links alone belongs to the pairs in `data`."""
    from model_core.analysis.alignment import gold_in, gold_of, is_alignment, read_links
    from model_core.training.data import read_pairs

    strange: set[int] = set()
    with open_text(name) as file:
        lines = list(text_lines(file, name, strange))
    if lines and not any("\t" in line for line in lines) and (data or is_alignment("\n".join(lines))):
        if not data:
            raise Refused("E-ARGS", f"{Path(name).name} has links without their sentences: add --data FILE.tsv")
        links = read_links("".join(f"{line}\n" for line in lines), Path(name).name, most=len(lines))
        return gold_of(links, read_pairs([data]).pairs)
    gold = gold_in(lines, strange)
    if gold.malformed:
        out.note(f"{Path(name).name}: {counted(len(gold.malformed), 'line')} skipped, the first is {gold.malformed[0]}")
    if not gold.sentences:
        words = "a source, a tab, a target, a tab and links such as 0-1"
        raise Refused("E-TSV-EMPTY", f"no usable lines in {name}: each line must be {words}")
    return gold.sentences


def survey(options: argparse.Namespace) -> int:
    """Patterns and measures of every head over a corpus, with progress; Ctrl+C keeps the finished parts. The heads are
    printed with their names; under torchrun only by the first process."""
    from model_core.training.survey import SurveySpec
    from model_core.training.survey import survey as surveyed

    where = options.device or "cpu"
    spec = SurveySpec(options.out, tuple(options.data), options.model, options.limit, not options.free, where).checked()
    name_folders(options)
    spec = replace(spec, model=options.model)
    out = Output.from_options(options, silent=os.environ.get("RANK", "0") != "0")
    path = ""
    with interruptible() as pressed:
        for event in surveyed(spec):
            path = event.path
            out.note(event.note)
            out.progress(
                event.done / max(1, event.total), f"{event.done:,} of {counted(event.total, 'sentence')}", event.left
            )
            if pressed and not path:
                out.stopped(f"stopped after {counted(event.done, 'sentence')}; run the same command to resume")
                return 128 + pressed[0]
        out.end_progress()
    if path:
        for line in _heads(Path(path)):
            out.line(line)
        out.result(path, path=path)
    return 0


def _heads(folder: Path) -> Iterator[str]:
    """Each head with its name and the measures behind it, one line per head."""
    from model_core.analysis.survey_result import read_result
    from model_core.spec import KINDS
    from viz_app.data.vocabulary import head_word

    found = read_result(folder)
    for kind in KINDS:
        for layer in range(found.spec.layers(kind)):
            for head in range(found.spec.heads_of(kind)):
                values = found.measures(kind, layer, head)
                measured = "  ".join(f"{name} {value:.2f}" for name, value in values.items())
                name = head_word(found.name(kind, layer, head), kind)
                yield f"{kind:8} layer {layer + 1} head {head + 1}  {name:14} {measured}"


def check(options: argparse.Namespace) -> int:
    """The proofs as a table, of one model or of every bundled one; 0 when all hold, 1 otherwise."""
    from model_core.checkpoints.checkpoint import load_model
    from model_core.io.resources import models as bundled
    from model_core.proofs.check import left_out, prove

    name_folders(options)
    out = Output.from_options(options)
    failed = count = 0
    for name in [options.model] if options.model else bundled() or [""]:
        model, _ = load_model(name)
        out.line(f"{name}\n  {'':7}{'proof':{NAME}}  {'compared':{COMPARED}}  {'worst':>9}  {'bound':>9}")
        out.note(left_out(model.spec))
        for proof in prove(model):
            count, failed = count + 1, failed + (not proof.passed)
            out.proof(proof, name)
    words = f"all {count} proofs passed" if not failed else f"{failed} of {count} proofs failed"
    out.result(words, proofs=count, failed=failed)
    return 1 if failed else 0


def models(options: argparse.Namespace) -> int:
    """Lists the bundled models, one per line."""
    from model_core.io.resources import DEFAULT_MODEL
    from model_core.record.model_info import bundled_models
    from viz_app.data.vocabulary import heads_words

    known = bundled_models()
    wide = max((len(info.name) for info in known), default=0)
    for info in known:
        spec = info.spec
        shape = f"{spec.encoder_layers}+{spec.decoder_layers} layers, {heads_words(spec)}"
        print(f"{info.folder or DEFAULT_MODEL:16}  {info.name:{wide}}  {shape:20}  {info.parameters:>9,} parameters")
    return 0


@contextmanager
def interruptible() -> Iterator[list[int]]:
    """The signals received so far that ask for an end: Ctrl+C or SIGTERM. A second one ends the program at once."""
    pressed: list[int] = []

    def note(number: int, _frame: Any) -> None:
        pressed.append(number)
        if len(pressed) > 1:
            raise KeyboardInterrupt

    before = {number: signal.signal(number, note) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield pressed
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
