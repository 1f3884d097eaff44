"""How the toy title shows itself in which all choose at once."""

from collections.abc import Sequence
from functools import partial
from typing import Any, ClassVar

from discord import app_commands

from metrobot.engine.title import Title
from metrobot.ui.frame.desk import Desk
from metrobot.ui.frame.front import AnyPlan, AnyScene, Front
from metrobot.ui.frame.typed import AnyCommand, Show, Typist
from metrobot.ui.pages.ids import Press
from metrobot.ui.pages.values import (
    Block,
    Brief,
    Choice,
    Closing,
    PlannerPage,
    Sketch,
    Topic,
    TurnReport,
    Zoom,
)
from metrobot.ui.words.catalogue import Words
from tests.service.toy_rounds import ROUNDS, Pick
from tests.ui.toy_front import picture


def picks(actions: Sequence[object]) -> tuple[str, ...]:
    """Return the numbers that were picked."""
    return tuple(str(action.count) for action in actions if isinstance(action, Pick))


class RoundsFront(Front):
    """Totals on a white ground."""

    title: ClassVar[Title[Any, Any]] = ROUNDS
    plan_key: ClassVar[str] = "rounds.choose"
    hand_key: ClassVar[str] = "rounds.sheet"

    def board(self, scene: AnyScene, words: Words, *, zoom: str | None = None) -> Sketch:
        """Return as many pixels as there are points."""
        view = scene.view
        alt = words.say("rounds.board", totals=view.totals, limit=view.limit)
        return Sketch("rounds", alt, partial(picture, sum(view.totals) + 1))

    def changes(self, scene: AnyScene, turns: Sequence[Any], words: Words) -> Sketch:
        """Return the board."""
        return self.board(scene, words)

    def view_picture(self, view: Any, names: Sequence[str], words: Words) -> bytes:
        """Return as many pixels as there are points."""
        return picture(sum(view.totals) + 1)

    def zooms(self, scene: AnyScene, words: Words) -> Sequence[Zoom]:
        """Return none."""
        return ()

    def board_text(self, scene: AnyScene, words: Words) -> str:
        """Return the totals."""
        return self.board(scene, words).alt

    def report(self, scene: AnyScene, turn: Any, words: Words) -> TurnReport:
        """Return what was picked."""
        said = words.say("rounds.report", turn=turn.number, picks=picks(turn.actions))
        return TurnReport(said, (), (), "A meter.")

    def opening(self, scene: AnyScene, words: Words) -> Sequence[str]:
        """Return nothing more."""
        return []

    def status(self, scene: AnyScene, words: Words) -> Sequence[str]:
        """Return the totals."""
        return [self.board_text(scene, words)]

    def brief(self, scene: AnyScene, words: Words) -> Brief:
        """Return the totals."""
        return Brief("pick a number.", (self.board_text(scene, words),))

    def hand(self, scene: AnyScene, words: Words) -> Block:
        """Return the reader's total."""
        own = sum(scene.view.totals[seat] for seat in scene.seats)
        alt = words.say("rounds.hand", total=own)
        return Block(alt, Sketch("hand", alt, partial(picture, 20 + own)))

    def finale(self, scene: AnyScene, words: Words) -> Sequence[Sequence[Block]]:
        """Return the totals."""
        return [[Block(self.board_text(scene, words))]]

    def closing(self, scene: AnyScene, words: Words) -> Closing:
        """Return that it is over."""
        return Closing("Over.", (), self.board(scene, words))

    def planner(
        self, scene: AnyScene, plan: AnyPlan, words: Words, group: str | None
    ) -> PlannerPage:
        """Return a button for each number."""
        choices = tuple(
            Choice(index, f"Pick {getattr(action, 'count', 0)}")
            for index, action in enumerate(plan.options)
        )
        picked = picks(plan.turn.actions)
        text = words.say("rounds.plan", picked=picked)
        drawn = partial(picture, 30 + sum(map(int, picked)))
        return PlannerPage(text, Sketch("plan", text, drawn), choices)

    def topic_picture(self, key: str, alt: str, words: Words) -> Sketch:
        """Return as many pixels as its name has letters."""
        return Sketch(key, alt, partial(picture, len(key)))

    def topics(self, words: Words) -> Sequence[Topic]:
        """Return one page."""
        return (Topic("picking", "Picking", "Pick up to the limit."),)


def commands(desk: Desk, show: Show) -> Sequence[AnyCommand]:
    """Return /pick."""
    typist = Typist(desk, show, ROUNDS.id, "rounds.other_game")

    @app_commands.command(name="pick", description="Pick a number")
    @app_commands.guild_only()
    async def pick(ix: Press, count: int) -> None:
        typing = await typist.begin(ix)
        await typist.show(ix, typing, typing.draft.then_action(Pick(count)))

    return [pick]
