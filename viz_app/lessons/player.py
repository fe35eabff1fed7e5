"""Player: goes through the scenes of a lesson, or asks one question about what is on the screen (the guess).

The window shows the State of the scene; everything in it can be used, and `restore` returns to the scene. The store
hides what a question hides until `reveal`. A click on a column or a head selects it as the answer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from dataclasses import dataclass, field, replace

from PySide6.QtCore import QObject, Signal

from model_core.errors import Refused
from model_core.record.trace import Trace
from viz_app.data.selection import telling_step
from viz_app.data.words.models import model_word
from viz_app.document.lesson import FROM_THEN, Lesson, Question, Scene
from viz_app.document.state import State
from viz_app.document.store import Store
from viz_app.lessons.measuring import Measuring
from viz_app.lessons.questions import Answer, Option, asked_row, changed_answer, measure, needed_effects, options_before
from viz_app.system.command_queue import run_later
from viz_app.system.language import tr
from viz_app.views import openable

_OF_SCENES = "views", "writer", "inspector", "depth"
"""What a scene sets of the layout, the depth only where it says so; the rest stays as it is in the window."""


@dataclass
class GivenAnswer:
    """The answer to one scene: the chosen place, the votes of a class, whether the answer is revealed, and the model's
    own."""

    chosen: Hashable = None
    votes: Counter[Hashable] = field(default_factory=Counter)
    revealed: bool = False
    marked: bool = False
    answer: Answer | None = None


class Player(QObject):
    """See module. `changed`: something that a panel shows; `moved`: another scene; `ended`: the lesson was left.

    marks     whether each answer that was given is right, in the order of the answers
    notices   what the teacher is to know of a scene, by its number
    counting  number keys count votes
    """

    changed = Signal()
    moved = Signal()
    ended = Signal()

    def __init__(self, store: Store, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._store = store
        self.measuring = Measuring(store)
        self.lesson: Lesson | None = None
        self.name = ""
        self.guess = self.counting = False
        self.at = 0
        self.given: list[GivenAnswer] = []
        self.marks: list[bool] = []
        self.notices: dict[int, str] = {}
        self._shown = State()  # the scene, or what its answer shows
        self._looked: _Seen = ("", 0, 0), None, 0
        self._busy = False
        self._waits = False  # the answer is shown as soon as it is there
        store.changed.connect(self._on_change)

    # ---- what is there

    @property
    def active(self) -> bool:
        """Whether a lesson or a guess is open."""
        return self.lesson is not None

    @property
    def scene(self) -> Scene:
        return self.lesson.scenes[self.at] if self.lesson is not None else Scene()

    @property
    def state(self) -> GivenAnswer:
        return self.given[self.at] if self.given else GivenAnswer()

    @property
    def asking(self) -> bool:
        """Whether an answer is not revealed yet: to a question, or what a scene without one shows next."""
        return self.active and not self.state.revealed and (self.scene.question is not None or bool(self.scene.then))

    @property
    def score(self) -> tuple[int, int]:
        """(right answers, answers)."""
        return sum(self.marks), len(self.marks)

    @property
    def away(self) -> bool:
        """Whether the window shows something other than the scene."""
        return self.active and self._store.state != self._shown_now()

    def options(self) -> tuple[Option, ...]:
        """The options, including the one that was clicked in the picture."""
        answer, chosen = self.measuring.answer, self.state.chosen
        found = answer.options if answer is not None else options_before(self.scene.question)
        if chosen is None or any(one.place == chosen for one in found):
            return found
        words = self.measuring.words_of(chosen)
        return (*found, Option(words, chosen)) if words else found

    # ---- going through

    def open(self, lesson: Lesson, name: str = "", at: int = 0) -> None:
        """Starts a lesson at a scene."""
        if not self.active or self.guess:
            self._store.hiding.own = self._store.wanted
        self.lesson, self.name, self.guess = lesson, name, False
        self.given, self.marks, self.notices = [GivenAnswer() for _ in lesson.scenes], [], {}
        self._show(min(at, len(lesson.scenes) - 1))

    def ask(self, question: Question) -> None:
        """The guess: asks about what is on the screen. Raises Refused if that cannot be asked there."""
        state, trace = self._store.state, self._store.hiding.whole
        if trace is None or trace.run != state.run:
            raise Refused("E-LESSON-ASK", tr("there is no picture of this text yet"))
        if state.look.kind != "encoder" or question.kind != "source":
            state = state.with_(look=replace(state.look, step=_guessed_row(trace, state)))
        if needed_effects(question, state) is None:
            measure(question, state, trace)
        if not self.guess:
            self.marks = []
        self.lesson, self.name, self.guess, self.at = Lesson(scenes=(Scene(question=question),)), "", True, 0
        self.given, self.notices, self._store.hiding.own = [GivenAnswer()], {}, None
        self._enter(state)

    def go(self, by: int) -> None:
        """Goes this many scenes forward or back, clamped to the range."""
        if self.lesson is None or self.guess:
            return
        at = min(max(self.at + by, 0), len(self.lesson.scenes) - 1)
        if at != self.at:
            self._show(at)

    def restore(self) -> None:
        if self.active:
            self._set(self._shown_now())

    def leave(self, *, restore: bool = True) -> None:
        """Ends the lesson and restores what the window showed before, unless something else is about to be shown."""
        if not self.active:
            return
        self.lesson, self.guess = None, False
        self.measuring.ask(None, State())
        self._store.hiding.hide(None)
        if restore and self._store.hiding.own is not None:
            self._set(self._store.hiding.own, tr("leave the lesson"))
        if (own := self._store.hiding.own) is not None:  # also where undoing leads back to a scene, which has no panel
            self._store.suggest(desk=replace(self._store.wanted.desk, inspector=own.desk.inspector))
        self._store.hiding.leave()
        self.ended.emit()
        self.changed.emit()

    def replace(self, lesson: Lesson, at: int) -> None:
        """The lesson was edited: shows its new version, at a scene, without answers."""
        self.lesson, self.given, self.marks = lesson, [GivenAnswer() for _ in lesson.scenes], []
        self._show(min(at, len(lesson.scenes) - 1))

    # ---- answering

    def choose(self, place: Hashable) -> None:
        """Selects an answer; until it is revealed another one can be selected."""
        if self.asking:
            self.state.chosen = place
            self.changed.emit()

    def press(self, number: int) -> None:
        """Handles a number key from 1: selects that option, or counts a vote for it."""
        options = self.options()
        if not self.asking or not 1 <= number <= len(options):
            return
        place = options[number - 1].place
        if self.counting:
            self.state.votes[place] += 1
            place = self.state.votes.most_common(1)[0][0]
        self.choose(place)

    def count_votes(self, on: bool) -> None:
        """Whether number keys count the votes of a class."""
        self.counting = on
        self.changed.emit()

    def reveal(self) -> None:
        """Shows the answer, and marks the one that was given; if already shown goes to the next scene."""
        if not self.asking:
            self.go(1)
            return
        then = self._scene_state(then=True) if self.scene.then else None
        late, asked = not self.measuring.can_go_on(then), self.scene.question
        self._waits = late and asked is not None and asked.kind not in FROM_THEN
        if late and (self.away or self._store.busy):
            return self.restore()
        if self._waits:
            return
        self.state.revealed = True
        self._store.hiding.hide(None)
        if then is None and self._store.state.run != self._shown.run:  # the answer is that of the scene's text
            self.restore()
        if then is not None:
            self._shown = then
            self.measuring.go_on(self._shown)
            self._set(self._shown)
        self._measure()
        self.changed.emit()

    # ---- inside

    def _show(self, at: int) -> None:
        self.at = at
        self._enter(self._scene_state())

    def _enter(self, state: State) -> None:
        """Shows a State with what its scene hides, or the answer's State if that was revealed and measured."""
        given, asked, self._waits = self.state, self.scene.question, False
        if asked is not None and self.scene.then and given.answer is None:
            given.revealed = False
        self.measuring.ask(asked, state, given.answer)
        self._store.hiding.hide(None if given.revealed else self.scene.hidden_in(state.look))
        self._shown = self._scene_state(then=True) if given.revealed and self.scene.then else state
        self._set(self._shown)
        self._measure()
        self._tell_model()
        self.moved.emit()
        self.changed.emit()

    def _set(self, state: State, name: str = "") -> None:
        self._busy = True
        self._store.set_playing(False)
        self._store.set_state(state, name or (tr("guess") if self.guess else tr("scene {number}", number=self.at + 1)))
        self._busy, self._looked = False, _seen(self._store)

    def _scene_state(self, then: bool = False) -> State:
        """The scene's State, or its answer's, in this window's theme, text size, speed and, unless the scene sets it,
        depth."""
        assert self.lesson is not None
        state = (self.scene.after if then else self.scene.shown)(self.lesson.states)
        mine, desk = self._store.state.desk, replace(state.desk, views=openable(state.desk.views))
        own = {*_OF_SCENES} - ({"depth"} - {*self.scene.state.get("desk", {})})
        return state.with_(desk=replace(mine, **{name: getattr(desk, name) for name in own}))

    def _shown_now(self) -> State:
        """The scene, or what its answer shows, in the theme, text size and speed that the window has by now."""
        desk = replace(self._store.state.desk, **{name: getattr(self._shown.desk, name) for name in _OF_SCENES})
        return self._shown.with_(desk=desk)

    def _on_change(self, names: frozenset[str]) -> None:
        if not self.active or self._busy:
            return
        if "desk" in names:
            self._store.hiding.keep_style(self._store.state.desk)
        if names & {"trace", "effects"}:
            self._measure()
        if "trace" in names:
            self._tell_model()
        if "look" in names and self.asking:
            before, self._looked = self._looked, _seen(self._store)
            place = _clicked(self.scene.question, before, self._looked, self._shown.look.kind)
            if place is not None:
                self.choose(place)
        if names - {"hover", "painted"}:
            self.changed.emit()

    def _measure(self) -> None:
        """Takes the answer once measured, then judges the given one."""
        new, answer, given = self.measuring.look(), self.measuring.answer, self.state
        if self._waits and (answer is not None or self.measuring.problem):
            run_later(self, lambda: self.reveal() if self._waits else None)
        if answer is None:
            return
        given.answer = answer
        if new and self.scene.question is not None and (words := changed_answer(self.scene.question, answer)):
            self.notices[self.at] = words
        if given.revealed and given.chosen is not None and not given.marked:
            given.marked = True
            self.marks.append(given.chosen == answer.right)

    def _tell_model(self) -> None:
        """Reports that the model is not the one the lesson was made with."""
        trace, lesson = self._store.hiding.whole, self.lesson
        if trace is None or lesson is None or trace.run != self._shown.run:
            return
        if words := _other_model(lesson, trace):
            self.notices.setdefault(self.at, words)


def _guessed_row(trace: Trace, state: State) -> int:
    """The row that a guess is about: the current step, otherwise the most telling one."""
    row = telling_step(trace) if state.look.step is None else None
    return asked_row(trace, replace(state.look, kind="cross")) if row is None else row


_Seen = tuple[tuple[str, int, int], int | None, int]


def _clicked(asked: Question | None, before: _Seen, now: _Seen, kind: str) -> Hashable:
    """The answer that a click selected for a question about an attention of this kind, None for nothing; keys of the
    decoder's self-attention differ from those of the others. A value restored by undo was not selected."""
    if asked is None or now[2] < before[2]:
        return None
    if asked.kind == "source" and (now[0][0] == "decoder") == (kind == "decoder"):
        return now[1] if now[1] != before[1] else None
    return now[0] if asked.kind == "head" and now[0] != before[0] else None


def _seen(store: Store) -> _Seen:
    """The head, the column, and how many changes are in force."""
    look = store.state.look
    return (look.kind, look.layer, look.head), look.key, store.history()[1]


def _other_model(lesson: Lesson, trace: Trace) -> str:
    """The message if a model has other weights than the lesson was made with; "" for the same ones."""
    made = lesson.models.get(trace.run.model, "")
    if not made or not trace.model.hash or made == trace.model.hash:
        return ""
    return tr("This lesson was made with another “{name}” ({hash}): what it says may not apply.",
              name=model_word(trace.model.name), hash=made[:12])  # fmt: skip
