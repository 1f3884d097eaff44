"""Run some tests before others, or alone: a plugin of pytest.

    CHOSEN=FILE python -m pytest -p tests.mutations.choosing [--chosen-alone] ...

The file is a list of the tests' ids in JSON. Ids that no test has any more do no harm, and there
may be thousands of them, which is why they are no arguments of pytest.
"""

import json
import os
from pathlib import Path
from typing import Final

import pytest

CHOSEN: Final = "CHOSEN"
ALONE: Final = "--chosen-alone"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option that leaves out all other tests."""
    parser.addoption(ALONE, action="store_true", help="run the tests in the file CHOSEN alone")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Put the chosen tests first, in their order."""
    ids: list[str] = json.loads(Path(os.environ[CHOSEN]).read_text())
    ranks = {each: rank for rank, each in enumerate(ids)}
    others = [each for each in items if each.nodeid not in ranks]
    chosen = [each for each in items if each.nodeid in ranks]
    chosen.sort(key=lambda each: ranks[each.nodeid])
    if config.getoption(ALONE):
        config.hook.pytest_deselected(items=others)
        items[:] = chosen
    else:
        items[:] = chosen + others
