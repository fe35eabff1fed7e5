"""Source and target: typing, tokens, playback, edits in force."""

FOLDED_BELOW, TWO_LINES_FROM = 440, 820
"""Heights of the window, px at text size 100 %: below the first the text band has one line of text and one of chips,
and its choices in a card; from the second on there is room for a second line of chips."""
