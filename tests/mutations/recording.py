"""Write down which tests run the lines of some files: a plugin of pytest.

    RECORDED=FOLDER python -m pytest -p tests.mutations.recording

The folder has a file `files.json` with the paths of the files that are asked about. Each process
that runs tests leaves there what coverage.py has counted, with the id of a test as the context;
what is run while modules are imported has none. Code in child processes is not seen.
"""

import json
import os
from collections.abc import Generator
from pathlib import Path
from typing import Final

import pytest
from coverage import Coverage, CoverageData

IMPORTING: Final = ""  # in place of a test
FILES: Final = "files.json"
FOLDER: Final = "RECORDED"
_DATA: Final = "lines"


def recorded(folder: Path, file: Path) -> dict[int, set[str]]:
    """Return by which tests each line of a file was run."""
    found = dict[int, set[str]]()
    for part in folder.glob(f"{_DATA}.*"):
        data = CoverageData(str(part))
        data.read()
        for line, contexts in data.contexts_by_lineno(str(file)).items():
            found.setdefault(line, set()).update(contexts)
        data.close()
    return found


def _started(folder: Path) -> Coverage:
    """Return the started counter of this process's lines, in the chosen files."""
    files, own = json.loads((folder / FILES).read_text()), str(os.getpid())
    counting = Coverage(str(folder / _DATA), own, config_file=False, include=files)
    counting.set_option("run:disable_warnings", ["no-data-collected"])  # of who only hands out
    counting.start()
    return counting


if FOLDER in os.environ:  # plugins named with -p are loaded before all that is counted
    _counting: Final = _started(Path(os.environ[FOLDER]))

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
        """Count for a test what is run from its first fixture to its last one's end."""
        _counting.switch_context(item.nodeid)
        try:
            return (yield)
        finally:
            _counting.switch_context(IMPORTING)

    def pytest_sessionfinish() -> None:
        """Write down what was counted."""
        _counting.stop()
        _counting.save()
