"""What a fact of On the Underground says, recounted from the states and the map."""

from collections.abc import Iterable
from typing import Any

from metrobot.engine.sentence import Sentence
from metrobot.games.underground.actions import Travel
from metrobot.games.underground.board import (
    COLOURS,
    CONNECTIONS,
    LINKS,
    STATIONS,
    Colour,
    Link,
    Station,
    StationKind,
)
from metrobot.games.underground.state import State, colours_of
from tests.games.underground.reference import Choice, enclosed, legal_pieces, passenger_choices
from tests.hints.underground import _grows_free as grows_free


def is_true(turn: Any, fact: Sentence) -> bool:
    """Return whether the states of a turn bear a fact out."""
    kind = fact.key.removeprefix("fact.ou.")
    facts, rules = dict(fact.facts), turn.after.rules
    is_own = "colour" not in facts or facts["colour"] in colours_of(rules, facts["seat"])
    return is_own and globals()[f"_{kind}"](turn, facts, fact.count)


def _owners(state: State, colours: Iterable[Colour]) -> set[int]:
    seats = range(state.rules.players)
    return {seat for seat in seats if set(colours) & set(colours_of(state.rules, seat))}  # type: ignore[arg-type]  # a seat's number


def _visit(state: State, but: Station | None = None) -> tuple[int, set[Choice]]:
    """Return the walks and the choices of the next visit: express first (OU §6.1)."""
    cards = state.open_cards
    express = [card for card in cards if STATIONS[card].kind is StationKind.EXPRESS]
    lines = {Colour(n): track for n, track in enumerate(state.tracks) if track}
    assert state.passenger is not None
    stops = [card for card in express or cards if card != but]
    return passenger_choices(state.passenger, stops, lines)


def _turned(turn: Any, facts: dict[str, Any], _: None) -> bool:
    visits = [deed.action.to for deed in turn.deeds if isinstance(deed.action, Travel)]
    choices = _visit(turn.before)[1]
    paid = set.intersection(*(_owners(turn.before, colours) for _, colours in choices))
    is_sure = {stop for stop, _ in choices} == {facts["station"]}
    return is_sure and visits[0] != facts["station"] and paid == set(facts["seats"])


_turned_paid = _turned


def _ring(turn: Any, facts: dict[str, Any], count: int) -> bool:
    colour = facts["colour"]
    inside = set[Station]().union(*(enclosed(deed.after.tracks[colour]) for deed in turn.deeds))
    return len(inside - turn.before.paid[colour]) == count


def _piece(turn: Any, facts: dict[str, Any], count: int) -> bool:
    colour = facts["colour"]
    return _best(turn.before, colour) < _best(turn.after, colour) == count


def _best(state: State, colour: Colour) -> int:
    """Return the most points that one free piece would bring."""
    links = legal_pieces(state.tracks, [(colour, COLOURS[colour].pieces)], 0)
    points = (_points(state, colour, link) for _, link in links if state.tracks[colour])
    return max(points, default=0)


def _points(state: State, colour: Colour, link: Link) -> int:
    track = state.tracks[colour]
    old, new = (
        {s for n in links for s in (LINKS[n].a, LINKS[n].b)} for links in (track, track | {link})
    )
    kinds = [STATIONS[station].kind for station in new - old]
    points = kinds.count(StationKind.NATIONAL_RAIL) + 2 * kinds.count(StationKind.TERMINUS)
    for symbol in set(state.symbols):
        pair = {s for s, there in zip(CONNECTIONS, state.symbols, strict=True) if there == symbol}
        points += 3 * (pair <= new and not pair <= old)
    return points + len(enclosed(track | {link}) - state.paid[colour])


def _prefers(turn: Any, facts: dict[str, Any], count: int) -> bool:
    state = turn.after
    (walks, best), (more, rest) = _visit(state), _visit(state, facts["station"])
    paid = [_owners(state, colours) for _, colours in best]
    others = [_owners(state, colours) for stop, colours in rest if stop == facts["farther"]]
    is_alone = set().union(*paid) == {facts["seat"]} and {s for s, _ in best} == {facts["station"]}
    return is_alone and more - walks == count > 0 and bool(set().union(*others) - {facts["seat"]})


def _gift(turn: Any, facts: dict[str, Any], count: int) -> bool:
    fares, state = [0] * turn.before.rules.players, turn.before
    for deed in turn.deeds:
        if isinstance(deed.action, Travel):
            fares = [n + deed.after.score(s) - state.score(s) for s, n in enumerate(fares)]
        state = deed.after
    is_most = fares.count(count) == 1 and fares[facts["seat"]] == max(fares) == count >= 2
    return is_most and turn.deeds[0].actor == facts["other"] and not fares[facts["other"]]


def _lead(turn: Any, facts: dict[str, Any], _: None) -> bool:
    seats = range(turn.before.rules.players)
    was, now = ([state.score(seat) for seat in seats] for state in (turn.before, turn.after))
    own = now.pop(facts["player"])
    is_ahead: bool = own == facts["total"] > max(now) == facts["second"]
    return is_ahead and was.pop(facts["player"]) < max(was)


def _strands(turn: Any, facts: dict[str, Any], count: int) -> bool:
    colour = facts["colour"]
    is_new = grows_free(turn.before, colour) and not grows_free(turn.after, colour)
    return is_new and COLOURS[colour].pieces - len(turn.after.tracks[colour]) == count > 0


def _no_pieces(turn: Any, facts: dict[str, Any], _: None) -> bool:
    was, now = (len(state.tracks[facts["colour"]]) for state in (turn.before, turn.after))
    return bool(was < now == COLOURS[facts["colour"]].pieces)
