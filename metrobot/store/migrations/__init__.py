"""From each form that the database has had to the next one."""

from typing import Final

HEAD: Final = "0020"
"""The newest form."""
OLDEST: Final = "0016"
"""The oldest form that can be upgraded."""


class NewerReleaseError(Exception):
    """A newer release has made the tables, so that this one cannot read them."""
