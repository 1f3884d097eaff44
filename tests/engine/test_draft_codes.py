"""Codes of drafts stand in buttons that outlast releases: they mean the same for ever."""

import json
from pathlib import Path
from typing import Any

import pytest

from metrobot.engine.draft import Draft, StaleDraftError, new_draft, read_draft
from metrobot.engine.log import applied, decode_event
from metrobot.engine.record import Record, load
from metrobot.games.registry import TITLES

GAMES = Path("tests/golden/games")

CODES = Path("tests/golden/codes")
"""Of each golden game the turn with the most choices, by what was done last in it.

In each line which game, the last event, the mark of the first releases (or the one of
today, for games that came later), and the code. A release that makes another code
refuses every planner that is open.
"""
CASES = [
    (path.stem, *json.loads(line))
    for path in sorted(CODES.iterdir())
    for line in path.read_text("utf-8").splitlines()
]


def _drafted(record: Record, last: int) -> Draft[Any, Any]:
    """Return a recorded turn as a draft, up to one of its events."""
    title = TITLES[record.title]
    state = title.initial_state(title.ruleset(record.players, record.options))
    draft: Draft[Any, Any] | None = None
    for event in record.events[:last]:
        action = decode_event(title, event.actor, event.kind, event.fields)
        if isinstance(event.actor, int):
            if (
                draft is None
                or draft.is_turn_over
                or (draft.seat, draft.state) != (event.actor, state)
            ):
                draft = new_draft(title, state, event.actor)
            draft = draft.then_action(action)
        state = applied(title, state, event.actor, action)
    assert draft is not None
    return draft


@pytest.fixture(params=CASES, ids=lambda each: f"{each[0]} {each[1]}")
def case(request: pytest.FixtureRequest) -> tuple[Draft[Any, Any], str, str]:
    """Return a draft, the mark that the first releases gave it, and its code."""
    title, game, last, mark, code = request.param
    line = (GAMES / f"{title}.jsonl").read_text("utf-8").splitlines()[game]
    return _drafted(load(line), last), mark, code


def test_every_golden_game_has_a_code() -> None:
    games = {
        (path.stem, number)
        for path in GAMES.iterdir()
        for number, _ in enumerate(path.read_text("utf-8").splitlines())
    }

    assert {(title, game) for title, game, *_ in CASES} == games


def test_the_code_of_a_draft_never_changes(case: tuple[Draft[Any, Any], str, str]) -> None:
    """As it stands in buttons that were posted long ago."""
    draft, _, code = case

    assert draft.code == code
    assert read_draft(draft.title, draft.base, draft.seat, code) == draft


def test_codes_of_the_first_releases_are_understood(case: tuple[Draft[Any, Any], str, str]) -> None:
    """A planner that was open before an upgrade goes on, with codes of today."""
    draft, mark, code = case
    first = f"{mark}:{code.partition(':')[2]}"

    assert read_draft(draft.title, draft.base, draft.seat, first).code == code


def test_a_code_of_other_choices_is_refused(case: tuple[Draft[Any, Any], str, str]) -> None:
    draft, mark, code = case
    other = "0000" if "0000" not in (mark, draft.mark) else "0001"
    with pytest.raises(StaleDraftError):
        read_draft(draft.title, draft.base, draft.seat, f"{other}:{code.partition(':')[2]}")
