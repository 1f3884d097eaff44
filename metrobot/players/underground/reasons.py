"""Reasons for which a turn of On the Underground is good, as the rules tell them.

Source: OU §4 to §6.
"""

from collections.abc import Iterator

from metrobot.engine.actors import Seat
from metrobot.engine.errors import Fact
from metrobot.engine.sentence import Sentence
from metrobot.games.underground.board import (
    BRANCH_COST,
    COLOURS,
    LINKS_AT,
    STATIONS,
    Station,
    StationKind,
)
from metrobot.games.underground.forecast import game_end_with, stranded
from metrobot.games.underground.summary import Piece, Turn
from metrobot.games.underground.view import View
from metrobot.players.explain import ExplainedTurn, Sacrifice

MOST_NAMED = 3
"""Most stations that are named; of more only the number is told."""


def reasons(choice: ExplainedTurn) -> Iterator[Sentence]:
    """Yield the reasons for a turn, the weightiest first."""
    turn: Turn = choice.turn
    sentences = [*_built(turn), *_ridden(turn, choice)]
    sentences.sort(key=lambda ranked: -ranked[0])
    yield from (sentence for _, sentence in sentences)
    yield from _destinations(turn, choice)
    yield from _express(turn, choice)
    yield from _tokens(turn, choice)
    yield from _grown(turn, choice)


def _named(stations: list[Station]) -> tuple[str, ...]:
    return tuple(STATIONS[station].name for station in dict.fromkeys(stations))


def _built(turn: Turn) -> Iterator[tuple[int, Sentence]]:
    """Yield the points that the pieces score at once, with their stations (OU §5)."""
    points = sum(piece.gain.total for piece in turn.pieces)
    if not points:
        return
    names = _named([station for piece in turn.pieces for station in _scoring(piece)])
    facts: dict[str, Fact] = {"points": points}
    if len(names) <= MOST_NAMED:
        yield points, Sentence("why.ou.builds", {**facts, "stations": names})
    else:
        yield points, Sentence("why.ou.builds_many", facts, len(names))


def _scoring(piece: Piece) -> list[Station]:
    """Return the stations for which a piece scores (OU §5.1 to §5.4)."""
    gain = piece.gain
    stations = [*gain.rails, *gain.termini, *gain.enclosed]
    return [*stations, piece.end] if gain.pairs else stations


def _ridden(turn: Turn, choice: ExplainedTurn) -> Iterator[tuple[int, Sentence]]:
    """Yield the passenger's pay in this turn (OU §6.3)."""
    gain = rival = 0
    for trip in turn.trips:
        for seat, points in trip.pays:
            gain, rival = (gain + points, rival) if seat == choice.seat else (gain, rival + points)
    names = _named([trip.route.to for trip in turn.trips])
    facts: dict[str, Fact] = {"stations": names}
    if gain and rival:
        yield (gain, Sentence("why.ou.rides_shared", {**facts, "others": rival}, gain))
    elif gain:
        yield gain, Sentence("why.ou.rides", facts, gain)


def _stations_of(view: View, choice: ExplainedTurn) -> frozenset[Station]:
    return frozenset[Station]().union(
        *(line.stations for line in view.lines if line.seat == choice.seat)
    )


def _destinations(turn: Turn, choice: ExplainedTurn) -> Iterator[Sentence]:
    """Yield the open destinations that the player's lines newly reach (OU §6.1)."""
    new_stations = _stations_of(turn.after, choice) - _stations_of(turn.before, choice)
    names = _named([card for card in turn.after.open_cards if card in new_stations])
    if names:
        yield Sentence("why.ou.reaches", {"stations": names}, len(names))


def _express(turn: Turn, choice: ExplainedTurn) -> Iterator[Sentence]:
    """Yield the express stations that the player's lines newly reach (OU §6.1)."""
    new_stations = _stations_of(turn.after, choice) - _stations_of(turn.before, choice)
    if count := _express_in(new_stations):
        yield Sentence("why.ou.express", {}, count)


def _tokens(turn: Turn, choice: ExplainedTurn) -> Iterator[Sentence]:
    """Yield the tokens that were saved for branches (OU §4.1, §4.4)."""
    total = turn.after.players[choice.seat].tokens
    if turn.tokens and total > turn.before.players[choice.seat].tokens:
        yield Sentence("why.ou.tokens", {"total": total}, turn.tokens)


def _grown(turn: Turn, choice: ExplainedTurn) -> Iterator[Sentence]:
    """Yield the growth of the player's network: the passenger will meet it more often."""
    was, now = len(_stations_of(turn.before, choice)), len(_stations_of(turn.after, choice))
    if now > was > 0:
        yield Sentence("why.ou.grows", {"was": was, "now": now})
    elif now > was:
        yield Sentence("why.ou.begins", {}, now)


def sacrifice(choice: ExplainedTurn) -> Sacrifice | None:
    """Return the lines that can then only branch, and the points gained (OU §4.4, §4.5)."""
    turn: Turn = choice.turn
    colours = stranded(turn.before, turn.after, choice.seat)
    if not colours or game_end_with(turn.after) is not None:
        return None
    names = tuple(COLOURS[colour].code for colour in colours)
    facts: dict[str, Fact] = {"colours": names, "cost": BRANCH_COST, "gain": turn.points}
    key = "why.ou.strands" if turn.points else "why.ou.strands_all"
    return Sacrifice(Sentence(key, facts, len(colours)), is_worth_it=turn.points > 0)


def cost(choice: ExplainedTurn, other: ExplainedTurn) -> Sentence | None:
    """Return the points lost by another turn that lays other pieces, or its fault (OU §4 to §6).

    The other turn is named by the last of its pieces that this one does not lay.
    """
    turn, instead = choice.turn, other.turn
    own = {(piece.colour, piece.link) for piece in turn.pieces}
    pieces = (p for p in reversed(instead.pieces) if (p.colour, p.link) not in own)
    if (piece := next(pieces, None)) is None:
        return None
    facts: dict[str, Fact] = {"colour": COLOURS[piece.colour].code}
    facts |= {"start": STATIONS[piece.start].name, "end": STATIONS[piece.end].name}
    loss = turn.points - instead.points
    if loss > 0:
        return Sentence("why.ou.instead_points", facts, loss)
    facts |= {"theirs": instead.points, "own": turn.points}
    given_up = sacrifice(other)
    if given_up is not None and sacrifice(choice) is None:
        codes = {"colours": given_up.sentence.facts["colours"], "cost": BRANCH_COST}
        return Sentence("why.ou.instead_strands", {**facts, **codes}, given_up.sentence.count)
    return next(_faults(choice, other, facts), Sentence("why.ou.instead", facts))


def _faults(
    choice: ExplainedTurn, other: ExplainedTurn, facts: dict[str, Fact]
) -> Iterator[Sentence]:
    """Yield the faults of another turn that makes as many points, the gravest first."""
    turn, instead = choice.turn, other.turn
    mine, theirs = (_stations_of(each.turn.after, each) for each in (choice, other))
    counts = {
        "why.ou.instead_rivals": _paid(instead, choice.seat) - _paid(turn, choice.seat),
        "why.ou.instead_express": _express_in(mine) - _express_in(theirs),
        "why.ou.instead_stations": len(mine) - len(theirs),
        "why.ou.instead_ways": _ways(turn.after, choice) - _ways(instead.after, other),
        "why.ou.instead_tokens": turn.after.players[choice.seat].tokens
        - instead.after.players[choice.seat].tokens,
    }
    yield from (Sentence(key, facts, count) for key, count in counts.items() if count > 0)


def _paid(turn: Turn, seat: Seat) -> int:
    """Return the points that the passenger pays others in a turn (OU §6.3)."""
    return sum(points for trip in turn.trips for payee, points in trip.pays if payee != seat)


def _express_in(stations: frozenset[Station]) -> int:
    return sum(STATIONS[station].kind is StationKind.EXPRESS for station in stations)


def _ways(view: View, choice: ExplainedTurn) -> int:
    """Return the number of pieces that the player could lay next without tokens (OU §4.4)."""
    return sum(
        len({link for end in line.ends for link in LINKS_AT[end]} - line.track - view.full_links)
        for line in view.lines
        if line.seat == choice.seat and line.pieces_left
    )
