"""Messages about games that have lost their channel, come to another, or will be put aside."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

import discord
from discord import ui

from metrobot.service.model.play import PlayerId
from metrobot.service.model.snapshots import finished_turns
from metrobot.service.model.table import BLOCKED, CHANNEL_GONE, REMOVED, Table
from metrobot.store.statements.channels import NOTICE
from metrobot.ui.kit.front import Front
from metrobot.ui.kit.views import game_view_of
from metrobot.ui.pages.page import Detail, Letter, letter
from metrobot.ui.turn.board_buttons import go_row, resume_button, turn_rows
from metrobot.ui.turn.public_pages import asking
from metrobot.ui.turn.waiting_for import pushed
from metrobot.ui.words.catalogue import Words
from metrobot.ui.words.keys import keyed
from metrobot.ui.words.player_names import shown_name

_REASONS: Final = keyed(
    "place.lost", (CHANNEL_GONE, "permission", "locked", REMOVED, BLOCKED, "unfit")
)


@dataclass(frozen=True, slots=True)
class Refused:
    """A message that was given up, as its host is told of it: without its content.

    Attributes:
        turn: the turn that it told of, or None.
        code: Discord's, or empty.
    """

    turn: int | None
    code: str


def lost_page(table: Table, place: str, words: Words) -> Letter:
    """Return the letter to the host of a game that has lost its channel.

    Args:
        table: the game.
        place: name of its server; empty if it is not known.
        words: of the host.
    """
    head = words.say("place.lost.head", title=words.title(table.title.id), place=shown_name(place))
    reason = words.say(_REASONS.get(table.place.lost or "", "place.lost.permission"))
    return letter(head, reason, words.say("place.lost.what_now"))


def refused_page(table: Table, place: str, about: Refused, words: Words) -> Letter:
    """Return the letter to the host about a message that Discord has refused for good.

    Args:
        table: the game.
        place: name of its server; empty if it is not known.
        about: what was refused.
        words: of the host.
    """
    title = words.title(table.title.id)
    head = words.say("place.refused.head", title=title, place=shown_name(place))
    last = words.say("place.lost.what_now")
    return letter(head, *_about(table, about, words), last, go_row(table, words))


def refused_here_page(table: Table, player: PlayerId, about: Refused, words: Words) -> Letter:
    """Return the same for the channel, calling the host, who takes no direct messages."""
    head = words.say("place.refused.here", player=f"<@{player}>", title=words.title(table.title.id))
    return letter(head, *_about(table, about, words))


def _about(table: Table, about: Refused, words: Words) -> Iterator[str]:
    """Yield the turn that a message told of and Discord's code, as far as they are known."""
    turns = finished_turns(table)
    if about.turn in turns:
        yield words.say("place.refused.turn", number=turns.index(about.turn) + 1)
    if about.code:
        yield words.say("place.refused.code", code=about.code)


def moved_page(front: Front, table: Table, words: Words) -> Letter:
    """Return the message with the board of a game that has come to this channel."""
    game_view = game_view_of(table, words)
    # What is to be done stands above the buttons.
    prompts = {front.prompt(game_view, words), *front.to_do(game_view, words)}
    return letter(
        pushed(front, table, game_view, words.say("place.moved.here"), words),
        Detail("\n".join(line for line in front.status(game_view, words) if line not in prompts)),
        front.board(game_view, words),
        *asking(front, table, game_view, words),
        tag=f"{table.revision}-moved",
        most=front.lines_above(len(table.people)),
    )


def idle_page(front: Front, table: Table, words: Words, *, is_direct: bool) -> Letter:
    """Return the message to the players of a game that will be put aside.

    Args:
        front: of the game.
        table: which nobody plays.
        words: of the reader, or of the server.
        is_direct: whether it goes to one of them alone, where no game can be played.
    """
    text = words.say(
        "place.idle.direct" if is_direct else "place.idle",
        players=tuple(f"<@{person.id}>" for person in table.seated),
        title=words.title(table.title.id),
        since=discord.utils.format_dt(table.turn_since, "D"),
        until=discord.utils.format_dt(discord.utils.utcnow() + NOTICE, "D"),
    )
    rows = [go_row(table, words)] if is_direct else turn_rows(front, table, words)
    return letter(text, *rows)


def aside_page(table: Table, words: Words, *, is_direct: bool) -> Letter:
    """Return the message that a game was put aside, with **Continue** where that can be pressed."""
    title, moment = words.title(table.title.id), discord.utils.format_dt(table.turn_since, "D")
    if is_direct:
        return letter(words.say("place.aside.direct", title=title, since=moment))
    row = ui.ActionRow[Any](resume_button(table, words))
    return letter(words.say("place.aside", title=title, since=moment), row)
