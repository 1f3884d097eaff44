"""Nothing stands in the tree that a program has left there."""

from typing import Final

from tests.house.test_adding_a_game import ROOT, files

ROOT_FILES: Final = {
    *(".dockerignore", ".env.example", ".gitignore"),
    *("CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "README.md"),
    *("Containerfile", "Makefile", "bot.py", "compose.yaml", "pyproject.toml"),
    *("requirements.lock", "requirements.txt"),
}
_DATABASE: Final = b"SQLite format 3\0"
_LEFT_BY_ONE: Final = ("-journal", "-shm", "-wal", ".lock", ".partial")
_LOCKS: Final = "requirements"
"""Where the locks of pip are kept, and in the root that one of this name."""


def test_the_root_has_its_own_files_alone() -> None:
    """A database, log or picture there comes from a program that was run there."""
    assert {name for name in files() if "/" not in name} - ROOT_FILES == set()


def test_no_database_stands_in_the_tree() -> None:
    """Neither a file of SQLite, whatever its name, nor what stands beside one in use."""
    left = [
        name
        for name in files()
        if _is_database(name) or (name.endswith(_LEFT_BY_ONE) and not name.startswith(_LOCKS))
    ]

    assert left == []


def _is_database(name: str) -> bool:
    """Return whether a file begins as a database of SQLite does."""
    with (ROOT / name).open("rb") as file:
        return file.read(len(_DATABASE)) == _DATABASE
