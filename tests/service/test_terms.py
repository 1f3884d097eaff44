"""What is agreed in a lobby: who sat down before a change is asked, and no game starts before."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from datetime import timedelta
from typing import Final

import pytest

from metrobot.service.membership.lobbies import OpenLobby
from metrobot.service.model.errors import TableError, TableKey
from metrobot.service.model.play import GameId, Person, Status
from metrobot.service.model.table import Table
from metrobot.service.people.server_games import Switch
from metrobot.service.people.terms import asking, mark_of
from tests.service.acts import refusal, refused
from tests.service.stage import ANN, BOB, CAT, CHANNEL, DAN, GUILD, HICCUP, Stage, staged
from tests.service.test_game_channels import LOCKED
from tests.service.test_lobby import names

HOUR: Final = 3600
DAY: Final = 24 * HOUR
LOBBY: Final = GameId(1)
Change = Callable[[Stage], Awaitable[object]]


def lobby(stage: Stage) -> OpenLobby:
    return stage.tables.lobbies.at(CHANNEL, LOBBY)


async def pick(stage: Stage, name: str, value: str | bool) -> Table:
    """Choose something in the lobby as its host."""
    return await lobby(stage).choose(ANN.id, name, value)


async def slowed(stage: Stage, *others: Person) -> None:
    """Open a lobby of Ann and others, then choose a pace, of which they are asked."""
    await stage.lobby(*others)
    await pick(stage, "pace", "slow")


async def start(stage: Stage, by: Person = ANN) -> Table:
    return await stage.tables.lobbies.at(CHANNEL).start(by.id, may_manage=False, interaction=9)


async def rate(stage: Stage, *, on: bool) -> None:
    """Turn ratings on or off, as a manager does."""
    await stage.tables.server_games.turn(GUILD, Switch.RATINGS, on=on)
    await stage.tables.lobbies.look_at_ratings(GUILD)


async def move(stage: Stage, channel: int = CHANNEL + 1) -> None:
    """Move the lobby to another channel and back in sight, as its host."""
    await stage.tables.channels.move(LOBBY, GUILD, channel, ANN.id, may_manage=False)


async def mentioned(stage: Stage) -> list[int | None]:
    """Return the people mentioned so far, once all that is due was said."""
    return [player for kind, _, player in await stage.said() if kind == "terms"]


async def asked(stage: Stage) -> list[str]:
    """Return the names of those who are to press OK."""
    table = await stage.tables.by_id(LOBBY)
    return [person.name for person in table.people if person.asked]


async def rounds(stage: Stage, hours: float, step: float = 2) -> None:
    """Let hours pass, with rounds of the bot."""
    while hours > 0:
        stage.clock.advance(step * HOUR)
        hours -= step
        await stage.tables.housekeeping.round()


CHANGES: Final[Mapping[str, Change]] = {
    "pace": lambda stage: pick(stage, "pace", "tonight_at_once"),
    "an option of the rules": lambda stage: pick(stage, "colour", "blue"),
    "hints": lambda stage: pick(stage, "hints", "on"),
    "a computer": lambda stage: stage.tables.lobbies.at(CHANNEL).add_computer(ANN.id, "easy"),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
async def test_a_change_is_told_once_and_waits_for_everyones_ok(
    told: Stage, change: Change
) -> None:
    """Start names who is missing; the host, who has made it, agrees to it."""
    await told.lobby(BOB)
    await change(told)
    assert await mentioned(told) == [BOB.id]
    assert await refusal(start(told)) == ("table.not_agreed", {"names": ("Bob",)})
    await told.agree(BOB)

    assert (await start(told)).status is Status.RUNNING
    assert await mentioned(told) == [BOB.id]


async def test_who_leaves_is_not_waited_for(told: Stage) -> None:
    await slowed(told, BOB, CAT)
    await told.agree(BOB)
    assert await asked(told) == ["Cat"]
    await told.tables.lobbies.at(CHANNEL).leave(CAT.id)

    assert (await start(told)).status is Status.RUNNING


async def test_what_is_settled_by_the_start_asks_nobody(told: Stage) -> None:
    """The order of play is drawn or not; who comes in is seen by all."""
    await told.lobby(BOB)
    await pick(told, "seating", "joined")
    await told.tables.lobbies.at(CHANNEL).join(CAT, 9)

    assert await asked(told) == []
    assert (await start(told)).status is Status.RUNNING


async def test_whoever_joins_agrees_to_what_they_find(told: Stage) -> None:
    """People who sat there before are still asked, until they leave and come back."""
    await slowed(told, BOB)
    await told.tables.lobbies.at(CHANNEL).join(CAT, 9)
    assert await asked(told) == ["Bob"]
    await told.tables.lobbies.at(CHANNEL).leave(BOB.id)
    await told.tables.lobbies.at(CHANNEL).join(BOB, 10)

    assert await asked(told) == []


async def test_a_change_that_is_taken_back_asks_nobody(told: Stage) -> None:
    """Not even if it was told of; each gets back what they agreed to, some other than others."""
    await slowed(told, BOB)
    await told.tables.lobbies.at(CHANNEL).join(CAT, 9)
    await pick(told, "pace", "none")
    assert await asked(told) == ["Cat"]
    await pick(told, "pace", "slow")
    assert await asked(told) == ["Bob"]
    await pick(told, "colour", "blue")
    await pick(told, "pace", "none")
    await pick(told, "colour", "red")

    assert await asked(told) == ["Cat"]


async def press_ok(stage: Stage) -> None:
    """Let Ann and Bob agree to what there is now."""
    mark = mark_of(await stage.tables.by_id(LOBBY))
    for person in (ANN, BOB):
        await lobby(stage).agree(person.id, mark)


async def without_computer(stage: Stage) -> None:
    (computer,) = (await stage.tables.by_id(LOBBY)).computers
    await lobby(stage).remove(ANN.id, computer.id)


STEPS: Final[Mapping[str, Change]] = {
    "no pace": lambda stage: pick(stage, "pace", "none"),
    "slow": lambda stage: pick(stage, "pace", "slow"),
    "brisk": lambda stage: pick(stage, "pace", "brisk"),
    "red": lambda stage: pick(stage, "colour", "red"),
    "blue": lambda stage: pick(stage, "colour", "blue"),
    "hints": lambda stage: pick(stage, "hints", "on"),
    "no hints": lambda stage: pick(stage, "hints", "off"),
    "open seats": lambda stage: pick(stage, "open_seats", "on"),
    "asked seats": lambda stage: pick(stage, "open_seats", "off"),
    "computer": lambda stage: lobby(stage).add_computer(ANN.id, "easy"),
    "no computer": without_computer,
    "unrated": lambda stage: rate(stage, on=False),
    "rated": lambda stage: rate(stage, on=True),
    "elsewhere": move,
    "back": lambda stage: move(stage, CHANNEL),
    "OK": press_ok,
    "Cat joins": lambda stage: lobby(stage).join(CAT, 9),
    "Bob leaves": lambda stage: lobby(stage).leave(BOB.id),
    "Bob joins": lambda stage: lobby(stage).join(BOB, 10),
}
CONSENTS: Final[Mapping[str, list[str]]] = {
    # What they sat down under, and what they have pressed OK to.
    "slow; OK; no pace": [],
    "slow; OK; no pace; slow": [],
    "slow; OK; brisk; OK; no pace; brisk; slow": [],
    "slow; Cat joins; no pace": ["Cat"],
    "slow; Cat joins; OK; no pace; slow": [],
    "slow; OK; no pace; Bob leaves; Bob joins; slow": ["Bob"],
    "hints; OK; no hints; hints": [],
    "open seats; OK; asked seats; open seats": [],
    "unrated; OK; rated; unrated": [],
    "elsewhere; OK; back; elsewhere": [],
    # A question that nobody has answered is none that was answered.
    "slow; no pace; slow": ["Bob"],
    "elsewhere; back; elsewhere": ["Bob"],
    "unrated; rated; unrated": ["Ann", "Bob"],
    # Nothing of it is consent to a third value, or in another matter.
    "slow; OK; no pace; slow; no pace; slow; brisk": ["Bob"],
    "slow; OK; no pace; slow; blue": ["Bob"],
    "slow; OK; blue; no pace; red; slow": [],
    "slow; blue; OK; no pace": [],
    # Whether ratings change is one matter, whatever decides it.
    "computer; OK; no computer; unrated": [],
    "computer; no computer; unrated": ["Bob"],
    "unrated; OK; computer; rated": [],
}


@pytest.mark.parametrize(("steps", "expected"), CONSENTS.items(), ids=CONSENTS)
async def test_nobody_is_asked_again_about_a_value_to_which_they_have_agreed(
    told: Stage, steps: str, expected: list[str]
) -> None:
    """By sitting down under it, by changing to it or by OK; each matter is one by itself."""
    await told.lobby(BOB)
    for step in steps.split("; "):
        await STEPS[step](told)

    assert await asked(told) == expected


@pytest.mark.parametrize("end", ["started", "cancelled"])
async def test_what_was_agreed_is_kept_as_long_as_the_lobby(told: Stage, end: str) -> None:
    """Afterwards nobody is looked at any more who never answered."""
    await slowed(told, BOB)
    await told.said()
    if end == "started":
        await press_ok(told)
        await start(told)
    else:
        await told.tables.cancel(CHANNEL, ANN, may_manage=False)
    table = await told.tables.by_id(LOBBY)

    assert {(each.agreed, each.asked, each.asked_at) for each in table.people} == {
        (None, False, None)
    }
    assert await told.store.quotas.unanswered(told.clock.now() + timedelta(days=9)) == ()


async def test_what_is_taken_back_before_it_was_told_is_not_told(told: Stage) -> None:
    """The message is made when it is posted, and says nothing that is not so."""
    told.line.poster = None
    await slowed(told, BOB)
    await pick(told, "pace", "none")

    assert await asked(told) == []
    assert (await start(told)).status is Status.RUNNING


async def test_an_ok_is_to_what_was_shown(told: Stage) -> None:
    """A button of the change before the last one agrees to nothing; a stranger's neither."""
    await told.lobby(BOB)
    old = mark_of(await pick(told, "pace", "slow"))
    await pick(told, "pace", "tonight_at_once")
    its = lobby(told)
    await its.agree(BOB.id, old)
    assert await asked(told) == ["Bob"]
    assert await refused(its.agree(DAN.id, old)) == TableKey.NOT_IN_LOBBY

    await told.agree(BOB)
    assert await asked(told) == []


async def test_all_changes_of_ten_minutes_are_one_mention(told: Stage) -> None:
    """Those who answered are mentioned again after them, the others only by a later change."""
    await told.lobby(BOB)
    for value in ("slow", "steady", "brisk"):
        await pick(told, "pace", value)
        told.clock.advance(60)
    assert await mentioned(told) == [BOB.id]
    await told.agree(BOB)
    await pick(told, "pace", "tonight")
    assert await mentioned(told) == [BOB.id]
    told.clock.advance(7 * 60)

    assert await mentioned(told) == 2 * [BOB.id]
    told.clock.advance(DAY)
    await pick(told, "pace", "slow")
    assert await mentioned(told) == 3 * [BOB.id]


async def test_a_host_who_changes_all_the_time_mentions_nobody_all_the_time(told: Stage) -> None:
    """One mention in ten minutes at most, whether it is answered each time or never."""
    await told.lobby(BOB, CAT)
    for minute in range(25):
        await pick(told, "pace", ("slow", "none", "brisk")[minute % 3])
        await told.agree(CAT)
        await told.said()
        told.clock.advance(60)

    found = await mentioned(told)
    assert found.count(CAT.id) <= 3
    assert found.count(BOB.id) <= 3


@pytest.mark.parametrize("way", ["removed", "taken back"])
async def test_a_guest_who_never_answers_holds_no_lobby(told: Stage, way: str) -> None:
    """The host takes the change back, or removes them."""
    await slowed(told, BOB, CAT)
    await told.agree(CAT)
    if way == "removed":
        await told.tables.lobbies.at(CHANNEL).remove(ANN.id, BOB.id)
    else:
        await pick(told, "pace", "none")

    assert await asked(told) == []
    assert (await start(told)).status is Status.RUNNING


@pytest.mark.long
async def test_a_place_is_lost_after_a_day_of_ones_own_time(told: Stage) -> None:
    """Who has not said when they sleep has two thirds of it; they may come back."""
    await slowed(told, BOB, CAT)
    await told.said()
    await rounds(told, 34)
    assert await asked(told) == ["Bob", "Cat"]
    await told.agree(CAT)
    await rounds(told, 4)

    assert names(await told.tables.in_channel(CHANNEL)) == ["Ann", "Cat"]
    assert ("lobby", None, None) in await told.said()
    assert (await told.tables.lobbies.at(CHANNEL).join(BOB, 9)).has(BOB.id)


@pytest.mark.long
async def test_who_is_asked_anew_has_a_whole_day_again(told: Stage) -> None:
    """A round that has seen the older question takes nothing for it."""
    await slowed(told, BOB)
    await told.said()
    since = told.clock.now()
    await rounds(told, 30)
    await pick(told, "pace", "tonight_at_once")
    await told.said()
    await lobby(told).look((BOB.id, since))
    await rounds(told, 30)
    assert await asked(told) == ["Bob"]
    await rounds(told, 7)

    assert names(await told.tables.in_channel(CHANNEL)) == ["Ann"]


async def away(stage: Stage, *, is_over: bool) -> None:
    """Let Bob be away, or be back."""
    until = None if is_over else stage.clock.now() + timedelta(days=3)
    await stage.tables.people.be_away(BOB, until)


async def deaf(stage: Stage, *, is_over: bool) -> None:
    """Let nobody be heard, or everybody again."""
    stage.ears["all"] = is_over
    stage.tables.acting.turned()


async def blind(stage: Stage, *, is_over: bool) -> None:
    """Let Bob not see the channel, or see it again."""
    stage.blind.clear() if is_over else stage.blind.add(BOB.id)


@pytest.mark.long
@pytest.mark.parametrize("cut", [away, deaf])
async def test_time_in_which_they_could_not_answer_does_not_count(
    told: Stage, cut: Callable[..., Awaitable[None]]
) -> None:
    await told.lobby(BOB)
    await rounds(told, 1)
    await pick(told, "pace", "slow")
    await told.said()
    await rounds(told, 10)
    await cut(told, is_over=False)
    await rounds(told, 60, 6)
    assert await asked(told) == ["Bob"]
    await cut(told, is_over=True)
    await rounds(told, 24)
    assert await asked(told) == ["Bob"]
    await rounds(told, 4)

    assert names(await told.tables.in_channel(CHANNEL)) == ["Ann"]


async def silenced(stage: Stage, *, is_over: bool) -> None:
    """Let Bob be in a time-out of four weeks, or have it ended early."""
    stage.silenced.clear()
    if not is_over:
        stage.silenced[BOB.id] = stage.clock.now() + timedelta(days=28)


UNABLE: Final = {"blind": blind, "silenced": silenced}


@pytest.mark.parametrize("why", ["unposted", "lost", *UNABLE, "alone"])
async def test_nobody_loses_a_place_by_a_question_that_they_cannot_answer(
    told: Stage, why: str
) -> None:
    """The message never came, the channel is lost or closed to them, they are in a time-out."""
    if why == "unposted":
        told.notifier.failures = {"terms": HICCUP}  # type: ignore[dict-item]
    await told.lobby(*(() if why == "alone" else (BOB,)))
    await (rate(told, on=False) if why == "alone" else pick(told, "pace", "slow"))
    await told.said()
    if why == "lost":
        await told.tables.channels.channels_lost([CHANNEL], "permission")
    if cut := UNABLE.get(why):
        await cut(told, is_over=False)
    await rounds(told, 90, 10)

    table = await told.tables.in_channel(CHANNEL)
    assert (table.status, len(table.people)) == (Status.LOBBY, 1 if why == "alone" else 2)
    if cut:
        await cut(told, is_over=True)
        await rounds(told, 20, 10)
        assert await asked(told) == ["Bob"]


@pytest.mark.parametrize("cut", UNABLE.values(), ids=UNABLE)
async def test_a_lobby_waits_for_who_cannot_answer_for_ten_days(
    told: Stage, cut: Callable[..., Awaitable[None]]
) -> None:
    """A moderator must not keep it from starting for four weeks."""
    await slowed(told, BOB)
    await told.said()
    await cut(told, is_over=False)
    await rounds(told, 230, 10)
    assert await asked(told) == ["Bob"]
    await rounds(told, 60, 10)

    assert names(await told.tables.in_channel(CHANNEL)) == ["Ann"]


async def test_a_channel_that_is_back_brings_the_mention_that_it_did_not_take(told: Stage) -> None:
    await told.lobby(BOB)
    told.notifier.failures = {"terms": LOCKED}  # type: ignore[dict-item]
    await pick(told, "pace", "slow")
    await told.said()
    table = await told.tables.in_channel(CHANNEL)
    told.notifier.failures = {}
    await told.store.channels.regain(table.id, told.clock.now())

    assert table.place.lost is not None
    assert await mentioned(told) == [BOB.id]


async def test_ratings_that_managers_turn_off_are_a_change_too(told: Stage) -> None:
    """Everybody in it is asked, its host as well; turned on again, nobody is."""
    await told.lobby(BOB)
    await rate(told, on=False)
    assert sorted(await mentioned(told), key=str) == [ANN.id, BOB.id]
    await told.agree(BOB)
    assert await refusal(start(told)) == ("table.not_agreed", {"names": ("Ann",)})
    await rate(told, on=True)

    assert await asked(told) == []
    assert (await start(told)).rated


async def test_a_switch_that_another_process_has_set_is_noticed_by_start(told: Stage) -> None:
    """Nobody begins a game that counts otherwise than they knew."""
    await told.lobby(BOB)
    await told.store.people.set_server_rule(GUILD, Switch.RATINGS, value=False)
    assert await refused(start(told)) == TableKey.NOT_AGREED
    await told.agree(ANN, BOB)

    assert not (await start(told)).rated


async def test_a_lobby_takes_its_people_along_with_their_ok(told: Stage) -> None:
    """Its host agrees to it; those who cannot see the new channel would be left behind."""
    table = await told.lobby(BOB, CAT)
    told.blind.add(CAT.id)
    assert await refusal(move(told)) == ("table.shut_out", {"names": ("Cat",)})
    await told.tables.lobbies.at(CHANNEL).remove(ANN.id, CAT.id)
    await move(told)

    moved = await told.tables.by_id(table.id)
    assert [each.asked for each in moved.people] == [False, True]
    assert await mentioned(told) == [BOB.id]
    await told.tables.channels.move(table.id, GUILD, CHANNEL, ANN.id, may_manage=False)
    assert await asked(told) == []


async def test_a_host_who_comes_after_another_is_asked_like_all(told: Stage) -> None:
    """The first one has changed the lobby and left it."""
    await told.lobby(BOB, CAT)
    await pick(told, "pace", "tonight_at_once")
    await told.tables.lobbies.at(CHANNEL).leave(ANN.id)
    await told.agree(CAT)
    assert await refusal(start(told, BOB)) == ("table.not_agreed", {"names": ("Bob",)})

    await told.tables.lobbies.at(CHANNEL).choose(BOB.id, "pace", "brisk")
    assert await asked(told) == ["Cat"]
    await told.tables.lobbies.at(CHANNEL).choose(BOB.id, "pace", "none")
    assert await asked(told) == []


async def test_a_second_account_of_the_host_agrees_for_nobody_else(told: Stage) -> None:
    """Each presses for themselves, and starting it as another one does not help."""
    await told.lobby(BOB, DAN)
    await pick(told, "pace", "tonight_at_once")
    await told.agree(DAN, DAN)

    for host in (ANN, DAN):
        with pytest.raises(TableError):
            await start(told, host)
    assert await asked(told) == ["Bob"]


@pytest.mark.parametrize("is_private", [False, True])
async def test_a_private_game_and_one_that_runs_have_nobody_to_ask(
    told: Stage, is_private: bool
) -> None:
    """The player of a private one sees what they set; options of a running one do not change."""
    await told.lobby(BOB)
    row = await told.store.games.unfinished(CHANNEL)
    assert row is not None
    before = replace(row, private=is_private, status="lobby" if is_private else "running")
    after, called = asking(before, replace(before, pace="slow"), told.clock.now())

    assert (after.pace, called.anew, called.still) == ("slow", (), ())
    assert [person.asked for person in after.people] == [False, False]


async def test_another_process_and_a_restart_know_who_is_asked(told: Stage) -> None:
    """It is kept with the seats; the OK may come to either."""
    await slowed(told, BOB, CAT)
    async with staged(told.url, clock=told.clock) as other:
        assert await refused(start(other)) == TableKey.NOT_AGREED
        await other.agree(BOB)
        assert await asked(told) == ["Cat"]
        await told.agree(CAT)

        assert (await start(other)).pace == "slow"
