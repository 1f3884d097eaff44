"""Time zones: found by what people type, in any of the four languages, and shown in theirs."""

from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path

import pytest

from metrobot.engine.errors import Refusal
from metrobot.service.model.errors import TableKey
from metrobot.service.people.preferences import zones
from metrobot.ui.words.catalogue import COMPLETE, words_for
from metrobot.ui.words.discord_limits import MOST_CHOICES
from metrobot.ui.words.refusals import FrameKey
from metrobot.ui.words.zones import _table, suggested_zones, zone_meant, zone_text

SPELLINGS = Path(__file__).with_name("zone_spellings")
NOW = datetime(2026, 1, 10, 12, 0, tzinfo=UTC)
LEAST = 120
"""Spellings a language."""


def spellings(locale: str) -> Iterator[tuple[list[str], str, bool]]:
    """Yield zones, what is typed for them, and whether it means several."""
    for line in (SPELLINGS / f"{locale}.txt").read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            there, typed = line.removeprefix("?").split(": ", 1)
            yield from ((there.split(), each, line[0] == "?") for each in typed.split(" | "))


def offered(typed: str, locale: str = "en", now: datetime = NOW) -> list[tuple[str, str]]:
    """Return the suggestions: each as it is shown, and its zone."""
    return list(islice(suggested_zones(typed, words_for(locale), now), MOST_CHOICES))


def sent(typed: str, locale: str = "en", now: datetime = NOW) -> str:
    """Return the zone that is set if a text is sent, or the key of the refusal."""
    try:
        return zone_meant(typed, words_for(locale), now)
    except Refusal as refusal:
        return refusal.key


@pytest.mark.parametrize("locale", COMPLETE)
def test_zones_are_found_as_people_type_them(locale: str) -> None:
    """A name of one zone is taken, chosen or not; one of several offers all of them."""
    told = list(spellings(locale))
    wrong = []
    for there, typed, is_several in told:
        found = [zone for _, zone in offered(typed, locale)]
        right = set(there) <= set(found) if is_several else found[:1] == there
        if not right or sent(typed, locale) != (FrameKey.WHICH_ZONE if is_several else there[0]):
            wrong.append((typed, there, found[:4], sent(typed, locale)))

    assert wrong == []
    assert len(told) >= LEAST


def test_a_zone_is_shown_with_its_country_and_the_time_there() -> None:
    """In the reader's language; the name that was typed stands before it, if it is another."""
    assert offered("mumb") == [("Mumbai – Kolkata, India, 17:30", "Asia/Kolkata")]
    assert offered("lissab", "nl") == [("Lissabon, Portugal, 12:00", "Europe/Lisbon")]
    assert offered("lisb", "ko") == [("Lisboa – 리스본, 포르투갈, 12:00", "Europe/Lisbon")]
    assert offered("singap") == [("Singapore, 20:00", "Asia/Singapore")]


def test_zones_of_the_readers_country_come_first() -> None:
    assert [offered("cet", locale)[0][1] for locale in ("nl", "es")] == [
        "Europe/Amsterdam",
        "Europe/Madrid",
    ]
    assert offered("", "ko")[0] == ("서울, 대한민국, 21:00", "Asia/Seoul")
    assert len(offered("")) == MOST_CHOICES


def test_an_offset_is_what_people_mean_by_it() -> None:
    """GMT+2 lies east; after it come the places where the clocks show that now."""
    july = NOW.replace(month=7)

    assert offered("GMT+2", "nl")[0] == ("UTC+2, 14:00", "Etc/GMT-2")
    assert offered("GMT+2", "nl", july)[1] == ("Amsterdam, Nederland, 14:00", "Europe/Amsterdam")
    assert sent("UTC-3:30") == "America/St_Johns"
    assert [sent("UTC+9:30", now=each) for each in (NOW, july)] == [
        "Australia/Darwin",
        FrameKey.WHICH_ZONE,
    ]


def test_names_of_the_database_mean_what_they_say_there() -> None:
    """Suggestions are sent back by such names; Etc/GMT+2 lies west."""
    words = words_for("en")

    assert sent("etc/gmt+2") == "Etc/GMT+2"
    assert [zone_text(zone, words) for zone in ("Etc/GMT+2", "Etc/GMT-2", "Etc/GMT0", "UTC")] == [
        "UTC\u22122",
        "UTC+2",
        "UTC",
        "UTC",
    ]
    assert zone_text("America/Argentina/ComodRivadavia", words) == "Catamarca"


def test_what_is_offered_can_be_typed() -> None:
    """A city with its country, for cities of one name; or the beginning, if it is the only one."""
    assert sent("Córdoba, Argentina", "es") == "America/Argentina/Cordoba"
    assert sent("cordoba,spain") == "Europe/Madrid"
    assert sent("Amst") == "Europe/Amsterdam"


def test_clocks_that_go_alike_are_no_choice() -> None:
    """Those of Berlin and Paris; but Tijuana's do not go like Manila's, and each shows its time."""
    with pytest.raises(Refusal) as caught:
        zone_meant("PST", words_for("en"), NOW)

    assert caught.value.facts["choices"] == (
        "Los Angeles, United States (04:00)",
        "Manila, Philippines (20:00)",
    )


@pytest.mark.parametrize("typed", ["Atlantis", "UTC+15", "UTC+1:10", "...", "", " ", "🚇", "+99"])
def test_what_is_no_zone_is_refused(typed: str) -> None:
    assert sent(typed) == TableKey.NO_SUCH_ZONE


def test_every_zone_is_offered_by_its_name() -> None:
    """The table beside the module names none that is unknown."""
    there = {zone for _, zone in suggested_zones("", words_for("en"), NOW)}

    assert {zone for zone, _ in _table()} <= there
    assert there <= zones()
    assert {zone for zone in there if zone.startswith("Etc/")} == set()
