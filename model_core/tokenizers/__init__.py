"""Vocabularies: byte-pair pieces, word lists, those of other programs. No torch."""
