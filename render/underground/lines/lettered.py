"""The choice of the pieces with their line's letter: about every second one."""

from collections.abc import Iterable, Mapping
from functools import cache

from metrobot.games.underground.board import LINKS, LINKS_AT, Colour, Link

Laid = Mapping[Link, frozenset[Colour]]
"""The colours on each link that has any."""


def lettered(
    pieces: Iterable[tuple[Colour, Link]], certain: Iterable[tuple[Colour, Link]] = ()
) -> tuple[tuple[Colour, Link], ...]:
    """Return the pieces with a letter: each piece has one or is next to one of its line.

    If possible, a link has one letter. Most letters stay as a line grows.

    Args:
        pieces: the pieces with room for one.
        certain: those of them that have one in any case.
    """
    found = set(certain)
    taken = {link for _, link in found}
    ranked = sorted(pieces, key=_rank)
    for colour, link in ranked:
        if link not in taken and not any((colour, near) in found for near in _beside(link)):
            found.add((colour, link))
            taken.add(link)
    for colour, link in ranked:
        if not any((colour, near) in found for near in (link, *_beside(link))):
            found.add((colour, link))
    return tuple(sorted(found))


def _rank(piece: tuple[Colour, Link]) -> tuple[int, Colour, Link]:
    """Return the sort key of a piece, by which different colours prefer different links."""
    colour, link = piece
    return (link * 5 + colour * 3) % 7, colour, link


@cache
def _beside(link: Link) -> tuple[Link, ...]:
    """Return the links that share a station with a link."""
    site = LINKS[link]
    return tuple(near for end in (site.a, site.b) for near in LINKS_AT[end] if near != link)
