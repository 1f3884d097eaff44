"""The table of the pages of all kinds of deliveries."""

from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from metrobot.engine.errors import Refusal
from metrobot.service.daily import timetable
from metrobot.service.membership.lookouts import place_offered
from metrobot.service.membership.undo import UNDO
from metrobot.service.model.play import GameId, Person, PlayerId, Status
from metrobot.service.model.table import Table
from metrobot.service.outbox.delivery import Delivery, DeliveryKind, Undeliverable
from metrobot.service.tables import Tables
from metrobot.store.statements.ratings import PlayerStats
from metrobot.ui.daily import paper_page
from metrobot.ui.daily.branch_pages import deal_letter, shown_letter
from metrobot.ui.daily.paper_page import shared_letter
from metrobot.ui.kit.access import who_see
from metrobot.ui.kit.board_links import BoardLinks
from metrobot.ui.kit.connection import Connection
from metrobot.ui.kit.front import Front
from metrobot.ui.kit.guilds import Members, fetch_guild
from metrobot.ui.lobby import lost_pages
from metrobot.ui.lobby.lobby_page import lobby_page
from metrobot.ui.lobby.lookouts import invite_letter, lookout_letter
from metrobot.ui.lobby.quick_games import call_page
from metrobot.ui.lobby.terms import terms_page
from metrobot.ui.pages.page import Post, letter, page
from metrobot.ui.people.reminder_page import reminder_page
from metrobot.ui.people.season_page import season_letter
from metrobot.ui.seats import seat_pages
from metrobot.ui.turn import pace_pages, public_pages
from metrobot.ui.turn.ballot_messages import move_question
from metrobot.ui.turn.board_buttons import link_to
from metrobot.ui.turn.private_views import follow_letter
from metrobot.ui.turn.undo import question_page, taken_back_page
from metrobot.ui.words.catalogue import Words
from metrobot.ui.words.player_names import shown_name


@dataclass(frozen=True, slots=True)
class Desk:
    """Sources of the pages of deliveries.

    Attributes:
        tables: the service.
        fronts: how each title shows itself, by its id.
        links: make sure of linked messages.
        connection: knows the client that is on Discord.
        members: knows who has left a server.
    """

    tables: Tables
    fronts: Mapping[str, Front]
    links: BoardLinks
    connection: Connection
    members: Members

    async def server_name(self, table: Table) -> str:
        """Return the name of the server of a table, as far as Discord tells."""
        server = await fetch_guild(self.connection.client, table.place.guild)
        return server.name if server else ""

    async def reaches(self, table: Table, player: PlayerId) -> bool:
        """Return whether somebody sees a table's channel, and neither is blocked."""
        place, blocks = table.place, self.tables.blocks
        if player in blocks.people or place.guild in blocks.servers:
            return False
        return bool(await who_see(self.members, place.guild, place.channel, [player]))

    async def refused(self, table: Table, delivery: Delivery) -> lost_pages.Refused:
        """Return the facts that a host is told of a message that was given up."""
        code = await self.tables.channels.refusal(table.id, delivery.id)
        return lost_pages.Refused(delivery.turn, code)

    async def standing(self, table: Table) -> PlayerStats | None:
        """Return the standing of whoever played alone at the end, if they let others see it."""
        if not table.is_alone:
            return None
        place, (player,) = table.place, table.people
        return await self.tables.leaderboards.solo_of(place.guild, table.id, player.id)


# A kind belongs either always or never to a game: its table is of no use to the others.
PageMaker: TypeAlias = Callable[
    [Desk, Any, Delivery, Words], Awaitable[Post | Iterator[Post] | None]
]
"""Makes the page of a delivery; None: it has been overtaken, and is not said late."""


def _shows(make: Callable[[Front, Table, Words], Post]) -> PageMaker:
    """Return the maker of a page that shows the game as it is now."""

    async def made(desk: Desk, table: Table, _: Delivery, words: Words) -> Post:
        return make(desk.fronts[table.title.id], table, words)

    return made


def _tells(make: Callable[[Table, Delivery, Words], Post | None]) -> PageMaker:
    """Return the maker of a page that tells of what has happened at a table."""

    async def made(_: Desk, table: Table, delivery: Delivery, words: Words) -> Post | None:
        return make(table, delivery, words)

    return made


async def _turn(desk: Desk, table: Table, delivery: Delivery, words: Words) -> Post:
    return public_pages.turn_page(desk.fronts[table.title.id], table, delivery, words)


async def _taken_back(desk: Desk, table: Table, delivery: Delivery, words: Words) -> Post:
    old = await desk.tables.undo.undone(table.id, delivery.revision)
    return taken_back_page(desk.fronts[table.title.id], table, old, delivery, words)


async def _over(desk: Desk, table: Table, _: Delivery, words: Words) -> Iterator[Post]:
    front, own = desk.fronts[table.title.id], await desk.standing(table)
    return public_pages.over_pages(front, table, words, own)


async def _ask(desk: Desk, table: Table, delivery: Delivery, words: Words) -> Post | None:
    ballot = await desk.tables.ballots.standing(table, delivery.turn or 0)
    if ballot is None:
        return None
    if ballot.kind == UNDO:
        return question_page(desk.fronts[table.title.id], table, ballot, words)
    return seat_pages.question_page(desk.tables.seats, table, ballot, words)


async def _ask_direct(desk: Desk, table: Table, delivery: Delivery, words: Words) -> Post | None:
    ballot = await desk.tables.ballots.standing(table, delivery.turn or 0)
    if ballot is None:
        return None
    return letter(move_question(table, ballot, words), words.say("place.question.direct"))


async def _host(_: Desk, table: Table, __: Delivery, words: Words) -> Post:
    name = next(person.name for person in table.people if person.id == table.place.host)
    return page(words.say("seats.host_gone", host=shown_name(name)))


async def _lobby(_: Desk, table: Table, __: Delivery, words: Words) -> Post | None:
    return lobby_page(table, words) if table.status is Status.LOBBY else None


async def _again(desk: Desk, table: Table, delivery: Delivery, words: Words) -> Post | None:
    if table.status is not Status.LOBBY:
        return None
    old = await desk.tables.by_id(GameId(delivery.turn or 0))
    return call_page(table, old, delivery.players, words)


async def _call(_: Desk, table: Table, delivery: Delivery, words: Words) -> Post | None:
    stands = table.status is Status.LOBBY or place_offered(table) is not None
    return lookout_letter(table, delivery.players, words) if stands else None


async def _invite(desk: Desk, table: Table, delivery: Delivery, words: Words) -> Post | None:
    player = PlayerId(delivery.player or 0)
    is_direct = delivery.kind is DeliveryKind.INVITE_DIRECT
    asker = await desk.tables.lookouts.asker_of(table, player)
    if asker is None:
        return None
    # They may have gone to sleep while Discord could not be reached.
    if is_direct and not (
        await desk.tables.people.undisturbed([player]) and await desk.reaches(table, player)
    ):
        return None
    return invite_letter(table, asker, player, words, is_direct=is_direct)


async def _away(desk: Desk, _: None, delivery: Delivery, words: Words) -> Post:
    table = await desk.tables.by_id(GameId(delivery.turn or 0))
    link = words.say("status.link", link=link_to(table))
    return page(words.say("place.moved.away", link=link, channel=f"<#{table.place.channel}>"))


async def _followed(desk: Desk, _: None, delivery: Delivery, words: Words) -> Post | None:
    table = await desk.tables.by_id(GameId(delivery.turn or 0))
    if table.place.private or not await desk.reaches(table, PlayerId(delivery.player or 0)):
        return None
    return follow_letter(desk.fronts[table.title.id], table, words)


async def _given_up(_: Desk, __: None, ___: Delivery, words: Words) -> Post:
    return page(words.say("seats.cancelled"))


async def _hand(desk: Desk, table: Table, delivery: Delivery, words: Words) -> Post | None:
    if table.status is not Status.RUNNING:
        return None
    table, front = await desk.links.with_message(table), desk.fronts[table.title.id]
    return public_pages.hand_page(front, table, PlayerId(delivery.player or 0), words)


async def _reminder(desk: Desk, table: Table, delivery: Delivery, words: Words) -> Post:
    table, front = await desk.links.with_message(table), desk.fronts[table.title.id]
    is_direct = delivery.kind is DeliveryKind.REMIND_DIRECT
    return reminder_page(front, table, delivery.players, words, is_direct=is_direct)


async def _gone(desk: Desk, table: Table, delivery: Delivery, words: Words) -> Post:
    leavers = await desk.tables.gone(table)
    return seat_pages.silent_page(table, delivery, words, leavers | {*delivery.players})


async def _half_time(desk: Desk, table: Table, delivery: Delivery, words: Words) -> Post | None:
    time = await desk.tables.clocks.time_of(table, player := PlayerId(delivery.player or 0))
    return None if time is None else pace_pages.half_page(table, player, time, words)


async def _plan_cut(_: Desk, table: Table, __: Delivery, words: Words) -> Post:
    facts = {"title": words.title(table.title.id), "channel": f"<#{table.place.channel}>"}
    return letter(words.say("ahead.cut", **facts))


async def _time_up(desk: Desk, table: Table, delivery: Delivery, words: Words) -> Post | None:
    time = await desk.tables.clocks.time_of(table, PlayerId(delivery.player or 0))
    # Somebody has given time while Discord could not be reached.
    return None if time is None or time.left else pace_pages.up_page(table, delivery, words)


async def _idle(desk: Desk, table: Table, delivery: Delivery, words: Words) -> Post | None:
    # Somebody has acted while Discord could not be reached.
    if table.revision != delivery.revision:
        return None
    table, front = await desk.links.with_message(table), desk.fronts[table.title.id]
    is_direct = delivery.kind is DeliveryKind.IDLE_DIRECT
    return lost_pages.idle_page(front, table, words, is_direct=is_direct)


async def _aside(_: Desk, table: Table, delivery: Delivery, words: Words) -> Post | None:
    is_direct, aside = delivery.kind is DeliveryKind.ASIDE_DIRECT, table.aside_at
    # Somebody may have gone on with it while Discord could not be reached.
    return lost_pages.aside_page(table, words, is_direct=is_direct) if aside else None


async def _lost(desk: Desk, table: Table, _: Delivery, words: Words) -> Post | None:
    if table.place.lost is None:
        return None
    return lost_pages.lost_page(table, await desk.server_name(table), words)


async def _refused(desk: Desk, table: Table, delivery: Delivery, words: Words) -> Post:
    table, place = await desk.links.with_message(table), await desk.server_name(table)
    return lost_pages.refused_page(table, place, await desk.refused(table, delivery), words)


async def _refused_here(desk: Desk, table: Table, delivery: Delivery, words: Words) -> Post:
    host, subject = PlayerId(delivery.player or 0), await desk.refused(table, delivery)
    return lost_pages.refused_here_page(table, host, subject, words)


async def _cancelled(desk: Desk, _: None, delivery: Delivery, words: Words) -> Post:
    name = None if delivery.player is None else await desk.tables.people.name_of(delivery.player)
    if name is None:
        return page(words.say("cancel.done"))
    return page(words.say("cancel.announced", name=shown_name(name)))


async def _closed(_: Desk, __: None, delivery: Delivery, words: Words) -> Post:
    if delivery.channel is None:
        return letter(words.say("lobby.closed.private"))
    return page(words.say("lobby.closed"))


async def _paper(desk: Desk, _: None, delivery: Delivery, words: Words) -> Post | None:
    # Two papers may share a morning; what is older than the day before is no news.
    if (delivery.turn or 0) < timetable.last_closed(desk.tables.daily.papers.clock.now()) - 1:
        return None
    return await paper_page.paper_letter(desk.tables.daily, desk.fronts, delivery, words)


async def _season(desk: Desk, _: None, delivery: Delivery, words: Words) -> Post | None:
    guild = delivery.guild or 0
    if await desk.tables.leaderboards.count(guild):
        raise Undeliverable("games are being counted", permanent=False)
    season = await desk.tables.seasons.season(guild, delivery.turn or 0)
    return None if season is None else season_letter(season, words)


async def _shared(desk: Desk, _: None, delivery: Delivery, words: Words) -> Post | None:
    name = await desk.tables.people.name_of(PlayerId(delivery.player or 0))
    if name is None:
        return None
    return await shared_letter(desk.tables.daily, delivery, name, words)


async def _branch(desk: Desk, _: None, delivery: Delivery, words: Words) -> Post | None:
    name = await desk.tables.people.name_of(PlayerId(delivery.player or 0))
    if name is None:
        return None
    person = Person(PlayerId(delivery.player or 0), name)
    try:
        branch = await desk.tables.deals.branches.by_id(delivery.turn or 0, person)
    except Refusal:  # gone since
        return None
    return shown_letter(branch, name, words.title(branch.play.title.id), words)


async def _deal(desk: Desk, _: None, delivery: Delivery, words: Words) -> Post | None:
    try:
        deal = await desk.tables.deals.deal(delivery.turn or 0, delivery.guild or 0)
    except Refusal:
        return None
    table = await desk.tables.by_id(GameId(deal.game))
    return deal_letter(deal, table, await desk.tables.deals.named(table), words)


async def _line_reminder(desk: Desk, _: None, delivery: Delivery, words: Words) -> Post | None:
    due = await desk.tables.daily.reminders.reminder(PlayerId(delivery.player or 0))
    if due is None or due.line.number != delivery.turn:
        return None
    return paper_page.reminder_page(due, words)


PAGES: Final[dict[DeliveryKind, PageMaker]] = {
    DeliveryKind.LOBBY: _lobby,
    DeliveryKind.AGAIN: _again,
    DeliveryKind.CALL: _call,
    DeliveryKind.INVITE: _invite,
    DeliveryKind.INVITE_DIRECT: _invite,
    DeliveryKind.TERMS: _tells(terms_page),
    DeliveryKind.START: _shows(public_pages.start_page),
    DeliveryKind.HAND: _hand,
    DeliveryKind.DM_CLOSED: _tells(public_pages.dm_closed_page),
    DeliveryKind.TURN: _turn,
    DeliveryKind.TURNS: _turn,
    DeliveryKind.LOCKS: _shows(public_pages.present_page),
    DeliveryKind.REMIND: _reminder,
    DeliveryKind.REMIND_DIRECT: _reminder,
    DeliveryKind.HALF_TIME: _half_time,
    DeliveryKind.PLAN_CUT: _plan_cut,
    DeliveryKind.TIME_UP: _time_up,
    DeliveryKind.CLOCK_PLAYS: _tells(pace_pages.plays_page),
    DeliveryKind.TIME_WANTED: _tells(pace_pages.wanted_page),
    DeliveryKind.TIME_GIVEN: _tells(pace_pages.gave_page),
    DeliveryKind.SILENT: _tells(seat_pages.silent_page),
    DeliveryKind.GONE: _gone,
    DeliveryKind.IDLE: _idle,
    DeliveryKind.IDLE_DIRECT: _idle,
    DeliveryKind.ASIDE: _aside,
    DeliveryKind.ASIDE_DIRECT: _aside,
    DeliveryKind.TAKEN_BACK: _taken_back,
    DeliveryKind.OVER: _over,
    DeliveryKind.MOVED: _shows(lost_pages.moved_page),
    DeliveryKind.VACATED: _tells(seat_pages.news_page),
    DeliveryKind.SEATED: _tells(seat_pages.news_page),
    DeliveryKind.COVERED: _tells(seat_pages.news_page),
    DeliveryKind.BACK: _tells(seat_pages.news_page),
    DeliveryKind.ENDED: _tells(seat_pages.news_page),
    DeliveryKind.BOARD: _shows(seat_pages.board_news_page),
    DeliveryKind.LOST: _lost,
    DeliveryKind.REFUSED: _refused,
    DeliveryKind.REFUSED_HERE: _refused_here,
    DeliveryKind.ASK: _ask,
    DeliveryKind.ASK_DIRECT: _ask_direct,
    DeliveryKind.HOST: _host,
    DeliveryKind.CANCELLED: _cancelled,
    DeliveryKind.AWAY: _away,
    DeliveryKind.GIVEN_UP: _given_up,
    DeliveryKind.CLOSED: _closed,
    DeliveryKind.PAPER: _paper,
    DeliveryKind.SEASON: _season,
    DeliveryKind.STRIP: _shared,
    DeliveryKind.SHEET: _shared,
    DeliveryKind.BRANCH: _branch,
    DeliveryKind.DEAL: _deal,
    DeliveryKind.LINE_REMINDER: _line_reminder,
    DeliveryKind.FOLLOWED: _followed,
}
"""Makers of the page of each kind; a message to one person is a Letter."""
