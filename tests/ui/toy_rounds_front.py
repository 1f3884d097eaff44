"""How the toy title shows itself in which all choose at once."""

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from discord import app_commands

from metrobot.engine.draft import Draft
from metrobot.engine.title import Title
from metrobot.service.table import PlayerId, Table
from metrobot.ui.frame.front import AnyCommand, Front
from metrobot.ui.pages.ids import Press
from metrobot.ui.pages.values import Block, Choice, PlannerPage, Sketch, Topic, TurnReport, Zoom
from metrobot.ui.words.catalogue import Words
from tests.service.toy_rounds import ROUNDS, Pick
from tests.ui.toy_front import picture

if TYPE_CHECKING:
    from metrobot.ui.frame.desk import Desk


def picks(actions: Sequence[object]) -> tuple[str, ...]:
    """Return the numbers that were picked."""
    return tuple(str(action.count) for action in actions if isinstance(action, Pick))


class RoundsFront(Front):
    """Totals on a white ground."""

    title: ClassVar[Title[Any, Any]] = ROUNDS
    plan_key: ClassVar[str] = "rounds.choose"
    hand_key: ClassVar[str] = "rounds.sheet"

    def board(
        self, table: Table, words: Words, *, viewer: PlayerId | None = None, zoom: str | None = None
    ) -> Sketch:
        """Return as many pixels as there are points."""
        view = table.view_for(viewer)
        alt = words.say("rounds.board", totals=view.totals, limit=view.limit)
        return Sketch("rounds", alt, partial(picture, sum(view.totals) + 1))

    def view_picture(self, view: Any, names: Sequence[str], words: Words) -> bytes:
        """Return as many pixels as there are points."""
        return picture(sum(view.totals) + 1)

    def zooms(self, table: Table, words: Words, viewer: PlayerId | None) -> Sequence[Zoom]:
        """Return none."""
        return ()

    def board_text(self, table: Table, words: Words, viewer: PlayerId | None) -> str:
        """Return the totals."""
        return self.board(table, words, viewer=viewer).alt

    def report(self, table: Table, turn: int, words: Words) -> TurnReport:
        """Return what was picked."""
        events = [logged.event.action for logged in table.log if logged.turn == turn]
        return TurnReport(
            words.say("rounds.report", turn=turn, picks=picks(events)), (), (), "A meter."
        )

    def opening(self, table: Table, words: Words) -> Sequence[str]:
        """Return nothing more."""
        return []

    def status(self, table: Table, words: Words, viewer: PlayerId | None) -> Sequence[str]:
        """Return the totals."""
        return [self.board_text(table, words, viewer)]

    def hand(self, table: Table, player: PlayerId, words: Words) -> Block:
        """Return what the player has locked."""
        own = picks(table.choice_of(player) or ())
        alt = words.say("rounds.hand", picked=own)
        return Block(alt, Sketch("hand", alt, partial(picture, 20 + sum(map(int, own)))))

    def finale(self, table: Table, words: Words) -> Sequence[Sequence[Block]]:
        """Return the totals."""
        return [[Block(self.board_text(table, words, None))]]

    def planner(
        self, table: Table, draft: Draft[Any, Any], words: Words, group: str | None
    ) -> PlannerPage:
        """Return a button for each number."""
        choices = tuple(
            Choice(index, f"Pick {getattr(action, 'count', 0)}")
            for index, action in enumerate(draft.open_choices)
        )
        text = words.say("rounds.plan", picked=picks(draft.actions))
        drawn = partial(picture, 30 + sum(map(int, picks(draft.actions))))
        return PlannerPage(text, Sketch("plan", text, drawn), choices)

    def commands(self, desk: "Desk") -> Sequence[AnyCommand]:
        """Return /pick."""

        @app_commands.command(name="pick", description="Pick a number")
        @app_commands.guild_only()
        async def pick(ix: Press, count: int) -> None:
            await desk.think(ix)
            table = await desk.table_here(ix)
            draft = await desk.tables.begin_draft(table.id, PlayerId(ix.user.id))
            while draft.choices:
                draft = draft.undo()
            await desk.open_planner(ix, table, draft.then_action(Pick(count)))

        return [pick]

    def topics(self, words: Words) -> Sequence[Topic]:
        """Return one page."""
        return (Topic("picking", "Picking", "Pick up to the limit."),)
