"""**What if**: another turn in a game that is over, and what it would have been worth."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from discord import ui

from metrobot.engine.errors import Refusal
from metrobot.service.finished.what_ifs import Moment, WhatIfs
from metrobot.service.model.play import Play, PlayerId
from metrobot.service.model.snapshots import finished_turns, snapshot_after
from metrobot.service.people.ledger import Account
from metrobot.service.ports import Comparison, Interval
from metrobot.ui.kit.answerer import Answerer
from metrobot.ui.kit.front import Front
from metrobot.ui.kit.handlers import Answers, on_own_press
from metrobot.ui.kit.pictures.drawing import Drawing
from metrobot.ui.kit.replies import person_of, player_id
from metrobot.ui.pages.args import InnerArg, PlannerArg, ReplayArg, WhatIfArg
from metrobot.ui.pages.ids import (
    Button,
    Press,
    PressId,
    PressKind,
    ReplaySource,
    button,
    menu_value,
    parse_number,
)
from metrobot.ui.pages.page import Page, page
from metrobot.ui.replays.replay_command import ReplayHandlers, on_replay
from metrobot.ui.replays.review_page import WHYS, instead_box, played_box
from metrobot.ui.turn.board_buttons import branch_button
from metrobot.ui.turn.hint_buttons import SOON, awaited, reason_text
from metrobot.ui.turn.planner import apart_page
from metrobot.ui.turn.planner_page import AnyDraft, page_after
from metrobot.ui.words.catalogue import Words
from metrobot.ui.words.player_names import player_name, shown_name
from metrobot.ui.words.refusals import FrameKey

STRONG: Final = "strong"
"""Word in ids beside those of planners: what strong would do."""
LONG: Final = 8.0
"""Seconds after which an answer takes longer than on a machine that has nothing else to do."""
WORTHS: Final = {
    False: ("whatif.played.chance", "whatif.other.chance", "whatif.gain.chance"),
    True: ("whatif.played.points", "whatif.other.points", "whatif.gain.points"),
}
"""Keys of what was played, the other turn, and the difference: of a chance, and in a game alone."""
VERDICTS: Final = {1: "whatif.better", 0: "whatif.unclear", -1: "whatif.worse"}
"""Keys of the verdicts."""
REASONS: Final = {1: "review.why", -1: "whatif.why_played"}
"""Keys of a reason, by the verdict."""
MOST_REASONS: Final = 2
"""Most reasons for a difference."""


@dataclass(eq=False)
class WhatIfPlanner:
    """The PlannerSource of a turn that was played otherwise.

    Attributes:
        what_ifs: answer questions.
        drawing: works beside the event loop.
        front: of the game.
        words: of the reader.
        moment: the turn.
        person: who asks.
        is_in_words: whether they want words first.
    """

    what_ifs: WhatIfs
    drawing: Drawing
    front: Front
    words: Words
    moment: Moment
    person: PlayerId
    is_in_words: bool

    async def load(self, code: str) -> tuple[Play, AnyDraft]:
        """Return the game before the turn, and the draft that a code means in it.

        Raises:
            TableError: the code does not fit.
        """
        moment = self.moment
        return moment.play, self.what_ifs.drafts(moment).read(moment.play, moment.seat, code)

    async def page(self, play: Play, draft: AnyDraft, group: str | None, news: str = "") -> Page:
        """Return the planner for a draft, with **Compare** in place of Confirm."""
        words, draft = self.words, self.what_ifs.drafts(self.moment).put(play, draft)
        return await apart_page(
            self.drawing,
            self.person,
            (self.front, play, draft, words, group),
            self.press,
            drafted=self.head,
            news=news,
            tag=f"{self._tag}-{len(draft.choices)}",
            last=words.say("whatif.compare"),
            hints=(button(self.press(STRONG), words.say("whatif.strong")), self._on),
            is_in_words=self.is_in_words,
        )

    async def confirm(self, code: str) -> Page:
        """Return a whole draft beside what was played.

        Raises:
            Refusal: it is no whole turn, or there is no answer.
        """
        _, draft = await self.load(code)
        answer = await self.what_ifs.compare(self.moment, draft, self.person)
        return await self.drawing.work(partial(self.answer, draft, answer), self.person)

    async def strong(self) -> Page:
        """Return the planner with the turn of a strong player, and why.

        Raises:
            Refusal: there is no answer.
        """
        draft, hint = await self.what_ifs.strong(self.moment, self.person)
        reason = reason_text(hint.reason, self.words, self.front.things)
        news = self.words.say("whatif.strong_head", reason=reason)
        return await self.page(self.moment.play, draft, None, news)

    def answer(self, draft: AnyDraft, answer: Comparison) -> Page:
        """Return a whole draft beside what was played, and how they compare."""
        moment, words = self.moment, self.words
        after = snapshot_after(moment.game, moment.turn)
        summary = moment.play.title.summary(draft.base, draft.deeds, moment.seats, preview=True)
        return page(
            "\n".join((self.head, *_verdict(answer, words, is_alone=len(after.people) == 1))),
            played_box(self.front, after, moment.turn, words),
            instead_box(self.front, after, summary, words.say("whatif.this"), words),
            words.say("whatif.how", games=answer.games),
            ui.ActionRow(
                button(self.press(PressKind.ANEW, draft.code), words.say("whatif.another")),
                button(self.press(STRONG), words.say("whatif.strong")),
                self._on,
            ),
            tag=self._tag,
        )

    def press(self, what: str, arg: object = "") -> PressId:
        """Return the id of a button about the turn."""
        moment = self.moment
        rest = WhatIfArg(ReplaySource(moment.source), moment.seat, InnerArg(what, str(arg)))
        is_line = moment.source == ReplaySource.LINE
        kind = PressKind.LINE_IF if is_line else PressKind.WHAT_IF
        return PressId(moment.game.id, moment.turn, kind, str(rest))

    @property
    def head(self) -> str:
        """The turn that is looked at, and whose it was."""
        moment = self.moment
        name = shown_name(player_name(moment.play.person_at(moment.seat), self.words))
        number = finished_turns(moment.game).index(moment.turn) + 1
        return self.words.say("whatif.head", number=number, name=name)

    @property
    def _on(self) -> Button:
        moment = self.moment
        where = (ReplaySource(moment.source), moment.turn, moment.seat)
        return branch_button(moment.game, self.words, *where)

    @property
    def _tag(self) -> str:
        return f"whatif{self.moment.source}{self.moment.turn}-{int(self.moment.seat)}"


def _verdict(answer: Comparison, words: Words, *, is_alone: bool) -> Iterator[str]:
    """Yield both worths with their intervals, which is better, and why."""
    (played, other, gain), scale = WORTHS[is_alone], 1 if is_alone else 100

    def say(key: str, interval: Interval, write: Callable[[int], str]) -> str:
        numbers = [round(scale * number) for number in interval]
        if key == gain and answer.verdict:
            # Rounded, what is sure must not look as if it were nothing.
            numbers = [number or answer.verdict for number in numbers]
        facts = zip(("n", "low", "high"), map(write, numbers), strict=True)
        return words.say(key, **dict(facts))

    yield say(played, answer.played, words.number)
    yield say(other, answer.other, words.number)
    yield words.say(VERDICTS[answer.verdict], gain=say(gain, answer.gain, words.signed))
    for part, points in answer.reasons[:MOST_REASONS]:
        if part in WHYS and points * answer.verdict > 0:
            reason = words.count(WHYS[part], max(1, round(abs(points))))
            # Of a worse turn the reason speaks for what was played.
            yield words.say(REASONS[answer.verdict], reason=reason)


@dataclass(eq=False)
class WhatIfHandlers(Answerer):
    """Answers **What if**, and the buttons of its planner.

    Attributes:
        replays: finds games.
    """

    replays: ReplayHandlers

    @on_replay(PressKind.WHAT, answers=Answers.PRIVATE, causes=())
    async def open(self, ix: Press, press: PressId) -> None:
        """Show the planner before a turn, or a replay in which one can be chosen.

        Raises:
            Refusal: the game is not there or did not end, or nothing was to be chosen.
        """
        arg, words, what_ifs = ReplayArg.read(press), self.readers.words(ix), self.tables.what_ifs
        game, turn = await self._game(ix, press, arg.source), arg.turn()
        if turn is None:
            replay = self.replays.page(game, words, arg.source, None)
            task = words.say("whatif.choose")
            await self.replies.reply(ix, page(task, *replay.parts, tag=replay.tag))
            return
        moments = what_ifs.moments(arg.source, game, turn)
        seats = {moment.seat for moment in moments}
        own_seats = sorted(seats & game.seats_of(player_id(ix))) or sorted(seats)
        seat = parse_number(arg.way or "") if arg.way else next(iter(own_seats), None)
        moment = what_ifs.moment(arg.source, game, turn, -1 if seat is None else seat)
        planner = await self._planner(ix, moment)
        await self.replies.reply(ix, await planner.page(moment.play, moment.start, None))

    @on_replay(
        PressKind.WHAT_IF, answers=Answers.EDIT, only_private=True, causes=(Account.SECONDS,)
    )
    async def press(self, ix: Press, press: PressId) -> None:
        """Show the page that follows a press in the planner.

        Raises:
            Refusal: the game is not there or did not end, it is no whole turn, they have used
                up their time, or their last question is still being answered.
        """
        game = await self._game(ix, press, WhatIfArg.read(press).source)
        await self._follow(ix, press, game)

    @on_own_press(PressKind.LINE_IF, causes=(Account.SECONDS,))
    async def press_in_run(self, ix: Press, press: PressId) -> None:
        """Show the page that follows a press in the planner of a card of one's own run.

        Raises:
            Refusal: as for `press`; or it is not theirs, or its line is open.
        """
        run = await self.tables.daily.runs.closed(press.game, person_of(ix))
        await self._follow(ix, press, run.play)

    async def _follow(self, ix: Press, press: PressId, game: Play) -> None:
        arg = WhatIfArg.read(press)
        moment = self.tables.what_ifs.moment(arg.source, game, press.revision, arg.seat)
        planner, is_strong = await self._planner(ix, moment), arg.inner.what == STRONG
        inner = press if is_strong else arg.inner.inner(press)
        coming = planner.strong() if is_strong else page_after(planner, inner, menu_value(ix))
        if is_strong or inner.kind is PressKind.DONE:
            code = moment.start.code if is_strong else inner.arg
            way = planner.press(PressKind.TRY, PlannerArg(code))
            back = ui.ActionRow[Any](button(way, planner.words.say("hint.back")))
            waiting = page(planner.words.say("whatif.waiting", seconds=round(LONG)), back)
            busy = page(planner.words.say("whatif.busy"), back)
            answer = await awaited(self.replies, ix, coming, {SOON: waiting, LONG: busy})
            # Who went back meanwhile keeps what they chose there; the answer is remembered.
            if self.replies.is_overtaken(ix):
                return
        else:
            self.replies.note_choice(ix)
            answer = await coming
        await self.replies.replace(ix, answer)

    async def _game(self, ix: Press, press: PressId, source: ReplaySource) -> Play:
        # Runs have a kind of their own, as only their player may ask.
        if source is ReplaySource.LINE:
            raise Refusal(FrameKey.UNKNOWN_PRESS)
        return await self.replays.table_of(ix, press, self.readers.words(ix), source)

    async def _planner(self, ix: Press, moment: Moment) -> WhatIfPlanner:
        me, what_ifs = player_id(ix), self.tables.what_ifs
        wishes = await self.tables.people.preferences(me)
        front, words = self.fronts[moment.game.title.id], self.readers.words(ix)
        return WhatIfPlanner(
            what_ifs, self.drawing, front, words, moment, me, is_in_words=wishes.words_first
        )
