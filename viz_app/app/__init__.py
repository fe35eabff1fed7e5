"""The program: start, options of the command line, event loop, end."""
