"""Laying pieces: where they may go, what they cost and what they score.

Source: OU §4, §5.
"""

from dataclasses import dataclass, replace

from metrobot.engine.actors import Seat
from metrobot.engine.errors import RuleError
from metrobot.games.underground.actions import Build
from metrobot.games.underground.board import (
    BRANCH_COST,
    COLOURS,
    CONNECTIONS,
    LINKS,
    STATIONS,
    Colour,
    Kind,
    Link,
    Station,
)
from metrobot.games.underground.enclosure import enclosed_by
from metrobot.games.underground.errors import Rule
from metrobot.games.underground.state import (
    Source,
    State,
    colours_of,
    with_points,
    with_tokens,
)


def link_name(link: Link) -> tuple[str, str]:
    """Return the names of a link's stations."""
    site = LINKS[link]
    return STATIONS[site.a].name, STATIONS[site.b].name


def build_objection(state: State, seat: Seat, action: Build) -> RuleError | None:
    """Return why a piece may not be laid, or None.

    Source: OU §4.2 to §4.5, §4.7.
    """
    colour, link = action.colour, action.link
    if colour not in colours_of(state.rules, seat):
        own = tuple(COLOURS[own].id for own in colours_of(state.rules, seat))
        return RuleError(Rule.NOT_YOUR_COLOUR, colour=COLOURS[colour].id, own=own)
    if state.pieces_left(colour) == 0:
        return RuleError(Rule.NO_PIECES, colour=COLOURS[colour].id)
    if link in state.tracks[colour]:
        return RuleError(Rule.COLOUR_IS_THERE, colour=COLOURS[colour].id, **_ends(link))
    if state.free_spaces(link) == 0:
        return RuleError(Rule.LINK_FULL, spaces=LINKS[link].spaces, **_ends(link))
    return _reach_objection(state, seat, action)


def _reach_objection(state: State, seat: Seat, action: Build) -> RuleError | None:
    """Return why a piece does not connect or cannot be paid, or None (OU §4.3 to §4.5)."""
    cost, have = cost_of(state, action), state.tokens[seat]
    colour = COLOURS[action.colour].id
    if cost is None:
        return RuleError(Rule.NOT_CONNECTED, colour=colour, **_ends(action.link))
    if cost > have:
        return RuleError(
            Rule.TOO_FEW_TOKENS, colour=colour, cost=cost, have=have, **_ends(action.link)
        )
    return None


def _ends(link: Link) -> dict[str, str]:
    """Return the names of a link's stations as facts."""
    a, b = link_name(link)
    return {"a": a, "b": b}


def cost_of(state: State, action: Build) -> int | None:
    """Return what a piece costs in tokens, 0 or 2, or None where it does not connect.

    The first piece of a colour and a piece from an end of its line are free;
    elsewhere along the line it is a branch.

    Source: OU §4.3 to §4.5.
    """
    if not state.tracks[action.colour]:
        return 0
    site = LINKS[action.link]
    pieces = [state.pieces_at(action.colour, station) for station in (site.a, site.b)]
    if 1 in pieces:
        return 0
    return BRANCH_COST if any(pieces) else None


@dataclass(frozen=True, slots=True)
class Gain:
    """What one piece scores (OU §5).

    Attributes:
        rails: national rail stations newly on the line.
        termini: termini newly on the line.
        pairs: symbols of which both stations are now on the line.
        enclosed: stations newly enclosed.
    """

    rails: tuple[Station, ...]
    termini: tuple[Station, ...]
    pairs: tuple[str, ...]
    enclosed: tuple[Station, ...]

    @property
    def points(self) -> dict[Source, int]:
        """Points by source."""
        return {
            Source.RAIL: len(self.rails),
            Source.TERMINUS: 2 * len(self.termini),
            Source.PAIRS: 3 * len(self.pairs),
            Source.ENCLOSED: len(self.enclosed),
        }

    @property
    def total(self) -> int:
        """All points of the piece."""
        return sum(self.points.values())


def gain_of(state: State, action: Build) -> Gain:
    """Return what a legal piece scores.

    Source: OU §5.1 to §5.5.
    """
    colour = action.colour
    before = state.stations_of(colour)
    site = LINKS[action.link]
    new = tuple(station for station in (site.a, site.b) if station not in before)
    after = before | set(new)
    return Gain(
        rails=tuple(s for s in new if STATIONS[s].kind is Kind.NATIONAL_RAIL),
        termini=tuple(s for s in new if STATIONS[s].kind is Kind.TERMINUS),
        pairs=tuple(
            symbol
            for symbol in dict.fromkeys(_symbol_at(state, s) for s in new)
            if symbol is not None and _has_pair(state, after, symbol)
        ),
        enclosed=() if new else _newly_enclosed(state, colour, action.link),
    )


def _symbol_at(state: State, station: Station) -> str | None:
    """Return the symbol at a connection station, None elsewhere."""
    return state.symbols[CONNECTIONS.index(station)] if station in CONNECTIONS else None


def _has_pair(state: State, stations: frozenset[Station], symbol: str) -> bool:
    """Return whether both stations of a symbol are among these (OU §5.3)."""
    return all(
        station in stations
        for station, there in zip(CONNECTIONS, state.symbols, strict=True)
        if there == symbol
    )


def _newly_enclosed(state: State, colour: Colour, link: Link) -> tuple[Station, ...]:
    """Return the stations that a piece encloses and that were never paid (OU §5.4).

    Only a piece between two stations of the line can close a loop.
    """
    enclosed = enclosed_by(state.tracks[colour] | {link})
    return tuple(sorted(enclosed - state.paid[colour]))


def lay_piece(state: State, seat: Seat, action: Build) -> State:
    """Return the state with a legal piece laid, paid and scored.

    Source: OU §4.5, §5, §5.2 (the terminus' token).
    """
    cost, gain = cost_of(state, action) or 0, gain_of(state, action)
    tracks, paid = list(state.tracks), list(state.paid)
    tracks[action.colour] |= {action.link}
    paid[action.colour] |= frozenset(gain.enclosed)
    state = replace(state, tracks=tuple(tracks), paid=tuple(paid))
    for source, points in gain.points.items():
        if points:
            state = with_points(state, seat, source, points)
    return with_tokens(state, seat, len(gain.termini) - cost)
