"""People who play lines of the day on, whatever happens to the bot, and what they were told."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, ClassVar, NamedTuple

from metrobot.service.daily import timetable
from metrobot.ui.pages.ids import PressId, PressKind, parse_press
from tests.faults.clocked import AHEAD
from tests.faults.loopback import Loopback
from tests.faults.process import Bot
from tests.faults.rest import Answer
from tests.faults.world import LateError, RealClock, until, walk

SCRIPT = Path(__file__).with_name("clocked.py")
PATIENCE = 15.0
"""Seconds that somebody waits for an answer before they try again."""
CHOICES = (PressKind.TRY, PressKind.MENU)


class Clocked(Bot):
    """Bots one after another on the same database, with a clock that the test sets.

    Attributes:
        clock: the file that says how many seconds their clock is ahead, and how many more have
            passed than those of this machine.
    """

    def __init__(self, discord: Loopback, folder: Path, url: str | None = None) -> None:
        self.clock = folder / "clock"
        super().__init__(discord, folder, SCRIPT, url, more={AHEAD: str(self.clock)})
        self.clock.write_text("0 0", encoding="ascii")

    @property
    def now(self) -> datetime:
        """Time on the bot's clock."""
        return datetime.fromtimestamp(datetime.now(UTC).timestamp() + sum(self._added), UTC)

    @property
    def _added(self) -> list[float]:
        return [float(each) for each in self.clock.read_text(encoding="ascii").split()]

    def set_ahead(self, seconds: float) -> None:
        """Set their clock, while no time passes."""
        self._set(seconds, self._added[1])

    def spend(self, seconds: float) -> None:
        """Let time pass for the bot that runs."""
        self._set(self._added[0], self._added[1] + seconds)

    def _set(self, *added: float) -> None:
        new = self.clock.with_suffix(".new")
        new.write_text(" ".join(map(str, added)), encoding="ascii")
        new.replace(self.clock)

    def be_at(self, moment: datetime) -> None:
        """Set their clock, and Discord's, ahead to a moment, from which they run on."""
        assert moment > self.now
        ahead = moment - datetime.now(UTC)
        there = self._discord.world.backend.clock
        assert isinstance(there, RealClock)
        there.ahead = ahead
        self.set_ahead(ahead.total_seconds())


class Shown(NamedTuple):
    """Planner of a card before any choice."""

    alts: tuple[str, ...]
    offered: tuple[str, ...]


@dataclass
class CardPlayed:
    """One press that is to play a card.

    Attributes:
        run: its number.
        revision: of the game when it was pressed.
        person: who pressed.
        code: of the draft.
        chosen: in a menu, after what the draft holds.
        is_confirmed: whether the person was shown what came of it.
    """

    run: int
    revision: int
    person: int
    code: str
    chosen: str = ""
    is_confirmed: bool = False


@dataclass
class LinePlayer:
    """A person who plays each day's line.

    Attributes:
        discord: where.
        person: who.
        channel: where they type.
        chooser: chooses for them.
        at_once: whether they have said that a choice is played without Confirm.
        attempts: all cards that they have tried to play.
        seen: by run and revision, what they were first shown of a card.
        openings: how often they have pressed Play.
        has_wished: whether they were answered that it is so.
    """

    discord: Loopback
    person: int
    channel: int
    chooser: Random
    at_once: bool = False
    attempts: list[CardPlayed] = field(default_factory=list)
    seen: dict[tuple[int, int], Shown] = field(default_factory=dict)
    openings: int = 0
    has_wished: bool = False

    opens: ClassVar[PressKind] = PressKind.LINE_PLAY
    turns: ClassVar[PressKind] = PressKind.RUN
    """Kinds of the buttons that open the planner, and of those in it."""

    async def play(self, today: Callable[[], int]) -> None:
        """Play each day's line, card by card, until cancelled."""
        while True:
            try:
                number = today()
                page = await self._home()
                if self.at_once and not self.has_wished:
                    await self._wish_at_once(page)
                shown = await self._begun(page)
                while shown is not None:
                    shown = await self._card(shown)
                if not self._waits(page):
                    continue
                await until(partial(_is_another, today, number), PATIENCE, "another day")
            except LateError:
                continue  # the bot was killed meanwhile: they begin again

    async def _home(self) -> Any:
        """Type /daily; return its page."""
        await until(lambda: self.discord.is_open, 2 * PATIENCE, "a bot is there")
        mark = self.discord.mark()
        answer = self.discord.command(self.person, self.channel, "daily")
        return self.discord.answered(await self._whole(answer, mark, "/daily"))

    async def _wish_at_once(self, page: Any) -> None:
        """Choose that choices are played without Confirm."""
        (settings,) = wanted(page, PressKind.LINE_SETTINGS)
        shown = await self._pressed(page, settings)
        (once,) = wanted(shown, PressKind.LINE_ONCE)
        await self._pressed(shown, once)
        self.has_wished = True

    async def _begun(self, page: Any) -> Any:
        """Press Play or Go on, twice at once now and then; return the planner, None without one."""
        play = wanted(page, self.opens)
        if not play:
            return None
        self.openings += 1
        if self.chooser.random() < 0.2:
            self.discord.press(self.person, page, play[0])
        return self._planner(await self._pressed(page, play[0]))

    def _waits(self, page: Any) -> bool:
        """Return whether there is nothing to play."""
        return not wanted(page, self.opens)

    def _planner(self, page: Any) -> Any:
        """Return a page if it is a planner that has moved on to a card; note what it shows."""
        pressed = [] if page is None else list(_pressed_in(page, self.turns))
        if not pressed:
            return None
        at = (pressed[0].game, pressed[0].revision)
        offered = sorted(f"{each.game}.{each.revision}.{each.arg}" for each in pressed)
        alts = [str(each.get("description")) for each in _attachments(page)]
        shown = Shown(tuple(alts), tuple(offered))
        known = self.seen.setdefault(at, shown)
        assert known == shown, f"another card than before:\n{known}\n{shown}"
        return page

    async def _card(self, planner: Any) -> Any:
        """Make one choice for a card, or confirm what was chosen; return what is there then.

        Raises:
            LateError: an answer did not come.
        """
        before = next(_pressed_in(planner, self.turns)).revision
        done = self._ids(planner, PressKind.DONE)
        if done:
            return await self._played(planner, before, done[0])
        tries, menus = self._ids(planner, PressKind.TRY), self._menus(planner)
        offered: list[Any] = [*tries * 3, *menus] or self._menus(planner, PressKind.GROUP)
        if not offered:
            return None
        chosen = self.chooser.choice(offered)
        if isinstance(chosen, str):
            return await self._played(planner, before, chosen)
        value = self.chooser.choice([option["value"] for option in chosen["options"]])
        return await self._played(planner, before, chosen["custom_id"], value)

    async def _played(self, planner: Any, before: int, custom_id: str, *values: str) -> Any:
        """Press a control that may play a card; note the attempt before the bot can see it."""
        pressed = parse_press(custom_id)
        assert pressed is not None
        kind, _, arg = pressed.arg.partition("!")
        attempt = None
        if kind == PressKind.DONE or (self.at_once and kind in CHOICES):
            code = (arg.partition(":")[2] if kind == PressKind.MENU else arg).partition("~")[0]
            chosen = values[0] if values else ""
            attempt = CardPlayed(pressed.game, pressed.revision, self.person, code, chosen)
            self.attempts.append(attempt)
            if self.chooser.random() < 0.1:  # on a second device, or a finger that trembles
                self.discord.press(self.person, planner, custom_id, *values)
        mark = self.discord.mark()
        answer = self.discord.press(self.person, planner, custom_id, *values)
        await self._whole(answer, mark, custom_id)
        shown = self.discord.answered(answer) if answer.is_edit else None
        if shown is None:
            return None  # it was refused: they look where they stand
        after = next(_pressed_in(shown, self.turns), None)
        if after is not None and after.revision == before:
            return shown
        if attempt is not None:
            attempt.is_confirmed = True
        return None if after is None else self._planner(shown)

    async def _pressed(self, page: Any, custom_id: str) -> Any:
        mark = self.discord.mark()
        answer = self.discord.press(self.person, page, custom_id)
        await self._whole(answer, mark, custom_id)
        return self.discord.answered(answer) if answer.is_edit else None

    def _ids(self, page: Any, kind: PressKind) -> list[str]:
        return [each["custom_id"] for each in _usable(page, self.turns, f"{kind}!")]

    def _menus(self, page: Any, kind: PressKind = PressKind.MENU) -> list[dict[str, Any]]:
        return [each for each in _usable(page, self.turns, f"{kind}!") if each.get("options")]

    async def _whole(self, answer: Answer, mark: int, what: str) -> Answer:
        """Return an answer once all of it is there.

        Raises:
            LateError: it does not come, or the bot is gone.
        """
        await until(
            lambda: answer.whole or self.discord.is_lost(answer, mark),
            PATIENCE,
            f"an answer to {what}",
        )
        if not answer.whole:
            raise LateError("the bot is gone")
        return answer


def day_of(bot: Clocked) -> int:
    """Return the number of the line of the day, for a bot."""
    return timetable.number_at(bot.now)


def _is_another(today: Callable[[], int], number: int) -> bool:
    return today() != number


def _attachments(page: Any) -> list[dict[str, Any]]:
    return [item for each in walk(page.components) for item in each.get("items") or []]


def _pressed_in(page: Any, kind: PressKind) -> Iterator[PressId]:
    """Yield the ids of one kind in a message's controls."""
    for each in walk(page.components):
        found = parse_press(each.get("custom_id") or "")
        if found is not None and found.kind is kind:
            yield found


def _usable(page: Any, kind: PressKind, start: str = "") -> list[dict[str, Any]]:
    """Return the enabled buttons and menus of a kind whose argument begins with `start`."""
    found = (each for each in walk(page.components) if not each.get("disabled"))
    known = ((each, parse_press(each.get("custom_id") or "")) for each in found)
    return [
        each
        for each, press in known
        if press is not None and press.kind is kind and press.arg.startswith(start)
    ]


def wanted(page: Any, kind: PressKind) -> list[str]:
    """Return the ids of buttons of one kind from a page."""
    return [each["custom_id"] for each in _usable(page, kind)]
