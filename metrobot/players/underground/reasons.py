"""Reasons for which a turn of On the Underground is good, as the rules tell them.

Source: OU §4 to §6.
"""

from collections.abc import Iterator

from metrobot.engine.errors import Fact
from metrobot.engine.sentence import Sentence
from metrobot.games.underground.board import BRANCH_COST, COLOURS, STATIONS, Station, StationKind
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
    count = sum(STATIONS[station].kind is StationKind.EXPRESS for station in new_stations)
    if count:
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
    """Return the points lost by another turn that lays pieces, or its points (OU §5, §6).

    The other turn is named by the station where its last piece ends.
    """
    turn, instead = choice.turn, other.turn
    loss = turn.points - instead.points
    if not instead.pieces:
        return None
    station = instead.pieces[-1].end
    # A station that the turn itself lays to tells nobody which other turn is meant.
    if any(station in (piece.start, piece.end) for piece in turn.pieces):
        return None
    facts: dict[str, Fact] = {"station": STATIONS[station].name}
    if loss > 0:
        return Sentence("why.ou.instead_points", facts, loss)
    return Sentence("why.ou.instead", {**facts, "points": instead.points})
