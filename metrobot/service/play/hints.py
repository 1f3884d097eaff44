"""Hints: a strong player's choices for the rest of somebody's turn.

Somebody who plays alone, or against computers, may always ask. Among people
the host has to allow it in the lobby, and everybody sees how many hints each
has taken. What is asked goes out as a view and choices, never as a state; so a
hint can tell nothing that its reader may not know.
"""

import asyncio
import hashlib
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import dataclass, field
from functools import reduce
from typing import Any, Final, NamedTuple

from cachetools import LRUCache

from metrobot.engine.actors import Seat
from metrobot.engine.draft import Draft, StaleDraftError
from metrobot.engine.sentence import Sentence
from metrobot.service.model import guards
from metrobot.service.model.drafts import Drafts
from metrobot.service.model.errors import TableError, TableKey
from metrobot.service.model.loader import TablesPart
from metrobot.service.model.play import GameId, Play, PlayerId
from metrobot.service.model.table import Table
from metrobot.service.people.ledger import FREE_HINTS, HINT, Account, Ledger
from metrobot.service.ports import ChoicePath, Hint, HintFinder, HintJob

KEPT: Final = 64
"""Most hints that are remembered, so that looking again neither costs nor counts."""
LONGEST: Final = 30
"""Seconds after which a hint that waits is given up; most take two."""


class Hinted(NamedTuple):
    """A hint for a draft.

    Attributes:
        table: the newest board.
        draft: choices of the player.
        advised: `start` with the hint, to the turn's end; None: all were shown.
        reason: why, in one or two sentences.
        is_quick: whether it is the turn of the level `QUICK`.
    """

    table: Table
    draft: Draft[Any, Any]
    advised: Draft[Any, Any] | None
    reason: tuple[Sentence, ...] = ()
    is_quick: bool = False

    @property
    def start(self) -> Draft[Any, Any]:
        """Draft from which the hint goes on; empty if the draft is a whole turn."""
        return start_of(self.draft)


class HintKey(NamedTuple):
    """Identity of a hint: game, revision, draft and hints shown before.

    Attributes:
        game: the game.
        revision: of its table.
        seat: the seat that chooses.
        choices: those of the draft.
        shown_paths: choices of the hints that were shown.
        is_quick: whether it is the turn of the level `QUICK`.
    """

    game: GameId
    revision: int
    seat: Seat
    choices: ChoicePath
    shown_paths: tuple[ChoicePath, ...]
    is_quick: bool = False


def are_counted(table: Play) -> bool:
    """Return whether hints are counted in public: among people, if allowed."""
    return table.hints and len(table.seated) > 1


def are_allowed(table: Play) -> bool:
    """Return whether the players may ask for hints."""
    return table.hints or len(table.seated) == 1


@dataclass(eq=False)
class Hints(TablesPart):
    """Has hints found, and counts them.

    Attributes:
        drafts: keep drafts.
        ledger: charges for hints.
        finder: finds hints; None: there are none.
    """

    drafts: Drafts
    ledger: Ledger
    finder: HintFinder | None
    _found: LRUCache[HintKey, tuple[Hint | None]] = field(
        default_factory=lambda: LRUCache(KEPT), init=False
    )
    _asking: dict[PlayerId, HintKey] = field(default_factory=dict, init=False)

    def are_offered(self, table: Play) -> bool:
        """Return whether the players may ask for hints, and can get them."""
        finder = self.finder
        return finder is not None and finder.knows(table.title.id) and are_allowed(table)

    async def ask(
        self,
        game: GameId,
        player: PlayerId,
        revision: int,
        code: str,
        shown_paths: tuple[ChoicePath, ...] = (),
        *,
        is_quick: bool = False,
    ) -> Hinted:
        """Return a hint for a draft, unlike those shown; for a whole draft, another turn.

        Args:
            game: the game.
            player: whose draft it is.
            revision: of the table when the draft was begun.
            code: as `Draft.code` gave it.
            shown_paths: the further choices of hints that were shown already.
            is_quick: whether the turn of the level `QUICK` is wanted, which costs nothing.

        Raises:
            TableError: not seated, not running, moved on since, not their turn,
                hints are not allowed or used up, or their last one is still being found.
        """
        table = await self.loader.by_id(game)
        seat = guards.seat_on(table, player, revision)
        finder = self.finder
        if finder is None or not self.are_offered(table):
            raise TableError(TableKey.NO_HINTS)
        draft = self.drafts.read(table, seat, code)
        start = start_of(draft)
        _check_paths(start, shown_paths)
        key = HintKey(game, revision, seat, start.choices, shown_paths, is_quick)
        hint = await self._hint(finder, table, player, key)
        # Read again: the count has changed, and others may have acted meanwhile.
        table = await self.loader.by_id(game)
        guards.seat_on(table, player, revision)
        if hint is None:
            return Hinted(table, draft, None)
        return Hinted(table, draft, followed(start, hint.path), hint.reason, is_quick)

    async def _hint(
        self, finder: HintFinder, table: Table, player: PlayerId, key: HintKey
    ) -> Hint | None:
        """Return a hint, remembered or found, and counted once; None if all were shown."""
        entry = self._found.get(key)
        if entry is not None:
            return entry[0]
        if player in self._asking:
            # Nobody may fill the queue by pressing again and again.
            raise TableError(TableKey.HINT_UNDER_WAY)
        self._asking[player] = key
        try:
            async with await self._paid(table, player, key):
                job = hint_job(table, player, key)
                hint = await asyncio.wait_for(finder.find_hint(job), LONGEST)
            if hint is not None:
                await self._count(table.id, player)
        except TimeoutError as error:
            raise TableError(TableKey.HINT_LATE) from error
        finally:
            del self._asking[player]
        # As a tuple: None is an answer too, which says that all hints were shown.
        self._found[key] = (hint,)
        return hint

    async def minutes_left(self, table: Play, player: PlayerId) -> int:
        """Return the minutes until somebody can get a hint again; 0: they can now."""
        if await self._is_free(table, player):
            return 0
        return await self.ledger.minutes_to_hint(player)

    async def _is_free(self, table: Play, player: PlayerId) -> bool:
        hint_count = next(person.hints for person in table.people if person.id == player)
        return hint_count < FREE_HINTS and await self.ledger.is_first_game(player, table.id)

    async def _paid(
        self, table: Play, player: PlayerId, key: HintKey
    ) -> AbstractAsyncContextManager[object]:
        """Return the block in which a hint is charged."""
        if key.is_quick:
            return nullcontext()
        if await self._is_free(table, player):
            return self.ledger.charged(player, Account.FREE_HINTS, game=table.id)
        return self.ledger.charged(player, Account.SECONDS, HINT, game=table.id)

    async def _count(self, game: GameId, player: PlayerId) -> None:
        async with self.locks.of(game):
            # Stored before they see it, and shielded: whoever cancels the press must not get it
            # uncounted.
            await asyncio.shield(self.store.seats.count_hint(game, player))
            self.loader.forget(game)


def hint_job(table: Table, player: PlayerId, key: HintKey) -> HintJob:
    """Return the job of a hint."""
    # Made of the question alone: the hint is the same after a restart, and unrelated to any draw.
    seed = hashlib.sha256(repr(tuple(key)).encode()).digest()
    view = table.view_for(player)
    question = (table.title.id, view, key.seat, key.choices, key.shown_paths, seed)
    return HintJob(*question, person=int(player), is_quick=key.is_quick)


def start_of(draft: Draft[Any, Any]) -> Draft[Any, Any]:
    """Return the draft from which a hint goes on: of a whole turn, its beginning."""
    return draft.cleared() if draft.is_turn_over else draft


def followed(draft: Draft[Any, Any], path: ChoicePath) -> Draft[Any, Any]:
    """Return a draft with some more choices.

    Raises:
        TableError: they are not open.
    """
    try:
        return reduce(Draft.then, path, draft)
    except StaleDraftError as error:
        raise TableError(TableKey.STALE) from error


def _check_paths(draft: Draft[Any, Any], shown_paths: tuple[ChoicePath, ...]) -> None:
    """Refuse a draft without a choice, and paths that no hint for it could have shown."""
    if draft.is_turn_over:
        raise TableError(TableKey.STALE)
    # They come from the id of a button, which may be old or forged.
    for path in shown_paths:
        followed(draft, path)
