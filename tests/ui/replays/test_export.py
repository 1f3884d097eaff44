"""/game export with both games: public while a game runs, checked by anybody when it is over."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

from metrobot.engine.record import Record, load
from metrobot.service.finished.record_check import check_dealing, check_record
from metrobot.service.model.play import Status
from metrobot.ui.app.fronts import FRONTS
from tests.ui.stage import Stage, on_discord, texts

pytestmark = pytest.mark.usefixtures("quick_pictures")

TITLES = {title: front.title for title, front in FRONTS.items()}


async def begun(stage: Stage, title: str, seats: int = 3) -> None:
    await stage.people[0].slash(stage.channel, "game new", game=title, seats=seats)
    for person in stage.people[1:seats]:
        await person.click(stage.last, label="Join")
    await stage.people[0].click(stage.last, label="Start")


async def play(stage: Stage, most: int) -> None:
    """Play some turns at random, without the planner; fewer if the game ends."""
    chooser, tables = Random(1), stage.bot.parts.tables
    for _ in range(most):
        table = await stage.table()
        if not table.to_act():
            return
        player = table.to_act()[0].id
        _, draft = await tables.turns.begin_draft(table.id, player)
        while not draft.is_turn_over:
            draft = draft.then(chooser.randrange(len(draft.open_choices)))
        await tables.turns.confirm(table.id, player, table.revision, draft.code)


async def exported(stage: Stage, person: int) -> tuple[Record, Any]:
    """Return the record that somebody is handed, and the answer that it came with."""
    answer = await stage.people[person].slash(stage.channel, "game export")
    (file,) = answer.response.attachments
    return load((stage.env.backend.cdn.get(file.url) or b"").decode()), answer


@pytest.mark.parametrize("title", FRONTS)
async def test_a_running_game_is_exported_without_its_secrets(tmp_path: Path, title: str) -> None:
    """Secret actions of chance are null for players and others alike; there is no key."""
    async with on_discord(tmp_path / "games.db", 4, FRONTS) as stage:
        await begun(stage, title)
        await play(stage, 3)
        record, answer = await exported(stage, 0)
        other, _ = await exported(stage, 3)
        log = (await stage.table()).log

    rules = TITLES[title].ruleset(record.players, record.options)
    assert answer.ephemeral
    assert [each.filename for each in answer.response.attachments] == [f"{title}-1.json"]
    assert "without anything hidden" in texts(answer.response)
    assert (record.key, record.result) == (None, None)
    assert record == other
    assert [each.fields for each in record.events] == [
        dict(TITLES[title].encode_public(rules, logged.event.action)) for logged in log
    ]
    assert not check_record(TITLES, record).is_over


async def test_hands_of_a_running_game_are_null(town: Stage) -> None:
    """MetrOmania's hands are dealt in secret unless people choose otherwise."""
    await begun(town, "metromania")
    record, _ = await exported(town, 0)

    assert [each.fields for each in record.events if each.kind == "deal"] == [{"hands": None}]


@pytest.mark.parametrize("title", FRONTS)
async def test_a_finished_game_can_be_verified_by_anybody(title: str, town: Stage) -> None:
    """The file passes what `python -m metrobot verify` does."""
    await begun(town, title)
    await play(town, 500)
    record, answer = await exported(town, 2)
    table = await town.table()

    found = check_dealing(TITLES, record)
    assert table.status is Status.OVER
    assert "The whole game" in texts(answer.response)
    assert record.key == table.key
    assert found.reason is None
    assert found.draws > 0
    assert check_record(TITLES, record).is_over
