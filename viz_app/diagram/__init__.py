"""Pieces of the Model view: the drawn machine and its live tensors."""
