"""Curves over whole numbers (drawn with pyqtgraph, which is imported with them and never at start-up), bar lists,
number tables, columns of steps, and SVG files."""
