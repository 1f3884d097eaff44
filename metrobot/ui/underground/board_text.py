"""The whole board in words, and one person's pieces, for readers of the pictures."""

from collections.abc import Iterator

from metrobot.games.underground.board import COLOURS, LINKS, STATIONS, Link, Station, StationKind
from metrobot.games.underground.lines.track import ways_along
from metrobot.games.underground.view import View
from metrobot.ui.kit.front import AnyGameView
from metrobot.ui.underground import status
from metrobot.ui.underground.names import Names, link_name, names_for, station
from metrobot.ui.words.catalogue import Words


def board_text(game_view: AnyGameView, words: Words) -> str:
    """Return everything on the board in words."""
    names, view = names_for(game_view, words), game_view.view
    none = words.say("ou.text.none")
    links = ", ".join(f"{link_name(Link(n))} {site.spaces}" for n, site in enumerate(LINKS))
    parts = (
        (*status.final(names, view), *status.to_do(names, view), *status.destinations(names, view)),
        (status.meter(names, view), *status.end_warnings(names, view)),
        (
            words.say("ou.text.scores"),
            *(status.score_line(names, player) for player in view.players),
        ),
        (words.say("ou.text.lines"), *_lines(names, view)),
        (words.say("ou.text.symbols"), *_symbols(names, view)),
        (words.say("ou.text.visited"), ", ".join(map(station, view.visited)) or none),
        (words.say("ou.text.full"), ", ".join(map(link_name, sorted(view.full_links))) or none),
        tuple(status.own_lines(names, view)),
        (words.say("ou.text.stations"), *_stations(names)),
        (words.say("ou.text.links"), links),
    )
    return "\n\n".join("\n".join(part) for part in parts if part)


def _lines(names: Names, view: View) -> Iterator[str]:
    for line in view.lines:
        owner, state = names.players[line.seat], status.line_status(names, view, line.colour)
        if line.track:
            # Its stations in order, branches after a semicolon.
            ways = "; ".join("–".join(map(station, way)) for way in ways_along(line.track))
            yield names.words.say("ou.text.line", name=owner, state=state, ways=ways)
        else:
            yield names.words.say("ou.text.no_line", name=owner, state=state)


def _symbols(names: Names, view: View) -> Iterator[str]:
    for symbol in dict.fromkeys(there for _, there in view.symbols):
        stations = [_at(view, stop) for stop, there in view.symbols if there == symbol]
        listed = names.words.listed(stations)
        yield names.words.say("ou.text.symbol", symbol=names.symbol(symbol), stations=listed)


def _at(view: View, stop: Station) -> str:
    codes = [COLOURS[line.colour].code for line in view.lines if stop in line.stations]
    return f"{station(stop)} ({', '.join(codes)})" if codes else station(stop)


def _stations(names: Names) -> Iterator[str]:
    for kind in (
        StationKind.TERMINUS,
        StationKind.NATIONAL_RAIL,
        StationKind.EXPRESS,
        StationKind.REGULAR,
    ):
        listed = ", ".join(site.name for site in STATIONS if site.kind is kind)
        yield names.words.say("ou.text.kind", kind=names.kind(kind), stations=listed)


def hand_text(names: Names, view: View) -> str:
    """Return the observer's own colours, pieces, tokens and points."""
    lines = [names.words.say("ou.hand.title")]
    for player in (view.players[seat] for seat in sorted(view.seats)):
        score, parts = player.score, status.by_source(names, player.points)
        lines.append(names.words.count("ou.hand.purse", player.tokens, score=score, parts=parts))
        lines += [status.line_status(names, view, colour) for colour in player.colours]
    return "\n".join(lines)
