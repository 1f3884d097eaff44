"""Views that look like games, made without the rules: quick, and never wrong by them."""

import random
from dataclasses import dataclass, field, replace

from metrobot.engine.actors import Seat
from metrobot.engine.ruleset import Ruleset
from metrobot.games.metromania.actions import LINE_NAMES
from metrobot.games.metromania.city import SPOTS, Layout, Marker, Placement, grounds
from metrobot.games.metromania.geometry import (
    CITY_CELLS,
    EXITS,
    GATE_STEPS,
    GATES,
    STEPS,
    TOUCHING,
    Cell,
    Point,
    direction_between,
    turn_between,
)
from metrobot.games.metromania.result import (
    CompanyResult,
    EndedBy,
    Guilt,
    Result,
    Section,
    TripResult,
)
from metrobot.games.metromania.view import CompanyView, LineView, PlacedMarker, View
from render.metromania import Captions

ENGLISH = Captions(
    days=("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"),
    letters=("N", "O", "T", "P"),
    player="Player",
    turn="Turn",
    to_act="to act",
    last_turns="Last turns",
    over="Building is over",
    winner="Winner",
    stations_left="Stations left",
    lines_done="Lines done",
    in_hand="in hand",
    tunnels_left="tunnels left",
    unstarted="not started",
    finished="finished",
    blocked="blocked",
    trips="Test trips",
    points="points",
    home="Home",
    work="Work",
    leisure="Leisure",
    park="Park",
    lake="Lake",
    start_gate="a line starts",
    end_gate="a line ends",
    minutes="min",
    change="change",
    impossible="No way",
    cancelled="cancelled",
    nobody="nobody scores",
    not_placed="not placed",
    no_station="no station",
    no_connection="no connection",
    held="in your hand",
    placed="placed, with a station",
    unserved="placed, no station yet",
    empty_hand="No markers",
    hand="Your destinations",
    legal="allowed",
    illegal="not allowed",
    station="a station is made",
    no_new_station="no station",
)

PEOPLE = ("Ada Lovelace", "Bartholomew-Maximilian the Third", "Zoë 🚇 *star*", "王小明")
LAYOUT: Layout = tuple(
    Placement(name, turn)
    for name, turn in zip(("D5", "D2", "D6", "D1", "D4", "D3"), (0, 1, 2, 0, 1, 2), strict=True)
)
HANDS = {
    2: ("A-R B-W C-L D-R E-W F-L", "A-W B-L C-R D-W E-L F-R"),
    3: ("A-R D-R B-W C-L", "C-R A-W E-W F-L", "F-R D-W B-L E-L"),
    4: ("A-R B-W C-L", "D-R A-W E-L", "F-R E-W B-L", "C-R D-W F-L"),
    5: ("A-R B-W C-L", "A-W B-L C-R", "D-R E-W F-L", "D-W E-L F-R"),
}
"""Hands by the number of players; 5 means two players with two companies each."""


@dataclass
class Sketchbook:
    """A board that grows at random.

    Attributes:
        seed: of all that is random.
        mode: 2 to 4 players, or 5: two players with two companies each.
    """

    seed: int
    mode: int
    points: dict[tuple[int, int], list[Point]] = field(default_factory=dict)
    cells: dict[tuple[int, int], list[Cell]] = field(default_factory=dict)
    stations: set[Point] = field(default_factory=set)
    placed: list[PlacedMarker] = field(default_factory=list)
    finished: set[tuple[int, int]] = field(default_factory=set)
    turn: int = 0

    def __post_init__(self) -> None:
        self.random = random.Random(self.seed)
        self.hands = [
            [Marker(name[0], next(s for s in SPOTS if s == name[2])) for name in hand.split()]
            for hand in HANDS[self.mode]
        ]

    @property
    def used(self) -> set[Cell]:
        """Cells with a tunnel."""
        return {cell for cells in self.cells.values() for cell in cells}

    def play(self, turns: int) -> "Sketchbook":
        """Take so many turns of up to three tunnels."""
        for _ in range(turns):
            for _ in range(3):
                self._dig(self.turn % len(self.hands))
            self.turn += 1
        return self

    def _dig(self, seat: int) -> None:
        """Lay one tunnel of a company, where any is possible."""
        lines = [(seat, 0), (seat, 1)] if self.turn >= len(self.hands) else [(seat, 0)]
        self.random.shuffle(lines)
        for line in lines:
            if line not in self.finished and self._extend(line):
                return

    def _extend(self, line: tuple[int, int]) -> bool:
        """Lay one tunnel of a line, where any is possible."""
        if line not in self.points:
            return self._start(line)
        points = self.points[line]
        last = direction_between(points[-2], points[-1])
        exits = [(step, True) for _, step in EXITS[points[-1]] if len(points) > 9]
        options = [
            (step.to, cell, is_exit)
            for step, is_exit in [*exits, *((step, False) for step in STEPS[points[-1]])]
            for cell in step.cells
            if cell not in self.used
            and step.to not in points
            and turn_between(last, step.direction) <= 1
            and self._is_open(line[0], cell)
        ]
        if not options or len(points) > 18:
            return False
        to, cell, is_exit = options[0] if exits else self.random.choice(options)
        self._lay(line, to, cell)
        if is_exit:
            self.finished.add(line)
        return True

    def _start(self, line: tuple[int, int]) -> bool:
        """Start a line at a free white gate."""
        gates = [gate for gate in GATES if gate.is_start and gate.cell not in self.used]
        gate = self.random.choice(gates)
        step = self.random.choice(GATE_STEPS[gate.outer])
        self.points[line], self.cells[line] = [gate.outer], []
        self._lay(line, step.to, gate.cell)
        return True

    def _is_open(self, seat: int, cell: Cell) -> bool:
        """Return whether a company may dig here: blank, or a spot of a marker it holds."""
        ground = grounds(LAYOUT)[cell] if cell < CITY_CELLS else None
        return ground is None or any(marker.spot is ground for marker in self.hands[seat])

    def _lay(self, line: tuple[int, int], to: Point, cell: Cell) -> None:
        """Lay a tunnel, place its marker, and a station where another line passes."""
        self.points[line].append(to)
        self.cells[line].append(cell)
        ground = grounds(LAYOUT)[cell] if cell < CITY_CELLS else None
        if ground is not None:
            hand = self.hands[line[0]]
            marker = next(marker for marker in hand if marker.spot is ground)
            hand.remove(marker)
            self.placed.append(PlacedMarker(marker, cell, Seat(line[0]), is_served=False))
        others = {p for other, ps in self.points.items() if other != line for p in ps}
        if to in others and to < 91 and len(self.stations) < 30:
            self.stations.add(to)

    def view(self, *seats: int) -> View:
        """Return what the holder of these companies sees."""
        count = len(self.hands)
        people = 2 if self.mode == 5 else self.mode
        served = {cell for point in self.stations for cell in TOUCHING[point]}
        return View(
            rules=Ruleset("metromania", people, ()),
            seats=frozenset(map(Seat, seats)),
            layout=LAYOUT,
            grounds=grounds(LAYOUT),
            companies=tuple(self._company(seat, people, set(seats)) for seat in range(count)),
            stations=frozenset(self.stations),
            stock=30 - len(self.stations),
            placed=tuple(
                replace(placed, is_served=placed.cell in served)
                for placed in sorted(self.placed, key=lambda p: p.marker)
            ),
            to_act=Seat(self.turn % count),
            turn=self.turn,
            tunnels_dug=0,
            has_placed=False,
            bonus_line=None,
            lines_done=len(self.finished),
            lines_needed={2: 3, 3: 4, 4: 5, 5: 5}[self.mode],
            ended_by=None,
            last_turns=(),
            result=None,
        )

    def _company(self, seat: int, people: int, seen: set[int]) -> CompanyView:
        """Return one company."""
        return CompanyView(
            seat=Seat(seat),
            player=seat % people,
            station_points=seat * 2 + len(self.stations) // 3 - 2,
            lines=(self._line(seat, 0), self._line(seat, 1)),
            hand_size=len(self.hands[seat]),
            hand=tuple(sorted(self.hands[seat])) if seat in seen or people == 2 else None,
        )

    def _line(self, seat: int, ix: int) -> LineView:
        """Return one line."""
        cells = tuple(self.cells.get((seat, ix), ()))
        return LineView(
            company=Seat(seat),
            name=LINE_NAMES[ix],
            points=tuple(self.points.get((seat, ix), ())),
            cells=cells,
            is_finished=(seat, ix) in self.finished,
            is_blocked=False,
            tunnels_left=18 - len(cells),
        )


def view_of(turns: int, *seats: int, mode: int = 4, seed: int = 1) -> View:
    """Return a view after so many turns."""
    return Sketchbook(seed, mode).play(turns).view(*seats)


def ended(view: View) -> View:
    """Return a view with a final count that looks like one."""
    count = len(view.companies)
    sections = tuple(_sections(view))
    trips = tuple(
        TripResult(
            trip=trip,
            minutes=None if n == 2 else len(sections) + n,
            points=tuple(
                (-6 if n == 2 else 6 if s == n % count else 3) * (s < 2 + n % 2)
                for s in range(count)
            ),
            guilty=(Seat(0), Seat(1)) if n == 2 else (),
            reasons=(Guilt.NO_STATION, Guilt.NOT_PLACED) if n == 2 else (),
            sections=() if n == 2 else sections,
            route=() if n == 2 else sections,
            cancelled=False,
        )
        for n, trip in enumerate("ABCDEFS")
    )
    companies = tuple(CompanyResult(9, 4, 1, 20 + n) for n in range(count))
    scores = tuple(17 - 4 * n for n in range(view.rules.players))
    result = Result(scores, (0,), EndedBy.LINES, companies, trips)
    return replace(view, to_act=None, ended_by=EndedBy.LINES, result=result)


def _sections(view: View) -> list[Section]:
    """Return the first section of each line that has one."""
    found = []
    for company in view.companies:
        for line in company.lines:
            stops = [point for point in line.points if point in view.stations]
            if len(stops) > 1:
                found.append(Section(company.seat, line.name, stops[0], stops[1]))
    return found[:3]
