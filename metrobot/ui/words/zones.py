"""Time zones as people type them: cities, countries, abbreviations, offsets from UTC."""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from functools import cache
from itertools import product
from pathlib import Path
from typing import Final
from zoneinfo import ZoneInfo

from babel import Locale
from babel.core import get_global

from metrobot.engine.errors import Refusal
from metrobot.service.model.errors import TableKey
from metrobot.service.people.preferences import zone_named, zones
from metrobot.ui.words.catalogue import COMPLETE, Words
from metrobot.ui.words.refusals import FrameKey

_TABLE: Final = Path(__file__).with_name("zone_names.txt")
_ALIASES: Final[Mapping[str, str]] = get_global("zone_aliases")
_COUNTRIES: Final[Mapping[str, str]] = get_global("zone_territories")
_NOWHERE: Final = "ZZ"
_OFFSET: Final = re.compile(r"(?:utc|gmt)?\s*([+-])\s*(\d{1,2})(?:[:.]?([0-5]\d)|[.,](5))?")
_FIXED: Final = re.compile(r"Etc/GMT([+-]\d+)")
_PLAIN: Final = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ı": "i", "æ": "ae", "œ": "oe"})
"""Letters that Unicode does not take apart."""
_MOST: Final = 6
"""Most time zones that a refusal names."""
# For a year, as clocks of two zones may differ in summer alone.
_FORTNIGHTS: Final = tuple(timedelta(days=14 * n) for n in range(27))

_clock = cache(ZoneInfo)
"""Time zones by name: the library itself keeps the latest eight alone."""


def folded(text: str) -> str:
    """Return a text without capitals, accents and punctuation, one space between words."""
    apart = unicodedata.normalize("NFKD", text.casefold().translate(_PLAIN))
    spaced = re.sub(r"[\s_/-]+", " ", apart)
    return "".join(char for char in spaced if char.isalnum() or char == " ").strip()


def suggested_zones(typed: str, words: Words, now: datetime) -> Iterator[tuple[str, str]]:
    """Yield the time zones that may be meant so far, the likeliest first.

    Args:
        typed: what was typed so far.
        words: of the reader.
        now: the present moment.

    Yields:
        What the reader sees, such as "Mumbai – Kolkata, India, 17:35", and the IANA name.
    """
    for _, zone, name in _found(typed, words, now):
        place = _place(zone, words)
        found_by = "" if folded(typed) in folded(place) else name and f"{name} – "
        yield f"{found_by}{place}, {time_there(zone, now)}", zone


def zone_meant(typed: str, words: Words, now: datetime) -> str:
    """Return the IANA name of the time zone that somebody means.

    Args:
        typed: what they chose from the suggestions, or sent without choosing.
        words: of the reader.
        now: the present moment.

    Raises:
        Refusal: there is none, or there are several whose clocks differ.
    """
    matches = _found(typed, words, now) if folded(typed) else []
    clocks = dict[tuple[timedelta | None, ...], str]()
    for rank, zone, _ in matches:
        if rank == matches[0][0]:
            clocks.setdefault(tuple(_offset(zone, now + later) for later in _FORTNIGHTS), zone)
    if not clocks:
        raise Refusal(TableKey.NO_SUCH_ZONE, zone=typed)
    if len(clocks) > 1:
        names = [f"{_place(zone, words)} ({time_there(zone, now)})" for zone in clocks.values()]
        raise Refusal(FrameKey.WHICH_ZONE, asked=typed, choices=tuple(names[:_MOST]))
    return next(iter(clocks.values()))


def zone_text(zone: str, words: Words) -> str:
    """Return a time zone as it is shown: its city in the language of the reader, or UTC+2."""
    if zone.startswith("Etc/") or zone == "UTC":
        hours = _FIXED.fullmatch(zone)
        # Signs in these names are those of POSIX: Etc/GMT+2 lies west of Greenwich.
        return "UTC" if hours is None else f"UTC{words.signed(-int(hours[1]))}"
    place = _ALIASES.get(zone, zone)
    return _cities(words.locale).get(place, _city(place))


def _place(zone: str, words: Words) -> str:
    # CLDR has a name for no known country, which nobody needs to read.
    countries = {**Locale.parse(words.locale).territories, _NOWHERE: ""}
    country = countries.get(_COUNTRIES.get(_ALIASES.get(zone, zone), _NOWHERE), "")
    return ", ".join(filter(None, dict.fromkeys((zone_text(zone, words), country))))


def time_there(zone: str, now: datetime) -> str:
    """Return the time of day in a time zone, as a clock shows it: 07:05."""
    return f"{now.astimezone(_clock(zone)):%H:%M}"


def _offset(zone: str, moment: datetime) -> timedelta | None:
    return moment.astimezone(_clock(zone)).utcoffset()


def _city(zone: str) -> str:
    return zone.rpartition("/")[2].replace("_", " ")


@cache
def _cities(locale: str) -> Mapping[str, str]:
    """Return the cities that CLDR names in a language, by time zone."""
    entries = Locale.parse(locale).time_zones.items()
    return {_ALIASES.get(zone, zone): entry["city"] for zone, entry in entries if "city" in entry}


def _found(typed: str, words: Words, now: datetime) -> list[tuple[int, str, str]]:
    """Return the zones that may be meant, the best first.

    Each has its rank, which is 0 if nothing is missing, its zone, and the name that was found.
    """
    exact = zone_named(typed)
    if exact is not None:
        return [(0, exact, "")]
    home = get_global("likely_subtags").get(words.locale, "").rpartition("_")[2]
    # Backwards, so that the first row of a zone counts.
    order = {zone: n for n, (zone, _) in reversed(list(enumerate(_table())))}
    best = dict[str, tuple[int, bool, int, str, str]]()
    for rank, zone, name in (*_by_offset(typed, now), *_by_name(typed)):
        # Where several go alike, one in the country of the reader's language comes first.
        hit = (rank, _COUNTRIES.get(zone) != home, order.get(zone, len(_table())), zone, name)
        best[zone] = min(best.get(zone, hit), hit)
    return [(rank, zone, name) for rank, _, _, zone, name in sorted(best.values())]


def _by_offset(typed: str, now: datetime) -> Iterator[tuple[int, str, str]]:
    """Yield the zone that is always so far from UTC, and those that are at this moment."""
    text = unicodedata.normalize("NFKC", typed).strip().casefold()
    # Our own texts have a real minus sign, and may be typed or pasted again; phones make dashes.
    text = re.sub("[\u2212\u2013]", "-", text)
    match = _OFFSET.fullmatch("gmt+0" if text == "gmt" else text)
    if match is None:
        return
    sign, hours, minutes, half = match.groups("0")
    minutes = "30" if half != "0" else minutes
    offset = timedelta(hours=int(sign + hours), minutes=int(sign + minutes))
    fixed = f"Etc/GMT{-int(sign + hours):+}" if int(hours) else "UTC"
    if not int(minutes) and fixed in zones():
        yield 0, fixed, ""
    yield from ((1, zone, "") for zone in _places() if _offset(zone, now) == offset)


def _by_name(typed: str) -> Iterator[tuple[int, str, str]]:
    """Yield the zones of all names of which a word begins with what was typed."""
    index, text = _index(), folded(typed)
    # Spaces are left out, or put in: newyork, 멕시코시티.
    close = text.replace(" ", "")
    city, country = map(folded, (typed + ",").split(",", 1))
    if city in index and country in index:
        there = index[country][1]
        yield from ((0, zone, "") for zone in index[city][1] if zone in there)
    for name, (spelled, places) in index.items():
        begins = (spelling := name.replace(" ", "")).startswith(close)
        if begins or f" {text}" in name:
            rank = 0 if spelling == close else 1 if begins else 2
            yield from ((rank, zone, spelled) for zone in places)


@cache
def _places() -> frozenset[str]:
    """Return all time zones of places, without aliases."""
    zone_names = (_ALIASES.get(zone, zone) for zone in zones() if "/" in zone)
    # CLDR's aliases may lead to names that this tz database lacks.
    return frozenset(zone for zone in zone_names if not zone.startswith("Etc/")) & zones()


@cache
def _index() -> Mapping[str, tuple[str, list[str]]]:
    """Return all names, folded, each as it is spelled and with its time zones."""
    index = dict[str, tuple[str, list[str]]]()
    for zone, name in _names():
        if zone in _places():
            index.setdefault(folded(name), (name, []))[1].append(zone)
    return index


def _names() -> Iterator[tuple[str, str]]:
    """Yield time zones, and names of them."""
    for zone in sorted(zones()):
        yield from ((_ALIASES.get(zone, zone), name) for name in (_city(zone), zone))
    for language in COMPLETE:
        locale = Locale.parse(language)
        yield from _cities(language).items()
        for zone, country in _COUNTRIES.items():
            yield zone, locale.territories[country]
        for zone, clock in get_global("meta_zones").items():
            for name in locale.meta_zones.get(clock, {}).get("long", {}).values():
                yield _ALIASES.get(zone, zone), name
    yield from _table()


@cache
def _table() -> list[tuple[str, str]]:
    """Return the table beside this module: time zones, each with one of its names."""
    text = re.sub(r"\n +", " ", _TABLE.read_text(encoding="utf-8"))
    rows = (line.split(": ") for line in text.splitlines() if line and not line.startswith("#"))
    return [pair for there, names in rows for pair in product(there.split(), names.split(", "))]
