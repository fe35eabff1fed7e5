"""Source and target: typing, tokens, playback, edits in force."""
