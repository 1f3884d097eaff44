"""What can be wrong with a request: a refusal, a limit, a cut connection, no answer at all."""

import asyncio
import re
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Any


class Cut(Enum):
    """Moment at which the connection is cut."""

    BEFORE = auto()
    """Discord has done nothing."""
    AFTER = auto()
    """Discord has done what was asked; the answer is lost."""


@dataclass
class Trouble:
    """A fault that befalls requests of one kind.

    Attributes:
        method: of the request.
        path: all of it, as a regular expression.
        times: how often; None for as long as it is there.
        status: of the answer, if it is one.
        body: of the answer.
        cut: when the connection is cut, if it is.
        stalls: whether nothing is done, and no answer comes, before `over` is set.
        holds: whether what is asked is done, but no answer comes before `over` is set.
        met: how often it has happened.
    """

    method: str
    path: str
    times: int | None = 1
    status: int = 0
    body: dict[str, Any] = field(default_factory=dict)
    cut: Cut | None = None
    stalls: bool = False
    holds: bool = False
    met: int = 0
    over: asyncio.Event = field(default_factory=asyncio.Event)

    def fits(self, method: str, path: str) -> bool:
        """Return whether a request is meant."""
        is_left = self.times is None or self.met < self.times
        return is_left and method == self.method and re.fullmatch(self.path, path) is not None


POST = r"/channels/{channel}/messages"
"""The path of what is posted in a channel."""


def refused(channel: int, status: int, code: int, times: int | None = 1) -> Trouble:
    """Return a trouble: posts in a channel are refused with a code."""
    body = {"code": code, "message": f"refused with {code}"}
    return Trouble("POST", POST.format(channel=channel), times, status, body)


def limited(channel: int, seconds: float, times: int | None = 1) -> Trouble:
    """Return a trouble: posts in a channel have to wait."""
    body = {"message": "You are being rate limited.", "retry_after": seconds, "global": False}
    return Trouble("POST", POST.format(channel=channel), times, 429, body)


def cut(channel: int, when: Cut, times: int | None = 1) -> Trouble:
    """Return a trouble: connections of posts in a channel are cut."""
    return Trouble("POST", POST.format(channel=channel), times, cut=when)


def stalled(channel: int, times: int | None = 1) -> Trouble:
    """Return a trouble: posts in a channel get no answer."""
    return Trouble("POST", POST.format(channel=channel), times, stalls=True)
