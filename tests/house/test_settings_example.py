"""`.env.example` tells of every setting."""

import re
from dataclasses import fields
from pathlib import Path

from metrobot.settings import Settings, read

EXAMPLE = Path(__file__).parents[2] / ".env.example"


def test_the_example_names_every_setting_and_no_other() -> None:
    """A new setting has to be told, and a dropped one must not linger."""
    named = re.findall(r"^(\w+)=", EXAMPLE.read_text(encoding="utf-8"), re.MULTILINE)

    assert named == [each.name.upper() for each in fields(Settings)]


def test_the_example_has_the_defaults() -> None:
    """Whoever copies the file and adds a token has what they would have without it."""
    assert read(EXAMPLE) == read(None)
