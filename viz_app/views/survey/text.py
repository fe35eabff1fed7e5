"""The sentences of the Survey view. No Qt."""

from __future__ import annotations

import math

from model_core.analysis.heads.head_measures import BINS, LEADS
from viz_app.data.maps.map_summary import name_words
from viz_app.data.vocabulary import ATTENTIONS, head_word
from viz_app.views.survey.head_summary import SIDES, Content, MeasureRow

COMMAND = "python main.py survey {model}--data FILE.tsv --out FOLDER"


def heading(content: Content) -> str:
    """For example "Cross-attention · layer 2 · head 3 · diagonal"."""
    place = f"layer {content.layer + 1} · head {content.head + 1}"
    return f"{ATTENTIONS[content.kind].title} · {place} · {head_word(content.name, content.kind)}"


def explained(content: Content) -> str:
    rows, columns = SIDES[content.kind]
    over = "in this sentence" if content.single else f"on average over {counted(content)}"
    return (
        f"It {name_words(content.name, content.kind)}. Its weight {over}: "
        f"rows are places in the {rows}, columns the places in the {columns} it reads."
    )


def counted(content: Content) -> str:
    """ "73 sentences"."""
    count = content.findings.sentences
    return f"{count:,} sentence{'s' if count != 1 else ''}"


def origin(content: Content) -> str:
    """Which model, which sentences, whose targets."""
    found = content.findings
    if content.single:
        source, target = found.texts[0]  # a decoder alone has no source
        return f"No survey of this model is open: this is one sentence alone, “{source or target}”"
    targets = "the file's targets were read" if found.forced else "the model wrote the targets"
    return f"Survey of {found.model_name} · {counted(content)} of {' and '.join(found.data)} · {targets}"


def command(folder: str) -> str:
    """The command that makes a survey of the model in this folder ("" = the one that comes along)."""
    quoted = f'"{folder}"' if " " in folder else folder
    return COMMAND.format(model=f"--model {quoted} " if folder else "")


def other_model(content: Content, loaded: str) -> str:
    """That the survey belongs to another model than the one that is loaded."""
    name = content.findings.model_name
    same = "another model of that name" if name == loaded else f"“{loaded}”"
    return f"This survey belongs to “{name}” ({content.findings.model_hash[:8]}); what is loaded is {same}."


def value(row: MeasureRow, number: float) -> str:
    """A measure's number with its unit: "0.74 bits", "83 %"; "—" for what is none."""
    if not math.isfinite(number):
        return "—"
    return f"{number:.2f} bits" if row.measure.unit == "bits" else f"{100 * number:.0f} %"


def row_tip(row: MeasureRow) -> str:
    """All about one measure."""
    words = [f"{row.measure.name}: {row.measure.words} ({row.measure.unit})"]
    words.append(f"this head {value(row, row.value)}, {row.place}")
    if row.now is not None:
        words.append(f"in the sentence that is looked at {value(row, row.now)}")
    if row.apart:
        words.append("By this measure the sentences below are chosen.")
    return "\n".join(words)


def head_tip(content: Content, layer: int, head: int) -> str:
    """What a head of the mosaic is."""
    name = content.names.get((layer, head), "mixed")
    return f"layer {layer + 1}, head {head + 1}: {head_word(name, content.kind)}, it {name_words(name, content.kind)}"


def cell_tip(content: Content, row: int, column: int) -> str:
    """One bin of the pattern: where it is, and how much of the weight lies there."""
    rows, columns = SIDES[content.kind]
    share = 100 * float(content.findings.pattern(*content.place)[row, column])
    return (
        f"{_part(row)} of the {rows} reads {_part(column)} of the {columns}: {share:.1f} % of its weight "
        f"({100 / BINS:.1f} % if it were spread evenly)"
    )


def _part(place: int) -> str:
    """A bin as the part of the way that it covers."""
    return f"{100 * place / BINS:.0f}–{100 * (place + 1) / BINS:.0f} %"


def most_itself(rows: tuple[MeasureRow, ...], name: str, word: str) -> str:
    """By what the sentences of a head were chosen; `word` is its name as it is shown."""
    row = next((one for one in rows if one.apart), None)
    if row is None:
        return "in these sentences"
    end = "highest" if row.apart > 0 else "lowest"
    named = name != "mixed" and row.measure.name == LEADS.get(name, name)
    why = ", the measure by which it differs most from the other heads" if len(row.others) > 1 else ""
    why = f": it is called “{word}” for that" if named else why
    return f"where its “{row.measure.name}” is {end}{why}"
