"""How the toy title shows itself: the least that the frame can be tried with."""

import io
from collections.abc import Sequence
from functools import partial
from typing import Any, ClassVar

from discord import app_commands
from PIL import Image

from metrobot.engine.title import AnyTitle
from metrobot.ui.kit.front import AnyDraftView, AnyGameView, Front
from metrobot.ui.kit.typed_turns import TYPED, AnyCommand, MakeTurns
from metrobot.ui.pages.ids import Press
from metrobot.ui.pages.values import (
    Block,
    Brief,
    Choice,
    Closing,
    Group,
    Menu,
    Picture,
    PlannerPage,
    Topic,
    TurnReport,
    Zoom,
)
from metrobot.ui.words.catalogue import Words
from metrobot.ui.words.player_names import shown_name
from tests.service.toy import TOY, Stop, Take


def png(width: int) -> bytes:
    target = io.BytesIO()
    Image.new("RGB", (width, 10), "white").save(target, "PNG")
    return target.getvalue()


class ToyFront(Front):
    """Counters on a white ground."""

    title: ClassVar[AnyTitle] = TOY

    def board(self, game_view: AnyGameView, words: Words, *, zoom: str | None = None) -> Picture:
        """Return a picture whose size follows from the number of counters."""
        pile = game_view.view.pile
        alt = words.say("toy.board", pile=pile, zoom=zoom or "-")
        return Picture("toy", alt, partial(png, pile + 1))

    def changes(self, game_view: AnyGameView, turns: Sequence[Any], words: Words) -> Picture:
        """Return the board."""
        return self.board(game_view, words)

    def view_picture(self, view: Any, names: Sequence[str], words: Words) -> bytes:
        """Return a PNG whose size follows from the number of counters."""
        return png(view.pile + 1)

    def newcomer(self, draft_view: Any, rounds: int, words: Words) -> str:
        """Return nothing: the toy has no catalogue of its own."""
        return ""

    def zooms(self, game_view: AnyGameView, words: Words) -> Sequence[Zoom]:
        """Return two halves."""
        return (Zoom("left", "Left half"), Zoom("right", "Right half"))

    def board_text(self, game_view: AnyGameView, words: Words) -> str:
        """Return the pile."""
        return words.say("toy.board", pile=game_view.view.pile, zoom="-")

    def report(self, game_view: AnyGameView, turn: Any, words: Words) -> TurnReport:
        """Report the number of counters taken."""
        count = sum(action.count for action in turn.actions if isinstance(action, Take))
        headline = words.say("toy.took", count=count, turn=turn.number)
        return TurnReport(headline, ("A line.",), ("A warning.",), f"{game_view.public.pile} left")

    def opening(self, game_view: AnyGameView, words: Words) -> Sequence[str]:
        """Name the players."""
        return [words.say("toy.opening", names=tuple(shown_name(name) for name in game_view.names))]

    def status(self, game_view: AnyGameView, words: Words) -> Sequence[str]:
        """Return the pile."""
        return [self.board_text(game_view, words)]

    def brief(self, game_view: AnyGameView, words: Words) -> Brief:
        """Return the pile."""
        return Brief("take some counters.", (self.board_text(game_view, words),))

    def hand(self, game_view: AnyGameView, words: Words) -> Block:
        """Return the reader's number."""
        number = game_view.view.numbers[min(game_view.player_of[seat] for seat in game_view.seats)]
        alt = words.say("toy.hand", number=number)
        return Block(alt, Picture("hand", alt, partial(png, 20 + number)))

    def finale(self, game_view: AnyGameView, words: Words) -> Sequence[Sequence[Block]]:
        """Return the scores, in two messages."""
        picture = Picture("count", "The count", partial(png, 5))
        return [
            [Block("Counting", picture)],
            [Block(words.say("toy.scores", scores=game_view.public.scores))],
        ]

    def closing(self, game_view: AnyGameView, words: Words) -> Closing:
        """Name the winner and show the pile."""
        scores = game_view.public.scores
        winner = words.say("toy.won", name=shown_name(game_view.names[scores.index(max(scores))]))
        return Closing(winner, ("A fact.",), self.board(game_view, words))

    def planner(
        self, game_view: AnyGameView, draft_view: AnyDraftView, words: Words, group: str | None
    ) -> PlannerPage:
        """Return a button for each number, and a menu of them all."""
        choices = tuple(
            Choice(index, _label(action)) for index, action in enumerate(draft_view.options)
        )
        menus = (Menu("Or from a menu", choices),) if choices else ()
        groups = (Group("few", "Few"), Group("many", "Many")) if choices else ()
        text = words.say("toy.plan", tried=draft_view.chosen, group=group or "-")
        picture = Picture("plan", text, partial(png, 30 + draft_view.view.pile))
        return PlannerPage(text, picture, choices, menus, groups)

    def topic_picture(self, key: str, alt: str, words: Words) -> Picture:
        """Return a picture whose size follows from the length of its key."""
        return Picture(key, alt, partial(png, len(key)))

    def topics(self, words: Words) -> Sequence[Topic]:
        """Return two pages."""
        picture = Picture("rule", "A rule drawn", partial(png, 3))
        return (
            Topic("taking", "Taking", "Take one to three."),
            Topic("ending", "Ending", "Most wins.", picture),
        )


def commands(turns: MakeTurns) -> Sequence[AnyCommand]:
    slash = turns(TOY.id, "toy.other_game")

    @app_commands.command(name="take", description="Take counters", extras=TYPED)
    @app_commands.guild_only()
    async def take(ix: Press, count: int) -> None:
        typing = await slash.begin(ix)
        await slash.open(ix, typing.table, typing.draft.then_action(Take(count)))

    return [take]


def _label(action: object) -> str:
    return "Stop" if isinstance(action, Stop) else f"Take {getattr(action, 'count', 0)}"
