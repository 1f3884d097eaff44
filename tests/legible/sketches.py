"""The messages whose heights are measured: planners, hints, boards, lobbies, ends, lines."""

from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from functools import partial
from itertools import product
from random import Random
from typing import Any, Final, NamedTuple

from metrobot.engine.draft import Draft, new_draft
from metrobot.service.daily.runs import Run
from metrobot.service.daily.timetable import first_press
from metrobot.service.model.play import Person, PlayerId, Status
from metrobot.service.model.table import Table
from metrobot.service.people.preferences import Preferences
from metrobot.service.play.hints import Hinted
from metrobot.service.play.lock_choice import draft_for
from metrobot.service.ports import HintJob
from metrobot.thinking.hint import hint_for
from metrobot.ui.app.bot import Metrobot
from metrobot.ui.app.fronts import FRONTS
from metrobot.ui.daily.line_pages import LinePages
from metrobot.ui.daily.run_planner import RunPlanner
from metrobot.ui.lobby.lobby_page import lobby_page
from metrobot.ui.pages.ids import PressId
from metrobot.ui.pages.page import Part, Post
from metrobot.ui.turn.hint_buttons import hint_buttons, hint_page
from metrobot.ui.turn.planner import NEWCOMER, news_of
from metrobot.ui.turn.planner_page import planner_look, planner_page, seen_draft
from metrobot.ui.turn.public_pages import over_pages, present_page
from metrobot.ui.turn.undo import ask_row
from metrobot.ui.words.catalogue import words_for
from tests.titles import GAMES, SETTINGS, arguments

LANGUAGES: Final = ("en", "nl", "es", "ko")
TURNS: Final = 3
"""Of each game so many turns are looked at, from the first to the last."""
THOUGHT: Final = 0.2
"""Seconds that a hint may take here: its reason is to be read, not to be good."""
LINE: Final = "line"
"""Stands for a title with lines of the day."""
PUBLIC: Final = frozenset({"board", "lobby", "end"})


class Sketch(NamedTuple):
    """Messages that are to be measured together.

    Attributes:
        title: id of the game.
        state: what it is of: a first turn, another turn, a whole one, a hint, a board, a lobby,
            an end, a result.
        language: of its words.
        shown: the messages.
    """

    title: str
    state: str
    language: str
    shown: tuple[Post, ...]

    @property
    def is_private(self) -> bool:
        """Whether one person alone sees it."""
        return self.state not in PUBLIC


def sketches(title: str, most: int | None = None) -> Iterator[Sketch]:
    """Yield planners in all their states, hints, boards, ends, lobbies of random games."""
    kinds = [(players, options) for id_, players, options in SETTINGS if id_ == title]
    for seed, (players, options) in enumerate(kinds[:most], start=1):
        game = GAMES[title].play(players, seed, **arguments(options))
        starts = game.turn_starts()[:-1]
        shown = [starts[len(starts) * n // TURNS] for n in range(TURNS)]
        for events in shown:
            table = GAMES[title].table_at(game, events)
            for language in LANGUAGES:
                yield from _planners(table, language, Random(seed))
                words = words_for(language)
                board = present_page(FRONTS[title], table, words)
                yield Sketch(title, "board", language, (board,))
            yield from _hints(table)
        over = GAMES[title].table_at(game)
        for language in LANGUAGES:
            ended = tuple(over_pages(FRONTS[title], over, words_for(language)))
            yield Sketch(title, "end", language, ended)
        lobby = replace(table, status=Status.LOBBY, history=None, ruleset=None, revision=0)
        for people, language in product((1, len(table.people)), LANGUAGES):
            there = replace(lobby, people=table.people[:people])
            yield Sketch(title, "lobby", language, (lobby_page(there, words_for(language)),))


def _planners(table: Table, language: str, dice: Random) -> Iterator[Sketch]:
    """Yield the planner before each choice of a turn, on its tabs, and once it is whole.

    In a first turn it explains itself to newcomers; alone it tells of the turn before.
    """
    front, words, title = FRONTS[table.title.id], words_for(language), table.title.id
    draft: Draft[Any, Any] = new_draft(table.title, table.state, table.seats_to_act()[0])
    each = 1 if table.title.is_simultaneous else len(table.people)
    rounds = table.title.turn_number(table.state) // each
    hints = partial(hint_buttons, partial(PressId, table.id, table.revision))
    told, below = "", tuple[Part, ...]()
    if table.is_alone and table.turns_played:
        told = news_of(front, table, words)
        below = tuple(ask_row(table, table.people[0].id, words))
    while True:
        look = planner_look(front, table, draft, words, None)
        groups = [None, *(each.key for each in (*look.tabs, *look.groups))]
        state = "whole turn" if draft.is_turn_over else "turn" if rounds else "first turn"
        new = front.newcomer(seen_draft(front, draft), rounds, words) if rounds < NEWCOMER else ""
        for group in {None, dice.choice(groups)}:
            shown = planner_page(
                front,
                table,
                draft,
                words,
                group,
                news=told,
                advice="" if group else new,
                below=below,
                hints=hints(draft, group, words),
            )
            yield Sketch(title, f"planner, {state}", language, (shown,))
        told, below = "", ()
        if draft.is_turn_over or not draft.open_choices:
            return
        draft = draft.then(dice.randrange(len(draft.open_choices)))


def _hints(table: Table) -> Iterator[Sketch]:
    """Yield the page of one hint in each language."""
    title, seat = table.title, table.seats_to_act()[0]
    view = title.view_for(table.state, {seat})
    hint = hint_for(HintJob(title.id, view, seat, (), (), b"1", THOUGHT))
    if hint is None:
        return
    start = advised = new_draft(title, table.state, seat)
    for choice in hint.path:
        advised = advised.then(choice)
    hinted, front = Hinted(table, start, advised, hint.reason), FRONTS[title.id]
    for language in LANGUAGES:
        page = hint_page(front, hinted, words_for(language), table.people[0].id, None)
        yield Sketch(title.id, "hint", language, (page,))


async def line_sketches(bot: Metrobot) -> AsyncIterator[Sketch]:
    """Yield the planners of a whole run of today's line, and its result."""
    daily, (guild,) = bot.parts.tables.daily, bot.guilds
    line, person, dice = await daily.lines.today(), Person(PlayerId(100), "Anna"), Random(1)
    press = first_press(line.number)
    run = await daily.runs.begin(
        line.number, person, guild=guild.id, interaction=press, is_new=False
    )

    def pages(language: str) -> LinePages:
        members, words = bot.parts.members, words_for(language)
        reader = (members.is_bot_there, person, guild.id, words, members.gone)
        return LinePages(daily, FRONTS, *reader, manages=False)

    def planner(run: Run, language: str) -> RunPlanner:
        drawing, revision = bot.parts.drawing, run.play.revision
        return RunPlanner(pages(language), drawing, run.row.id, revision, Preferences())

    while not run.is_over:
        draft = draft_for(run.play, person.id)
        while True:
            for language in LANGUAGES:
                words = words_for(language)
                is_new = run.row.turns and not draft.choices
                news = news_of(FRONTS["metrolijn"], run.play, words) if is_new else ""
                source = planner(run, language)
                shown = await source.page(*await source.load(draft.code), None, news)
                state = "whole turn" if draft.is_turn_over else "turn"
                yield Sketch(LINE, f"planner, {state}", language, (shown,))
            if draft.is_turn_over:
                break
            draft = draft.then(dice.randrange(len(draft.open_choices)))
        run = await daily.runs.play_draft(run.row.id, person, run.play.revision, draft.code)
    for language in LANGUAGES:
        shown = await pages(language).finished(run)
        yield Sketch(LINE, "result", language, (shown,))
