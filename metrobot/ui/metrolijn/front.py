"""Metrolijn's front, and its lesson."""

from metrobot.games.metrolijn.title import Metrolijn
from metrobot.ui.kit.front import Front
from metrobot.ui.kit.lesson_steps import LessonStep, LessonView
from metrobot.ui.metrolijn import board_text, finale, menus, narration, pictures, planner, status
from metrobot.ui.metrolijn.names import AnyGameView, names_for, plain_names
from metrobot.ui.metrolijn.steps import AnyDraftView
from metrobot.ui.pages.values import Block, Closing, PlannerPage
from metrobot.ui.words.catalogue import Words
from render.metrolijn.topics import TOPICS


class MetrolijnFront(Front):
    """Metrolijn's words, pictures and pages.

    The board is taller the more people play, so that fewer lines may stand above it.
    """

    title = Metrolijn()
    plan_key = "ml.button.choose"
    hand_key = "ml.button.sheet"
    replaces = True
    prefix = "ml"
    pages = (
        *("goal", "round", "words", "setup", "number", "express", "transfer", "free"),
        *("fewer", "ring", "lines", "scoring", "alone", "special", "fairness"),
    )
    pictured = TOPICS
    board_lines = (17, 17, 16, 16, 13)
    steps = (
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

    # Documented at the functions themselves.
    names_for = staticmethod(names_for)
    board = staticmethod(pictures.board_picture)
    zooms = staticmethod(pictures.zooms)
    changes = staticmethod(pictures.board_since)
    view_picture = staticmethod(pictures.view_picture)
    report = staticmethod(narration.report)
    opening = staticmethod(status.opening)
    brief = staticmethod(status.brief)
    topic_picture = staticmethod(pictures.topic_picture)
    board_text = staticmethod(board_text.board_text)
    status = staticmethod(status.status)

    def prompt(self, game_view: AnyGameView, words: Words) -> str:
        """Return the open card in plain words, the cards turned up and the deck's rest."""
        return status.prompt(names_for(game_view, words), game_view.public)

    def asked_first(self, game_view: AnyGameView, words: Words) -> str:
        """Return the round and its open card."""
        return status.heading(names_for(game_view, words), game_view.public, "ml.call")

    def hand(self, game_view: AnyGameView, words: Words) -> Block:
        """Return the reader's own sheet."""
        text = board_text.hand_text(names_for(game_view, words), game_view.view)
        return Block(text, pictures.sheet_picture(game_view, words))

    def closing(self, game_view: AnyGameView, words: Words) -> Closing:
        """Return the winner or the rank, the deciding facts, and all sheets."""
        names, view = names_for(game_view, words), game_view.public
        picture = pictures.count_picture(game_view, words)
        winner, facts = finale.winner_text(names, view), finale.facts(names, view, game_view.best)
        finished = sum(pay is not None for sheet in view.sheets for pay in sheet.paid)
        return Closing(winner, facts, picture, words.count("ml.closing.deed", finished))

    def planner(
        self, game_view: AnyGameView, draft_view: AnyDraftView, words: Words, group: str | None
    ) -> PlannerPage:
        """Return the planner's page for a draft: its marks, points and open choices."""
        plain, choices = plain_names(game_view, words), menus.ride_choices(draft_view, group)
        return PlannerPage(
            text=planner.text(names_for(game_view, words), choices),
            picture=pictures.planner_picture(game_view, words, choices),
            buttons=menus.buttons(plain, choices),
            tabs=menus.tabs(plain, choices),
            instruction=planner.instruction(names_for(game_view, words), choices),
        )
