"""A picture and its alternative text say the same: who won, all scores, what is new, choices."""

import re

import pytest

from metrobot.service.model.snapshots import finished_turns
from metrobot.service.model.table import Table
from metrobot.ui.app.fronts import FRONTS
from metrobot.ui.kit.views import game_view_of
from metrobot.ui.pages.values import Picture
from metrobot.ui.words.catalogue import ENGLISH, words_for
from metrobot.ui.words.discord_limits import ALT_LIMIT
from render.text.lettering import with_minus
from tests.render.shown import Shown, shown
from tests.titles import AGAINST_OTHERS, GAMES, LARGEST, SMALLEST
from tests.ui.extremes import LANGUAGES

SIZES = sorted({*AGAINST_OTHERS.items(), *LARGEST})
MINUS = "\N{MINUS SIGN}"


def tables(title: str, players: int, seed: int = 3) -> list[Table]:
    """Return a random game at some of its turns, and at its end."""
    source = GAMES[title]
    game = source.play(players, seed)
    starts = game.turn_starts()
    return [source.table_at(game, starts[n * (len(starts) - 1) // 4]) for n in range(5)]


def drawn(picture: Picture) -> Shown:
    """Return the things that a picture shows."""
    return shown(picture.draw)


def numbers_on(picture: Picture) -> set[int]:
    """Return the whole numbers that are written on a picture."""
    texts = {each.text.replace(MINUS, "-") for each in drawn(picture).texts}
    found = (re.search(r"(?<![\d+/])-?\d+$", text) for text in texts)
    return {int(each.group()) for each in found if each}


def told_of(table: Table, alt: str) -> list[int]:
    """Return the number that an alternative text has after each person's name, in seat order."""
    plain, found = alt.replace("\u2068", "").replace("\u2069", ""), list[int]()
    for person in table.people:
        spoken = re.findall(rf"{person.name}(?: has|:)?(?: points)? (−?\d+)", plain)
        assert spoken, (person.name, plain)
        found.append(int(spoken[-1].replace(MINUS, "-")))
    return found


@pytest.mark.parametrize(("title", "players"), SIZES)
def test_an_alt_text_has_the_scores_that_the_picture_shows(title: str, players: int) -> None:
    front = FRONTS[title]
    for table in tables(title, players):
        picture = front.board(game_view_of(table, ENGLISH), ENGLISH)

        assert set(told_of(table, picture.alt)) <= numbers_on(picture)


@pytest.mark.few
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("title", "players"), SIZES)
def test_the_last_picture_and_its_alt_text_name_who_won(
    title: str, players: int, language: str
) -> None:
    """Both by name, with the score; nothing is said of a last turn."""
    front, words = FRONTS[title], words_for(language)
    table = tables(title, players)[-1]
    result = table.view_for(None).result
    winners = [table.people[seat].name for seat in result.winners]
    score = with_minus(result.scores[result.winners[0]])

    picture = front.board(game_view_of(table, words), words)

    said = {each.text for each in drawn(picture).texts}
    assert all(any(name in text for text in said) for name in winners)
    assert any(score in text for text in said)
    first = min(picture.alt.index(person.name) for person in table.people)
    assert any(picture.alt.startswith(name, first) for name in winners)
    assert score in picture.alt
    assert len(picture.alt) <= ALT_LIMIT


@pytest.mark.parametrize("stage", [2, -1], ids=["halfway", "at the end"])
@pytest.mark.parametrize(("title", "players"), sorted({*SIZES, *SMALLEST}))
def test_what_is_new_has_an_alt_text_of_its_own(title: str, players: int, stage: int) -> None:
    """It differs from the board's, and has everybody; what turns did is told beside it."""
    front, table = FRONTS[title], tables(title, players)[stage]
    game_view = game_view_of(table, ENGLISH)
    turns = [table.summary(turn) for turn in finished_turns(table)[-players:]]

    since, board = front.changes(game_view, turns, ENGLISH), front.board(game_view, ENGLISH)

    assert since.alt != board.alt
    assert since.alt.partition(". ")[0] != board.alt.partition(". ")[0]
    assert all(person.name in since.alt for person in table.people)
    if table.title.is_simultaneous:
        assert set(told_of(table, since.alt)) <= numbers_on(since)


def test_a_hands_alt_text_tells_every_marker_of_its_picture() -> None:
    """Placed ones too, with what has become of them."""
    front, states = FRONTS["metromania"], set[str]()
    for table in tables("metromania", 2):
        game_view = game_view_of(table, ENGLISH, table.people[0].id)
        picture = front.hand(game_view, ENGLISH).picture
        assert picture is not None
        texts = [each.text for each in drawn(picture).texts]
        for state, said in (("in hand", "in hand"), ("placed", "has a station")):
            assert texts.count(state) == picture.alt.count(said)
            states.update({state} & set(texts))
        assert texts.count("no station yet") == picture.alt.count("no station yet")

    assert states == {"in hand", "placed"}


def test_no_more_lines_are_told_than_end_building() -> None:
    """A count above the limit reads like a mistake: 6 of 5."""
    front = FRONTS["metromania"]
    for seed in range(6):
        table = tables("metromania", 4, seed)[-1]
        view = table.view_for(None)
        alt = front.closing_board(game_view_of(table, ENGLISH), ENGLISH).alt
        assert f"{view.lines_closed} of {view.lines_needed}" in alt
        assert view.lines_closed <= view.lines_needed
