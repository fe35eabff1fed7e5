"""Pieces of the Decoding view: the tree of continuations, chances, the key/value cache."""
