"""Typed links, matched against the legal choices.

The rules decide: typed text becomes an action, and a refusal is the rules' own,
with the legal choices.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from metrobot.engine.errors import Fact, Refusal, RuleError
from metrobot.games.underground.actions import Build, TakeToken
from metrobot.games.underground.board import (
    COLOUR_NAMED,
    COLOURS,
    LINK_BETWEEN,
    LINKS_AT,
    STATIONS,
    Colour,
    Station,
    other_end,
)
from metrobot.games.underground.state import colours_of
from metrobot.games.underground.summary import Piece, Turn
from metrobot.ui.kit.typed_turns import LISTED_AT_MOST, AnyDraft, bare, matching_places, the_place
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


@dataclass(frozen=True, slots=True)
class Typed:
    """One piece as typed; None continues from the piece before.

    Attributes:
        colour: name or letter.
        start: a station.
        end: a neighbouring one.
    """

    colour: str | None
    start: str | None
    end: str | None


def after_all(draft: AnyDraft, pieces: Iterable[Typed], words: Words) -> AnyDraft:
    """Return the draft with several typed pieces tried in order.

    Raises:
        Refusal: one of them is not understood or not legal.
    """
    for typed in pieces:
        draft = _then(draft, typed, words)
    return draft


def _then(draft: AnyDraft, typed: Typed, words: Words) -> AnyDraft:
    colour = colour_meant(draft, typed.colour, words)
    start, end = _stations(draft, typed)
    if (link := LINK_BETWEEN.get(frozenset((start, end)))) is None:
        legal = tuple(sorted(map(station, _neighbours(start))))
        raise Refusal(TypedKey.NO_LINK, a=station(start), b=station(end), legal=legal)
    try:
        return draft.then_action(Build(colour, link))
    except RuleError as error:
        raise _refusal(draft, colour, error, words) from error


def colour_meant(draft: AnyDraft, text: str | None, words: Words) -> Colour:
    """Return the typed colour, or the colour of the last piece.

    Raises:
        Refusal: there is no such colour.
    """
    last = _so_far(draft).last_colour
    if not text and last is not None:
        return last
    wanted = bare(text or "")
    own = colours_of(draft.state.rules, draft.seat)
    # Others' colours count as known too: the rules refuse them with their reason.
    for colour in (*own, *COLOUR_NAMED.values()):
        site = COLOURS[colour]
        if wanted in (bare(site.id), bare(site.code), bare(words.say(COLOUR_WORDS[site.id]))):
            return colour
    names = tuple(words.say(COLOUR_WORDS[COLOURS[colour].id]) for colour in own)
    raise Refusal(TypedKey.NO_COLOUR, text=shown_name(text or ""), own=names)


def _so_far(draft: AnyDraft) -> Turn:
    return draft.title.summary(draft.base, draft.deeds, preview=True)  # type: ignore[no-any-return]  # of this game


def tip_of(draft: AnyDraft) -> Station | None:
    """Return the end of the last drafted piece."""
    pieces = _so_far(draft).pieces
    return pieces[-1].end if pieces else None


def _stations(draft: AnyDraft, typed: Typed) -> tuple[Station, Station]:
    if not typed.end:
        raise Refusal(TypedKey.NO_TO, station=shown_name(typed.start or "–"))
    start = station_named(typed.start) if typed.start else tip_of(draft)
    if start is None:
        raise Refusal(TypedKey.NO_FROM, station=station(station_named(typed.end)))
    return start, station_named(typed.end, _neighbours(start))


def station_named(text: str, likely: Sequence[Station] = ()) -> Station:
    """Return the station with this name, or with a name that begins so.

    Args:
        text: as typed; case and signs do not matter.
        likely: preferred where several names fit.

    Raises:
        Refusal: there is none, or several.
    """
    found = matching_places(text, [(site.name,) for site in STATIONS])
    fitting = [at for at in found if at in likely] or found
    names = [site.name for site in STATIONS]
    return Station(the_place(text, fitting, names, TypedKey.NO_STATION, TypedKey.WHICH_STATION))


def _neighbours(at: Station) -> list[Station]:
    return [other_end(link, at) for link in LINKS_AT[at]]


def _refusal(draft: AnyDraft, colour: Colour, error: RuleError, words: Words) -> Refusal:
    """Return the rules' reason against a piece, with the legal ones."""
    reason = words.say(error.key, **refusal_facts(error, words))
    pieces = pieces_of(draft, colour)
    if not pieces:
        return Refusal(TypedKey.REFUSED_ALL, reason=reason)
    legal = tuple(
        words.say("ou.typed.priced", link=link_of(piece), price=price_of(words, piece.cost))
        for piece in pieces[:LISTED_AT_MOST]
    )
    return Refusal(TypedKey.REFUSED, reason=reason, legal=legal)


def pieces_of(draft: AnyDraft, colour: Colour) -> list[Piece]:
    """Return the pieces of a colour that may be laid now, free ones first."""
    found = open_choices(draft_view_of(draft).options).of(colour)
    return sorted(found.values(), key=lambda piece: piece.cost)


def refusal_facts(refusal: Refusal, words: Words) -> dict[str, Fact]:
    """Return the facts of a refusal, colours in the reader's words."""
    return {name: _fact_text(name, fact, words) for name, fact in refusal.facts.items()}


def _fact_text(name: str, fact: Fact, words: Words) -> Fact:
    if name == "colour" and isinstance(fact, str):
        return words.say(COLOUR_WORDS[fact])
    if name == "own" and isinstance(fact, tuple):
        return tuple(words.say(COLOUR_WORDS[each]) for each in fact)
    return fact


def then_tokens(draft: AnyDraft, count: int) -> AnyDraft:
    """Return the draft with this many tokens taken.

    Raises:
        RuleError: none can be taken.
    """
    for _ in range(count):
        draft = draft.then_action(TakeToken())
    return draft
