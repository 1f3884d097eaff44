"""What the tests of replays share: records to import, and what is seen of a replay."""

import io
from pathlib import Path
from typing import Any

from PIL import Image

from metrobot.ui.app.fronts import FRONTS
from tests.ui.limits import walk
from tests.ui.stage import Stage, ids

GOLDEN = Path(__file__).parents[2] / "golden" / "games"


TITLES = [path.stem for path in sorted(GOLDEN.glob("*.jsonl")) if path.stem in FRONTS]
"""The titles that can be shown, and of which there are golden games."""


def golden(title: str) -> list[str]:
    return (GOLDEN / f"{title}.jsonl").read_text("utf-8").splitlines()


def longest(title: str) -> str:
    """Return the golden record with most events."""
    return max(golden(title), key=lambda line: line.count('"seq"'))


async def import_file(stage: Stage, data: bytes | str, person: int = 0) -> Any:
    """Import a file, and return what its owner is told."""
    content = data.encode() if isinstance(data, str) else data
    answer = await stage.people[person].slash(
        stage.channel, "game import", file=("game.json", content)
    )
    return answer.response


def way(message: Any, name: str) -> str:
    """Return the id of the button with this way: first, back, on or last."""
    return next(each for each in ids(message) if each.endswith(f"-{name}"))


def menu(message: Any, what: str) -> tuple[str, list[str]]:
    """Return the id of a replay's menu and its values: of turns or of parts."""
    found = next(
        each
        for each in walk([c if isinstance(c, dict) else c.to_dict() for c in message.components])
        if each["type"] == 3 and each["custom_id"].endswith(f"-{what}")
    )
    return found["custom_id"], [option["value"] for option in found["options"]]


def files(stage: Stage, message: Any) -> list[bytes]:
    return [stage.env.backend.cdn.get(each.url) or b"" for each in message.attachments]


def frames(data: bytes) -> int:
    with Image.open(io.BytesIO(data)) as film:
        return int(getattr(film, "n_frames", 1))
