"""What counts of a game, by who began it, who went and how it ended."""

import random
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import product
from typing import Any, Final

import pytest

from metrobot.service.membership.endings import END
from metrobot.service.model.computers import LEVELS, free_computer
from metrobot.service.model.errors import TableError
from metrobot.service.model.play import Person, PlayerId, Status
from metrobot.service.model.table import Table
from metrobot.service.people import leaderboards
from metrobot.service.people.leaderboards import Standings
from metrobot.service.people.server_games import Switch
from metrobot.service.people.verdicts import falls
from metrobot.store.schema.rows import ALL_TIME
from metrobot.store.statements.finished import FinishedRow
from metrobot.store.statements.ratings import BASE, ComputerStats
from tests.leaderboard_reference import TITLES, leaders, standings_of, stats_after
from tests.service.stage import ANN, BOB, CAT, CHANNEL, DAN, GUILD, Stage
from tests.service.test_newcomers import back, replaced
from tests.service.test_with_computers import started_with
from tests.service.toy import Stop, Take

A, B, C, D = PlayerId(1), PlayerId(2), PlayerId(3), PlayerId(4)
EASY, STRONG = (found.id for level in ("easy", "strong") if (found := free_computer(level, ())))


OPTIONS = {"double": False}


def ended(people: Sequence[int], scores: Sequence[int], **facts: Any) -> FinishedRow:
    """Return a game that ended by its rules, unless these facts say otherwise."""
    winners = [n for n, score in enumerate(scores) if score == max(scores)]
    result = {"scores": list(scores), "winners": winners}
    return FinishedRow(1, "toy", result, tuple(people), **{"options": OPTIONS, **facts})


def cancelled(people: Sequence[int], turn: int, **facts: Any) -> FinishedRow:
    """Return a game that was cancelled after a number of turns."""
    return FinishedRow(1, "toy", None, tuple(people), turn=turn, options=OPTIONS, **facts)


def counted(*rows: FinishedRow) -> Standings:
    """Return the standings after some games."""
    return stats_after(rows).get("toy", {})


PAST = (ended([A, B], [9, 1]), ended([B, C], [5, 3]), ended([C, A, B], [7, 7, 2]))
"""Earlier games, after which ratings differ."""


def changed(row: FinishedRow) -> dict[PlayerId, bool]:
    """Return the players whose standing a game changes, and whether it falls."""
    before, after = counted(*PAST), counted(*PAST, row)
    return {
        player: each.rating < (before[player].rating if player in before else BASE)
        for player, each in after.items()
        if each != before.get(player)
    }


@pytest.mark.parametrize(("turn", "is_counted"), [(9, False), (10, True)])
def test_a_game_ended_by_vote_counts_after_five_turns_a_seat(turn: int, is_counted: bool) -> None:
    """Otherwise two who agree could make as many wins as they like."""
    assert bool(counted(ended([A, B], [5, 1], is_voted=True, turn=turn))) == is_counted


def test_five_turns_of_each_seat_are_meant_not_of_each_person() -> None:
    row = ended([A, B], [5, 1], is_voted=True, options={"double": True})

    assert not counted(replace(row, turn=19))
    assert counted(replace(row, turn=20))


def test_where_all_choose_at_once_rounds_are_turns() -> None:
    sheets = [{"lines": 9, "transfers": 0, "empty": 0, "minus": 0}] * 2
    result = {"scores": [9, 8], "winners": [0], "sheets": sheets}
    row = FinishedRow(1, "metrolijn", result, (A, B), is_voted=True)

    assert not stats_after([replace(row, turn=4)])
    assert stats_after([replace(row, turn=5)])


@pytest.mark.parametrize(
    "how",
    [
        {"people": (A, 0, C), "departed": ((1, B),)},
        {"people": (A, D, C), "departed": ((1, B),)},
        {"people": (A, D, C), "departed": ((1, B), (1, D), (1, EASY))},
        {"people": (A, EASY, C), "departed": ((1, B),), "computed": True},
        {"people": (A, B, C), "covered": frozenset({1}), "computed": True},
    ],
    ids=["left", "handed over", "handed on", "a computer's", "covered"],
)
def test_who_does_not_play_to_the_end_is_last_and_the_others_are_rated_among_themselves(
    how: dict[str, Any],
) -> None:
    """Their place counts as last whatever it comes to; a successor there is not rated."""
    row = replace(ended([A, B, C], [3, 9, 6]), **how)

    before, after = counted(*PAST), counted(*PAST, row)
    alone = counted(*PAST, ended([A, C], [3, 6]))

    assert {each: (after[each].mu, after[each].sigma) for each in (A, C)} == {
        each: (alone[each].mu, alone[each].sigma) for each in (A, C)
    }
    assert after[B].rating < before[B].rating
    assert (after[B].games, after[B].wins) == (before[B].games + 1, before[B].wins)
    assert D not in after
    assert EASY not in after


@pytest.mark.parametrize("scores", [(9, 1), (1, 9)])
def test_of_two_who_left_loses_and_the_other_stays_where_they_were(scores: tuple[int, int]) -> None:
    """Otherwise somebody with a second account could win as often as they like."""
    assert changed(ended([A, 0], scores, departed=((1, B),))) == {B: True}


def test_what_leaving_costs_hangs_on_nothing_that_others_do() -> None:
    """Neither on who wins, nor on who else leaves after that."""
    one = ended([A, 0, C], [3, 9, 6], departed=((1, B),))
    two = ended([A, 0, 0], [9, 0, 6], departed=((1, B), (2, C)))

    assert counted(*PAST, one)[B] == counted(*PAST, two)[B]


@pytest.mark.parametrize(("people", "rating"), [(2, 927), (3, 890), (4, 868), (5, 855)])
def test_leaving_costs_newcomers_the_last_of_so_many_places(people: int, rating: int) -> None:
    """To the point: whoever loses has nothing to gain by resigning."""
    began = [PlayerId(number) for number in range(1, people + 1)]
    lost = ended(began, range(people))
    left = ended([0, *began[1:]], range(people), departed=((0, A),))

    assert counted(lost)[A].rating == counted(left)[A].rating == rating


@pytest.mark.parametrize("seed", range(12))
def test_for_nobody_is_leaving_better_than_their_worst_place_whoever_stays(seed: int) -> None:
    """After random games of regulars and newcomers, in each order of the others, and in each tie.

    Whoever has left before, or leaves later, does not change that.
    """
    dice = random.Random(seed)
    everybody = [PlayerId(number) for number in range(1, 7)]
    past = [
        ended(dice.sample(everybody[:-1], count), [dice.randrange(20) for _ in range(count)])
        for count in (dice.choice((2, 3, 4)) for _ in range(dice.randrange(60)))
    ]
    began = dice.sample(everybody, dice.choice((3, 4)))
    before = stats_after(past)
    for place, player in enumerate(began):
        ways = product([None, *range(1, len(began))], repeat=len(began) - 1)
        worst = min(
            rating_after(before, began, [*scores[:place], 0, *scores[place:]], player)
            for scores in ways
            if any(score is not None for score in scores)
        )
        scores = [None if each == player else 1 for each in began]
        assert rating_after(before, began, scores, player) <= worst


def rating_after(
    before: dict[str, Standings],
    began: Sequence[PlayerId],
    scores: Sequence[int | None],
    player: PlayerId,
) -> int:
    """Return somebody's rating after one more game; those with no score have left it."""
    departed = [(place, began[place]) for place, score in enumerate(scores) if score is None]
    people = [0 if score is None else who for who, score in zip(began, scores, strict=True)]
    row = ended(people, [score or 0 for score in scores], departed=tuple(departed))
    boards = {(title, ALL_TIME): rows for title, rows in before.items()}
    return leaderboards.stats_after(TITLES, [row], boards)["toy", ALL_TIME][player].rating


def test_leaving_never_raises_a_rating() -> None:
    """Not even a player without any other prospects gains by it."""
    weak = [ended([A, B], [9, 1])] * 30
    left = ended([A, 0], [9, 1], departed=((1, B),))
    ratings = [counted(*weak, *[left] * count)[B].rating for count in range(5)]

    assert ratings == sorted(ratings, reverse=True)


def test_who_comes_back_to_their_place_has_stayed() -> None:
    """It is another place that is somebody else's."""
    back = ended([A, B], [3, 9], departed=((1, B),))
    elsewhere = ended([B, 0], [9, 3], departed=((1, B), (0, A)))

    assert changed(back) == changed(ended([A, B], [3, 9]))
    assert changed(elsewhere) == {A: True, B: True}


def test_a_cover_does_not_make_a_game_one_with_computers() -> None:
    """An owner who is back by the end has played it."""
    row = ended([A, B], [3, 9])

    assert counted(replace(row, computed=True)) == counted(row)


@pytest.mark.parametrize("how", [{}, {"computed": True}])
def test_a_computer_with_a_seat_from_the_start_makes_a_game_one_with_computers(
    how: dict[str, Any],
) -> None:
    """Also if it has never moved, or a person has taken its place."""
    there = counted(ended([A, B, EASY], [3, 9, 1], **how))
    gone = counted(ended([A, B, C], [3, 9, 1], departed=((2, EASY),), **how))

    assert leaders(there) == []
    assert gone == {}


def test_games_against_computers_that_never_moved_make_no_place() -> None:
    assert not counted(*[ended([A, EASY], [1, 0], is_voted=True, turn=1)] * 20)


def test_wins_against_computers_count_only_when_played_to_the_end() -> None:
    """By the one who began it, and against those who did."""
    whole = ended([A, EASY], [9, 1], computed=True)
    voted = replace(whole, is_voted=True, turn=40)
    given = ended([C, EASY], [9, 1], computed=True, departed=((0, A),))
    late = ended([A, STRONG], [9, 1], computed=True, departed=((1, EASY),))

    assert counted(whole)[A].against == {"easy": ComputerStats(1, 1)}
    assert not counted(voted, given, late, cancelled([A, EASY], 40, computed=True))


@pytest.mark.parametrize(("turn", "is_counted"), [(5, False), (6, True)])
def test_who_cancels_after_the_third_round_is_last(turn: int, is_counted: bool) -> None:
    """So are players who have left by then; the others stay where they were."""
    row = cancelled([A, B], turn, cancelled_by=0)
    by_another = cancelled([A, 0], turn, departed=((1, B),))

    assert changed(row) == ({A: True} if is_counted else {})
    assert changed(by_another) == ({B: True} if is_counted else {})


def test_a_cancelled_game_has_no_end_at_which_somebody_could_be_covered() -> None:
    """Otherwise a host could cover somebody, and cancel."""
    row = cancelled([A, B], 30, cancelled_by=0, covered=frozenset({1}), computed=True)

    assert changed(row) == {A: True}


def test_a_game_alone_counts_when_its_player_has_played_it_to_the_end() -> None:
    """Neither ended before its time, nor with a computer's help."""
    row = ended([A], [31])
    spoilt = (replace(row, is_voted=True, turn=40), replace(row, computed=True))

    assert counted(row)[A].solo_best == 31
    assert not counted(*spoilt)


def test_the_best_game_alone_keeps_its_hints() -> None:
    """Of equal ones it is the one with fewer."""
    games = [([31], (4,)), ([40], (3,)), ([40], (1,)), ([40], (2,)), ([12], (0,))]
    rows = [ended([A], scores, hints=hints) for scores, hints in games]

    assert (counted(*rows)[A].solo_best, counted(*rows)[A].solo_hints) == (40, 1)


def without(player: int, row: FinishedRow) -> FinishedRow | None:
    """Return a game as if somebody had never been in it; None if nothing is left of it."""
    kept = [place for place, who in enumerate(row.began) if who != player]
    if row.result is None or len(kept) < 2:
        return None
    scores = [row.result["scores"][place] for place in kept]
    return ended([row.began[place] for place in kept], scores)


def deviating(dice: random.Random) -> FinishedRow:
    """Return a game of people in which Ann alone does what she likes."""
    people = [A, *dice.sample((B, C, D), dice.choice((1, 2, 3)))]
    dice.shuffle(people)
    own, scores = people.index(A), [dice.randrange(20) for _ in people]
    row = ended(people, scores, turn=dice.randrange(60), computed=dice.random() < 0.5)
    empty = tuple(0 if who == A else who for who in people)
    taken = tuple(STRONG if who == A else who for who in people)
    with_computer = (*people, EASY)
    match dice.randrange(6):
        case 0:
            return replace(row, people=empty, departed=((own, A),))
        case 1:
            return replace(row, people=taken, departed=((own, A),))
        case 2:
            return replace(row, covered=frozenset({own}))
        case 3:
            return replace(row, result=None, cancelled_by=own)
        case 4:
            return ended(with_computer, [*scores, 3], computed=row.computed)
        case _:
            return ended(with_computer, [*scores, 3], is_voted=True, turn=row.turn)


@pytest.mark.parametrize("seed", range(40))
def test_nothing_that_one_person_does_alone_changes_the_rating_of_another(seed: int) -> None:
    """The others have the same ratings after many games of Ann as without her."""
    dice = random.Random(seed)
    rows = [deviating(dice) for _ in range(30)]
    among = [row for row in rows if EASY not in row.began]
    rest = [kept for row in among if (kept := without(A, row)) is not None]

    found, expected = counted(*PAST, *rows), counted(*PAST, *rest)

    assert skills(found) == skills(expected)
    assert found[A].rating <= counted(*PAST)[A].rating


def skills(standings: Standings) -> dict[PlayerId, tuple[float, float]]:
    """Return mu and sigma of everybody but Ann who has played with others."""
    others = (each for each in standings.values() if each.player != A and each.games)
    return {each.player: (each.mu, each.sigma) for each in others}


async def toy_standings(stage: Stage) -> Standings:
    """Return the standings of the toy."""
    return (await standings_of(stage.tables.leaderboards, GUILD)).get("toy", {})


async def unrated(stage: Stage) -> Table:
    """Return a game of a server whose ratings are off."""
    await stage.tables.server_games.turn(GUILD, Switch.RATINGS, on=False)
    return await stage.start(BOB, CAT)


async def left(stage: Stage, *people: Person) -> Table:
    """Return a game that some have left of Ann, Bob and Cat."""
    table = await stage.start(BOB, CAT)
    for person in people:
        table = await stage.tables.seats.resign(table.id, person.id)
    return table


async def left_to_a_computer(stage: Stage) -> Table:
    """Return a game in which a computer has the seat that Bob has left."""
    table = await left(stage, BOB)
    found = await stage.tables.seats.offer_computer(table, ANN.id, 1, "easy")
    assert isinstance(found, Table)
    return found


async def taken_from_a_computer(stage: Stage) -> Table:
    """Return a game in which Cat has taken the seat of the computer with which it began."""
    table = await started_with(stage, "easy", people=(BOB,))
    return await stage.sit(table, 2, CAT)


async def returned(stage: Stage) -> Table:
    """Return a game in which Bob has taken back the seat in which a newcomer sat."""
    return await back(stage, await replaced(stage))


PRICES: Final[Mapping[str, tuple[Callable[[Stage], Awaitable[Table]], tuple[Person, ...]]]] = {
    "among people": (lambda stage: stage.start(BOB, CAT), (ANN, BOB, CAT)),
    "unrated": (unrated, ()),
    "with a computer": (lambda stage: started_with(stage, "easy", people=(BOB,)), ()),
    "with computers only": (lambda stage: started_with(stage, "easy", "easy"), ()),
    "a computer in the seat of one who left": (left_to_a_computer, (ANN, CAT)),
    "a person in the seat of a computer": (taken_from_a_computer, ()),
    "a newcomer": (replaced, (ANN, CAT)),
    "one who is back": (returned, (ANN, BOB, CAT)),
    "one whom all others have left": (lambda stage: left(stage, BOB, CAT), ()),
}
"""Games, each with those who come last in it by leaving."""


@pytest.mark.parametrize("person", [ANN, BOB, CAT, DAN], ids=lambda person: person.name)
@pytest.mark.parametrize("case", PRICES)
async def test_what_leaving_costs_is_known_before(stage: Stage, case: str, person: Person) -> None:
    """Whatever is said of it goes by `falls`, which says what the standings will."""
    make, fallers = PRICES[case]
    table = await make(stage)
    assert falls(table, person.id) == (person in fallers)
    if not table.has(person.id):
        return
    table = await stage.tables.seats.resign(table.id, person.id)
    who = [each.id for each in table.people]
    departed = tuple((each.position, each.person.id) for each in table.departed)
    facts: dict[str, Any] = {"departed": departed, "is_unrated": not table.rated}
    is_over = table.status is Status.CANCELLED
    row = cancelled(who, 30, **facts) if is_over else ended(who, range(len(who)), **facts)
    standing = counted(row).get(person.id)

    assert (standing is not None and standing.rating < BASE) == (person in fallers)


async def test_whoever_cancels_a_game_of_people_who_are_gone_loses_nothing(stage: Stage) -> None:
    """Nor are they told that they do; as long as one is there they are."""
    table = await stage.start(BOB, CAT)
    stage.left.update((BOB.id, CAT.id))
    assert falls(table, ANN.id, {BOB.id})
    assert not falls(table, ANN.id, stage.left)
    await stage.tables.cancel(CHANNEL, ANN, may_manage=True)
    (row,) = await stage.store.ratings.uncounted(GUILD, 9)

    assert row.cancelled_by is None


async def singly(stage: Stage, table: Table, turns: int) -> Table:
    """Return a game after some more turns in which one counter was taken."""
    for _ in range(turns):
        (person,) = table.to_act()
        turn, act = table.state.turn, stage.tables.turns.act
        table = await act(table.id, person.id, table.revision, [Take(1)])
        if table.state.turn == turn:
            table = await act(table.id, person.id, table.revision, [Stop()])
    return table


async def test_who_resigns_loses_and_nobody_wins(stage: Stage) -> None:
    """The one who plays on finds their rating where it was."""
    table = await stage.tables.seats.resign((await stage.start(BOB)).id, BOB.id)
    await stage.finish(table)

    found = await toy_standings(stage)

    assert found.keys() == {BOB.id}
    assert found[BOB.id].rating < BASE


@pytest.mark.parametrize(("turns", "last"), [(5, set()), (6, {ANN.id})])
async def test_a_player_who_cancels_a_game_that_others_play_leaves_it(
    stage: Stage, turns: int, last: set[int]
) -> None:
    """Before the third round is over nothing comes of it; their name is still at the table."""
    table = await singly(stage, await stage.start(BOB), turns)
    await stage.tables.cancel(CHANNEL, ANN, may_manage=True)

    found = await toy_standings(stage)

    assert found.keys() == last
    assert (await stage.tables.by_id(table.id)).has(ANN.id)


async def test_who_manages_the_channel_and_does_not_play_loses_nothing(stage: Stage) -> None:
    await singly(stage, await stage.start(BOB), 6)
    await stage.tables.cancel(CHANNEL, CAT, may_manage=True)

    assert await toy_standings(stage) == {}


@pytest.mark.parametrize("cancels", [True, False])
async def test_who_was_left_alone_may_cancel(stage: Stage, cancels: bool) -> None:
    """Nobody else plays any more; those who left are last all the same."""
    table = await singly(stage, await stage.start(BOB), 6)
    await stage.tables.seats.resign(table.id, BOB.id)
    if cancels:
        await stage.tables.cancel(CHANNEL, ANN, may_manage=True)
    else:
        await stage.tables.seats.resign(table.id, ANN.id)

    assert (await toy_standings(stage)).keys() == {BOB.id}


@pytest.mark.parametrize(("turns", "is_counted"), [(9, False), (10, True)])
async def test_a_vote_is_told_from_an_end_by_the_rules(
    stage: Stage, turns: int, is_counted: bool
) -> None:
    """The last event tells them apart."""
    table = await singly(stage, await stage.start(BOB), turns)
    voters = [ANN.id, BOB.id]
    ballot = await stage.tables.ballots.open(table, END, ANN.id, voters, payload={"result": True})
    ballot = await stage.vote(table, ballot, BOB)
    table = await stage.tables.endings.end(table.id, ballot)

    assert table.status is Status.OVER
    assert bool(await toy_standings(stage)) == is_counted


async def test_a_computer_whose_place_a_person_takes_is_remembered(stage: Stage) -> None:
    """The game began with it, and stays one with computers."""
    await stage.lobby(BOB)
    await stage.tables.lobbies.at(CHANNEL).choose(ANN.id, "seating", "joined")
    await stage.tables.lobbies.at(CHANNEL).add_computer(ANN.id, "easy")
    await stage.agree(BOB)
    table = await stage.tables.lobbies.at(CHANNEL).start(ANN.id, may_manage=False, interaction=900)
    table = await stage.sit(table, 2, CAT)
    await stage.finish(table)

    assert await stage.store.seats.departed(table.id) == ((2, EASY),)
    assert await toy_standings(stage) == {}


async def as_she_likes(stage: Stage, dice: random.Random) -> None:
    """Open a game of Ann and Bob, and do everything Ann may do alone until it has ended."""
    table = await singly(stage, await stage.start(BOB), dice.randrange(11))
    seats, game = stage.tables.seats, table.id
    with suppress(TableError):
        match dice.randrange(4):
            case 0:
                await seats.offer_computer(table, ANN.id, 0, dice.choice(LEVELS))
            case 1:
                await seats.offer_computer(table, ANN.id, 1, dice.choice(LEVELS))
            case 2:
                await seats.offer(table, ANN.id, 0, CAT.id)
            case _:
                await seats.offer(table, ANN.id, 1, CAT.id)
    if dice.random() < 0.5:
        await stage.tables.cancel(CHANNEL, ANN, may_manage=True)
        return
    table = await seats.resign(game, ANN.id)
    if dice.random() < 0.5:
        await stage.sit(table, 0, CAT)
    await stage.finish(await stage.tables.by_id(game))


@pytest.mark.parametrize("seed", range(3))
async def test_a_series_of_games_that_one_person_spoils_leaves_the_other_where_they_were(
    stage: Stage, seed: int
) -> None:
    """Ann does everything that tables allow; she alone falls."""
    await stage.finish(await stage.start(BOB))
    before, dice = await toy_standings(stage), random.Random(seed)
    for _ in range(12):
        await as_she_likes(stage, dice)
    after = await toy_standings(stage)

    assert after[BOB.id] == before[BOB.id]
    assert after[ANN.id].rating < before[ANN.id].rating
