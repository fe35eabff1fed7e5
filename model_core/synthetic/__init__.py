"""Sentence pairs made by rule, and slips of the pen: what people type that a corpus of tidy sentences has not."""
