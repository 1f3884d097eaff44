"""Metrolijn as the frame asks for it."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from metrobot.engine.draft import Draft
from metrobot.engine.title import Title
from metrobot.games.metrolijn.title import Metrolijn
from metrobot.games.metrolijn.view import View
from metrobot.service.table import PlayerId, Table
from metrobot.ui.frame.front import AnyCommand, Front
from metrobot.ui.frame.lesson import Lesson
from metrobot.ui.metrolijn import (
    boardtext,
    commands,
    finale,
    hand,
    menus,
    narration,
    parts,
    pictures,
    planner,
    prompt,
    status,
    topics,
)
from metrobot.ui.metrolijn.cast import cast_of, plain_cast
from metrobot.ui.metrolijn.lesson import lesson
from metrobot.ui.pages.values import Block, PlannerPage, Sketch, Topic, TurnReport, Zoom
from metrobot.ui.words.catalogue import Words

if TYPE_CHECKING:
    from metrobot.ui.frame.desk import Desk


class MetrolijnFront(Front):
    """How Metrolijn shows itself and speaks."""

    title: ClassVar[Title[Any, Any]] = Metrolijn()
    plan_key: ClassVar[str] = "ml.button.choose"
    hand_key: ClassVar[str] = "ml.button.sheet"

    def board(
        self, table: Table, words: Words, *, viewer: PlayerId | None = None, zoom: str | None = None
    ) -> Sketch:
        """Return all sheets with the last round's changes, or one of them."""
        return pictures.board(table, words, viewer, zoom)

    def changes(
        self, table: Table, words: Words, *, viewer: PlayerId | None = None, since: int
    ) -> Sketch:
        """Return all sheets with all that was marked since the beginning of a round."""
        del viewer  # sheets are no secret
        return pictures.board_since(table, words, since)

    def view_picture(self, view: View, names: Sequence[str], words: Words) -> bytes:
        """Return the PNG of a spectator's view of a game that was played elsewhere."""
        return pictures.view_picture(view, names, words)

    def zooms(self, table: Table, words: Words, viewer: PlayerId | None) -> Sequence[Zoom]:
        """Return each sheet, the viewer's own first and for a phone too."""
        if table.state is None:
            return ()
        return tuple(parts.zooms(plain_cast(table, words), table.view_for(viewer)))

    def board_text(self, table: Table, words: Words, viewer: PlayerId | None) -> str:
        """Return every sheet in words."""
        return boardtext.board_text(table, words, viewer)

    def report(self, table: Table, turn: int, words: Words) -> TurnReport:
        """Return what everybody did in one complete round, from public events."""
        return narration.report(table, turn, words)

    def opening(self, table: Table, words: Words) -> Sequence[str]:
        """Return the map, the aim, and how a round goes."""
        return status.opening(table, words)

    def prompt(self, table: Table, words: Words) -> str:
        """Return the open card in plain words, what has been turned up and what is left."""
        return prompt.prompt(cast_of(table, words), table.view_for(None))

    def status(self, table: Table, words: Words, viewer: PlayerId | None) -> Sequence[str]:
        """Return the card, and how every sheet stands."""
        return status.status(table, words, viewer)

    def hand(self, table: Table, player: PlayerId, words: Words) -> Block:
        """Return a player's own sheet."""
        text = hand.hand_text(cast_of(table, words), table.view_for(player))
        return Block(text, pictures.sheet(table, words, player))

    def finale(self, table: Table, words: Words) -> Sequence[Sequence[Block]]:
        """Return the score boxes of each player, then the winner or the rank."""
        return finale.finale(table, words, pictures.count(table, words))

    def planner(
        self, table: Table, draft: Draft[Any, Any], words: Words, group: str | None
    ) -> PlannerPage:
        """Return a look at a draft: what would be marked, what it earns, what is open."""
        cast, plain = cast_of(table, words), plain_cast(table, words)
        offered = menus.offer(draft, group)
        return PlannerPage(
            text=planner.text(cast, draft, offered),
            sketch=pictures.planner(table, words, draft, offered),
            buttons=menus.buttons(plain, draft),
            menus=menus.menus(plain, offered),
            groups=menus.groups(plain, offered),
            asked=words.say("ml.menu.group"),
        )

    def lesson(self) -> Lesson:
        """Return the lesson for beginners."""
        return lesson()

    def commands(self, desk: "Desk") -> Sequence[AnyCommand]:
        """Return /ride and /free."""
        return commands.commands(desk)

    def topics(self, words: Words) -> Sequence[Topic]:
        """Return the pages of the rules."""
        return [
            Topic(key, words.say(name), words.say(text), pictures.topic(words, key))
            for key, name, text in topics.PAGES
        ]
