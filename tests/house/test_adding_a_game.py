"""The checklist for a further game says what the present games have."""

import re
import subprocess
from functools import cache
from pathlib import Path

import pytest

from metrobot.ui.app.fronts import FRONTS

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "adding-a-game.md").read_text("utf-8").partition("# Changing a rule")[0]
PLACE = "<title>"
_LISTED = re.compile(r"`([\w./<>-]+\.(?:py|po|md|json|jsonl|png|toml))`")
_SECTION = re.compile(r"test_section_\d+")
_CODE = ("metrobot", "render", "tests", "pyproject.toml")
"""Where the games may be named together, apart from the documents."""


def listed() -> set[str]:
    """Return the files that the page names, a game's own with a place for its id."""
    return set(_LISTED.findall(PAGE))


@cache
def files() -> tuple[str, ...]:
    found = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return tuple(name for name in found.stdout.splitlines() if (ROOT / name).exists())


def own(title: str) -> set[str]:
    """Return the files of one game, its id replaced; of sections the first stands for all."""
    name = re.compile(rf"(?<![a-z]){title}(?![a-z])")
    found = {name.sub(PLACE, path) for path in files() if name.search(path)}
    return {_SECTION.sub("test_section_1", path) for path in found}


@pytest.mark.parametrize("title", FRONTS)
def test_every_listed_file_is_there(title: str) -> None:
    named = {path.replace(PLACE, title) for path in listed() if "/" in path}

    assert sorted(path for path in named if path not in files()) == []


def test_every_file_that_all_games_have_is_listed() -> None:
    """If one were missing, whoever adds a game would forget it."""
    assert set.intersection(*(own(title) for title in FRONTS)) - listed() == set()


def test_every_file_that_names_all_games_is_listed() -> None:
    """A registry, a table of tests, a contract: the new game goes in there too."""
    together = {
        path
        for path in files()
        if path.startswith(_CODE)
        and path.endswith((".py", ".toml"))
        and not any(title in path for title in FRONTS)
        and all(title in (ROOT / path).read_text("utf-8") for title in FRONTS)
    }

    assert together - listed() == set()
