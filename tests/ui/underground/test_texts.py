"""What is said of a game, at every turn of random games."""

import re
from collections import Counter
from dataclasses import replace
from itertools import pairwise

import pytest

from metrobot.games.underground.actions import Travel
from metrobot.games.underground.board import LINK_BETWEEN, LINKS, STATION_NAMED, STATIONS, Link
from metrobot.games.underground.lines.track import ways_along
from metrobot.games.underground.result import WonBy
from metrobot.games.underground.summary import Turn
from metrobot.games.underground.turn.flow import FEW_CARDS
from metrobot.games.underground.view import View
from metrobot.service.model.play import PlayerId
from metrobot.service.model.snapshots import finished_turns
from metrobot.service.model.table import Table
from metrobot.ui.kit.views import GameView, game_view_of
from metrobot.ui.pages.values import TurnReport
from metrobot.ui.underground import board_text, finale, narration, status
from metrobot.ui.underground.alt import board_alt
from metrobot.ui.underground.names import names_for, plain_names, station
from metrobot.ui.underground.steps import link_of
from metrobot.ui.words.catalogue import ENGLISH
from metrobot.ui.words.discord_limits import FRONT_LIMIT
from metrobot.ui.words.player_names import shown_name
from tests.ui.underground.games import NAMES, Played, game_view_at, play, table_at

GAMES = ((2, 3), (3, 3), (4, 3), (5, 3), (5, 2))
NAMED = {site.name: STATION_NAMED[site.id] for site in STATIONS}


def tables(game: Played) -> list[Table]:
    """Return the table at the start of each turn, and at the end."""
    return [table_at(game, events) for events in game.turn_starts()]


def view_of(table: Table, viewer: int | None = None) -> GameView[View, Turn]:
    return game_view_of(table, ENGLISH, None if viewer is None else PlayerId(viewer))


def told(table: Table, turn: int) -> TurnReport:
    return narration.report(view_of(table), table.summary(turn), ENGLISH)


@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_every_turn_has_a_report(players: int, seed: int) -> None:
    game = play(players, seed)
    for before, after in zip(tables(game), tables(game)[1:], strict=False):
        view: View = before.view_for(None)
        report = told(after, view.turn)
        acts = [entry.event.action for entry in after.log if entry.turn == view.turn]
        assert view.to_act is not None
        assert shown_name(before.person_at(view.to_act).name) in report.headline
        text = "\n".join(report.lines)
        assert text.count("🚶") == sum(isinstance(act, Travel) for act in acts)
        new = set(after.view_for(None).open_cards) - set(view.open_cards)
        assert all(f"{station(card)} (" in text.partition("🎯")[2] for card in new)
        assert len(text) + sum(map(len, report.warnings)) < FRONT_LIMIT


def test_points_of_a_turn_are_told() -> None:
    """The headline has the points that the score grew by, and the new score."""
    game = play(4, 5)
    for before, after in zip(tables(game), tables(game)[1:], strict=False):
        view = before.view_for(None)
        seat = view.to_act
        score = after.view_for(None).players[seat].score
        grown = score - view.players[seat].score
        own, _, ridden = told(after, view.turn).headline.partition("; the passenger to ")
        others = zip(view.players, after.view_for(None).players, strict=True)
        paid = [now.score - was.score for was, now in others if now.seat != seat]
        assert own.endswith(f", {ENGLISH.signed(grown)} ({score})")
        assert [int(n) for n in re.findall(r"\+(\d+)", ridden)] == [n for n in paid if n]


def test_a_report_of_an_old_turn_stays_the_same() -> None:
    game = play(3, 2)
    starts = game.turn_starts()

    assert told(table_at(game, starts[5]), 4) == told(table_at(game), 4)


def test_the_first_turn_tells_no_cards_of_the_start() -> None:
    """The first four cards belong to the start, though they bear the first turn's number."""
    game = play(3, 2)
    table = table_at(game, game.turn_starts()[1])

    done = table.summary(0)

    assert len(done.drawn) == len(done.trips)
    assert done.before.open_cards == table_at(game, game.turn_starts()[0]).view_for(None).open_cards


@pytest.mark.parametrize(("players", "seed"), [*GAMES, (3, 1), (3, 5), (4, 4)])
def test_the_end_is_announced(players: int, seed: int) -> None:
    """Six cards once, the passenger's leaving with who still plays, and the last turn (OU §7.2)."""
    game, said = play(players, seed), []
    for before, after in zip(tables(game), tables(game)[1:], strict=False):
        warnings = " ".join(told(after, before.view_for(None).turn).warnings)
        view = after.view_for(None)
        said.append("left in the pile" in warnings)
        if view.passenger is None and view.to_act is not None:
            names = [NAMES[seat] for seat in range(view.to_act, players)]
            assert all(name in warnings for name in names)
            assert not any(name in warnings for name in NAMES[: view.to_act])
        assert ("last turn:" in warnings or "at once" in warnings) == (view.to_act is None)

    assert sum(said) == 1
    assert FEW_CARDS == 6


@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_alt_texts_fit(players: int, seed: int) -> None:
    for table in tables(play(players, seed)):
        text, view = board_alt(view_of(table), ENGLISH), table.view_for(None)
        assert len(text) <= 1000
        assert "**" not in text
        assert all(str(player.score) in text for player in view.players)
        assert view.passenger is None or all(station(card) in text for card in view.open_cards)


@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_the_board_in_words_holds_every_piece(players: int, seed: int) -> None:
    """From the words alone every line can be laid again, link by link."""
    table = tables(play(players, seed))[-2]
    text, view = board_text.board_text(view_of(table), ENGLISH), table.view_for(None)
    names = names_for(view_of(table), ENGLISH)
    for line in view.lines:
        start = f"{names.players[line.seat]}, {names.head(line.colour)}"
        row = next(row for row in text.splitlines() if row.startswith(start))
        ways = row.rpartition(": ")[2].split("; ") if line.track else []
        found = [
            LINK_BETWEEN[frozenset((NAMED[a], NAMED[b]))]
            for way in (way.split("–") for way in ways)
            for a, b in pairwise(way)
        ]
        assert sorted(found) == sorted(line.track)


def test_the_board_in_words_holds_all_else() -> None:
    table = tables(play(4, 3))[12]
    text, view = board_text.board_text(view_of(table), ENGLISH), table.view_for(None)
    names = names_for(view_of(table), ENGLISH)

    assert view.passenger is not None
    assert f"The passenger is at **{station(view.passenger)}**" in text
    assert all(f"{station(card)} (" in text for card in view.open_cards)
    assert all(names.symbol(symbol) in text for _, symbol in view.symbols)
    assert all(f"**: {player.score} (" in text for player in view.players)
    assert f"pile: {view.pile}" in text


def test_ways_hold_each_link_once() -> None:
    """Loops, branches and crossings are told without repeating a link."""
    for state in play(2, 3).states[::9]:
        for track in state.tracks:
            steps = [frozenset(step) for way in ways_along(track) for step in pairwise(way)]
            assert len(steps) == len(set(steps)) == len(track)


def test_the_opening_names_everybody_in_order() -> None:
    """Each player with the letters of their lines, in the order of play (OU §2.4)."""
    game = play(5, 3)
    text = "\n".join(status.opening(game_view_at(game, game.turn_starts()[0]), ENGLISH))

    places = [text.index(f"{shown_name(name)}** (") for name in NAMES]
    assert places == sorted(places)
    assert "points: 0, 1, 2, 3, 4." in text
    assert "** (R P)" in text


def test_status_tells_players_their_own_lines() -> None:
    """A player reads where their lines grow for nothing; a stranger does not."""
    table = tables(play(4, 1))[10]

    own = "\n".join(status.status(view_of(table, 100), ENGLISH))
    other = "\n".join(status.status(view_of(table, 999), ENGLISH))

    assert "free from" in own
    assert "free from" not in other
    assert "Cards in the pile" in other


def test_a_line_grows_free_just_from_the_ends_that_are_told() -> None:
    """Recounted from pieces and spaces: an end whose links are all taken is none of them."""
    counts = Counter[bool]()
    for table in [table for players, seed in GAMES for table in tables(play(players, seed))[::4]]:
        view: View = table.view_for(None)
        used = Counter(link for line in view.lines for link in line.track)
        for line in (line for line in view.lines if line.track and line.pieces_left):
            pieces = Counter(s for n in line.track for s in (LINKS[n].a, LINKS[n].b))
            free = [n for n, site in enumerate(LINKS) if used[Link(n)] < site.spaces]
            ways = [LINKS[n] for n in free if n not in line.track]
            ends = sorted({s for way in ways for s in (way.a, way.b) if pieces[s] == 1})
            said = status.line_status(names_for(view_of(table), ENGLISH), view, line.colour)
            listed = ENGLISH.listed([station(end) for end in ends])
            assert said.endswith(f"free from {listed}" if ends else "cannot be extended free")
            counts[len(ends) < list(pieces.values()).count(1)] += 1
    assert min(counts.values()) > 50


def test_everybody_is_told_the_same() -> None:
    """Reports, board and alt text do not depend on who looks: nothing is secret."""
    table = tables(play(3, 1))[7]
    texts = {board_alt(view_of(table, 100 + n), ENGLISH) for n in range(3)}
    boards = [board_text.board_text(view_of(table, 100 + n), ENGLISH) for n in range(3)]
    public = board_text.board_text(view_of(table), ENGLISH).split("\n\n")

    assert len(texts) == 1
    assert all(set(public) <= set(board.split("\n\n")) for board in boards)


def test_a_hand_says_that_there_are_no_secrets() -> None:
    """And shows one's own colours, pieces, tokens and points."""
    table = tables(play(3, 1))[7]
    view = table.view_for(PlayerId(107))
    text = board_text.hand_text(names_for(view_of(table), ENGLISH), view)

    assert "no secrets" in text
    assert "Blue (B)" in text
    assert "Red (R)" not in text
    assert f"score {view.players[1].score}" in text


def test_a_shared_win_is_said() -> None:
    """With equal points nobody wins alone (OU §7.3)."""
    table = table_at(play(3, 1))
    result = table.view_for(None).result
    shared = type(result)((9, 9, 3), (1, 1, 3), WonBy.NOTHING, ((0,) * 6,) * 3, 30)

    names = names_for(view_of(table), ENGLISH)

    said = finale.winner_text(names, shared)
    assert "share the win with a score of 9 each: nothing breaks a tie" in said


@pytest.mark.parametrize(("players", "seed"), [(2, 3), (5, 3)])
def test_the_alt_text_tells_what_is_loudest_in_the_picture(players: int, seed: int) -> None:
    """Everybody with their points; what turns did is told beside it, and what has to go is said."""
    for table in tables(play(players, seed))[3:-1:9]:
        view = replace(view_of(table), names=("W" * 32, *view_of(table).names[1:]))
        turns = [table.summary(turn) for turn in finished_turns(table)[-6:]]
        for shown in ((), turns):
            alt = board_alt(view, ENGLISH, shown)

            assert all(name in alt for name in plain_names(view, ENGLISH).players)
            assert not any(link_of(piece) in alt for piece in turns[-1].pieces)
            assert "Ends of lines" in alt or alt.endswith("More: in words.")


# In the last one a way comes back to where it began.
@pytest.mark.parametrize(("players", "seed"), [*GAMES, (2, 8)])
def test_a_headline_tells_where_each_way_begins_and_ends(players: int, seed: int) -> None:
    """The stations at which the pieces of a colour begin or end, those in between left out."""
    table, names = table_at(play(players, seed)), names_for(view_of(tables(play(2, 3))[0]), ENGLISH)
    for number in finished_turns(table):
        pieces = table.summary(number).pieces
        ways = told(table, number).headline.partition("**: ")[2].partition(" (")[0]
        for colour in {piece.colour for piece in pieces}:
            own = [piece for piece in pieces if piece.colour == colour]
            text = re.split(r", (?=[a-z+\d])", ways.partition(f"{names.colour(colour)} ")[2])[0]
            ends = Counter(NAMED[end] for way in text.split(", ") for end in way.split("–"))
            laid = Counter(end for piece in own for end in (piece.start, piece.end))
            assert {end for end in laid if laid[end] % 2} == {end for end in ends if ends[end] % 2}
            assert ends.total() <= 2 * len(own)
            assert all(len(set(way.split("–"))) == 2 for way in text.split(", "))
