"""How the toy title shows itself in which all choose at once."""

from collections.abc import Sequence
from functools import partial
from typing import Any, ClassVar

from discord import app_commands

from metrobot.engine.title import AnyTitle
from metrobot.ui.kit.front import AnyDraftView, AnyGameView
from metrobot.ui.kit.typed_turns import TYPED, AnyCommand, MakeTurns
from metrobot.ui.pages.ids import Press
from metrobot.ui.pages.values import (
    Block,
    Brief,
    Choice,
    Closing,
    Picture,
    PlannerPage,
    Topic,
    TurnReport,
    Zoom,
)
from metrobot.ui.words.catalogue import Words
from tests.service.toy_rounds import ROUNDS, Pick
from tests.ui.toy_front import ToyFront, png


def picks(actions: Sequence[object]) -> tuple[str, ...]:
    """Return the numbers that were picked."""
    return tuple(str(action.count) for action in actions if isinstance(action, Pick))


class RoundsFront(ToyFront):
    """Totals on a white ground."""

    title: ClassVar[AnyTitle] = ROUNDS
    plan_key: ClassVar[str] = "rounds.choose"
    hand_key: ClassVar[str] = "rounds.sheet"

    def board(self, game_view: AnyGameView, words: Words, *, zoom: str | None = None) -> Picture:
        """Return a picture whose size follows from the number of points."""
        view = game_view.view
        alt = words.say("rounds.board", totals=view.totals, limit=view.limit)
        return Picture("rounds", alt, partial(png, sum(view.totals) + 1))

    def view_picture(self, view: Any, names: Sequence[str], words: Words) -> bytes:
        """Return a PNG whose size follows from the number of points."""
        return png(sum(view.totals) + 1)

    def zooms(self, game_view: AnyGameView, words: Words) -> Sequence[Zoom]:
        """Return none."""
        return ()

    def board_text(self, game_view: AnyGameView, words: Words) -> str:
        """Return the totals."""
        return self.board(game_view, words).alt

    def report(self, game_view: AnyGameView, turn: Any, words: Words) -> TurnReport:
        """Report the picks."""
        said = words.say("rounds.report", turn=turn.number, picks=picks(turn.actions))
        return TurnReport(said, (), (), "A meter.")

    def opening(self, game_view: AnyGameView, words: Words) -> Sequence[str]:
        """Return nothing more."""
        return []

    def brief(self, game_view: AnyGameView, words: Words) -> Brief:
        """Return the totals."""
        return Brief("pick a number.", (self.board_text(game_view, words),))

    def hand(self, game_view: AnyGameView, words: Words) -> Block:
        """Return the reader's total."""
        own = sum(game_view.view.totals[seat] for seat in game_view.seats)
        alt = words.say("rounds.hand", total=own)
        return Block(alt, Picture("hand", alt, partial(png, 20 + own)))

    def finale(self, game_view: AnyGameView, words: Words) -> Sequence[Sequence[Block]]:
        """Return the totals."""
        return [[Block(self.board_text(game_view, words))]]

    def closing(self, game_view: AnyGameView, words: Words) -> Closing:
        """Return words that never change, and the board."""
        return Closing("Over.", (), self.board(game_view, words))

    def planner(
        self, game_view: AnyGameView, draft_view: AnyDraftView, words: Words, group: str | None
    ) -> PlannerPage:
        """Return a button for each number."""
        choices = tuple(
            Choice(index, f"Pick {getattr(action, 'count', 0)}")
            for index, action in enumerate(draft_view.options)
        )
        picked = picks(draft_view.turn.actions)
        text = words.say("rounds.plan", picked=picked)
        drawn = partial(png, 30 + sum(map(int, picked)))
        return PlannerPage(text, Picture("plan", text, drawn), choices)

    def topics(self, words: Words) -> Sequence[Topic]:
        """Return one page."""
        return (Topic("picking", "Picking", "Pick up to the limit."),)


def commands(turns: MakeTurns) -> Sequence[AnyCommand]:
    slash = turns(ROUNDS.id, "rounds.other_game")

    @app_commands.command(name="pick", description="Pick a number", extras=TYPED)
    @app_commands.guild_only()
    async def pick(ix: Press, count: int) -> None:
        typing = await slash.begin(ix)
        await slash.open(ix, typing.table, typing.draft.then_action(Pick(count)))

    return [pick]
