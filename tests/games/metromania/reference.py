"""The rules of MetrOmania once more: slow, plain, and written from the rules alone.

Sets of coordinates instead of bits, everything worked out anew each time. It
shares no code with the product; whole games are played on both side by side.
A record's events go in, the record's words come out.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count, pairwise
from pathlib import Path
from typing import Any

At = tuple[int, int]
Cell = frozenset[At]
Edge = frozenset[At]

DATA: dict[str, Any] = json.loads(
    Path("metrobot/games/metromania/data/city.json").read_text("utf-8")
)
DIRECTIONS: list[At] = [(q, r) for q, r in DATA["directions"]]
SPOTS = ("R", "W", "L")
LEFT = ["A-R", "B-W", "C-L", "D-R", "E-W", "F-L"]
RIGHT = ["A-W", "B-L", "C-R", "D-W", "E-L", "F-R"]
STRICT = {
    3: ["A-R D-R B-W C-L", "C-R A-W E-W F-L", "F-R D-W B-L E-L"],
    4: ["A-R B-W C-L", "D-R A-W E-L", "F-R E-W B-L", "C-R D-W F-L"],
}


def plus(a: At, b: At, times: int = 1) -> At:
    """Return a + times * b."""
    return a[0] + times * b[0], a[1] + times * b[1]


def is_inside(at: At) -> bool:
    """Return whether it is a point of the city (§1.5)."""
    return max(abs(at[0]), abs(at[1]), abs(at[0] + at[1])) <= 5


POINTS = [(q, r) for q in range(-5, 6) for r in range(-5, 6) if is_inside((q, r))]
CELLS = {
    frozenset((p, plus(p, DIRECTIONS[k]), plus(p, DIRECTIONS[(k + 1) % 6])))
    for p in POINTS
    for k in range(6)
    if is_inside(plus(p, DIRECTIONS[k])) and is_inside(plus(p, DIRECTIONS[(k + 1) % 6]))
}


@dataclass(frozen=True)
class Gate:
    """An arrow cell (§1.2)."""

    name: str
    side: int
    is_white: bool
    outer: At
    rim: tuple[At, At]


def _gates() -> list[Gate]:
    """Return the gates as the city's data describes them."""
    found = []
    for k, side in enumerate(DATA["side_names"]):
        for place, role in DATA["gates"]["pattern"].items():
            corner = plus((0, 0), DIRECTIONS[k], 5)
            a = plus(corner, DIRECTIONS[(k + 2) % 6], int(place) - 1)
            b = plus(a, DIRECTIONS[(k + 2) % 6])
            outer = plus(a, DIRECTIONS[(k + 1) % 6])
            found.append(Gate(f"{side}{place}", k, role == "start", outer, (a, b)))
    return found


GATES = _gates()
NAMES = {p: f"{'ABCDEFGHIJK'[p[1] + 5]}{p[0] + 6}" for p in POINTS}
NAMES |= {gate.outer: gate.name for gate in GATES}
NAMED = {name: at for at, name in NAMES.items()}


def grounds(districts: list[list[Any]]) -> dict[Cell, str]:
    """Return the kind of each cell that is not blank (§1.1, §1.3)."""
    found = {}
    for k, (name, rotation) in enumerate(districts):
        corners = [(0, 0), plus((0, 0), DIRECTIONS[k], 5), plus((0, 0), DIRECTIONS[(k + 1) % 6], 5)]
        x, y, z = (corners[(rotation + n) % 3] for n in range(3))
        for kind, numbers in DATA["districts"][name].items():
            for number in numbers:
                found[_district_cell(x, y, z, number)] = kind
    return found


def _district_cell(x: At, y: At, z: At, number: int) -> Cell:
    """Return the cell with this local number, counting row by row."""
    local = []
    for p in range(5):
        for n in range(2 * p + 1):
            j, odd = divmod(n, 2)
            i = p - 1 - j if odd else p - j
            local.append(
                [(i + 1, j), (i + 1, j + 1), (i, j + 1)]
                if odd
                else [(i, j), (i + 1, j), (i, j + 1)]
            )
    along = ((y[0] - x[0]) // 5, (y[1] - x[1]) // 5)
    across = ((z[0] - x[0]) // 5, (z[1] - x[1]) // 5)
    return frozenset(plus(plus(x, along, i), across, j) for i, j in local[number - 1])


@dataclass
class Line:
    """One line: its points, its cells, and whether it is finished."""

    points: list[At] = field(default_factory=list)
    cells: list[Cell] = field(default_factory=list)
    finished: bool = False

    def edges(self) -> set[Edge]:
        """Return the edges that it follows."""
        return {frozenset(pair) for pair in pairwise(self.points)}

    def side(self) -> int:
        """Return the side where it started."""
        return next(gate.side for gate in GATES if gate.outer == self.points[0])


@dataclass
class Tunnel:
    """A tunnel that could be dug."""

    company: int
    line: str
    v: At
    w: At
    cell: Cell
    marker: str | None
    is_on_spot: bool

    def event(self) -> dict[str, Any]:
        """Return it in the words of the record."""
        return {
            "kind": "dig",
            "line": self.line,
            "from": NAMES[self.v],
            "to": NAMES[self.w],
            "cell": sorted(NAMES[p] for p in self.cell),
            "marker": self.marker,
        }


class Reference:
    """One game: `legal` lists the actions of the company to act, `happen` carries one out."""

    def __init__(self, players: int, options: dict[str, Any]) -> None:
        self.players, self.options = players, options
        self.n = 4 if options["advanced"] else players
        self.needed = {2: 3, 3: 4, 4: 5}[self.n]
        self.ground: dict[Cell, str] = {}
        self.hands: list[list[str]] = [[] for _ in range(self.n)]
        self.lines = [{"solid": Line(), "striped": Line()} for _ in range(self.n)]
        self.stations: set[At] = set()
        self.placed: dict[str, tuple[int, Cell]] = {}
        self.points = [0] * self.n
        self.to_act: int | None = None
        self.turns_taken = [0] * self.n
        self.dug = 0
        self.marked = False
        self.bonus: str | None = None
        self.idle = 0
        self.ended_by: str | None = None
        self.queue: list[int] = []
        self.forced: set[At] = set()
        self.chosen: set[At] = set()

    # --- the board -------------------------------------------------------

    def all_lines(self) -> list[Line]:
        """Return all lines of all companies."""
        return [self.lines[c][name] for c in range(self.n) for name in ("solid", "striped")]

    def taken(self) -> set[Cell]:
        """Return all cells with a tunnel."""
        return {cell for line in self.all_lines() for cell in line.cells}

    def made_by(self, line: Line, v: At, w: At) -> list[At]:
        """Return the stations that a tunnel from v to w makes (§7)."""
        found, vw = [], frozenset((v, w))
        others = [other for other in self.all_lines() if other is not line]
        if len(line.points) >= 2 and v not in self.stations:
            uv = frozenset((line.points[-2], v))
            if [o for o in others if uv in o.edges() and vw not in o.edges()]:
                found.append(v)
        met = [o for o in others if w in o.points and vw not in o.edges()]
        if is_inside(w) and w not in self.stations and met:
            found.append(w)
        return found

    def worth(self, at: At) -> int:
        """Return the points for a new station (§7.5)."""
        spots = [c for c, kind in self.ground.items() if at in c and kind in SPOTS]
        return min(1, len(spots)) if self.options["station_points"] == "flat" else len(spots)

    def markers_for(self, c: int, cell: Cell) -> list[str]:
        """Return the letters that a company could place on a spot (§9)."""
        kind, found = self.ground[cell], []
        for name in sorted(self.hands[c]):
            letter = name[0]
            twins = [where for other, (_, where) in self.placed.items() if other[0] == letter]
            if name[2:] == kind and not [where for where in twins if where & cell]:
                found.append(letter)
        return found

    def tunnels(self, c: int, name: str, *, marked: bool) -> Iterator[Tunnel]:
        """Yield the tunnels that one line could get, §5.2 aside."""
        line = self.lines[c][name]
        if line.finished or len(line.cells) >= 18:
            return
        stock = 30 - len(self.stations)
        for v, w, cell in self._free_ways(c, name):
            if len(self.made_by(line, v, w)) > stock:
                continue
            kind = self.ground.get(cell)
            if kind in SPOTS:
                for letter in [] if marked else self.markers_for(c, cell):
                    yield Tunnel(c, name, v, w, cell, letter, True)
            elif kind is None:
                yield Tunnel(c, name, v, w, cell, None, False)

    def _free_ways(self, c: int, name: str) -> Iterator[tuple[At, At, Cell]]:
        """Yield v, w and cell of all tunnels that shape and gates allow."""
        line, taken = self.lines[c][name], self.taken()
        if not line.points:
            twin = self.lines[c]["striped" if name == "solid" else "solid"]
            side = twin.side() if twin.points else None
            for gate in self._open_gates(is_white=True, side=side):
                for w in gate.rim:
                    yield gate.outer, w, frozenset((*gate.rim, gate.outer))
            return
        v = line.points[-1]
        for w in (plus(v, d) for d in DIRECTIONS):
            if is_inside(w) and w not in line.points and self._may_turn(line, w):
                for cell in CELLS:
                    if v in cell and w in cell and cell not in taken:
                        yield v, w, cell
        for gate in self._open_gates(is_white=False, side=line.side()):
            if v in gate.rim and self._may_turn(line, gate.outer):
                yield v, gate.outer, frozenset((*gate.rim, gate.outer))

    def _open_gates(self, *, is_white: bool, side: int | None) -> list[Gate]:
        """Return the free gates of a colour, far from a side if there are any (§5.3, §10.2)."""
        taken = self.taken()
        free = [
            gate
            for gate in GATES
            if gate.is_white is is_white and frozenset((*gate.rim, gate.outer)) not in taken
        ]
        if side is None:
            return free
        near = {(side - 1) % 6, side, (side + 1) % 6}
        far = [gate for gate in free if gate.side not in near]
        return far or free

    def _may_turn(self, line: Line, w: At) -> bool:
        """Return whether the line may go on to w as far as angles go (§6.2)."""
        u, v = line.points[-2:]
        ahead = plus(v, plus(v, u, -1))
        distance = plus(w, ahead, -1)
        size = max(abs(distance[0]), abs(distance[1]), abs(distance[0] + distance[1]))
        return size <= 1 or (v in self.stations and w != u)

    def blocked(self, c: int, name: str) -> bool:
        """Return whether a line cannot be extended (§11.3)."""
        line = self.lines[c][name]
        return not line.finished and not list(self.tunnels(c, name, marked=False))

    # --- what may be done ------------------------------------------------

    def digs(self) -> list[Tunnel]:
        """Return the tunnels that the company to act may dig (§4, §5.2)."""
        c = self.to_act
        assert c is not None
        found: list[Tunnel] = []
        for name, other in (("solid", "striped"), ("striped", "solid")):
            is_start = not self.lines[c][name].points
            if is_start and self.turns_taken[c] == 0 and self.lines[c][other].points:
                continue
            found += self.tunnels(c, name, marked=self.marked)
        return found

    def sites(self) -> list[dict[str, Any]]:
        """Return the intermediate stations that may be placed (§8, §10.3)."""
        c = self.to_act
        assert c is not None
        found: list[dict[str, Any]] = []
        for name in ("solid", "striped"):
            line = self.lines[c][name]
            if len(self.stations) == 30 or not line.points:
                continue
            if self.bonus is None and (line.finished or self.dug):
                continue
            if self.bonus is not None and name != self.bonus:
                continue
            marks = [0] + [i for i, p in enumerate(line.points) if p in self.stations]
            if line.finished:
                marks.append(len(line.points) - 1)
            for i, p in enumerate(line.points):
                if i not in marks and min(marks) < i < max(marks):
                    found.append({"kind": "station", "line": name, "point": NAMES[p]})
        return found

    def legal(self) -> list[dict[str, Any]]:
        """Return everything that the company to act may do."""
        if self.bonus is not None:
            return [*self.sites(), {"kind": "decline"}]
        digs, sites = self.digs(), self.sites()
        found = [tunnel.event() for tunnel in digs] + sites
        if all(tunnel.is_on_spot for tunnel in digs) and not sites:
            found.append({"kind": "stop"})
        return found

    # --- what happens ----------------------------------------------------

    def happen(self, event: dict[str, Any]) -> None:
        """Take over one event of a record."""
        if event["kind"] == "city":
            self.ground = grounds(event["districts"])
            self._give_out()
        elif event["kind"] == "deal":
            self.hands = [list(hand) for hand in event["hands"]]
            self.to_act = 0
        elif event["kind"] == "dig":
            self._dig(event)
        elif event["kind"] == "station":
            self._station(event)
        elif event["kind"] == "decline":
            self.bonus = None
            self._continue()
        else:
            self._next(was_idle=self.dug == 0)

    def _give_out(self) -> None:
        """Give out hands where nothing is drawn (§3.3 to §3.5)."""
        if self.options["advanced"]:
            self.hands = [LEFT[:3], RIGHT[:3], LEFT[3:], RIGHT[3:]]
        elif self.players == 2:
            self.hands = [LEFT[:], RIGHT[:]]
        elif self.options["hands"] == "strict":
            self.hands = [hand.split() for hand in STRICT[self.players]]
        else:
            return
        self.hands = [list(hand) for hand in self.hands]
        self.to_act = 0

    def _dig(self, event: dict[str, Any]) -> None:
        """Lay a tunnel with its stations and its marker (§6, §7, §9)."""
        c = self.to_act
        assert c is not None
        line = self.lines[c][event["line"]]
        v, w = NAMED[event["from"]], NAMED[event["to"]]
        cell = frozenset(NAMED[name] for name in event["cell"])
        for at in self.made_by(line, v, w):
            self.stations.add(at)
            self.forced.add(at)
            self.points[c] += self.worth(at)
        if not line.points:
            line.points.append(v)
        line.points.append(w)
        line.cells.append(cell)
        line.finished = not is_inside(w)
        if event["marker"]:
            name = f"{event['marker']}-{self.ground[cell]}"
            self.hands[c].remove(name)
            self.placed[name] = (c, cell)
            self.marked = True
        self.dug += 1
        self._look_for_end()
        if line.finished:
            self.bonus = event["line"]
            if not self.sites():
                self.bonus = None
        if self.bonus is None:
            self._continue()

    def _station(self, event: dict[str, Any]) -> None:
        c, at = self.to_act, NAMED[event["point"]]
        assert c is not None
        self.stations.add(at)
        self.chosen.add(at)
        self.points[c] += self.worth(at)
        self._look_for_end()
        if self.bonus is None:
            self._next(was_idle=False)
        else:
            self.bonus = None
            self._continue()

    def _look_for_end(self) -> None:
        """See whether building has come to its end (§11.1, §11.2)."""
        if self.ended_by is not None:
            return
        done = 0
        for c in range(self.n):
            for name in ("solid", "striped"):
                done += self.lines[c][name].finished or self.blocked(c, name)
        if any(all(line.finished for line in own.values()) for own in self.lines):
            self.ended_by = "two_lines"
        elif len(self.stations) == 30:
            self.ended_by = "stations"
        elif done >= self.needed:
            self.ended_by = "lines"
        if self.ended_by is not None:
            assert self.to_act is not None
            self.queue = [(self.to_act + k) % self.n for k in range(1, self.n)]
            self.dug = 3

    def _continue(self) -> None:
        """Go on with the dig, or with the next company (§4.2)."""
        if self.dug >= 3 or not self.digs():
            self._next(was_idle=False)

    def _next(self, *, was_idle: bool) -> None:
        """Hand the turn on until somebody can do something (§4.4, §11.2, §11.4)."""
        for _ in count():
            assert self.to_act is not None
            self.turns_taken[self.to_act] += 1
            self.idle = self.idle + 1 if was_idle else 0
            self.dug, self.marked = 0, False
            if self.ended_by is not None:
                if not self.queue:
                    self.to_act = None
                    return
                self.to_act = self.queue.pop(0)
            else:
                if self.idle == self.n:
                    self.ended_by, self.to_act = "passes", None
                    return
                self.to_act = (self.to_act + 1) % self.n
            if self.digs() or self.sites():
                return
            was_idle = True

    # --- the count -------------------------------------------------------

    def result(self) -> dict[str, Any]:
        """Return the result as the record has it (§12 to §14)."""
        companies = []
        for c in range(self.n):
            finished = sum(line.finished for line in self.lines[c].values())
            companies.append(
                {
                    "station_points": self.points[c],
                    "line_points": [0, self.points[c] // 2, self.points[c]][finished],
                    "finished": finished,
                    "tunnels": sum(len(line.cells) for line in self.lines[c].values()),
                }
            )
        trips = [self._trip(letter) for letter in "ABCDEF"] + [self._sunday()]
        sums = [
            companies[c]["line_points"] + sum(trip["points"][c] for trip in trips)
            for c in range(self.n)
        ]
        own = [[c for c in range(self.n) if c % self.players == p] for p in range(self.players)]
        scores = [sum(sums[c] for c in mine) for mine in own]
        ranks = [
            (
                scores[p],
                sum(companies[c]["finished"] for c in own[p]),
                sum(companies[c]["tunnels"] for c in own[p]),
            )
            for p in range(self.players)
        ]
        return {
            "scores": scores,
            "winners": [p for p in range(self.players) if ranks[p] == max(ranks)],
            "ended_by": self.ended_by,
            "companies": companies,
            "trips": trips,
        }

    def _trip(self, letter: str) -> dict[str, Any]:
        names = [name for name in LEFT + RIGHT if name[0] == letter]
        guilty = set()
        for name in names:
            if name not in self.placed:
                guilty |= {c for c in range(self.n) if name in self.hands[c]}
            elif not self.placed[name][1] & self.stations:
                guilty.add(self.placed[name][0])
        if guilty:
            return self._failed(letter, guilty)
        placers = {self.placed[name][0] for name in names}
        first, second = (self.placed[name][1] & self.stations for name in names)
        minutes, riders = fastest(self._served(), set(first), set(second))
        if minutes is None:
            return self._failed(letter, placers)
        return self._made(letter, minutes, riders, {c: 6 if c in placers else 3 for c in riders})

    def _sunday(self) -> dict[str, Any]:
        park, lake = (
            {p for cell, kind in self.ground.items() if kind == name for p in cell} & self.stations
            for name in ("park", "lake")
        )
        minutes, riders = fastest(self._served(), park, lake)
        if minutes is None:
            return self._failed("S", set())
        return self._made("S", minutes, riders, dict.fromkeys(riders, 5))

    def _is_spared(self, companies: set[int]) -> bool:
        """Return whether the rule for two players spares both (§13.5)."""
        return (
            self.players == 2
            and not self.options["advanced"]
            and self.options["shared_trips"] == "cancel"
            and len(companies) == 2
        )

    def _failed(self, trip: str, guilty: set[int]) -> dict[str, Any]:
        spared = self._is_spared(guilty)
        points = [-6 if c in guilty and not spared else 0 for c in range(self.n)]
        return {"trip": trip, "minutes": None, "points": points, "guilty": sorted(guilty)}

    def _made(
        self, trip: str, minutes: int, riders: set[int], worth: dict[int, int]
    ) -> dict[str, Any]:
        """Return a trip that can be made."""
        spared = self._is_spared(riders)
        points = [0 if spared else worth.get(c, 0) for c in range(self.n)]
        return {"trip": trip, "minutes": minutes, "points": points, "guilty": []}

    def _served(self) -> dict[tuple[int, str], list[At]]:
        """Return for each line its stations in order (§13.2)."""
        return {
            (c, name): [p for p in line.points if p in self.stations]
            for c in range(self.n)
            for name, line in self.lines[c].items()
        }


Train = tuple[At, tuple[int, str]]
FAR = 10**6


def fastest(
    served: dict[tuple[int, str], list[At]], first: set[At], second: set[At]
) -> tuple[int | None, set[int]]:
    """Return the minutes of the fastest routes and the companies with a section on any.

    Minutes to each stop are lowered until none can be; then all ways back are followed.
    """
    stops = [(at, line) for line, stations in served.items() for at in stations]
    links = _links(served, stops)
    best = {stop: (0 if stop[0] in first else FAR) for stop in stops}
    while slow := [(t, best[s] + m) for s, t, m in links if best[s] + m < best[t]]:
        for t, minutes in slow:
            best[t] = min(best[t], minutes)
    whole = min((best[stop] for stop in stops if stop[0] in second), default=FAR)
    if whole >= FAR:
        return None, set()
    on_routes = {stop for stop in stops if stop[0] in second and best[stop] == whole}
    rides: set[int] = set()
    while True:
        tight = [(s, t, m) for s, t, m in links if t in on_routes and best[s] + m == best[t] < FAR]
        rides |= {t[1][0] for s, t, m in tight if m == 1}
        if {s for s, _, _ in tight} <= on_routes:
            return whole, rides
        on_routes |= {s for s, _, _ in tight}


def _links(
    served: dict[tuple[int, str], list[At]], stops: list[Train]
) -> list[tuple[Train, Train, int]]:
    """Return all sections, a minute each, and all changes, three minutes each (§13.2)."""
    links: list[tuple[Train, Train, int]] = []
    for line, stations in served.items():
        for a, b in pairwise(stations):
            links += [((a, line), (b, line), 1), ((b, line), (a, line), 1)]
    return links + [(s, t, 3) for s in stops for t in stops if s[0] == t[0] and s[1] != t[1]]
