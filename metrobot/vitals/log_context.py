"""The context of the present task, which each line of its log carries.

Numbers alone: a game, its revision, an interaction. None of them gives power
to whoever reads it, and none tells what somebody holds or has chosen.
"""

from contextvars import ContextVar
from dataclasses import asdict, dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class LogContext:
    """Game, revision and interaction that a line of the log is about.

    Attributes:
        game: its number.
        revision: of the game.
        interaction: the number that Discord gave to what somebody pressed or typed.
    """

    game: int | None = None
    revision: int | None = None
    interaction: int | None = None

    def facts(self) -> dict[str, int]:
        """Return the known numbers by their names."""
        return {name: value for name, value in asdict(self).items() if value is not None}


NOTHING: Final = LogContext()
_present: ContextVar[LogContext] = ContextVar("about", default=NOTHING)


def log_context() -> LogContext:
    """Return the context of the present task."""
    return _present.get()


def begin_interaction(interaction: int) -> None:
    """Give the present task the context of an interaction, without a game."""
    _present.set(LogContext(interaction=interaction))


def note_game(game: int, revision: int | None = None) -> None:
    """Add a game to the context of the present task and of the tasks that it starts."""
    _present.set(LogContext(game, revision, _present.get().interaction))
