"""MetrOmania's front, and its lesson."""

from collections.abc import Collection, Mapping, Sequence
from typing import ClassVar

from metrobot.engine.actors import Seat
from metrobot.engine.title import AnyTitle
from metrobot.games.metromania.summary import Turn
from metrobot.games.metromania.title import MetroMania
from metrobot.ui.kit.front import Front
from metrobot.ui.kit.lesson_steps import Lesson, LessonStep, LessonView, read_lesson
from metrobot.ui.metromania import board_text, messages, narration, pictures, planner, status, steps
from metrobot.ui.metromania.names import (
    LINES,
    MetroDraftView,
    MetroGameView,
    names_for,
    plain_names,
)
from metrobot.ui.pages.values import Block, Picture, PlannerPage, Zoom
from metrobot.ui.words.catalogue import Words
from render.metromania.captions import Captions
from render.metromania.topics import TOPICS
from render.theme import COMPANIES, Colour

_STEPS = (
    LessonStep("mm.lesson.aim", 2, LessonView.BOARD),
    LessonStep("mm.lesson.hand", 2, LessonView.SHEET),
    LessonStep("mm.lesson.dig", 2, LessonView.PLANNER),
    LessonStep("mm.lesson.told", 5, LessonView.TURN),
    LessonStep("mm.lesson.stations", 11, LessonView.PLANNER),
    LessonStep("mm.lesson.points", 14, LessonView.TURN),
    LessonStep("mm.lesson.place", 20, LessonView.PLANNER),
    LessonStep("mm.lesson.trips", 21, LessonView.BOARD),
    LessonStep("mm.lesson.onwards", 21),
)
"""Pages of the lesson, each with the number of the record's events before it."""


def lesson() -> Lesson:
    """Read the lesson."""
    return read_lesson(MetroMania(), __package__, _STEPS)


class MetroManiaFront(Front):
    """MetrOmania's words, pictures and pages.

    Attributes:
        things: its two kinds of lines, by their names in the record.
        pictured: the pages of the rules that have a picture.
        caption_kind: the type of the words on the pictures.
    """

    title: ClassVar[AnyTitle] = MetroMania()
    prefix: ClassVar[str] = "mm"
    things: ClassVar[Mapping[str, str]] = {str(name): key for name, key in LINES.items()}
    pages: ClassVar[Sequence[str]] = (
        "goal",
        "turn",
        "setup",
        "start",
        "digging",
        "angle",
        "split",
        "meeting",
        "alongside",
        "intermediate",
        "destinations",
        "ending",
        "end",
        "blocked",
        "trips",
        "scoring",
        "two",
        "advanced",
        "options",
        "fairness",
        "secrets",
    )
    pictured: ClassVar[Collection[str]] = TOPICS
    caption_kind: ClassVar[type[Captions]] = Captions

    # Documented at the functions themselves.
    changes = staticmethod(pictures.board_since)
    view_picture = staticmethod(pictures.view_picture)
    report = staticmethod(narration.report)
    opening = staticmethod(status.opening)
    brief = staticmethod(status.brief)
    finale = staticmethod(messages.finale)
    closing = staticmethod(messages.closing)
    topic_picture = staticmethod(pictures.topic_picture)
    board_text = staticmethod(board_text.board_text)
    status = staticmethod(status.status)
    lesson = staticmethod(lesson)

    def board(self, game_view: MetroGameView, words: Words, *, zoom: str | None = None) -> Picture:
        """Return the board with the last turn's changes, whole or a part of it."""
        return pictures.board_picture(game_view, words, zoom)

    def closing_board(
        self, game_view: MetroGameView, words: Words, turns: Sequence[Turn] = ()
    ) -> Picture:
        """Return the board of a finished game: station points, no trips, no winner."""
        return pictures.closing_board(game_view, words, turns)

    def film_end(self, game_view: MetroGameView, words: Words) -> Sequence[Picture]:
        """Return the board after the last turn, each trip, and the final board."""
        return pictures.film_end(game_view, words)

    def player_signs(self, game_view: MetroGameView, words: Words) -> Sequence[tuple[str, Colour]]:
        """Return the letter and colour of each player's first company."""
        names = plain_names(game_view, words)
        first = [game_view.player_of.index(player) for player in range(len(game_view.names))]
        return [(names.letter(Seat(seat)), COMPANIES[seat]) for seat in first]

    def zooms(self, game_view: MetroGameView, words: Words) -> Sequence[Zoom]:
        """Return the quarters of the city, and the ends of the reader's own lines."""
        return pictures.zooms(plain_names(game_view, words), game_view.view)

    def to_do(self, game_view: MetroGameView, words: Words) -> Sequence[str]:
        """Return the company on turn and its task."""
        return status.to_do(names_for(game_view, words), game_view.public)

    def hand(self, game_view: MetroGameView, words: Words) -> Block:
        """Return the reader's destinations."""
        text = board_text.hand_text(names_for(game_view, words), game_view.view)
        return Block(text, pictures.hand_picture(game_view, words))

    def planner(
        self, game_view: MetroGameView, draft_view: MetroDraftView, words: Words, group: str | None
    ) -> PlannerPage:
        """Return the planner's page for a draft: its choices and open ones, with a picture."""
        choices = steps.open_choices(draft_view.options)
        look = planner.planner_tab(names_for(game_view, words), draft_view, choices, group)
        return PlannerPage(
            text=planner.text(look),
            picture=pictures.planner_picture(game_view, draft_view, words, look.numbered),
            buttons=planner.buttons(look),
            menus=planner.menus(look),
            tabs=look.tabs,
            instruction=planner.instruction(look),
        )

    def left_out(
        self, game_view: MetroGameView, draft_view: MetroDraftView, count: int, words: Words
    ) -> str:
        """Return the part of a plan that was not played as building had ended, with the reason."""
        if game_view.last is None:
            return ""
        return narration.left_out(names_for(game_view, words), draft_view, count, game_view.last)
