"""What the bot consists of beside its connection to Discord, which it outlives."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from cachetools import TTLCache

from metrobot.service.tables import Tables
from metrobot.store.store import Store
from metrobot.ui.app.error_answers import ErrorAnswers
from metrobot.ui.app.response_times import ResponseTimes
from metrobot.ui.app.scheduler import Scheduler
from metrobot.ui.app.server_check import ServerCheck
from metrobot.ui.kit.connection import Connection
from metrobot.ui.kit.drawing import Drawing
from metrobot.ui.kit.front import Front
from metrobot.ui.kit.game_access import GameAccess
from metrobot.ui.kit.handlers import Handlers
from metrobot.ui.kit.readers import Readers
from metrobot.ui.kit.replies import Replies
from metrobot.ui.seats.seat_commands import SeatHandlers
from metrobot.ui.words.languages import Languages


@dataclass(frozen=True, slots=True)
class BotParts:
    """Everything that a client needs to answer people.

    Attributes:
        store: keeps what is to be remembered.
        tables: the service.
        fronts: how each title shows itself, by its id.
        connection: knows the client that is on Discord.
        languages: which language is whose.
        readers: find the words.
        drawing: draws pictures.
        replies: answer people.
        games: find the game of a press.
        handlers: answer presses and commands.
        errors: answer what went wrong.
        seats: pass places to newcomers.
        absent: servers in which the bot was not just now.
        server_check: looks at servers now and then.
        scheduler: comes round from time to time.
        response_times: times the answers; None: nobody wants to know.
        when_ready: is called once the bot is on Discord.
    """

    store: Store
    tables: Tables
    fronts: Mapping[str, Front]
    connection: Connection
    languages: Languages
    readers: Readers
    drawing: Drawing
    replies: Replies
    games: GameAccess
    handlers: Handlers
    errors: ErrorAnswers
    seats: SeatHandlers
    absent: TTLCache[int, bool]
    server_check: ServerCheck
    scheduler: Scheduler
    response_times: ResponseTimes | None
    when_ready: Callable[[], None]
