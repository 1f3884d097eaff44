"""From each form that the database has had to the next one."""

from typing import Final

HEAD: Final = "0043"
"""The newest form."""
OLDEST: Final = "0020"
"""The oldest form that can be upgraded."""
DROPPED: Final = frozenset(f"{number:04}" for number in range(1, int(OLDEST)))
"""Forms that older releases had, and whose migrations are gone."""
UPGRADER: Final = "6259a440"
"""The commit that upgrades every older database to the oldest form."""


class UnusableFormError(Exception):
    """The database has a form that this release cannot use.

    Attributes:
        reason: why.
        remedy: what helps.
    """

    reason: str
    remedy: str


class UnsuitableError(UnusableFormError):
    """The database belongs to others, or the bot cannot live with it: a person has to help."""

    def __init__(self, reason: str, remedy: str) -> None:
        super().__init__(reason)
        self.reason = reason
        self.remedy = remedy


class NewerReleaseError(UnusableFormError):
    """A newer release has made the tables, so that this one cannot read them."""

    reason = "a newer release of Metrobot has used it"
    remedy = "Use that release again, or name another file in DATABASE_URL"


class OlderReleaseError(UnusableFormError):
    """The tables are older than the oldest form that can be upgraded."""

    reason = "it is too old for this release to upgrade"
    remedy = f"Start the bot once at commit {UPGRADER}, then start this release again"
