"""MetrOmania as the frame asks for it."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from metrobot.engine.draft import Draft
from metrobot.engine.title import Title
from metrobot.games.metromania.title import MetroMania
from metrobot.games.metromania.view import View
from metrobot.service.table import PlayerId, Table
from metrobot.ui.frame.front import AnyCommand, Front
from metrobot.ui.frame.lesson import Lesson
from metrobot.ui.metromania import (
    boardtext,
    commands,
    hand,
    messages,
    narration,
    parts,
    pictures,
    planner,
    status,
    steps,
    topics,
)
from metrobot.ui.metromania.cast import cast_of, plain_cast
from metrobot.ui.metromania.lesson import lesson
from metrobot.ui.pages.values import Block, PlannerPage, Sketch, Topic, TurnReport, Zoom
from metrobot.ui.words.catalogue import Words

if TYPE_CHECKING:
    from metrobot.ui.frame.desk import Desk


class MetroManiaFront(Front):
    """How MetrOmania shows itself and speaks."""

    title: ClassVar[Title[Any, Any]] = MetroMania()

    def board(
        self, table: Table, words: Words, *, viewer: PlayerId | None = None, zoom: str | None = None
    ) -> Sketch:
        """Return the board with the last turn's changes, whole or a part of it."""
        return pictures.board(table, words, viewer, zoom)

    def closing_board(self, table: Table, words: Words) -> Sketch:
        """Return the board of a game just over: station points, no trips, no winner."""
        return pictures.closing_board(table, words)

    def changes(
        self, table: Table, words: Words, *, viewer: PlayerId | None = None, since: int
    ) -> Sketch:
        """Return the whole board with all changes marked since the beginning of a turn."""
        return pictures.board_since(table, words, viewer, since)

    def view_picture(self, view: View, names: Sequence[str], words: Words) -> bytes:
        """Return the PNG of a spectator's view of a game that was played elsewhere."""
        return pictures.view_picture(view, names, words)

    def zooms(self, table: Table, words: Words, viewer: PlayerId | None) -> Sequence[Zoom]:
        """Return the districts, and the ends of the viewer's own lines."""
        if table.state is None:
            return ()
        return parts.zooms(plain_cast(table, words), table.view_for(viewer))

    def board_text(self, table: Table, words: Words, viewer: PlayerId | None) -> str:
        """Return the whole board in words."""
        return boardtext.board_text(table, words, viewer)

    def report(self, table: Table, turn: int, words: Words) -> TurnReport:
        """Return what happened in one finished turn, from public events."""
        return narration.report(table, turn, words)

    def opening(self, table: Table, words: Words) -> Sequence[str]:
        """Return who plays what, and what is special about this game."""
        return status.opening(table, words)

    def status(self, table: Table, words: Words, viewer: PlayerId | None) -> Sequence[str]:
        """Return where the game stands, and what is at stake for the viewer."""
        return status.status(table, words, viewer)

    def to_do(self, table: Table, words: Words) -> Sequence[str]:
        """Return whose turn it is and what can be done."""
        if table.state is None:
            return ()
        return status.to_do(cast_of(table, words), table.view_for(None))

    def hand(self, table: Table, player: PlayerId, words: Words) -> Block:
        """Return the destinations of one person."""
        cast, view = cast_of(table, words), table.view_for(player)
        return Block(hand.hand_text(cast, view), pictures.hand(table, words, player))

    def finale(self, table: Table, words: Words) -> Sequence[Sequence[Block]]:
        """Return the seven trips and the final table."""
        return messages.finale(table, words)

    def planner(
        self, table: Table, draft: Draft[Any, Any], words: Words, group: str | None
    ) -> PlannerPage:
        """Return a look at a draft: what was chosen, what is open, in words and picture."""
        cast, choices, view = cast_of(table, words), steps.open_choices(draft), steps.now(draft)
        groups, menus = planner.grouped(cast, choices, view, group)
        return PlannerPage(
            text=planner.text(cast, draft, choices),
            sketch=pictures.planner(table, words, draft, choices),
            buttons=planner.buttons(cast, choices, view),
            menus=menus,
            groups=groups,
        )

    def lesson(self) -> Lesson:
        """Return the lesson for beginners."""
        return lesson()

    def commands(self, desk: "Desk") -> Sequence[AnyCommand]:
        """Return /dig, /station and /pass."""
        return commands.commands(desk)

    def topics(self, words: Words) -> Sequence[Topic]:
        """Return the pages of the rules."""
        return [
            Topic(key, words.say(name), words.say(text), pictures.topic(words, key))
            for key, name, text in topics.PAGES
        ]
