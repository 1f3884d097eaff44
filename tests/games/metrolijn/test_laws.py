"""Laws that hold in every game, on whole random ones of one to eight players."""

from collections import Counter
from itertools import pairwise

import pytest

from metrobot.engine.actors import CHANCE, Actor, Seat
from metrobot.engine.errors import RuleError
from metrobot.engine.log import Event
from metrobot.games.metrolijn.actions import FreeRide, Mark, Transfer, TurnUp
from metrobot.games.metrolijn.board import DECK, Card, Line, Station
from metrobot.games.metrolijn.result import first_round
from metrobot.games.metrolijn.state import Sheet, State
from tests.games.metrolijn.positions import TITLE, Game, game, on_all_maps
from tests.games.replaying import replay_log

GAMES = [
    (seed, players, map_, special)
    for map_, (seed, players, special) in on_all_maps(
        (
            (0, 1, False),
            (1, 1, True),
            (2, 2, True),
            (3, 2, False),
            (4, 4, True),
            (5, 4, False),
            (7, 8, True),
        )
    )
]
each_game, plain_game, special_game = (
    pytest.mark.parametrize(
        "key", [pytest.param(key, marks=pytest.mark.few(16)) for key in keys], ids=str
    )
    for keys in (GAMES, [key for key in GAMES if not key[3]], [key for key in GAMES if key[3]])
)

Key = tuple[int, int, str, bool]


def rounds(played: Game) -> list[list[Event]]:
    """Return the events of a game by rounds, the card of each first."""
    found: list[list[Event]] = []
    for event in played.events:
        if isinstance(event.action, TurnUp):
            found.append([])
        found[-1].append(event)
    return found


def filled(sheet: Sheet) -> int:
    return sum(map(len, sheet.windows))


def settled(played: Game) -> list[State]:
    """Return the states between rounds."""
    return [state for state in played.states if state.card is None]


def stations_of(event: Event) -> tuple[str, ...]:
    match event.action:
        case Mark(_, stations, _):
            return stations
        case Transfer(_, station, _, _) | FreeRide(station) if station is not None:
            return (station,)
    return ()


@plain_game
def test_windows_filled_are_rounds_less_free_rides(key: Key) -> None:
    """On every sheet, between rounds at any time; the game ends with the last window."""
    for state in settled(game(*key)):
        cards = [event.action for event in game(*key).events if isinstance(event.action, TurnUp)]
        free = sum(card.card == "F" for card in cards[: state.round])

        assert {filled(sheet) for sheet in state.sheets} == {state.round - free}
        assert state.is_over == (state.round - free == state.map.windows)


@each_game
def test_windows_are_all_filled_in_the_end(key: Key) -> None:
    """On every sheet, no line more than it has, each as a card said."""
    state = game(*key).end
    for sheet in state.sheets:
        assert [len(w) for w in sheet.windows] == [line.windows for line in state.map.lines]
        assert {written for window in sheet.windows for written in window} <= set("23456+")


@each_game
def test_every_station_is_marked_once(key: Key) -> None:
    """No seat marks one twice; what is marked stays, and has a cross or a number."""
    played = game(*key)
    told = Counter((event.actor, id_) for event in played.events for id_ in stations_of(event))

    assert max(told.values()) == 1
    for before, after in pairwise(played.states):
        for old, new in zip(before.sheets, after.sheets, strict=True):
            assert old.marked <= new.marked
            assert not new.crossed & {station for station, _ in new.numbers}


@each_game
def test_the_sheets_hold_what_the_events_tell(key: Key) -> None:
    played = game(*key)
    for number, sheet in enumerate(played.end.sheets):
        told = {i for event in played.events if event.actor == number for i in stations_of(event)}
        site = played.end.map.stations

        assert {site[station].id for station in sheet.marked} == told


@each_game
def test_higher_points_are_paid_in_one_round_only(key: Key) -> None:
    """For every line; all later ones get the lower points."""
    state = game(*key).end
    shown = TITLE.view_for(state).sheets
    for number, line in enumerate(state.map.lines):
        paid = {
            sheet.finished[number]
            for sheet, seen in zip(state.sheets, shown, strict=True)
            if (pay := seen.paid[number]) is not None and pay.points == line.first_points
        }

        assert paid <= {first_round(state, Line(number))}


@each_game
def test_a_line_is_finished_in_the_round_of_its_last_mark(key: Key) -> None:
    for before, after in pairwise(settled(game(*key))):
        for old, new in zip(before.sheets, after.sheets, strict=True):
            for line, was, is_ in zip(after.map.lines, old.finished, new.finished, strict=True):
                whole, half = new.marked.issuperset(line.stations), old.marked.issuperset
                expected = was if half(line.stations) else after.round if whole else None
                assert is_ == expected


@each_game
def test_cards_come_from_the_deck(key: Key) -> None:
    for before, after in pairwise(game(*key).states):
        cards: list[Card] = [*after.turned, *after.left]
        assert Counter(cards) == Counter(DECK)
        if len(after.turned) < len(before.turned):
            assert (before.card, after.turned) == (DECK[8], ())
    assert DECK[8].id == "6"


@each_game
def test_choices_touch_their_own_sheets_only(key: Key) -> None:
    """Between the card and the end of the round nobody else's sheet changes."""
    played = game(*key)
    for (before, after), event in zip(pairwise(played.states), played.events, strict=True):
        for seat in range(before.rules.players):
            if event.actor != seat:
                assert before.sheets[seat].marked == after.sheets[seat].marked
                assert before.sheets[seat].windows == after.sheets[seat].windows


@each_game
def test_who_is_first_in_a_round_makes_no_difference(key: Key) -> None:
    """No choice decides another's: rounds played backwards end the same."""
    played = game(*key)
    state = played.states[0]
    for card, *choices in rounds(played):
        state = TITLE.apply(state, CHANCE, card.action)
        seats = sorted({event.actor for event in choices}, key=str, reverse=True)
        for event in (event for seat in seats for event in choices if event.actor == seat):
            state = TITLE.apply(state, event.actor, event.action)  # type: ignore[arg-type]  # seats

    assert state == played.end


@each_game
def test_somebody_can_always_act(key: Key) -> None:
    """Each awaited seat has a choice, chance has a card, and nobody else has any."""
    for state in game(*key).states:
        awaited = TITLE.awaiting(state)
        assert bool(awaited) != TITLE.is_over(state)
        for actor in awaited:
            assert TITLE.chance(state) if actor is CHANCE else TITLE.legal_actions(state, actor)
        idle = [Seat(i) for i in range(state.rules.players) if i not in awaited]
        assert [TITLE.legal_actions(state, seat) for seat in idle] == [()] * len(idle)


@each_game
def test_what_is_legal_is_listed_once_in_a_fixed_order(key: Key) -> None:
    for state in game(*key).states[1::9]:
        for seat in (s for s in TITLE.awaiting(state) if s is not CHANCE):
            legal = TITLE.legal_actions(state, seat)
            rides = [a for a in legal if isinstance(a, Mark)]
            order = [(a.line, -(a.direction or 0), -len(a.stations)) for a in rides]

            assert len(set(legal)) == len(legal)
            assert order == sorted(order)
            assert TITLE.legal_actions(state, seat) == legal


@each_game
def test_a_refusal_changes_nothing(key: Key) -> None:
    played = game(*key)
    tries = [event.action for event in played.events[::7]]
    for state in played.states[3::17]:
        actors: list[Actor] = [CHANCE, *map(Seat, range(state.rules.players))]
        for actor in actors:
            legal = TITLE.chance(state) if actor is CHANCE else TITLE.legal_actions(state, actor)
            refused = [a for a in tries if a not in legal]
            assert [accepted for a in refused if (accepted := _accepts(state, actor, a))] == []


def _accepts(state: State, actor: Actor, action: object) -> bool:
    """Return whether an action is accepted; if not, see that nothing has happened."""
    before = (state.sheets, state.owed, state.turned, state.card, state.round)
    try:
        TITLE.apply(state, actor, action)  # type: ignore[arg-type]  # an action
    except RuleError:
        assert before == (state.sheets, state.owed, state.turned, state.card, state.round)
        return False
    return True


@each_game
def test_the_log_gives_back_the_game(key: Key) -> None:
    played = game(*key)

    assert replay_log(TITLE, played.states[0].rules, played.events) == played.end


@each_game
def test_every_event_comes_back_from_the_record(key: Key) -> None:
    played = game(*key)
    for event in played.events:
        fields = TITLE.encode(event.action)

        assert TITLE.decode(event.action.kind, fields) == event.action
        assert TITLE.encode_public(played.end.rules, event.action) == fields


@each_game
def test_a_round_stands_in_the_order_of_the_seats(key: Key) -> None:
    for card, *choices in rounds(game(*key)):
        seats = [event.actor for event in choices]
        assert card.actor is CHANCE
        assert seats == sorted(seats, key=str)


@special_game
def test_extra_actions_are_earned(key: Key) -> None:
    """One for each special station marked, unless no window is left; none by a free ride."""
    played = game(*key)
    stars = {site.id for site in played.end.map.stations if site.is_special}
    for card, *choices in rounds(played):
        behind = played.states[choices[-1].seq]
        for seat in {event.actor for event in choices}:
            own = [event for event in choices if event.actor == seat]
            earned = sum(id_ in stars for event in own for id_ in stations_of(event))
            is_full = not behind.has_window(Seat(int(seat)))  # type: ignore[arg-type]  # a seat
            expected = 1 if card.action == TurnUp("F") else 1 + earned
            assert len(own) == expected or (is_full and len(own) < expected)


@special_game
def test_whoever_has_no_window_takes_no_part(key: Key) -> None:
    played = game(*key)
    for card, *choices in rounds(played):
        before = played.states[card.seq - 1]
        able = {i for i in range(before.rules.players) if before.has_window(Seat(i))}
        assert {event.actor for event in choices} == able


def test_some_go_on_without_the_others() -> None:
    """The laws above have something to say: windows differ in games with `special`."""
    uneven = [
        key
        for key in GAMES
        if any(len({filled(s) for s in state.sheets}) > 1 for state in settled(game(*key)))
    ]
    alone = [key for key in GAMES if any(len(turn) <= key[1] for turn in rounds(game(*key)))]

    assert len(uneven) >= 4
    assert len(alone) >= 2
    assert all(key[3] for key in (*uneven, *alone))


def test_random_games_reach_what_they_are_for() -> None:
    """Lines are finished early, late and never; transfers are written and given up."""
    ends = [game(*key).end for key in GAMES]
    done = [d for state in ends for sheet in state.sheets for d in sheet.finished]
    numbers = [n for state in ends for sheet in state.sheets for _, n in sheet.numbers]
    given_up = [
        event
        for key in GAMES
        for event in game(*key).events
        if event.action in (FreeRide(None),) or getattr(event.action, "value", 1) is None
    ]

    assert done.count(None) > 100 < len(done) - done.count(None)
    assert set(numbers) >= {1, 2, 3}
    assert len(given_up) > 20
    assert Station(0) in set().union(*(sheet.marked for state in ends for sheet in state.sheets))
