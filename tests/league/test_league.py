"""The league: who plays whom, what stands in its files, what its table tells."""

from dataclasses import replace
from pathlib import Path

import pytest

from metrobot.arena.match import Match, play_game
from metrobot.arena.simulation import seeded_dealing
from metrobot.games.registry import TITLES
from metrobot.players.levels import PLAYERS
from tests.league.__main__ import PAIRINGS, main
from tests.league.judged import MORE, judged, told
from tests.league.measures import MEASURES, LeagueGame, measured
from tests.league.rivals import RIVALS
from tests.league.table import Pairing, row
from tests.thinking.here import play_on


def league(folder: Path, *more: str) -> int:
    """Play the fastest pairing of MetrOmania."""
    return main(["--title", "metromania", "--only", "fair-random", "--into", str(folder), *more])


def rows(said: str) -> list[list[str]]:
    """Return the cells of the table's rows, its head left out."""
    lines = [line for line in said.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def test_it_goes_on_where_it_was_broken_off(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Games that stand in the file are not played again; half a line is forgotten."""
    assert league(tmp_path, "--games", "2", "--jobs", "1") == 0
    (file,) = tmp_path.iterdir()
    first = file.read_text("utf-8")
    capsys.readouterr()
    file.write_text(first + '{"kinds": ["fa', "utf-8")

    assert league(tmp_path, "--games", "3", "--jobs", "1") == 0
    said = capsys.readouterr()
    assert file.read_text("utf-8").startswith(first)
    assert len(file.read_text("utf-8").splitlines()) == 3
    assert said.err.splitlines() == ["metromania-fair-random: 3 of 3"]
    ((who, games, *_),) = rows(said.out)
    assert (who, games) == ("fair against random", "3")


def test_the_same_seed_gives_the_same_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tables = list[list[list[str]]]()
    for folder in ("one", "other"):
        assert league(tmp_path / folder, "--games", "2", "--jobs", "1") == 0
        tables.append([row[:-1] for row in rows(capsys.readouterr().out)])

    assert tables[0] == tables[1]


def test_turns_are_told_in_loops_which_are_the_same_on_every_machine() -> None:
    """A game whose machine nobody timed tells nothing."""
    turns = ([0.2, 0.6], [9.0])
    timed = LeagueGame(("fair", "random"), (1.0, 0.0), (5, 3), turns, turns, loop=0.1)
    pairing = Pairing("metromania", timed.kinds)

    assert row(pairing, [timed, replace(timed, loop=0.0)]).endswith("| 4.0, 6.0 |")


def test_other_seeds_are_other_files(tmp_path: Path) -> None:
    for seed in ("one", "other"):
        assert league(tmp_path, "--games", "1", "--jobs", "1", "--seed", seed) == 0

    assert len(list(tmp_path.iterdir())) == 2


@pytest.mark.parametrize(
    "wrong", [("--games", "0"), ("--against", "fair"), ("--title", "chess")], ids=str
)
def test_what_cannot_be_played_is_told(
    wrong: tuple[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        league(tmp_path, *wrong)

    assert end.value.code == 2
    assert wrong[0] in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("title", TITLES)
def test_everybody_in_it_is_known(title: str) -> None:
    pairings = list(PAIRINGS[title](("exec:./mine",)))
    kinds = {kind for pairing in pairings for kind in pairing.kinds}
    names = [pairing.name for pairing in pairings]

    assert kinds - PLAYERS[title].keys() - RIVALS[title].keys() == {"exec:./mine"}
    assert kinds >= {"easy", "fair", "strong"}
    assert len(names) == len(set(names))


@pytest.mark.parametrize("title", TITLES)
def test_how_good_a_game_was_is_measured(title: str) -> None:
    rules = TITLES[title].ruleset(2, {})
    kinds = ("beginner", "easy")
    match = Match(TITLES[title], rules, kinds, seeded_dealing("m", 1), "m", None)
    game = measured(play_game(match))

    assert len(game.measures) == len(MEASURES[title])
    assert all(0 <= good <= whole and whole for good, whole in game.measures)
    for turns, decisions in zip(game.turns, game.times, strict=True):
        assert 0 < len(turns) <= len(decisions)
        assert sum(turns) == pytest.approx(sum(decisions))


def test_what_is_surely_so_is_judged_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """With ten times the games at most; a claim that turned is told."""
    play_on(monkeypatch, 20)
    rows = [judged(seed, 2) for seed in "abf"]
    sure = [each for each in rows if each["verdict"]]
    assert sure
    assert all(20 <= each["games"] <= 20 * MORE for each in sure)
    turned = {**sure[0], "again": [-gain for gain in sure[0]["again"]]}

    summary = [line for line in told([*rows, turned]) if "surely" in line or "turned" in line]

    assert f"4 pairs, {len(sure) + 1} surely, 1 turned" in summary[0]
    assert summary[-1].startswith("turned: ")
