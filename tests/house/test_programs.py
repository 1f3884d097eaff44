"""Programs that measure, search and play are run, each at its smallest: they die unseen otherwise.

Figures of such a run mean nothing, so none is looked at. What needs a network is not run:
its targets are read, and the files that they name are there.
"""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LONGEST = 300.0
"""Seconds until a program that hangs is ended."""
NETWORKED = ("audit", "lock")
NAMED = re.compile(r"requirements[\w./-]*\.(?:txt|lock)")


def said_by(*command: str, fails: bool = False) -> str:
    """Return the output of a module of the tests or the bot; it may fail only where told."""
    done = subprocess.run(
        [sys.executable, "-m", *command],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=LONGEST,
        check=False,
    )
    assert done.returncode in ({0, 1} if fails else {0}), done.stderr
    assert "Traceback" not in done.stderr, done.stderr
    return done.stdout


@pytest.mark.long
@pytest.mark.parametrize("arguments", [(), ("--beside", "HEAD")], ids=["alone", "beside"])
def test_every_row_of_the_bench_is_measured(arguments: tuple[str, ...]) -> None:
    said = said_by("tests.bench", *arguments, "--least", fails=True)
    rows = re.findall(r"^\S.* \| -?[\d.]+.* \| (?:[\d.]+|inf).*$", said, re.MULTILINE)

    assert re.search(r"^\d+ of (\d+) within their limit$", said, re.MULTILINE), said
    assert f" of {len(rows)} within their limit" in said


@pytest.mark.long
@pytest.mark.parametrize("part", ["burst", "turns", "memory", "lasting", "growth"])
def test_every_part_of_the_load_is_measured(part: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The real bot on a Discord over loopback sockets, for seconds."""
    monkeypatch.setenv("BENCH_LEAST", "1")
    said = said_by("tests.load", part)

    assert f"  ({part}: " in said


@pytest.mark.long
def test_legible_is_measured() -> None:
    assert re.search(r"\d+ of \d+ kinds within", said_by("tests.legible", "metrolijn", "--least"))


@pytest.mark.long
def test_the_gallery_is_drawn(tmp_path: Path) -> None:
    """A sheet of each kind, in each width, on dark and on light."""
    said_by("tests.legible.gallery", str(tmp_path), "--title", "metrolijn", "--least")

    assert {"metrolijn-board-400-dark.png", "metrolijn-games-full-dark.png"} <= {
        each.name for each in tmp_path.iterdir()
    }


@pytest.mark.long
def test_a_league_is_played(tmp_path: Path) -> None:
    """One game of a pairing, whose row is printed and whose file is kept."""
    arguments = ("--games", "1", "--jobs", "1", "--title", "underground")
    pairing = ("--only", "beginner-easy", "--players", "2")
    said = said_by("tests.league", *arguments, *pairing, "--into", str(tmp_path))

    assert said.count("| 1 |") == 1
    assert len(list(tmp_path.iterdir())) == 1


@pytest.mark.long
def test_hints_are_followed_and_recounted() -> None:
    """One game of each title; a hint without a reason, or a false one, fails it."""
    said = said_by("tests.hints", "--hints", "1", "--tries", "4")

    assert re.findall(r"^\| (\w+) \| \d+ \| 0 \| 0 \| 0 \| 1 \|", said, re.MULTILINE) == [
        "metromania",
        "underground",
        "metrolijn",
    ]


@pytest.mark.long
def test_a_mistake_is_made_and_noticed(tmp_path: Path) -> None:
    """One, with a few tests, which need not notice it; those that run its lines are kept.

    In the copy of the tree, which git has to know: a test of the house asks it for all files.
    """
    results, tests = tmp_path / "found.json", "tests/engine/test_table_events.py"
    asking = "tests/house/test_docstrings.py::test_an_invented_name_is_found"
    arguments = ("--rooms", "engine", "--count", "1", "--jobs", "0", "--tests", tests, asking)
    said = said_by("tests.mutations", *arguments, "--results", str(results), fails=True)

    assert said.startswith("1/1 ")
    assert "engine: 1 " in said
    assert results.is_file()
    assert "metrobot/engine/" in results.with_suffix(".tests.json").read_text()


@pytest.mark.long
def test_the_rooms_are_drawn() -> None:
    """Their drawing is the one in docs/architecture.md, which stays as it is."""
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    said_by("tests.house.rooms")

    assert (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8") == page


@pytest.mark.parametrize("target", NETWORKED)
def test_what_needs_a_network_names_files_that_exist(target: str) -> None:
    """`make -n` takes the target, and what it reads is there."""
    done = subprocess.run(
        ["make", "-n", "-B", target], cwd=ROOT, capture_output=True, text=True, check=False
    )
    named = {name for name in NAMED.findall(done.stdout) if "$" not in name}

    assert done.returncode == 0, done.stderr
    assert named
    assert all((ROOT / name).is_file() for name in named)
