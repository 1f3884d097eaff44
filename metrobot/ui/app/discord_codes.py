"""Discord's codes of refusals, and their meaning for a delivery."""

from typing import Final

import discord

from metrobot.service.model.table import CHANNEL_GONE, REMOVED
from metrobot.service.outbox.delivery import DM_CLOSED_REASON, Undeliverable

NO_ACCESS: Final = 50001
"""The bot may not see the channel, or is not in the server."""
INVALID_FORM: Final = 50035
"""The request cannot be read, such as one that names a lost file."""
EDITED_OFTEN: Final = 30046
"""An old message has been edited as often as Discord allows for now."""
CLOSED: Final = {
    10013,  # there is no such person
    50007,  # the person takes no direct messages from the bot
    50033,  # the person is nobody who can be written to
    50278,  # the person shares no server with the bot
}
"""Refusals of a person who cannot be sent direct messages."""
LOST: Final = {
    10003: CHANNEL_GONE,  # there is no such channel
    10004: REMOVED,  # there is no such server, or the bot is not in it
    NO_ACCESS: "permission",
    50008: "unfit",  # the channel takes no text
    50013: "permission",  # the bot may not post in the channel
    50024: "unfit",  # the channel is of a kind that takes no such messages
    50083: "locked",  # the thread is archived
    160005: "locked",  # the thread is locked
}
"""Refusals of a channel where the bot cannot post, each with the reason that is stored."""
FINAL: Final = {
    40005,  # the request is too large
    50006,  # the message is empty
    INVALID_FORM,
    50045,  # a file is too large
}
"""Refusals of a message that Discord will never take as it is. All others may pass."""
PASSING: Final = {
    20016,  # the channel is in slow mode
    20022,  # too many edits of an announcement
    20026,  # the bot is held to be abusive
    20028,  # too many messages in the channel
    EDITED_OFTEN,
    40003,  # direct messages are opened too fast
    40004,  # sending is turned off for a while
    40006,  # the feature is turned off for a while
    40062,  # too many requests of one kind
    130000,  # Discord is overloaded
}
"""Refusals that have nothing to do with what a message says."""
_PASSING_STATUSES: Final = {401, 408, 429}
"""Statuses of HTTP for a lost login, a request that took too long, and too many requests."""
_OUR_STATUSES: Final = {400, 413}
"""Statuses of HTTP for a bad and for a too large request, which count without a code too."""
_FAULT_OF_THEIRS: Final = 500
"""First status of HTTP for a fault of Discord's own."""


def is_fault(error: discord.HTTPException) -> bool:
    """Return whether an error is a fault of Discord's own."""
    return error.status >= _FAULT_OF_THEIRS


def is_passing(error: discord.HTTPException | TimeoutError) -> bool:
    """Return whether the same request may succeed if it is made again.

    An answer without a code is not Discord's own, such as that of a proxy on the way:
    it counts only where it finds fault with the request itself.
    """
    if isinstance(error, TimeoutError) or (error.code == 0 and error.status not in _OUR_STATUSES):
        return True
    return is_fault(error) or error.code in PASSING or error.status in _PASSING_STATUSES


def is_refused(error: discord.HTTPException) -> bool:
    """Return whether Discord will never take this message as it is."""
    return error.code in FINAL


def is_doubtful(error: discord.HTTPException, *, is_direct: bool) -> bool:
    """Return whether nobody knows if Discord will ever take this message.

    So it is with codes that are not listed here, and with those of channels for a
    message to a person, or the other way round.
    """
    clear_codes = FINAL | (CLOSED if is_direct else LOST.keys())
    return error.code not in clear_codes and not is_passing(error)


def undeliverable(error: discord.HTTPException, *, is_direct: bool) -> Undeliverable:
    """Return the Undeliverable that stands for a refusal by Discord, also of a direct message."""
    if is_direct and error.code in CLOSED:
        return Undeliverable(DM_CLOSED_REASON, permanent=True)
    if not is_direct and error.code in LOST:
        return Undeliverable(LOST[error.code], permanent=False, is_lost=True)
    reason = f"discord {error.status} {error.code}"
    return Undeliverable(
        reason, permanent=is_refused(error), is_doubtful=is_doubtful(error, is_direct=is_direct)
    )
