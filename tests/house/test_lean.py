"""What a process reads that plays on a file: nothing large that it does not need."""

import json
import subprocess
import sys
from typing import Final

UNUSED: Final = {
    "alembic": "12 MB, to migrate",
    "numpy": "20 MB, which nothing needs",
    "sqlalchemy.dialects.postgresql": "3 MB, for PostgreSQL",
    "sqlalchemy.ext.asyncio": "6 MB, for PostgreSQL: with it comes sqlalchemy.orm",
    "sqlalchemy.orm": "6 MB, which nothing needs",
}
STARTS: Final = (
    "import json, sys, metrobot.cli, metrobot.ui.process.run; print(json.dumps([*sys.modules]))"
)


def test_nothing_large_is_read_that_is_not_needed() -> None:
    """Neither to play on the gateway nor to serve; a module stays as long as the process does."""
    done = subprocess.run(
        [sys.executable, "-c", STARTS], check=True, stdout=subprocess.PIPE, text=True
    )

    assert UNUSED.keys() & set(json.loads(done.stdout)) == set()
