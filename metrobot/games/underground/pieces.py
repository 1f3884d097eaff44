"""Laying pieces: where they may go, what they cost and what they score.

Source: OU §4, §5.
"""

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from metrobot.engine.actors import Seat
from metrobot.engine.errors import Fact, RuleError
from metrobot.games.underground.actions import Build
from metrobot.games.underground.board import (
    BRANCH_COST,
    COLOURS,
    CONNECTIONS,
    LINKS,
    STATIONS,
    Colour,
    Link,
    Station,
    StationKind,
)
from metrobot.games.underground.enclosure import enclosed_by
from metrobot.games.underground.reasons import Reason
from metrobot.games.underground.state import Source, State, colours_of, with_points, with_tokens
from metrobot.games.underground.track import Track, costs_near, stations_of_pieces

RAIL_POINTS: Final = 1
TERMINUS_POINTS: Final = 2
PAIR_POINTS: Final = 3


def link_stations(link: Link) -> tuple[str, str]:
    """Return the names of a link's stations."""
    site = LINKS[link]
    return STATIONS[site.a].name, STATIONS[site.b].name


def _colour_refusal(state: State, seat: Seat, colour: Colour) -> Reason | None:
    """Return which rule forbids every piece of a colour, or None (OU §4.1, §2.1)."""
    if colour not in colours_of(state.rules, seat):
        return Reason.NOT_YOUR_COLOUR
    return Reason.NO_PIECES if state.pieces_left(colour) == 0 else None


def _link_refusal(track: Track, full: frozenset[Link], tokens: int, link: Link) -> Reason | None:
    """Return which rule forbids a piece of a colour just there, or None (OU §4.2 to §4.5).

    Args:
        track: of the colour.
        full: links without an empty space.
        tokens: of whoever lays it.
        link: where it is to lie.
    """
    if link in track:
        return Reason.COLOUR_IS_THERE
    if link in full:
        return Reason.LINK_FULL
    cost = costs_near(track).get(link)
    if cost is None:
        return Reason.NOT_CONNECTED
    return Reason.TOO_FEW_TOKENS if cost > tokens else None


def build_objection(state: State, seat: Seat, action: Build) -> RuleError | None:
    """Return why a piece may not be laid, with the facts, or None: the one judge of pieces.

    Source: OU §4.2 to §4.5, §4.7.
    """
    track, tokens = state.tracks[action.colour], state.tokens[seat]
    rule = _colour_refusal(state, seat, action.colour)
    rule = rule or _link_refusal(track, state.full_links, tokens, action.link)
    return None if rule is None else RuleError(rule, **_facts(state, seat, action, rule))


def _facts(state: State, seat: Seat, action: Build, rule: Reason) -> dict[str, Fact]:
    """Return what the sentence about a forbidden piece needs to know."""
    (a, b), colour = link_stations(action.link), COLOURS[action.colour].id
    facts: dict[str, Fact] = {"colour": colour, "a": a, "b": b}
    match rule:
        case Reason.NOT_YOUR_COLOUR:
            own = tuple(COLOURS[own].id for own in colours_of(state.rules, seat))
            return {"colour": colour, "own": own}
        case Reason.NO_PIECES:
            return {"colour": colour}
        case Reason.LINK_FULL:
            return {"spaces": LINKS[action.link].spaces, "a": a, "b": b}
        case Reason.TOO_FEW_TOKENS:
            return {**facts, "cost": cost_of(state, action) or 0, "have": state.tokens[seat]}
    return facts


def legal_builds(state: State, seat: Seat) -> tuple[Build, ...]:
    """Return every piece that may be laid: own colours in order, the links of each rising.

    Of a line that runs only links that touch it are looked at: no others connect.
    """
    full, tracks, tokens = state.full_links, state.tracks, state.tokens[seat]
    return tuple(
        piece
        for colour in colours_of(state.rules, seat)
        if _colour_refusal(state, seat, colour) is None
        for piece in _legal(colour, tracks[colour], full, min(tokens, BRANCH_COST))
    )


@lru_cache(maxsize=256)
def _legal(colour: Colour, track: Track, full: frozenset[Link], tokens: int) -> tuple[Build, ...]:
    """Return every piece of a colour that `_link_refusal` allows.

    Args:
        colour: that may be built with.
        track: of the colour.
        full: links without an empty space.
        tokens: of whoever builds; more than the dearest piece costs make no difference.
    """
    return tuple(
        piece
        for piece in _pieces_near(colour, track)
        if _link_refusal(track, full, tokens, piece.link) is None
    )


@lru_cache(maxsize=512)
def _pieces_near(colour: Colour, track: Track) -> tuple[Build, ...]:
    """Return the pieces that would touch a line; all before its first."""
    return tuple(Build(colour, link) for link in costs_near(track))


def cost_of(state: State, action: Build) -> int | None:
    """Return what a piece costs in tokens, 0 or 2, or None where it does not connect.

    Source: OU §4.3 to §4.5.
    """
    return costs_near(state.tracks[action.colour]).get(action.link)


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
            Source.RAIL: RAIL_POINTS * len(self.rails),
            Source.TERMINUS: TERMINUS_POINTS * len(self.termini),
            Source.PAIRS: PAIR_POINTS * len(self.pairs),
            Source.ENCLOSED: len(self.enclosed),
        }

    @property
    def tokens(self) -> int:
        """Tokens that come with the piece, one for each terminus (OU §5.2)."""
        return len(self.termini)

    @property
    def total(self) -> int:
        """All points of the piece."""
        ones = len(self.rails) + len(self.enclosed)
        return ones + TERMINUS_POINTS * len(self.termini) + PAIR_POINTS * len(self.pairs)


def gain_of(state: State, action: Build) -> Gain:
    """Return what a legal piece scores.

    Source: OU §5.1 to §5.5.
    """
    colour = action.colour
    return gain_on(state.tracks[colour], state.paid[colour], state.symbols, action.link)


def gain_on(track: Track, paid: frozenset[Station], symbols: tuple[str, ...], link: Link) -> Gain:
    """Return what a legal piece on a line scores.

    Args:
        track: of its colour.
        paid: stations whose enclosure by this line has been paid.
        symbols: at the connection stations.
        link: where the piece lies.

    Source: OU §5.1 to §5.5.
    """
    before = stations_of_pieces(track)
    site = LINKS[link]
    new = tuple(station for station in (site.a, site.b) if station not in before)
    after = before | set(new)
    return Gain(
        rails=tuple(s for s in new if STATIONS[s].kind is StationKind.NATIONAL_RAIL),
        termini=tuple(s for s in new if STATIONS[s].kind is StationKind.TERMINUS),
        pairs=tuple(
            symbol
            for symbol in dict.fromkeys(_symbol_at(symbols, s) for s in new)
            if symbol is not None and _has_pair(symbols, after, symbol)
        ),
        # Only a piece between two stations of the line can close a loop (OU §5.4).
        enclosed=() if new else tuple(sorted(enclosed_by(track | {link}) - paid)),
    )


def _symbol_at(symbols: tuple[str, ...], station: Station) -> str | None:
    """Return the symbol at a connection station, None elsewhere."""
    return symbols[CONNECTIONS.index(station)] if station in CONNECTIONS else None


def _has_pair(symbols: tuple[str, ...], stations: frozenset[Station], symbol: str) -> bool:
    """Return whether both stations of a symbol are among these (OU §5.3)."""
    return all(
        station in stations
        for station, there in zip(CONNECTIONS, symbols, strict=True)
        if there == symbol
    )


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
    return with_tokens(state, seat, gain.tokens - cost)
