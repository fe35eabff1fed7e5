"""What opens beside the window: the command palette, menus, and sheets. Each is imported on demand."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property, partial
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QMenu

from viz_app.system.language import text_of_resource, tr, view_word

if TYPE_CHECKING:
    from pathlib import Path

    from PySide6.QtWidgets import QBoxLayout

    from model_core.record.trace import ModelInfo
    from viz_app.commands.palette import Entry
    from viz_app.document.lesson import Lesson
    from viz_app.inspector.array_actions import ArrayActions
    from viz_app.lessons.desk import LessonDesk
    from viz_app.lessons.presenter import Presenter
    from viz_app.lessons.tours.tour import Tour
    from viz_app.views.compare.pin_offers import PinOffer
    from viz_app.widgets.dialog import Dialog
    from viz_app.window.main_window import Window


NEW_HERE = tr("New here? A two-minute tour shows how to read this window.")


class Sheets:
    """The sheets of one window; those that show its state are created once and raised again.

    beside_views  the layout of panels beside the views
    """

    beside_views: QBoxLayout

    def __init__(self, window: Window) -> None:
        self._window = window

    @cached_property
    def lessons(self) -> LessonDesk:
        from viz_app.lessons.desk import LessonDesk
        from viz_app.window.focus_order import focus_from

        window = self._window
        made = LessonDesk(window, window.store, self.beside_views, self._hide_texts)
        made.resized.connect(partial(window.refresh, frozenset({"desk"})))
        made.player.moved.connect(partial(window.notice.withdraw, NEW_HERE))
        made.player.ended.connect(lambda: focus_from(made.panel, window.view()))
        made.message.connect(window.file_actions.notify)  # not a tip, which nothing would remove
        made.news.connect(window.notice.notify)
        window.file_actions.replacing.connect(partial(made.player.leave, restore=False))
        window.closed.connect(made.stop)
        return made

    @cached_property
    def presenter(self) -> Presenter:
        """The view alone, for a class."""
        from viz_app.lessons.presenter import Presenter

        window = self._window
        folds = (window.bar, window.rail, window.text, window.status, window.inspector, window.notice)
        lights = {"source": window.text.source, "target": window.text.target, "view": window.desk,
                  "inspector": window.inspector}  # fmt: skip
        made = Presenter(window, window.store, self.lessons.panel, folds, lights, window.desk.open_views)
        made.changed.connect(partial(window.refresh, frozenset({"desk"})))
        made.ended.connect(lambda: window.text.setVisible(not self.lessons.hides_texts))
        made.ended.connect(lambda: window.notice.refresh())  # what it says may have begun or ended meanwhile
        return made

    @cached_property
    def tour(self) -> Tour:
        from viz_app.lessons.tours.tour import Tour
        from viz_app.window.tour_parts import prepare, tour_parts

        window = self._window
        made = Tour(window, window.store, tour_parts(window), partial(prepare, window), self._is_taken)
        window.closed.connect(made.stop)
        return made

    def _is_taken(self) -> bool:
        """Whether a lesson or a presentation is using the window."""
        presents = "presenter" in self.__dict__ and self.presenter.on
        return presents or ("lessons" in self.__dict__ and self.lessons.player.active)

    def start_tour(self) -> None:
        """Starts the tour and clears the line that offered it."""
        self._window.notice.withdraw(NEW_HERE)
        self.tour.start()

    def offer_tour(self) -> None:
        """Offers the tour once, on the line above the views."""
        run, about = self._window.commands.run, tr("Ten stops, each with something to do; Esc ends it")
        offers = [(tr("Take the tour"), about, partial(run, "tour"))]
        if self._window.store.state.desk.depth != "first":
            about = tr("The essential views, options and numbers (depth First look)")
            offers.append((tr("Show less"), about, partial(run, "depth.first")))
        if not self._is_taken():
            self._window.notice.notify(NEW_HERE, offers=tuple(offers))

    def open_lesson(self, path: Path, lesson: Lesson, model: str = "") -> None:
        """Plays a lesson with a model; the presenter puts the spotlight on its scenes."""
        assert self.presenter is not None
        self.lessons.open(path, lesson, model)

    def _hide_texts(self, hide: bool) -> None:
        """Hides texts and model while a question asks about them."""
        window = self._window
        window.text.setVisible(not hide)
        window.bar.conceals = hide
        window.refresh(frozenset({"models"}))

    @cached_property
    def arrays(self) -> ArrayActions:
        """The comparison of arrays with those of the run."""
        from viz_app.inspector.array_actions import ArrayActions

        window = self._window
        return ArrayActions(window, window.store, window.file_actions, window.notice.notify)

    def lesson_room(self) -> int:
        """The width in px that a lesson takes from the window."""
        return self.lessons.room if "lessons" in self.__dict__ else 0

    def show_lessons(self) -> None:
        from viz_app.lessons.cards import LessonsSheet

        actions, sheet = self._window.file_actions, self._window.findChild(LessonsSheet)
        if sheet is None:
            sheet = LessonsSheet(self.lessons.panel.language, self._window)
            sheet.chosen.connect(actions.open_path)
            sheet.asked.connect(actions.open)
            sheet.making.connect(self.lessons.own.add_window)
        _raise(sheet)

    def show_keys(self) -> None:
        from viz_app.window.dialogs import KeySheet

        KeySheet(self._window.commands.actions.values(), self._window, teaching=self._is_taken()).show()

    def show_glossary(self, term: str = "") -> None:
        """The glossary, scrolled to a term."""
        from viz_app.commands.glossary_sheet import GlossarySheet

        sheet = self._window.findChild(GlossarySheet) or GlossarySheet(self._window)
        sheet.narrow(term)
        _raise(sheet)

    def show_about(self) -> None:
        from viz_app.window.dialogs import AboutSheet

        trace = self._window.store.trace
        AboutSheet(trace.model if trace is not None else self._window.choice.current(), self._window).show()

    def show_fault(self, story: str) -> None:
        """Shows the details of faults and clears the line about them."""
        from viz_app.window.dialogs import FaultSheet

        FaultSheet(story, self._window).show()
        self._window.status.set_fault("")

    def show_history(self) -> None:
        from viz_app.window.dialogs import HistorySheet

        _raise(self._window.findChild(HistorySheet) or HistorySheet(self._window.store, self._window))

    def show_pairs(self) -> None:
        from model_core.analysis.minimal_pairs import minimal_pairs
        from viz_app.window.minimal_pairs_dialog import PairsSheet

        sheet = self._window.findChild(PairsSheet)
        if sheet is None:
            sheet = PairsSheet(self._window.store, minimal_pairs(), self._window)
            notice, store = self._window.notice, self._window.store
            sheet.message.connect(lambda words: notice.notify(words, store.state.run.source))
        _raise(sheet)

    def choose_model(self) -> None:
        self._window.bar.model.showMenu()

    def choose_compared(self) -> None:
        """Lists the models that the run can be compared with; it is pinned once one is chosen, not before."""
        from PySide6.QtCore import Qt

        button, menu = self._window.bar.model, QMenu(self._window)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._window.choice.fill(menu, self._compare_with)
        menu.popup(button.mapToGlobal(button.rect().bottomLeft()))

    def _compare_with(self, info: ModelInfo) -> None:
        from viz_app.document.state import Pin

        store = self._window.store
        if store.trace is not None:
            self._window.choice.choose(info, Pin(store.trace.run, store.state.look.sentence))
            if "compare" not in store.state.desk.views:
                self._window.open_view("compare")

    def choose_recent(self) -> None:
        bar = self._window.bar
        self._window.recent.popup(bar.mapToGlobal(bar.rect().bottomLeft()))

    def _show_option(self, view: str, option: str, depth: str) -> None:
        """Opens a view, at another depth ("" = the current one), and focuses an option's control."""
        window, desk = self._window, self._window.store.state.desk
        if depth:
            window.store.desk(depth=depth)
        page = window.desk.page(view)
        if view not in desk.views or page is None or page.isHidden():  # hidden: two do not fit
            window.open_view(view)
            page = window.desk.page(view)
        if page is not None:
            page.show_option(option)

    def _compare(self, offer: PinOffer) -> None:
        window = self._window
        window.open_view("compare")
        offer.take(window.store.pinned.pin, lambda changes: window.store.ask("compare", **changes), window.commands.run)

    def filter_heads(self) -> None:
        """Opens the card that filters heads, of the first view that lists heads, otherwise of Heads."""
        shown = [page.name for page in self._window.desk.open_views() if page.heads is not None]
        self._show_option(next(iter(shown), "heads"), "heads", "")

    def find_command(self) -> None:
        from viz_app.commands.palette import Palette

        Palette(self.entries(), self._window).show_over(self._window)

    def entries(self) -> list[Entry]:
        """What the palette offers now: available actions, views to show beside the current one, models, heads, steps,
        sizes, and example sentences."""
        from viz_app.commands.palette import Entry, comparisons, findable, options_found
        from viz_app.system.glossary import term_names
        from viz_app.views import VIEWS
        from viz_app.window.model_menu import model_words

        window = self._window
        beside = (name for name in VIEWS if name not in window.split.open())
        return [
            *self._actions(),
            *(Entry(tr("View"), tr("Beside: {view}", view=view_word(name)), "", partial(window.split.show_beside, name))
              for name in beside),
            *(Entry(tr("Model"), tr("Model: {model}", model=model_words(info)), "", partial(window.choice.choose, info))
              for info in window.choice.models()),
            *findable(window.store),
            *comparisons(window.store, self._compare),
            *options_found(window.store.state, self._show_option),
            *(Entry(tr("Glossary"), name, tr("Glossary"), partial(self.show_glossary, name)) for name in term_names()),
            *self._examples(),
        ]  # fmt: skip

    def _actions(self) -> list[Entry]:
        """The available actions; those of the menu File last."""
        from viz_app.commands.actions import MENUS
        from viz_app.commands.bindings import key_words
        from viz_app.commands.palette import Entry, with_depth

        commands, store, found = self._window.commands, self._window.store, []
        for name, one in commands.actions.items():
            if one.when(store) and name != "find":
                key = key_words(one.keys[0]) if one.keys else ""
                words = with_depth(one.text, store.state.desk, name.removeprefix("view."))
                about = f"{one.tip} {name.replace('.', ' ')}"
                found.append(Entry(MENUS[one.menu], words, key, partial(commands.run, name), about))
        return sorted(found, key=lambda entry: entry.menu == MENUS["File"])

    def _examples(self) -> Iterator[Entry]:
        """Example sentences, in the languages that a model reads."""
        from viz_app.commands.palette import Entry
        from viz_app.text.examples import examples

        menu = self._window.text.source.examples
        readers = dict(menu.languages())
        for one in examples():
            if one.language in readers:
                run = partial(menu.open, one.sentence, readers[one.language])
                yield Entry(tr("Example"), one.sentence, text_of_resource(one.group), run)


def _raise(sheet: Dialog) -> None:
    sheet.show()
    sheet.raise_()
    sheet.activateWindow()
