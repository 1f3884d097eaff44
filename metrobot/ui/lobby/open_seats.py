"""/game seats: tables of a server with a free seat, and those that are played now."""

from collections.abc import Sequence
from typing import Any, Final

import discord
from discord import ui

from metrobot.engine.actors import Seat
from metrobot.service.model.errors import TableError
from metrobot.service.model.play import Person, PlayerId, Status
from metrobot.service.model.table import Table
from metrobot.service.people.ledger import Account
from metrobot.store.statements.seats import FoundGame
from metrobot.ui.kit.answerer import Answerer
from metrobot.ui.kit.handlers import on_own_press, slash
from metrobot.ui.kit.replies import player_id
from metrobot.ui.lobby.lobby_page import pace_text
from metrobot.ui.lobby.lookouts import CALL_ME
from metrobot.ui.pages.ids import Button, Press, PressId, PressKind, Style, button
from metrobot.ui.pages.page import Page, Part, page
from metrobot.ui.turn.board_buttons import link_to, open_rows, press, resume_button
from metrobot.ui.words.catalogue import Words
from metrobot.ui.words.player_names import player_name_shown
from metrobot.ui.words.text_length import clipped

A_PAGE: Final = 10
"""Tables on a page, each with its line and its button."""
RUNNING: Final = "running"
"""Argument of the buttons for tables that are played now; the others have free seats."""
_ROOM: Final = 370
"""Most characters of a table."""


class OpenSeats(Answerer):
    """Lists the tables of a server, as far as the reader may see them."""

    @slash("game seats", causes=(Account.REQUESTS,))
    async def seats(self, ix: Press) -> None:
        """Show the tables of this server with a free seat."""
        await self.replies.reply(ix, await self._page(ix, "", 0))

    @on_own_press(PressKind.SEATS, causes=(Account.REQUESTS,), anywhere=False)
    async def turn_page(self, ix: Press, press: PressId) -> None:
        """Show another page, as it is now."""
        await self.replies.replace(ix, await self._page(ix, press.arg, press.revision))

    async def _page(self, ix: Press, kind: str, number: int) -> Page:
        is_running, words = kind == RUNNING, self.readers.words(ix)
        games = await self.tables.seats.in_server(
            ix.guild_id or 0, player_id(ix), running=is_running
        )
        first = number * A_PAGE
        visible, is_whole = await self._seen(ix, games, first + A_PAGE)
        parts = list[Part]()
        for game in visible[first : first + A_PAGE]:
            parts += await self._row(ix, game, words, is_running=is_running)
        if not is_running and any(game.status == Status.RUNNING for game in visible[first:]):
            parts.append(words.say("seats.take.asked"))
        titles = [front.title for front in self.fronts.values()]
        if not parts:
            parts.append(words.say("open.none.running" if is_running else "open.none"))
            if not is_running:
                parts += [words.say("open.new"), *open_rows(titles, words)]
        if not is_whole:
            parts.append(words.say("open.some"))
        head = words.say("open.head.running" if is_running else "open.head")
        return page(
            head, *parts, _ways(kind, number, words, has_more=len(visible) > first + A_PAGE)
        )

    async def _seen(
        self, ix: Press, games: Sequence[FoundGame], most: int
    ) -> tuple[list[FoundGame], bool]:
        """Return the games that the reader may see, and whether Discord was asked about all.

        They are all, or at least one more than `most`.
        """
        visible, is_whole = list[FoundGame](), True
        for start in range(0, len(games), A_PAGE):
            group = games[start : start + A_PAGE]
            channels = {game.channel for game in group if not game.is_in}
            flags = await self.games.channels_seen(ix, channels)
            visible += [game for game in group if game.is_in or flags.get(game.channel)]
            is_whole = is_whole and flags.keys() == channels
            if len(visible) > most:
                break
        return visible, is_whole

    async def _row(
        self, ix: Press, game: FoundGame, words: Words, *, is_running: bool
    ) -> tuple[Part, ...]:
        """Return the line of a table, and its button; nothing if it is over by now."""
        try:
            table = await self.tables.seats.glance(game)
        except TableError:
            return ()
        if is_running:
            # Turns that have ended are counted; of an older release's game none are.
            turn = "–" if game.turn is None else str(game.turn + 1)
            line = _line("open.running", table, words, turn=turn)
            if not table.has(player_id(ix)) or table.is_alone or table.aside_at is not None:
                return (line,)
            # Whoever looks for somebody to play on finds the way where games are listed.
            amiss = button(press(table, PressKind.AMISS), words.say("seats.amiss.button"))
            return line, ui.ActionRow(amiss)
        if table.status is Status.LOBBY:
            join = button(press(table, PressKind.JOIN), words.say("lobby.join"), Style.success)
            return _line("open.lobby", table, words), ui.ActionRow(join)
        return _seat(table, game.points or (), player_id(ix), words)


def _seat(table: Table, points: Sequence[int], reader: PlayerId, words: Words) -> tuple[Part, ...]:
    """Return the line about a free seat of a game that has started, and its button."""
    people = table.people
    free = [place for place, p in enumerate(people) if p.offered or not p.is_human]
    free.sort(key=lambda place: (people[place].is_computer, people[place].offered))
    score = _score(table, points, words)
    number = free[0] + 1 if free else 0
    line = _line(_key(table, free), table, words, seat=number, score=score)
    if table.aside_at is not None:
        resume = resume_button(table, words)
        return (line, ui.ActionRow(resume)) if table.has(reader) else (line,)
    if not free:
        return (line,)
    take = words.say("seats.take", number=number)
    return line, ui.ActionRow(button(press(table, PressKind.SEAT, str(free[0])), take))


def _score(table: Table, points: Sequence[int], words: Words) -> str:
    """Return the points of each seat so far; nothing if an older release has stored none."""
    rules, player_of = table.title.ruleset(len(table.people), table.options), table.title.player_of
    parts = tuple(
        words.say(
            "open.points.of",
            name=player_name_shown(table.people[player_of(rules, Seat(number))], words),
            points=own,
        )
        for number, own in enumerate(points)
    )
    return words.say("open.points", parts=parts) if parts else ""


def _key(table: Table, free: Sequence[int]) -> str:
    """Return the key of the line about a seat of a game that has started."""
    if table.aside_at is not None:
        return "open.aside"
    if not free:
        return "open.offered"
    if table.people[free[0]].offered:
        return "open.handed"
    return "open.vacant" if table.people[free[0]].is_vacant else "open.computer"


def _line(key: str, table: Table, words: Words, **facts: object) -> str:
    """Return the text of a table in a list."""

    def names(people: Sequence[Person]) -> tuple[str, ...]:
        return tuple(player_name_shown(person, words) for person in people if not person.is_vacant)

    text = words.say(
        key,
        title=words.title(table.title.id),
        link=link_to(table),
        channel=f"<#{table.place.channel}>",
        since=discord.utils.format_dt(table.aside_at or table.turn_since, "R"),
        have=len(table.people),
        places=table.most_people,
        names=names(table.people),
        awaited=names(table.to_act()),
        **facts,
    )
    if table.pace is not None:
        text = f"{text} · {pace_text(table.pace, words)}"
    return clipped(text, _ROOM)


def _ways(kind: str, number: int, words: Words, *, has_more: bool) -> ui.ActionRow[Any]:
    """Return the buttons that lead to other pages."""

    def way(target: str, index: int, label: str) -> Button:
        return button(PressId(0, index, PressKind.SEATS, target), label)

    key = "open.show" if kind == RUNNING else "open.show.running"
    row = ui.ActionRow[Any](way("" if kind == RUNNING else RUNNING, 0, words.say(key)))
    row.add_item(way(kind, number, words.say("open.anew")))
    row.add_item(button(PressId(0, 0, PressKind.LOOKOUT, CALL_ME), words.say("lookout.call_me")))
    if number:
        row.add_item(way(kind, number - 1, words.say("open.back")))
    if has_more:
        row.add_item(way(kind, number + 1, words.say("open.more")))
    return row
