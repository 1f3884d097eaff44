"""`python -m metrobot replay FILE --page OUT.html`: one whole game, or why there is no page."""

import json
from pathlib import Path
from typing import Any

import pytest

from metrobot import cli
from metrobot.ui.words.catalogue import words_for
from tests.ui.replays.stage import golden


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Return the record of a game alone, with its dealing."""
    path = tmp_path_factory.mktemp("page") / "games.jsonl"
    asked = "simulate metrolijn --players 1 --games 1 --seed 1 --option map=berlin --out"
    assert cli.main([*asked.split(), str(path)]) == 0
    found: dict[str, Any] = json.loads(path.read_text())
    return found


def _written(folder: Path, *records: dict[str, Any]) -> Path:
    path = folder / "game.jsonl"
    path.write_text("".join(f"{json.dumps(each)}\n" for each in records))
    return path


def test_a_page_is_written_in_the_language_that_is_asked_for(
    record: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """With numbered players, as a record has no names; a second time it is not overwritten."""
    path, page = _written(tmp_path, record), tmp_path / "page.html"
    asked = ["replay", str(path), "--page", str(page), "--language", "es"]
    first, text, second = cli.main(asked), page.read_text("utf-8"), cli.main(asked)

    assert (first, second) == (0, 2)
    assert page.read_text("utf-8") == text
    assert '<html lang="es">' in text
    assert words_for("es").say("replay.player", number=1) in text
    assert "is there already" in capsys.readouterr().err


def _unfinished(record: dict[str, Any]) -> dict[str, Any]:
    return {**record, "events": record["events"][:-1], "result": None, "key": None}


def _hiding(_: dict[str, Any]) -> dict[str, Any]:
    games = (each for each in golden("metromania") if '"secret"' in each and '"deal"' in each)
    record = json.loads(min(games, key=len))
    deal = {**record["events"][1], "hands": None}
    events = [record["events"][0], deal, *record["events"][2:]]
    return {**record, "events": events, "result": None, "key": None}


def _other_key(record: dict[str, Any]) -> dict[str, Any]:
    return {**record, "key": "0" * 64}


def _other_event(record: dict[str, Any]) -> dict[str, Any]:
    (at, event) = next(
        (at, each) for at, each in enumerate(record["events"]) if each.get("stations")
    )
    events = [*record["events"]]
    events[at] = {**event, "stations": [*event["stations"], "nowhere"]}
    return {**record, "events": events}


def _other_result(record: dict[str, Any]) -> dict[str, Any]:
    return {**record, "result": {**record["result"], "scores": [99] * record["players"]}}


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (_unfinished, "the game is not over"),
        (_hiding, "event 2 is hidden"),
        (_other_key, "key"),
        (_other_event, "event"),
        (_other_result, "result"),
    ],
)
def test_what_is_not_a_whole_untouched_game_has_no_page(
    change: Any,
    said: str,
    record: dict[str, Any],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    path, page = _written(tmp_path, change(record)), tmp_path / "page.html"

    assert cli.main(["replay", str(path), "--page", str(page)]) == 1
    assert said in capsys.readouterr().out.splitlines()[-1]
    assert not page.exists()


@pytest.mark.parametrize(("count", "language"), [(0, "en"), (2, "en"), (1, "tlh")])
def test_a_page_of_no_game_or_two_or_in_no_language_is_misuse(
    count: int, language: str, record: dict[str, Any], tmp_path: Path
) -> None:
    path, page = _written(tmp_path, *[record] * count), tmp_path / "page.html"
    asked = ["replay", str(path), "--page", str(page), "--language", language]

    assert cli.main(asked) == 2
    assert not page.exists()
