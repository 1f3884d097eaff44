"""The ids on messages of earlier releases, as they were recorded: each still does what it did."""

from typing import Any, Final

from tests.ui.daily.line_stage import UNKNOWN, home, manager, said, two_lines
from tests.ui.stage import Stage, again, labels

STRIP: Final = "🟩🟨⬛"
ON_PRIVATE_PAGES: Final = (
    ("mb1:2:0:line:home!", "", "You’re at card 3."),
    ("mb1:2:0:line:play!", "", "**Line 2.** **Round 3"),
    ("mb1:1:0:line:again!", "", "**Line 1, again.**"),
    ("mb1:1:0:line:table!", "", "night lines, on this server 1."),
    ("mb1:2:0:line:table!", "", "Nobody here has finished yet."),
    ("mb1:1:0:line:week!", "", "### The week, against par"),
    ("mb1:2:0:line:past!", "", "### Your last 30 days"),
    ("mb1:2:0:line:open!", "1", "## Line 1"),
    ("mb1:2:0:line:dealing!", "", "Each line has a key"),
    ("mb1:2:0:line:settings!", "", "### Settings for the line of the day"),
    ("mb1:2:0:line:once!", "", "At once: on"),
    ("mb1:2:0:line:sheet!", "", "My sheet in the paper: on"),
    ("mb1:2:0:line:remind!", "daily", "At once: on"),
    ("mb1:1:0:line:shown!", "", "## Line 1"),
    ("mb1:1:0:line:hidden!", "", "## Line 1"),
    ("mb1:1:0:line:record!1", "", "a record. **To check:**"),
    ("mb1:1:0:line:words!1", "", "The game is over. Your score"),
    ("mb1:2:0:line:words!2", "", "windows"),
)
"""An id, the choice in it if it is a menu, and a part of what it shows."""
POSTING: Final = ("mb1:1:0:line:share!", "mb1:1:0:line:show!")
ON_PUBLIC_MESSAGES: Final = (
    ("mb1:1:0:daily:play!", "## Line 1"),
    ("mb1:2:0:daily:play!", "**Line 2.** **Round 1"),
    ("mb1:1:0:daily:table!", "night lines, on this server 1."),
    ("mb1:0:0:daily:home", "## Line 2"),
    ("mb1:1:0:daily:stop!", "no more papers here"),
)


async def sent(stage: Stage, number: int, message: Any, custom_id: str, *values: str) -> str:
    """Press a button or menu of an old message; return all that is shown then."""
    answer = stage.forge(stage.person(number), message, custom_id, *values)
    await stage.env.settle()
    edited = None if message in stage.public else again(stage, message)
    shown = filter(None, (edited, answer.response, *answer.followups))
    return " ".join(f"{said(each)} {' '.join(labels(each))}" for each in shown)


async def test_private_pages_of_earlier_releases_work(stage: Stage) -> None:
    """Their buttons show, or switch, what they always did."""
    await two_lines(stage)
    for custom_id, value, text in ON_PRIVATE_PAGES:
        shown = await sent(stage, 0, await home(stage), custom_id, *filter(None, (value,)))
        assert text in shown, custom_id
        assert UNKNOWN not in shown, custom_id


async def test_what_posts_on_pages_of_earlier_releases_posts(stage: Stage) -> None:
    await two_lines(stage)
    for count, custom_id in enumerate(POSTING, 1):
        await sent(stage, 0, await home(stage), custom_id)
        assert len(stage.public) == count
    strip, sheet = map(said, stage.public)

    assert set(strip) & set(STRIP)
    assert "Ann" in sheet


async def test_public_messages_of_earlier_releases_work(stage: Stage) -> None:
    """Under strips and papers, and where games are offered."""
    await two_lines(stage)
    gil = manager(stage)
    await sent(stage, 0, await home(stage), POSTING[0])
    for custom_id, text in ON_PUBLIC_MESSAGES:
        shown = await sent(stage, gil, stage.last, custom_id)
        assert text in shown, custom_id
