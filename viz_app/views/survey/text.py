"""The sentences of the Survey view. No Qt."""

from __future__ import annotations

import math

from model_core.analysis.heads.head_measures import BINS, LEADS
from viz_app.charts.map_summary import name_words
from viz_app.data import map_text
from viz_app.data.number_format import fmt_percent
from viz_app.data.vocabulary import head_word
from viz_app.data.words.measures import measure_about, measure_name, measure_unit
from viz_app.data.words.models import model_word
from viz_app.system import language
from viz_app.system.language import tr
from viz_app.system.refused_files import program_words
from viz_app.views.survey.head_summary import SIDES, MeasureRow, SurveyContent

COMMAND = "{program} survey {model}--data FILE.tsv --out FOLDER"
_IN = {"source": tr("in the source"), "target": tr("in the target")}
_OF = {"source": tr("of the source"), "target": tr("of the target")}


def heading(content: SurveyContent) -> str:
    """For example "Cross-attention · layer 2 · head 3 · diagonal"."""
    head = map_text.heading(content.kind, content.layer, content.head)
    return f"{head} · {head_word(content.name, content.kind)}"


def explained(content: SurveyContent) -> str:
    rows, columns = SIDES[content.kind]
    over = tr("in this sentence") if content.single else tr("on average over {sentences}", sentences=counted(content))
    return tr(
        "It {does}. Its weight {over}: rows are positions {in_rows}, columns the positions {in_columns} it reads.",
        does=name_words(content.name, content.kind),
        over=over,
        in_rows=_IN[rows],
        in_columns=_IN[columns],
    )


def counted(content: SurveyContent) -> str:
    """ "73 sentences"."""
    return language.counted(content.findings.sentences, tr("sentence"), tr("sentences"))


def origin(content: SurveyContent) -> str:
    """Which model, which sentences, whose targets."""
    found = content.findings
    if content.single:
        source, target = found.texts[0]  # a decoder alone has no source
        return tr("No survey of this model is open: this is a single sentence, “{text}”", text=source or target)
    targets = tr("the file's targets were read") if found.forced else tr("the model wrote the targets")
    return tr(
        "Survey of {model} · {sentences} of {files} · {targets}",
        model=model_word(found.model_name),
        sentences=counted(content),
        files=tr(" and ").join(found.data),
        targets=targets,
    )


def command(folder: str) -> str:
    """The command that makes a survey of the model in this folder ("" = the bundled one)."""
    quoted = f'"{folder}"' if " " in folder else folder
    program = " ".join(["python", "main.py"] if len(words := program_words()) > 1 else words)
    return COMMAND.format(program=program, model=f"--model {quoted} " if folder else "")


def other_model(content: SurveyContent, loaded: str) -> str:
    """Says that the survey belongs to another model than the loaded one."""
    name = content.findings.model_name
    same = tr("another model of that name") if name == loaded else f"“{model_word(loaded)}”"
    return tr(
        "This survey belongs to “{name}” ({hash}); the loaded model is {loaded}.",
        name=model_word(name),
        hash=content.findings.model_hash[:8],
        loaded=same,
    )


def what_is_wrong(content: SurveyContent, loaded: str, refusal: str | None) -> str:
    """Why another survey was refused, or that this one belongs to another model than the `loaded` one; "" for
    neither."""
    if refusal:
        return f"{refusal} {'' if content.single else tr('The previous survey stays.')}".strip()
    return "" if content.own else other_model(content, loaded)


def value(row: MeasureRow, number: float) -> str:
    """A measure's number with its unit: "0.74 bits", "83 %"; "—" for anything else."""
    if not math.isfinite(number):
        return "—"
    return tr("{number:.2f} bits", number=number) if row.measure.unit == "bits" else fmt_percent(number)


def row_tip(row: MeasureRow) -> str:
    """Everything about one measure."""
    words = [f"{measure_name(row.measure.name)}: {measure_about(row.measure)} ({measure_unit(row.measure)})"]
    words.append(tr("this head {number}, {rank}", number=value(row, row.value), rank=row.place))
    if row.now is not None:
        words.append(tr("in the current sentence {number}", number=value(row, row.now)))
    if row.apart:
        words.append(tr("The sentences below are ranked by this measure."))
    return "\n".join(words)


def head_tip(content: SurveyContent, layer: int, head: int) -> str:
    name = content.names.get((layer, head), "mixed")
    return tr(
        "layer {layer}, head {head}: {name}, it {does}",
        layer=layer + 1,
        head=head + 1,
        name=head_word(name, content.kind),
        does=name_words(name, content.kind),
    )


def cell_tip(content: SurveyContent, row: int, column: int) -> str:
    """One bin of the pattern: its position and its share of the weight."""
    rows, columns = SIDES[content.kind]
    share = 100 * float(content.findings.pattern(*content.place)[row, column])
    if content.future is not None:  # earlier rows can read fewer bins: there is no even share
        place = tr(
            "{row} {of_rows} reads {column} {of_columns}",
            row=_part(row),
            of_rows=_OF[rows],
            column=_part(column),
            of_columns=_OF[columns],
        )
        later = bool(content.future[row, column])
        return f"{place}: {tr('comes later') if later else tr('{share:.1f} % of its weight', share=share)}"
    return tr(
        "{row} {of_rows} reads {column} {of_columns}: {share:.1f} % of its weight ({even:.1f} % if it were spread "
        "evenly)",
        row=_part(row),
        of_rows=_OF[rows],
        column=_part(column),
        of_columns=_OF[columns],
        share=share,
        even=100 / BINS,
    )


def _part(place: int) -> str:
    """A bin as the fraction of the length that it covers."""
    return f"{100 * place / BINS:.0f}–{100 * (place + 1) / BINS:.0f} %"


def most_itself(rows: tuple[MeasureRow, ...], name: str, word: str) -> str:
    """How the typical sentences of a head were chosen; `word` is its display name."""
    row = next((one for one in rows if one.apart), None)
    if row is None:
        return tr("in these sentences")
    measure = measure_name(row.measure.name)
    end = tr("where its “{measure}” is highest", measure=measure)
    if row.apart <= 0:
        end = tr("where its “{measure}” is lowest", measure=measure)
    if name != "mixed" and row.measure.name == LEADS.get(name, name):
        return tr("{where}: hence its name “{name}”", where=end, name=word)
    if len(row.others) > 1:
        return tr("{where}, the measure that sets it apart most from the other heads", where=end)
    return end
