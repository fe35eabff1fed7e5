"""Pieces of the Lines view: two columns of tokens and the lines between them."""
