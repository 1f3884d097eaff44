"""A game that is over is played on in private, and its deal is handed on, on Discord."""

import json
import re
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from metrobot.games.registry import TITLES
from metrobot.service.daily.line import LineKey
from metrobot.service.finished.branches import Branch
from metrobot.service.finished.deals import OPEN_FOR
from metrobot.service.finished.forks import BranchKey, dealing_of, levels_of
from metrobot.service.finished.replays import ReplayKey
from metrobot.service.model.errors import TableKey
from metrobot.service.model.play import PlayerId
from metrobot.service.people.ledger import Account
from metrobot.service.people.preferences import Preferences
from metrobot.service.ports import ChoiceJob, ChosenAction, Helpers
from metrobot.ui.app.fronts import FRONTS
from metrobot.ui.daily.branch_pages import BranchPages, deal_letter
from metrobot.ui.daily.run_planner import BranchPlanner
from metrobot.ui.kit.pictures.drawing import Drawing
from metrobot.ui.pages.ids import PressKind
from metrobot.ui.words.catalogue import ENGLISH, words_for
from metrobot.ui.words.refusals import FrameKey
from tests.databases import url_of
from tests.service.branching import forked, imported
from tests.service.stage import ANN, staged
from tests.service.stage import Stage as Service
from tests.titles import LARGEST
from tests.ui.daily.line_stage import answered
from tests.ui.replays.stage import files, import_file, longest
from tests.ui.stage import Shown, Stage, again, ids, labels, raw, texts


class First:
    """A computer that takes the first choice."""

    async def decide(self, job: ChoiceJob) -> ChosenAction:
        """Return it."""
        return ChosenAction(0, "")


@pytest.fixture
async def over(stage: Stage) -> Any:
    """Play a game of two people to its end; return the message of it."""
    stage.bot.parts.tables.deals.branches.helpers = Helpers(First())
    await stage.start(1)
    await stage.finish()
    return stage.last


async def pressed(stage: Stage, number: int, message: Any, label: str) -> Any:
    """Press a button of which the label begins like this; return the page that it becomes."""
    (whole,) = (each for each in labels(message) if each.startswith(label))
    return await stage.press(number, message, whole)


def plain(text: str) -> str:
    """Return a text without the signs that keep names apart."""
    return text.replace("\u2068", "").replace("\u2069", "")


async def ways(stage: Stage, number: int, over: Any) -> Any:
    """Return the ways to play the game again in its first seat."""
    seats = (await stage.people[number].click(over, label="The same deal")).response
    return await stage.press(number, seats, labels(seats)[0])


async def played_out(stage: Stage, number: int, planner: Any) -> Any:
    """Play a branch to its end, always the first choice; return its last page."""
    for _ in range(40):
        if "Confirm" in labels(planner):
            planner = await stage.press(number, planner, "Confirm")
            continue
        choices = [each for each in ids(planner) if "branchturn" in each and ":try" in each]
        if not choices:
            return planner
        await stage.people[number].click(planner, custom_id=choices[0])
        planner = again(stage, planner)
    raise AssertionError(texts(planner))


async def handed_on(stage: Stage, over: Any, number: int = 0) -> Any:
    """Hand the first seat on; return the invitation."""
    await pressed(stage, number, await ways(stage, number, over), "Invite all: fair")
    return stage.last


async def test_a_game_is_played_again_in_private(stage: Stage, over: Any) -> None:
    """By anybody who sees it; both scores stand beside each other; the game stays as it was."""
    before, public = await stage.table(), len(stage.public)
    page = await ways(stage, 2, over)
    assert [each for each in labels(page) if "cards" in each] == [
        *("Same cards: easy", "Same cards: fair", "Same cards: strong"),
        *("New cards: easy", "New cards: fair", "New cards: strong"),
    ]
    end = await played_out(stage, 2, await pressed(stage, 2, page, "Same cards: fair"))

    assert "Points then:" in texts(end)
    assert labels(end) == ["Show", "Record"]
    assert len(stage.public) == public
    assert (await stage.table()).log == before.log


async def test_new_cards_show_nowhere_before_they_come(stage: Stage, over: Any) -> None:
    """With another key not a byte of the planner differs: no label, id, picture or file name."""
    branches, seen = stage.bot.parts.tables.deals.branches, list[str]()
    for number, key in ((2, b"1" * 32), (1, b"2" * 32)):
        branches.entropy = partial(bytes, key)
        page = await pressed(stage, number, await ways(stage, number, over), "New cards: fair")
        seen.append(repr((raw(page), [hash(each) for each in files(stage, page)])))
        (row,) = await stage.store.runs.open_branches(stage.people[number].id)
        assert row.key == key.hex()
        name = stage.people[number].name
        seen[-1] = seen[-1].replace(f"mb1:{row.id}:", "mb1:").replace(f"branch{row.id}-", "branch")
        seen[-1] = re.sub(r"\d{15,}", "", seen[-1]).replace(name, "N. N.")

    assert seen[0] == seen[1]


async def test_show_posts_one_line_and_the_record_names_its_origin(stage: Stage, over: Any) -> None:
    """Its cards can be checked with that of the game."""
    page = await pressed(stage, 2, await ways(stage, 2, over), "New cards: easy")
    end = await played_out(stage, 2, page)
    await stage.people[2].click(end, label="Show")
    shown = stage.last
    answer = (await stage.people[2].click(end, label="Record")).followups[0]

    record = json.loads(files(stage, answer)[0])
    table = await stage.table()
    assert record["branch"] == {"commitment": table.commitment, "seq": 2, "seat": 0}
    assert record["by"] == ["person", "easy"]
    assert record["commitment"] != table.commitment
    assert "has played on" in texts(shown)
    assert labels(shown) == []


async def test_a_seat_is_handed_on_to_all(stage: Stage, over: Any) -> None:
    """One run each; who knew the game is marked; the table tells who got what."""
    invitation = await handed_on(stage, over)
    play, table = labels(invitation)
    points = (await stage.table()).title.outcome((await stage.table()).state).scores[0]
    assert plain(play) == f"Play Ann’s seat: {points} points"
    for number in (1, 2):
        planner = (await stage.people[number].click(invitation, label=play)).response
        end = await played_out(stage, number, planner)
        assert ("marks you" in texts(end)) == (number == 1)
        once_more = (await stage.people[number].click(invitation, label=play)).response
        assert "Points then:" in texts(once_more)
    shown = texts((await stage.people[2].click(invitation, label=table)).response)
    assert f"In the game itself this seat got **{points}**." in shown
    rows = {name: line for line in shown.splitlines() for name in ("Bob", "Cat") if name in line}
    assert (rows["Bob"].endswith("°"), rows["Cat"].endswith("°")) == (True, False)


async def test_who_has_opened_the_replay_is_marked(stage: Stage, over: Any) -> None:
    """Even if that was before the seat was handed on."""
    await stage.people[2].slash(stage.channel, "game replay")
    invitation = await handed_on(stage, over)
    planner = (await stage.people[2].click(invitation, label=labels(invitation)[0])).response
    assert "marks you" in texts(await played_out(stage, 2, planner))


async def test_a_seat_is_handed_on_once(stage: Stage, over: Any) -> None:
    """Until its table closes; then its buttons say so, and all that was kept of it is gone."""
    invitation = await handed_on(stage, over)
    page = await ways(stage, 1, over)
    answer = await stage.people[1].click(page, label="Invite all: easy")
    assert "already invited" in texts(answer.followups[0])

    await stage.env.advance_time(OPEN_FOR.total_seconds() + 3_601)
    for label in labels(invitation):
        assert "closed" in texts((await stage.people[2].click(invitation, label=label)).response)


async def test_the_seat_of_somebody_unlisted_has_no_name(stage: Stage, over: Any) -> None:
    await stage.store.ratings.set_listed(PlayerId(stage.people[0].id), listed=False)
    invitation = await handed_on(stage, over, 1)
    assert labels(invitation)[0].startswith("Play this seat: ")
    assert stage.people[0].name not in texts(invitation)


async def test_the_seat_of_a_private_game_has_no_name(stage: Stage, over: Any) -> None:
    """Though its player is listed, who alone can hand it on."""
    await handed_on(stage, over)
    table, deals = await stage.table(), stage.bot.parts.tables.deals
    hidden = replace(table, place=replace(table.place, private=True))
    names, row = await deals.named(hidden), await deals.deal(1, stage.guild.id)
    for game, is_named in ((table, True), (hidden, False)):
        invitation = deal_letter(row, game, names, words_for("en"))
        assert (stage.people[0].name in str(invitation.view.to_components())) == is_named


async def test_an_imported_game_is_played_again_but_not_handed_on(town: Stage) -> None:
    """Its page says why; a forged button says the same, and nothing is posted."""
    town.bot.parts.tables.deals.branches.helpers = Helpers(First())
    await import_file(town, longest("underground"))
    why, public = ENGLISH.say("deal.imported"), len(town.public)
    page = await ways(town, 1, town.last)
    begin = next(each for each in ids(page) if each.endswith("fair.same"))
    out = begin.replace(PressKind.BRANCH_BEGIN, PressKind.BRANCH_OUT).replace("same", "out")
    answer = town.forge(town.people[1], page, out)
    await town.env.settle()

    assert why in texts(page)
    assert not any("Invite" in each for each in labels(page))
    assert why in texts(answer.response or answer.followups[0])
    assert len(town.public) == public
    branch = await pressed(town, 1, page, "Same cards: fair")
    assert any("branchturn" in each for each in ids(branch))


@pytest.mark.long
@pytest.mark.parametrize(("title", "players"), LARGEST)
async def test_a_branch_shows_nothing_that_its_mover_does_not_know(
    title: str, players: int, tmp_path: Path
) -> None:
    """67 exchanges each of hands, piles and cards to come, and of the game itself: not a byte."""
    async with staged(url_of(tmp_path / "games.db"), titles=TITLES, thinker=First()) as stage:
        other = (await imported(stage, title, "other", players))[1]
        number, play = await imported(stage, title, "secrets", players)
        for turn in play.turns_played[:: len(play.turns_played) // 3][:3]:
            fork, level = forked(number, play, turn), levels_of(play)[-1]
            branch = await stage.tables.deals.branches.begin(fork, ANN, level)
            shown = await planner_of(stage, branch)
            seats = branch.play.seats_at(branch.place)
            view = branch.play.title.view_for(branch.play.state, seats)
            assert dealing_of(branch.row, other) != dealing_of(branch.row, play)
            for world in range(23):
                state = branch.play.title.imagined(view, Random(world))
                history = replace(branch.play.played, state=state)
                elsewhere = replace(branch.play, history=history)
                exchanged = replace(branch, play=elsewhere, origin=other)

                assert await planner_of(stage, exchanged) == shown


async def planner_of(stage: Service, branch: Branch) -> object:
    """Return all bytes of the planner of Ann's branch: words, ids, names of files, pictures."""
    drawing = Drawing()
    pages = BranchPages(stage.tables.deals, FRONTS, ANN, 0, ENGLISH)
    planner: Any = await BranchPlanner(pages, drawing, branch.row.id, 0, Preferences()).begun(
        branch
    )
    drawing.close()
    pictures = [(each.stem, each.alt, each.draw()) for each in planner.pictures]
    return planner.view.to_components(), pictures


async def test_a_game_that_runs_is_not_played_on(stage: Stage, board: Shown) -> None:
    answer = stage.forge(stage.people[2], board, "mb1:1:0:deal:h")
    await stage.env.settle()
    assert "played to its end" in texts(answer.response)


async def test_a_turn_that_is_tried_is_played_on(stage: Stage, over: Any) -> None:
    """From the same seat, whoever asks; the ways to go on stand in a message of their own."""
    replay = (await stage.people[2].click(over, label="What if")).response
    planner = (await stage.people[2].click(replay, label="What if")).response
    page = (await stage.people[2].click(planner, label="Play on from here")).response
    branch = await pressed(stage, 2, page, "Same cards: fair")
    assert any("branchturn" in each for each in ids(branch))


@pytest.mark.parametrize(
    ("custom_id", "key"),
    [
        ("mb1:1:{0}:branchturn:done!0000", TableKey.TURN_UNFINISHED),
        ("mb1:1:99:branchturn:try!0000:0", TableKey.STALE),
        ("mb1:1:{0}:branchturn:try!0000:99", TableKey.STALE),
        ("mb1:1:{0}:branchturn:plan!0000", FrameKey.UNKNOWN_PRESS),
        ("mb1:7:0:branchturn:try!0000:0", BranchKey.GONE),
        ("mb1:7:0:branchgo:", BranchKey.GONE),
        ("mb1:1:0:branchshow:", BranchKey.GONE),
        ("mb1:1:0:branchrecord:", BranchKey.GONE),
        ("mb1:1:0:branchbegin:h.0.7.fair.same", BranchKey.GONE),
        ("mb1:1:0:branchbegin:h.99.0.fair.same", BranchKey.GONE),
        ("mb1:1:0:branchbegin:h.0.0.ghosts.same", BranchKey.GONE),
        ("mb1:1:0:branchbegin:h.0.0.beginner.same", BranchKey.GONE),
        ("mb1:1:0:branchbegin:h.0.0.alone.same", BranchKey.GONE),
        ("mb1:1:0:branchbegin:h.x.0.fair.same", FrameKey.UNKNOWN_PRESS),
        ("mb1:1:0:branchbegin:q.0.0.fair.same", FrameKey.UNKNOWN_PRESS),
        ("mb1:7:0:branchbegin:h.0.0.fair.same", TableKey.NONE_HERE),
        ("mb1:7:0:branchbegin:i.0.0.fair.same", ReplayKey.GONE),
        ("mb1:7:0:branchbegin:l.0.0.alone.same", LineKey.GONE),
        ("mb1:1:0:branchout:h.1.0.fair.out", BranchKey.GONE),
        ("mb1:1:0:branchout:h.0.0.ghosts.out", BranchKey.GONE),
        ("mb1:7:0:dealplay:", BranchKey.DEAL_CLOSED),
        ("mb1:7:0:dealtable:", BranchKey.DEAL_CLOSED),
    ],
)
async def test_a_forged_button_gets_one_sentence(
    stage: Stage, over: Any, custom_id: str, key: str
) -> None:
    """Whatever it names: nothing is begun, played, posted or charged."""
    page = await pressed(stage, 2, await ways(stage, 2, over), "Same cards: fair")
    before, public = await kept(stage), len(stage.public)
    (revision,) = {each.split(":")[2] for each in ids(page) if "branchturn" in each}
    told = stage.forge(stage.people[2], page, custom_id.format(revision))
    await stage.env.settle()

    assert ENGLISH.say(key) in answered(told)
    assert (await kept(stage), len(stage.public)) == (before, public)


@pytest.mark.parametrize("kind", ["branchturn:try!0000:0", "branchgo:", "branchshow:"])
async def test_nobody_presses_in_a_branch_of_another(stage: Stage, over: Any, kind: str) -> None:
    """By its number nobody learns more than of one that is not there."""
    page = await pressed(stage, 2, await ways(stage, 2, over), "Same cards: fair")
    own = await ways(stage, 1, over)
    (revision,) = {each.split(":")[2] for each in ids(page) if "branchturn" in each}
    before, answers = await kept(stage), list[str]()
    for number in (1, 7):
        told = stage.forge(stage.people[1], own, f"mb1:{number}:{revision}:{kind}")
        await stage.env.settle()
        answers.append(answered(told))

    assert answers == [ENGLISH.say(BranchKey.GONE)] * 2
    assert await kept(stage) == before


async def kept(stage: Stage) -> object:
    """Return the open branches of everybody, and what Cat was charged for."""
    charges, now = stage.store.charges.within, stage.bot.parts.clock.now()
    rows = [await stage.store.runs.open_branches(person.id) for person in stage.people]
    span = (now.replace(year=now.year - 1), now)
    accounts = (Account.BRANCHES, Account.DEALS, Account.POSTS)
    return rows, [await charges(stage.people[2].id, each, span, None) for each in accounts]
