"""Putting the bot together: store, service and handlers."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Final

from cachetools import TTLCache

from metrobot.service.model.clock import Clock
from metrobot.service.people.chosen_languages import ChosenLanguages
from metrobot.service.people.quotas import NO_QUOTAS, Quotas
from metrobot.service.ports import ALONE, Animator, Helpers
from metrobot.service.tables import Tables, random_key
from metrobot.service.upkeep.housekeeping import Chore
from metrobot.sharding import Shards
from metrobot.store.store import Store
from metrobot.ui.app.bot import Metrobot
from metrobot.ui.app.clock import SystemClock
from metrobot.ui.app.delivery_pages import Desk
from metrobot.ui.app.error_answers import ErrorAnswers
from metrobot.ui.app.fronts import COMMANDS, Commands
from metrobot.ui.app.notifier import DiscordNotifier
from metrobot.ui.app.parts import BotParts, Tools
from metrobot.ui.app.response_times import ResponseTimes
from metrobot.ui.app.scheduler import Scheduler
from metrobot.ui.app.server_check import ServerCheck
from metrobot.ui.daily.branch_handlers import BranchHandlers
from metrobot.ui.daily.daily_handlers import DailyHandlers
from metrobot.ui.daily.paper_handlers import PaperHandlers
from metrobot.ui.kit.access import may_post, who_are_shut_out, who_cannot_act
from metrobot.ui.kit.board_links import BoardLinks
from metrobot.ui.kit.connection import Connection
from metrobot.ui.kit.front import Front
from metrobot.ui.kit.game_access import GameAccess
from metrobot.ui.kit.guilds import Members
from metrobot.ui.kit.handlers import Command, Handlers
from metrobot.ui.kit.pictures.drawing import Drawing
from metrobot.ui.kit.readers import Readers
from metrobot.ui.kit.replies import Replies
from metrobot.ui.kit.typed_turns import TypedTurns
from metrobot.ui.learning.rules_commands import RulesPages
from metrobot.ui.learning.tutorial import Tutorial
from metrobot.ui.lobby.lobby_buttons import Lobby
from metrobot.ui.lobby.lobby_commands import LobbyCommands, StatusHandlers
from metrobot.ui.lobby.lookouts import LookoutHandlers
from metrobot.ui.lobby.move_game import GameMover
from metrobot.ui.lobby.new_game import new_command
from metrobot.ui.lobby.open_seats import OpenSeats
from metrobot.ui.lobby.quick_games import QuickGames
from metrobot.ui.lobby.server_games import ServerGamesHandlers
from metrobot.ui.lobby.terms import TermsHandlers
from metrobot.ui.people.language_commands import LanguageCommands
from metrobot.ui.people.leaderboard_commands import LeaderboardHandlers
from metrobot.ui.people.my_games import MyGames
from metrobot.ui.people.privacy_commands import PrivacyHandlers
from metrobot.ui.people.reminder_settings import AwayCommand, ReminderSettings, TableReminders
from metrobot.ui.replays.animations import AnimationMaker
from metrobot.ui.replays.page_command import PageHandlers
from metrobot.ui.replays.replay_command import ExportCommand, ReplayHandlers
from metrobot.ui.replays.review_command import ReviewHandlers
from metrobot.ui.replays.what_if import WhatIfHandlers
from metrobot.ui.seats.seat_ballots import SeatBallots
from metrobot.ui.seats.seat_commands import SeatHandlers
from metrobot.ui.turn.clock_buttons import ClockButtons
from metrobot.ui.turn.fair_dealing import FairDealing
from metrobot.ui.turn.hint_buttons import HintHandlers
from metrobot.ui.turn.log_page import LogHandlers
from metrobot.ui.turn.plan_ahead import AheadHandlers, AheadPlanner
from metrobot.ui.turn.planner import Planner, TablePlanner
from metrobot.ui.turn.private_views import PrivateViews
from metrobot.ui.turn.undo import UndoHandlers
from metrobot.ui.words.languages import Languages
from metrobot.vitals.listener import UNHEARD, Vitals
from metrobot.vitals.memory import give_back_large_blocks

_ASKED_AGAIN: Final = 3600.0
"""Seconds for which a refusal by Discord is remembered."""
_MOST_FLAGS: Final = 10_000
"""Servers or channels whose refusals are remembered."""


def _parts(
    t: Tools,
    own: Mapping[str, Commands],
    animator: Animator | None,
    times: ResponseTimes | None,
    when_ready: Callable[[], None],
) -> BotParts:
    answer = (t.readers, t.replies, t.tables, t.fronts, t.games, t.links, t.drawing, t.members)
    planner = Planner(*answer, partial(TablePlanner, *answer))
    lookouts = LookoutHandlers(*answer)
    lobby = Lobby(*answer, planner, lookouts.call)
    ballots = SeatBallots(*answer, t.absent)
    seats = SeatHandlers(*answer, ballots)
    animations = AnimationMaker(t.fronts, t.drawing, animator)
    daily = DailyHandlers(*answer)
    replays = ReplayHandlers(*answer, animations)
    handlers = Handlers(
        lobby,
        lookouts,
        planner,
        seats,
        ballots,
        replays,
        daily,
        BranchHandlers(*answer),
        AheadHandlers(*answer, planner, partial(AheadPlanner, *answer)),
        ClockButtons(*answer),
        away := AwayCommand(*answer),
        ExportCommand(*answer),
        FairDealing(*answer),
        GameMover(*answer),
        HintHandlers(*answer),
        LanguageCommands(*answer),
        LeaderboardHandlers(*answer),
        LobbyCommands(*answer, lobby, partial(seats.ask_table_to_end, result=False)),
        LogHandlers(*answer),
        MyGames(*answer, t.absent),
        PageHandlers(*answer, replays),
        OpenSeats(*answer),
        PaperHandlers(*answer),
        PrivacyHandlers(*answer),
        PrivateViews(*answer),
        QuickGames(*answer, lobby.open),
        ReminderSettings(*answer),
        ReviewHandlers(*answer, replays),
        RulesPages(*answer),
        ServerGamesHandlers(*answer),
        StatusHandlers(*answer, lobby, seats.ask_table_to_rest),
        TermsHandlers(*answer, lobby),
        TableReminders(*answer),
        Tutorial(*answer),
        UndoHandlers(*answer),
        WhatIfHandlers(*answer, replays),
        commands=_typed(t, lobby, planner, own),
    )
    return BotParts(
        **vars(t),
        handlers=handlers,
        errors=ErrorAnswers(*answer, lobby, seats),
        seats=seats,
        lookouts=lookouts,
        away=away,
        server_check=ServerCheck(t.tables, t.absent, t.connection, t.members, t.clock),
        response_times=times,
        when_ready=when_ready,
    )


def _typed(
    t: Tools, lobby: Lobby, planner: Planner, own: Mapping[str, Commands]
) -> Iterator[tuple[str, Command]]:
    """Yield the commands that depend on the titles, each with the name of its group."""
    yield "game", new_command(t.fronts, lobby.open)
    turns = partial(TypedTurns, t.readers, t.games, planner.show)
    for title in t.fronts:
        for command in own[title](turns):
            yield "", command


def _flags() -> TTLCache[int, bool]:
    """Return an empty set of servers or channels that refuse something, kept for an hour."""
    return TTLCache(_MOST_FLAGS, _ASKED_AGAIN)


def _nothing() -> None:
    """Do nothing when the bot is on Discord."""


def make_bot(
    store: Store,
    fronts: Mapping[str, Front],
    *,
    clock: Clock | None = None,
    own: Mapping[str, Commands] = COMMANDS,
    dev_guild: int | None = None,
    quotas: Quotas = NO_QUOTAS,
    helpers: Helpers = ALONE,
    entropy: Callable[[], bytes] = random_key,
    chores: Sequence[Chore] = (),
    vitals: Vitals = UNHEARD,
    when_ready: Callable[[], None] = _nothing,
    shards: Shards | None = None,
) -> Metrobot:
    """Return a bot that is ready to run, or to be run on a simulated Discord.

    Args:
        store: stays open for as long as the bot runs; its owner closes it.
        fronts: the games, by the ids of their titles.
        clock: tells the time of day; None: that of this machine.
        own: makers of each game's commands, by the ids of their titles.
        dev_guild: id of the one server on which commands are to appear.
        quotas: how much one person, and one server, may have and do.
        helpers: think for computers, hints and reviews, and make films.
        entropy: returns 32 random bytes.
        chores: further tasks of each round.
        vitals: records what happens.
        when_ready: is called once the bot is on Discord.
        shards: shards that it hears; None: all.
    """
    # Before the first picture: it holds for blocks that are taken from now on.
    give_back_large_blocks()
    clock = clock or SystemClock()
    connection = Connection(clock)
    scheduler, drawing = Scheduler(clock), Drawing(vitals)
    unreadable, choices = _flags(), ChosenLanguages(store)
    languages = Languages(choices, connection.locale_of)
    readers, members = Readers(languages, connection), Members(connection, clock)

    # Tables and their notifier need each other, so the tables have it made.
    def make_notifier(tables: Tables) -> DiscordNotifier:
        links = BoardLinks(tables, connection, unreadable)
        return DiscordNotifier(Desk(tables, fronts, links, connection, members), readers, drawing)

    tables = Tables(
        store,
        clock,
        {title: front.title for title, front in fronts.items()},
        make_notifier=make_notifier,
        may_post=partial(may_post, connection),
        find_gone=members.gone,
        find_shut_out=partial(who_are_shut_out, members),
        find_unable=partial(who_cannot_act, members),
        ears=connection.ears,
        hurry=scheduler.run_within,
        languages=choices,
        entropy=entropy,
        quotas=quotas,
        helpers=helpers,
        chores=(choices.load, *chores),
        vitals=vitals,
    )
    connection.when_turned = tables.acting.turned
    tools = Tools(
        store=store,
        connection=connection,
        clock=clock,
        languages=languages,
        scheduler=scheduler,
        tables=tables,
        fronts=fronts,
        readers=readers,
        drawing=drawing,
        replies=Replies(drawing, readers),
        games=GameAccess(tables),
        links=BoardLinks(tables, connection, unreadable),
        members=members,
        absent=_flags(),
    )
    times = None if vitals is UNHEARD else ResponseTimes(vitals, connection.trace)
    parts = _parts(tools, own, helpers.animator, times, when_ready)
    return Metrobot(parts, dev_guild=dev_guild, shards=shards)
