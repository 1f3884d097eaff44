"""`.env.example` tells of every setting."""

import re
from pathlib import Path

from metrobot.settings import Settings

EXAMPLE = Path(__file__).parents[2] / ".env.example"


def test_the_example_names_every_setting_and_no_other() -> None:
    """A new setting has to be told, and a dropped one must not linger."""
    named = re.findall(r"^(\w+)=", EXAMPLE.read_text(encoding="utf-8"), re.MULTILINE)

    assert named == [name.upper() for name in Settings.model_fields]


def test_the_example_has_the_defaults() -> None:
    """Whoever copies the file and adds a token has what they would have without it."""
    copied = Settings(_env_file=EXAMPLE)  # type: ignore[call-arg]  # pydantic's, not declared

    assert copied == Settings(_env_file=None)  # type: ignore[call-arg]  # the same
