"""What the documents say of the project is so."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DOCUMENTS = (
    "README.md",
    "CONTRIBUTING.md",
    "GLOSSARY.md",
    "CHANGELOG.md",
    "docs/adding-a-game.md",
    "docs/architecture.md",
    "docs/fairness.md",
    "docs/figures.md",
    "docs/hosting.md",
    "docs/players.md",
    "docs/record.md",
    "docs/scale.md",
    "docs/translating.md",
)
_PATH = re.compile(
    r"`((?:[\w.-]+/)*[\w.-]*\.(?:db|env|example|json|md|py|service|toml|txt)"
    r"|(?:metrobot|docs|tests|render)/[\w/]+)`"
)
_MADE_LATER = {".env", "metrobot.db", "metrobot-2026-03-01.db"}


@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_document_names_only_files_that_exist(name: str) -> None:
    """Each path in code quotes leads somewhere."""
    named = set(_PATH.findall((ROOT / name).read_text(encoding="utf-8"))) - _MADE_LATER

    assert [path for path in sorted(named) if not (ROOT / path).exists()] == []


@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_document_names_only_targets_that_exist(name: str) -> None:
    """Each `make` command that is named can be given."""
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^(\w+):", makefile, re.MULTILINE))

    named = re.findall(r"`make (\w+)", (ROOT / name).read_text(encoding="utf-8"))

    assert set(named) <= targets


def test_the_help_lists_every_target_for_people() -> None:
    """`make help` tells what can be made."""
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    listed = set(re.findall(r"@echo \"make (\w+) ", makefile))

    told = {"play", "run", "test", "check", "browser", "fuzz", "bench", "format", "stamped"}
    told |= {
        "clean",
        "lock",
        "audit",
        "legible",
        "gallery",
        "grounds",
        "faults",
        "postgres",
        "served",
        "load",
        "mutations",
    }
    assert told == listed
