"""What one person alone may see: the destinations that they hold and have placed."""

from collections.abc import Iterator

from metrobot.games.metromania.city import Marker
from metrobot.games.metromania.geometry import cell_name
from metrobot.games.metromania.view import CompanyView, PlacedMarker, View
from metrobot.ui.metromania.cast import Cast


def hand_text(cast: Cast, view: View) -> str:
    """Return all markers of the observer's companies and what has become of them."""
    own = [company for company in view.companies if company.seat in view.seats]
    parts = [part for company in own for part in _company(cast, view, company)]
    return "\n".join([cast.words.say("mm.hand.title"), *parts, *_advice(cast, view, own)])


def _company(cast: Cast, view: View, company: CompanyView) -> Iterator[str]:
    """Yield the markers of one company, under its name where there are two."""
    if cast.is_advanced:
        yield cast.words.say("mm.hand.company", name=cast.company(company.seat))
    placed = {p.marker: p for p in view.placed if p.company == company.seat}
    for marker in sorted((*(company.hand or ()), *placed)):
        yield _marker(cast, marker, placed.get(marker))


def _marker(cast: Cast, marker: Marker, placed: PlacedMarker | None) -> str:
    """Return one marker: held, placed, or placed and forgotten by all stations."""
    facts = {
        "letter": marker.letter,
        "spot": cast.ground(marker.spot),
        "day": cast.day(marker.letter),
        "ends": cast.trip_ends(marker.letter),
    }
    if placed is None:
        return cast.words.say("mm.hand.held", **facts)
    key = "mm.hand.served" if placed.is_served else "mm.hand.unserved"
    return cast.words.say(key, cell=cell_name(placed.cell), **facts)


def _advice(cast: Cast, view: View, own: list[CompanyView]) -> Iterator[str]:
    """Yield what the markers still cost if building ended now (MM §13.4)."""
    seats = {company.seat for company in own}
    held = sum(company.hand_size for company in own)
    missing = sum(placed.company in seats for placed in view.unserved)
    if view.result is None and held + missing:
        yield cast.words.count("mm.hand.owed", held + missing)


def hand_alt(cast: Cast, view: View) -> str:
    """Return the alt text of the picture of a hand."""
    own = [company for company in view.companies if company.seat in view.seats]
    held = [cast.marker(marker) for company in own for marker in company.hand or ()]
    if not held:
        return cast.words.say("mm.alt.hand_empty")
    return cast.words.say("mm.alt.hand", markers=cast.words.listed(held))
