"""Run the bot on Discord: python bot.py."""

import logging
import os
import sys


def main() -> int:
    """Read the settings and run the bot; return the exit code."""
    # Imported here: the processes in which computers think load this file too, and need none.
    try:
        from metrobot.program import run_program  # noqa: PLC0415
        from metrobot.ui.process.run import run_bot  # noqa: PLC0415
    except ImportError as error:
        if (error.name or "").startswith("metrobot"):
            raise
        print(f"This Python lacks {error.name}. Type: make run", file=sys.stderr)
        return 2
    return run_program(run_bot)


if __name__ == "__main__":
    code = main()
    logging.shutdown()
    # A normal exit would wait for threads, such as one that looks up an address in vain.
    os._exit(code)
