"""Greedy decoding, sampling, beam search, and the fast path of a decoding step."""
