"""Every section of the rules that the code cites has a case of its own."""

import re
from pathlib import Path

import pytest

GAMES = Path("metrobot/games")
RULEBOOK = Path("tests/rulebook")
TITLES = sorted(path.name for path in GAMES.iterdir() if (path / "title.py").exists())


def cited(title: str) -> set[str]:
    """Return the sections that a game's code cites, such as "7.5"."""
    texts = [path.read_text("utf-8") for path in sorted((GAMES / title).glob("*.py"))]
    return {found for text in texts for found in re.findall(r"§(\d+(?:\.\d+)?)", text)}


def covered(title: str) -> set[str]:
    """Return the sections that cases are named by, and the chapters that these are in."""
    texts = [path.read_text("utf-8") for path in sorted((RULEBOOK / title).glob("*.py"))]
    found = {case for text in texts for case in re.findall(r'"(\d+(?:\.\d+)?)[a-z]? ', text)}
    return found | {section.split(".")[0] for section in found}


@pytest.mark.parametrize("title", TITLES)
def test_every_cited_section_is_tested(title: str) -> None:
    assert cited(title) - covered(title) == set()


@pytest.mark.parametrize("title", TITLES)
def test_the_code_cites_its_rules(title: str) -> None:
    assert len(cited(title)) > 20
