"""The final count put into messages."""

from collections.abc import Iterable, Sequence
from typing import Final

from metrobot.ui.metromania import finale as texts
from metrobot.ui.metromania import pictures
from metrobot.ui.metromania.cast import MetroScene, cast_of
from metrobot.ui.pages.values import Block, Closing
from metrobot.ui.words.catalogue import Words
from metrobot.ui.words.limits import FRONT_LIMIT

MOST_BLOCKS: Final = 4
"""A message: so many trips with their pictures are enough to look at at once."""


def finale(scene: MetroScene, words: Words) -> Sequence[Sequence[Block]]:
    """Return the seven trips one by one, then the final table."""
    cast, view = cast_of(scene, words), scene.public
    assert view.result is not None, "the game is over"
    blocks = [
        Block(texts.trip_text(cast, trip), pictures.trip(scene, words, index))
        for index, trip in enumerate(view.result.trips)
    ]
    return split([*blocks, Block(texts.table_text(cast, view))])


def closing(scene: MetroScene, words: Words) -> Closing:
    """Return the winner, what decided it, and the board with its lines and trips."""
    cast, result = cast_of(scene, words), scene.public.result
    assert result is not None, "the game is over"
    return Closing(
        texts.winner_text(cast, result),
        texts.facts(cast, result),
        pictures.board(scene, words, None),
    )


def split(blocks: Iterable[Block]) -> list[list[Block]]:
    """Return blocks as messages within the limits of Discord."""
    messages: list[list[Block]] = [[]]
    for block in blocks:
        full = len(messages[-1]) >= MOST_BLOCKS
        length = sum(len(before.text) for before in messages[-1]) + len(block.text)
        if messages[-1] and (full or length > FRONT_LIMIT):
            messages.append([])
        messages[-1].append(block)
    return messages
