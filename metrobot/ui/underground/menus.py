"""What can be pressed in the planner: colours, links, tokens, the passenger's ways."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise
from typing import Final, TypeAlias, TypeVar

from metrobot.games.underground.board import COLOURS, Colour
from metrobot.games.underground.passenger import Trip
from metrobot.games.underground.told import Piece
from metrobot.games.underground.view import View
from metrobot.ui.pages.values import Choice, Group, Menu
from metrobot.ui.underground.areas import AREAS, area_of
from metrobot.ui.underground.cast import Cast, station
from metrobot.ui.underground.steps import OpenChoices, link_of, price, reasons
from metrobot.ui.underground.tripwords import by_player
from metrobot.ui.words.lengths import clipped
from metrobot.ui.words.limits import CHOICE_LIMIT, MOST_CHOICES

MOST_MENUS: Final = 3
Offer: TypeAlias = tuple[int, Piece]
"""A piece that can be laid, after its place among the options."""
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Shown:
    """What is looked at among the open choices.

    Attributes:
        colour: whose links are offered; None: no piece can be laid.
        area: the part of the map, where there are too many; else None.
        pieces: the links offered, in the order of their numbers, by their
            places among the options.
    """

    colour: Colour | None
    area: str | None
    pieces: Mapping[int, Piece]

    @property
    def numbers(self) -> dict[int, int]:
        """The number of each link on the picture, by its place among the options."""
        return {place: n for n, place in enumerate(self.pieces, start=1)}


def shown(view: View, choices: OpenChoices, group: str | None, last: Colour | None = None) -> Shown:
    """Return what to look at.

    Args:
        view: of the draft.
        choices: what is open.
        group: what was asked for: a colour's letter, maybe with an area.
        last: the colour built last, which is looked at unless another was asked for.
    """
    open_colours = [c for c in own_colours(view) if choices.of(c)]
    if not open_colours:
        return Shown(None, None, {})
    code, _, area = (group or "").partition("_")
    asked = [c for c in open_colours if key_of(c) == code]
    colour = next(chain(asked, (c for c in open_colours if c == last), open_colours))
    pieces = choices.of(colour)
    if len(pieces) <= MOST_CHOICES * MOST_MENUS:
        return Shown(colour, None, _in_order(pieces))
    found = {n: area_of(piece.link) for n, piece in pieces.items()}
    areas = [key for key, _ in AREAS if key in found.values()]
    area = area if area in areas else areas[0]
    there = {n: piece for n, piece in pieces.items() if found[n] == area}
    return Shown(colour, area, _in_order(there))


def own_colours(view: View) -> tuple[Colour, ...]:
    """Return the colours of whose turn it is."""
    return () if view.to_act is None else view.players[view.to_act].colours


def key_of(colour: Colour) -> str:
    """Return a colour as it stands in ids: its letter on the map."""
    return COLOURS[colour].code.lower()


def _in_order(pieces: Mapping[int, Piece]) -> dict[int, Piece]:
    """Return links as they are offered: free ones first, then by their names."""
    return dict(sorted(pieces.items(), key=lambda each: (each[1].cost, link_of(each[1]))))


def tabs(cast: Cast, view: View, choices: OpenChoices, look: Shown) -> tuple[Group, ...]:
    """Return one button for each colour of which a piece can be laid."""
    return tuple(
        Group(key_of(colour), _tab(cast, view, colour), is_shown=colour == look.colour)
        for colour in own_colours(view)
        if choices.of(colour)
    )


def _tab(cast: Cast, view: View, colour: Colour) -> str:
    """Return a colour with its letter and the pieces left."""
    left = view.line(colour).pieces_left
    return cast.words.count("ou.tab", left, colour=cast.head(colour), code=COLOURS[colour].code)


def groups(cast: Cast, choices: OpenChoices, look: Shown) -> tuple[Group, ...]:
    """Return the areas of the map, where there are too many links for the menus."""
    if look.colour is None or look.area is None:
        return ()
    code = key_of(look.colour)
    found = {area_of(piece.link) for piece in choices.of(look.colour).values()}
    return tuple(
        Group(
            f"{code}_{key}",
            cast.words.say("ou.group", colour=cast.head(look.colour), area=cast.words.say(name)),
            is_shown=key == look.area,
        )
        for key, name in AREAS
        if key in found
    )


def menus(cast: Cast, choices: OpenChoices, look: Shown) -> tuple[Menu, ...]:
    """Return the links to choose from, or the ways of the passenger."""
    if choices.trips:
        trips = enumerate(choices.trips.items(), start=1)
        entries = [_trip(cast, number, place, trip) for number, (place, trip) in trips]
        return tuple(
            Menu(_part(cast.words.say("ou.menu.trips"), rows, entries), tuple(rows))
            for rows in parted(entries)[:MOST_MENUS]
        )
    return tuple(_links(cast, look, pieces) for pieces in _by_price(look))


def _by_price(look: Shown) -> list[Sequence[Offer]]:
    """Return the links menu by menu: free ones and branches apart if there is room."""
    pieces = list(look.pieces.items())
    free = [offer for offer in pieces if not offer[1].cost]
    dear = [offer for offer in pieces if offer[1].cost]
    apart = [*parted(free), *parted(dear)]
    return apart if len(apart) <= MOST_MENUS else parted(pieces)


def parted(items: Sequence[T]) -> list[Sequence[T]]:
    """Return items in as few parts as menus need, of about the same size."""
    count = -(-len(items) // MOST_CHOICES)
    bounds = [len(items) * n // count for n in range(count)] + [len(items)] if count else []
    return [items[a:b] for a, b in pairwise(bounds)]


def _links(cast: Cast, look: Shown, pieces: Sequence[Offer]) -> Menu:
    """Return a menu of links of one colour."""
    assert look.colour is not None  # it has pieces
    costs = {piece.cost for _, piece in pieces}
    colour = cast.head(look.colour)
    if len(costs) > 1:
        prompt = cast.words.say("ou.menu.links", colour=colour)
    else:
        prompt = cast.words.say("ou.menu.links_for", colour=colour, price=price(cast, costs.pop()))
    numbers = look.numbers
    entries = [_link(cast, place, piece, numbers[place]) for place, piece in pieces]
    return Menu(_part(prompt, entries, look.pieces), tuple(entries))


def _part(prompt: str, entries: Sequence[Choice], everything: Collection[object]) -> str:
    """Return the prompt of a menu, with its first and last entry if it is one of several."""
    if len(entries) == len(everything):
        return prompt
    first, last = (entries[n].label.split(" · ")[0] for n in (0, -1))
    return f"{prompt} · {first}–{last}"


def _link(cast: Cast, place: int, piece: Piece, number: int) -> Choice:
    """Return a link as an entry of a menu: its number, its price, its points."""
    label = cast.words.say(
        "ou.menu.link", n=number, link=link_of(piece), price=price(cast, piece.cost)
    )
    hint = ", ".join(reasons(cast, piece.gain)) or cast.words.say("ou.no_points")
    return Choice(place, label, clipped(hint, CHOICE_LIMIT))


def _trip(cast: Cast, number: int, place: int, trip: Trip) -> Choice:
    """Return a way of the passenger as an entry of a menu, with who scores."""
    label = cast.words.say(
        "ou.menu.trip",
        n=number,
        station=station(trip.route.to),
        colours=_colours(cast, trip.route.colours),
    )
    return Choice(
        place,
        clipped(label, CHOICE_LIMIT),
        clipped(by_player(cast, trip), CHOICE_LIMIT),
    )


def _colours(cast: Cast, colours: Sequence[Colour]) -> str:
    """Return the colours of a way, or that it is walked."""
    if not colours:
        return cast.words.say("ou.on_foot")
    return cast.words.listed([cast.colour(colour) for colour in colours])


def buttons(cast: Cast, choices: OpenChoices) -> tuple[Choice, ...]:
    """Return the buttons for one token, and for tokens for the rest of the turn."""
    if not choices.tokens:
        return ()
    first, *more = choices.tokens
    one = Choice(first, cast.words.say("ou.button.token"))
    if not more:
        return (one,)
    label = cast.words.say("ou.button.rest", n=len(choices.tokens))
    return (one, Choice(first, label, then=tuple(more)))
