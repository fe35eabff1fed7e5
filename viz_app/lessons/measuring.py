"""The answer to the current question, measured as soon as the runs and effects that it needs are there."""

from __future__ import annotations

from collections.abc import Hashable

from model_core.errors import Refused
from model_core.record.trace import Trace
from viz_app.data.selection import key_names, sentence_of
from viz_app.data.words.parts import head_number
from viz_app.document.lesson import FROM_THEN, Question, Words
from viz_app.document.runs.effects_of_run import EffectsRequest
from viz_app.document.state import State
from viz_app.document.store import Store
from viz_app.lessons.questions import Answer, measure, needed_effects
from viz_app.system.language import tr

OWNER = "lesson"
"""Who requests for effects here."""


class Measuring:
    """One question about a State. `answer` is None until it is measured; `problem` says why it cannot be asked."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.question: Question | None = None
        self.state = State()
        self.answer: Answer | None = None
        self.problem = ""
        self._then: State | None = None
        self._first: Trace | None = None

    def ask(self, question: Question | None, state: State, answer: Answer | None = None) -> None:
        """Sets another question, or none, and requests what it needs. `answer`: as measured before."""
        self.question, self.state, self.answer, self.problem = question, state, answer, ""
        self._then = self._first = None
        try:
            effects = needed_effects(question, state)
        except Refused as error:
            self.question, effects, self.problem = None, None, _refused(error)
        self._store.effects.request(OWNER, *([EffectsRequest(effects, live=True)] if effects is not None else ()))

    def go_on(self, then: State) -> None:
        """The answer shows this State: "changes" is measured against the run before it."""
        self._then = then

    def can_go_on(self, then: State | None = None) -> bool:
        """Whether everything the answer needs of the scene's own run has arrived, before `then` is shown."""
        if self.question is None or self.question.kind == "tokens":
            return True
        if self.question.kind == "changes":
            return self._first is not None
        stays = then is None or then.run == self.state.run
        return stays or self.answer is not None or bool(self.problem)

    def look(self) -> bool:
        """Measures, if everything has arrived; True if the answer or the problem is new."""
        question, trace = self.question, self._store.hiding.whole
        if question is None or trace is None or self.answer is not None:
            return False
        first, after = trace, None
        if question.kind in FROM_THEN:
            if self._then is None and trace.run == self.state.run:
                self._first = trace
            if self._then is None or trace.run != self._then.run or not self.can_go_on():
                return False
            first, after = self._first or trace, trace
        elif trace.run != self.state.run:
            return False
        wanted = needed_effects(question, self.state)
        found = None if wanted is None else self._store.effects.available(whole=True).get(wanted)
        if wanted is not None and (found is None or not found.complete):
            return False
        before, self.problem = self.problem, ""
        try:
            self.answer = measure(question, self.state, first, found, after)
        except Refused as error:
            self.problem = _refused(error)
        return self.answer is not None or self.problem != before

    def words_of(self, place: Hashable) -> Words:
        """A name for an answer that was clicked in the picture and is not among the options."""
        trace, look = self._store.hiding.whole, self.state.look
        if trace is None or self.question is None:
            return ""
        if self.question.kind == "source" and isinstance(place, int):
            names = key_names(trace.sentences[sentence_of(trace, look)], look.kind)
            return names[place] if place < len(names) else ""
        if self.question.kind == "tokens":
            return str(place)
        if self.question.kind == "head" and isinstance(place, tuple):
            return head_number(*place)
        return ""


def _refused(error: Refused) -> str:
    """Why a question cannot be asked."""
    return tr("This cannot be asked here: {message}.", message=error.message)
