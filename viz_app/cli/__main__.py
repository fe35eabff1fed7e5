"""`python -m viz_app.cli WORD …`: the command line, as child processes start it."""

import sys

from viz_app.cli import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
