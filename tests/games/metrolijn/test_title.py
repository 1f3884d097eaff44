"""The title as the engine, the service and the command line see it."""

import json
from pathlib import Path
from typing import Any

import pytest

from metrobot import cli
from metrobot.arena.simulation import simulated
from metrobot.engine import draft as drafts
from metrobot.engine.actors import Seat
from metrobot.engine.record import Record, dump, load
from metrobot.games.metrolijn.actions import Mark
from metrobot.games.metrolijn.board import MAP_IDS
from metrobot.service.finished.record_check import check_dealing, check_record
from metrobot.service.finished.record_faults import RecordFaultError
from tests.games.metrolijn.positions import FIRST, SECOND, TITLE, after, game, new, on_line, turned

TITLES = {TITLE.id: TITLE}
PLAYED = [
    (map_, players, special)
    for map_ in MAP_IDS
    for players, special in ((1, False), (2, True), (4, False), (6, True))
]


def record(map_: str, players: int, *, special: bool, number: int = 1) -> Record:
    rules = TITLE.ruleset(players, {"map": map_, "special": special})
    return simulated(TITLE, rules, "rules", number)


@pytest.mark.few(32)
@pytest.mark.parametrize(("map_", "players", "special"), PLAYED)
def test_simulated_games_replay_and_verify(map_: str, players: int, special: bool) -> None:
    for number in (1, 2, 3):
        found = record(map_, players, special=special, number=number)
        again = load(dump(found))

        assert check_record(TITLES, again).is_over
        assert check_dealing(TITLES, again).draws == sum(e.kind == "card" for e in found.events)


def test_the_command_line_plays_replays_and_verifies(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(tmp_path / "games.jsonl")
    options = ["--option", "map=madrid", "--option", "special=true"]
    given = ["--players", "3", "--games", "2", "--seed", "1", *options, "--out", path]

    assert cli.main(["simulate", "metrolijn", *given], TITLES) == 0
    assert cli.main(["replay", path], TITLES) == 0
    assert cli.main(["verify", path], TITLES) == 0
    assert "game 2: metrolijn, 3 players" in capsys.readouterr().out


def swapped(data: dict[str, Any], first: int, second: int) -> dict[str, Any]:
    """Return a record in which two events have changed places."""
    events = data["events"]
    events[first], events[second] = events[second], events[first]
    for seq, event in enumerate(events, start=1):
        event["seq"] = seq
    return data


@pytest.mark.parametrize("check", [check_record, check_dealing])
def test_a_round_stands_in_the_order_of_the_seats(check: Any) -> None:
    """Choices told in another order are a fault, although each of them is legal."""
    data = swapped(json.loads(dump(record("paris", 3, special=False))), 1, 2)

    with pytest.raises(RecordFaultError) as error:
        check(TITLES, load(json.dumps(data)))
    assert str(error.value) == "event 2: out of order: first comes seat 0"


def test_an_extra_action_stands_behind_the_first() -> None:
    """Not after those of others: that seat is still the first awaited."""
    state = turned(new(2, special=True), "3")
    state = after(state, on_line(state, "J"))

    assert TITLE.awaiting(state) == (FIRST, SECOND)
    assert state.owed == (1, 1)


def test_a_draft_is_over_when_nothing_is_owed() -> None:
    tried = drafts.new_draft(TITLE, turned(new(3), "4"), SECOND)
    done = tried.then_action(Mark("A", ("noord",), None))

    assert not tried.is_turn_over
    assert done.is_turn_over
    assert done.undo() == tried
    assert drafts.read_draft(TITLE, turned(new(3), "4"), SECOND, done.code) == done


def test_a_draft_alone_ends_the_round() -> None:
    """There is nobody to wait for, and no card is drawn in a draft."""
    tried = drafts.new_draft(TITLE, turned(new(), "4"), FIRST)
    done = tried.then_action(on_line(turned(new(), "4"), "A"))

    assert done.is_turn_over
    assert done.state.card is None


def test_each_player_has_one_seat() -> None:
    rules = new(8).rules

    assert TITLE.seat_count(rules) == 8
    assert [TITLE.player_of(rules, Seat(seat)) for seat in range(8)] == list(range(8))


def test_a_round_counts_when_it_is_complete() -> None:
    state = turned(new(), "3")

    assert [TITLE.turn_number(s) for s in (new(), state, after(state, on_line(state, "A")))] == [
        0,
        0,
        1,
    ]


def test_everybody_sees_the_same_sheets() -> None:
    """A view differs by whose it is and by nothing else; nothing in a state is secret."""
    for state in game(5, 4).states[::20]:
        views = [TITLE.view_for(state, frozenset({Seat(seat)})) for seat in range(4)]
        crowd = TITLE.view_for(state)

        assert [view.sheets for view in views] == [crowd.sheets] * 4
        assert [(view.card, view.turned, view.left) for view in views] == [
            (crowd.card, crowd.turned, crowd.left)
        ] * 4


def test_the_view_lists_cards_in_the_order_of_the_deck() -> None:
    """So that it cannot tell which comes next."""
    for state in game(5, 4).states[::20]:
        left = [card.id for card in TITLE.view_for(state).left]
        order = [card.card for card in TITLE.chance(new())]  # type: ignore[attr-defined]

        assert left == sorted(left, key=order.index)
