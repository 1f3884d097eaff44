"""What a draft would do."""

from dataclasses import dataclass

from metrobot.games.metrolijn.board import Line, Station


@dataclass(frozen=True, slots=True)
class Intent:
    """What a draft would do, drawn so that nobody takes it for done.

    The view beside it already holds the marks; this says which of them are new.

    Attributes:
        lines: chosen, lit end to end; as often as their windows would be filled.
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
