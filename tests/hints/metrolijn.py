"""What a hint of Metrolijn says, recounted from the sheet."""

from typing import Any, Final

from metrobot.engine.sentence import Sentence
from metrobot.games.metrolijn.board import LineSite
from metrobot.games.metrolijn.state import Sheet, State
from tests.games.metrolijn.finishing import Search, TooLongError
from tests.hints.games import GivenHint

LARGEST: Final = 6
"""Most stations that a card marks."""
MOST: Final = 20_000
"""Positions that are tried for a line that is said to be lost."""


class Recount:
    """One hint, counted once more."""

    def __init__(self, hint: GivenHint) -> None:
        self.hint, self.seat = hint, hint.start.seat
        self.state: State = hint.end.state
        self.map = self.state.map
        before: State = hint.start.state
        self.old, self.new = (each.sheets[self.seat] for each in (before, self.state))
        self.marked = {self.map.stations[at].name for at in self.new.marked - self.old.marked}

    def false_sentences(self) -> list[Sentence]:
        """Return the sentences that the sheet does not bear out."""
        return [
            said
            for said in self.hint.reason
            if not getattr(self, f"_{said.key.removeprefix('why.ml.')}")(said, dict(said.facts))
        ]

    def is_warned_of(self) -> bool:
        """Return False: the planner warns of no choice."""
        return False

    def says_what_it_gives_up(self) -> bool:
        """Return False: there is nothing to say."""
        return False

    def _site(self, name: object) -> tuple[int, LineSite]:
        lines = enumerate(self.map.lines)
        return next((n, line) for n, line in lines if f"{line.letter} {line.name}" == name)

    def _lacks(self, facts: dict[str, Any], sheet: Sheet | None = None) -> int:
        _, line = self._site(facts["line"])
        return len(set(line.stations) - (self.new if sheet is None else sheet).marked)

    def _left(self, facts: dict[str, Any]) -> int:
        number, line = self._site(facts["line"])
        return line.windows - len(self.new.windows[number])

    def _used(self, facts: dict[str, Any]) -> bool:
        number, _ = self._site(facts["line"])
        return len(self.new.windows[number]) > len(self.old.windows[number])

    def _finishes(self, said: Sentence, facts: dict[str, Any]) -> bool:
        done = [
            (f"{line.letter} {line.name}", line.first_points)
            for line in self.map.lines
            if set(line.stations) <= self.new.marked and set(line.stations) - self.old.marked
        ]
        points = sum(each for _, each in done)
        return {name for name, _ in done} == set(facts["lines"]) and points == facts["points"]

    def _special(self, said: Sentence, facts: dict[str, Any]) -> bool:
        starred = {site.name for site in self.map.stations if site.is_special}
        return set(facts["stations"]) <= starred & self.marked

    def _lines_at(self, name: object) -> int:
        place = next(n for n, site in enumerate(self.map.stations) if site.name == name)
        return sum(place in line.stations for line in self.map.lines)

    def _largest(self) -> set[tuple[str, int]]:
        """Return the stations of the largest transfer number on offer, from the wagons alone."""
        firsts = dict[str, int]()
        for number, line in enumerate(self.map.lines):
            for way in (line.stations, line.stations[:1] + line.stations[:0:-1])[
                : 1 + line.is_ring
            ]:
                empty = [n for n in way if n not in self.old.marked]
                if empty and len(self.old.windows[number]) < line.windows:
                    name = self.map.stations[empty[0]].name
                    firsts[name] = self._lines_at(name)
        return {(name, n) for name, n in firsts.items() if n == max(firsts.values())}

    def _number(self, said: Sentence, facts: dict[str, Any]) -> bool:
        lines, largest = self._lines_at(facts["station"]), {n for _, n in self._largest()}
        is_new = facts["station"] in self.marked and largest == {lines}
        return is_new and facts["value"] == lines and facts["points"] == 2 * lines

    def _smaller(self, said: Sentence, facts: dict[str, Any]) -> bool:
        is_so = facts["value"] == self._lines_at(facts["station"]) < facts["larger"]
        place = facts["place"]
        is_open = (place, facts["larger"]) in self._largest() and place not in self.marked
        return is_so and is_open and self._used(facts) and self._lacks(facts) == said.count

    def _grows(self, said: Sentence, facts: dict[str, Any]) -> bool:
        missing, left = self._lacks(facts), self._left(facts)
        is_so = (missing, left) == (facts["missing"], facts["windows"])
        return is_so and missing <= LARGEST * left and self._marks(said, facts)

    def _marks(self, said: Sentence, facts: dict[str, Any]) -> bool:
        more = self._lacks(facts, self.old) - self._lacks(facts)
        return self._used(facts) and 0 < (said.count or 0) <= more

    def _frees(self, said: Sentence, facts: dict[str, Any]) -> bool:
        is_so = (self._lacks(facts), self._left(facts)) == (said.count, facts["windows"])
        return is_so and facts["station"] in self.marked

    def _shared(self, said: Sentence, facts: dict[str, Any]) -> bool:
        names = {
            site.name
            for n, site in enumerate(self.map.stations)
            if sum(n in line.stations for line in self.map.lines) > 1
        }
        return set(facts["stations"]) <= names & self.marked

    def _wastes(self, said: Sentence, facts: dict[str, Any]) -> bool:
        return self._used(facts) and 0 < self._lacks(facts) == said.count

    def _spare_window(self, said: Sentence, facts: dict[str, Any]) -> bool:
        return self._used(facts) and not self._lacks(facts)

    def _lost_line(self, said: Sentence, facts: dict[str, Any]) -> bool:
        lacks = self._lacks(facts)
        if not self._used(facts) or lacks != said.count:
            return False
        try:
            return self._site(facts["line"])[0] not in Search(self.state, self.seat, MOST).finished
        except TooLongError:
            # Where not all can be tried, its own windows are too few in any case.
            return lacks > LARGEST * self._left(facts)

    def _instead_points(self, said: Sentence, facts: dict[str, Any]) -> bool:
        other = self._other()
        return other is not None and said.count == self._worth(self.new) - self._worth(other) > 0

    def _instead_marks(self, said: Sentence, facts: dict[str, Any]) -> bool:
        other = self._other()
        return other is not None and said.count == len(self.new.marked) - len(other.marked) > 0

    def _instead(self, said: Sentence, facts: dict[str, Any]) -> bool:
        other = self._other()
        if other is None:
            return False
        points = self._worth(other) - self._worth(self.old)
        return (points, self._lacks(facts, other)) == (facts["points"], said.count)

    def _instead_free(self, said: Sentence, facts: dict[str, Any]) -> bool:
        other = self._other()
        if other is None:
            return False
        new = {self.map.stations[n].name for n in other.marked - self.old.marked}
        return new == {facts["station"]} and self._lacks(facts, other) == said.count

    def _other(self) -> Sheet | None:
        if self.hint.other is None:
            return None
        sheet: Sheet = self.hint.other.end.state.sheets[self.seat]
        return sheet

    def _worth(self, sheet: Sheet) -> int:
        lines = [line for line in self.map.lines if set(line.stations) <= sheet.marked]
        numbers: int = sum(value for _, value in sheet.numbers)
        points: int = sum(line.first_points for line in lines)
        return points + 2 * numbers
