"""Start headscope: hands the words of the command line to viz_app.cli and ends with its exit code."""

import sys

from viz_app.cli import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
