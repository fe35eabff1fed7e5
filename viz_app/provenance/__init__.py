"""Where does this number come from? A card beside any number of the window, and the Python that gives it again.

A widget that shows numbers of a Trace calls one function:

    from model_core.provenance import Source
    from viz_app.provenance import explain

    explain(self, trace, Source("decoder.layers.0.cross_attn.weights", (sentence, head, query, key)), at=global_point)

`at` is a point of the screen, None for the middle of the widget (when a key asked for it). A widget that has a meaning
for clicks already lets a right click and the menu key ask instead:

    from viz_app.provenance import answer

    answer(self.map, lambda point: (trace, Source(…)))    # point of the widget, None: the keyboard's; None = no number
"""

from viz_app.provenance.answering import Answering, answer
from viz_app.provenance.card import NumberCard, explain

__all__ = ["Answering", "NumberCard", "answer", "explain"]
