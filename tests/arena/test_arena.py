"""The arena: whole games, figures, records, programs from outside."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from metrobot.arena.match import PlayedGame, rotated
from metrobot.arena.player_figures import PlayerFigures, interval, line_of, quantile
from metrobot.cli import main
from metrobot.engine.record import Record, load

PROGRAM = """
import json, sys
log = open({log!r}, "a")
for line in sys.stdin:
    log.write(line)
    log.flush()
    said = json.loads(line)
    if said["type"] == "choose":
        {answer}
"""
FIRST = 'print(json.dumps({"choose": 0}), flush=True)'


def arena(title: str, seats: str, players: int, *more: str) -> int:
    """Play two games."""
    given = ["arena", title, "--players", str(players), "--seats", seats, "--games", "2", *more]
    return main(given)


def outside(folder: Path, answer: str = FIRST) -> str:
    """Return the kind of a program that answers like this."""
    path = folder / "program.py"
    path.write_text(PROGRAM.format(answer=answer, log=str(folder / "log")), "utf-8")
    return f"exec:{sys.executable} {path}"


def records(path: Path) -> list[Record]:
    """Return the records of a file."""
    return [load(line) for line in path.read_text("utf-8").splitlines()]


@pytest.mark.parametrize(
    ("title", "players", "options"),
    [
        ("metromania", 2, ["--option", "advanced=true"]),
        ("metromania", 3, []),
        ("underground", 2, []),
        ("metrolijn", 3, ["--option", "special=true"]),
        ("metrolijn", 1, []),
    ],
)
def test_whole_games_are_played_and_their_records_hold(
    title: str, players: int, options: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Replay and verify find no fault; figures on standard output, progress on standard error."""
    file = tmp_path / "games.jsonl"
    kinds = ",".join(["easy", "random", "beginner"][:players])

    assert arena(title, kinds, players, "--records", str(file), *options) == 0
    said = capsys.readouterr()
    assert [line.split(":")[0] for line in said.out.splitlines()] == kinds.split(",")
    assert said.err.splitlines()[-1] == "2 of 2 games"
    assert main(["replay", str(file)]) == 0
    assert main(["verify", str(file)]) == 0
    seats = 4 if options and title == "metromania" else players
    assert [len(record.by or ()) for record in records(file)] == [seats, seats]


def test_a_seed_means_the_same_draws_whoever_plays(tmp_path: Path) -> None:
    files = [tmp_path / "one", tmp_path / "other"]
    for file, kinds in zip(files, ("easy,random", "beginner,beginner"), strict=True):
        assert arena("metrolijn", kinds, 2, "--records", str(file)) == 0
    drawn = [
        [event.fields for event in record.events if event.kind == "card"][:23]
        for file in files
        for record in records(file)
    ]

    assert drawn[0] == drawn[1] == drawn[2] == drawn[3]
    assert [record.by for record in records(files[0])] == [("easy", "random"), ("random", "easy")]


def test_games_side_by_side_are_the_same_games(tmp_path: Path) -> None:
    files = [tmp_path / "one", tmp_path / "other"]
    for file, jobs in zip(files, ("1", "2"), strict=True):
        assert arena("metrolijn", "easy", 2, "--jobs", jobs, "--records", str(file)) == 0

    assert files[0].read_text() == files[1].read_text()


@pytest.mark.parametrize(
    "given",
    [
        ["metrolijn", "--seats", "easy,nobody"],
        ["metrolijn", "--seats", "easy,easy,easy"],
        ["nothing", "--seats", "easy"],
        ["metrolijn", "--seats", "easy", "--games", "0"],
        ["metrolijn", "--seats", "easy", "--budget", "0"],
        ["metrolijn", "--seats", "easy", "--option", "map=nowhere"],
    ],
)
def test_what_cannot_be_played_is_refused_with_a_line(
    given: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["arena", *given, "--players", "2"]) == 2
    said = capsys.readouterr()
    assert (said.out, len(said.err.splitlines())) == ("", 1)


def test_a_program_hears_what_its_seat_may_see(tmp_path: Path) -> None:
    """The beginning, all events, its hand and the end; no line holds another's hand."""
    kinds = f"{outside(tmp_path)},random,random"

    assert main(["arena", "metromania", "--players", "3", "--seats", kinds, "--games", "1"]) == 0
    lines = [load_line(line) for line in (tmp_path / "log").read_text("utf-8").splitlines()]
    types = [line["type"] for line in lines]
    assert lines[0] == {
        "type": "begin",
        "title": "metromania",
        "players": 3,
        "options": {
            "hands": "secret",
            "station_points": "per_spot",
            "shared_trips": "cancel",
            "advanced": False,
        },
        "seat": 0,
        "rules_version": 1,
    }
    assert types[1:4] == ["events", "hand", "choose"]
    assert (types[-1], len(lines[2]["hand"])) == ("end", 4)
    events = [event for line in lines if line["type"] == "events" for event in line["events"]]
    assert [event["seq"] for event in events] == list(range(1, len(events) + 1))
    assert [event["hands"] for event in events if event["kind"] == "deal"] == [None]
    placed = {e["marker"] for e in events if e["kind"] == "dig" and e["actor"] == 0} - {None}
    assert len(placed) <= 4


def load_line(line: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(line)
    return found


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ('print("no", flush=True)', "answer 1 is no JSON: no"),
        ('print("{\\"choose\\": 999}", flush=True)', "answer 1 names none of"),
        ('print("{\\"choose\\": true}", flush=True)', "answer 1 names none of"),
        ("raise SystemExit", "it has ended before its answer 1"),
        ("pass", "answer 1 came too late"),
        ('print("x" * 70000, flush=True)', "answer 1 is too long"),
    ],
)
def test_a_program_that_breaks_the_contract_loses_and_the_arena_goes_on(
    answer: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Two games, a sentence for each that names seat and line, and figures all the same."""
    assert arena("metrolijn", f"{outside(tmp_path, answer)},random", 2, "--budget", "0.05") == 0
    told = capsys.readouterr()
    fouls = [line for line in told.err.splitlines() if "has lost" in line]
    assert [line.split(" (")[0] for line in fouls] == ["game 1: seat 0", "game 2: seat 1"]
    assert all(said in line for line in fouls)
    assert "wins 0.0%" in told.out.splitlines()[0]
    assert "wins 100.0%" in told.out.splitlines()[1]


def test_a_program_that_cannot_be_started_loses(capsys: pytest.CaptureFixture[str]) -> None:
    """With a sentence, like any other that breaks the contract."""
    assert arena("metrolijn", "exec:/nowhere/at/all,random", 2) == 0
    assert capsys.readouterr().err.count("cannot be started") == 2


def test_each_kind_sits_everywhere_in_turn() -> None:
    assert [rotated("abc", game) for game in range(4)] == [
        ("a", "b", "c"),
        ("b", "c", "a"),
        ("c", "a", "b"),
        ("a", "b", "c"),
    ]


def test_an_interval_holds_its_share_and_shrinks_with_games() -> None:
    assert interval(0.5, 100) == pytest.approx((0.4038, 0.5962), abs=1e-4)
    assert interval(0, 10) == pytest.approx((0, 0.2775), abs=1e-4)
    low, high = interval(0.8, 400)
    assert 0.75 < low < 0.8 < high < 0.84


def test_figures_count_shared_wins_by_their_parts() -> None:
    """Results of all places that a kind holds are added up."""
    figures = PlayerFigures(2, 3)
    figures.add(PlayedGame(("a", "b", "a"), (0.5, 0.5, 0.0), (9, 9, 3), ([0.1], [0.2], [0.3])), "a")

    assert (figures.wins, figures.scores, figures.times) == (0.5, [9, 3], [0.1, 0.3])
    assert "wins 50.0%" in line_of("a", figures)
    assert "fair 66.7%" in line_of("a", figures)
    assert quantile([3, 1, 2], 0.5) == 2
