"""Pairs made by rule: the toy tasks, sentences that a corpus lacks, and slips of the pen as people type them."""
