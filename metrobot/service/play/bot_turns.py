"""The turns of computers: thought out in memory, and stored whole or not at all.

A computer's turn is known by game, revision and seat. Nothing of it is stored
before it is whole; then it is committed under the game's lock, if the board is
still the one that it was thought out for. So a process that is killed while a
computer thinks loses nothing and plays nothing twice: whoever comes next finds
the same board, and thinks the same again.

What a computer draws follows from the game's key, so that nobody can foresee
what it seals. How long it waits follows from what everybody knows: neither its
hand nor its choice shows in it.

A turn is a draft, as people make them: nothing that its first choices will show
of hidden things is known to the later ones (MetrOmania §11.3).
"""

import asyncio
import hashlib
import hmac
import logging
import random
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import timedelta
from functools import reduce
from typing import Any, Final, TypeAlias

from metrobot.engine.actors import Seat
from metrobot.engine.dice import Dice
from metrobot.engine.draft import Draft, new_draft
from metrobot.service.model import guards
from metrobot.service.model.errors import TableError
from metrobot.service.model.loader import TablesPart, dealing_of, existing
from metrobot.service.model.play import GameId, Play
from metrobot.service.model.table import Table
from metrobot.service.outbox.delivery import DeliveryKind
from metrobot.service.outbox.worker import OutboxWorker
from metrobot.service.play import acts, lock_choice
from metrobot.service.play.plans import plan_due
from metrobot.service.ports import ChoiceJob, Helpers, JobId, JobKind, Thinker
from metrobot.store.schema.act_rows import NewDelivery
from metrobot.store.schema.rows import GameRow, ResealedError, StaleError
from metrobot.store.statements.waits.due import HELD, DueKind, DueRow
from metrobot.vitals import log_context

log = logging.getLogger(__name__)

AnyDraft: TypeAlias = Draft[Any, Any]

# The pause hides how long it has thought, which could tell of its hand.
SHORTEST: Final = 1.0
LONGEST: Final = 3.0
"""Bounds of the pause before a computer's turn, in seconds."""
SECONDS: Final = 5.0
"""Most seconds of a processor for one choice; no level needs them on a common machine."""
ANEW: Final = 20
"""Most times in a row that a turn is begun again because the board has moved on."""
_UNTHOUGHT: Final = timedelta(hours=1)
"""Pause before a game is looked at again for whose computers nobody thinks here."""
AT_ONCE: Final = 200
"""Most games in one round."""


@dataclass(eq=False)
class BotTurns(TablesPart):
    """Plays the turns of computers, of those whose seats they cover, and turns planned ahead.

    Attributes:
        outbox: calls for a round when a turn has failed.
        commit: stores a turn and has it told.
        helpers: decide, pause, and keep the places of turns.
    """

    outbox: OutboxWorker
    commit: lock_choice.Commit
    helpers: Helpers
    _tasks: dict[int, asyncio.Task[None]] = field(default_factory=dict, init=False)
    _again: set[int] = field(default_factory=set, init=False)
    _failed: set[int] = field(default_factory=set, init=False)

    def play_due(self, table: Table) -> None:
        """Begin to play the turns that computers owe at a table, or that are planned."""
        if not self._due(table):
            return
        if table.id in self._tasks:
            # The task may just be finishing with an older table: have it look again.
            self._again.add(table.id)
            return
        task = asyncio.create_task(self._run(table.id), name=f"company {table.id}")
        self._tasks[table.id] = task
        task.add_done_callback(lambda future: self._forget(table.id, future))

    async def sweep(self) -> None:
        """Begin to play in all games in which a computer or a plan is due."""
        for due_row in await self.store.due.find(self.clock.now(), AT_ONCE, DueKind.COMPUTER):
            await self._look_at(due_row)

    async def _look_at(self, due_row: DueRow) -> None:
        """Begin to play in a game; if nothing can be played it is left alone until an act."""
        try:
            row = existing(await self.store.games.by_id(due_row.of))
            table = await self.loader.glance(row)
            if any(person.played_by or person.plans for person in table.to_act()):
                table = await self.loader.table(row)
            if table.history is not None and self._due(table):
                self.play_due(table)
                return
            # A plan that did not fit does not fit later; here nobody may think for computers.
            later = self.clock.now() + _UNTHOUGHT if table.seats_to_compute() else None
            with suppress(StaleError):
                await self.store.due.keep(due_row, later)
        except Exception as error:
            # One broken game must not stop the others.
            self._note(due_row.of, error)

    def _due(self, table: Table) -> tuple[Seat, ...]:
        """Return the seats whose turns are to be played now."""
        seats = () if self.helpers.thinker is None else table.seats_to_compute()
        if not seats and (plan := plan_due(table)):
            return (plan.seat,)
        # Where seats act in turn, the next one plays on the board that this one leaves.
        return seats if table.title.is_simultaneous else seats[:1]

    async def settled(self) -> None:
        """Wait until no computer has anything to do."""
        while self._tasks:
            await asyncio.wait(tuple(self._tasks.values()))
            # The callbacks that remove finished tasks run in the next step of the loop.
            await asyncio.sleep(0)

    async def close(self) -> None:
        """Cancel all thinking; a turn that is being stored is stored."""
        tasks = tuple(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _forget(self, game: int, task: "asyncio.Task[None]") -> None:
        """Drop a task that is done; a failed one is tried again in a while."""
        del self._tasks[game]
        if task.cancelled():
            return
        if (error := task.exception()) is None:
            self._failed.discard(game)
            return
        self._note(game, error)
        if isinstance(error, Exception):
            # Other errors end the process.
            self.outbox.hurry(HELD)

    def _note(self, game: int, error: BaseException) -> None:
        """Log, once a game, that its computers cannot play."""
        if game not in self._failed:
            log.error("the computers of game %s stand still", game, exc_info=error)
        self._failed.add(game)

    async def _run(self, game: GameId) -> None:
        """Play for computers until a person is awaited, or the game is over.

        Raises:
            TableError: the board moves on all the time.
        """
        log_context.note_game(game)
        in_vain = 0
        while True:
            self._again.discard(game)
            table = await self.loader.by_id(game)
            seats = self._due(table)
            if not seats and game not in self._again:
                return
            try:
                if seats:
                    await self._play(table, seats)
                in_vain = 0
            except (TableError, ResealedError):
                # Somebody has acted meanwhile: think again, but not endlessly.
                in_vain += 1
                if in_vain == ANEW:
                    raise

    async def _play(self, table: Table, seats: Sequence[Seat]) -> None:
        """Plan the turns of some seats, pause, and play them.

        Raises:
            TableError: the board has moved on.
            ResealedError: another process was faster.
        """
        began = self.clock.monotonic()
        row = existing(await self.store.games.by_id(table.id))
        # The row, which alone holds the key, may be newer than the table.
        guards.check_fresh(await self.loader.table(row), table.revision)
        key = bytes.fromhex(row.key)
        async with self.helpers.turn(table.id):
            turns = await asyncio.gather(*(self._planned(table, seat, key) for seat in seats))
        pause = max(pause_of(table, seat) for seat in seats)
        await self.helpers.pause(max(0.0, began + pause - self.clock.monotonic()))
        # Thinking takes seconds, in which people can act: only storing holds the lock.
        async with self.locks.of(table.id):
            for turn in turns:
                await self._store_turn(table, turn, is_last=turn is turns[-1])

    async def _planned(self, table: Table, seat: Seat, key: bytes) -> AnyDraft:
        """Return the whole turn of a seat: a plan, or what a computer chooses."""
        if table.person_at(seat).played_by is None and (plan := plan_due(table)):
            return plan
        return await chosen_turn(self.helpers.thinker, table, seat, key)

    async def _store_turn(self, table: Table, turn: AnyDraft, *, is_last: bool) -> None:
        """Store a turn that was planned at a table, the game's lock held.

        Raises:
            TableError: the board has moved on.
            ResealedError: another process was faster.
        """
        row = existing(await self.store.games.by_id(table.id))
        now_there = await self.loader.table(row)
        old = now_there.history
        guards.check_running(now_there)
        guards.check_fresh(now_there, table.revision)
        is_due = turn.seat in self._due(now_there)
        level = table.person_at(turn.seat).played_by
        if old is None or not is_due or now_there.person_at(turn.seat).played_by != level:
            # The owner is back or has dropped the plan, or another process was faster.
            return
        place, now, news = now_there.player_of[turn.seat], self.clock.now(), list[NewDelivery]()
        if level:
            row, new = _computed(row, place), acts.history_after_draft(old, turn, now)
        else:
            # Plans may have changed since, in which the board has not.
            turn = plan_due(now_there) or turn
            new = acts.history_after_draft(old, turn, now).as_planned(len(old.log))
            if len(new.log) - len(old.log) < len(turn.actions):
                news.append(NewDelivery(DeliveryKind.PLAN_CUT, player=row.people[place].id))
        if table.title.is_simultaneous:
            # Of several computers that lock, the table hears only with the last one.
            lock = lock_choice.lock_choice(
                self.store, row, old, new, seat=turn.seat, now=now, is_quiet=not is_last
            )
            await self.commit(*lock)
            return
        new = new.settled(dealing_of(row), now)
        move = acts.turn_move(row, old, new, now)
        move = replace(move, deliveries=(*move.deliveries, *news))
        await self.commit(self.store.games.append, move, new)


def _computed(row: GameRow, place: int) -> GameRow:
    """Return a game in which a computer plays at a place; by the clock, that costs its player."""
    person = row.people[place]
    if not person.clock.clocked:
        return replace(row, computed=True)
    clock = replace(person.clock, flags=person.clock.flags + 1)
    people = (*row.people[:place], replace(person, clock=clock), *row.people[place + 1 :])
    return replace(row, people=people)


async def chosen_turn(
    thinker: Thinker | None, table: Play, seat: Seat, key: bytes, branch_level: str | None = None
) -> AnyDraft:
    """Return the whole turn of a computer, drafted as a person drafts one.

    Args:
        thinker: thinks; None: the first of its choices is taken each time.
        table: the newest board.
        seat: the seat of the computer.
        key: of the game.
        branch_level: of the computer in a branch; None: it is no branch.
    """
    draft = new_draft(table.title, table.state, seat)
    while not draft.is_turn_over:
        job, choice = choice_job(table, draft, key), 0
        if branch_level is not None:
            # The queue of workers is for games alone.
            job = replace(job, level=branch_level, job_id=None)
        # If only one choice is legal, nobody thinks.
        if thinker is not None and len(job.legal) > 1:
            choice = (await thinker.decide(job)).index
        draft = draft.then(choice)
    return draft


def choice_job(table: Play, draft: AnyDraft, key: bytes) -> ChoiceJob:
    """Return the job of one choice, with only what its seat may see.

    Args:
        table: the newest board.
        draft: choices of the seat so far.
        key: of the game.
    """
    seat, step, legal = draft.seat, len(draft.actions), draft.open_choices
    # Nobody can know what follows from this seed without the game's key.
    message = f"computer|{table.revision}|{int(seat)}|{step}".encode()
    seed = hmac.digest(key, message, "sha256")
    # Nobody does the same job twice; the hash of the choices tells nothing without the key.
    mark = hmac.digest(seed, repr(legal).encode(), "sha256")[:6].hex()
    name = f"{table.revision}.{int(seat)}.{step}.{mark}"
    return ChoiceJob(
        table.title.id,
        _seen(table, draft, random.Random(hmac.digest(seed, b"seen", "sha256"))),
        legal,
        table.person_at(seat).played_by or "",
        seed,
        SECONDS,
        job_id=JobId(JobKind.TURN, table.id, name),
    )


def _seen(table: Play, draft: AnyDraft, dice: Dice) -> Any:
    """Return the view of a seat with its own draft."""
    title, seats = table.title, table.seats_at(table.player_of[draft.seat])
    if draft.choices and not title.foresees:
        # What its choices would reveal, a computer learns as people do, by playing. So the draft
        # is followed on a board that could be the true one.
        possible = title.imagined(title.view_for(draft.base, seats), dice)
        draft = reduce(Draft.then, draft.choices, new_draft(title, possible, draft.seat))
    return title.view_for(draft.state, seats)


def pause_of(table: Table, seat: Seat) -> float:
    """Return the seconds of pause before a computer's turn, from public facts alone."""
    facts = f"{table.commitment}|{table.revision}|{int(seat)}".encode()
    part = int.from_bytes(hashlib.sha256(facts).digest()[:4], "big") / 2**32
    return SHORTEST + (LONGEST - SHORTEST) * part
