"""What is said of clocks: to all the pace and what was given, the rest to the person alone."""

import json
import re
from dataclasses import replace
from datetime import timedelta
from types import SimpleNamespace
from typing import Any, Final

import pytest
from discord.utils import utcnow

from metrobot.service.membership.clocks import TurnTime
from metrobot.service.model.play import Departed, PlayerId, Status
from metrobot.service.model.table import Table
from metrobot.service.outbox.delivery import Delivery, DeliveryKind
from metrobot.service.people.preferences import Preferences
from metrobot.service.waits.paces import PACES
from metrobot.store.schema.rows import COMPUTERS, ClockRow
from metrobot.ui.app.delivery_pages import PAGES
from metrobot.ui.app.fronts import FRONTS
from metrobot.ui.lobby.lobby_page import options_page
from metrobot.ui.pages.page import page
from metrobot.ui.seats.seat_pages import news_page, resign_parts
from metrobot.ui.turn.pace_pages import (
    clock_rows,
    gave_page,
    half_page,
    own_lines,
    plays_page,
    time_text,
    up_page,
    wanted_page,
)
from metrobot.ui.turn.public_pages import present_page
from metrobot.ui.turn.status_page import details_page, rhythm, status_page
from metrobot.ui.words.catalogue import COMPLETE, words_for
from tests.titles import GAMES, LARGEST
from tests.ui.extremes import faults, odd, said_in

ENGLISH = words_for("en")
NOBODY = PlayerId(1)


def paced(title: str, pace: str = "slow", **clock: Any) -> Table:
    """Return a game with a pace, in its first turn."""
    source: Any = GAMES[title]
    game = source.play(3, 2)
    table: Table = odd(source.table_at(game, game.turn_starts()[0]))
    people = tuple(replace(each, clock=ClockRow(**clock), cover=None) for each in table.people)
    return replace(table, pace=pace, people=people)


def time(**facts: Any) -> TurnTime:
    """Return somebody's time."""
    usual = {"left": timedelta(hours=31), "until": utcnow(), "half": utcnow(), "has_begun": True}
    return TurnTime(**{**usual, "sleeps": True, "wish": Preferences(), **facts})


def told(kind: DeliveryKind, table: Table) -> Delivery:
    """Return the news of a clock."""
    late = table.to_call()[0].id
    return Delivery(1, table.id, kind, 1, table.revision, late, "n", players=(late,))


def public_pages(table: Table, language: str) -> list[Any]:
    """Return all that others are told of the clock of whoever is awaited."""
    words, front = words_for(language), FRONTS[table.title.id]
    other = next(each for each in table.people if each not in table.to_call())
    return [
        up_page(table, told(DeliveryKind.TIME_UP, table), words),
        wanted_page(table, told(DeliveryKind.TIME_WANTED, table), words),
        plays_page(table, told(DeliveryKind.CLOCK_PLAYS, table), words),
        gave_page(table, told(DeliveryKind.TIME_GIVEN, table), words),
        present_page(front, table, words),
        status_page(front, table, words, other.id),
        details_page(front, table, words, other.id, "Reminders."),
    ]


@pytest.mark.parametrize("left", [None, timedelta(), timedelta(hours=12)])
async def test_a_time_that_was_prolonged_meanwhile_is_not_said_to_be_up(
    left: timedelta | None,
) -> None:
    table = paced("metromania")

    async def time_of(*_: object) -> TurnTime | None:
        return None if left is None else time(left=left)

    desk: Any = SimpleNamespace(tables=SimpleNamespace(clocks=SimpleNamespace(time_of=time_of)))
    kind = DeliveryKind.TIME_UP
    shown = await PAGES[kind](desk, table, told(kind, table), ENGLISH)

    assert (shown is None) == (left != timedelta())


@pytest.mark.few
@pytest.mark.parametrize("title", ["metromania", "underground"])
@pytest.mark.parametrize("language", COMPLETE)
def test_all_pages_on_clocks_keep_the_limits(title: str, language: str) -> None:
    """With time that was given, for people with odd names."""
    table, words = paced(title, given=(1,)), words_for(language)

    assert [fault for each in public_pages(table, language) for fault in faults(each)] == []
    late = table.to_call()[0].id
    assert faults(half_page(table, late, time(), words)) == []
    assert faults(status_page(FRONTS[title], table, words, table.to_call()[0].id, time())) == []


def test_time_is_offered_as_long_as_somebody_can_still_give_it() -> None:
    """Each opponent gives it once; computers give none. Nor is it asked for any more."""
    table = paced("metromania")
    late = table.people.index(table.to_call()[0])
    others = [at for at in range(len(table.people)) if at != late]

    def offered(*given: int) -> list[int]:
        people = [*table.people]
        people[late] = replace(people[late], clock=ClockRow(given=given))
        now = replace(table, people=tuple(people))
        letter = half_page(now, people[late].id, time(), ENGLISH)
        up = up_page(now, told(DeliveryKind.TIME_UP, now), ENGLISH)
        wanted = wanted_page(now, told(DeliveryKind.TIME_WANTED, now), ENGLISH)
        can_be_given = "Or give more time:" in said_in(up)
        # Right under the sentence.
        assert (":give:" in json.dumps(up.view.to_components()[-1])) == can_be_given
        assert (":need:" in json.dumps(letter.view.to_components())) == can_be_given
        assert (wanted is not None) == can_be_given
        places = range(len(people))
        return [at for at in places if any(clock_rows(now, people[at].id, ENGLISH))]

    assert offered() == [0, 1, 2]
    assert offered(others[0]) == sorted((late, others[1]))
    assert offered(*others) == []


FALLS: Final = {
    "among people": True,
    "unrated": False,
    "begun with a computer": False,
    "a computer has come later": True,
    "a person sits in a computer's seat": False,
    "a newcomer": False,
}


@pytest.mark.parametrize(("case", "falls"), FALLS.items(), ids=FALLS)
def test_what_it_costs_that_others_play_is_said_before_of_those_who_pay(
    case: str, falls: bool
) -> None:
    """On each page that lets others play for them, or lets them leave."""
    table, front = paced("metromania"), FRONTS["metromania"]
    (late,) = table.to_call()
    other, reader = (each for each in table.people if each != late)
    computer = replace(other, id=PlayerId(COMPUTERS))
    place, own = table.people.index(other), table.people.index(late)
    with_one = tuple(computer if each == other else each for each in table.people)
    cases: dict[str, dict[str, Any]] = {
        "unrated": {"rated": False},
        "begun with a computer": {"people": with_one},
        "a computer has come later": {"people": with_one, "departed": (Departed(place, 1, other),)},
        "a person sits in a computer's seat": {"departed": (Departed(place, 1, computer),)},
        "a newcomer": {"departed": (Departed(own, 1, replace(other, id=NOBODY)),)},
    }
    now = replace(table, **cases.get(case, {}))
    covered = tuple(replace(p, cover="easy") if p.id == late.id else p for p in now.people)
    pages: list[Any] = [
        up_page(now, told(DeliveryKind.TIME_UP, now), ENGLISH),
        half_page(now, late.id, time(), ENGLISH),
        plays_page(now, told(DeliveryKind.CLOCK_PLAYS, now), ENGLISH),
        page(*resign_parts(now, late.id, ENGLISH)),
        news_page(replace(now, people=covered), told(DeliveryKind.COVERED, now), ENGLISH),
        status_page(front, now, ENGLISH, reader.id, silent=[late]),
    ]

    assert [" last in " in said_in(each) for each in pages] == [falls] * len(pages)


@pytest.mark.parametrize(("pace", "is_said"), [("tonight", True), ("brisk", False)])
def test_at_tonight_the_board_says_until_when(pace: str, is_said: bool) -> None:
    """As nobody's nights count; from the call, with what was given, as long as it is to come."""
    since, front = utcnow() - timedelta(minutes=4), FRONTS["metromania"]
    cases: list[tuple[dict[str, Any], int]] = [
        ({}, 10),
        ({"called_at": since}, 6),
        ({"called_at": since, "given": (1,)}, 16),
    ]
    for clock, minutes in cases:
        said = said_in(present_page(front, paced("metromania", pace, **clock), ENGLISH))
        ends = re.findall(r"has until <t:(\d+):t>", said)
        end = (utcnow() + timedelta(minutes=minutes)).timestamp()
        assert [abs(int(each) - end) < 30 for each in ends] == [True] * is_said
    over = paced("metromania", pace, called_at=since - timedelta(hours=1))
    assert "has until" not in said_in(present_page(front, over, ENGLISH))


def test_others_learn_nothing_of_zone_quiet_hours_absence_or_days_off() -> None:
    """Whatever the clock has counted: when it began and what did not count is in no page."""
    table = paced("metromania")
    absences = ((0, 90_000), (100_000, 900_000))
    since = utcnow() - timedelta(days=4)
    people = tuple(
        replace(
            each, absences=absences, days_off=((0, "UTC", 5),), clock=ClockRow(since, away_used=999)
        )
        for each in table.people
    )
    other = replace(table, people=people)

    for one, two in zip(public_pages(table, "en"), public_pages(other, "en"), strict=True):
        assert said_in(one) == said_in(two)


@pytest.mark.parametrize(
    ("facts", "said"),
    [
        ({}, "**31 hours** of waking time left"),
        ({"left": timedelta(minutes=61)}, "**61 minutes** of waking time left"),
        ({"has_begun": False}, "from when you are called"),
        ({"left": timedelta()}, "you can still play"),
        ({}, "so 16 hours of each day count"),
        ({"wish": Preferences(zone="UTC", quiet=(0, 1200))}, "at most 10 a day"),
        ({"wish": Preferences(zone="UTC", days_off=((0, "UTC", 5),))}, "days off stop the clock"),
    ],
)
def test_the_person_is_told_what_is_left_and_what_counts(facts: Any, said: str) -> None:
    assert said in " ".join(own_lines(time(**facts), ENGLISH))


def test_tonight_says_nothing_of_nights() -> None:
    """It goes by the clock; once a time is up, nothing is said of nights either."""
    for facts in ({"sleeps": False}, {"left": timedelta()}):
        (line,) = own_lines(time(**facts), ENGLISH)
        assert "waking" not in line


@pytest.mark.parametrize(("title", "players"), LARGEST)
def test_the_options_of_a_lobby_fit_in_a_message(title: str, players: int) -> None:
    """With all menus there are: at most forty components."""
    source: Any = GAMES[title]
    game = source.play(players, 2)
    table = odd(source.table_at(game, game.turn_starts()[0]))
    for pace in (None, *PACES):
        lobby = replace(table, status=Status.LOBBY, pace=pace, hints=True)
        assert faults(options_page(lobby, words_for("ko"))) == []


@pytest.mark.parametrize(
    ("minutes", "said"),
    [
        (0.5, "1 minute"),
        (119, "119 minutes"),
        (119.5, "120 minutes"),
        (120, "2 hours"),
        (121, "3 hours"),
        (180, "3 hours"),
    ],
)
def test_a_time_is_told_in_what_has_begun_of_it(minutes: float, said: str) -> None:
    assert time_text(timedelta(minutes=minutes), ENGLISH) == said


@pytest.mark.parametrize(
    ("hours", "said"),
    [
        (0, "none"),
        (23, "after 23 hours"),
        (24, "after 1 day"),
        (36, "after 36 hours"),
        (48, "after 2 days"),
    ],
)
def test_a_rhythm_is_told_in_days_where_they_are_whole(hours: int, said: str) -> None:
    assert rhythm(hours, ENGLISH) == said
