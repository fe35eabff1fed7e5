"""Making a lesson: the draft, the sheet in which it is written, its file and its slides."""
