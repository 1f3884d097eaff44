"""The whole board in words: the picture's twin, enough to play from."""

from collections.abc import Iterator

from metrobot.games.underground.board import COLOURS, LINKS, STATIONS, Kind, Link, Station
from metrobot.games.underground.view import LineView, View
from metrobot.games.underground.ways import ways_along
from metrobot.ui.frame.front import AnyScene
from metrobot.ui.underground.cast import Cast, cast_of, link_name, station
from metrobot.ui.underground.meter import end_warnings, meter
from metrobot.ui.underground.status import destinations, final, line_state, own, score_line, to_do
from metrobot.ui.words.catalogue import Words


def board_text(scene: AnyScene, words: Words) -> str:
    """Return everything that lies on the board, in words."""
    cast, view = cast_of(scene, words), scene.view
    parts = (
        (*final(cast, view), *to_do(cast, view), *destinations(cast, view)),
        (meter(cast, view), *end_warnings(cast, view)),
        (words.say("ou.text.scores"), *(score_line(cast, player) for player in view.players)),
        (words.say("ou.text.lines"), *_lines(cast, view)),
        (words.say("ou.text.symbols"), *_symbols(cast, view)),
        (words.say("ou.text.visited"), _visited(cast, view)),
        (words.say("ou.text.full"), _full(cast, view)),
        tuple(own(cast, view)),
        (words.say("ou.text.stations"), *_stations(cast)),
        (words.say("ou.text.links"), _all_links()),
    )
    return "\n\n".join("\n".join(part) for part in parts if part)


def _lines(cast: Cast, view: View) -> Iterator[str]:
    """Yield each line station by station, junction by junction."""
    for line in view.lines:
        owner, state = cast.name(line.seat), line_state(cast, view, line.colour)
        if line.track:
            yield cast.words.say("ou.text.line", name=owner, state=state, ways=ways(line))
        else:
            yield cast.words.say("ou.text.no_line", name=owner, state=state)


def ways(line: LineView) -> str:
    """Return a line's stations in order, branches after a semicolon."""
    return "; ".join("–".join(map(station, way)) for way in ways_along(line.track))


def _symbols(cast: Cast, view: View) -> Iterator[str]:
    """Yield for each symbol its two stations, and which colours have been there."""
    for symbol in dict.fromkeys(there for _, there in view.symbols):
        stations = [_at(view, at) for at, there in view.symbols if there == symbol]
        names = cast.words.listed(stations)
        yield cast.words.say("ou.text.symbol", symbol=cast.symbol(symbol), stations=names)


def _at(view: View, at: Station) -> str:
    """Return a station with the letters of the colours there."""
    codes = [COLOURS[line.colour].code for line in view.lines if at in line.stations]
    return f"{station(at)} ({', '.join(codes)})" if codes else station(at)


def _visited(cast: Cast, view: View) -> str:
    """Return the destinations that the passenger has visited, in order."""
    names = ", ".join(station(at) for at in view.visited)
    return names or cast.words.say("ou.text.none")


def _full(cast: Cast, view: View) -> str:
    """Return the links without an empty space."""
    return ", ".join(map(link_name, sorted(view.full_links))) or cast.words.say("ou.text.none")


def _stations(cast: Cast) -> Iterator[str]:
    """Yield the stations by kind, those that score first."""
    for kind in (Kind.TERMINUS, Kind.NATIONAL_RAIL, Kind.EXPRESS, Kind.REGULAR):
        names = ", ".join(site.name for site in STATIONS if site.kind is kind)
        yield cast.words.say("ou.text.kind", kind=cast.kind(kind), stations=names)


def _all_links() -> str:
    """Return every link of the map with its spaces."""
    return ", ".join(f"{link_name(Link(n))} {site.spaces}" for n, site in enumerate(LINKS))
