"""Whole games with computers, in which people come, go and are covered: all of them end."""

import random
from pathlib import Path

import pytest

from metrobot.engine.errors import Refusal
from metrobot.engine.title import AnyTitle
from metrobot.games.registry import TITLES
from metrobot.service.model.computers import LEVELS
from metrobot.service.model.play import Person, PlayerId, Status
from metrobot.service.model.table import Table
from metrobot.service.ports import ChoiceJob, ChosenAction
from metrobot.service.tables import Tables
from tests.databases import url_of
from tests.service.acts import opened
from tests.service.stage import staged
from tests.service.toy import TOY
from tests.service.toy_rounds import ROUNDS

ALL: dict[str, AnyTitle] = {"toy": TOY, "rounds": ROUNDS, **TITLES}
TURNS = tuple(each for title in TITLES for each in ("toy", "rounds", title))
"""The order of titles: toys come most often, as they find most and take little time."""
MOST_STEPS = 2000


class Luck:
    """Takes any choice, drawn from the seed of the job."""

    async def decide(self, job: ChoiceJob) -> ChosenAction:
        """Return any choice."""
        return ChosenAction(random.Random(job.seed).randrange(len(job.legal)), "why.luck")


class Evening:
    """One game, with all that people do about their seats."""

    def __init__(self, tables: Tables, number: int, title: str, dice: random.Random) -> None:
        self._tables = tables
        self._channel = number
        self._title = title
        self._dice = dice
        self._newest = 100

    def _person(self) -> Person:
        self._newest += 1
        return Person(PlayerId(self._newest), f"P{self._newest}")

    async def play(self) -> Table:
        """Play a game to its end; return the table."""
        table = await self._started()
        for _ in range(MOST_STEPS):
            await self._tables.bot_turns.settled()
            table = await self._tables.by_id(table.id)
            if table.status is not Status.RUNNING:
                return table
            try:
                await self._step(table)
            except Refusal:
                continue  # they try something else
        raise AssertionError(f"{self._title} does not end")

    async def _started(self) -> Table:
        tables, dice, host = self._tables, self._dice, self._person()
        title = tables.titles[self._title]
        places = dice.choice([count for count in title.player_counts if 1 < count < 5])
        people = dice.randrange(1, places + 1)
        await opened(tables, self._channel, host, title.id, capacity=places)
        for _ in range(places - people):
            await tables.lobbies.at(self._channel).add_computer(host.id, dice.choice(LEVELS))
        for _ in range(people - 1):
            await tables.lobbies.at(self._channel).join(self._person(), dice.randrange(10**6))
        return await tables.lobbies.at(self._channel).start(
            host.id, may_manage=False, interaction=1
        )

    async def _step(self, table: Table) -> None:
        """Do something for people: mostly play, else something about their seats."""
        seats, dice = self._tables.seats, self._dice
        waiting = table.to_call()
        if waiting and dice.random() < 0.85:
            return await self._turn(table, dice.choice(waiting).id)
        person = dice.choice(table.seated)
        place = dice.randrange(len(table.people))
        match dice.randrange(5):
            case 0 if dice.random() < 0.3:
                await seats.resign(table.id, person.id)
            case 1:
                own = table.position_of(person.id)
                await seats.offer_computer(table, person.id, own, dice.choice(LEVELS))
            case 2:
                await seats.offer_computer(table, person.id, place, dice.choice(LEVELS))
            case 3:
                await self._tables.covers.come_back(table.id, person.id)
            case _:
                await seats.take(table.id, place, self._person())
        return None

    async def _turn(self, table: Table, player: PlayerId) -> None:
        """Play a whole random turn for somebody."""
        draft = (await self._tables.turns.begin_draft(table.id, player)).draft
        while not draft.is_turn_over:
            draft = draft.then(self._dice.randrange(len(draft.open_choices)))
        await self._tables.turns.confirm(table.id, player, table.revision, draft.code)


@pytest.mark.long
@pytest.mark.parametrize(("games", "seed"), [(40, 0), (100, 1), (100, 2)])
async def test_hundreds_of_games_come_to_their_end(tmp_path: Path, games: int, seed: int) -> None:
    """Of one title after another; people leave at any moment, and computers cover them."""
    dice = random.Random(seed)
    found = list[Table]()
    async with staged(url_of(tmp_path / "games.db"), thinker=Luck(), titles=ALL) as stage:
        for number in range(games):
            evening = Evening(stage.tables, number, TURNS[number % len(TURNS)], dice)
            found.append(await evening.play())

    assert {table.status for table in found} <= {Status.OVER, Status.CANCELLED}
    assert sum(table.status is Status.OVER for table in found) > games / 2
    assert any(table.computed for table in found)
