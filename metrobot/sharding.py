"""Shards: the parts into which Discord divides a bot's servers."""

import re
from dataclasses import dataclass
from typing import Final

_FORM: Final = re.compile(r"(\d+)(?:-(\d+))?/(\d+)")


class ShardsError(ValueError):
    """There are no such shards; the message is a sentence for whoever runs the bot."""


@dataclass(frozen=True, slots=True)
class Shards:
    """Range of shards that one process hears.

    Attributes:
        first: number of its first shard.
        last: number of its last shard.
        count: number of shards in all processes together.
    """

    first: int
    last: int
    count: int

    @property
    def ids(self) -> range:
        """Numbers of the shards that this process hears."""
        return range(self.first, self.last + 1)

    @property
    def are_all(self) -> bool:
        """Whether this process hears all shards."""
        return len(self.ids) == self.count


def shards_of(text: str) -> Shards | None:
    """Parse shards written such as 0-3/16; None for an empty text, which means all.

    Raises:
        ShardsError: there are no such shards.
    """
    if not text.strip():
        return None
    found = _FORM.fullmatch(text.replace(" ", ""))
    if found is None:
        raise ShardsError(
            "write it as 0-3/16: the first and the last shard of this process, and how many"
            " there are in all"
        )
    first, last, count = int(found[1]), int(found[2] or found[1]), int(found[3])
    if not count:
        raise ShardsError("there is at least one shard in all")
    if first > last:
        raise ShardsError(f"shard {first} comes after shard {last}: write the lower one first")
    if last >= count:
        raise ShardsError(
            f"there is no shard {last} among {count}: they are counted from 0 to {count - 1}"
        )
    return Shards(first, last, count)
