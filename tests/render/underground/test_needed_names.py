"""What must stand on each picture stands there, large enough, and nothing else has letters."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from PIL import Image

from metrobot.games.underground.actions import Build
from metrobot.games.underground.board import COLOURS, STATIONS, Station
from metrobot.games.underground.result import differences
from metrobot.games.underground.state import SOURCES, Phase
from metrobot.games.underground.summary import Turn
from metrobot.games.underground.view import View
from render.signs import Role, Sign, noting
from render.text.lettering import least_size
from render.underground.board import draw_board
from render.underground.changes import NOTHING, Changes, PlannerOption, changes_between
from render.underground.labels.plates import wanted
from render.underground.zoom import draw_planner
from tests.legible.measure import shown_texts
from tests.render.underground.games import ENGLISH, TITLE, states, turns

PEOPLE = ("Ada", "Bo", "Chloë", "Dee", "Eve")
GAMES = [(players, seed) for players in (2, 3, 4, 5) for seed in (6, 7)]


def texts(draw: Callable[[], Image.Image]) -> list[str]:
    """Return the texts on a picture."""
    with noting() as notes:
        draw()
    return shown_texts(notes.picture)


def signs(draw: Callable[[], Image.Image]) -> list[Sign]:
    """Return every sign on a picture."""
    with noting() as notes:
        draw()
    return [sign for put in notes.picture for sign in put.signs]


def names(stations: set[Station]) -> set[str]:
    return {STATIONS[station].name for station in stations}


def needed(view: View, turn: Turn | None) -> set[Station]:
    """Return the stations that must be named: open, the passenger's, own ends, those told."""
    found = set(view.open_cards) if view.passenger is not None else set()
    found |= {view.passenger} if view.passenger is not None else set()
    told_of = (view.to_act,) if view.result is None else view.result.winners
    found |= {s for line in view.lines if line.seat in told_of for s in line.ends}
    if turn is not None:
        found |= stops(turn)
        found |= {s for p in turn.pieces for s in (p.start, p.end, *p.gain.enclosed)}
    return found


def stops(turn: Turn) -> set[Station]:
    """Return the passenger's stops of a turn, and the cards turned up."""
    return {*turn.drawn, *(s for trip in turn.trips for s in (trip.start, trip.route.to))}


@pytest.mark.few(2)
@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_boards_name_what_matters_and_nothing_else(players: int, seed: int) -> None:
    """At any time of a game, with all numbers of players."""
    told = turns(players, seed)
    called = {site.name for site in STATIONS}
    for turn in told[2::7]:
        view, new = turn.after, changes_between([turn])
        seen = texts(lambda: draw_board(view, PEOPLE[:players], ENGLISH, changes=new))  # noqa: B023 -- called at once

        assert set(seen) & called == names(needed(view, turn))
        assert all(seen.count(name) == 1 for name in set(seen) & called)


@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_boards_tell_who_played_and_who_is_to_play(players: int, seed: int) -> None:
    """With points; and each line that lies has its letter on the map as well as in the panel."""
    turn = turns(players, seed)[7]
    view, people = turn.after, PEOPLE[:players]
    seen = texts(lambda: draw_board(view, people, ENGLISH, changes=changes_between([turn])))
    assert turn.seat is not None
    assert view.to_act is not None

    assert f"{people[turn.seat]} played: +{turn.points}" in seen
    assert seen.count(people[view.to_act]) == 2
    assert {str(player.score) for player in view.players} <= set(seen)
    for line in view.lines:
        assert seen.count(COLOURS[line.colour].code) >= 1 + bool(line.track)


def test_who_played_is_the_large_one_where_a_turn_is_watched_again() -> None:
    turn = turns(3, 6)[7]
    assert turn.seat is not None
    played = f"{PEOPLE[turn.seat]} played: +{turn.points}"
    sizes = [
        next(
            sign.size
            for sign in signs(
                lambda: draw_board(
                    turn.after,
                    PEOPLE[:3],
                    ENGLISH,
                    changes=changes_between([turn], **how),  # noqa: B023 -- called at once
                )
            )
            if sign.text == played
        )
        for how in ({}, {"is_replay": True})
    ]

    assert sizes[1] > 1.5 * sizes[0] == 1.5 * least_size(1600)


def test_several_turns_have_numbers_on_the_map_and_in_the_panel() -> None:
    """Each turn that built anything, by its place in the game; with its points in the panel."""
    told = turns(3, 6)[9:14]
    view = told[-1].after
    seen = texts(lambda: draw_board(view, PEOPLE[:3], ENGLISH, changes=changes_between(told)))

    for number, turn in enumerate(told, start=10):
        assert seen.count(str(number)) >= 1 + bool(turn.pieces)
        assert f"+{turn.points}" in seen


def test_of_several_turns_the_stops_are_named_and_the_pieces_where_there_is_room() -> None:
    """Of the last six turns: the numbers tell where the others built."""
    told = turns(3, 6)[9:18]
    view = told[-1].after
    seen = set(texts(lambda: draw_board(view, PEOPLE[:3], ENGLISH, changes=changes_between(told))))
    built = names({s for turn in told[-6:] for p in turn.pieces for s in (p.start, p.end)})

    assert names({s for turn in told[-6:] for s in stops(turn)}) <= seen
    assert built & seen
    assert built - seen


def test_one_turn_has_no_number() -> None:
    """The banner says whose it was."""
    turn = turns(3, 6)[9]
    plain = replace(turn.after, players=turn.after.players)
    seen = texts(lambda: draw_board(plain, PEOPLE[:3], ENGLISH, changes=changes_between([turn])))

    assert f"+{turn.points}" not in seen


def offered(players: int, seed: int, at: int) -> tuple[View, list[PlannerOption]]:
    """Return the first own line that can go on at a time, with its choices."""
    building = (state for state in states(players, seed)[at:] if state.phase is Phase.BUILD)
    found: list[Build] = []
    while not found:
        state = next(building)
        found = [a for a in TITLE.legal_actions(state, state.to_act) if isinstance(a, Build)]
    colour = found[0].colour
    own = [a for a in found if a.colour == colour]
    return TITLE.view_for(state), [
        PlannerOption(n, a.colour, a.link, 0) for n, a in enumerate(own, start=1)
    ]


@pytest.mark.few(2)
@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_planners_name_each_open_destination_inside_or_at_the_edge(players: int, seed: int) -> None:
    for at in (60, 90, 120):
        view, options = offered(players, seed, at)
        seen = texts(lambda: draw_planner(view, PEOPLE[:players], ENGLISH, options))  # noqa: B023 -- called at once

        if view.passenger is not None:
            for name in names({*view.open_cards, view.passenger}):
                assert name in seen
        assert {str(option.number) for option in options} <= set(seen)


def test_numbers_are_beside_each_other_and_never_on_a_station() -> None:
    """Nor on the passenger's: `make legible` holds the rest."""
    view, options = offered(4, 6, 90)
    found = signs(lambda: draw_planner(view, PEOPLE[:4], ENGLISH, options))
    discs = [sign.box for sign in found if sign.role is Role.DISC]

    assert len(discs) == len(options)
    assert len(set(discs)) == len(discs)


@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_final_boards_have_places_and_what_decided(players: int, seed: int) -> None:
    """Equal scores share a place; the day is the one that is handed in."""
    view = turns(players, seed)[-1].after
    assert view.result is not None
    seen = texts(lambda: draw_board(view, PEOPLE[:players], ENGLISH, won="Winner · 3 May 2026"))
    scores = view.result.scores

    for score in scores:
        assert str(1 + sum(other > score for other in scores)) in seen
        assert str(score) in seen
    for source in differences(view.result):
        assert any(text.startswith(ENGLISH.sources[SOURCES.index(source)]) for text in seen)
    assert any("3 May 2026" in text for text in seen)


@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_the_ends_of_all_lines_are_named_at_the_end(players: int, seed: int) -> None:
    view = turns(players, seed)[-1].after

    assert {end for line in view.lines for end in line.ends} <= wanted(
        view, NOTHING, has_all_ends=True
    ).keys()


def test_no_news_where_nobody_played() -> None:
    """As at the start, and of a game that was played elsewhere."""
    turn = turns(3, 6)[7]
    seen = texts(lambda: draw_board(turn.after, PEOPLE[:3], ENGLISH, changes=Changes()))

    assert not any("played" in text for text in seen)
