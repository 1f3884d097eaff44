"""What is said of a game, at every turn of random games."""

import re

import pytest

from metrobot.games.metromania.geometry import POINT_NAMES, Cell
from metrobot.games.metromania.view import View
from metrobot.service.table import PlayerId, Table
from metrobot.ui.metromania import boardtext, narration, status
from metrobot.ui.metromania.alt import board_alt
from metrobot.ui.metromania.cast import Cast, cast_of, cell_name
from metrobot.ui.metromania.turn import lines_of, played_turn
from metrobot.ui.words.catalogue import ENGLISH
from metrobot.ui.words.names import shown
from tests.ui.metromania.games import NAMES, Played, play, table_at

GAMES = (
    pytest.param(2, {}, id="two"),
    pytest.param(2, {"advanced": True}, id="advanced"),
    pytest.param(3, {"station_points": "flat"}, id="three"),
    pytest.param(4, {"hands": "open"}, id="four, open"),
    pytest.param(4, {}, id="four"),
)


def tables(game: Played) -> list[Table]:
    """Return the table at the start of each turn, and at the end."""
    return [table_at(game, events) for events in game.turn_starts()]


@pytest.mark.parametrize(("players", "options"), GAMES)
def test_every_turn_has_a_report(players: int, options: dict[str, object]) -> None:
    """A report names who played, and its meter says how many stations are left."""
    game = play(players, 3, **options)
    for before, after in zip(tables(game), tables(game)[1:], strict=False):
        view: View = before.view_for(None)

        report = narration.report(after, view.turn, ENGLISH)

        assert view.to_act is not None
        assert shown(before.person_at(view.to_act).name) in report.headline
        assert f"stations left: {after.view_for(None).stock}" in report.meter


@pytest.mark.parametrize("seed", [1, 2, 3, 4])
@pytest.mark.parametrize("how", ["per_spot", "flat"])
def test_points_of_a_turn_add_up(how: str, seed: int) -> None:
    """The points of the new stations are what the company's score grew by (MM §7.5)."""
    game = play(4, seed, station_points=how)
    for before, after in zip(tables(game), tables(game)[1:], strict=False):
        seat = before.view_for(None).to_act
        done = played_turn(after, before.view_for(None).turn)

        assert done is not None
        grown = (
            done.after.companies[seat].station_points - done.before.companies[seat].station_points
        )
        assert done.points == grown
        assert len(done.built) == len(done.after.stations - done.before.stations)


def test_a_report_of_an_old_turn_stays_the_same() -> None:
    """What is said of a turn depends on nothing that came after it."""
    game = play(3, 2)
    starts = game.turn_starts()
    turn = game.log[starts[4]].turn

    assert narration.report(table_at(game, starts[5]), turn, ENGLISH) == narration.report(
        table_at(game), turn, ENGLISH
    )


def test_companies_without_a_move_are_named() -> None:
    """Who is passed over behind a turn is said in its report (MM §4.4)."""
    found = []
    for seed in range(12):
        game = play(4, seed)
        for before, after in zip(tables(game), tables(game)[1:], strict=False):
            turn = before.view_for(None).turn
            skipped = after.view_for(None).turn - turn - 1
            lines = narration.report(after, turn, ENGLISH).lines
            found.append((skipped, sum("skipped" in line for line in lines)))

    assert all(min(skipped, 4) == said for skipped, said in found)
    assert any(skipped for skipped, _ in found)


@pytest.mark.parametrize(("players", "options"), GAMES)
def test_alt_texts_fit(players: int, options: dict[str, object]) -> None:
    """The alt text names whose turn it is and every line's end, within 1,000 characters."""
    for table in tables(play(players, 4, **options)):
        view = table.view_for(None)
        text = board_alt(table, ENGLISH, view)

        assert len(text) <= 1000
        assert "**" not in text
        for line in lines_of(view):
            assert not line.points or POINT_NAMES[line.points[-1]] in text


def test_scores_below_nothing_have_a_minus() -> None:
    """Not a hyphen, neither in the alt text nor in words."""
    table = table_at(play(4, 0))
    view: View = table.view_for(None)
    cast = cast_of(table, ENGLISH)

    for text in (board_alt(table, ENGLISH, view), "\n".join(status.final(cast, view))):
        assert " \u22127" in text
        assert not re.search(r" -\d", text)


def test_the_board_in_words_holds_every_tunnel() -> None:
    """From the words alone every line can be dug again, tunnel by tunnel."""
    table = tables(play(4, 6))[-2]
    text, view = boardtext.board_text(table, ENGLISH, None), table.view_for(None)
    cast = cast_of(table, ENGLISH)

    for line in lines_of(view):
        start = f"{cast.company(line.company)}, {cast.own_line(line.name)}"
        row = next(row for row in text.splitlines() if row.startswith(start))
        names = re.findall(r"(?:→ (?:left|right) to |: )([A-Z]+\d+)", row)
        assert names == [POINT_NAMES[at] for at in line.points]
        stations = re.findall(r"([A-K]\d+) station", row)
        assert stations == [POINT_NAMES[at] for at in line.points if at in view.stations]


def test_the_board_in_words_names_every_marker_and_spot() -> None:
    """Each placed marker stands there with its cell, and each spot's cell."""
    table = tables(play(3, 8))[-2]
    text, view = boardtext.board_text(table, ENGLISH, None), table.view_for(None)

    assert view.placed
    for placed in view.placed:
        assert f"on {cell_name(placed.cell)} by" in text
    for number, ground in enumerate(view.grounds):
        assert ground is None or cell_name(Cell(number)) in text


def test_the_opening_names_everybody_in_order() -> None:
    """Each company is introduced with its colour and letter, in the order of play."""
    text = "\n".join(status.opening(table_at(play(4, 1), 2), ENGLISH))

    places = [text.index(name) for name in NAMES]
    assert places == sorted(places)
    assert "navy, letter N" in text


def test_status_tells_a_player_his_own_stakes() -> None:
    """A player reads his own hand and what he would keep; a stranger does not."""
    table = tables(play(4, 1))[10]
    company = table.view_for(PlayerId(100)).companies[0]
    cast: Cast = cast_of(table, ENGLISH)

    own = "\n".join(status.status(table, ENGLISH, PlayerId(100)))
    other = "\n".join(status.status(table, ENGLISH, PlayerId(999)))

    assert company.hand
    assert all(cast.marker(marker) in own for marker in company.hand)
    assert "if building ended now" in own
    assert "if building ended now" not in other


def test_two_companies_are_told_apart() -> None:
    """In the advanced game each text says which company it means (MM §3.4)."""
    table = tables(play(2, 1, advanced=True))[6]
    report = narration.report(table, 4, ENGLISH)

    assert "first company (A–C)" in report.headline
    assert "second company (D–F)" in "\n".join(status.status(table, ENGLISH, None))
    assert "(D–F)" in board_alt(table, ENGLISH, table.view_for(None))


def test_an_unserved_marker_is_a_warning() -> None:
    """As long as a placed marker has no station, each report says so (MM §13.4, §16)."""
    game, said = play(4, 1), []
    for before, after in zip(tables(game), tables(game)[1:], strict=False):
        view = after.view_for(None)
        missing = view.to_act is not None and any(not p.is_served for p in view.placed)
        report = narration.report(after, before.view_for(None).turn, ENGLISH)
        said.append((missing, any("No station yet" in line for line in report.warnings)))

    assert all(missing == warned for missing, warned in said)
    assert any(missing for missing, _ in said)
