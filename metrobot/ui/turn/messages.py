"""Public messages of a game: its start, its turns, its end."""

from collections.abc import Iterator
from typing import Final

from metrobot.service.ports import Delivery
from metrobot.service.table import PlayerId, Status, Table
from metrobot.ui.frame.front import Front
from metrobot.ui.frame.scene import scene_of
from metrobot.ui.pages.page import Box, Page, Part, page, parts_of
from metrobot.ui.pages.values import TurnReport
from metrobot.ui.turn.awaiting import to_do
from metrobot.ui.turn.boards import calls, link_to, replay_row, turn_row
from metrobot.ui.words.catalogue import Words
from metrobot.ui.words.keys import title_key

START_COLOUR: Final = 0x2B6CB0
TURN_COLOUR: Final = 0x718096
OVER_COLOUR: Final = 0xB7791F


def start_page(front: Front, table: Table, words: Words) -> Page:
    """Return that the game has begun, with the first board."""
    title = words.say(title_key(table.title.id))
    scene = scene_of(table, words)
    text = "\n".join((words.say("start.head", title=title), *front.opening(scene, words)))
    box = Box((text, front.board(scene, words)), START_COLOUR)
    return page(box, *calling(front, table, words), tag=str(table.revision))


def turn_page(front: Front, table: Table, delivery: Delivery, words: Words) -> Page:
    """Return what happened in a turn.

    The board is shown by the newest turn alone: what could not be posted in
    time comes as words, in its order.
    """
    turn = delivery.turn or 0
    if delivery.revision == table.revision:
        return _turn_and_board(front, table, turn, words)
    report = turn_report(front, table, turn, words)
    return page(Box((report_text(report, words),), TURN_COLOUR))


def present_page(front: Front, table: Table, words: Words) -> Page:
    """Return the message with the present board of a running game, as it reads now."""
    present = table.title.turn_number(table.state)
    ended = [logged.turn for logged in table.log if logged.turn < present]
    if not ended:
        return start_page(front, table, words)
    return _turn_and_board(front, table, ended[-1], words)


def _turn_and_board(front: Front, table: Table, turn: int, words: Words) -> Page:
    """Return what happened in the newest turn, and the board after it."""
    report, scene = turn_report(front, table, turn, words), scene_of(table, words)
    is_over = table.status is Status.OVER
    board = front.closing_board(scene, words) if is_over else front.board(scene, words)
    box = Box((report_text(report, words), board), TURN_COLOUR)
    return page(box, *calling(front, table, words), tag=str(table.revision))


def turn_report(front: Front, table: Table, turn: int, words: Words) -> TurnReport:
    """Return what happened in one turn, as everybody may know it."""
    return front.report(scene_of(table, words), table.told(turn), words)


def report_text(report: TurnReport, words: Words) -> str:
    """Return a turn in words."""
    warnings = (words.say("turn.warning", text=text) for text in report.warnings)
    lines = (report.headline, *report.lines, *warnings)
    return "\n".join((*lines, words.say("turn.meter", text=report.meter)))


def hand_page(front: Front, table: Table, player: PlayerId, words: Words) -> Page:
    """Return what a player is sent when the game begins: what only they may see."""
    block = front.hand(scene_of(table, words, player), words)
    head = words.say("hand.head", title=words.say(title_key(table.title.id)))
    foot = words.say("hand.foot", link=link_to(table))
    return page(head, *parts_of([block]), foot, tag=str(table.revision))


def dm_closed_page(player: PlayerId, words: Words) -> Page:
    """Return that a player takes no direct messages, and what to do instead."""
    return page(words.say("hand.closed", player=f"<@{player}>"))


def over_pages(front: Front, table: Table, words: Words) -> Iterator[Page]:
    """Return the final count, message by message, then the key of the dealing."""
    for number, blocks in enumerate(front.finale(scene_of(table, words), words)):
        box = Box(parts_of(blocks), OVER_COLOUR)
        yield page(box, tag=f"{table.revision}-{number}")
    key = words.say("over.key", key=table.key or "", commitment=table.commitment)
    yield page(key, replay_row(table, words))


def calling(front: Front, table: Table, words: Words) -> Iterator[Part]:
    """Return what is asked, whose turn it is, and the buttons for it."""
    if table.status is Status.RUNNING:
        yield front.prompt(scene_of(table, words), words)
        yield calls(table, words)
        yield to_do(front, table, words)
        yield turn_row(front, table, words)
    elif table.status is Status.OVER:
        yield words.say("turn.last")
