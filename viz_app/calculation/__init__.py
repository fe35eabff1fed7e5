"""Pieces of the Calculate view: one head, step by step, with numbers."""
