"""/leaderboard, /me profile and /me board: standings of a server and of one person."""

from collections.abc import Iterable, Iterator
from typing import Final

import discord
from discord import app_commands, ui
from discord.utils import format_dt

from metrobot.engine.errors import Refusal
from metrobot.service.model.computers import LEVELS
from metrobot.service.model.errors import TableError, TableKey
from metrobot.service.model.play import PlayerId
from metrobot.service.people.leaderboards import Profile
from metrobot.service.people.ledger import Account
from metrobot.service.people.verdicts import TURNS_BEFORE_CANCEL, TURNS_BEFORE_VOTE
from metrobot.store.schema.rows import ALL_TIME, quarter_of, start_of
from metrobot.store.statements.ratings import (
    PLACED_AFTER,
    Leaderboard,
    LeaderboardEntry,
    PlayerStats,
)
from metrobot.ui.kit.access import check_can_post
from metrobot.ui.kit.answerer import Answerer
from metrobot.ui.kit.handlers import Answers, never, on_press, slash, suggestions
from metrobot.ui.kit.pictures.render_queue import Ask
from metrobot.ui.kit.replies import player_id
from metrobot.ui.pages.args import RanksArg
from metrobot.ui.pages.ids import Button, Press, PressId, PressKind, button
from metrobot.ui.pages.page import Page, Part, page
from metrobot.ui.pages.post import NOBODY
from metrobot.ui.people.figures_page import figures_parts
from metrobot.ui.people.season_page import season_facts
from metrobot.ui.turn.public_pages import alone_text, best_alone
from metrobot.ui.words.catalogue import Words
from metrobot.ui.words.player_names import level_word, shown_name
from metrobot.ui.words.refusals import FrameKey

_SURE_FROM: Final = 5
"""Rated games from which on a rating is more than a first guess."""


def leaderboard_text(
    board: Leaderboard, words: Words, *, buttons: bool = True, season: int = ALL_TIME
) -> Page:
    """Return one page of a leaderboard.

    Args:
        board: as whoever looks sees it; their own place is told also where it is on
            another page.
        words: of the reader.
        buttons: whether there are buttons to other pages.
        season: the present one.
    """
    name, is_season = words.title(board.title), board.quarter != ALL_TIME
    lines = [words.say("standing.head", title=name)]
    if is_season:
        label = words.say("season.name", **season_facts(board.quarter))
        lines = [words.say("season.head", title=name, season=label)]
    if is_season and board.quarter == season:
        end = format_dt(start_of(season + 1), "R")
        lines.append(words.say("season.ends", end=end))
    if board.is_behind:
        lines.append(words.say("standing.behind"))
    lines += [_line(entry, words) for entry in board.places]
    if not board.places:
        key = "season.empty" if is_season else "standing.empty"
        lines.append(words.say(key, title=name, least=PLACED_AFTER))
    lines += _own(board, words)
    parts: list[Part] = ["\n".join(lines), _alone(board, words)]
    if is_season:
        parts.append(words.say("season.foot", least=PLACED_AFTER))
    elif board.places:
        parts.append(words.say("standing.start"))
    facts = {"votes": TURNS_BEFORE_VOTE, "cancels": TURNS_BEFORE_CANCEL}
    if board.places:
        parts.append(words.say("standing.foot", sure=_SURE_FROM, **facts))
    if buttons and (row := tuple(_buttons(board, season, words))):
        parts.append(ui.ActionRow(*row))
    return page(*parts)


def _line(place: LeaderboardEntry, words: Words) -> str:
    stats = place.standing
    return words.count(
        "standing.line",
        stats.games,
        place=place.place,
        name=shown_name(place.name),
        rating=_rating(stats, words),
        wins=stats.wins,
        average=words.number(stats.points / stats.games, 1),
    )


def _rating(stats: PlayerStats, words: Words) -> str:
    """Return a rating, with a sign where it is a first guess."""
    rating = words.number(stats.rating)
    return rating if stats.games >= _SURE_FROM else words.say("standing.guess", rating=rating)


def _own(board: Leaderboard, words: Words) -> list[str]:
    """Return the viewer's own place where the page does not show it."""
    own = board.own
    if own is None or any(entry.standing.player == own.standing.player for entry in board.places):
        return []
    if own.place is None:
        return [words.count("season.own", PLACED_AFTER - own.standing.games)]
    return [words.say("standing.own", place=own.place, rating=_rating(own.standing, words))]


def _alone(board: Leaderboard, words: Words) -> str:
    if not board.alone:
        return ""
    lines = tuple(
        words.say("standing.solo", name=shown_name(name), best=best_alone(best, hints, words))
        for name, best, hints in board.alone
    )
    return words.say("standing.alone", best=lines)


def _buttons(board: Leaderboard, season: int, words: Words) -> Iterator[Button]:
    """Yield buttons to other pages of a leaderboard, and one from a season to all time or back."""

    def to(number: int, quarter: int) -> PressId:
        arg = RanksArg(board.title, number, None if quarter == ALL_TIME else quarter)
        return PressId(0, 0, PressKind.RANKS, str(arg))

    number, own = board.number, board.quarter
    if board.last:
        up, down = to(max(0, number - 1), own), to(number + 1, own)
        yield button(up, words.say("standing.up"), disabled=number == 0)
        yield button(down, words.say("standing.down"), disabled=number == board.last)
    if own != season:
        yield button(to(0, season), words.say("season.now"))
    if own != ALL_TIME:
        yield button(to(0, ALL_TIME), words.say("season.all_time"))


def profile_page(
    name: str,
    profile: Profile,
    words: Words,
    *,
    listed: bool,
    is_behind: bool = False,
    figures: Iterable[Part] = (),
) -> Page:
    """Return the page on one person's games on a server.

    Args:
        name: theirs, as Discord gives it.
        profile: how they stand.
        words: of the reader.
        listed: whether they show themselves to others.
        is_behind: whether there are games that are not counted yet.
        figures: more of their figures, if the reader may see these.
    """
    parts: list[Part] = [words.say("profile.head", name=shown_name(name))]
    if is_behind:
        parts.append(words.say("standing.behind"))
    for title, own in profile.items():
        head = words.say("profile.title", title=words.title(title))
        parts.append("\n".join((head, *_games(own, words))))
    if not profile:
        parts.append(words.say("profile.empty"))
    if any(LEVELS[0] in own.standing.against for own in profile.values()):
        parts.append(words.say("profile.easier"))
    parts.append(words.say("profile.foot", sure=_SURE_FROM))
    if not listed:
        parts.append(words.say("profile.unlisted"))
    return page(*parts, *figures)


def _games(place: LeaderboardEntry, words: Words) -> Iterator[str]:
    own = place.standing
    if own.games:
        average = words.number(own.points / own.games, 1)
        yield words.count("profile.games", own.games, wins=own.wins, average=average, best=own.best)
        yield words.say("profile.rating", rating=_rating(own, words), place=place.place)
    if own.solo_games:
        yield alone_text(own, words)
    if results := tuple(_against(own, words)):
        yield words.say("profile.against", results=" · ".join(results))


def _against(own: PlayerStats, words: Words) -> Iterator[str]:
    """Yield one person's results against computers of each level, weakest first."""
    for level in LEVELS:
        if (results := own.against.get(level)) is not None:
            label = level_word(level, words)
            yield words.count("profile.level", results.games, level=label, wins=results.wins)


class LeaderboardHandlers(Answerer):
    """Answers /leaderboard, /me profile and /me board."""

    async def _titles(self, ix: Press, current: str) -> list[app_commands.Choice[str]]:
        words = self.readers.words(ix)
        return suggestions(((words.title(title), title) for title in self.fronts), current)

    @slash(
        "leaderboard", answers=Answers.ITSELF, suggest={"game": _titles}, causes=(Account.POSTS,)
    )
    async def leaderboard(
        self, ix: Press, game: str | None = None, everybody: bool = False, all_time: bool = False
    ) -> None:
        """Show a server's leaderboard, in private unless everybody should see it."""
        if game is not None:
            # Refused before anything is counted.
            self._check(game)
        if everybody:
            await check_can_post(ix, ix.channel_id or 0)
            # Charged at once, since the answer is public whatever comes of it.
            await self.charge(ix, Account.POSTS)
        # This decides for good whether all see the answer, so what can be refused came first.
        await ix.response.defer(ephemeral=not everybody, thinking=True)
        played_most = self.tables.leaderboards.played_most
        title = game or await played_most(ix.guild_id or 0) or next(iter(self.fronts))
        words = self.readers.words_for(ix, is_public=everybody)
        arg = RanksArg(title, 0, None if all_time else self._season())
        shown_page = await self._board(ix, arg, words, buttons=not everybody)
        await ix.edit_original_response(view=shown_page.view)

    @on_press(PressKind.RANKS, answers=Answers.EDIT, of_game=never, causes=())
    async def turn_page(self, ix: Press, press: PressId) -> None:
        """Show another page of a leaderboard in the same private message."""
        arg, words = RanksArg.read(press), self.readers.words(ix)
        self._check(arg.title)
        shown_page = await self._board(ix, arg, words, buttons=True)
        await self.replies.replace(ix, shown_page)

    @slash("me profile", causes=(), anywhere=True)
    async def profile(self, ix: Press, person: discord.User | None = None) -> None:
        """Show somebody's games on this server, one's own if nobody is named.

        Raises:
            Refusal: they do not show themselves to others.
        """
        await self.replies.reply(ix, await self._profile(ix, person or ix.user))

    @on_press(PressKind.FIGURES, answers=Answers.PRIVATE, of_game=never, causes=(Account.POSTS,))
    async def show_figures(self, ix: Press, _: PressId) -> None:
        """Post the profile of whoever presses, with their figures but for their time.

        Raises:
            Refusal: they do not show themselves to others, or may not post here.
        """
        await check_can_post(ix, ix.channel_id or 0)
        answer = await self._profile(ix, ix.user, is_public=True)
        words = self.readers.words_for(ix, is_public=True)
        async with self.tables.ledger.charged(ix.user.id, Account.POSTS, guild=ix.guild_id):
            message, files = await self.drawing.finished(answer, words, Ask(ix.user.id))
            # First, since the first answer is as private as it was promised.
            await self.say(ix, "profile.shown")
            await ix.followup.send(view=message.view, files=files, allowed_mentions=NOBODY)

    async def _profile(
        self, ix: Press, whose: discord.User | discord.Member, *, is_public: bool = False
    ) -> Page:
        scores, guild, player = self.tables.leaderboards, ix.guild_id or 0, PlayerId(whose.id)
        listed, name, is_own = await scores.is_listed(player), whose.display_name, whose == ix.user
        if not listed and (is_public or not is_own):
            raise Refusal(FrameKey.UNLISTED, name=name)
        profile, is_behind = await scores.profile(guild, player), await scores.is_behind(guild)
        words, parts = self.readers.words_for(ix, is_public=is_public), list[Part]()
        if is_own:
            own = await self.tables.figures.figures(guild, player)
            parts += figures_parts(name, own, words, is_public=is_public, listed=listed)
        behind = {"listed": listed, "is_behind": is_behind}
        return profile_page(name, profile, words, **behind, figures=parts)

    @slash("me board", causes=(), anywhere=True)
    async def list_self(self, ix: Press, show: bool) -> None:
        """Store whether somebody appears on boards."""
        is_known = await self.tables.leaderboards.set_listed(player_id(ix), listed=show)
        key = "standing.listed" if show else "standing.unlisted"
        await self.say(ix, key if is_known else "standing.unknown")

    async def _board(self, ix: Press, arg: RanksArg, words: Words, *, buttons: bool) -> Page:
        # An id may be forged: there are no seasons after the present one.
        quarter = min(arg.quarter or ALL_TIME, season := self._season())
        pages, guild = self.tables.leaderboards, ix.guild_id or 0
        board = await pages.board(guild, arg.title, player_id(ix), arg.number, quarter)
        return leaderboard_text(board, words, buttons=buttons, season=season)

    def _season(self) -> int:
        """Return the number of the present season."""
        return quarter_of(self.tables.clock.now())

    def _check(self, title: str) -> None:
        if title not in self.fronts:
            raise TableError(TableKey.NO_SUCH_TITLE, title=title, titles=tuple(self.fronts))
