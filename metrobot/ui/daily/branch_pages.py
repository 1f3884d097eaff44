"""Pages about games that are over and played on, and about deals that are handed on."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from discord import ui
from discord.utils import format_dt

from metrobot.service.finished.branches import Branch
from metrobot.service.finished.deals import Deals
from metrobot.service.finished.forks import GHOSTS, Source, draws_after, fork_of, levels_of
from metrobot.service.model.play import Person, Play
from metrobot.service.model.snapshots import finished_turns
from metrobot.service.model.table import Table
from metrobot.store.statements.daily.branches import DealRow
from metrobot.ui.daily.line_words import listed
from metrobot.ui.kit.front import Front
from metrobot.ui.kit.views import game_view_of
from metrobot.ui.pages.args import BranchArg
from metrobot.ui.pages.ids import Button, PressId, PressKind, ReplaySource, Style, button
from metrobot.ui.pages.page import Letter, Page, Part, letter, page, rows_of
from metrobot.ui.words.catalogue import Words
from metrobot.ui.words.player_names import label_with, level_word, player_name, shown_name

ALONE, SAME, NEW, OUT = "alone", "same", "new", "out"
"""Words in ids: nobody else plays; which cards come, or that a seat is handed on."""
MARK: Final = "°"
"""Sign of those who knew the game of a deal."""
ROWS: Final = 20
"""Most people that the table of a deal names."""
HEADS: Final = {
    Source.GAME: "branch.head.game",
    Source.RECORD: "branch.head.record",
    Source.LINE: "branch.head.line",
}
LABELS: Final = {
    SAME: ("branch.same.alone", "branch.same"),
    NEW: ("branch.new.alone", "branch.new"),
    OUT: ("deal.out.alone", "deal.out"),
}
"""Labels of ways to play, alone and against others."""


@dataclass(frozen=True, eq=False)
class BranchPages:
    """Makes the pages about branches and deals for one reader.

    Attributes:
        deals: deals, and all branches.
        fronts: how each title shows itself, by its id.
        person: the reader.
        guild: the server where they are; 0: it is none of the bot's.
        words: of the reader.
    """

    deals: Deals
    fronts: Mapping[str, Front]
    person: Person
    guild: int
    words: Words

    def seats(self, origin: Play, source: ReplaySource) -> Page:
        """Return the seats of a game, in each of which it can be played again."""
        turn = origin.turns_played[0]
        scores = origin.title.outcome(origin.state).scores
        buttons = (
            button(
                PressId(origin.id, 0, PressKind.BRANCH_BEGIN, str(BranchArg(source, turn, seat))),
                label_with(self.words, "deal.seat", player_name(person, self.words), points),
            )
            for seat, person, points in zip(_seats(origin), origin.people, scores, strict=True)
        )
        return page(self.words.say("deal.how"), *rows_of(buttons), tag="deal")

    def ways(self, origin: Play, number: int, arg: BranchArg) -> Page:
        """Return the ways in which a game can be played on: against whom, with which cards."""
        say = self.words.say
        parts = [say("branch.how.alone" if len(origin.people) == 1 else "branch.how")]
        if GHOSTS in levels_of(origin):
            parts.append(say("branch.how.ghosts"))
        cards = [SAME, NEW] if draws_after(origin, arg.turn) else [SAME]
        is_whole = arg.turn == origin.turns_played[0]
        if is_whole and self.guild:
            if arg.source is ReplaySource.HERE:
                parts.append(say("deal.out.how"))
                cards.append(OUT)
            elif arg.source is ReplaySource.IMPORTED:
                parts.append(say("deal.imported"))
        rows = (ui.ActionRow[Any](*self._levels(origin, number, arg, each)) for each in cards)
        return page("\n".join(parts), *rows, tag="branch")

    def _levels(self, origin: Play, number: int, arg: BranchArg, cards: str) -> Iterator[Button]:
        """Yield a button for each way to have the others play."""
        kind = PressKind.BRANCH_OUT if cards == OUT else PressKind.BRANCH_BEGIN
        style = Style.secondary if cards == OUT else Style.primary
        for level in levels_of(origin):
            press = BranchArg(arg.source, arg.turn, arg.seat, level or ALONE, cards)
            key = LABELS[cards][level is not None]
            facts = {"level": self._level(level)} if level else {}
            yield button(PressId(number, 0, kind, str(press)), self.words.say(key, **facts), style)

    def _level(self, level: str) -> str:
        return self.words.say("branch.ghosts") if level == GHOSTS else level_word(level, self.words)

    def head(self, branch: Branch) -> str:
        """Return the origin of a branch."""
        return self.name(branch, HEADS[fork_of(branch.row).source])

    def name(self, branch: Branch, key: str) -> str:
        """Return a sentence with the game that is played on, and the turn that comes."""
        title, turn = self.words.title(branch.play.title.id), len(finished_turns(branch.play)) + 1
        facts = {"title": title, "number": str(fork_of(branch.row).number), "turn": turn}
        return self.words.say(key, **facts)

    def ended(self, branch: Branch) -> Page:
        """Return the page of a finished branch: both scores beside each other, and its board."""
        game_view = game_view_of(branch.play, self.words, self.person.id)
        front, say = self.fronts[branch.play.title.id], self.words.say
        lines = [self.head(branch), result_text(branch, self.words)]
        if len(branch.play.people) > 1:
            lines += front.status(game_view, self.words)
        if branch.row.kind == "deal" and not branch.row.compared:
            lines.append(say("deal.marked", sign=MARK))
        kinds = [(PressKind.BRANCH_RECORD, "line.record")]
        if self.guild:
            kinds.insert(0, (PressKind.BRANCH_SHOW, "branch.show"))
        buttons = [button(PressId(branch.row.id, 0, kind), say(key)) for kind, key in kinds]
        tag = f"branch{branch.row.id}-end"
        board = front.board(game_view, self.words)
        return page("\n".join(lines), board, ui.ActionRow[Any](*buttons), tag=tag)

    async def unfinished(self) -> tuple[Part, ...]:
        """Return a button for each branch of the reader that is not finished."""
        buttons = [
            button(PressId(branch.row.id, 0, PressKind.BRANCH_GO), self.name(branch, "branch.go"))
            for branch in await self.deals.branches.unfinished(self.person)
        ]
        return (self.words.say("branch.list"), *rows_of(buttons)) if buttons else ()

    async def table(self, deal: DealRow) -> Page:
        """Return the table of a deal: who got what, and who knew the game."""
        results, words = await self.deals.results(deal), self.words
        former = await self.deals.former_score(deal, self.person.id)
        closing = words.say("deal.table", until=format_dt(deal.until, "R"))
        lines = [closing, words.say("deal.then", points=former)]
        rows = [
            words.say("deal.row", place=str(place), name=shown_name(row.name), points=row.score)
            + f" {MARK}" * (not row.compared)
            for place, row in enumerate(results[:ROWS], 1)
        ]
        lines += listed(rows, len(results) - len(rows), words)
        if any(not row.compared for row in results[:ROWS]):
            lines.append(words.say("deal.table.marked", sign=MARK))
        if not results:
            lines.append(words.say("line.table.nobody"))
        return page("\n".join(lines), tag="deal")


def _seats(origin: Play) -> Iterable[int]:
    """Return the first seat of each place."""
    return (origin.player_of.index(place) for place in range(len(origin.people)))


def result_text(branch: Branch, words: Words) -> str:
    """Return both scores of a finished branch, beside each other."""
    points = branch.row.score or 0
    if branch.former_score is None:
        return words.count("line.points", points)
    return words.say("branch.result", then=branch.former_score, now=points)


def shown_letter(branch: Branch, name: str, title: str, words: Words) -> Letter:
    """Return the one line about a branch that its player has posted."""
    facts = {"name": shown_name(name), "title": title, "result": result_text(branch, words)}
    return letter(words.say("branch.shown", **facts))


def deal_letter(deal: DealRow, table: Table, names: Mapping[int, str], words: Words) -> Letter:
    """Return the public invitation to play a seat of a game.

    Args:
        deal: the deal.
        table: the game.
        names: of those of its players whom others may be told of, by their ids.
        words: of the server.
    """
    place = table.player_of[deal.seat]
    person, points = table.people[place], table.title.outcome(table.state).scores[place]
    is_named = person.is_computer or (person.id in names and not table.place.private)
    title = words.title(table.title.id)
    key = "deal.play" if is_named else "deal.play.unnamed"
    label = label_with(words, key, player_name(person, words), points)
    play = button(PressId(deal.id, 0, PressKind.DEAL_PLAY), label, Style.success)
    results = button(PressId(deal.id, 0, PressKind.DEAL_TABLE), words.say("deal.results"))
    text = words.say("deal.invitation", title=title, until=format_dt(deal.until, "R"))
    return letter(text, ui.ActionRow[Any](play, results))
