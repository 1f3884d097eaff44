"""Which lines can still be finished, and by what; a search that tries all says the same."""

from collections.abc import Iterable
from dataclasses import replace
from itertools import islice
from operator import and_

import pytest

from metrobot.engine.actors import Seat
from metrobot.games.metrolijn import outlook
from metrobot.games.metrolijn.board import CARD_NAMED, DECK
from metrobot.games.metrolijn.line_state import line_states
from metrobot.games.metrolijn.outlook import can_finish, none_left, outlooks
from metrobot.games.metrolijn.state import State
from tests.games.metrolijn.finishing import Search, TooLongError, late_positions
from tests.games.metrolijn.positions import FIRST, TITLE, full_but, ids_of, new, with_marks

MOST = 3_000


def told(state: State, seat: Seat = FIRST) -> list[str]:
    """Return the lines that can be finished, with the lines to be ridden and a free ride."""
    view = TITLE.view_for(state)
    return [
        f"{each.state.site.letter} {len(each.state.empty)}"
        f" {''.join(view.map.lines[line].letter for line in each.lines)}"
        f"{'F' * each.takes_free}"
        for each in outlooks(view, seat)
    ]


def about(state: State, letters: str) -> list[str]:
    """Return the lines that can be finished, of some."""
    return [each for each in told(state) if each[0] in letters]


def lacking(letter: str, missing: Iterable[str], windows: str, left: str) -> State:
    """Return a game in Amsterdam with all stations marked but some of a line's.

    Args:
        letter: the line.
        missing: ids of its stations.
        windows: the lines that have empty windows.
        left: ids of the cards left.
    """
    state = new(map="amsterdam")
    ids = {site.id for site in state.map.stations} - set(missing)
    assert set(missing) <= set(ids_of(state, letter))
    deck, cards = list(DECK), [CARD_NAMED[id_] for id_ in left.split()]
    for card in cards:
        deck.remove(card)
    return replace(full_but(with_marks(state, ids), windows), turned=tuple(deck))


@pytest.mark.parametrize(
    ("windows", "left", "expected"),
    [
        ("A", "6 3", ["A 2 "]),
        # Without a window, another line reaches one station of it, never both.
        ("C", "6 3", []),
        # Two windows let a 6 come between two free rides.
        ("C", "6 F", ["A 2 F"]),
    ],
)
def test_a_line_is_finished_by_its_windows_others_or_free_rides(
    windows: str, left: str, expected: list[str]
) -> None:
    """Its last two stations are missing; C does not serve them."""
    missing = ids_of(new(map="amsterdam"), "A")[-2:]

    assert about(lacking("A", missing, windows, left), "A") == expected


def test_a_line_without_a_window_is_told_with_the_line_that_reaches_it() -> None:
    """As *B 1 left by C*, for each pair of lines that share a station."""
    map_, tried = new(map="amsterdam").map, 0
    for line in map_.lines:
        for station in line.stations:
            for other in map_.lines_at(station):
                site = map_.lines[other]
                state = lacking(line.letter, [map_.stations[station].id], site.letter, "6 3")
                expected = "" if site is line else site.letter

                assert about(state, line.letter) == [f"{line.letter} 1 {expected}"]
                tried += 1
    assert tried > 50


def test_nothing_is_told_without_windows_or_after_the_end() -> None:
    assert told(lacking("A", ids_of(new(map="amsterdam"), "A")[-2:], "", "6 F")) == []
    assert told(replace(lacking("A", [], "AB", "6"), is_over=True)) == []


def check(positions: int, windows: int, seed: int) -> None:
    """Compare both programs on random positions, each a line on a sheet."""
    decided = {True: 0, False: 0}
    for state in late_positions(seed, windows):
        view = TITLE.view_for(state)
        try:
            finished = Search(state, FIRST, MOST).finished
        except TooLongError:
            continue
        lines = [each for each in line_states(view, FIRST) if not each.is_finished]
        for each in lines:
            assert can_finish(view, FIRST, each) == (each.line in finished), (state, each)
            decided[each.line in finished] += 1
        assert {each.state.line for each in outlooks(view, FIRST)} == finished
        assert none_left(view, FIRST) == (not finished)
        if sum(decided.values()) >= positions:
            break
    assert min(decided.values()) > positions / 20


def test_a_search_that_tries_all_says_the_same() -> None:
    """At the ends of games, with special stations and without."""
    check(150, 1, 5)


@pytest.mark.parametrize("looks", [0, 1])
def test_a_search_that_was_cut_proves_nothing(looks: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """So nobody hears *no line left to finish* where there may be one."""
    states = [*islice(late_positions(11, 2), 80)]
    views = [TITLE.view_for(state) for state in states]
    hopes = [any(True for _ in outlooks(view, FIRST)) for view in views]
    for name in ("LOOKS", "LATE_LOOKS", "FEW_LOOKS"):
        monkeypatch.setattr(outlook, name, looks)
    outlook._lines_ridden.cache_clear()
    try:
        cut = [none_left(view, FIRST) for view in views]
        unfound = [not any(True for _ in outlooks(view, FIRST)) for view in views]
    finally:
        outlook._lines_ridden.cache_clear()

    assert not any(map(and_, cut, hopes))
    assert any(map(and_, unfound, hopes))


@pytest.mark.long
def test_a_search_that_tries_all_says_the_same_of_many_positions() -> None:
    check(10_000, 3, 7)


@pytest.mark.few(3)
@pytest.mark.parametrize("seed", range(12))
def test_hidden_things_and_other_people_change_nothing(seed: int) -> None:
    for number, state in enumerate(late_positions(seed, 8)):
        other = replace(
            state,
            turned=state.turned[::-1],
            sheets=(state.sheets[0], *new(1, map=state.map.id).sheets),
            rules=new(2, map=state.map.id, special=state.rules["special"]).rules,
            owed=(state.owed[0], 0),
        )

        assert sorted(told(other)) == sorted(told(state))
        if number > 12:
            break
