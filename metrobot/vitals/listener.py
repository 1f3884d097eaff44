"""Who is told what happens in the bot: of itself it keeps nothing, and so costs nothing."""

from typing import Final


class Vitals:
    """Is told what happens; what counts it stands in `metrobot/vitals/metrics.py`.

    All times are seconds.
    """

    def interaction_received(self, kind: str) -> None:
        """Hear that somebody has pressed or typed something of a kind."""

    def acknowledged(self, seconds: float) -> None:
        """Hear that Discord has taken the first answer to an interaction."""

    def answered(self, seconds: float) -> None:
        """Hear that an interaction is answered, with its picture and whatever else it asked for."""

    def drawn(self, seconds: float) -> None:
        """Hear that a picture was drawn."""

    def stored(self, kind: str, seconds: float) -> None:
        """Hear that a transaction of a kind, read or write, is over, waiting included."""

    def thought(self, kind: str, seconds: float) -> None:
        """Hear that a job of a kind was done in another process."""

    def given_up(self, kind: str) -> None:
        """Hear that a message of a kind will never be said."""


UNHEARD: Final = Vitals()
"""Where nobody wants to know."""
