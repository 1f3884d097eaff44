"""From each form that the database has had to the next one."""

from typing import ClassVar, Final

HEAD: Final = "0030"
"""The newest form."""
OLDEST: Final = "0016"
"""The oldest form that can be upgraded."""
UPGRADER: Final = "840a456"
"""The commit that upgrades every older database to the oldest form."""


class UnusableFormError(Exception):
    """The tables have a form that this release cannot use.

    Attributes:
        reason: why.
        remedy: what helps.
    """

    reason: ClassVar[str]
    remedy: ClassVar[str]


class NewerReleaseError(UnusableFormError):
    """A newer release has made the tables, so that this one cannot read them."""

    reason = "a newer release of Metrobot has used it"
    remedy = "Use that release again, or name another file in DATABASE_URL"


class OlderReleaseError(UnusableFormError):
    """The tables are older than the oldest form that can be upgraded."""

    reason = "it is too old for this release to upgrade"
    remedy = f"Start the bot once at commit {UPGRADER}, then start this release again"
