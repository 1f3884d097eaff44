"""What is said of a game, at every turn of random games."""

import re
from dataclasses import replace

import pytest

from metrobot.engine.actors import Seat
from metrobot.games.metromania.geometry import POINT_NAMES, Cell, cell_name
from metrobot.ui.metromania import board_text, narration, status
from metrobot.ui.metromania.alt import board_alt
from metrobot.ui.metromania.names import MetroGameView, names_for
from metrobot.ui.metromania.pictures import captions
from metrobot.ui.metromania.status import end_warnings
from metrobot.ui.words.catalogue import COMPLETE, ENGLISH, words_for
from metrobot.ui.words.player_names import shown_name
from tests.ui.metromania.games import NAMES, Played, game_view_at, play, table_at, turns

GAMES = (
    pytest.param(2, {}, id="two"),
    pytest.param(2, {"advanced": True}, id="advanced"),
    pytest.param(3, {"station_points": "flat"}, id="three"),
    pytest.param(4, {"hands": "open"}, id="four, open"),
    pytest.param(4, {}, id="four"),
)


def views_of(game: Played, viewer: int | None = None) -> list[MetroGameView]:
    """Return the game at the start of each turn, and at the end."""
    return [game_view_at(game, events, viewer) for events in game.turn_starts()]


@pytest.mark.parametrize(("players", "options"), GAMES)
def test_every_turn_has_a_report(players: int, options: dict[str, object]) -> None:
    for game_view, turn in turns(play(players, 3, **options)):
        report = narration.report(game_view, turn, ENGLISH)

        assert shown_name(game_view.names[game_view.player_of[turn.company]]) in report.headline
        assert f"stations left: {game_view.view.stock}" in report.meter


def test_a_turn_in_which_nobody_did_anything_has_a_report() -> None:
    """Somebody may leave before their turn begins: it only says how near the end is."""
    game = play(4, 3)
    game_view, turn = next(turns(game))
    idle = replace(turn, seat=None, effects=())

    report = narration.report(game_view, idle, ENGLISH)

    assert (report.lines, report.warnings) == ((), ())
    assert "stations left" in report.meter


def test_a_report_of_an_old_turn_stays_the_same() -> None:
    game = play(3, 2)
    starts = game.turn_starts()
    turn = game.log[starts[4]].turn
    one, other = (
        narration.report(game_view_at(game, events), table_at(game, events).summary(turn), ENGLISH)
        for events in (starts[5], None)
    )

    assert one == other


def test_companies_without_a_move_are_named() -> None:
    """A company passed over after a turn is named in its report (MM §4.4)."""
    found = []
    for seed in range(12):
        for game_view, turn in turns(play(4, seed)):
            skipped = turn.after.turn - turn.before.turn - 1
            lines = narration.report(game_view, turn, ENGLISH).lines
            found.append((skipped, sum("skipped" in line for line in lines)))

    assert all(min(skipped, 4) == said for skipped, said in found)
    assert any(skipped for skipped, _ in found)


@pytest.mark.parametrize(("players", "options"), GAMES)
def test_alt_texts_fit(players: int, options: dict[str, object]) -> None:
    """The alt text names whose turn it is and every line's end, within 1,000 characters."""
    for game_view in views_of(play(players, 4, **options)):
        text = board_alt(game_view, ENGLISH)

        assert len(text) <= 1000
        assert "**" not in text
        for line in game_view.view.lines:
            assert not line.points or POINT_NAMES[line.points[-1]] in text


def test_scores_below_nothing_have_a_minus() -> None:
    """Not a hyphen, neither in the alt text nor in words."""
    game_view = game_view_at(play(4, 0))
    view, names = game_view.view, names_for(game_view, ENGLISH)

    for text in (board_alt(game_view, ENGLISH), "\n".join(status.final(names, view))):
        assert " \u22127" in text
        assert not re.search(r" -\d", text)


def test_the_board_in_words_holds_every_tunnel() -> None:
    """From the words alone every line can be dug again, tunnel by tunnel."""
    game_view = views_of(play(4, 6))[-2]
    text, view = board_text.board_text(game_view, ENGLISH), game_view.view
    names = names_for(game_view, ENGLISH)

    for line in view.lines:
        start = f"{names.company(line.company)}, {names.own_line(line.name)}"
        row = next(row for row in text.splitlines() if row.startswith(start))
        listed = re.findall(r"(?:→ (?:left|right) to |: )([A-Z]+\d+)", row)
        assert listed == [POINT_NAMES[at] for at in line.points]
        stations = re.findall(r"([A-K]\d+) station", row)
        assert stations == [POINT_NAMES[at] for at in line.points if at in view.stations]


def test_the_board_in_words_tells_the_nearest_free_cells_to_its_reader_alone() -> None:
    """With the tunnels that end in them, by the ends of the reader's lines."""
    game = play(2, 3)
    for own, public in zip(views_of(game, 100), views_of(game), strict=True):
        view, text = own.view, board_text.board_text(own, ENGLISH)
        lines = re.findall(r"these free cells with (\d) tunnels?[^:]*: (.*)", text)
        for number, cells in lines:
            for name in re.findall(r"\S+·\S+·\S+", cells):
                cell = next(Cell(n) for n in range(len(view.grounds)) if cell_name(Cell(n)) == name)
                assert view.tunnels_to(cell) == int(number)
                assert cell not in {taken for line in view.lines for taken in line.cells}
        assert "Your lines reach" not in board_text.board_text(public, ENGLISH)
    assert any("Your lines reach" in board_text.board_text(v, ENGLISH) for v in views_of(game, 100))


def test_a_report_tells_the_side_of_each_tunnel() -> None:
    """Two tunnels to one point take different areas."""
    game, sides = play(2, 3), 0
    for game_view, turn in turns(game):
        report = narration.report(game_view, turn, ENGLISH)
        ends = [line for line in report.lines if line.startswith("Sides, looking ahead: ")]
        sides += len(ends)
        assert len(ends) <= 1
        assert not ends or re.fullmatch(r"[^:]+: ([A-K]\d+ (left|right)(, )?)+", ends[0])
    assert sides


def test_the_board_in_words_names_every_marker_and_spot() -> None:
    """Each placed marker stands there with its cell, and each spot's cell."""
    game_view = views_of(play(3, 8))[-2]
    text, view = board_text.board_text(game_view, ENGLISH), game_view.view

    assert view.placed
    for placed in view.placed:
        assert f"on {cell_name(placed.cell)} by" in text
    for number, ground in enumerate(view.grounds):
        assert ground is None or cell_name(Cell(number)) in text


def test_the_opening_names_everybody_in_order() -> None:
    text = "\n".join(status.opening(game_view_at(play(4, 1), 2), ENGLISH))

    places = [text.index(name) for name in NAMES]
    assert places == sorted(places)
    assert "navy (N)" in text


def test_status_tells_a_player_his_own_stakes() -> None:
    """A player reads their own hand and what they would keep; a stranger does not."""
    both = zip(*(views_of(play(4, 1), viewer) for viewer in (100, 999)), strict=True)
    mine, others = next(
        pair for pair in both if pair[0].view.companies[0].station_points and pair[0].view.turn < 20
    )
    company = mine.view.companies[0]
    names = names_for(mine, ENGLISH)

    own = "\n".join(status.status(mine, ENGLISH))
    other = "\n".join(status.status(others, ENGLISH))

    assert company.hand
    assert all(names.marker(marker) in own for marker in company.hand)
    assert "if building ended now" in own
    assert "if building ended now" not in other


def test_a_colour_has_one_letter_for_all_readers_of_a_table() -> None:
    """On pictures and in words alike, in whatever language each of them reads."""
    view = game_view_at(play(4, 1), 2)
    found = {
        language: tuple(names_for(view, words_for(language)).letter(Seat(n)) for n in range(4))
        for language in COMPLETE
    }

    assert set(found.values()) == {captions(words_for(each)).letters for each in COMPLETE}
    assert len(set(found.values())) == 1


def test_two_companies_are_told_apart() -> None:
    """In the advanced game each text says which company it means (MM §3.4)."""
    game = play(2, 1, advanced=True)
    game_view = views_of(game)[6]
    report = narration.report(game_view, table_at(game).summary(4), ENGLISH)

    assert "first company (A–C)" in report.headline
    assert "second company (D–F)" in "\n".join(status.status(game_view, ENGLISH))
    assert "(D–F)" in board_alt(game_view, ENGLISH)


def test_an_unserved_marker_is_a_warning() -> None:
    """The report of the turn that has placed it says so, as each status does (MM §13.4, §16)."""
    said = []
    for game_view, turn in turns(play(4, 1)):
        new = set(turn.after.unserved) - set(turn.before.unserved)
        missing = turn.after.to_act is not None and bool(new)
        report = narration.report(game_view, turn, ENGLISH)
        said.append((missing, any("No station yet" in line for line in report.lines)))

    assert all(missing == warned for missing, warned in said)
    assert any(missing for missing, _ in said)


def test_whoever_can_finish_a_second_line_is_a_warning() -> None:
    """One line is finished, the other at a free black gate (MM §11.1); its turns are played."""
    game_view = views_of(play(3, 1))[4]
    first, *others = game_view.public.companies
    solid, striped = first.lines
    said = []
    for is_finished in (False, True):
        for can_finish in (False, True):
            lines = (
                replace(solid, is_finished=is_finished, can_finish=False),
                replace(striped, is_finished=False, can_finish=can_finish),
            )
            view = replace(game_view.public, companies=(replace(first, lines=lines), *others))
            for vacant in ((), (first.seat,)):
                skipped = replace(view, vacant=frozenset(vacant))
                found = end_warnings(names_for(game_view, ENGLISH), skipped)
                said.append(any("second line" in line for line in found))

    assert said == [*[False] * 6, True, False]


def test_one_line_from_the_end_is_a_warning() -> None:
    """Neither two lines before it nor after it (MM §11.1)."""
    game_view = views_of(play(3, 1))[4]
    needed = game_view.public.lines_needed
    views = [replace(game_view.public, lines_done=needed - n) for n in (2, 1, 0)]
    said = [end_warnings(names_for(game_view, ENGLISH), view) for view in views]

    assert [any("one more line" in line for line in found) for found in said] == [
        False,
        True,
        False,
    ]


def test_the_last_stations_are_a_warning() -> None:
    """From four down to one; the picture has their number in red from then on."""
    game_view = views_of(play(3, 1))[4]
    views = [replace(game_view.public, stock=stock) for stock in (5, 4, 1)]
    said = [end_warnings(names_for(game_view, ENGLISH), view) for view in views]

    assert [any("left. Building ends" in line for line in found) for found in said] == [
        False,
        True,
        True,
    ]
