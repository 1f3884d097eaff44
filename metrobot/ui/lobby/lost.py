"""What is said of games that have lost their channel, or have come to another."""

from typing import Final

from metrobot.service.table import PlayerId, Table
from metrobot.ui.frame.front import Front
from metrobot.ui.frame.scene import scene_of
from metrobot.ui.pages.page import Detail, Letter, letter
from metrobot.ui.turn.boards import go_row
from metrobot.ui.turn.messages import asking, pushed
from metrobot.ui.words.catalogue import Words
from metrobot.ui.words.keys import title_key
from metrobot.ui.words.names import shown

_REASONS: Final = {
    "channel_gone": "place.lost.channel_gone",
    "permission": "place.lost.permission",
    "locked": "place.lost.locked",
    "removed": "place.lost.removed",
    "unfit": "place.lost.unfit",
}


def lost_reason(table: Table, words: Words) -> str:
    """Return why nothing can be posted for a game."""
    return words.say(_REASONS.get(table.lost or "", "place.lost.permission"))


def lost_page(table: Table, place: str, words: Words) -> Letter:
    """Return what the host is told of a game that has lost its channel.

    Args:
        table: the game.
        place: name of its server; empty if it is not known.
        words: of the host.
    """
    title = words.say(title_key(table.title.id))
    head = words.say("place.lost.head", title=title, place=shown(place))
    return letter(head, lost_reason(table, words), words.say("place.lost.what_now"))


def refused_page(table: Table, place: str, words: Words) -> Letter:
    """Return what the host is told of a message that Discord has refused for good.

    Args:
        table: the game.
        place: name of its server; empty if it is not known.
        words: of the host.
    """
    title = words.say(title_key(table.title.id))
    head = words.say("place.refused.head", title=title, place=shown(place))
    return letter(head, words.say("place.lost.what_now"), go_row(table, words))


def refused_here_page(table: Table, player: PlayerId, words: Words) -> Letter:
    """Return the same for the channel, calling the host, who takes no direct messages."""
    title = words.say(title_key(table.title.id))
    return letter(words.say("place.refused.here", player=f"<@{player}>", title=title))


def moved_page(front: Front, table: Table, words: Words) -> Letter:
    """Return that a game has come to this channel, with its board."""
    scene = scene_of(table, words)
    # What is to be done stands above the buttons.
    below = {front.prompt(scene, words), *front.to_do(scene, words)}
    status = (line for line in front.status(scene, words) if line not in below)
    return letter(
        pushed(table, words.say("place.moved.here"), words),
        Detail("\n".join(status)),
        front.board(scene, words),
        *asking(front, table, words),
        tag=f"{table.revision}-moved",
    )
