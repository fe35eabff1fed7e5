"""Curves over whole numbers (drawn with pyqtgraph, which is loaded with them, never at start), rows of bars, tables of
numbers, columns of steps."""
