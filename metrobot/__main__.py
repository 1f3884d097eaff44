"""Run the command line: python -m metrobot."""

import sys

from metrobot.cli import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
