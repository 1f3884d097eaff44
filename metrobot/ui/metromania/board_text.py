"""The whole board in words, and one person's destinations, for readers of the pictures."""

from collections import defaultdict
from collections.abc import Iterator
from typing import Final

from metrobot.games.metromania.city import LETTERS, TRIP_SPOTS, Ground, Marker
from metrobot.games.metromania.geometry import GATES, Cell, Gate, Point, cell_name
from metrobot.games.metromania.view import CompanyView, LineView, PlacedMarker, View
from metrobot.ui.metromania import status
from metrobot.ui.metromania.finale import counted
from metrobot.ui.metromania.names import MetroGameView, Names, names_for, occupied, point, side_name
from metrobot.ui.words.catalogue import Words
from metrobot.ui.words.text_length import spoken

_NEAR: Final = 3
"""Tunnels of a turn: farther cells are not called near."""


def board_text(game_view: MetroGameView, words: Words) -> str:
    """Return everything on the board in words."""
    names, view = names_for(game_view, words), game_view.view
    parts = (
        (*status.final(names, view), *status.to_do(names, view)),
        (status.meter(names, view), *status.end_warnings(names, view)),
        (words.say("mm.text.scores"), *(status.score_line(names, view, c) for c in view.companies)),
        (words.say("mm.text.lines"), words.say("mm.text.key"), *_lines(names, view)),
        (
            words.say("mm.text.stations", n=len(view.stations)),
            "; ".join(_station(names, view, spot) for spot in sorted(view.stations))
            or words.say("mm.text.no_stations"),
        ),
        (words.say("mm.text.markers"), *_markers(names, view)),
        (words.say("mm.text.ground"), *_grounds(names, view), *_near(names, view)),
        (words.say("mm.text.gates"), *_gates(names, view)),
        tuple(status.stakes(names, view)),
        *((sentence,) for sentence in counted(names, view)),
    )
    return "\n\n".join("\n".join(part) for part in parts if part)


def _lines(names: Names, view: View) -> Iterator[str]:
    for line in view.lines:
        owner = names.company(line.company)
        state = status.line_status(names, line)
        if line.points:
            way = _way(names, view, line)
            yield names.words.say("mm.text.line", name=owner, state=state, way=way)
        else:
            yield names.words.say("mm.text.line_unstarted", name=owner, state=state)


def _way(names: Names, view: View, line: LineView) -> str:
    steps = [point(line.points[0])]
    for start, end, cell in zip(line.points, line.points[1:], line.cells, strict=False):
        key = "mm.text.step_station" if end in view.stations else "mm.text.step"
        where = side_name(names.words, start, end, cell)
        steps.append(names.words.say(key, side=where, point=point(end)))
    return " → ".join(steps)


def _station(names: Names, view: View, spot: Point) -> str:
    passing = [names.line(line.company, line.name) for line in view.lines if spot in line.points]
    return names.words.say("mm.text.station", point=point(spot), lines=names.words.listed(passing))


def _markers(names: Names, view: View) -> Iterator[str]:
    placed = {placed.marker: placed for placed in view.placed}
    for letter in LETTERS:
        ends = [
            _marker(names, Marker(letter, spot), placed.get(Marker(letter, spot)))
            for spot in TRIP_SPOTS[letter]
        ]
        day = names.day(letter)
        yield names.words.say("mm.text.trip", letter=letter, day=day, a=ends[0], b=ends[1])


def _marker(names: Names, marker: Marker, placed: PlacedMarker | None) -> str:
    spot = names.ground(marker.spot)
    if placed is None:
        return names.words.say("mm.text.marker_held", spot=spot)
    key = "mm.text.marker_served" if placed.is_served else "mm.text.marker_unserved"
    cell, name = cell_name(placed.cell), names.short(placed.company)
    return names.words.say(key, spot=spot, cell=cell, name=name)


def _grounds(names: Names, view: View) -> Iterator[str]:
    """Yield the cells of each kind of ground, marking those built over."""
    full = occupied(view)
    for ground in Ground:
        cells = [Cell(n) for n, kind in enumerate(view.grounds) if kind is ground]
        labels = {
            cell: names.words.say("mm.text.cell_taken", cell=cell_name(cell)) for cell in full
        }
        items = ", ".join(labels.get(cell, cell_name(cell)) for cell in cells)
        yield names.words.say("mm.text.ground_line", ground=names.ground(ground), cells=items)


def _near(names: Names, view: View) -> Iterator[str]:
    """Yield the free cells nearest to the observer's lines, the nearest first."""
    full, cells = occupied(view), defaultdict[int, list[str]](list)
    for number, ground in enumerate(view.grounds):
        apart = view.tunnels_to(cell := Cell(number))
        if ground is not None and apart is not None and apart <= _NEAR and cell not in full:
            cells[apart].append(f"{cell_name(cell)} ({names.ground(ground)})")
    for apart in sorted(cells):
        yield names.words.count("mm.text.near", apart, cells=", ".join(cells[apart]))


def _gates(names: Names, view: View) -> Iterator[str]:
    full = occupied(view)
    free = [gate for gate in GATES if gate.cell not in full]
    yield _gate_line(names, "mm.text.gates_white", [g for g in free if g.is_start])
    yield _gate_line(names, "mm.text.gates_black", [g for g in free if not g.is_start])


def _gate_line(names: Names, key: str, gates: list[Gate]) -> str:
    items = [f"{gate.name} ({'/'.join(point(spot) for spot in gate.rim)})" for gate in gates]
    return names.words.say(key, gates=", ".join(items) or names.words.say("mm.text.none"))


def hand_text(names: Names, view: View) -> str:
    """Return all markers of the observer's companies, held or placed."""
    own = [company for company in view.companies if company.seat in view.seats]
    parts = [part for company in own for part in _company(names, view, company)]
    return "\n".join([names.words.say("mm.hand.title"), *parts, *_advice(names, view, own)])


def _company(names: Names, view: View, company: CompanyView) -> Iterator[str]:
    if names.is_advanced:
        yield names.words.say("mm.hand.company", name=names.company(company.seat))
    placed = {p.marker: p for p in view.placed if p.company == company.seat}
    for marker in sorted((*(company.hand or ()), *placed)):
        told, lies = _own_marker(names, marker, placed.get(marker)), placed.get(marker)
        apart = None if lies is None or lies.is_served else view.steps_to_station(lies.cell)
        yield names.words.count("mm.hand.nearest", apart, text=told) if apart else told


def _own_marker(names: Names, marker: Marker, placed: PlacedMarker | None) -> str:
    facts = {
        "letter": marker.letter,
        "spot": names.ground(marker.spot),
        "day": names.day(marker.letter),
        "ends": names.trip_ends(marker.letter),
    }
    if placed is None:
        return names.words.say("mm.hand.held", **facts)
    key = "mm.hand.served" if placed.is_served else "mm.hand.unserved"
    return names.words.say(key, cell=cell_name(placed.cell), **facts)


def _advice(names: Names, view: View, own: list[CompanyView]) -> Iterator[str]:
    """Yield the cost of the markers if building ended now (MM §13.4)."""
    seats = {company.seat for company in own}
    markers = sum(company.hand_size for company in own)
    unserved = sum(placed.company in seats for placed in view.unserved)
    # The final count tells what they cost in the end.
    if view.result is None and markers + unserved:
        yield names.words.count("mm.hand.owed", markers + unserved)


def hand_alt(names: Names, view: View) -> str:
    """Return the alt text of the picture of a hand: markers held, and placed ones too."""
    own = [company for company in view.companies if company.seat in view.seats]
    lines = [spoken(line) for company in own for line in _company(names, view, company)]
    if not lines:
        return names.words.say("mm.alt.hand_empty")
    return names.words.say("mm.alt.hand", markers="; ".join(lines))
