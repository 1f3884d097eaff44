"""Lines of the day on a simulated Discord: opened, played card by card, closed by passing days."""

from typing import Any

from metrobot.service.daily import timetable
from metrobot.ui.pages.ids import PressKind
from tests.ui.stage import Shown, Stage, again, ids, labels, raw, texts, walk


async def home(stage: Stage, number: int = 0, **options: Any) -> Shown:
    """Type /daily; return its private page."""
    answer = await stage.person(number).slash(stage.channel, "daily", **options)
    return answer.response


async def begun(stage: Stage, number: int = 0) -> Shown:
    """Open today's line and press Play or Go on; return the planner."""
    shown = await home(stage, number)
    return await stage.press(number, shown, "Play" if "Play" in labels(shown) else "Go on")


def choices(message: Shown) -> list[str]:
    """Return the ids of the buttons in a planner that choose something."""
    return [each for each in ids(message) if f":{PressKind.RUN}:{PressKind.TRY}!" in each]


async def pressed(stage: Stage, number: int, message: Shown, custom_id: str) -> Shown:
    """Press a button by its id; return the message as it is then."""
    await stage.person(number).click(message, custom_id=custom_id)
    return again(stage, message)


async def chosen(stage: Stage, number: int, message: Shown, which: int = 0) -> Shown:
    """Choose something for a card, by buttons or else by a menu, until it can be confirmed."""
    while "Confirm" not in labels(message) and is_planner(message):
        found = choices(message)
        if found:
            message = await pressed(stage, number, message, found[which % len(found)])
            continue
        menu = next(each for each in walk(raw(message)) if each["type"] == 3)
        option = menu["options"][which % len(menu["options"])]["value"]
        await stage.person(number).select(message, [option], custom_id=menu["custom_id"])
        message = again(stage, message)
    return message


def is_planner(message: Shown) -> bool:
    """Return whether a page is the planner of a run."""
    return any(f":{PressKind.RUN}:" in each for each in ids(message))


async def finished(stage: Stage, number: int = 0, which: int = 0) -> Shown:
    """Play today's line to its end; return the page with the result."""
    message = await begun(stage, number)
    while is_planner(message):
        message = await chosen(stage, number, message, which)
        if "Confirm" in labels(message):
            message = await stage.press(number, message, "Confirm")
    return message


async def pass_days(stage: Stage, days: float = 1.0) -> None:
    """Let time pass, with all that is due in it."""
    await stage.env.advance_time(days * 86_400)
    await stage.env.settle()


def today(stage: Stage) -> int:
    """Return the number of today's line."""
    return timetable.number_at(stage.env.now())


def said(message: Shown) -> str:
    """Return what a page says, on one line."""
    return " ".join(texts(message).split())
