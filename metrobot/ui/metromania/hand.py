"""What one person alone may see: the destinations that they hold and have placed."""

from collections.abc import Iterator

from metrobot.games.metromania.city import Marker
from metrobot.games.metromania.geometry import cell_name
from metrobot.games.metromania.view import CompanyView, PlacedMarker, View
from metrobot.ui.metromania.names import Names


def hand_text(names: Names, view: View) -> str:
    """Return all markers of the observer's companies and what has become of them."""
    own = [company for company in view.companies if company.seat in view.seats]
    parts = [part for company in own for part in _company(names, view, company)]
    return "\n".join([names.words.say("mm.hand.title"), *parts, *_advice(names, view, own)])


def _company(names: Names, view: View, company: CompanyView) -> Iterator[str]:
    """Yield the markers of one company, under its name where there are two."""
    if names.is_advanced:
        yield names.words.say("mm.hand.company", name=names.company(company.seat))
    placed = {p.marker: p for p in view.placed if p.company == company.seat}
    for marker in sorted((*(company.hand or ()), *placed)):
        yield _marker(names, marker, placed.get(marker))


def _marker(names: Names, marker: Marker, placed: PlacedMarker | None) -> str:
    """Return one marker: held, placed, or placed and forgotten by all stations."""
    facts = {
        "letter": marker.letter,
        "spot": names.ground(marker.spot),
        "day": names.day(marker.letter),
        "ends": names.trip_ends(marker.letter),
    }
    if placed is None:
        return names.words.say("mm.hand.held", **facts)
    key = "mm.hand.served" if placed.is_served else "mm.hand.unserved"
    return names.words.say(key, cell=cell_name(placed.cell), **facts)


def _advice(names: Names, view: View, own: list[CompanyView]) -> Iterator[str]:
    """Yield what the markers still cost if building ended now (MM §13.4)."""
    seats = {company.seat for company in own}
    held = sum(company.hand_size for company in own)
    missing = sum(placed.company in seats for placed in view.unserved)
    if view.result is None and held + missing:
        yield names.words.count("mm.hand.owed", held + missing)


def hand_alt(names: Names, view: View) -> str:
    """Return the alt text of the picture of a hand."""
    own = [company for company in view.companies if company.seat in view.seats]
    held = [names.marker(marker) for company in own for marker in company.hand or ()]
    if not held:
        return names.words.say("mm.alt.hand_empty")
    return names.words.say("mm.alt.hand", markers=names.words.listed(held))
