"""The intent: the marks that a draft would make."""

from dataclasses import dataclass

from metrobot.games.metrolijn.board import Line, Station


@dataclass(frozen=True, slots=True)
class Intent:
    """The marks that a draft would make; they are drawn so that nobody takes them for made.

    The view beside it already holds the marks; the intent says which of them are new.

    Attributes:
        lines: chosen lines, lit end to end; each as often as its windows would be filled.
        crossed: stations that would get a cross.
        numbers: stations that would get a transfer number, and the number.
    """

    lines: tuple[Line, ...]
    crossed: frozenset[Station]
    numbers: tuple[tuple[Station, int], ...]

    @property
    def marked(self) -> frozenset[Station]:
        """Stations that would be marked."""
        return self.crossed | {station for station, _ in self.numbers}
