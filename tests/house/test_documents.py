"""What the documents say of the project is so."""

import re
from functools import cache
from pathlib import Path

import pytest

from metrobot.cli import _COMMANDS
from tests.house.test_adding_a_game import ROOT
from tests.house.test_adding_one_more import words

DECISIONS = tuple(sorted((ROOT / "docs" / "decisions").glob("*.md")))
LIST = ROOT / "docs" / "decisions" / "README.md"
DOCUMENTS = tuple(
    str(path.relative_to(ROOT))
    for path in (*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").glob("*.md")), *DECISIONS)
)
_PATH = re.compile(
    r"`((?:[\w.-]+/)*[\w.-]*\.(?:db|env|example|json|md|py|service|toml|txt)"
    r"|(?:metrobot|docs|tests|render)/[\w/]+)`"
)
_NAME = re.compile(r"`([A-Z][a-z]+(?:[A-Z][a-z]+)+(?:\.\w+)*|[A-Z][a-z]+(?:\.[a-z_]+)+)`")
"""A class, or what one has: `OutboxWorker`, `Title.reveals`."""
_LINK = re.compile(r"\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)")
"""A file, or nothing for the document itself, and the heading in it."""
_HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
_PARTS = ("**Context.**", "**Decision.**", "**Figures.**", "**What would change our mind.**")
_OTHERS = {"ExecStart"}
"""What is no class of ours: a line of systemd's."""
_MADE_LATER = {".env", "metrobot.db", "metrobot-2026-03-01.db"}


@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_document_names_only_files_that_exist(name: str) -> None:
    named = set(_PATH.findall((ROOT / name).read_text(encoding="utf-8"))) - _MADE_LATER

    assert [path for path in sorted(named) if not (ROOT / path).exists()] == []


@cache
def _words_of_code() -> frozenset[str]:
    """Return all names that stand in the code."""
    return frozenset().union(*(words()[path] for path in words() if path.endswith(".py")))


@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_document_names_only_code_that_exists(name: str) -> None:
    """Each class in code quotes is there, and so is what it is said to have."""
    named = set(_NAME.findall((ROOT / name).read_text(encoding="utf-8"))) - _OTHERS

    assert {each for each in named if not _words_of_code().issuperset(each.split("."))} == set()


@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_link_of_a_document_leads_somewhere(name: str) -> None:
    """From the folder in which it stands, and to a heading that is there."""
    document = ROOT / name
    links = _LINK.findall(document.read_text(encoding="utf-8"))

    assert [link for link in links if not _leads(document, *link)] == []


def _leads(document: Path, file: str, heading: str) -> bool:
    """Return whether a link leads to a file, and to a heading of it if it names one."""
    target = document.parent / file if file else document
    return target.exists() and (not heading or heading in _headings(target))


@cache
def _headings(document: Path) -> frozenset[str]:
    """Return the headings of a document as they stand in links."""
    names = _HEADING.findall(document.read_text(encoding="utf-8"))
    return frozenset(re.sub(r"[^\w -]", "", name).lower().replace(" ", "-") for name in names)


def test_the_page_of_the_architecture_can_be_read_at_one_sitting() -> None:
    assert len((ROOT / "docs" / "architecture.md").read_text(encoding="utf-8").split()) <= 2500


@pytest.mark.parametrize(
    "path", [each for each in DECISIONS if each != LIST], ids=lambda path: path.stem
)
def test_a_decision_is_told_in_four_parts(path: Path) -> None:
    text = path.read_text("utf-8")

    assert [text.count(part) for part in _PARTS] == [1] * len(_PARTS)
    assert f"]({path.name})" in LIST.read_text("utf-8")


@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_document_names_only_targets_that_exist(name: str) -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^(\w+):", makefile, re.MULTILINE))

    assert set(re.findall(r"`make (\w+)", (ROOT / name).read_text(encoding="utf-8"))) <= targets


@pytest.mark.parametrize("name", [each for each in DOCUMENTS if each != "CHANGELOG.md"])
def test_a_document_names_only_commands_of_the_program_that_exist(name: str) -> None:
    """Hosts copy them; what has changed names one that is gone."""
    named = re.findall(r"-m metrobot ([a-z]+)", (ROOT / name).read_text(encoding="utf-8"))

    assert set(named) <= _COMMANDS.keys()


def test_the_help_lists_every_target_and_no_other() -> None:
    """`make help` tells what can be made: all that .PHONY names but itself."""
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    phony = re.search(r"^\.PHONY: help (.+)$", makefile, re.MULTILINE)
    lines = "\n".join(re.findall(r"@echo \"(make .+)\"$", makefile, re.MULTILINE))

    assert phony is not None
    assert set(re.findall(r"(?:^|, )make ([\w-]+)", lines, re.MULTILINE)) == {*phony[1].split()}


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
