"""The final count in words."""

from dataclasses import replace

import pytest

from metrobot.games.metromania.city import TRIP_SPOTS, Marker
from metrobot.games.metromania.geometry import CORNERS, POINT_NAMES
from metrobot.games.metromania.result import Result, WonBy
from metrobot.ui.metromania import finale
from metrobot.ui.metromania.board_text import board_text
from metrobot.ui.metromania.front import MetroManiaFront, split
from metrobot.ui.metromania.names import MetroGameView, names_for
from metrobot.ui.pages.values import Block
from metrobot.ui.words.catalogue import ENGLISH
from metrobot.ui.words.discord_limits import FRONT_LIMIT
from tests.games.metromania.boards import board, counted
from tests.ui.metromania.games import game_view_at, play

FRONT = MetroManiaFront()

GAMES = [(players, seed) for players in (2, 3, 4) for seed in range(8)]


def count(game_view: MetroGameView) -> Result:
    """Return the final count of a game that is over."""
    assert game_view.view.result is not None
    return game_view.view.result


@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_a_route_in_words_names_its_stations(players: int, seed: int) -> None:
    """From the first to the last station, each change counted with three minutes."""
    game_view = game_view_at(play(players, seed))
    names = names_for(game_view, ENGLISH)

    for trip in count(game_view).trips:
        if not trip.route:
            continue
        text = finale.route_text(names, trip.rides)
        assert len(trip.route) + 3 * text.count("change at") == trip.minutes
        assert POINT_NAMES[trip.route[0].start] in text
        assert POINT_NAMES[trip.route[-1].end] in text


def test_points_of_sunday_have_the_name_of_the_day() -> None:
    game_view = game_view_at(play(4, 12))
    view = game_view.view

    text = finale.table_text(names_for(game_view, ENGLISH), view)

    assert text.count("Sun +5") == sum(points == 5 for points in count(game_view).trips[-1].points)
    assert " S " not in text


def test_both_companies_of_a_person_stand_in_the_table() -> None:
    """The advanced game shows each company's stations and trips (MM §3.4, §12)."""
    game_view = game_view_at(play(2, 1, advanced=True))

    text = finale.table_text(names_for(game_view, ENGLISH), game_view.view)

    assert text.count("first company (A–C)") == 2
    assert text.count("second company (D–F)") == 2


@pytest.mark.parametrize(
    ("lines", "order"),
    [
        (("0 solid: F4 F5", "1 solid: S2 A7 B6 C6 D6 E6 F6 G6 H6 I6 J6 K5 N1"), ["Ben", "Anna"]),
        (("0 solid: F4 F5 F6", "1 solid: D4 D5 D6 D7"), ["Ben", "Anna"]),
        (("0 solid: F4 F5 F6", "1 solid: D4 D5 D6"), ["Anna", "Ben"]),
    ],
)
def test_the_winner_stands_first_in_the_table(lines: tuple[str, ...], order: list[str]) -> None:
    """The winner of a tie is decided by finished lines or tunnels (MM §14)."""
    game_view = game_view_at(play(2, 1))
    result = counted(board(*lines, players=2))
    assert result.scores[0] == result.scores[1]

    said = finale.table_text(names_for(game_view, ENGLISH), replace(game_view.view, result=result))

    assert sorted(order, key=said.index) == order


def test_the_whole_week_stands_before_its_seven_days() -> None:
    """One picture of each; what they show stands in words too, where all is."""
    game_view = game_view_at(play(3, 2))
    blocks = [block for message in FRONT.finale(game_view, ENGLISH) for block in message]
    result, names = game_view.public.result, names_for(game_view, ENGLISH)

    assert result is not None
    stems = [block.picture.stem.split("-")[3] for block in blocks if block.picture is not None]
    assert stems == ["board", *["trip"] * 7]
    assert [block.text.count("\n") for block in blocks[1:]] == [0] * 7
    said = board_text(game_view, ENGLISH)
    assert all(finale.trip_result_text(names, trip) in said for trip in result.trips)
    assert finale.table_text(names, game_view.public) in said


def test_blocks_are_split_over_messages() -> None:
    """No message has too many blocks or too much text, and nothing is lost."""
    blocks = [Block("x" * length) for length in (900, 900, 900, 900, *range(1, 12), 3400)]

    messages = split(blocks)

    assert [block for message in messages for block in message] == blocks
    assert all(len(message) <= 9 for message in messages)
    assert all(sum(len(b.text) for b in message) <= FRONT_LIMIT for message in messages)


@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_a_route_is_told_in_the_direction_of_its_trip(players: int, seed: int) -> None:
    """The first station touches where the trip begins, the last where it ends (MM §13.1)."""
    game_view = game_view_at(play(players, seed))
    view = game_view.view

    for trip in count(game_view).trips:
        route = trip.route
        if not route or trip.trip == "S":
            continue
        ends = [
            next(p.cell for p in view.placed if p.marker == Marker(trip.trip, spot))
            for spot in TRIP_SPOTS[trip.trip]
        ]
        assert route[0].start in CORNERS[ends[0]]
        assert route[-1].end in CORNERS[ends[1]]


@pytest.mark.parametrize(
    ("places", "won_by", "said"),
    [
        ((1, 2, 3), WonBy.POINTS, "Anna** wins with the most points"),
        ((2, 1, 3), WonBy.LINES, "Ben** wins: tied on points, but with more fin"),
        ((1, 2, 3), WonBy.TUNNELS, "Anna** wins: tied on points and finished lines"),
        ((1, 1, 3), WonBy.NOTHING, "Anna and Ben** share the win"),
    ],
)
def test_the_winner_is_named_with_what_decided(
    places: tuple[int, ...], won_by: WonBy, said: str
) -> None:
    """Points decide, then finished lines, then tunnels, then nothing (MM §14)."""
    game_view = game_view_at(play(3, 1))
    result = replace(count(game_view), places=places, won_by=won_by)

    assert said in _bare(finale.winner_text(names_for(game_view, ENGLISH), result))


def _bare(text: str) -> str:
    """Return a text without the signs that isolate names."""
    return text.translate({0x2068: None, 0x2069: None})


def test_what_both_share_is_told_for_what_it_is() -> None:
    """With two players a cancelled trip and a spared guilt say why (MM §13.5)."""
    told = set[str]()
    for seed in range(25):
        game_view = game_view_at(play(2, seed))
        names = names_for(game_view, ENGLISH)
        for trip in count(game_view).trips:
            text = finale.trip_result_text(names, trip)
            why = "neither loses points" if trip.minutes is None else "so nobody scores"
            assert trip.cancelled == (why in text)
            if trip.cancelled:
                told.add(why)

    assert told == {"neither loses points", "so nobody scores"}
