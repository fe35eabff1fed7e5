"""The order of the keyboard focus in a window."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QApplication, QPlainTextEdit, QWidget

from viz_app.widgets.application_theme import frame_focus
from viz_app.widgets.layout import laid_out, order_tabs

if TYPE_CHECKING:  # what a view is made of takes longer to load than the outline of the window
    from viz_app.widgets.view import View

TAB = Qt.FocusPolicy.TabFocus


def focus_chain(window: QWidget) -> list[QWidget]:
    """The widgets of a window in focus order, without the window."""
    chain: list[QWidget] = []
    widget = own_parents_child(window.nextInFocusChain())
    while widget is not None and widget is not window:
        chain.append(widget)
        widget = own_parents_child(widget.nextInFocusChain())
    return chain


def own_parents_child(found: QWidget | None) -> QWidget | None:
    """A neighbour in the chain or a proxy of the focus, for Python a part of its parent again.

    PySide takes the widget that was asked for the owner of its answer: when the former is deleted, Python may use the
    latter no more, although it lives. `setParent` puts that right; for Qt it changes nothing.
    """
    if found is not None:
        found.setParent(found.parentWidget())
    return found


def tab_through(parts: Iterable[QWidget]) -> None:
    """Lets Tab go through these parts in their order, through each as it is laid out.

    A part that hands the focus on to one of its own would make it jump over the others: it does so no more.
    """
    order: dict[QWidget, None] = {}
    for part in parts:
        if part not in order:  # nor is anything that has its place walked through again
            order |= dict.fromkeys(laid_out(part, order))
    for one in order:
        if (proxy := own_parents_child(one.focusProxy())) is not None and one.isAncestorOf(proxy):
            one.setFocusProxy(None)  # type: ignore[arg-type]
    window = next(iter(order)).window()
    order_tabs(one for one in order if one.window() is window)  # not those in a card


def focus_into(part: QWidget, keys: bool = True, again: bool = True) -> None:
    """Gives the focus to what had it last inside a part, else to the picture of a view or the first one that takes it;
    without a frame where it was not the keyboard (`keys`) that led there. A part that shows nothing yet has it until
    its first picture is there (`again`)."""
    last, of_view = part.focusWidget(), getattr(part, "keyboard_part", None)
    picture = of_view() if of_view is not None else None
    if last is not None and last is not part and _is_seen_in(part, last):
        target = last
    elif picture is not None and _is_seen_in(part, picture) and _takes_tab(picture):
        target = picture
    else:  # the chain of all widgets takes a tenth of the time in which a view is opened
        chain = focus_chain(part.window())
        target = next((one for one in chain if _is_seen_in(part, one) and _takes_tab(one)), part)
    target.setFocus(Qt.FocusReason.TabFocusReason)
    if target is part and again:
        QTimer.singleShot(0, part, lambda: focus_into(part, keys, again=False) if part.hasFocus() else None)
    if not keys:
        _unframe(part)
        QTimer.singleShot(0, part, partial(_unframe, part))  # what its first picture shows gets the focus only then


def _is_seen_in(part: QWidget, one: QWidget) -> bool:
    """Whether a widget is a visible child of a part."""
    return part.isAncestorOf(one) and one.isVisible()


def _takes_tab(one: QWidget) -> bool:
    return bool(one.focusPolicy() & TAB) and one.isEnabled()


def _unframe(part: QWidget) -> None:
    found = QApplication.focusWidget()
    if found is not None and (found is part or part.isAncestorOf(found)):
        frame_focus(found, False)


def focus_next(views: Sequence[View], focus: QWidget | None) -> None:
    """Moves the focus to the next view, from elsewhere to the first."""
    now = next((place for place, view in enumerate(views) if focus is not None and view.isAncestorOf(focus)), -1)
    if views:
        focus_into(views[(now + 1) % len(views)])


def focus_view(view: View) -> None:
    """Focuses the part of a view that its keys are for, as a click on it would: without a frame."""
    part = view.keyboard_part()
    if part is not None and part.isVisible():
        part.setFocus(Qt.FocusReason.MouseFocusReason)
        frame_focus(part, False)
    else:
        focus_into(view, keys=False)


def is_typed_in(view: View) -> bool:
    """Whether what a view's keyboard is for is text."""
    return isinstance(view.keyboard_part(), QPlainTextEdit)


def focus_from(part: QWidget, view: View | None) -> None:
    """The keyboard leaves a part, if that has it, for a view, so that the view's keys work; it leaves any for one that
    is typed in."""
    focus = part.window().focusWidget()
    if view is None:
        return
    if is_typed_in(view) or (focus is not None and (focus is part or part.isAncestorOf(focus))):
        focus_view(view)
