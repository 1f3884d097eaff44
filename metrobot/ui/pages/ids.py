"""The ids of buttons and menus: `mb1:<game>:<revision>:<kind>:<arg>`.

After a kind of two words a `!` stands in place of the colon.

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
    # Ids may be forged: longer numbers would not fit into the columns of a database.
    r"mb1:(?P<game>\d{1,18}):(?P<revision>\d{1,9}):"
    # A kind of two words ends with a mark of its own; one release left that out.
    r"(?P<kind>(?:line|daily):[a-z]+(?=!|$)|[a-z]+(?=:))[:!]?(?P<arg>.*)"
)
_OURS: Final = re.compile(r"mb\d+:")
LARGEST: Final = 2**53 - 1
"""Largest number of a game, a ballot or a turn, and the largest that Discord sends."""


Press = discord.Interaction[Any]
"""Any interaction of our bot."""
Style: TypeAlias = discord.ButtonStyle
Button: TypeAlias = ui.Button[Any]
"""A button that is answered from its id alone."""


class PressKind(StrEnum):
    """Kinds of buttons and menus; their values never change once released."""

    # In the lobby; OPTIONS: opens the menus for the host; OPTION: the name of an option;
    # COMPUTER: how many computers are in; OK: the mark of the terms that are agreed to.
    JOIN, LEAVE, START, CANCEL, OK = "join", "leave", "start", "cancel", "ok"
    OPTIONS, OPTION, COMPUTER = "options", "option", "computer"
    # Under the board, and in private under what is shown.
    PLAN, HAND, BOARD, ZOOM, WORDS = "plan", "hand", "board", "zoom", "words"
    # In the planner; the arg is the code of a draft, TRY: the one after the choice.
    TRY, MENU, GROUP, TAB = "try", "menu", "group", "tab"
    BACK, ANEW, DONE = "back", "anew", "done"
    # A hint for the draft; QUICK: the turn of a weaker computer instead.
    HINT, QUICK = "hint", "quick"
    # Where all choose at once: open your locked choice again.
    CHANGE = "change"
    # A turn ahead: AHEAD opens it; PLANNED: in its planner and under plans, what was pressed there.
    AHEAD, PLANNED = "ahead", "planned"
    # Pages: LOG: which; TOPIC: of which title; RANKS: of a leaderboard; FIGURES: one's own, for
    # all; to be forgotten.
    LOG, TOPIC, RANKS, FIGURES, FORGET = "log", "topic", "ranks", "figures", "forget"
    # In a lesson, whose step is the revision.
    LESSON = "lesson"
    # Replays, and what decided a game.
    REPLAY, STEP, JUMP, FILM = "replay", "step", "jump", "film"
    PAGE, REVIEW = "page", "review"
    # What if: WHAT opens it for a turn, or the list of turns; the rest stands in its planner.
    WHAT, WHAT_IF = "what", "whatif"
    # Coming back: what has happened since; SETTING: which setting; go on with a game put aside.
    SINCE, SETTING, RESUME = "since", "setting", "resume"
    # Seats; SEAT: the place to take, COVER: where a computer is to play; RETURN: I'm back;
    # TAKE_BACK: the place that a newcomer has; AWAY: still away, until when; SURE: yes to a
    # question about what nobody else is asked, as RESIGN and CANCEL are.
    RESIGN, RETURN, TAKE_BACK, AWAY = "resign", "return", "takeback", "away"
    SEAT, COVER, BALLOT, SURE = "seat", "cover", "ballot", "sure"
    # Something came up: AMISS opens what helps; PAUSE: how many days; OFFER: a seat, one's own or
    # at which place, to whom.
    AMISS, PAUSE, OFFER = "amiss", "pause", "offer"
    # Clocks: time for the player at a place, a computer for their turn; NEED: time for oneself.
    GIVE, LET, NEED = "give", "let", "need"
    # Taking back: to ask, or an answer.
    UNDO = "undo"
    # How to play, then against a computer: of which title; fair dealing, the whole of where
    # a game stands; after its end.
    LEARN, AGAINST, DEALING = "learn", "against", "dealing"
    STATUS, AGAIN = "status", "again"
    # What a server allows.
    SERVER = "server"
    # Free seats of a server: the revision is the page; CALL: call again to a lobby; LOOKOUT: call
    # me no more; ASK: somebody by name, whom the last ask of this page was to; DECLINE: no to that.
    SEATS, CALL, LOOKOUT = "seats", "call", "lookout"
    ASK, DECLINE = "invite", "decline"
    # Follow a game: nothing, or which news; no more.
    FOLLOW, UNFOLLOW = "follow", "unfollow"
    # The line of the day: in the planner of a run, whose number stands first.
    RUN = "run"
    # On private pages about the line that stands first; OPEN: the menu of past lines; RECORD,
    # WORDS: of which run; SHOWN, HIDDEN: whether the morning paper may show one's sheet.
    LINE_HOME, LINE_PLAY, LINE_AGAIN = "line:home", "line:play", "line:again"
    LINE_TABLE, LINE_WEEK, LINE_DEALING = "line:table", "line:week", "line:dealing"
    LINE_PAST, LINE_OPEN = "line:past", "line:open"
    LINE_SHARE, LINE_SHOW = "line:share", "line:show"
    LINE_RECORD, LINE_WORDS = "line:record", "line:words"
    # What if, in one's own run: card by card, and in the planner, as WHAT_IF.
    LINE_CARD, LINE_IF = "line:card", "line:if"
    LINE_SHOWN, LINE_HIDDEN = "line:shown", "line:hidden"
    # Games that are over, played on: BRANCH: how; BEGIN: the same in private, then begin; TURN: in
    # the planner of a branch, whose number stands first, as under GO, SHOW and RECORD; OUT: hand a
    # seat on.
    BRANCH, BRANCH_BEGIN, BRANCH_TURN, BRANCH_GO = "branch", "branchbegin", "branchturn", "branchgo"
    BRANCH_SHOW, BRANCH_RECORD, BRANCH_OUT = "branchshow", "branchrecord", "branchout"
    # DEAL: the seats of a game; PLAY, TABLE: under a deal, whose number stands first.
    DEAL, DEAL_PLAY, DEAL_TABLE = "deal", "dealplay", "dealtable"
    # Settings of lines: ONCE, SHEET: switches; REMIND: a menu.
    LINE_SETTINGS, LINE_REMIND = "line:settings", "line:remind"
    LINE_ONCE, LINE_SHEET = "line:once", "line:sheet"
    # On public messages about it; PAPER, STOP: beginning and end of a server's papers.
    DAILY_HOME, DAILY_PLAY = "daily:home", "daily:play"
    DAILY_TABLE, DAILY_PAPER, DAILY_STOP = "daily:table", "daily:paper", "daily:stop"


OF_LINES: Final = frozenset(
    kind for kind in PressKind if kind is PressKind.RUN or kind.startswith("line:")
)
"""Kinds on the private pages of a line, which go wherever their player goes."""


def is_outside(ix: Press) -> bool:
    """Return whether an interaction comes from where only its person has brought the bot along."""
    return ix.guild_id is None or (ix.is_user_integration() and not ix.is_guild_integration())


def server_of(ix: Press) -> int:
    """Return the id of the server of an interaction; 0 where there is none of the bot's."""
    return 0 if is_outside(ix) else ix.guild_id or 0


class ReplaySource(StrEnum):
    """Stores of replayed games; the value is the first letter of the arg of their buttons."""

    HERE = "h"
    """Games that were played here: the id names a game."""
    IMPORTED = "i"
    """Records that were imported: the id names a replay."""
    LINE = "l"
    """Runs of lines of the day that are over: the id names a run."""


# Presses are answered from their ids alone, after a restart too:
# docs/decisions/drafts-in-button-ids.md.
@dataclass(frozen=True, slots=True)
class PressId:
    """Content of the id of one button or menu.

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
        mark = "!" if ":" in self.kind else ":"
        return f"mb1:{self.game}:{self.revision}:{self.kind}{mark}{self.arg}"


def is_ours(custom_id: str) -> bool:
    """Return whether an id is one of ours, of this release or another."""
    return _OURS.match(custom_id) is not None


def parse_number(text: str) -> int | None:
    """Parse a number; None if a text is none, or is larger than any of ours."""
    text = text.strip()
    # The length comes first: int() raises an error for thousands of digits.
    if not (text.isascii() and text.isdecimal()) or len(text) > len(str(LARGEST)):
        return None
    number = int(text)
    return number if number <= LARGEST else None


def parse_press(custom_id: str) -> PressId | None:
    """Parse an id; None if its form or kind is not one that we know."""
    if (match := _PATTERN.fullmatch(custom_id)) is None:
        return None
    try:
        kind = PressKind(match["kind"])
    # A button of another release.
    except ValueError:
        return None
    return PressId(int(match["game"]), int(match["revision"]), kind, match["arg"])


def _id_of(press: PressId) -> str:
    """Return the id of a press, short enough for Discord.

    Raises:
        ValueError: it would be too long, or could not be parsed again.
    """
    custom_id = str(press)
    if _PATTERN.fullmatch(custom_id) is None or len(custom_id) > ID_LIMIT:
        raise ValueError(f"no id: {custom_id!r}")
    return custom_id


def button(
    press: PressId, label: str, style: Style = Style.secondary, *, disabled: bool = False
) -> Button:
    """Return a button; its label is cut to the 80 characters that Discord takes."""
    text = clipped(label, LABEL_LIMIT)
    return ui.Button(label=text, style=style, custom_id=_id_of(press), disabled=disabled)


def option(
    label: str, value: str, hint: str = "", *, is_chosen: bool = False
) -> discord.SelectOption:
    """Return an option of a menu; its texts are cut to the 100 characters that Discord takes."""
    text, description = clipped(label, CHOICE_LIMIT), clipped(hint, CHOICE_LIMIT) or None
    return discord.SelectOption(label=text, value=value, description=description, default=is_chosen)


def menu(
    press: PressId,
    prompt: str,
    options: Iterable[discord.SelectOption],
    bounds: tuple[int, int] = (1, 1),
) -> ui.ActionRow[Any]:
    """Return a menu of 1 to 25 options, in the row of its own that it needs.

    Args:
        press: what the press means.
        prompt: the text that it shows while nothing is chosen.
        options: its options.
        bounds: how many of them can be chosen, at least and at most.
    """
    select: ui.Select[Any] = ui.Select(
        custom_id=_id_of(press),
        placeholder=clipped(prompt, PROMPT_LIMIT),
        options=list(options),
        min_values=bounds[0],
        max_values=bounds[1],
    )
    return ui.ActionRow(select)


def people_menu(press: PressId, prompt: str) -> ui.ActionRow[Any]:
    """Return a menu of the people of a server, of whom one can be chosen."""
    prompt = clipped(prompt, PROMPT_LIMIT)
    return ui.ActionRow(ui.UserSelect[Any](custom_id=_id_of(press), placeholder=prompt))


def menu_value(ix: Press) -> str:
    """Return the value chosen in the menu that was pressed; empty for a button."""
    return next(iter(menu_values(ix)), "")


def menu_values(ix: Press) -> tuple[str, ...]:
    """Return the values chosen in the menu that was pressed; none for a button."""
    data: Mapping[str, Any] = ix.data or {}
    return tuple(map(str, data.get("values") or ()))
