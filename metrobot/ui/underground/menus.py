"""The planner's choices: colours, links, tokens, the passenger's routes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain, islice, pairwise
from typing import Final, TypeAlias, TypeVar

from metrobot.games.underground.board import COLOURS, LINKS, STATIONS, Colour, Link, Station
from metrobot.games.underground.summary import Piece
from metrobot.games.underground.trips.passenger import Route, Trip
from metrobot.games.underground.view import View
from metrobot.ui.pages.values import Choice, Group, Menu
from metrobot.ui.underground.names import Names, station
from metrobot.ui.underground.steps import OpenChoices, link_of, piece_reasons, price
from metrobot.ui.underground.trip_text import by_player
from metrobot.ui.words.discord_limits import CHOICE_LIMIT, LABEL_LIMIT, MOST_CHOICES, PHONE_ROW
from metrobot.ui.words.text_length import button_width, clipped

AREAS: Final = (
    ("c", "ou.area.centre"),
    ("e", "ou.area.east"),
    ("w", "ou.area.west"),
    ("nw", "ou.area.north_west"),
    ("ne", "ou.area.north_east"),
    ("sw", "ou.area.south_west"),
    ("se", "ou.area.south_east"),
)
"""Key and name of each area; each has few enough links for one menu."""

_WEST, _EAST, _NORTH, _SOUTH = 360, 590, 280, 440
"""Bounds of the map's middle, in map units."""
MOST_BUTTONS: Final = 10
"""Most links, or routes of the passenger, on buttons; the rest go into menus."""
BEST: Final = 5
"""Links on buttons when a first piece may go anywhere: the best-scoring ones."""
Offer: TypeAlias = tuple[int, Piece]
"""A piece that can be laid, with its index in the options."""
T = TypeVar("T")


@cache
def area_of(link: Link) -> str:
    """Return the key of the area in which the middle of a link lies."""
    (ax, ay), (bx, by) = (STATIONS[s].at for s in (LINKS[link].a, LINKS[link].b))
    x, y = (ax + bx) / 2, (ay + by) / 2
    if y < _NORTH:
        return "nw" if x < _WEST else "ne"
    if y > _SOUTH:
        return "sw" if x < _WEST else "se"
    if x < _WEST:
        return "w"
    return "e" if x > _EAST else "c"


@dataclass(frozen=True, slots=True)
class ShownChoices:
    """The part of the open choices that is shown.

    Attributes:
        colour: the one whose links are offered; None if no piece can be laid.
        pieces: the links offered, by their indexes in the options, in the order of
            their numbers.
        tip: the colour's end after this turn's pieces, if any were laid.
        is_first: whether it is the colour's first piece, which may go anywhere.
        area: for a first piece, the key of the area to which `pieces` is limited;
            empty for none.
    """

    colour: Colour | None
    pieces: Mapping[int, Piece]
    tip: Station | None = None
    is_first: bool = False
    area: str = ""

    @property
    def on_buttons(self) -> dict[int, Piece]:
        """The links that have a button."""
        return dict(islice(self.pieces.items(), self._most_buttons))

    @property
    def in_menus(self) -> dict[int, Piece]:
        """The links without a button."""
        return dict(islice(self.pieces.items(), self._most_buttons, None))

    @property
    def is_anywhere(self) -> bool:
        """Whether all links of the map are open, so that only the best are shown."""
        return self.is_first and not self.area

    @property
    def _most_buttons(self) -> int:
        return BEST if self.is_anywhere else MOST_BUTTONS

    @property
    def numbers(self) -> dict[int, int]:
        """The number of each link on the picture, by its index in the options."""
        return {place: n for n, place in enumerate(self.pieces, start=1)}


def shown_choices(
    view: View, choices: OpenChoices, group: str | None, laid: Sequence[Piece] = ()
) -> ShownChoices:
    """Return the choices to show.

    Args:
        view: of the draft.
        choices: all open choices.
        group: the letter of the colour asked for, then its area, if any.
        laid: the pieces of the draft; the colour of the last one is shown unless
            another was asked for.
    """
    open_colours = [c for c in own_colours(view) if choices.of(c)]
    if not open_colours:
        return ShownChoices(None, {})
    code, _, area = (group or "").partition("_")
    # The colour asked for may be closed by now: then the last one, else the first.
    group_colours = [c for c in open_colours if key_of(c) == code]
    last = [piece.colour for piece in laid[-1:] if piece.colour in open_colours]
    colour = next(chain(group_colours, last, open_colours))
    pieces = choices.of(colour)
    if not view.line(colour).track:
        local = {n: p for n, p in pieces.items() if not area or area_of(p.link) == area}
        return ShownChoices(colour, _anywhere(local), is_first=True, area=area)
    tip = next((piece.end for piece in reversed(laid) if piece.colour == colour), None)
    return ShownChoices(colour, _onwards(pieces, tip), tip)


def own_colours(view: View) -> tuple[Colour, ...]:
    """Return the colours of the player on turn."""
    return () if view.to_act is None else view.players[view.to_act].colours


def key_of(colour: Colour) -> str:
    """Return a colour's name in ids: its letter on the map."""
    return COLOURS[colour].code.lower()


def _onwards(pieces: Mapping[int, Piece], tip: Station | None) -> dict[int, Piece]:
    """Sort links in the order offered: free ones first, and of these those from the tip."""

    def rank(offer: Offer) -> tuple[int, bool, str]:
        piece = offer[1]
        return piece.cost, tip not in (piece.start, piece.end), link_of(piece)

    return dict(sorted(pieces.items(), key=rank))


def _anywhere(pieces: Mapping[int, Piece]) -> dict[int, Piece]:
    """Sort links for a first piece: the best-scoring ones, then area by area."""
    order = [key for key, _ in AREAS]
    best = sorted(pieces.items(), key=lambda offer: (-offer[1].gain.total, link_of(offer[1])))
    entries = sorted(
        best[BEST:], key=lambda offer: (order.index(area_of(offer[1].link)), link_of(offer[1]))
    )
    return dict((*best[:BEST], *entries))


def tabs(names: Names, view: View, choices: OpenChoices, look: ShownChoices) -> tuple[Group, ...]:
    """Return a tab for each colour that can be extended, with the best score for one piece."""
    groups = list[Group]()
    for colour in filter(choices.of, own_colours(view)):
        label = colour_left(names, colour, view.line(colour).pieces_left)
        short = COLOURS[colour].code
        if most := max(piece.gain.total for piece in choices.of(colour).values()):
            points = names.words.signed(most)
            label = names.words.say("ou.tab.most", tab=label, points=points)
            short = f"{short} {points}"
        groups.append(Group(key_of(colour), label, is_shown=colour == look.colour, short=short))
    return tuple(groups)


def colour_left(names: Names, colour: Colour, count: int) -> str:
    """Return a colour with its letter and the pieces left."""
    return names.words.count("ou.tab", count, colour=names.head(colour), code=COLOURS[colour].code)


def menus(names: Names, choices: OpenChoices, look: ShownChoices) -> tuple[Menu, ...]:
    """Return menus of the links, or the passenger's routes, without a button."""
    if choices.trips:
        ways = _ways(names, choices)[MOST_BUTTONS:]
        return tuple(_trips(names, entries) for entries in parted(ways))
    # Where a piece may go anywhere, the other links are reached through the areas.
    if look.colour is None or look.is_anywhere:
        return ()
    numbers, further = look.numbers, [*look.in_menus.items()]
    prompt = names.words.say("ou.menu.links", colour=names.head(look.colour))
    return tuple(_links(names, prompt, numbers, part) for part in parted(further))


def areas(names: Names, choices: OpenChoices, look: ShownChoices) -> tuple[Group, ...]:
    """Return the areas for a first piece; their links are offered once one is chosen."""
    if look.colour is None or not look.is_first:
        return ()
    pieces = choices.of(look.colour).values()
    there, code = {area_of(piece.link) for piece in pieces}, key_of(look.colour)
    return tuple(
        Group(f"{code}_{key}", names.words.say(name), is_shown=key == look.area)
        for key, name in AREAS
        if key in there
    )


def parted(items: Sequence[T]) -> list[Sequence[T]]:
    """Split items into as few menus as possible, of about the same size."""
    # Rounded up.
    count = -(-len(items) // MOST_CHOICES)
    bounds = [len(items) * n // count for n in range(count)] + [len(items)] if count else []
    return [items[a:b] for a, b in pairwise(bounds)]


def _links(names: Names, prompt: str, numbers: Mapping[int, int], pieces: Sequence[Offer]) -> Menu:
    entries = tuple(_link(names, place, piece, numbers[place]) for place, piece in pieces)
    first, last = (numbers[pieces[n][0]] for n in (0, -1))
    return Menu(f"{first}–{last} · {prompt}", entries)


def _link(names: Names, place: int, piece: Piece, number: int) -> Choice:
    words, link = names.words, link_of(piece)
    start = _start(names, number, piece)
    label = words.say("ou.menu.link", n=" · ".join(start), link=link, price=price(names, piece))
    gains = piece_reasons(names, piece.gain) or [words.say("ou.no_points")]
    return Choice(place, label, clipped(", ".join(gains), CHOICE_LIMIT))


def _start(names: Names, number: int, piece: Piece) -> list[str]:
    """Return the number and the harm of a link, first, as a phone cuts long labels at their end."""
    return [str(number), *[names.words.say("ou.harm.stranded")][: piece.strands]]


def buttons(names: Names, choices: OpenChoices, look: ShownChoices) -> tuple[Choice, ...]:
    """Return the buttons: the first links or routes of the passenger, then tokens."""
    if choices.trips:
        return _ways(names, choices)[:MOST_BUTTONS]
    links = (
        _button(names, place, piece, look.numbers[place], look.tip)
        for place, piece in look.on_buttons.items()
    )
    # Tokens are one press away, on each tab: with them an area would need a second menu.
    return (*links, *(() if look.area else _tokens(names, choices)))


def _button(names: Names, place: int, piece: Piece, number: int, tip: Station | None) -> Choice:
    """Return a link's button: its number, a sign if it does harm, its points; in full its end."""
    ends = (piece.start, piece.end)
    far = station(ends[tip == piece.start] if tip in ends else piece.end)
    where = f"{station(tip)}–{far}" if tip in ends and tip else link_of(piece)
    cost = [price(names, piece)] if piece.cost else []
    points = [names.words.signed(piece.gain.total)] if piece.gain.total else []
    label = " · ".join([*_start(names, number, piece), where, *cost, *points])
    short = " ".join((str(number), *"⚠"[: piece.strands], *points))
    spelt = " ".join((str(number), *"⚠"[: piece.strands], far, *points))
    return Choice(place, clipped(label, LABEL_LIMIT), short=short, spelt=spelt)


def _tokens(names: Names, choices: OpenChoices) -> tuple[Choice, ...]:
    if not choices.tokens:
        return ()
    first, *more = choices.tokens
    words, count = names.words, len(choices.tokens)
    label, short = words.say("ou.button.token"), words.say("ou.short.token")
    choice = Choice(first, label, short=short, is_extra=True)
    if not more:
        return (choice,)
    label, short = (words.say(key, n=count) for key in ("ou.button.rest", "ou.short.rest"))
    # One press takes a token for each action that is left.
    return (choice, Choice(first, label, then=tuple(more), short=short, is_extra=True))


def _ways(names: Names, choices: OpenChoices) -> tuple[Choice, ...]:
    shorts = _shorts([trip.route for trip in choices.trips.values()])
    ways = enumerate(zip(choices.trips.items(), shorts, strict=True), start=1)
    return tuple(_trip(names, n, place, trip, short) for n, ((place, trip), short) in ways)


def _shorts(routes: Sequence[Route]) -> list[str]:
    """Return the short labels of routes: stations and lines, as far as one row has room."""
    stations = [station(route.to) for route in routes]
    lines = ["".join(COLOURS[colour].code for colour in route.colours) for route in routes]
    labels = [f"{stop} {codes}".rstrip() for stop, codes in zip(stations, lines, strict=True)]
    numbered = (
        [f"{n} {text}".rstrip() for n, text in enumerate(form, start=1)]
        for form in (labels, stations, lines)
    )
    *_, last = forms = list(numbered)
    # Widths are approximate, and capitals wide: what barely fits takes two rows.
    return next((form for form in forms if sum(map(button_width, form)) < PHONE_ROW), last)


def _trips(names: Names, entries: Sequence[Choice]) -> Menu:
    first, last = (entries[n].label.split(" · ")[0] for n in (0, -1))
    return Menu(f"{first}–{last} · {names.words.say('ou.menu.trips')}", tuple(entries))


def _trip(names: Names, number: int, place: int, trip: Trip, short: str) -> Choice:
    words, stop, route_colours = names.words, station(trip.route.to), trip.route.colours
    colours = words.listed(list(map(names.colour, route_colours))) or words.say("ou.on_foot")
    label = words.say("ou.menu.trip", n=number, station=stop, colours=colours)
    hint = clipped(by_player(names, trip), CHOICE_LIMIT)
    return Choice(place, clipped(label, CHOICE_LIMIT), hint, short=short)
