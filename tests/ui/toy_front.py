"""How the toy title shows itself: the least that the frame can be tried with."""

import io
from collections.abc import Sequence
from functools import partial
from typing import Any, ClassVar

from discord import app_commands
from PIL import Image

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


def picture(width: int) -> bytes:
    """Return a small PNG."""
    target = io.BytesIO()
    Image.new("RGB", (width, 10), "white").save(target, "PNG")
    return target.getvalue()


class ToyFront(Front):
    """Counters on a white ground."""

    title: ClassVar[Title[Any, Any]] = TOY

    def board(self, scene: AnyScene, words: Words, *, zoom: str | None = None) -> Sketch:
        """Return as many pixels as there are counters."""
        pile = scene.view.pile
        alt = words.say("toy.board", pile=pile, zoom=zoom or "-")
        return Sketch("toy", alt, partial(picture, pile + 1))

    def changes(self, scene: AnyScene, turns: Sequence[Any], words: Words) -> Sketch:
        """Return the board."""
        return self.board(scene, words)

    def view_picture(self, view: Any, names: Sequence[str], words: Words) -> bytes:
        """Return as many pixels as there are counters."""
        return picture(view.pile + 1)

    def zooms(self, scene: AnyScene, words: Words) -> Sequence[Zoom]:
        """Return two halves."""
        return (Zoom("left", "Left half"), Zoom("right", "Right half"))

    def board_text(self, scene: AnyScene, words: Words) -> str:
        """Return the pile."""
        return words.say("toy.board", pile=scene.view.pile, zoom="-")

    def report(self, scene: AnyScene, turn: Any, words: Words) -> TurnReport:
        """Return how many were taken."""
        count = sum(action.count for action in turn.actions if isinstance(action, Take))
        headline = words.say("toy.took", count=count, turn=turn.number)
        return TurnReport(headline, ("A line.",), ("A warning.",), f"{scene.public.pile} left")

    def opening(self, scene: AnyScene, words: Words) -> Sequence[str]:
        """Return who plays."""
        return [words.say("toy.opening", names=tuple(shown(name) for name in scene.names))]

    def status(self, scene: AnyScene, words: Words) -> Sequence[str]:
        """Return the pile."""
        return [self.board_text(scene, words)]

    def brief(self, scene: AnyScene, words: Words) -> Brief:
        """Return the pile."""
        return Brief("take some counters.", (self.board_text(scene, words),))

    def hand(self, scene: AnyScene, words: Words) -> Block:
        """Return the reader's number."""
        number = scene.view.numbers[min(scene.player_of[seat] for seat in scene.seats)]
        alt = words.say("toy.hand", number=number)
        return Block(alt, Sketch("hand", alt, partial(picture, 20 + number)))

    def finale(self, scene: AnyScene, words: Words) -> Sequence[Sequence[Block]]:
        """Return the scores, in two messages."""
        sketch = Sketch("count", "The count", partial(picture, 5))
        return [
            [Block("Counting", sketch)],
            [Block(words.say("toy.scores", scores=scene.public.scores))],
        ]

    def closing(self, scene: AnyScene, words: Words) -> Closing:
        """Return who has won, and the pile."""
        scores = scene.public.scores
        winner = words.say("toy.won", name=shown(scene.names[scores.index(max(scores))]))
        return Closing(winner, ("A fact.",), self.board(scene, words))

    def planner(
        self, scene: AnyScene, plan: AnyPlan, words: Words, group: str | None
    ) -> PlannerPage:
        """Return a button for each number, and a menu of them all."""
        choices = tuple(Choice(index, _label(action)) for index, action in enumerate(plan.options))
        menus = (Menu("Or from a menu", choices),) if choices else ()
        groups = (Group("few", "Few"), Group("many", "Many")) if choices else ()
        text = words.say("toy.plan", tried=plan.chosen, group=group or "-")
        sketch = Sketch("plan", text, partial(picture, 30 + plan.view.pile))
        return PlannerPage(text, sketch, choices, menus, groups)

    def topic_picture(self, key: str, alt: str, words: Words) -> Sketch:
        """Return as many pixels as its name has letters."""
        return Sketch(key, alt, partial(picture, len(key)))

    def topics(self, words: Words) -> Sequence[Topic]:
        """Return two pages."""
        sketch = Sketch("rule", "A rule drawn", partial(picture, 3))
        return (
            Topic("taking", "Taking", "Take one to three."),
            Topic("ending", "Ending", "Most wins.", sketch),
        )


def commands(desk: Desk, show: Show) -> Sequence[AnyCommand]:
    """Return /take."""
    typist = Typist(desk, show, TOY.id, "toy.other_game")

    @app_commands.command(name="take", description="Take counters")
    @app_commands.guild_only()
    async def take(ix: Press, count: int) -> None:
        typing = await typist.begin(ix)
        await typist.show(ix, typing, typing.draft.then_action(Take(count)))

    return [take]


def _label(action: object) -> str:
    """Return what a button says."""
    return "Stop" if isinstance(action, Stop) else f"Take {getattr(action, 'count', 0)}"
