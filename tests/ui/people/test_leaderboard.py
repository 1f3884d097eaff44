"""Leaderboards and profiles, as people ask for them."""

from dataclasses import replace
from datetime import timedelta

import pytest

from metrobot.service.finished.figures import Figures, Results
from metrobot.service.model.play import PlayerId
from metrobot.service.people.leaderboards import Standings
from metrobot.service.people.seasons import Rivalry, Season
from metrobot.store.schema.rows import ALL_TIME, quarter_of, start_of
from metrobot.store.statements.finished import FinishedRow
from metrobot.store.statements.ratings import (
    ComputerStats,
    Leaderboard,
    LeaderboardEntry,
    PlayerStats,
)
from metrobot.ui.pages.ids import PressKind
from metrobot.ui.people.figures_page import figures_parts, figures_picture
from metrobot.ui.people.leaderboard_commands import leaderboard_text, profile_page
from metrobot.ui.people.season_page import season_letter
from metrobot.ui.words.catalogue import COMPLETE, ENGLISH, words_for
from metrobot.ui.words.discord_limits import ALT_LIMIT
from metrobot.ui.words.player_names import shown_name
from render.signs import Role, noting
from tests.leaderboard_reference import board_of, profile_of, stats_after
from tests.ui.daily.line_stage import leap, pass_days
from tests.ui.daily.paper_stage import with_paper
from tests.ui.stage import Stage, again, alts, ids, labels, texts

NASTY = "**@everyone** <@1> [x](http://y)\n# \u202e||loud||"


def crowd(count: int) -> Standings:
    """Return the standings of a number of people, each of whom beat the next."""
    rows = [
        FinishedRow(n, "toy", {"scores": [9, 1], "winners": [0]}, (n, n + 1))
        for n in range(count - 1, 0, -1)
    ]
    return stats_after(rows)["toy"]


def text_of(view: object) -> str:
    return "\n".join(each.content for each in view.walk_children() if hasattr(each, "content"))  # type: ignore[attr-defined]  # a LayoutView


async def test_a_finished_game_stands_on_the_leaderboard(over: Stage) -> None:
    shown = (await over.people[0].slash(over.channel, "leaderboard", all_time=True)).response

    assert shown.flags.ephemeral
    assert "who plays best here" in texts(shown)
    assert "1. **\u2068" in texts(shown)
    assert "about" in texts(shown)
    assert "1 game, 1 won" in texts(shown)


async def test_a_leaderboard_can_be_posted_for_everybody(over: Stage) -> None:
    """It mentions nobody, and has no buttons that would turn everybody's page."""
    await over.people[0].slash(over.channel, "leaderboard", everybody=True, all_time=True)

    assert "who plays best here" in texts(over.last)
    assert ids(over.last) == []
    assert over.last.mentions == []


async def test_an_empty_leaderboard_says_how_to_begin(stage: Stage) -> None:
    shown = (await stage.people[0].slash(stage.channel, "leaderboard", all_time=True)).response

    assert "Open one with `/game new`" in texts(shown)


async def test_an_unknown_game_is_refused_with_those_there_are(stage: Stage) -> None:
    shown = (await stage.people[0].slash(stage.channel, "leaderboard", game="chess")).response

    assert "chess" in texts(shown)
    assert "Counters" in texts(shown)


async def test_who_leaves_the_board_is_not_shown_on_it(over: Stage) -> None:
    """Nor can others see their profile; they themselves still can."""
    ann, bob = over.people[0], over.people[1]

    await ann.slash(over.channel, "me board", show=False)

    board = (await bob.slash(over.channel, "leaderboard", all_time=True)).response
    refused = (await bob.slash(over.channel, "me profile", person=ann)).response
    own = (await ann.slash(over.channel, "me profile")).response
    assert "Ann" not in texts(board)
    assert "Bob" in texts(board)
    assert "does not share a profile" in texts(refused)
    assert "1 game with others" in texts(own)
    assert "Only you can see this" in texts(own)


async def test_a_profile_tells_of_somebody_else(over: Stage) -> None:
    shown = (await over.people[2].slash(over.channel, "me profile", person=over.people[1])).response

    assert "Bob" in texts(shown)
    assert "Rating about" in texts(shown)
    assert "1 game with others" in texts(shown)


async def test_a_profile_without_games_says_how_to_begin(stage: Stage) -> None:
    shown = (await stage.people[2].slash(stage.channel, "me profile")).response

    assert "No finished games" in texts(shown)


@pytest.mark.usefixtures("toy_words")
def test_thirty_people_fill_three_pages() -> None:
    standings = crowd(30)
    names = {int(player): f"P{player}" for player in standings}

    pages = [
        leaderboard_text(board_of("toy", standings, names, 1, number), words_for("en"))
        for number in (0, 2, 99)
    ]

    found = [[line for line in text_of(each.view).splitlines() if "**" in line] for each in pages]
    assert [len(lines) for lines in found] == [10, 10, 10]
    assert found[1] == found[2]
    assert found[0][0].startswith("1. ")


@pytest.mark.usefixtures("toy_words")
def test_ones_own_place_is_told_where_the_page_does_not_show_it() -> None:
    """The last of thirty sees the first page, and where they stand."""
    standings = crowd(30)
    last = min(standings.values(), key=lambda each: each.rating).player
    names = {int(player): f"P{player}" for player in standings}

    told = text_of(leaderboard_text(board_of("toy", standings, names, last), words_for("en")).view)

    assert "You: place 30" in told


@pytest.mark.usefixtures("toy_words")
def test_odd_names_do_no_harm() -> None:
    """Nothing of a name is read as Markdown or as a mention."""
    standings = crowd(2)
    names = dict.fromkeys(map(int, standings), NASTY)

    board = text_of(leaderboard_text(board_of("toy", standings, names, 1), words_for("en")).view)
    profile = text_of(profile_page(NASTY, {}, ENGLISH, listed=True).view)

    for told in (board, profile):
        assert "@everyone" not in told
        assert "<@1>" not in told
        assert "\u202e" not in told


def test_a_profile_tells_of_games_against_computers_by_level() -> None:
    """Apart from games among people, which alone make a rating."""
    against = {"strong": ComputerStats(2, 0), "easy": ComputerStats(1, 1)}
    found = {"metrolijn": {PlayerId(1): PlayerStats("metrolijn", PlayerId(1), against=against)}}
    own = profile_of(found, PlayerId(1))
    profile = text_of(profile_page("Ann", own, ENGLISH, listed=True).view)
    shown = board_of("metrolijn", found["metrolijn"], {1: "Ann"}, 1)
    board = text_of(leaderboard_text(shown, ENGLISH).view)

    assert "easy: 1 of 1 game won · strong: 0 of 2 games won" in profile
    assert "Rating " not in profile
    assert "Ann" not in board


@pytest.mark.usefixtures("toy_words")
def test_the_best_games_alone_show_their_hints() -> None:
    """On the board and in the profile; where there were none nothing is said."""
    stats = {
        PlayerId(n): PlayerStats("toy", PlayerId(n), solo_games=1, solo_best=9 - n, solo_hints=n)
        for n in range(3)
    }
    shown = board_of("toy", stats, {0: "Ann", 1: "Bob", 2: "Cat"}, 0)
    board = text_of(leaderboard_text(shown, words_for("en")).view)
    own = profile_of({"toy": stats}, PlayerId(2))
    profile = text_of(profile_page("Cat", own, words_for("en"), listed=True).view)

    assert "Ann\u2069 9, \u2068Bob\u2069 8 (1 hint) and \u2068Cat\u2069 7 (2 hints)" in board
    assert "7 (2 hints) at best" in profile


@pytest.mark.usefixtures("toy_words")
def test_while_games_are_counted_anew_board_and_profile_say_so() -> None:
    board = board_of("toy", crowd(2), {1: "Ann", 2: "Bob"}, 1)
    pages = [
        (leaderboard_text(replace(board, is_behind=is_behind), words_for("en")), is_behind)
        for is_behind in (True, False)
    ] + [
        (profile_page("Ann", {}, words_for("en"), listed=True, is_behind=is_behind), is_behind)
        for is_behind in (True, False)
    ]

    assert [("recounting this server" in text_of(each.view)) == said for each, said in pages] == [
        True
    ] * 4


async def test_another_page_comes_into_the_same_message(stage: Stage) -> None:
    """The buttons are those of a private message, and survive a restart."""
    standings = crowd(25)
    for player in standings:
        await stage.store.people.remember(player, f"P{player}")
    await stage.store.ratings.store_stats(stage.channel.guild.id, 0, [], [*standings.values()])
    first = (await stage.people[0].slash(stage.channel, "leaderboard", all_time=True)).response
    before = labels(first)
    await stage.people[0].click(first, label="Lower places")

    second = again(stage, first)
    assert before == ["Lower places", "This season"]
    assert "P11" in texts(second)
    assert labels(second) == ["Higher places", "Lower places", "This season"]


@pytest.mark.parametrize("quarter", ["99999", "9" * 30, "1", "-5", "-" + "9" * 30, "x"])
async def test_a_forged_season_is_none_after_the_present_one(stage: Stage, quarter: str) -> None:
    """The board is the present one, an empty one, or the button is refused; nothing breaks."""
    first = (await stage.people[0].slash(stage.channel, "leaderboard")).response
    button = next(each for each in ids(first) if f":{PressKind.RANKS}:" in each)
    forged = button.rpartition(":")[0] + f":toy.0.{quarter}"
    answer = stage.forge(stage.people[0], first, forged)
    await stage.env.settle()

    said = [texts(again(stage, first)), *map(texts, answer.followups)]
    assert any("season" in text or "no longer works" in text for text in said)
    assert "went wrong" not in "".join(said)


async def shown_to(stage: Stage, number: int) -> str:
    """Return the leaderboard as somebody sees it."""
    return texts(
        (await stage.people[number].slash(stage.channel, "leaderboard", all_time=True)).response
    )


def asked_about(stage: Stage, number: int) -> int:
    """Return the number of times that Discord was asked whether somebody is there."""
    path = f"/guilds/{stage.guild.id}/members/{stage.people[number].id}"
    return sum(each.method == "GET" and each.path == path for each in stage.env.http_requests)


async def rounds(stage: Stage, hours: float = 25) -> None:
    """Let so much time pass that everybody is asked about again."""
    await stage.env.advance_time(hours * 3600)
    await stage.env.settle()


async def test_who_has_left_the_server_is_found_out_between_the_rounds(over: Stage) -> None:
    """Nobody who looks at a board waits for that; who is back is listed again."""
    await over.depart(1)
    before = asked_about(over, 1)
    at_first = await shown_to(over, 0)
    seldom = asked_about(over, 1)
    await rounds(over)
    gone, asked = await shown_to(over, 0), asked_about(over, 1)
    over.env.backend.add_member(over.guild.id, over.people[1].id)
    own = await shown_to(over, 1)
    back = await shown_to(over, 0)

    assert "Bob" in at_first
    assert seldom == before
    assert 0 < asked - before <= 2
    assert ("Bob" in gone, "Ann" in gone, "1. " in gone) == (False, True, True)
    assert "Bob" in own
    assert "Bob" in back


async def test_what_discord_does_not_tell_leaves_everybody_listed(over: Stage) -> None:
    """Neither a fault of Discord's nor a server that it does not find says anything of people."""
    await over.depart(1)
    path = f"/guilds/{over.guild.id}/members/{over.people[1].id}"
    for status, code in ((500, 0), (404, 10004), (403, 50001)):
        over.env.inject_error("GET", path, status=status, code=code, times=None)
        await rounds(over)
        assert "Bob" in await shown_to(over, 0)


async def test_a_new_name_follows_without_a_word_of_theirs(over: Stage) -> None:
    """Once Discord is asked about them, whatever they had been called."""
    over.env.backend.guilds[over.guild.id].members[over.people[1].id].nick = "Robert"
    await rounds(over)

    assert "Robert" in await shown_to(over, 0)


@pytest.mark.usefixtures("toy_words")
@pytest.mark.parametrize("language", COMPLETE)
def test_a_season_and_its_end_say_all_there_is_in_each_language(language: str) -> None:
    """Places, what is missing for one, until when; names as they are, records without them."""
    words, quarter = words_for(language), 8107
    stats = next(iter(crowd(2).values()))
    own = LeaderboardEntry(None, replace(stats, games=1))
    places = (LeaderboardEntry(1, stats, NASTY),)
    board = Leaderboard("toy", places, own=own, quarter=quarter)
    page = leaderboard_text(board, words, season=quarter)
    ever = text_of(leaderboard_text(replace(board, quarter=ALL_TIME), words, season=quarter).view)
    long, close = timedelta(days=12, hours=4), timedelta(minutes=3)
    games = (Rivalry("toy", long, 0, (1, 2)), Rivalry("toy", close, 1, (1, 2), (NASTY, "Bo")))
    posts = [
        season_letter(Season(quarter, 9, (board,), "toy", *pair), words).content
        for pair in (games, games[::-1], (None, None))
    ]

    said = text_of(page.view)
    # Only of all time does everybody begin with the same rating.
    assert [words.say("standing.start") in text for text in (said, ever)] == [False, True]
    assert f"<t:{int(start_of(quarter + 1).timestamp())}:R>" in said
    assert all("2026" in text and shown_name(NASTY) in text for text in (said, *posts))
    assert ["12" in text for text in posts] == [True, False, False]
    assert all("{" not in text for text in (said, *posts))
    assert "<@1>" not in "".join(posts)
    assert [words.say("season.level") in text for text in posts] == [False, True, False]


async def test_the_end_of_a_season_is_posted_where_the_paper_goes(stage: Stage) -> None:
    """Once, with a button that opens a lobby; /leaderboard begins anew, and has all time."""
    await with_paper(stage)
    await stage.start(1)
    await stage.finish()
    now = stage.env.now()
    end = start_of(quarter_of(now) + 1)
    await leap(stage, (end - now).days)
    await pass_days(stage, 3)
    (post,) = [each for each in stage.public if "## Season" in texts(each)]
    board = (await stage.people[0].slash(stage.channel, "leaderboard", game="toy")).response
    first = texts(board)
    ever = await stage.press(0, board, "All time")

    assert "1 game was finished here." in texts(post)
    assert texts(post).count("Ann\u2069 and \u2068Bob") == 2
    assert labels(post) == ["Play the next one"]
    assert post.mentions == []
    assert "Nobody who can be seen here" in first
    assert "Ann" in texts(ever)
    await stage.people[0].click(post, label="Play the next one")
    assert "Join" in labels(stage.last)


async def test_ones_own_figures_are_others_only_by_show(pair: Stage) -> None:
    """Nobody else gets them, also who names them; the time of turns stays with its owner."""
    await pair.env.advance_time(5 * 3600)
    await pair.finish()
    ann, bob = pair.people[:2]
    own = (await ann.slash(pair.channel, "me profile")).response
    others = (await bob.slash(pair.channel, "me profile", person=ann)).response
    await ann.click(own, label="Show")
    first = pair.last
    await ann.slash(
        pair.channel, "me settings", zone="UTC", quiet_from="00:00", quiet_until="09:00"
    )
    await ann.click(own, label="Show")

    assert "waking time" in texts(own)
    assert "2 players: 1 game, " in alts(own)[0]
    assert (labels(others), alts(others)) == ([], [])
    assert "waking time" not in texts(others)
    assert first.id != pair.last.id
    assert alts(first) == alts(pair.last) == alts(own)
    assert texts(first) == texts(pair.last)
    assert "waking time" not in texts(first)
    assert (labels(first), first.mentions) == ([], [])


async def test_who_is_on_no_board_shows_no_figures(over: Stage) -> None:
    """There is no button, and an older one is refused."""
    ann = over.people[0]
    old = (await ann.slash(over.channel, "me profile")).response
    await ann.slash(over.channel, "me board", show=False)
    own = (await ann.slash(over.channel, "me profile")).response
    before = over.last.id
    refused = (await ann.click(old, label="Show")).response

    assert labels(own) == []
    assert "does not share a profile" in texts(refused)
    assert over.last.id == before


@pytest.mark.parametrize("language", COMPLETE)
def test_the_picture_of_figures_says_what_its_words_say(language: str) -> None:
    """Names of any kind with their games won and lost, in each language within the limits."""
    row, words = Results(14, 8, 5), words_for(language)
    sizes = {(title, n): row for title in ("metromania", "metrolijn") for n in (2, 3, 4, 6)}
    rivals = tuple((name, row) for name in ("Bob", "W" * 32, "\u202e", "민수", "Bob", NASTY))
    figures = Figures(sizes, rivals, 4, 88, timedelta(hours=5))
    *_, seen = figures_parts("Ann", figures, words, is_public=True, listed=True)
    picture = figures_picture("Ann", figures, words)

    with noting() as notes:
        picture.draw()
    drawn = [sign.text for put in notes.picture for sign in put.signs if sign.role is Role.TEXT]
    assert drawn.count("8 : 5") == len(sizes) + len(rivals)
    assert sum("Bob" in text for text in drawn) >= 2
    assert "Ann" in drawn
    assert len(picture.alt) <= ALT_LIMIT
    assert picture.alt.count("14") == len(sizes) + len(rivals)
    assert "\u202e" not in picture.alt
    assert isinstance(seen, str)
