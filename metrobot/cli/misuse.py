"""Exit codes of commands that fail, and the error of a misuse."""

from typing import Final

FAULT: Final = 1
"""Exit code: a record, or this installation, is at fault."""
MISUSE: Final = 2
"""Exit code: the command cannot be carried out as it was given."""


class MisuseError(Exception):
    """The command cannot be carried out as it was given; the message is one line."""
