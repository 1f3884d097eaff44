"""What nobody should ask for: one sentence each, and where the run stands; nothing changes."""

import re
from collections.abc import Iterable, Sequence
from datetime import date
from itertools import product
from typing import Any, Final

import pytest

from metrobot.service.daily import timetable
from metrobot.ui.pages.ids import PressKind
from tests.ui.daily.line_stage import (
    UNKNOWN,
    answered,
    begun,
    choices,
    chosen,
    done,
    forged,
    home,
    ids_of_run,
    kept,
    leap,
    manager,
    said,
    two_lines,
    typed,
    used,
)
from tests.ui.stage import Stage, labels

HUGE = 2**53 - 1
EVERYTHING = ("charges", "preferences", "deliveries", "memos", "games")


def sentences(text: str) -> int:
    """Return the number of sentences in a text."""
    return len(re.findall(r"[.!?](?:\s|$)", text))


async def check_refused(
    stage: Stage, page: Any, ids: Iterable[str], text: str = "", *values: str, number: int = 0
) -> None:
    """Check that each id, with each value, is told a sentence with a text, and changes nothing."""
    before = await kept(stage, *EVERYTHING)
    for custom_id, value in product(ids, values or (None,)):
        chosen_values = () if value is None else (value,)
        told = await forged(stage, number, page, custom_id, *chosen_values)
        assert 1 <= sentences(told) <= 2, (custom_id, value)
        assert text in told, (custom_id, value)
        assert "went wrong" not in told, (custom_id, value)

    assert await kept(stage, *EVERYTHING) == before


# --- /daily line: ---


async def test_no_number_shows_todays_line(stage: Stage) -> None:
    await leap(stage, 2)
    bare, named = await home(stage), await home(stage, line=3)

    assert said(bare) == said(named)
    assert "Line 3" in said(bare)


async def test_a_text_is_no_line(stage: Stage) -> None:
    """No client lets anybody type one; whoever sends it is told something."""
    odd: Sequence[Any] = ("abc", "", "１", "3.5", "-", "\ud83d", None, [], {}, True)
    for asked in odd:
        told = await typed(stage, 0, asked)
        assert 1 <= sentences(told) <= 3, asked
        assert "went wrong" not in told, asked


async def test_a_line_of_the_future_is_refused_with_the_newest(stage: Stage) -> None:
    await leap(stage, 2)
    told = answered(await stage.person(0).slash(stage.channel, "daily", line=4))

    assert "4" in told
    assert "3" in told
    assert 1 <= sentences(told) <= 2


@pytest.fixture
def late(monkeypatch: pytest.MonkeyPatch) -> None:
    """Set the bot's first start to the day of line 100."""
    monkeypatch.setattr(timetable, "FIRST_DAY", date(2025, 9, 24))


async def test_a_line_before_the_bots_first_is_refused_with_the_range(
    late: None, stage: Stage
) -> None:
    """The day of a bot's first start is its first line."""
    first = await home(stage)
    await leap(stage, 2)
    refusals = [
        answered(await stage.person(0).slash(stage.channel, "daily", line=line)) for line in (99, 1)
    ]

    assert "Line 100" in said(first)
    for told in refusals:
        assert re.findall(r"\d+", told) == ["100", "102"]
        assert 1 <= sentences(told) <= 2


async def test_absurd_numbers_are_no_lines(stage: Stage) -> None:
    before = await kept(stage, *EVERYTHING)
    for asked in (0, -1, HUGE, 40_000, 40_001, 10**30, -(10**30)):
        told = await typed(stage, 0, asked)
        assert 1 <= sentences(told) <= 2, asked
        assert "went wrong" not in told, asked

    assert await kept(stage, *EVERYTHING) == before


# --- another person's run, a closed line, a run that has moved on ---


async def test_another_persons_run(stage: Stage) -> None:
    planner = await chosen(stage, 0, await begun(stage))
    own = await home(stage, 1)
    await check_refused(stage, own, ids_of_run(planner), "somebody else", number=1)


async def test_a_closed_line(stage: Stage) -> None:
    planner = await chosen(stage, 0, await used(stage, 0, await begun(stage), 2))
    await leap(stage, 1.3)
    for text in ("Line 1 is over", "/daily"):
        await check_refused(stage, planner, ids_of_run(planner), text)


async def test_a_run_that_has_moved_on(stage: Stage) -> None:
    planner = await chosen(stage, 0, await begun(stage))
    old = ids_of_run(planner)
    await used(stage, 0, await begun(stage), 3)
    await check_refused(stage, planner, old, "card 4")


# --- forged ids ---


async def test_what_is_wanted_of_a_line_is_known_or_refused(stage: Stage) -> None:
    """Requests that only public messages make are refused here."""
    page = await two_lines(stage)
    unknown = ("", "nothing", "HOME", "home ", "line", "stop", "🚇", "x" * 60)
    await check_refused(stage, page, [f"mb1:2:0:line:{each}!" for each in unknown], UNKNOWN)


PLANNER: Final = {"try", "menu", "group", "tab", "back", "anew", "done"}
"""The kinds of presses that a planner of lines has."""


async def test_a_run_takes_the_presses_of_a_planner_alone(stage: Stage) -> None:
    """Any other kind in its id is refused as unknown; none changes anything."""
    planner = await begun(stage)
    head = ":".join(ids_of_run(planner)[0].split(":")[:4])
    before = await kept(stage, *EVERYTHING)
    for kind in (*PressKind, "nothing", "", "TRY"):
        told = await _told(stage, planner, f"{head}:{kind}!0000:")
        assert kind in PLANNER or UNKNOWN in told, kind

    assert await kept(stage, *EVERYTHING) == before


async def _told(stage: Stage, page: Any, custom_id: str) -> str:
    """Forge a press and return the text of its answer, empty if it has none."""
    answer = stage.forge(stage.person(0), page, custom_id)
    await stage.env.settle()
    assert answer.acknowledged
    return said(answer.followups[-1]) if answer.followups else ""


ABSURD: Final = (
    "mb1:0:0:line:home!",
    "mb1:3:0:line:home!",
    "mb1:999999999999999999:0:line:home!",
    "mb1:999999999999999999:999999999:run:try!0000:",
    "mb1:0:0:run:done!0000:",
    "mb1:2:0:line:words!999999999999999999",
    "mb1:2:0:line:words!-1",
    "mb1:2:0:line:words!²",
    "mb1:2:0:line:record!",
    "mb1:2:0:line:record!9999999999999999999999999999",
    "mb1:3:0:line:share!",
    "mb1:3:0:line:show!",
    "mb1:3:0:line:again!",
    "mb1:3:0:line:play!",
    "mb1:0:0:line:dealing!",
    "mb1:999999999999999999:0:line:table!",
    "mb1:999999999999999999:0:line:week!",
)


async def test_absurd_numbers_in_ids_change_nothing(stage: Stage) -> None:
    """Each has its sentence, and none is an error of ours."""
    await check_refused(stage, await two_lines(stage), ABSURD)


async def test_the_menu_of_past_lines_opens_what_it_offers(stage: Stage) -> None:
    """Nothing else that is put into it."""
    page = await stage.press(0, await two_lines(stage), "My lines")
    values = ("", "x", "0", "-1", "²", "9" * 30, "3", "2.5", "1 2")
    await check_refused(stage, page, ["mb1:2:0:line:open!"], "", *values)


async def test_the_menu_of_reminders_sets_what_it_offers(stage: Stage) -> None:
    """Anything else is refused as unknown."""
    page, menu = await stage.press(0, await home(stage), "Settings"), ["mb1:1:0:line:remind!"]
    await check_refused(stage, page, menu, UNKNOWN, "", "weekly", "NEVER", "x" * 100)
    # A button in the menu's place, where nothing is chosen.
    await check_refused(stage, page, menu, UNKNOWN)


async def test_private_buttons_on_a_public_message_are_forged(played: Stage) -> None:
    """Elsewhere they are refused as unknown, since everyone could read the answer."""
    await played.person(0).click(await home(played), label="Share here")
    ids = [f"mb1:1:0:{kind}!1" for kind in PressKind if kind.startswith("line:")]
    await check_refused(played, played.last, ids, UNKNOWN)

    assert len(played.public) == 1


async def test_a_planner_on_a_public_message_is_forged(stage: Stage) -> None:
    planner = await begun(stage)
    await done(stage, 1)
    await stage.person(1).click(await home(stage, 1), label="Share here")
    await check_refused(stage, stage.last, choices(planner), UNKNOWN)

    assert labels(stage.last) == ["Play", "Standings"]


async def test_public_buttons_want_what_public_messages_offer(played: Stage) -> None:
    """To play, the table, today's line, no more papers; all else is unknown, as are other lines."""
    await played.person(0).click(await home(played), label="Share here")
    offered = {"play", "table", "home", "stop"}
    private = {kind.partition(":")[2] for kind in PressKind if kind.startswith("line:")}
    unknown = [f"mb1:1:0:daily:{each}!" for each in (*(private - offered), "nothing")]
    await check_refused(played, played.last, unknown, UNKNOWN, number=1)
    for number in ("0", "2", "999999999999999999"):
        others = [f"mb1:{number}:0:daily:{each}!" for each in ("play", "table")]
        await check_refused(played, played.last, others, number=1)


# --- /server daily ---


async def test_a_zone_that_is_none_is_refused(stage: Stage) -> None:
    gil = stage.person(manager(stage))
    before = await kept(stage, *EVERYTHING)
    for zone in ("Atlantis", "Europe/Nowhere", "../../etc", "x" * 3000):
        told = answered(await gil.slash(stage.channel, "server daily", hour=7, zone=zone))
        assert 1 <= sentences(told) <= 2, zone

    assert await kept(stage, *EVERYTHING) == before
