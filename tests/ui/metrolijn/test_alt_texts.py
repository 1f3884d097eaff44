"""Alt texts of boards, Since and the end tell of everybody, and of every line of a game alone."""

from dataclasses import replace

import pytest

from metrobot.games.metrolijn.line_state import line_states
from metrobot.games.metrolijn.outlook import outlooks
from metrobot.games.metrolijn.summary import sheet_changes
from metrobot.ui.app.fronts import FRONTS
from metrobot.ui.kit.views import game_view_of, replayed_view
from metrobot.ui.metrolijn.alt import board_alt, count_alt, since_alt
from metrobot.ui.metrolijn.board_text import board_text, outlook_text
from metrobot.ui.metrolijn.names import plain_names
from metrobot.ui.words.catalogue import ENGLISH
from tests.legible.kinds import Course, tables
from tests.titles import GAMES

PLAYERS = range(2, 9)


@pytest.mark.few
@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("map_", ["amsterdam", "berlin"])
def test_everybody_is_told(players: int, map_: str) -> None:
    """By name and points, however long the names are."""
    first, *_ = found = tables(Course("metrolijn", players, 2, (("map_", map_),)), is_brief=False)
    before = game_view_of(first, ENGLISH).public
    for table in found:
        game_view = game_view_of(table, ENGLISH)
        view, names = game_view.public, plain_names(game_view, ENGLISH)
        is_over = view.result is not None
        told = [
            board_alt(game_view, ENGLISH),
            since_alt(game_view, sheet_changes(before, view), ENGLISH),
        ]
        told += [count_alt(names, view)] if is_over else []
        for text in told:
            missed = [name for name in names.players if text.count(name) == 0]

            assert missed == []
            assert len(text) <= 1000


@pytest.mark.parametrize("map_", ["amsterdam", "berlin"])
def test_a_board_alone_tells_the_state_of_every_line(map_: str) -> None:
    """How many of its stations are empty, or that it is finished."""
    for table in tables(Course("metrolijn", 1, 2, (("map_", map_),)), is_brief=True)[:2]:
        game_view = game_view_of(table, ENGLISH)
        text = board_alt(game_view, ENGLISH)
        for state in line_states(game_view.public, game_view.public.sheets[0].seat):
            letter, left = state.site.letter, len(state.empty)
            whole = f" {letter}: next " if left else f" {letter}: finished"

            assert whole in text or f"{letter} {left}" in text


@pytest.mark.parametrize("players", [3, 6])
def test_boards_tell_in_words_which_lines_can_be_finished(players: int) -> None:
    """Of each player the best one, as in the picture, or that there is none."""
    for table in tables(Course("metrolijn", players, 2), is_brief=False):
        game_view = game_view_of(table, ENGLISH)
        if game_view.public.result is None:
            names, text = plain_names(game_view, ENGLISH), board_text(game_view, ENGLISH)
            for sheet in game_view.public.sheets:
                best = next(outlooks(game_view.public, sheet.seat), None)
                told = "No line left to finish." if best is None else outlook_text(names, best)

                assert told in text
                if best and (players > 4 or len(best.state.empty) <= 2):
                    assert told in board_alt(game_view, ENGLISH)


def test_only_the_end_of_a_game_alone_tells_of_ones_other_games() -> None:
    """In its picture and its description; not where it is seen again: board, film, replay."""
    front, table = FRONTS["metrolijn"], tables(Course("metrolijn", 1, 2), is_brief=True)[-1]
    plain, said = game_view_of(table, ENGLISH), "7 solo games · 11.4 points on average, 23 at best"
    end, other = (
        front.closing(replace(plain, so_far=so_far), ENGLISH).picture for so_far in (said, "")
    )
    assert end is not None
    assert other is not None
    again = [front.board(plain, ENGLISH), *front.film_end(plain, ENGLISH), other]
    again.append(front.board(replayed_view(table, ENGLISH), ENGLISH))

    assert said in end.alt
    assert "over after 26 rounds" in end.alt
    assert not [each for each in again if said in each.alt or each.key == end.key]
    assert len({each.key for each in again}) == 1


def test_descriptions_of_both_boards_say_that_the_last_turns_have_begun() -> None:
    """As their pictures do; and after how many turns a game is over."""
    for title, words, last in (
        ("metromania", "Building is over after", "Last turns."),
        ("underground", "The game is over after", "these are the last turns"),
    ):
        game, front = GAMES[title].play(4, 5), FRONTS[title]
        told = [
            front.closing_board(game_view_of(GAMES[title].table_at(game, at), ENGLISH), ENGLISH).alt
            for at in game.turn_starts()[-12:]
        ]

        *running, over = [last in text for text in told]
        assert running == sorted(running)
        assert running[-1]
        assert not over
        assert words in told[-1]
