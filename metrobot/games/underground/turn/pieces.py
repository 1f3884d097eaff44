"""Laying pieces: legality, cost and points.

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
from metrobot.games.underground.lines.enclosure import enclosed_by
from metrobot.games.underground.lines.track import Track, costs_near, stations_of_pieces
from metrobot.games.underground.reasons import Reason
from metrobot.games.underground.state import Source, State, colours_of, with_points, with_tokens

RAIL_POINTS: Final = 1
TERMINUS_POINTS: Final = 2
PAIR_POINTS: Final = 3


def _colour_refusal(state: State, seat: Seat, colour: Colour) -> Reason | None:
    """Return the rule that forbids every piece of a colour, or None (OU §4.1, §2.1)."""
    if colour not in colours_of(state.rules, seat):
        return Reason.NOT_YOUR_COLOUR
    return Reason.NO_PIECES if state.pieces_left(colour) == 0 else None


def _link_refusal(track: Track, full: frozenset[Link], tokens: int, link: Link) -> Reason | None:
    """Return the rule that forbids a piece of a colour on a link, or None (OU §4.2 to §4.5)."""
    if link in track:
        return Reason.COLOUR_IS_THERE
    if link in full:
        return Reason.LINK_FULL
    cost = costs_near(track).get(link)
    if cost is None:
        return Reason.NOT_CONNECTED
    return Reason.TOO_FEW_TOKENS if cost > tokens else None


def build_objection(state: State, seat: Seat, action: Build) -> RuleError | None:
    """Return the rule against a piece, with its facts, or None if the piece is legal.

    Source: OU §4.2 to §4.5, §4.7.
    """
    track, tokens = state.tracks[action.colour], state.tokens[seat]
    rule = _colour_refusal(state, seat, action.colour)
    rule = rule or _link_refusal(track, state.full_links, tokens, action.link)
    return None if rule is None else RuleError(rule, **_facts(state, seat, action, rule))


def _facts(state: State, seat: Seat, action: Build, rule: Reason) -> dict[str, Fact]:
    site, colour = LINKS[action.link], COLOURS[action.colour].id
    a, b = STATIONS[site.a].name, STATIONS[site.b].name
    facts: dict[str, Fact] = {"colour": colour, "a": a, "b": b}
    match rule:
        case Reason.NOT_YOUR_COLOUR:
            own = tuple(COLOURS[own].id for own in colours_of(state.rules, seat))
            return {"colour": colour, "own": own}
        case Reason.NO_PIECES:
            return {"colour": colour}
        case Reason.LINK_FULL:
            return {"spaces": site.spaces, "a": a, "b": b}
        case Reason.TOO_FEW_TOKENS:
            return {**facts, "cost": cost_of(state, action) or 0, "have": state.tokens[seat]}
    return facts


def legal_builds(state: State, seat: Seat) -> tuple[Build, ...]:
    """Return every legal piece: own colours in order, the links of each ascending.

    Only links that touch a line already on the board are looked at: no others
    connect.
    """
    # The order stands in the ids of buttons (docs/decisions/drafts-in-button-ids.md): it must never
    # change.
    full, tracks, tokens = state.full_links, state.tracks, state.tokens[seat]
    return tuple(
        piece
        for colour in colours_of(state.rules, seat)
        if _colour_refusal(state, seat, colour) is None
        # More tokens than a branch costs make no difference; the cap lets the cache hit more.
        for piece in _legal(colour, tracks[colour], full, min(tokens, BRANCH_COST))
    )


@lru_cache(maxsize=256)
def _legal(colour: Colour, track: Track, full: frozenset[Link], tokens: int) -> tuple[Build, ...]:
    """Return every piece of a colour that `_link_refusal` allows."""
    return tuple(
        piece
        for piece in _pieces_near(colour, track)
        if _link_refusal(track, full, tokens, piece.link) is None
    )


@lru_cache(maxsize=512)
def _pieces_near(colour: Colour, track: Track) -> tuple[Build, ...]:
    """Return the pieces that touch a line, or all if it has none yet."""
    return tuple(Build(colour, link) for link in costs_near(track))


def cost_of(state: State, action: Build) -> int | None:
    """Return a piece's cost in tokens, 0 or 2, or None where it does not connect.

    Source: OU §4.3 to §4.5.
    """
    return costs_near(state.tracks[action.colour]).get(action.link)


@dataclass(frozen=True, slots=True)
class Gain:
    """The points of one piece, with their reasons (OU §5).

    Attributes:
        rails: national rail stations newly on the line.
        termini: termini newly on the line.
        pairs: symbols whose two stations are now both on the line.
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
    """Score a legal piece (OU §5.1 to §5.5)."""
    colour = action.colour
    return gain_on(state.tracks[colour], state.paid[colour], state.symbols, action.link)


def gain_on(track: Track, paid: frozenset[Station], symbols: tuple[str, ...], link: Link) -> Gain:
    """Score a legal piece on a line (OU §5.1 to §5.5).

    Args:
        track: of its colour.
        paid: stations whose enclosure by this line has been paid.
        symbols: at the connection stations.
        link: of the piece.
    """
    before = stations_of_pieces(track)
    site = LINKS[link]
    new = tuple(station for station in (site.a, site.b) if station not in before)
    after = before | set(new)
    # Both stations of a pair may be new, and it counts once.
    there = dict.fromkeys(symbols[CONNECTIONS.index(s)] for s in new if s in CONNECTIONS)
    return Gain(
        rails=tuple(s for s in new if STATIONS[s].kind is StationKind.NATIONAL_RAIL),
        termini=tuple(s for s in new if STATIONS[s].kind is StationKind.TERMINUS),
        pairs=tuple(symbol for symbol in there if _has_pair(symbols, after, symbol)),
        # Only a piece between two stations of the line can close a loop (OU §5.4).
        enclosed=() if new else tuple(sorted(enclosed_by(track | {link}) - paid)),
    )


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
