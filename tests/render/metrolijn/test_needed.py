"""What everybody has to find on a picture of Metrolijn, whatever else stands there."""

from metrobot.ui.app.fronts import FRONTS
from metrobot.ui.kit.views import game_view_of
from metrobot.ui.words.catalogue import ENGLISH
from tests.legible.kinds import Course, tables
from tests.render.needed import board, each_of, missing, texts_of, unnamed


@each_of("metrolijn")
def test_a_board_of_metrolijn_names_people_points_and_lines(course: Course) -> None:
    """Every sheet's owner, what was won and may be lost, the card, and the lines just taken."""
    for table in tables(course, is_brief=True):
        texts, view, last = board(table), table.view_for(None), game_view_of(table, ENGLISH).last
        over, counts = view.result is not None, [sheet.count for sheet in view.sheets]
        scores = [str(each.score if over else each.earned) for each in counts]
        scores += [] if over else [f"-{each.minus}" for each in counts]
        scores = [score.replace("-", "\N{MINUS SIGN}") for score in scores]
        texts += " ".join(texts).split()
        taken = [line for change in last.changes for line, _ in change.windows] if last else []
        card = [view.card.id] if view.card and view.card.id in {"3", "4", "5", "6"} else []

        assert missing([view.map.lines[line].letter for line in taken], texts) == []
        assert missing(card, texts) == []
        assert unnamed(table, texts) == []
        assert missing(scores, texts) == []


@each_of("metrolijn")
def test_ones_own_sheet_shows_what_its_windows_hold(course: Course) -> None:
    table = tables(course, is_brief=True)[1]
    game_view = game_view_of(table, ENGLISH, table.people[-1].id)
    sheet = game_view.view.sheets[-1]
    picture = FRONTS["metrolijn"].hand(game_view, ENGLISH).picture
    values = {value for window in sheet.windows for value in window}

    assert values
    assert missing(values, texts_of(picture)) == []
