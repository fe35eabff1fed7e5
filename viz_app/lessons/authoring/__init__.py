"""Making a lesson: the draft, the sheet to edit it, its file and its slides."""
