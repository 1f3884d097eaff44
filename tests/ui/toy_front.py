"""How the toy title shows itself: the least that the frame can be tried with."""

import io
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from discord import app_commands
from PIL import Image

from metrobot.engine.draft import Draft
from metrobot.engine.title import Title
from metrobot.service.table import PlayerId, Table
from metrobot.ui.frame.front import AnyCommand, Front
from metrobot.ui.pages.ids import Press
from metrobot.ui.pages.values import (
    Block,
    Choice,
    Group,
    Menu,
    PlannerPage,
    Sketch,
    Topic,
    TurnReport,
    Zoom,
)
from metrobot.ui.words.catalogue import Words
from metrobot.ui.words.names import shown
from tests.service.toy import TOY, Stop, Take

if TYPE_CHECKING:
    from metrobot.ui.frame.desk import Desk


def picture(width: int) -> bytes:
    """Return a small PNG."""
    target = io.BytesIO()
    Image.new("RGB", (width, 10), "white").save(target, "PNG")
    return target.getvalue()


class ToyFront(Front):
    """Counters on a white ground."""

    title: ClassVar[Title[Any, Any]] = TOY

    def board(
        self, table: Table, words: Words, *, viewer: PlayerId | None = None, zoom: str | None = None
    ) -> Sketch:
        """Return as many pixels as there are counters."""
        pile = table.view_for(viewer).pile
        alt = words.say("toy.board", pile=pile, zoom=zoom or "-")
        return Sketch("toy", alt, partial(picture, pile + 1))

    def view_picture(self, view: Any, names: Sequence[str], words: Words) -> bytes:
        """Return as many pixels as there are counters."""
        return picture(view.pile + 1)

    def zooms(self, table: Table, words: Words, viewer: PlayerId | None) -> Sequence[Zoom]:
        """Return two halves."""
        return (Zoom("left", "Left half"), Zoom("right", "Right half"))

    def board_text(self, table: Table, words: Words, viewer: PlayerId | None) -> str:
        """Return the pile."""
        return words.say("toy.board", pile=table.view_for(viewer).pile, zoom="-")

    def report(self, table: Table, turn: int, words: Words) -> TurnReport:
        """Return how many were taken."""
        took = [logged.event.action for logged in table.log if logged.turn == turn]
        count = sum(action.count for action in took if isinstance(action, Take))
        pile = table.view_for(None).pile
        headline = words.say("toy.took", count=count, turn=turn)
        return TurnReport(headline, ("A line.",), ("A warning.",), f"{pile} left")

    def opening(self, table: Table, words: Words) -> Sequence[str]:
        """Return who plays."""
        return [words.say("toy.opening", names=tuple(shown(p.name) for p in table.people))]

    def status(self, table: Table, words: Words, viewer: PlayerId | None) -> Sequence[str]:
        """Return the pile."""
        return [self.board_text(table, words, viewer)]

    def hand(self, table: Table, player: PlayerId, words: Words) -> Block:
        """Return the player's number."""
        view = table.view_for(player)
        place = [person.id for person in table.people].index(player)
        number = view.numbers[place]
        alt = words.say("toy.hand", number=number)
        return Block(alt, Sketch("hand", alt, partial(picture, 20 + number)))

    def finale(self, table: Table, words: Words) -> Sequence[Sequence[Block]]:
        """Return the scores, in two messages."""
        outcome = table.title.outcome(table.state)
        sketch = Sketch("count", "The count", partial(picture, 5))
        return [
            [Block("Counting", sketch)],
            [Block(words.say("toy.scores", scores=outcome.scores))],
        ]

    def planner(
        self, table: Table, draft: Draft[Any, Any], words: Words, group: str | None
    ) -> PlannerPage:
        """Return a button for each number, and a menu of them all."""
        choices = tuple(
            Choice(index, _label(action)) for index, action in enumerate(draft.open_choices)
        )
        menus = (Menu("Or from a menu", choices),) if choices else ()
        groups = (Group("few", "Few"), Group("many", "Many")) if choices else ()
        text = words.say("toy.plan", tried=len(draft.choices), group=group or "-")
        sketch = Sketch("plan", text, partial(picture, 30 + draft.state.pile))
        return PlannerPage(text, sketch, choices, menus, groups)

    def commands(self, desk: "Desk") -> Sequence[AnyCommand]:
        """Return /take."""

        @app_commands.command(name="take", description="Take counters")
        @app_commands.guild_only()
        async def take(ix: Press, count: int) -> None:
            await desk.think(ix)
            table = await desk.table_here(ix)
            draft = await desk.tables.begin_draft(table.id, PlayerId(ix.user.id))
            await desk.open_planner(ix, table, draft.then_action(Take(count)))

        return [take]

    def topics(self, words: Words) -> Sequence[Topic]:
        """Return two pages."""
        sketch = Sketch("rule", "A rule drawn", partial(picture, 3))
        return (
            Topic("taking", "Taking", "Take one to three."),
            Topic("ending", "Ending", "Most wins.", sketch),
        )


def _label(action: object) -> str:
    """Return what a button says."""
    return "Stop" if isinstance(action, Stop) else f"Take {getattr(action, 'count', 0)}"
