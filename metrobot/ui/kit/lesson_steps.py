"""Lessons: short guided games of one learner, on positions that were prepared.

A lesson is a record of a game that never ends, and steps that stop at some of
its events. Nothing of it is stored: a step and what was tried there stand in
the ids of its buttons.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import Enum
from functools import cache, cached_property
from importlib import resources
from itertools import takewhile
from typing import Any, ClassVar, Final

from metrobot.engine.actions import Action
from metrobot.engine.actors import Seat
from metrobot.engine.draft import Draft, new_draft
from metrobot.engine.record import Record, load
from metrobot.engine.ruleset import Ruleset
from metrobot.engine.title import AnyTitle
from metrobot.service.finished.record_check import decoded
from metrobot.service.model import history as histories
from metrobot.service.model.plain_play import play_of
from metrobot.service.model.play import Person, Play, PlayerId

_THEN: Final = datetime(2026, 1, 1, tzinfo=UTC)


class LessonView(Enum):
    """Kinds of content under the text of a step."""

    NOTHING = "nothing"
    BOARD = "board"
    """The board, as the learner may see it."""
    HAND = "hand"
    """The part of the game that the learner alone may see, in words and picture."""
    SHEET = "sheet"
    """The picture of that part alone."""
    PLANNER = "planner"
    """The planner, as in games: the learner acts."""
    TURN = "turn"
    """The report of the turn just played, with the board."""


@dataclass(frozen=True, slots=True)
class LessonStep:
    """One page of a lesson.

    Attributes:
        key: of its text.
        event_count: events of the script that have happened.
        shows: kind of content under the text.
        topic: key of a page of the rules whose picture is shown; empty for none.
    """

    key: str
    event_count: int
    shows: LessonView = LessonView.NOTHING
    topic: str = ""


@dataclass(frozen=True)
class Lesson:
    """A guided game.

    Attributes:
        title: the rules.
        record: of a game that has not ended, nothing in it hidden.
        steps: in their order.
        learner: the seat of the person who learns.
    """

    title: AnyTitle
    record: Record
    steps: tuple[LessonStep, ...]
    learner: ClassVar[Seat] = Seat(0)

    @cached_property
    def actions(self) -> tuple[Action | None, ...]:
        """Actions of the script, event by event."""
        return tuple(decoded(self.title, event) for event in self.record.events)

    @cached_property
    def rules(self) -> Ruleset:
        """The players and options of the game."""
        return self.title.ruleset(self.record.players, self.record.options)

    @property
    def player(self) -> PlayerId:
        """Id of the learner at the tables of this lesson."""
        return PlayerId(self.title.player_of(self.rules, self.learner) + 1)

    def play(self, step: int, namer: Callable[[int], str]) -> Play:
        """Return the game as it stands at a step.

        Args:
            step: its place among the steps.
            namer: gives each player, counted from 1, a name.
        """
        rules, events = self.rules, self.record.events[: self.steps[step].event_count]
        history = histories.new_history(self.title, rules)
        for event, action in zip(events, self.actions, strict=False):
            # Nothing is hidden in the record of a lesson, so each event has its action.
            assert action is not None
            history = history.then(event.actor, action, _THEN)
        people = tuple(Person(PlayerId(n), namer(n)) for n in range(1, rules.players + 1))
        return play_of(history, rules, people, _THEN)

    def draft(self, play: Play) -> Draft[Any, Any]:
        """Return the learner's empty draft in a game of this lesson."""
        return new_draft(self.title, play.state, self.learner)

    def wanted(self, play: Play) -> tuple[Action, ...]:
        """Return the actions that the script asks of the learner in their present turn."""
        count = len(play.log)
        pairs = zip(self.record.events[count:], self.actions[count:], strict=True)
        own = takewhile(lambda pair: pair[0].actor == self.learner, pairs)
        return tuple(action for _, action in own if action is not None)


@cache
def read_lesson(title: AnyTitle, package: str, steps: tuple[LessonStep, ...]) -> Lesson:
    """Return the lesson whose record is `lesson.json` in a front's package."""
    text = resources.files(package).joinpath("lesson.json").read_text("utf-8")
    return Lesson(title, load(text), steps)
