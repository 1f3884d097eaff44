"""Count which lines of the project the tests run, at hardly any cost: a plugin of pytest.

    python -m pytest -p tests.house.counting
    python -m coverage combine
    python -m coverage report

Below Python 3.12 (`sys.monitoring`) the tests take twice as long while coverage.py
itself counts. So slipcover counts, in each process that runs tests, and leaves a file
that coverage.py reads. It counts lines alone: for branches it takes coverage.py.
"""

import os
from pathlib import Path

from coverage import CoverageData
from slipcover import FileMatcher, ImportManager, Slipcover, wrap_spec_from_file_location

_ROOT = Path(__file__).parents[2]
_COUNTED = (_ROOT / "metrobot", _ROOT / "render")
# After that many runs of a line slipcover would put other code into functions that may
# just be running in other threads.
_NEVER = 2_000_000_000

_seen = Slipcover(d_miss_threshold=_NEVER)
_matcher = FileMatcher(sources=list(_COUNTED))
# Plugins named with -p are loaded before each conftest, so before all that is counted.
ImportManager(_seen, _matcher).__enter__()
wrap_spec_from_file_location(_seen, _matcher)  # so Alembic loads migrations


def pytest_sessionfinish() -> None:
    """Write down what this process has run, each process in a file of its own."""
    data = CoverageData(str(_ROOT / ".coverage"), suffix=f"lines.{os.getpid()}")
    files = _seen.get_coverage()["files"]
    data.add_lines({str(_ROOT / name): file["executed_lines"] for name, file in files.items()})
    data.touch_files([str(path) for part in _COUNTED for path in part.rglob("*.py")])
    data.close()
