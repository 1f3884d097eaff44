"""What can be pressed in the planner: colours, links, tokens, the passenger's ways."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise
from typing import Final, TypeVar

from metrobot.games.underground.board import COLOURS, Colour
from metrobot.games.underground.view import View
from metrobot.ui.pages.values import Choice, Group, Menu
from metrobot.ui.underground.areas import AREAS, area_of
from metrobot.ui.underground.cast import Cast, station
from metrobot.ui.underground.lines import line_of
from metrobot.ui.underground.steps import OpenChoices, OpenPiece, link_of, price, reasons
from metrobot.ui.underground.tripwords import by_player
from metrobot.ui.words.lengths import clipped
from metrobot.ui.words.limits import CHOICE_LIMIT

MOST_OPTIONS: Final = 25
MOST_MENUS: Final = 3
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Shown:
    """What is looked at among the open choices.

    Attributes:
        colour: whose links are offered; None: no piece can be laid.
        area: the part of the map, where there are too many; else None.
        pieces: the links offered, in the order of their numbers.
    """

    colour: Colour | None
    area: str | None
    pieces: tuple[OpenPiece, ...]

    @property
    def numbers(self) -> dict[int, int]:
        """The number of each link on the picture, by the choice's index."""
        return {piece.index: n for n, piece in enumerate(self.pieces, start=1)}


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
        return Shown(None, None, ())
    code, _, area = (group or "").partition("_")
    asked = [c for c in open_colours if key_of(c) == code]
    colour = next(chain(asked, (c for c in open_colours if c == last), open_colours))
    pieces = choices.of(colour)
    if len(pieces) <= MOST_OPTIONS * MOST_MENUS:
        return Shown(colour, None, _in_order(pieces))
    areas = [key for key, _ in AREAS if any(area_of(p.action.link) == key for p in pieces)]
    area = area if area in areas else areas[0]
    there = [piece for piece in pieces if area_of(piece.action.link) == area]
    return Shown(colour, area, _in_order(there))


def own_colours(view: View) -> tuple[Colour, ...]:
    """Return the colours of whose turn it is."""
    return () if view.to_act is None else view.players[view.to_act].colours


def key_of(colour: Colour) -> str:
    """Return a colour as it stands in ids: its letter on the map."""
    return COLOURS[colour].code.lower()


def _in_order(pieces: Iterable[OpenPiece]) -> tuple[OpenPiece, ...]:
    """Return links as they are offered: free ones first, then by their names."""
    return tuple(sorted(pieces, key=lambda each: (each.cost, link_of(each))))


def tabs(cast: Cast, view: View, choices: OpenChoices, look: Shown) -> tuple[Group, ...]:
    """Return one button for each colour of which a piece can be laid."""
    return tuple(
        Group(key_of(colour), _tab(cast, view, colour), is_shown=colour == look.colour)
        for colour in own_colours(view)
        if choices.of(colour)
    )


def _tab(cast: Cast, view: View, colour: Colour) -> str:
    """Return a colour with its letter and the pieces left."""
    left = line_of(view, colour).pieces_left
    return cast.words.count("ou.tab", left, colour=cast.head(colour), code=COLOURS[colour].code)


def groups(cast: Cast, choices: OpenChoices, look: Shown) -> tuple[Group, ...]:
    """Return the areas of the map, where there are too many links for the menus."""
    if look.colour is None or look.area is None:
        return ()
    code, open_links = key_of(look.colour), choices.of(look.colour)
    return tuple(
        Group(
            f"{code}_{key}",
            cast.words.say("ou.group", colour=cast.head(look.colour), area=cast.words.say(name)),
            is_shown=key == look.area,
        )
        for key, name in AREAS
        if any(area_of(piece.action.link) == key for piece in open_links)
    )


def menus(cast: Cast, view: View, choices: OpenChoices, look: Shown) -> tuple[Menu, ...]:
    """Return the links to choose from, or the ways of the passenger."""
    if choices.trips:
        entries = [_trip(cast, view, choices, n) for n in range(len(choices.trips))]
        return tuple(
            Menu(_part(cast.words.say("ou.menu.trips"), rows, entries), tuple(rows))
            for rows in parted(entries)[:MOST_MENUS]
        )
    return tuple(_links(cast, look, pieces) for pieces in _by_price(look))


def _by_price(look: Shown) -> list[Sequence[OpenPiece]]:
    """Return the links menu by menu: free ones and branches apart if there is room."""
    free = [piece for piece in look.pieces if not piece.cost]
    dear = [piece for piece in look.pieces if piece.cost]
    apart = [*parted(free), *parted(dear)]
    return apart if len(apart) <= MOST_MENUS else parted(look.pieces)


def parted(items: Sequence[T]) -> list[Sequence[T]]:
    """Return items in as few parts as menus need, of about the same size."""
    count = -(-len(items) // MOST_OPTIONS)
    bounds = [len(items) * n // count for n in range(count)] + [len(items)] if count else []
    return [items[a:b] for a, b in pairwise(bounds)]


def _links(cast: Cast, look: Shown, pieces: Sequence[OpenPiece]) -> Menu:
    """Return a menu of links of one colour."""
    assert look.colour is not None  # it has pieces
    costs = {piece.cost for piece in pieces}
    colour = cast.head(look.colour)
    if len(costs) > 1:
        prompt = cast.words.say("ou.menu.links", colour=colour)
    else:
        prompt = cast.words.say("ou.menu.links_for", colour=colour, price=price(cast, costs.pop()))
    number = look.numbers
    entries = [_link(cast, piece, number[piece.index]) for piece in pieces]
    return Menu(_part(prompt, entries, look.pieces), tuple(entries))


def _part(prompt: str, entries: Sequence[Choice], everything: Sequence[object]) -> str:
    """Return the prompt of a menu, with its first and last entry if it is one of several."""
    if len(entries) == len(everything):
        return prompt
    first, last = (entries[n].label.split(" · ")[0] for n in (0, -1))
    return f"{prompt} · {first}–{last}"


def _link(cast: Cast, piece: OpenPiece, number: int) -> Choice:
    """Return a link as an entry of a menu: its number, its price, its points."""
    label = cast.words.say(
        "ou.menu.link", n=number, link=link_of(piece), price=price(cast, piece.cost)
    )
    hint = ", ".join(reasons(cast, piece.gain)) or cast.words.say("ou.no_points")
    return Choice(piece.index, label, clipped(hint, CHOICE_LIMIT))


def _trip(cast: Cast, view: View, choices: OpenChoices, place: int) -> Choice:
    """Return a way of the passenger as an entry of a menu, with who scores."""
    option = choices.trips[place]
    label = cast.words.say(
        "ou.menu.trip",
        n=place + 1,
        station=station(option.route.to),
        colours=_colours(cast, option.route.colours),
    )
    return Choice(
        option.index,
        clipped(label, CHOICE_LIMIT),
        clipped(by_player(cast, view, option.route), CHOICE_LIMIT),
    )


def _colours(cast: Cast, colours: Sequence[Colour]) -> str:
    """Return the colours of a way, or that it is walked."""
    if not colours:
        return cast.words.say("ou.on_foot")
    return cast.words.listed([cast.colour(colour) for colour in colours])


def buttons(cast: Cast, choices: OpenChoices, rest: Sequence[int]) -> tuple[Choice, ...]:
    """Return the buttons for tokens.

    Args:
        cast: the people.
        choices: what is open.
        rest: the choices that take a token for each action left.
    """
    if choices.token is None:
        return ()
    one = Choice(choices.token, cast.words.say("ou.button.token"))
    if len(rest) < 2:
        return (one,)
    label = cast.words.say("ou.button.rest", n=len(rest))
    return (one, Choice(rest[0], label, then=tuple(rest[1:])))
