"""The whole board in words: the picture's twin, enough to play from."""

from collections.abc import Iterator

from metrobot.games.metromania.city import LETTERS, TRIP_SPOTS, Ground, Marker
from metrobot.games.metromania.geometry import CITY_CELLS, GATES, Cell, Gate, Point, cell_name
from metrobot.games.metromania.view import LineView, PlacedMarker, View
from metrobot.ui.metromania.cast import Cast, MetroScene, cast_of, occupied, point
from metrobot.ui.metromania.compass import side
from metrobot.ui.metromania.meter import end_warnings, meter
from metrobot.ui.metromania.status import final, line_state, score_line, stakes, to_do
from metrobot.ui.words.catalogue import Words


def board_text(scene: MetroScene, words: Words) -> str:
    """Return everything that lies on the board, in words."""
    cast, view = cast_of(scene, words), scene.view
    parts = (
        (*final(cast, view), *to_do(cast, view), meter(cast, view), *end_warnings(cast, view)),
        (words.say("mm.text.scores"), *(score_line(cast, view, c) for c in view.companies)),
        (words.say("mm.text.lines"), words.say("mm.text.key"), *_lines(cast, view)),
        (words.say("mm.text.stations", n=len(view.stations)), _stations(cast, view)),
        (words.say("mm.text.markers"), *_markers(cast, view)),
        (words.say("mm.text.ground"), *_grounds(cast, view)),
        (words.say("mm.text.gates"), *_gates(cast, view)),
        stakes(cast, view),
    )
    return "\n\n".join("\n".join(part) for part in parts if part)


def _lines(cast: Cast, view: View) -> Iterator[str]:
    """Yield one paragraph a line."""
    for line in view.lines:
        owner = cast.company(line.company)
        state = line_state(cast, line)
        if line.points:
            way = _way(cast, view, line)
            yield cast.words.say("mm.text.line", name=owner, state=state, way=way)
        else:
            yield cast.words.say("mm.text.line_unstarted", name=owner, state=state)


def _way(cast: Cast, view: View, line: LineView) -> str:
    """Return a line's points in order, with sides and stations."""
    steps = [point(line.points[0])]
    for start, end, cell in zip(line.points, line.points[1:], line.cells, strict=False):
        key = "mm.text.step_station" if end in view.stations else "mm.text.step"
        where = side(cast.words, start, end, cell)
        steps.append(cast.words.say(key, side=where, point=point(end)))
    return " → ".join(steps)


def _stations(cast: Cast, view: View) -> str:
    """Return all stations, each with the lines that pass there."""
    if not view.stations:
        return cast.words.say("mm.text.no_stations")
    return "; ".join(_station(cast, view, at) for at in sorted(view.stations))


def _station(cast: Cast, view: View, at: Point) -> str:
    """Return one station with its lines."""
    names = [cast.line(line.company, line.name) for line in view.lines if at in line.points]
    listed = cast.words.listed(names)
    return cast.words.say("mm.text.station", point=point(at), lines=listed)


def _markers(cast: Cast, view: View) -> Iterator[str]:
    """Yield each trip's two markers: where they lie, or that they are not placed."""
    placed = {placed.marker: placed for placed in view.placed}
    for letter in LETTERS:
        ends = [
            _marker(cast, Marker(letter, spot), placed.get(Marker(letter, spot)))
            for spot in TRIP_SPOTS[letter]
        ]
        day = cast.day(letter)
        yield cast.words.say("mm.text.trip", letter=letter, day=day, a=ends[0], b=ends[1])


def _marker(cast: Cast, marker: Marker, placed: PlacedMarker | None) -> str:
    """Return one marker: where it lies, and whether a station serves it."""
    spot = cast.ground(marker.spot)
    if placed is None:
        return cast.words.say("mm.text.marker_held", spot=spot)
    key = "mm.text.marker_served" if placed.is_served else "mm.text.marker_unserved"
    cell, name = cell_name(placed.cell), cast.short(placed.company)
    return cast.words.say(key, spot=spot, cell=cell, name=name)


def _grounds(cast: Cast, view: View) -> Iterator[str]:
    """Yield for each kind of ground its cells, and which of them are built over."""
    taken = occupied(view)
    for ground in Ground:
        cells = [Cell(n) for n in range(CITY_CELLS) if view.grounds and view.grounds[n] is ground]
        items = [
            cast.words.say("mm.text.cell_taken", cell=cell_name(cell))
            if cell in taken
            else cell_name(cell)
            for cell in cells
        ]
        yield cast.words.say(
            "mm.text.ground_line", ground=cast.ground(ground), cells=", ".join(items)
        )


def _gates(cast: Cast, view: View) -> Iterator[str]:
    """Yield the free white gates and the free black ones."""
    taken = occupied(view)
    free = [gate for gate in GATES if gate.cell not in taken]
    yield _gate_line(cast, "mm.text.gates_white", [g for g in free if g.is_start])
    yield _gate_line(cast, "mm.text.gates_black", [g for g in free if not g.is_start])


def _gate_line(cast: Cast, key: str, gates: list[Gate]) -> str:
    """Return gates, each with the two points on the rim that it leads to."""
    items = [f"{gate.name} ({'/'.join(point(at) for at in gate.rim)})" for gate in gates]
    return cast.words.say(key, gates=", ".join(items) or cast.words.say("mm.text.none"))
