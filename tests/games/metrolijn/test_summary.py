"""What is told of rounds, drafts and choices is what the rules did and scored."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

import pytest

from metrobot.engine.actors import CHANCE, Seat
from metrobot.engine.title import Deed
from metrobot.games.metrolijn.actions import TurnUp
from metrobot.games.metrolijn.board import MAP_IDS
from metrobot.games.metrolijn.line_state import line_states
from metrobot.games.metrolijn.result import SheetCount, count_of
from metrobot.games.metrolijn.state import State
from metrobot.games.metrolijn.summary import Ride, Round
from metrobot.games.metrolijn.turn import with_finished
from tests.games.metrolijn.positions import (
    FIRST,
    SECOND,
    TITLE,
    Game,
    after,
    game,
    new,
    on_all_maps,
    turned,
)

Key = tuple[int, int, str, bool]
Told = tuple[State, list[Deed[State]]]

PLAYERS = (1, 2, 4, 8)
SOME: list[Key] = [(n, PLAYERS[n % 4], MAP_IDS[n // 2 % 4], n % 3 == 0) for n in range(8)]
MANY: list[Key] = [
    (n, PLAYERS[n % 4], map_, is_special)
    for map_, n in on_all_maps(range(10))
    for is_special in (False, True)
]
each_game = pytest.mark.parametrize(
    "keys", [SOME, pytest.param(MANY, marks=pytest.mark.long)], ids=["some", "many"]
)


def rounds(played: Game) -> Iterator[Told]:
    """Yield each round of a game: the state before it, and what was done."""
    deeds, before = list[Deed[State]](), played.states[0]
    for event, state in zip(played.events, played.states[1:], strict=True):
        if isinstance(event.action, TurnUp) and deeds:
            yield before, deeds
            before, deeds = deeds[-1].after, []
        deeds.append(Deed(event.actor, event.action, state))
    yield before, deeds


def choices(told: Told) -> Iterator[tuple[State, Deed[State]]]:
    """Yield each choice of a round with the state before it."""
    before, deeds = told
    states = [before, *(deed.after for deed in deeds)]
    return ((s, deed) for s, deed in zip(states, deeds, strict=False) if deed.actor != CHANCE)


def counts(state: State, seat: int) -> SheetCount:
    """Return the count of a sheet."""
    return count_of(state, state.sheets[seat])


def points(rides: Sequence[Ride]) -> tuple[int, int]:
    """Return the points for lines and those for numbers that rides are told to bring."""
    lines = sum(ending.pay.points for ride in rides for ending in ride.endings)
    return lines, sum(ride.points for ride in rides)


def assert_scored(before: State, told: Round) -> None:
    """Assert that a round's summary adds up to the change in each sheet's count."""
    end = told.after
    for sheet in end.sheets:
        old, rides = counts(before, sheet.seat), [r for r in told.rides if r.seat == sheet.seat]
        change, marked = told.changes[sheet.seat], [s for ride in rides for s in ride.marked]

        assert points(rides) == (
            sheet.count.lines - old.lines,
            sheet.count.transfers - old.transfers,
        )
        assert len(marked) == old.empty - sheet.count.empty
        assert set(marked) == change.marked
        assert sorted(e.line for r in rides for e in r.endings) == [e.line for e in change.endings]
        assert {e for r in rides for e in r.endings} == set(change.endings)
        assert sorted(r.line for r in rides if r.line is not None) == [
            line for line, count in change.windows for _ in range(count)
        ]


def assert_finished(told: Round) -> None:
    """Assert that a round's finished lines are those of its sheets."""
    told_ = {(seat, f.line, f.pay) for f in told.finishes for seat in f.seats}
    found = {(r.seat, e.line, e.pay) for r in told.rides for e in r.endings}

    assert told_ == found
    assert [f.line for f in told.finishes] == sorted({f.line for f in told.finishes})


@each_game
def test_a_round_is_told_as_it_was_scored(keys: list[Key]) -> None:
    """Ride by ride: marks, numbers, lines and windows add up to what the count changed by."""
    for key in keys:
        for before, deeds in rounds(game(*key)):
            told = TITLE.summary(before, deeds)

            assert told.number == before.round + 1
            assert told.card == deeds[0].after.card
            assert told.after == TITLE.view_for(deeds[-1].after)
            assert_scored(before, told)
            assert_finished(told)


@each_game
def test_extra_actions_are_told_as_they_were_owed(keys: list[Key]) -> None:
    """One for each special station, unless it lapses; marked as extra from the second on."""
    for key in keys:
        for told in rounds(game(*key)):
            rides = TITLE.summary(*told).rides
            for ride, (before, deed) in zip(rides, choices(told), strict=True):
                owed = deed.after.owed[ride.seat]
                assert before.owed[ride.seat] - 1 + len(ride.specials) - ride.lapsed == owed
            for seat in {ride.seat for ride in rides}:
                own = [ride for ride in rides if ride.seat == seat]
                extra = sum(len(ride.specials) - ride.lapsed for ride in own)
                assert [ride.is_extra for ride in own] == [False] + [True] * extra


def positions(keys: list[Key]) -> Iterator[tuple[State, Seat]]:
    """Yield positions in which a seat chooses, as its draft sees them: nobody else has."""
    for key in keys:
        for _, deeds in list(rounds(game(*key)))[::3]:
            state, last = deeds[0].after, deeds[-1].actor
            assert isinstance(last, int)
            for deed in deeds[1:]:
                if deed.actor == last:
                    yield state, last
                    state = TITLE.apply(state, last, deed.action)


@each_game
def test_a_prospect_is_what_is_told_of_the_choice(keys: list[Key]) -> None:
    """For each open choice, in their order; and a draft of it counts the same points."""
    for state, seat in positions(keys):
        legal = TITLE.legal_actions(state, seat)
        found = TITLE.prospects(state, seat)
        assert len(found) == len(legal)
        for prospect, action in list(zip(found, legal, strict=True))[::3]:
            done = TITLE.apply(state, seat, action)
            told = TITLE.summary(state, [Deed(seat, action, done)], {seat}, preview=True)

            assert told.rides == (prospect,)
            assert_scored(with_finished(state), told)


@each_game
def test_a_line_pays_what_its_state_says(keys: list[Key]) -> None:
    """Whoever finishes a line in a round gets what it was said to pay before."""
    for key in keys:
        for before, deeds in rounds(game(*key)):
            told = TITLE.summary(before, deeds)
            for view in (told.before, TITLE.view_for(deeds[0].after)):
                for change, sheet in zip(told.changes, view.sheets, strict=True):
                    states = line_states(view, sheet.seat)
                    assert [states[e.line].pay for e in change.endings] == [
                        e.pay for e in change.endings
                    ]
                    assert not any(states[e.line].is_finished for e in change.endings)


@each_game
def test_everybody_is_told_the_same(keys: list[Key]) -> None:
    """A round differs by whose views it holds and by nothing else: nothing in it is secret."""
    for key in keys:
        for before, deeds in list(rounds(game(*key)))[::5]:
            crowd = TITLE.summary(before, deeds)
            for seat in TITLE.seats(before):
                told = TITLE.summary(before, deeds, {seat})
                own = [replace(view, seats=frozenset()) for view in (told.before, told.after)]

                assert replace(told, before=own[0], after=own[1]) == crowd


@each_game
def test_what_others_choose_in_a_round_changes_no_prospect(keys: list[Key]) -> None:
    """Exchange their choices: what is open to a seat, and what it pays, is the same."""
    for key in keys:
        for before, deeds in list(rounds(game(*key)))[::3]:
            open_ = deeds[0].after
            last = TITLE.awaiting(open_)[-1]
            assert isinstance(last, int)
            found = TITLE.prospects(open_, last)
            for state, deed in choices((before, deeds)):
                if deed.actor != last and isinstance(deed.actor, int):
                    legal = TITLE.legal_actions(state, deed.actor)
                    for action in (deed.action, legal[-1]):
                        other = TITLE.apply(state, deed.actor, action)
                        assert TITLE.prospects(other, last) == found


def test_a_draft_hides_the_end() -> None:
    """Not even the last choice of a game alone tells the result before it is confirmed."""
    played = game(1, 1)
    before, deeds = list(rounds(played))[-1]
    told = TITLE.summary(deeds[0].after, deeds[1:], {FIRST}, preview=True)

    assert TITLE.summary(before, deeds).after.result is not None
    assert told.after.result is None


def test_a_draft_keeps_the_card_of_its_round() -> None:
    """Alone it completes the round: the card, the cards left and the offers stay all the same."""
    for _, deeds in rounds(game(3, 1)):
        told = TITLE.summary(deeds[0].after, deeds[1:], {FIRST}, preview=True)
        kept = [
            (view.card, view.turned, view.left, view.round, view.offers)
            for view in (told.before, told.after)
        ]

        assert kept[0] == kept[1]
        assert told.number == deeds[0].after.round


def test_who_is_through_is_told_once() -> None:
    for key in SOME:
        told = [TITLE.summary(*each) for each in rounds(game(*key))]
        through = [seat for each in told for seat in each.through]

        assert sorted(through) == list(range(key[1]))
        for one, other in pairwise(told):
            assert not set(one.through) & set(other.through)


def test_nobody_did_anything() -> None:
    state = new(2)
    opened = turned(state, "4")

    assert TITLE.summary(state, []).rides == ()
    assert TITLE.summary(state, []).card is None
    assert TITLE.summary(state, [Deed(CHANCE, TurnUp("4"), opened)]).rides == ()


def test_a_part_of_a_round_counts_no_line() -> None:
    """Lines count after the round, as on the sheets; what a ride would finish is told with it."""
    state = turned(new(2), "3")
    action = TITLE.legal_actions(state, FIRST)[0]
    told = TITLE.summary(state, [Deed(FIRST, action, after(state, action))])

    assert [ride.seat for ride in told.rides] == [FIRST]
    assert told.changes[SECOND].marked == frozenset()
    assert told.finishes == ()
