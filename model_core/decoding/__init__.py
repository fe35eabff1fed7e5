"""How a text is written: greedy decoding, sampling, beam search, and the paths that make them fast.

`plain.greedy_plain` is the definition: every token is chosen from a whole pass over all tokens before it. `decode`
gives the same tokens sooner in four ways. A key/value cache leaves only the new row to compute. `fast_step` computes
that row without calling modules, `fast_linear` multiplies few rows by the vocabulary's matrix. And a guess of the whole
text, usually what was written for a very similar source, is checked in one pass: the rows up to the first wrong token
are kept, and the rest is guessed again (`draft`; speculative decoding, Leviathan et al. 2023, with a text as its
draft). A token is always chosen from its own row, so a guess changes the time it takes and never the text. `passes`
has the caches and takes the fast step where it can; `beam` searches the texts of many sentences in one pass of it.
tests/core/decoding/test_plain.py compares all of them with the definition; benchmarks/engine/fast_paths.py measures
how much time each of them saves.
"""
