"""The final count, split into messages."""

from collections.abc import Iterable, Sequence
from typing import Final

from metrobot.ui.metromania import finale as texts
from metrobot.ui.metromania import pictures
from metrobot.ui.metromania.names import MetroGameView, names_for
from metrobot.ui.pages.values import Block, Closing
from metrobot.ui.words.catalogue import Words
from metrobot.ui.words.discord_limits import FRONT_LIMIT

MOST_BLOCKS: Final = 4
"""Most trips with pictures in one message."""


def finale(game_view: MetroGameView, words: Words) -> Sequence[Sequence[Block]]:
    """Return the seven trips one by one, then the final table."""
    names, view = names_for(game_view, words), game_view.public
    assert view.result is not None, "the game is not over"
    blocks = [
        Block(texts.trip_result_text(names, trip), pictures.trip_picture(game_view, words, index))
        for index, trip in enumerate(view.result.trips)
    ]
    return split([*blocks, Block(texts.table_text(names, view))])


def closing(game_view: MetroGameView, words: Words) -> Closing:
    """Return the winner, what decided it, and the board with its lines and trips."""
    names, result = names_for(game_view, words), game_view.public.result
    assert result is not None, "the game is not over"
    return Closing(
        texts.winner_text(names, result),
        texts.facts(names, result),
        pictures.board_picture(game_view, words, None),
    )


def split(blocks: Iterable[Block]) -> list[list[Block]]:
    """Split blocks into messages within Discord's limits."""
    messages: list[list[Block]] = [[]]
    for block in blocks:
        full = len(messages[-1]) >= MOST_BLOCKS
        length = sum(len(before.text) for before in messages[-1]) + len(block.text)
        # Discord would refuse a message over its limits as a whole.
        if messages[-1] and (full or length > FRONT_LIMIT):
            messages.append([])
        messages[-1].append(block)
    return messages
