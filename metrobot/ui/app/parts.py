"""The parts of the bot, which outlive its connection to Discord."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from cachetools import TTLCache

from metrobot.service.model.clock import Clock
from metrobot.service.tables import Tables
from metrobot.store.store import Store
from metrobot.ui.app.error_answers import ErrorAnswers
from metrobot.ui.app.response_times import ResponseTimes
from metrobot.ui.app.scheduler import Scheduler
from metrobot.ui.app.server_check import ServerCheck
from metrobot.ui.kit.board_links import BoardLinks
from metrobot.ui.kit.connection import Connection
from metrobot.ui.kit.front import Front
from metrobot.ui.kit.game_access import GameAccess
from metrobot.ui.kit.guilds import Members
from metrobot.ui.kit.handlers import Handlers
from metrobot.ui.kit.pictures.drawing import Drawing
from metrobot.ui.kit.readers import Readers
from metrobot.ui.kit.replies import Replies
from metrobot.ui.lobby.lookouts import LookoutHandlers
from metrobot.ui.people.reminder_settings import AwayCommand
from metrobot.ui.seats.seat_commands import SeatHandlers
from metrobot.ui.words.languages import Languages


@dataclass(frozen=True)
class Tools:
    """Things that handlers are made with: what most of them need, and what few do.

    Attributes:
        store: keeps what is to be remembered.
        connection: knows the client that is on Discord.
        clock: the time.
        languages: knows which language is whose.
        scheduler: calls the rounds of housekeeping.
        tables: the service.
        fronts: the front of each title, by its id.
        readers: find the words.
        drawing: draws pictures.
        replies: answer people.
        games: find the game of a press.
        links: make sure of linked messages.
        members: knows who is on a server.
        absent: servers in which the bot was not within the last hour.
    """

    store: Store
    connection: Connection
    clock: Clock
    languages: Languages
    scheduler: Scheduler
    tables: Tables
    fronts: Mapping[str, Front]
    readers: Readers
    drawing: Drawing
    replies: Replies
    games: GameAccess
    links: BoardLinks
    members: Members
    absent: TTLCache[int, bool]


@dataclass(frozen=True)
class BotParts(Tools):
    """Everything that a client needs to answer people.

    Attributes:
        handlers: answer presses and commands.
        errors: tell people what went wrong.
        seats: pass places to newcomers.
        away: ends the absence of those who act.
        lookouts: call people to lobbies and seats.
        server_check: looks for lost servers and channels.
        response_times: times the answers; None: there are no figures.
        when_ready: is called once the bot is on Discord.
    """

    handlers: Handlers
    errors: ErrorAnswers
    seats: SeatHandlers
    away: AwayCommand
    lookouts: LookoutHandlers
    server_check: ServerCheck
    response_times: ResponseTimes | None
    when_ready: Callable[[], None]
