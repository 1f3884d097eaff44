"""Random and steered games of all titles, and every picture that people get of them.

A course is one game: title, size, options, language, names and who plays all follow from its
seed. What cannot be drawn is a `Failure`, which names the course, so that it can be drawn again.
"""

import traceback
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Final

from metrobot.engine.actors import CHANCE, Doer, Seat
from metrobot.engine.draft import Draft, new_draft
from metrobot.engine.log import Event, applied
from metrobot.engine.title import AnyTitle
from metrobot.games.registry import TITLES
from metrobot.players.contract import UNBOUND
from metrobot.players.levels import PLAYERS
from metrobot.service.model.history import LoggedEvent
from metrobot.service.model.play import Status
from metrobot.service.model.snapshots import finished_turns
from metrobot.service.model.table import Table
from metrobot.ui.app.fronts import FRONTS
from metrobot.ui.kit.pictures.lazy_pictures import hint_picture
from metrobot.ui.kit.views import draft_view_of, game_view_of
from metrobot.ui.pages.values import Picture, PlannerPage
from metrobot.ui.words.catalogue import Words, languages, words_for
from tests.legible.kinds import NAMES
from tests.ui.tables import table_of

NOW: Final = datetime(2026, 1, 1, tzinfo=UTC)
STEERED: Final = ("random", "random", "beginner", "first", "easy", "fair")
"""Who may sit at a table: any legal choice twice as often as each of the others."""
STRAY: Final = 0.1
"""Share of the choices of others that are drawn all the same."""
SINCE: Final = 6
"""Turns that somebody has missed, at most."""


@dataclass(frozen=True, slots=True)
class Course:
    """The title and the seed of one game."""

    title: str
    seed: int

    @property
    def dice(self) -> Random:
        """New dice of this course."""
        return Random(f"{self.title}:{self.seed}")


@dataclass(frozen=True, slots=True)
class Failure:
    """A picture that could not be drawn."""

    course: Course
    events: int
    kind: str
    why: str
    choices: tuple[int, ...] | None = None

    def __str__(self) -> str:
        choices = "" if self.choices is None else f", choices {self.choices}"
        place = f"{self.course.title} {self.course.seed}, event {self.events}"
        return f"{place}: {self.kind}{choices}: {self.why}"


@dataclass(slots=True)
class Tour:
    """Draws everything along one game.

    Attributes:
        course: the game.
        share: of the pictures that are drawn; 1.0: all of them.
        drawn: how many pictures were drawn, by kind.
        failures: those that could not be.
    """

    course: Course
    share: float = 1.0
    drawn: dict[str, int] = field(default_factory=dict, init=False)
    failures: list[Failure] = field(default_factory=list, init=False)
    _dice: Random = field(init=False)
    _thinned: Random = field(init=False)
    _table: Table = field(init=False)
    _kinds: tuple[str, ...] = field(init=False)
    _words: Words = field(init=False)

    def __post_init__(self) -> None:
        """Set the table."""
        self._dice, self._thinned = self.course.dice, Random(self.course.seed)
        title: AnyTitle = TITLES[self.course.title]
        players = self._dice.choice(sorted(title.player_counts))
        options = {
            each.name: self._dice.choice(each.values)
            for each in title.options
            if players in each.players
        }
        rules = title.ruleset(players, options)
        names = self._dice.sample(NAMES, len(NAMES))
        state = title.initial_state(rules)
        self._table = table_of(title, rules, (), state, names=names, now=NOW)
        self._kinds = tuple(self._dice.choice(STEERED) for _ in range(players))
        self._words = words_for(self._dice.choice(sorted(languages())))

    def go(self) -> None:
        """Play the game to its end, and draw what people would see on the way."""
        told = None
        while not self._title.is_over(self._table.state):
            actor = self._title.awaiting(self._table.state)[0]
            turn = self._title.turn_number(self._table.state)
            if isinstance(actor, int) and turn != told:
                told = turn
                self._boards()
            if actor is CHANCE:
                draws = self._title.chance(self._table.state)
                self._happen(CHANCE, draws[self._dice.randrange(len(draws))])
            elif (forced := self._title.forced(self._table.state)) is not None:
                self._happen(*forced)
            else:
                assert isinstance(actor, int)  # chance and what is forced stand above
                self._plan(actor)
        self._end()

    # --- play ---

    @property
    def _title(self) -> AnyTitle:
        return self._table.title

    def _happen(self, actor: Doer, action: Any) -> None:
        table, title = self._table, self._title
        seq = len(table.log) + 1
        logged = LoggedEvent(seq, Event(seq, actor, action), title.turn_number(table.state), NOW)
        state = applied(title, table.state, actor, action)
        names = [person.name for person in table.people]
        assert table.ruleset is not None  # the game has started
        self._table = table_of(
            title, table.ruleset, (*table.log, logged), state, names=names, now=NOW
        )

    def _plan(self, seat: Seat) -> None:
        """Walk through a draft at random, then through the one that is played."""
        base = new_draft(self._title, self._table.state, seat)
        self._walk(base, "random")
        player = self._title.player_of(self._table.rules, seat)
        for action in self._walk(base, self._kinds[player]).actions:
            # A plan cannot know what others hold: building may end before it does.
            if self._title.objection(self._table.state, seat, action) is not None:
                break
            self._happen(seat, action)

    def _walk(self, draft: Draft[Any, Any], kind: str) -> Draft[Any, Any]:
        """Return a whole turn of some kind of player, its planner drawn before each choice."""
        self._planners(draft)
        while not draft.is_turn_over:
            draft = draft.then(self._chosen(draft, kind))
            self._planners(draft)
        return draft

    def _chosen(self, draft: Draft[Any, Any], kind: str) -> int:
        legal = draft.open_choices
        if kind == "random" or len(legal) == 1 or self._dice.random() < STRAY:
            return self._dice.randrange(len(legal))
        rules, player = self._table.rules, self._title.player_of(self._table.rules, draft.seat)
        seats = range(self._title.seat_count(rules))
        held = (Seat(each) for each in seats if self._title.player_of(rules, Seat(each)) == player)
        view = self._title.view_for(draft.state, frozenset(held))
        return PLAYERS[self._title.id][kind](view, legal, UNBOUND, self._dice).index

    # --- pictures ---

    def _boards(self) -> None:
        """Draw the pictures in the channel before a turn, and those on request."""
        table, front, words = self._table, FRONTS[self.course.title], self._words
        reader = self._dice.choice(table.people).id
        public, own = game_view_of(table, words), game_view_of(table, words, reader)
        self._draw("board", lambda: front.board(public, words))
        self._draw("board of a player", lambda: front.board(own, words))
        for zoom in front.zooms(own, words):
            self._draw("zoom", partial(front.board, own, words, zoom=zoom.key))
        self._draw("hand", lambda: front.hand(own, words).picture)
        turns = finished_turns(table)
        missed = turns[-self._dice.randint(1, SINCE) :]
        if turns:
            told = [table.summary(turn, reader) for turn in missed]
            self._draw("since", lambda: front.changes(own, told, words))

    def _planners(self, draft: Draft[Any, Any]) -> None:
        """Draw the planner of a draft, each of its groups and tabs, and its hint."""
        front, words = FRONTS[self.course.title], self._words
        game_view = game_view_of(self._table, words, self._table.person_at(draft.seat).id)
        plan = draft_view_of(draft, replaces=front.replaces)
        look = front.planner(game_view, plan, words, None)
        self._draw("planner", lambda: look.picture, draft)
        if self._dice.random() < STRAY:
            self._draw("hint", lambda: hint_picture(look.picture, words), draft)
        for key in dict.fromkeys(each.key for each in (*look.tabs, *look.groups)):
            asked = partial(front.planner, game_view, plan, words, key)
            self._draw(f"planner {key}", partial(_picture_of, asked), draft)

    def _end(self) -> None:
        """Draw the pictures of a game that is over."""
        table, front, words = self._table, FRONTS[self.course.title], self._words
        assert table.status is Status.OVER, "the game was played to its end"
        public, turns = game_view_of(table, words), finished_turns(table)
        last = [table.summary(turn, None) for turn in turns[-SINCE:]]
        self._boards()
        self._draw("end", lambda: front.closing_board(public, words))
        self._draw("end since", lambda: front.closing_board(public, words, last))
        final = front.closing(public, words).picture or front.board(public, words)
        self._draw("final", partial(_same, final))
        for each in front.film_end(public, words):
            self._draw("film", partial(_same, each))
        for block in (block for blocks in front.finale(public, words) for block in blocks):
            self._draw("trip", partial(_same, block.picture))
        names = public.names
        self._bytes("imported", lambda: front.view_picture(table.view_for(None), names, words))

    def _draw(
        self, kind: str, make: Callable[[], Picture | None], draft: Draft[Any, Any] | None = None
    ) -> None:
        def drawn() -> bytes:
            picture = make()
            return b"" if picture is None else picture.draw()

        self._bytes(kind, drawn, draft)

    def _bytes(
        self, kind: str, draw: Callable[[], bytes], draft: Draft[Any, Any] | None = None
    ) -> None:
        if self._thinned.random() >= self.share:
            return
        counted = kind.partition(" ")[0]
        self.drawn[counted] = self.drawn.get(counted, 0) + 1
        try:
            draw()
        except Exception as error:
            choices = None if draft is None else draft.choices
            events = len(self._table.log)
            self.failures.append(Failure(self.course, events, kind, error_place(error), choices))


def _picture_of(asked: Callable[[], PlannerPage]) -> Picture:
    return asked().picture


def _same(picture: Picture | None) -> Picture | None:
    return picture


def error_place(error: Exception) -> str:
    """Return an error with the place that raised it."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__}: {error} ({Path(last.filename).name}:{last.lineno})"


def courses(games: int, titles: Sequence[str] = tuple(TITLES), first: int = 0) -> Iterator[Course]:
    """Yield so many courses, the titles in turn."""
    for number in range(first, first + games):
        yield Course(titles[number % len(titles)], number)
