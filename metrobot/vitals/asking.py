"""Ask the bot on this machine whether it is well: python -m metrobot.vitals.asking.

For the health check of a container, in which there is no other program that could ask.
"""

import sys
from http.client import HTTPConnection, HTTPException
from typing import Final

from metrobot import settings

PATIENCE: Final = 4.0
"""Seconds to wait for an answer."""


def is_well(port: int) -> bool:
    """Return whether the bot that serves figures at a port of this machine is well."""
    connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    try:
        connection.request("GET", "/healthz")
        return connection.getresponse().status == 200
    except (OSError, HTTPException):
        return False
    finally:
        connection.close()


def main() -> int:
    """Return the exit code: 0 if the bot is well, or if it serves no figures."""
    try:
        port = settings.read_settings().metrics_port
    # The bot itself says what is to be mended.
    except settings.SettingsError:
        return 1
    return 0 if port is None or is_well(port) else 1


if __name__ == "__main__":
    sys.exit(main())
