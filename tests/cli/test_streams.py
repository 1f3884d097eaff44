"""Output that nobody reads, that has no room or no place is no fault of the program."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SIMULATE = "simulate metrolijn --players 2 --games 1 --seed 1 --out games.jsonl"
COMMANDS = ("--help", "check", "blocked", "work", "verify none", SIMULATE)


def ended(folder: Path, command: str, redirection: str) -> subprocess.CompletedProcess[str]:
    """Run a command with its streams as a shell redirects them."""
    line = f'"{sys.executable}" -m metrobot {command} {redirection}'
    paths = {"PYTHONPATH": str(ROOT), "PATH": os.environ["PATH"]}
    return subprocess.run(
        ["bash", "-c", line],
        cwd=folder,
        env={**paths, "DATABASE_URL": f"sqlite+aiosqlite:///{folder}/games.db"},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


@pytest.mark.few(1)
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device here")
@pytest.mark.parametrize("redirection", [">/dev/full", ">&-", "| true", ">&- 2>&-", "&>/dev/full"])
@pytest.mark.parametrize("command", COMMANDS)
def test_no_command_ends_in_a_traceback(tmp_path: Path, command: str, redirection: str) -> None:
    done = ended(tmp_path, command, redirection)

    assert "Traceback" not in done.stderr
    assert "Exception" not in done.stderr
    assert done.returncode in (0, 1, 2)
