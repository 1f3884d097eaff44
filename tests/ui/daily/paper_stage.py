"""A server with a morning paper, and what has been posted of it."""

from typing import Any

from tests.ui.daily.line_stage import PAPER_HOUR, manager
from tests.ui.stage import Stage, pictures


async def with_paper(stage: Stage, **options: Any) -> int:
    """Start the morning paper in the channel as a manager; return their number."""
    gil = manager(stage)
    chosen = {"channel": stage.channel, "hour": PAPER_HOUR, "zone": "UTC", **options}
    await stage.person(gil).slash(stage.channel, "server daily", **chosen)
    return gil


def is_paper(message: Any) -> bool:
    """Return whether a public message is a morning paper."""
    return "**Today: " in str(message.content)


def papers(stage: Stage) -> list[Any]:
    return [each for each in stage.public if is_paper(each)]


def drawn(message: Any) -> int:
    """Return the number of pictures on a paper."""
    return len(pictures(message))
