"""The ids of buttons and menus: `mb1:<game>:<revision>:<kind>:<arg>`.

They hold all that a press needs to know, so that it can be answered after a
restart, and can be known to be stale. What a player has chosen stands only in
ids of private messages.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final, TypeAlias

import discord
from discord import ui

from metrobot.ui.words.discord_limits import CHOICE_LIMIT, ID_LIMIT, LABEL_LIMIT, PROMPT_LIMIT
from metrobot.ui.words.text_length import clipped

_PATTERN: Final = re.compile(
    r"mb1:(?P<game>\d{1,18}):(?P<revision>\d{1,9}):(?P<kind>[a-z]+):(?P<arg>.*)"
)
_OURS: Final = re.compile(r"mb\d+:")
LARGEST: Final = 2**53 - 1
"""No number of a game, a ballot or a turn is larger, nor does Discord send larger ones."""


Press = discord.Interaction[Any]
"""Any interaction of our bot."""
Style: TypeAlias = discord.ButtonStyle
Button: TypeAlias = ui.Button[Any]
"""A button that is answered from its id alone."""


class PressKind(StrEnum):
    """What a button or a menu is for; names never change once released."""

    # In the lobby; OPTIONS: opens the menus for the host; OPTION: the name of an option;
    # COMPUTER: how many computers are in.
    JOIN = "join"
    LEAVE = "leave"
    START = "start"
    OPTIONS = "options"
    OPTION = "option"
    COMPUTER = "computer"
    CANCEL = "cancel"
    # Under the board, and in private under what is shown.
    PLAN = "plan"
    HAND = "hand"
    BOARD = "board"
    ZOOM = "zoom"
    # In the planner; the arg is the code of a draft, TRY: the one after the choice.
    TRY = "try"
    MENU = "menu"
    GROUP = "group"
    TAB = "tab"
    BACK = "back"
    ANEW = "anew"
    DONE = "done"
    # A hint for the draft; after its code the hints that were shown already.
    HINT = "hint"
    # Where all choose at once: open your locked choice again.
    CHANGE = "change"
    # Pages: LOG: which; TOPIC: of which title.
    LOG = "log"
    TOPIC = "topic"
    # Leaderboards: title and page; to be forgotten.
    RANKS = "ranks"
    FORGET = "forget"
    # In a lesson; the revision is the step, the arg says of which title, and what.
    LESSON = "lesson"
    # Replays; the arg begins with where the game is kept, STEP: then to which turn.
    REPLAY = "replay"
    STEP = "step"
    JUMP = "jump"
    FILM = "film"
    # What decided a game; the arg begins in the same way, then which of its pages.
    REVIEW = "review"
    # Coming back: what has happened since; SETTING: which setting.
    SINCE = "since"
    SETTING = "setting"
    # Seats; SEAT: the place to take, COVER: where a computer is to play; BALLOT: its number,
    # and yes or no; RETURN: I'm back.
    RESIGN = "resign"
    RETURN = "return"
    SEAT = "seat"
    COVER = "cover"
    BALLOT = "ballot"
    # Taking back: nothing to ask; else yes or no, and the number of the ballot.
    UNDO = "undo"
    # How to play, then against a computer: of which title; fair dealing, the whole of where
    # a game stands; after its end.
    LEARN = "learn"
    AGAINST = "against"
    DEALING = "dealing"
    STATUS = "status"
    AGAIN = "again"
    # The line of the day: RUN: in the planner of a run, whose number stands first; LINE: on
    # private pages about the line that stands first; DAILY: on public messages about it.
    RUN = "run"
    LINE = "line"
    DAILY = "daily"


class ReplaySource(StrEnum):
    """Where a replay's game is kept; the first letter of the arg of its buttons."""

    HERE = "h"
    """Among the games that were played here: the id names a game."""
    IMPORTED = "i"
    """Among the records that were imported: the id names a replay."""
    LINE = "l"
    """Among what people have made of lines of the day that are over: the id names a run."""


# Buttons are answered from their ids alone, after a restart too:
# docs/decisions/drafts-in-button-ids.md.
@dataclass(frozen=True, slots=True)
class PressId:
    """What one button or menu stands for.

    Attributes:
        game: number of the game, 0 where none is meant.
        revision: of the table when it was offered.
        kind: what to do.
        arg: with what; depends on the kind.
    """

    game: int
    revision: int
    kind: PressKind
    arg: str = ""

    def __str__(self) -> str:
        """Return the id as Discord keeps it."""
        return f"mb1:{self.game}:{self.revision}:{self.kind}:{self.arg}"


def is_ours(custom_id: str) -> bool:
    """Return whether an id is one of ours, of this release or another."""
    return _OURS.match(custom_id) is not None


def parse_number(text: str) -> int | None:
    """Return the number that a text is; None for what is none, or larger than any of ours."""
    text = text.strip()
    if not (text.isascii() and text.isdecimal()) or len(text) > len(str(LARGEST)):
        return None
    number = int(text)
    return number if number <= LARGEST else None


def parse_press(custom_id: str) -> PressId | None:
    """Return what an id stands for; None if it is of no form or kind that we know."""
    match = _PATTERN.fullmatch(custom_id)
    if match is None:
        return None
    try:
        kind = PressKind(match["kind"])
    except ValueError:
        return None
    return PressId(int(match["game"]), int(match["revision"]), kind, match["arg"])


def _id_of(press: PressId) -> str:
    """Return an id that Discord keeps, and that can be read again.

    Raises:
        ValueError: there is none.
    """
    custom_id = str(press)
    if _PATTERN.fullmatch(custom_id) is None or len(custom_id) > ID_LIMIT:
        raise ValueError(f"no id: {custom_id!r}")
    return custom_id


def button(
    press: PressId, label: str, style: Style = Style.secondary, *, disabled: bool = False
) -> Button:
    """Return a button; its label is cut to the 80 characters that Discord takes."""
    shown = clipped(label, LABEL_LIMIT)
    return ui.Button(label=shown, style=style, custom_id=_id_of(press), disabled=disabled)


def option(
    label: str, value: str, hint: str = "", *, is_chosen: bool = False
) -> discord.SelectOption:
    """Return what a menu offers; its texts are cut to the 100 characters that Discord takes."""
    shown, below = clipped(label, CHOICE_LIMIT), clipped(hint, CHOICE_LIMIT) or None
    return discord.SelectOption(label=shown, value=value, description=below, default=is_chosen)


def menu(press: PressId, prompt: str, options: Iterable[discord.SelectOption]) -> ui.ActionRow[Any]:
    """Return a menu of 1 to 25 options, in the row of its own that it needs."""
    select: ui.Select[Any] = ui.Select(
        custom_id=_id_of(press), placeholder=clipped(prompt, PROMPT_LIMIT), options=list(options)
    )
    return ui.ActionRow(select)


def menu_value(ix: Press) -> str:
    """Return what was chosen in the menu that was pressed; empty for a button."""
    data: Mapping[str, Any] = ix.data or {}
    return str((data.get("values") or [""])[0])
