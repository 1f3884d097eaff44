"""In a container the program stays where a person has to mend something, and says so."""

import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from metrobot import program
from metrobot.program import EXIT_SETTINGS, run_program
from metrobot.settings import is_contained
from metrobot.vitals import asking
from tests.patience import PATIENCE

ROOT = Path(__file__).parents[2]
BOT, SERVE = [str(ROOT / "bot.py")], ["-m", "metrobot", "serve"]
WORK, CHECK = ["-m", "metrobot", "work"], ["-m", "metrobot", "check"]


@pytest.mark.parametrize(
    ("codes", "waits", "ended"),
    [
        ([EXIT_SETTINGS, EXIT_SETTINGS, 0], True, 0),
        ([EXIT_SETTINGS, 1], True, 1),
        ([0], True, 0),
        ([1], True, 1),
        ([EXIT_SETTINGS], False, EXIT_SETTINGS),
    ],
)
def test_it_is_tried_again_each_hour_until_it_is_mended(
    monkeypatch: pytest.MonkeyPatch, codes: Sequence[int], waits: bool, ended: int
) -> None:
    """Each try says what is to be mended; what may pass by itself ends the program."""
    monkeypatch.setattr(program, "HOUR", 0.01)
    monkeypatch.setenv("container", "oci" if waits else "")
    left = list(codes)

    assert run_program(lambda _: left.pop(0)) == ended
    assert left == []


def begun(folder: Path, command: Sequence[str], **given: str) -> subprocess.Popen[str]:
    """Start the program with some settings."""
    url = f"sqlite+aiosqlite:///{folder}/games.db"
    kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    return subprocess.Popen(
        [sys.executable, *command],
        cwd=folder,
        env={**kept, "PYTHONPATH": str(ROOT), "DATABASE_URL": url, **given},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@pytest.mark.few(2)
@pytest.mark.parametrize(
    ("command", "given", "said"),
    [
        (BOT, {}, "There is no token"),
        (BOT, {"LOG_LEVEL": "LOUD"}, "A setting cannot be used: LOG_LEVEL"),
        (SERVE, {}, "DISCORD_PUBLIC_KEY is missing"),
        (SERVE, {"SERVE_PORT": "none"}, "A setting cannot be used: SERVE_PORT"),
        (WORK, {}, "There is nothing to do here"),
    ],
)
def test_the_program_stays_until_it_is_told_to_stop(
    tmp_path: Path, command: Sequence[str], given: dict[str, str], said: str
) -> None:
    """With code 2 then; it has said once what to mend."""
    with begun(tmp_path, command, container="oci", **given) as process:
        assert process.stderr is not None
        line = process.stderr.readline()
        assert said in line
        # Not until then does it hear signals in its own way; before, one ends it as any program.
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(0.5)
        process.send_signal(signal.SIGTERM)
        rest = process.stderr.read()
        process.wait(PATIENCE)

    assert process.returncode == EXIT_SETTINGS
    assert said not in rest
    assert "Traceback" not in rest


@pytest.mark.few(2)
@pytest.mark.parametrize(
    ("command", "given"), [(BOT, {}), (SERVE, {}), (WORK, {}), (CHECK, {"container": "oci"})]
)
def test_elsewhere_it_ends_and_so_does_what_only_looks(
    tmp_path: Path, command: Sequence[str], given: dict[str, str]
) -> None:
    """A service by its unit, and a command that somebody has typed within a container."""
    with begun(tmp_path, command, **given) as process:
        process.communicate(timeout=PATIENCE)

    assert process.returncode in (1, EXIT_SETTINGS)


@pytest.mark.parametrize("given", [{}, {"LOG_LEVEL": "LOUD"}])
def test_meanwhile_it_is_not_well(monkeypatch: pytest.MonkeyPatch, given: dict[str, str]) -> None:
    """As the image's health check finds, also where settings cannot be read."""
    for name, value in {"METRICS_PORT": "1", **given}.items():
        monkeypatch.setenv(name, value)

    assert asking.main() == 1


def test_the_image_says_that_it_is_a_container(monkeypatch: pytest.MonkeyPatch) -> None:
    """By the name that container managers use; compose starts it again whatever has ended it."""
    image, compose = (
        (ROOT / name).read_text("utf-8") for name in ("Containerfile", "compose.yaml")
    )
    monkeypatch.delenv("container", raising=False)
    assert not is_contained()
    monkeypatch.setenv("container", "oci")

    assert is_contained()
    assert "    container=oci \\\n" in image
    assert compose.count("restart: unless-stopped") == 2  # of ours, and of the database
    assert "on-failure" not in compose
