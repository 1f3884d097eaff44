"""On the Underground as the frame asks for it."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from metrobot.engine.draft import Draft
from metrobot.engine.title import Title
from metrobot.games.underground.title import Underground
from metrobot.games.underground.view import View
from metrobot.service.table import PlayerId, Table
from metrobot.ui.frame.front import AnyCommand, Front
from metrobot.ui.frame.lesson import Lesson
from metrobot.ui.pages.values import Block, PlannerPage, Sketch, Topic, TurnReport, Zoom
from metrobot.ui.underground import (
    boardtext,
    commands,
    finale,
    hand,
    menus,
    narration,
    parts,
    pictures,
    planner,
    status,
    steps,
    topics,
)
from metrobot.ui.underground.cast import cast_of, plain_cast
from metrobot.ui.underground.lesson import lesson
from metrobot.ui.underground.typed import last_colour
from metrobot.ui.words.catalogue import Words

if TYPE_CHECKING:
    from metrobot.ui.frame.desk import Desk


class UndergroundFront(Front):
    """How On the Underground shows itself and speaks."""

    title: ClassVar[Title[Any, Any]] = Underground()

    def board(
        self, table: Table, words: Words, *, viewer: PlayerId | None = None, zoom: str | None = None
    ) -> Sketch:
        """Return the board with the last turn's changes, whole or a part of it."""
        del viewer  # everybody sees everything
        return pictures.board(table, words, zoom)

    def changes(
        self, table: Table, words: Words, *, viewer: PlayerId | None = None, since: int
    ) -> Sketch:
        """Return the whole board with all changes marked since the beginning of a turn."""
        del viewer  # everybody sees everything
        return pictures.board_since(table, words, since)

    def view_picture(self, view: View, names: Sequence[str], words: Words) -> bytes:
        """Return the PNG of a spectator's view of a game that was played elsewhere."""
        return pictures.view_picture(view, names, words)

    def zooms(self, table: Table, words: Words, viewer: PlayerId | None) -> Sequence[Zoom]:
        """Return the five parts of London."""
        del viewer
        return () if table.state is None else parts.zooms(words)

    def board_text(self, table: Table, words: Words, viewer: PlayerId | None) -> str:
        """Return the whole board in words."""
        return boardtext.board_text(table, words, viewer)

    def report(self, table: Table, turn: int, words: Words) -> TurnReport:
        """Return what happened in one finished turn, from public events."""
        return narration.report(table, turn, words)

    def opening(self, table: Table, words: Words) -> Sequence[str]:
        """Return who plays with which colours, and where the passenger may go."""
        return status.opening(table, words)

    def status(self, table: Table, words: Words, viewer: PlayerId | None) -> Sequence[str]:
        """Return where the game stands, and what the viewer builds with."""
        return status.status(table, words, viewer)

    def to_do(self, table: Table, words: Words) -> Sequence[str]:
        """Return whose turn it is and what can be done."""
        if table.state is None:
            return ()
        return status.to_do(cast_of(table, words), table.view_for(None))

    def hand(self, table: Table, player: PlayerId, words: Words) -> Block:
        """Return what one person has; it is no secret."""
        return Block(hand.hand_text(cast_of(table, words), table.view_for(player)))

    def finale(self, table: Table, words: Words) -> Sequence[Sequence[Block]]:
        """Return the final table by kinds of points."""
        return finale.finale(table, words)

    def planner(
        self, table: Table, draft: Draft[Any, Any], words: Words, group: str | None
    ) -> PlannerPage:
        """Return a look at a draft: what was chosen, what is open, where the passenger goes."""
        cast, plain = cast_of(table, words), plain_cast(table, words)
        # The same for every tab of one draft.
        choices, rest = table.once(
            ("open", draft.seat, draft.code),
            lambda: (steps.open_choices(draft), steps.tokens_for_the_rest(draft)),
        )
        view = steps.now(draft)
        look = menus.shown(view, choices, group, last_colour(draft))
        return PlannerPage(
            text=planner.text(cast, draft, choices, look),
            sketch=pictures.planner(table, words, draft, look),
            buttons=menus.buttons(plain, choices, rest),
            menus=menus.menus(plain, view, choices, look),
            groups=menus.groups(plain, choices, look),
            tabs=menus.tabs(plain, view, choices, look),
        )

    def lesson(self) -> Lesson:
        """Return the lesson for beginners."""
        return lesson()

    def commands(self, desk: "Desk") -> Sequence[AnyCommand]:
        """Return /build and /token."""
        return commands.commands(desk)

    def topics(self, words: Words) -> Sequence[Topic]:
        """Return the pages of the rules."""
        return [
            Topic(key, words.say(name), words.say(text), pictures.topic(words, key))
            for key, name, text in topics.PAGES
        ]
