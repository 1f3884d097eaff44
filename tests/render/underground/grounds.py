"""Write the map's grounds anew, which parts of it are shown on.

    python -m tests.render.underground.grounds

To be run when the map, its colours or its signs have changed.
"""

from render.underground.grid import SCALES
from render.underground.map.ground import drawn_tiles
from render.underground.map.tiles import FOLDER, packed


def main() -> None:
    """Write a file for each scale."""
    for pitch in SCALES:
        (FOLDER / f"{pitch}.tiles").write_bytes(packed(drawn_tiles(pitch)))


if __name__ == "__main__":
    main()
