"""The panel at the right: the selected step, cell and head in numbers."""
