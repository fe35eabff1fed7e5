"""ACTIONS: every command of the program, in one table.

Menus, keyboard shortcuts, tooltips, the command palette and the key sheet are all made from it, so that no key is used
twice and nothing is left out. An action acts on a Frame: the window, or a stand-in in a test. Layers, heads and steps
count from 0 here and from 1 on the screen.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from model_core.record.edits import Edits
from model_core.recordings.file_format import is_recording
from viz_app.commands.action import (
    Action,
    Frame,
    can_compute,
    can_go_back,
    can_go_on,
    has_model,
    has_trace,
    is_a_model,
    is_pinned,
    option_of,
    shows,
)
from viz_app.commands.cell_actions import ALIGNMENT, CELL, INSTEAD, calculation_step, follow, set_by_hand
from viz_app.commands.head_actions import HEADS, sees_all_heads
from viz_app.commands.language_actions import LANGUAGE, RESTART
from viz_app.commands.run_actions import READING, TRAINING
from viz_app.data.decoded_texts import draw_again
from viz_app.data.depth import DEPTH_TERMS
from viz_app.data.snapshot import Cell
from viz_app.data.vocabulary import ATTENTIONS
from viz_app.document.state import Pin
from viz_app.document.store import Store
from viz_app.system.language import tr, view_word
from viz_app.system.settings import DEPTHS, SPEEDS, TEXT_SIZES
from viz_app.views import VIEWS

MENUS = {
    "File": tr("File"),
    "Edit": tr("Edit", "menu"),
    "View": tr("View", "menu"),
    "Model": tr("Model"),
    "Step": tr("Step"),
    "Help": tr("Help"),
}
"""What an action calls its menu -> the menu's word, in their order."""
SUBMENUS = {
    ("View", "view"): tr("Open view"),
    ("View", "theme"): tr("Theme"),
    ("View", "language"): tr("Language"),
    ("View", "text"): tr("Text size"),
    ("View", "depth"): tr("Depth"),
    ("Model", "decoding"): tr("Decoding"),
    ("Model", "train"): tr("Training"),
    ("Step", "speed"): tr("Playback speed"),
}
"""(menu, first word of an action's id) -> the submenu in which such actions stand."""
CALCULATION_STEPS = 10
"""Steps of the view Calculate (a test compares it with its own list: that is not loaded at start)."""


# ---- what actions do ---------------------------------------------------------------------------------------------


def go_to_step(store: Store, step: int) -> None:
    """Goes to a step, clamped to the range; playback stops. A run of an encoder alone has no steps."""
    if store.moment.rows:
        store.set_playing(False)
        store.look(step=min(max(step, 0), store.moment.rows - 1))


def pin_hovered(store: Store) -> None:
    """Pins the cell under the pointer, or unpins if there is none."""
    cell: Cell | None = store.hover
    query, key = cell if cell is not None else (None, None)
    store.look(query=query, key=key)


def pin_run(frame: Frame) -> None:
    """Pins the current run, and opens Compare if no view shows it."""
    store = frame.store
    if store.trace is not None:
        store.pinned.pin(Pin(store.trace.run, store.state.look.sentence))
        if "compare" not in store.state.desk.views:
            frame.open_view("compare")


def let_go(store: Store) -> None:
    """Returns from all heads to one; otherwise unpins."""
    if sees_all_heads(store):
        store.options("attention", all_heads=False)
    else:
        store.look(query=None, key=None)


def has_brush(store: Store) -> bool:
    """Whether a click on a mask edits it."""
    return bool(option_of(store, "masks", "tool") == "edit")


def has_parts_off(store: Store) -> bool:
    """Whether heads or feed-forwards are switched off in a model that can be saved without them."""
    edits = store.state.run.edits
    return is_a_model(store) and bool(edits.heads_off or edits.feed_forwards_off)


def change_text_size(store: Store, by: int) -> None:
    """Goes to the next larger or smaller text size; 0 = 100 %."""
    now = store.state.desk.text_scale
    nearest = min(range(len(TEXT_SIZES)), key=lambda place: abs(TEXT_SIZES[place] - now))
    place = min(max(nearest + by, 0), len(TEXT_SIZES) - 1) if by else 0
    store.desk(text_scale=TEXT_SIZES[place])


def _decoding(method: str, words: str, tip: str) -> Action:
    return Action(
        f"decoding.{method}", "Model", words,
        lambda frame: frame.store.run(decoding=replace(frame.store.state.run.decoding, method=method)), (), tip,
        when=lambda store: store.state.run.target is None and not is_recording(store.state.run.model),
        checked=lambda store: store.state.run.decoding.method == method, group=4,
    )  # fmt: skip


def _history_words(word: str, store: Store, offset: int) -> str:
    """The word with the change that it concerns: "Undo: head 3"."""
    names, done = store.history()
    place = done + offset
    return f"{word}: {names[place]}" if 0 <= place < len(names) else word


def _kind(kind: str, key: str) -> Action:
    return Action(
        f"kind.{kind}", "View", ATTENTIONS[kind].name, lambda frame: frame.store.look(kind=kind), (key,),
        ATTENTIONS[kind].about, when=has_trace, checked=lambda store: store.state.look.kind == kind, group=1,
    )  # fmt: skip


def _calculate(by: int) -> Callable[[Frame], None]:
    """Moves through the steps of the view Calculate, clamped to the range."""
    ends = 1, CALCULATION_STEPS
    return lambda frame: frame.store.options("calculate", step=sorted((calculation_step(frame.store) + by, *ends))[1])


def _theme(name: str, words: str) -> Action:
    return Action(
        f"theme.{name}", "View", words, lambda frame: frame.store.desk(theme=name),
        checked=lambda store: store.state.desk.theme == name, group=3,
    )  # fmt: skip


def _depth(name: str, key: str) -> Action:
    word, about, _ = DEPTH_TERMS[name]
    return Action(
        f"depth.{name}", "View", tr("Depth: {word}", word=word), lambda frame: frame.store.desk(depth=name),
        (key,), about,
        checked=lambda store: store.state.desk.depth == name, group=3,
    )  # fmt: skip


def _speed(speed: float) -> Action:
    return Action(
        f"speed.{speed:g}", "Step", tr("Playback speed: {number:g} steps/s", number=speed),
        lambda frame: frame.store.desk(speed=speed), checked=lambda store: store.state.desk.speed == speed, group=1,
    )  # fmt: skip


def _view(place: int, name: str) -> Action:
    return Action(
        f"view.{name}", "View", view_word(name), lambda frame: frame.enter_view(name),
        (str(place + 1),) if place < 9 else (), tr("Opens the view “{view}”.", view=view_word(name)),
        checked=lambda store: name in store.state.desk.views, group=0,
    )  # fmt: skip


# ---- the table ---------------------------------------------------------------------------------------------------

ACTIONS: tuple[Action, ...] = (
    Action("open", "File", "Open…", lambda frame: frame.file_actions.open(), ("Ctrl+O",),
           "Opens a text, a session, a model or weights; you can also drop it on the window.", "open"),
    Action("open.model", "File", "Open a model folder…", lambda frame: frame.file_actions.open_model(),
           ("Ctrl+Shift+O",), "Opens a folder that holds a model, in headscope's or Hugging Face's format."),
    Action("open.published", "File", "Published model by name…",
           lambda frame: frame.file_actions.importer.choose_published(), (),
           "Opens a translation model of Hugging Face by its name; downloads it if it is not on this computer."),
    Action("open.survey", "File", "Open a survey…", lambda frame: frame.file_actions.open_survey(), (),
           "Opens a folder that holds a survey.json.", when=has_trace),
    TRAINING[-1],
    Action("recent", "File", "Open recent", lambda frame: frame.sheets.choose_recent(), (),
           "Lists recently opened files."),
    Action("session.save", "File", "Save session", lambda frame: frame.file_actions.save_session(), ("Ctrl+S",),
           "Saves text, model, step, head, views and options in a file.", group=1),
    Action("session.save_as", "File", "Save session as…", lambda frame: frame.file_actions.save_session_as(),
           ("Ctrl+Shift+S",), "Saves the session in another file.", group=1),
    Action("link.copy", "File", "Copy a link to this state", lambda frame: frame.file_actions.copy_link(), (),
           "Copies a link that opens the same state for anyone with the same model.", group=1),
    Action("link.open", "File", "Open the link on the clipboard", lambda frame: frame.file_actions.paste_link(), (),
           "Opens the state from the link on the clipboard.", group=1),
    Action("lesson.add", "File", "Add this window as a scene", lambda frame: frame.sheets.lessons.own.add_window(),
           ("Ctrl+Shift+L",), "Adds the current window to your lesson as a scene.", when=has_trace, group=2),
    Action("lesson.edit", "File", "Your lesson…", lambda frame: frame.sheets.lessons.edit(), (),
           "The scenes of your lesson: words, questions, order; saves it as a file or as slides.", group=2),
    Action("lesson.copy", "File", "Edit a copy of the open lesson", lambda frame: frame.sheets.lessons.edit_copy(), (),
           "Makes the open lesson your own, so that you can change it.", group=2),
    Action("model.prune", "File", "Save without these heads…", lambda frame: frame.file_actions.save_pruned(), (),
           "Saves a model folder without the heads and feed-forwards that are switched off.", when=has_parts_off,
           group=3),
    ALIGNMENT[1],
    TRAINING[-2],
    Action("picture.save", "File", "Save view as…", lambda frame: frame.export_actions.save_view(), ("Ctrl+Shift+E",),
           "Exports the view or the window as PNG, SVG or PDF, or every step of it as a GIF.", "export", when=has_trace,
           group=4),
    Action("numbers.save", "File", "Save numbers as…", lambda frame: frame.export_actions.save_numbers(), ("Ctrl+E",),
           "Saves what this view shows as CSV or JSON, or every array of the run as NPZ.", when=has_trace, group=4),
    Action("page.save", "File", "Save interactive page…", lambda frame: frame.export_actions.save_page(), (),
           "Saves the run as one HTML file that opens in any browser: every head, every step, played back.",
           when=has_trace, group=4),
    Action("picture.copy", "File", "Copy picture", lambda frame: frame.export_actions.copy_picture(), ("Ctrl+Shift+C",),
           "Copies a picture of the view.", when=has_trace, group=4),
    Action("table.copy", "File", "Copy table", lambda frame: frame.export_actions.copy_table(), ("Ctrl+Shift+T",),
           "Copies this view's numbers as a table for a spreadsheet.", when=has_trace, group=4),
    Action("python.copy", "File", "Copy as Python", lambda frame: frame.export_actions.copy_python(), (),
           "Copies a script that computes the arrays this view shows, from the model and the text.", when=has_trace,
           group=4),
    Action("python.put", "File", "Run in console", lambda frame: frame.export_actions.put_python(), (),
           "Puts the script that computes the arrays this view shows into the console, to be read and run there.",
           when=has_trace, group=4),
    Action("array.compare", "File", "Compare an array with this run…", lambda frame: frame.sheets.arrays.ask(), (),
           "Shows how far an array of yours is from the number, map or box with the keyboard focus; you can also "
           "drop it there.",
           when=has_trace, group=4),
    RESTART,
    Action("quit", "File", "Quit", lambda frame: frame.close(), ("Ctrl+Q",), "Quits headscope. The text is kept.",
           group=5),
    Action("undo", "Edit", "Undo", lambda frame: frame.store.undo(), ("Ctrl+Z",), "Undoes the last change.",
           "undo", when=lambda store: store.can_undo(), words=lambda store: _history_words(tr("Undo"), store, -1)),
    Action("redo", "Edit", "Redo", lambda frame: frame.store.redo(), ("Ctrl+Shift+Z", "Ctrl+Y"),
           "Redoes what was undone.", "redo", when=lambda store: store.can_redo(),
           words=lambda store: _history_words(tr("Redo"), store, 0)),
    Action("history", "Edit", "History…", lambda frame: frame.sheets.show_history(), ("Ctrl+H",),
           "Lists every change; choose one to go back or forward to it."),
    Action("source", "Edit", "Go to the source text", lambda frame: frame.focus_source(), ("Ctrl+L",),
           "Moves the cursor to the source box and selects its text.", group=1),
    Action("pin", "Edit", "Pin the cell under the pointer", lambda frame: pin_hovered(frame.store), ("P",),
           "Pins the cell under the pointer; unpins where there is none.", "pin",
           when=lambda store: store.hover is not None or is_pinned(store), group=2),
    Action("unpin", "Edit", "Unpin", lambda frame: let_go(frame.store), ("Esc",),
           "Unpins the cell; while all heads are shown, returns to one.",
           when=lambda store: is_pinned(store) or sees_all_heads(store), group=2,
           words=lambda store: tr("Back to one head") if sees_all_heads(store) else tr("Unpin")),
    Action("pin.run", "Edit", "Pin this run for comparison", lambda frame: pin_run(frame), ("Ctrl+D",),
           "This run becomes A in Compare; the current one continues as B.", "pin", when=has_trace, group=2),
    Action("compare.model", "Edit", "Compare with another model…", lambda frame: frame.sheets.choose_compared(), (),
           "Lists the models: the one that you choose becomes B, this run A.", when=is_a_model, group=2),
    Action("pin.drop", "Edit", "Unpin the pinned run", lambda frame: frame.store.pinned.pin(None), (),
           "Stops comparing.", when=lambda store: store.state.pin is not None, group=2),
    Action("masks.draw", "Edit", "Draw on the masks",
           lambda frame: frame.store.options("masks", tool="inspect" if has_brush(frame.store) else "edit"), ("X",),
           "In Masks: switches between editing (click or drag to forbid or allow cells) and pinning.",
           when=shows("masks"), checked=has_brush, group=3),
    Action("weights.set", "Edit", "Set weights by hand",
           lambda frame: set_by_hand(frame.store, on=not option_of(frame.store, "attention", "override")), ("W",),
           "In Attention: drag a cell up or down, or type a number for the pinned one, to set its weight.",
           when=lambda store: "attention" in store.state.desk.views and is_a_model(store),
           checked=lambda store: bool(option_of(store, "attention", "override")), group=3),
    *CELL,
    ALIGNMENT[0],
    *(_view(place, name) for place, name in enumerate(VIEWS)),
    Action("views.back", "View", "Back to the previous view", lambda frame: frame.store.visited.go(back=True),
           ("Alt+Left",), "Returns to the view shown before this one.", when=lambda store: bool(store.visited.past)),
    Action("views.forward", "View", "Forward to the next view", lambda frame: frame.store.visited.go(back=False),
           ("Alt+Right",), "Returns to the view you came back from.", when=lambda store: bool(store.visited.future)),
    Action("follow", "View", "Follow the sum",
           lambda frame: follow(frame.store, frame.view_in_use(), frame.open_view), ("G",),
           "From a cell to its calculation, from there to its tensor, and back.", when=has_trace),
    Action("split", "View", "Split view", lambda frame: frame.split.toggle(), ("Ctrl+B",),
           "Shows a second view beside this one, with the same selection.", "split",
           when=lambda _: len(VIEWS) > 1, checked=lambda store: len(store.state.desk.views) > 1),
    Action("beside", "View", "View beside", lambda frame: frame.split.ask(), ("Ctrl+Shift+B",),
           "Chooses the view shown beside this one.", when=lambda _: len(VIEWS) > 1),
    Action("focus.view", "View", "Go to the next view", lambda frame: frame.next_view(), ("F6",),
           "Moves the keyboard focus to the view, and from one view to the other.", when=has_trace),
    Action("table.show", "View", "Table", lambda frame: frame.export_actions.show_table(), ("Ctrl+T",),
           "Shows this view's numbers as a table, for reading row by row or with a screen reader.", when=has_trace),
    _kind("encoder", "E"),
    _kind("decoder", "D"),
    _kind("cross", "C"),
    *HEADS[:3],
    Action("guess", "View", "Guess", lambda frame: frame.sheets.lessons.guess(), ("Q",),
           "Asks for the next token; again for the strongest word of the row, and for the head that matters most.",
           when=can_compute, group=2),
    Action("present", "View", "Present", lambda frame: frame.sheets.presenter.toggle(), ("F5",),
           "Fills the screen with the view, in large type: B blank, S spotlight, P pen, N next sentence, Esc to "
           "leave.",
           when=has_trace, group=2),
    Action("inspector", "View", "Inspector", lambda frame: frame.toggle_inspector(), ("Ctrl+I",),
           "Shows or hides the numbers on the right.", checked=lambda store: store.state.desk.inspector, group=2),
    _theme("system", "Theme of the system"),
    _theme("light", "Light theme"),
    _theme("dark", "Dark theme"),
    _theme("high_contrast", "High contrast theme"),
    *LANGUAGE,
    Action("text.larger", "View", "Larger text", lambda frame: change_text_size(frame.store, 1),
           ("Ctrl++", "Ctrl+="), when=lambda store: store.state.desk.text_scale < TEXT_SIZES[-1], group=3),
    Action("text.smaller", "View", "Smaller text", lambda frame: change_text_size(frame.store, -1), ("Ctrl+-",),
           when=lambda store: store.state.desk.text_scale > TEXT_SIZES[0], group=3),
    Action("text.normal", "View", "Normal text size", lambda frame: change_text_size(frame.store, 0), ("Ctrl+0",),
           group=3),
    *(_depth(name, f"Ctrl+{place}") for place, name in enumerate(DEPTHS, 1)),
    Action("model", "Model", "Choose the model…", lambda frame: frame.sheets.choose_model(), ("Ctrl+M",),
           "Opens the list of models.", "model", when=lambda store: bool(store.models)),
    Action("survey", "Model", "Survey a file…", lambda frame: frame.file_actions.survey_file(), (),
           "Averages every head of this model over a file of sentence pairs, in the background.", when=is_a_model),
    Action("model.new", "Model", "New model…", lambda frame: frame.file_actions.new_model(), ("Ctrl+N",),
           "Makes a randomly initialised model of any variant, to compare or train."),
    *HEADS[3:],
    *INSTEAD,
    Action("edits.clear", "Model", "Clear all edits", lambda frame: frame.store.run(edits=Edits()), (),
           "Removes every edit of masks, positions, heads and tokens.", group=2,
           when=lambda store: bool(store.state.run.edits)),
    *READING,
    _decoding("greedy", "Greedy decoding", "Always takes the most probable token."),
    _decoding("sample", "Sampling", "Samples each token from its probability; the same seed gives the same text."),
    _decoding("beam", "Beam search", "Keeps several texts at each step and writes the one with the best score."),
    Action("draw", "Model", "Sample again", lambda frame: frame.store.run(**draw_again(frame.store.state.run)), ("R",),
           "Samples another text with the next seed.",
           when=lambda store: bool(draw_again(store.state.run)), group=4),
    Action("again", "Model", "Compute again", lambda frame: frame.store.submit(), (),
           "Runs the same text again, row by row, to compare the cache with a pass without it.",
           when=has_model, group=5),
    Action("cancel", "Model", "Cancel the computation", lambda frame: frame.store.cancel(), ("Ctrl+.",),
           "Stops computing the text or the numbers beside it and keeps what is there; again to resume.", "close",
           when=lambda store: store.busy or bool(store.effects.incomplete), group=5),
    Action("engine.restart", "Model", "Restart the engine", lambda frame: frame.store.restart_engine(),
           ("Ctrl+Shift+R",), "Ends the engine, which may be stuck, and starts it again; your text is kept.",
           when=lambda store: store.engine in ("ready", "busy", "stopped"), group=5),
    *TRAINING[:-2],
    Action("step.first", "Step", "First step", lambda frame: go_to_step(frame.store, 0), ("Home",),
           "Goes to the first token written.", "first", when=can_go_back),
    Action("step.back", "Step", "One step back",
           lambda frame: go_to_step(frame.store, frame.store.moment.step - 1), (",", "PgUp"),
           "Goes to the previous token.", "back", when=can_go_back),
    Action("play", "Step", "Play or pause", lambda frame: frame.store.set_playing(not frame.store.playing),
           ("Space",), "Plays the decoding step by step, as it was written.", "play", when=has_trace,
           checked=lambda store: store.playing),
    Action("step.forward", "Step", "One step forward",
           lambda frame: go_to_step(frame.store, frame.store.moment.step + 1), (".", "PgDown"),
           "Goes to the next token.", "forward", when=can_go_on),
    Action("step.last", "Step", "Last step", lambda frame: go_to_step(frame.store, frame.store.moment.rows), ("End",),
           "Goes to the last token written.", "last", when=can_go_on),
    *map(_speed, SPEEDS),
    Action("calculation.first", "Step", "First step of the calculation", _calculate(-99), ("{",),
           "Goes to the query.", where="view", when=shows("calculate"), group=2),
    Action("calculation.back", "Step", "Calculation: back", _calculate(-1), ("[",),
           "Goes to the previous step of the calculation.", where="view", when=shows("calculate"), group=2),
    Action("calculation.forward", "Step", "Calculation: forward", _calculate(1), ("]",),
           "Goes to the next step of the calculation.", where="view", when=shows("calculate"), group=2),
    Action("calculation.last", "Step", "Last step of the calculation", _calculate(99), ("}",),
           "Goes to the feed-forward.", where="view", when=shows("calculate"), group=2),
    Action("find", "Help", "Find anything…", lambda frame: frame.sheets.find_command(), ("Ctrl+K",),
           "Lists every command; choose one to run it.", "search"),
    Action("keys", "Help", "Keys", lambda frame: frame.sheets.show_keys(), ("F1",), "Shows all keyboard shortcuts."),
    Action("glossary", "Help", "Glossary", lambda frame: frame.sheets.show_glossary(), ("Shift+F1",),
           "Every term of the field, explained in one sentence."),
    Action("tour", "Help", "Tour", lambda frame: frame.sheets.start_tour(), ("Ctrl+F1",),
           "Shows the window in ten stops, each with something to do: two minutes.", when=has_trace),
    Action("lessons", "Help", "Lessons…", lambda frame: frame.sheets.show_lessons(), ("Shift+F5",),
           "Shows the lessons that come with headscope and opens others."),
    Action("pairs", "Help", "Minimal pairs…", lambda frame: frame.sheets.show_pairs(), (),
           "Pairs of sentences that differ in one thing, to compare side by side.", when=has_trace),
    Action("about", "Help", "About headscope", lambda frame: frame.sheets.show_about(), (),
           "Shows what this is, with the versions of its parts.", group=1),
)  # fmt: skip


def action(name: str) -> Action:
    """The action of this id. Raises KeyError."""
    return _BY_ID[name]


_BY_ID = {one.id: one for one in ACTIONS}
