"""What a hint of MetrOmania says, recounted by the plain rules of `Reference`."""

from collections.abc import Iterator
from copy import deepcopy
from typing import Any, Final

from metrobot.engine.sentence import Sentence
from metrobot.games.metromania.actions import LINE_NAMES
from metrobot.games.metromania.geometry import CORNERS, POINT_NAMES
from metrobot.games.metromania.state import State, points_in
from metrobot.games.registry import TITLES
from tests.games.metromania.reference import (
    NAMED,
    NAMES,
    SPOTS,
    At,
    Cell,
    Reference,
    grounds,
    is_inside,
)
from tests.games.metromania.reference import Line as PlainLine
from tests.hints.games import GivenHint

WORTHS: Final = ("points", "board", "held", "spot", "next")
"""Ends of the keys that say by how much another turn leaves less."""

LATE_HARMS: Final = ("gives", "loses", "tight")
"""Beginnings of the keys that say what a turn gives up."""


def plain(state: State) -> Reference:
    """Return the same board, as the plain rules have it."""
    options = dict(state.rules.options)
    board = Reference(state.rules.players, options)
    board.ground = grounds([[each.district, each.rotation] for each in state.built_city.layout])
    board.hands = [[f"{m.letter}-{m.spot}" for m in hand] for hand in state.hands]
    for ix, line in enumerate(state.lines):
        board.lines[ix // 2][str(LINE_NAMES[ix % 2])] = PlainLine(
            [NAMED[POINT_NAMES[at]] for at in line.points],
            [_cell(cell) for cell in line.cells],
            line.is_finished,
        )
    board.stations = {NAMED[POINT_NAMES[at]] for at in points_in(state.stations)}
    board.placed = {
        f"{p.marker.letter}-{p.marker.spot}": (int(p.company), _cell(p.cell)) for p in state.placed
    }
    board.points, board.ended_by = list(state.station_points), "vote"
    return board


def _cell(cell: int) -> Cell:
    return frozenset(NAMED[POINT_NAMES[at]] for at in CORNERS[cell])


class Recount:
    """One hint, counted once more."""

    def __init__(self, hint: GivenHint) -> None:
        self.hint, self.seat = hint, int(hint.start.seat)
        self.before, self.after = plain(hint.start.state), plain(hint.end.state)
        self.other = None if hint.other is None else plain(hint.other.end.state)

    def false_sentences(self) -> list[Sentence]:
        """Return the sentences that the board does not bear out."""
        return [said for said in self.hint.reason if not self._is_true(said)]

    def _is_true(self, said: Sentence) -> bool:
        kind = said.key.removeprefix("why.mm.")
        if kind.startswith("instead"):
            return self._costs(kind.removeprefix("instead_"), said)
        if kind.startswith(LATE_HARMS):
            return self._gives(kind, said)
        found: bool = getattr(self, f"_{kind}")(said, dict(said.facts))
        return found

    # --- what the turn does ----------------------------------------------

    def _points(self, board: Reference) -> int:
        return board.points[self.seat]

    def _built(self) -> set[str]:
        return {NAMES[at] for at in self.after.stations - self.before.stations}

    def _kept(self, board: Reference) -> int:
        kept: int = board.result()["companies"][self.seat]["line_points"]
        return kept

    def _finishes(self, said: Sentence, facts: dict[str, Any]) -> bool:
        line = self._line(self.after, facts)
        is_new = not self._line(self.before, facts).finished
        return line.finished and is_new and NAMES[line.points[-1]] == facts["gate"]

    def _finishes_keeping(self, said: Sentence, facts: dict[str, Any]) -> bool:
        kept = self._kept(self.before), self._kept(self.after)
        return self._finishes(said, facts) and kept == (facts["was"], said.count)

    def _paid(self, trips: set[str]) -> int:
        """Return the points that trips pay more than before; all of them have to."""
        was, now = (
            {each["trip"]: each["points"][self.seat] for each in board.result()["trips"]}
            for board in (self.before, self.after)
        )
        more = {trip: now[trip] - max(0, was[trip]) for trip in now}
        grown = {
            trip for trip, points in more.items() if points > 0 and (trip == "S") == ("S" in trips)
        }
        return sum(more[trip] for trip in trips) if grown == trips else 0

    def _trips(self, said: Sentence, facts: dict[str, Any]) -> bool:
        return bool(0 < facts["points"] == self._paid(set(facts["letters"])))

    def _sunday(self, said: Sentence, facts: dict[str, Any]) -> bool:
        return bool(0 < facts["points"] == self._paid({"S"}))

    def _stations(self, said: Sentence, facts: dict[str, Any]) -> bool:
        more = self._points(self.after) - self._points(self.before)
        return set(facts["stations"]) == self._built() and more == facts["points"] > 0

    def _stations_free(self, said: Sentence, facts: dict[str, Any]) -> bool:
        is_free = self._points(self.after) == self._points(self.before)
        return set(facts["stations"]) == self._built() and is_free

    def _touched(self, board: Reference, name: str) -> bool:
        return bool(board.placed[name][1] & board.stations)

    def _served(self, said: Sentence, facts: dict[str, Any]) -> bool:
        own = [name for name, (company, _) in self.before.placed.items() if company == self.seat]
        waiting = {name for name in own if not self._touched(self.before, name)}
        served = sorted(name[0] for name in waiting if self._touched(self.after, name))
        return served == sorted(facts["letters"])

    def _new_marker(self) -> str | None:
        return next(iter(self.after.placed.keys() - self.before.placed.keys()), None)

    def _places(self, said: Sentence, facts: dict[str, Any]) -> bool:
        name = self._new_marker()
        if name is None or name[0] != facts["letter"] or self._touched(self.after, name):
            return False
        # A line is there, or a free cell could lead one there.
        corners, full = self.after.placed[name][1], self.after.taken()
        barred = {cell for cell, kind in self.after.ground.items() if kind not in SPOTS}
        free = [cell for cell in _all_cells() if cell & corners and cell not in full | barred]
        visited = any(corners & set(line.points) for line in self.after.all_lines())
        return len(self.after.stations) < 30 and (visited or bool(free))

    def _places_served(self, said: Sentence, facts: dict[str, Any]) -> bool:
        name = self._new_marker()
        return name is not None and name[0] == facts["letter"] and self._touched(self.after, name)

    # --- what it leads to ------------------------------------------------

    def _line(self, board: Reference, facts: dict[str, Any], name: str = "line") -> PlainLine:
        return board.lines[self.seat][facts[name]]

    def _starts(self, said: Sentence, facts: dict[str, Any]) -> bool:
        line = self._line(self.after, facts)
        is_new = not self._line(self.before, facts).points
        return is_new and NAMES[line.points[0]] == facts["gate"] and self._way(said, facts)

    def _way(self, said: Sentence, facts: dict[str, Any]) -> bool:
        left = 18 - len(self._line(self.after, facts).cells)
        return facts["left"] == left and said.count == self._to_gate(self.after, facts["line"])

    def _to_gate(self, board: Reference, name: str) -> int | None:
        return next((n for n, ends, _ in self._walk(board, name, past_spots=True) if ends), None)

    def _walk(
        self, board: Reference, name: str, *, past_spots: bool
    ) -> Iterator[tuple[int, bool, set[str]]]:
        """Yield for 1 tunnel, 2 and so on whether a gate is reached, and letters on spots."""
        board = deepcopy(board)
        line = board.lines[self.seat][name]
        visited, stations = list(line.points), board.stations
        u, v = line.points[-2:]
        seen, ends = set[tuple[At, At]](), [(u, v, set[At]())]
        for count in range(1, 19):
            further, letters, is_out = list[tuple[At, At, set[At]]](), set[str](), False
            for u, v, new in ends:
                # A station that the line makes on its way lets it turn there.
                line.points, board.stations = [*visited, u, v], stations | new
                for tunnel in board.tunnels(self.seat, name, marked=False):
                    is_out |= not is_inside(tunnel.w)
                    if tunnel.marker:
                        letters.add(tunnel.marker)
                    # A marker of the hand opens its spot to a line on its way to a gate.
                    is_way = is_inside(tunnel.w) and (past_spots or not tunnel.marker)
                    if is_way and tunnel.w not in visited and (v, tunnel.w) not in seen:
                        seen.add((v, tunnel.w))
                        made = board.made_by(line, v, tunnel.w)
                        further.append((v, tunnel.w, {tunnel.w} & set(made)))
            yield count, is_out, letters
            ends = further

    def _to_spot(self, said: Sentence, facts: dict[str, Any]) -> bool:
        for count, _, letters in self._walk(self.after, facts["line"], past_spots=False):
            if letters:
                return count == said.count and facts["letter"] in letters
        return False

    def _next_stations(self, said: Sentence, facts: dict[str, Any]) -> bool:
        line = self._line(self.after, facts)
        for tunnel in self.after.tunnels(self.seat, facts["line"], marked=False):
            made = self.after.made_by(line, tunnel.v, tunnel.w)
            points = sum(self.after.worth(at) for at in made)
            if {NAMES[at] for at in made} == set(facts["stations"]) and points == facts["points"]:
                return True
        return False

    def _stops(self, said: Sentence, facts: dict[str, Any]) -> bool:
        names = ("solid", "striped")
        marked = self._new_marker() is not None
        open_ = (t for name in names for t in self.after.tunnels(self.seat, name, marked=marked))
        return all(tunnel.is_on_spot for tunnel in open_)

    def _spares(self, said: Sentence, facts: dict[str, Any]) -> bool:
        open_ = TITLES["metromania"].prospects(self.hint.start.state, self.hint.start.seat)
        harmful = [each.action for each in open_ if each.risks]
        done = self.hint.end.actions[0]
        is_fair = (len(harmful), len(open_) - 1) == (said.count, facts["others"])
        return is_fair and done not in harmful

    # --- what it gives up, and what another turn would cost --------------

    def _risks(self) -> tuple[Any, ...]:
        hint = self.hint
        return tuple(
            TITLES["metromania"]
            .summary(hint.start.state, hint.end.deeds, frozenset((hint.start.seat,)), preview=True)
            .risks
        )

    def is_warned_of(self) -> bool:
        """Return whether the planner warns of harm that this turn does."""
        return bool(self._risks())

    def says_what_it_gives_up(self) -> bool:
        """Return whether a sentence says so."""
        keys = (said.key.removeprefix("why.mm.") for said in self.hint.reason)
        return any(key.startswith(LATE_HARMS) for key in keys)

    def _gives(self, kind: str, said: Sentence) -> bool:
        risks, facts = self._risks(), dict[str, Any](said.facts)
        lines = {str(risk.line) for risk in risks if risk.line is not None}
        letters = {risk.marker.letter for risk in risks if risk.marker is not None}
        names_harm = (
            facts["line"] in lines
            if "line" in facts
            else facts["letter"] in letters
            if "letter" in facts
            else any(risk.line is None and risk.marker is None for risk in risks)
        )
        if kind == "tight":
            line = self._line(self.after, facts)
            needs = self._to_gate(self.after, facts["line"])
            return names_harm and needs is not None and needs >= 18 - len(line.cells)
        if kind.startswith("loses"):
            return names_harm and bool(self._gain() <= facts["lost"])
        return names_harm and bool(self._gain() == facts["gain"] > facts["lost"] > 0)

    def _gain(self) -> int:
        return self._counted(self.after) - self._counted(self.before)

    def _counted(self, board: Reference) -> int:
        trips = board.result()["trips"]
        return int(self._kept(board) + sum(trip["points"][self.seat] for trip in trips))

    def _last(self, said: Sentence, facts: dict[str, Any]) -> bool:
        return self.hint.end.state.ended_by is not None and not self._gain()

    def _costs(self, kind: str, said: Sentence) -> bool:
        other = self.other
        return other is not None and self._names(other, said) and self._loses(other, kind, said)

    def _names(self, other: Reference, said: Sentence) -> bool:
        """Return whether the other turn goes to the place that is named, and this one does not."""
        place = said.facts["place"]
        if said.facts["line"] == "station":
            return place in {NAMES[at] for at in other.stations - self.after.stations}
        new = {
            (name, NAMES[at])
            for name, line in other.lines[self.seat].items()
            for at in line.points[len(self.before.lines[self.seat][name].points) :]
        }
        own = {
            NAMES[at]
            for name, line in self.after.lines[self.seat].items()
            for at in line.points[max(1, len(self.before.lines[self.seat][name].points)) :]
        }
        return (said.facts["line"], place) in new and place not in own

    def _loses(self, other: Reference, kind: str, said: Sentence) -> bool:
        facts, noted = dict[str, Any](said.facts), self.hint.other
        if kind == "instead":
            now, then = (self._points(board) for board in (self.after, other))
            was = self._points(self.before)
            return bool((now - was, then - was) == (facts["own"], facts["theirs"]))
        if kind in WORTHS:
            mine, theirs = (getattr(self, f"_{kind}")(board) for board in (self.after, other))
            return mine is not None and theirs is not None and mine - theirs == said.count
        if kind == "unfinished":
            done = [self._line(board, facts, "other").finished for board in (self.after, other)]
            return done == [True, False]
        if kind in {"farther", "start"}:
            return self._is_farther(other, kind, facts, said.count or 0)
        if kind == "unserved":
            return set(facts["letters"]) == self._lacking(other) - self._lacking(self.after)
        risks = noted.turn.risks if noted else ()
        harmed = {
            str(risk.line) if kind == "line" else risk.marker and risk.marker.letter
            for risk in risks
        }
        return facts["other" if kind == "line" else "letter"] in harmed

    def _is_farther(self, other: Reference, kind: str, facts: dict[str, Any], more: int) -> bool:
        """Return whether a line needs so many tunnels more to a gate after the other turn."""
        if kind == "start":
            were = self.before.lines[self.seat]
            lines = self.after.lines[self.seat].items()
            own = [name for name, line in lines if line.points and not were[name].points]
            is_so, name = not were[facts["line"]].points, facts["line"]
        else:
            is_so = any(line.finished for line in self.after.all_lines())
            own, name = [facts["other"]], facts["other"]
        ways = {self._to_gate(self.after, each) for each in own}
        way = self._to_gate(other, name)
        return is_so and way is not None and way - more in ways

    def _board(self, board: Reference) -> int:
        return self._counted(board)

    def _held(self, board: Reference) -> int:
        return -len(board.hands[self.seat])

    def _open_lines(self, board: Reference) -> list[str]:
        lines = board.lines[self.seat].items()
        return [
            n for n, line in lines if line.points and not line.finished and len(line.cells) < 18
        ]

    def _spot(self, board: Reference) -> int | None:
        """Return the nearness of a spot for a marker of the hand: fewer tunnels are nearer."""
        ways = (self._walk(board, name, past_spots=False) for name in self._open_lines(board))
        nearest = (next((n for n, _, letters in way if letters), None) for way in ways)
        return max((-n for n in nearest if n is not None), default=None)

    def _next(self, board: Reference) -> int:
        points = [0]
        for name in self._open_lines(board):
            line = board.lines[self.seat][name]
            for tunnel in board.tunnels(self.seat, name, marked=False):
                made = board.made_by(line, tunnel.v, tunnel.w)
                points.append(sum(board.worth(at) for at in made))
        return max(points)

    def _lacking(self, board: Reference) -> set[str]:
        own = {name for name, (company, _) in board.placed.items() if company == self.seat}
        held = board.hands[self.seat]
        return {name[0] for name in own if not self._touched(board, name)} | {n[0] for n in held}


def _all_cells() -> set[Cell]:
    return {_cell(cell) for cell in range(len(CORNERS))}
