"""MetrOmania as the frame asks for it."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, ClassVar

from metrobot.engine.actors import Seat
from metrobot.engine.title import Title
from metrobot.games.metromania.title import MetroMania
from metrobot.games.metromania.told import Turn
from metrobot.games.metromania.view import View
from metrobot.ui.frame.front import Front
from metrobot.ui.frame.lesson import Lesson
from metrobot.ui.metromania import (
    boardtext,
    brief,
    hand,
    leftout,
    messages,
    narration,
    parts,
    pictures,
    planner,
    status,
    steps,
)
from metrobot.ui.metromania.cast import LINES, MetroPlan, MetroScene, cast_of, plain_cast
from metrobot.ui.metromania.lesson import lesson
from metrobot.ui.pages.values import Block, Brief, Closing, PlannerPage, Sketch, TurnReport, Zoom
from metrobot.ui.words.catalogue import Words
from render.metromania.captions import Captions
from render.metromania.topics import TOPICS
from render.theme import COMPANIES, Colour


class MetroManiaFront(Front):
    """How MetrOmania shows itself and speaks.

    Attributes:
        things: its two kinds of lines, by their names in the record.
        pictured: the pages of the rules that have a picture.
        caption_kind: the words on the pictures.
    """

    title: ClassVar[Title[Any, Any]] = MetroMania()
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

    def board(self, scene: MetroScene, words: Words, *, zoom: str | None = None) -> Sketch:
        """Return the board with the last turn's changes, whole or a part of it."""
        return pictures.board(scene, words, zoom)

    def closing_board(self, scene: MetroScene, words: Words, turns: Sequence[Turn] = ()) -> Sketch:
        """Return the board of a game just over: station points, no trips, no winner."""
        return pictures.closing_board(scene, words, turns)

    def changes(self, scene: MetroScene, turns: Sequence[Turn], words: Words) -> Sketch:
        """Return the whole board with all changes of some turns marked."""
        return pictures.board_since(scene, turns, words)

    def view_picture(self, view: View, names: Sequence[str], words: Words) -> bytes:
        """Return the PNG of a spectator's view of a game that was played elsewhere."""
        return pictures.view_picture(view, names, words)

    def player_signs(self, scene: MetroScene, words: Words) -> Sequence[tuple[str, Colour]]:
        """Return the letter and colour of each player's first company."""
        cast = plain_cast(scene, words)
        first = [scene.player_of.index(player) for player in range(len(scene.names))]
        return [(cast.letter(Seat(seat)), COMPANIES[seat]) for seat in first]

    def zooms(self, scene: MetroScene, words: Words) -> Sequence[Zoom]:
        """Return the districts, and the ends of the reader's own lines."""
        return parts.zooms(plain_cast(scene, words), scene.view)

    def board_text(self, scene: MetroScene, words: Words) -> str:
        """Return the whole board in words."""
        return boardtext.board_text(scene, words)

    def report(self, scene: MetroScene, turn: Turn, words: Words) -> TurnReport:
        """Return what happened in one turn."""
        return narration.report(scene, turn, words)

    def opening(self, scene: MetroScene, words: Words) -> Sequence[str]:
        """Return who plays what, and what is special about this game."""
        return status.opening(scene, words)

    def status(self, scene: MetroScene, words: Words) -> Sequence[str]:
        """Return where the game stands, and what is at stake for the reader."""
        return status.status(scene, words)

    def to_do(self, scene: MetroScene, words: Words) -> Sequence[str]:
        """Return whose turn it is and what can be done."""
        return status.to_do(cast_of(scene, words), scene.public)

    def brief(self, scene: MetroScene, words: Words) -> Brief:
        """Return what is to be done, the points, and how near the end is."""
        return brief.brief(scene, words)

    def hand(self, scene: MetroScene, words: Words) -> Block:
        """Return the reader's destinations."""
        text = hand.hand_text(cast_of(scene, words), scene.view)
        return Block(text, pictures.hand(scene, words))

    def finale(self, scene: MetroScene, words: Words) -> Sequence[Sequence[Block]]:
        """Return the seven trips and the final table."""
        return messages.finale(scene, words)

    def closing(self, scene: MetroScene, words: Words) -> Closing:
        """Return the winner, what decided it, and the board."""
        return messages.closing(scene, words)

    def planner(
        self, scene: MetroScene, plan: MetroPlan, words: Words, group: str | None
    ) -> PlannerPage:
        """Return a look at a draft: what was chosen, what is open, in words and picture."""
        choices = steps.open_choices(plan.options)
        look = planner.look_of(cast_of(scene, words), plan, choices, group)
        return PlannerPage(
            text=planner.text(look),
            sketch=pictures.planner(scene, plan, words, look.numbered),
            buttons=planner.buttons(look),
            menus=planner.menus(look),
            tabs=look.tabs,
            instruction=planner.instruction(look),
        )

    def left_out(self, scene: MetroScene, plan: MetroPlan, count: int, words: Words) -> str:
        """Return what of a plan was not played because building had ended, and why."""
        if scene.last is None:
            return ""
        return leftout.left_out(cast_of(scene, words), plan, count, scene.last)

    def lesson(self) -> Lesson:
        """Return the lesson for beginners."""
        return lesson()

    def topic_picture(self, key: str, alt: str, words: Words) -> Sketch:
        """Return the small picture of a page of the rules."""
        return pictures.topic(key, alt, words)
