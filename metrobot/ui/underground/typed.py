"""Typed links, matched against the legal choices.

The rules decide: typed text becomes an action, and a refusal is the rules' own,
with the legal choices.
"""

from collections.abc import Collection
from enum import StrEnum

from metrobot.engine.errors import Fact, Refusal, RuleError
from metrobot.games.underground import board
from metrobot.games.underground.actions import Build, TakeToken
from metrobot.games.underground.board import COLOURS, STATIONS, Colour, Station, other_end
from metrobot.games.underground.state import colours_of
from metrobot.games.underground.summary import Piece, Turn
from metrobot.ui.kit.typed_turns import LISTED_AT_MOST, AnyDraft, Row, TypedTurn, bare, place_meant
from metrobot.ui.kit.views import draft_view_of
from metrobot.ui.underground.names import COLOUR_WORDS, station
from metrobot.ui.underground.steps import link_of, open_choices, price_of
from metrobot.ui.words.catalogue import Words
from metrobot.ui.words.player_names import shown_name


class TypedKey(StrEnum):
    """Keys of the faults in a typed link; the facts of each are listed below it."""

    NO_COLOUR = "ou.typed.no_colour"
    """text: as typed; own: the player's colours."""
    NO_STATION = "ou.typed.no_station"
    """text: as typed."""
    WHICH_STATION = "ou.typed.which_station"
    """text: as typed; legal: the stations that fit."""
    NO_FROM = "ou.typed.no_from"
    """station: the typed end, without a start."""
    NO_TO = "ou.typed.no_to"
    """station: the typed start, without an end."""
    NO_LINK = "ou.typed.no_link"
    """a, b: stations; legal: the neighbours of a."""
    REFUSED = "ou.typed.refused"
    """reason: the sentence of the rule; legal: links of the colour that are legal."""
    REFUSED_ALL = "ou.typed.refused_all"
    """reason: the sentence of the rule; the colour cannot be built anywhere."""


def then_piece(turn: TypedTurn, row: Row) -> AnyDraft:
    """Return the draft with a typed piece tried.

    Args:
        turn: the turn so far.
        row: colour, from and to; what is left out goes on from the piece before.

    Raises:
        Refusal: it is not understood or not legal.
    """
    colour = colour_meant(turn, row)
    if "to" not in row:
        raise Refusal(TypedKey.NO_TO, station=shown_name(row.get("from", "–")))
    start = start_meant(turn, row)
    if start is None:
        raise Refusal(TypedKey.NO_FROM, station=station(station_named(row["to"])))
    neighbours = [other_end(link, start) for link in board.LINKS_AT[start]]
    end = station_named(row["to"], neighbours)
    if (link := board.LINK_BETWEEN.get(frozenset((start, end)))) is None:
        legal = tuple(sorted(map(station, neighbours)))
        raise Refusal(TypedKey.NO_LINK, a=station(start), b=station(end), legal=legal)
    return turn.tried(Build(colour, link), lambda error: _refusal(turn, colour, error))


def colour_meant(turn: TypedTurn, row: Row) -> Colour:
    """Return the typed colour, or the colour of the last piece.

    Raises:
        Refusal: there is no such colour.
    """
    pieces = _so_far(turn).pieces
    if "colour" not in row and pieces:
        return pieces[-1].colour
    text = row.get("colour", "")
    colours = colours_of(turn.draft.state.rules, turn.draft.seat)
    # Others' colours count as known too: the rules refuse them with their reason.
    for colour in (*colours, *board.COLOUR_NAMED.values()):
        site = COLOURS[colour]
        if bare(text) in map(bare, (site.id, site.code, turn.words.say(COLOUR_WORDS[site.id]))):
            return colour
    names = tuple(turn.words.say(COLOUR_WORDS[COLOURS[colour].id]) for colour in colours)
    raise Refusal(TypedKey.NO_COLOUR, text=shown_name(text), own=names)


def start_meant(turn: TypedTurn, row: Row) -> Station | None:
    """Return the typed start, or the end of the last piece; None if there is neither.

    Raises:
        Refusal: there is no such station, or several.
    """
    if "from" in row:
        return station_named(row["from"])
    pieces = _so_far(turn).pieces
    return pieces[-1].end if pieces else None


def _so_far(turn: TypedTurn) -> Turn:
    draft = turn.draft
    return draft.title.summary(draft.base, draft.deeds, preview=True)  # type: ignore[no-any-return]  # of this game


def station_named(text: str, likely: Collection[int] = ()) -> Station:
    """Return the station with this name, or with a name that begins so.

    Args:
        text: as typed; case and signs do not matter.
        likely: preferred where several names fit.

    Raises:
        Refusal: there is none, or several.
    """
    names = [(site.name,) for site in STATIONS]
    return Station(place_meant(text, names, TypedKey.NO_STATION, TypedKey.WHICH_STATION, likely))


def _refusal(turn: TypedTurn, colour: Colour, error: RuleError) -> Refusal:
    """Return the rules' reason against a piece, with the legal ones."""
    words = turn.words
    facts = {name: _fact_text(name, fact, words) for name, fact in error.facts.items()}
    reason = words.say(error.key, **facts)
    pieces = pieces_of(turn, colour)
    if not pieces:
        return Refusal(TypedKey.REFUSED_ALL, reason=reason)
    legal = tuple(
        words.say("ou.typed.priced", link=link_of(piece), price=price_of(words, piece.cost))
        for piece in pieces[:LISTED_AT_MOST]
    )
    return Refusal(TypedKey.REFUSED, reason=reason, legal=legal)


def pieces_of(turn: TypedTurn, colour: Colour) -> list[Piece]:
    """Return the pieces of a colour that may be laid now, free ones first."""
    pieces = open_choices(draft_view_of(turn.draft).options).of(colour)
    return sorted(pieces.values(), key=lambda piece: piece.cost)


def _fact_text(name: str, fact: Fact, words: Words) -> Fact:
    """Return a fact of a refusal, colours in the reader's words."""
    if name == "colour" and isinstance(fact, str):
        return words.say(COLOUR_WORDS[fact])
    if name == "own" and isinstance(fact, tuple):
        return tuple(words.say(COLOUR_WORDS[colour]) for colour in fact)
    return fact


def then_tokens(turn: TypedTurn, row: Row) -> AnyDraft:
    """Return the draft with as many tokens taken as typed, one if no number is.

    Raises:
        RuleError: none can be taken.
    """
    draft = turn.draft
    for _ in range(row.get("count", 1)):
        draft = draft.then_action(TakeToken())
    return draft
