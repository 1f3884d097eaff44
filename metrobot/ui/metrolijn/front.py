"""Metrolijn as the kit asks for it, and its lesson."""

from collections.abc import Collection, Sequence
from typing import Any, ClassVar, Final

from metrobot.engine.title import Title
from metrobot.games.metrolijn.summary import Round
from metrobot.games.metrolijn.title import Metrolijn
from metrobot.games.metrolijn.view import View
from metrobot.ui.kit.front import Front
from metrobot.ui.kit.lesson_steps import Lesson, LessonStep, LessonView, read_lesson
from metrobot.ui.metrolijn import board_text, finale, menus, narration, pictures, planner, status
from metrobot.ui.metrolijn.names import AnyGameView, names_for, plain_names
from metrobot.ui.metrolijn.steps import AnyDraftView
from metrobot.ui.pages.values import Block, Brief, Closing, Picture, PlannerPage, TurnReport, Zoom
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
"""Each stops after this many events of the record."""


def lesson() -> Lesson:
    """Return the lesson."""
    return read_lesson(Metrolijn(), __package__, STEPS)


class MetrolijnFront(Front):
    """How Metrolijn shows itself and speaks.

    Attributes:
        pictured: the pages of the rules that have a picture.
        caption_kind: the words on the pictures.
    """

    title: ClassVar[Title[Any, Any]] = Metrolijn()
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

    def board(self, game_view: AnyGameView, words: Words, *, zoom: str | None = None) -> Picture:
        """Return all sheets with the last round's changes, or one of them."""
        return pictures.board_picture(game_view, words, zoom)

    def changes(self, game_view: AnyGameView, turns: Sequence[Round], words: Words) -> Picture:
        """Return all sheets with all that was marked in some rounds."""
        return pictures.board_since(game_view, turns, words)

    def view_picture(self, view: View, names: Sequence[str], words: Words) -> bytes:
        """Return the PNG of a spectator's view of a game that was played elsewhere."""
        return pictures.view_picture(view, names, words)

    def zooms(self, game_view: AnyGameView, words: Words) -> Sequence[Zoom]:
        """Return each sheet, the reader's own first and for a phone too."""
        return tuple(pictures.zooms(plain_names(game_view, words), game_view.view))

    def board_text(self, game_view: AnyGameView, words: Words) -> str:
        """Return every sheet in words."""
        return board_text.board_text(game_view, words)

    def report(self, game_view: AnyGameView, turn: Round, words: Words) -> TurnReport:
        """Return what everybody did in one complete round."""
        return narration.report(game_view, turn, words)

    def opening(self, game_view: AnyGameView, words: Words) -> Sequence[str]:
        """Return the map, the aim, and how a round goes."""
        return status.opening(game_view, words)

    def prompt(self, game_view: AnyGameView, words: Words) -> str:
        """Return the open card in plain words, what has been turned up and what is left."""
        return status.prompt(names_for(game_view, words), game_view.public)

    def status(self, game_view: AnyGameView, words: Words) -> Sequence[str]:
        """Return the card, and how every sheet stands."""
        return status.status(game_view, words)

    def brief(self, game_view: AnyGameView, words: Words) -> Brief:
        """Return what is to be done, the points, and how near the end is."""
        return status.brief(game_view, words)

    def hand(self, game_view: AnyGameView, words: Words) -> Block:
        """Return the reader's own sheet."""
        text = board_text.hand_text(names_for(game_view, words), game_view.view)
        return Block(text, pictures.sheet_picture(game_view, words))

    def finale(self, game_view: AnyGameView, words: Words) -> Sequence[Sequence[Block]]:
        """Return the score boxes of each player."""
        return finale.finale(game_view, words)

    def closing(self, game_view: AnyGameView, words: Words) -> Closing:
        """Return the winner or the rank, what decided it, and all sheets."""
        return finale.closing(game_view, words, pictures.count_picture(game_view, words))

    def planner(
        self, game_view: AnyGameView, draft_view: AnyDraftView, words: Words, group: str | None
    ) -> PlannerPage:
        """Return a look at a draft: what would be marked, what it earns, what is open."""
        plain, offered = plain_names(game_view, words), menus.ride_choices(draft_view, group)
        return PlannerPage(
            text=planner.text(names_for(game_view, words), offered),
            picture=pictures.planner_picture(game_view, words, offered),
            buttons=menus.buttons(plain, offered),
            tabs=menus.tabs(plain, offered),
            instruction=planner.instruction(names_for(game_view, words), offered),
        )

    def lesson(self) -> Lesson:
        """Return the lesson for beginners."""
        return lesson()

    def topic_picture(self, key: str, alt: str, words: Words) -> Picture:
        """Return the small picture of a page of the rules."""
        return pictures.topic_picture(key, alt, words)
