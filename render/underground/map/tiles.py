"""The map's ground in tiles of half a pitch, stored in files.

Drawing the map takes longer than the rest of a picture, and there are few scales. So each
scale has a file, which is read in a few milliseconds. `make grounds` writes them anew.
"""

import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from PIL import Image

from render.underground.grid import WHOLE

FOLDER: Final = Path(__file__).parent / "grounds"
ACROSS, DOWN = (round(side * 2) + 2 for side in (WHOLE.right, WHOLE.bottom))
"""Columns and rows of tiles from the one at the map's first column and row, right and down."""
OUTSIDE: Final = 2
"""Columns and rows of tiles before that one."""
_EMPTY: Final = 255
_LEVEL: Final = 9

Place = tuple[int, int]
"""Column and row of a tile."""
Tiles = Mapping[Place, Image.Image]
"""The tile at each place, in numbers of the palette's colours.

Empty tiles are left out, and equal ones are one: a fifth of the memory of the whole map.
"""


def packed(tiles: Tiles) -> bytes:
    """Return tiles as a file: for each place the number of its tile, then all tiles."""
    numbers = dict[int, int]()
    places = bytes(_number(numbers, tiles.get(place)) for place in _places())
    # `drawn_tiles` makes equal tiles one object, so that their ids tell them apart.
    different = {id(tile): tile for tile in tiles.values()}
    return zlib.compress(places + b"".join(different[each].tobytes() for each in numbers), _LEVEL)


# Most tiles of the map are equal or empty; a part is put together from them in 2 to 5 ms
# (docs/decisions/fast-pictures.md).
def unpacked(file: bytes, pitch: int) -> Tiles:
    """Return the tiles of a file.

    Args:
        file: a file that `packed` has made.
        pitch: px from one column of the map to the next.
    """
    places, content = _places(), zlib.decompress(file)
    half, first = pitch // 2, len(places)
    tiles = [
        Image.frombytes("P", (half, half), content[start : start + half * half])
        for start in range(first, len(content), half * half)
    ]
    found = zip(places, content[:first], strict=True)
    return {place: tiles[number] for place, number in found if number != _EMPTY}


def _number(numbers: dict[int, int], tile: Image.Image | None) -> int:
    """Return the number of a tile, a new one if it has none yet."""
    return _EMPTY if tile is None else numbers.setdefault(id(tile), len(numbers))


def _places() -> list[Place]:
    return [(column, row) for row in range(-OUTSIDE, DOWN) for column in range(-OUTSIDE, ACROSS)]
