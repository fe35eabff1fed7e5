"""Decoding: the tree of continuations, comparisons, candidates, the end, the key/value cache."""
