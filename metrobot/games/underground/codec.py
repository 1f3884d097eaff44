"""Actions of On the Underground as the record writes them."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from metrobot.engine.actions import Action
from metrobot.engine.errors import RecordError
from metrobot.games.underground.actions import Build, DrawCards, PlaceTokens, TakeToken, Travel
from metrobot.games.underground.board import (
    COLOUR_NAMED,
    COLOURS,
    CONNECTIONS,
    LINK_BETWEEN,
    LINKS,
    STATION_NAMED,
    STATIONS,
    Colour,
    Station,
)

Fields = Mapping[str, Any]


def encode(action: Action) -> dict[str, Any]:
    """Return the fields of an action as in the record, without its kind."""
    match action:
        case PlaceTokens(symbols):
            ids = [STATIONS[station].id for station in CONNECTIONS]
            return {"symbols": dict(zip(ids, symbols, strict=True))}
        case DrawCards(cards):
            return {"cards": [STATIONS[card].id for card in cards]}
        case Build(colour, link):
            site = LINKS[link]
            return {
                "colour": COLOURS[colour].id,
                "a": STATIONS[site.a].id,
                "b": STATIONS[site.b].id,
            }
        case TakeToken():
            return {}
        case Travel(to, colours):
            return {
                "to": STATIONS[to].id,
                "colours": sorted(COLOURS[colour].id for colour in colours),
            }
    raise RecordError(f"no action of this game: {action!r}")


def decode(kind: str, fields: Fields) -> Action:
    """Return the action that a record's fields mean.

    Raises:
        RecordError: an unknown kind or key, or a value of a wrong form.
    """
    if kind not in _READERS:
        raise RecordError(f"unknown kind {kind!r}")
    keys, reader = _READERS[kind]
    if set(fields) != keys:
        raise RecordError(f"{kind!r} needs the keys {sorted(keys)}, not {sorted(fields)}")
    return reader(fields)


def _tokens(fields: Fields) -> PlaceTokens:
    """Read the connection tokens."""
    symbols = fields["symbols"]
    ids = [STATIONS[station].id for station in CONNECTIONS]
    if not isinstance(symbols, dict) or set(symbols) != set(ids):
        raise RecordError(f"'symbols' needs the connection stations {ids}")
    if not all(isinstance(symbol, str) for symbol in symbols.values()):
        raise RecordError("a symbol is a string")
    return PlaceTokens(tuple(symbols[id_] for id_ in ids))


def _station(value: object) -> Station:
    """Read a station's id."""
    if not isinstance(value, str) or value not in STATION_NAMED:
        raise RecordError(f"no station: {value!r}")
    return STATION_NAMED[value]


def _colour(value: object) -> Colour:
    """Read a colour's id."""
    if not isinstance(value, str) or value not in COLOUR_NAMED:
        raise RecordError(f"no colour: {value!r}")
    return COLOUR_NAMED[value]


def _draw(fields: Fields) -> DrawCards:
    """Read a draw of cards."""
    if not isinstance(fields["cards"], list):
        raise RecordError("'cards' must be a list")
    return DrawCards(tuple(_station(card) for card in fields["cards"]))


def _build(fields: Fields) -> Build:
    """Read a piece; its stations may stand in either order."""
    a, b = _station(fields["a"]), _station(fields["b"])
    link = LINK_BETWEEN.get(frozenset((a, b)))
    if link is None:
        raise RecordError(f"no link between {fields['a']!r} and {fields['b']!r}")
    return Build(_colour(fields["colour"]), link)


def _travel(fields: Fields) -> Travel:
    """Read a visit; its colours are sorted by id."""
    names = fields["colours"]
    if not isinstance(names, list):
        raise RecordError("'colours' must be a list")
    colours = tuple(_colour(name) for name in names)
    if list(names) != sorted(set(names)):
        raise RecordError("'colours' must be sorted, each once")
    return Travel(_station(fields["to"]), tuple(sorted(colours)))


_READERS: Final[dict[str, tuple[set[str], Callable[[Fields], Action]]]] = {
    PlaceTokens.kind: ({"symbols"}, _tokens),
    DrawCards.kind: ({"cards"}, _draw),
    Build.kind: ({"colour", "a", "b"}, _build),
    TakeToken.kind: (set(), lambda _: TakeToken()),
    Travel.kind: ({"to", "colours"}, _travel),
}
