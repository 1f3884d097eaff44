"""What a table says where all choose at once: who has locked, never what.

Public lines say who; what somebody has locked is shown to them alone.
"""

from typing import Any

import discord
from discord import ui

from metrobot.engine.draft import Draft
from metrobot.service.model.play import Play, PlayerId
from metrobot.ui.pages.ids import PressId, PressKind, button
from metrobot.ui.pages.page import Page, page
from metrobot.ui.words.catalogue import Words
from metrobot.ui.words.seat_names import player_name_shown


def is_shared(table: Play) -> bool:
    """Return whether a choice that is made now waits for those of others."""
    return table.title.is_simultaneous and len(table.seats_choosing()) > 1


def locked_names(table: Play, words: Words) -> tuple[str, ...]:
    """Return the names of those who have locked all that they had to choose."""
    awaited = table.to_act()
    return tuple(
        player_name_shown(person, words)
        for person in table.people_choosing()
        if person not in awaited
    )


def lock_calls(table: Play, title: str, mentions: tuple[str, ...], words: Words) -> str:
    """Return the line that mentions those who still choose, and says who has locked.

    Args:
        table: where all choose at once.
        title: what the game is called.
        mentions: of those who still choose.
        words: of the server.
    """
    locked = locked_names(table, words)
    if not locked:
        return words.say("sealing.call", title=title, players=mentions)
    return words.say("sealing.locked", title=title, locked=locked, choosing=mentions)


def lock_note(table: Play, draft: Draft[Any, Any], words: Words) -> str:
    """Return what a player is told in the planner of what they have locked; empty if nothing."""
    own = table.sealed.get(draft.seat)
    if own is None:
        return ""
    return words.say("sealing.yours" if own == draft.actions else "sealing.still")


def locked_page(table: Play, player: PlayerId, words: Words) -> Page:
    """Return what a player is told in private once their choice is locked."""
    others = (person for person in table.to_act() if person.id != player)
    waiting = words.say(
        "sealing.waiting", players=tuple(player_name_shown(each, words) for each in others)
    )
    change = PressId(table.id, table.revision, PressKind.CHANGE)
    style = discord.ButtonStyle.primary
    row: ui.ActionRow[Any] = ui.ActionRow(button(change, words.say("sealing.change"), style))
    return page(words.say("sealing.done"), waiting, row)
