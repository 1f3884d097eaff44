"""Messages that show a board, and the buttons that stand under it."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

import discord
from discord import ui

from metrobot.engine.title import AnyTitle
from metrobot.service.daily.replayed import TITLE as LINES
from metrobot.service.membership.transfer_rules import LEAST
from metrobot.service.model.play import Person, Play, PlayerId, Status
from metrobot.service.model.table import CHANNEL_GONE, Table
from metrobot.service.people.verdicts import falls
from metrobot.service.play.plans import has_plans, plans_of
from metrobot.ui.kit.front import Front
from metrobot.ui.kit.views import game_view_of
from metrobot.ui.pages.args import Against, AgainstArg, BranchArg, ReplayArg
from metrobot.ui.pages.ids import (
    Button,
    PressId,
    PressKind,
    ReplaySource,
    Style,
    button,
    menu,
    option,
)
from metrobot.ui.pages.page import Page, Part, page, rows_of
from metrobot.ui.pages.values import Zoom
from metrobot.ui.turn import waiting_for
from metrobot.ui.turn.pace_pages import pace_lines
from metrobot.ui.words.catalogue import Words
from metrobot.ui.words.discord_limits import MOST_CHOICES
from metrobot.ui.words.player_names import label_with, player_name_shown, shown_name

WHOLE: Final = "whole"
"""Value of the menu of zooms for the whole board."""
MOST_RESUMED: Final = 20
"""Most games on a page with a button to let them go on: Discord takes 40 components."""


def link_to(table: Table) -> str:
    """Return the address of a table's newest message, of its channel, or of its server.

    A message or channel that is known to be gone is not linked to.
    """
    if table.place.lost == CHANNEL_GONE:
        return f"https://discord.com/channels/{table.place.guild}"
    place = f"https://discord.com/channels/{table.place.guild}/{table.place.channel}"
    return f"{place}/{table.place.board_message}" if table.place.board_message else place


def press(table: Play, kind: PressKind, arg: object = "") -> PressId:
    """Return the id of a button for the table as it stands."""
    return PressId(table.id, table.revision, kind, str(arg))


def plan_button(front: Front, table: Table, words: Words) -> Button:
    """Return the button that opens the planner."""
    return button(press(table, PressKind.PLAN), words.say(front.plan_key), Style.success)


def ahead_buttons(table: Table, words: Words) -> tuple[Button, ...]:
    """Return the button that plans a turn ahead, where others play before one's own."""
    label = words.say("ahead.button")
    return (button(press(table, PressKind.AHEAD), label),) if has_plans(table) else ()


def board_button(table: Table, words: Words) -> Button:
    """Return the button that shows the newest board in private."""
    return button(press(table, PressKind.BOARD), words.say("board.show"))


def words_button(table: Play, words: Words) -> Button:
    """Return the button that tells the newest board in words, in private."""
    return button(press(table, PressKind.WORDS), words.say("line.words"))


def since_button(table: Table, words: Words) -> Button:
    """Return the button that tells in private what has happened since one's last turn."""
    return button(press(table, PressKind.SINCE), words.say("since.button"))


def learn_button(table: Table, words: Words) -> Button:
    """Return the button that begins the game's lesson, in private."""
    return button(press(table, PressKind.LEARN, table.title.id), words.say("learn.button"))


def back_button(table: Table, words: Words) -> Button:
    """Return the button with which somebody plays themselves again."""
    return button(press(table, PressKind.RETURN), words.say("seats.back.button"), Style.primary)


def resume_button(table: Table, words: Words, *, is_named: bool = False) -> Button:
    """Return the button that lets a game go on which was put aside, its game named or not."""
    label = words.say("place.resume")
    if is_named:
        title = words.title(table.title.id)
        label = label_with(words, "place.resume.named", title, number=str(table.id))
    return button(press(table, PressKind.RESUME), label, Style.success)


def resume_rows(tables: Iterable[Table], words: Words) -> Iterator[ui.ActionRow[Any]]:
    """Yield the buttons that let games go on, for those that were put aside."""
    aside = [table for table in tables if table.aside_at is not None][:MOST_RESUMED]
    yield from rows_of(resume_button(table, words, is_named=True) for table in aside)


def cover_rows(
    table: Table, people: Sequence[Person], words: Words, *, is_named: bool = False
) -> tuple[Part, ...]:
    """Return the buttons that let a computer play for people who are awaited, and its price.

    There are none where nobody else is kept waiting.

    Args:
        table: at which they are awaited.
        people: for whom a computer may play.
        words: of the reader.
        is_named: whether even a single button names its person, as other tables have buttons too.
    """
    players = [person for person in table.seated if person.cover is None]
    if len(players) < LEAST or not people:
        return ()
    key = "seats.cover.for" if is_named or len(people) > 1 else "seats.cover"
    buttons = (
        button(
            press(table, PressKind.COVER, str(table.position_of(person.id))),
            label_with(words, key, person.name),
        )
        for person in people
    )
    return (*rows_of(buttons), *filter(None, (cover_price(table, people, words),)))


def cover_price(table: Table, people: Sequence[Person], words: Words) -> str:
    """Return the line on those of some people who come last if a computer plays on for them."""
    names = tuple(player_name_shown(person, words) for person in people if falls(table, person.id))
    return words.say("seats.cover.last", names=names) if names else ""


def is_covered(table: Table, player: PlayerId | None = None) -> bool:
    """Return whether a computer plays for somebody at a table, or for this player."""
    covered = (person.id for person in table.people if person.cover is not None)
    return any(player in (None, id_) for id_ in covered)


def turn_rows(front: Front, table: Table, words: Words) -> Iterator[ui.ActionRow[Any]]:
    """Yield the buttons under a public board; under the first, how to play."""
    hand = button(press(table, PressKind.HAND), words.say(front.hand_key))
    plan, board = plan_button(front, table, words), board_button(table, words)
    more = since_button if table.turns_played else learn_button
    extra = ahead_buttons(table, words)
    follow = button(press(table, PressKind.FOLLOW), words.say("follow.button"))
    # So that a phone has three rows of them at most.
    yield ui.ActionRow(plan, *((*extra, board, hand) if extra else (hand, board)), follow)
    back = (back_button(table, words),) if is_covered(table) else ()
    yield ui.ActionRow(more(table, words), words_button(table, words), *back)


def film_button(table: Play, words: Words, source: ReplaySource) -> ui.Item[Any]:
    """Return the button that has the moving picture made."""
    return button(press(table, PressKind.FILM, source), words.say("replay.film_button"))


def page_button(number: int, words: Words, source: ReplaySource) -> Button:
    """Return the button that has the page of a game made, by the number of the game or run."""
    return button(PressId(number, 0, PressKind.PAGE, source), words.say("replay.page_button"))


def review_button(table: Play, words: Words, source: ReplaySource) -> Button:
    """Return the button that tells in private what decided a game."""
    return button(press(table, PressKind.REVIEW, source), words.say("review.open"))


def what_button(
    table: Play,
    words: Words,
    source: ReplaySource,
    turn: int | None = None,
    seat: int | None = None,
) -> Button:
    """Return the button that tries another way in a turn, of a seat; None: whichever is meant."""
    places = [None if number is None else str(number) for number in (turn, seat)]
    return button(
        press(table, PressKind.WHAT, ReplayArg(source, *places)), words.say("whatif.button")
    )


def deal_button(table: Play, words: Words, source: ReplaySource) -> Button:
    """Return the button that plays a game that is over again, from its first turn."""
    return button(press(table, PressKind.DEAL, source), words.say("deal.button"))


def branch_button(
    table: Play, words: Words, source: ReplaySource, turn: int, seat: int | None = None
) -> Button:
    """Return the button that plays on from a turn of a game that is over, in a seat of it."""
    arg = str(BranchArg(source, turn, seat))
    return button(press(table, PressKind.BRANCH, arg), words.say("branch.button"))


def go_row(table: Table, words: Words) -> ui.ActionRow[Any]:
    """Return the link to a game from elsewhere."""
    return ui.ActionRow(ui.Button[Any](label=words.say("reminder.go"), url=link_to(table)))


def next_row(front: Front, table: Table, player: PlayerId, words: Words) -> ui.ActionRow[Any]:
    """Return the next step for somebody: come back, plan if it is their turn, else look."""
    if is_covered(table, player):
        return ui.ActionRow(back_button(table, words))
    if any(person.id == player for person in table.people_choosing()):
        return ui.ActionRow(plan_button(front, table, words))
    is_playing = table.status is Status.RUNNING and table.has(player)
    extra = ahead_buttons(table, words) if is_playing else ()
    return ui.ActionRow(*extra, board_button(table, words))


def plans_kept(table: Table, player: PlayerId, words: Words) -> str:
    """Return the number of somebody's plans in words, for them alone; empty on their turn."""
    if table.status is not Status.RUNNING:
        return ""
    # On their turn, those that are left no longer fit.
    is_later = table.seats_of(player).isdisjoint(table.seats_choosing)
    count = len(plans_of(table, player)) if is_later else 0
    return words.count("ahead.count", count) if count else ""


def display_name(table: Table, player: int) -> str:
    """Return a person's name at a table; a mention, which Discord shows, if they are not there."""
    names = (shown_name(person.name) for person in table.people if person.id == player)
    return next(names, f"<@{player}>")


def awaited(table: Table, words: Words) -> str:
    """Return the people who are awaited, since when, and the computers that think."""
    names = tuple(player_name_shown(person, words) for person in table.to_call())
    moment = discord.utils.format_dt(table.turn_since, "R")
    lines = [words.say("status.awaited", players=names, since=moment)] if names else []
    if thinking := waiting_for.thinking(table, words):
        lines.append(thinking)
    if locked := waiting_for.locked_names(table, words):
        lines.append(words.say("sealing.status", locked=locked))
    more = (*waiting_for.absences(table, words), waiting_for.hints_taken(table, words))
    return "\n".join(filter(None, (*lines, " ".join(pace_lines(table, words)), *more)))


def board_page(
    front: Front,
    table: Table,
    words: Words,
    viewer: PlayerId,
    *,
    zoom: str | None = None,
    note: str = "",
) -> Page:
    """Return the board as one person may see it, with the menu of its parts.

    Args:
        front: of the game.
        table: which has started.
        words: of the viewer.
        viewer: who looks.
        zoom: the key of the part that they want to see; None: the whole.
        note: said first.
    """
    game_view = game_view_of(table, words, viewer)
    parts: list[Part] = [note, front.board(game_view, words, zoom=zoom)]
    if table.status is Status.RUNNING:
        parts.append(awaited(table, words))
    if zooms := front.zooms(game_view, words):
        parts.append(_zoom_menu(table, zooms, zoom, words))
    row = ui.ActionRow[Any](words_button(table, words))
    if any(person.id == viewer for person in table.people_choosing()):
        row.add_item(plan_button(front, table, words))
    return page(*parts, row, tag=str(table.revision))


def _zoom_menu(
    table: Table, zooms: Sequence[Zoom], key: str | None, words: Words
) -> ui.ActionRow[Any]:
    options = (
        option(zoom.label, zoom.key, is_chosen=zoom.key == (key or WHOLE))
        for zoom in (Zoom(WHOLE, words.say("board.whole")), *zooms[: MOST_CHOICES - 1])
    )
    return menu(press(table, PressKind.ZOOM), words.say("board.zoom"), options)


def opening_button(title: str, against: Against | None, label: str, style: Style) -> Button:
    """Return a button that opens a lobby."""
    return button(PressId(0, 0, PressKind.AGAINST, str(AgainstArg(title, against))), label, style)


def open_rows(titles: Iterable[AnyTitle], words: Words) -> Iterator[ui.ActionRow[Any]]:
    """Yield a button for each title that opens a lobby which anybody can join."""
    yield from rows_of(
        opening_button(title.id, Against.OPEN, words.title(title.id), Style.secondary)
        for title in titles
    )


def seats_button(words: Words) -> Button:
    """Return the button that lists the free seats of a server."""
    return button(PressId(0, 0, PressKind.SEATS), words.say("open.show"))


def against_button(title: str, words: Words) -> Button:
    """Return the button that opens a lobby with a computer."""
    return opening_button(title, None, words.say("lesson.against"), Style.success)


def quick_rows(titles: Iterable[AnyTitle], words: Words) -> Iterator[ui.ActionRow[Any]]:
    """Yield a button for each title that opens a lobby, and one for the line of the day.

    With a computer, or alone where that is a game.
    """
    buttons = list[Button]()
    for title in titles:
        against = Against.ALONE if 1 in title.player_counts else None
        buttons.append(opening_button(title.id, against, words.title(title.id), Style.primary))
        if title.id == LINES.id:
            today = PressId(0, 0, PressKind.DAILY_HOME)
            buttons.append(button(today, words.say("line.of_day"), Style.success))
    yield from rows_of(buttons)


def done_page(table: Table, key: str, words: Words) -> Page:
    """Return the answer that something was done, with a link to the table."""
    return page(words.say(key, link=words.say("status.link", link=link_to(table))))
