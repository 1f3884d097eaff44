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
        return self._used(facts) and lacks == said.count and not self._can_finish(facts["line"])

    def _can_finish(self, name: object, state: State | None = None) -> bool | None:
        """Return whether a line can be finished; None where not all can be tried."""
        number, line = self._site(name)
        state = state or self.state
        sheet = state.sheets[self.seat]
        lacks = len(set(line.stations) - sheet.marked)
        if lacks <= LARGEST * (line.windows - len(sheet.windows[number])):
            return True
        try:
            return number in Search(state, self.seat, MOST).finished
        except TooLongError:
            return None

    def _helped(self, said: Sentence, facts: dict[str, Any]) -> bool:
        missing = self._lacks(facts)
        is_so = missing == facts["missing"] > LARGEST * self._left(facts)
        return is_so and self._can_finish(facts["line"]) is not False and self._marks(said, facts)

    def _alone(self, said: Sentence, facts: dict[str, Any]) -> bool:
        """Return whether the card can be used on one line alone: whatever the seat may choose."""
        lines = {getattr(action, "line", None) for action in self.hint.start.open_choices}
        return len(lines) == 1 and None not in lines

    def _pay(self, number: int) -> int:
        """Return the points for a line as things stood when the hint was asked for."""
        line, before = self.map.lines[number], self.hint.start.state
        is_late = any(set(line.stations) <= sheet.marked for sheet in before.sheets)
        points: int = line.later_points if is_late else line.first_points
        return points

    def _at_once(self, sheet: Sheet) -> tuple[int, set[str]]:
        """Return the points of a sheet beyond those before, and the lines that it finishes."""
        points = 2 * sum(value for _, value in sheet.numbers[len(self.old.numbers) :])
        finished = set[str]()
        for number, line in enumerate(self.map.lines):
            if set(line.stations) <= sheet.marked and set(line.stations) - self.old.marked:
                points += self._pay(number)
                finished.add(f"{line.letter} {line.name}")
        return points, finished

    def _most(self, facts: dict[str, Any]) -> bool:
        drafts = (self.hint.start.then_action(each) for each in self.hint.start.open_choices)
        gains = [self._at_once(draft.state.sheets[self.seat]) for draft in drafts]
        best = max(points for points, _ in gains)
        is_so = (facts["points"], set(facts["lines"])) in gains
        return is_so and self._at_once(self.new)[0] < best == facts["points"]

    def _instead_later(self, said: Sentence, facts: dict[str, Any]) -> bool:
        return self._most(facts) and False not in map(self._can_finish, facts["lines"])

    def _instead_most(self, said: Sentence, facts: dict[str, Any]) -> bool:
        return self._most(facts)

    def _after_other(self, facts: dict[str, Any]) -> tuple[int, int]:
        """Return the empty stations of a line after the other turn, and the cards it can take."""
        number, line = self._site(facts["line"])
        other = self._other()
        assert other is not None
        return self._lacks(facts, other), line.windows - len(other.windows[number])

    def _is_even(self) -> bool:
        other = self._other()
        return other is not None and self._at_once(self.new)[0] == self._at_once(other)[0]

    def _instead_uses(self, said: Sentence, facts: dict[str, Any]) -> bool:
        other = self._other()
        is_even = other is not None and self._is_even() and self._after_other(facts)[0] > 0
        return is_even and said.count == len(other.marked) - len(self.old.marked)  # type: ignore[union-attr]

    def _instead_full(self, said: Sentence, facts: dict[str, Any]) -> bool:
        return self._is_even() and self._after_other(facts) == (said.count, 0)

    def _instead_worth(self, said: Sentence, facts: dict[str, Any]) -> bool:
        less, more = (self._pay(self._site(facts[name])[0]) for name in ("line", "own"))
        is_so = (less, more) == (facts["less"], facts["more"]) and less < more
        return is_so and self._is_even() and self._used({"line": facts["own"]})

    def _instead_needs(self, said: Sentence, facts: dict[str, Any]) -> bool:
        letter = getattr(self.hint.end.actions[0], "line", None)
        line = next(each for each in self.map.lines if each.letter == letter)
        own = {"line": f"{line.letter} {line.name}"}
        lacks, left = self._lacks(own), self._left(own)
        missing, windows = self._after_other(facts)
        is_so = (missing, windows) == (said.count, facts["windows"])
        return is_so and self._is_even() and missing * left > lacks * windows

    def _instead_waits(self, said: Sentence, facts: dict[str, Any]) -> bool:
        is_so = (self._lacks(facts), self._left(facts)) == (said.count, facts["windows"])
        return is_so and self._is_even() and self._lacks(facts) <= LARGEST * self._left(facts)

    def _instead_lost(self, said: Sentence, facts: dict[str, Any]) -> bool:
        other, is_so = (
            self.hint.other,
            self._is_even() and self._after_other(facts)[0] == said.count,
        )
        return is_so and not self._can_finish(facts["line"], other.end.state)  # type: ignore[union-attr]

    def _instead_points(self, said: Sentence, facts: dict[str, Any]) -> bool:
        other = self._other()
        return other is not None and said.count == self._worth(self.new) - self._worth(other) > 0

    def _instead_marks(self, said: Sentence, facts: dict[str, Any]) -> bool:
        other = self._other()
        return other is not None and said.count == len(self.new.marked) - len(other.marked) > 0

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
