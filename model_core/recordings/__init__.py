"""Attentions of any model as one file, and that file as a Trace. No torch."""
