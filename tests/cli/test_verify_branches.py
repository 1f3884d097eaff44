"""`verify` of games that have gone on from others, and what else reads their records."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from metrobot import cli
from metrobot.engine.record import FormError, Record, dump, load
from metrobot.games.registry import TITLES
from metrobot.service.finished import record_check
from metrobot.service.finished.record_faults import RecordFaultError
from metrobot.service.finished.replays import checked_record
from tests.databases import url_of
from tests.service.branching import Echo, begun, played_out
from tests.service.stage import staged

TURN = 3
"""Index of the turn from which the games go on."""


async def branched(folder: Path, title: str, *, is_fresh: bool) -> tuple[Record, Record]:
    """Return the record of a game, and that of one that has gone on from it."""
    async with staged(url_of(folder / "games.db"), titles=TITLES, thinker=Echo()) as stage:
        branch = await begun(stage, title, nth=TURN, is_fresh=is_fresh)
        branch = await played_out(stage, branch, random.Random(title))
        return branch.origin.record(), branch.play.record()


@pytest.fixture(params=list(TITLES))
def title(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(params=[False, True])
async def records(
    tmp_path: Path, title: str, request: pytest.FixtureRequest
) -> tuple[Record, Record]:
    """Return a game and one that goes on, with the same cards, then with new ones."""
    return await branched(tmp_path, title, is_fresh=bool(request.param))


def changed(record: Record, **changes: Any) -> Record:
    """Return a record with some of its keys changed, read again."""
    return load(json.dumps({**json.loads(dump(record)), **changes}))


def test_every_reader_takes_it(records: tuple[Record, Record]) -> None:
    _, record = records
    assert load(dump(record)) == record
    assert record_check.check_record(TITLES, record).is_over
    assert checked_record(TITLES, dump(record).encode()) == record


def test_its_dealing_is_checked_from_where_it_is_its_own(
    records: tuple[Record, Record], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Before that only with the game itself; with the same cards, all of it."""
    origin, record = records
    for name, each in (("origin", origin), ("branch", record)):
        (tmp_path / f"{name}.json").write_text(dump(each) + "\n")
    branch = str(tmp_path / "branch.json")

    assert cli.main(["verify", branch]) == 0
    alone = capsys.readouterr().out
    assert cli.main(["verify", branch, "--origin", str(tmp_path / "origin.json")]) == 0
    together = capsys.readouterr().out

    assert record.branch is not None
    if record.commitment == origin.commitment:
        assert "no dealing to check without" in alone
    else:
        assert f"without a dealing to check before event {record.branch.seq};" in alone
    assert "OK: games dealt as their keys give it: 1" in together
    assert "without" not in together


def test_what_has_not_gone_on_from_a_game_is_refused(records: tuple[Record, Record]) -> None:
    """Another game, an event before the branch, a later one, a draw: each is found."""
    origin, record = records
    assert record.branch is not None
    check = record_check.check_dealing
    check(TITLES, record, origin)
    data = json.loads(dump(record))
    own = [each for each in data["events"] if each["seq"] > record.branch.seq]
    draws = [each for each in own if each["actor"] == "chance"]
    wrong = [
        changed(record, branch={**data["branch"], "commitment": "0" * 64}),
        changed(record, branch={**data["branch"], "seq": len(data["events"])}),
        changed(record, players=record.players + 1),
    ]
    if len(draws) > 1:
        swapped = {draws[0]["seq"]: draws[1], draws[1]["seq"]: draws[0]}
        events = [{**swapped.get(each["seq"], each), "seq": each["seq"]} for each in data["events"]]
        wrong.append(changed(record, events=events))
    for each in wrong:
        with pytest.raises(RecordFaultError):
            check(TITLES, each, origin)


@pytest.mark.parametrize(
    ("branch", "fault"),
    [
        (None, "branch"),
        ({"commitment": None, "seq": 1}, "branch"),
        ({"commitment": None, "seq": 0, "seat": 0}, "too small"),
        ({"commitment": None, "seq": 1, "seat": -1}, "too small"),
        ({"commitment": 1, "seq": 1, "seat": 0}, "commitment"),
        ({"commitment": None, "seq": True, "seat": 0}, "seq"),
        ({"commitment": None, "seq": 1, "seat": 0, "x": 0}, "branch"),
    ],
)
async def test_a_branch_of_another_form_is_refused_by_name(
    tmp_path: Path, branch: Any, fault: str
) -> None:
    """As any key that an older release does not know."""
    _, record = await branched(tmp_path, "metrolijn", is_fresh=False)
    with pytest.raises(FormError, match=fault):
        changed(record, branch=branch)


async def test_a_branch_that_no_game_has_is_refused(tmp_path: Path) -> None:
    """After the last event, in a seat that is not there, spelled otherwise; of nothing."""
    origin, record = await branched(tmp_path, "metrolijn", is_fresh=False)
    branch = json.loads(dump(record))["branch"]
    for wrong in ({"seq": 10_000}, {"seat": 9}, {"commitment": "A" * 64}):
        with pytest.raises(RecordFaultError):
            record_check.check_record(TITLES, changed(record, branch={**branch, **wrong}))
    path = tmp_path / "origin.json"
    path.write_text(dump(origin))
    assert cli.main(["verify", str(path), "--origin", str(path)]) == cli.MISUSE
