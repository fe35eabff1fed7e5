"""Widgets and painting that know nothing of documents: theme, canvas, forms, cards."""
