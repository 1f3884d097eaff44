"""Run the command line: python -m metrobot."""

import logging
import os
import sys


def main() -> int:
    """Carry out a command of the command line; return the exit code."""
    # Imported here: the processes in which computers think load this file too, and need none.
    from metrobot.cli import main as command  # noqa: PLC0415

    return command(sys.argv[1:])


if __name__ == "__main__":
    code = main()
    logging.shutdown()
    for stream in filter(None, (sys.stdout, sys.stderr)):
        try:
            stream.flush()
        # Nobody reads it any more, or there is no room for it.
        except OSError:
            code = code or 1
    # A normal exit would wait for threads, such as one that looks up an address in vain.
    os._exit(code)
