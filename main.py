"""Start headscope: hands the words of the command line to viz_app.cli and ends with its exit code."""

import signal
import sys


def start() -> int:
    """The exit code; 130 for Ctrl+C while the command line itself is loaded, where an exception might be lost."""
    stopped: list[object] = []
    before = signal.signal(signal.SIGINT, lambda *found: stopped.append(found))
    from viz_app.cli import main

    signal.signal(signal.SIGINT, before)
    return 130 if stopped else main(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(start())
