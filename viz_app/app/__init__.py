"""The program: start, command-line wish, event loop, end."""
