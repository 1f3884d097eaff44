"""Killed at any instant, the bot loses no turn of a game that is played on, and doubles none."""

import asyncio
import contextlib
import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Any, ClassVar

import pytest

from metrobot.arena.simulation import simulated
from metrobot.engine import log
from metrobot.engine.actors import Seat
from metrobot.engine.draft import read_draft
from metrobot.engine.record import dump
from metrobot.games.registry import TITLES
from metrobot.service.finished.branches import Branch
from metrobot.service.finished.deals import first_fork
from metrobot.service.finished.forks import GHOSTS, OVER, dealing_of, fork_of, play_in, prefix_of
from metrobot.service.model.guards import seat_to_act
from metrobot.service.model.history import History
from metrobot.service.model.play import Person, Play, PlayerId, Status
from metrobot.service.people import ledger
from metrobot.store.statements.daily.runs import Deed
from metrobot.ui.daily.branch_pages import ALONE, NEW, SAME
from metrobot.ui.pages.args import BranchArg
from metrobot.ui.pages.ids import PressId, PressKind, ReplaySource
from tests.bench.positions import one_turn
from tests.databases import url_of
from tests.faults.line_ledger import LineLedger, check_turns
from tests.faults.lines import PATIENCE, CardPlayed, Clocked, LinePlayer, wanted
from tests.faults.loopback import Loopback
from tests.faults.test_kills import LONGEST_LIFE, LONGEST_MOVE
from tests.faults.test_line_kills import FIRST_FINISHED
from tests.faults.world import LateError, until
from tests.service.branching import forked
from tests.service.stage import FakeClock, Stage, staged
from tests.thinking.here import Here

pytestmark = pytest.mark.faults
SEED = 58
MOST_KILLS = 50
PAUSE = timedelta(minutes=20)
"""Time between two lives: nobody is refused a branch for long, and none is too old."""
OTHERS = {name: GHOSTS if title.is_simultaneous else "easy" for name, title in TITLES.items()}
"""Players of the other seats, by title."""


@dataclass
class BranchPlayer(LinePlayer):
    """A person who plays on games that are over, one after another.

    Attributes:
        ways: ids of the buttons that begin to.
        begun: number of presses on them.
    """

    ways: tuple[str, ...] = ()
    begun: int = 0

    opens: ClassVar[PressKind] = PressKind.BRANCH_GO
    turns: ClassVar[PressKind] = PressKind.BRANCH_TURN

    async def play_on(self) -> None:
        """Play one branch after another, until cancelled."""
        while True:
            with contextlib.suppress(LateError):  # the bot was killed meanwhile: they begin again
                page = await self._home()
                if not wanted(page, self.opens):
                    await self._begin(page)
                    continue
                shown = await self._begun(page)
                while shown is not None:
                    shown = await self._card(shown)

    async def _home(self) -> Any:
        """Type /daily, and press My lines; return that page."""
        page = await super()._home()
        return await self._pressed(page, *wanted(page, PressKind.LINE_PAST))

    async def _begin(self, page: Any) -> None:
        """Press a button that stands elsewhere, twice at once now and then."""
        custom_id = self.chooser.choice(self.ways)
        self.begun += 1
        mark, data = self.discord.mark(), {"custom_id": custom_id, "component_type": 2}
        for _ in range(1 + (self.chooser.random() < 0.2)):
            answer = self.discord.send(3, self.person, self.channel, data, page)
        await self._whole(answer, mark, custom_id)


class Shelf:
    """Games that are over, and people who play them on.

    Attributes:
        bot: lives and dies meanwhile.
        players: the people.
    """

    def __init__(self, discord: Loopback, folder: Path) -> None:
        self.discord = discord
        self.url = url_of(folder / "games.db")
        self.bot = Clocked(discord, folder, self.url)
        self.rows = LineLedger(self.bot.database).rows
        self.players = [
            BranchPlayer(discord, person, channel, Random(SEED + number))
            for number, (person, channel) in enumerate(
                zip(discord.world.people, discord.world.channels, strict=False)
            )
        ]

    def staged(self) -> Any:
        """Return a service on the database, while no bot runs."""
        return staged(self.url, titles=TITLES, thinker=Here(), clock=FakeClock(self.bot.now))

    async def fill(self) -> None:
        """Import a game of each title, finish one here, and hand it on."""
        world = self.discord.world
        place = {"guild": world.guild, "channel": world.channels[0]}
        async with self.staged() as stage:
            for player, title in zip(self.players, OTHERS, strict=False):
                rules = TITLES[title].ruleset(2, {})
                data = dump(simulated(TITLES[title], rules, "kills", 1)).encode()
                number = await stage.tables.replays.keep(data, person=1, **place)
                play = (await stage.tables.replays.replay(number, str)).play
                player.ways = tuple(_ways(number, play))
            table = await stage.tables.lobbies.open(
                **place, host=_person(world.people[-1]), title="metrolijn", capacity=1
            )
            lobby = stage.tables.lobbies.at(place["channel"])
            table = await lobby.start(_person(world.people[-1]).id, may_manage=False, interaction=1)
            while table.status is Status.RUNNING:
                table = await one_turn(stage.tables, table.id, Random(table.revision))
            stage.line.poster = stage.notifier
            await stage.said()
            stage.line.poster = None
            fork, host = first_fork(table, table.id, Seat(0)), _person(world.people[-1])
            await stage.tables.deals.hand_on(fork, None, host, **place)
            (deal,) = self.rows("SELECT id FROM deals")
        for player in self.players:
            press = PressId(deal["id"], 0, PressKind.DEAL_PLAY)
            player.ways = (*player.ways, str(press))

    @property
    def tried(self) -> int:
        """Number of presses that were to play a turn."""
        return sum(len(each.attempts) for each in self.players)

    @property
    def answered(self) -> int:
        """Number of those whose answer has come."""
        return sum(each.is_confirmed for player in self.players for each in player.attempts)

    @property
    def begun(self) -> int:
        """Number of presses that were to begin a branch."""
        return sum(each.begun for each in self.players)

    def has_finished(self) -> bool:
        """Return whether somebody has played a branch to its end."""
        return bool(self.rows("SELECT id FROM runs WHERE status = 'over' LIMIT 1"))

    async def live(self, chance: Random) -> None:
        """Let the bot live until somebody begins, plays or is answered, or for a while; kill it."""
        what = chance.choice(("begun", "tried", "tried", "answered", "any"))
        before, longest = getattr(self, what, 0), LONGEST_LIFE
        if what != "any":
            longest = LONGEST_MOVE
            with contextlib.suppress(LateError):
                await until(lambda: getattr(self, what) > before, PATIENCE, "somebody presses")
        end = time.monotonic() + chance.uniform(0, longest)
        await until(lambda: time.monotonic() > end, longest + 5, "a moment")
        await self.bot.kill()

    async def check(self) -> list[tuple[Branch, list[str]]]:
        """Check all branches against people's presses; return each with the codes of its turns."""
        async with self.staged() as stage:
            branches = [await _branch(stage, row["id"]) for row in self.rows("SELECT id FROM runs")]
        shown = {number for each in self.players for number, _ in each.seen}
        assert shown <= {branch.row.id for branch in branches}, "a lost branch"
        attempts = [attempt for each in self.players for attempt in each.attempts]
        codes = list[list[str]]()
        for branch in branches:
            own = [each for each in attempts if each.run == branch.row.id]
            assert {each.person for each in own} <= {branch.row.player}
            turns = list(_turns(branch))
            assert len(turns) == branch.row.turns
            presses = check_turns(turns, own, lambda *turn, b=branch: _is_for(b, *turn))
            assert all(not press.chosen for press in presses)
            codes.append([press.code for press in presses])
        return list(zip(branches, codes, strict=True))

    async def check_again(self, monkeypatch: pytest.MonkeyPatch) -> tuple[int, int]:
        """Play the same turns of each branch anew; return how many branches, how many finished."""
        monkeypatch.setattr(ledger, "BRANCHES", 10_000)
        checked = await self.check()
        async with self.staged() as stage:
            for branch, codes in checked:
                again = await _played_anew(stage, branch, codes)
                same = ("deeds", "turns", "status", "score")
                assert [getattr(again.row, name) for name in same] == [
                    getattr(branch.row, name) for name in same
                ]
        return len(checked), sum(branch.is_over for branch, _ in checked)


def _person(number: int, name: str = "Ann") -> Person:
    return Person(PlayerId(number), name)


def _ways(number: int, play: Play) -> Iterator[str]:
    """Yield ids of buttons that play an imported game on."""
    level = OTHERS[play.title.id] if len(play.people) > 1 else ALONE
    turns = play.turns_played
    for turn in (turns[0], turns[-4], turns[-2]):
        seat = forked(number, play, turn).seat
        for cards in (SAME, NEW):
            arg = BranchArg(ReplaySource.IMPORTED, turn, seat, level, cards)
            yield str(PressId(number, 0, PressKind.BRANCH_BEGIN, str(arg)))


async def _branch(stage: Stage, number: int) -> Branch:
    """Return a branch as a bot that has just begun reads it."""
    row = await stage.store.runs.by_id(number)
    assert row is not None
    branch = await stage.tables.deals.branches.of_row(row, "")
    title, state = branch.play.title, branch.play.state
    assert branch.is_over == title.is_over(state)
    assert branch.row.score == (
        title.outcome(state).scores[branch.origin.player_of[row.seat or 0]]
        if row.status == OVER
        else None
    )
    return branch


def _turns(branch: Branch) -> Iterator[tuple[History, Deed]]:
    """Yield the turns of a branch's person, each with the game before it."""
    row, dealing = branch.row, dealing_of(branch.row, branch.origin)
    history, moment = prefix_of(branch.origin, row.turn or 0), row.begun_at
    # What others did before the person's first turn.
    first, *deeds = row.deeds or ()
    history = history.followed(first, dealing, moment)
    for deed in deeds:
        yield history, deed
        history = history.followed(deed, dealing, moment)


def _is_for(branch: Branch, attempt: CardPlayed, history: History, deed: Deed) -> bool:
    play = play_in(branch.row, branch.origin, history, "")
    seat = seat_to_act(play, PlayerId(branch.row.player))
    draft = read_draft(play.title, play.state, seat, attempt.code)
    own = [dict(fields) for fields in deed if fields["actor"] == seat]
    actions = [
        {"actor": seat, "kind": each.kind, **log.encode_event(play.title, seat, each)}
        for each in draft.actions
    ]
    return draft.is_turn_over and own[: len(actions)] == actions


async def _played_anew(stage: Stage, branch: Branch, codes: list[str]) -> Branch:
    """Begin a branch like another, as somebody else, and play the same turns."""
    row, branches = branch.row, stage.tables.deals.branches
    person = _person(10_000 + row.id)
    if row.key is not None:
        key = bytes.fromhex(row.key)
        branches.entropy = lambda: key
    again = await branches.begin(
        fork_of(row), person, row.level, is_fresh=row.key is not None, kind=row.kind
    )
    for code in codes:
        again = await branches.play_draft(again.row.id, person, again.play.revision, code)
    return again


async def test_no_kill_loses_or_doubles_a_turn_of_a_branch(
    discord: Loopback, tmp_path: Path, kills: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In every title and of a deal: what was answered is there, goes on, and ends as it must."""
    shelf, chance = Shelf(discord, tmp_path), Random(SEED)
    kills = min(kills, MOST_KILLS)
    await shelf.fill()
    await shelf.bot.start()
    playing = [asyncio.create_task(each.play_on()) for each in shelf.players]
    try:
        for _ in range(kills):
            await shelf.live(chance)
            await shelf.check()
            shelf.bot.be_at(shelf.bot.now + PAUSE)
            await shelf.bot.start()
            failed = [each for each in playing if each.done()]
            assert not failed, failed[0].exception()
        await until(
            lambda: shelf.answered and shelf.has_finished(), FIRST_FINISHED, "a branch is finished"
        )
    finally:
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        await shelf.bot.stop()
    count, finished = await shelf.check_again(monkeypatch)
    print(f"\n{kills} kills, {count} branches, {finished} finished, {shelf.answered} turns")
    assert len(discord.rest.said) == 1, "the invitation"
    assert finished
    assert "Traceback" not in shelf.bot.log, shelf.bot.log
