"""Reader of the boards' data files, which lie beside the rules."""

import json
from importlib import resources
from typing import Any


def data_of(title: str, name: str) -> dict[str, Any]:
    """Return the parsed content of a title's data file."""
    source = resources.files(f"metrobot.games.{title}").joinpath(f"data/{name}")
    data: dict[str, Any] = json.loads(source.read_text("utf-8"))
    return data
