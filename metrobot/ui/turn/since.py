"""Since your last turn: what has happened, in words, with one picture of all changes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from metrobot.service.model import guards
from metrobot.service.model.play import PlayerId, Status
from metrobot.service.model.snapshots import finished_turns
from metrobot.service.model.table import Table
from metrobot.ui.kit.drawing import Drawing
from metrobot.ui.kit.front import Front
from metrobot.ui.kit.game_access import GameAccess
from metrobot.ui.kit.handlers import Answers, on_press
from metrobot.ui.kit.replies import Answerer, player_id
from metrobot.ui.kit.views import game_view_of
from metrobot.ui.pages.ids import Press, PressId, PressKind
from metrobot.ui.pages.page import Part, page
from metrobot.ui.turn.board_buttons import awaited, next_row
from metrobot.ui.turn.log_page import turn_text
from metrobot.ui.words.catalogue import Words

MOST_TURNS: Final = 6
"""So many turns are told; `/game log` has the older ones."""


@dataclass(eq=False)
class CatchUp(Answerer):
    """Lets people catch up with what they have missed."""

    fronts: Mapping[str, Front]
    drawing: Drawing
    games: GameAccess

    @on_press(PressKind.SINCE, answers=Answers.PRIVATE)
    async def press(self, ix: Press, press: PressId) -> None:
        """Answer the button beside a board, old or new.

        Raises:
            TableError: the game has not started.
        """
        table = await self.games.table_of(press.game)
        guards.check_started(table)
        front, words = self.fronts[table.title.id], self.readers.words(ix)
        player = player_id(ix)
        make = partial(since_parts, front, table, words, player)
        await self.replies.reply(
            ix, page(*await self.drawing.work(make, player), tag=f"{table.revision}-since")
        )


def turns_since(table: Table, player: PlayerId) -> list[int]:
    """Return the finished turns after a person's own last one, oldest first.

    Where all choose at once, their own last turn is among them: what the others
    did in it they have not seen. Who does not play, or has not yet, is told all.
    """
    turns, seats = finished_turns(table), table.seats_of(player)
    own = {logged.turn for logged in table.log if logged.event.actor in seats}
    last = max((turn for turn in turns if turn in own), default=None)
    first = last if last is None or table.title.is_simultaneous else last + 1
    return [turn for turn in turns if first is None or turn >= first]


def since_parts(front: Front, table: Table, words: Words, player: PlayerId) -> list[Part]:
    """Return what has happened since a person's last own turn: work for a drawing thread.

    Args:
        front: of the game.
        table: which has started.
        words: of the reader.
        player: who asks.
    """
    turns = turns_since(table, player)
    parts: list[Part] = [words.say("since.head"), _turns_text(front, table, words, turns)]
    game_view = game_view_of(table, words, player)
    if turns:
        # The turn under way too: its changes are on the board.
        numbers = [number for number in table.turns_played if number >= turns[0]]
        parts.append(front.changes(game_view, table.summaries(numbers, player), words))
    else:
        parts.append(front.board(game_view, words))
    if table.status is Status.RUNNING:
        parts.append(awaited(table, words))
    parts.append(next_row(front, table, player, words))
    return parts


def _turns_text(front: Front, table: Table, words: Words, turns: Sequence[int]) -> str:
    """Return these turns in words, the latest ones if they are many."""
    if not turns:
        return words.say("since.nothing")
    all_turns, told = finished_turns(table), turns[-MOST_TURNS:]
    table.summaries(told)  # at once, not each by itself
    lines = [turn_text(front, table, words, turn, all_turns.index(turn) + 1) for turn in told]
    left_out = len(turns) - len(told)
    if left_out:
        lines.insert(0, words.count("since.older", left_out))
    return "\n".join(lines)
