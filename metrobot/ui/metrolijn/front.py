"""Metrolijn as the frame asks for it."""

from collections.abc import Collection, Sequence
from typing import Any, ClassVar

from metrobot.engine.title import Title
from metrobot.games.metrolijn.title import Metrolijn
from metrobot.games.metrolijn.told import Round
from metrobot.games.metrolijn.view import View
from metrobot.ui.frame.front import Front
from metrobot.ui.frame.lesson import Lesson
from metrobot.ui.metrolijn import (
    boardtext,
    brief,
    finale,
    hand,
    menus,
    narration,
    parts,
    pictures,
    planner,
    prompt,
    status,
)
from metrobot.ui.metrolijn.cast import AnyScene, cast_of, plain_cast
from metrobot.ui.metrolijn.lesson import lesson
from metrobot.ui.metrolijn.steps import AnyPlan
from metrobot.ui.pages.values import Block, Brief, Closing, PlannerPage, Sketch, TurnReport, Zoom
from metrobot.ui.words.catalogue import Words
from render.metrolijn import TOPICS, SheetWords


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

    def board(self, scene: AnyScene, words: Words, *, zoom: str | None = None) -> Sketch:
        """Return all sheets with the last round's changes, or one of them."""
        return pictures.board(scene, words, zoom)

    def changes(self, scene: AnyScene, turns: Sequence[Round], words: Words) -> Sketch:
        """Return all sheets with all that was marked in some rounds."""
        return pictures.board_since(scene, turns, words)

    def view_picture(self, view: View, names: Sequence[str], words: Words) -> bytes:
        """Return the PNG of a spectator's view of a game that was played elsewhere."""
        return pictures.view_picture(view, names, words)

    def zooms(self, scene: AnyScene, words: Words) -> Sequence[Zoom]:
        """Return each sheet, the reader's own first and for a phone too."""
        return tuple(parts.zooms(plain_cast(scene, words), scene.view))

    def board_text(self, scene: AnyScene, words: Words) -> str:
        """Return every sheet in words."""
        return boardtext.board_text(scene, words)

    def report(self, scene: AnyScene, turn: Round, words: Words) -> TurnReport:
        """Return what everybody did in one complete round."""
        return narration.report(scene, turn, words)

    def opening(self, scene: AnyScene, words: Words) -> Sequence[str]:
        """Return the map, the aim, and how a round goes."""
        return status.opening(scene, words)

    def prompt(self, scene: AnyScene, words: Words) -> str:
        """Return the open card in plain words, what has been turned up and what is left."""
        return prompt.prompt(cast_of(scene, words), scene.public)

    def status(self, scene: AnyScene, words: Words) -> Sequence[str]:
        """Return the card, and how every sheet stands."""
        return status.status(scene, words)

    def brief(self, scene: AnyScene, words: Words) -> Brief:
        """Return what is to be done, the points, and how near the end is."""
        return brief.brief(scene, words)

    def hand(self, scene: AnyScene, words: Words) -> Block:
        """Return the reader's own sheet."""
        text = hand.hand_text(cast_of(scene, words), scene.view)
        return Block(text, pictures.sheet(scene, words))

    def finale(self, scene: AnyScene, words: Words) -> Sequence[Sequence[Block]]:
        """Return the score boxes of each player."""
        return finale.finale(scene, words)

    def closing(self, scene: AnyScene, words: Words) -> Closing:
        """Return the winner or the rank, what decided it, and all sheets."""
        return finale.closing(scene, words, pictures.count(scene, words))

    def planner(
        self, scene: AnyScene, plan: AnyPlan, words: Words, group: str | None
    ) -> PlannerPage:
        """Return a look at a draft: what would be marked, what it earns, what is open."""
        plain, offered = plain_cast(scene, words), menus.offer(plan, group)
        return PlannerPage(
            text=planner.text(cast_of(scene, words), offered),
            sketch=pictures.planner(scene, words, offered),
            buttons=menus.buttons(plain, offered),
            tabs=menus.tabs(plain, offered),
            instruction=planner.instruction(cast_of(scene, words), offered),
        )

    def lesson(self) -> Lesson:
        """Return the lesson for beginners."""
        return lesson()

    def topic_picture(self, key: str, alt: str, words: Words) -> Sketch:
        """Return the small picture of a page of the rules."""
        return pictures.topic(key, alt, words)
