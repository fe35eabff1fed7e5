"""Checkpoints of other programs as models of this one: one file per layout, each a plain table of names.

`recognise` returns the layout of a file and the reason, `convert` turns the file into a model. `python main.py import`
uses both.
"""

from model_core.importers.convert import Converted, convert, recognise
from model_core.importers.table import Layout, Options

__all__ = ["Converted", "Layout", "Options", "convert", "recognise"]
