"""The hooks that measure the bot."""

from typing import Final


# Hosts who want no figures pay nothing for them: docs/decisions/what-hosts-see.md.
class Vitals:
    """Hooks for what happens in the bot; they do nothing unless overridden, as in `Metrics`.

    All times are seconds.
    """

    def interaction_received(self, kind: str) -> None:
        """Record that an interaction of a kind has come."""

    def acknowledged(self, seconds: float) -> None:
        """Record the time until Discord took the first answer to an interaction."""

    def answered(self, seconds: float) -> None:
        """Record the time until an interaction was answered in full, pictures included."""

    def drawn(self, seconds: float) -> None:
        """Record the time that a picture took."""

    def stored(self, kind: str, seconds: float) -> None:
        """Record the time that a transaction took, read or write, waiting included."""

    def thought(self, kind: str, seconds: float) -> None:
        """Record the time that a job took in another process."""

    def given_up(self, kind: str) -> None:
        """Record that a delivery of a kind was given up."""

    def session_begun(self) -> None:
        """Record that Discord's gateway has begun another session with the bot."""

    def event_heard(self) -> None:
        """Record that Discord's gateway has told of anything at all."""


UNHEARD: Final = Vitals()
"""Listener that records nothing, for hosts who want no figures."""
