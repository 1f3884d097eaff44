"""What is said of a game, at every round of random games."""

import re
from dataclasses import replace
from typing import Any

import pytest

from metrobot.games.metrolijn.actions import FreeRide, Mark, Transfer
from metrobot.games.metrolijn.board import MAP_IDS, Line, Station, map_named
from metrobot.games.metrolijn.result import Rank, WonBy, rank_of
from metrobot.games.metrolijn.view import View
from metrobot.service.model.snapshots import finished_turns
from metrobot.service.model.table import Table
from metrobot.ui.app.fronts import FRONTS
from metrobot.ui.kit.views import game_view_of
from metrobot.ui.metrolijn import board_text, finale, narration, status
from metrobot.ui.metrolijn.alt import board_alt, count_alt, sheet_alt
from metrobot.ui.metrolijn.names import names_for, plain_names
from metrobot.ui.pages.page import page
from metrobot.ui.turn.log_page import log_parts, turns_a_page
from metrobot.ui.words.catalogue import ENGLISH, words_for
from metrobot.ui.words.player_names import shown_name
from tests.ui.metrolijn.games import NAMES, Played, play, starts_with, table_at

GAMES = tuple(
    (players, players, MAP_IDS[n % 4], n % 2 == 1) for n, players in enumerate((1, 2, 3, 4, 8))
)


def tables(game: Played) -> list[Table]:
    """Return the table at the start of each round, and at the end."""
    return [table_at(game, events) for events in game.turn_starts()]


def text_of(table: Table, turn: int) -> str:
    report = narration.report(game_view_of(table, ENGLISH), table.summary(turn), ENGLISH)
    return "\n".join((report.headline, *report.lines, *report.warnings, report.meter))


@pytest.mark.parametrize("which", GAMES)
def test_every_round_has_a_report(which: tuple[int, int, str, bool]) -> None:
    """It names each who chose, in seat order, the line and how many crosses; it fits a message."""
    game = play(*which)
    for turn, table in enumerate(tables(game)[1:]):
        text, taken = text_of(table, turn), [each for each in table.log if each.turn == turn][1:]
        assert len(text) < 3000
        told = narration.report(game_view_of(table, ENGLISH), table.summary(turn), ENGLISH).lines
        lines = [line for line in told if not line.startswith(("🏁", "🔀"))]
        assert len(lines) == len(taken)
        for line, each in zip(lines, taken, strict=True):
            assert isinstance(each.event.actor, int)
            if which[0] > 1:
                assert line.startswith(f"**{shown_name(NAMES[each.event.actor])}**")
            assert _told(f" {line}", each.event.action)


def _told(line: str, action: object) -> bool:
    """Return whether a line tells what an action did."""
    match action:
        case Mark(letter, stations, _):
            return f" {letter} " in line and (f" {len(stations)} cross" in line) == bool(stations)
        case Transfer(letter, _, value, _):
            return f" {letter} " in line and (value is None or f": {value} at " in line)
        case FreeRide(station):
            return ("cross at" in line) == (station is not None)
    return False


@pytest.mark.parametrize("which", GAMES)
def test_finished_lines_are_announced_with_their_points(which: tuple[int, int, str, bool]) -> None:
    """Each is told once a player, with the higher points in the first round alone (ML §6.2)."""
    game, paid = play(*which), dict[tuple[int, int], int]()
    for turn, table in enumerate(tables(game)[1:]):
        done = table.summary(turn)
        said = list(narration.finishes(names_for(game_view_of(table, ENGLISH), ENGLISH), done))
        assert len(said) == len(done.finishes)
        for finish, text in zip(done.finishes, said, strict=True):
            assert f": {finish.pay.points} point" in text
            assert all(NAMES[seat] in text for seat in finish.seats) or len(table.people) == 1
            paid |= {(seat, finish.line): finish.pay.points for seat in finish.seats}

    for sheet in table_at(game).view_for(None).sheets:
        for n, pay in enumerate(sheet.paid):
            assert paid.get((sheet.seat, n)) == (None if pay is None else pay.points)


def test_a_report_of_an_old_round_stays_the_same() -> None:
    """Later events do not change the text on a round."""
    game = play(3, 3, "berlin", special=True)
    starts = game.turn_starts()

    assert text_of(table_at(game, starts[6]), 5) == text_of(table_at(game), 5)


@pytest.mark.parametrize("players", [2, 4, 8])
def test_the_log_tells_what_each_did(players: int) -> None:
    """Page by page, every round with every player; nothing is left out for want of room."""
    table, told = table_at(play(players, 3, "berlin")), 0
    rounds = len(finished_turns(table))
    for number in range(-(-rounds // turns_a_page(table))):
        view: Any = page(*log_parts(FRONTS["metrolijn"], table, ENGLISH, number)).view
        parts = [each for each in view.to_components() if each["type"] == 10]
        assert sum(len(each["content"]) for each in parts) < 4000
        told += sum(each["content"].count("** · ") for each in parts)

    assert told == sum(isinstance(each.event.actor, int) for each in table.log)


def test_a_shuffle_is_announced() -> None:
    """After the round of the 6, and no other (ML §3.4)."""
    game = play(2, 2)
    sixes = {table_at(game, events).log[-1].turn for events in starts_with(game, "6")}
    said = {turn for turn in range(len(tables(game)) - 1) if "🔀" in text_of(table_at(game), turn)}

    assert said == sixes
    assert sixes


def test_the_end_is_announced() -> None:
    """The last three windows are warned of, and with special stations who is through."""
    game = play(4, 2, "madrid", special=True)
    end = len(game.turn_starts()) - 1
    said = [text_of(table_at(game), turn) for turn in range(end)]

    assert any("left to fill" in text for text in said[-5:-1])
    assert not any("left to fill" in text for text in said[:10])
    through = [text for text in said if "takes no further part" in text or "take no" in text]
    assert len(through) <= 4
    assert through


@pytest.mark.parametrize("which", GAMES)
def test_alt_texts_fit(which: tuple[int, int, str, bool]) -> None:
    """They name the card and how each sheet stands, in 1,000 characters and without markup."""
    for table in tables(play(*which)):
        game_view = game_view_of(table, ENGLISH)
        text, view, names = (
            board_alt(game_view, ENGLISH),
            game_view.view,
            plain_names(game_view, ENGLISH),
        )
        alone = [sheet_alt(names, view, sheet.seat) for sheet in view.sheets]
        for each in (text, *alone):
            assert len(each) <= 1000
            assert "**" not in each
        for sheet in view.sheets:
            is_over = view.result is not None
            points = sheet.count.score if is_over else sheet.count.earned
            assert f"points {points}".replace("-", "\N{MINUS SIGN}") in text
        assert view.card is None or f"Round {view.round}, card" in text
        assert "…" not in alone[0]


def test_an_alt_text_tells_what_each_line_still_needs() -> None:
    """Next empty station, how many are empty, windows, points; or that it is finished."""
    table = tables(play(2, 2, "berlin"))[14]
    view: View = table.view_for(None)
    names = plain_names(game_view_of(table, ENGLISH), ENGLISH)
    text = sheet_alt(names, view, view.sheets[0].seat)
    for line, site in enumerate(view.map.lines):
        empty = [at for at in site.stations if at not in view.sheets[0].marked]
        name = view.map.stations[empty[0]].name if empty else ""
        said = f"{site.letter}: next {name}, {len(empty)} empty" if empty else f"{site.letter}: fin"
        assert said in text, line


@pytest.mark.parametrize("which", GAMES)
def test_the_sheets_in_words_hold_everything(which: tuple[int, int, str, bool]) -> None:
    """From the words alone every mark and every window can be read again."""
    for table in tables(play(*which))[::7]:
        game_view = game_view_of(table, ENGLISH)
        text, view = board_text.board_text(game_view, ENGLISH), game_view.view
        rows = [row for row in text.splitlines() if re.match(r"\*\*[A-J] ", row)]
        assert len(rows) == 10 * len(view.sheets)
        for n, row in enumerate(rows):
            sheet, line = view.sheets[n // 10], Line(n % 10)
            site = view.map.lines[line]
            head, _, stations = row.partition(": ")
            told = [_mark(name) for name in stations.split(", ")]
            assert told == [_marked(sheet, at) for at in site.stations]
            written = head.split(" · ")[1].replace("[ ]", "_").split()
            empty = site.windows - len(sheet.windows[line])
            assert written == [*sheet.windows[line], *("_" * empty)]


def _mark(name: str) -> str:
    """Return the mark after a station's name."""
    return "x" if name.endswith(" ×") else (re.findall(r"\((\d)\)$", name) or [""])[0]


def _marked(sheet: object, at: Station) -> str:
    """Return the mark of a station on a sheet."""
    numbers = {station: str(value) for station, value in getattr(sheet, "numbers", ())}
    return numbers.get(at, "x" if at in getattr(sheet, "crossed", ()) else "")


def test_ones_own_sheet_comes_first() -> None:
    """A player's own sheet is first; the others follow in seat order."""
    table = tables(play(3, 3, "paris"))[5]
    text = board_text.board_text(game_view_of(table, ENGLISH, table.people[2].id), ENGLISH)
    places = [text.index(f"**{shown_name(NAMES[n])}**: ") for n in (2, 0, 1)]

    assert places == sorted(places)


def test_eight_sheets_in_words_fit_into_six_messages() -> None:
    for map_ in MAP_IDS:
        game_view = game_view_of(table_at(play(8, 1, map_)), ENGLISH)
        assert len(board_text.board_text(game_view, ENGLISH)) < 6 * 3700


def test_my_sheet_fits_one_message() -> None:
    """The longest of all maps, its stations all marked, with the card."""
    for map_ in MAP_IDS:
        for table in tables(play(1, 1, map_)):
            game_view = game_view_of(table, ENGLISH, table.people[0].id)
            assert len(board_text.hand_text(names_for(game_view, ENGLISH), game_view.view)) < 3700


def test_the_open_card_is_told_in_plain_words() -> None:
    """The text gives its effect and the cards turned up and left, as many as the deck has."""
    game = play(2, 2)
    for table in tables(game)[:-1]:
        view: View = table.view_for(None)
        names = names_for(game_view_of(table, ENGLISH), ENGLISH)
        text = status.prompt(names, view)
        assert f"Round {view.round} · card: " in status.heading(names, view)
        assert "empty station" in text
        assert f"({len(view.left)} card" in text
        assert len(view.turned) + len(view.left) == 14

    over = table_at(game).view_for(None)
    assert status.heading(names, over) == status.prompt(names, over) == ""


def test_what_is_left_tells_no_order() -> None:
    """However the cards come, the same rest reads the same."""
    table = tables(play(2, 2))[3]
    view: View = table.view_for(None)
    turned = replace(view, turned=view.turned[::-1], left=view.left[::-1])
    names = names_for(game_view_of(table, ENGLISH), ENGLISH)

    assert status.pile(names, turned) == status.pile(names, view)


def test_the_opening_says_what_is_at_stake() -> None:
    """Map, windows, secrecy; alone that nobody is waited for; special stations by name."""
    one = "\n".join(status.opening(game_view_of(table_at(play(1, 1), 1), ENGLISH), ENGLISH))
    two = "\n".join(
        status.opening(game_view_of(table_at(play(2, 2, "berlin"), 1), ENGLISH), ENGLISH)
    )
    odd = "\n".join(
        status.opening(
            game_view_of(table_at(play(3, 3, "berlin", special=True), 1), ENGLISH), ENGLISH
        )
    )

    assert "Amsterdam" in one
    assert "23 windows" in one
    assert "Berlin" in two
    assert "in secret" in two
    assert "Special" not in two
    assert "Museumsinsel" in odd


def test_the_map_is_called_as_in_the_lobby() -> None:
    dutch = words_for("nl")
    game_view = game_view_of(table_at(play(2, 2, "berlin"), 1), dutch)
    names, view = plain_names(game_view, dutch), game_view.view

    assert "Berlijn" in "\n".join(status.opening(game_view, dutch))
    assert "Berlijn" in board_alt(game_view, dutch)
    assert "Berlijn" in sheet_alt(names, view, view.sheets[0].seat)


@pytest.mark.parametrize("which", GAMES)
def test_the_final_count_can_be_checked(which: tuple[int, int, str, bool]) -> None:
    """Lines, transfers and what is empty make the total of each player (ML §7.1, §8)."""
    game_view = game_view_of(table_at(play(*which)), ENGLISH)
    view, names = game_view.view, names_for(game_view, ENGLISH)
    for sheet in view.sheets:
        said = status.score_line(names, sheet).partition("**: ")[2].replace("−", "-")
        total, lines, transfers, _, minus, _ = (int(n) for n in re.findall(r"-?\d+", said))
        assert total == lines + transfers + minus == sheet.count.score
    assert len(count_alt(plain_names(game_view, ENGLISH), view)) <= 1000


def test_the_winner_is_told_with_the_reason() -> None:
    """By points, by fewer empty stations, or shared (ML §7.2)."""
    game_view = game_view_of(table_at(play(3, 3)), ENGLISH)
    view, names = game_view.view, names_for(game_view, ENGLISH)
    result = view.result
    assert result is not None
    best = max(result.scores)

    def said(scores: tuple[int, ...], places: tuple[int, ...], won_by: WonBy) -> str:
        changed = replace(result, scores=scores, places=places, won_by=won_by)
        return finale.winner_text(names, replace(view, result=changed))

    assert "fewer empty" not in said((best, best - 1, 0), (1, 2, 3), WonBy.POINTS)
    assert "fewer empty" in said((best, best, 0), (1, 2, 3), WonBy.EMPTY)
    assert "share the win" in said((best, best, 0), (1, 1, 3), WonBy.NOTHING)


@pytest.mark.parametrize("score", [60, 50, 49, 40, 30, 20, 10, 5, 1, 0, -9])
def test_alone_a_score_has_its_rank(score: int) -> None:
    """As in the table of the rules (ML §8)."""
    game_view = game_view_of(table_at(play(1, 1)), ENGLISH)
    view = game_view.view
    assert view.result is not None
    view = replace(view, result=replace(view.result, scores=(score,)))

    said = finale.winner_text(names_for(game_view, ENGLISH), view)

    assert ENGLISH.say(finale.RANK_WORDS[rank_of(score)]) in said
    better = [floor for floor in (1, 5, 10, 20, 30, 40, 50) if floor > score]
    rest = said.partition("\n")[2]
    assert rest == (f"A score of {better[0]} would be: **{_rank(better[0])}**" if better else "")
    assert (rank_of(score) is Rank.FALLEN) == (score <= 0)


def _rank(score: int) -> str:
    """Return the word for the rank of a score alone."""
    return ENGLISH.say(finale.RANK_WORDS[rank_of(score)])


def test_the_lines_of_the_data_have_their_names() -> None:
    """A letter and a name each, the same in every text."""
    for map_ in MAP_IDS:
        letters = [site.letter for site in map_named(map_).lines]
        assert letters == sorted(set(letters))
