"""Metrolijn's front, and its lesson."""

from collections.abc import Collection, Sequence
from typing import ClassVar, Final

from metrobot.engine.title import AnyTitle
from metrobot.games.metrolijn.title import Metrolijn
from metrobot.ui.kit.front import Front
from metrobot.ui.kit.lesson_steps import Lesson, LessonStep, LessonView, read_lesson
from metrobot.ui.metrolijn import board_text, finale, menus, narration, pictures, planner, status
from metrobot.ui.metrolijn.names import AnyGameView, names_for, plain_names
from metrobot.ui.metrolijn.steps import AnyDraftView
from metrobot.ui.pages.values import Block, Closing, Picture, PlannerPage, Zoom
from metrobot.ui.words.catalogue import Words
from render.metrolijn import TOPICS, SheetWords

STEPS: Final = (
    LessonStep("ml.lesson.aim", 1, LessonView.SHEET),
    LessonStep("ml.lesson.number", 1, LessonView.PLANNER),
    LessonStep("ml.lesson.shown", 4, LessonView.TURN),
    LessonStep("ml.lesson.transfer", 4, LessonView.PLANNER),
    LessonStep("ml.lesson.line", 10, LessonView.PLANNER),
    LessonStep("ml.lesson.finish", 13, LessonView.PLANNER),
    LessonStep("ml.lesson.finished", 16, LessonView.TURN),
    LessonStep("ml.lesson.scoring", 16, topic="scoring"),
    LessonStep("ml.lesson.onwards", 16),
)
"""Pages of the lesson, each with the number of the record's events before it."""


def lesson() -> Lesson:
    """Read the lesson."""
    return read_lesson(Metrolijn(), __package__, STEPS)


class MetrolijnFront(Front):
    """Metrolijn's words, pictures and pages.

    Attributes:
        pictured: the pages of the rules that have a picture.
        caption_kind: the type of the words on the pictures.
        board_lines: lines of a phone left above the board, by number of people; the
            board is taller the more people play.
    """

    title: ClassVar[AnyTitle] = Metrolijn()
    plan_key: ClassVar[str] = "ml.button.choose"
    hand_key: ClassVar[str] = "ml.button.sheet"
    replaces: ClassVar[bool] = True
    prefix: ClassVar[str] = "ml"
    pages: ClassVar[Sequence[str]] = (
        "goal",
        "round",
        "words",
        "setup",
        "number",
        "express",
        "transfer",
        "free",
        "fewer",
        "ring",
        "lines",
        "scoring",
        "alone",
        "special",
        "fairness",
    )
    pictured: ClassVar[Collection[str]] = TOPICS
    caption_kind: ClassVar[type[SheetWords]] = SheetWords
    board_lines: ClassVar[Sequence[int]] = (12, 11, 10, 10, 9)

    # Documented at the functions themselves.
    changes = staticmethod(pictures.board_since)
    view_picture = staticmethod(pictures.view_picture)
    report = staticmethod(narration.report)
    opening = staticmethod(status.opening)
    brief = staticmethod(status.brief)
    topic_picture = staticmethod(pictures.topic_picture)
    board_text = staticmethod(board_text.board_text)
    status = staticmethod(status.status)
    finale = staticmethod(finale.finale)
    lesson = staticmethod(lesson)

    def board(self, game_view: AnyGameView, words: Words, *, zoom: str | None = None) -> Picture:
        """Return all sheets with the last round's changes, or one of them."""
        return pictures.board_picture(game_view, words, zoom)

    def zooms(self, game_view: AnyGameView, words: Words) -> Sequence[Zoom]:
        """Return the halves of one sheet, the reader's own if they play, then other sheets."""
        return tuple(pictures.zooms(plain_names(game_view, words), game_view.view))

    def prompt(self, game_view: AnyGameView, words: Words) -> str:
        """Return the open card in plain words, the cards turned up and the deck's rest."""
        return status.prompt(names_for(game_view, words), game_view.public)

    def asked_first(self, game_view: AnyGameView, words: Words) -> str:
        """Return the round and its open card."""
        return status.call(names_for(game_view, words), game_view.public)

    def hand(self, game_view: AnyGameView, words: Words) -> Block:
        """Return the reader's own sheet."""
        text = board_text.hand_text(names_for(game_view, words), game_view.view)
        return Block(text, pictures.sheet_picture(game_view, words))

    def closing(self, game_view: AnyGameView, words: Words) -> Closing:
        """Return the winner or the rank, the deciding facts, and all sheets."""
        return finale.closing(game_view, words, pictures.count_picture(game_view, words))

    def planner(
        self, game_view: AnyGameView, draft_view: AnyDraftView, words: Words, group: str | None
    ) -> PlannerPage:
        """Return the planner's page for a draft: its marks, points and open choices."""
        plain, offered = plain_names(game_view, words), menus.ride_choices(draft_view, group)
        return PlannerPage(
            text=planner.text(names_for(game_view, words), offered),
            picture=pictures.planner_picture(game_view, words, offered),
            buttons=menus.buttons(plain, offered),
            tabs=menus.tabs(plain, offered),
            instruction=planner.instruction(names_for(game_view, words), offered),
        )
