"""On which kind of database the tests are run, and by which way interactions come."""

import gc
import os
from collections.abc import Iterator
from typing import Final

import pytest

from metrobot.store.statements import people
from tests import databases, entrances, kept, plans, thinning
from tests.postgresql.server import NoServerError, Server

pytest.register_assert_rewrite("tests.rulebook.cases")

_ALLOCATIONS: Final = 500_000
"""So many new objects are looked through for garbage while a test runs."""
_NEVER: Final = 1_000_000


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--database",
        choices=("sqlite", "postgresql"),
        default="sqlite",
        help="where the tests keep games: in files, or on a PostgreSQL of their own",
    )
    parser.addoption(
        "--entrance",
        choices=("gateway", "http"),
        default="gateway",
        help="how interactions come: from the gateway, or signed over HTTP and nothing else",
    )


def pytest_sessionstart(session: pytest.Session) -> None:
    """Open the entrance asked for, and start a PostgreSQL if one is needed.

    Each of several processes has its own.
    """
    gc.disable()
    if not _only_hands_out(session.config):
        kept.keep_all()
    if session.config.option.entrance == "http":
        entrances.over_http()
    if session.config.option.database == "sqlite" or _only_hands_out(session.config):
        return
    try:
        databases.on_postgresql(Server.start())
    except NoServerError as error:
        pytest.exit(f"no PostgreSQL starts here: {error}", returncode=pytest.ExitCode.USAGE_ERROR)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave cases to `make check`, and leave out what cannot be asked of this run."""
    thinning.thin(items)
    if config.option.entrance == "http":
        _leave_out("events", config, items)
    # On SQLite, the name of a server's database would be that of a file in the current folder.
    if config.option.database == "sqlite":
        _leave_out("postgresql", config, items)


def _leave_out(marker: str, config: pytest.Config, items: list[pytest.Item]) -> None:
    """Take the tests with a marker out of a run."""
    about = [each for each in items if each.get_closest_marker(marker) is not None]
    config.hook.pytest_deselected(items=about)
    items[:] = [each for each in items if each.get_closest_marker(marker) is None]


def pytest_collection_finish() -> None:
    """Let Python not look through all modules and tests again and again for garbage."""
    gc.freeze()
    gc.set_threshold(_ALLOCATIONS, _NEVER, _NEVER)
    gc.enable()


def pytest_runtest_logfinish() -> None:
    """Throw away a test's garbage; what outlives it is not looked through again."""
    gc.collect(1)


def pytest_sessionfinish() -> None:
    databases.close()


@pytest.fixture(autouse=True)
def _clear_databases() -> Iterator[None]:
    yield
    databases.clear()


@pytest.fixture(autouse=True)
def _own_clocks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let services go by the clocks that tests give them, not by that of the database."""
    monkeypatch.setattr(people, "database_time", lambda _: None)


@pytest.fixture(autouse=True)
def _no_statement_scans(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> Iterator[None]:
    """Fail if a statement scans a growing table: costs must not grow with the games played."""
    with plans.heard(monkeypatch) as scanning:
        yield
    if request.node.get_closest_marker("scans") is None:
        assert sorted(scanning) == []


def _only_hands_out(config: pytest.Config) -> bool:
    """Return whether this process runs no test itself, since others do."""
    return bool(config.getoption("numprocesses", 0)) and "PYTEST_XDIST_WORKER" not in os.environ
