"""What the present task is about, so that each line of the log can say it.

Numbers alone: a game, its revision, an interaction. None of them gives power
to whoever reads it, and none tells what somebody holds or has chosen.
"""

from contextvars import ContextVar
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class LogContext:
    """What something is about.

    Attributes:
        game: its number.
        revision: of the game.
        interaction: the number that Discord gave to what somebody pressed or typed.
    """

    game: int | None = None
    revision: int | None = None
    interaction: int | None = None

    def facts(self) -> dict[str, int]:
        """Return what is known, by its name."""
        named = {"game": self.game, "revision": self.revision, "interaction": self.interaction}
        return {name: value for name, value in named.items() if value is not None}


NOTHING: Final = LogContext()
_present: ContextVar[LogContext] = ContextVar("about", default=NOTHING)


def log_context() -> LogContext:
    """Return what the present task is about."""
    return _present.get()


def begin_interaction(interaction: int) -> None:
    """Note that the present task answers an interaction, and of no game so far."""
    _present.set(LogContext(interaction=interaction))


def note_game(game: int, revision: int | None = None) -> None:
    """Note which game the present task, and what it begins, is about from now on."""
    _present.set(LogContext(game, revision, _present.get().interaction))
