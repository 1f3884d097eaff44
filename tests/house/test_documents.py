"""What the documents say of the project is so."""

import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DECISIONS = tuple(sorted((ROOT / "docs" / "decisions").glob("*.md")))
LIST = ROOT / "docs" / "decisions" / "README.md"
DOCUMENTS = (
    "README.md",
    "CONTRIBUTING.md",
    "docs/glossary.md",
    "CHANGELOG.md",
    "docs/adding-a-game.md",
    "docs/commands.md",
    "docs/architecture.md",
    "docs/fairness.md",
    "docs/figures.md",
    "docs/hosting.md",
    "docs/players.md",
    "docs/record.md",
    "docs/scale.md",
    "docs/strength.md",
    "docs/translating.md",
    *(str(path.relative_to(ROOT)) for path in DECISIONS),
)
_PATH = re.compile(
    r"`((?:[\w.-]+/)*[\w.-]*\.(?:db|env|example|json|md|py|service|toml|txt)"
    r"|(?:metrobot|docs|tests|render)/[\w/]+)`"
)
_NAME = re.compile(r"`([A-Z][a-z]+(?:[A-Z][a-z]+)+(?:\.\w+)*|[A-Z][a-z]+(?:\.[a-z_]+)+)`")
"""A class, or what one has: `OutboxWorker`, `Title.reveals`."""
_LINK = re.compile(r"\]\((?!https?:)([^)#]+)(?:#[^)]*)?\)")
_PARTS = ("**Context.**", "**Decision.**", "**Figures.**", "**What would change our mind.**")
_OTHERS = {"ExecStart"}
"""What is no class of ours: a line of systemd's."""
_MADE_LATER = {".env", "metrobot.db", "metrobot-2026-03-01.db"}


@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_document_names_only_files_that_exist(name: str) -> None:
    """Each path in code quotes leads somewhere."""
    named = set(_PATH.findall((ROOT / name).read_text(encoding="utf-8"))) - _MADE_LATER

    assert [path for path in sorted(named) if not (ROOT / path).exists()] == []


@cache
def _words_of_code() -> frozenset[str]:
    """Return all names that stand in the code."""
    files = [
        path for part in ("metrobot", "render", "tests") for path in (ROOT / part).rglob("*.py")
    ]
    return frozenset(re.findall(r"\w+", " ".join(path.read_text("utf-8") for path in files)))


@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_document_names_only_code_that_exists(name: str) -> None:
    """Each class in code quotes is there, and so is what it is said to have."""
    named = set(_NAME.findall((ROOT / name).read_text(encoding="utf-8"))) - _OTHERS

    assert {each for each in named if not _words_of_code().issuperset(each.split("."))} == set()


@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_link_of_a_document_leads_somewhere(name: str) -> None:
    """From the folder in which it stands."""
    folder, text = (ROOT / name).parent, (ROOT / name).read_text(encoding="utf-8")

    assert [link for link in _LINK.findall(text) if not (folder / link).exists()] == []


def test_the_page_of_the_architecture_can_be_read_at_one_sitting() -> None:
    """Decisions and measurements have pages of their own."""
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")

    assert len(page.split()) <= 2500


@pytest.mark.parametrize(
    "path", [each for each in DECISIONS if each != LIST], ids=lambda path: path.stem
)
def test_a_decision_is_told_in_four_parts(path: Path) -> None:
    """And the list of all decisions leads to it."""
    text = path.read_text("utf-8")

    assert [text.count(part) for part in _PARTS] == [1] * len(_PARTS)
    assert f"]({path.name})" in LIST.read_text("utf-8")


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

    told = {
        "play",
        "run",
        "test",
        "check",
        "browser",
        "fuzz",
        "undrawn",
        "bench",
        "league",
        "format",
        "stamped",
    }
    told |= {
        "clean",
        "league",
        "lock",
        "audit",
        "legible",
        "gallery",
        "faults",
        "postgres",
        "served",
        "load",
        "mutations",
    }
    assert told == listed


def test_a_page_that_the_code_names_is_there() -> None:
    """Whoever reads why something is so finds the page."""
    named = {
        page
        for part in ("metrobot", "render")
        for path in (ROOT / part).rglob("*.py")
        for page in re.findall(r"docs/[\w/-]+\.md", path.read_text("utf-8"))
    }

    assert len(named) > 10
    assert [page for page in sorted(named) if not (ROOT / page).exists()] == []
