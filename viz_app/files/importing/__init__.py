"""Models of other programs and new models, made by child processes."""
