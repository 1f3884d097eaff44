"""Encoding of On the Underground's actions in the record."""

from typing import Any, Final

from metrobot.engine.actions import Action
from metrobot.engine.errors import RecordError
from metrobot.engine.fields import Fields, Readers, action_of, named
from metrobot.games.underground import board
from metrobot.games.underground.actions import Build, DrawCards, PlaceTokens, TakeToken, Travel


def encode(action: Action) -> dict[str, Any]:
    """Return the fields of an action as in the record, without its kind."""
    match action:
        case PlaceTokens(symbols):
            ids = [board.STATIONS[station].id for station in board.CONNECTIONS]
            return {"symbols": dict(zip(ids, symbols, strict=True))}
        case DrawCards(cards):
            return {"cards": [board.STATIONS[card].id for card in cards]}
        case Build(colour, link):
            site = board.LINKS[link]
            return {
                "colour": board.COLOURS[colour].id,
                "a": board.STATIONS[site.a].id,
                "b": board.STATIONS[site.b].id,
            }
        case TakeToken():
            return {}
        case Travel(to, colours):
            return {
                "to": board.STATIONS[to].id,
                "colours": sorted(board.COLOURS[colour].id for colour in colours),
            }
    raise RecordError(f"no action of this game: {action!r}")


def decode(kind: str, fields: Fields) -> Action:
    """Decode an action from a record's fields.

    Raises:
        RecordError: an unknown kind or key, or a value of a wrong form.
    """
    return action_of(_READERS, kind, fields)


def _tokens(fields: Fields) -> PlaceTokens:
    symbols = fields["symbols"]
    ids = [board.STATIONS[station].id for station in board.CONNECTIONS]
    if not isinstance(symbols, dict) or set(symbols) != set(ids):
        raise RecordError(f"'symbols' needs the connection stations {ids}")
    if not all(isinstance(symbol, str) for symbol in symbols.values()):
        raise RecordError("a symbol is a string")
    return PlaceTokens(tuple(symbols[id_] for id_ in ids))


def _draw(fields: Fields) -> DrawCards:
    if not isinstance(fields["cards"], list):
        raise RecordError("'cards' must be a list")
    return DrawCards(tuple(named(board.STATION_NAMED, "station", card) for card in fields["cards"]))


def _build(fields: Fields) -> Build:
    """Read a piece; its stations may stand in either order."""
    a, b = (named(board.STATION_NAMED, "station", fields[end]) for end in ("a", "b"))
    link = board.LINK_BETWEEN.get(frozenset((a, b)))
    if link is None:
        raise RecordError(f"no link between {fields['a']!r} and {fields['b']!r}")
    return Build(named(board.COLOUR_NAMED, "colour", fields["colour"]), link)


def _travel(fields: Fields) -> Travel:
    """Read a visit; its colours are sorted by id."""
    names = fields["colours"]
    if not isinstance(names, list):
        raise RecordError("'colours' must be a list")
    colours = tuple(named(board.COLOUR_NAMED, "colour", name) for name in names)
    # One order only, so that equal visits are equal lines of a record.
    if list(names) != sorted(set(names)):
        raise RecordError("'colours' must be sorted, each once")
    return Travel(named(board.STATION_NAMED, "station", fields["to"]), tuple(sorted(colours)))


_READERS: Final[Readers] = {
    PlaceTokens.kind: ({"symbols"}, set(), _tokens),
    DrawCards.kind: ({"cards"}, set(), _draw),
    Build.kind: ({"colour", "a", "b"}, set(), _build),
    TakeToken.kind: (set(), set(), lambda _: TakeToken()),
    Travel.kind: ({"to", "colours"}, set(), _travel),
}
