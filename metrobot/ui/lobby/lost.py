"""What is said of games that have lost their channel, or have come to another."""

from typing import Final

from metrobot.service.table import Table
from metrobot.ui.frame.front import Front
from metrobot.ui.frame.scene import scene_of
from metrobot.ui.pages.page import Box, Page, page
from metrobot.ui.turn.messages import TURN_COLOUR, calling
from metrobot.ui.words.catalogue import Words
from metrobot.ui.words.keys import title_key
from metrobot.ui.words.names import shown

_REASONS: Final = {
    "channel_gone": "place.lost.channel_gone",
    "permission": "place.lost.permission",
    "locked": "place.lost.locked",
    "removed": "place.lost.removed",
}


def lost_reason(table: Table, words: Words) -> str:
    """Return why nothing can be posted for a game."""
    return words.say(_REASONS.get(table.lost or "", "place.lost.permission"))


def lost_page(table: Table, place: str, words: Words) -> Page:
    """Return what the host is told of a game that has lost its channel.

    Args:
        table: the game.
        place: name of its server; empty if it is not known.
        words: of the host.
    """
    title = words.say(title_key(table.title.id))
    head = words.say("place.lost.head", title=title, place=shown(place))
    return page(head, lost_reason(table, words), words.say("place.lost.what_now"))


def moved_page(front: Front, table: Table, words: Words) -> Page:
    """Return that a game has come to this channel, with its board."""
    title = words.say(title_key(table.title.id))
    scene = scene_of(table, words)
    lines = (words.say("place.moved.here", title=title), *front.status(scene, words))
    box = Box(("\n".join(lines), front.board(scene, words)), TURN_COLOUR)
    return page(box, *calling(front, table, words), tag=f"{table.revision}-moved")
