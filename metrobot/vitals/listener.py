"""The hooks that measure the bot; without a listener they do nothing."""

from typing import Final


# Hosts who want no figures pay nothing for them: docs/decisions/what-hosts-see.md.
class Vitals:
    """Hooks for what happens in the bot; `metrobot/vitals/metrics.py` counts it.

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
        """Note that a delivery of a kind was given up."""


UNHEARD: Final = Vitals()
"""Where nobody wants to know."""
