"""Run the command line: python -m metrobot."""

import logging
import os
import sys


def main() -> int:
    """Carry out a command; return the exit code."""
    # Here, since the processes in which computers think read this file too, and need none of it.
    from metrobot.cli import main as command  # noqa: PLC0415

    return command(sys.argv[1:])


if __name__ == "__main__":
    code = main()
    logging.shutdown()
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    # Python itself would wait for threads, such as one that asks for an address in vain.
    os._exit(code)
