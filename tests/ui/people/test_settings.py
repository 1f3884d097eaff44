"""/me settings and /me away: what is shown, set, suggested and refused."""

from typing import Any

import pytest

from metrobot.ui.words.zones import time_there
from tests.ui.stage import Shown, Stage, again, ids, labels, texts

WHERE, QUIET, DAYS = "setting:by", "setting:quiet", "setting:days"


async def shown(stage: Stage, **options: str) -> Any:
    answer = await stage.people[0].slash(stage.channel, "me settings", **options)
    assert answer.ephemeral
    return answer.response


def menu_of(message: Any, what: str) -> str:
    """Return the id of a menu."""
    return next(each for each in ids(message) if each.endswith(what))


async def test_settings_begin_with_what_is_usual(stage: Stage) -> None:
    """The channel, no zone, no quiet hours; hours cannot be chosen without a zone."""
    message = await shown(stage)

    assert "**Reminders:** in the channel of the game" in texts(message)
    assert "**Time zone:** not set." in texts(message)
    assert "No quiet hours\nNo days off" in texts(message)
    assert [each for each in ids(message) if QUIET in each or DAYS in each] == []


async def test_what_is_typed_is_set_and_kept(stage: Stage) -> None:
    """Also after a restart; each zone in its own spelling."""
    await shown(stage, reminders="never", zone="asia/seoul", quiet_from="22:30", quiet_until="7")
    await stage.restart()
    said = texts(await shown(stage))

    assert "**Reminders:** not at all" in said
    assert "**Time zone:** Seoul, where it is " in said
    assert "Quiet hours: 22:30 to 07:00" in said


async def test_menus_set_what_they_offer(stage: Stage) -> None:
    message = await shown(stage, zone="UTC")
    await stage.people[0].select(message, ["direct"], custom_id=menu_of(message, WHERE))
    await stage.people[0].select(message, ["22:00-08:00"], custom_id=menu_of(message, QUIET))
    said = texts(again(stage, message))
    await stage.people[0].select(message, ["none"], custom_id=menu_of(message, QUIET))

    assert "**Reminders:** by direct message" in said
    assert "Quiet hours: 22:00 to 08:00" in said
    assert "No quiet hours" in texts(again(stage, message))


async def test_days_off_are_chosen_in_a_menu_and_kept(stage: Stage) -> None:
    """Up to three, in the order of the week, and none again."""
    message = await shown(stage, zone="UTC")
    await stage.people[0].select(message, ["6", "2"], custom_id=menu_of(message, DAYS))
    said = texts(again(stage, message))
    await stage.restart()
    kept = texts(await shown(stage))
    await stage.people[0].select(message, [], custom_id=menu_of(message, DAYS))

    assert "Days off: Wednesday and Sunday" in said
    assert "Days off: Wednesday and Sunday" in kept
    assert "No days off" in texts(again(stage, message))


@pytest.mark.parametrize("values", [("7",), ("-1",), ("1", "2", "3", "4"), ("mon",), ("",)])
async def test_days_off_that_are_none_are_refused(stage: Stage, values: tuple[str, ...]) -> None:
    """Forged menus: of days that there are not, or of too many."""
    message = await shown(stage, zone="UTC")
    answer = stage.forge(stage.people[0], message, f"mb1:0:0:{DAYS}", *values)
    await stage.env.settle()

    (refusal,) = answer.followups
    assert "no longer works" in texts(refusal)
    assert "No days off" in texts(await shown(stage))


async def test_the_line_of_the_day_is_set_on_the_same_page(stage: Stage) -> None:
    """Switches, a menu, and no way back, since nobody has come from a line."""
    message = await shown(stage)
    offered = labels(message)
    for label in offered:
        await stage.people[0].click(message, label=label)
    menu = menu_of(message, "line:remind!")
    await stage.people[0].select(message, ["daily"], custom_id=menu)
    message = again(stage, message)

    lines = ["At once: off", "My sheet in the paper: off"]
    assert offered == ["Words first: off", "Asked by name: on", *lines]
    lines = ["At once: on", "My sheet in the paper: on"]
    assert labels(message) == ["Words first: on", "Asked by name: off", *lines]
    assert "(direct message): Every day" in texts(message)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"zone": "Atlantis"}, "There is no time zone called \u2068Atlantis\u2069."),
        ({"zone": "PST"}, "fits more than one time zone, such as Los Angeles, United States ("),
        ({"quiet_from": "25:00", "quiet_until": "7"}, "is not a time of day"),
        ({"quiet_from": "late", "quiet_until": "7"}, "is not a time of day"),
        ({"quiet_from": "22:00"}, "Fill in both"),
        ({"quiet_from": "22:00", "quiet_until": "7:00"}, "I need your time zone"),
    ],
)
async def test_what_is_none_is_refused(stage: Stage, options: dict[str, str], said: str) -> None:
    assert said in texts(await shown(stage, **options))
    assert "No quiet hours" in texts(await shown(stage))


async def test_a_zone_that_is_sent_without_choosing_is_taken(stage: Stage) -> None:
    """The answer says what time it is there now."""
    now = stage.bot.parts.tables.people.clock.now()
    said = texts(await shown(stage, zone="amsterdam"))

    assert (
        f"**Time zone:** Amsterdam, where it is {time_there('Europe/Amsterdam', now)} now" in said
    )
    assert "**Time zone:** UTC+2, where it is " in texts(await shown(stage, zone="GMT+2"))


async def test_a_zone_that_an_older_release_stored_goes_on(stage: Stage) -> None:
    """It is shown by what it is: Etc/GMT+2 lies west."""
    await shown(stage, quiet_from="22h", quiet_until="24:00", zone="Etc/GMT+2")
    await stage.restart()
    said = texts(await shown(stage))

    assert "**Time zone:** UTC\u22122, where it is " in said
    assert "Quiet hours: 22:00 to 00:00" in said


async def test_zones_are_suggested_by_a_part_of_their_name(stage: Stage) -> None:
    """At most 25; a city with a space too."""
    found = await stage.people[0].autocomplete(stage.channel, "me settings", "zone", "new york")
    many = await stage.people[0].autocomplete(stage.channel, "me settings", "zone", "")

    assert [each["value"] for each in found] == ["America/New_York"]
    assert len(many) == 25


async def test_an_absence_is_noted_shown_and_ended(stage: Stage) -> None:
    """By a date, where one lives; and one may be back early."""
    await shown(stage, zone="Asia/Seoul")
    away = await stage.people[0].slash(stage.channel, "me away", until="2026-01-10")
    during = texts(await shown(stage))
    back = await stage.people[0].slash(stage.channel, "me away", until="0")

    assert "**You are away until <t:1767970800:F>.**" in texts(away.response)
    assert "**Away** until <t:1767970800:F>" in during
    assert texts(back.response).startswith("**Welcome back.**")
    assert "**Away**" not in texts(await shown(stage))


@pytest.mark.parametrize(
    ("until", "said"),
    [
        ("soon", "neither a number of days nor a date"),
        ("2025-01-01", "An absence must end in the future, at most 366 days from now."),
        ("400", "An absence must end in the future, at most 366 days from now."),
        ("400 days", "neither a number of days nor a date"),
        ("0001-01-01", "An absence must end in the future, at most 366 days from now."),
        ("9999-12-31", "An absence must end in the future, at most 366 days from now."),
    ],
)
async def test_absences_that_are_none_are_refused(stage: Stage, until: str, said: str) -> None:
    await shown(stage, zone="Seoul" if until < "2" else "Honolulu")
    answer = await stage.people[0].slash(stage.channel, "me away", until=until)

    assert said in texts(answer.response)


async def test_absences_are_suggested(stage: Stage) -> None:
    found = await stage.people[0].autocomplete(stage.channel, "me away", "until", "")

    assert [each["name"] for each in found][:3] == ["I’m back", "1 day", "2 days"]


async def test_what_the_list_of_absences_shows_can_be_typed(stage: Stage) -> None:
    """And any other number of days in the same form."""
    answers = [
        texts((await stage.people[0].slash(stage.channel, "me away", until=until)).response)
        for until in ("2 days", "5 Days", "i'm back")
    ]

    assert [each.split("**")[1].split("<")[0] for each in answers] == [
        "You are away until ",
        "You are away until ",
        "Welcome back.",
    ]


async def test_settings_of_others_cannot_be_pressed(stage: Stage, board: Shown) -> None:
    answer = stage.forge(stage.people[0], board, f"mb1:0:0:{WHERE}", "never")
    await stage.env.settle()

    (refusal,) = answer.followups
    assert "no longer works" in texts(refusal)
    assert "in the channel of the game" in texts(await shown(stage))
