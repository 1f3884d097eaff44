"""Options that a later release adds: games, drafts, lobbies and records of earlier ones go on."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pytest
import sqlalchemy as sa
from sqlalchemy import Connection

from metrobot.arena.simulation import simulated
from metrobot.engine.draft import Draft
from metrobot.engine.record import dump
from metrobot.engine.ruleset import Option
from metrobot.engine.title import AnyTitle
from metrobot.games.registry import TITLES
from metrobot.service.finished.record_faults import RecordFaultError
from metrobot.service.finished.replays import checked_record
from metrobot.service.model.play import PlayerId
from metrobot.service.model.table import Table
from metrobot.service.people.verdicts import verdict_on
from metrobot.store.schema.tables import games
from metrobot.store.statements.finished import FinishedRow
from tests.databases import url_of
from tests.service.acts import opened
from tests.service.stage import ANN, BOB, CHANNEL, Stage, staged
from tests.titles import AGAINST_OTHERS

RELEASES: Final[Mapping[str, tuple[tuple[str, tuple[str, ...]], ...]]] = {
    "metromania": (("18b85e87", ("hands", "station_points", "shared_trips", "advanced")),),
    "metrolijn": (("b6231f60", ("map", "special")),),
    "underground": (("0aaf2d28", ()),),
}
"""The options that hosts choose by the commit that brought them, as `git log` of the games has it.

No migration has changed any. Whoever adds an option adds a row: the last one is today's.
"""
SETS: Final = [(title, *each) for title, sets in RELEASES.items() for each in sets]
LATER: Final = tuple(
    Option(name, ("usual", "else"), frozenset(range(1, 9))) for name in ("later", "latest")
)


def later_titles(title: AnyTitle) -> dict[str, AnyTitle]:
    """Return a title as a later release may have it: with two more options."""
    later = {"options": (*title.options, *LATER)}
    return {title.id: type("Later", (type(title),), later)()}


@pytest.mark.parametrize("title", TITLES.values(), ids=TITLES)
def test_the_options_of_each_release_are_listed(title: AnyTitle) -> None:
    assert RELEASES[title.id][-1][1] == tuple(
        option.name for option in title.options if option.players
    )


async def filled(stage: Stage, title: str, channel: int) -> Table:
    """Open a lobby of as many as a game of several people needs."""
    lobby = await opened(stage.tables, channel, ANN, title)
    for number in range(1, AGAINST_OTHERS[title]):
        person = replace(BOB, id=PlayerId(BOB.id + number))
        lobby = await stage.tables.lobbies.at(channel).join(person, 500 + number)
    return lobby


async def started(stage: Stage, channel: int) -> Table:
    return await stage.tables.lobbies.at(channel).start(ANN.id, may_manage=False, interaction=900)


async def drafted(stage: Stage, table: Table) -> Draft[Any, Any]:
    """Draft the first turn of whoever is awaited, as far as it goes."""
    draft = (await stage.tables.turns.begin_draft(table.id, table.to_act()[0].id)).draft
    while not draft.is_turn_over:
        draft = draft.then(len(draft.open_choices) - 1)
    return draft


async def keep_only(stage: Stage, names: Sequence[str]) -> None:
    """Leave no options in the database but those that a release had."""

    def cut(connection: Connection) -> None:
        for row in connection.execute(sa.select(games)).all():
            options = {name: row.options[name] for name in names}
            connection.execute(games.update().where(games.c.id == row.id).values(options=options))

    await stage.store._database.write(cut)


@pytest.mark.scans  # The test itself reads all games, to take options from them.
@pytest.mark.parametrize(("title", "commit", "names"), SETS, ids=[each[1] for each in SETS])
async def test_what_an_earlier_release_has_stored_goes_on(
    tmp_path: Path, title: str, commit: str, names: tuple[str, ...]
) -> None:
    """A running game with a draft that was begun, and a lobby: by the defaults of what is new."""
    url, later = url_of(tmp_path / "games.db"), later_titles(TITLES[title])
    async with staged(url, titles=TITLES) as stage:
        await filled(stage, title, CHANNEL)
        running = await started(stage, CHANNEL)
        draft = await drafted(stage, running)
        await filled(stage, title, CHANNEL + 1)
        await keep_only(stage, names)
    async with staged(url, titles=later) as stage:
        table = await stage.tables.by_id(running.id)
        player = table.to_act()[0].id
        read = await stage.tables.turns.read_draft(table.id, player, table.revision, draft.code)
        after = await stage.tables.turns.confirm(table.id, player, table.revision, draft.code)
        lobby = await stage.tables.lobbies.at(CHANNEL + 1).choose(ANN.id, "later", "else")
        begun = await started(stage, CHANNEL + 1)

        assert (await stage.tables.by_id(running.id)).state == after.state

    options = [option for option in later[title].options if option.players]
    known = tuple(option.name for option in options)
    chosen = {option.name: option.default for option in options}
    chosen |= {name: running.options[name] for name in names}
    assert tuple(table.options) == tuple(name for name, _ in table.rules.options) == known
    assert dict(table.options) == chosen
    assert read.draft.actions == draft.actions
    assert lobby.options["later"] == "else"
    assert (begun.rules["later"], begun.rules["latest"]) == ("else", "usual")


@pytest.mark.parametrize(("title", "commit", "names"), SETS, ids=[each[1] for each in SETS])
def test_a_record_of_an_earlier_release_is_checked_and_shown(
    title: str, commit: str, names: tuple[str, ...]
) -> None:
    """With its options of then alone; one that nobody knows, or knew it to lack, is refused."""
    later = later_titles(TITLES[title])
    rules = TITLES[title].ruleset(AGAINST_OTHERS[title], {})
    data = json.loads(dump(simulated(TITLES[title], rules, "releases", 1)))
    data["options"] = {name: data["options"][name] for name in names}
    old = json.dumps(data).encode()

    assert tuple(checked_record(later, old).options) == names
    wrong = [{**data["options"], "unheard": True}, {**data["options"], "latest": "usual"}]
    for options in wrong:
        with pytest.raises(RecordFaultError):
            checked_record(later, json.dumps({**data, "options": options}).encode())


def test_how_many_turns_were_played_is_counted_by_later_rules_too() -> None:
    """For the standings, of games that were ended by a vote or cancelled."""
    title = later_titles(TITLES["metromania"])["metromania"]
    row = FinishedRow(
        *(1, "metromania", {"places": [[0], [1]]}, (ANN.id, BOB.id), False, frozenset(), ()),
        *(None, True, 40, {"advanced": False}, (0, 0), False, frozenset()),
    )

    assert verdict_on(title, row) is not None
