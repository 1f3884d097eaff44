"""How a game title shows itself: the contract between the frame and each game.

The frame knows messages, buttons, lobbies and deliveries; a front knows what
one game looks like and how it speaks. A front is pure: it makes values from
views and words, and never talks to Discord, so that it can be tested alone.
Everything public is made from spectator views.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from discord import app_commands

from metrobot.engine.draft import Draft
from metrobot.engine.title import Title
from metrobot.service.table import PlayerId, Table
from metrobot.ui.pages.values import Block, PlannerPage, Sketch, Topic, TurnReport, Zoom
from metrobot.ui.words.catalogue import Words

if TYPE_CHECKING:
    from metrobot.ui.frame.desk import Desk
    from metrobot.ui.frame.lesson import Lesson

AnyCommand = app_commands.Command[Any, ..., Any] | app_commands.Group


class Front(ABC):
    """One game title as Discord sees it.

    Methods that take `viewer` show what that person may see; None: everybody.

    Attributes:
        title: the rules.
        plan_key: key of the button that opens the planner.
        hand_key: key of the button that shows what one holds.
    """

    title: ClassVar[Title[Any, Any]]
    plan_key: ClassVar[str] = "board.plan"
    hand_key: ClassVar[str] = "board.hand"

    @abstractmethod
    def board(
        self, table: Table, words: Words, *, viewer: PlayerId | None = None, zoom: str | None = None
    ) -> Sketch:
        """Return the board with the last turn's changes, whole or a part of it."""

    def changes(
        self, table: Table, words: Words, *, viewer: PlayerId | None = None, since: int
    ) -> Sketch:
        """Return the board with all changes marked since the beginning of a turn.

        Args:
            table: which has started.
            words: of the reader.
            viewer: who looks.
            since: number of the first turn whose changes are marked.
        """
        del since
        return self.board(table, words, viewer=viewer)

    @abstractmethod
    def view_picture(self, view: Any, names: Sequence[str], words: Words) -> bytes:
        """Return the PNG of a spectator's view of a game that was played elsewhere.

        Args:
            view: of the title's own kind.
            names: of the players, in turn order.
            words: of the reader.
        """

    def closing_board(self, table: Table, words: Words) -> Sketch:
        """Return the board of a game just over, before anything is counted.

        For games whose final count is told step by step: the board that comes
        before it gives nothing away.
        """
        return self.board(table, words)

    @abstractmethod
    def zooms(self, table: Table, words: Words, viewer: PlayerId | None) -> Sequence[Zoom]:
        """Return the parts of the board that this person may ask for."""

    @abstractmethod
    def board_text(self, table: Table, words: Words, viewer: PlayerId | None) -> str:
        """Return the whole board in words: the picture's twin."""

    @abstractmethod
    def report(self, table: Table, turn: int, words: Words) -> TurnReport:
        """Return what happened in one finished turn, from public events."""

    @abstractmethod
    def opening(self, table: Table, words: Words) -> Sequence[str]:
        """Return what everybody is told when the game starts, line by line."""

    def prompt(self, table: Table, words: Words) -> str:  # noqa: ARG002 -- games that ask look at it
        """Return what everybody is asked now, shown under the newest board.

        For games in which all answer the same question; nothing unless the
        game says otherwise.
        """
        return ""

    @abstractmethod
    def status(self, table: Table, words: Words, viewer: PlayerId | None) -> Sequence[str]:
        """Return where the game stands, line by line: scores, meter, what is to do."""

    def to_do(self, table: Table, words: Words) -> Sequence[str]:
        """Return what those who are awaited may do, line by line: public."""
        del table, words
        return ()

    @abstractmethod
    def hand(self, table: Table, player: PlayerId, words: Words) -> Block:
        """Return what only this person may see of the game."""

    @abstractmethod
    def finale(self, table: Table, words: Words) -> Sequence[Sequence[Block]]:
        """Return the final count as messages of blocks (at most 9 a message, 3,500 characters)."""

    @abstractmethod
    def planner(
        self, table: Table, draft: Draft[Any, Any], words: Words, group: str | None
    ) -> PlannerPage:
        """Return a look at a draft of the person whose turn it is."""

    def lesson(self) -> "Lesson | None":
        """Return the game's lesson for beginners, if it has one."""
        return None

    @abstractmethod
    def commands(self, desk: "Desk") -> Sequence[AnyCommand]:
        """Return the game's own slash commands."""

    @abstractmethod
    def topics(self, words: Words) -> Sequence[Topic]:
        """Return the pages of the rules."""
